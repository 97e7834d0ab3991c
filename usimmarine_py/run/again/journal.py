"""The journal of a live run, beside its log: how it began, and what came from outside (docs/launch.md).

The first line is a JSON object, each other one a JSON array: what, and for an event its place (events of the loop
before, MOOS time, community), then its details. Numbers are exact, control characters escaped. A line ``mark`` is
written with each flush, ``over`` at the end; both have the CRC-32 of all bytes before.
"""

from __future__ import annotations

import json
import os
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from usimmarine_py.errors import ConfigError, file_errors
from usimmarine_py.logs.whole_rows import PartialWriteError, drop_empty, put
from usimmarine_py.run.live.outside import Outside
from usimmarine_py.texts.shares import ShareAddress
from usimmarine_py.values import Value
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Shape

ENDING = ".journal"
#: What the first line says that it is.
KIND, FORMAT = "live run of usimmarine_py", 1
#: Lines that are kept before they go to the file.
_LINES_AT_ONCE = 1024
#: Characters of these: more would take long to write, in the midst of a live loop.
_CHARACTERS_AT_ONCE = 500_000
#: What has no place: the machine's answers.
_ANSWERS = frozenset({"network", "host", "measured"})
#: How many details each kind of line has.
_DETAILS = {
    "network": 0, "host": 2, "measured": 3, "mark": 1, "over": 1, "post": 6, "join": 1, "leave": 1, "share": 3,
    "forward": 0, "trouble": 3, "end": 1, "clock": 1, "skip": 1,
}  # fmt: skip


class JournalFile(NamedTuple):
    """A file that the mission was read from."""

    path: str  #: absolute
    sha256: str
    copy: str = ""  #: from the folder of the journal; empty: there is none


class JournalLog(NamedTuple):
    """A log of a pLogger."""

    block: str
    path: str  #: from the folder of the journal
    opened: str  #: date in its header


class JournalCommunity(NamedTuple):
    """A community that played in the process, and how its mission was read."""

    file: str
    definitions: tuple[str, ...]
    folders: tuple[str, ...]
    outside: tuple[str, ...]  #: programs that were none of this process
    own: Mapping[str, str]  #: the user's applications by name: their files
    logs: tuple[JournalLog, ...]


class JournalStart(NamedTuple):
    """How a run began."""

    version: str
    python: str
    warp: float
    start: float  #: MOOS s
    began: float  #: Unix s
    utc_offset: float  #: s
    token: str
    address: str
    process_id: int
    reports: bool
    folder: str  #: the working directory
    environment: Mapping[str, str]  #: that the missions name
    behaviors: tuple[str, ...]
    communities: tuple[JournalCommunity, ...]
    files: tuple[JournalFile, ...]


