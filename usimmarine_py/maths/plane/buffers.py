"""Convex polygons grown on all sides."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, dist, radians, sin

from usimmarine_py.maths.plane.polygon import Point, doubled_area, edges_of

#: An arc's end that is nearer (m) to the vertex before it is left out.
_LEAST_CHORD = 1.0


def buffered(points: Sequence[Point], distance: float, arc: float = 15.0) -> list[Point]:
    """Return a convex polygon grown by ``distance`` (m), with arcs around its vertices in steps of ``arc`` (deg).

    An arc's last step is at least ``arc`` long, and its end is left out within 1 m of the point before unless it is
    the polygon's second, as in MOOS-IvP 24.8.
    """
    count = len(points)
    sense = 1.0 if doubled_area(points) > 0 else -1.0
    normals = []
    for (ax, ay), (bx, by) in edges_of(points):
        normals.append(degrees(atan2(-sense * (bx - ax), sense * (by - ay))))
    grown: list[Point] = []
    for k, (x, y) in enumerate(points):
        start = normals[(k - 1) % count]
        turn = (sense * (normals[k] - start)) % 360.0
        whole = int(turn / arc + 1e-9)
        for step in (*(j * arc for j in range(max(whole, 1))), turn):
            angle = radians(start + sense * step)
            grown.append((x + distance * cos(angle), y + distance * sin(angle)))
        if len(grown) > 2 and dist(grown[-1], grown[-2]) <= _LEAST_CHORD:
            grown.pop()
    return grown
