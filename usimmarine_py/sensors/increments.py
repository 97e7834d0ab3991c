"""Delta angle and delta velocity of an inertial sensor: its integrals over a sample (laws/sensors 2.6)."""

from __future__ import annotations

from math import atan2, radians, sqrt

from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.sensors.kinds import GRAVITY, Output, Values, body_velocity
from usimmarine_py.sensors.truth import Truth, Vector

_NO_ARM = (0.0, 0.0, 0.0)


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
    turn = radians(dt)
    return [
        ("DELTA_ANGLE_X", angle[0] + (raw[3] - true[3]) * turn + 0.0),
        ("DELTA_ANGLE_Y", angle[1] + (raw[4] - true[4]) * turn + 0.0),
        ("DELTA_ANGLE_Z", angle[2] + (raw[5] - true[5]) * turn + 0.0),
        ("DELTA_VELOCITY_X", velocity[0] + (raw[0] - true[0]) * dt + 0.0),
        ("DELTA_VELOCITY_Y", velocity[1] + (raw[1] - true[1]) * dt + 0.0),
        ("DELTA_VELOCITY_Z", velocity[2] + (raw[2] - true[2]) * dt + 0.0),
    ]


def _over(values: Values, dt: float) -> Vector:
    return values[0] * dt, values[1] * dt, values[2] * dt


def _between(since: Truth, now: Truth, arm: Vector, dt: float) -> tuple[Vector, Vector]:
    a, b = rzyx(*since.attitude), rzyx(*now.attitude)
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = a
    b0, b1, b2, b3, b4, b5, b6, b7, b8 = b
    if arm == _NO_ARM:
        (ua, va, wa), (ub, vb, wb) = since.velocity, now.velocity
    else:
        (ua, va, wa), (ub, vb, wb) = body_velocity(since, arm), body_velocity(now, arm)
    # the change of velocity in NED, gravity apart
    n = b0 * ub + b1 * vb + b2 * wb - (a0 * ua + a1 * va + a2 * wa)
    e = b3 * ub + b4 * vb + b5 * wb - (a3 * ua + a4 * va + a5 * wa)
    d = b6 * ub + b7 * vb + b8 * wb - (a6 * ua + a7 * va + a8 * wa) - GRAVITY * dt
    # BODY turns meanwhile: the mean of its axes at both ends
    velocity = (
        0.5 * ((a0 + b0) * n + (a3 + b3) * e + (a6 + b6) * d),
        0.5 * ((a1 + b1) * n + (a4 + b4) * e + (a7 + b7) * d),
        0.5 * ((a2 + b2) * n + (a5 + b5) * e + (a8 + b8) * d),
    )
    # the rotation vector (rad) of R_a^T R_b
    x = 0.5 * (a2 * b1 + a5 * b4 + a8 * b7 - (a1 * b2 + a4 * b5 + a7 * b8))
    y = 0.5 * (a0 * b2 + a3 * b5 + a6 * b8 - (a2 * b0 + a5 * b3 + a8 * b6))
    z = 0.5 * (a1 * b0 + a4 * b3 + a7 * b6 - (a0 * b1 + a3 * b4 + a6 * b7))
    sine = sqrt(x * x + y * y + z * z)
    if sine < 1e-12:
        return (x, y, z), velocity
    trace = a0 * b0 + a3 * b3 + a6 * b6 + a1 * b1 + a4 * b4 + a7 * b7 + a2 * b2 + a5 * b5 + a8 * b8
    scale = atan2(sine, 0.5 * (trace - 1.0)) / sine
    return (scale * x, scale * y, scale * z), velocity
