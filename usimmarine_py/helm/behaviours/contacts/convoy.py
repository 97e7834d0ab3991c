"""BHV_Convoy."""

from __future__ import annotations

from collections import deque

from usimmarine_py.helm.behaviours.contacts.contact import ContactBehavior
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.functions.builders import steering
from usimmarine_py.helm.parameters import number, truth
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_dist
from usimmarine_py.texts.shapes import no_point_text, point_text

#: Its weight whatever ``pwt`` is, as in the original.
_WEIGHT = 10.0
#: With rng_safety the ranges are at least this, and this far from each other, m.
_LEAST_STOP, _LEAST_GAP = 5.0, 10.0
_WIDENED = "Safety ranges were auto-adusted bigger."
_CAPPED = "Cruise speed auto-capped at max speed."


class Breadcrumbs:
    """Places where a contact was, oldest first, each with a number for its label."""

    def __init__(self) -> None:
        self.marks: deque[tuple[int, Point]] = deque()
        self._count = 0
        #: The way over all marks, m; a running sum as in the original, which posts it when a bit of it changes.
        self.length = 0.0

    def add(self, place: Point, gap: float, numbers: int) -> int | None:
        """Add a mark further than ``gap`` (m) from the last one and return its number, below ``numbers``; or None."""
        if self.marks and plain_dist(self.marks[-1][1], place) <= gap:
            return None
        if self.marks:
            self.length += plain_dist(place, self.marks[-1][1])
        number = self._count % numbers
        self._count = number + 1
        self.marks.append((number, place))
        return number

    def drop(self, own: Point, radius: float, longest: float) -> list[int]:
        """Take away one mark of a trail longer than ``longest``, and those nearer than ``radius`` to own ship (m)."""
        found = []
        if self.length > longest:
            found.append(self._drop_first())
        while self.marks and plain_dist(self.marks[0][1], own) < radius:
            found.append(self._drop_first())
        return found

    def _drop_first(self) -> int:
        number, place = self.marks.popleft()
        if self.marks:
            self.length -= plain_dist(self.marks[0][1], place)
        return number


class MeanSpeed:
    """Mean of the speeds (m/s) of the last seconds."""

    def __init__(self, span: float) -> None:
        self._span = span
        self._speeds: deque[tuple[float, float]] = deque()

    def add(self, now: float, speed: float) -> None:
        """Add a speed at a time (s)."""
        self._speeds.append((now, speed))
        while now - self._speeds[0][0] > self._span:
            self._speeds.popleft()

    @property
    def value(self) -> float:
        """The mean; 0 without any."""
        total = 0.0
        # from the newest one, and not by ``sum``, which rounds otherwise: a mean is posted when it changes
        for _, speed in reversed(self._speeds):
            total += speed
        return total / len(self._speeds) if self._speeds else 0.0


class Convoy(ContactBehavior):
    """Follows a contact along the way that it took."""

    runs_unset = True
    radius: float = number(5.0, minimum=0.0, unit="m", what="A mark this close is passed.")
    nm_radius: float = number(15.0, minimum=0.0, unit="m", what="Accepted; no effect.")
    inter_mark_range: float = number(10.0, above=0.0, unit="m", what="Distance between two marks of the way.")
    max_mark_range: float = number(150.0, above=0.0, unit="m", what="Longest way; older marks are left out.")
    rng_estop: float = number(15.0, also=("range_estop",), above=0.0, unit="m", what="Nearer than this it stops.")
    rng_tgating: float = number(
        30.0, also=("range_tailgating",), above=0.0, unit="m", what="Up to this it is slower than the contact."
    )
    rng_lagging: float = number(
        70.0, also=("range_lagging",), above=0.0, unit="m", what="Beyond this it is faster than the contact."
    )
    rng_safety: bool = truth(True, what="Ranges that are too small or too near to each other are made larger.")
    spd_slower: float = number(0.5, above=0.0, maximum=1.0, what="Factor of the contact's speed while near.")
    spd_faster: float = number(1.5, minimum=1.0, maximum=3.0, what="Factor of the contact's speed while far.")
    spd_max: float = number(2.0, above=0.0, unit="m/s", what="Largest cruise_speed, with rng_safety.")
    cruise_speed: float = number(-1.0, above=0.0, unit="m/s", what="Speed whatever the contact's is; -1: its own.")

    def on_create(self) -> None:
        super().on_create()
        self.trail = Breadcrumbs()
        self._means = MeanSpeed(2.0), MeanSpeed(5.0)

    def on_configured(self) -> None:
        if self.rng_safety:
            stop = max(self.rng_estop, _LEAST_STOP)
            near = max(self.rng_tgating, stop + _LEAST_GAP)
            wanted = stop, near, max(self.rng_lagging, near + _LEAST_GAP)
            if wanted != (self.rng_estop, self.rng_tgating, self.rng_lagging):
                self.rng_estop, self.rng_tgating, self.rng_lagging = wanted
                self.warn(_WIDENED)
            if self.cruise_speed > self.spd_max:
                self.cruise_speed = self.spd_max
                self.warn(_CAPPED)

    def on_contact(self) -> Utility | None:
        self.relevance = _WEIGHT / self.pwt if self.pwt > 0 else 0.0
        trail, own, place = self.trail, (self.own.x, self.own.y), (self.other.x, self.other.y)
        for mean in self._means:
            mean.add(self.now, self.other.speed)
        self.post("TLEN", trail.length)
        self.post("QLEN", float(len(trail.marks)))
        self.post("MXRNG", self.max_mark_range)
        self.post("AVG2", self._means[0].value)
        self.post("AVG5", self._means[1].value)
        numbers = int(self.max_mark_range / self.inter_mark_range + 1) + 1
        added = trail.add(place, self.inter_mark_range, numbers)
        if added is not None:
            shown = point_text(place, self._label(added), label_color="invisible", vertex_color="white")
            self.post("VIEW_POINT", shown, tag=str(added))
        first = trail.marks[0][1] if trail.marks else None
        for dropped in trail.drop(own, self.radius, self.max_mark_range):
            self.post("VIEW_POINT", no_point_text(self._label(dropped)), tag=str(dropped))
        x, y = following = trail.marks[0][1] if trail.marks else first or place
        if following != place or first is not None:
            self.post("WPTX", x)
            self.post("WPTY", y)
        if not trail.marks:
            return None
        towards = bearing(*own, x, y)
        # its shares count from 0 to 1: other last bits than in percent, which decide where it decides alone
        axes = self.axis("course"), self.axis("speed")
        return steering(*axes, towards, self.own.heading, self._speed(), 0.5, whole=1.0)

    def on_run_to_idle(self) -> None:
        while self.trail.marks:
            number_ = self.trail.marks.pop()[0]
            self.post("VIEW_POINT", no_point_text(self._label(number_)), tag=str(number_))
        self.trail.length = 0.0

    def _label(self, number_: int) -> str:
        return f"{self.community}_{self.contact_name}_{number_}"

    def _speed(self) -> float:
        distance, speed = self.own_side.range, self._means[0].value
        if distance < self.rng_estop:
            return 0.0
        if self.cruise_speed >= 0:
            speed = self.cruise_speed
        elif distance > self.rng_lagging:  # without rng_safety it may be the smaller one
            speed *= self.spd_faster
        elif distance <= self.rng_tgating:
            speed *= self.spd_slower
        return speed
