"""Functions of how fast a course and speed close in on a point, of Waypoint and SimpleWaypoint. Needs numpy."""

from __future__ import annotations

from math import ceil

import numpy as np

from usimmarine_py.helm.functions.axis import DomainAxis
from usimmarine_py.helm.functions.surface import Surface, layout

#: Pieces of the original's function, at most.
_PIECES = 600


def rate_of_closure(course: DomainAxis, speed: DomainAxis, towards: float, wanted: float) -> Surface:
    """Return the function for a point in direction ``towards`` (deg) and a wanted closing speed (m/s).

    The original refines the worst of its pieces afterwards, which this does not: its decision may be some degrees off.
    """
    return _weighted(course, speed, towards, wanted, (0.8, 0.2, 0.0))


def closure_at_speed(course: DomainAxis, speed: DomainAxis, towards: float, wanted: float) -> Surface:
    """Return the function of SimpleWaypoint: ``rate_of_closure`` with a small share for the ``wanted`` speed itself."""
    return _weighted(course, speed, towards, wanted, (0.75, 0.2, 0.05))


def _weighted(
    course: DomainAxis, speed: DomainAxis, towards: float, wanted: float, shares: tuple[float, float, float]
) -> Surface:
    """Return the sum of how fast it closes in, how little it turns away and how near it is to the ``wanted`` speed."""
    boxes = layout(course, speed, _sizes(course, speed))
    off = (boxes.a - towards + 180.0) % 360.0 - 180.0
    missing = wanted - np.cos(np.radians(off)) * boxes.b
    span = 2 * speed.high
    missing = np.minimum(np.where(missing < 0, -missing / 2, missing), span)
    closing = 100.0 * (1 - missing / span)
    turning = 100.0 * (1 - np.abs(off) * boxes.b / (180.0 * speed.high))
    total = shares[0] * closing + shares[1] * turning
    if shares[2]:
        widest = max(speed.high - wanted, wanted - speed.low)
        total = total + shares[2] * 100.0 * (1 - np.minimum(np.abs(wanted - boxes.b), widest) / widest)
    return Surface(boxes, boxes.sample(total))


def _sizes(one: DomainAxis, other: DomainAxis) -> tuple[int, int]:
    """Return the points per piece on each axis so that pieces are alike in shape and no more than allowed."""
    parts = [1, 1]
    while True:
        k = 0 if parts[0] <= parts[1] else 1
        parts[k] += 1
        if parts[0] * parts[1] > _PIECES:
            parts[k] -= 1
            return max(ceil(one.count / parts[0]), 1), max(ceil(other.count / parts[1]), 1)
