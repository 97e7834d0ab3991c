"""Delta angle and delta velocity of an inertial sensor: its integrals over a sample (laws/sensors 2.6)."""

from __future__ import annotations

from math import atan2, radians, sqrt

from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.sensors.kinds import GRAVITY, Output, Values, body_velocity
from usimmarine_py.sensors.truth import Truth, Vector, turned, turns

_NAMES = ("DELTA_ANGLE_X", "DELTA_ANGLE_Y", "DELTA_ANGLE_Z", "DELTA_VELOCITY_X", "DELTA_VELOCITY_Y", "DELTA_VELOCITY_Z")
_Matrix = tuple[float, float, float, float, float, float, float, float, float]


def increments(since: Truth | None, now: Truth, sample: float, arm: Vector, true: Values, raw: Values) -> list[Output]:
    """Return delta angle (rad, BODY) and delta velocity (m/s, BODY) from the sample before to this one.

    They come from attitude and velocity at both ends, so that their sums follow the true motion however long a step of
    the engine is; of the first sample (``since`` None), ``sample`` s long, from its own values. ``true`` and ``raw``
    are the channels (m/s2, deg/s) without and with their errors, which act for the whole of the sample.
    """
    if since is None:
        dt = sample
        angle, velocity = _over(true[3:], radians(dt)), _over(true[:3], dt)
    else:
        dt = now.time - since.time
        angle, velocity = _between(since, now, arm, dt)
    errors = [(seen - right) * dt for seen, right in zip(raw, true, strict=True)]
    found = (
        *(a + radians(error) for a, error in zip(angle, errors[3:], strict=True)),
        *(v + error for v, error in zip(velocity, errors[:3], strict=True)),
    )
    return [(name, value + 0.0) for name, value in zip(_NAMES, found, strict=True)]


def _over(values: Values, dt: float) -> Vector:
    return values[0] * dt, values[1] * dt, values[2] * dt


def _between(since: Truth, now: Truth, arm: Vector, dt: float) -> tuple[Vector, Vector]:
    a, b = (rzyx(t.roll, t.pitch, t.psi) for t in (since, now))
    first, last = (turned(turns(t.roll, t.pitch, t.psi), body_velocity(t, arm)) for t in (since, now))
    change = last[0] - first[0], last[1] - first[1], last[2] - first[2] - GRAVITY * dt
    # BODY turns meanwhile: the mean of its axes at both ends
    one, other = _inwards(a, change), _inwards(b, change)
    velocity = 0.5 * (one[0] + other[0]), 0.5 * (one[1] + other[1]), 0.5 * (one[2] + other[2])
    return _rotation(a, b), velocity


def _inwards(r: _Matrix, v: Vector) -> Vector:
    """Return NED in BODY: R^T v."""
    return (
        r[0] * v[0] + r[3] * v[1] + r[6] * v[2],
        r[1] * v[0] + r[4] * v[1] + r[7] * v[2],
        r[2] * v[0] + r[5] * v[1] + r[8] * v[2],
    )


def _rotation(a: _Matrix, b: _Matrix) -> Vector:
    """Return the rotation vector (rad) of R_a^T R_b."""
    columns = [_inwards(a, (b[k], b[k + 3], b[k + 6])) for k in range(3)]
    x = 0.5 * (columns[1][2] - columns[2][1])
    y = 0.5 * (columns[2][0] - columns[0][2])
    z = 0.5 * (columns[0][1] - columns[1][0])
    sine = sqrt(x * x + y * y + z * z)
    if sine < 1e-12:
        return x, y, z
    scale = atan2(sine, 0.5 * (columns[0][0] + columns[1][1] + columns[2][2] - 1.0)) / sine
    return scale * x, scale * y, scale * z
