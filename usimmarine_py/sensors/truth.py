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


@dataclass(frozen=True)  # no slots: between two steps one is made for each sample
class Truth:
    """The true motion of a vehicle and its surroundings at one time."""

    time: float = 0.0  #: s
    north: float = 0.0  #: m
    east: float = 0.0  #: m
    down: float = 0.0  #: m
    roll: float = 0.0  #: rad
    pitch: float = 0.0  #: rad
    psi: float = 0.0  #: rad, heading
    u: float = 0.0  #: m/s over ground, BODY
    v: float = 0.0
    w: float = 0.0
    p: float = 0.0  #: rad/s, BODY
    q: float = 0.0
    r: float = 0.0
    du: float = 0.0  #: m/s2, rate of (u, v, w)
    dv: float = 0.0
    dw: float = 0.0
    dp: float = 0.0  #: rad/s2
    dq: float = 0.0
    dr: float = 0.0
    u_r: float = 0.0  #: m/s through the water, BODY
    v_r: float = 0.0
    wind_speed: float = 0.0  #: m/s
    wind_towards: float = 0.0  #: rad
    altitude: float = nan  #: m, nan while the water depth is unknown
    surface: float = 0.0  #: m, elevation of the waves that the vehicle moves in, positive up
    w_r: float = 0.0  #: m/s through the water, BODY

    @property
    def ground_velocity(self) -> Vector:
        """(north, east, down) in m/s."""
        return to_ned(self.roll, self.pitch, self.psi, (self.u, self.v, self.w))

    @property
    def nu(self) -> tuple[float, float, float, float, float, float]:
        """u, v, w in m/s, p, q, r in rad/s."""
        return self.u, self.v, self.w, self.p, self.q, self.r


_ANGLES = frozenset(("roll", "pitch", "psi", "wind_towards"))
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
    psi = radians(state.heading)
    dt = state.time - previous.time if previous is not None else 0.0
    rates = _rates(state, psi, previous, dt)
    if len(state.nu) == 6:
        velocity = (state.nu[0], state.nu[1], state.nu[2])
        current = to_body(
            state.roll,
            state.pitch,
            psi,
            (
                environment.current_north + environment.drift_y,
                environment.current_east + environment.drift_x,
                environment.current_down,
            ),
        )
        water, sinking = (velocity[0] - current[0], velocity[1] - current[1]), velocity[2] - current[2]
    else:
        course = radians(state.hog)
        sink = (state.depth - previous.down) / dt if previous is not None and dt > 0.0 else 0.0
        ground = (state.sog * cos(course), state.sog * sin(course), sink)
        velocity = to_body(state.roll, state.pitch, psi, ground)
        water, sinking = (state.speed, 0.0), velocity[2]
    rate = (0.0,) * 6
    if previous is not None and dt > 0.0:
        before = (previous.u, previous.v, previous.w, previous.p, previous.q, previous.r)
        rate = tuple((b - a) / dt for a, b in zip(before, (*velocity, *rates), strict=True))  # type: ignore[assignment]
    return Truth(
        state.time, state.y, state.x, state.depth, state.roll, state.pitch, psi, *velocity, *rates, *rate, *water,
        environment.wind_speed or 0.0, radians(environment.wind_towards), state.altitude,
        0.0, sinking,
    )  # fmt: skip


def _rates(state: VehicleState, psi: float, previous: Truth | None, dt: float) -> Vector:
    if len(state.nu) == 6:
        return state.nu[3], state.nu[4], state.nu[5]
    if previous is None or dt <= 0.0:
        return 0.0, 0.0, 0.0
    droll, dpitch = (state.roll - previous.roll) / dt, (state.pitch - previous.pitch) / dt
    dpsi = short_way(psi - previous.psi) / dt
    cf, sf, ct, st = cos(state.roll), sin(state.roll), cos(state.pitch), sin(state.pitch)
    return droll - st * dpsi, cf * dpitch + ct * sf * dpsi, ct * cf * dpsi - sf * dpitch


