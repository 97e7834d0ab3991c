"""A node of ROS 2 itself, by rclpy: hears two vehicles, commands one, and prints what it found as JSON.

For an interpreter with ROS 2, which a registry of Python packages has (docs/doors/ros.md).
"""

from __future__ import annotations

import json
import sys
import time

import rclpy
from nav_msgs.msg import Odometry
from rclpy.qos import qos_profile_sensor_data
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import FluidPressure, Imu, NavSatFix, Range
from std_msgs.msg import Bool, Float64


def main(seconds: float, names: list[str]) -> None:
    rclpy.init()
    node = rclpy.create_node("listener")
    found: dict[str, list[tuple[float, object]]] = {}

    def hear(kind: type, topic: str, quality: object = 10) -> None:
        found[topic] = []
        node.create_subscription(kind, topic, lambda one: found[topic].append((time.time(), one)), quality)

    for name in names:
        hear(Odometry, f"/{name}/odom")
        hear(Imu, f"/{name}/sensors/imu/imu/data", qos_profile_sensor_data)
        hear(NavSatFix, f"/{name}/sensors/gps/gps/fix", qos_profile_sensor_data)
        hear(FluidPressure, f"/{name}/pressure")
        hear(Range, f"/{name}/altimeter")
    hear(Clock, "/clock")
    thrust = node.create_publisher(Float64, f"/{names[0]}/thrusters/left/thrust", 10)
    manual = node.create_publisher(Bool, f"/{names[0]}/manual_override", 10)
    pause = node.create_publisher(Bool, f"/{names[0]}/pause", 10)
    print("on", flush=True)
    until, commanded = time.monotonic() + seconds, 0.0
    while time.monotonic() < until:
        rclpy.spin_once(node, timeout_sec=0.1)
        there = all(one.get_subscription_count() for one in (thrust, manual, pause))
        # again: the other side may know of this one later
        if there and time.monotonic() - commanded > 1.0:
            thrust.publish(Float64(data=42.0))
            manual.publish(Bool(data=True))
            pause.publish(Bool(data=False))
            commanded = time.monotonic()
    told = {
        topic: {"count": len(ones), "waits": sorted(at - _seconds(one) for at, one in ones)}
        for topic, ones in found.items()
    }
    last = {topic: str(ones[-1][1]) for topic, ones in found.items() if ones}
    places = [
        (one.pose.pose.position.x, one.pose.pose.position.y, one.pose.pose.position.z, one.twist.twist.linear.x)
        for _, one in found[f"/{names[0]}/odom"]
    ]
    hashes = {topic: [str(one.topic_type_hash) for one in node.get_publishers_info_by_topic(topic)] for topic in found}
    print(
        json.dumps(
            {
                "rmw": rclpy.get_rmw_implementation_identifier(),
                "told": told,
                "last": last,
                "places": places,
                "commanded": commanded,
                "hashes": hashes,
            }
        )
    )


def _seconds(one: object) -> float:
    stamp = one.clock if isinstance(one, Clock) else one.header.stamp
    return stamp.sec + 1e-9 * stamp.nanosec


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:])
