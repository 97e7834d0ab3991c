"""The battery: what the shafts and all else draw, and what is left (laws/actuators 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from usimmarine_py.simulator.part import Output, Part, Share
from usimmarine_py.simulator.parts.clock import Time
from usimmarine_py.simulator.parts.own import Own
from usimmarine_py.values import ActuatorCommand
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.rows import Shape, make_row

if TYPE_CHECKING:
    from usimmarine_py.actuators.battery import BatteryState, PowerSupply

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

    def __init__(self, supply: PowerSupply, time: Time, own: Own, output: Output, *, nav_modulo: int) -> None:
        self.supply, self.state = supply, Charge(supply.battery.start())
        self.records = (self.state,)
        self._time, self._own, self._output, self._modulo = time, own, output, nav_modulo

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
