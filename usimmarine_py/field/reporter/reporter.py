"""pNodeReporter: posts the vehicle's own node reports."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, inf, isfinite, radians, sin

from usimmarine_py.colours import is_colour
from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.reporter.helm_mode import HelmMode
from usimmarine_py.field.reporter.navigation import OwnNavigation
from usimmarine_py.field.reporter.options import KEYS, read_reporter_block
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.maths.encounters.sides import StraightMotion
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.maths.streams import NoiseStream
from usimmarine_py.text import compact_number, loose_boolean, plain_number
from usimmarine_py.texts.node_report import NodeState, ReportDetails, as_json, as_text, report_pairs
from usimmarine_py.texts.pairs import first_value
from usimmarine_py.values.app import Subscription
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

NAV = "NAV_"
_TRAJECTORY = f"{NAV}TRAJECTORY"
_HELM = ("IVPHELM_STATE", "IVPHELM_SUMMARY", "IVPHELM_ALLSTOP")
_WAITING = "Waiting for NAV_X/Y or NAV_LAT/LONG"
#: Mail of the other navigation is reported for this long, s.
_ALT_AGE = 5.0
#: A report is carried on for at most this long, and not at all within the first moment, s.
_LONGEST_CARRY, _SHORTEST_CARRY = 5.0, 0.05
#: The extent of a mission is posted again when it grew by this much, m, and by this fraction.
_GROWTH, _GROWTH_RATIO = 1.0, 1.02


class NodeReporterApp(FieldApp):
    """Posts a node report in every iteration, as soon as there is navigation."""

    keys = KEYS
    process_variable = "PNODEREPORTER_PID"

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pNodeReporter") -> None:
        super().__init__(lines, home, name)
        datum = home.datum
        self.options, findings = read_reporter_block(lines, has_datum=datum is not None)
        self.find(*findings)
        options = self.options
        self._grid = None if datum is None else Geodesy.at(*datum)
        own = options.platform
        beam = "" if own.beam is None else compact_number(own.beam, 2)
        state = NodeState(
            name=home.name, kind=own.kind, group=own.group, length=own.length,
            details=ReportDetails(
                transparency=own.transparency, more={"COLOR": own.colour, "VSOURCE": own.source, "BEAM": beam},
                properties=own.aspects,
            ),
        )  # fmt: skip
        alt_name = options.other.name
        alt_name = home.name + alt_name if alt_name.startswith("_") else alt_name
        alt = replace(state, name=alt_name, details=replace(state.details, more=dict(state.details.more)))
        alt.group = options.other.group or alt.group
        self._own, self._alt = OwnNavigation(state), OwnNavigation(alt)
        self._helm = HelmMode()
        self._paused = options.paused
        self._start: float | None = None  # MOOS s, from when the grace for navigation counts
        self._now = 0.0
        self._count = 0
        self._last_time = self._formed_time = -inf  #: of a report that was posted, and made, though paused
        self._last: StraightMotion | None = None  # as last posted
        self._pause = 0.0
        self._draws = NoiseStream(home.seed, f"{home.name}.{name}.blackout")
        self._before: tuple[float, float] | None = None
        #: Variables of which every message counts.
        self._copied = {
            _TRAJECTORY, *(rider.variable for rider in self.options.riders),
            *(one.variable for one in self.options.inputs),
        }  # fmt: skip
        self._waiting = False
        self._text = ""
        self._hash = ""
        self._origin: tuple[float, float] | None = (
            None  #: of the extent of a mission, m; None: where it is looked at first
        )
        self._measured: tuple[float, float] | None = None  #: where that was looked at last
        self._extent = self._posted_extent = 0.0

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """OwnNavigation, the helm, and what rides along."""
        options = self.options
        fields = ("X", "Y", "LAT", "LONG", "SPEED", "HEADING", "YAW", "DEPTH", "TRANSP")
        wanted = [f"{NAV}{field}" for field in (*fields, "TRAJECTORY")]
        if options.other.prefix:
            wanted += [f"{options.other.prefix}{field}" for field in fields]
        wanted += [
            "NODE_COLOR_CHANGE", *_HELM, "AUX_MODE", "LOAD_WARNING", "THRUST_MODE_REVERSE", "NODE_GROUP_UPDATE",
            "PNR_PAUSE", "PLATFORM_COLOR", "MISSION_HASH",
            *(rider.variable for rider in options.riders), *(one.variable for one in options.inputs),
        ]  # fmt: skip
        return [Subscription(f"{NAV}*", 0.0, "*"), *dict.fromkeys(wanted)]

    def started(self, now: float) -> Sequence[Row]:
        """Note the time, where it is exact: a live program's first iteration comes hardly later than its start."""
        if not self.home.slack:
            self._start = now
        return ()

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Take navigation, the state of the helm, and what rides along."""
        now = self.host.now
        newest: dict[str, float] = {}  # finite numbers of navigation: of several of one the others are seen by nothing
        for message in mail:
            name, value, _, _, _, _ = message
            if name.startswith(NAV) and isinstance(value, float) and isfinite(value) and name not in self._copied:
                newest[name] = value
            else:
                self._take(message, now)
        for name, number in newest.items():
            self._take_navigation(name, number, now)
        return ()

    def _take(self, message: Message, now: float) -> None:
        name = message.variable
        for rider in self.options.riders:
            if rider.variable == name:
                rider.take(message, now)
        for one in self.options.inputs:
            if one.variable == name:
                one.take(message)
        if name == _TRAJECTORY:
            if (text := self.text(message)) is not None:
                self._own.state.details.more["TRAJECTORY"] = text
        elif name.startswith((NAV, self.options.other.prefix or NAV)):
            if isinstance(message.value, float) and (number := self.number(message)) is not None:
                self._take_navigation(name, number, now)
        elif name in _HELM:
            if (text := self.text(message)) is not None:
                self._helm.take(name, text, now)
        elif name in _TEXTS and (text := self.text(message)) is not None:
            _TEXTS[name](self, text)

    def _take_navigation(self, name: str, number: float, now: float) -> None:
        prefix = self.options.other.prefix
        if prefix and name.startswith(prefix):
            self._alt.take(name.removeprefix(prefix), number, now)
        else:
            self._own.take(name.removeprefix(NAV), number, now)

    def _take_colour(self, text: str) -> None:
        if is_colour(text):
            self._own.state.details.more["COLOR"] = self._alt.state.details.more["COLOR"] = text

    def _take_colour_change(self, text: str) -> None:
        if self.options.colour_change:
            self._take_colour(text)

    def _take_group(self, text: str) -> None:
        self._own.state.group = self._alt.state.group = text

    def _take_aux_mode(self, text: str) -> None:
        self._own.state.details.more["MODE_AUX"] = text

    def _take_load(self, text: str) -> None:
        app, gap = first_value(text, "app"), first_value(text, "maxgap")
        if app and gap:
            self._own.state.details.more["LOAD_WARNING"] = f"{app}:{gap}"

    def _take_reverse(self, text: str) -> None:
        self._own.state.details.more["THRUST_MODE_REVERSE"] = "true" if text.lower() == "true" else ""

    def _take_pause(self, text: str) -> None:
        found = loose_boolean(text, self._paused)
        if found is None:
            self.host.run_warning(f"PNR_PAUSE must be true, false or toggle, found {text}")
        else:
            self._paused = found

    def _take_hash(self, text: str) -> None:
        self._hash, self._extent = first_value(text, "mhash"), 0.0
        self._origin = self._measured  # where it was when that was last looked at

    @property
    def _position(self) -> tuple[float, float]:
        """The own position, m; what is not known counts as 0."""
        state = self._own.state
        return state.x or 0.0, state.y or 0.0

    def iterate(self, now: float) -> list[Row]:
        """Return the reports of one iteration."""
        self._now = now
        if self._start is None:
            self._start = now
        rows: list[Row] = []
        if self._is_due(now, rows):
            rows += self._reports(now)
            self._formed_time = now
        pairs = [pair for pair in (one.pair(now, self.home.slack) for one in self.options.inputs) if pair]
        if pairs and not self._paused:
            text = f"platform={self.home.name},utc_time={plain_number(self.written(now), 5)},{','.join(pairs)}"
            rows.append(single(self.options.platform_variable, text))
        self._note_course()
        rows += self._hash_rows()
        self._own.state.details.more["LOAD_WARNING"] = ""
        return rows

    def _is_due(self, now: float, rows: list[Row]) -> bool:
        """Whether a report is due; what extrapolation posts goes to ``rows``."""
        timely = self._pause <= 0.0 or now - self._formed_time > self._pause
        grace = self.options.grace
        young = grace > 0 and now - (self._start or 0.0) < grace - self.home.slack
        if not self._own.complete and not young:
            self.host.run_warning(_WAITING)
            self._waiting = True
        elif self._waiting:
            self.host.retract_run_warning(_WAITING)
            self._waiting = False
        foreseen = self.options.extrapolation.active and self._is_foreseen(now, rows)
        return timely and not self._waiting and not foreseen and (self._own.placed or not young)

    def _is_foreseen(self, now: float, rows: list[Row]) -> bool:
        """Whether readers would guess the present state from the last report."""
        last, options = self._last, self.options
        age = now - self._last_time
        if last is None or not 0.0 < age < options.extrapolation.longest_gap - self.home.slack:
            return False
        run = last.speed * min(age, _LONGEST_CARRY) if age > _SHORTEST_CARRY else 0.0
        direction = radians(last.heading)
        (x, y), heading = self._position, self._own.state.heading or 0.0
        gap = hypot(x - last.x - run * sin(direction), y - last.y - run * cos(direction))
        turn = abs(angle_180(heading - last.heading))
        rows += [single("PNR_EXTRAP_POS_GAP", gap), single("PNR_EXTRAP_HDG_GAP", turn)]
        return gap < options.extrapolation.position and turn < options.extrapolation.heading

    def _reports(self, now: float) -> list[Row]:
        options, state = self.options, self._own.state
        self._own.fill(options.crossfill, self._grid)
        state.mode = self._helm.mode(now, options.nohelm_threshold, self.home.slack)
        state.details.more["ALLSTOP"] = self._helm.allstop
        state.time, state.details.index = self.written(now), self._count
        text = self._written_report(state, now)
        if options.heading_error:
            state.heading = state.heading or 0.0
            # as in the original it is written a second time: what rides along when it is new has ridden
            shown = replace(state, heading=angle_360(state.heading + options.heading_error))
            text = self._written_report(shown, now)
        rows = [] if self._paused else self._own_report(text, now)
        if options.pause_spread > 0.0:
            steps = int(100 * options.pause_spread)
            draw = int(self._draws.uniforms(self._count)[0] * steps)
            self._pause = max(0.0, 2 * draw / 100 - options.pause_spread)
        if self._alt.received and now - self._alt.time < _ALT_AGE + self.home.slack:
            rows += self._alt_report(now)
        return rows

    def _own_report(self, text: str, now: float) -> list[Row]:
        options, state = self.options, self._own.state
        posts: list[tuple[str, str]] = []
        if options.form.json or options.form.json_variable:
            # as in the original it is made of the text, whose commas all separate
            parts = (part.partition("=") for part in text.removesuffix(",").split(","))
            json = as_json([(key.strip(), value.strip()) for key, _, value in parts])
            text = json if options.form.json else text
            if options.form.json_variable:
                posts.append((options.form.json_variable, json))
        posts.append((options.form.variable, text))
        rows = [] if self._count else [single(f"{variable}_FIRST", report) for variable, report in posts]
        rows += [single(variable, report) for variable, report in posts]
        self._text = text
        rows.append(single("PNR_POST_GAP", now - self._last_time if self._count else 0.0))
        self._count += 1
        self._last_time = now
        self._last = StraightMotion(*self._position, state.heading or 0.0, state.speed or 0.0)
        return rows

    def _written_report(self, state: NodeState, now: float) -> str:
        """Return a report, and what rides along."""
        form = self.options.form
        found = [rider.piece(now, self.home.slack) for rider in self.options.riders]
        pieces = [piece for piece in found if piece is not None]
        # as the original: one that is left out leaves its comma, but at the beginning
        while pieces and not pieces[0]:
            pieces.pop(0)
        return ",".join([as_text(report_pairs(state, terse=form.terse, global_only=form.global_only)), *pieces])

    def _alt_report(self, now: float) -> list[Row]:
        options, state, own = self.options, self._alt.state, self._own.state
        self._alt.fill(options.crossfill, self._grid)
        state.mode, state.details.more["ALLSTOP"] = own.mode, own.details.more["ALLSTOP"]
        state.time, state.details.index = self.written(now), self._count
        text = self._written_report(state, now)
        return [] if self._paused else [single(options.form.variable, text)]

    def _note_course(self) -> None:
        """Find the course over ground for the next report."""
        state = self._own.state
        if not self.options.form.course or state.x is None or state.y is None:
            return
        if self._before is not None:
            dx, dy = state.x - self._before[0], state.y - self._before[1]
            state.course = angle_360(degrees(atan2(dx, dy))) if dx or dy else 0.0
        self._before = state.x, state.y

    def _hash_rows(self) -> list[Row]:
        if not self._hash:
            return []
        self._measured = x, y = self._position
        if self._origin is None:
            self._origin = x, y
        self._extent = max(self._extent, hypot(x - self._origin[0], y - self._origin[1]))
        posted = self._posted_extent
        if self._extent - posted < _GROWTH or self._extent <= _GROWTH_RATIO * posted:
            return []
        self._posted_extent = self._extent
        return [single("PNR_MHASH", f"mhash={self._hash},ext={compact_number(self._extent, 1)}")]

    def report(self) -> str:
        """Return the last report and the number of reports."""
        paused = " (paused)" if self._paused else ""
        since = "" if self._last is None else f", the last {self._now - self._last_time:.1f} s ago"
        return f"Reports: {self._count}{since}{paused}\nVariable: {self.options.form.variable}\n{self._text}\n"


_TEXTS = {
    "PLATFORM_COLOR": NodeReporterApp._take_colour, "NODE_COLOR_CHANGE": NodeReporterApp._take_colour_change,
    "NODE_GROUP_UPDATE": NodeReporterApp._take_group, "AUX_MODE": NodeReporterApp._take_aux_mode,
    "LOAD_WARNING": NodeReporterApp._take_load, "THRUST_MODE_REVERSE": NodeReporterApp._take_reverse,
    "PNR_PAUSE": NodeReporterApp._take_pause, "MISSION_HASH": NodeReporterApp._take_hash,
}  # fmt: skip
