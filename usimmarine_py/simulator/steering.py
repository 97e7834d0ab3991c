"""What moves the rudder and, with the embedded controller, everything else (laws/usimmarine 9, laws/controller 5)."""

from __future__ import annotations

from usimmarine_py.control.pid import PidOutput
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.state import DIFFERENTIAL, SimulatorState
from usimmarine_py.simulator.weather.measured import measured, shown, silent_suffixes
from usimmarine_py.values import Post, VehicleState
from usimmarine_py.values.frozen import replace


def limited_rudder(setup: Setup, before: float, since: float, wanted: float, now: float) -> float:
    """The rudder (per cent) after a request for ``wanted`` per cent at clock ``now`` (s): the limiter (laws/usimmarine
    9). It was at ``before`` per cent from clock ``since`` on.
    """
    change = wanted - before
    cap = 100.0 if setup.dialect.rudder_step_cap else None
    if setup.rudder_rate > 0:
        cap = (now - since) * setup.rudder_rate
        if not setup.dialect.rudder_first_unlimited:
            cap = max(cap, 0.0)
    if cap is not None:
        change = -cap if change < -cap else cap if change > cap else change
    # written so that an unlimited rudder is exactly what was asked for
    return wanted if cap is None else before + change


def steer(setup: Setup, state: SimulatorState, now: float) -> tuple[SimulatorState, list[Post]]:
    """The state after a step of the embedded controller at clock ``now`` (s), and its posts (laws/controller 5)."""
    if state.pid is None:
        return state, []
    heading, speed, depth, pitch = _perceived(setup, state)
    if not setup.gains.depth_control:
        depth = pitch = None
    pid = setup.controller.with_navigation(state.pid, heading=heading, speed=speed, depth=depth, pitch=pitch)
    pid, wanted = setup.controller.step(pid, now)
    posts = controller_posts(setup, wanted, state.pid_posts)
    if state.thrust_mode == DIFFERENTIAL:
        return replace(state, pid=pid, pid_posts=(), command=replace(state.command, elevator=wanted.elevator)), posts
    rudder = limited_rudder(setup, state.command.rudder, state.rudder_time, wanted.rudder, now)
    command = replace(state.command, thrust=wanted.thrust, rudder=rudder, elevator=wanted.elevator)
    return replace(state, pid=pid, pid_posts=(), command=command, rudder_time=now), posts


def controller_posts(setup: Setup, wanted: PidOutput, kept: tuple[Post, ...] = ()) -> list[Post]:
    """What the embedded controller posts in a step: outputs where asked for, what it ``kept``, remarks."""
    posts = [Post(setup.post_thrust, wanted.thrust)] if setup.post_thrust else []
    if setup.post_rudder:
        posts.append(Post(setup.post_rudder, wanted.rudder))
    if setup.post_elevator:
        posts.append(Post(setup.post_elevator, wanted.elevator))
    return [*posts, *kept, *wanted.posts]


def hover(setup: Setup, state: SimulatorState, now: float) -> SimulatorState:
    """The state after a step of the controller that holds a place at clock ``now`` (s) (laws/controller 7)."""
    from usimmarine_py.control.hover import Pose, step  # few vehicles hover

    if state.holding is None or state.holding.overridden:
        return state
    vehicle = _vehicle(setup, state)
    pose = Pose(vehicle.x, vehicle.y, max(vehicle.depth, 0.0), vehicle.heading)
    holding, wanted = step(setup.hover, state.holding, now, pose)
    rudder = limited_rudder(setup, state.command.rudder, state.rudder_time, wanted.rudder, now)
    command = replace(state.command, thrust=wanted.thrust, sway=wanted.sway, heave=wanted.heave, rudder=rudder)
    return replace(state, holding=holding, command=command, rudder_time=now)


def _vehicle(setup: Setup, state: SimulatorState) -> VehicleState:
    """The vehicle as its own sensors have it, where they are navigation; else as it shows."""
    if setup.sensors_as_nav and setup.suite.sensors:
        own = state.truth if setup.dual_state else state.nav
        return measured(setup.suite, state.sensing, shown(state.weather, own.state))[0]
    vehicle = state.nav.state
    return shown(state.weather, vehicle) if state.weather.acts and not setup.dual_state else vehicle


def _perceived(setup: Setup, state: SimulatorState) -> tuple[float | None, ...]:
    """Heading, speed, depth and pitch as the controller knows them; None where a sensor has nothing new to say."""
    vehicle = _vehicle(setup, state)
    depth = max(vehicle.depth, 0.0)
    if not (setup.sensors_as_nav and setup.suite.sensors):
        return vehicle.heading, vehicle.speed, depth, vehicle.pitch
    silent = silent_suffixes(setup.suite, state.sensing.heard)
    found = {"HEADING": vehicle.heading, "SPEED": vehicle.speed, "DEPTH": depth, "PITCH": vehicle.pitch}
    return tuple(None if name in silent else value for name, value in found.items())
