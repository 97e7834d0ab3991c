"""Writes ``.alog`` files byte for byte as pLogger does (laws/moos 10)."""

from __future__ import annotations

import contextlib
import hashlib
import re
import time
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO, FileIO
from operator import itemgetter
from pathlib import Path
from types import TracebackType

from usimmarine_py.errors import LogFileError
from usimmarine_py.logs.whole_rows import PartialWriteError, put
from usimmarine_py.values import Message
from usimmarine_py.values.rows import Shape

TIME_WIDTH, VARIABLE_WIDTH, SOURCE_WIDTH, NUMBER_WIDTH = 15, 20, 15, 12
#: Where the value begins if no field is longer than its column.
VALUE_COLUMN = TIME_WIDTH + VARIABLE_WIDTH + SOURCE_WIDTH + 3
RULE = "%" * 59
#: What pLogger writes in place of the date, and all that a log may hold that must not depend on the day.
EPOCH_DATE = "Thu Jan  1 00:00:00 1970"
#: Farthest time (s) of a row from LOGSTART: MOOS time reaches 7e11 s with the largest time warp.
FARTHEST = 1e15
#: Longest time that rows stay in memory, real s.
FLUSH_INTERVAL = 1.0
#: Formatted pieces (a row, or the rows of one tick) that are kept before they go to the file.
_PIECES_AT_ONCE = 512
#: Characters of texts that are kept: more would take long to write, in the midst of a live loop.
_CHARACTERS_AT_ONCE = 500_000
#: Bytes of rows that wait for room on a full disk; beyond it rows are lost.
_MOST_WAITING = 16 * 2**20
#: Layouts that are kept.
_MOST_SHAPES = 2048
#: A line end within a text before what begins as a row or a comment does.
_FORGED = re.compile(r"[\r\n](?=%%|[ \t]*[-+.\d])")
#: Control characters, and what some programs take for line ends; not tabs and line ends.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
#: How times and numbers are written; not finite ones as ``nan``, ``inf`` and ``-inf``.
_TIME, DECIMALS = f"%-{TIME_WIDTH}.5f ", 5

Value = float | str | bytes
_Layout = tuple[list[str], Callable[[tuple[Value, ...]], tuple[str, ...]] | None]


