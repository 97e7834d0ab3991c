"""The block of pLogger: which variables go to which file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, Severity, file_errors, shorten
from usimmarine_py.finding import Finding
from usimmarine_py.logs.alog.writer import DECIMALS, AlogWriter
from usimmarine_py.logs.sync_logs import SyncLog
from usimmarine_py.logs.whole_files import whole_file
from usimmarine_py.mission import Block
from usimmarine_py.text import finite_number, moos_boolean
from usimmarine_py.values import Value
from usimmarine_py.values.key import Key, KeyTable, Take, read_block

#: Commands while it runs.
COMMAND = "PLOGGER_CMD"
#: Shortest period of an .slog, s; most of its spare columns; most decimals of a number.
_SHORTEST, _MOST_COLUMNS, _MOST_DECIMALS = 0.01, 1000, 15
#: Largest file that mail may have copied beside the log, bytes.
_LARGEST_COPY = 10_000_000


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
    notes: tuple[Finding, ...] = ()  #: lines without effect
    home: Path | None = None  #: the folder of the mission, whose files may be copied beside the log

    def alog(self, log_start: float, **options: Any) -> AlogWriter:
        """Open the .alog."""
        comments = ["DATATYPE MARKING ON"] if self.marked else []
        return AlogWriter(self.path, log_start, comments, decimals=self.decimals, marked=self.marked, **options)

    def sync_log(self, log_start: float) -> SyncLog | None:
        """Open the .slog, if the block asks for one."""
        if not self.period:
            return None
        return SyncLog(self.path.with_suffix(".slog"), log_start, self.period, self.columns, self.spare)


@dataclass(slots=True)
class _Asked:
    """What the lines ask for so far; other keys are read as single keys of MOOS."""

    variables: list[str] = field(default_factory=list)
    omitted: list[str] = field(default_factory=list)
    wild: list[str] = field(default_factory=list)
    period: float = 0.0
    spare: int = 0
    decimals: int = DECIMALS


def _log(asked: _Asked, text: str) -> None:
    asked.variables.append(text.partition("@")[0])


def _sync(asked: _Asked, text: str) -> None:
    on, _, gap = text.partition("@")
    asked.period = max(_SHORTEST, finite_number(gap) or 1.0) if on.lower() == "true" else 0.0


def _async(asked: _Asked, text: str) -> Finding | None:
    del asked
    return None if moos_boolean(text) else _idle("has no effect: there is an .alog at any time")


def _most(into: str, most: int) -> Take:
    def take(asked: _Asked, text: str) -> Finding | None:
        number = finite_number(text)
        if number is None or not 0 <= number <= most:
            return _idle(f"must be a number from 0 to {most}; the default stays")
        setattr(asked, into, int(number))
        return None

    return take


def _idle(what: str) -> Finding:
    return Finding(what, severity=Severity.NOTE)


def _single(name: str, kind: str, default: str, help: str, **more: Any) -> Key:
    """A key that is read by ``Block.value``: the first line of it counts."""
    return _key(name, kind, default, help, take=lambda _asked, _text: None, **more)


_key = partial(Key, group="logger", source="docs/programs.md")
#: The keys of the block.
KEYS = KeyTable(
    (
        _single("File", "text", "MOOSLog", "Name of the log and of its folder."),
        _single("Path", "file", ".", "Folder of the log's folder."),
        _single("FileTimeStamp", "bool", "true", "The date stands in the name."),
        _key(
            "Log", "list", help="A variable that is logged: VARIABLE @ SECONDS; the time does not count.", take=_log,
            repeatable=True, example="NAV_X @ 0",
        ),
        _key("AsyncLog", "bool", "true", "Writes the .alog, which is always written here.", take=_async),
        _key(
            "SyncLog", "text", "false", "Writes the .slog, a table: true @ SECONDS between rows.", "s", take=_sync,
            example="true @ 0.2",
        ),
        _key(
            "DynamicSyncLogColumns", "integer", "0", "Columns of the table for variables that are asked for later.",
            minimum=0, maximum=_MOST_COLUMNS, take=_most("spare", _MOST_COLUMNS),
        ),
        _key(
            "DoublePrecision", "integer", str(DECIMALS), "Decimals of numbers.", minimum=0, maximum=_MOST_DECIMALS,
            take=_most("decimals", _MOST_DECIMALS),
        ),
        _single("WildCardLogging", "bool", "false", "Logs all variables that match WildCardPattern.", example="true"),
        _key(
            "WildCardPattern", "text", "*", "Variables that WildCardLogging logs.", into="wild", repeatable=True,
        ),
        _key(
            "WildCardOmitPattern", "text", "", "Variables that it leaves out.", into="omitted", repeatable=True,
            example="*_STATUS",
        ),
        _single("WildCardExclusionLog", "bool", "false", "Writes what is left out to an .xlog."),
        _single("LogAuxSrc", "bool", "true", "Logs the aux of sources, which is always logged here."),
        _single("MarkDataType", "bool", "false", "Marks numbers and texts in the log."),
    ),
    _Asked,
    squeezed=True,
)  # fmt: skip
#: What is said of a key that is not known.
_UNKNOWN = "has no effect: the logger of this package does not know it"


def read_logger_block(block: Block, folder: Path, now: datetime) -> LoggerBlock:
    """The log of a pLogger block: ``NAME/NAME.alog`` in ``folder``, with the date in NAME where that is asked.

    Raises ``ConfigError`` if the block asks for no variable at all.
    """
    name = block.value("File") or "MOOSLog"
    if block.boolean("FileTimeStamp") is not False:
        name += now.strftime("_%d_%m_%Y_____%H_%M_%S")
    asked = _Asked()
    found = read_block(block.config_lines, KEYS, asked, ("apptick", "commstick"), unknown=_UNKNOWN)
    notes = tuple(one._replace(severity=Severity.NOTE, suggestion="") for one in found)
    variables, omitted = list(asked.variables), asked.omitted
    if block.boolean("WildCardLogging"):
        variables += asked.wild or ["*"]
    else:
        omitted = []
    if not variables and not asked.spare:  # with columns to spare, PLOGGER_CMD asks for some
        problem = "nothing to log: no line Log = VARIABLE, and WildCardLogging is not true"
        raise ConfigError(problem, file=block.file, line=block.line)
    return LoggerBlock(
        folder / (block.value("PATH") or ".") / name / f"{name}.alog", tuple(variables), tuple(omitted), asked.period,
        tuple(asked.variables), asked.spare, block.boolean("WildcardExclusionLog") is True, asked.decimals,
        block.boolean("MarkDataType") is True, notes, folder,
    )  # fmt: skip


def obey(asked: LoggerBlock, value: Value, warn: Callable[[str], object]) -> list[str]:
    """Return the variables that a value of PLOGGER_CMD asks to log from now on, or copy the file that it names.

    ``warn`` gets why a request has no effect.
    """
    text = str(value)
    key, _, rest = (word.strip() for word in text.partition("="))
    names = [one.partition("@")[0].strip() for one in rest.split(",")]
    if key.upper() == "LOG_REQUEST" and any(names):
        return [name for name in names if name]
    if key.upper() != "COPY_FILE_REQUEST" or not rest:
        warn(f"{COMMAND} = {shorten(text)} has no effect: it is LOG_REQUEST = VARIABLE, or COPY_FILE_REQUEST = FILE")
    elif problem := _copied(asked, rest):
        warn(f"{COMMAND} = {shorten(text)} has no effect: {problem}")
    return []


def _copied(asked: LoggerBlock, name: str) -> str:
    """Copy a file of the mission's folder beside the log, as NAME._ENDING; return why not, empty where it is there.

    Mail must not bring other files of the machine into a log.
    """
    if asked.home is None:
        return "this log has no mission whose files could be copied"
    try:
        home = asked.home.resolve()
        file = (home / name).resolve()
        if not file.is_relative_to(home):
            return "only files in the folder of the mission are copied"
        if not file.is_file():
            return "there is no such file in the folder of the mission"
        if file.stat().st_size > _LARGEST_COPY:
            return f"it has more than {_LARGEST_COPY / 1e6:.0f} MB"
        with whole_file(asked.path.parent / f"{file.stem}._{file.suffix[1:] or 'bak'}") as copy:
            copy.write(file.read_bytes())
    except (OSError, ValueError) as error:
        return f"it cannot be copied: {getattr(error, 'strerror', None) or error}"
    return ""


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
        with whole_file(log.with_suffix("._moos")) as copy:
            copy.write(mission.read_bytes())
    return log
