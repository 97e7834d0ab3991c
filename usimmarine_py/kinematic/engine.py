"""The kinematic backend: one step of the laws of ``motion``, or many in a row.

``advance`` makes any number of steps with the same command in the same surroundings. Once the vehicle has its speed,
which it has most of the time, only what still changes is worked out: the same to the last bit, in less time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kinematic.laws import (
    coupled_depth,
    documented_dive,
    hypot,
    limited_speed,
    mean_heading,
    rudder_effect,
    turned,
)
from usimmarine_py.kinematic.motion import (
    AT_REST,
    Given,
    Motion,
    documented_step,
    documented_velocity,
    given,
    recorded_step,
)
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.maths.angles import angle_180, angle_360, bearing, to_radians
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState
from usimmarine_py.values.frozen import dataclass, field


@dataclass(frozen=True)
class SimEngine:
    """The kinematic backend. ``step`` is pure; all that it needs besides its arguments is in ``settings``."""

    settings: KinematicSettings = field(default_factory=KinematicSettings)

    @property
    def name(self) -> str:
        """The word that ``dynamics`` selects."""
        return "kinematic"

    def initial_state(self, start: VehicleState) -> VehicleState:
        """``start`` as it is: the kinematic laws keep nothing of their own."""
        return start

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        """The state ``dt`` seconds later; the stamp moves by ``dt``.

        The recorded dialects also take ``dt`` <= 0, where the speed law and the differential turn are skipped
        (laws/kinematics 1.1).
        Raises ``NotFiniteError`` when a number stops being finite, unless the dialect reproduces that defect.
        """
        return moved(self.settings, state, command, environment, dt).of(state)

    def advance(
        self, state: VehicleState, command: ActuatorCommand, environment: Environment, steps: Sequence[float]
    ) -> list[Motion]:
        """The motion after each of several ``steps`` (s), command and surroundings staying as they are.

        The last bit of each is that of so many calls of ``step``. Raises ``NotFiniteError`` like it.
        """
        return self.steps(command, environment).advance(state, steps)

    def steps(self, command: ActuatorCommand, environment: Environment) -> Steps:
        """What makes steps with one command in the same surroundings."""
        return Steps(command, environment, self.settings)


def moved(
    settings: KinematicSettings,
    before: VehicleState | Motion,
    command: ActuatorCommand,
    environment: Environment,
    dt: float,
) -> Motion:
    """What changes in a step of ``dt`` s; see ``SimEngine.step``."""
    held = given(command, environment, settings)
    motion = (recorded_step if settings.dialect.mean_speed else documented_step)(before, held, dt)
    _judge((motion,), settings)
    return motion


class Steps:
    """Steps with one command in the same surroundings; made by ``SimEngine.steps``."""

    def __init__(self, command: ActuatorCommand, environment: Environment, settings: KinematicSettings) -> None:
        self._held = given(command, environment, settings)
        self._law = recorded_step if settings.dialect.mean_speed else documented_step
        self._coast = _coast(self._held)
        self._steady: Motion | None = None  # the last motion, if its step changed no speed

    def advance(self, before: VehicleState | Motion, steps: Sequence[float]) -> list[Motion]:
        """The motion after each of several ``steps`` (s); see ``SimEngine.advance``.

        From the very motion with which the last ones ended it goes on as if there had been no end.
        """
        law, held, coast = self._law, self._held, self._coast
        motions: list[Motion] = []
        if coast is not None and self._steady is not None and before is self._steady:
            motions += coast(self._steady, held, steps)
            before = motions[-1] if motions else before
        while len(motions) < len(steps):
            after = law(before, held, steps[len(motions)])
            motions.append(after)
            self._steady = None
            # a heading can be -0.0, which equals 0.0 and is not the same, before the first step only
            if coast is not None and isinstance(before, Motion) and _same(after.speed, before.speed):
                self._steady = after
                motions += coast(after, held, steps[len(motions) :])
            before = motions[-1]
        if self._steady is not None and motions:
            self._steady = motions[-1]
        _judge(motions, held.settings)
        return motions


#: Numbers of a motion beyond this are none; those of any parameter and step that can be meant stay far below.
_BEYOND = 1e12
#: And no vehicle is faster (m/s); the recorded dialects do not limit the thrust, and a mistaken one is a speed.
_FASTEST = 10_000.0


def _judge(motions: Sequence[Motion], settings: KinematicSettings) -> None:
    for _, x, y, heading, speed, depth, _, _, sog, _, _ in motions:
        # nan is not within any limits, and of numbers out of bounds the sum is
        within = -_BEYOND < x + y + heading + speed + depth + sog < _BEYOND
        if not (within and -_FASTEST <= speed <= _FASTEST) and not settings.dialect.turn_radius_nan:
            raise NotFiniteError(
                f"its speed went beyond {_FASTEST:g} m/s, or a number stopped being finite; check thrust, thrust map, "
                "drift and rotate_speed"
            )


def _same(one: float, other: float) -> bool:
    """Equal to the last bit: -0.0 is not 0.0."""
    return one == other and (one != 0.0 or math.copysign(1.0, one) == math.copysign(1.0, other))


def _coast(held: Given) -> Callable[[Motion, Given, Sequence[float]], list[Motion]] | None:
    """How the steps after one that changed no speed are made; None where nothing is gained."""
    command, around, settings, use, wanted = held
    if wanted is None or command.differential or settings.turn_radius > 0:
        return None
    if not settings.dialect.mean_speed:
        return _documented_coast
    turns = around.rotate_speed != 0.0 or rudder_effect(wanted, use, settings) != 0.0
    return None if turns or (command.reverse and settings.dialect.flips) else _recorded_coast


def _documented_coast(before: Motion, held: Given, steps: Sequence[float]) -> list[Motion]:
    """So many of ``documented_step``; none if the speed may yet change."""
    command, around, settings, use, wanted = held
    time, x, y, heading, speed, depth, pitch, yaw, sog, hog, _ = before
    if wanted is None or not _same(speed, wanted):
        return []
    rotate_speed, water, effect = around.rotate_speed, around.water_depth, rudder_effect(speed, use, settings)
    turns = effect != 0.0 or rotate_speed != 0.0
    xdot, ydot = documented_velocity(heading, heading, speed, around)
    sog = math.hypot(xdot, ydot)
    hog = hog if sog < AT_REST else bearing(0.0, 0.0, xdot, ydot)
    climb = documented_dive(speed, command.elevator, settings)[0] - settings.buoyancy_rate
    motions = []
    for dt in steps:
        if turns:
            h0, heading = heading, angle_360(turned(effect, use, rotate_speed, dt) + heading)
            xdot, ydot = documented_velocity(h0, heading, speed, around)
            sog = math.hypot(xdot, ydot)
            hog = hog if sog < AT_REST else bearing(0.0, 0.0, xdot, ydot)
            yaw = -to_radians(angle_180(heading))
        time += dt
        x += xdot * dt
        y += ydot * dt
        depth = max(depth + climb * dt, 0.0)
        altitude = max(0.0, water - depth) if water > 0 else math.nan
        motions.append(Motion(time, x, y, heading, speed, depth, pitch, yaw, sog, hog, altitude))
    return motions


def _recorded_coast(before: Motion, held: Given, steps: Sequence[float]) -> list[Motion]:
    """So many of ``recorded_step`` straight on, as long as the speed stays."""
    command, around, settings, _, wanted = held
    time, x, y, heading, speed, depth, pitch, yaw, sog, _, altitude = before
    if wanted is None:
        return []
    mean, angle = (wanted + speed) / 2, mean_heading(heading, heading)
    xd, yd = math.sin(angle) * mean, math.cos(angle) * mean
    if hypot(xd, yd) != speed or math.copysign(1.0, mean) < 0.0:
        return []
    drift_x, drift_y = around.drift_x + around.current_east, around.drift_y + around.current_north
    sog, yaw = hypot(xd + drift_x, yd + drift_y), -to_radians(angle_180(heading))
    water, elevator, motions = around.water_depth, command.elevator, []
    for dt in steps:
        if not dt > 0 or limited_speed(speed, wanted, settings, dt) != wanted:
            break
        depth, pitch = coupled_depth(depth, pitch, wanted, elevator, settings, dt)
        x_from, y_from = x, y
        x = x + (xd * dt) + (drift_x * dt)
        y = y + (yd * dt) + (drift_y * dt)
        time += dt
        if water > 0:
            altitude = max(0.0, water - depth)
        hog = bearing(x_from, y_from, x, y)
        motions.append(Motion(time, x, y, heading, speed, depth, pitch, yaw, sog, hog, altitude))
    return motions
