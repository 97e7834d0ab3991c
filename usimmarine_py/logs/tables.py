"""Tables of numbers: complete CSV files, and single rows to a CSV file, a Parquet file or arrays."""

from __future__ import annotations

import csv
import errno
import io
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from usimmarine_py.errors import LogFileError, MissingExtraError, file_errors
from usimmarine_py.logs.whole_rows import PartialWriteError, discard, put, put_file

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Most bytes of a gzipped file once it is decompressed: ten million rows of a track.
MOST_UNPACKED = 256 << 20
#: Rows of a Parquet group.
GROUP = 65536


def read_unpacked(path: Path) -> bytes:
    """Return the bytes of a file, decompressed if it is gzipped. Raises ``OSError``, ``EOFError``, ``zlib.error``.

    Also raises ``OSError`` for a gzipped file of more than ``MOST_UNPACKED`` bytes: a small file may hold terabytes.
    """
    with path.open("rb") as file:
        if file.read(2) != b"\x1f\x8b":
            file.seek(0)
            return file.read()
        file.seek(0)
        import gzip

        with gzip.open(file) as unpacked:
            data = bytes(unpacked.read(MOST_UNPACKED + 1))
    if len(data) > MOST_UNPACKED:
        raise OSError(errno.EFBIG, f"holds more than {MOST_UNPACKED >> 20} MiB; decompress it first if it is yours")
    return data


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Sequence[float | str]]) -> int:
    """Write a table, numbers with 17 significant digits, gzipped if the name ends in .gz; return the number of rows.

    Raises LogFileError.
    """
    text = io.StringIO()
    text.write(",".join(columns) + "\n")
    count = 0
    for row in rows:
        count += 1
        text.write(",".join(x if isinstance(x, str) else f"{x:.17g}" for x in row) + "\n")
    data = text.getvalue().encode()
    with file_errors(path):
        if path.suffix == ".gz":
            import gzip

            put_file(path, gzip.compress(data, mtime=0), whole=True)
        else:
            put_file(path, data)
    return count


class RowSink(Protocol):
    """A writer of rows of numbers, whose names are known."""

    def row(self, values: Sequence[float]) -> None:
        """One row."""
        ...

    def close(self) -> None:
        """No more rows."""
        ...


#: Rows of a CSV file that are written together.
_ROWS_AT_ONCE = 1024


class CsvRows:
    """A CSV file with the shortest digits that reproduce each number. On a full disk its complete rows stay."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        with file_errors(path):
            self._file = path.open("wb", buffering=0)
        self._path = path
        self._lines = _Lines()
        self._writer = csv.writer(self._lines, lineterminator="\n")
        self._writer.writerow(columns)

    def row(self, values: Sequence[float]) -> None:
        """One row."""
        self._writer.writerow(values)
        if len(self._lines) >= _ROWS_AT_ONCE:
            self._write_out()

    def close(self) -> None:
        """Write pending rows and close the file; idempotent. Raises ``OSError``, with complete rows in the file."""
        if not self._file.closed:
            with self._file:
                self._write_out()

    def _write_out(self) -> None:
        data = "".join(self._lines).encode("utf-8", "surrogateescape")
        self._lines.clear()
        try:
            put(self._file, data)
        except PartialWriteError as full:
            if not self._file.tell():
                discard(self._path)
            raise full.error from None


class _Lines(list[str]):
    """A list that ``csv`` can write to."""

    write = list.append


class ArrayRows:
    """Columns in memory."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = tuple(columns)
        self._data = array("d")

    def row(self, values: Sequence[float]) -> None:
        """One row."""
        self._data.extend(values)

    def close(self) -> None:
        """Nothing to do."""

    def arrays(self) -> dict[str, npt.NDArray[np.float64]]:
        """Each column as an array of shape (n,)."""
        import numpy as np

        table = np.array(self._data).reshape(-1, len(self._columns))
        return {name: np.ascontiguousarray(table[:, i]) for i, name in enumerate(self._columns)}


class ParquetRows:
    """A Parquet file, written in groups so that memory stays flat. Needs pyarrow.

    A file that the disk does not take is removed: without its last bytes nothing of it can be read.
    """

    def __init__(self, path: Path, columns: Sequence[str], metadata: dict[str, str] | None = None) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise MissingExtraError("--parquet", "pyarrow", "logs") from None
        self._arrow: Any = pyarrow
        self._columns = tuple(columns)
        self._schema = pyarrow.schema([(name, pyarrow.float64()) for name in columns], metadata=metadata or {})
        try:
            self._file = pyarrow.parquet.ParquetWriter(str(path), self._schema)
        except OSError as error:
            discard(path)
            raise LogFileError(f"cannot write: {error.strerror or error}", file=str(path)) from error
        self._path = path
        self._rows = ArrayRows(columns)
        self._held = 0

    def row(self, values: Sequence[float]) -> None:
        """One row."""
        self._rows.row(values)
        self._held += 1
        if self._held >= GROUP:
            self._write_group()

    def close(self) -> None:
        """Write pending rows and close the file; idempotent. Raises ``OSError``, without a file."""
        if self._held:
            self._write_group()
        with self._whole():
            self._file.close()

    def _write_group(self) -> None:
        arrays, self._rows, self._held = self._rows.arrays(), ArrayRows(self._columns), 0
        with self._whole():
            self._file.write_table(self._arrow.table(arrays, schema=self._schema))

    @contextmanager
    def _whole(self) -> Iterator[None]:
        try:
            yield
        except OSError:
            with suppress(OSError):
                self._file.close()
            discard(self._path)
            raise
