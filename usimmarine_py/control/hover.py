"""Holding place, depth and heading by pushing along every axis (laws/controller 7)."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import NamedTuple

from usimmarine_py.control.gains import Gains, HoverSettings
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.values.frozen import dataclass

_HEADING = 3  # of the loops
_RATE_LAG = 0.1  # s, time constant of the filter on the errors' rates


class Loop(NamedTuple):
    """State of one loop: PID with a filtered rate and a limited integral."""

    error: float | None = None  #: None before the first evaluation
    rate: float = 0.0  #: of the error, filtered
    integral: float = 0.0  #: per cent

    def step(
        self, gains: Gains, limit: float, error: float, moved: float, dt: float, *, rests: bool
    ) -> tuple[Loop, float]:
        """Return the loop after an error, and its output; ``moved``: how much of its change was no motion.

        The integral is constant while the reference moves (not ``rests``), so that it does not include drag.
        """
        rate = self.rate
        if self.error is not None:
            newest = (error - self.error - moved) / dt
            rate += (newest - rate) * dt / (dt + _RATE_LAG)
        integral = self.integral
        if rests:
            integral = _limited(integral + gains.ki * error * dt, gains.integral_limit)
        return Loop(error, rate, integral), _limited(gains.kp * error + gains.kd * rate + integral, limit)


class HoverCommand(NamedTuple):
    """The commands of a step, in per cent."""

    thrust: float = 0.0
    sway: float = 0.0
    heave: float = 0.0
    rudder: float = 0.0


class Pose(NamedTuple):
    """Where the vehicle is, or shall be: m east and north, m down, deg clockwise from north."""

    x: float
    y: float
    depth: float
    heading: float


@dataclass(slots=True)
class HoverState:
    """Everything of the controller that changes. A goal of None is where the vehicle was when it took over."""

    clock: float | None = None  #: s, of the last step in control
    x: float | None = None  #: m east, DESIRED_X
    y: float | None = None  #: m north, DESIRED_Y
    depth: float | None = None  #: m, DESIRED_DEPTH
    heading: float | None = None  #: deg, DESIRED_HEADING
    reference: Pose | None = None  #: on its way from where the vehicle took over to the goals
    loops: tuple[Loop, Loop, Loop, Loop] = (Loop(), Loop(), Loop(), Loop())  #: east, north, down, heading
    overridden: bool = True


class HoverController:
    """Holds a place. ``state`` may be changed: its goals by mail."""

    __slots__ = ("settings", "state")

    def __init__(self, settings: HoverSettings) -> None:
        self.settings, self.state = settings, HoverState()

    def override(self, overridden: bool) -> None:
        """Take MOOS_MANUAL_OVERRIDE; when a person takes over, the goals are forgotten."""
        state = self.state
        if overridden:
            state.clock = state.x = state.y = state.depth = state.heading = state.reference = None
            state.loops = (Loop(), Loop(), Loop(), Loop())
        state.overridden = overridden

    def step(self, clock: float, pose: Pose) -> HoverCommand:
        """Return the set-points at ``clock`` (s) with the vehicle at ``pose``."""
        settings, state = self.settings, self.state
        if state.overridden:
            return HoverCommand()
        before = state.reference
        if before is None or state.clock is None:
            # begins from where it is
            state.clock, state.reference = clock, pose
            return HoverCommand()
        dt = clock - state.clock
        if dt <= 0.0:
            return HoverCommand()
        reference = _advanced(settings, state, before, dt)
        errors = (
            reference.x - pose.x,
            reference.y - pose.y,
            reference.depth - pose.depth,
            angle_180(reference.heading - pose.heading),
        )
        stays = (reference.x, reference.y) == (before.x, before.y)
        rests = (stays, stays, reference.depth == before.depth, reference.heading == before.heading)
        gains = (settings.position, settings.position, settings.depth, settings.heading)
        loops, outputs = [], []
        for i, (last, own, error) in enumerate(zip(state.loops, gains, errors, strict=True)):
            # a heading error that passes 180 degrees jumps by a full turn
            jump = 360.0 * round((error - last.error) / 360.0) if last.error is not None and i == _HEADING else 0.0
            loop, output = last.step(own, settings.limit, error, jump, dt, rests=rests[i])
            loops.append(loop)
            outputs.append(output)
        east, north, heave, rudder = outputs
        psi = radians(pose.heading)
        ahead, starboard = north * cos(psi) + east * sin(psi), east * cos(psi) - north * sin(psi)
        state.clock, state.reference, state.loops = clock, reference, (loops[0], loops[1], loops[2], loops[3])
        return HoverCommand(ahead, starboard, heave, rudder)


def _advanced(settings: HoverSettings, state: HoverState, last: Pose, dt: float) -> Pose:
    """Return the reference ``dt`` s on its way to the goals, at the speeds of the settings."""
    x, y = last.x if state.x is None else state.x, last.y if state.y is None else state.y
    way, most = hypot(x - last.x, y - last.y), settings.speed * dt
    if way > most:
        x, y = last.x + (x - last.x) * most / way, last.y + (y - last.y) * most / way
    depth = last.depth if state.depth is None else state.depth
    heading = last.heading if state.heading is None else state.heading
    sink = _limited(depth - last.depth, settings.depth_rate * dt)
    turn = _limited(angle_180(heading - last.heading), settings.turn_rate * dt)
    return Pose(x, y, last.depth + sink, angle_360(last.heading + turn))


def _limited(value: float, limit: float) -> float:
    return min(limit, max(-limit, value))