class RunJournal:
    """Writes a journal. ``trouble`` gets a line when the disk takes no more; the run goes on without."""

    def __init__(self, path: Path, start: JournalStart, trouble: Callable[[str], object]) -> None:
        """Open it. Raises ``LogFileError``."""
        self.path = path
        self._trouble = trouble
        self._lines: list[str] = []
        self._check = 0
        self._ended = False
        self.failed = False  #: the disk took no more
        with file_errors(path):
            self._file = path.open("wb", buffering=0)
        head = {"journal": KIND, "format": FORMAT, **start._asdict()}
        head["communities"] = [
            {**one._asdict(), "logs": [log._asdict() for log in one.logs]} for one in start.communities
        ]
        head["files"] = [one._asdict() for one in start.files]
        self._lines.append(json.dumps(head) + "\n")
        self._characters = 0  #: of events that wait
        self._write()

    def record(self, event: Outside) -> None:
        """Take an event, or an answer."""
        if self._ended:
            return
        made, time, community, what, details = event
        if what == "over":
            self._seal("over", made, time)
            self._ended = True
            return
        place = () if what in _ANSWERS else (made, time, community)
        line = json.dumps((what, *place, *_written(what, details)), separators=(",", ":")) + "\n"
        self._lines.append(line)
        self._characters += len(line)
        if len(self._lines) >= _LINES_AT_ONCE or self._characters >= _CHARACTERS_AT_ONCE:
            self._write()

    def flush(self, made: int, time: float) -> None:
        """Hand everything to the operating system; all events of the first ``made`` ones are there."""
        if not self._ended:
            self._seal("mark", made, time)

    def close(self) -> None:
        """Close the file; idempotent."""
        self._ended = True
        self._file.close()

    def _seal(self, what: str, made: int, time: float) -> None:
        self._write()
        self._lines.append(json.dumps((what, made, time, f"{self._check:08x}"), separators=(",", ":")) + "\n")
        self._write()

    def _write(self) -> None:
        data = "".join(self._lines).encode("ascii")
        self._lines.clear()
        self._characters = 0
        if self.failed:
            return
        first = self._check == 0
        self._check = crc32(data, self._check)
        try:
            put(self._file, data)
        except PartialWriteError as full:
            self._ended = self.failed = True
            reason = full.error.strerror or full.error
            if first:  # without its head it is none
                drop_empty(self.path)
                self._trouble(f"no journal {self.path}: {reason}; the run cannot be repeated")
            else:
                self._trouble(f"the journal {self.path} ends here: {reason}; the run can be repeated up to here")


class JournalReader:
    """A journal that is there. ``events`` reads it."""

    def __init__(self, path: Path) -> None:
        """Check it. Raises ``ConfigError`` for a file that is none, or is damaged."""
        self.path = Path(os.path.abspath(path))  # noqa: PTH100  # a repetition has another working directory
        self.count = 0  #: lines that are whole
        self.over = False  #: whether the run came to its end; else it was killed
        self.time = 0.0  #: of the last line with a place, MOOS s
        try:
            self.start = self._checked()
        except OSError as error:
            raise ConfigError(f"cannot be read: {error.strerror or error}", file=str(path)) from None

    def events(self) -> Iterator[Outside]:
        """Yield the events, the last of which is where it ends."""
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if 1 < number <= self.count:
                    yield self._event(line, number)

    def _checked(self) -> JournalStart:
        check, sealed, start = 0, True, None
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break  # torn, as the process was killed
                if start is None:
                    start = self._start(line)
                    self.time = start.start
                else:
                    sealed = line.startswith((b'["mark",', b'["over",'))
                    if sealed:
                        event = self._event(line, number)
                        if event.details != (f"{check:08x}",):
                            raise self._damaged(number)
                        self.over, self.time = event.what == "over", event.time
                check = crc32(line, check)
                self.count = number
                if self.over:
                    break
        if start is None:
            raise self._foreign()
        if not sealed:  # nothing vouches for the last lines
            for event in self.events():
                self.time = max(self.time, event.time)
        return start

    def _start(self, line: bytes) -> JournalStart:
        try:
            found = json.loads(line)
            if not isinstance(found, dict) or found.pop("journal", "") != KIND:
                raise self._foreign()
            if found.pop("format") != FORMAT:
                problem = f"is a journal of another format, by version {found['version']}"
                raise ConfigError(problem, file=str(self.path), remedy="use that version")
            found["communities"] = tuple(_community(one) for one in found["communities"])
            found["behaviors"] = tuple(found["behaviors"])
            found["files"] = tuple(JournalFile(**one) for one in found["files"])
            start = JournalStart(**found)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise self._foreign() from None
        numbers = start.warp, start.start, start.began, start.utc_offset
        if not all(isinstance(number, (int, float)) and isfinite(number) for number in numbers) or start.warp <= 0.0:
            raise self._foreign()
        places = (start.folder, *(one.path for one in start.files))
        if not all(isinstance(one, str) and os.path.isabs(one) and os.path.normpath(one) == one for one in places):  # noqa: PTH117
            raise self._foreign()  # it would lead out of the folder that the files are laid out in
        return start

    def _event(self, line: bytes, number: int) -> Outside:
        try:
            what, *rest = json.loads(line)
            place, rest = _place(what, rest)
            if len(rest) != _DETAILS[what]:
                raise self._damaged(number)
            return place._replace(details=_read(what, rest))
        except (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError):
            raise self._damaged(number) from None

    def _damaged(self, line: int) -> ConfigError:
        return ConfigError("the journal is damaged here, or before", file=str(self.path), line=line)

    def _foreign(self) -> ConfigError:
        return ConfigError("is no journal of a live run", file=str(self.path))


