"""Read ``.alog`` files row by row, of this package, of pLogger and of the alog tools."""

from __future__ import annotations

import math
import os
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import SEEK_END
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from usimmarine_py.errors import LogFileError, UsimError, shorten
from usimmarine_py.logs.alog.writer import FARTHEST, NUMBER_WIDTH, SOURCE_WIDTH, VALUE_COLUMN
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: A new row: a finite time with decimals, variable, source. Any other line continues the text of the row before.
_ROW = re.compile(rb"(-?\d{1,300}\.\d+)[ \t]+(\S+)[ \t]+(\S+)(?=[ \t\r]|$)")
#: The beginning of a row, which a killed logger may leave at the end of the file.
_STUMP = re.compile(rb"-?\d*\.?\d*(?:[ \t]+\S*)?[ \t]*")
_NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?|nan|inf)")
_BINARY = re.compile(r"<MOOS_BINARY>File=([^,<>]*),Offset=(\d{1,18}),Bytes=(\d{1,18})</MOOS_BINARY>")
_LOG_START = re.compile(rb"%%\s*LOGSTART\s+(\S+)")


@dataclass(frozen=True, slots=True)
class BinaryRef:
    """The place of the bytes of a binary value."""

    file: Path
    offset: int
    size: int

    def read(self) -> bytes:
        """Read the bytes. Raises ``LogFileError`` if they are missing."""
        try:
            with self.file.open("rb") as blog:
                blog.seek(0, SEEK_END)
                # a corrupted log may give an impossible size
                there = self.offset + self.size <= blog.tell()
                blog.seek(self.offset if there else 0)
                value = blog.read(self.size if there else 0)
        except (OSError, ValueError) as error:
            problem = f"cannot read the binary values: {getattr(error, 'strerror', None) or error}"
            raise LogFileError(problem, remedy="keep the .blog beside its .alog", file=str(self.file)) from error
        if len(value) != self.size:
            raise LogFileError(
                f"ends before the {self.size} bytes at offset {self.offset}; the log was cut short", file=str(self.file)
            )
        return value


class AlogRow(NamedTuple):
    """One entry of a log. Undecodable bytes of a text are kept as surrogates (``errors="surrogateescape"``)."""

    time: float  #: s since LOGSTART, may be negative
    variable: str
    source: str
    value: float | str | BinaryRef
    source_aux: str = ""
    community: str = ""  #: only if the log marks foreign communities
    line: int = 0  #: 1-based line of the file

    @property
    def number(self) -> float | None:
        """The value as a number, also from a text; None otherwise."""
        if isinstance(self.value, float):
            return self.value
        if isinstance(self.value, BinaryRef):
            return None
        try:
            return float(self.value)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class AlogHeader:
    """The ``%%`` lines at the beginning. ``log_start`` is nan if the file has none."""

    log_start: float
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """One numeric variable in order of the file: ``times`` in s since LOGSTART and ``values``, both of shape (n,)."""

    times: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]
    skipped: int = 0  #: rows that held no number


def read_header(path: str | Path) -> AlogHeader:
    """Read the header of a log."""
    lines: list[str] = []
    log_start = math.nan
    for _, line in _lines(Path(path)):
        if not line.startswith(b"%%"):
            break
        lines.append(_text(line.rstrip(b"\r")))
        if (match := _LOG_START.match(line)) and (value := _float(match.group(1))) is not None:
            log_start = value
    return AlogHeader(log_start, tuple(lines))


def offsets(paths: Sequence[Path]) -> dict[Path, float]:
    """The offset of the times of each log (s), relative to the start of the earliest."""
    starts = {path: _start(path) for path in paths}
    known = [start for start in starts.values() if not math.isnan(start)]
    first = min(known, default=0.0)
    return {path: 0.0 if math.isnan(start) else start - first for path, start in starts.items()}


def _start(path: Path) -> float:
    """LOGSTART of a log, nan without one; errors are reported when the log is read."""
    try:
        return read_header(path).log_start
    except (UsimError, OSError):
        return math.nan


