"""Which rule of the road applies to a contact: the mode and sub mode of BHV_AvdColregs.

Own ship's courses and bearings of the contact are relative to its heading (``beta``), those of own ship to the
contact's (``alpha``); deg. The tests stand in the original's order; a mode is kept until its own release.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from math import cos, radians, sin

from usimmarine_py.helm.functions.turns import TurningCrossing
from usimmarine_py.helm.platform import TurningModel
from usimmarine_py.maths.angles import angle_180
from usimmarine_py.maths.encounters.crossing import Crossing, PlatformCrossing
from usimmarine_py.maths.encounters.motion import closest_approach, closing_rate
from usimmarine_py.maths.encounters.rules import ABAFT as _STERN_LIGHT
from usimmarine_py.maths.encounters.rules import HEAD_ON_SECTOR as _HEAD_ON
from usimmarine_py.maths.encounters.sides import StraightMotion
from usimmarine_py.sums import plain_sum
from usimmarine_py.values.frozen import dataclass

#: Horizon of the closest approach by the present courses, s.
HORIZON = 120.0
#: The contact's turn is judged over this span, s, once it is known for so long.
_TURN_SPAN, _TURN_LEAST = 5.0, 4.0
#: A closest approach that exceeds a limit by less than this (m) is equal to it: in the original, too, rounding decides
#: there, which differs from iteration to iteration.
_ROUNDING = 1e-9


@dataclass(slots=True)
class RuleDistances:
    """Distances (m) of the tests."""

    outer: float
    least: float  #: of the closest approach
    most: float
    bow: float  #: crossing farther ahead than this is well ahead
    turn_radius: float


class Situation:
    """Own ship and a contact in one iteration."""

    #: Whether the closing rate takes own ship's course in whole degrees.
    whole_degrees = True

    def __init__(self, own: StraightMotion, other: StraightMotion) -> None:
        self.own, self.other = own, other
        self.of_own, self.of_contact = Crossing(own, other), Crossing(other, own)
        #: How both go on by their present courses.
        self.own_way, self.contact_way = self.of_own, self.of_contact
        self.range = self.of_own.side.range
        self.alpha, self.beta = self.of_own.side.relative, self.of_contact.side.relative
        self.closing = closing_rate(own, other, whole_degrees=self.whole_degrees)
        self.contact_on_port = self.of_contact.side.port

    @property
    def approach(self) -> float:
        """The closest approach by the present courses, m."""
        return closest_approach(self.own_way.vehicle, self.other, HORIZON)

    @property
    def own_passes(self) -> bool:
        """Whether own ship passes the contact."""
        return bool(self.own_way.passes(self.own.heading, self.own.speed))

    @property
    def contact_passes(self) -> bool:
        """Whether the contact passes own ship."""
        return bool(self.contact_way.passes(self.other.heading, self.other.speed))


class ModelledSituation(Situation):
    """The same as BHV_AvdColregsV26 sees it through its model of the vehicle.

    Odd, but so: the present courses begin where own ship was when it ran last, and for the contact in the origin.
    """

    whole_degrees = False

    def __init__(self, own: StraightMotion, other: StraightMotion, begin: tuple[float, float]) -> None:
        super().__init__(own, other)
        self.of_own = PlatformCrossing(own, other)
        self.own_way = Crossing(own._replace(x=begin[0], y=begin[1]), other)
        self.contact_way = Crossing(other._replace(x=0.0, y=0.0), own)


class TurningSituation(ModelledSituation):
    """The same with a model that turns: own ship's courses begin with a turn from the heading that it had."""

    def __init__(
        self, own: StraightMotion, other: StraightMotion, begin: StraightMotion | None, model: TurningModel
    ) -> None:
        super().__init__(own, other, (begin.x, begin.y) if begin is not None else (0.0, 0.0))
        self.of_own = TurningCrossing(own, other, model, own)
        if begin is not None:
            self.own_way = TurningCrossing(self.own_way.vehicle, other, model, begin)

    @property
    def approach(self) -> float:
        if not isinstance(self.own_way, TurningCrossing):
            return super().approach
        return float(self.own_way.approach(self.own.heading, self.own.speed, HORIZON))


