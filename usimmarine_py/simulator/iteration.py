"""One iteration: controller, step, posts, in the order of the dialect (behaviour specification, 2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf, isfinite, ulp

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.model import ActuatorCommand, Backend, Environment
from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator.mail import Context, move_rudder
from usimmarine_py.simulator.publications import block, drift_summary, navigation, wormhole_posts
from usimmarine_py.simulator.startup import Setup
from usimmarine_py.simulator.state import DIFFERENTIAL, Copy, Post, SimulatorState

#: While sailing the wind arrow is posted in every n-th iteration (5).
_ARROW_MODULO = 50


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

    def run(self, max_dt: float | None, exact_dt: float | None) -> bool:
        """Do it; the answer says whether the report is renewed.

        ``max_dt`` (s) limits the step, ``exact_dt`` (s) replaces the difference of the clock readings.
        """
        goes_on = isfinite(self.now) and self.now > self.state.clock
        clock = self.now if isfinite(self.now) else self.state.clock
        self.state = replace(self.state, iteration=self.state.iteration + 1, clock=clock)
        dialect = self.setup.dialect
        blocked = self.state.obstacle
        if blocked and not dialect.has("obstacle_resume_jump"):
            self._follow_clock()
        if blocked and dialect.obstacle == "silent":
            return False
        if blocked and dialect.obstacle == "zero_speed":
            self._post_held()
            return False
        stays = dialect.frozen_when_disabled or not dialect.has("disabled_moves")
        if not self.state.enabled and stays:
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
        state, options, controller = self.state, self.setup.options, self.setup.controller
        if state.pid is None:
            return
        vehicle = state.nav.state
        pid = controller.with_navigation(state.pid, heading=vehicle.heading, speed=vehicle.speed)
        if options.pid.depth_control:
            pid = controller.with_navigation(pid, depth=vehicle.depth, pitch=vehicle.pitch)
        pid, wanted = controller.step(pid, self.now)
        state = replace(state, pid=pid, command=replace(state.command, elevator=wanted.elevator))
        if state.thrust_mode != DIFFERENTIAL:
            state = replace(state, command=replace(state.command, thrust=wanted.thrust))
            state = move_rudder(state, wanted.rudder, self.now, self.context)
        if options.post_thrust:
            self.posts.append(Post(options.post_thrust, wanted.thrust))
        if options.post_rudder:
            self.posts.append(Post(options.post_rudder, wanted.rudder))
        self.posts += [*state.pid_posts, *(Post(*post) for post in wanted.posts)]
        self.state = replace(state, pid_posts=())

    # ---- time and step (6.1) ------------------------------------------------------------------------------------

    def _model_clock(self) -> float:
        """The clock less the paused time (6.1, 9.3)."""
        state, dialect = self.state, self.setup.dialect
        if dialect.has("pause_whole_seconds"):
            return self.now - int(state.pause_total)
        ongoing = self.now - state.pause_began if state.paused and not dialect.pause_moves_stamp else 0.0
        return self.now - state.pause_total - ongoing

    def _follow_clock(self) -> None:
        """Move the stamps of both copies to the clock, so that the time so far does not count."""
        if not isfinite(self.now):
            return
        stamp = self.now if self.setup.dialect.has("enable_after_pause") else self._model_clock()
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
        if goes_on and abs(dt) <= 4 * ulp(self.now):
            # the clock went on but a pause that began with the run used all of it up: a step of no time
            dt = 0.0
        elif not self.setup.dialect.has("bad_dt") and not (dt > 0 and isfinite(dt)):
            self.warnings.append(f"the clock did not move forward (dt = {dt:g} s): nothing moves in this iteration")
            return
        if max_dt is not None and dt > max_dt:
            self.warnings.append(f"a step of {dt:.3g} s was cut to {max_dt:g} s; the time beyond it is lost")
            self._step(max_dt)
            self._follow_clock()
            return
        self._step(dt)

    def _step(self, dt: float) -> None:
        state, options = self.state, self.setup.options
        if not state.command.differential:
            state = replace(state, settings=state.settings.with_turn_speed_map_used())
        backend = self._backend(state)
        drifting = Environment(state.drift.x, state.drift.y, state.rotate_speed, water_depth=state.water_depth)
        try:
            if options.dual_state:
                # navigation believes in neither drift nor current
                still = replace(drifting, drift_x=0.0, drift_y=0.0)
                nav = self._moved(backend, state.nav, state.command, still, dt)
                truth = self._moved(backend, state.truth, state.command, self._in_field(drifting, state.truth), dt)
            else:
                nav = self._moved(backend, state.nav, state.command, self._in_field(drifting, state.nav), dt)
                truth = state.truth
        except NotFiniteError as error:
            self.warnings.append(f"the vehicle stays where it was: {error}")
            self._follow_clock()
            return
        self.state = replace(state, nav=nav, truth=truth, sailed=state.sails)

    def _in_field(self, around: Environment, copy: Copy) -> Environment:
        """The surroundings with the current that the field has at the vehicle's old position."""
        field = self.setup.options.field
        if field is None or not self.state.field_active:
            return around
        east, north = field.current(copy.state.x, copy.state.y)
        return replace(around, current_east=east, current_north=north)

    def _backend(self, state: SimulatorState) -> Backend:
        if self.setup.backend is not None:
            return self.setup.backend
        settings = state.settings
        if state.sails and state.sailing.wind.speed > 0:
            wrap = not self.setup.dialect.has("polar_360")
            settings = replace(settings, sail=partial(state.sailing.speed_limit, wrap=wrap))
        elif state.sails:
            # no wind at all is no limit, as opposed to lying in irons
            settings = replace(settings, sail=_unlimited)
        return SimEngine(settings)

    def _moved(self, backend: Backend, copy: Copy, command: ActuatorCommand, around: Environment, dt: float) -> Copy:
        moved = backend.step(copy.state, command, around, dt)
        geodesy = self.setup.geodesy
        place = None
        if geodesy is not None and self.setup.dialect.stores_position:
            place = geodesy.to_latlon(moved.x, moved.y)
        latitude, longitude = place or (copy.latitude, copy.longitude)
        return Copy(moved, latitude, longitude)

    # ---- posts (5) ----------------------------------------------------------------------------------------------

    def _post_held(self) -> None:
        """What V22 posts while an obstacle holds it: the state twice with speed 0 (9.2)."""
        options = self.setup.options
        if self.state.iteration % options.nav_modulo:
            return
        held = replace(self.state.nav, state=replace(self.state.nav.state, speed=0.0))
        self.posts += 2 * block(held, options.prefix, self.setup.dialect, options, geodesy=self.setup.geodesy)

    def _post_all(self) -> None:
        options, dialect = self.setup.options, self.setup.dialect
        if options.depth_mode or not dialect.depth_flag:
            self._shake_hands()
        if self.state.iteration % options.nav_modulo == 0:
            self.posts += navigation(self.state, dialect, options, geodesy=self.setup.geodesy)
        if self.state.drift_fresh:
            self.posts += drift_summary(self.state, dialect)
            self.state = replace(self.state, drift_fresh=False)
        if self.state.shows_sailing and self.state.iteration % _ARROW_MODULO == 0:
            self.posts.append(Post("VIEW_ARROW", self.state.sailing.wind.arrow()))
        if options.wormholes:
            self._tunnel()
            self.posts += wormhole_posts(self.state, options)

    def _shake_hands(self) -> None:
        options = self.setup.options
        handshake, posts = self.state.handshake.iterate(
            self.now,
            self.state.nav.state.pitch,
            trim_tolerance=options.trim_tolerance,
            max_trim_delay=options.max_trim_delay,
        )
        if handshake is not self.state.handshake:
            self.state = replace(self.state, handshake=handshake)
        self.posts += [Post(*post) for post in posts]

    def _tunnel(self) -> None:
        """The wormholes, after the publication (12)."""
        state = self.state
        here = state.nav.state
        tunnel, place = state.tunnel.step(self.setup.options.wormholes, self.now, here.x, here.y)
        if tunnel is not state.tunnel:
            self.state = replace(state, tunnel=tunnel)
        if place is None:
            return
        nav, truth = (
            replace(copy, state=self.setup.place(replace(copy.state, x=place[0], y=place[1])))
            for copy in (state.nav, state.truth)
        )
        self.state = replace(self.state, nav=nav, truth=truth, command=replace(state.command, rudder=0.0))
