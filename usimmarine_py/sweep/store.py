"""The folder of a sweep: manifest, journal, and the finished tables.

sweep.json       the manifest; a rerun with another sweep is refused
journal.jsonl    one row as JSON, with its CRC-32, for every run that is done, in the order of their ends; only this
                 process writes it
tracks/          one file for every track, until the tables are made
runs.parquet     one row a run, in order of the runs; runs.csv and runs.json hold the same
tracks.parquet  time, x, y, ... of the stored tracks
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, file_errors
from usimmarine_py.logs.whole_files import whole_file, write_whole
from usimmarine_py.sweep.journal import Journal
from usimmarine_py.sweep.run import RESULT_COLUMNS, TRACK_COLUMNS, RunOutcome
from usimmarine_py.sweep.tables import (
    TableRows,
    need_pyarrow,
    write_parquet,
    write_texts,
    write_tracks,
)

FORMAT = "usimmarine sweep 1"


def _track_file(folder: Path, run: int, vehicle: str) -> Path:
    return folder / "tracks" / (f"{run:06d}.{vehicle}.json" if vehicle else f"{run:06d}.json")


def read_track(folder: Path, run: int, vehicle: str = "") -> dict[str, list[float]] | None:
    """Return the stored track of a run, of a field that of one of its vehicles, columns ``TRACK_COLUMNS``.

    None: it has none. Raises ``ConfigError``.
    """
    file = _track_file(folder, run, vehicle)
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        columns = {name: [float(value) for value in found[name]] for name in TRACK_COLUMNS}
        if len({len(column) for column in columns.values()}) == 1:
            return columns
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        pass
    problem = f"is no track; delete this file and the line of run {run} in journal.jsonl, and the run is done again"
    raise ConfigError(problem, file=str(file))


class SweepStore:
    """The folder of one sweep. Raises ``ConfigError`` when it holds another one, ``LogFileError`` for disk trouble."""

    def __init__(
        self,
        folder: Path,
        manifest: Mapping[str, Any],
        columns: Sequence[str],
        results: Sequence[str] = RESULT_COLUMNS,
    ) -> None:
        """``manifest`` identifies the sweep, without the number of runs, which may grow; ``columns`` are varied."""
        need_pyarrow()
        self.folder = folder
        self.columns = ("run", "seed", *columns, *results)
        expected = {"format": FORMAT, **manifest}
        file = folder / "sweep.json"
        with self._writing():
            folder.mkdir(parents=True, exist_ok=True)
            if file.exists():
                self._compare(file, expected)
            self._journal = Journal(folder / "journal.jsonl", self.columns)
            try:
                if file.exists():
                    self._compare(file, expected)
                else:
                    write_whole(file, json.dumps(expected, indent=2, ensure_ascii=False) + "\n")
                self._journal.read()
                (folder / "tracks").mkdir(exist_ok=True)
            except BaseException:
                self._journal.close()
                raise

    def _writing(self) -> AbstractContextManager[None]:
        """Turn an ``OSError`` into a ``LogFileError`` with a remedy."""
        return file_errors(self.folder, remedy="check the space, or choose another -o")

    def is_done(self, index: int) -> bool:
        """Return whether a run has its result, other than ``lost``."""
        return self._journal.is_done(index)

    def left(self, count: int) -> array[int]:
        """Return the runs below ``count`` that are still to be done."""
        return array("q", (index for index in range(count) if not self.is_done(index)))

    def add(self, outcomes: Iterable[RunOutcome]) -> None:
        """Keep results; they are on the disk when this returns."""
        with self._writing():
            rows = []
            for outcome in outcomes:
                for vehicle, track in outcome.tracks.items():
                    write_whole(_track_file(self.folder, outcome.index, vehicle), json.dumps(track))
                rows.append(outcome.row)
            self._journal.add(rows)

    def close(self) -> None:
        """Close the journal; idempotent."""
        self._journal.close()

    def write_tables(self, count: int) -> tuple[TableRows, list[str]]:
        """``runs.parquet``, .csv, .json and, with tracks, ``tracks.parquet``; the rows of the runs below ``count`` and
        the names written. Equal results, equal bytes.
        """

        def rows() -> Iterator[dict[str, Any]]:
            return self._journal.rows(count)

        written = ["runs.parquet", "runs.csv", "runs.json"]
        with self._writing():
            write_texts(self.folder, self.columns, rows)
            with whole_file(self.folder / "runs.parquet") as file:
                write_parquet(file, self.columns, rows)
            stored = [found for found in self._with_tracks() if found[0] < count]
            if stored:
                tracks = ((i, v, t) for i, v in stored if (t := read_track(self.folder, i, v)) is not None)
                with whole_file(self.folder / "tracks.parquet") as file:
                    write_tracks(file, tracks, vehicles=any(vehicle for _, vehicle in stored))
                written.append("tracks.parquet")
        return TableRows(self.folder / "runs.parquet"), written

    def _with_tracks(self) -> list[tuple[int, str]]:
        """Return runs and vehicles that have a track; no vehicle is named where a run has but one."""
        parts = (file.stem.partition(".") for file in (self.folder / "tracks").glob("*.json"))
        return sorted((int(number), vehicle) for number, _, vehicle in parts if number.isdecimal())

    def write_text(self, name: str, lines: Iterable[str]) -> str:
        """Write lines beside the tables and return the name of the file."""
        with self._writing(), whole_file(self.folder / name) as file:
            for line in lines:
                file.write(f"{line}\n".encode("utf-8", "surrogateescape"))
        return name

    def _compare(self, file: Path, expected: Mapping[str, Any]) -> None:
        try:
            present = json.loads(file.read_text(encoding="utf-8"))
        except (ValueError, RecursionError):
            raise ConfigError("is no manifest of a sweep; choose another -o", file=str(file)) from None
        differing = [key for key in expected if not isinstance(present, dict) or present.get(key) != expected[key]]
        if differing:
            problem = f"holds another sweep (it differs in {', '.join(differing)}); choose another -o or remove it"
            raise ConfigError(problem, file=str(self.folder))
