"""One iteration after the other of a vehicle that is steered, in plain motion: in a stretch of a lock-step run.

What comes out is to the bit what ``Simulator.on_mail`` and ``Simulator.iterate`` give, without a state of everything in
between. The laws are the same functions: limiter, controller, backend. Whatever else an iteration looks at was found
idle beforehand (``is_steady``); an iteration that would change that is left to ``Simulator.iterate``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite, ulp
from typing import Any

from usimmarine_py.control.pid import PidState
from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kinematic.engine import Motion, moved
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.guard import OK, judge, leapt
from usimmarine_py.simulator.mail.commands import DESIRED, ORDERS, remarked
from usimmarine_py.simulator.publish.dynamics import further, further_values
from usimmarine_py.simulator.publish.navigation import Place, values_of, variables_of
from usimmarine_py.simulator.state import DIFFERENTIAL, LocatedState, SimulatorState, paused_time
from usimmarine_py.simulator.steering import controller_posts, limited_rudder
from usimmarine_py.simulator.stretch import is_steady
from usimmarine_py.values import ActuatorCommand, Environment, Post, Value, VehicleState, validated
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.mail import Made, RowMail

#: So far (m) from the datum every place has a latitude and a longitude.
_PLACED = 1e6

#: An iteration: clock (s), the vehicle after it, the command in force.
Passed = tuple[float, VehicleState | Motion, ActuatorCommand]

_NOTHING: Made = ((), ())


class Iterations:
    """Iterations of a vehicle from a state on; ``state`` is the one after the last. Made by ``iterations_from``."""

    def __init__(self, setup: Setup, state: SimulatorState, *, every_post: bool) -> None:
        if not state.command.differential:
            state = replace(state, settings=state.settings.with_turn_speed_map_used())
        self._setup, self._begun = setup, state
        vehicle = state.nav.state
        at = None if setup.geodesy is None else setup.geodesy.to_latlon(vehicle.x, vehicle.y)
        self._every_post = every_post or setup.nav_modulo != 1 or at is None
        self._around = state.around
        self._paused = paused_time(state, whole=setup.dialect.pause_whole_seconds)
        self._step: Callable[[Any, ActuatorCommand, Environment, float], VehicleState | Motion]
        self._step = partial(moved, state.settings) if setup.backend is None else setup.backend.step
        self._remarks = remarked(state, setup)
        self._steers = state.thrust_mode != DIFFERENTIAL  # thrust and rudder are in force
        self._bottom = state.water_depth if setup.ground.applies and state.water_depth > 0.0 else None
        # what changes
        self._vehicle: VehicleState | Motion = state.nav.state
        self._place: Place = at or (state.nav.latitude, state.nav.longitude)  # as of some iteration
        self._command, self._rudder_time, self._pid = state.command, state.rudder_time, state.pid
        self._count, self._clock, self._elapsed = state.iteration, state.clock, state.elapsed
        # what is posted
        placed = setup.geodesy is not None
        navigation = variables_of(setup, setup.prefix, state.nav.state, placed=placed)
        names, self._further = further(setup.prefix, state.nav.state, navigation)
        self._navigation = (*navigation, *names)
        lead = (setup.post_thrust, setup.post_rudder, setup.post_elevator) if state.pid is not None else ()
        self._lead = tuple(name for name in lead if name)
        self._variables = (*self._lead, *self._navigation)
        self.passed: list[Passed] = []
        self._said: list[Post] | None = None

    def step(self, now: float, mail: Sequence[RowMail]) -> Made | None:
        """The iteration at clock ``now`` (s) behind such mail; None, and nothing done, if it takes a closer look."""
        setup, before, clock = self._setup, self._vehicle, self._clock
        dt = (now - self._paused) - before.time
        if not (now > clock and dt > 4 * ulp(now)):
            return None
        steered = self._steered(now, mail)
        if steered is None:
            return None
        command, rudder_time, pid, said = steered
        try:
            after = self._step(before, command, self._around, dt)
        except NotFiniteError:
            return None
        elapsed = self._elapsed + dt
        if self._bottom is not None and after.depth >= self._bottom:
            return None
        if isfinite(after.altitude) != isfinite(before.altitude):
            return None
        if setup.backend is not None and isinstance(after, VehicleState):
            if judge(setup.limits, after, float)[0] != OK or bool(after.nu) is not bool(self._further):
                return None
            if isinstance(before, VehicleState) and leapt(setup.limits, before, after, dt, float):
                return None
            if not self._begun.strained and validated(setup.backend) and setup.backend.validity(after):
                return None
        due = (self._count + 1) % setup.nav_modulo == 0
        place: Place | None = None
        if setup.geodesy is not None:
            place = self._place
            if not self._every_post:
                if not (abs(after.x) < _PLACED and abs(after.y) < _PLACED):
                    return None
            elif due or setup.dialect.stores_position:
                place = setup.geodesy.to_latlon(after.x, after.y)
                if place is None:
                    return None
                self._place = place
        self._vehicle, self._command, self._rudder_time, self._pid = after, command, rudder_time, pid
        self._count, self._clock, self._elapsed = self._count + 1, now, elapsed
        self._said = said
        self.passed.append((now, after, command))
        return self._made(after, place, said, due)

    @property
    def newest(self) -> Made | None:
        """What the last iteration has posted, where latitude and longitude were left out of it; None where not."""
        if self._every_post or not self.passed:
            return None
        self._find_place()
        return self._made(self._vehicle, self._place, self._said, due=True)

    @property
    def state(self) -> SimulatorState:
        """The state after the last iteration."""
        begun, after = self._begun, self._vehicle
        self._find_place()
        own = after.of(begun.nav.state) if isinstance(after, Motion) else after
        stored = self._setup.dialect.stores_position
        place = self._place if stored else (begun.nav.latitude, begun.nav.longitude)
        return replace(
            begun,
            nav=LocatedState(own, *place),
            clock=self._clock,
            iteration=self._count,
            elapsed=self._elapsed,
            command=self._command,
            rudder_time=self._rudder_time,
            pid=self._pid,
            sailed=False,
        )

    def _find_place(self) -> None:
        if not self._every_post and self._setup.geodesy is not None:
            self._place = self._setup.geodesy.to_latlon(self._vehicle.x, self._vehicle.y) or self._place

    def _steered(
        self, now: float, mail: Sequence[RowMail]
    ) -> tuple[ActuatorCommand, float, PidState | None, list[Post] | None] | None:
        """Command, time of the rudder (s) and controller after mail and controller, and what that has to say; None for
        mail that may leave a remark.
        """
        setup, command, since, pid = self._setup, self._command, self._rudder_time, self._pid
        remarks = self._remarks
        changes: dict[str, float] = {}
        desired: dict[str, float] = {}
        for _, picks, values, _, _ in mail:
            for i, variable in picks:
                value: float = values[i]  # type: ignore[assignment]
                if remarks and (variable, value != 0.0) in remarks:
                    return None
                if variable in DESIRED:
                    desired[DESIRED[variable]] = value
                elif variable == "DESIRED_RUDDER":
                    if self._steers:
                        rudder = changes.get("rudder", command.rudder)
                        changes["rudder"] = limited_rudder(setup, rudder, since, value, now)
                        since = now
                elif self._steers or variable == "DESIRED_ELEVATOR":
                    changes[ORDERS[variable]] = value
        if pid is None:
            return replace(command, **changes) if changes else command, since, None, None
        if desired:
            pid = setup.controller.with_desired(pid, **desired)
        vehicle, gains = self._vehicle, setup.gains
        depth, pitch = (max(vehicle.depth, 0.0), vehicle.pitch) if gains.depth_control else (None, None)
        pid = setup.controller.with_navigation(
            pid, heading=vehicle.heading, speed=vehicle.speed, depth=depth, pitch=pitch
        )
        pid, wanted = setup.controller.step(pid, now)
        said = controller_posts(setup, wanted) if self._lead or wanted.posts else None
        changes["elevator"] = wanted.elevator
        if self._steers:
            rudder = changes.get("rudder", command.rudder)
            changes["thrust"] = wanted.thrust
            changes["rudder"] = limited_rudder(setup, rudder, since, wanted.rudder, now)
            since = now
        return replace(command, **changes), since, pid, said

    def _made(self, after: VehicleState | Motion, place: Place | None, said: list[Post] | None, due: bool) -> Made:
        """What an iteration posts: first the controller, then, if it is ``due``, navigation."""
        values = self._published(after, place) if due else []
        if not said:
            return (self._variables, values) if due else _NOTHING
        spoken = [post.value for post in said]
        if len(said) == len(self._lead):
            return self._variables if due else self._lead, [*spoken, *values]
        names = tuple([post.variable for post in said])
        return (*names, *self._navigation) if due else names, [*spoken, *values]

    def _published(self, after: VehicleState | Motion, place: Place | None) -> list[Value]:
        values: list[Value] = [*values_of(self._setup, after, place)]
        if self._further and isinstance(after, VehicleState):
            more = further_values(after)
            values += [more[i] for i in self._further]
        return values


def iterations_from(setup: Setup, state: SimulatorState, *, every_post: bool) -> Iterations | None:
    """Iterations from a state on; None where it is not steady. Without ``every_post`` latitude and longitude are worked
    out at the end only.
    """
    return Iterations(setup, state, every_post=every_post) if is_steady(setup, state) else None
