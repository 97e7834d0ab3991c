"""The files of a run: log, state rows, summary."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from math import inf
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, MissingExtraError, UsimError, file_errors
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.claim import claim
from usimmarine_py.logs.tables import CsvRows, ParquetRows, RowSink
from usimmarine_py.logs.whole_rows import append_text, drop_empty, put_file
from usimmarine_py.mission import Mission, read_mission
from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.followers import state_columns
from usimmarine_py.run.requirements import Requirements
from usimmarine_py.run.summary import RunSummary
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import Value
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.rows import Shape

#: The suffixes of the files of a run, besides its summary.
ENDINGS = (".alog", ".blog", ".csv", ".parquet", ".mcap")


@dataclass(frozen=True, slots=True)
class RunFiles:
    """Which files a run leaves, beside the summary."""

    log: bool = True
    csv: bool = False
    parquet: bool = False
    mcap: bool = False
    every: float = 0.0  #: s, least distance of state rows
    required: Requirements | None = None  #: judged at the end of the run
    most: float = inf  #: bytes, of all files together; the run ends there
    command: tuple[str, ...] = ()  #: words that do the run again, from the same folder
    #: where missions lie that a launch script made, by the places that they are read from, which are gone afterwards
    made: Mapping[str, Path] = field(default_factory=dict)

    def asked(self) -> dict[str, Any]:
        """The command, for a summary; nothing if it is not known."""
        return {"command": list(self.command)} if self.command else {}


class RunOutput:
    """Opens the requested files. ``close`` completes them, ``finish`` then writes the summary."""

    def __init__(
        self,
        folder: Path,
        mission: Mission,
        files: RunFiles,
        log_start: float,
        header: Sequence[str],
        simulator: Simulator | None,
        stem: str = "",
    ) -> None:
        """Raises ``ConfigError``, ``LogFileError`` or ``MissingExtraError``, the last before any file is touched."""
        if files.parquet:
            need("--parquet", "pyarrow")
        if files.mcap:
            need("--mcap", "foxglove", "foxglove-sdk")
        make_folder(folder)
        self.listeners: list[Listener] = []  #: of everything posted
        self.rows: list[RowSink] = []
        stem = stem or Path(mission.file).stem
        self._folder, self._stem, self._mission = folder, stem, mission
        self._files, self._most = files, files.most
        self._written: list[Path] = []
        self._log: AlogWriter | None = None
        self._stack = ExitStack()
        with self.writing(), ExitStack() as stack:
            # what is said of an earlier run must not stand beside the files of this one, should it not come to its end;
            # and runs that share no other file share the summary
            summary = folder / f"{stem}.json"
            stack.callback(drop_empty, summary)
            self._hold(stack, summary)
            summary.write_bytes(b"")
            self._open(stack, files, log_start, header, simulator)
            self._stack = stack.pop_all()

    def _open(
        self, stack: ExitStack, files: RunFiles, log_start: float, header: Sequence[str], simulator: Simulator | None
    ) -> None:
        """Open the requested files; ``stack`` closes them. Without a simulator there is only the log."""
        metadata = {"run": "\n".join(header)}
        if files.log:
            self._log = AlogWriter(self._claim(stack, ".alog"), log_start, header, flush_interval=None)
            stack.callback(self._log.close)
            self.listeners.append(self._log.row)
        if simulator is None:
            return
        if files.mcap:
            # with arrays, which few runs need
            from usimmarine_py.apps.hull import hull_of
            from usimmarine_py.logs.mcap.writer import McapWriter

            hull = hull_of(simulator.backend)
            mcap = McapWriter(self._claim(stack, ".mcap"), metadata, simulator.prefix, hull)
            stack.callback(mcap.close)
            self.listeners.append(mcap.row)
        if files.csv:
            self.rows.append(CsvRows(self._claim(stack, ".csv"), state_columns(simulator)))
            stack.callback(self.rows[-1].close)
        if files.parquet:
            self.rows.append(ParquetRows(self._claim(stack, ".parquet"), state_columns(simulator), metadata))
            stack.callback(self.rows[-1].close)

    def post(self, stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str = "") -> None:
        """Hand a row to all listeners."""
        for listener in self.listeners:
            listener(stamp, shape, values, source_aux)

    def is_full(self) -> bool:
        """Whether the files have grown as large as they may."""
        return self._most < inf and self.size >= self._most

    @property
    def size(self) -> int:
        """Bytes of the files so far."""
        return sum(path.stat().st_size for path in self._written)

    def writing(self) -> AbstractContextManager[None]:
        """Turn an OSError of writing into the one ``LogFileError`` that says what to do."""
        return writing_run(self._folder)

    def close(self) -> None:
        """Close all files; idempotent. Raises ``LogFileError``."""
        with self.writing():
            self._stack.close()

    def finish(self, summary: RunSummary) -> None:
        """Write the summary, with the hashes of the files. Raises ``LogFileError``."""
        self.close()
        with self.writing():
            if self._log is not None and self._log.has_binary:
                self._written.append(self._log.blog_path)
            summary.files = {path.name: file_hash(path) for path in self._written}
            place = self._files.made.get(self._mission.file)
            summary.mission_path = mission_place(str(place or self._mission.file), self._folder)
            found = summary.as_dict()
            if place is not None or _differs(self._mission):
                found["mission_text"] = self._mission.text
            write_json(self._place(".json"), {**found, **self._files.asked()})

    def _place(self, ending: str) -> Path:
        self._written.append(self._folder / f"{self._stem}{ending}")
        return self._written[-1]

    def _claim(self, stack: ExitStack, ending: str) -> Path:
        """The place of a file that no other run writes at the same time."""
        path = self._place(ending)
        stack.callback(drop_empty, path)
        self._hold(stack, path)
        return path

    @staticmethod
    def _hold(stack: ExitStack, path: Path) -> None:
        """Keep other runs from a file. Raises ``ConfigError`` where one has it."""
        claim(path, stack, "another run is writing this file; choose another folder with -o")


def append_reports(folder: Path, reports: Mapping[str, str]) -> None:
    """Append what graders wrote to the files of these names, as the originals do in theirs."""
    for name, text in reports.items():
        append_text(folder / Path(name).name, text)


def write_json(path: Path, found: Mapping[str, Any]) -> None:
    """Write a summary."""
    text = json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False)
    put_file(path, (text + "\n").encode("utf-8", "backslashreplace"), whole=True)


def mission_place(mission: str, folder: Path) -> str:
    """Where a mission lies: from ``folder`` where both are below the working directory, else its absolute path."""
    here, file, of = Path.cwd(), Path(mission).absolute(), folder.absolute()
    below = file.is_relative_to(here) and of.is_relative_to(here)
    return Path(os.path.relpath(file, of)).as_posix() if below else str(file)


def _differs(mission: Mission) -> bool:
    """Whether its file alone does not give this mission: macros or ``--set`` did, or the file has gone."""
    try:
        return read_mission(mission.file).text != mission.text
    except UsimError:
        return True


def make_folder(folder: Path) -> None:
    """Make the folder of ``-o``. Raises ``ConfigError``."""
    with file_errors(folder, "cannot make the folder", ConfigError, remedy="choose another one with -o"):
        folder.mkdir(parents=True, exist_ok=True)


def writing_run(folder: Path) -> AbstractContextManager[None]:
    """Raise ``LogFileError`` if a file of a run cannot be written."""
    return file_errors(folder, "cannot write the files of the run", remedy="check the space and the path")


def need(feature: str, module: str, package: str = "") -> None:
    """Raises ``MissingExtraError`` where a package of the extra ``logs``, else called as its module, is not there."""
    try:
        importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(feature, package or module, "logs") from None


def file_hash(path: Path) -> str:
    """SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()
