"""The reader of ``.moos`` mission files, with the rules of libMOOS; every entry keeps file, line and column.

There are three ways to read a value, each with its own rules: global keys (``Mission.value``), single keys of a block
(``Block.value``) and the list of a block's lines (``Block.listed``, ``Block.entries``).
Applications read with *verbatim quoting* on or off; ``Mission.block`` takes it as an argument.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from usimmarine_py.errors import MissionFileError, Severity, shorten
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission.headers import HEADER, is_header, stray_blocks
from usimmarine_py.mission.lines import CleanText, Line, clean, split_lines, squeeze
from usimmarine_py.mission.plain import read_plain
from usimmarine_py.text import block_number, global_number, leading_integer, moos_boolean
from usimmarine_py.values import ConfigLine
from usimmarine_py.values.frozen import dataclass, field, replace

if TYPE_CHECKING:
    from usimmarine_py.mission.template import Expansion

#: Most lines that blocks without ``}`` may share with the blocks after them.
MOST_SHARED = 100_000

#: Text that nsplug would process: its directives and macros.
_FOR_NSPLUG = re.compile(rb"^[ \t]*(?:#(?:include|define|ifn?def|elseifdef|else|endif)\b|<tag>)|[$%]\(", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One ``key = value`` line of a block, without outer blanks. Columns are 1-based."""

    key: str
    value: str
    line: int
    column: int
    value_column: int

    @property
    def squeezed(self) -> tuple[str, str]:
        """Key and value without blanks, as AppCasting applications read them."""
        return squeeze(self.key), squeeze(self.value)


