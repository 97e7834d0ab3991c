"""What is posted of one vehicle, in which order (laws/usimmarine 5)."""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from math import isfinite, isnan, nan

from usimmarine_py.kinematic.engine import Motion, half_turned
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.publish.dynamics import further, further_values
from usimmarine_py.simulator.state import LocatedState, SimulatorState
from usimmarine_py.simulator.weather.measured import measured, shown, silent_suffixes
from usimmarine_py.text import compact_number, snap
from usimmarine_py.values import Post, VehicleState
from usimmarine_py.values.frozen import maker, replace

#: A post of variable, value, and what it has by default.
_made, _NONE, _EMPTY = maker(Post), repeat(None), repeat("")

Place = tuple[float, float]  #: latitude and longitude, deg


def located(setup: Setup, own: LocatedState) -> LocatedState:
    """The vehicle with its latitude and longitude as they are published now: kept from the step, or converted here."""
    if setup.geodesy is None or setup.dialect.stores_position:
        return own
    place = setup.geodesy.to_latlon(own.state.x, own.state.y)
    return own if place is None else LocatedState(own.state, *place)


def _place(setup: Setup, own: LocatedState) -> Place | None:
    """Latitude and longitude to publish; V22 and V23 post zeros until their first step."""
    geodesy, dialect = setup.geodesy, setup.dialect
    if geodesy is None:
        return None
    if not dialect.stores_position:
        place = geodesy.to_latlon(own.state.x, own.state.y)
        if place is not None:
            return place
    if isfinite(own.latitude):
        return own.latitude, own.longitude
    return (0.0, 0.0) if dialect.quirks else geodesy.to_latlon(own.state.x, own.state.y)


def navpos_summary(x: float, y: float, place: Place | None) -> str:
    """The text of USM_NAVPOS_SUMMARY (laws/usimmarine 1.8) for a position (m)."""
    text = f"x={compact_number(x, 3)},y={compact_number(y, 3)}"
    if place is not None and all(place):
        text += f",lat={compact_number(place[0], 7)},lon={compact_number(place[1], 7)}"
    return text


def variables_of(setup: Setup, prefix: str, state: VehicleState | Motion, *, placed: bool) -> tuple[str, ...]:
    """The variables of a vehicle's block, in order (laws/usimmarine 5); ``placed``: with latitude and longitude."""
    dialect = setup.dialect
    diving = not dialect.depth_flag or setup.depth_mode
    return _variables(prefix, placed, setup.navpos_summary, diving, dialect.simulation_mode, isfinite(state.altitude))


@lru_cache(maxsize=32)
def _variables(
    prefix: str, placed: bool, summary: bool, diving: bool, simulation_mode: bool, altitude: bool
) -> tuple[str, ...]:
    names = [f"{prefix}_X", f"{prefix}_Y"]
    if placed:
        names += [f"{prefix}_LAT", f"{prefix}_LONG"]
    if summary:
        names.append("USM_NAVPOS_SUMMARY")
    names += [f"{prefix}_HEADING", f"{prefix}_SPEED", f"{prefix}_DEPTH"]
    if diving:
        names += ["SIMULATION_MODE"] * simulation_mode
        names += [f"{prefix}_Z", f"{prefix}_PITCH", f"{prefix}_YAW"]
        names += ["TRUE_X", "TRUE_Y"] * simulation_mode
    names += [f"{prefix}_HEADING_OVER_GROUND", f"{prefix}_SPEED_OVER_GROUND"]
    if altitude:
        names.append(f"{prefix}_ALTITUDE")
    return tuple(names)


def values_of(setup: Setup, state: VehicleState | Motion, place: Place | None) -> list[float | str]:
    """The value of each of ``variables_of``."""
    dialect, speed = setup.dialect, state.speed
    if dialect.snaps_speed:
        # cut to a 64-bit integer, not-a-number is the lowest of them
        speed = snap(speed, 0.01) if not isnan(speed) else -(2.0**63) * 0.01
    if setup.speed_cap is not None:
        speed = min(speed, setup.speed_cap)
    values: list[float | str] = [state.x, state.y]
    if place is not None:
        values += place
    if setup.navpos_summary:
        values.append(navpos_summary(state.x, state.y, place))
    values += (state.heading, speed, max(state.depth, 0.0))
    if not dialect.depth_flag or setup.depth_mode:
        if dialect.simulation_mode:
            values.append("TRUE")
        values += (-state.depth, state.pitch, state.yaw)
        if dialect.simulation_mode:
            values += (state.x, state.y)
    values += (state.hog, state.sog)
    if isfinite(state.altitude):
        values.append(state.altitude)
    return values


def block(setup: Setup, prefix: str, own: LocatedState) -> list[Post]:
    """The posts of one vehicle under one prefix (laws/usimmarine 5)."""
    state, place = own.state, _place(setup, own)
    variables = variables_of(setup, prefix, state, placed=place is not None)
    posts = list(map(_made, zip(variables, values_of(setup, state, place), _NONE, _EMPTY, _NONE, strict=False)))
    if state.nu:
        names, kept = further(prefix, state, variables)
        values = further_values(state)
        posts += [Post(name, values[i]) for name, i in zip(names, kept, strict=True)]
    return posts


def navigation(setup: Setup, state: SimulatorState) -> list[Post]:
    """Navigation and, with dual state, the ground truth; in reverse what is published is turned by 180 deg
    (laws/kinematics 7).
    """
    nav, truth = state.nav, state.truth
    if state.command.reverse and not setup.dialect.flips:
        nav = replace(nav, state=half_turned(nav.state))
        if setup.dialect.stores_position:
            truth = replace(truth, state=half_turned(truth.state))
    posts = block(setup, setup.prefix, nav)
    if setup.dual_state:
        posts += block(setup, f"{setup.prefix}_GT", truth)
    return posts


def navigation_in_weather(setup: Setup, state: SimulatorState) -> list[Post]:
    """``navigation`` with weather or sensors: what waves add to outputs, measured beside true.

    With ``sensors_as_nav`` PREFIX_* is what the sensors measure, posted when the sensor of it has delivered since the
    last time, so that a dead sensor shows; PREFIX_GT_* is true. Without, it is as ever, waves included.
    """
    own = state.truth if setup.dual_state else state.nav
    own = replace(own, state=shown(state.weather, own.state))
    if not (setup.sensors_as_nav and setup.suite.sensors):
        return navigation(setup, replace(state, truth=own) if setup.dual_state else replace(state, nav=own))
    vehicle, place = measured(setup.suite, state.sensing, own.state)
    sources, prefix = setup.suite.sources, setup.prefix
    # velocities and rates in the vehicle's axes are truth, which a navigation system does not give away
    seen = replace(own, state=replace(vehicle, nu=()))
    if "X" in sources:
        seen = LocatedState(seen.state, *(place or (nan, nan)))
    posts = block(setup, prefix, seen)
    if "ROLL" in sources:
        posts.append(Post(f"{prefix}_ROLL", vehicle.roll))
    posts += [Post(f"{prefix}_{name.upper()}", value) for name, value in vehicle.actuators]
    silent = {f"{prefix}_{suffix}" for suffix in silent_suffixes(setup.suite, state.sensing.fresh)}
    posts = [post for post in posts if post.variable not in silent]
    return posts + block(setup, f"{prefix}_GT", own)
