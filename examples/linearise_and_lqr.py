"""A course-unstable boat, linearised about a straight run, with a linear quadratic regulator of its heading.

With its printed parameters the patrol boat Odin is course-unstable. A and B of its equations give a feedback of
heading, drift, roll and yaw rate to the nozzles of its jets, which then controls the nonlinear boat in a current and a
side wind.

    python examples/linearise_and_lqr.py
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import solve_continuous_are

from usimmarine_py.vehicle import Vehicle

boat = Vehicle.load("odin", "base", overrides={"fluid_memory.enabled": False})
run = boat.steady(thrust=60, start=boat.state(nu=[4.0, 0, 0, 0, 0, 0]))
points = boat.orders(thrust=60).setpoints
print(f"straight run at {run.nu[0]:.2f} m/s: a disturbance grows at {run.growth:+.2f} 1/s")

# states and inputs that affect the course; the others are constant
states = ["psi", "phi", "v", "p", "r", "jet_port_alpha", "jet_stbd_alpha"]
nozzles = ["jet_port_alpha", "jet_stbd_alpha"]
model = boat.linearise(run.state, boat.inputs(points)).select(states, nozzles)
Q, R = np.diag([40.0, 1.0, 0.1, 0.1, 1.0, 0.0, 0.0]), np.eye(2)
K = np.linalg.solve(R, model.B.T @ solve_continuous_are(model.A, model.B, Q, R))
closed = np.linalg.eigvals(model.A - model.B @ K)
print(f"closed loop: slowest mode {closed.real.max():+.2f} 1/s (the roll)")

rows = [boat.names.index(name) for name in states]
columns = [boat.setpoint_names.index(name) for name in nozzles]


def sail(feedback: bool, weather: dict[str, list[float]]) -> np.ndarray:
    """Headings (deg) of 60 s of the nonlinear boat that starts 20 degrees off its course."""
    state, headings = run.state.copy(), []
    state[boat.names.index("psi")] = np.radians(20.0)
    for _ in range(600):
        told = points.copy()
        if feedback:
            told[columns] -= K @ (state - run.state)[rows]
        state = boat.advance(state, boat.inputs(told, **weather), step=0.05, steps=2)
        headings.append(np.degrees(state[boat.names.index("psi")]))
    return np.array(headings)


calm, left_alone = sail(True, {}), sail(False, {})
windy = sail(True, {"wind": [8.0, 0.5 * np.pi], "current": [0.0, 0.3, 0.0]})
print(f"heading after 60 s: {calm[-1]:+.3f} deg with feedback, {left_alone[-1]:+.0f} deg without")
print(f"in a side wind of 8 m/s and a current: {windy[-1]:+.1f} deg, still to {np.ptp(windy[-100:]):.3f} deg")

assert run.growth > 0.0 and closed.real.max() < 0.0
assert abs(calm[-1]) < 0.1 and abs(left_alone[-1] - 20.0) > 45.0
assert abs(windy[-1]) < 10.0 and np.ptp(windy[-100:]) < 0.1