def read_alog(path: str | Path) -> Iterator[AlogRow]:
    """Yield the rows in order of the file; memory use does not grow with the file.

    All lines that begin with ``%%`` are comments. A last row without a line end (of a killed logger) is left out,
    unless it was typed by hand, without columns. Raises ``LogFileError`` with file and line if the file is no log.
    """
    file = Path(path)
    head: re.Match[bytes] | None = None
    parts: list[bytes] = []
    number = first = 0
    ended = True
    for number, line in _lines(file):
        ended = line.endswith(b"\n")
        line = line[:-1] if ended else line
        if line.startswith(b"%%"):
            continue
        match = _ROW.match(line)
        if match is None:
            if head is None:
                if not line.strip():
                    continue
                problem = f"not a row of a log (time, variable, source, value): {shorten(_text(line), 60)}"
                raise LogFileError(problem, file=str(file), line=number)
            if ended or not _STUMP.fullmatch(line):
                parts.append(line)
            else:
                ended = True  # the row before the incomplete one is complete
            continue
        if head is not None:
            yield _row(file, head, parts, first)
        head, parts, first = match, [line], number
    if head is not None and (ended or not _aligned(head)):
        yield _row(file, head, parts, first)


def load_series(path: str | Path, names: Iterable[str]) -> dict[str, Series]:
    """Read the numeric rows of the variables ``names`` as arrays, empty for a variable that is not in the log."""
    times = {name: array("d") for name in names}
    values = {name: array("d") for name in times}
    skipped = dict.fromkeys(times, 0)
    for row in read_alog(path):
        if row.variable not in times:
            continue
        number = row.number
        if number is None:
            skipped[row.variable] += 1
        else:
            times[row.variable].append(row.time)
            values[row.variable].append(number)
    import numpy as np  # not needed to write or follow a log

    return {name: Series(np.array(times[name]), np.array(values[name]), skipped[name]) for name in times}


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with path.open("rb") as file:
            yield from enumerate(file, 1)
    except OSError as error:
        raise LogFileError(
            f"cannot read the log: {error.strerror or error}", remedy="check the path", file=str(path)
        ) from error


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _float(raw: bytes | str) -> float | None:
    try:
        return float(raw)
    except ValueError:
        return None


def _value_start(head: re.Match[bytes]) -> int:
    """The beginning of the value: after the padded source column, or after the blank behind an unpadded source."""
    begin, end = head.span(3)
    start = max(begin + SOURCE_WIDTH, end) + 1
    gap = head.string[end:start]
    return start if not gap.strip() else end + len(gap) - len(gap.lstrip())


def _aligned(head: re.Match[bytes]) -> bool:
    """Whether a row has pLogger's columns and was therefore written by a program."""
    return head.start(3) >= VALUE_COLUMN - SOURCE_WIDTH - 1


def _row(file: Path, head: re.Match[bytes], parts: list[bytes], line: int) -> AlogRow:
    time, variable, source = head.groups()
    value = parts[0][_value_start(head) :]
    raw = _text(value if len(parts) == 1 else b"\n".join([value, *parts[1:]]))
    name, (origin, aux, community) = _name(variable), _origin(source)
    seconds = float(time)
    if not -FARTHEST <= seconds <= FARTHEST:
        problem = f"{shorten(_text(time), 30)} s is no time of a log"
        raise LogFileError(problem, remedy="remove the row", file=str(file), line=line)
    return AlogRow(seconds, name, origin, _value(file, raw), aux, community, line)


@lru_cache(4096)  # a log has few variables and sources, and many rows of each
def _name(raw: bytes) -> str:
    return _text(raw)


@lru_cache(4096)
def _origin(raw: bytes) -> tuple[str, str, str]:
    """Source, auxiliary source and community."""
    source, _, community = _text(raw).partition("@")
    source, _, aux = source.partition(":")
    return source, aux, community


def _value(file: Path, raw: str) -> float | str | BinaryRef:
    """The typed value. A number is padded to its column, a text is not; both are stripped, as by the tools."""
    bare = raw.strip(" ")
    if bare.startswith("<MOOS_BINARY>") and (match := _BINARY.fullmatch(bare)):
        # only the name is used: the two files are side by side, also after they were moved or renamed together
        blog = file.with_name(Path(match.group(1)).name or file.name)
        if not os.path.exists(blog) and file.with_suffix(".blog").exists():  # noqa: PTH110  # takes any name
            blog = file.with_suffix(".blog")
        return BinaryRef(blog, int(match.group(2)), int(match.group(3)))
    if _NUMBER.fullmatch(bare):
        padded = len(raw) == max(NUMBER_WIDTH, len(bare)) + 1
        if padded or not raw.endswith(" "):
            return float(bare)
    return raw.removesuffix(" ")
