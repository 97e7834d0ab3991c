"""XYZ: a point x, y, z in each line, on a grid in any order, with gaps (GDAL wants them sorted and complete)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.sea.data.grid import GridFile
from usimmarine_py.sea.data.stored import Stored, chunks, numbers_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Coordinates nearer than this share of the usual step are one.
_SAME = 1e-3
#: A grid has at least this share of its nodes.
_LEAST_FILLED = 0.1
#: Different x or y; more are no grid.
_MOST_LINES = 200_000
_SEPARATORS = bytes.maketrans(b",;\t", b"   ")


def open_xyz(path: str) -> GridFile:
    """Open the grid of the points. Raises ``ConfigError`` with file and line, or ``OSError``."""
    import numpy as np

    us: NDArray[np.float64] = np.empty(0)
    vs: NDArray[np.float64] = np.empty(0)
    count = 0
    for points in _points(path):
        count += len(points)
        us, vs = np.union1d(us, points[:, 0]), np.union1d(vs, points[:, 1])
        if max(len(us), len(vs)) > _MOST_LINES:
            break
    us, vs = _merged(us), _merged(vs)
    if min(len(us), len(vs)) < 2 or len(us) * len(vs) * _LEAST_FILLED > count:
        found = f"{len(us)} x by {len(vs)} y for {count} points"
        raise ConfigError(f"the points lie on no grid ({found}); put them on one first", file=path)
    grid = Stored(us.tolist(), vs.tolist())
    for points in _points(path):
        grid.values()[_nearest(vs, points[:, 1]), _nearest(us, points[:, 0])] = points[:, 2]
    return GridFile(grid)


def _points(path: str) -> Iterator[NDArray[np.float64]]:
    """Yield the points, some at a time, as rows x, y, z."""
    import numpy as np

    for line, text in chunks(path):
        lines = text.translate(_SEPARATORS)
        if line == 1:
            lines = _without_header(lines)
        try:
            # three numbers in each line
            numbers = numbers_of(lines)
            if len(numbers) != 3 * (text.count(b"\n") + 1) or b"#" in lines:
                raise ValueError
        except ValueError:
            numbers = _line_by_line(lines, path, line)
        rows = numbers.reshape(-1, 3)
        yield rows[np.isfinite(rows[:, :2]).all(axis=1)]


def _without_header(lines: bytes) -> bytes:
    """Return the lines with the first one empty where it is a heading: words that are no numbers."""
    first, newline, rest = lines.partition(b"\n")
    try:
        [float(word) for word in first.split()]
    except ValueError:
        return newline + rest
    return lines


def _line_by_line(lines: bytes, path: str, first: int) -> NDArray[np.float64]:
    """Return the numbers of lines with remarks behind # or with more columns; raise the error of the wrong line."""
    import numpy as np

    found: list[list[float]] = []
    for number, raw in enumerate(lines.split(b"\n"), start=first):
        words = raw.partition(b"#")[0].split()
        if not words:
            continue
        try:
            x, y, z = (float(word) for word in words[:3])
        except ValueError:
            problem = f"expected x y z: {shorten(raw.decode('ascii', 'replace'), 60)}"
            raise ConfigError(problem, file=path, line=number) from None
        found.append([x, y, z])
    return np.array(found, dtype=np.float64).reshape(-1)


def _merged(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return sorted coordinates, those that differ by rounding put together."""
    import numpy as np

    if len(values) < 2:
        return values
    steps = np.diff(values)
    usual = np.median(steps[steps > 0.0])
    fresh = np.concatenate(([True], steps > _SAME * max(usual, steps.max() * _SAME)))
    kept: NDArray[np.float64] = values[fresh]
    return kept


def _nearest(nodes: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.intp]:
    import numpy as np

    return np.searchsorted(0.5 * (nodes[1:] + nodes[:-1]), values)