class AlogWriter:
    """One log file, and a listener of a lock-step bus. Rows stream to the disk; memory use does not grow with the log.

    The second file, ``.blog``, is made when the first binary value comes. Use it as a context manager or call
    ``close``. Raises ``LogFileError`` when the file cannot be written.
    """

    def __init__(
        self,
        path: str | Path,
        log_start: float,
        comments: Iterable[str] = (),
        *,
        opened: str = EPOCH_DATE,
        home_community: str = "",
        flush_interval: float | None = FLUSH_INTERVAL,
        on_trouble: Callable[[str], None] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        decimals: int = DECIMALS,
        marked: bool = False,
    ) -> None:
        """``log_start``: MOOS time that becomes LOGSTART. ``comments``: further ``%%`` lines of the header.

        Posts of another than ``home_community`` show ``source@community`` (empty: never). ``flush_interval`` None
        leaves flushing to the number of rows (logs of lock-step runs). ``on_trouble`` gets a message when the disk
        takes nothing more, instead of an error: rows wait until there is room. Files hold whole rows at any time.
        ``decimals``: of numbers. ``marked``: ``D:`` and ``S:`` before numbers and texts.
        """
        self.path = Path(path)
        self.blog_path = self.path.with_suffix(".blog")
        self.log_start = log_start
        self._home_community = home_community
        self._flush_interval = flush_interval
        self._monotonic = monotonic
        self._number = f"{'D:' if marked else ''}%-{NUMBER_WIDTH}.{decimals}f \n"
        self._text = "S:" if marked else ""
        self._flushed = monotonic()
        self._blog: FileIO | BytesIO | None = None
        self._waiting = b""  #: whole rows that found no room
        self._on_trouble: Callable[[str], None] | None = None  # not before the file has begun
        self._blog_size = 0
        self._columns: dict[str, str] = {}  #: those of variables
        self._latest = ("", "", "")  #: source, auxiliary source, community of the row before
        self._sender = f"{'-':<{SOURCE_WIDTH}} "  #: their column
        self._layouts: dict[Shape, _Layout] = {}  #: see ``_layout``
        self._stamp = log_start  #: of the row before
        self._time = _TIME % 0.0  #: the first column at ``_stamp``
        self._file = self._open(self.path)
        lines = [
            RULE,
            f"%% LOG FILE:       ./{self.path.name}",
            f"%% FILE OPENED ON  {opened}",
            f"%% LOGSTART        {log_start:>20.16g}",
            *(f"%% {' '.join(comment.split())}" for comment in comments),
            RULE,
        ]
        self._pieces = [line + "\n" for line in lines]
        self._characters = 0  #: of texts that wait
        try:
            self.flush()
        except LogFileError:
            with contextlib.suppress(OSError):
                self._file.close()
            with contextlib.suppress(OSError):
                if self.path.is_file():  # no log has begun
                    self.path.unlink()
            raise
        self._on_trouble = on_trouble

    def write(self, message: Message) -> None:
        """Log one message."""
        variable, value, stamp, source, source_aux, community = message
        self(stamp, variable, source, source_aux, value, community)

    def __call__(
        self, stamp: float, variable: str, source: str, source_aux: str, value: Value, community: str = ""
    ) -> None:
        """Log one value posted at ``stamp`` (MOOS s); one that is no time gets that of the row before.

        Text is written as it is, line ends included, but for control characters, and line ends before what could be
        taken for a row or a comment: these are escaped.
        """
        if stamp != self._stamp:
            self._set_time(stamp)
        lead = self._columns.get(variable) or self._column(variable)
        head = lead + self._source(source, source_aux, community)
        if isinstance(value, str):
            if not value.isprintable():
                value = _CONTROL.sub(_escaped, value)
                value = _FORGED.sub(lambda end: "\\n" if end[0] == "\n" else "\\r", value)
            self._characters += len(value)
            self._pieces.append(f"{self._time}{head}{self._text}{value} \n")
        elif isinstance(value, bytes):
            offset = self._append_binary(f"{self._time}{head}", value)
            if offset is not None:
                place = f"File={self.blog_path.name},Offset={offset},Bytes={len(value)}"
                self._pieces.append(f"{self._time}{head}<MOOS_BINARY>{place}</MOOS_BINARY>\n")
        else:
            self._pieces.append(f"{self._time}{head}{self._number % value}")
        if self._flush_interval is not None:
            self.flush_if_due()
        if len(self._pieces) >= _PIECES_AT_ONCE or self._characters >= _CHARACTERS_AT_ONCE:
            self._write_out()

    def _set_time(self, stamp: float) -> None:
        """Lay out the first column of rows posted at ``stamp``, unless that is no time: it may be anything."""
        if abs(stamp - self.log_start) <= FARTHEST:
            self._stamp, self._time = stamp, _TIME % (stamp - self.log_start)

    def row(self, stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str = "") -> None:
        """Log a row posted at ``stamp`` (MOOS s), as ``__call__`` does; the values of a shape keep their types."""
        if source_aux:
            for variable, value in zip(shape.names, values, strict=True):
                self(stamp, variable, shape.source, source_aux, value, shape.community)
            return
        if stamp != self._stamp:
            self._set_time(stamp)
        layout, texts = self._layouts.get(shape) or self._layout(shape, values)
        pieces = self._pieces
        try:
            plain = texts is None or (text := "".join(texts(values))).isprintable()
            if plain:
                self._characters += 0 if texts is None else len(text)
                pieces.append(self._time.join(layout) % values)
        except TypeError:  # binary among them
            plain = False
        if not plain:  # binary values, or texts with line ends or control characters
            for variable, value in zip(shape.names, values, strict=True):
                self(stamp, variable, shape.source, "", value, shape.community)
        if len(pieces) >= _PIECES_AT_ONCE or self._characters >= _CHARACTERS_AT_ONCE:
            self._write_out()

    def _layout(self, shape: Shape, values: tuple[Value, ...]) -> _Layout:
        """Return what stands before, between and behind the times of a row's lines, and what takes its texts."""
        layout = [""]
        for variable, value in zip(shape.names, values, strict=True):
            head = self._column(variable) + self._source(shape.source, "", shape.community)
            layout.append(head.replace("%", "%%") + (f"{self._text}%s \n" if isinstance(value, str) else self._number))
        if len(self._layouts) >= _MOST_SHAPES:
            self._layouts.clear()
        places = [place for place, value in enumerate(values) if isinstance(value, str)]
        texts = itemgetter(*(places if len(places) > 1 else (slice(places[0], places[0] + 1),))) if places else None
        found = self._layouts[shape] = layout, texts
        return found

    def flush_if_due(self) -> None:
        """Flush once a real second; call it also while there is nothing to write."""
        if self._flush_interval is not None and self._monotonic() - self._flushed >= self._flush_interval:
            self.flush()

    def flush(self) -> None:
        """Hand everything to the operating system."""
        self._flushed = self._monotonic()
        self._write_out()

    @property
    def has_binary(self) -> bool:
        """Whether there was a binary value, so that there is a file beside."""
        return self._blog is not None

    def size(self) -> int:
        """Bytes of both files, but for what waits to be written."""
        return self._file.tell() + self._blog_size

    def close(self) -> None:
        """Write what waits and close; idempotent. Raises ``LogFileError``, whatever ``on_trouble``."""
        if self._file.closed:
            return
        self._on_trouble = None
        try:
            self._write_out()
        finally:
            for file in (self._blog, self._file):
                if file is not None:
                    try:
                        file.close()
                    except OSError as error:
                        raise self._failure(error) from error

    def __enter__(self) -> AlogWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _column(self, variable: str) -> str:
        """The second column, made once for each variable."""
        made = self._columns[variable] = f"{_field(variable):<{VARIABLE_WIDTH}} "
        return made

    def _source(self, source: str, source_aux: str, community: str) -> str:
        """The third column; it is often that of the row before."""
        key = source, source_aux, community
        if key != self._latest:
            full = f"{source}:{source_aux}" if source_aux else source
            if self._home_community and community and community != self._home_community:
                full += f"@{community}"
            self._latest, self._sender = key, f"{_field(full):<{SOURCE_WIDTH}} "
        return self._sender

    def _open_file(self, path: Path) -> FileIO | BytesIO:
        return path.open("wb", buffering=0)  # what is handed over at once is many rows

    def _open(self, path: Path) -> FileIO | BytesIO:
        try:
            return self._open_file(path)
        except OSError as error:
            raise self._failure(error) from error

    def _write_out(self) -> None:
        pieces, self._pieces, self._characters = self._pieces, [], 0
        if not pieces and not self._waiting:
            return
        data, self._waiting = self._waiting + _encode(pieces), b""
        try:
            put(self._file, data)
        except PartialWriteError as full:
            self._waiting = full.rest[:_MOST_WAITING]
            if self._on_trouble is None:
                raise self._failure(full.error) from full.error
            self._on_trouble(f"{self._failure(full.error)}; rows wait for room")

    def _append_binary(self, head: str, value: bytes) -> int | None:
        """Write a value to the .blog file, its row head before and a line end after it; the offset of its bytes.

        None: the disk is full, and ``on_trouble`` got a message.
        """
        heading = _encode([head])
        try:
            if self._blog is None:
                self._blog = self._open_file(self.blog_path)
            put(self._blog, heading + value + b"\n", whole=True)
        except (OSError, PartialWriteError) as found:
            error = found.error if isinstance(found, PartialWriteError) else found
            if self._on_trouble is None:
                raise self._failure(error) from error
            self._on_trouble(f"{self._failure(error)}; binary values are lost")
            return None
        offset = self._blog_size + len(heading)
        self._blog_size = offset + len(value) + 1
        return offset

    def _failure(self, error: OSError) -> LogFileError:
        reason = error.strerror or str(error)
        return LogFileError(
            f"cannot write the log: {reason}", remedy="check the path and the space", file=str(self.path)
        )


