"""Shaft power, what else draws, and the battery (laws/actuators 3). Loaded where a battery is asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from math import inf, isfinite, sqrt

from usimmarine_py.values import ActuatorCommand, VehicleState
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.vehicle.shafts import Meter, Shaft

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
        return sum(power for _, power in self.shafts)


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
                power = cube * (s.full if self.total is None else self.total / len(plain))
            found.append((s.name, power))
        return tuple(found)

    def spend(self, state: BatteryState, shafts: Sequence[Shaft], dt: float) -> BatteryState:
        """The battery ``dt`` s later, with ``shafts`` at the end of that time (laws/actuators 3.2)."""
        powers = self.shaft_powers(shafts)
        if state.empty:
            silent = tuple([(name, 0.0) for name, _ in powers])
            volts = self.voltage * open_voltage(0.0)
            return BatteryState(0.0, 0.0, volts, 0.0, 0.0, silent, state.shaft_energy, state.used, state.short)
        turning = sum(power for _, power in powers)
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

    def __init__(self, battery: Battery, meter: Meter | None) -> None:
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