class ModeKeeper:
    """The mode and sub mode, from iteration to iteration."""

    def __init__(self) -> None:
        self.mode, self.sub = "none", "none"
        self.stand_on = (0.0, 0.0)  #: own heading (deg) and speed (m/s) when the present stand-on mode began
        self.notes: list[str] = []  #: what the test for head-on says
        self.bow_distance: float | None = None  #: m, of the last test for giving way
        self.turn_gap: float | None = None
        self._headings: deque[tuple[float, float]] = deque()

    def update(self, now: float, seen: Situation, limits: RuleDistances, *, head_on_only: bool = False) -> None:
        """Go through the tests."""
        self.notes, self.bow_distance, self.turn_gap = [], None, None
        self._headings.append((now, seen.other.heading))
        while now - self._headings[0][0] >= _TURN_SPAN:
            self._headings.popleft()
        before = self.mode
        for name, test in (
            ("overtaking", self._overtaking), ("headon", self._head_on), ("standon_ot", self._overtaken),
            ("giveway", self._give_way), ("standon", self._stand_on),
        ):  # fmt: skip
            if self.mode in ("none", "cpa", name):
                test(seen, limits, self.mode == name)
        if self.mode in ("none", "cpa"):
            self._set("none" if seen.range > limits.outer else "cpa")
        if self.mode in ("standon", "standon_ot") and before != self.mode:
            self.stand_on = seen.own.heading, seen.own.speed
        if head_on_only and self.mode in ("overtaking", "giveway", "standon", "standon_ot"):
            self._set("cpa")

    def _set(self, mode: str = "none", sub: str = "none") -> None:
        self.mode, self.sub = mode, sub

    def _overtaking(self, seen: Situation, limits: RuleDistances, on: bool) -> None:
        if seen.range >= limits.outer or seen.closing < 0:
            self._set()
        elif on:
            if seen.alpha > 337.5 or seen.alpha < 22.5:
                self._set("cpa")
            elif self.sub == "port" and 180 < seen.beta < 355:
                self.sub = "starboard"
            elif self.sub == "starboard" and seen.beta < 5:
                self.sub = "port"
        elif not _STERN_LIGHT <= seen.alpha <= 360 - _STERN_LIGHT or not seen.own_passes:
            self._set()
        else:
            self._set("overtaking", "starboard" if seen.contact_on_port else "port")

    def _head_on(self, seen: Situation, limits: RuleDistances, on: bool) -> None:
        if on:
            wide, wide_too = seen.beta - _HEAD_ON, seen.alpha - _HEAD_ON
            to_starboard = seen.of_own.side.starboard and seen.of_contact.side.starboard
            if seen.range > limits.least and seen.closing < 0:
                self.notes.append("release due to opening range")
            if seen.of_own.side.aft:
                self.notes.append("release due to os aft of cn")
            if to_starboard and (wide > 5 or wide_too > 5 or wide + wide_too > 7.5):
                self.notes.append("release due to passing to port")
            if self.notes:
                self._set()
        elif seen.range >= 2 * limits.outer:
            self.notes.append("not entered due to range")
            self._set()
        elif abs(angle_180(seen.beta)) > _HEAD_ON or abs(angle_180(seen.alpha)) > _HEAD_ON:
            self.notes.append("not entered due to rel bearing")
            self._set()
        else:
            self.notes.append("entered head-on mode")
            self._set("headon")

    def _overtaken(self, seen: Situation, limits: RuleDistances, on: bool) -> None:
        astern = _STERN_LIGHT <= seen.beta <= 360 - _STERN_LIGHT
        begins = astern and seen.contact_passes and seen.approach <= limits.most + _ROUNDING
        if seen.range >= limits.outer or (seen.closing < 0 if on else not begins):
            self._set()
        elif self._in_extremis(seen, limits):
            self._set("standon_ot", "inextremis")
        else:
            self._set("standon_ot", "port" if seen.contact_on_port else "starboard")

    def _in_extremis(self, seen: Situation, limits: RuleDistances) -> bool:
        return seen.range <= limits.most and seen.approach <= limits.least

    def _give_way(self, seen: Situation, limits: RuleDistances, on: bool) -> None:
        if seen.range >= limits.outer:
            self._set()
        elif on:
            if (seen.range > limits.least and seen.closing < 0) or seen.of_own.side.starboard:
                self._set("cpa")
        elif seen.alpha < 360 - _STERN_LIGHT or seen.beta > _STERN_LIGHT:
            self._set()
        else:
            self._set("giveway", "bow" if self._well_ahead(seen, limits) else "stern")

    def _well_ahead(self, seen: Situation, limits: RuleDistances) -> bool:
        """Whether own ship gives way by crossing ahead."""
        own, contact = seen.own, seen.own_way
        self.bow_distance = contact.bow_distance(own.heading, own.speed)
        if contact.crosses_bow(own.heading, own.speed):
            self.turn_gap = _turn_gap(own, seen.other, limits.turn_radius)
            return self.bow_distance > limits.bow or self.turn_gap < limits.bow
        if contact.crosses_stern(own.heading, own.speed):
            return False
        return abs(angle_180(own.heading - seen.other.heading)) < 90 and own.speed > 0

    def _stand_on(self, seen: Situation, limits: RuleDistances, on: bool) -> None:
        if seen.range >= limits.outer or (on and seen.range > limits.least and seen.closing < 0):
            self._set()
            return
        other = seen.other
        crosses = seen.contact_way.crosses_line(other.heading, other.speed)
        if seen.beta < 360 - _STERN_LIGHT or seen.alpha > _STERN_LIGHT or not crosses or seen.closing < 0:
            if not on:
                self._set()
            return
        if self._in_extremis(seen, limits):
            sub = "inextremis"
        elif seen.of_own.side.port:
            sub = "neither"
        else:
            ahead = seen.contact_way.bow_distance(other.heading, other.speed)
            sub = stand_on_sub_mode(seen.beta, ahead, limits.least, limits.most, self._turn())
        self._set("standon", sub)

    def _turn(self) -> float | None:
        """Return the contact's rate of turn (deg/s); None while it is not known."""
        span = self._headings[-1][0] - self._headings[0][0]
        if span < _TURN_LEAST:
            return None
        return plain_sum(angle_180(b - a) for (_, a), (_, b) in pairwise(self._headings)) / span


