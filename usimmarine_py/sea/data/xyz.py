"""XYZ: a point x, y, z in each line, on a grid in any order, with gaps. What is large goes into a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING
from weakref import finalize

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.sea.data.grid import GridFile
from usimmarine_py.sea.data.numbers import numbers_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Bytes of text that are worked through at once.
_CHUNK = 2_000_000
#: Coordinates nearer than this share of the usual step are one.
_SAME = 1e-3
#: A grid has at least this share of its nodes.
_LEAST_FILLED = 0.1
#: Different x or y; more are no grid.
_MOST_LINES = 200_000
#: A grid up to this size (bytes) is kept in memory.
_IN_MEMORY = 32_000_000
_SEPARATORS = bytes.maketrans(b",;\t", b"   ")


class _Points:
    """The points as the source of a grid."""

    def __init__(self, path: str) -> None:
        import numpy as np

        us: NDArray[np.float64] = np.empty(0)
        vs: NDArray[np.float64] = np.empty(0)
        count = 0
        for points in _chunks(path):
            count += len(points)
            us, vs = np.union1d(us, points[:, 0]), np.union1d(vs, points[:, 1])
            if max(len(us), len(vs)) > _MOST_LINES:
                break
        us, vs = _merged(us), _merged(vs)
        if min(len(us), len(vs)) < 2 or len(us) * len(vs) * _LEAST_FILLED > count:
            found = f"{len(us)} x by {len(vs)} y for {count} points"
            raise ConfigError(f"the points lie on no grid ({found}); put them on one first", file=path)
        self.columns, self.rows = us.tolist(), vs.tolist()
        self._shape = len(vs), len(us)
        self._values: NDArray[np.float64] | None = None
        if 8 * len(us) * len(vs) <= _IN_MEMORY:
            self._values = np.full(self._shape, np.nan, dtype=np.float64)
        else:
            self._file = TemporaryFile()  # noqa: SIM115 - it lives as long as this
            finalize(self, self._file.close)
            empty = np.full((1, len(us)), np.nan, dtype=np.float64).tobytes()
            for _ in self.rows:
                self._file.write(empty)
            self._file.flush()
        for points in _chunks(path):
            values = self._map("r+")  # mapped anew each time, so that no more of it stays in memory
            values[_nearest(vs, points[:, 1]), _nearest(us, points[:, 0])] = points[:, 2]

    def block(self, i0: int, i1: int, j0: int, j1: int) -> NDArray[np.float64]:
        """Values of rows from the south and columns."""
        import numpy as np

        return np.array(self._map("r")[i0:i1, j0:j1], dtype=np.float64)

    def _map(self, mode: str) -> NDArray[np.float64]:
        import numpy as np

        if self._values is not None:
            return self._values
        mapped: NDArray[np.float64] = np.memmap(self._file, np.float64, mode, shape=self._shape)  # type: ignore[call-overload]
        return mapped


def open_xyz(path: str) -> GridFile:
    """The grid of the points. Raises ``ConfigError`` with file and line, or ``OSError``."""
    return GridFile(_Points(path))


def _chunks(path: str) -> Iterator[NDArray[np.float64]]:
    """The points, some at a time, as rows x, y, z."""
    import numpy as np

    line, rest, began = 1, b"", False
    with Path(path).open("rb") as file:
        while True:
            text = file.read(_CHUNK)
            whole, newline, tail = (rest + text).rpartition(b"\n") if text else (rest, b"", b"")
            lines, rest = whole.translate(_SEPARATORS), tail
            if not began:
                lines = _without_header(lines)
                began = True
            try:
                # three numbers in each line
                numbers = numbers_of(lines)
                if len(numbers) != 3 * (whole.count(b"\n") + len(newline)) or b"#" in lines:
                    raise ValueError
            except ValueError:
                numbers = _line_by_line(lines, path, line)
            line += whole.count(b"\n") + len(newline)
            rows = numbers.reshape(-1, 3)
            points = rows[np.isfinite(rows[:, :2]).all(axis=1)]
            if len(points):
                yield points
            if not text:
                return


def _without_header(lines: bytes) -> bytes:
    """A first line of words that are no numbers is a heading; it stays as an empty line."""
    first, newline, rest = lines.partition(b"\n")
    try:
        [float(word) for word in first.split()]
    except ValueError:
        return newline + rest
    return lines


def _line_by_line(lines: bytes, path: str, first: int) -> NDArray[np.float64]:
    """Remarks behind # and lines of more columns; tells the line that is wrong."""
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
    """Sorted coordinates with those of rounding's making put together."""
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
