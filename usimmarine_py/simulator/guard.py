"""Whether a vehicle's state can be believed: capsized, diverged, or ok (laws/solvers 5)."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, pi

from usimmarine_py.values import Limits, VehicleState
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.state import FARTHEST

OK, CAPSIZED, DIVERGED = "ok", "capsized", "diverged"
#: From good to bad.
STATUSES = (OK, CAPSIZED, DIVERGED)
#: So many times its highest speed no vehicle moves.
SPEED_FACTOR = 3.0
#: And none, known or not, is faster than this (m/s).
MOST_SPEED = 10_000.0
#: A way (m) that is none of a jump: the motion of waves comes and goes at once.
LEAP = 10.0


def worse(a: str, b: str) -> str:
    """The worse of two statuses."""
    return max(a, b, key=STATUSES.index)


def judge(limits: Limits, state: VehicleState, water: Callable[[], float]) -> tuple[str, str]:
    """Status of a vehicle that has velocities, and the reason; ``water`` gives the speed (m/s) of the water there.

    States without velocities are judged by their place alone.
    """
    if not abs(state.x) + abs(state.y) + abs(state.depth) + abs(state.heading) < FARTHEST:
        return DIVERGED, f"it went beyond {FARTHEST:g} m, or a number stopped being finite"
    if len(state.nu) != 6:
        return OK, ""
    speed, most = hypot(*state.nu[:3]), SPEED_FACTOR * limits.speed_max
    if speed > most and speed - water() > most:
        return DIVERGED, f"{speed:.3g} m/s is beyond {SPEED_FACTOR:g} times the {limits.speed_max:g} m/s of its file"
    if not speed <= MOST_SPEED:
        return DIVERGED, f"{speed:.3g} m/s is beyond {MOST_SPEED:g} m/s, which no vehicle reaches"
    if limits.euler and abs(state.pitch) > 0.5 * pi:
        way_out = "" if limits.surface else "; attitude = quaternion goes on"
        return DIVERGED, f"its pitch passed 90 degrees, where Euler angles end{way_out}"
    if limits.surface and cos(state.roll) * cos(state.pitch) < 0.0:
        return CAPSIZED, "it floats upside down, without thrust"
    return OK, ""


def leapt(limits: Limits, before: VehicleState, after: VehicleState, dt: float, water: Callable[[], float]) -> str:
    """How a vehicle that has velocities came where no speed brings it in ``dt`` s; empty where one does.

    Between two looks a motion may leave all bounds and come back.
    """
    way = hypot(after.x - before.x, after.y - before.y, after.depth - before.depth) if len(after.nu) == 6 else 0.0
    reach = LEAP + 2.0 * dt * min(SPEED_FACTOR * limits.speed_max, MOST_SPEED)
    return f"it went {way:.3g} m in {dt:.3g} s" if way > reach and way - reach > 2.0 * dt * water() else ""


def held(state: VehicleState) -> VehicleState:
    """A vehicle that stays where it is."""
    return replace(state, speed=0.0, sog=0.0, nu=(0.0,) * len(state.nu))
