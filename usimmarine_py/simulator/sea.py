"""What the simulator tells of the sea: the depth where the vehicle is, and once where files know nothing."""

from __future__ import annotations

from usimmarine_py.model import Post, VehicleState
from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.state import SimulatorState


def depth_posts(setup: Setup, state: SimulatorState) -> list[Post]:
    """The water depth at the vehicle, where it is known."""
    bed = setup.ground.bed(state.water_depth)
    if bed is None:
        return []
    own = (state.truth if setup.dual_state else state.nav).state
    depth = bed.depth(own.x, own.y)
    return [Post("USM_WATER_DEPTH_HERE", max(depth, 0.0))] if depth == depth else []


def beyond_files(setup: Setup, state: SimulatorState, vehicle: VehicleState) -> tuple[SimulatorState, list[str]]:
    """The state, and a warning the first time that the vehicle is where the sea bed is unknown."""
    bed = setup.ground.seabed
    if bed is None or "bed" in state.told:
        return state, []
    depth = bed.depth(vehicle.x, vehicle.y)
    if depth == depth:
        return state, []
    known = f"{state.water_depth:g} m, from parameter or mail, is used" if state.water_depth > 0.0 else "unknown"
    text = f"no sea bed at x={vehicle.x:.1f}, y={vehicle.y:.1f} m; the water depth there: {known}"
    return replace(state, told=state.told | {"bed"}), [text]
