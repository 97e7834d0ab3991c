"""Reading and writing the CSV tables of the reference data: one header line, numbers with 17 significant digits."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from usimmarine_py.errors import ConfigError, shorten

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A table as text; ``file`` is where it came from."""

    file: str
    columns: tuple[str, ...]
    rows: tuple[dict[str, str], ...]

    def number(self, row: int, column: str, default: float | None = None) -> float:
        """A number of row ``row`` (from 0); an absent column gives ``default``. Raises ConfigError with file:line."""
        text = self.rows[row].get(column)
        if text is None:
            if default is None:
                raise ConfigError(f"column {column} is missing", file=self.file, line=row + 2)
            return default
        try:
            return float(text)
        except ValueError:
            raise ConfigError(f"{shorten(text, 40)!r} is no number", key=column, file=self.file, line=row + 2) from None


def read_csv(path: Path) -> CsvTable:
    """A CSV file, gzipped or not. Raises ConfigError."""
    try:
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise ConfigError("is not a text file", file=str(path)) from None
    except (OSError, EOFError) as error:
        raise ConfigError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=str(path)) from None
    lines = list(csv.reader(io.StringIO(text)))
    if not lines or not any(cell.strip() for cell in lines[0]):
        raise ConfigError("is empty; the first line must name the columns", file=str(path))
    columns = tuple(cell.strip() for cell in lines[0])
    rows = []
    for i, cells in enumerate(lines[1:], start=2):
        if not cells:
            continue
        if len(cells) != len(columns):
            raise ConfigError(f"has {len(cells)} cells, the header has {len(columns)}", file=str(path), line=i)
        rows.append(dict(zip(columns, cells, strict=True)))
    return CsvTable(str(path), columns, tuple(rows))


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Sequence[float | str]]) -> int:
    """Write a table (gzipped when the name ends in .gz) and return the number of rows. Raises ConfigError."""
    text = io.StringIO()
    text.write(",".join(columns) + "\n")
    count = 0
    for row in rows:
        count += 1
        text.write(",".join(x if isinstance(x, str) else f"{x:.17g}" for x in row) + "\n")
    data = text.getvalue().encode()
    try:
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    except OSError as error:
        raise ConfigError(f"cannot be written: {error.strerror}", file=str(path)) from None
    return count
