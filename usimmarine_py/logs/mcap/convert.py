"""Convert a recorded run to MCAP: an ``.alog`` row by row, a CSV or Parquet table by its columns."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from usimmarine_py.errors import ConfigError, NothingToDrawError, file_errors
from usimmarine_py.logs.alog import BinaryRef, read_alog, read_header
from usimmarine_py.logs.mcap.scene import position_prefix
from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.logs.mcap.writer import McapWriter
from usimmarine_py.logs.runs import RecordedRun, read_run
from usimmarine_py.logs.viewer.names import PREFIXES
from usimmarine_py.logs.whole_files import whole_file

_NANOSECONDS = 1_000_000_000
#: A log that starts later (s, in the year 2106) has the clock of a time warp, beyond the range of viewers and 64 bits.
_LATEST = 2**32 - 1.0
_LAST = 2**63 - 1
_STATES = ("x", "y", "heading", "depth", "roll", "pitch")
_ASKED = ("thrust", "rudder", "thrust_left", "thrust_right")
#: Columns of a table of ``usim run`` or ``usim verify simulate`` as variables of a vehicle called NAV.
_MEANING = {
    **{name: f"NAV_{name.upper()}" for name in _STATES},
    **dict(zip(_ASKED, ("DESIRED_THRUST", "DESIRED_RUDDER", "DESIRED_THRUST_L", "DESIRED_THRUST_R"), strict=True)),
    **{name: f"USM_{name.upper()}" for name in ("wind_speed", "wind_dir", "current_speed", "current_dir")},
}
#: The same for tables with x north, y east, and Greek names of angles.
_NORTH_EAST = {"x": "NAV_Y", "y": "NAV_X", "z": "NAV_DEPTH", "phi": "NAV_ROLL", "theta": "NAV_PITCH"}
#: Endings of columns that are states of actuators.
_ACTUATORS = ("_rpm", "_rps", "_rad_s", "_deg")
#: Time (ns), variable, source, auxiliary source, value, the variable's meaning for the scene.
_Row = tuple[int, str, str, str, float | str | bytes, str]


def convert(source: Path, target: Path, prefix: str = "", hull: HullShape | None = None) -> str:
    """Write ``source`` as MCAP to ``target``; return the prefix of the shown vehicle, empty if there is none.

    ``prefix``: of its position, without underscore; empty: NAV, USM or the first one found. Raises ``LogFileError``,
    ``ConfigError``, ``NothingToDrawError`` and ``MissingExtraError``, all before ``target`` is touched.
    """
    prefix = prefix.removesuffix("_")
    if target.absolute() == source.absolute():
        raise ConfigError("is the run itself; choose another file with -o", file=str(target))
    if source.name.lower().endswith(".alog"):
        names = {row.variable for row in read_alog(source)}
        if not names:
            raise NothingToDrawError(f"{source}: holds no rows; was the run ended before it began?")
        rows, header = _of_log(source), read_header(source).lines
    else:
        run = read_run(source)
        means = _meanings(run)
        names = set(means.values())
        rows, header = _of_table(run, means), ()
    chosen = _choose(source, names, prefix)
    with file_errors(target), whole_file(target) as file:
        writer = McapWriter(file, {"run": "\n".join(header), "source": source.name}, chosen, hull)
        for row in rows:
            writer.write(*row)
        writer.close()
    return chosen


def _choose(source: Path, names: set[str], asked: str) -> str:
    """The prefix of the vehicle: the requested one, else NAV, USM or the first in order."""
    found = sorted(p for name in names if (p := position_prefix(name)) is not None and f"{p}_Y" in names)
    if asked and asked not in found:
        there = ", ".join(found) or "no position at all"
        raise NothingToDrawError(f"{source}: no {asked}_X and {asked}_Y in this log; it holds {there}")
    return asked or next((p for p in PREFIXES if p in found), found[0] if found else "")


def _time(begin: int, seconds: float) -> int:
    """A time in ns, limited to the range of MCAP's unsigned times."""
    return min(max(begin + round(min(max(seconds, -_LATEST), 3.0 * _LATEST) * _NANOSECONDS), 0), _LAST)


def _of_log(source: Path) -> Iterator[_Row]:
    start = read_header(source).log_start
    begin = round(start * _NANOSECONDS) if abs(start) <= _LATEST else 0
    for row in read_alog(source):
        value = row.value.read() if isinstance(row.value, BinaryRef) else row.value
        yield _time(begin, row.time), row.variable, row.source, row.source_aux, value, ""


def _meanings(run: RecordedRun) -> dict[str, str]:
    """The name in mail of each column of a table."""
    known = _MEANING | _NORTH_EAST if _turned(run) else _MEANING
    return {name: known.get(name) or _upper(name) for name in run.series}


def _turned(run: RecordedRun) -> bool:
    """Whether x is north and angles have Greek names."""
    return "psi" in run.series and "heading" not in run.series


def _upper(name: str) -> str:
    if name.startswith("usm_"):
        return name.upper()
    return f"NAV_{name.upper()}" if name.islower() and name.endswith(_ACTUATORS) else name


def _of_table(run: RecordedRun, means: dict[str, str]) -> Iterator[_Row]:
    """Yield the numbers in order of time; those of the same time in the order of the columns."""
    names, turned = list(run.series), _turned(run)
    times = np.concatenate([times for times, _ in run.series.values()])
    values = np.concatenate([values for _, values in run.series.values()])
    columns = np.repeat(np.arange(len(names)), [len(times) for times, _ in run.series.values()])
    for i in np.argsort(times, kind="stable"):
        name, value = names[columns[i]], float(values[i])
        time = _time(0, float(times[i]))
        yield time, name, run.path.name, "", value, means[name]
        if turned and name == "psi":
            yield time, "heading", run.path.name, "", math.degrees(value) % 360.0, "NAV_HEADING"
