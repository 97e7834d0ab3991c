"""The true motion that sensors measure, for every backend.

Frames: NED for positions and ground velocities, BODY for body velocities, rates and accelerations; rad, m, s.
"""

from __future__ import annotations

from math import cos, nan, pi, radians, sin

from usimmarine_py.sea.waves import WaveMotion
from usimmarine_py.values import Environment, VehicleState
from usimmarine_py.values.frozen import dataclass

TWO_PI = 2.0 * pi
Vector = tuple[float, float, float]
_ZERO: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True)  # no slots: between two steps one is made for each sample
class Truth:
    """The true motion of a vehicle and its surroundings at one time."""

    time: float = 0.0  #: s
    place: Vector = _ZERO  #: m, north, east, down
    attitude: Vector = _ZERO  #: rad, roll, pitch, heading
    velocity: Vector = _ZERO  #: m/s over ground, BODY
    rates: Vector = _ZERO  #: rad/s, BODY
    acceleration: Vector = _ZERO  #: m/s2, rate of ``velocity``
    spin: Vector = _ZERO  #: rad/s2, rate of ``rates``
    water: Vector = _ZERO  #: m/s through the water, BODY
    wind_speed: float = 0.0  #: m/s
    wind_towards: float = 0.0  #: rad
    altitude: float = nan  #: m, nan while the water depth is unknown
    surface: float = 0.0  #: m, elevation of the waves that the vehicle moves in, positive up


_VECTORS = ("place", "attitude", "velocity", "rates", "acceleration", "spin", "water")
_NUMBERS = ("time", "wind_speed", "wind_towards", "altitude", "surface")
_ANGLES = frozenset(("attitude", "wind_towards"))
#: Cached times between two steps.
MOST_MOMENTS = 1000

Turns = tuple[float, float, float, float, float, float]


def turns(roll: float, pitch: float, psi: float) -> Turns:
    """Cosine and sine of each of the three angles (rad)."""
    return cos(roll), sin(roll), cos(pitch), sin(pitch), cos(psi), sin(psi)


def to_ned(roll: float, pitch: float, psi: float, a: Vector) -> Vector:
    """R a: BODY to NED (Euler zyx)."""
    return turned(turns(roll, pitch, psi), a)


def turned(by: Turns, a: Vector) -> Vector:
    """``to_ned`` from the angles' ``turns``."""
    cf, sf, ct, st, cp, sp = by
    x, y, z = a
    along = ct * x + st * (sf * y + cf * z)
    across = cf * y - sf * z
    return cp * along - sp * across, sp * along + cp * across, -st * x + ct * (sf * y + cf * z)


def to_body(roll: float, pitch: float, psi: float, a: Vector) -> Vector:
    """R^T a: NED to BODY."""
    cf, sf, ct, st, cp, sp = cos(roll), sin(roll), cos(pitch), sin(pitch), cos(psi), sin(psi)
    n, e, d = a
    along = cp * n + sp * e
    across = cp * e - sp * n
    lifted = st * along + ct * d
    return ct * along - st * d, cf * across + sf * lifted, cf * lifted - sf * across


def truth_from(state: VehicleState, environment: Environment, previous: Truth | None = None) -> Truth:
    """Return the truth of ``state``.

    Velocities and rates are those of ``nu``, if the backend fills it; otherwise they follow from speed and course
    over ground and from the change since ``previous``. Accelerations are the change of BODY velocities since
    ``previous`` (zero without one).
    """
    attitude = (state.roll, state.pitch, radians(state.heading))
    dt = state.time - previous.time if previous is not None else 0.0
    if len(state.nu) == 6:
        u, v, w, p, q, r = state.nu
        velocity, rates = (u, v, w), (p, q, r)
        current = to_body(
            *attitude,
            (
                environment.current_north + environment.drift_y,
                environment.current_east + environment.drift_x,
                environment.current_down,
            ),
        )
        water = (u - current[0], v - current[1], w - current[2])
    else:
        course = radians(state.hog)
        moves = previous is not None and dt > 0.0
        sink = (state.depth - previous.place[2]) / dt if previous is not None and moves else 0.0
        ground = (state.sog * cos(course), state.sog * sin(course), sink)
        velocity = to_body(*attitude, ground)
        rates = _turning(attitude, previous.attitude, dt) if previous is not None and moves else _ZERO
        water = (state.speed, 0.0, velocity[2])
    acceleration = spin = _ZERO
    if previous is not None and dt > 0.0:
        acceleration, spin = _rise(previous.velocity, velocity, dt), _rise(previous.rates, rates, dt)
    return Truth(
        state.time, (state.y, state.x, state.depth), attitude, velocity, rates, acceleration, spin, water,
        environment.wind_speed or 0.0, radians(environment.wind_towards), state.altitude,
    )  # fmt: skip


def _rise(before: Vector, after: Vector, dt: float) -> Vector:
    return (after[0] - before[0]) / dt, (after[1] - before[1]) / dt, (after[2] - before[2]) / dt


def _turning(attitude: Vector, before: Vector, dt: float) -> Vector:
    """p, q, r from the change of the Euler angles in ``dt`` s."""
    roll, pitch, psi = attitude
    droll, dpitch, dpsi = (roll - before[0]) / dt, (pitch - before[1]) / dt, short_way(psi - before[2]) / dt
    cf, sf, ct, st = cos(roll), sin(roll), cos(pitch), sin(pitch)
    return droll - st * dpsi, cf * dpitch + ct * sf * dpsi, ct * cf * dpsi - sf * dpitch


