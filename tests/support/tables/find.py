"""The recipe of a reference table: of those of a kind, the one whose input columns all stand in the file.

Of several, the one with the most of them.
"""

from __future__ import annotations

from tests.support.tables import environment, hydro, kinematics, rhs
from tests.support.tables.csv_table import CsvTable
from tests.support.tables.recipe import Recipe


def find_recipe(kind: str, table: CsvTable) -> Recipe:
    """The recipe for a table of kind rhs:VEHICLE[:VARIANT], rhs (kernels), kinematics or environment."""
    word, _, vehicle = kind.partition(":")
    if word == "rhs":
        recipes = [*rhs.kernel_recipes(), *([rhs.vehicle_recipe(vehicle, table)] if vehicle else [])]
    else:
        recipes = kinematics.recipes() if word == "kinematics" else [*hydro.recipes(), *environment.recipes(table)]
    fitting = [r for r in recipes if set(r.inputs) <= set(table.columns)]
    return max(fitting, key=lambda r: (len(set(r.outputs) & set(table.columns)), len(r.inputs)))
