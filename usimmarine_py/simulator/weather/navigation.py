"""Navigation as it is published with weather or sensors: what waves add to outputs, measured beside true."""

from __future__ import annotations

from math import nan

from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.publish import block, navigation
from usimmarine_py.simulator.state import Copy, Post, SimulatorState
from usimmarine_py.simulator.weather.publish import measured, shown, silent_suffixes


def navigation_at_sea(state: SimulatorState, setup: Setup) -> list[Post]:
    """PREFIX_* and PREFIX_GT_*.

    With ``sensors_as_nav`` PREFIX_* is what the sensors measure, posted when the sensor of it has delivered since the
    last time, so that a dead sensor shows; PREFIX_GT_* is true. Without, it is as ever, waves included.
    """
    sea = state.sea
    own = state.truth if setup.dual_state else state.nav
    own = replace(own, state=shown(sea, own.state))
    if not (setup.sensors_as_nav and setup.suite.sensors):
        copies = replace(state, truth=own) if setup.dual_state else replace(state, nav=own)
        return navigation(copies, setup)
    vehicle, place = measured(setup, sea, own.state)
    sources, prefix = setup.suite.sources, setup.prefix
    # velocities and rates in the vehicle's axes are truth, which a navigation system does not give away
    copy = replace(own, state=replace(vehicle, nu=()))
    if "X" in sources:
        copy = Copy(copy.state, *(place or (nan, nan)))
    posts = block(copy, prefix, setup)
    if "ROLL" in sources:
        posts.append(Post(f"{prefix}_ROLL", vehicle.roll))
    posts += [Post(f"{prefix}_{name.upper()}", value) for name, value in vehicle.actuators]
    silent = {f"{prefix}_{suffix}" for suffix in silent_suffixes(setup, sea.fresh)}
    posts = [post for post in posts if post.variable not in silent]
    return posts + block(own, f"{prefix}_GT", setup)
