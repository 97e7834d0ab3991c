"""A user's vehicle in thirty lines: numbers, a propeller and a rudder, and its turning circle.

The same tables, written as TOML, are a vehicle file: `vehicle = ./launch.toml` in a mission.

    python examples/own_vehicle.py
"""

from __future__ import annotations

import numpy as np

from usimmarine_py.vehicle import Vehicle

launch = Vehicle.from_dict({
    "vehicle": {"name": "launch", "dof": 3, "length_pp": 6.0, "beam": 2.0, "draft": 0.5},
    "rigid_body": {"mass": 2500.0, "x_g": -0.2, "I_z": 6500.0},
    "manoeuvring": {
        "X_udot": -125.0, "Y_vdot": -1800.0, "N_rdot": -3200.0, "Y_rdot": -200.0,
        "X_u": -60.0, "X_uu": -95.0, "Y_v": -1800.0, "Y_vv": -1500.0, "Y_r": 900.0, "N_v": -200.0,
        "N_r": -9000.0, "N_rr": -9000.0,
    },
    "actuator": [
        {"name": "prop", "type": "thruster", "position": [-2.8, 0.0, 0.3], "K": 0.0016, "n_min": -800.0,
         "n_max": 1500.0, "T_n": 0.5},
        {"name": "rudder", "type": "fin", "axis": "yaw", "x": -2.9, "area": 0.15, "CL": 3.0, "delta_max": 35.0,
         "T_delta": 0.3},
    ],
    "command": {"type": "propeller_rudder"},
})  # fmt: skip

ahead, over = launch.orders(thrust=80).setpoints, launch.orders(thrust=80, rudder=60).setpoints
straight = launch.steady(thrust=80)
table = launch.inputs(np.repeat([ahead, over], [20, 600], axis=0))
track = launch.simulate(straight.state, table, step=0.05, steps=2)[20:]  # from the order on
north, east, psi = (track[:, i] - track[0, i] for i in range(3))

quarter, half = np.argmax(psi > np.pi / 2), np.argmax(psi > np.pi)
turn = launch.steady(thrust=80, rudder=60)
radius = np.hypot(turn.nu[0], turn.nu[1]) / turn.turning
print(f"{straight.nu[0]:.2f} m/s ahead; growth of a disturbance {straight.growth:+.2f} 1/s")
print(f"advance {north[quarter]:.1f} m, transfer {east[quarter]:.1f} m, tactical diameter {east[half]:.1f} m")
print(f"steady turn: radius {radius:.1f} m at {turn.nu[0]:.2f} m/s, {np.degrees(turn.turning):.1f} deg/s")

# the last turn of the track is the circle predicted by the trim
last = psi > psi[-1] - 2.0 * np.pi
assert abs(np.ptp(east[last]) - 2.0 * radius) < 0.01 * radius
assert straight.growth < 0.0 < turn.turning
assert 0.0 < east[quarter] < east[half]
