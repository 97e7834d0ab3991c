"""ESRI ASCII grids (.asc). A large one stays on the disc: its lines are found once, and read as they are needed."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.sea.data.grid import GridFile
from usimmarine_py.sea.data.numbers import numbers_of
from usimmarine_py.text import finite_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HEADER = ("ncols", "nrows", "xllcorner", "xllcenter", "yllcorner", "yllcenter", "cellsize", "dx", "dy", "nodata_value")
#: A file up to this size (bytes) is read whole, so that every number is looked at at once.
READ_WHOLE = 16_000_000
_CHUNK = 8_000_000
_NEWLINE, _BLANK = 10, 32
#: Programs write the mark of missing nodes with fewer digits in the header than in the rows.
_SAME = 1e-6


def open_esri(path: str) -> GridFile:
    """The grid of a file; heights above or depths below, and of which coordinates, it does not say.

    Raises ``ConfigError`` with file and line, or ``OSError``.
    """
    header, first, lines = _read_header(path)
    columns, rows = _count(header, "ncols", path), _count(header, "nrows", path)
    width = header.get("dx", header.get("cellsize", 0.0))
    height = header.get("dy", header.get("cellsize", 0.0))
    if not (width > 0.0 and height > 0.0):
        raise ConfigError("needs a cellsize above 0", file=path)
    west, south = _corner(header, "x", width, path), _corner(header, "y", height, path)
    us, vs = [west + k * width for k in range(columns)], [south + k * height for k in range(rows)]
    rest = (path, first, lines, header.get("nodata_value", -9999.0))
    source = (_Whole if Path(path).stat().st_size <= READ_WHOLE else _OnDisc)(us, vs, *rest)
    return GridFile(source)


def _read_header(path: str) -> tuple[dict[str, float], int, int]:
    """The header, where (bytes) the numbers begin, and how many lines come before."""
    found: dict[str, float] = {}
    offset = lines = 0
    with Path(path).open("rb") as file:
        for raw in file:
            words = raw[:200].decode("ascii", "replace").split()
            if words and words[0].lower() not in _HEADER:
                if finite_number(words[0]) is None and words[0].lower() not in ("nan", "*"):
                    raise ConfigError(f"no ESRI ASCII grid: {shorten(words[0])!r}", file=path, line=lines + 1)
                break
            offset, lines = offset + len(raw), lines + 1
            if words:
                number = finite_number(words[1]) if len(words) == 2 else None
                if number is None and words[0].lower() != "nodata_value":
                    raise ConfigError(f"{words[0]} must be a number", file=path, line=lines)
                found[words[0].lower()] = float("nan") if number is None else number
    return found, offset, lines


def _count(header: dict[str, float], name: str, path: str) -> int:
    number = header.get(name, 0.0)
    if not (2 <= number <= 1e8 and number == int(number)):
        found = f", found {number:g}" if name in header else ""
        raise ConfigError(f"needs {name}, a whole number of 2 and more, up to 1e8{found}", file=path)
    return int(number)


def _corner(header: dict[str, float], axis: str, step: float, path: str) -> float:
    """The middle of the cell farthest west or south."""
    if f"{axis}llcenter" in header:
        return header[f"{axis}llcenter"]
    if f"{axis}llcorner" not in header:
        raise ConfigError(f"needs {axis}llcorner or {axis}llcenter", file=path)
    return header[f"{axis}llcorner"] + 0.5 * step


class _Whole:
    """A grid in memory."""

    def __init__(
        self, columns: list[float], rows: list[float], path: str, first: int, lines: int, missing: float
    ) -> None:
        self.columns, self.rows = columns, rows
        numbers: list[NDArray[np.float64]] = []
        with Path(path).open("rb") as file:
            file.seek(first)
            for number, raw in enumerate(file, start=lines + 1):
                try:
                    numbers.append(numbers_of(raw))
                except ValueError:
                    text = raw.decode("ascii", "replace").split()
                    wrong = next((word for word in text if not _is_number(word)), "")
                    raise ConfigError(f"not a number: {shorten(wrong)!r}", file=path, line=number) from None
        import numpy as np

        values = np.concatenate(numbers) if numbers else np.empty(0)
        if len(values) != len(rows) * len(columns):
            wanted = f"{len(rows)} x {len(columns)} = {len(rows) * len(columns)}"
            raise ConfigError(f"holds {len(values)} numbers, not {wanted}", file=path)
        values[np.isclose(values, missing, rtol=_SAME, atol=0.0)] = np.nan
        self._values = values.reshape(len(rows), len(columns))[::-1]

    def block(self, i0: int, i1: int, j0: int, j1: int) -> NDArray[np.float64]:
        """Values of rows from the south and columns."""
        return self._values[i0:i1, j0:j1]


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


class _OnDisc:
    """A grid in its file, a row in each line; a line that is no row is missing."""

    def __init__(
        self, columns: list[float], rows: list[float], path: str, first: int, lines: int, missing: float
    ) -> None:
        del lines
        self.columns, self.rows = columns, rows
        self._path, self._missing = path, missing
        self._lines = _line_offsets(path, first)
        if len(self._lines) - 1 != len(rows):
            raise ConfigError(f"has {len(self._lines) - 1} lines of numbers, not nrows = {len(rows)}", file=path)

    def block(self, i0: int, i1: int, j0: int, j1: int) -> NDArray[np.float64]:
        """Values of rows from the south and columns."""
        import numpy as np

        first, last = len(self.rows) - i1, len(self.rows) - i0
        block = np.full((i1 - i0, j1 - j0), np.nan, dtype=np.float64)
        with Path(self._path).open("rb") as file:
            for k in range(first, last):
                file.seek(self._lines[k])
                raw = file.read(self._lines[k + 1] - self._lines[k])
                # words are counted, and only those that are wanted become numbers
                blank = np.frombuffer(raw, np.uint8) <= _BLANK
                words = np.flatnonzero(~blank & np.concatenate(([True], blank[:-1])))
                if len(words) != len(self.columns):
                    continue
                end = words[j1] if j1 < len(words) else len(raw)
                with suppress(ValueError):
                    block[last - 1 - k] = numbers_of(raw[words[j0] : end])
        block[np.isclose(block, self._missing, rtol=_SAME, atol=0.0)] = np.nan
        return block


def _line_offsets(path: str, first: int) -> list[int]:
    """Where (bytes) each line begins that is not blank, and the end of the file."""
    import numpy as np

    starts, offset = [first], first
    with Path(path).open("rb") as file:
        file.seek(first)
        while chunk := file.read(_CHUNK):
            starts += (np.flatnonzero(np.frombuffer(chunk, np.uint8) == _NEWLINE) + offset + 1).tolist()
            offset += len(chunk)
    if starts[-1] != offset:
        starts.append(offset)
    return [a for a, b in pairwise(starts) if b - a > 2] + [offset]
