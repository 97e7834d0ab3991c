"""The data of one MOOSDB or one log: its own vehicle, others by node reports, shapes and reports of applications."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.logs.viewer.fields import shown
from usimmarine_py.logs.viewer.names import WEATHER
from usimmarine_py.logs.viewer.shapes import KINDS, Shapes
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.data.seabed import Seabed
from usimmarine_py.watch.data import MAX_VALUES, LiveData
from usimmarine_py.watch.feeds.heard import HeardVehicles
from usimmarine_py.watch.helms import HELM_MAIL, STATE, helm_values
from usimmarine_py.watch.track import MAX_ROWS
from usimmarine_py.watch.values import REPORTED, FeedStatus
from usimmarine_py.watch.viewer.appcasts import MAX_APPLICATIONS, AppCast, read_appcast
from usimmarine_py.watch.viewer.reports import REPORTS, NodeReport, read_report

if TYPE_CHECKING:
    from usimmarine_py.watch.scene import SceneFacts

#: Reports of one vehicle within this time (s) are skipped.
_REPORT_GAP = 0.09
#: A report whose time differs by more than this (s) from that of its post has another clock.
_OTHER_CLOCK = 60.0
#: Names known without a mission: those of docs/pictures.md.
COMMANDS = {f"USM_DES_{name}": f"DESIRED_{name}" for name in ("THRUST", "RUDDER", "ELEVATOR")}
#: Most vehicles on the live page that mail names.
MAX_CONTACTS = 500
#: Most rows of the track of each of them, live: thirty vehicles that are under way for days take a page some 15 MB.
CONTACT_ROWS = 2000
APPCAST = "APPCAST"
#: Name of the mode in the reports of a vehicle, as what is kept of it; no variable has a colon.
MODE = "report:mode"


@dataclass
class MissionFacts:
    """The data of a mission for drawing."""

    bed: Seabed | None = None  #: the sea bed
    hull: HullShape = field(default_factory=HullShape)
    plane: Geodesy | None = None  #: for reports without x and y
    #: variables that an embedded controller posts, and their meaning
    commands: Mapping[str, str] = field(default_factory=lambda: COMMANDS)
    plan: Sequence[dict[str, Any]] = ()  #: drawings of what the mission's files plan
    scene: SceneFacts | None = None  #: for three dimensions, which need arrays; None: not shown


@dataclass
class ShownVehicle:
    """One vehicle of a feed."""

    name: str
    data: LiveData
    own: bool  #: whether its states are posted as variables, rather than in reports
    hull: HullShape
    kind: str = ""
    length: float = math.nan  #: m
    colour: str = ""
    mode: str = ""

    def describe(self, report: NodeReport) -> None:
        """Take the data of the vehicle from a report."""
        self.kind, self.colour, self.mode = report.kind or self.kind, report.colour or self.colour, report.mode
        if not math.isnan(report.length):
            self.length = report.length


class Feed(ABC):
    """A source of mail. Subclasses implement ``poll``, ``status`` and ``close``."""

    #: Whether values can be posted.
    posts = False
    #: Whether the page can show earlier times.
    is_log = False
    #: The run that it is of, where several are side by side.
    run = ""

    def __init__(
        self, name: str, prefix: str, facts: MissionFacts, *, keep: bool = False, most: int = MAX_VALUES
    ) -> None:
        self.facts = facts
        self.own = ShownVehicle(name, LiveData(prefix, keep=keep, most=most), True, facts.hull)
        self.contacts: dict[str, ShownVehicle] = {}
        self.shapes = Shapes(self.is_log)
        self.appcasts: dict[tuple[str, str], AppCast] = {}
        self.casts = 0  #: number of received reports of applications
        self._keep, self._most = keep, most
        self._named = False
        self._reported: dict[str, float] = {}
        self.heard = HeardVehicles()

    @abstractmethod
    def poll(self) -> None:
        """Take data received since the last call."""

    @property
    def is_behind(self) -> bool:
        """Whether received data wait for the next ``poll``."""
        return False

    @abstractmethod
    def status(self) -> FeedStatus:
        """The source and the state of its connection."""

    def close(self) -> None:
        """Close the source."""

    def post(self, variable: str, value: float | str) -> bool:
        """Post a value; False if that is not possible."""
        del variable, value
        return False

    @property
    def clock(self) -> float | None:
        """The MOOS time (s) of page time 0; None if it is not known."""
        return None

    def show_motion(self) -> None:
        """Receive attitude and actuators as often as the position: a page shows three dimensions."""

    @property
    def moos_time(self) -> float:
        """The time (MOOS s) of what is posted now."""
        return 0.0

    def ask(self) -> None:
        """Request the reports of applications, if possible."""

    def mail_since(self, count: int) -> tuple[list[list[object]], int]:
        """All mail after ``count``, and the new count; asking for it keeps it coming. Empty without a MOOSDB."""
        del count
        return [], 0

    def hears(self, at: float | None) -> dict[str, set[str]]:
        """By vehicle, in small letters, whom it hears at a page time (s); None: now."""
        if at is None:
            at = max((v.data.time for v in self.vehicles if not math.isnan(v.data.time)), default=0.0)
        return self.heard.at(at)

    def functions(self) -> dict[str, Any]:
        """The objective functions of the helm now, for a page, or why there are none."""
        return {"refused": "there is no live helm here"}

    @property
    def vehicles(self) -> list[ShownVehicle]:
        """The own vehicle, if it has a position or is the only one, and the others."""
        others = [contact for _, contact in sorted(self.contacts.items()) if contact.data.track.latest is not None]
        seen = self.own.data.track.latest is not None
        return [self.own, *others] if seen or not others else others

    def planned(self, data: LiveData) -> Sequence[dict[str, Any]]:
        """Drawings of the mission's files, as long as ``data`` hold nothing of its helm, which draws by itself."""
        return () if data.text(STATE) else self.facts.plan

    def call(self, name: str) -> None:
        """Set the own vehicle's name, unless its reports give one."""
        if name and not self._named:
            self.own.name = shown(name)

    def take(
        self, variable: str, value: float | str, community: str, time: float, posted: float, now: float,
        *, late: bool = False,
    ) -> None:  # fmt: skip
        """One value at page time ``time`` (s), which was posted at ``posted`` (MOOS s); ``now`` is real time (s).

        ``late``: it was posted before this reader came, and others before it may have been missed.
        """
        if isinstance(value, str):
            if variable in REPORTS:
                self._take_report(variable, value, time, posted, now)
                return
            if self.heard.take(variable, value, time):
                return
            if variable in KINDS:
                self.shapes.take(variable, value, community, time)
                return
            if variable == APPCAST:
                self._take_appcast(value)
                return
            if variable == WEATHER and self.facts.scene is not None:
                self.facts.scene.seas.take(value, time)
            if variable in HELM_MAIL:
                for name, text in helm_values(variable, value):
                    self.own.data.take(name, text, time, now, late=late)
                return
        self.own.data.take(self.facts.commands.get(variable, variable), value, time, now, late=late)

    def tick(self, now: float) -> None:
        """Finish the mail of a poll."""
        for vehicle in (self.own, *self.contacts.values()):
            vehicle.data.tick(now)
        latest = [v.data.time for v in (self.own, *self.contacts.values()) if not math.isnan(v.data.time)]
        if latest:
            self.shapes.expire(max(latest))

    def clear(self) -> None:
        """Forget everything: another run begins."""
        self.own.data.clear()
        if self.facts.scene is not None:
            self.facts.scene.seas.clear()
        self.contacts.clear()
        self._reported.clear()
        self.heard.clear()
        self.shapes.clear()
        self.appcasts.clear()

    def _take_report(self, variable: str, text: str, time: float, posted: float, now: float) -> None:
        head = f"{variable}{text[: text.find(',')]}"
        if 0.0 <= time - self._reported.get(head, -math.inf) < _REPORT_GAP:
            return
        report = read_report(text)
        if report is None:
            return
        if len(self._reported) < 4 * MAX_CONTACTS:
            self._reported[head] = time
        if variable == REPORTED and self._named:  # in a vehicle's own community
            self.heard.note(self.own.name, report.name, time)
        if variable == "NODE_REPORT_LOCAL":
            self._named, self.own.name = True, report.name
        if report.name.lower() == self.own.name.lower():
            self._describe(self.own, report, time, now)
            if self.own.data.track.latest is not None:
                return  # its own mail is more accurate
        contact = self.contacts.get(report.name)
        if contact is None:
            if len(self.contacts) >= MAX_CONTACTS:
                return
            data = LiveData(REPORTED, keep=self._keep, most=self._most, rows=MAX_ROWS if self.is_log else CONTACT_ROWS)
            contact = ShownVehicle(report.name, data, False, HullShape())
            self.contacts[report.name] = contact
        self._describe(contact, report, time, now)
        x, y = report.x, report.y
        if math.isnan(x + y) and self.facts.plane is not None and not math.isnan(report.latitude + report.longitude):
            x, y = self.facts.plane.to_local(report.latitude, report.longitude) or (x, y)
        late = report.time - posted
        if abs(late) < _OTHER_CLOCK:  # false for nan
            time += late
        for state, value in (
            ("HEADING", report.heading), ("SPEED", report.speed), ("DEPTH", report.depth), ("X", x), ("Y", y),
        ):  # fmt: skip
            contact.data.take(f"{REPORTED}_{state}", value, time, now)
        contact.data.flush()

    @staticmethod
    def _describe(vehicle: ShownVehicle, report: NodeReport, time: float, now: float) -> None:
        vehicle.describe(report)
        if report.mode != vehicle.data.text(MODE):  # kept for earlier times
            vehicle.data.take(MODE, report.mode[:200], time, now)

    def _take_appcast(self, text: str) -> None:
        cast = read_appcast(text)
        if cast is None:
            return
        key = (cast.node, cast.app)
        if key in self.appcasts or len(self.appcasts) < MAX_APPLICATIONS:
            self.appcasts[key] = cast
            self.casts += 1
