"""Read runs from ``.alog``, CSV (also gzipped) and Parquet files as series by variable name."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import (
    ConfigError,
    LogFileError,
    MissingExtraError,
    NothingToDrawError,
    shorten,
    suggest,
    suggest_file,
)
from usimmarine_py.logs.alog import Series as AlogSeries
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.logs.drift import DRIFT_READ, DRIFT_SUMMARY, DriftPlayback
from usimmarine_py.logs.instruments.gathered import Series as Series
from usimmarine_py.logs.tables import read_unpacked
from usimmarine_py.logs.viewer.fields import numbers_in
from usimmarine_py.logs.viewer.names import WIND_CONDITIONS
from usimmarine_py.logs.viewer.planned import READ
from usimmarine_py.mission import Mission, parse_mission, read_mission
from usimmarine_py.values.frozen import dataclass, field, replace

#: The mail that resets the vehicle.
RESET = "USM_RESET"
#: Texts that are kept.
_MAIL = READ | {RESET}
#: Texts of ``key=number`` pairs whose numbers are series, too: ``USM_DRIFT_SUMMARY.xmag``.
_SUMMARIES = frozenset({DRIFT_SUMMARY, WIND_CONDITIONS})
#: A tick of a live run that was recorded for ``usim run --again``, and the keys of its JSON.
_RECORDED = "USIM_RECORD_TICK"
_RECORDED_STATE = {"x": "x", "y": "y", "h": "heading", "u": "speed", "d": "depth"}
#: Names of a time column.
_TIME_COLUMNS = ("t", "time", "TIME", "T")
#: Contents of a cell without a value.
_ABSENT = frozenset({"", "nan", "-", "na", "n/a", "null", "none"})
#: The files of a run, the most complete first.
_ENDINGS = (".alog", ".parquet", ".pq", ".csv", ".csv.gz")
#: Larger times (s) are clock times, which count from the first row in a figure.
_CLOCK_TIME = 1e8


@dataclass(frozen=True, slots=True, eq=False)
class RecordedRun:
    """Every numeric variable of one run: ``run["NAV_X"].times`` (s) and ``.values``, both of shape (n,)."""

    path: Path
    series: Mapping[str, Series]  #: times and values by name
    texts: frozenset[str] = field(default_factory=frozenset)  #: variables without numbers
    label: str = ""  #: shown instead of the file's name
    #: of columns that hold numbers the first cell of a CSV that is none (nor empty): its line and text
    no_numbers: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    #: posts (s, text) of a log that figures read: resets, and what tells of a plan
    mail: Mapping[str, Sequence[tuple[float, str]]] = field(default_factory=dict)

    def __getitem__(self, name: str) -> AlogSeries:
        """Times (s) and values of one variable; ``KeyError`` with the nearest name."""
        try:
            return AlogSeries(*self.variable(name))
        except NothingToDrawError as error:
            raise KeyError(str(error)) from None

    def __iter__(self) -> Iterator[str]:
        """The names of all variables."""
        return iter(self.series)

    def __len__(self) -> int:
        """The number of variables."""
        return len(self.series)

    @property
    def name(self) -> str:
        """The run's name in figures: its label, else the file's name without extension."""
        return self.label or stem(self.path)

    @property
    def end(self) -> float:
        """The last time (s) of any variable."""
        return max(float(times[-1]) for times, _ in self.series.values())

    def variable(self, name: str) -> Series:
        """One variable, matched with case first. Raises ``NothingToDrawError`` with a suggestion."""
        found = self.series.get(name)
        if found is None:
            same = [known for known in self.series if known.lower() == name.lower()]
            found = self.series[same[0]] if len(same) == 1 else None
        if found is not None:
            return found
        if name in self.texts:
            raise NothingToDrawError(
                f"{self.path}: {name} holds no numbers in this log", remedy="choose another variable"
            )
        close = suggest(name, self.series)
        hint = f"did you mean {close}?" if close else f"it holds {shorten(', '.join(sorted(self.series)), 160)}"
        raise NothingToDrawError(f"{self.path}: no {shorten(name, 60)} in this log; {hint}")


def stem(path: Path) -> str:
    """The file's name without its extensions (``.csv.gz``)."""
    return path.with_name(path.name.removesuffix(".gz")).stem