def riding(t: Truth, motion: WaveMotion) -> Truth:
    """Add the motion in waves to the truth, including rates and accelerations (laws/sensors 3.1).

    Heave is added along the vertical, roll and pitch to the Euler angles; the heading is unchanged. ``motion`` gives
    rates for a constant heading; the terms of the vehicle's turning are added here. The log is not affected.
    """
    if motion.still:
        return t
    (roll, pitch, psi), (p, q, r) = t.attitude, t.rates
    cf, sf, ct, st, _, _ = turns(*t.attitude)
    # of the vehicle itself: Euler rates and accelerations. At 90 degrees of pitch there is no heading
    level = ct if abs(ct) > 1e-9 else 1e-9
    dpsi = (q * sf + r * cf) / level
    dphi, dtheta = p + dpsi * st, q * cf - r * sf
    e1, e2, e3 = _bent(cf, sf, ct, st, dphi, dtheta, dpsi)
    a1, a2, a3 = t.spin[0] - e1, t.spin[1] - e2, t.spin[2] - e3
    ddpsi = (a2 * sf + a3 * cf) / level
    ddphi, ddtheta = a1 + ddpsi * st, a2 * cf - a3 * sf
    a, b = motion.roll, motion.pitch
    sink, da, db = motion.rates
    dsink, dda, ddb = motion.accelerations
    dphi, dtheta = dphi + da + dpsi * b, dtheta + db - dpsi * a
    ddphi += dda + 2.0 * dpsi * db - dpsi * dpsi * a + ddpsi * b
    ddtheta += ddb - 2.0 * dpsi * da - dpsi * dpsi * b - ddpsi * a
    n, e, d = to_ned(*t.attitude, t.velocity)
    a_n, a_e, a_d = to_ned(*t.attitude, plus(t.acceleration, cross(t.rates, t.velocity)))
    attitude = (roll + a, pitch + b, psi)
    velocity = to_body(*attitude, (n, e, d + sink))
    cf, sf, ct, st, _, _ = turns(*attitude)
    rates = _body_rates(cf, sf, ct, st, dphi, dtheta, dpsi)
    acceleration = to_body(*attitude, (a_n, a_e, a_d + dsink))
    turned_by = cross(rates, velocity)
    spin = plus(_body_rates(cf, sf, ct, st, ddphi, ddtheta, ddpsi), _bent(cf, sf, ct, st, dphi, dtheta, dpsi))
    return Truth(
        t.time, (*t.place[:2], t.place[2] + motion.heave), attitude, velocity, rates,
        (acceleration[0] - turned_by[0], acceleration[1] - turned_by[1], acceleration[2] - turned_by[2]), spin,
        t.water, t.wind_speed, t.wind_towards, t.altitude - motion.heave, t.surface,
    )  # fmt: skip


def _body_rates(cf: float, sf: float, ct: float, st: float, dphi: float, dtheta: float, dpsi: float) -> Vector:
    """p, q, r (or their rates) from Euler rates."""
    return dphi - dpsi * st, dtheta * cf + dpsi * ct * sf, dpsi * ct * cf - dtheta * sf


def _bent(cf: float, sf: float, ct: float, st: float, dphi: float, dtheta: float, dpsi: float) -> Vector:
    """The part of the rates of p, q, r that comes from the rotation of the Euler axes."""
    return (
        -dpsi * dtheta * ct,
        -dtheta * dphi * sf + dpsi * (dphi * ct * cf - dtheta * st * sf),
        -dtheta * dphi * cf - dpsi * (dphi * ct * sf + dtheta * st * cf),
    )


def cross(a: Vector, b: Vector) -> Vector:
    """a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def plus(a: Vector, b: Vector) -> Vector:
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def short_way(angle: float) -> float:
    """Wrap an angle to [-pi, pi)."""
    return (angle + pi) % TWO_PI - pi


class Passage:
    """The truth between two times, linear, angles the short way; constant outside. Shared by several sensors."""

    __slots__ = ("_after", "_before", "_found", "_numbers", "_vectors")

    def __init__(self, before: Truth, after: Truth) -> None:
        self._before, self._after = before, after
        self._found: dict[float, Truth] = {}
        self._vectors: list[tuple[str, Vector, Vector]] = []
        self._numbers: list[tuple[str, float, float]] = []

    def at(self, time: float) -> Truth:
        """The truth at ``time`` s."""
        a, b = self._before, self._after
        if time >= b.time or b.time <= a.time:
            return b
        if time <= a.time:
            return a
        found = self._found.get(time)
        if found is not None:
            return found
        if not self._vectors:
            first, last = a.__dict__, b.__dict__
            for name in _VECTORS:
                x, y, z = (_change(name, p, q) for p, q in zip(first[name], last[name], strict=True))
                self._vectors.append((name, first[name], (x, y, z)))
            self._numbers = [(name, first[name], _change(name, first[name], last[name])) for name in _NUMBERS]
        share = (time - a.time) / (b.time - a.time)
        found = object.__new__(Truth)
        values: dict[str, object] = found.__dict__
        for name, (x, y, z), (dx, dy, dz) in self._vectors:
            values[name] = (x + share * dx, y + share * dy, z + share * dz)
        for name, number, rise in self._numbers:
            values[name] = number + share * rise
        if len(self._found) < MOST_MOMENTS:
            self._found[time] = found
        return found


def _change(name: str, before: float, after: float) -> float:
    return short_way(after - before) if name in _ANGLES else after - before