class AlogDigest(AlogWriter):
    """A writer that touches no disk; ``hexdigest`` is the SHA-256 of the file that it would write."""

    def __init__(self, name: str, log_start: float, comments: Iterable[str] = ()) -> None:
        """``name``: of the file without its folder, which stands in the header. The others as in ``AlogWriter``."""
        self._hash = hashlib.sha256()
        super().__init__(name, log_start, comments, flush_interval=None)

    def hexdigest(self) -> str:
        """SHA-256 of the whole log; to be asked for after ``close``."""
        return self._hash.hexdigest()

    def _open_file(self, path: Path) -> FileIO | BytesIO:
        # binary values go to a second file, which is not hashed
        return _Hashing(self._hash if path == self.path else hashlib.sha256())


class _Hashing(BytesIO):
    """Takes what would go to a file and keeps nothing of it."""

    def __init__(self, digest: hashlib._Hash) -> None:
        super().__init__()
        self._digest = digest

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        self._digest.update(data)
        return len(data)


def _field(text: str) -> str:
    # readers split the columns at blanks: a blank inside or an empty field would shift them
    joined = "_".join(text.split()) or "-"
    return joined if joined.isprintable() else _CONTROL.sub(_escaped, joined)


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _encode(pieces: Sequence[str]) -> bytes:
    """UTF-8; bytes that were kept as surrogates come out unchanged, other surrogates get their own three bytes."""
    try:
        return "".join(pieces).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        if len(pieces) > 1:
            return b"".join(_encode([piece]) for piece in pieces)
        return pieces[0].encode("utf-8", "surrogatepass")
