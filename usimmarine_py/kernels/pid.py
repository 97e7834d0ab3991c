"""One evaluation of a scalar PID loop, as the reference controllers make it (laws/controller 2)."""

from __future__ import annotations

from math import copysign, isfinite

#: The newest slopes of the error (per s), newest first; those not yet seen are 0.
Slopes = tuple[float, float, float, float, float, float, float, float, float]
NO_SLOPES: Slopes = (0.0,) * 9
#: A loop after its newest evaluation that counted: the fields of ``control.pid.PidLoop``.
Loop = tuple[int, float, float, float, float, Slopes, float, float, float, float]


def limited(value: float, limit: float) -> float:
    """Return ``value``, or ``limit`` with its sign where it is as large or larger; with a limit of 0 a 0 is -0."""
    return copysign(abs(limit), value if value != 0.0 else -1.0) if abs(value) >= abs(limit) else value


def pid(
    kp: float, kd: float, ki: float, integral_limit: float, output_limit: float, error: float, time: float, loop: Loop
) -> tuple[float, Loop]:
    """Return the output for an ``error`` at ``time`` (s), and the loop after it; ``loop``: before it.

    What does not count leaves the loop as it was: time that went back and numbers that stop being finite give the
    output 0, time that stood still gives the last output.
    """
    count, last_error, last_time, last_output, integral, slopes, _, _, _, _ = loop
    if not isfinite(error):
        return 0.0, loop
    seen = count + 1 if count < 9 else 9
    dt, passed = time - last_time, 0.0
    total = derivative = 0.0
    if count >= 0:
        if dt < 0.0:
            return 0.0, loop
        if dt == 0.0:
            return last_output, loop
        passed = dt
        newest = (error - last_error) / dt
        a, b, c, d, e, f, g, h, _ = slopes
        slopes = newest, a, b, c, d, e, f, g, h
        # sum() would compensate its rounding from Python 3.12 on
        total = 0.0 + newest + a + b + c + d + e + f + g + h
        derivative = total / seen
    before = after = 0.0
    if ki > 0.0:
        before = integral + ki * error * passed
        after = limited(before, integral_limit)
    raw = output = kp * error + kd * derivative + after
    if not abs(raw) < abs(output_limit):
        output = limited(raw, output_limit)
    if not isfinite(output + total + after) and not (isfinite(output) and isfinite(total) and isfinite(after)):
        return 0.0, loop
    return output, (seen, error, time, output, after, slopes, dt, total, before, raw)
