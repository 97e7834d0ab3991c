"""Convex polygons in the local plane (x east, y north, m)."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, inf, radians, sin, sqrt

from usimmarine_py.sums import plain_sum
from usimmarine_py.text import snap
from usimmarine_py.values.frozen import dataclass

Point = tuple[float, float]

#: Relative tolerance, of a length, for a vertex on an edge.
_ROUNDING = 1e-12
#: The same of a ray that goes to a vertex.
_AT_A_CORNER = 1e-9


@dataclass(frozen=True, slots=True)
class Polygon:
    """A convex polygon; either sense of rotation, without a closing vertex. Made by ``Polygon.convex``."""

    vertices: tuple[Point, ...]

    @staticmethod
    def convex(vertices: tuple[Point, ...]) -> Polygon | None:
        """Return the convex polygon of the vertices, or None if they do not form one.

        It has at least three vertices, none twice in a row, not all on one line; a vertex in the middle of an edge
        is allowed where rounding does not put it on the wrong side, as in MOOS-IvP.
        """
        polygon = Polygon(vertices)
        if len(vertices) < 3 or any(a == b for a, b in polygon.edges()):
            return None
        slack = _ROUNDING * polygon._size() ** 2
        if polygon._turns_once(slack):
            return polygon
        # rounding decides of vertices in the middle of an edge, as in the original
        count = len(vertices)
        for k, edge in enumerate(polygon.edges()):
            others = (vertices[j] for j in range(count) if j not in (k, (k + 1) % count))
            sides = {side_of_line(*edge, point) for point in others} - {0}
            if len(sides) != 1:
                return None
        return polygon

    def edges(self) -> list[tuple[Point, Point]]:
        """All edges as pairs of vertices, the closing one last."""
        return edges_of(self.vertices)

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside or on the edge."""
        left = right = True
        bx, by = self.vertices[-1]
        for ax, ay in self.vertices:
            side = (ax - bx) * (y - by) - (ay - by) * (x - bx)
            left, right = left and side >= 0, right and side <= 0
            if not (left or right):
                return False
            bx, by = ax, ay
        return self._in_box(x, y)

    def mean(self) -> Point:
        """Mean of the vertices."""
        count = len(self.vertices)
        return plain_sum(x for x, _ in self.vertices) / count, plain_sum(y for _, y in self.vertices) / count

    def box_centre(self) -> Point:
        """Centre of the bounding box, which may lie outside the polygon."""
        xs, ys = [x for x, _ in self.vertices], [y for _, y in self.vertices]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def crossing(self, start: Point, end: Point) -> Point | None:
        """The last point where the line from ``start`` to ``end`` crosses the boundary; None if it does not."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        shares = []
        for a, b in self.edges():
            ex, ey = b[0] - a[0], b[1] - a[1]
            across = dx * ey - dy * ex
            if across == 0:
                continue
            along_way = ((a[0] - start[0]) * ey - (a[1] - start[1]) * ex) / across
            along_edge = ((a[0] - start[0]) * dy - (a[1] - start[1]) * dx) / across
            # the tolerance closes the gap that rounding leaves between two edges at their common vertex
            if 0 <= along_way <= 1 and -_ROUNDING <= along_edge <= 1 + _ROUNDING:
                shares.append(along_way)
        if not shares:
            return None
        share = max(shares)
        return start[0] + share * dx, start[1] + share * dy

    def _turns_once(self, slack: float) -> bool:
        """Whether it clearly turns at each vertex, always to one side, and once around: then it is convex.

        This takes a time for each vertex; what is not clear takes one for each pair of them.
        """
        edges = [(bx - ax, by - ay) for (ax, ay), (bx, by) in self.edges()]
        turns = [ax * by - ay * bx for (ax, ay), (bx, by) in edges_of(edges)]
        if not (min(turns) > slack or max(turns) < -slack):
            return False
        upward = [dy > 0 or (dy == 0 and dx > 0) for dx, dy in edges]
        following = zip(upward, upward[1:] + upward[:1], strict=True)
        return sum(1 for before, after in following if after and not before) == 1

    def _in_box(self, x: float, y: float) -> bool:
        xs, ys = [v[0] for v in self.vertices], [v[1] for v in self.vertices]
        return min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)

    def _size(self) -> float:
        xs, ys = [v[0] for v in self.vertices], [v[1] for v in self.vertices]
        return max(max(xs) - min(xs), max(ys) - min(ys))


def edges_of(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Return the edges of a closed line as pairs of points, the closing one last."""
    return list(zip(points, [*points[1:], *points[:1]], strict=True))


def side_of_line(one: Point, other: Point, point: Point) -> int:
    """Return on which side (1 or -1) of the line ``y = m x + b`` through two points a point is, 0 on it, with the
    original's rounding.
    """
    if one[0] == other[0]:
        gap = point[0] - one[0] if one[1] != other[1] else 0.0
    else:
        slope = (other[1] - one[1]) / (other[0] - one[0])
        gap = slope * point[0] + (other[1] - slope * other[0]) - point[1]
    return (gap > 0) - (gap < 0)


def doubled_area(points: Sequence[Point]) -> float:
    """Return twice the area inside a closed line (m2), positive counter-clockwise."""
    return plain_sum(a[0] * b[1] - b[0] * a[1] for a, b in edges_of(points))


def side(a: Point, b: Point, point: Point) -> float:
    """Positive when the point lies left of the line from a to b."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def radial_points(x: float, y: float, radius: float, count: int, grid: float = 0.0) -> list[Point]:
    """Return the vertices of a regular polygon, clockwise from north, on multiples of ``grid`` (m)."""
    step = 360.0 / count
    points = []
    for k in range(count):
        angle = radians(step / 2 + k * step)
        points.append((x + radius * sin(angle), y + radius * cos(angle)))
    return [(snap(a, grid), snap(b, grid)) for a, b in points] if grid > 0 else points


def distance_to_edges(points: Sequence[Point], x: float, y: float) -> float:
    """Return the distance from a point to the nearest edge of a closed polygon, m."""
    best = inf
    ax, ay = points[-1]
    for bx, by in points:
        ux, uy, wx, wy = bx - ax, by - ay, x - ax, y - ay
        along, length = wx * ux + wy * uy, ux * ux + uy * uy
        if along > 0:
            share = along / length if along < length else 1.0
            wx -= share * ux
            wy -= share * uy
        square = wx * wx + wy * wy
        if square < best:
            best = square
        ax, ay = bx, by
    return sqrt(best)


def ray_hit(x: float, y: float, direction: float, vertices: Sequence[Point]) -> Point | None:
    """Return where a ray (deg) first meets the boundary of a polygon (its vertices); None if it does not."""
    dx, dy = sin(radians(direction)), cos(radians(direction))
    best, found = inf, None
    for (ax, ay), (bx, by) in edges_of(vertices):
        ex, ey = bx - ax, by - ay
        across = dx * ey - dy * ex
        if across == 0:
            continue
        way = ((ax - x) * ey - (ay - y) * ex) / across
        share = ((ax - x) * dy - (ay - y) * dx) / across
        # the first ray goes to a vertex: rounding may not let it pass
        if 0 <= way < best and -_AT_A_CORNER <= share <= 1 + _AT_A_CORNER:
            best, found = way, (x + way * dx, y + way * dy)
    return found
