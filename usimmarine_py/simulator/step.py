"""One iteration: controller, step, posts, in the order of the dialect (laws/usimmarine 2.2).

State in, state out; posts, warnings and sentences come beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot, inf, isfinite, ulp
from typing import TYPE_CHECKING, NamedTuple

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.ground import AFLOAT, Contact, Ground
from usimmarine_py.simulator.guard import CAPSIZED, DIVERGED, OK, held, judge, leapt, worse
from usimmarine_py.simulator.publish.iteration import held_posts, publish
from usimmarine_py.simulator.sea import beyond_files
from usimmarine_py.simulator.state import LocatedState, SimulatorState, paused_time
from usimmarine_py.simulator.steering import hover, steer
from usimmarine_py.simulator.weather.state import Sensing, WeatherNow, sailing_now
from usimmarine_py.simulator.weather.step import step_in_weather
from usimmarine_py.values import ActuatorCommand, Backend, Environment, Post, VehicleState, gridded, validated
from usimmarine_py.values.frozen import replace
from usimmarine_py.vehicle.actuators.faults import faulty_command

if TYPE_CHECKING:
    from usimmarine_py.actuators.battery import BatteryState, PowerSupply  # few vehicles have one


class Iterated(NamedTuple):
    """What an iteration leaves behind."""

    state: SimulatorState
    posts: list[Post]
    warnings: list[str]
    sentences: Sequence[str] = ()  #: NMEA 0183, for ports
    renews_report: bool = True


def iterate(
    setup: Setup, state: SimulatorState, now: float, max_dt: float | None = None, exact_dt: float | None = None
) -> Iterated:
    """One iteration at clock ``now`` (s).

    ``max_dt`` (s) limits the step, ``exact_dt`` (s) replaces the difference of the clock readings.
    """
    dialect, last = setup.dialect, state.clock
    posts = list(state.pending)
    warnings: list[str] = []
    clock = now if isfinite(now) else last
    state = replace(state, iteration=state.iteration + 1, clock=clock, pending=())
    if state.obstacle:
        if not dialect.obstacle_resume_jump:
            state = _stamped(setup, state, now)
        if dialect.obstacle == "silent":
            return Iterated(state, posts, warnings, renews_report=False)
        if dialect.obstacle == "zero_speed":
            return Iterated(state, posts + held_posts(setup, state), warnings, renews_report=False)
    if not state.enabled and dialect.frozen_when_disabled:
        return Iterated(_stamped(setup, state, now), posts, warnings)
    if state.pid is not None:
        state, said = steer(setup, state, now)
        posts += said
    elif state.holding is not None:
        state = hover(setup, state, now)
    if not state.obstacle:
        state, warnings = _advance(setup, state, now, max_dt, exact_dt, goes_on=clock > last)
    if not state.enabled:
        return Iterated(state, posts, warnings)
    state, more, sentences = publish(setup, state, now)
    return Iterated(state, posts + more, warnings, sentences)


# ---- time (laws/kinematics 1.1) -------------------------------------------------------------------------------------


def _model_clock(setup: Setup, state: SimulatorState, now: float) -> float:
    """The clock less the paused time (laws/kinematics 1.1, laws/usimmarine 8.3)."""
    if setup.dialect.pause_whole_seconds:
        return now - paused_time(state, whole=True)
    ongoing = now - state.pause_began if state.paused and not setup.dialect.pause_moves_stamp else 0.0
    return now - state.pause_total - ongoing


def _stamped(setup: Setup, state: SimulatorState, now: float) -> SimulatorState:
    """The state with the stamps of both vehicles moved to the clock, so that the time so far does not count."""
    if not isfinite(now):
        return state
    stamp = now if setup.dialect.enable_after_pause else _model_clock(setup, state, now)
    nav, truth = state.nav, state.truth
    return replace(
        state,
        nav=replace(nav, state=replace(nav.state, time=stamp)),
        truth=replace(truth, state=replace(truth.state, time=stamp)),
    )


def _advance(
    setup: Setup, state: SimulatorState, now: float, max_dt: float | None, exact_dt: float | None, *, goes_on: bool
) -> tuple[SimulatorState, list[str]]:
    """The state after the step that the clock asks for, and warnings; ``goes_on``: the clock moved forward."""
    if state.paused:
        return (_stamped(setup, state, now) if setup.dialect.pause_moves_stamp else state), []
    dt = _model_clock(setup, state, now) - state.nav.state.time if exact_dt is None else exact_dt
    if setup.dialect.bad_dt:
        pass  # whatever it is
    elif goes_on and state.pause_total > 0 and abs(dt) <= 4 * ulp(now):
        # the clock went on but a pause that began with the run used all of it up: a step of no time
        dt = 0.0
    elif not (dt > 0 and isfinite(dt)):
        return state, [f"the clock did not move forward (dt = {dt:g} s): nothing moves in this iteration"]
    if max_dt is None or dt <= max_dt:
        return _step(setup, state, now, dt)
    state, warnings = _step(setup, state, now, max_dt)
    cut = f"a step of {dt:.3g} s was cut to {max_dt:g} s; the time beyond it is lost"
    return _stamped(setup, state, now), [cut, *warnings]


# ---- step -------------------------------------------------------------------------------------------------------


def _step(setup: Setup, state: SimulatorState, now: float, dt: float) -> tuple[SimulatorState, list[str]]:
    before = state
    if state.status == DIVERGED:
        return replace(_stamped(setup, state, now), elapsed=state.elapsed + dt), []
    state, command = _in_force(setup, state)
    sailed = state.sailing.is_set
    sails = state.sails if sailed or setup.dialect.sailing_mode else False
    backend = setup.backend
    if backend is None:
        backend = SimEngine(_under_sail(setup, state) if sails else state.settings)
    nav, truth = state.nav, state.truth
    try:
        if setup.dual_state:
            # navigation believes in neither drift nor current
            still = replace(state.around, drift_x=0.0, drift_y=0.0)
            nav = _located(setup, nav, backend.step(nav.state, command, still, dt))
        own = truth if setup.dual_state else nav
        contact = Contact(setup.ground, backend, command, state.lying)
        vehicle, weather, sensing, elapsed = _moved(setup, state, backend, contact, own.state, dt)
    except NotFiniteError as error:
        text = f"the vehicle stays where it was: {error}"
        if setup.backend is None:
            # other mail may bring these laws back
            nav, truth = (replace(one, state=held(one.state)) for one in (before.nav, before.truth))
            return replace(_stamped(setup, replace(before, nav=nav, truth=truth), now), worst=DIVERGED), [text]
        return _held(setup, before, now, dt), [f"diverged: {text}"]
    own = _located(setup, own, vehicle)
    if setup.dual_state and contact.ground != AFLOAT:
        # lying still is felt, whatever navigation believes in
        nav = replace(nav, state=contact.hold(before.nav.state, nav.state))
    nav, truth = (nav, own) if setup.dual_state else (own, truth)
    state = replace(state, nav=nav, truth=truth, sailed=sailed, weather=weather, sensing=sensing, elapsed=elapsed)
    state, warnings = _grounded(state, contact.ground, vehicle)
    if setup.ground.seabed is not None or setup.flow is not None:
        state, more = beyond_files(setup, state, vehicle)
        warnings += more
    if setup.power is not None and state.battery is not None:
        state, more = _spent(setup.power, state.battery, state, vehicle, command, dt)
        warnings += more
    if setup.backend is not None:
        state, more = _guarded(setup, before, state, now, dt)
        warnings += more
        if state.status != DIVERGED and validated(setup.backend):
            state, more = _judged(state, setup.backend.validity(vehicle))
            warnings += more
    return state, warnings


def _in_force(setup: Setup, state: SimulatorState) -> tuple[SimulatorState, ActuatorCommand]:
    """The state with the turn-speed map that it uses now, and the command that reaches the actuators."""
    command = state.command
    # capsized: the propellers are in the air
    if state.status == CAPSIZED or (state.battery is not None and state.battery.empty):
        command = _unpowered(command)
    if not command.differential and (setup.dialect.turn_speed_map or state.settings.turn_map_given):
        state = replace(state, settings=state.settings.with_turn_speed_map_used())
    if state.faults:
        command = replace(faulty_command(command, state.faults), faults=state.faults)
    return state, command


def _moved(
    setup: Setup, state: SimulatorState, backend: Backend, contact: Contact, vehicle: VehicleState, dt: float
) -> tuple[VehicleState, WeatherNow, Sensing, float]:
    """Vehicle, weather, sensors and simulated seconds after ``dt`` s."""
    varies = gridded(backend) and (setup.flowing or setup.ground.seabed is not None)
    if varies or state.weather.acts or setup.suite.sensors:
        local = partial(setup.local, state.around, field=state.field_active)
        return step_in_weather(setup, state, backend, contact.step, vehicle, local, dt)
    moved = contact.step(vehicle, setup.local(state.around, vehicle, field=state.field_active), dt)
    return moved, state.weather, state.sensing, state.elapsed + dt


def _spent(
    power: PowerSupply,
    last: BatteryState,
    state: SimulatorState,
    vehicle: VehicleState,
    command: ActuatorCommand,
    dt: float,
) -> tuple[SimulatorState, list[str]]:
    """The state with what ``dt`` s have taken out of the battery, and what is told of it once."""
    battery, warnings = power.spend(last, vehicle, command, dt), []
    if battery.short and not last.short:
        most = f"{battery.short:.3g} W, the most that it can give through battery_resistance"
        warnings.append(f"more is asked of the battery than {most}: what is beyond is not counted")
    if battery.empty and "battery" not in state.told:
        warnings.append(f"the battery is empty after {state.elapsed:.1f} s: thrust ends")
        empty = Post("USM_BATTERY_EMPTY", "true")
        state = replace(state, pending=(*state.pending, empty), told=state.told | {"battery"})
    return replace(state, battery=battery), warnings


def _unpowered(command: ActuatorCommand) -> ActuatorCommand:
    """The command of a vehicle whose shafts stand still; rudders and fins go on by their per cent."""
    return replace(command, thrust=0.0, thrust_left=0.0, thrust_right=0.0, sway=0.0, heave=0.0, fan=0.0, set_points=())


def _grounded(state: SimulatorState, ground: Ground, vehicle: VehicleState) -> tuple[SimulatorState, list[str]]:
    """The state with how the vehicle lies now, and a warning where it has come to lie."""
    before, warnings = state.lying, []
    if ground is before:
        return state, []
    pending = state.pending
    if ground.aground != before.aground:
        pending = (*pending, Post("USM_AGROUND", "true" if ground.aground else "false"))
    if ground.on_bottom != before.on_bottom:
        pending = (*pending, Post("USM_BOTTOM_CONTACT", "true" if ground.on_bottom else "false"))
    if ground != AFLOAT and (ground.aground, ground.on_bottom) != (before.aground, before.on_bottom):
        what = "aground" if ground.aground else "on the bottom"
        warnings = [f"{what} at x={vehicle.x:.1f}, y={vehicle.y:.1f} m in {ground.depth:.2f} m of water"]
    return replace(state, lying=ground, pending=pending), warnings


def _guarded(
    setup: Setup, before: SimulatorState, state: SimulatorState, now: float, dt: float
) -> tuple[SimulatorState, list[str]]:
    """The state as far as it can be believed, and what has to be told of it, once."""
    status, reason = OK, ""
    pairs = ((before.nav.state, state.nav.state), (before.truth.state, state.truth.state))
    for last, own in pairs if setup.dual_state else pairs[:1]:
        water = partial(_water_speed, setup, state, own)
        found, why = judge(setup.limits, own, water)
        if found != DIVERGED and (leap := leapt(setup.limits, last, own, dt, water)):
            found, why = DIVERGED, leap
        if worse(found, status) != status:
            status, reason = found, why
    if status == DIVERGED:
        return _held(setup, before, now, dt), [f"diverged: the vehicle stays where it was: {reason}"]
    if status == state.status:
        return state, []
    told = [f"capsized: {reason}"] if worse(status, state.worst) != state.worst else []
    return _with_status(state, status), told


def _water_speed(setup: Setup, state: SimulatorState, vehicle: VehicleState) -> float:
    """Speed (m/s) of the water where a vehicle is."""
    met, field = state.weather.conditions, setup.local(Environment(), vehicle, field=state.field_active)
    east = state.drift.x + met.current_east + field.current_east
    return hypot(east, state.drift.y + met.current_north + field.current_north, met.current_down)


def _with_status(state: SimulatorState, status: str) -> SimulatorState:
    post = Post("USM_VEHICLE_STATUS", status)
    return replace(state, status=status, worst=worse(state.worst, status), pending=(*state.pending, post))


def _held(setup: Setup, before: SimulatorState, now: float, dt: float) -> SimulatorState:
    """The last state that can be believed, at rest and silent, until USM_RESET puts the vehicle somewhere."""
    nav, truth = (replace(own, state=held(own.state)) for own in (before.nav, before.truth))
    state = replace(_stamped(setup, replace(before, nav=nav, truth=truth), now), elapsed=before.elapsed + dt)
    return _with_status(replace(state, sensing=replace(state.sensing, readings=(), heard=frozenset())), DIVERGED)


def _judged(state: SimulatorState, problem: str) -> tuple[SimulatorState, list[str]]:
    """Tell once that the vehicle moves as its model should not be trusted to."""
    if not problem or state.strained:
        return state, []
    return replace(state, strained=True), [problem]


def _under_sail(setup: Setup, state: SimulatorState) -> KinematicSettings:
    """The settings in force with the sail limit (laws/usimmarine 10)."""
    sailing = sailing_now(state.weather, state.sailing)
    limit = partial(sailing.speed_limit, wrap=not setup.dialect.polar_360)
    # no wind at all is no limit, as opposed to lying in irons
    return replace(state.settings, sail=limit if sailing.wind.speed > 0 else _unlimited)


def _unlimited(heading: float) -> float:
    del heading
    return inf


def _located(setup: Setup, before: LocatedState, moved: VehicleState) -> LocatedState:
    """The vehicle at its new place, with latitude and longitude where the dialect keeps them."""
    place = None
    if setup.geodesy is not None and setup.dialect.stores_position:
        place = setup.geodesy.to_latlon(moved.x, moved.y)
    latitude, longitude = place or (before.latitude, before.longitude)
    return LocatedState(moved, latitude, longitude)
