"""``usim ros``, heard by ROS 2 itself: with an interpreter that has rclpy, which USIM_ROS_PYTHON names."""

from __future__ import annotations

import json
import math
import os
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.doors.commands import door_open, interrupted
from tests.doors.test_ros import DOMAIN, STATE
from tests.support.processes import environment
from usimmarine_py.doors.ros.dds import LOOPBACK, NETWORK
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect

NODE = Path(__file__).with_name("rclpy_node.py")
PYTHON = os.environ.get("USIM_ROS_PYTHON", "")


@pytest.mark.parametrize("settings", [LOOPBACK, NETWORK])
def test_types_of_fast_dds_are_compared_by_their_names(settings: str) -> None:
    """Else ROS 2 since Kilted hears no message that holds an array, such as the covariances of odometry."""
    vendors = settings.partition("<IgnoreTypeInformation>")[2].partition("<")[0].split(",")
    assert "1.15" in vendors


@pytest.mark.skipif(not PYTHON, reason="USIM_ROS_PYTHON names no interpreter with rclpy: docs/doors/ros.md")
def test_ros_2_hears_and_commands(tmp_path: Path) -> None:
    words = ("ros", "--control", "--domain", DOMAIN)
    with (
        MoosDb(community="abe") as database,
        closing(connect(port=database.port, name="vehicle")) as client,
        door_open(tmp_path, *words, "--port", str(database.port), until="community") as (process, _),
    ):
        client.register("DESIRED_THRUST_L")
        client.register("MOOS_MANUAL_OVERRIDE")
        client.register("USM_SIM_PAUSED")
        env = environment(ROS_DOMAIN_ID=DOMAIN, ROS_LOCALHOST_ONLY="1", ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST")
        env.pop("PYTHONPATH", None)
        with subprocess.Popen(
            [PYTHON, str(NODE), "15", "abe"], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as node:
            assert node.stdout is not None and node.stdout.readline() == "on\n"
            posted = 0
            while node.poll() is None:
                for name, value in {**STATE, "NAV_X": float(posted)}.items():
                    client.notify(name, value)
                posted += 1
                time.sleep(0.05)
            found = json.loads(node.stdout.read())
        mail: dict[str, object] = {}

        def commanded() -> bool:
            mail.update({one.variable: one.value for one in client.fetch()})
            return len(mail) == 3

        assert wait_for(commanded, 60.0), mail
        shown = interrupted(process)
    assert mail == {"DESIRED_THRUST_L": 42.0, "MOOS_MANUAL_OVERRIDE": "true", "USM_SIM_PAUSED": "false"}
    assert found["commanded"]
    for topic, one in found["told"].items():
        assert one["count"] > 20, topic
    xs = [place[0] for place in found["places"]]
    assert xs == [xs[0] + k for k in range(len(xs))]  # none lost
    assert found["places"][-1][1:] == [-20.0, -3.0, 1.5]
    assert "latitude=43.8" in found["last"]["/abe/sensors/gps/gps/fix"]
    assert "range=7.0" in found["last"]["/abe/altimeter"]
    assert math.isfinite(found["told"]["/abe/odom"]["waits"][0])
    assert all(one.startswith("RIHS01_") for hashes in found["hashes"].values() for one in hashes)
    assert "invalid" not in shown
