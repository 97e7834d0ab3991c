"""Points, lists of points and polygons as the texts of MOOS-IvP write them; x east, y north, m."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import ceil, cos, hypot, pi, radians, sin
from typing import NamedTuple

from usimmarine_py.limits import LONGEST_TEXT, MOST_POINTS, MOST_VERTICES, admit
from usimmarine_py.maths.angles import angle_360, to_radians
from usimmarine_py.maths.plane.buffers import projected
from usimmarine_py.maths.plane.polygon import Point, Polygon, radial_points
from usimmarine_py.text import compact_number, read_number, snap
from usimmarine_py.texts.pairs import pairs, split_outside_braces, unquoted
from usimmarine_py.values.key import NumberLimits

_PTS = re.compile(r"(?<![{\w])pts\s*=\s*\{([^}]*)\}")
#: The number of vertices of a radial polygon or an ellipse.
_ASKED = re.compile(r"\bpts\s*=\s*(\d{1,9})\b")
#: Characters of a text in which it is looked for: a longer one lists its points, or weighs enough by its length.
_HEAD_LENGTH = 2_000
#: To multiples of which (m) the points of a zigzag are moved, unless it says so.
_ZIGZAG_GRID = 0.0001
_HEAD = re.compile(r"^(?:pts|points)\s*:", re.IGNORECASE)


class Behind(NamedTuple):
    """What stands behind x and y of a point, of which nothing but texts depend."""

    z: float = 0.0
    words: str = ""

    def text(self, decimals: int) -> str:
        """Return it as it is written again; empty: nothing."""
        words = f",{self.words}" if self.words else ""
        return f",{compact_number(self.z, decimals)}{words}" if self.z or words else ""


class PointList(NamedTuple):
    """Points, and what else their text says."""

    points: tuple[Point, ...]
    label: str = ""
    tags: str = ""  #: as ``{0:1:lane#2:3:lane}``, of legs of a pattern
    behind: tuple[Behind, ...] = ()  #: of each point; none: of none of them

    @property
    def reverse(self) -> PointList:
        """The same from the last point to the first."""
        return self._replace(points=self.points[::-1], behind=self.behind[::-1])

    def text(self, decimals: int = 1) -> str:
        """Return ``pts={x,y:x,y,z}``."""
        return _points_text(self.points, decimals, self.behind)


def read_point(text: str) -> Point:
    """Read ``x,y``, ``x:y`` or ``x=1,y=2``; a label may follow. Raises ``ValueError``."""
    text = unquoted(text)
    if "=" in text.partition(",")[0]:
        found = pairs(text)
        return _coordinate(found.get("x", "")), _coordinate(found.get("y", ""))
    parts = re.split(r"[,:]", text)
    if len(parts) < 2:
        raise ValueError(f"x,y expected, found {text}")
    return _coordinate(parts[0]), _coordinate(parts[1])


def _coordinate(text: str) -> float:
    value = read_number(text)
    if value is None:
        raise ValueError(f"a number expected, found {text or 'nothing'}")
    return value


def _number(found: Mapping[str, str], *names: str, default: float | None = None, above: float | None = None) -> float:
    for name in names:
        if name in found:
            value = _coordinate(found[name])
            if problem := NumberLimits(above=above).problem(value):
                raise ValueError(f"{name} {problem}")
            return value
    if default is None:
        raise ValueError(f"{names[0]} is missing")
    return default


# -- lists


def read_points(text: str, near: Point | None = None) -> PointList:
    """Read a list of points in any of the original's forms.

    The vertices of a polygon begin with the one nearest to ``near``. Raises ``ValueError``.
    """
    admit(len(text), LONGEST_TEXT, "characters")
    text = unquoted(text)
    head, colon, body = text.partition(":")
    if colon and head.strip().lower() == "zigzag":
        return _zigzag(body)
    kind, rest = _format(text)
    if kind in _PATTERNS:
        return _PATTERNS[kind](rest)
    if kind == "":
        return _plain(text)
    points = _polygon_points(kind, rest)
    if near is not None:
        first = min(range(len(points)), key=lambda i: hypot(points[i][0] - near[0], points[i][1] - near[1]))
        points = points[first:] + points[:first]
    return PointList(tuple(points))


def _format(text: str) -> tuple[str, dict[str, str]]:
    """Return the form that a text names, and its parts: ``format=radial, ...`` or ``radial:: ...``."""
    head, colon, body = text.partition(":")
    if colon and head.strip().isalpha() and head.strip().lower() not in ("pts", "points"):
        return head.strip().lower(), pairs(body.lstrip(":"))
    if re.match(r"\s*format\s*=", text):
        found = pairs(text)
        return found.pop("format").lower(), found
    return "", {}


def _plain(text: str, most: int = MOST_POINTS) -> PointList:
    label = ""
    found = _PTS.search(text)
    if found:
        body, rest = found[1], text[: found.start()] + text[found.end() :]
        for part in split_outside_braces(rest):
            key, _, value = part.partition("=")
            if key.strip().lower() == "label":
                label = value.strip()
    else:
        body = _HEAD.sub("", text)
    points, behind = [], []
    admit(body.count(":") + 1, most, "points" if most == MOST_POINTS else "vertices")
    for part in body.split(":"):
        numbers = [piece.strip() for piece in part.split(",")]
        if numbers[0].lower() == "label" and len(numbers) == 2:
            label = numbers[1]
            continue
        if len(numbers) < 2:
            raise ValueError(f"x,y:x,y expected, found {text}")
        if found:  # only there, as in the original
            numbers[:2] = numbers[0].removeprefix("x="), numbers[1].removeprefix("y=")
        elif most == MOST_POINTS and (len(numbers) > 3 or (numbers[2:] and read_number(numbers[2]) is None)):
            raise ValueError(f"x,y or x,y,z expected, found {part.strip()}")
        points.append((_coordinate(numbers[0]), _coordinate(numbers[1])))
        behind.append(_behind([one for one in numbers[2:4] if one]))
    if not points:
        raise ValueError("no points")
    return PointList(tuple(points), label, behind=tuple(behind) if any(map(any, behind)) else ())


def _behind(words: list[str]) -> Behind:
    """Read what stands behind x and y, a height and words; only a number that comes first is a height."""
    z = read_number(words[0].removeprefix("z=")) if words else None
    return Behind(z or 0.0, ",".join(words if z is None else words[1:]))


def _lawnmower(found: Mapping[str, str]) -> PointList:
    """Parallel lanes around a centre, begun at the corner of the outer lanes that is nearest to (startx, starty)."""
    x, y = _number(found, "x", default=0.0), _number(found, "y", default=0.0)
    width, height = _number(found, "width", above=0.0), _number(found, "height", above=0.0)
    lane = _number(found, "lane_width", "swath", "lane", above=0.0)
    turned, grid = radians(_number(found, "degs", default=0.0)), _number(found, "snap", default=1e-5)
    start = _number(found, "startx", default=0.0), _number(found, "starty", default=0.0)
    # as in the original: any other word counts as east-west
    north_south = found.get("rows", "").lower() in ("ns", "north-south")

    def place(across: float, along: float) -> Point:
        east, north = x + across * cos(turned) + along * sin(turned), y - across * sin(turned) + along * cos(turned)
        return snap(east, grid), snap(north, grid)

    # the first lane is the western or northern edge, the last may lie outside the other one
    half_x, half_y = width / 2, height / 2
    lanes = (width if north_south else height) / lane
    admit(2 * lanes, MOST_POINTS, "points")
    steps = [k * lane for k in range(ceil(lanes - 1e-9) + 1)]
    admit(2 * len(steps), MOST_POINTS, "points")
    if north_south:
        sides = [(place(step - half_x, -half_y), place(step - half_x, half_y)) for step in steps]
    else:
        sides = [(place(-half_x, half_y - step), place(half_x, half_y - step)) for step in steps]
    corners = [(k, end) for k in (0, -1) for end in (0, 1)]
    k, end = min(corners, key=lambda c: hypot(sides[c[0]][c[1]][0] - start[0], sides[c[0]][c[1]][1] - start[1]))
    points: list[Point] = []
    for side in sides if k == 0 else sides[::-1]:
        points += [side[end], side[1 - end]]
        end = 1 - end
    tags = "#".join(f"{2 * k}:{2 * k + 1}:lane" for k in range(len(points) // 2))
    return PointList(tuple(points), found.get("label", ""), "{" + tags + "}")


def _bowtie(found: Mapping[str, str]) -> PointList:
    x, y = _number(found, "x", default=0.0), _number(found, "y", default=0.0)
    half = _number(found, "height", above=0.0) / 2
    one, two, three = (_number(found, name, above=0.0) for name in ("wid1", "wid2", "wid3"))
    corners = {
        1: (-two, half), 2: (-one, half), 3: (one, half), 4: (two, half), 5: (-three, 0.0), 6: (three, 0.0),
        7: (-two, -half), 8: (-one, -half), 9: (one, -half), 10: (two, -half),
    }  # fmt: skip
    order = (8, 7, 5, 1, 2, 9, 10, 6, 4, 3)
    start_x, start_y = _number(found, "startx", default=x + 1), _number(found, "starty", default=y + 1)
    flip_x, flip_y = (1 if start_x >= x else -1), (1 if start_y >= y else -1)
    points = [(x + flip_x * corners[k][0], y + flip_y * corners[k][1]) for k in order]
    return PointList(tuple(points), found.get("label", ""))


def _zigzag(text: str) -> PointList:
    """``X,Y,ANGLE,LENGTH,PERIOD,AMPLITUDE[,SNAP]``: to both sides of a line, first to the left."""
    numbers = [_coordinate(part) for part in text.split(",")]
    if len(numbers) not in (6, 7):
        raise ValueError(f"zigzag:X,Y,ANGLE,LENGTH,PERIOD,AMPLITUDE expected, found {text}")
    x, y, angle, length, period, amplitude, grid = [*numbers, _ZIGZAG_GRID][:7]
    if min(period, length, amplitude) <= 0 or grid < 0:
        raise ValueError("length, period and amplitude of a zigzag must be more than 0")
    admit((length - period / 4) / (period / 2) + 1, MOST_POINTS, "points")
    points, along, left = [(x, y)], period / 4, -90.0
    while along < length:
        middle = projected((x, y), angle_360(angle), along)
        points.append(projected(middle, angle_360(angle + left), amplitude))
        along, left = along + period / 2, -left
    return PointList(tuple((snap(a, grid), snap(b, grid)) for a, b in points))


_PATTERNS: Mapping[str, Callable[[Mapping[str, str]], PointList]] = {"lawnmower": _lawnmower, "bowtie": _bowtie}


# -- polygons


class LabelledPolygon(NamedTuple):
    """A convex polygon and its label."""

    polygon: Polygon
    label: str = ""

    @property
    def points(self) -> tuple[Point, ...]:
        """The vertices, in the order of the text."""
        return self.polygon.vertices


def read_polygon(text: str, grid: float = 0.0) -> LabelledPolygon:
    """Read a convex polygon; vertices are moved to multiples of ``grid``. Raises ``ValueError``."""
    admit(len(text), LONGEST_TEXT, "characters")
    text = unquoted(text)
    kind, found = _format(text)
    label = found.get("label", "")
    if kind:
        points = _polygon_points(kind, found)
    else:
        plain = _plain(text, MOST_VERTICES)
        points, label = list(plain.points), plain.label
    placed = [(snap(x, grid), snap(y, grid)) for x, y in points] if grid > 0 else points
    polygon = Polygon.convex(tuple(placed))
    if polygon is None:
        raise ValueError("the polygon is not convex")
    return LabelledPolygon(polygon, label)


def points_asked(text: str) -> int:
    """Return how many points a text asks for by a number or a pattern, 0 where it lists them. Makes none of them."""
    head = text[:_HEAD_LENGTH]
    if "pts" in head and (found := _ASKED.search(head)) is not None:
        return int(found[1])
    return MOST_POINTS if "lawnmower" in head or "zigzag" in head else 0


def vertices_asked(text: str) -> int:
    """Return how many vertices the polygon of a text will have, 0 where that is not to be seen. Makes none of them."""
    if (count := points_asked(text)) > 0:
        return count
    body = _PTS.search(text)
    return body[1].count(":") + 1 if body is not None else 0


def _polygon_points(kind: str, found: Mapping[str, str]) -> list[Point]:
    maker = {"radial": _radial, "ellipse": _ellipse, "oval": _oval}.get(kind)
    if maker is None:
        raise ValueError(f"{kind}: no form of a list of points")
    return maker(found)


def _centre(found: Mapping[str, str]) -> Point:
    return _number(found, "x"), _number(found, "y")


def _count(found: Mapping[str, str], least: int) -> int:
    count = _number(found, "pts")
    if count != int(count) or count < least:
        raise ValueError(f"pts must be {least} or more")
    admit(count, MOST_VERTICES, "vertices")
    return int(count)


#: Step of the vertices of an oval, deg.
_OVAL_STEP = 15


#: What any shape may say besides.
_LOOKS = frozenset((
    "label", "vertex_size", "vertex_color", "type", "msg", "id", "time", "duration", "dur", "edge_size", "edge_color",
    "label_color", "fill_color", "fill_transparency", "active", "source", "vsource", "z",
))  # fmt: skip


def _grid(found: Mapping[str, str], *others: str) -> float:
    """Return the grid of a shape that may say nothing but ``others``, as the original refuses the rest. 0: none."""
    for key in found:
        if key not in _LOOKS and key not in others and key not in ("x", "y", "pts", "snap"):
            raise ValueError(f"{key}: unknown")
    return _number(found, "snap", default=0.0, above=0.0) if "snap" in found else 0.0


def _radial(found: Mapping[str, str]) -> list[Point]:
    x, y = _centre(found)
    grid = _grid(found, "radius", "shiftx", "shifty")
    x, y = x + _number(found, "shiftx", default=0.0), y + _number(found, "shifty", default=0.0)
    return _on_grid(radial_points(x, y, _number(found, "radius", above=0.0), _count(found, 3)), grid)


def _ellipse(found: Mapping[str, str]) -> list[Point]:
    """The major axis is turned counter-clockwise from east; the first vertex lies at its end to the west."""
    x, y = _centre(found)
    major, minor = _number(found, "major", above=0.0) / 2, _number(found, "minor", above=0.0) / 2
    turned = _number(found, "rads") if "rads" in found else to_radians(_number(found, "degs"))
    found = {("snap" if key == "snap_value" else key): value for key, value in found.items()}
    grid, count = _grid(found, "major", "minor", "rads", "degs"), _count(found, 4)
    points = []
    for k in range(count):
        angle = -pi + k * (2 * pi / count)
        along, left = major * cos(angle), minor * sin(angle)
        points.append((x + along * cos(turned) - left * sin(turned), y + left * cos(turned) + along * sin(turned)))
    return _on_grid(points, grid)


def _on_grid(points: list[Point], grid: float) -> list[Point]:
    """Return vertices moved to multiples of ``grid`` (m), as they are where that would make a dent."""
    if grid <= 0:
        return points
    moved = [(snap(x, grid), snap(y, grid)) for x, y in points]
    return points if Polygon.convex(tuple(moved)) is None else moved


def _oval(found: Mapping[str, str]) -> list[Point]:
    """Two half circles whose centres lie on a line; ``len`` is the length over all."""
    x, y = _centre(found)
    radius, course = _number(found, "rad", above=0.0), _number(found, "ang", default=0.0)
    half = _number(found, "len", above=2 * radius) / 2 - radius
    points = []
    for end in (0.0, 180.0):
        along = radians(course + end)
        center = x + half * sin(along), y + half * cos(along)
        for step in range(-90, 91, _OVAL_STEP):
            angle = along + radians(step)
            points.append((center[0] + radius * sin(angle), center[1] + radius * cos(angle)))
    return points


# -- texts


def points_text(points: Sequence[Point], decimals: int = 1) -> str:
    """Return ``pts={x,y:x,y}``."""
    return _points_text(tuple(points), decimals)


@lru_cache(maxsize=512)  # a helm may draw three shapes of each of 64 obstacles
def _points_text(points: tuple[Point, ...], decimals: int, behind: tuple[Behind, ...] = ()) -> str:
    parts = [f"{compact_number(x, decimals)},{compact_number(y, decimals)}" for x, y in points]
    if behind:
        parts = [part + one.text(decimals) for part, one in zip(parts, behind, strict=True)]
    return f"pts={{{':'.join(parts)}}}"


def point_text(point: Point, label: str, **look: str | float | bool) -> str:
    """Return the text of a VIEW_POINT."""
    return f"x={compact_number(point[0], 2)},y={compact_number(point[1], 2)}" + look_text(label, **look)


def no_point_text(label: str) -> str:
    """Return the text that takes a VIEW_POINT away."""
    return "x=0,y=0,active=false" + (f",label={label}" if label else "")


def no_shape_text(label: str) -> str:
    """Return the text that takes a VIEW_SEGLIST or VIEW_POLYGON away."""
    return "pts={0,0:9,0:0,9},active=false" + (f",label={label}" if label else "")


def look_text(label: str, **look: str | float | bool) -> str:
    """Return how something is drawn, as the end of its text; the order is the original's."""
    return _look_text(label, tuple(look.items()))


@lru_cache(maxsize=128)
def _look_text(label: str, items: tuple[tuple[str, str | float | bool], ...]) -> str:
    look = dict(items)
    parts = []
    if "active" in look:
        parts.append(f"active={'true' if look['active'] else 'false'}")
    if label:
        parts.append(f"label={label}")
    for name in ("label_color", "edge_color", "vertex_color", "fill_color"):
        if name in look:
            parts.append(f"{name}={'invisible' if look[name] == 'off' else look[name]}")
    for name, decimals in (
        ("time", 2),
        ("duration", 2),
        ("vertex_size", 1),
        ("edge_size", 1),
        ("fill_transparency", 2),
    ):
        if name in look:
            parts.append(f"{name}={compact_number(float(look[name]), decimals)}")
    return "".join("," + part for part in parts)