def read_run(path: str | os.PathLike[str], keep: Callable[[str], bool] | None = None) -> RecordedRun:
    """Read the numeric variables of a run from an ``.alog``, CSV (also gzipped) or Parquet file, or a bag of ROS 2.

    ``keep``: of which further variables of an ``.alog`` the texts are kept, by name, in ``mail``.
    Raises ``ConfigError`` for another extension, ``LogFileError`` for a file that cannot be read or has another
    format, ``NothingToDrawError`` for an empty one, ``MissingExtraError`` for Parquet without pyarrow.
    """
    path = Path(path)
    endings = path.name.lower()
    if endings.endswith(".alog"):
        log = _from_alog(path, keep)
    elif endings.endswith((".csv", ".csv.gz")):
        log = _from_csv(path)
    elif endings.endswith((".parquet", ".pq")):
        log = _from_parquet(path)
    elif endings.endswith(".db3") or (path / "metadata.yaml").is_file():
        from usimmarine_py.logs.instruments.odometry import odometry_of_bag  # few runs are bags

        log = RecordedRun(path, odometry_of_bag(path))
    else:
        raise ConfigError("is no .alog, .csv or .parquet; give the log of a run", file=str(path))
    if not log.series and (keep is None or not log.mail):
        raise NothingToDrawError(f"{path}: holds no numbers; was the run ended before it began?")
    return log


def read_runs(paths: Sequence[Path], keep: Callable[[str], bool] | None = None) -> list[RecordedRun]:
    """Read several runs, as ``read_run`` does; equal file names are distinguished by their folders."""
    logs = [read_run(path, keep) for path in paths]
    names = [log.name for log in logs]
    return [
        replace(log, label=f"{log.path.absolute().parent.name}/{log.name}") if names.count(log.name) > 1 else log
        for log in logs
    ]


def _from_alog(path: Path, keep: Callable[[str], bool] | None = None) -> RecordedRun:
    times: dict[str, array[float]] = {}
    values: dict[str, array[float]] = {}
    texts: set[str] = set()
    kept = set(_MAIL)
    mail: dict[str, list[tuple[float, str]]] = {}
    drift: list[tuple[float, str, float | str]] = []

    def add(name: str, time: float, value: float) -> None:
        if name not in times:
            times[name], values[name] = array("d"), array("d")
        times[name].append(time)
        values[name].append(value)

    for row in read_alog(path):
        if row.variable in DRIFT_READ and isinstance(row.value, float | str):
            drift.append((row.time, row.variable, row.value))
        if isinstance(row.value, float):
            add(row.variable, row.time, row.value)
            continue
        if row.variable == _RECORDED and isinstance(row.value, str):
            for key, value in recorded_state(row.value).items():
                add(key, row.time, value)
            continue
        if row.variable not in texts:
            texts.add(row.variable)
            if keep is not None and keep(row.variable):
                kept.add(row.variable)
        if row.variable in kept and isinstance(row.value, str):
            mail.setdefault(row.variable, []).append((row.time, row.value))
        if row.variable in _SUMMARIES and isinstance(row.value, str):
            for key, value in numbers_in(row.value).items():
                add(f"{row.variable}.{key}", row.time, value)
    if not {"drift_x", "drift_y"} & times.keys():
        for time, x, y in _drifted(drift):
            add("drift_x", time, x)
            add("drift_y", time, y)
    series = {name: _ordered(np.array(t), np.array(values[name])) for name, t in times.items()}
    numbers = {name: s for name, s in series.items() if len(s[0])}
    return RecordedRun(path, numbers, frozenset(texts - set(series)), mail=mail)


def recorded_state(text: str) -> dict[str, float]:
    """The true state in a tick of a recorded live run, by the names of a table; empty for another text."""
    try:
        found = json.loads(text)
        return {long: float(found[short]) for short, long in _RECORDED_STATE.items()}
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}


def _drifted(posts: list[tuple[float, str, float | str]]) -> Iterator[tuple[float, float, float]]:
    """Yield time (s), and the drift to east and north (m/s), after each post that is about it."""
    playback = DriftPlayback()
    for time, variable, value in sorted(posts, key=lambda post: post[0]):
        if playback.take(variable, value):
            yield time, playback.x, playback.y


def _ordered(times: NDArray[np.float64], values: NDArray[np.float64]) -> Series:
    """Sort by time (pLogger writes in order of arrival) and remove values that are not finite."""
    keep = np.isfinite(values) & np.isfinite(times)
    order = np.argsort(times[keep], kind="stable")
    return times[keep][order], values[keep][order]


