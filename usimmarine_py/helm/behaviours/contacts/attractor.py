"""BHV_Attractor."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

from usimmarine_py.helm.behaviours.contacts.contact import ContactBehavior
from usimmarine_py.helm.behaviours.contacts.cut_range import blended
from usimmarine_py.helm.functions import Peak, Utility, couple, heading_peak, peak
from usimmarine_py.helm.parameters import number, parameter
from usimmarine_py.maths.angles import bearing
from usimmarine_py.text import read_number
from usimmarine_py.texts.shapes import point_text
from usimmarine_py.values.key import RefusedValueError

#: Points of a piece of its function on each axis.
_SIZES = (2, 3)
#: The speed for which the least and largest rate of closure are found, m/s.
_SPEED = 5.0


def _interval(*, may_be_equal: bool) -> tuple[float, float]:
    def read(text: str) -> tuple[float, float]:
        low, high = [read_number(part) for part in text.split(",")] if text.count(",") == 1 else (None, None)
        if low is None or high is None or low < 0 or low > high or (low == high and not may_be_equal):
            raise RefusedValueError("must be two numbers that rise", text)
        return low, high

    default, what = ((0.0, 0.0), "Where its weight begins to rise, and ends.") if may_be_equal else (
        (0.0, 100.0), "Closest approaches of full and of no utility.",
    )  # fmt: skip
    return parameter(default, read, "text", unit="m", what=what)


class Attractor(ContactBehavior):
    """Stays near a contact and goes along with it."""

    default_name = "(d)bhv_cutrange"
    dist_priority_interval: tuple[float, float] = _interval(may_be_equal=True)
    cpa_utility_interval: tuple[float, float] = _interval(may_be_equal=False)
    giveup_range: float = number(0.0, minimum=0.0, unit="m", what="Beyond this it has no weight; 0: no limit.")
    patience: float = number(0.0, minimum=0.0, maximum=100.0, what="0: fast, 100: by the nearest approach.")
    strength: float = number(1.0, minimum=0.0, maximum=100.0, what="How far its weight rises with the distance.")
    time_on_leg: float = number(15.0, minimum=0.0, unit="s", what="How far it looks ahead.")

    def wanted(self) -> Iterator[str]:
        yield from super().wanted()
        if not self.life.spawned:
            yield "BHV_ABLE_FILTER"

    def on_contact(self) -> Utility | None:
        own, other = self.own, self.other
        if not self.contact_name:
            self.fail("contact ID not set.")
            return None
        reported = (self.state.time or 0.0) if self.state is not None else 0.0
        self.post("ATTRACTOR_CONTACT_TIME", float(int(reported + 0.5)))
        self.post("ATTRACTOR_DELTA_TIME", float(int(self.written_now - reported + 0.5)))
        self.relevance = self._weight(self.own_side.range)
        if self.relevance <= 0:
            return None
        self._draw(active=True)
        heading = radians(own.heading)
        ahead = sin(heading) * (other.x - own.x) + cos(heading) * (other.y - own.y)
        if ahead < 0:
            self.relevance *= 2
            return self._go_along(bearing(own.x, own.y, other.x, other.y))
        if self.own_side.range <= self.dist_priority_interval[0]:
            return self._go_along(other.heading)
        full, none = self.cpa_utility_interval
        if self.time_on_leg < 1:
            self.warn("Error in initializing AOF_AttractorCPA.")
            return None
        if self.refused_building:
            self.warn(self.refused_building)
            return None
        return blended(
            (self.axis("course"), self.axis("speed")), own, other, self.time_on_leg, self.patience, _SIZES,
            full, none, _SPEED, again=True,
        )  # fmt: skip

    def _weight(self, distance: float) -> float:
        near, far = self.dist_priority_interval
        self.post("ATTRACTOR_RANGE_TO_CONTACT", float(int(distance + 0.5)))
        if 0 < self.giveup_range < distance:
            return 0.0
        if distance >= far:
            weight = 1 + self.strength
        elif distance < near:
            weight = distance / near
        else:
            weight = 1 + self.strength * (distance - near) / (far - near)
        self.post("ATTRACTOR_RELEVANCE", float(int(weight * 100 + 0.5)))
        return weight

    def _go_along(self, course: float) -> Utility:
        turn = heading_peak(self.axis("course"), Peak(course, 120.0, 60.0, 10.0))
        return couple(turn, peak(self.axis("speed"), Peak(self.other.speed, 0.1, 2.0, 50.0)), again=True)

    def on_run_to_idle(self) -> None:
        self._draw(active=False)

    def _draw(self, *, active: bool) -> None:
        if active:
            self._place = self.other.x, self.other.y
        off = {} if active else {"active": False}
        self.post("VIEW_POINT", point_text(self._place, f"{self.community}_attractor", **off))

    _place = (0.0, 0.0)
