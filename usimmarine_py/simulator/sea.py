"""What the simulator tells of the sea: the depth where the vehicle is, and once where files know nothing."""

from __future__ import annotations

from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.state import SimulatorState
from usimmarine_py.values import Post, VehicleState
from usimmarine_py.values.frozen import replace


def depth_posts(setup: Setup, state: SimulatorState) -> list[Post]:
    """The water depth at the vehicle, where it is known."""
    bed = setup.ground.bed(state.water_depth)
    if bed is None:
        return []
    own = (state.truth if setup.dual_state else state.nav).state
    depth = bed.depth(own.x, own.y)
    return [Post("USM_WATER_DEPTH_HERE", max(depth, 0.0))] if depth == depth else []


def beyond_files(setup: Setup, state: SimulatorState, vehicle: VehicleState) -> tuple[SimulatorState, list[str]]:
    """The state, and a warning the first time that the vehicle is where a file knows nothing."""
    warnings: list[str] = []
    bed, flow = setup.ground.seabed, setup.flow
    if bed is not None and "bed" not in state.told:
        depth = bed.depth(vehicle.x, vehicle.y)
        if depth != depth:
            known = f"{state.water_depth:g} m, from parameter or mail" if state.water_depth > 0.0 else "unknown"
            where = f"x={vehicle.x:.1f}, y={vehicle.y:.1f} m"
            warnings.append(f"bathymetry: no sea bed at {where}; the water depth there: {known}")
            state = replace(state, told=state.told | {"bed"})
    if flow is not None and state.field_active:
        what, text = flow.lacks(vehicle.x, vehicle.y, vehicle.depth, vehicle.time - setup.start.clock)
        if what and what not in state.told:
            warnings.append(text)
            state = replace(state, told=state.told | {what})
    return state, warnings