def _place(what: str, rest: list[Any]) -> tuple[Outside, list[Any]]:
    """Return an event without details, and these."""
    if what in _ANSWERS:
        return Outside(0, 0.0, "", what, ()), rest
    if what in ("mark", "over"):
        return Outside(int(rest[0]), float(rest[1]), "", what, ()), rest[2:]
    return Outside(int(rest[0]), float(rest[1]), rest[2], what, ()), rest[3:]


def _community(one: dict[str, Any]) -> JournalCommunity:
    lists = {name: tuple(one[name]) for name in ("definitions", "folders", "outside")}
    return JournalCommunity(**{**one, **lists, "logs": tuple(JournalLog(**log) for log in one["logs"])})


def _written(what: str, details: tuple[Any, ...]) -> tuple[Any, ...]:
    if what == "post":
        shape, value, *rest = details
        names = (None, "", "") if shape is None else (shape.names[0], shape.source, shape.community)
        return (*names, _plain(value), *rest)
    if what == "share":
        name, address, message = details
        return (name, address, (message.variable, _plain(message.value), *message[2:]))
    return details


def _read(what: str, details: list[Any]) -> tuple[Any, ...]:
    if what == "post":
        name, source, community, value, stamp, aux = details
        shape = None if name is None else Shape((name,), source, community)
        return shape, _value(value), float(stamp), aux
    if what == "share":
        name, address, (variable, value, *rest) = details
        return name, ShareAddress(*address), Message(variable, _value(value), *rest)
    return tuple(details)


def _plain(value: Value) -> object:
    return {"base64": b2a_base64(value, newline=False).decode("ascii")} if isinstance(value, bytes) else value


def _value(value: Any) -> Value:
    if isinstance(value, dict):
        return a2b_base64(value["base64"])
    return value if isinstance(value, str) else float(value)


def find_journal(folder: Path) -> Path:
    """Return the journal of a log folder, or of the launch that its log belongs to.

    Raises ``ConfigError`` where there is none, or where it is not clear which.
    """
    if folder.is_file() and folder.suffix == ENDING:
        return _followed(folder)
    if not folder.is_dir():
        raise ConfigError("there is no such folder", file=str(folder))
    found = sorted(folder.glob(f"*{ENDING}"))
    if not found:
        raise ConfigError("no journal of a live run in it: usim launch writes one beside each log", file=str(folder))
    if len(found) > 1:
        raise ConfigError(f"has {len(found)} journals; name one of them", file=str(folder))
    return _followed(found[0])


def leave_pointer(log: Path, journal: Path) -> None:
    """Write beside a log where the journal of its run lies. Raises ``LogFileError``."""
    with file_errors(log):
        where = os.path.relpath(journal, log.parent)
        log.with_suffix(ENDING).write_text(json.dumps({"journal": KIND, "see": where}) + "\n", "ascii")


def _followed(path: Path) -> Path:
    """Return the journal that the first line points to, else the file itself."""
    try:
        with path.open("rb") as file:
            found = json.loads(file.readline(1 << 16))
        see = found.get("see")
    except (OSError, ValueError, AttributeError):
        return path
    if not isinstance(see, str):
        return path
    there = path.parent / see
    if not there.is_file():
        raise ConfigError(f"the journal of this launch, {there}, is not there", file=str(path))
    return there
