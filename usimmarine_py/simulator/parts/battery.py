"""The battery: what the shafts and all else draw, and what is left (laws/actuators 3)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from math import inf, isfinite, sqrt
from typing import Any

from usimmarine_py.errors import ConfigError, Severity, shorten, suggest
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.sums import plain_sum
from usimmarine_py.text import finite_number
from usimmarine_py.values import ActuatorCommand, Key, MailEntry, Shaft, ShaftMeter, VehicleState
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.rows import Shape, make_row

# ---- the law --------------------------------------------------------------------------------------------------------

#: Open-circuit voltage over the nominal one by state of charge: a lithium-ion cell of 3.7 V [choice].
_CHARGE = (0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
_VOLTAGE = tuple(volts / 3.7 for volts in (3.0, 3.45, 3.55, 3.62, 3.75, 3.95, 4.18))
WATT_HOUR = 3600.0  #: J


@dataclass(frozen=True, slots=True)
class BatteryState:
    """Where a battery stands."""

    left: float  #: J
    charge: float = 100.0  #: %
    voltage: float = 0.0  #: V
    current: float = 0.0  #: A
    power: float = 0.0  #: W drawn, losses inside included
    shafts: tuple[tuple[str, float], ...] = ()  #: W of each
    shaft_energy: float = 0.0  #: J since the start
    used: float = 0.0  #: J since the start
    short: float = 0.0  #: W that it could give at its terminals when more was asked for first; 0 = never yet

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        return self.left <= 0.0

    @property
    def shaft_power(self) -> float:
        """W of all shafts."""
        return plain_sum(power for _, power in self.shafts)


@dataclass(frozen=True, slots=True)
class Battery:
    """What draws, and from what."""

    capacity: float  #: Wh
    voltage: float = 24.0  #: V, nominal
    resistance: float = 0.0  #: ohm, inside
    charge: float = 100.0  #: %, at the start
    hotel: float = 0.0  #: W
    efficiency: float = 0.8  #: from its terminals to the shafts
    total: float | None = None  #: W of all shafts without a torque law at full speed; None = by the vehicle's file
    named: Mapping[str, float] = field(default_factory=dict)  #: W at full speed by lower-case name

    def start(self) -> BatteryState:
        """At rest, with the charge of the start."""
        share = 0.01 * self.charge
        return BatteryState(share * self.capacity * WATT_HOUR, self.charge, self.voltage * open_voltage(share))

    def unknown(self, shafts: Sequence[Shaft]) -> list[str]:
        """Shafts of which nothing says what power they take."""
        if self.total is not None:
            return []
        return [s.name for s in shafts if s.name not in self.named and not isfinite(s.torque_power) and s.full <= 0.0]

    def shaft_powers(self, shafts: Sequence[Shaft]) -> tuple[tuple[str, float], ...]:
        """W of each shaft (laws/actuators 3.1)."""
        plain = [s.name for s in shafts if s.name not in self.named and not isfinite(s.torque_power)]
        found = []
        for s in shafts:
            cube = abs(s.share) ** 3
            if s.name in self.named:
                power = self.named[s.name] * cube
            elif isfinite(s.torque_power):
                power = max(s.torque_power, 0.0)
            else:
                power = max(cube * s.full, s.least) if self.total is None else cube * self.total / len(plain)
            found.append((s.name, power))
        return tuple(found)

    def spend(self, state: BatteryState, shafts: Sequence[Shaft], dt: float) -> BatteryState:
        """The battery ``dt`` s later, with ``shafts`` at the end of that time (laws/actuators 3.2)."""
        powers = self.shaft_powers(shafts)
        if state.empty:
            silent = tuple([(name, 0.0) for name, _ in powers])
            volts = self.voltage * open_voltage(0.0)
            return BatteryState(0.0, 0.0, volts, 0.0, 0.0, silent, state.shaft_energy, state.used, state.short)
        turning = plain_sum(power for _, power in powers)
        source = self.voltage * open_voltage(0.01 * state.charge)
        asked = self.hotel + turning / self.efficiency
        current = _current(asked, source, self.resistance)
        most = source * source / (4.0 * self.resistance) if self.resistance > 0.0 else inf
        drawn = source * current
        # the power at both ends of the time; at the start there is the last one only
        first = not state.shafts
        used = dt * (drawn if first else 0.5 * (drawn + state.power))
        used = min(used, state.left)
        turned = dt * (turning if first else 0.5 * (turning + state.shaft_power))
        left = state.left - used
        return BatteryState(
            left,
            100.0 * left / (self.capacity * WATT_HOUR),
            source - self.resistance * current,
            current,
            drawn,
            powers,
            state.shaft_energy + turned,
            state.used + used,
            state.short or (most if asked > most else 0.0),
        )


class PowerSupply:
    """A battery and the shafts that it turns; ``meter`` None: shafts turn as the command in per cent says."""

    def __init__(self, battery: Battery, meter: ShaftMeter | None) -> None:
        self.battery = battery
        self._meter = meter

    def shafts(self, vehicle: VehicleState, command: ActuatorCommand) -> tuple[Shaft, ...]:
        """The shafts now."""
        if self._meter is not None:
            return self._meter(vehicle)
        if command.differential:
            sides = (("thrust_left", command.thrust_left), ("thrust_right", command.thrust_right))
            return tuple(Shaft(name, min(max(0.01 * thrust, -1.0), 1.0)) for name, thrust in sides)
        return (Shaft("thrust", min(max(0.01 * command.thrust, -1.0), 1.0)),)

    def spend(self, now: BatteryState, vehicle: VehicleState, command: ActuatorCommand, dt: float) -> BatteryState:
        """The battery after a step of ``dt`` s that ended so."""
        return self.battery.spend(now, self.shafts(vehicle, command), dt)


def open_voltage(charge: float) -> float:
    """Open-circuit voltage over the nominal one at a state of charge from 0 to 1."""
    i = min(max(bisect_right(_CHARGE, charge), 1), len(_CHARGE) - 1)
    share = (charge - _CHARGE[i - 1]) / (_CHARGE[i] - _CHARGE[i - 1])
    return _VOLTAGE[i - 1] + share * (_VOLTAGE[i] - _VOLTAGE[i - 1])


def _current(power: float, source: float, resistance: float) -> float:
    """A that give ``power`` W at the terminals, or the most that the battery can give."""
    if resistance <= 0.0:
        return power / source
    inside = source * source - 4.0 * resistance * power
    return (source - sqrt(max(inside, 0.0))) / (2.0 * resistance)


# ---- parameters and start-up ----------------------------------------------------------------------------------------

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


def _quantity(name: str, default: str, what: str, unit: str, low: float, high: float | None = None) -> Key:
    return Key(name, "number", default, what, unit=unit, minimum=low, maximum=high, group="energy", source=_SOURCE)


PARAMETERS: tuple[Key, ...] = (
    _quantity("battery_capacity", "0", "energy of the full battery; 0 = there is none", "Wh", 0.0),
    _quantity("battery_voltage", "24", "nominal voltage of the battery", "V", 0.1),
    _quantity("battery_resistance", "0", "resistance inside the battery", "ohm", 0.0),
    _quantity("battery_charge", "100", "state of charge at the start", "%", 0.0, 100.0),
    _quantity("hotel_load", "0", "what all but the shafts draws", "W", 0.0),
    _quantity("drive_efficiency", "0.8", "shaft power over the power that drives draw", "", 0.01, 1.0),
    Key(
        "shaft_power", "text", "",
        "shaft power at full speed: of all shafts together that have no torque law, or NAME:WATTS, ... by actuator; it "
        "goes with the cube of the speed (of the thrust in per cent on a kinematic vehicle)", "W", group="energy",
        source="laws/actuators 3.1", parse=_shaft_power,
    ),
)  # fmt: skip


def _out(name: str, unit: str, what: str, **more: Any) -> MailEntry:
    when = more.pop("when", "with navigation, with battery_capacity")
    return MailEntry(name, "out", more.pop("kind", "number"), what, unit, when, group="energy", source=_SOURCE)


POSTED: tuple[MailEntry, ...] = (
    _out("USM_BATTERY_CHARGE", "%", "state of charge"),
    _out("USM_BATTERY_VOLTAGE", "V", "voltage at the terminals"),
    _out("USM_BATTERY_CURRENT", "A", "current"),
    _out("USM_BATTERY_POWER", "W", "what is drawn, losses in the battery included"),
    _out("USM_BATTERY_EMPTY", "", "true, once: the battery is empty and thrust ends", when="changed", kind="text"),
    _out("USM_SHAFT_POWER", "W", "power of all shafts"),
    _out("USM_SHAFT_POWER_ACTUATOR", "W", "power of one shaft, under the actuator's own name"),
)

_FIELDS = {
    "battery_capacity": "capacity",
    "battery_voltage": "voltage",
    "battery_resistance": "resistance",
    "battery_charge": "charge",
    "hotel_load": "hotel",
    "drive_efficiency": "efficiency",
}


def settle(draft: Any) -> None:
    """Take the collected lines of the battery."""
    given = {p.name: draft.pending.lines[p.name] for p in PARAMETERS if p.name in draft.pending.lines}
    if not given:
        return
    right = {parameter.name: value for parameter, value in draft.values(PARAMETERS)}
    words = {_FIELDS[name]: value for name, value in right.items() if name != "shaft_power"}
    words |= dict(zip(("total", "named"), right.get("shaft_power", ()), strict=False))
    if not words.get("capacity"):
        for name in given:
            if name != "battery_capacity" and len(right) == len(given):
                draft.warn(name, "has no effect without battery_capacity", idle=True)
        return
    battery, vehicle = Battery(**words), draft.vehicle
    make = getattr(vehicle.backend, "shaft_meter", None)
    supply = PowerSupply(battery, make() if make is not None else None)
    shafts = supply.shafts(draft.pose, draft.command.frozen())
    unknown = battery.unknown(shafts)
    line = given.get("shaft_power")
    if line is not None:
        more = () if make is not None else ("thrust_left", "thrust_right")
        names = [*(shaft.name for shaft in shafts), *more]
        for name in (name for name in battery.named if name not in names):
            text = f"no shaft {name} on this vehicle; there are {', '.join(names) or 'none'}"
            draft.warn(line, text, suggestion=suggest(name, names), idle=True)
    if unknown:
        text = f"nothing says what power {', '.join(unknown)} take: 0 W are counted; give shaft_power"
        draft.warn("battery_capacity", text, taken=True)
    if line is not None and not shafts:
        draft.warn(line, "has no effect: the vehicle has no shafts", severity=Severity.NOTE)
    elif line is not None and battery.total is not None and all(s.torque_power == s.torque_power for s in shafts):
        text = "has no effect: the torque laws of the vehicle's file say what its shafts take; NAME:WATTS counts"
        draft.warn(line, text, severity=Severity.NOTE)
    draft.features["battery"] = supply


# ---- the part -------------------------------------------------------------------------------------------------------

_NAMES = (
    "USM_BATTERY_CHARGE", "USM_BATTERY_VOLTAGE", "USM_BATTERY_CURRENT", "USM_BATTERY_POWER", "USM_SHAFT_POWER",
)  # fmt: skip


@dataclass(slots=True)
class Charge:
    """The state of the battery."""

    battery: BatteryState
    said_empty: bool = False


class BatteryPart(Part):
    """A battery; in the row with ``battery_capacity`` only."""

    def __init__(self, row: PartsRow, supply: PowerSupply) -> None:
        self.supply, self.state = supply, Charge(supply.battery.start())
        super().__init__(row, self.state)

    def shares(self) -> Mapping[str, Share]:
        """``post`` posts battery and shafts; ``spend`` is called by the motion, which knows the command in force."""
        return {"post": self.post}

    @property
    def empty(self) -> bool:
        """Whether nothing is left, so that no shaft turns."""
        return self.state.battery.empty

    def spend(self, command: ActuatorCommand, dt: float) -> None:
        """Draw what the shafts and all else took in a step of ``dt`` s that ended so."""
        last, output = self.state.battery, self._output
        battery = self.supply.spend(last, self._own.state, command, dt)
        if battery.short and not last.short:
            most = f"{battery.short:.3g} W, the most that it can give through battery_resistance"
            output.warnings.append(f"more is asked of the battery than {most}: what is beyond is not counted")
        if battery.empty and not self.state.said_empty:
            self.state.said_empty = True
            output.warnings.append(f"the battery is empty after {self._time.elapsed:.1f} s: thrust ends")
            output.post("USM_BATTERY_EMPTY", "true")
        self.state.battery = battery

    def post(self, now: float) -> None:
        """Post the battery and the shafts."""
        if self._time.iteration % self._modulo:
            return
        b = self.state.battery
        names = _NAMES + tuple([f"USM_SHAFT_POWER_{name.upper()}" for name, _ in b.shafts])
        values = (b.charge, b.voltage, b.current, b.power, b.shaft_power + 0.0, *[power for _, power in b.shafts])
        self._output.rows.append(make_row((Shape(names), values, None, "")))

    def report(self) -> Iterable[str]:
        """The battery in one line."""
        b = self.state.battery
        text = f"{b.charge:.1f} %, {b.voltage:.2f} V, {b.power:.1f} W, of them {b.shaft_power:.1f} W at the shafts"
        return ["", f"Battery: {'empty' if b.empty else text}"]


def make(row: Any) -> Mapping[str, Part]:
    """Return the part, where the mission has a battery."""
    supply = row.draft.features.get("battery")
    if supply is None:
        return {}
    battery = BatteryPart(row, supply)
    row.spenders.append(battery.spend)
    row.unpowered.append(lambda: battery.empty)
    return {"battery": battery}