def _turn_gap(own: StraightMotion, other: StraightMotion, radius: float) -> float:
    """Return the distance (m) of the contact's line from the circle on which own ship turns to starboard."""
    right, ahead = radians(own.heading + 90), radians(other.heading)
    dx, dy = own.x + radius * sin(right) - other.x, own.y + radius * cos(right) - other.y
    return max(abs(dx * cos(ahead) - dy * sin(ahead)) - radius, 0.0)


def stand_on_sub_mode(beta: float, ahead: float, least: float, most: float, turn: float | None) -> str:
    """Return how sure it is on which side of own ship the contact passes.

    ``ahead`` is how far ahead of own ship it crosses (m, -1: astern), ``turn`` its rate of turn (deg/s) if known.
    """

    def below(rate: float) -> bool:
        return turn is not None and turn < rate

    half = (least + most) / 2
    if beta > 350:
        if ahead >= least:
            return "bow" if below(0) else "unsure_bow"
        if ahead > 0:
            return "unsure_bow" if below(0) else "unsure"
        return "unsure_stern"
    if ahead <= 0:
        return "stern"
    if beta > 315:
        if ahead >= half:
            return "bow" if below(3) else "unsure_bow"
        if ahead >= least:
            return "bow" if below(0.1) else "unsure_bow"
        return "unsure_bow" if below(0) else "unsure"
    if beta >= 270:
        if ahead >= most:
            return "bow"
        if ahead >= half:
            return "bow" if below(0.1) else "unsure_bow"
        return "unsure_bow" if below(0) else "unsure"
    return "unsure_bow" if ahead >= half and below(0.1) else "unsure"
