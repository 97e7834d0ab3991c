"""Tables of instruments: any separator, decimal points or commas, times as numbers or as text."""

from __future__ import annotations

import csv
import io
import re
import zlib
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, LogFileError, NothingToDrawError, shorten, suggest
from usimmarine_py.logs.runs import Series
from usimmarine_py.logs.tables import read_unpacked

#: What a column of times holds: seconds in one of it, and where its zero is (s since 1970).
TIMES = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60.0, "h": 3600.0, "gps": 1.0}
#: s from 1970 to the zero of GPS times, less the leap seconds since (18 from 2017 on).
_GPS = 315964800.0 - 18.0
_WEEK = 604800.0
#: Names of columns that hold times, the likeliest first, in small letters.
_NAMES = ("t", "time", "timestamp", "time_s", "times", "utc", "datetime", "date_time", "epoch", "gps_time", "time_utc")
_FRACTION = re.compile(r"\.\d+")
_SEPARATORS = (",", ";", "\t", "|")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2}):(\d{2}(?:\.\d+)?)")
_DAY = 86400.0
_WITH_COMMA, _WITH_POINT = (re.compile(rf"[+-]?\d+{mark}\d+") for mark in (",", r"\."))


def read_table(path: Path, time: str = "", unit: str = "") -> dict[str, Series]:
    """The columns of a table; rows without a time are left out. Raises ``ConfigError`` and ``LogFileError``."""
    try:
        text = read_unpacked(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LogFileError("is no text in UTF-8", file=str(path)) from None
    except (OSError, EOFError, zlib.error) as error:
        problem = getattr(error, "strerror", None) or error
        raise LogFileError(f"cannot read the table: {problem}", remedy="check the path", file=str(path)) from error
    header, rows = _rows(path, text)
    name = _time_column(path, header, time)
    times = _times(path, name, [row[header.index(name)] for _, row in rows], [line for line, _ in rows], unit)
    found: dict[str, Series] = {}
    for i, column in enumerate(header):
        if column == name or not column:
            continue
        values = np.array([_number(row[i]) for _, row in rows])
        keep = np.isfinite(values) & np.isfinite(times)
        if keep.any():
            order = np.argsort(times[keep], kind="stable")
            found[column] = (times[keep][order], values[keep][order])
    return found


def _rows(path: Path, text: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    lines = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip() and not line.startswith("#")]
    if not lines:
        raise NothingToDrawError(f"{path}: is empty; the first line must name the columns")
    separator = max(_SEPARATORS, key=lines[0][1].count)
    try:
        cells = [(i, next(csv.reader(io.StringIO(line), delimiter=separator))) for i, line in lines]
    except csv.Error as error:
        raise LogFileError(f"is no table: {error}", file=str(path)) from None
    header = [cell.strip() for cell in cells[0][1]]
    for line, row in cells[1:]:
        if len(row) != len(header):
            raise LogFileError(f"has {len(row)} cells, the header has {len(header)}", file=str(path), line=line)
    return header, cells[1:] if separator == "," else _pointed(cells[1:])


def _pointed(rows: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Decimal commas as points, in a table that has no number with a point: else a comma may part thousands."""
    if any(_WITH_POINT.fullmatch(cell.strip()) for _, row in rows for cell in row):
        return rows
    return [
        (line, [cell.replace(",", ".") if _WITH_COMMA.fullmatch(cell.strip()) else cell for cell in row])
        for line, row in rows
    ]


def _time_column(path: Path, header: Sequence[str], asked: str) -> str:
    if asked:
        if asked not in header:
            listed = shorten(", ".join(header), 160)
            raise ConfigError(f"there is no column {asked} ({listed})", key="--map", file=str(path),
                              suggestion=suggest(asked, header))  # fmt: skip
        return asked
    small = [name.lower() for name in header]
    for name in _NAMES:
        if name in small:
            return header[small.index(name)]
    listed = shorten(", ".join(header), 160)
    raise ConfigError(f"no column is named t or time ({listed}): name it by time=COLUMN", key="--map", file=str(path))


def _times(path: Path, name: str, cells: Sequence[str], lines: Sequence[int], unit: str) -> NDArray[np.float64]:
    """Times (s), in order of the rows; nan where there is none."""
    words = [cell.strip() for cell in cells]
    first = next((word for word in words if word), "")
    if not unit and _CLOCK.fullmatch(first.replace(",", ".")):
        return _of_day(path, name, words, lines)
    if unit == "iso" or (not unit and np.isnan(_number(first))):
        return np.array([_moment(path, name, word, line) for word, line in zip(words, lines, strict=True)])
    scale = unit or _guessed(_number(first))
    if scale not in TIMES:
        raise ConfigError(f"{scale} is no unit of times ({', '.join([*TIMES, 'iso'])})", key="--map")
    times = np.array([_number(word) for word in words]) * TIMES[scale]
    if scale == "gps":
        # seconds of the week begin again
        back = np.diff(times, prepend=times[:1]) < -0.5 * _WEEK
        times = times + _WEEK * np.cumsum(back)
        times = times + (_GPS if np.nanmin(times) > 2 * _WEEK else 0.0)
    return times


def _of_day(path: Path, name: str, words: Sequence[str], lines: Sequence[int]) -> NDArray[np.float64]:
    """Times of day (hh:mm:ss) as seconds since the midnight before the first, over midnights."""
    times = np.full(len(words), np.nan)
    for i, (word, line) in enumerate(zip(words, lines, strict=True)):
        parts = _CLOCK.fullmatch(word.replace(",", "."))
        if parts is not None:
            times[i] = 3600.0 * int(parts[1]) + 60.0 * int(parts[2]) + float(parts[3])
        elif word:
            raise LogFileError(f"{name} is {shorten(word, 40)!r}: no time of day hh:mm:ss", file=str(path), line=line)
    known = np.flatnonzero(np.isfinite(times))
    times[known] += _DAY * np.cumsum(np.diff(times[known], prepend=times[known[:1]]) < -0.5 * _DAY)
    return times


def _guessed(first: float) -> str:
    """The unit of a time by its size: s since 1970 are 1.7e9 today."""
    for unit, least in (("ns", 1e17), ("us", 1e14), ("ms", 1e11)):
        if first > least:
            return unit
    return "s"


def _moment(path: Path, name: str, word: str, line: int) -> float:
    if not word:
        return float("nan")
    try:
        text = word.replace("Z", "+00:00").replace("z", "+00:00")
        # Python 3.10 takes three or six digits of a second only
        found = datetime.fromisoformat(_FRACTION.sub(lambda digits: f"{digits[0]:0<7}"[:7], text))
    except ValueError:
        problem = (
            f"{name} is {shorten(word, 40)!r}: neither a number nor a time such as 2025-06-01T12:00:00.5Z or 12:00:00.5"
        )
        raise LogFileError(problem, file=str(path), line=line) from None
    return (found if found.tzinfo else found.replace(tzinfo=timezone.utc)).timestamp()


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return float("nan")
