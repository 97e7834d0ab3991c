"""What a vehicle with a battery draws, and what is told of it. Loaded where a battery is asked for."""

from __future__ import annotations

from collections.abc import Callable

from usimmarine_py.actuators.battery import Battery, Shaft
from usimmarine_py.model import ActuatorCommand, Post, VehicleState
from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator.state import SimulatorState

Meter = Callable[[VehicleState], "tuple[Shaft, ...]"]


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

    def spend(
        self, state: SimulatorState, vehicle: VehicleState, command: ActuatorCommand, dt: float
    ) -> tuple[SimulatorState, list[str]]:
        """The state after a step of ``dt`` s, and a warning when the battery has become empty."""
        before = state.battery
        if before is None:
            return state, []
        now = self.battery.spend(before, self.shafts(vehicle, command), dt)
        state = replace(state, battery=now)
        if before.empty or not now.empty:
            return state, []
        state = replace(state, pending=(*state.pending, Post("USM_BATTERY_EMPTY", "true")))
        return state, [f"the battery is empty after {state.elapsed:.1f} s: thrust ends"]

    def posts(self, state: SimulatorState) -> list[Post]:
        """The battery and the shafts."""
        now = state.battery
        if now is None:
            return []
        posts = [
            Post("USM_BATTERY_CHARGE", now.charge),
            Post("USM_BATTERY_VOLTAGE", now.voltage),
            Post("USM_BATTERY_CURRENT", now.current),
            Post("USM_BATTERY_POWER", now.power),
            Post("USM_SHAFT_POWER", now.shaft_power + 0.0),
        ]
        return posts + [Post(f"USM_SHAFT_POWER_{name.upper()}", power) for name, power in now.shafts]

    def report(self, state: SimulatorState) -> list[str]:
        """Lines of the report."""
        now = state.battery
        if now is None:
            return []
        text = (
            f"{now.charge:.1f} %, {now.voltage:.2f} V, {now.power:.1f} W, of them {now.shaft_power:.1f} W at the shafts"
        )
        return ["", f"Battery: {'empty' if now.empty else text}"]
