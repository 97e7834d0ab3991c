"""uFldPathCheck: how far and how fast vehicles went, by their node reports."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import hypot, isfinite

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, number
from usimmarine_py.limits import MOST_VEHICLES
from usimmarine_py.sums import plain_sum
from usimmarine_py.texts.node_report import read_node_report
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single


@dataclass(slots=True)
class PathOptions:
    """What the block says."""

    history: float = 10.0  #: reports whose legs make the mean speed


#: The keys of its block.
KEYS = field_table(
    PathOptions,
    number("history_length", "history", "Reports whose legs make the mean speed.", minimum=2.0, example="10"),
)


@dataclass(slots=True)
class _Path:
    """Where a vehicle was at its last report, and how far it has come."""

    x: float
    y: float
    time: float
    speeds: deque[float]  #: m/s, of the last legs
    reports: int = 1
    total: float = 0.0  #: m
    before: float = 0.0  #: m, when the trip began
    fresh: bool = field(default=False)


class PathCheckApp(FieldApp):
    """Posts the distance and the mean speed of every vehicle that reports.

    As in runs of the original: the first leg does not count as distance, the speed is the mean of the speeds of the
    last legs, and only the exact name begins a new trip. A leg without a time has no speed; the original's is not
    finite.
    """

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldPathCheck") -> None:
        super().__init__(lines, home, name)
        self.options = PathOptions()
        self.read_block(lines, self.options)
        self._paths: dict[str, _Path] = {}

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Node reports, and names of vehicles whose trip begins."""
        return ["NODE_REPORT", "NODE_REPORT_LOCAL", "UPC_TRIP_RESET"]

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Add the legs of reports; begin trips."""
        for message in mail:
            text = self.text(message)
            if text is None:
                continue
            if message.variable != "UPC_TRIP_RESET":
                self._report(message, text)
            elif (path := self._paths.get(text)) is not None:
                path.before = path.total
        return ()

    def _report(self, message: Message, text: str) -> None:
        found = read_node_report(text)
        if not found.is_complete:
            self.refuse(message, "is no node report with NAME, SPD, HDG, and X and Y or LAT and LON")
            return
        x, y = found.x or 0.0, found.y or 0.0  # one without them counts as at the origin
        time = found.time or 0.0
        path = self._paths.get(found.name)
        if path is None:
            if len(self._paths) >= MOST_VEHICLES:
                self.refuse(message, f"there are {MOST_VEHICLES} vehicles already")
                return
            speeds: deque[float] = deque(maxlen=int(self.options.history) - 1)
            self._paths[found.name] = _Path(x, y, time, speeds)
            return
        leg = hypot(x - path.x, y - path.y)
        if not isfinite(leg):
            self.refuse(message, "is farther from the report before than a number can say")
            return
        if time != path.time and isfinite(speed := leg / (time - path.time)):
            path.speeds.append(speed)
        path.reports += 1
        if path.reports > 2:
            path.total += leg
            path.fresh = True
        path.x, path.y, path.time = x, y, time

    def iterate(self, now: float) -> list[Row]:
        """Post all speeds, and the distances of vehicles that have reported."""
        del now
        paths = sorted(self._paths.items())
        rows = [
            single("UPC_SPEED_REPORT", f"vname={name},avg_spd={plain_sum(path.speeds) / len(path.speeds):.2f}")
            for name, path in paths
            if path.speeds
        ]
        for name, path in paths:
            if path.fresh:
                path.fresh = False
                trip = path.total - path.before
                rows.append(
                    single("UPC_ODOMETRY_REPORT", f"vname={name},total_dist={path.total:.1f},trip_dist={trip:.1f}")
                )
        return rows

    def report(self) -> str:
        """Return the vehicles and their distances."""
        return "".join(f"{name}: {path.total:.1f} m\n" for name, path in sorted(self._paths.items())[:50]) or "none\n"
