"""Convex polygons grown on all sides."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, radians, sin

from usimmarine_py.maths.plane.polygon import Point, doubled_area, edges_of


def buffered(points: Sequence[Point], distance: float, arc: float = 15.0) -> list[Point]:
    """Return a convex polygon grown by ``distance`` (m), with arcs around its vertices in steps of ``arc`` (deg)."""
    count = len(points)
    sense = 1.0 if doubled_area(points) > 0 else -1.0
    normals = []
    for (ax, ay), (bx, by) in edges_of(points):
        normals.append(degrees(atan2(-sense * (bx - ax), sense * (by - ay))))
    grown: list[Point] = []
    for k, (x, y) in enumerate(points):
        start, end = normals[(k - 1) % count], normals[k]
        turn = (sense * (end - start)) % 360.0
        steps = max(int(turn / arc + 1 - 1e-9), 1)
        for j in range(steps + 1):
            angle = radians(start + sense * min(j * arc, turn))
            grown.append((x + distance * cos(angle), y + distance * sin(angle)))
    return grown
