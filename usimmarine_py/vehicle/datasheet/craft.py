"""A vehicle file from a data sheet: ``vehicle_file``.

>>> made = vehicle_file(DataSheet("cat", "catamaran", 1.35, 0.98, 28.0, bollard=67.2, propeller=0.1))
>>> round(made.top_speed, 1)
1.9
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from usimmarine_py.errors import ConfigError, TrialError
from usimmarine_py.values.toml_table import read_toml
from usimmarine_py.vehicle.datasheet.drive import CraftDrive
from usimmarine_py.vehicle.datasheet.parent import parent_file
from usimmarine_py.vehicle.datasheet.sheet import DataSheet
from usimmarine_py.vehicle.datasheet.surface import surface_file
from usimmarine_py.vehicle.datasheet.torpedo import torpedo_file

_LEAST, _MOST = 0.2, 5.0  # of what turns the craft: as far as an estimate is moved for a turning circle
_NEAR = 0.01  # of a turning circle


@dataclass(frozen=True, slots=True)
class Made:
    """A vehicle file; ``@name@`` and ``@Class@`` stand for its name and title."""

    text: str
    notes: tuple[str, ...]
    top_speed: float  #: m/s
    by_sizes: float  #: m/s, the top speed by sizes and thrust alone; 0: no thrust was given
    bollard: float  #: N, of all propellers


def vehicle_file(sheet: DataSheet) -> Made:
    """The vehicle file of a data sheet. Raises ``ConfigError`` for what cannot be."""
    sheet.check()
    if sheet.kind in ("rov", "glider"):
        text, remarks = parent_file(sheet)
        return Made(text, remarks, 0.0, 0.0, sheet.bollard)
    write: Callable[[DataSheet, float], tuple[str, CraftDrive]] = torpedo_file if sheet.kind == "auv" else surface_file
    turn = _turned(sheet, write) if sheet.turning_circle else 1.0
    text, drive = write(sheet, turn)
    notes = []
    if drive.by_sizes and sheet.top_speed and not 0.8 <= drive.by_sizes / sheet.top_speed <= 1.25:
        notes.append(
            "thrust, sizes and top speed of the sheet do not fit one another; the file has its top speed: check all"
        )
    if turn != 1.0:
        notes.append(f"what turns it was multiplied by {turn:.3g} for the turning circle of {sheet.turning_circle:g} m")
    if not sheet.power:
        sure = "an estimate, 0.8 to 1.8 times" if drive.notes["power"].startswith("estimate") else "of the thruster"
        notes.append(
            f"{drive.count * drive.power:.3g} W at the shafts at full thrust ({sure}); at a third of the top speed a "
            "real craft may take 4 times the power of this file and last a quarter as long"
        )
    return Made(_headed(sheet, text), tuple(notes), drive.speed, drive.by_sizes, drive.count * drive.ahead)


def _headed(sheet: DataSheet, text: str) -> str:
    """The file with its first lines and its source."""
    said = [f"{key.replace('_', ' ')} {getattr(sheet, key):g}" for key in (
        "length", "beam", "draft", "mass", "top_speed", "bollard", "power", "propeller", "turning_circle", "hull_beam",
        "hull_spacing",
    ) if getattr(sheet, key)]  # fmt: skip
    if sheet.thruster:
        said.append(f"thruster {sheet.thruster.name}")
    head = (
        f"# @name@: {sheet.kind} from its data sheet ({', '.join(said)}; SI units).\n"
        "# Each number that is not of the sheet is an estimate, with its method and its range, "
        "which is a judgement.\n"
        "# A trial tells more: usim fit RUN... --vehicle ./@name@.toml --free KEY,...\n"
        "schema = 1\n"
    )
    source = (
        '\n[[source]]\nwhat = "sizes, mass, thrust and speed as in the first line"\nref  = "data sheet of the craft"\n'
    )
    return head + text + source


def circle_of(text: str) -> float:
    """Diameter (m) of the steady circle at full thrust and full rudder; ``TrialError`` where there is none."""
    from usimmarine_py.vehicle import Vehicle

    vehicle = Vehicle.from_dict(read_toml(text.replace("@name@", "child").replace("@Class@", "child")))
    start = vehicle.state((0.0, 0.0, 50.0, 0.0, 0.0, 0.0)) if vehicle.description.submerged else None
    turn = vehicle.steady(thrust=100.0, rudder=100.0, start=start)
    if abs(turn.turning) < 1e-9 or not isfinite(turn.turning):
        raise TrialError(f"{vehicle.name} does not turn")
    speed = float((turn.nu[:3] ** 2).sum() ** 0.5)
    return 2.0 * speed / abs(turn.turning)


def _turned(sheet: DataSheet, write: Callable[[DataSheet, float], tuple[str, CraftDrive]]) -> float:
    """The factor with which the circle is that of the sheet."""
    rudders = sheet.kind in ("ship", "auv") or write(sheet, 1.0)[1].count == 1
    ends = [circle_of(_headed(sheet, write(sheet, factor)[0])) for factor in (_LEAST, _MOST)]
    if not min(ends) <= sheet.turning_circle <= max(ends):
        what = "rudder area" if rudders else "yaw damping"
        raise ConfigError(
            f"{sheet.turning_circle:g} m of diameter cannot be: with a fifth to five times the estimated "
            f"{what} it turns in "
            f"{min(ends):.3g} to {max(ends):.3g} m", key="--turning-circle",
            remedy="it is the diameter at full thrust and rudder",
        )  # fmt: skip
    low, high = _LEAST, _MOST
    growing = ends[1] > ends[0]
    for _ in range(20):
        middle = (low * high) ** 0.5
        found = circle_of(_headed(sheet, write(sheet, middle)[0]))
        if abs(found / sheet.turning_circle - 1.0) < _NEAR:
            return float(middle)
        low, high = (middle, high) if (found < sheet.turning_circle) == growing else (low, middle)
    return float((low * high) ** 0.5)


__all__ = ["DataSheet", "Made", "circle_of", "vehicle_file"]
