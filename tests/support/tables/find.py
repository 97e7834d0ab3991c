"""The recipe of a reference table: of those of a kind, the one whose input columns all stand in the file.

Of several, the one with the most of them.
"""

from __future__ import annotations

from tests.support.tables import hydro, kinematics, rhs
from tests.support.tables.recipe import Recipe
from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.tables import CsvTable


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
        return [*rhs.kernel_recipes(), *([rhs.vehicle_recipe(rest, table)] if rest else [])]
    if word == "kinematics" and not rest:
        return kinematics.recipes()
    if word == "environment" and not rest:
        return hydro.recipes()
    given = f"{word}:{rest}" if rest else word
    raise ConfigError(
        f"{given!r} is unknown; use rhs:VEHICLE[:VARIANT], rhs (kernels), kinematics or environment", key="KIND"
    )
