"""ROVs and gliders from a data sheet: a shipped one by the Bis system, with the thrusters of the sheet."""

from __future__ import annotations

from math import sqrt
from typing import Any

from usimmarine_py.errors import ConfigError
from usimmarine_py.values.toml_table import read_toml
from usimmarine_py.vehicle.datasheet.sheet import DataSheet
from usimmarine_py.vehicle.description.loader import effective_tree
from usimmarine_py.vehicle.description.scaling import Scale, scaled, toml
from usimmarine_py.vehicle.files import load, read

_PARENT = {"rov": "bluerov2", "glider": "seawing"}
_ALIKE = (0.33, 3.0)  # of length and of mass/length^3: how far a parent carries
_SHAFT = 0.8  # of the electric power
_LEVEL, _UPRIGHT = 4, 4  # thrusters of the ROV


def parent_file(sheet: DataSheet) -> tuple[str, tuple[str, ...]]:
    """The text of the vehicle file, and what to know of it. Raises ``ConfigError``."""
    parent = _PARENT[sheet.kind]
    known = load(parent)
    tree, _, _ = effective_tree(read_toml(read(parent)[0]), read(parent)[1], known.about.default_variant, {})
    ratio = sheet.length / known.length_pp
    scale = Scale(ratio, sheet.mass / known.mass)
    for what, value in (("length", ratio), ("mass over length^3", scale.mass / ratio**3)):
        if not _ALIKE[0] <= value <= _ALIKE[1]:
            raise ConfigError(
                f"{what} is {value:.3g} times that of {parent}, from which a {sheet.kind} is scaled: {_ALIKE[0]:g} to "
                f"{_ALIKE[1]:g} times", key="--mass", remedy="write a file by hand: docs/vehicles.md",
            )  # fmt: skip
    made, notes = scaled(tree, scale, f"{parent}.toml")
    made["vehicle"] |= {"name": "@name@", "title": "@Class@", "length_oa": sheet.length, "beam": sheet.beam}
    if sheet.draft:
        made["vehicle"]["draft"] = sheet.draft
    said = [
        f"@name@: {sheet.kind} from its data sheet: length {sheet.length:g} m, beam {sheet.beam:g} m, mass "
        f"{sheet.mass:g} kg.",
        f"Every other number is an estimate: {parent} by the Bis system, length x {ratio:.4g}, mass x "
        f"{scale.mass:.4g} (50 %).",
        *notes,
    ]
    if sheet.kind == "rov":
        said += _driven(made, sheet)
    if sheet.top_speed:
        made.setdefault("validity", {})["speed_max"] = sheet.top_speed
    made["source"] = [{"what": "sizes, mass, thrust and speed as in the first lines", "ref": "data sheet of the craft"}]
    made.pop("default_variant", None)
    return "".join(f"# {line}\n" for line in said) + toml(made), tuple(notes)


def _driven(made: dict[str, Any], sheet: DataSheet) -> list[str]:
    """Put the thrusters of the sheet in, and set the drag ahead to its top speed."""
    actuators = made["actuator"]
    upright = [i for i, a in enumerate(actuators) if "pitch" in a or a.get("direction", [0, 0, 0])[2] != 0.0]
    t = sheet.thruster
    count = (t.count if t else 0) or len(actuators)
    if count == len(actuators) - 2:
        for i in sorted((upright[0], upright[-1]), reverse=True):
            del actuators[i]
    elif count != len(actuators):
        raise ConfigError(
            f"an ROV of {count} thrusters has no layout here: {len(actuators) - 2} or {len(actuators)}, of "
            f"which {_LEVEL} are "
            "vectored", key="--thruster", remedy="write the others by hand: docs/vehicles.md",
        )  # fmt: skip
    said = [f"{count} thrusters, {_LEVEL} of them vectored by 45 deg, in the places of the parent."]
    if t is None and sheet.bollard:
        raise ConfigError("an ROV takes --thruster NAME:N@VOLTS, not --bollard", key="--bollard")
    if t is not None:
        for a in actuators:
            turns = a["n_max"]
            a["K_pos"], a["K_neg"], a["n_min"] = t.ahead / turns**2, t.astern / turns**2, -turns
            if t.power:
                a["power"] = _SHAFT * t.power
            if t.disc:
                a["disc"] = t.disc
        said.append(f"Thrusters: {t.ahead:.4g} N ahead, {t.astern:.4g} N astern each; {t.source}.")
    if sheet.top_speed:
        full = actuators[0]["n_max"] ** 2
        force = sqrt(2.0) * (actuators[0]["K_pos"] + actuators[0]["K_neg"]) * full
        linear = made["damping"]["linear_diag"][0]
        drag = (force - linear * sheet.top_speed) / sheet.top_speed**2
        if drag <= 0.0:
            raise ConfigError(
                f"{sheet.top_speed:g} m/s needs more than the {force:.4g} N of the thrusters", key="--top-speed"
            )
        made["damping"]["quadratic_diag"][0] = drag
        said.append(f"Drag ahead so that {force:.4g} N make {sheet.top_speed:g} m/s.")
    return said
