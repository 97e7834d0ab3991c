"""Dead reckoning of an underwater vehicle from a gyro and a Doppler log, without GPS.

A REMUS 100 moves in a current with its instruments. Attitude is integrated from the gyro by exact quaternion steps,
position from the Doppler log's velocity over the bottom, rotated to north and east. The result is compared with the
simulator's dead reckoning, which uses the heading of the compass.

    python examples/dead_reckoning.py
"""

from __future__ import annotations

from math import hypot, radians

import numpy as np

from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.maths import Rquat, euler2q, q2euler, quaternion_step, ssa_deg

STEP = 0.05  # s, also the period of the gyro
auv = Simulator(
    dynamics="fossen6",
    vehicle="remus100:base",
    start_pos="x=0, y=0, heading=30, speed=1.5, depth=10",  # degrees, as everywhere in MOOS
    default_water_depth=40,
    current_speed=0.25,
    current_dir=120,  # where it goes to
    sensor=["imu, rate=20, start_calibrated=true", "dvl, rate=5", "compass, rate=5, bias=1.5"],
    dead_reckoning=True,
    seed=4,
)

q = euler2q(0.0, 0.0, radians(auv.state.heading))  # psi (rad) goes clockwise from north, as a heading does
place, velocity, way = np.zeros(3), np.zeros(3), 0.0  # NED m, BODY m/s, m
by_compass = 0.0, 0.0  # x, y
for k in range(round(300.0 / STEP)):
    # there and back: a half turn to starboard every 100 s
    turning = k * STEP % 100.0 > 80.0
    state = auv.step(ActuatorCommand(thrust=60, rudder=20 if turning else 0), dt=STEP)
    read = auv.posts
    if "USM_SENSOR_IMU_R" in read:
        q = quaternion_step(q, [read[f"USM_SENSOR_IMU_{axis}"] for axis in "PQR"], STEP)  # rad/s
    if read.get("USM_SENSOR_DVL_LOCK") == "bottom":
        velocity = np.array([read[f"USM_SENSOR_DVL_{axis}"] for axis in "UVW"])
    place = place + Rquat(q) @ velocity * STEP
    way += state.sog * STEP
    if "USM_DR_X" in read:
        by_compass = read["USM_DR_X"], read["USM_DR_Y"]

heading = ssa_deg(np.degrees(q2euler(q)[2]) - state.heading)
by_gyro_off = hypot(place[1] - state.x, place[0] - state.y)  # x is east, y is north
by_compass_off = hypot(by_compass[0] - state.x, by_compass[1] - state.y)
print(f"way {way:.0f} m, {hypot(state.x, state.y):.0f} m from the start, current included")
print(f"by gyro:    heading off by {heading:.2f} deg")
print(f"by gyro:    position off by {by_gyro_off:.1f} m ({by_gyro_off / way:.2%} of the way)")
print(f"by compass: position off by {by_compass_off:.1f} m ({by_compass_off / way:.2%})")
assert way > 300.0 and abs(heading) < 1.0
# the compass is 1.5 degrees off, all the way
assert by_gyro_off < 0.01 * way and 0.01 * way < by_compass_off < 0.03 * way
