"""Posts of a vehicle with velocities and actuators of its own, beyond the classic mail."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, sin

from usimmarine_py.values import MailEntry, VehicleState
from usimmarine_py.values.frozen import dataclass

_SOURCE = "laws/frames 2"
_WHEN = "every iteration, with dynamics = fossen3 or fossen6"


@dataclass(frozen=True, slots=True)
class Extra:
    """One number of the state under PREFIX_``suffix``."""

    suffix: str
    unit: str
    help: str
    value: Callable[[VehicleState], float]


def _yaw_rate(state: VehicleState) -> float:
    c = cos(state.pitch)
    # at 90 degrees of pitch there is no heading, nor its rate
    turn = (sin(state.roll) * state.nu[4] + cos(state.roll) * state.nu[5]) / c if abs(c) > 1e-9 else 0.0
    return -turn + 0.0


EXTRAS: tuple[Extra, ...] = (
    Extra("ROLL", "rad", "Roll, starboard down.", lambda s: s.roll),
    Extra("PITCH", "rad", "Pitch, bow up.", lambda s: s.pitch),
    Extra("YAW_RATE", "rad/s", "Rate of PREFIX_YAW, positive to port.", _yaw_rate),
    Extra("U", "m/s", "Velocity over ground forward, in the vehicle's axes.", lambda s: s.nu[0]),
    Extra("V", "m/s", "Velocity over ground to starboard.", lambda s: s.nu[1]),
    Extra("W", "m/s", "Velocity over ground down.", lambda s: s.nu[2]),
    Extra("P", "rad/s", "Roll rate, starboard down.", lambda s: s.nu[3]),
    Extra("Q", "rad/s", "Pitch rate, bow up.", lambda s: s.nu[4]),
    Extra("R", "rad/s", "Yaw rate in the vehicle's axes, to starboard.", lambda s: s.nu[5]),
)

MAIL: tuple[MailEntry, ...] = (
    *(
        MailEntry(f"PREFIX_{e.suffix}", "out", "number", e.help, e.unit, _WHEN, group="publication", source=_SOURCE)
        for e in EXTRAS
        if e.suffix != "PITCH"  # the classic block has it
    ),
    MailEntry(
        "USM_AGROUND",
        "out",
        "text",
        "true or false: a surface craft lies on the ground",
        when="changed, with a known water depth",
        group="depth",
        source="laws/environment 7.1",
    ),
    MailEntry(
        "USM_BOTTOM_CONTACT",
        "out",
        "text",
        "true or false: a diving vehicle lies on the bottom",
        when="changed, with a known water depth",
        group="depth",
        source="laws/environment 7.2",
    ),
    MailEntry(
        "USM_VEHICLE_STATUS",
        "out",
        "text",
        "ok, capsized or diverged: whether the vehicle's state can be believed",
        when="changed",
        group="publication",
        source="laws/solvers 5",
    ),
    MailEntry(
        "USM_SET_ACTUATOR_STATE_UNIT",
        "out",
        "number",
        "Set-point of a state of an actuator, limited, before faults, such as USM_SET_JET_PORT_N_RPM.",
        when="every iteration, with post_forces",
        group="publication",
        source="laws/hydrodynamics 15",
    ),
    MailEntry(
        "USM_FORCE_PART_X",
        "out",
        "number",
        "X, and alike Y, Z, K, M, N, of a force in BODY; PART: each actuator by its name, ACTUATORS together, EXTERNAL "
        "(USM_FORCE), WIND, WAVES, DRAG, RESTORING, MEMORY, CURRENT, TOTAL.",
        "N, N m",
        when="every iteration, with post_forces",
        group="publication",
        source="laws/hydrodynamics 15",
    ),
    MailEntry(
        "PREFIX_ACTUATOR_STATE_UNIT",
        "out",
        "number",
        "A state of an actuator under the actuator's own name, such as USM_RUDDER_DELTA_DEG or USM_JET_PORT_N_RPM.",
        when=_WHEN,
        group="publication",
        source=_SOURCE,
    ),
)


def further(prefix: str, state: VehicleState, variables: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return what is posted behind ``variables`` of a state that has velocities, and which of ``further_values``."""
    if not state.nu:
        return (), ()
    return _further(prefix, tuple([name for name, _ in state.actuators]), variables)


def further_values(state: VehicleState) -> list[float]:
    """The values of all ``EXTRAS`` and actuators of a state that has velocities."""
    values = [e.value(state) for e in EXTRAS]
    values += [value for _, value in state.actuators]
    return values


@lru_cache(maxsize=32)
def _further(
    prefix: str, actuators: tuple[str, ...], variables: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    names = [f"{prefix}_{name}" for name in [*(e.suffix for e in EXTRAS), *(name.upper() for name in actuators)]]
    kept = tuple(i for i, name in enumerate(names) if name not in variables)
    return tuple(names[i] for i in kept), kept
