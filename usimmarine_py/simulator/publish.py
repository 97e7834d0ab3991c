"""What is posted of one state, in which order (behaviour specification, 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from math import isfinite, isnan
from typing import Any

from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.kinematic.laws import half_turned
from usimmarine_py.kinematic.motion import Motion
from usimmarine_py.model import VehicleState
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.publish_dynamics import dynamics_posts
from usimmarine_py.simulator.state import Copy, Post, SimulatorState
from usimmarine_py.text import compact_number, snap


def located(copy: Copy, setup: Setup) -> Copy:
    """The copy with its latitude and longitude as they are published now: kept from the step, or converted here."""
    geodesy = setup.geodesy
    if geodesy is None or setup.dialect.stores_position:
        return copy
    place = geodesy.to_latlon(copy.state.x, copy.state.y)
    return copy if place is None else Copy(copy.state, *place)


def _published_place(copy: Copy, setup: Setup) -> tuple[float, float] | None:
    """Latitude and longitude (deg) to publish; V22 and V23 post zeros until their first step."""
    if setup.geodesy is None:
        return None
    copy = located(copy, setup)
    if isfinite(copy.latitude):
        return copy.latitude, copy.longitude
    if setup.dialect.quirks:
        return 0.0, 0.0
    return setup.geodesy.to_latlon(copy.state.x, copy.state.y)


def published_speed(speed: float, setup: Setup) -> float:
    """The speed (m/s) as it is published: snapped to 0.01 and limited, where the dialect does so."""
    if setup.dialect.snaps_speed:
        # cut to a 64-bit integer, not-a-number is the lowest of them
        speed = snap(speed, 0.01) if not isnan(speed) else -(2.0**63) * 0.01
    if setup.speed_cap is not None:
        speed = min(speed, setup.speed_cap)
    return speed


def navpos_summary(x: float, y: float, place: tuple[float, float] | None) -> str:
    """The text of USM_NAVPOS_SUMMARY (15) for a position (m) and its latitude and longitude (deg)."""
    text = f"x={compact_number(x, 3)},y={compact_number(y, 3)}"
    if place is not None and all(place):
        text += f",lat={compact_number(place[0], 7)},lon={compact_number(place[1], 7)}"
    return text


#: The value of one variable, from a vehicle, its latitude and longitude (None without), and its published speed.
Reader = Callable[[VehicleState | Motion, Any, float], float | str]


@lru_cache(maxsize=32)
def layout(
    prefix: str, *, placed: bool, summary: bool, diving: bool, simulation_mode: bool, altitude: bool
) -> tuple[tuple[str, Reader], ...]:
    """Variables of a block and how each is read, in order (5)."""
    fields: list[tuple[str, Reader]] = [
        (f"{prefix}_X", lambda s, _, v: s.x),
        (f"{prefix}_Y", lambda s, _, v: s.y),
    ]
    if placed:
        fields += [(f"{prefix}_LAT", lambda s, p, v: p[0]), (f"{prefix}_LONG", lambda s, p, v: p[1])]
    if summary:
        fields.append(("USM_NAVPOS_SUMMARY", lambda s, p, v: navpos_summary(s.x, s.y, p)))
    fields += [
        (f"{prefix}_HEADING", lambda s, _, v: s.heading),
        (f"{prefix}_SPEED", lambda s, _, v: v),
        (f"{prefix}_DEPTH", lambda s, _, v: s.depth),
    ]
    if diving:
        if simulation_mode:
            fields.append(("SIMULATION_MODE", lambda s, _, v: "TRUE"))
        fields += [
            (f"{prefix}_Z", lambda s, _, v: -s.depth),
            (f"{prefix}_PITCH", lambda s, _, v: s.pitch),
            (f"{prefix}_YAW", lambda s, _, v: s.yaw),
        ]
        if simulation_mode:
            fields += [("TRUE_X", lambda s, _, v: s.x), ("TRUE_Y", lambda s, _, v: s.y)]
    fields += [
        (f"{prefix}_HEADING_OVER_GROUND", lambda s, _, v: s.hog),
        (f"{prefix}_SPEED_OVER_GROUND", lambda s, _, v: s.sog),
    ]
    if altitude:
        fields.append((f"{prefix}_ALTITUDE", lambda s, _, v: s.altitude))
    return tuple(fields)


def fields_of(
    state: VehicleState | Motion, prefix: str, setup: Setup, *, placed: bool
) -> tuple[tuple[str, Reader], ...]:
    """The layout of a block for a vehicle; ``placed``: with latitude and longitude."""
    return layout(
        prefix,
        placed=placed,
        summary=setup.navpos_summary,
        diving=setup.depth_mode or not setup.dialect.depth_flag,
        simulation_mode=setup.dialect.simulation_mode,
        altitude=isfinite(state.altitude),
    )


def block(copy: Copy, prefix: str, setup: Setup) -> list[Post]:
    """The posts of one copy under one prefix (5)."""
    state = copy.state
    place = _published_place(copy, setup)
    speed = published_speed(state.speed, setup)
    fields = fields_of(state, prefix, setup, placed=place is not None)
    posts = [Post(variable, read(state, place, speed)) for variable, read in fields]
    return posts + dynamics_posts(state, prefix, {post.variable for post in posts} if state.nu else set())


def navigation(state: SimulatorState, setup: Setup) -> list[Post]:
    """Navigation and, with dual state, the ground truth; in reverse what is published is turned by 180 deg (6.7)."""
    nav, truth = state.nav, state.truth
    if state.command.reverse and not setup.dialect.flips:
        nav = replace(nav, state=half_turned(nav.state))
        if setup.dialect.stores_position:
            truth = replace(truth, state=half_turned(truth.state))
    posts = block(nav, setup.prefix, setup)
    if setup.dual_state:
        posts += block(truth, f"{setup.prefix}_GT", setup)
    return posts


def drift_summary(state: SimulatorState, dialect: Dialect) -> list[Post]:
    """The drift summary (15) under its fixed names."""
    text = state.drift.summary()
    posts = [Post("USM_FSUMMARY", text)] if dialect.force_summary else []
    return [*posts, Post("USM_DRIFT_SUMMARY", text)]


def wormhole_posts(state: SimulatorState, setup: Setup) -> list[Post]:
    """How much of the vehicle can be seen, and every 10th iteration the polygons (5, 12)."""
    posts = [Post(f"{setup.prefix}_TRANSP", state.tunnel.transparency)]
    if state.iteration % 10 == 0:
        posts += [Post("VIEW_POLYGON", text) for hole in setup.wormholes for text in hole.view_polygons()]
    return posts
