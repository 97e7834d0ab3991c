"""Comparing recomputed tables with the reference data: counts and the worst error against its tolerance."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.paths import REFERENCE
from tests.support.tables.csv_table import read_csv
from tests.support.tables.find import find_recipe


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of the reference data."""
    return REFERENCE


@pytest.fixture
def compare(figure: Callable[[str], None]) -> Callable[..., None]:
    """``compare(kind, path, tolerance)``: recompute a table and hold every computed column against the stored one."""

    def run(kind: str, path: Path, tolerance: float, skip: tuple[str, ...] = ()) -> None:
        table = read_csv(path)
        recipe = find_recipe(kind, table)
        columns = [c for c in recipe.outputs if c in table.columns and c not in skip]
        assert columns, f"{path.name}: nothing to compare"
        worst, where = 0.0, ""
        for i, values in enumerate(recipe.compute(table)):
            for column in columns:
                stored = table.number(i, column)
                error = abs(values[column] - stored) / max(1.0, abs(stored))
                assert error <= tolerance, f"{path.name} row {i} {column}: {values[column]!r}, stored {stored!r}"
                if error >= worst:
                    worst, where = error, column
        count = len(table.rows) * len(columns)
        figure(f"reference {path.name}: {count} numbers, worst {worst:.1e} ({where}), tolerance {tolerance:g}")

    return run
