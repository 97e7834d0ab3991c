"""A georeferenced current: the text format of ``.cfd`` files and the local current at a position.

Source: laws/environment 2, the format of uSimCurrent.
Positions are local x (east) and y (north) in metres; vectors say where the water flows TO.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.text import bite, read_number, split, strip_white
from usimmarine_py.values.frozen import dataclass, field

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_NAME = "generic_cfield"
DEFAULT_RADIUS = 20.0  #: m
LEAST_RADIUS = 1.0  #: m
#: Nearer (m) than this a vector counts alone: its weight by distance would be infinite.
_AT_VECTOR = 1e-6

#: Larger numbers than this in a file are mistakes, and would overflow sums.
_LARGEST = 1e15

#: Cells are this much larger than the radius, so that rounding cannot put a vector in reach two cells away.
_CELL_SLACK = 1 + 1e-9


@dataclass(frozen=True, slots=True)
class CurrentVector:
    """One vector of a field."""

    x: float  #: m, east
    y: float  #: m, north
    magnitude: float  #: m/s
    direction: float  #: deg clockwise from north, where the water flows to


@dataclass(frozen=True, slots=True)
class CurrentVectorField:
    """A field of current vectors with an index: the time of a look-up goes with the vectors nearby, not with all."""

    vectors: tuple[CurrentVector, ...]
    radius: float = DEFAULT_RADIUS  #: m, of influence of every vector; below 1 counts as 1
    name: str = DEFAULT_NAME
    _keys: list[tuple[int, int]] = field(init=False, repr=False, compare=False)  # (row, column), sorted
    _columns: NDArray[np.float64] = field(init=False, repr=False, compare=False)  # shape (4, n): x, y, east, north

    def __post_init__(self) -> None:
        import numpy as np  # here and below: a vehicle without a field starts without

        object.__setattr__(self, "radius", max(self.radius, LEAST_RADIUS))
        order = sorted(self.vectors, key=lambda v: self._cell(v.x, v.y))
        angles = [math.radians(v.direction) for v in order]
        rows = [
            (v.x, v.y, v.magnitude * math.sin(angle), v.magnitude * math.cos(angle))
            for v, angle in zip(order, angles, strict=True)
        ]
        object.__setattr__(self, "_keys", [self._cell(v.x, v.y) for v in order])
        object.__setattr__(self, "_columns", np.array(rows, dtype=np.float64).reshape(-1, 4).T.copy())

    def current(self, x: float, y: float, interpolation: str = "reference") -> tuple[float, float]:
        """Return the current's east and north component (m/s) at a position (m), zero where no vector reaches.

        ``reference``: the plain mean of the vectors within the radius, each weighted by (1 - d/R)^2. ``nearest``: that
        of the nearest vector. ``idw``: a mean by inverse distance (laws/environment 2.2, 2.4).
        """
        if not (math.isfinite(x) and math.isfinite(y)):
            return 0.0, 0.0
        import numpy as np

        near = self._near(x, y)
        distance = np.hypot(near[0] - x, near[1] - y)
        inside = distance < self.radius
        if not inside.any():
            return 0.0, 0.0
        distance, flow = distance[inside], near[2:, inside]
        if interpolation == "reference":
            weight = (1 - distance / self.radius) ** 2 / len(distance)
        elif interpolation == "nearest" or distance.min() < _AT_VECTOR:
            # of several at one place the first in the order of the index
            weight = np.zeros(len(distance))
            weight[distance.argmin()] = 1.0
        else:
            weight = ((self.radius - distance) / (self.radius * distance)) ** 2
            weight /= weight.sum()
        east, north = flow @ weight
        return float(east), float(north)

    def _near(self, x: float, y: float) -> NDArray[np.float64]:
        """Return the columns of the vectors in the nine cells around a position."""
        import numpy as np

        row, column = self._cell(x, y)
        found = []
        for near in (row - 1, row, row + 1):
            first = bisect_left(self._keys, (near, column - 1))
            last = bisect_right(self._keys, (near, column + 1))
            if first < last:
                found.append(self._columns[:, first:last])
        return np.hstack(found) if found else self._columns[:, :0]

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        side = self.radius * _CELL_SLACK
        return math.floor(y / side), math.floor(x / side)


@dataclass(frozen=True, slots=True)
class FieldReading:
    """The field of a file (None without a single vector) and an error for each line that could not be read."""

    field: CurrentVectorField | None
    problems: tuple[ConfigError, ...] = ()


def read_current_field(text: str, file: str = "") -> FieldReading:
    """Read the text of a ``.cfd`` file; ``file`` is the name that errors carry.

    A bad line is one error with file and line, and the rest is kept. Numbers may have an exponent.
    """
    name, radius = DEFAULT_NAME, DEFAULT_RADIUS
    vectors: list[CurrentVector] = []
    problems: list[ConfigError] = []
    for number, raw in enumerate(text.split("\n"), start=1):
        line = strip_white(raw)
        if not line or line.startswith("//"):
            continue
        key, value = bite(line, ":")
        problem = ""
        if key.lower() == "fieldname":
            name = value
        elif key.lower() == "radius":
            found = _number(value)
            if found is None:
                problem = "Radius must be a number of metres"
            else:
                radius = max(found, LEAST_RADIUS)
        elif key.lower() != "render_hint":  # it is for drawing
            vector = _read_vector(line)
            if vector is None:
                problem = "expected x=X, y=Y, mag=M, ang=A (or X,Y,M,A)"
            else:
                vectors.append(vector)
        if problem:
            problems.append(ConfigError(f"{problem}: {shorten(line)}", file=file, line=number))
    if not vectors:
        problems.append(ConfigError("holds no current vector; the run goes on without a current field", file=file))
        return FieldReading(None, tuple(problems))
    return FieldReading(CurrentVectorField(tuple(vectors), radius, name), tuple(problems))


def _read_vector(line: str) -> CurrentVector | None:
    pieces = split(line, ",")
    if "=" in line:
        pairs = [bite(piece, "=") for piece in pieces]
        known = {key.lower(): value for key, value in pairs}
        pieces = [known.get(key, "") for key in ("x", "y", "mag", "ang")]
        if not all(key for key, _ in pairs):
            return None
    if len(pieces) != 4:
        return None
    numbers = [_number(piece) for piece in pieces]
    x, y, magnitude, direction = numbers
    if x is None or y is None or magnitude is None or direction is None:
        return None
    return CurrentVector(x, y, magnitude, direction)


def _number(text: str) -> float | None:
    value = read_number(text, exponent=True)
    return value if value is not None and abs(value) <= _LARGEST else None
