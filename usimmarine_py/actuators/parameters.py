"""Parameters and mail of the battery."""

from __future__ import annotations

from typing import Any

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.text import finite_number
from usimmarine_py.values import MailEntry, Parameter

_SOURCE = "laws/actuators 3"


def _shaft_power(text: str) -> tuple[float | None, dict[str, float]]:
    """W of all shafts together, and of some by name."""
    total, named = None, {}
    for piece in text.split(","):
        name, colon, number = piece.rpartition(":")
        watts = finite_number(number.strip())
        if watts is None or watts < 0.0 or (colon and not name.strip()) or (not colon and total is not None):
            raise ConfigError(f"must be WATTS, or NAME:WATTS, NAME:WATTS ...; found {shorten(text)!r}")
        if colon:
            named[name.strip().lower()] = watts
        else:
            total = watts
    return total, named


def _number(name: str, default: str, what: str, unit: str, low: float, high: float | None = None) -> Parameter:
    return Parameter(
        name, "number", default, what, unit=unit, minimum=low, maximum=high, group="energy", source=_SOURCE
    )


PARAMETERS: tuple[Parameter, ...] = (
    _number("battery_capacity", "0", "energy of the full battery; 0 = there is none", "Wh", 0.0),
    _number("battery_voltage", "24", "nominal voltage of the battery", "V", 0.1),
    _number("battery_resistance", "0", "resistance inside the battery", "ohm", 0.0),
    _number("battery_charge", "100", "state of charge at the start", "%", 0.0, 100.0),
    _number("hotel_load", "0", "what all but the shafts draws", "W", 0.0),
    _number("drive_efficiency", "0.8", "shaft power over the power that drives draw", "", 0.01, 1.0),
    Parameter(
        "shaft_power",
        "text",
        "",
        "shaft power at full speed: of all shafts together that have no torque law, or NAME:WATTS, ... by actuator; "
        "it goes with the cube of the speed (of the thrust in per cent on a kinematic vehicle)",
        unit="W",
        group="energy",
        source="laws/actuators 3.1",
        parse=_shaft_power,
    ),
)


def _out(name: str, unit: str, what: str, **more: Any) -> MailEntry:
    when = more.pop("when", "with navigation, with battery_capacity")
    return MailEntry(name, "out", more.pop("kind", "number"), what, unit, when, group="energy", source=_SOURCE)


MAIL: tuple[MailEntry, ...] = (
    _out("USM_BATTERY_CHARGE", "%", "state of charge"),
    _out("USM_BATTERY_VOLTAGE", "V", "voltage at the terminals"),
    _out("USM_BATTERY_CURRENT", "A", "current"),
    _out("USM_BATTERY_POWER", "W", "what is drawn, losses in the battery included"),
    _out("USM_BATTERY_EMPTY", "", "true, once: the battery is empty and thrust ends", when="changed", kind="text"),
    _out("USM_SHAFT_POWER", "W", "power of all shafts"),
    _out("USM_SHAFT_POWER_ACTUATOR", "W", "power of one shaft, under the actuator's own name"),
)
