"""Many iterations in a row in which nothing happens but motion: no mail, no posts but navigation.

What comes out is to the bit what as many calls of ``Simulator.iterate`` give. The laws are those of the kinematic
backend, asked for many steps at once; everything else that an iteration looks at is found idle beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, ulp
from operator import attrgetter

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kinematic.engine import Motion, moved
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.publish.navigation import values_of, variables_of
from usimmarine_py.simulator.state import LocatedState, SimulatorState, paused_time
from usimmarine_py.values import VehicleState
from usimmarine_py.values.frozen import dataclass, field_defaults, replace


@dataclass(frozen=True, slots=True)
class Stretch:
    """What comes of the iterations."""

    after: SimulatorState  #: after the last
    motions: list[Motion]  #: one each
    variables: tuple[str, ...]  #: of navigation, in the order of posting: ``navigation_variables`` before it
    posting: range  #: the iterations, counted from 0, that publish
    published: list[tuple[int, list[float | str]]]  #: of these, or of the last of them: which iteration, and the values


def is_quiet(setup: Setup, state: SimulatorState) -> bool:
    """Whether iterations do nothing but move the vehicle and publish navigation, until mail comes."""
    return setup.backend is None and state.pid is None and is_steady(setup, state)


def is_steady(setup: Setup, state: SimulatorState) -> bool:
    """Whether iterations do nothing but steer and move the vehicle, and publish navigation, as long as no other mail
    comes than set-points.

    Each field that is not in ``HARMLESS_SETUP`` or ``HARMLESS_STATE`` has to have its default: whatever is added to
    ``step.iterate`` ends plain motion until somebody has thought of it.
    """
    return (
        not (state.weather.acts or setup.suite.sensors)
        and _guarded_state(state) == _STATE_AT_REST
        and _guarded_setup(setup) == _SETUP_AT_REST
        and not (state.drift_fresh or state.sails or state.sailing.is_set)
        and state.handshake.buoyancy_since is None
        and state.handshake.trim_since is None
        and not _shallow(setup, state)
        # published turned by 180 deg
        and not (state.command.reverse and not setup.dialect.flips)
        # may leave the finite numbers, and says so in every single iteration
        and not (setup.dialect.turn_radius_nan and state.settings.turn_radius > 0)
    )


#: What plain motion goes by or leaves alone, and what ``is_steady`` looks at in another way.
HARMLESS_STATE = frozenset(
    (
        *("settings", "nav", "truth", "clock", "iteration", "elapsed", "command", "thrust_mode", "rudder_time", "pid"),
        *("drift", "drift_sources", "drift_fresh", "rotate_speed", "water_depth", "buoyancy_given", "sailing"),
        *("field_active", "pause_began", "pause_total", "reset_count", "handshake", "tunnel", "worst", "told"),
        *("strained", "weather", "sensing", "contacts"),
    )
)
#: The same of what is fixed for a run.
HARMLESS_SETUP = frozenset(
    (
        *("dialect", "start", "start_values", "warnings", "time_warp", "dynamics", "backend", "geodesy", "prefix"),
        *("nav_modulo", "navpos_summary", "depth_info", "speed_cap", "set_points", "axes", "force_components"),
        *("rudder_rate", "trim_tolerance", "max_trim_delay", "gains", "controller", "hover", "post_thrust"),
        *(
            "post_rudder",
            "post_elevator",
            "current_field",
            "field_interpolation",
            "flow",
            "waters",
            "kinematic",
            "hull",
            "draft",
        ),
        *("ground", "limits", "visuals_at", "suite", "water_column", "dead_reckoning", "dead_reckoning_drift"),
        *("sensors_as_nav", "nmea", "nmea_start", "nmea_udp", "nmea_tcp", "nmea_serial", "nmea_rates", "nmea_ais"),
        *("own_name", "actuators"),
    )
)


def _guarded(cls: type, harmless: frozenset[str]) -> tuple[attrgetter[tuple[object, ...]], tuple[object, ...]]:
    """What takes the fields that have to have their defaults out of a value, and these."""
    at_rest = {name: default for name, default in field_defaults(cls).items() if name not in harmless}
    return attrgetter(*at_rest), tuple(at_rest.values())


_guarded_state, _STATE_AT_REST = _guarded(SimulatorState, HARMLESS_STATE)
_guarded_setup, _SETUP_AT_REST = _guarded(Setup, HARMLESS_SETUP)


def _shallow(setup: Setup, state: SimulatorState) -> bool:
    """Whether the ground is near enough to be looked at in every step, unless the vehicle dives to it."""
    rules, depth = setup.ground, state.water_depth
    return rules.seabed is not None or (
        rules.applies and depth > 0.0 and (rules.draft > depth or state.nav.state.depth >= depth)
    )


class Stretches:
    """One stretch after the other of a vehicle that is quiet, until something else changes its state."""

    def __init__(self, setup: Setup, state: SimulatorState) -> None:
        if not state.command.differential:
            state = replace(state, settings=state.settings.with_turn_speed_map_used())
        self._setup = setup
        self.state = state  #: after the last
        self._last: VehicleState | Motion = state.nav.state
        self._paused = paused_time(state, whole=setup.dialect.pause_whole_seconds)
        self._variables = variables_of(setup, setup.prefix, state.nav.state, placed=setup.geodesy is not None)

    def run(self, times: Sequence[float], *, every_post: bool) -> Stretch | None:
        """Iterations at the clock readings ``times`` (s); None, and nothing done, if one of them needs a closer look.

        Without ``every_post`` only the last navigation is worked out.
        """
        setup, state = self._setup, self.state
        steps = self._durations(times)
        if steps is None:
            return None
        nav = state.nav
        try:
            motions, last = [], self._last
            for dt in steps:
                last = moved(state.settings, last, state.command, state.around, dt)
                motions.append(last)
        except NotFiniteError:
            return None
        if setup.ground.applies and 0.0 < state.water_depth <= max(motion.depth for motion in motions):
            return None
        if isfinite(motions[0].altitude) != isfinite(nav.state.altitude):
            return None
        modulo = setup.nav_modulo
        posting = range(-(state.iteration + 1) % modulo, len(times), modulo)
        chosen = posting if every_post else posting[-1:]
        motion, place = motions[-1], None
        published = []
        if setup.geodesy is None:
            published = [(i, values_of(setup, motions[i], None)) for i in chosen]
        else:
            for i in chosen:
                place = setup.geodesy.to_latlon(motions[i].x, motions[i].y)
                if place is None:
                    return None
                published.append((i, values_of(setup, motions[i], place)))
            if setup.dialect.stores_position and motions[-1] is not (motions[chosen[-1]] if chosen else None):
                place = setup.geodesy.to_latlon(motion.x, motion.y)
                if place is None:
                    return None
        if place is None or not setup.dialect.stores_position:
            place = nav.latitude, nav.longitude
        elapsed = state.elapsed
        for dt in steps:  # the sum of some versions of Python is more exact
            elapsed += dt
        self._last = motion
        self.state = replace(
            state,
            nav=LocatedState(motion.of(nav.state), *place),
            clock=times[-1],
            iteration=state.iteration + len(times),
            elapsed=elapsed,
            sailed=False,
        )
        return Stretch(self.state, motions, self._variables, posting, published)

    def _durations(self, times: Sequence[float]) -> list[float] | None:
        """Each step (s): from the stamp that the steps before it made to the clock less all pauses (laws/kinematics
        1.1).
        """
        if not times[0] > self.state.clock:
            return None
        paused, stamp, steps = self._paused, self._last.time, []
        for now in times:
            dt = (now - paused) - stamp
            stamp += dt
            steps.append(dt)
        return steps if isfinite(stamp) and min(steps) > 4 * ulp(times[-1]) else None


def navigation_variables(setup: Setup, state: SimulatorState) -> tuple[str, ...]:
    """What a quiet iteration publishes, in the order of posting."""
    return variables_of(setup, setup.prefix, state.nav.state, placed=setup.geodesy is not None)
