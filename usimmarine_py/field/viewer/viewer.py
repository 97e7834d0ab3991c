"""pMarineViewer without a screen: what it posts by itself, and when its buttons are pressed."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.comms.roster import refusal_of
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.field.viewer.buttons import Button
from usimmarine_py.field.viewer.options import KEYS, VIEWER, read_viewer_block
from usimmarine_py.text import compact_number, plain_number
from usimmarine_py.texts.node_report import read_node_report
from usimmarine_py.values.app import passed
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

#: Most iterations a real second.
MOST_TICKS = 20.0
_EAGER, _REQUEST_GAP = 2.0, 2.0
_HASH_GAP, _BEATS_FROM = 16.0, 4.0
#: The region is posted in these first iterations, and in every n-th.
_REGION_TICKS, _REGION_EVERY = 50, 100


class MarineViewerApp(FieldApp):
    """Posts what the viewer posts: the region, requests for reports, the mission's hash, and what is pressed."""

    keys = KEYS
    process_variable = "PMARINEVIEWER_PID"

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = VIEWER) -> None:
        super().__init__(lines, home, name)
        self.options, findings = read_viewer_block(lines)
        self.find(*findings)
        self._reports = self.options.reports or ["NODE_REPORT_LOCAL", "NODE_REPORT"]
        self._pressed: list[Button] = []
        self._presses = 0  # pairs posted so far
        self._vehicle = ""  # the active one
        self._apps: dict[str, list[str]] = {}  # by node, in the order of their reports
        self._start = 0.0
        self._iteration = 0
        self._last_hash = self._last_request = -inf
        self._hash_made = 0.0
        self._silent = False  # no heart beats

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Node reports, reports of applications, and the heart beat's switch."""
        return [*self._reports, "APPCAST", "BLOCK_HEARTBEAT", "RESET_MHASH"]

    def press(self, label: str) -> bool:
        """Press the button or menu entry with this label, without case, in the next iteration; False: there is none."""
        found = next((button for button in self.options.pressed() if button.answers(label)), None)
        if found is not None:
            self._pressed.append(found)
        return found is not None

    def click(self, what: str) -> None:
        """Do what a user did: ``button 3``."""
        word, _, number = what.partition(" ")
        button = self.options.buttons.get(int(number)) if word == "button" and number.isdigit() else None
        if button is not None:
            self._pressed.append(button)

    def started(self, now: float) -> list[Row]:
        """Post the region and what the block asks for at the start."""
        self._start = self._hash_made = now
        rows = []
        if self.options.shares_reports:
            rows.append(single("UNC_SHARED_NODE_REPORTS", self.options.shares_reports))
        if self.options.logs_image:
            rows += [single("PLOGGER_CMD", f"COPY_FILE_REQUEST=Default.{kind}") for kind in ("tif", "info")]
        return [*rows, self._region()]

    def on_mail(self, mail: list[Message]) -> list[Row]:
        """Take reports of vehicles and applications."""
        rows: list[Row] = []
        for message in mail:
            if message.variable == "BLOCK_HEARTBEAT":
                self._silent = str(message.value).lower() == "true"
            elif message.variable == "RESET_MHASH":
                self._hash_made = self.host.now  # posted at its next turn
            elif (text := self.text(message)) is None:
                continue
            elif message.variable == "APPCAST":
                rows += self._take_appcast(text)
            else:
                rows += self._take_report(message, text)
        return rows

    def _take_report(self, message: Message, text: str) -> list[Row]:
        state = read_node_report(text)
        if problem := refusal_of(state):
            found = f"var={message.variable}, src={message.source}, reason=:{problem} [{text}]"
            self.host.run_warning(f"Unhandled Mail: {found}")
            return [single("MVIEWER_UNHANDLED_MAIL", f"Unhandled Mail: {found}")]
        self._vehicle = self._vehicle or state.name
        return []

    def _take_appcast(self, text: str) -> list[Row]:
        found = {key: value for key, _, value in (part.partition("=") for part in text.split("!@#"))}
        node, app = found.get("node", ""), found.get("proc", "")
        if not node or not app or app in self._apps.get(node, ()):
            return []
        new_node = node not in self._apps
        self._apps.setdefault(node, []).append(app)
        span, key = (0.1, "startup") if new_node else (1.1, "newproc")
        rows = self._requests("all", "all", plain_number(span * self.home.warp, 1), f"{VIEWER}{key}", "any")
        return [*rows, self._region()]

    def _region(self) -> Row:
        options = self.options
        latitude, longitude = self.home.datum or (0.0, 0.0)
        images = "".join(f"img_file={name}, " for name in options.images or ["Default.tif"])
        text = (
            f"lat_datum={compact_number(latitude, 6)}, lon_datum={compact_number(longitude, 6)}, {images}"
            f"zoom={compact_number(options.view.zoom, 2)}, pan_x={compact_number(options.view.pan_x, 2)}, "
            f"pan_y={compact_number(options.view.pan_y, 2)}"
        )
        return single("REGION_INFO", text)

    def _requests(self, node: str, app: str, duration: str, key: str, threshold: str) -> list[Row]:
        text = f"node={node},app={app},duration={duration},key={key},thresh={threshold}"
        return [single("APPCAST_REQ", text), single(f"APPCAST_REQ_{node.upper()}", text)]

    def iterate(self, now: float) -> list[Row]:
        """Post what is due, then what was pressed."""
        self._iteration += 1
        rows: list[Row] = []
        if self._iteration == 1:
            rows += [single("HELM_MAP_CLEAR", 0.0), single("PMV_CONNECT", 0.0)]
            rows += [single(variable, value) for variable, value in self.options.connected]
        if self._iteration < _REGION_TICKS or self._iteration % _REGION_EVERY == 0:
            rows.append(self._region())
        rows += self._hash(now)
        if not self._silent and passed(now, self._start, _BEATS_FROM):
            rows += [single(variable, value) for variable, value in self.options.beats]
        rows += self._asked(now)
        pressed, self._pressed = self._pressed, []
        for button in pressed:
            rows += [
                single(name, value) for name, value in button.posts(self.written(now), self._presses, self._vehicle)
            ]
            self._presses += len(button.pairs)
        return rows

    def _hash(self, now: float) -> list[Row]:
        options, text = self.options, self.home.mission_hash
        if not text or options.hash_variable.lower() == "off" or not passed(now, self._last_hash, _HASH_GAP):
            return []
        self._last_hash = now
        utc = plain_number(self._hash_made / self.home.warp, 2)
        rows = [single(options.hash_variable, f"mhash={text},utc={utc}")]
        if options.short_variable.lower() != "off":
            rows.append(single(options.short_variable, "-".join(text.split("-")[-2:])))
        return rows

    def _asked(self, now: float) -> list[Row]:
        """Return the requests for reports of applications."""
        everything = "all", "all", "3.0", f"{VIEWER}:{self.home.name}", "any"
        if not passed(now, self._start, _EAGER):
            return self._requests(*everything)
        if self.options.content != "appcast" or not passed(now, self._last_request, _REQUEST_GAP * self.home.warp):
            return []
        self._last_request = now
        if self.options.refresh == "streaming":
            return self._requests(*everything)
        rows: list[Row] = []
        for node, apps in list(self._apps.items())[:1]:
            rows += self._requests(node, apps[0], "3.0", f"{VIEWER}:{self.home.name}app", "any")
        return rows + self._requests("all", "all", "3.0", f"{VIEWER}:{self.home.name}gen", "run_warning")

    def report(self) -> str:
        """Return buttons and what it knows."""
        labels = ", ".join(button.label for button in self.options.buttons.values()) or "none"
        return f"Buttons: {labels}\nVehicle: {self._vehicle or 'none'}\n"
