"""What of a vehicle becomes which message: one table for the live door and for bags (docs/doors/ros.md).

Frames are those of REP 103 and 105: ``map`` is the local plane, x east, y north, z up; NAME/base_link is the vehicle, x
forward, y to port, z up. Units are SI. Names of sensors are those of VRX, ``odom`` and ``pressure`` those of the UUV
simulator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import cos, isfinite, nan, radians, sin, sqrt
from typing import Any, NamedTuple

import numpy as np

from usimmarine_py.doors.ros.types import RosTypes
from usimmarine_py.errors import UsimError
from usimmarine_py.logs.instruments.odometry import COMMAND_TOPICS
from usimmarine_py.logs.mcap.scene import orientation
from usimmarine_py.texts.node_report import read_node_report
from usimmarine_py.values import Value

#: Pa at the surface, and Pa for each metre of depth, of a vehicle without a pressure sensor.
ATMOSPHERE, PER_METRE = 101_325.0, 1025.0 * 9.81
#: Of an altimeter, rad and m.
_BEAM, _FARTHEST = 0.1, 1000.0
#: From an altimeter's frame, whose x axis is its beam, to ``map``: NAV_ALTITUDE is what is straight below.
_DOWN = (0.0, sqrt(0.5), 0.0, sqrt(0.5))
_FORCE = re.compile(r"USM_FORCE_(\w+)_([XYZKMN])")
#: Forces that are not of actuators.
_NO_ACTUATORS = frozenset(
    {"ACTUATORS", "EXTERNAL", "WIND", "WAVES", "DRAG", "RESTORING", "MEMORY", "CURRENT", "TOTAL", "GROUND"}
)
_NAME = re.compile(r"[^A-Za-z0-9_]+")
#: Vehicles that reports may name.
MOST_VEHICLES = 500
REPORTS = ("NODE_REPORT", "NODE_REPORT_LOCAL")


class Published(NamedTuple):
    """A message for a topic."""

    topic: str
    kind: str  #: PACKAGE/msg/NAME
    message: Any


def ros_name(name: str) -> str:
    """Return a name that ROS accepts as a part of a topic."""
    found = _NAME.sub("_", name).strip("_").lower() or "vehicle"
    return f"v{found}" if found[0].isdigit() else found


def _height(values: dict[str, float]) -> float:
    """Return the height above the still water, m."""
    return values.get("Z", -values.get("DEPTH", 0.0)) + 0.0


class VehicleTopics:
    """Collects the mail of a community, and makes messages of it."""

    def __init__(
        self, ros: RosTypes, name: str, prefix: str = "NAV", own: Iterable[str] = (), *, commands: bool = False
    ) -> None:
        """``own``: communities that are followed themselves, so that reports of their vehicles are not needed.
        ``commands``: of the mission are messages, too; for bags: a live door listens to their topics.
        """
        self._orders = {name: topic for topic, name in COMMAND_TOPICS.items()} if commands else {}
        self._followed = {ros_name(name), *map(ros_name, own)}
        self.name, self._ros, self._prefix = ros_name(name), ros, prefix
        self._values: dict[str, float] = {}
        self._fresh: set[str] = set()
        self._others: dict[str, dict[str, float]] = {}
        self._last_heading: tuple[float, float] | None = None  #: time, deg

    def take(self, variable: str, value: Value) -> None:
        """Take one post."""
        if isinstance(value, float):
            if isfinite(value):
                self._values[variable] = value
                self._fresh.add(variable)
        elif isinstance(value, str) and variable in REPORTS:
            self._report(value)

    def begins(self, variable: str) -> bool:
        """Whether a post of this variable begins another state of the vehicle, so that the one before is complete."""
        return variable == f"{self._prefix}_X" and variable in self._fresh

    def is_position(self, variable: str) -> bool:
        """Whether the time of this variable is that of a state."""
        return variable == f"{self._prefix}_X"

    @property
    def pending(self) -> bool:
        """Whether a position, or something else that becomes a message, has come since the last ``publish``."""
        return bool(self._fresh) or bool(self._others)

    def publish(self, seconds: float, *, complete: bool = False) -> Iterator[Published]:
        """Yield the messages of what has come since the last call, with this time (s).

        An X without its Y, which may come with the next mail, waits for it, unless the state is ``complete``.
        """
        fresh, self._fresh = self._fresh, set()
        others, self._others = self._others, {}
        stamp = self.stamp(seconds)
        place = {f"{self._prefix}_X", f"{self._prefix}_Y"}
        if place <= fresh or (complete and place <= self._values.keys() and f"{self._prefix}_X" in fresh):
            yield from self._own(stamp, seconds, fresh)
        else:
            self._fresh = {name for name in fresh if name.startswith(f"{self._prefix}_")}
        yield from self._sensors(stamp, fresh)
        yield from self._wrenches(stamp, fresh)
        for name in sorted(fresh & self._orders.keys()):
            yield self._message(f"/{self.name}/{self._orders[name]}", "std_msgs/Float64", self._values[name])
        for name, values in others.items():
            yield from self._odometry(stamp, name, values, (values.get("SPEED", 0.0), 0.0, 0.0), (0.0, 0.0, 0.0))

    def clock(self, seconds: float) -> Published:
        """Return the simulated time for ``use_sim_time``."""
        return self._message("/clock", "rosgraph_msgs/Clock", self.stamp(seconds))

    def stamp(self, seconds: float) -> Any:
        """Return a time of ROS."""
        whole, part = divmod(round(seconds * 1e9), 1_000_000_000)
        return self._ros.make("builtin_interfaces/Time", whole % 2**31, part)

    # ---- parts ------------------------------------------------------------------------------------------------------

    def _number(self, name: str, default: float = nan) -> float:
        return self._values.get(f"{self._prefix}_{name}", default)

    def _message(self, topic: str, kind: str, *values: Any) -> Published:
        package, short = kind.split("/")
        return Published(topic, f"{package}/msg/{short}", self._ros.make(kind, *values))

    def _header(self, stamp: Any, frame: str) -> Any:
        return self._ros.make("std_msgs/Header", stamp, frame)

    def _vector(self, x: float, y: float, z: float) -> Any:
        return self._ros.make("geometry_msgs/Vector3", x, y, z)

    def _own(self, stamp: Any, seconds: float, fresh: set[str]) -> Iterator[Published]:
        n = self._number
        values = {
            "X": n("X"), "Y": n("Y"), "DEPTH": n("DEPTH", 0.0), "HEADING": n("HEADING", 0.0), "ROLL": n("ROLL", 0.0),
            "PITCH": n("PITCH", 0.0),
        }  # fmt: skip
        if isfinite(z := n("Z")):  # a hull that rises above the still water has a depth of 0
            values["Z"] = z
        ahead, across = self._over_ground(values["HEADING"])
        linear = n("U", ahead), -n("V", across) + 0.0, -n("W", 0.0) + 0.0
        turning = self._turning(seconds, values["HEADING"])
        rates = n("P", 0.0), -n("Q", 0.0) + 0.0, -n("R", turning) + 0.0
        yield from self._odometry(stamp, self.name, values, linear, rates)
        if f"{self._prefix}_LAT" in fresh and f"{self._prefix}_LONG" in self._values:
            yield self._fix(stamp, n("LAT"), n("LONG"), _height(values))
        if "USM_SENSOR_IMU_FX" not in self._values:  # else the instrument's own
            turn = self._turned(values)
            yield self._imu(stamp, turn, rates, None)
        if "USM_SENSOR_PRESSURE_PRESSURE" not in self._values:
            yield self._pressure(stamp, ATMOSPHERE + PER_METRE * max(values["DEPTH"], 0.0))
        if f"{self._prefix}_ALTITUDE" in fresh:
            frame = f"{self.name}/altimeter_link"
            yield self._frame(stamp, frame, (values["X"], values["Y"], _height(values)), _DOWN)
            header = self._header(stamp, frame)
            yield self._message(
                f"/{self.name}/altimeter", "sensor_msgs/Range", header, 0, _BEAM, 0.0, _FARTHEST, n("ALTITUDE"), 0.0
            )

    def _over_ground(self, heading: float) -> tuple[float, float]:
        """Return the velocity (m/s, forward and to starboard) of a vehicle that posts none in its own axes."""
        speed, course = self._number("SPEED_OVER_GROUND"), self._number("HEADING_OVER_GROUND")
        if not isfinite(speed + course):
            return self._number("SPEED", 0.0), 0.0
        drift = radians(course - heading)
        return speed * cos(drift), speed * sin(drift)

    def _turning(self, seconds: float, heading: float) -> float:
        """Return the rate of the heading (rad/s, clockwise) of a vehicle that posts none."""
        last, self._last_heading = self._last_heading, (seconds, heading)
        if last is None or seconds <= last[0]:
            return 0.0
        return radians((heading - last[1] + 180.0) % 360.0 - 180.0) / (seconds - last[0])

    def _turned(self, values: dict[str, float]) -> Any:
        roll, pitch, heading = values.get("ROLL", 0.0), values.get("PITCH", 0.0), values.get("HEADING", 0.0)
        return self._ros.make("geometry_msgs/Quaternion", *orientation(roll, pitch, heading))

    def _odometry(
        self,
        stamp: Any,
        name: str,
        values: dict[str, float],
        linear: tuple[float, float, float],
        rates: tuple[float, float, float],
    ) -> Iterator[Published]:
        """Yield odometry, and the frame of the vehicle in ``map``."""
        make, turn = self._ros.make, self._turned(values)
        place = values["X"], values["Y"], _height(values)
        header, frame = self._header(stamp, "map"), f"{name}/base_link"
        pose = make("geometry_msgs/Pose", make("geometry_msgs/Point", *place), turn)
        twist = make("geometry_msgs/Twist", self._vector(*linear), self._vector(*rates))
        zero = np.zeros(36)
        yield self._message(
            f"/{name}/odom", "nav_msgs/Odometry", header, frame, make("geometry_msgs/PoseWithCovariance", pose, zero),
            make("geometry_msgs/TwistWithCovariance", twist, zero),
        )  # fmt: skip
        yield self._frame(stamp, frame, place, (turn.x, turn.y, turn.z, turn.w))

    def _frame(
        self, stamp: Any, frame: str, place: tuple[float, float, float], turn: tuple[float, float, float, float]
    ) -> Published:
        """Return where a frame is in ``map``."""
        make = self._ros.make
        moved = make("geometry_msgs/Transform", self._vector(*place), make("geometry_msgs/Quaternion", *turn))
        one = make("geometry_msgs/TransformStamped", self._header(stamp, "map"), frame, moved)
        return self._message("/tf", "tf2_msgs/TFMessage", [one])

    def _fix(self, stamp: Any, latitude: float, longitude: float, height: float) -> Published:
        header = self._header(stamp, f"{self.name}/base_link")
        status = self._ros.make("sensor_msgs/NavSatStatus", 0, 1)
        return self._message(
            f"/{self.name}/sensors/gps/gps/fix", "sensor_msgs/NavSatFix", header, status, latitude, longitude, height,
            np.zeros(9), 0,
        )  # fmt: skip

    def _imu(
        self,
        stamp: Any,
        turn: Any,
        rates: tuple[float, float, float],
        force: tuple[float, float, float] | None,
    ) -> Published:
        """``force``: specific force, None where no instrument measures it; its covariance then begins with -1."""
        known, unknown = np.zeros(9), np.array([-1.0] + 8 * [0.0])
        header = self._header(stamp, f"{self.name}/base_link")
        return self._message(
            f"/{self.name}/sensors/imu/imu/data", "sensor_msgs/Imu", header, turn, known, self._vector(*rates), known,
            self._vector(*(force or (0.0, 0.0, 0.0))), unknown if force is None else known,
        )  # fmt: skip

    def _pressure(self, stamp: Any, pressure: float) -> Published:
        header = self._header(stamp, f"{self.name}/base_link")
        return self._message(f"/{self.name}/pressure", "sensor_msgs/FluidPressure", header, pressure, 0.0)

    def _sensors(self, stamp: Any, fresh: set[str]) -> Iterator[Published]:
        """Yield what instruments of the simulator have measured."""
        v = self._values
        if "USM_SENSOR_IMU_FX" in fresh:
            values = {name: self._number(name, 0.0) for name in ("ROLL", "PITCH", "HEADING")}
            rates = tuple(v.get(f"USM_SENSOR_IMU_{axis}", 0.0) for axis in "PQR")
            force = tuple(v.get(f"USM_SENSOR_IMU_F{axis}", 0.0) for axis in "XYZ")
            yield self._imu(
                stamp, self._turned(values), (rates[0], -rates[1], -rates[2]), (force[0], -force[1], -force[2])
            )
        if "USM_SENSOR_DVL_U" in fresh:
            u, side, down = (v.get(f"USM_SENSOR_DVL_{axis}", 0.0) for axis in "UVW")
            make, zero = self._ros.make, self._vector(0.0, 0.0, 0.0)
            twist = make("geometry_msgs/Twist", self._vector(u, -side, -down), zero)
            yield self._message(
                f"/{self.name}/dvl_twist", "geometry_msgs/TwistWithCovarianceStamped",
                self._header(stamp, f"{self.name}/base_link"),
                make("geometry_msgs/TwistWithCovariance", twist, np.zeros(36)),
            )  # fmt: skip
        if "USM_SENSOR_PRESSURE_PRESSURE" in fresh:
            yield self._pressure(stamp, v["USM_SENSOR_PRESSURE_PRESSURE"])

    def _wrenches(self, stamp: Any, fresh: set[str]) -> Iterator[Published]:
        """Yield the wrench of each actuator, where the simulator posts forces (``post_forces``)."""
        names = dict.fromkeys(
            found[1] for name in sorted(fresh) if (found := _FORCE.fullmatch(name)) and found[1] not in _NO_ACTUATORS
        )
        for name in names:
            x, y, z, k, m, n = (self._values.get(f"USM_FORCE_{name}_{axis}", 0.0) for axis in "XYZKMN")
            wrench = self._ros.make("geometry_msgs/Wrench", self._vector(x, -y, -z), self._vector(k, -m, -n))
            header = self._header(stamp, f"{self.name}/base_link")
            yield self._message(
                f"/{self.name}/thrusters/{ros_name(name)}/wrench", "geometry_msgs/WrenchStamped", header, wrench
            )

    def _report(self, text: str) -> None:
        try:
            state = read_node_report(text)
        except UsimError:
            return  # the readers of reports say so
        if state.x is None or state.y is None or not state.name or len(self._others) >= MOST_VEHICLES:
            return
        name = ros_name(state.name)
        if name in self._followed:
            return  # its own mail is more accurate
        self._others[name] = {
            "X": state.x, "Y": state.y, "DEPTH": state.depth or 0.0, "HEADING": state.heading or 0.0,
            "SPEED": state.speed or 0.0,
        }  # fmt: skip
