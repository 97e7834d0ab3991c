"""Thrust in per cent to speed in m/s: the map itself and the rules by which a ``thrust_map`` line is read
(laws/kinematics 2).

Two tables, one for positive and one for negative thrust, kept in the order of growing thrust. Numbers in parentheses
are of laws/kinematics; "documented" means the law of the published documentation.
"""

from __future__ import annotations

import math
from enum import Enum
from itertools import pairwise

from usimmarine_py.kernels import kinematic
from usimmarine_py.text import bite, compact_number, read_number, split
from usimmarine_py.values.frozen import dataclass, replace

Pair = tuple[float, float]
Table = tuple[Pair, ...]

_ORIGIN: Pair = (0.0, 0.0)
FULL_THRUST = 100.0
#: Why the documented law takes no pair 0:0.
IMPLIED = "thrust 0 always has speed 0"


@dataclass(frozen=True, slots=True)
class KinematicThrustMap:
    """What turns thrust into speed. An empty map with factor 0 gives speed 0 for every thrust."""

    positive: Table = ()  #: (thrust %, speed m/s) with thrust > 0, thrust and speed growing
    negative: Table = ()  #: the same with thrust < 0
    factor: float = 0.0  #: % per m/s, used for positive thrust while ``positive`` is empty
    reflect: bool = False  #: negative thrust mirrors positive thrust while ``negative`` is empty

    def offer(self, thrust: float, speed: float) -> tuple[KinematicThrustMap, bool]:
        """Return the map with a pair (%, m/s) taken in, and whether it was; a refused pair leaves the map as it was
        (laws/kinematics 2).

        A pair 0:0 is accepted and stores nothing. An equal thrust replaces the earlier pair.
        """
        problem = self.refusal(thrust, speed)
        if problem or thrust == 0:
            return self, not problem
        if thrust > 0:
            return replace(self, positive=_inserted(self.positive, thrust, speed)), True
        return replace(self, negative=_inserted(self.negative, thrust, speed)), True

    def refusal(self, thrust: float, speed: float) -> str:
        """Why ``offer`` would refuse the pair; empty when it would not."""
        if not abs(thrust) <= FULL_THRUST:
            return "thrust is outside [-100, 100]"
        if not math.isfinite(speed):
            return "speed is not a finite number"
        if thrust == 0:
            return "thrust 0 must have speed 0" if speed != 0 else ""
        if (thrust > 0 and speed < 0) or (thrust < 0 and speed > 0):
            return "speed has the other sign than thrust"
        table = _inserted(self.positive if thrust > 0 else self.negative, thrust, speed)
        if any(left[1] > right[1] for left, right in pairwise(table)):
            return "speed would no longer grow with thrust"
        return ""

    def with_factor(self, factor: float) -> KinematicThrustMap:
        """Return the map with another factor (% per m/s); a negative or infinite one is ignored."""
        return replace(self, factor=factor) if 0 <= factor < math.inf else self

    def with_reflect(self, reflect: bool) -> KinematicThrustMap:
        """Return the map with reflection switched (3, ``thrust_reflect``)."""
        return replace(self, reflect=reflect)

    @property
    def uses_factor(self) -> bool:
        """Whether positive thrust goes by the factor, for want of positive pairs (laws/usimmarine 6)."""
        return not self.positive

    def speed(self, thrust: float) -> float:
        """Return the speed (m/s) at a thrust (%), which is not limited here (laws/kinematics 2)."""
        return kinematic.map_speed(self.positive, self.negative, self.factor, self.reflect, thrust)

    def thrust(self, speed: float) -> float:
        """Thrust (%) for a speed (m/s) as the references invert the map (laws/kinematics 2).

        The top speed maps to +-100; on an inner plateau a positive speed gives the lowest thrust, a negative one the
        thrust of highest magnitude. ``smallest_thrust`` is the documented inverse.
        """
        if speed > 0:
            return self._positive_thrust(speed)
        if speed < 0:
            if self.negative:
                return self._negative_thrust(speed)
            return -self.thrust(-speed) if self.reflect else 0.0
        return 0.0

    def smallest_thrust(self, speed: float) -> float:
        """Thrust (%) of smallest magnitude that gives a speed (m/s), by the documented law.

        Beyond the ends it is the smallest thrust that gives the end's speed.
        """
        if speed > 0:
            if not self.positive:
                return min(speed * self.factor, FULL_THRUST)
            return _smallest(self.positive, speed)
        if speed < 0:
            if self.negative:
                return -_smallest(_mirrored(self.negative), -speed)
            return -self.smallest_thrust(-speed) if self.reflect else 0.0
        return 0.0

    @property
    def positive_text(self) -> str:
        """The positive pairs as the report prints them: ``20,2.4, 50,4.2`` (laws/usimmarine 6); empty without any."""
        return ", ".join(f"{compact_number(t, 4)},{compact_number(v, 4)}" for t, v in self.positive)

    @property
    def negative_text(self) -> str:
        """The negative pairs as the report prints them: ``-75:-3.2, -10:-2``, or that they are mirrored
        (laws/usimmarine 6).
        """
        if self.reflect:
            return "Positive thrust-map reflected"
        return ", ".join(f"{compact_number(t, 4)}:{compact_number(v, 4)}" for t, v in self.negative)

    def _positive_thrust(self, speed: float) -> float:
        table = self.positive
        if not table:
            return speed * self.factor
        if speed >= table[-1][1]:
            return FULL_THRUST
        place = sum(v < speed for _, v in table)
        return _inverted(table[place - 1] if place else _ORIGIN, table[place], speed)

    def _negative_thrust(self, speed: float) -> float:
        table = self.negative
        if speed <= table[0][1]:
            return -FULL_THRUST
        place = sum(v < speed for _, v in table)
        return _inverted(table[place - 1], table[place] if place < len(table) else _ORIGIN, speed)


