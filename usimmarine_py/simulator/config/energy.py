"""The battery from the collected lines; behind the last line, when the vehicle is known."""

from __future__ import annotations

from typing import Any

from usimmarine_py.actuators.parameters import PARAMETERS
from usimmarine_py.errors import ConfigError, Severity, suggest
from usimmarine_py.model import ConfigLine, Note
from usimmarine_py.simulator.config.lines import ConfigWarning, make_warning
from usimmarine_py.simulator.config.setup import Draft

_FIELDS = {
    "battery_capacity": "capacity",
    "battery_voltage": "voltage",
    "battery_resistance": "resistance",
    "battery_charge": "charge",
    "hotel_load": "hotel",
    "drive_efficiency": "efficiency",
}


def settle_energy(draft: Draft) -> list[ConfigWarning]:
    """The battery, and what is wrong with its lines."""
    given = {p.name: draft.collected[p.name] for p in PARAMETERS if p.name in draft.collected}
    if not given:
        return []  # and nothing more is loaded
    words: dict[str, Any] = {}
    warnings: list[ConfigWarning] = []
    for parameter in PARAMETERS:
        line = given.get(parameter.name)
        if line is None:
            continue
        try:
            value = parameter.value(line.value)
        except ConfigError as error:
            warnings.append(_warning(line, error.problem))
            continue
        if parameter.name == "shaft_power":
            words["total"], words["named"] = value
        else:
            words[_FIELDS[parameter.name]] = value
    if not words.get("capacity"):
        idle = [line for name, line in given.items() if name != "battery_capacity" and not warnings]
        return warnings + [_warning(line, "has no effect without battery_capacity", idle=True) for line in idle]
    from usimmarine_py.actuators.battery import Battery, PowerSupply  # few vehicles have one

    battery, setup = Battery(**words), draft.setup
    make = getattr(setup.backend, "shaft_meter", None)
    supply = PowerSupply(battery, make() if make is not None else None)
    shafts = supply.shafts(draft.pose, setup.start.command)
    names = [shaft.name for shaft in shafts]
    if make is None:
        names += ["thrust_left", "thrust_right"]
    line = given.get("shaft_power")
    for name in battery.named:
        if name not in names and line is not None:
            problem = f"no shaft {name} on this vehicle; there are {', '.join(names) or 'none'}"
            warnings.append(_warning(line, problem, suggest(name, names), idle=True))
    unknown = battery.unknown(shafts)
    if unknown:
        text = f"nothing says what power {', '.join(unknown)} take: 0 W are counted; give shaft_power"
        warnings.append(_warning(given["battery_capacity"], text, taken=True))
    if line is not None and not shafts:
        warnings.append(_warning(line, "has no effect: the vehicle has no shafts", severity=Severity.NOTE))
    elif line is not None and battery.total is not None and all(s.torque_power == s.torque_power for s in shafts):
        text = "has no effect: the torque laws of the vehicle's file say what its shafts take; NAME:WATTS counts"
        warnings.append(_warning(line, text, severity=Severity.NOTE))
    draft.change(power=supply, battery=battery.start())
    return warnings


def _warning(
    line: ConfigLine,
    problem: str,
    suggestion: str = "",
    severity: Severity = Severity.WARNING,
    idle: bool = False,
    taken: bool = False,
) -> ConfigWarning:
    note = Note(problem, unhandled=False, suggestion=suggestion, severity=severity, idle=idle, taken=taken)
    return make_warning(line, note, as_reference=False)
