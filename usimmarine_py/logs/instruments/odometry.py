"""Vehicles in a bag of ROS: each nav_msgs/Odometry as the states of a run, by the frames of REP 103 and 105."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.instruments.gathered import Gathered, Series
from usimmarine_py.logs.instruments.rosbag import read_bag

_PLACE, _TURN, _TWIST = ".pose.pose.position.", ".pose.pose.orientation.", ".twist.twist."


def odometry_of_bag(path: Path) -> dict[str, Series]:
    """Return the states of all vehicles of a bag, times in s since its first position.

    PREFIX_X, Y (m, east and north), DEPTH (m), HEADING (deg from north), ROLL, PITCH (rad, starboard down and bow up)
    and SPEED (m/s, ahead): NAV of one vehicle, of several the parts of their topics, as ABE of ``/abe/odom``.
    Raises ``NothingToDrawError`` without odometry, and as ``read_bag``.
    """
    series = read_bag(path, Gathered())
    topics = [name.removesuffix(f"{_PLACE}x") for name in series if name.endswith(f"{_PLACE}x")]
    if not topics:
        held = ", ".join(sorted({name.partition(".")[0] for name in series})[:8])
        raise NothingToDrawError(f"{path}: no nav_msgs/Odometry in this bag; it holds {held or 'no numbers'}")
    begin = min(float(series[f"{topic}{_PLACE}x"][0][0]) for topic in topics)
    found: dict[str, Series] = {}
    for topic in topics:
        prefix = "NAV" if len(topics) == 1 else "_".join(topic.strip("/").split("/")[:-1] or [topic.strip("/")]).upper()
        times = series[f"{topic}{_PLACE}x"][0] - begin
        x, y, z = (series[f"{topic}{_PLACE}{axis}"][1] for axis in "xyz")
        qx, qy, qz, qw = (series[f"{topic}{_TURN}{axis}"][1] for axis in "xyzw")
        yaw = np.arctan2(2.0 * (qw * qz + qx * qy), 1.0 - 2.0 * (qy * qy + qz * qz))
        states = {
            "X": x, "Y": y, "DEPTH": -z, "HEADING": (90.0 - np.degrees(yaw)) % 360.0,
            "ROLL": np.arctan2(2.0 * (qw * qx + qy * qz), 1.0 - 2.0 * (qx * qx + qy * qy)),
            "PITCH": -np.arcsin(np.clip(2.0 * (qw * qy - qz * qx), -1.0, 1.0)),
            "SPEED": series[f"{topic}{_TWIST}linear.x"][1],
        }  # fmt: skip
        found |= {f"{prefix}_{name}": (times, values + 0.0) for name, values in states.items()}
    return found
