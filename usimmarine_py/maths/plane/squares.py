"""Square cells that cover a convex polygon (x east, y north, m)."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.limits import MOST_CELLS, MOST_CORNERS, admit
from usimmarine_py.maths.plane.polygon import Point, Polygon


def covering_squares(polygon: Polygon, size: float) -> list[Point]:
    """Return the lower left corners of all cells of ``size`` (m) that meet the polygon.

    The order is that of the cells of pSearchGrid: column by column from the west, from the south in each. Raises
    ``ValueError`` in words of the original for too many cells, or a size too small for the coordinates.
    """
    xs, ys = [x for x, _ in polygon.vertices], [y for _, y in polygon.vertices]
    columns, rows = (max(xs) - min(xs)) / size, (max(ys) - min(ys)) / size
    if columns * rows > MOST_CELLS:
        raise ValueError(f"Invalid cell_size: more than {MOST_CELLS:,} cells")
    far = max(map(abs, (*xs, *ys)))
    if far + size == far:
        raise ValueError("Invalid cell_size: too small for coordinates that large")
    admit(len(polygon.vertices), MOST_CORNERS, "corners")
    normals = [(1.0, 0.0), (0.0, 1.0)] + [(by - ay, ax - bx) for (ax, ay), (bx, by) in polygon.edges()]
    spans = []
    for nx, ny in normals:
        shadow = [nx * px + ny * py for px, py in polygon.vertices]
        spans.append((nx, ny, min(shadow), max(shadow)))
    found = []
    x = min(xs)
    while x < max(xs):
        y = min(ys)
        while y < max(ys):
            if _meets(spans, x, y, size):
                found.append((x, y))
            y += size
        x += size
    return found


def _meets(spans: Sequence[tuple[float, float, float, float]], x: float, y: float, size: float) -> bool:
    """Whether a square and a convex polygon have a point in common: no edge of either separates them.

    ``spans``: normals of all edges, with the least and most of the polygon along them.
    """
    east, north = x + size, y + size
    for nx, ny, least, most in spans:
        one = nx * x + ny * y, nx * east + ny * y, nx * east + ny * north, nx * x + ny * north
        if max(one) < least or most < min(one):
            return False
    return True
