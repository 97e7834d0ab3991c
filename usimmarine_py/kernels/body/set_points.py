"""From demands in per cent to set-points of the actuator states, thrusters shared out (laws/actuators 2).

The records are declared once, as those of ``records.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from usimmarine_py.values.frozen import dataclass

#: How a set-point follows from demands.
(ZERO, RUDDER, ELEVATOR, SHAFT, BOW, JET, BUCKET, ENGINE, SHARED, FIN) = (float(kind) for kind in range(10))
#: Of which thrust a shaft of a differential drive gets its share.
COMMON, LEFT, RIGHT, BOTH = 0.0, 1.0, 2.0, 3.0
_ROUNDING = 1.0 - 1e-12  # full thrust may miss the limit by the digits of its matrix


@dataclass(frozen=True, slots=True)
class Reach:
    """Force (N) of one thruster at 100 and at -100 per cent of a demand."""

    more: float = 0.0
    less: float = 0.0


@dataclass(frozen=True, slots=True)
class ThrusterTerms:
    """One allocated thruster: limits (N), gains of K n |n|, and its part in every demand."""

    low: float
    high: float
    K_pos: float
    K_neg: float
    surge: Reach = Reach()
    sway: Reach = Reach()
    heave: Reach = Reach()
    pitch: Reach = Reach()
    yaw: Reach = Reach()


@dataclass(frozen=True, slots=True)
class SetPointTerms:
    """One set-point: what it follows, with which numbers, within which limits.

    ``a``: the angle at 100 % (rad; m of a sliding mass) of RUDDER and ELEVATOR, 1 for thrust proportional to the demand
    of SHAFT and BOW, the band (%) of BUCKET, the index among the thrusters of SHARED; angles (rad) at 100 % of rudder
    ``a`` and elevator ``b`` of FIN.
    """

    kind: float
    a: float
    b: float
    low: float
    high: float
    side: float = COMMON


@dataclass(frozen=True, slots=True)
class CommandTerms:
    """Numbers of a vehicle's commands."""

    points: float  #: number of set-points
    thrusters: float  #: number of allocated thrusters
    differential: float = 0.0  #: 1 = thrust of both sides is mixed of thrust and rudder
    mix: float = 0.5  #: share of the rudder in either side
    X_max: float = 0.0  #: N, of a generalised force at full thrust
    N_max: float = 0.0  #: N m, at full rudder


class CommandBody(NamedTuple):
    """What ``set_points`` reads of a vehicle."""

    terms: CommandTerms
    points: Sequence[SetPointTerms]
    thrusters: Sequence[ThrusterTerms]


def percent(value: float) -> float:
    """Return a demand within [-100, 100]; not-a-number is -100."""
    raised = value if value > -100.0 else -100.0
    return raised if raised < 100.0 else 100.0


