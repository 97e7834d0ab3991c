"""Whether a vehicle's state can be believed: capsized, diverged, or ok (laws/solvers 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import cos, hypot, pi

from usimmarine_py.simulator.part import Part, PartsRow
from usimmarine_py.values import Limits, VehicleState
from usimmarine_py.values.frozen import dataclass, replace
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


@dataclass(slots=True)
class Status:
    """The limits of a plausible state of the vehicle."""

    status: str = OK  #: of the vehicle now
    worst: str = OK  #: since the start
    strained: bool = False  #: the backend has been out of its range, with a warning


class Guard(Part):
    """Judges the states of a vehicle."""

    def __init__(self, row: PartsRow, limits: Limits) -> None:
        self.state, self.limits = Status(), limits
        super().__init__(row, self.state)

    def judge(
        self, pairs: Sequence[tuple[VehicleState, VehicleState]], dt: float, water: Callable[[VehicleState], float]
    ) -> tuple[str, str]:
        """Return status and reason of states before and after a step of ``dt`` s."""
        status, reason = OK, ""
        for before, after in pairs:
            here = partial(water, after)
            found, why = judge(self.limits, after, here)
            if found != DIVERGED and (leap := leapt(self.limits, before, after, dt, here)):
                found, why = DIVERGED, leap
            if worse(found, status) != status:
                status, reason = found, why
        return status, reason

    def set(self, status: str, reason: str) -> None:
        """Post a status that is new, and warn where it is worse than all before."""
        state = self.state
        if status == state.status:
            return
        if status == CAPSIZED and worse(status, state.worst) != state.worst:
            self._output.warnings.append(f"capsized: {reason}")
        state.status, state.worst = status, worse(state.worst, status)
        self._output.post("USM_VEHICLE_STATUS", status)

    def clear(self) -> None:
        """Believe the vehicle again that was put somewhere."""
        if self.state.status != OK:
            self.state.status = OK
            self._output.post("USM_VEHICLE_STATUS", OK)

    def doubt(self, problem: str) -> None:
        """Warn once that the vehicle moves as its model should not be trusted to."""
        if problem and not self.state.strained:
            self.state.strained = True
            self._output.warnings.append(problem)

    def report(self) -> Iterable[str]:
        """The status where it was not always well."""
        state = self.state
        if state.worst == OK or self._dialect.quirks:
            return []
        return ["", f"Vehicle status: {state.status} (worst: {state.worst})"]
