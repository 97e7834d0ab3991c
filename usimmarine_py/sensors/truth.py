"""The true motion that sensors measure, for every backend.

Frames: NED for positions and ground velocities, BODY for body velocities, rates and accelerations; rad, m, s.
"""

from __future__ import annotations

from math import cos, nan, pi, radians, sin

from usimmarine_py.model import Environment, VehicleState
from usimmarine_py.model.frozen import dataclass

TWO_PI = 2.0 * pi
Vector = tuple[float, float, float]


@dataclass(frozen=True)  # no slots: between two steps one is made for each sample
class Truth:
    """One moment of a vehicle's true motion and of what surrounds it."""

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

    @property
    def ground_velocity(self) -> Vector:
        """(north, east, down) in m/s."""
        return to_ned(self.roll, self.pitch, self.psi, (self.u, self.v, self.w))


_ANGLES = frozenset(("roll", "pitch", "psi", "wind_towards"))
#: Moments between two steps that are remembered.
MOST_MOMENTS = 1000


Turns = tuple[float, float, float, float, float, float]


def turns(roll: float, pitch: float, psi: float) -> Turns:
    """Cosine and sine of each of the three angles (rad)."""
    return cos(roll), sin(roll), cos(pitch), sin(pitch), cos(psi), sin(psi)


def to_ned(roll: float, pitch: float, psi: float, a: Vector) -> Vector:
    """R a: BODY to NED (Euler zyx)."""
    return turned(turns(roll, pitch, psi), a)


def turned(by: Turns, a: Vector) -> Vector:
    """As ``to_ned``, with the angles' ``turns``."""
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
    """The truth behind ``state``.

    A backend that fills ``nu`` gives velocities and rates; for others they come from speed and course over ground
    and from the change since ``previous``. Accelerations are the change of BODY velocities since ``previous`` (zero
    without one).
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
        water = (velocity[0] - current[0], velocity[1] - current[1])
    else:
        course = radians(state.hog)
        sink = (state.depth - previous.down) / dt if previous is not None and dt > 0.0 else 0.0
        ground = (state.sog * cos(course), state.sog * sin(course), sink)
        velocity = to_body(state.roll, state.pitch, psi, ground)
        water = (state.speed, 0.0)
    rate = (0.0,) * 6
    if previous is not None and dt > 0.0:
        before = (previous.u, previous.v, previous.w, previous.p, previous.q, previous.r)
        rate = tuple((b - a) / dt for a, b in zip(before, (*velocity, *rates), strict=True))  # type: ignore[assignment]
    return Truth(
        state.time, state.y, state.x, state.depth, state.roll, state.pitch, psi, *velocity, *rates, *rate, *water,
        environment.wind_speed or 0.0, radians(environment.wind_towards), state.altitude,
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


def short_way(angle: float) -> float:
    """An angle brought into [-pi, pi)."""
    return (angle + pi) % TWO_PI - pi


class Passage:
    """The truth between two moments, linear, angles the short way; held outside. Asked by several sensors."""

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
    """The truth at ``time`` between two moments, linear, angles the short way; held outside."""
    return Passage(a, b).at(time)
