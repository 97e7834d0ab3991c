"""Where the results of a sweep lie: what the sweep is, a journal that survives anything, and the finished tables.

sweep.json       what the sweep is; a rerun with another sweep is refused
journal.jsonl    one row as JSON for every run that is done, in the order of their ends; only this process writes it
tracks/          one file for every track, until the tables are made
runs.parquet     one row a run, in order of the runs; runs.csv and runs.json hold the same
tracks.parquet  time, x, y, ... of the stored tracks
"""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, LogFileError, MissingExtraError
from usimmarine_py.sweep.run import RESULT_COLUMNS, TEXT_COLUMNS, TRACK_COLUMNS, TRUTH_COLUMNS, WHOLE_COLUMNS, Outcome

if sys.platform != "win32":
    import fcntl

FORMAT = "usimmarine sweep 1"


def need_pyarrow() -> Any:
    """The module; raises ``MissingExtraError``."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("the table of a sweep", "pyarrow", "sweep") from None
    return pyarrow


def read_tracks(folder: Path, runs: Iterable[int]) -> dict[int, dict[str, list[float]]]:
    """The stored tracks among these runs, columns ``TRACK_COLUMNS``."""
    found = {}
    for index in runs:
        file = folder / "tracks" / f"{index:06d}.json"
        if file.exists():
            found[index] = json.loads(file.read_text(encoding="utf-8"))
    return found


class SweepStore:
    """The folder of one sweep. Raises ``ConfigError`` when it holds another one, ``LogFileError`` for disk trouble."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any], columns: Sequence[str]) -> None:
        """``manifest`` says what the sweep is, without the number of runs: that may grow; ``columns`` are varied."""
        self.folder = folder
        self.columns = ("run", "seed", *columns, *RESULT_COLUMNS)
        self._arrow = need_pyarrow()
        self._rows: dict[int, dict[str, Any]] = {}
        wanted = {"format": FORMAT, **manifest}
        file = folder / "sweep.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if file.exists():
                self._compare(file, wanted)
            self._journal = (folder / "journal.jsonl").open("ab")
            with ExitStack() as stack:
                stack.callback(self._journal.close)
                self._lock()
                if file.exists():
                    self._compare(file, wanted)
                else:
                    _write_whole(file, json.dumps(wanted, indent=2, ensure_ascii=False) + "\n")
                self._read_journal()
                (folder / "tracks").mkdir(exist_ok=True)
                stack.pop_all()
        except OSError as error:
            raise self._failure(error) from error

    @property
    def done(self) -> frozenset[int]:
        """The runs whose results are there; one that failed because its worker died is not."""
        return frozenset(self._rows)

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Keep results; they are on the disk when this returns."""
        lines = []
        try:
            for outcome in outcomes:
                if outcome.track:
                    place = self.folder / "tracks" / f"{outcome.index:06d}.json"
                    _write_whole(place, json.dumps(outcome.track))
                self._rows[outcome.index] = outcome.row
                lines.append(json.dumps(outcome.row, ensure_ascii=False) + "\n")
            self._journal.write("".join(lines).encode("utf-8", "surrogateescape"))
            self._journal.flush()
            os.fsync(self._journal.fileno())
        except OSError as error:
            raise self._failure(error) from error

    def rows(self, count: int) -> list[dict[str, Any]]:
        """The rows of the runs below ``count``, in order."""
        return [self._rows[i] for i in sorted(self._rows) if i < count]

    def close(self) -> None:
        """Close the journal; idempotent. Raises ``LogFileError``."""
        try:
            self._journal.close()
        except OSError as error:
            raise self._failure(error) from error

    def write_tables(self, count: int) -> list[str]:
        """``runs.parquet`` and, with tracks, ``tracks.parquet``; the names written. Equal results, equal bytes."""
        arrow = self._arrow
        rows = self.rows(count)
        columns = {name: _column(arrow, name, [row.get(name) for row in rows]) for name in self.columns}
        written = ["runs.parquet", "runs.csv", "runs.json"]
        self._write_table("runs.parquet", arrow.table(columns))
        self._write_texts(rows)
        tracks = read_tracks(self.folder, (row["run"] for row in rows))
        if tracks:
            long: dict[str, list[float]] = {name: [] for name in TRACK_COLUMNS}
            runs: list[int] = []
            for index, track in tracks.items():
                runs += [index] * len(track["time"])
                for name in TRACK_COLUMNS:
                    long[name] += track[name]
            table = arrow.table({"run": arrow.array(runs, arrow.int64()), **long})
            self._write_table("tracks.parquet", table)
            written.append("tracks.parquet")
        return written

    def _write_texts(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """The rows as CSV (what is not there is empty) and as JSON."""
        lines = StringIO()
        table = csv.writer(lines, lineterminator="\n")
        table.writerow(self.columns)
        table.writerows([_cell(row.get(name)) for name in self.columns] for row in rows)
        listed = [{name: row.get(name) for name in self.columns} for row in rows]
        try:
            for name, text in (("runs.csv", lines.getvalue()), ("runs.json", json.dumps(listed, indent=1) + "\n")):
                _write_whole(self.folder / name, text)
        except OSError as error:
            raise self._failure(error) from error

    def write_text(self, name: str, text: str) -> str:
        """A text beside the tables; its name."""
        try:
            _write_whole(self.folder / name, text)
        except OSError as error:
            raise self._failure(error) from error
        return name

    def _write_table(self, name: str, table: Any) -> None:
        import pyarrow.parquet

        part = self.folder / f".{name}.part"
        try:
            pyarrow.parquet.write_table(table, str(part))
            part.replace(self.folder / name)
        except OSError as error:
            raise self._failure(error) from error

    def _compare(self, file: Path, wanted: Mapping[str, Any]) -> None:
        try:
            present = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            raise ConfigError("is no manifest of a sweep; choose another -o", file=str(file)) from None
        differing = [key for key in wanted if not isinstance(present, dict) or present.get(key) != wanted[key]]
        if differing:
            problem = f"holds another sweep (it differs in {', '.join(differing)}); choose another -o or remove it"
            raise ConfigError(problem, file=str(self.folder))

    def _lock(self) -> None:
        """One process at a time; the system lets go when that process ends, however it ends."""
        if sys.platform == "win32":
            return
        try:
            fcntl.flock(self._journal.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            problem = "another sweep is at work in this folder; wait for its end, or choose another -o"
            raise ConfigError(problem, file=str(self.folder)) from None
        except OSError:
            # a file system without locks
            return

    def _read_journal(self) -> None:
        file = self.folder / "journal.jsonl"
        if not file.exists():
            return
        data = file.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            # a row that was being written when the machine stopped: its run is done again
            with file.open("r+b") as journal:
                journal.truncate(whole)
        for number, line in enumerate(data[:whole].splitlines(), start=1):
            try:
                row = json.loads(line.decode("utf-8", "surrogateescape"))
                index, status = int(row["run"]), row["status"]
            except (ValueError, KeyError, TypeError):
                problem = "is no row of a sweep; delete this line, and its run is done again"
                raise ConfigError(problem, file=str(file), line=number) from None
            if status == "lost":
                self._rows.pop(index, None)
            else:
                self._rows[index] = row

    def _failure(self, error: OSError) -> LogFileError:
        problem = f"cannot be written: {error.strerror or error}; check the space, or choose another -o"
        return LogFileError(problem, file=str(self.folder))


def _write_whole(path: Path, text: str) -> None:
    """Write a file that is either whole or not there."""
    part = path.with_name(f".{path.name}.part")
    with part.open("w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _column(arrow: Any, name: str, values: Sequence[Any]) -> Any:
    if name in TEXT_COLUMNS:
        return arrow.array(values, arrow.string())
    if name in TRUTH_COLUMNS:
        return arrow.array(values, arrow.bool_())
    if name in WHOLE_COLUMNS or (name not in RESULT_COLUMNS and values and all(type(v) is int for v in values)):
        return arrow.array(values, arrow.int64())
    if name in RESULT_COLUMNS or all(isinstance(v, (int, float)) for v in values):
        return arrow.array([None if v is None else float(v) for v in values], arrow.float64())
    return arrow.array([None if v is None else str(v) for v in values], arrow.string())
