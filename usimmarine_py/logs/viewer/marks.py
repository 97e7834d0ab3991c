"""The places of marks that pMarineViewer draws beside lines: markers, vectors, arrows, ovals, wedges, texts, pulses,
grids. All places and sizes are in m (x east, y north), angles in deg clockwise from north, times in s.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import cos, radians, sin
from typing import Any

from usimmarine_py.errors import UsimError
from usimmarine_py.limits import MOST_CELLS
from usimmarine_py.logs.viewer.fields import colour, place
from usimmarine_py.maths.plane.squares import covering_squares
from usimmarine_py.text import finite_number
from usimmarine_py.texts.shapes import read_polygon

Given = Mapping[str, str]
Drawing = dict[str, Any]

#: What pMarineViewer assumes where a post says nothing.
_PULSE_RADIUS, _PULSE_TIME, _COMMS_TIME, _BEAM = 40.0, 15.0, 3.0, 10.0
#: Steps of a round end, and of a wedge.
_STEPS = 16
_CELL = re.compile(r"(?:^|,)\s*cell\s*=\s*(\d{1,7}):([^:,]*):([^,]+)")
_MARKS = frozenset(("gateway", "efield", "diamond", "circle", "triangle", "square", "kelp"))
_DEFAULT_FILL = {
    "gateway": "green", "efield": "black", "diamond": "orange", "circle": "orange", "triangle": "red",
    "square": "blue", "kelp": "teal",
}  # fmt: skip


def _offset(x: float, y: float, angle: float, distance: float) -> list[float]:
    turn = radians(angle)
    return [x + distance * sin(turn), y + distance * cos(turn)]


def _numbers(given: Given, *keys: str) -> list[float] | None:
    found = [place(given.get(key)) for key in keys]
    return None if None in found else [value for value in found if value is not None]


def _size(given: Given, key: str, otherwise: float) -> float:
    found = place(given.get(key))
    return otherwise if found is None else max(found, 0.0)


def marker(given: Given) -> Drawing | None:
    """VIEW_MARKER: a figure of ``width`` m."""
    found = _numbers(given, "x", "y") or _numbers(given, "xpos", "ypos")
    width = _size(given, "width", _size(given, "scale", 10.0))
    if found is None or width <= 0.0:
        return None
    figure = given.get("type", "gateway").strip().lower()
    figure = figure if figure in _MARKS else "circle"
    both = given.get("colors", "").split(":")
    first = colour(given.get("primary_color") or given.get("color") or both[0]) or _DEFAULT_FILL[figure]
    drawing: Drawing = {"points": [found], "figure": figure, "width": width, "fill": first}
    second = colour(given.get("secondary_color") or (both[1] if len(both) > 1 else ""))
    return drawing | ({"second": second} if second else {})


def vector(given: Given) -> Drawing | None:
    """VIEW_VECTOR: from a place, by angle and length or by both components."""
    start = _numbers(given, "x", "y") or _numbers(given, "xpos", "ypos")
    if start is None:
        return None
    polar, parts = _numbers(given, "ang", "mag"), _numbers(given, "xdot", "ydot")
    if polar is not None:
        end = _offset(start[0], start[1], polar[0], polar[1])
    elif parts is not None:
        end = [start[0] + parts[0], start[1] + parts[1]]
    else:
        return None
    return {"points": [start, end], "head": min(_size(given, "head_size", 10.0), 40.0)}


def arrow(given: Given) -> Drawing | None:
    """VIEW_ARROW: the outline of a shaft and a head, about the middle of the shaft."""
    middle = _numbers(given, "ctrx", "ctry") or _numbers(given, "x", "y")
    if middle is None:
        return None
    angle = finite_number(given.get("ang", "")) or 0.0
    wide, long = 0.5 * _size(given, "bwid", 5.0), 0.5 * _size(given, "blen", 20.0)
    head, tip = 0.5 * _size(given, "hwid", 10.0), _size(given, "hlen", 10.0)
    ahead = ((-wide, -long), (-wide, long), (-head, long), (0.0, long + tip), (head, long), (wide, long), (wide, -long))
    along, across = _offset(0.0, 0.0, angle, 1.0), _offset(0.0, 0.0, angle + 90.0, 1.0)
    return {
        "points": [[middle[k] + right * across[k] + forward * along[k] for k in (0, 1)] for right, forward in ahead]
    }


def oval(given: Given) -> Drawing | None:
    """VIEW_OVAL: all places within ``rad`` of a line, ``len`` long in all."""
    found = _numbers(given, "x", "y", "rad", "len")
    if found is None:
        return None
    x, y, radius, length = found
    if radius <= 0.0 or length < 2.0 * radius:
        return None
    angle = finite_number(given.get("ang", "")) or 0.0
    ends = _offset(x, y, angle, 0.5 * length - radius), _offset(x, y, angle + 180.0, 0.5 * length - radius)
    points = []
    for (ex, ey), ahead in zip(ends, (angle, angle + 180.0), strict=True):
        points += [_offset(ex, ey, ahead + 180.0 * k / _STEPS - 90.0, radius) for k in range(_STEPS + 1)]
    return {"points": points}


def wedge(given: Given) -> Drawing | None:
    """VIEW_WEDGE: between two radii and two angles."""
    found = _numbers(given, "x", "y", "rad_low", "rad_hgh", "ang_low", "ang_hgh")
    if found is None:
        return None
    x, y, low, high, start, end = found
    if high <= low or low < 0.0:
        return None
    span = (end - start) % 360.0 or 360.0
    turns = [start + span * k / _STEPS for k in range(_STEPS + 1)]
    inner = [_offset(x, y, turn, low) for turn in reversed(turns)] if low > 0.0 else [[x, y]]
    return {"points": [*(_offset(x, y, turn, high) for turn in turns), *inner]}


def text_box(given: Given) -> Drawing | None:
    """VIEW_TEXTBOX: a text at a place."""
    found = _numbers(given, "x", "y")
    ink = colour(given.get("mcolor"))
    return None if found is None else {"points": [found]} | ({"ink": ink} if ink else {})


def seglr(given: Given) -> Drawing | None:
    """VIEW_SEGLR: a line whose end goes on along ``ray`` for ``ray_len`` m, with a head."""
    pairs = [part.split(",") for part in given.get("pts", "").strip("{} ").split(":")]
    points = [[place(pair[0]), place(pair[1])] for pair in pairs if len(pair) > 1][: MOST_CELLS // 10]
    if not points or any(value is None for point in points for value in point):
        return None
    ray = finite_number(given.get("ray", ""))
    if ray is not None:
        points.append(_offset(points[-1][0], points[-1][1], ray, _size(given, "ray_len", 5.0)))  # type: ignore[arg-type]
    return {"points": points, "head": min(_size(given, "head_size", 3.0), 40.0)}


def _filled(given: Given) -> float:
    return min(max(finite_number(given.get("fill", "")) or 0.25, 0.0), 1.0)


def range_pulse(given: Given) -> Drawing | None:
    """VIEW_RANGE_PULSE: a ring that grows to ``radius`` within ``duration``, and stays for ``linger``."""
    found = _numbers(given, "x", "y")
    if found is None:
        return None
    radius, lasts = _size(given, "radius", _PULSE_RADIUS), _size(given, "duration", _PULSE_TIME)
    if radius <= 0.0 or lasts <= 0.0:
        return None
    steady = given.get("fill_invariant", "").lower() == "true"
    return {
        "points": [found], "radius": radius, "lasts": lasts, "linger": _size(given, "linger", 0.0),
        "clear": _filled(given), "steady": steady,
    }  # fmt: skip


def comms_pulse(given: Given) -> Drawing | None:
    """VIEW_COMMS_PULSE: a beam from a sender to a receiver that fades within ``duration``."""
    found = _numbers(given, "sx", "sy", "tx", "ty")
    lasts = _size(given, "duration", _COMMS_TIME)
    if found is None or lasts <= 0.0:
        return None
    return {
        "points": [found[:2], found[2:]], "beam": _size(given, "beam_width", _BEAM), "lasts": lasts,
        "clear": _filled(given),
    }  # fmt: skip


def grid(given: Given, text: str) -> Drawing | None:
    """VIEW_GRID: cells of ``cell_size`` m that cover a polygon, each with a value."""
    size = place(given.get("cell_size"))
    if size is None or size <= 0.0:
        return None
    try:
        corners = covering_squares(read_polygon(f"pts={given.get('pts', '')}").polygon, size)
    except (UsimError, ValueError):
        return None
    name, _, first = given.get("cell_vars", "").partition(":")
    start = finite_number(first.partition(":")[0]) or finite_number(given.get("init_val", "")) or 0.0
    limits = {key: _limit(given.get(f"cell_{key}", ""), name) for key in ("min", "max")}
    values = [start] * len(corners)
    for number, variable, value in _CELL.findall(text):
        amount = finite_number(value)
        if amount is not None and int(number) < len(values) and variable in ("", name or "x"):
            values[int(number)] = amount
    most = limits["max"]
    return {
        "points": [[x, y] for x, y in corners], "size": size, "values": values, "variable": name or "x",
        "least": limits["min"] if limits["min"] is not None else 0.0, **({} if most is None else {"most": most}),
    }  # fmt: skip


def _limit(text: str, variable: str) -> float | None:
    parts = text.split(":")
    pairs = zip(parts[::2], parts[1::2], strict=False)
    return next((finite_number(value) for name, value in pairs if name == variable), None)


def with_changes(drawing: Drawing, text: str) -> Drawing:
    """A grid after the changes of VIEW_GRID_DELTA, ``LABEL@CELL,VARIABLE,AMOUNT:...``; amounts are added.

    ``LABEL@replace@...`` sets the values instead; without a variable the first one is meant.
    """
    values, variable = list(drawing["values"]), drawing["variable"]
    kind, at, rest = text.partition("@")
    replaces = bool(at) and kind.strip().lower() == "replace"
    for part in (rest if at else text).split(":"):
        fields = [field.strip() for field in part.split(",")]
        amount = finite_number(fields[-1]) if len(fields) in (2, 3) else None
        if amount is None or (len(fields) == 3 and fields[1] != variable) or not re.fullmatch(r"[0-9]{1,7}", fields[0]):
            continue
        cell = int(fields[0])
        if cell < len(values):
            values[cell] = amount if replaces else values[cell] + amount
    return drawing | {"values": values}
