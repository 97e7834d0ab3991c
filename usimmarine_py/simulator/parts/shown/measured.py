"""The vehicle as navigation knows it: with what waves add to outputs, and measured by its sensors."""

from __future__ import annotations

from collections.abc import Collection
from math import radians

from usimmarine_py.sea.waves import WaveMotion
from usimmarine_py.sensors.suite import Suite, SuiteState
from usimmarine_py.sensors.truth import Truth, riding
from usimmarine_py.values import VehicleState
from usimmarine_py.values.frozen import replace

#: The suffix of PREFIX_* under which a field of ``VehicleState`` is published.
_SUFFIXES = {
    "x": "X",
    "y": "Y",
    "heading": "HEADING",
    "speed": "SPEED",
    "depth": "DEPTH",
    "roll": "ROLL",
    "pitch": "PITCH",
    "yaw": "YAW",
    "sog": "SPEED_OVER_GROUND",
    "hog": "HEADING_OVER_GROUND",
    "altitude": "ALTITUDE",
}


def with_motion(state: VehicleState, motion: WaveMotion) -> VehicleState:
    """The state as it shows: with the motion that waves add to outputs, velocities included where it has them."""
    if motion.still:
        return state
    nu = state.nu
    if len(nu) == 6:
        u, v, w, p, q, r = nu
        still = Truth(attitude=(state.roll, state.pitch, radians(state.heading)), velocity=(u, v, w), rates=(p, q, r))
        ridden = riding(still, motion)
        nu = (*ridden.velocity, *ridden.rates)
    return replace(
        state,
        depth=state.depth + motion.heave,
        roll=state.roll + motion.roll,
        pitch=state.pitch + motion.pitch,
        altitude=state.altitude - motion.heave,
        nu=nu,
    )


def measured(suite: Suite, state: SuiteState, true: VehicleState) -> tuple[VehicleState, tuple[float, float] | None]:
    """The state that sensors give, and latitude and longitude; what none of them measures is true."""
    values = suite.navigation(state)
    found = {field: values[suffix] for field, suffix in _SUFFIXES.items() if suffix in values}
    place = (values["LAT"], values["LONG"]) if "LAT" in values and "LONG" in values else None
    return replace(true, **found), place


def silent_suffixes(suite: Suite, heard: Collection[str]) -> frozenset[str]:
    """Suffixes of PREFIX_* that a sensor measures whose kind is not among those ``heard``."""
    stale = {suffix for suffix, kind in suite.sources.items() if kind not in heard}
    if "DEPTH" in stale:
        stale.add("Z")
    if "HEADING" in stale:
        stale.add("YAW")
    return frozenset(stale)
