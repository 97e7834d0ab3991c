"""One step of a vehicle through the weather, with its sensors looking on.

A backend with a grid of its own (``Gridded``) is stepped from grid point to grid point, so that wind, waves and
current are those of each sub-step, and sensors see the motion at grid points only: results do not depend on the
AppTick. The kinematic backend makes one step per iteration, as its originals do.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from usimmarine_py.sea.weather import Conditions, WeatherState
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.sensors.truth import Truth, riding, truth_from
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.state import SimulatorState
from usimmarine_py.simulator.weather.state import Sensing, WeatherNow
from usimmarine_py.values import Backend, Environment, VehicleState, gridded
from usimmarine_py.values.frozen import replace

#: What surrounds a vehicle without the weather: drift, rotation, field, water depth.
Around = Callable[[VehicleState], Environment]
#: A vehicle some seconds later, in surroundings.
Move = Callable[[VehicleState, Environment, float], VehicleState]
#: Of a step: sums of ticks may miss a grid point by rounding.
_SLACK = 1e-6


def step_in_weather(
    setup: Setup,
    before: SimulatorState,
    backend: Backend,
    move: Move,
    start: VehicleState,
    around: Around,
    dt: float,
) -> tuple[VehicleState, WeatherNow, Sensing, float]:
    """Vehicle, weather, sensors and simulated time (s) ``dt`` s later; ``move`` steps the vehicle.

    Raises ``NotFiniteError``.
    """
    weather, sensing, time = before.weather, before.sensing, before.elapsed
    state, now, left = start, time, dt
    processes, suite, base = weather.processes, sensing.suite, sensing.base
    readings: list[Reading] = []
    to_latlon = None if setup.geodesy is None else setup.geodesy.to_latlon
    known = weather.seen is not None and _same_place(weather.seen, start)
    if known and weather.met is weather.model and not weather.model.current.depth_profile:
        here = weather.conditions  # where the last step has ended
    else:
        here = _meet(weather, processes, state, now, around)[1]
    watched = bool(setup.suite.sensors)
    waters = setup.surroundings(before.water_depth) if watched else None
    if watched and (suite.truth is None or not known):
        # somebody put it there: no motion led from the last reading to here
        base = _base(setup, weather, state, here, around, now, None)
        suite = replace(suite, truth=riding(base, here.motion), reckoned=None)
    while True:
        length, on_grid = _piece(backend, state, left)
        state = move(state, here.environment(around(state), leeway=setup.kinematic), length)
        left -= length
        now = _snapped(backend, now + length if left > 0.0 else time + dt)
        reached, here = _meet(weather, processes, state, now, around)
        if on_grid:
            processes = reached
        if on_grid and watched:
            base = _base(setup, weather, state, here, around, now, base)
            suite, arrived = setup.suite.advance(suite, riding(base, here.motion), before.faults, to_latlon, waters)
            readings += arrived
        if left <= 0.0:
            break
    if watched:
        heard = frozenset(reading.kind for reading in readings if reading.values)
        sensing = Sensing(suite, base, tuple(readings), heard, sensing.fresh | heard)
    return state, replace(weather, processes=processes, conditions=here, met=weather.model, seen=state), sensing, now


def _piece(backend: Backend, state: VehicleState, left: float) -> tuple[float, bool]:
    """How far to go at once (s), and whether that ends on the backend's grid."""
    if not gridded(backend):
        return left, True
    reach, slack = backend.to_grid(state), _SLACK * backend.sim_step
    if reach > left + slack:
        return left, False
    return (left if reach >= left - slack else reach), True


def _snapped(backend: Backend, time: float) -> float:
    """The time without the rounding that sums of ticks pick up, where it is on the grid."""
    if not gridded(backend):
        return time
    count = round(time / backend.sim_step)
    exact = count * backend.sim_step
    return exact if abs(time - exact) <= _SLACK * backend.sim_step else time


def _meet(
    weather: WeatherNow, processes: WeatherState, state: VehicleState, now: float, around: Around
) -> tuple[WeatherState, Conditions]:
    """The random processes at ``now`` and what the vehicle meets there."""
    psi = radians(state.heading)
    surge = state.nu[0] if state.nu else state.speed
    reached = weather.model.advance(processes, now, psi, surge)
    depth = around(state).water_depth if weather.model.current.depth_profile else 0.0
    course = radians(state.hog)
    velocity = (state.sog * cos(course), state.sog * sin(course))
    return reached, weather.model.at(reached, now, state.x, state.y, state.depth, psi, depth, velocity)


def _base(
    setup: Setup,
    weather: WeatherNow,
    state: VehicleState,
    here: Conditions,
    around: Around,
    now: float,
    previous: Truth | None,
) -> Truth:
    """What sensors could measure of the vehicle now without the motion that waves add."""
    surroundings = here.environment(around(state), leeway=setup.kinematic)
    truth = truth_from(replace(state, time=now), surroundings, previous)
    # a filter of its own lifts the vehicle, and none nothing: it does not ride the waves that are seen
    rides = here.elevation != 0.0 and weather.model.wave_action in ("forces", "motion")
    return replace(truth, surface=here.elevation) if rides else truth


def _same_place(a: VehicleState, b: VehicleState) -> bool:
    return a is b or (a.x, a.y, a.depth, a.heading, a.nu) == (b.x, b.y, b.depth, b.heading, b.nu)
