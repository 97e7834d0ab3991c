"""An AUV from its geometry: the hand-note recipe for a cylinder (laws/hydrodynamics 2.4, 2.5, 4.6).

What the recipe leaves out is chosen here and said in the vehicle's notes: axial drag C_D = 0.2 on the frontal area
(the bare torpedo hulls of the literature have 0.1 to 0.3), roll friction C_f = 0.004 on the wall.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

from usimmarine_py.kernels.body.records import Cylinder
from usimmarine_py.values.toml_table import TableReader
from usimmarine_py.vehicle.description.mass import cylinder_added_mass, cylinder_inertia

AXIAL_DRAG = 0.2  #: C_D on pi R^2 [choice]
WALL_FRICTION = 0.004  #: C_f on the wall, for roll [choice]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the geometry gives; a table of the file that says otherwise wins."""

    mass: float
    inertia_cg: tuple[float, float, float]
    added_mass: tuple[float, ...]
    quadratic: tuple[float, ...]
    section: Cylinder
    buoyancy: float
    notes: tuple[str, ...]


def derive_from_geometry(table: TableReader, rho: float, g: float) -> Recipe | None:
    """The recipe for ``shape = "cylinder"``, None when the table names no shape (then its numbers are facts only)."""
    shape = table.text("shape", "", choices=("", "cylinder"))
    if not shape:
        for fact in ("length", "radius", "mass", "axial_drag", "wall_friction"):
            table.raw(fact)
        table.finish()
        return None
    length, radius = table.number("length", above=0.0), table.number("radius", above=0.0)
    if length < 4.0 * radius:
        raise table.error("length", f"must be at least twice the diameter ({4.0 * radius:g} m): the body is slender")
    volume = pi * radius * radius * length
    mass = table.number("mass", rho * volume, above=0.0)
    axial = table.number("axial_drag", AXIAL_DRAG, low=0.0)
    wall = table.number("wall_friction", WALL_FRICTION, low=0.0)
    table.finish()
    surge = 0.5 * rho * axial * pi * radius * radius
    # friction 1/2 rho C_f (p R)^2 on the wall 2 pi R L at the arm R
    roll = 0.5 * rho * wall * 2.0 * pi * radius * length * radius * radius * radius
    notes = (
        f"from geometry: axial drag C_D = {axial:g} on the frontal area and roll friction C_f = {wall:g} on the wall "
        "are choices of this program; cross-flow drag follows the Reynolds number of a smooth cylinder",
    )
    return Recipe(
        mass,
        cylinder_inertia(mass, radius, length),
        cylinder_added_mass(mass, rho, radius, length),
        (surge, 0.0, 0.0, roll, 0.0, 0.0),
        Cylinder(1.0, rho, length, radius),
        rho * g * volume,
        notes,
    )
