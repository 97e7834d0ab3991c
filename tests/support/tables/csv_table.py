"""Tables of numbers in CSV files, as text."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from usimmarine_py.logs.tables import read_unpacked


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A table; ``file`` is its source."""

    file: str
    columns: tuple[str, ...]
    rows: tuple[dict[str, str], ...]

    def number(self, row: int, column: str, default: float | None = None) -> float:
        """Return a number of a row (from 0); an absent column gives ``default``."""
        if default is not None and column not in self.columns:
            return default
        return float(self.rows[row][column])


def read_csv(path: Path) -> CsvTable:
    """Read a CSV file, gzipped or not."""
    reader = csv.DictReader(read_unpacked(path).decode("utf-8").splitlines(), strict=True)
    rows = tuple(reader)
    return CsvTable(str(path), tuple(reader.fieldnames or ()), rows)
