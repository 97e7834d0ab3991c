"""The block of pLogger: which variables go to which file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from usimmarine_py.errors import ConfigError, file_errors
from usimmarine_py.logs.alog.writer import DECIMALS, AlogWriter
from usimmarine_py.logs.beside import SyncLog
from usimmarine_py.mission import Block, Entry
from usimmarine_py.text import finite_number
from usimmarine_py.values import Value

#: Commands while it runs.
COMMAND = "PLOGGER_CMD"
_KNOWN = (
    "apptick", "commstick", "file", "path", "filetimestamp", "asynclog", "logauxsrc", "wildcardlogging",
    "wildcardpattern", "wildcardomitpattern", "wildcardexclusionlog", "markdatatype",
)  # fmt: skip
#: Shortest period of an .slog, s; most of its spare columns; most decimals of a number.
_SHORTEST, _MOST_COLUMNS, _MOST_DECIMALS = 0.01, 1000, 15


class IdleLine(NamedTuple):
    """A line without effect, and why."""

    entry: Entry
    problem: str


@dataclass(frozen=True, slots=True)
class LoggerBlock:
    """The settings of a pLogger block."""

    path: Path  #: the .alog, in a folder of its own
    variables: tuple[str, ...]
    omitted: tuple[str, ...]
    period: float = 0.0  #: s, of the .slog; 0: there is none
    columns: tuple[str, ...] = ()  #: of the .slog
    spare: int = 0  #: its columns for variables that are asked for later
    excludes: bool = False  #: whether there is an .xlog
    decimals: int = DECIMALS
    marked: bool = False
    notes: tuple[IdleLine, ...] = ()

    def alog(self, log_start: float, **options: Any) -> AlogWriter:
        """Open the .alog."""
        comments = ["DATATYPE MARKING ON"] if self.marked else []
        return AlogWriter(self.path, log_start, comments, decimals=self.decimals, marked=self.marked, **options)

    def sync_log(self, log_start: float) -> SyncLog | None:
        """Open the .slog, if the block asks for one."""
        if not self.period:
            return None
        return SyncLog(self.path.with_suffix(".slog"), log_start, self.period, self.columns, self.spare)


def read_logger_block(block: Block, folder: Path, now: datetime) -> LoggerBlock:
    """The log of a pLogger block: ``NAME/NAME.alog`` in ``folder``, with the date in NAME where that is asked.

    Raises ``ConfigError`` if the block asks for no variable at all.
    """
    name = block.value("File") or "MOOSLog"
    if block.boolean("FileTimeStamp") is not False:
        name += now.strftime("_%d_%m_%Y_____%H_%M_%S")
    variables: list[str] = []
    omitted: list[str] = []
    wild: list[str] = []
    columns: list[str] = []
    notes: list[IdleLine] = []
    period, spare, decimals = 0.0, 0, DECIMALS
    for entry in block.entries:
        key, value = entry.key.lower(), entry.squeezed[1]
        if key == "log":
            variables.append(value.partition("@")[0])
            columns.append(variables[-1])
        elif key == "synclog":
            on, _, gap = value.partition("@")
            period = max(_SHORTEST, finite_number(gap) or 1.0) if on.lower() == "true" else 0.0
        elif key in ("dynamicsynclogcolumns", "doubleprecision"):
            number = finite_number(value)
            most = _MOST_COLUMNS if key == "dynamicsynclogcolumns" else _MOST_DECIMALS
            if number is None or not 0 <= number <= most:
                notes.append(IdleLine(entry, f"must be a number from 0 to {most}; the default stays"))
            elif key == "dynamicsynclogcolumns":
                spare = int(number)
            else:
                decimals = int(number)
        elif key == "asynclog" and block.boolean("AsyncLog") is False:
            notes.append(IdleLine(entry, "has no effect: there is an .alog at any time"))
        elif key not in _KNOWN:
            notes.append(IdleLine(entry, "has no effect: the logger of this package does not know it"))
        if key == "wildcardomitpattern":
            omitted.append(value)
        elif key == "wildcardpattern":
            wild.append(value)
    if block.boolean("WildCardLogging"):
        variables += wild or ["*"]
    else:
        omitted = []
    if not variables and not spare:  # with columns to spare, PLOGGER_CMD asks for some
        problem = "nothing to log: no line Log = VARIABLE, and WildCardLogging is not true"
        raise ConfigError(problem, file=block.file, line=block.line)
    return LoggerBlock(
        folder / (block.value("PATH") or ".") / name / f"{name}.alog", tuple(variables), tuple(omitted), period,
        tuple(columns), spare, block.boolean("WildcardExclusionLog") is True, decimals,
        block.boolean("MarkDataType") is True, tuple(notes),
    )  # fmt: skip


def log_requests(value: Value) -> tuple[list[str], list[str]]:
    """Variables that a value of PLOGGER_CMD asks to log from now on, and requests that are not understood."""
    key, equals, rest = str(value).partition("=")
    if key.strip().upper() != "LOG_REQUEST" or not equals:
        return [], [str(value)]
    names = [one.partition("@")[0].strip() for one in rest.split(",")]
    return [name for name in names if name], [] if any(names) else [str(value)]


def leave_mission(mission: Path, log: Path, community: str) -> Path:
    """Make the folder of a log, with a copy of the mission beside it, as pLogger does; return the log.

    Where another logger has just made that folder, the name of the ``community`` is added.
    """
    with file_errors(log):
        try:
            log.parent.mkdir(parents=True, exist_ok=not community)
        except FileExistsError:
            if not log.parent.is_dir():
                raise
            name = f"{log.stem}_{community}"
            log = log.parent.with_name(name) / f"{name}{log.suffix}"
            log.parent.mkdir(exist_ok=True)
        log.with_suffix("._moos").write_bytes(mission.read_bytes())
    return log
