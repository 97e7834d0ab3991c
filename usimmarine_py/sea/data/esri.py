"""ESRI ASCII grids (.asc) without GDAL, read whole: shipped missions have one and run without optional packages."""

from __future__ import annotations

from pathlib import Path

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.sea.data.grid import GridFile
from usimmarine_py.sea.data.raster import SAME
from usimmarine_py.sea.data.stored import Stored, chunks, numbers_of
from usimmarine_py.text import finite_number

_HEADER = ("ncols", "nrows", "xllcorner", "xllcenter", "yllcorner", "yllcenter", "cellsize", "dx", "dy", "nodata_value")


def open_esri(path: str) -> GridFile:
    """Open the grid of a file; it does not say whether it holds heights or depths, nor of which coordinates.

    Raises ``ConfigError`` with file and line, or ``OSError``.
    """
    header, first, lines = _read_header(path)
    columns, rows = _count(header, "ncols", path), _count(header, "nrows", path)
    width = header.get("dx", header.get("cellsize", 0.0))
    height = header.get("dy", header.get("cellsize", 0.0))
    if not (width > 0.0 and height > 0.0):
        raise ConfigError("needs a cellsize above 0", file=path)
    west, south = _corner(header, "x", width, path), _corner(header, "y", height, path)
    shape = f"{rows} x {columns} = {rows * columns}"
    if rows * columns > max(1_000_000, Path(path).stat().st_size):
        raise ConfigError(f"holds fewer than {shape} numbers", file=path)
    grid = Stored([west + k * width for k in range(columns)], [south + k * height for k in range(rows)],
                  north_first=True)  # fmt: skip
    count = _fill(grid, path, first, lines + 1, header.get("nodata_value", -9999.0))
    if count != rows * columns:
        raise ConfigError(f"holds {count} numbers, not {shape}", file=path)
    return GridFile(grid)


def _read_header(path: str) -> tuple[dict[str, float], int, int]:
    """Return the header, where (bytes) the numbers begin, and how many lines come before."""
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
    """Return the middle of the cell farthest west or south."""
    if f"{axis}llcenter" in header:
        return header[f"{axis}llcenter"]
    if f"{axis}llcorner" not in header:
        raise ConfigError(f"needs {axis}llcorner or {axis}llcenter", file=path)
    return header[f"{axis}llcorner"] + 0.5 * step


def _fill(grid: Stored, path: str, first: int, line: int, missing: float) -> int:
    """Put the numbers of a file into its grid, and return how many there are."""
    import numpy as np

    count = 0
    for number, text in chunks(path, first, line):
        try:
            numbers = numbers_of(text)
        except ValueError:
            raise _no_number(text, path, number) from None
        numbers[np.isclose(numbers, missing, rtol=SAME, atol=0.0)] = np.nan
        values = grid.values().reshape(-1)[count:]
        values[: len(numbers)] = numbers[: len(values)]
        count += len(numbers)
    return count


def _no_number(text: bytes, path: str, first: int) -> ConfigError:
    for number, raw in enumerate(text.split(b"\n"), start=first):
        for word in raw.decode("ascii", "replace").split():
            try:
                float(word)
            except ValueError:
                return ConfigError(f"not a number: {shorten(word)!r}", file=path, line=number)
    return ConfigError("holds what is no number", file=path, line=first)
