"""The finished tables of a sweep, written and read a few thousand rows at a time, however many there are."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO, Any, overload

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import LogFileError, MissingExtraError
from usimmarine_py.logs.whole_files import whole_file
from usimmarine_py.sweep.journal import LARGEST_WHOLE
from usimmarine_py.sweep.run import RESULT_COLUMNS, TEXT_COLUMNS, TRACK_COLUMNS, TRUTH_COLUMNS, WHOLE_COLUMNS

#: Rows that are in memory at once.
GROUP = 2048
#: The same for points of tracks.
POINTS = 65536

#: As ``json.dumps(..., indent=1)``, which is ten times slower.
_LISTED = json.JSONEncoder(separators=(",\n  ", ": "))

Row = dict[str, Any]
#: Gives all rows in order, each time it is called.
AllRows = Callable[[], Iterable[Mapping[str, Any]]]


def need_pyarrow() -> Any:
    """Return the module; raises ``MissingExtraError``."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("the table of a sweep", "pyarrow", "sweep") from None
    return pyarrow


class TableRows(Sequence[Row]):
    """The rows of a finished sweep, in order of the runs, read from the table when they are used."""

    def __init__(self, source: Path | bytes) -> None:
        """``source``: the Parquet file, or its bytes."""
        self._source = source
        with self._opened() as file:
            self._count = int(file.metadata.num_rows)
            self.columns = tuple(str(name) for name in file.schema_arrow.names)
        self._held: tuple[int, Any] = (-1, None)

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> TableRows:
        """Return a table of rows in memory; values that a row does not have are null."""
        data = BytesIO()
        write_parquet(data, columns, lambda: rows)
        return cls(data.getvalue())

    # Reads take no threads of pyarrow: tables are small, and with its threads one of many programs ended by an
    # exception of C++ after its last line.

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        arrow = need_pyarrow()
        source = arrow.BufferReader(self._source) if isinstance(self._source, bytes) else str(self._source)
        try:
            with arrow.parquet.ParquetFile(source) as file:
                yield file
        except (OSError, arrow.ArrowInvalid) as error:
            raise LogFileError(f"cannot be read: {error}", file=str(self._source)[:200]) from None

    def in_memory(self) -> TableRows:
        """Return the same without the file."""
        return self if isinstance(self._source, bytes) else TableRows(self._source.read_bytes())

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        place = index + self._count if index < 0 else index
        if not 0 <= place < self._count:
            raise IndexError(f"run {index} of {self._count}")
        group, line = divmod(place, GROUP)
        if self._held[0] != group:
            with self._opened() as file:
                self._held = group, file.read_row_group(group, use_threads=False)
        row: Row = self._held[1].slice(line, 1).to_pylist()[0]
        return row

    def __iter__(self) -> Iterator[Row]:
        return self.picked(self.columns)

    def picked(self, columns: Sequence[str]) -> Iterator[Row]:
        """Yield all rows with these columns alone."""
        with self._opened() as file:
            for batch in file.iter_batches(batch_size=GROUP, columns=list(columns), use_threads=False):
                yield from batch.to_pylist()

    def values(self, column: str) -> list[Any]:
        """Return one column, None where a run has no value."""
        with self._opened() as file:
            found: list[Any] = file.read(columns=[column], use_threads=False).column(column).to_pylist()
        return found

    def numbers(self, column: str) -> NDArray[np.float64]:
        """Return one column as an array of shape (n,); nan where a run has no number."""
        arrow = need_pyarrow()
        with self._opened() as file:
            found = file.read(columns=[column], use_threads=False).column(column)
        if not (arrow.types.is_floating(found.type) or arrow.types.is_integer(found.type)):
            return np.full(self._count, np.nan)
        return np.asarray(found.cast(arrow.float64(), safe=False).fill_null(np.nan).to_numpy(), dtype=np.float64)

    def is_text(self, column: str) -> bool:
        """Return whether a column holds texts."""
        with self._opened() as file:
            return str(file.schema_arrow.field(column).type) == "string"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Rows({self._count} runs)"


