"""How fast the water may flow at a vehicle, and whether its step is short enough for that (laws/solvers 5)."""

from __future__ import annotations

from math import floor, hypot
from typing import TYPE_CHECKING

from usimmarine_py.sums import plain_sum

if TYPE_CHECKING:
    from usimmarine_py.simulator.config.draft import Draft


def steady_flow(draft: Draft) -> float:
    """Return the greatest speed (m/s) of fields, profiles, tides and drift together, weather apart."""
    currents, drift = draft.currents, draft.drifting.drift
    flows = currents.waters if currents.flow is None else (currents.flow, *currents.waters)
    flow = plain_sum(one.fastest for one in flows)
    if not getattr(draft.vehicle.backend, "plain_drift", False):
        flow += hypot(drift.x, drift.y)
    return flow


def too_long(backend: object, flow: float) -> str:
    """Return why the step of a backend is too long in water that flows at up to ``flow`` m/s; empty if it is not."""
    longest_step, step = getattr(backend, "longest_step", None), getattr(backend, "sim_step", 0.0)
    if longest_step is None or flow <= 0.0:
        return ""
    longest = longest_step(flow)
    if step <= longest:
        return ""
    return (
        f"is too long in water that flows at up to {flow:.3g} m/s: {step:g} s; the longest step that works is "
        f"{floor(longest * 1000.0) / 1000.0:g} s"
    )
