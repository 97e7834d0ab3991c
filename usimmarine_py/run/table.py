"""``usim table``: recompute a reference table from its input columns.

A table is recognised by its columns: of the recipes of a kind, the one whose input columns all stand in the file and
which has the most of them. The output holds the input columns as they were and every computed column.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.csv import CsvTable, read_csv, write_csv

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
            numbers = [table.number(i, c) for c in ins]
            try:
                values = function(*numbers)
            except (ValueError, OverflowError, ZeroDivisionError) as error:
                raise ConfigError(f"{name}: {error}", file=table.file, line=i + 2) from None
            result.append(dict(zip(outs, (float(v) for v in values), strict=True)))
        return result

    return Recipe(name, ins, outs, compute)


def recompute(kind: str, source: Path, target: Path) -> str:
    """Recompute ``source`` into ``target``; returns one line that says what was done. Raises ConfigError."""
    table = read_csv(source)
    recipe = find_recipe(kind, table)
    kept = [c for c in table.columns if c not in recipe.outputs]
    results = recipe.compute(table)
    rows = [[row[c] for c in kept] + [v[c] for c in recipe.outputs] for row, v in zip(table.rows, results, strict=True)]
    count = write_csv(target, [*kept, *recipe.outputs], rows)
    return f"{target}: {recipe.name}, {count} rows, {len(recipe.outputs)} columns computed"


def find_recipe(kind: str, table: CsvTable) -> Recipe:
    """The recipe for a table; raises ConfigError when the kind is unknown or no recipe fits the columns."""
    word, _, rest = kind.partition(":")
    recipes = _recipes(word, rest, table)
    fitting = [r for r in recipes if set(r.inputs) <= set(table.columns)]
    if not fitting:
        close = min(recipes, key=lambda r: len(set(r.inputs) - set(table.columns)))
        missing = ", ".join(c for c in close.inputs if c not in table.columns)
        raise ConfigError(
            f"no table of kind {kind} has these columns; the closest, {close.name}, needs {missing} too",
            file=table.file,
        )
    return max(fitting, key=lambda r: (len(set(r.outputs) & set(table.columns)), len(r.inputs)))


def _recipes(word: str, rest: str, table: CsvTable) -> list[Recipe]:
    if word == "rhs":
        from usimmarine_py.run.table_rhs import kernel_recipes, vehicle_recipe

        return [*kernel_recipes(), *([vehicle_recipe(rest, table)] if rest else [])]
    if word == "kinematics" and not rest:
        from usimmarine_py.run.table_kinematics import recipes as kinematics

        return kinematics()
    if word == "environment" and not rest:
        from usimmarine_py.run.table_hydro import recipes as environment

        return environment(table)
    raise ConfigError(f"{kind_help(word, rest)}", key="KIND")


def kind_help(word: str, rest: str) -> str:
    """What to write instead of an unknown kind."""
    given = f"{word}:{rest}" if rest else word
    return f"{given!r} is unknown; use rhs:VEHICLE[:VARIANT], rhs (kernels), kinematics or environment"
