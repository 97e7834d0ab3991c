"""What faults do to actuators: pure functions on commands and on set-points by name."""

from __future__ import annotations

from collections.abc import Iterable

from usimmarine_py.values import ActuatorCommand
from usimmarine_py.values.faults import Fault
from usimmarine_py.values.frozen import replace

#: Names under which the fields of a command can be failed, whatever the backend.
COMMAND_TARGETS = ("thrust", "rudder", "elevator", "thrust_left", "thrust_right", "fan", "sway", "heave")


def faulty_value(value: float, target: str, faults: Iterable[Fault]) -> float:
    """The set-point ``value`` of ``target`` as its faults leave it: gain, bias, limit, then stuck and dead."""
    gain, bias, limit = 1.0, 0.0, None
    fixed: float | None = None
    for fault in faults:
        if fault.target != target:
            continue
        if fault.action == "dead":
            fixed = 0.0
        elif fault.action == "stuck" and fixed is None:
            fixed = fault.value if fault.value is not None else value
        elif fault.action == "gain" and fault.value is not None:
            gain = fault.value
        elif fault.action == "bias" and fault.value is not None:
            bias = fault.value
        elif fault.action == "limit":
            limit = fault.value
    if fixed is not None:
        return fixed
    value = gain * value + bias
    return value if limit is None else min(max(value, -limit), limit)


def faulty_command(command: ActuatorCommand, faults: tuple[Fault, ...]) -> ActuatorCommand:
    """``command`` as the actuators' faults leave it; values stay per cent."""
    if not faults:
        return command
    return replace(
        command,
        thrust=faulty_value(command.thrust, "thrust", faults),
        rudder=faulty_value(command.rudder, "rudder", faults),
        elevator=faulty_value(command.elevator, "elevator", faults),
        thrust_left=faulty_value(command.thrust_left, "thrust_left", faults),
        thrust_right=faulty_value(command.thrust_right, "thrust_right", faults),
        fan=faulty_value(command.fan, "fan", faults),
        sway=faulty_value(command.sway, "sway", faults),
        heave=faulty_value(command.heave, "heave", faults),
    )


def command_values(command: ActuatorCommand) -> dict[str, float]:
    """The present value of every command target, for ``model.faults.hold``."""
    return {target: getattr(command, target) for target in COMMAND_TARGETS}
