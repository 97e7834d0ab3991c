"""uFldWrapDetect: tells when a vehicle crosses its own trail (shore)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice
from math import dist

from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, count, field_table, number
from usimmarine_py.maths.plane.polygon import Point, side
from usimmarine_py.texts.ledger import Ledger
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

Segment = tuple[Point, Point]
_LEAST_SEGMENTS = 100
_RULE = "=" * 44 + " "
#: The newest leg and the one that it follows cross nothing: they begin where others end.
_FOLLOWING = 2


@dataclass(slots=True)
class WrapOptions:
    """What the block says; m."""

    max_segments: int = 1000
    max_trail_distance: float = 100.0


#: The keys of its block.
KEYS = field_table(
    WrapOptions,
    count("max_segments", "max_segments", "Legs of a trail that are kept.", minimum=_LEAST_SEGMENTS, clamped=True),
    number(
        "max_trail_distance", "max_trail_distance", "How far back a trail is looked at.", "m", above=0.0,
        aliases=("max_trail_dist",),
    ),
)  # fmt: skip


@dataclass(slots=True)
class WrapTrail:
    """Where a vehicle was: the legs between its reports, the newest first."""

    last: Point
    legs: deque[Segment] = field(default_factory=deque)


class WrapDetector(PostingApp):
    """Follows the trails of all vehicles from DEPLOY_ALL on."""

    keys = KEYS

    subscriptions = ("NODE_REPORT", "DEPLOY_ALL")

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldWrapDetect") -> None:
        super().__init__(lines, home, name)
        self.options = WrapOptions()
        self.read_block(lines, self.options)
        self.vehicles = Ledger(self.geodesy)
        self.trails: dict[str, WrapTrail] = {}
        self.wraps = 0
        self._deployed = False

    def take(self, message: Message) -> None:
        """Take in one message."""
        if message.variable == "DEPLOY_ALL":
            self._deployed = True
        elif self._deployed and (text := self.text(message)) is not None:
            try:
                name = self.vehicles.take(text).name
            except ValueError as error:
                self.refuse(message, str(error))
                return
            self._move(name, self.vehicles.position(name))

    def _move(self, name: str, place: Point) -> None:
        trail = self.trails.setdefault(name, WrapTrail(place))
        if place == trail.last:
            return
        trail.legs.appendleft((trail.last, place))
        trail.last = place
        if len(trail.legs) > self.options.max_segments:
            trail.legs.pop()
        if self._is_wrapped(trail.legs):
            self.host.event(f"Wrap Around Detected: {name}")
            self.post("WRAP_AROUND_DETECTED", f"vname={name}")
            self.wraps += 1
            trail.legs.clear()

    def _is_wrapped(self, legs: deque[Segment]) -> bool:
        """Whether the newest leg crosses one that is not too far back along the trail."""
        newest = legs[0]
        way = 0.0
        for k, leg in enumerate(islice(legs, len(legs))):
            way += dist(*leg)
            if k < _FOLLOWING:
                continue
            if way > self.options.max_trail_distance:
                return False
            if segments_cross(newest, leg):
                return True
        return False

    def report(self) -> str:
        """Limits, and how many wraps there were."""
        return (
            f"{_RULE}\n{'uFldWrapDetect':<40}\n{_RULE}\n"
            f"   max number of segments in trail:   {self.options.max_segments}\n\n\n"
            f"      max length of trail checked :   {self.options.max_trail_distance:.0f}\n\n\n"
            f"          number of wraps detected:   {self.wraps}\n\n\n"
        )


def segments_cross(one: Segment, other: Segment) -> bool:
    """Whether two segments have a point in common, ends included."""
    (a, b), (c, d) = one, other
    for axis in (0, 1):
        low, high = sorted((a[axis], b[axis]))
        if max(c[axis], d[axis]) < low or min(c[axis], d[axis]) > high:
            return False
    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0
