"""Writes ``.alog`` files byte for byte as pLogger does (MOOS application conventions 11)."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from usimmarine_py.errors import LogFileError
from usimmarine_py.model import Message

TIME_WIDTH, VARIABLE_WIDTH, SOURCE_WIDTH, NUMBER_WIDTH = 15, 20, 15, 12
#: Where the value begins if no field is longer than its column.
VALUE_COLUMN = TIME_WIDTH + VARIABLE_WIDTH + SOURCE_WIDTH + 3
RULE = "%" * 59
#: What pLogger writes in place of the date, and all that a log may hold that must not depend on the day.
EPOCH_DATE = "Thu Jan  1 00:00:00 1970"
#: Longest time that rows stay in memory, real s.
FLUSH_INTERVAL = 1.0


def encode(text: str) -> bytes:
    """UTF-8; bytes that were kept as surrogates come out unchanged, other surrogates get their own three bytes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def format_number(value: float, precision: int = 5) -> str:
    """Fixed notation; ``nan``, ``inf`` and ``-inf`` as text."""
    if math.isfinite(value):
        return f"{value:.{precision}f}"
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"


def row_head(stamp: float, variable: str, source: str) -> str:
    """The columns before the value, blank included. ``stamp`` is in s since LOGSTART."""
    time_text = format_number(stamp)
    return f"{time_text:<{TIME_WIDTH}} {_field(variable):<{VARIABLE_WIDTH}} {_field(source):<{SOURCE_WIDTH}} "


def _field(text: str) -> str:
    # readers split the columns at blanks: a blank inside or an empty field would shift them
    return "_".join(text.split()) or "-"


def _open_new(path: Path) -> BinaryIO:
    return path.open("wb")


class AlogWriter:
    """One log file. Rows stream to the disk; memory use does not grow with the log.

    The second file, ``.blog``, is made when the first binary value comes. Use it as a context manager or call
    ``close``. Raises ``LogFileError`` when the file cannot be written.
    """

    def __init__(
        self,
        path: str | Path,
        log_start: float,
        *,
        opened: str = EPOCH_DATE,
        comments: Iterable[str] = (),
        precision: int = 5,
        auxiliary: bool = True,
        home_community: str = "",
        flush_interval: float | None = FLUSH_INTERVAL,
        monotonic: Callable[[], float] = time.monotonic,
        open_file: Callable[[Path], BinaryIO] | None = None,
    ) -> None:
        """``log_start``: MOOS time that becomes LOGSTART. ``comments``: further ``%%`` lines of the header.

        ``auxiliary`` shows ``source:aux``; posts of another than ``home_community`` show ``source@community`` (empty:
        never). ``flush_interval`` None leaves flushing to the operating system (logs of lock-step runs).
        ``open_file`` opens what takes the bytes meant for a path; None: the file there.
        """
        self.path = Path(path)
        self.blog_path = self.path.with_suffix(".blog")
        self.log_start = log_start
        self.rows = 0
        self.precision = precision
        self.auxiliary = auxiliary
        self.home_community = home_community
        self._flush_interval = flush_interval
        self._monotonic = monotonic
        self._open_file = _open_new if open_file is None else open_file
        self._flushed = monotonic()
        self._blog: BinaryIO | None = None
        self._blog_size = 0
        self._file = self._open(self.path)
        header = [
            RULE,
            f"%% LOG FILE:       ./{self.path.name}",
            f"%% FILE OPENED ON  {opened}",
            f"%% LOGSTART        {log_start:>20.16g}",
            *(f"%% {' '.join(comment.split())}" for comment in comments),
            RULE,
        ]
        try:
            self._put("".join(line + "\n" for line in header))
            self.flush()
        except LogFileError:
            with contextlib.suppress(OSError):
                self._file.close()
            raise

    def write(self, message: Message) -> None:
        """Log one message."""
        source = message.source
        if self.auxiliary and message.source_aux:
            source += f":{message.source_aux}"
        if self.home_community and message.community and message.community != self.home_community:
            source += f"@{message.community}"
        self.write_row(message.time - self.log_start, message.variable, source, message.value)

    def write_row(self, stamp: float, variable: str, source: str, value: float | str | bytes) -> None:
        """Log one value at ``stamp`` s after LOGSTART. Text is written as it is, line ends included."""
        head = row_head(stamp, variable, source)
        if isinstance(value, bytes):
            offset = self._append_binary(head, value)
            name = self.blog_path.name
            self._put(f"{head}<MOOS_BINARY>File={name},Offset={offset},Bytes={len(value)}</MOOS_BINARY>\n")
        elif isinstance(value, str):
            self._put(f"{head}{value} \n")
        else:
            self._put(f"{head}{format_number(value, self.precision):<{NUMBER_WIDTH}} \n")
        self.rows += 1
        self.flush_if_due()

    def write_formatted(self, text: str, rows: int) -> None:
        """Append ``rows`` rows that somebody has formatted already, each with its line end."""
        self._put(text)
        self.rows += rows
        self.flush_if_due()

    def flush_if_due(self) -> None:
        """Flush once a real second; call it also while there is nothing to write."""
        if self._flush_interval is not None and self._monotonic() - self._flushed >= self._flush_interval:
            self.flush()

    def flush(self) -> None:
        """Hand everything to the operating system."""
        self._flushed = self._monotonic()
        try:
            # the values first, so that no row of the log points beyond the end
            if self._blog is not None:
                self._blog.flush()
            self._file.flush()
        except OSError as error:
            raise self._failure(error) from error

    def close(self) -> None:
        """Flush and close; idempotent."""
        try:
            if self._blog is not None:
                self._blog.close()
        except OSError as error:
            raise self._failure(error) from error
        finally:
            try:
                self._file.close()
            except OSError as error:
                raise self._failure(error) from error

    def __enter__(self) -> AlogWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self, path: Path) -> BinaryIO:
        try:
            return self._open_file(path)
        except OSError as error:
            raise self._failure(error) from error

    def _put(self, text: str) -> None:
        try:
            self._file.write(encode(text))
        except OSError as error:
            raise self._failure(error) from error

    def _append_binary(self, head: str, value: bytes) -> int:
        """Write a value to the .blog file, its row head before and a line end after it; the offset of its bytes."""
        if self._blog is None:
            self._blog = self._open(self.blog_path)
        heading = encode(head)
        try:
            self._blog.write(heading + value + b"\n")
        except OSError as error:
            raise self._failure(error) from error
        offset = self._blog_size + len(heading)
        self._blog_size = offset + len(value) + 1
        return offset

    def _failure(self, error: OSError) -> LogFileError:
        reason = error.strerror or str(error)
        return LogFileError(f"cannot write the log: {reason}; check the path and the space", file=str(self.path))
