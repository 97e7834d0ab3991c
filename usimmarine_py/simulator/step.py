"""One iteration: controller, step, posts, in the order of the dialect (behaviour specification, 2.2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from math import inf, isfinite, ulp

from usimmarine_py.actuators.faults import faulty_command
from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.model import ActuatorCommand, Backend, Environment, Validated, VehicleState, gridded, validated
from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.mail.handlers import Context, move_rudder
from usimmarine_py.simulator.publish import block, drift_summary, navigation, wormhole_posts
from usimmarine_py.simulator.state import DIFFERENTIAL, Copy, Post, SimulatorState, paused_time
from usimmarine_py.simulator.weather.navigation import navigation_at_sea
from usimmarine_py.simulator.weather.publish import (
    fault_post,
    measured,
    sensor_posts,
    shown,
    silent_suffixes,
    weather_posts,
)
from usimmarine_py.simulator.weather.state import SeaState, with_wind_now
from usimmarine_py.simulator.weather.step import sail
from usimmarine_py.simulator.wormhole import Phase

#: While sailing the wind arrow is posted in every n-th iteration (5).
_ARROW_MODULO = 50

#: Within its range for this long (simulated s), a backend that leaves it again is told of anew.
EPISODE_GAP = 10.0


def _unlimited(heading: float) -> float:
    del heading
    return inf


@dataclass
class Iteration:
    """The state on its way through one iteration; posts and warnings are collected."""

    setup: Setup
    context: Context
    state: SimulatorState
    now: float  #: s
    posts: list[Post]
    warnings: list[str]
    sentences: list[str] = field(default_factory=list)  #: NMEA 0183, for ports

    def run(self, max_dt: float | None, exact_dt: float | None) -> bool:
        """Do it; the answer says whether the report is renewed.

        ``max_dt`` (s) limits the step, ``exact_dt`` (s) replaces the difference of the clock readings.
        """
        goes_on = isfinite(self.now) and self.now > self.state.clock
        clock = self.now if isfinite(self.now) else self.state.clock
        self.state = replace(self.state, iteration=self.state.iteration + 1, clock=clock)
        dialect = self.setup.dialect
        blocked = self.state.obstacle
        if blocked and not dialect.obstacle_resume_jump:
            self._follow_clock()
        if blocked and dialect.obstacle == "silent":
            return False
        if blocked and dialect.obstacle == "zero_speed":
            self._post_held()
            return False
        if not self.state.enabled and dialect.frozen_when_disabled:
            self._follow_clock()
            return True
        self._steer()
        if not blocked:
            self._advance(max_dt, exact_dt, goes_on=goes_on)
        if self.state.enabled:
            self._post_all()
        return True

    # ---- controller (13.5) --------------------------------------------------------------------------------------

    def _steer(self) -> None:
        state, setup = self.state, self.setup
        if state.pid is None:
            return
        seen = self._perceived()
        pid = setup.controller.with_navigation(state.pid, heading=seen["HEADING"], speed=seen["SPEED"])
        if setup.gains.depth_control:
            pid = setup.controller.with_navigation(pid, depth=seen["DEPTH"], pitch=seen["PITCH"])
        pid, wanted = setup.controller.step(pid, self.now)
        changes = {"elevator": wanted.elevator}
        if state.thrust_mode != DIFFERENTIAL:
            changes["thrust"] = wanted.thrust
        state = replace(state, pid=pid, pid_posts=(), command=replace(state.command, **changes))
        if state.thrust_mode != DIFFERENTIAL:
            state = move_rudder(state, wanted.rudder, self.now, self.context)
        if setup.post_thrust:
            self.posts.append(Post(setup.post_thrust, wanted.thrust))
        if setup.post_rudder:
            self.posts.append(Post(setup.post_rudder, wanted.rudder))
        self.posts += [*self.state.pid_posts, *(Post(*post) for post in wanted.posts)]
        self.state = state

    def _perceived(self) -> dict[str, float | None]:
        """What the controller knows of the vehicle; None where a sensor has nothing new to say."""
        state, setup = self.state, self.setup
        vehicle = state.nav.state
        silent: frozenset[str] = frozenset()
        if not state.sea.idle(setup) and not self.setup.dual_state:
            vehicle = shown(state.sea, vehicle)
        if setup.sensors_as_nav and setup.suite.sensors:
            vehicle = measured(setup, state.sea, shown(state.sea, self._true.state))[0]
            silent = silent_suffixes(setup, state.sea.heard)
        found = {"HEADING": vehicle.heading, "SPEED": vehicle.speed, "DEPTH": vehicle.depth, "PITCH": vehicle.pitch}
        return {name: None if name in silent else value for name, value in found.items()}

    @property
    def _true(self) -> Copy:
        return self.state.truth if self.setup.dual_state else self.state.nav

    # ---- time and step (6.1) ------------------------------------------------------------------------------------

    def _model_clock(self) -> float:
        """The clock less the paused time (6.1, 9.3)."""
        state, dialect = self.state, self.setup.dialect
        if dialect.pause_whole_seconds:
            return self.now - paused_time(state, whole=True)
        ongoing = self.now - state.pause_began if state.paused and not dialect.pause_moves_stamp else 0.0
        return self.now - paused_time(state, whole=False) - ongoing

    def _follow_clock(self) -> None:
        """Move the stamps of both copies to the clock, so that the time so far does not count."""
        if not isfinite(self.now):
            return
        stamp = self.now if self.setup.dialect.enable_after_pause else self._model_clock()
        nav, truth = self.state.nav, self.state.truth
        self.state = replace(
            self.state,
            nav=replace(nav, state=replace(nav.state, time=stamp)),
            truth=replace(truth, state=replace(truth.state, time=stamp)),
        )

    def _advance(self, max_dt: float | None, exact_dt: float | None, *, goes_on: bool) -> None:
        if self.state.paused:
            if self.setup.dialect.pause_moves_stamp:
                self._follow_clock()
            return
        dt = self._model_clock() - self.state.nav.state.time if exact_dt is None else exact_dt
        if self.setup.dialect.bad_dt:
            pass  # whatever it is
        elif goes_on and self.state.pause_total > 0 and abs(dt) <= 4 * ulp(self.now):
            # the clock went on but a pause that began with the run used all of it up: a step of no time
            dt = 0.0
        elif not (dt > 0 and isfinite(dt)):
            self.warnings.append(f"the clock did not move forward (dt = {dt:g} s): nothing moves in this iteration")
            return
        if max_dt is not None and dt > max_dt:
            self.warnings.append(f"a step of {dt:.3g} s was cut to {max_dt:g} s; the time beyond it is lost")
            self._step(max_dt)
            self._follow_clock()
            return
        self._step(dt)

    def _step(self, dt: float) -> None:
        state, setup = self.state, self.setup
        if not state.command.differential:
            settings = state.settings.with_turn_speed_map_used()
            if settings is not state.settings:
                state = replace(state, settings=settings)
        backend = self._backend(state)
        command = self._failing(state.command)
        drifting = Environment(
            state.drift.x,
            state.drift.y,
            state.rotate_speed,
            water_depth=state.water_depth,
            buoyancy_rate=state.settings.buoyancy_rate if state.buoyancy_given else None,
        )
        try:
            if setup.dual_state:
                # navigation believes in neither drift nor current
                still = replace(drifting, drift_x=0.0, drift_y=0.0)
                nav = self._located(state.nav, backend.step(state.nav.state, command, still, dt))
                truth, sea, elapsed = self._sailed(backend, state.truth, command, drifting, dt)
            else:
                nav, sea, elapsed = self._sailed(backend, state.nav, command, drifting, dt)
                truth = state.truth
        except NotFiniteError as error:
            self.warnings.append(f"the vehicle stays where it was: {error}")
            self._follow_clock()
            return
        self.state = replace(state, nav=nav, truth=truth, sailed=state.sailing.is_set, sea=sea, elapsed=elapsed)
        if validated(backend):
            self._judge(backend)

    def _judge(self, backend: Validated) -> None:
        """Tell once per episode that the vehicle moves as its model should not be trusted to."""
        state = self.state
        problem = backend.validity(self._true.state)
        if not problem:
            return
        if state.elapsed - state.strained > EPISODE_GAP:
            self.warnings.append(problem)
        self.state = replace(state, strained=state.elapsed)

    def _failing(self, command: ActuatorCommand) -> ActuatorCommand:
        """The command as faults of actuators leave it."""
        faults = self.state.sea.faults
        return replace(faulty_command(command, faults), faults=faults) if faults else command

    def _sailed(
        self, backend: Backend, copy: Copy, command: ActuatorCommand, drifting: Environment, dt: float
    ) -> tuple[Copy, SeaState, float]:
        """The copy after a step through all that surrounds it, the sea, and the time simulated so far."""
        sea, setup = self.state.sea, self.setup
        varies = gridded(backend) and setup.current_field is not None
        if sea.idle(setup) and not varies:
            moved = backend.step(copy.state, command, self._in_field(drifting, copy.state), dt)
            return self._located(copy, moved), sea, self.state.elapsed + dt
        to_latlon = None if setup.geodesy is None else setup.geodesy.to_latlon
        around = partial(self._in_field, drifting)
        moved, sea, elapsed = sail(setup, sea, backend, copy.state, command, around, dt, self.state.elapsed, to_latlon)
        return self._located(copy, moved), sea, elapsed

    def _in_field(self, around: Environment, vehicle: VehicleState) -> Environment:
        """The surroundings with the current that the field has at the vehicle's old position."""
        field = self.setup.current_field
        if field is None or not self.state.field_active:
            return around
        east, north = field.current(vehicle.x, vehicle.y)
        return replace(around, current_east=east, current_north=north)

    def _backend(self, state: SimulatorState) -> Backend:
        if self.setup.backend is not None:
            return self.setup.backend
        settings = state.settings
        sailing = state.sailing if state.sea.idle(self.setup) else with_wind_now(state.sea, state.sailing)
        if state.sails and sailing.wind.speed > 0:
            wrap = not self.setup.dialect.polar_360
            settings = replace(settings, sail=partial(sailing.speed_limit, wrap=wrap))
        elif state.sails:
            # no wind at all is no limit, as opposed to lying in irons
            settings = replace(settings, sail=_unlimited)
        return SimEngine(settings)

    def _located(self, copy: Copy, moved: VehicleState) -> Copy:
        """The copy at its new place, with latitude and longitude where the dialect keeps them."""
        geodesy = self.setup.geodesy
        place = None
        if geodesy is not None and self.setup.dialect.stores_position:
            place = geodesy.to_latlon(moved.x, moved.y)
        latitude, longitude = place or (copy.latitude, copy.longitude)
        return Copy(moved, latitude, longitude)

    # ---- posts (5) ----------------------------------------------------------------------------------------------

    def _post_held(self) -> None:
        """What V22 posts while an obstacle holds it: the state twice with speed 0 (9.2)."""
        setup = self.setup
        if self.state.iteration % setup.nav_modulo:
            return
        held = replace(self.state.nav, state=replace(self.state.nav.state, speed=0.0))
        self.posts += 2 * block(held, setup.prefix, setup)

    def _post_all(self) -> None:
        setup, dialect = self.setup, self.setup.dialect
        if setup.depth_mode or not dialect.depth_flag:
            self._shake_hands()
        if self.state.iteration % setup.nav_modulo == 0:
            self._post_navigation()
        if not self.state.sea.idle(self.setup) or self.state.sea.faults_fresh:
            self._post_sea()
        if self.state.drift_fresh:
            self.posts += drift_summary(self.state, dialect)
            self.state = replace(self.state, drift_fresh=False)
        if self.state.shows_sailing and self.state.iteration % _ARROW_MODULO == 0:
            self.posts.append(Post("VIEW_ARROW", self.state.sailing.wind.arrow()))
        if setup.wormholes:
            self._tunnel()
            self.posts += wormhole_posts(self.state, setup)

    def _post_navigation(self) -> None:
        state, setup = self.state, self.setup
        if state.sea.idle(setup):
            self.posts += navigation(state, setup)
            return
        self.posts += navigation_at_sea(state, setup)
        posts = weather_posts(
            setup,
            state.sea,
            self._true.state,
            self._in_field(Environment(), self._true.state),
            state.iteration // setup.nav_modulo,
            setup.prefix.lower(),
        )
        self.posts += [Post(*post) for post in posts]
        self.state = replace(state, sea=replace(state.sea, fresh=frozenset()))

    def _post_sea(self) -> None:
        """Readings of the last step, and faults when they changed."""
        posts, spoken = sensor_posts(self.setup, self.state.sea)
        self.sentences += spoken
        if self.state.sea.faults_fresh:
            posts.append(fault_post(self.state.sea))
        self.posts += [Post(*post) for post in posts]
        self.state = replace(self.state, sea=replace(self.state.sea, readings=(), faults_fresh=False))

    def _shake_hands(self) -> None:
        setup = self.setup
        handshake, posts = self.state.handshake.iterate(
            self.now,
            self.state.nav.state.pitch,
            trim_tolerance=setup.trim_tolerance,
            max_trim_delay=setup.max_trim_delay,
        )
        if handshake is not self.state.handshake:
            self.state = replace(self.state, handshake=handshake)
        self.posts += [Post(*post) for post in posts]

    def _tunnel(self) -> None:
        """The wormholes, after the publication (12)."""
        state = self.state
        here = state.nav.state
        tunnel, place = state.tunnel.step(self.setup.wormholes, self.now, here.x, here.y)
        if tunnel is state.tunnel:
            return
        if tunnel.phase is Phase.EMERGING and state.tunnel.phase is Phase.FADING:
            # also where a polygon is missing and the vehicle stays
            state = replace(state, command=replace(state.command, rudder=0.0))
        self.state = state = replace(state, tunnel=tunnel)
        if place is None:
            return
        nav, truth = (
            replace(copy, state=self.setup.place(replace(copy.state, x=place[0], y=place[1])))
            for copy in (state.nav, state.truth)
        )
        self.state = replace(state, nav=nav, truth=truth)
