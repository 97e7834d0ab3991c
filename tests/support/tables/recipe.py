"""How one reference table is computed from its input columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.support.tables.csv_table import CsvTable

Values = dict[str, float]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one table is computed: ``compute`` maps the whole table to one dictionary of results per row."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    compute: Callable[[CsvTable], list[Values]]


def by_row(
    name: str, inputs: Sequence[str], outputs: Sequence[str], function: Callable[..., Sequence[float]]
) -> Recipe:
    """A recipe whose rows are independent: ``function(*inputs)`` returns the outputs in order."""
    ins, outs = tuple(inputs), tuple(outputs)

    def compute(table: CsvTable) -> list[Values]:
        result = []
        for i in range(len(table.rows)):
            values = function(*(table.number(i, c) for c in ins))
            result.append(dict(zip(outs, (float(v) for v in values), strict=True)))
        return result

    return Recipe(name, ins, outs, compute)