@dataclass(frozen=True, slots=True)
class Block:
    """A ProcessConfig block. ``opened``: a ``{`` follows the header; ``closed``: a ``}`` ends it."""

    name: str
    file: str
    line: int
    body: tuple[Line, ...]
    entries: tuple[Entry, ...]
    opened: bool
    closed: bool
    #: single keys, in lower case; filled on first use
    _values: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def value(self, key: str) -> str | None:
        """The first value of the single key ``key`` (case ignored), without outer blanks; None if not given.

        As in MOOS, keys after a line with ``[`` or ``]`` but no ``=`` are not found, nor keys of a block without ``}``.
        """
        if not self._values and self.closed:
            self._values.update(self._single_keys())
        return self._values.get(key.lower())

    def _single_keys(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for line in self.body:
            key, equals, value = _split(line.text)
            if not equals:
                if "[" in line.text or "]" in line.text:
                    break
            elif key and value:
                found.setdefault(key.lower(), value)
        return found

    @property
    def config_lines(self) -> tuple[ConfigLine, ...]:
        """The entries as configuration lines."""
        return tuple(ConfigLine(e.key, e.value, self.file, e.line) for e in self.entries)

    def number(self, key: str) -> float | None:
        """The single key as a number, without a unit, or None."""
        value = self.value(key)
        return None if value is None else block_number(value)

    def integer(self, key: str) -> int | None:
        """The single key as C ``atoi`` reads it (0 for text), or None if not given."""
        value = self.value(key)
        return None if value is None else leading_integer(value)

    def boolean(self, key: str) -> bool | None:
        """The single key as a MOOS boolean (only ``true`` and positive numbers are true), or None if not given."""
        value = self.value(key)
        return None if value is None else moos_boolean(value)

    def listed(self) -> list[tuple[str, str, int]]:
        """The lines as AppCasting applications read them, in file order: (key, value, line in the file), no blanks."""
        # at an early end of the file libMOOS adds an empty line
        texts = [(line.text, line.number) for line in self.body] + ([] if self.closed else [("", self.line)])
        lines = []
        for text, number in texts:
            key, _, value = squeeze(text).partition("=")
            if value or not key or "[" in text or "]" in text:
                lines.append((key, value, number))
        return lines

    @property
    def listed_lines(self) -> list[ConfigLine]:
        """The same lines as configuration lines."""
        return [ConfigLine(key, value, self.file, number) for key, value, number in self.listed()]

    @property
    def dropped(self) -> tuple[Line, ...]:
        """The lines that no application reads: without ``=``, or without a value after it."""
        return tuple(line for line in self.body if not _counts(line.text))


@dataclass(frozen=True)
class Mission:
    """A mission file, read both with and without verbatim quoting."""

    file: str
    verbatim: CleanText
    plain: CleanText
    expansion: Expansion | None = None  #: of a template (``template.py``)
    _blocks: dict[bool, tuple[Block, ...]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The mission as read, line by line at the numbers of its file: without comments, variables replaced."""
        rows: list[str] = []
        for line in self.verbatim.lines:
            rows += [""] * (line.number - len(rows) - 1)
            rows.append(line.text)
        return "\n".join(rows) + "\n"

    def value(self, key: str) -> str | None:
        """The global key ``key`` without blanks: from the first line of the file with this key, in any block.

        If the first value is empty, the result is empty; later lines are ignored. Read with verbatim quoting.
        """
        return self._globals.get(key.lower())

    def number(self, key: str) -> float | None:
        """The global key as a number, without a unit; None unless it is one."""
        value = self.value(key)
        return None if value is None else global_number(value)

    def datum(self) -> tuple[tuple[float, float] | None, str]:
        """(latitude, longitude) in degrees or None, and the error in them (empty if none).

        A mission without both keys has no datum, which is valid.
        """
        if self.value("LatOrigin") is None and self.value("LongOrigin") is None:
            return None, ""
        latitude, longitude = self.number("LatOrigin"), self.number("LongOrigin")
        if latitude is None or longitude is None:
            return None, "LatOrigin and LongOrigin must both be numbers; no LAT and LONG are posted"
        # the UTM plane of the datum's zone ends here (laws/frames 7.4)
        if not (-80.0 <= latitude <= 84.0 and -180.0 <= longitude <= 180.0):
            return None, f"datum {latitude:g}, {longitude:g} is outside -80..84, -180..180; no LAT and LONG are posted"
        return (latitude, longitude), ""

    def boolean(self, key: str) -> bool | None:
        """The global key as a MOOS boolean, None if not given."""
        value = self.value(key)
        return None if value is None else moos_boolean(value)

    def block(self, name: str, *, verbatim: bool = True) -> Block | None:
        """The first block called ``name`` (blanks and case ignored); later ones with the same name are ignored.

        None if there is none, or if the line after the first matching header does not start with ``{``.
        """
        wanted = squeeze(name).lower()
        for header in self._headers(verbatim):
            if header.name.lower() == wanted:
                return header if header.opened else None
        return None

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks of the file in file order, repeated names included (only the first of them is used)."""
        return self.all_blocks(verbatim=True)

    def all_blocks(self, *, verbatim: bool) -> tuple[Block, ...]:
        """All blocks under the given quoting rule."""
        return tuple(b for b in self._headers(verbatim) if b.opened)

    @cached_property
    def block_names(self) -> tuple[str, ...]:
        """The names of the blocks, each once, in file order."""
        return tuple({b.name.lower(): b.name for b in reversed(self.blocks)}.values())[::-1]

    @cached_property
    def diagnostics(self) -> tuple[Finding, ...]:
        """Findings about the whole file: undefined variables, blocks that MOOS does not find."""
        found = [
            Finding(
                f"${{{shorten(name)}}} is neither defined in the file nor in the environment; read as {shorten(name)}",
                FilePlace(self.file, line, column),
            )
            for line, column, name in self.verbatim.undefined
        ]
        if self.expansion is not None:
            found += self.expansion.diagnostics
        found += self.strays
        names: dict[str, int] = {}
        for block in self._headers(True):
            where = (block.file, block.line, 1)
            if block.name.endswith("{"):
                text = f"the {{ of block {block.name[:-1]} must stand on a line of its own; MOOS finds no such block"
                found.append(Finding(text, FilePlace(*where), severity=Severity.ERROR))
            elif not block.opened:
                text = f"block {block.name} has no {{ on the line after its header; MOOS finds no such block"
                found.append(Finding(text, FilePlace(*where), severity=Severity.ERROR))
            elif not block.closed:
                found.append(
                    Finding(f"block {block.name} has no closing }}", FilePlace(*where), severity=Severity.ERROR)
                )
            elif inner := next((x for x in block.body if is_header(x.text)), None):
                text = f"block {block.name} has no }} before the next block begins in line {inner.number}"
                found.append(Finding(text, FilePlace(*where), severity=Severity.ERROR))
            elif block.name.lower() in names:
                text = f"block {block.name} is there twice; only the one in line {names[block.name.lower()]} is used"
                found.append(Finding(text, FilePlace(*where), severity=Severity.ERROR))
            names.setdefault(block.name.lower(), block.line)
        return tuple(sorted(found, key=lambda d: d.line))

    @cached_property
    def strays(self) -> tuple[Finding, ...]:
        """Lines that look like a misspelt header of a block: see ``stray_blocks``."""
        return tuple(stray_blocks(self.file, self.verbatim.lines))

    def refuse_strays(self) -> None:
        """Raise ``MissionFileError`` for the first block with a misspelt ``ProcessConfig``."""
        for found in self.strays:
            if found.severity is Severity.ERROR:
                raise MissionFileError(found.text, file=found.file, line=found.line)

    @property
    def warnings(self) -> list[str]:
        """Findings about the whole file as warnings at start-up."""
        return [str(found) for found in self.diagnostics if found.severity is not Severity.NOTE]

    @cached_property
    def _globals(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for line in self.verbatim.lines:
            key, equals, value = squeeze(line.text).partition("=")
            if equals and key:
                found.setdefault(key.lower(), value)
        return found

    def renamed(self, file: str) -> Mission:
        """Return the same mission with ``file`` as the name in messages; included files keep their names."""
        names = {self.file: file}
        blocks = {
            quoting: tuple(replace(b, file=names.get(b.file) or os.path.basename(b.file)) for b in found)  # noqa: PTH119
            for quoting, found in self._blocks.items()
        }
        return Mission(file, self.verbatim, self.plain, self.expansion, blocks)

    def _headers(self, verbatim: bool) -> tuple[Block, ...]:
        """A block for every header line, in file order. Raises ``MissionFileError``: see ``_refuse_shared``."""
        if verbatim not in self._blocks:
            lines = (self.verbatim if verbatim else self.plain).lines
            starts = [i for i, line in enumerate(lines) if is_header(line.text)]
            _refuse_shared(self.file, lines, starts)
            self._blocks[verbatim] = tuple(_read_block(self.file, lines, start) for start in starts)
        return self._blocks[verbatim]


def parse_mission(data: bytes | str, name: str, environment: Mapping[str, str] | None = None) -> Mission:
    """Parse the text of a mission file; ``name`` is its name in messages, ``environment`` the values of ``${VAR}``."""
    raw = split_lines(data)
    variables = environment or {}
    return Mission(name, clean(raw, variables, verbatim=True), clean(raw, variables, verbatim=False))


def read_mission(
    path: str | os.PathLike[str],
    environment: Mapping[str, str] | None = None,
    *,
    definitions: Sequence[str] | None = None,
    folders: Sequence[str] = (),
    literal: bool = False,
) -> Mission:
    """Read a mission file or a template of one.

    Args:
        path: the file, or the name of a shipped mission, such as ``box``.
        environment: values of ``${VAR}``; default: the environment of the process.
        definitions: macros of a template, ``NAME=VALUE`` each.
        folders: searched for files of ``#include`` after the folder of the template and the working directory.
        literal: a launch script made the file: an undefined macro is a warning, not an error.

    Raises ``MissionFileError``, or ``ConfigError`` for an invalid definition.
    """
    variables = os.environ if environment is None else environment
    if not os.path.splitext(path)[1]:  # noqa: PTH122  # no pathlib for a program's start
        from usimmarine_py.mission.shipped import by_name

        path = by_name(path)
    data = _read(path)
    if not (definitions or _FOR_NSPLUG.search(data)):
        return parse_mission(data, str(path), variables)
    from usimmarine_py.mission.template import expand_text, read_definitions  # few files are templates

    macros = read_definitions(definitions or ())
    expansion = expand_text(data.removeprefix(b"\xef\xbb\xbf"), str(path), macros, folders)
    expansion = replace(expansion, literal=literal)
    raw, origins = [line.rstrip("\r") for line in expansion.lines], expansion.origins
    texts = [clean(raw, variables, verbatim=verbatim, origins=origins) for verbatim in (True, False)]
    return Mission(str(path), texts[0], texts[1], expansion)


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        return read_plain(os.fspath(path) or ".")
    except IsADirectoryError:
        raise MissionFileError(
            "is a directory, not a mission file", remedy="name the .moos file in it", file=str(path)
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        problem = f"cannot read the mission file: {reason}"
        close = ""
        if isinstance(error, FileNotFoundError):
            from usimmarine_py.mission.shipped import like  # only for an error

            close = like(str(path))
        remedy = "" if close else "check its path and permissions"
        raise MissionFileError(problem, remedy=remedy, file=shorten(str(path)), suggestion=close) from None


class Beside:
    """Finds the files that a mission names: first in the folder of the mission file, then in the working directory.

    A call returns the text of a file, ``find`` the path of a binary or large file.
    """

    __slots__ = ("_mission_file",)

    def __init__(self, mission_file: str) -> None:
        self._mission_file = mission_file

    def __call__(self, path: str) -> str:
        """The text of a file; raises ``OSError``."""
        from pathlib import Path

        return Path(self.find(path)).read_text(encoding="utf-8", errors="surrogateescape")

    def find(self, path: str) -> str:
        """Return the path of a file; raises ``FileNotFoundError`` with the paths that were tried."""
        from pathlib import Path

        wanted = Path(path)
        places = [wanted] if wanted.is_absolute() else [Path(self._mission_file).parent / wanted, wanted]
        for place in places:
            if os.path.isfile(place):  # noqa: PTH113  # takes any name
                return str(place)
        looked = dict.fromkeys(str(place) for place in places)
        raise FileNotFoundError(f"no file {path}" + (f" (looked at {', '.join(looked)})" if len(looked) > 1 else ""))


def dropped_lines(block: Block) -> Iterator[Finding]:
    """Yield findings for lines that MOOS drops: without ``=``, key or value; those for nsplug only as notes."""
    for line in block.dropped:
        where = (block.file, line.number, line.column)
        text = shorten(line.text, 60)
        if "=" in line.text:
            yield Finding(f"'{text}' has no {'value' if line.text[0] != '=' else 'key'}", FilePlace(*where))
        elif line.text.startswith("#"):
            yield Finding(f"'{text}' is for nsplug; MOOS drops it", FilePlace(*where), severity=Severity.NOTE)
        elif "[" in line.text or "]" in line.text:
            problem = f"'{text}' has no '='; MOOS finds no AppTick and the like behind this line"
            yield Finding(problem, FilePlace(*where))
        else:
            yield Finding(f"'{text}' has no '='; MOOS drops it", FilePlace(*where))


def line_warnings(block: Block | None) -> list[str]:
    """The lines of a block that MOOS drops, as warnings at start-up."""
    found = () if block is None else dropped_lines(block)
    return [str(line) for line in found if line.severity is not Severity.NOTE]


def _split(text: str) -> tuple[str, str, str]:
    key, equals, value = text.partition("=")
    return key.strip(" \t"), equals, value.strip(" \t")


def _counts(text: str) -> bool:
    """Whether a line of a block has a key and a value."""
    key, _, value = _split(text)
    return bool(key and value)


def _refuse_shared(file: str, lines: tuple[Line, ...], starts: Sequence[int]) -> None:
    """Raise ``MissionFileError`` if blocks share too many lines: one without ``}`` has all up to the next ``}``."""
    closings = [i for i, line in enumerate(lines) if line.text.startswith("}")]
    ends = [closings[at] if (at := bisect_left(closings, start)) < len(closings) else len(lines) for start in starts]
    if sum(ends) - sum(starts) <= len(lines) + MOST_SHARED:
        return
    unclosed = [start for start, end, after in zip(starts, ends, [*starts[1:], len(lines)], strict=True) if after < end]
    first = lines[unclosed[0]]
    place = file if first.origin is None else first.origin.file
    problem = f"{len(unclosed)} blocks have no closing }} before the next block begins; this is the first"
    raise MissionFileError(problem, remedy="close each with a } on a line of its own", file=place, line=first.number)


def _read_block(file: str, lines: tuple[Line, ...], start: int) -> Block:
    header = lines[start]
    if header.origin is not None:
        file = header.origin.file
    name = squeeze(header.text)[len(HEADER) :]
    opened = start + 1 < len(lines) and lines[start + 1].text.startswith("{")
    closed = False
    body: list[Line] = []
    if opened:
        for line in lines[start + 2 :]:
            if line.text.startswith("}"):
                closed = True
                break
            if not line.text.startswith("{"):
                body.append(_in_file(file, line))
    entries = []
    for line in body:
        if _counts(line.text):
            key, _, value = _split(line.text)
            entries.append(Entry(key, value, line.number, line.column, line.value_column))
    return Block(name, file, header.number, tuple(body), tuple(entries), opened, closed)


def _in_file(file: str, line: Line) -> Line:
    """A line of an expanded template with its number in ``file``; for an included line, that of the ``#include``."""
    if line.origin is None or line.origin.file == file:
        return line
    return replace(line, number=line.origin.in_file(file) or line.number)
