"""The battery from the collected lines; behind the last line, when the vehicle is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from usimmarine_py.actuators.parameters import PARAMETERS
from usimmarine_py.errors import ConfigError, Severity, suggest
from usimmarine_py.simulator.config.draft import Draft
from usimmarine_py.simulator.config.lines import ConfigWarning, warn_of
from usimmarine_py.values import ConfigLine

if TYPE_CHECKING:
    from usimmarine_py.actuators.battery import Battery

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
    words, warnings = _words(given)
    if not words.get("capacity"):
        idle = [line for name, line in given.items() if name != "battery_capacity" and not warnings]
        return warnings + [warn_of(line, "has no effect without battery_capacity", idle=True) for line in idle]
    from usimmarine_py.actuators.battery import Battery, PowerSupply  # few vehicles have one

    battery, found = Battery(**words), draft.found
    make = getattr(found.backend, "shaft_meter", None)
    supply = PowerSupply(battery, make() if make is not None else None)
    shafts = supply.shafts(draft.pose, draft.command.frozen())
    unknown = battery.unknown(shafts)
    line = given.get("shaft_power")
    if line is not None:
        more = () if make is not None else ("thrust_left", "thrust_right")
        warnings += _misnamed(line, battery, [*(shaft.name for shaft in shafts), *more])
    if unknown:
        text = f"nothing says what power {', '.join(unknown)} take: 0 W are counted; give shaft_power"
        warnings.append(warn_of(given["battery_capacity"], text, taken=True))
    if line is not None and not shafts:
        warnings.append(warn_of(line, "has no effect: the vehicle has no shafts", severity=Severity.NOTE))
    elif line is not None and battery.total is not None and all(s.torque_power == s.torque_power for s in shafts):
        text = "has no effect: the torque laws of the vehicle's file say what its shafts take; NAME:WATTS counts"
        warnings.append(warn_of(line, text, severity=Severity.NOTE))
    found.supply = supply
    return warnings


def _words(given: dict[str, ConfigLine]) -> tuple[dict[str, Any], list[ConfigWarning]]:
    """The ``Battery`` of the lines, and the warnings about them."""
    words: dict[str, Any] = {}
    warnings: list[ConfigWarning] = []
    for parameter in PARAMETERS:
        line = given.get(parameter.name)
        if line is None:
            continue
        try:
            value = parameter.value(line.value)
        except ConfigError as error:
            warnings.append(warn_of(line, error.problem))
            continue
        if parameter.name == "shaft_power":
            words["total"], words["named"] = value
        else:
            words[_FIELDS[parameter.name]] = value
    return words, warnings


def _misnamed(line: ConfigLine, battery: Battery, names: list[str]) -> list[ConfigWarning]:
    """A warning for each shaft of ``shaft_power`` that the vehicle does not have."""
    known = ", ".join(names) or "none"
    return [
        warn_of(line, f"no shaft {name} on this vehicle; there are {known}", suggestion=suggest(name, names), idle=True)
        for name in battery.named
        if name not in names
    ]