def _inserted(table: Table, thrust: float, speed: float) -> Table:
    return tuple(sorted([pair for pair in table if pair[0] != thrust] + [(thrust, speed)]))


def _mirrored(table: Table) -> Table:
    return tuple((-t, -v) for t, v in reversed(table))


def _inverted(left: Pair, right: Pair, speed: float) -> float:
    slope = (right[1] - left[1]) / (right[0] - left[0])
    if slope == 0:
        return left[0]
    return (speed - (left[1] - slope * left[0])) / slope


def _smallest(table: Table, speed: float) -> float:
    """Return the smallest positive thrust for a positive speed; the end of the table counts for more than its speed."""
    left = _ORIGIN
    desired = min(speed, table[-1][1])
    if desired <= 0:
        return 0.0
    for right in table:
        if right[1] >= desired:
            if right[1] == desired:
                return right[0]
            return left[0] + (desired - left[1]) / (right[1] - left[1]) * (right[0] - left[0])
        left = right
    return left[0]


class OnRefusal(Enum):
    """What an unusable pair does to the rest of its line."""

    STOP = "stop"  #: reading ends, pairs already taken stay (CLASSIC, V22)
    CLEAR = "clear"  #: the whole map becomes an empty map without factor (V23)
    SKIP = "skip"  #: only that pair is left out (documented, and all dialects without quirks)


@dataclass(frozen=True, slots=True)
class ThrustMapRule:
    """How a ``thrust_map`` line is read: the differences between the dialects (laws/kinematics 2, laws/usimmarine
    12).
    """

    on_refusal: OnRefusal = OnRefusal.SKIP
    replaces: bool = False  #: a line starts from an empty map with factor 0 and no reflection
    exponent: bool = False  #: numbers may have an exponent
    zero_pair: bool = True  #: 0:0 is a usable pair (one that stores nothing)


CLASSIC_RULE = ThrustMapRule(OnRefusal.STOP)  #: CLASSIC and V22 with ``quirks = true``
V23_RULE = ThrustMapRule(OnRefusal.CLEAR, replaces=True)  #: V23 with ``quirks = true``
FORGIVING_RULE = ThrustMapRule()  #: classic, v22 and v23 with ``quirks = false``
DOCUMENTED_RULE = ThrustMapRule(exponent=True, zero_pair=False)  #: dialect ``documented``


@dataclass(frozen=True, slots=True)
class RefusedPair:
    """One pair of a ``thrust_map`` line that was not taken, and why."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class ThrustMapReading:
    """The map after a line, and what was refused; ``handled`` is False when the references would complain."""

    map: KinematicThrustMap
    refused: tuple[RefusedPair, ...] = ()

    @property
    def handled(self) -> bool:
        """Whether every pair was taken."""
        return not self.refused

    @property
    def left_out(self) -> str:
        """The first pairs that were not taken, each with its reason."""
        shown = "; ".join(f"{pair.text or 'an empty pair'}: {pair.reason}" for pair in self.refused[:3])
        return f"pairs left out: {shown}{f' and {len(self.refused) - 3} more' if len(self.refused) > 3 else ''}"

    @property
    def wrong(self) -> bool:
        """Whether a pair was not taken that is not merely implied."""
        return any(pair.reason != IMPLIED for pair in self.refused)


def read_thrust_map(line: str, before: KinematicThrustMap, rule: ThrustMapRule = FORGIVING_RULE) -> ThrustMapReading:
    """Offer the pairs ``thrust:speed, ...`` of a line to a map, in the order written (laws/kinematics 2)."""
    found = KinematicThrustMap() if rule.replaces else before
    refused: list[RefusedPair] = []
    for piece in split(line, ","):
        left, right = bite(piece, ":")
        thrust = read_number(left, exponent=rule.exponent)
        speed = read_number(right, exponent=rule.exponent)
        if thrust is None or speed is None:
            reason = "not two numbers thrust:speed"
        elif thrust == 0 and not rule.zero_pair:
            reason = found.refusal(thrust, speed) or IMPLIED
        else:
            reason = found.refusal(thrust, speed)
            found = found.offer(thrust, speed)[0]
        if reason:
            refused.append(RefusedPair(piece, reason))
            if rule.on_refusal is OnRefusal.CLEAR:
                return ThrustMapReading(KinematicThrustMap(), tuple(refused))
            if rule.on_refusal is OnRefusal.STOP:
                break
    return ThrustMapReading(found, tuple(refused))