def riding(t: Truth, motion: WaveMotion) -> Truth:
    """Add the motion in waves to the truth, including rates and accelerations (laws/sensors 3.1).

    Heave is added along the vertical, roll and pitch to the Euler angles; the heading is unchanged. ``motion`` gives
    rates for a constant heading; the terms of the vehicle's turning are added here. The log is not affected.
    """
    if motion.still:
        return t
    cf, sf, ct, st, _, _ = turns(t.roll, t.pitch, t.psi)
    # of the vehicle itself: Euler rates and accelerations. At 90 degrees of pitch there is no heading
    level = ct if abs(ct) > 1e-9 else 1e-9
    dpsi = (t.q * sf + t.r * cf) / level
    dphi, dtheta = t.p + dpsi * st, t.q * cf - t.r * sf
    e1, e2, e3 = _bent(cf, sf, ct, st, dphi, dtheta, dpsi)
    a1, a2, a3 = t.dp - e1, t.dq - e2, t.dr - e3
    ddpsi = (a2 * sf + a3 * cf) / level
    ddphi, ddtheta = a1 + ddpsi * st, a2 * cf - a3 * sf
    a, b = motion.roll, motion.pitch
    sink, da, db = motion.rates
    dsink, dda, ddb = motion.accelerations
    dphi, dtheta = dphi + da + dpsi * b, dtheta + db - dpsi * a
    ddphi += dda + 2.0 * dpsi * db - dpsi * dpsi * a + ddpsi * b
    ddtheta += ddb - 2.0 * dpsi * da - dpsi * dpsi * b - ddpsi * a
    roll, pitch = t.roll + a, t.pitch + b
    n, e, d = t.ground_velocity
    inertial = _plus((t.du, t.dv, t.dw), cross((t.p, t.q, t.r), (t.u, t.v, t.w)))
    a_n, a_e, a_d = to_ned(t.roll, t.pitch, t.psi, inertial)
    velocity = to_body(roll, pitch, t.psi, (n, e, d + sink))
    cf, sf, ct, st, _, _ = turns(roll, pitch, t.psi)
    rates = _body_rates(cf, sf, ct, st, dphi, dtheta, dpsi)
    acceleration = to_body(roll, pitch, t.psi, (a_n, a_e, a_d + dsink))
    turned_by = cross(rates, velocity)
    bent = _bent(cf, sf, ct, st, dphi, dtheta, dpsi)
    spin = _plus(_body_rates(cf, sf, ct, st, ddphi, ddtheta, ddpsi), bent)
    return Truth(
        t.time, t.north, t.east, t.down + motion.heave, roll, pitch, t.psi, *velocity, *rates,
        acceleration[0] - turned_by[0], acceleration[1] - turned_by[1], acceleration[2] - turned_by[2], *spin,
        t.u_r, t.v_r, t.wind_speed, t.wind_towards, t.altitude - motion.heave, t.surface, t.w_r,
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


def _plus(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def short_way(angle: float) -> float:
    """Wrap an angle to [-pi, pi)."""
    return (angle + pi) % TWO_PI - pi


class Passage:
    """The truth between two times, linear, angles the short way; constant outside. Shared by several sensors."""

    __slots__ = ("_after", "_before", "_found", "_table")

    def __init__(self, before: Truth, after: Truth) -> None:
        self._before, self._after = before, after
        self._found: dict[float, Truth] = {}
        self._table: list[tuple[str, float, float]] = []

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
        if not self._table:
            last = b.__dict__
            self._table = [
                (name, x, short_way(last[name] - x) if name in _ANGLES else last[name] - x)
                for name, x in a.__dict__.items()
            ]
        share = (time - a.time) / (b.time - a.time)
        found = object.__new__(Truth)
        found.__dict__.update({name: x + share * rise for name, x, rise in self._table})
        if len(self._found) < MOST_MOMENTS:
            self._found[time] = found
        return found


def between(a: Truth, b: Truth, time: float) -> Truth:
    """The truth at ``time`` between two times, linear, angles the short way; constant outside."""
    return Passage(a, b).at(time)
