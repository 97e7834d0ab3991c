"""Vehicles in a bag of ROS: each nav_msgs/Odometry as the states of a run, by the frames of REP 103 and 105."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.instruments.gathered import Gathered, Series
from usimmarine_py.logs.instruments.rosbag import read_bag

_PLACE, _TURN, _TWIST = ".pose.pose.position.", ".pose.pose.orientation.", ".twist.twist."
#: Topics of commands behind the name of a vehicle, std_msgs/Float64, and the variables that they are.
COMMAND_TOPICS = {
    "thrusters/left/thrust": "DESIRED_THRUST_L", "thrusters/right/thrust": "DESIRED_THRUST_R",
    "command/thrust": "DESIRED_THRUST", "command/rudder": "DESIRED_RUDDER", "command/elevator": "DESIRED_ELEVATOR",
    "command/heading": "DESIRED_HEADING", "command/speed": "DESIRED_SPEED", "command/depth": "DESIRED_DEPTH",
}  # fmt: skip
#: A clock that is older (s) than the first position is not that of the recording's begin.
_LONGEST_BEFORE = 3600.0
#: What a run is drawn and compared by.
_DRAWN = ("X", "Y", "DEPTH", "HEADING", "ROLL", "PITCH", "SPEED")


def odometry_of_bag(path: Path) -> dict[str, Series]:
    """Return the states of all vehicles of a bag, times in s since its first position, or the clock before it.

    X, Y, DEPTH, HEADING, ROLL, PITCH and SPEED of ``states_in``. Raises ``NothingToDrawError`` without odometry, and
    as ``read_bag``.
    """
    series = read_bag(path, Gathered())
    states = {name: found for name, found in states_in(series).items() if name.rpartition("_")[2] in _DRAWN}
    if not states:
        held = ", ".join(sorted({name.partition(".")[0] for name in series})[:8])
        raise NothingToDrawError(f"{path}: no nav_msgs/Odometry in this bag; it holds {held or 'no numbers'}")
    begin = min(float(times[0]) for times, _ in states.values())
    if "/clock.clock.sec" in series:
        first = float(series["/clock.clock.sec"][1][0]) + 1e-9 * float(series["/clock.clock.nanosec"][1][0])
        begin = first if begin - _LONGEST_BEFORE < first < begin else begin
    return {name: (times - begin, values) for name, (times, values) in states.items()}


def states_in(series: dict[str, Series]) -> dict[str, Series]:
    """Return the states of the vehicles in the series of a bag, by MOOS's names, with the times of their messages.

    PREFIX_X, Y (m, east and north), DEPTH (m), HEADING (deg from north), ROLL, PITCH (rad, starboard down and bow up),
    SPEED (m/s, ahead, over ground), U, V, W (m/s over ground: forward, starboard, down) and P, Q, R (rad/s about them):
    NAV of one vehicle, of several the parts of their topics, as ABE of ``/abe/odom``. Of one vehicle also its commands.
    """
    topics = [name.removesuffix(f"{_PLACE}x") for name in series if name.endswith(f"{_PLACE}x")]
    found: dict[str, Series] = {}
    for topic in topics:
        prefix = "NAV" if len(topics) == 1 else "_".join(topic.strip("/").split("/")[:-1] or [topic.strip("/")]).upper()
        times = series[f"{topic}{_PLACE}x"][0]
        x, y, z = (series[f"{topic}{_PLACE}{axis}"][1] for axis in "xyz")
        qx, qy, qz, qw = (series[f"{topic}{_TURN}{axis}"][1] for axis in "xyzw")
        ahead, port, up = (series[f"{topic}{_TWIST}linear.{axis}"][1] for axis in "xyz")
        p, q, r = (series[f"{topic}{_TWIST}angular.{axis}"][1] for axis in "xyz")
        yaw = np.arctan2(2.0 * (qw * qz + qx * qy), 1.0 - 2.0 * (qy * qy + qz * qz))
        states = {
            "X": x, "Y": y, "DEPTH": -z, "HEADING": (90.0 - np.degrees(yaw)) % 360.0,
            "ROLL": np.arctan2(2.0 * (qw * qx + qy * qz), 1.0 - 2.0 * (qx * qx + qy * qy)),
            "PITCH": -np.arcsin(np.clip(2.0 * (qw * qy - qz * qx), -1.0, 1.0)),
            "SPEED": ahead, "U": ahead, "V": -port, "W": -up, "P": p, "Q": -q, "R": -r,
        }  # fmt: skip
        found |= {f"{prefix}_{name}": (times, values + 0.0) for name, values in states.items()}
    if len(topics) == 1:
        for name, values in series.items():
            ending = "/".join(name.removesuffix(".data").split("/")[2:])
            if ending in COMMAND_TOPICS:
                found[COMMAND_TOPICS[ending]] = values
    return found
