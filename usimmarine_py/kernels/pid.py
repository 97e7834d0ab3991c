"""One evaluation of a scalar PID loop, as the reference controllers make it (laws/controller 2)."""

from __future__ import annotations

from math import copysign, isfinite

#: The newest slopes of the error (per s), newest first; those not yet seen are 0.
Slopes = tuple[float, float, float, float, float, float, float, float, float]
NO_SLOPES: Slopes = (0.0,) * 9


def limited(value: float, limit: float) -> float:
    """Return ``value``, or ``limit`` with its sign where it is as large or larger."""
    return copysign(abs(limit), value) if abs(value) >= abs(limit) else value


def pid(
    kp: float, kd: float, ki: float, integral_limit: float, output_limit: float,
    error: float, time: float, last_error: float, last_time: float, last_output: float, integral: float,
    slopes: Slopes, count: int,
) -> tuple[bool, float, float, float, float, float, Slopes, int]:  # fmt: skip
    """Return whether the evaluation counts, output, integral, both before limiting, sum of slopes, slopes, their count.

    ``error`` at ``time`` (s); ``last_error``, ``last_time``, ``last_output`` and ``integral`` are those of the last
    evaluation that counted, ``count`` (-1: there was none) how many of ``slopes`` have been seen. What does not count
    leaves the loop as it was: time that went back and numbers that stop being finite give the output 0, time that
    stood still gives the last output.
    """
    dt = time - last_time if count >= 0 else 0.0
    if dt < 0 or not isfinite(error):
        return False, 0.0, integral, integral, 0.0, 0.0, slopes, count
    total = derivative = 0.0
    seen = 0
    if count >= 0:
        if dt == 0:
            return False, last_output, integral, integral, last_output, 0.0, slopes, count
        newest = (error - last_error) / dt
        a, b, c, d, e, f, g, h, _ = slopes
        slopes = newest, a, b, c, d, e, f, g, h
        seen = count + 1 if count < 9 else 9
        # sum() would compensate its rounding from Python 3.12 on
        total = 0.0 + newest + a + b + c + d + e + f + g + h
        derivative = total / seen
    before = after = 0.0
    if ki > 0:
        before = integral + ki * error * dt
        after = limited(before, integral_limit)
    raw = output = kp * error + kd * derivative + after
    if not abs(raw) < abs(output_limit):
        output = limited(raw, output_limit)
    if not isfinite(output + total + after) and not (isfinite(output) and isfinite(total) and isfinite(after)):
        return False, 0.0, integral, integral, 0.0, 0.0, slopes, count
    return True, output, after, before, raw, total, slopes, seen