def write_texts(folder: Path, columns: Sequence[str], rows: AllRows) -> None:
    """Write ``runs.csv`` (null is empty) and ``runs.json``."""
    with ExitStack() as stack:
        table, listed = (stack.enter_context(whole_file(folder / name)) for name in ("runs.csv", "runs.json"))
        lines: list[str] = []

        class Lines:
            write = staticmethod(lines.append)

        cells = csv.writer(Lines, lineterminator="\n")
        cells.writerow(columns)
        before = "[\n "
        for row in rows():
            found = {name: row.get(name) for name in columns}
            cells.writerow([_cell(value) for value in found.values()])
            table.write("".join(lines).encode("utf-8", "surrogateescape"))
            lines.clear()
            listed.write(f"{before}{{\n  {_LISTED.encode(found)[1:-1]}\n }}".encode())
            before = ",\n "
        listed.write(b"\n]\n")


def write_parquet(target: IO[bytes], columns: Sequence[str], rows: AllRows) -> None:
    """Write the table as Parquet. Equal rows give equal bytes."""
    arrow = need_pyarrow()
    schema = arrow.schema(list(_kinds(arrow, columns, rows).items()))
    with arrow.parquet.ParquetWriter(target, schema) as file:
        left = iter(rows())
        while group := list(islice(left, GROUP)):
            cells = {name: _cells(schema.field(name).type, [row.get(name) for row in group]) for name in columns}
            file.write_table(arrow.table(cells, schema=schema))


def _kinds(arrow: Any, columns: Sequence[str], rows: AllRows) -> dict[str, Any]:
    """Return the type of each column; that of a varied one follows from its values."""
    kinds: dict[str, Any] = {}
    for name in columns:
        if name in TEXT_COLUMNS:
            kinds[name] = arrow.string()
        elif name in TRUTH_COLUMNS:
            kinds[name] = arrow.bool_()
        else:
            kinds[name] = arrow.int64() if name in WHOLE_COLUMNS else arrow.float64()
    varied = [name for name in columns if name not in RESULT_COLUMNS and name not in WHOLE_COLUMNS]
    if not varied:
        return kinds
    whole, numbers = set(varied), set(varied)
    for row in rows():
        for name in varied:
            value = row.get(name)
            if type(value) is not int or abs(value) > LARGEST_WHOLE:
                whole.discard(name)
                if not isinstance(value, (int, float)):
                    numbers.discard(name)
    kinds |= dict.fromkeys(varied, arrow.string())
    kinds |= dict.fromkeys(numbers, arrow.float64())
    return kinds | dict.fromkeys(whole, arrow.int64())


def _cells(kind: Any, values: Sequence[Any]) -> list[Any]:
    """Return values converted to the type of a column."""
    if str(kind) == "double":
        return [None if value is None else float(value) for value in values]
    if str(kind) == "string":
        # Parquet cannot hold lone surrogates, which stand for bytes that are no text
        return [v if v is None else str(v).encode("utf-8", "backslashreplace").decode() for v in values]
    return list(values)


def write_tracks(
    target: IO[bytes], tracks: Iterable[tuple[int, str, Mapping[str, Sequence[float]]]], *, vehicles: bool = False
) -> None:
    """Write tracks by run and vehicle, one below the other, as Parquet; ``vehicles``: with a column of their names."""
    arrow = need_pyarrow()
    first = [("run", arrow.int64()), *([("vehicle", arrow.string())] if vehicles else [])]
    schema = arrow.schema([*first, *((name, arrow.float64()) for name in TRACK_COLUMNS)])
    held: dict[str, list[Any]] = {name: [] for name in schema.names}
    with arrow.parquet.ParquetWriter(target, schema) as file:
        for index, vehicle, track in tracks:
            held["run"] += [index] * len(track["time"])
            if vehicles:
                held["vehicle"] += [vehicle] * len(track["time"])
            for name in TRACK_COLUMNS:
                held[name] += track[name]
            if len(held["run"]) >= POINTS:
                file.write_table(arrow.table(held, schema=schema))
                held = {name: [] for name in schema.names}
        if held["run"]:
            file.write_table(arrow.table(held, schema=schema))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
