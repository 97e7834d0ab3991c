"""The position of a vehicle from its ranges to beacons: long baseline (laws/sensors 7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from usimmarine_py.field.acoustics.channel import Place
from usimmarine_py.sums import plain_sum
from usimmarine_py.values.frozen import dataclass

#: Beacons whose baselines are more nearly in a line than this (sine squared) give no fix.
_IN_LINE = 1e-4
_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Fix:
    """A position, m, and the root mean square of what its ranges differ by, m."""

    x: float
    y: float
    rms: float
    ranges: int


def fix_from(ranges: Sequence[tuple[Place, float]], depth: float) -> Fix | None:
    """Return where a vehicle at a ``depth`` (m) is by least squares of slant ranges (m) to places.

    None of fewer than three, or of places in a line. It begins at the solution of the differences of squared ranges,
    and goes on by Gauss and Newton.
    """
    if len(ranges) < 3:
        return None
    level = [(x, y, max(r * r - (z - depth) ** 2, 0.0)) for (x, y, z), r in ranges]
    x0, y0, s0 = level[0]
    rows = [(2 * (x - x0), 2 * (y - y0), s0 - s + (x - x0) ** 2 + (y - y0) ** 2) for x, y, s in level[1:]]
    step = _least_squares(rows)
    if step is None:
        return None
    x, y = x0 + step[0], y0 + step[1]
    for _ in range(_ROUNDS):
        rows = []
        for (bx, by, bz), r in ranges:
            away = max(sqrt((x - bx) ** 2 + (y - by) ** 2 + (bz - depth) ** 2), 1e-6)
            rows.append(((x - bx) / away, (y - by) / away, r - away))
        step = _least_squares(rows)
        if step is None:
            return None
        x, y = x + step[0], y + step[1]
        if hypot(*step) < 1e-9:
            break
    left = plain_sum((sqrt((x - bx) ** 2 + (y - by) ** 2 + (bz - depth) ** 2) - r) ** 2 for (bx, by, bz), r in ranges)
    return Fix(x, y, sqrt(left / len(ranges)), len(ranges))


def _least_squares(rows: Sequence[tuple[float, float, float]]) -> tuple[float, float] | None:
    """Solve a u + b v = c for (u, v) by the normal equations; None where they are singular."""
    aa, ab, bb = (plain_sum(row[i] * row[j] for row in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    ac, bc = (plain_sum(row[i] * row[2] for row in rows) for i in (0, 1))
    det = aa * bb - ab * ab
    if det <= _IN_LINE * max(aa * bb, (0.5 * (aa + bb)) ** 2):
        return None
    return (bb * ac - ab * bc) / det, (aa * bc - ab * ac) / det