def set_points(
    thrust: float, rudder: float, elevator: float, left: float, right: float, bow: float, sides: bool,
    sway: float, heave: float, body: CommandBody, force: Any, more: Any, out: Any, first: int
) -> tuple[float, float]:  # fmt: skip
    """Put the set-points of a demand (per cent) into ``out`` from ``first`` on; return its direct force X (N), N (N m).

    ``left`` and ``right`` count when ``sides`` is true. ``force`` and ``more`` are scratch, an entry a thruster; all
    three are lists or arrays of floats.
    """
    c = body.terms
    thrust, rudder, elevator = percent(thrust), percent(rudder), percent(elevator)
    left, right, bow = percent(left), percent(right), percent(bow)
    if c.differential == 0.0:
        if sides:
            # the inverse of a differential drive's mixing, as uSimMarine has it
            thrust, rudder = 0.5 * (left + right), 0.5 * (left - right)
    elif not sides:
        left, right = percent(thrust + c.mix * rudder), percent(thrust - c.mix * rudder)
    if c.thrusters > 0.0:
        _share_out(thrust, percent(sway), percent(heave), elevator, rudder, body, force, more)
    beyond = 0.0
    for i in range(int(c.points)):
        point = body.points[i]
        if point.kind == FIN:
            size = abs(0.01 * (rudder * point.a + elevator * point.b)) / point.high
            beyond = size if size > beyond else beyond
    for i in range(int(c.points)):
        point = body.points[i]
        kind, low, high = point.kind, point.low, point.high
        value = 0.0
        if kind == RUDDER:
            value = point.a * rudder / 100.0
        elif kind == ELEVATOR:
            value = point.a * elevator / 100.0
        elif kind == SHARED:
            value = force[int(point.a)]
        elif kind == FIN:
            value = 0.01 * (rudder * point.a + elevator * point.b)
            if beyond > 1.0:
                # beyond a limit all shrink together
                value = value / beyond
        elif kind == ENGINE:
            # the thrust says how much buoyancy is used, the elevator which way and how steeply (laws/actuators 2.6)
            drive = (thrust if thrust > 0.0 else 0.0) * elevator / 1e4
            value = -drive * high if drive < 0.0 else drive * low
        elif kind == BOW:
            value = shaft_speed(bow, low, high, point.a)
        elif kind != ZERO:
            share = thrust
            if point.side == LEFT:
                share = left
            elif point.side == RIGHT:
                share = right
            elif point.side == BOTH:
                share = 0.5 * (left + right)
            if kind == SHAFT:
                value = shaft_speed(share, low, high, point.a)
            elif kind == JET:
                value = low + (high - low) * abs(share) / 100.0
            else:
                value = share / point.a
                value = -1.0 if value < -1.0 else 1.0 if value > 1.0 else value
        value = value if value > low else low  # not-a-number is the lower limit
        out[first + i] = value if value < high else high
    return c.X_max * thrust / 100.0, c.N_max * rudder / 100.0


def shaft_speed(share: float, low: float, high: float, linear: float) -> float:
    """Return the set-point of a shaft: ``high`` at 100 per cent, ``low`` at -100 (when that runs astern).

    ``linear`` (not 0) makes the force, not the speed, proportional to the demand.
    """
    share = share / 100.0
    if linear != 0.0:
        share = sqrt(share) if share >= 0.0 else -sqrt(-share)
    return high * share if share >= 0.0 else -low * share


def _share_out(
    surge: float, sway: float, heave: float, pitch: float, yaw: float,
    body: CommandBody, force: Any, more: Any
) -> None:  # fmt: skip
    """Shaft speeds of the allocated thrusters into ``force``: heave is served first, then pitch, then the others,
    which shrink together (laws/actuators 2.5).
    """
    count = int(body.terms.thrusters)
    for i in range(count):
        force[i] = 0.0
    for group in range(3):
        for i in range(count):
            t = body.thrusters[i]
            if group == 0:
                more[i] = _part(heave, t.heave)
            elif group == 1:
                more[i] = _part(pitch, t.pitch)
            else:
                more[i] = _part(surge, t.surge) + _part(sway, t.sway) + _part(yaw, t.yaw)
        share = 1.0
        for i in range(count):
            added = more[i]
            if added != 0.0:
                room = (body.thrusters[i].high if added > 0.0 else body.thrusters[i].low) - force[i]
                if room / added < share * _ROUNDING:
                    share = room / added if room / added > 0.0 else 0.0
        for i in range(count):
            force[i] += share * more[i]
    for i in range(count):
        t = body.thrusters[i]
        # the shaft speed that makes the force at rest in deep water
        if force[i] >= 0.0:
            force[i] = sqrt(force[i] / t.K_pos) if t.K_pos > 0.0 else 0.0
        else:
            force[i] = -sqrt(-force[i] / t.K_neg) if t.K_neg > 0.0 else 0.0


def _part(share: float, reach: Reach) -> float:
    """Force (N) that a demand asks of a thruster."""
    return 0.01 * abs(share) * (reach.more if share > 0.0 else reach.less)
