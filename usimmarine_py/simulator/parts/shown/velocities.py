"""Posts of a vehicle with velocities and actuators of its own, beyond the classic mail."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, sin
from operator import itemgetter

from usimmarine_py.values import MailEntry, VehicleState
from usimmarine_py.values.rows import Shape

_SOURCE = "laws/frames 2"
_WHEN = "every iteration, with dynamics = fossen3 or fossen6"
#: Takes those values that are posted.
_Pick = Callable[[tuple[float, ...]], tuple[float, ...]]


#: Numbers of the state: suffix of PREFIX_, unit, meaning; ``further`` has their values in this order.
EXTRAS: tuple[tuple[str, str, str], ...] = (
    ("ROLL", "rad", "Roll, starboard down."),
    ("PITCH", "rad", "Pitch, bow up."),
    ("YAW_RATE", "rad/s", "Rate of PREFIX_YAW, positive to port."),
    ("U", "m/s", "Velocity over ground forward, in the vehicle's axes."),
    ("V", "m/s", "Velocity over ground to starboard."),
    ("W", "m/s", "Velocity over ground down."),
    ("P", "rad/s", "Roll rate, starboard down."),
    ("Q", "rad/s", "Pitch rate, bow up."),
    ("R", "rad/s", "Yaw rate in the vehicle's axes, to starboard."),
)

MAIL: tuple[MailEntry, ...] = (
    *(
        MailEntry(f"PREFIX_{suffix}", "out", "number", text, unit, _WHEN, group="publication", source=_SOURCE)
        for suffix, unit, text in EXTRAS
        if suffix != "PITCH"  # the classic block has it
    ),
    MailEntry(
        "USM_AGROUND", "out", "text", "true or false: a surface craft lies on the ground",
        when="changed, with a known water depth", group="depth", source="laws/environment 7.1",
    ),
    MailEntry(
        "USM_BOTTOM_CONTACT", "out", "text", "true or false: a diving vehicle lies on the bottom",
        when="changed, with a known water depth", group="depth", source="laws/environment 7.2",
    ),
    MailEntry(
        "USM_VEHICLE_STATUS", "out", "text", "ok, capsized or diverged: whether the vehicle's state can be believed",
        when="changed", group="publication", source="laws/solvers 5",
    ),
    MailEntry(
        "USM_SET_ACTUATOR_STATE_UNIT", "out", "number",
        "Set-point of a state of an actuator, limited, before faults, such as USM_SET_JET_PORT_N_RPM.",
        when="every iteration, with post_forces", group="publication", source="laws/hydrodynamics 15",
    ),
    MailEntry(
        "USM_FORCE_PART_X", "out", "number",
        "X, and alike Y, Z, K, M, N, of a force in BODY; PART: each actuator by its name, ACTUATORS together, EXTERNAL "
        "(USM_FORCE), WIND, WAVES, DRAG, RESTORING, MEMORY, CURRENT, TOTAL.", "N, N m",
        when="every iteration, with post_forces", group="publication", source="laws/hydrodynamics 15",
    ),
    MailEntry(
        "PREFIX_ACTUATOR_STATE_UNIT", "out", "number",
        "A state of an actuator under the actuator's own name, such as USM_RUDDER_DELTA_DEG or USM_JET_PORT_N_RPM.",
        when=_WHEN, group="publication", source=_SOURCE,
    ),
)  # fmt: skip


def further(prefix: str, state: VehicleState, shape: Shape) -> tuple[Shape, tuple[float, ...]]:
    """Return the shape of a row with what is posted behind ``shape`` of a state that has velocities, and its values."""
    names: tuple[str, ...] = ()
    values: tuple[float, ...] = ()
    if state.actuators:
        names, values = zip(*state.actuators, strict=True)
    longer, pick = _further(prefix, names, shape)
    return longer, pick((state.roll, state.pitch, _yaw_rate(state), *state.nu[:6], *values))


@lru_cache(maxsize=64)
def _further(prefix: str, actuators: tuple[str, ...], shape: Shape) -> tuple[Shape, _Pick]:
    names = [f"{prefix}_{name}" for name in (*(suffix for suffix, *_ in EXTRAS), *map(str.upper, actuators))]
    kept = [i for i, name in enumerate(names) if name not in shape.names]
    return Shape((*shape.names, *(names[i] for i in kept))), itemgetter(*kept)


def _yaw_rate(state: VehicleState) -> float:
    c = cos(state.pitch)
    # at 90 degrees of pitch there is no heading, nor its rate
    turn = (sin(state.roll) * state.nu[4] + cos(state.roll) * state.nu[5]) / c if abs(c) > 1e-9 else 0.0
    return -turn + 0.0
