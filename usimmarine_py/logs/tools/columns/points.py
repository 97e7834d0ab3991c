"""projpt, projfield and nzero: points by course and distance, a grid of points, headings from the east."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, sin
from typing import TextIO

from usimmarine_py.logs.tools.lines import numeric
from usimmarine_py.logs.tools.texts import help_text
from usimmarine_py.maths.angles import angle_360, to_radians
from usimmarine_py.text import atof, compact_number

_HELP = ("-h", "--help")
#: Sailing grid of the MIT pavilion: course (deg), side of a cell and offset (m).
_PAVILION = {"x": 0.0, "y": 0.0, "ang": 64.6356, "grid": 10.0, "offset": 5.0, "cx": 26.0, "cy": 26.0}


def ahead(x: float, y: float, course: float, distance: float) -> tuple[float, float]:
    """Return the point in a distance (m) on a course (deg); exact on the four cardinal ones."""
    course = angle_360(course)
    exact = {0.0: (0.0, 1.0), 90.0: (1.0, 0.0), 180.0: (0.0, -1.0), 270.0: (-1.0, 0.0)}.get(course)
    east, north = exact or (sin(to_radians(course)), cos(to_radians(course)))
    return x + east * distance, y + north * distance


def projpt(words: Sequence[str], out: TextIO) -> int:
    """Run ``projpt X Y COURSE DISTANCE [OPTIONS]``; its exit code."""
    if len(words) < 4 or any(word in _HELP for word in words):
        out.write(help_text("projpt"))
        return 0
    decimals, before, between = 2, "", " "
    for place, word in enumerate(words):
        name = word.removeprefix("-").removeprefix("-")
        if place < 4 and numeric(word):
            continue
        if place >= 4 and word.startswith("-") and len(name) == 2 and name[0] == "p" and name[1] in "012345":
            decimals = int(name[1])
        elif place >= 4 and word in ("--pt", "-pt"):
            before, between = "", ","
        elif place >= 4 and word in ("--ptf", "-ptf"):
            before, between = "x=", ",y="
        else:
            out.write(f"Bad Arg:[{word}]. Exiting.\n")
            return 1
    x, y = ahead(*(atof(word) for word in words[:4]))
    out.write(f"{before}{compact_number(x, decimals)}{between}{compact_number(y, decimals)}\n")
    return 0


def nzero(words: Sequence[str], out: TextIO) -> int:
    """Run ``nzero HEADING``: clockwise from north to counter-clockwise from east (deg); its exit code."""
    heading: float | None = None
    for word in words:
        if word in _HELP:
            out.write(help_text("nzero"))
            return 0
        if heading is not None or not numeric(word):
            out.write(f"Bad Arg:[{word}]. Exiting.\n")
            return 1
        heading = angle_360(atof(word))
    if heading is None:
        out.write("No input angle provided.\n")
        return 1
    if heading > 270:
        turned = 450 - heading
    elif heading == 180:
        turned = 270.0
    elif heading == 270:
        turned = 180.0
    else:
        turned = angle_360(-(heading - 90)) if heading > 90 else 90 - heading
    out.write(f"{compact_number(turned, 6)}\n")
    return 0


def projfield(words: Sequence[str], out: TextIO) -> int:
    """Run ``projfield [OPTIONS]``: a grid of points AA to ZZ; its exit code."""
    if any(word in _HELP for word in words):
        out.write(help_text("projfield"))
        return 0
    values = {"x": 0.0, "y": 0.0, "ang": 0.0, "grid": 10.0, "offset": 0.0, "cx": 26.0, "cy": 26.0}
    for word in words:
        name, equals, text = word.partition("=")
        key = name.removeprefix("--")
        if word == "--pav":
            values.update(_PAVILION)
        elif equals and name.startswith("--") and key in values and numeric(text):
            number = atof(text)
            if key in ("cx", "cy") and number < 0:
                out.write(f"Bad Arg:[{word}]. Exiting.\n")
                return 1
            values[key] = float(int(number)) if key in ("cx", "cy") else number
        else:
            out.write(f"Bad Arg:[{word}]. Exiting.\n")
            return 1
    out.write("# $ projfield " + "".join(f"{word} " for word in words) + "\n# $ projfield")
    out.write("".join(f" --{key}={compact_number(value, 2)}" for key, value in values.items()) + "\n")
    for name, (x, y) in sorted(_grid(values)):
        east, north = compact_number(x, 2), compact_number(y, 2)
        out.write(f"{name}=x={east},y={north}\n{name}T={east},{north}\n")
    return 0


def _grid(values: dict[str, float]) -> Iterator[tuple[str, tuple[float, float]]]:
    course, cell = values["ang"], values["grid"]
    rows, columns = (int(min(values[key], 190)) for key in ("cx", "cy"))
    middle = ahead(values["x"], values["y"], course + 90, values["offset"])
    corner = ahead(*middle, course + 180, ((rows - 1) / 2) * cell)
    for row in range(rows):
        begin = ahead(*corner, angle_360(course + 90), cell * row)
        for column in range(columns):
            yield chr(65 + row) + chr(65 + column), ahead(*begin, course, cell * column)