def _from_csv(path: Path) -> RecordedRun:
    try:
        text = read_unpacked(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LogFileError("is no text, though it is called .csv", file=str(path)) from None
    except (OSError, EOFError, zlib.error) as error:
        problem = getattr(error, "strerror", None) or error
        raise LogFileError(f"cannot read the table: {problem}", remedy="check the path", file=str(path)) from error
    reader = csv.reader(io.StringIO(text))
    try:
        header = [cell.strip() for cell in next(reader, [])]
        columns = [array("d") for _ in header]
        no_numbers: dict[str, tuple[int, str]] = {}
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(header):
                problem = f"has {len(cells)} cells, the header has {len(header)}"
                raise LogFileError(problem, file=str(path), line=reader.line_num)
            for name, column, cell in zip(header, columns, cells, strict=True):
                number = _number(cell)
                column.append(number)
                if math.isnan(number) and name not in no_numbers and cell.strip().lower() not in _ABSENT:
                    no_numbers[name] = reader.line_num, shorten(cell.strip(), 40)
    except csv.Error as error:
        raise LogFileError(f"is no table: {error}", file=str(path), line=reader.line_num) from None
    if not any(header):
        raise NothingToDrawError(f"{path}: is empty; the first line must name the columns")
    run = _from_columns(path, header, [np.array(column) for column in columns])
    return replace(run, no_numbers={name: found for name, found in no_numbers.items() if name in run.series})


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return float("nan")


def _from_parquet(path: Path) -> RecordedRun:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("reading Parquet", "pyarrow", "logs") from error
    try:
        table = parquet.ParquetFile(path).read()
    except (OSError, ValueError, pa.ArrowException) as error:
        problem = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise LogFileError(f"cannot read the table: {shorten(problem)}", file=str(path)) from error
    names, columns = [], []
    for name, column in zip(table.column_names, table.columns, strict=True):
        names.append(name)
        numeric = pa.types.is_integer(column.type) or pa.types.is_floating(column.type)
        values = column.to_numpy() if numeric else np.full(table.num_rows, np.nan)
        columns.append(np.asarray(values, dtype=np.float64))
    return _from_columns(path, names, columns)


def _from_columns(path: Path, names: Sequence[str], columns: Iterable[NDArray[np.float64]]) -> RecordedRun:
    table = dict(zip(names, columns, strict=True))
    time_name = next((name for name in _TIME_COLUMNS if name in table), None)
    if time_name is None:
        found = shorten(", ".join(n for n in names if n), 100)
        raise LogFileError(f"has no column t or time; its columns are {found}", file=str(path))
    times = table.pop(time_name)
    if len(times) and np.isfinite(times[0]) and times[0] > _CLOCK_TIME:
        times = times - times[0]
    series = {name: _ordered(times, values) for name, values in table.items()}
    numeric = {name: s for name, s in series.items() if len(s[0])}
    return RecordedRun(path, numeric, frozenset(set(series) - set(numeric)))


def mission_of(log: Path) -> Path | None:
    """The mission file of a run of ``usim run``, by the summary beside its log: at its path, or beside or above it."""
    summary = _summary_of(log)
    name, place = (str(summary.get(key, "")) for key in ("mission", "mission_path"))
    if not name:
        return None
    places = [log.parent / place] if place else []
    places += [folder / name for folder in (log.parent, log.absolute().parent.parent)]
    found = next((path for path in places if path.is_file()), None)
    return None if found is None else Path(os.path.normpath(found))


def mission_as_run(log: Path) -> Mission | None:
    """The mission of a run of ``usim run`` as it was played: with ``--set`` and macros, or as a launch script made it.

    Raises ``MissionFileError`` for a file that cannot be read.
    """
    summary = _summary_of(log)
    name, place, text = (str(summary.get(key, "")) for key in ("mission", "mission_path", "mission_text"))
    if text:
        return parse_mission(text, os.path.normpath(log.parent / (place or name)), {})
    found = mission_of(log)
    return None if found is None else read_mission(found)


def seed_of(log: Path) -> int | None:
    """The seed of a run of ``usim run``, by the summary beside its log."""
    found = _summary_of(log).get("seed")
    return found if type(found) is int else None


def mission_name(log: Path) -> str:
    """The name of the mission file of a run of ``usim run``; empty without a summary beside the log."""
    return str(_summary_of(log).get("mission", ""))


def _summary_of(log: Path) -> dict[str, Any]:
    try:
        found = json.loads(log.with_name(f"{stem(log)}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def runs_in(path: Path) -> list[Path]:
    """The runs of a folder, one file of each: those with a summary of `usim run`, else all; another path unchanged.

    A folder without runs of its own has those that loggers left below it (`logger_files`).

    Raises ``NothingToDrawError`` for a folder without runs, ``ConfigError`` for a missing path.
    """
    if not path.is_dir():
        if not path.exists():
            raise ConfigError("no such file or folder", file=str(path), suggestion=suggest_file(str(path)))
        return [path]
    if (path / "metadata.yaml").is_file():  # a bag of ROS 2
        return [path]
    found: dict[str, Path] = {}
    for ending in _ENDINGS:
        for file in sorted(path.glob(f"*{ending}")):
            found.setdefault(stem(file), file)
    if not found and (files := logger_files(path)):
        return files
    if not found:
        endings = ", ".join(_ENDINGS[:-1])
        raise NothingToDrawError(f"{path}: no run in this folder: no {endings} or {_ENDINGS[-1]}")
    return [file for file in found.values() if mission_name(file)] or list(found.values())


def logger_files(folder: Path) -> list[Path]:
    """The logs that pLogger left below a folder, each as `NAME/NAME.alog`."""
    return sorted(file for file in folder.glob("*/*.alog") if file.stem == file.parent.name)
