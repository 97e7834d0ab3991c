"""A node on DDS as rmw_cyclonedds makes them, with types from ROS's own message files; it does not import the package.

``ros_node.py listen SECONDS``: prints each sample of some topics as a line of JSON. ``ros_node.py command VEHICLE``:
commands it, and asks its services.
"""

import json
import os
import sys
import time
from dataclasses import asdict, dataclass

from cyclonedds.core import Policy, Qos
from cyclonedds.domain import DomainParticipant
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.types import array, float32, float64, int8, int32, int64, sequence, uint8, uint16, uint32, uint64
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration


@dataclass
class Time(IdlStruct, typename="builtin_interfaces::msg::dds_::Time_"):
    sec: int32
    nanosec: uint32


@dataclass
class Header(IdlStruct, typename="std_msgs::msg::dds_::Header_"):
    stamp: Time
    frame_id: str


@dataclass
class Vector3(IdlStruct, typename="geometry_msgs::msg::dds_::Vector3_"):
    x: float64
    y: float64
    z: float64


@dataclass
class Point(IdlStruct, typename="geometry_msgs::msg::dds_::Point_"):
    x: float64
    y: float64
    z: float64


@dataclass
class Quaternion(IdlStruct, typename="geometry_msgs::msg::dds_::Quaternion_"):
    x: float64
    y: float64
    z: float64
    w: float64


@dataclass
class Pose(IdlStruct, typename="geometry_msgs::msg::dds_::Pose_"):
    position: Point
    orientation: Quaternion


@dataclass
class PoseWithCovariance(IdlStruct, typename="geometry_msgs::msg::dds_::PoseWithCovariance_"):
    pose: Pose
    covariance: array[float64, 36]


@dataclass
class Twist(IdlStruct, typename="geometry_msgs::msg::dds_::Twist_"):
    linear: Vector3
    angular: Vector3


@dataclass
class TwistWithCovariance(IdlStruct, typename="geometry_msgs::msg::dds_::TwistWithCovariance_"):
    twist: Twist
    covariance: array[float64, 36]


@dataclass
class Odometry(IdlStruct, typename="nav_msgs::msg::dds_::Odometry_"):
    header: Header
    child_frame_id: str
    pose: PoseWithCovariance
    twist: TwistWithCovariance


@dataclass
class Transform(IdlStruct, typename="geometry_msgs::msg::dds_::Transform_"):
    translation: Vector3
    rotation: Quaternion


@dataclass
class TransformStamped(IdlStruct, typename="geometry_msgs::msg::dds_::TransformStamped_"):
    header: Header
    child_frame_id: str
    transform: Transform


@dataclass
class TFMessage(IdlStruct, typename="tf2_msgs::msg::dds_::TFMessage_"):
    transforms: sequence[TransformStamped]


@dataclass
class Imu(IdlStruct, typename="sensor_msgs::msg::dds_::Imu_"):
    header: Header
    orientation: Quaternion
    orientation_covariance: array[float64, 9]
    angular_velocity: Vector3
    angular_velocity_covariance: array[float64, 9]
    linear_acceleration: Vector3
    linear_acceleration_covariance: array[float64, 9]


@dataclass
class NavSatStatus(IdlStruct, typename="sensor_msgs::msg::dds_::NavSatStatus_"):
    status: int8
    service: uint16


@dataclass
class NavSatFix(IdlStruct, typename="sensor_msgs::msg::dds_::NavSatFix_"):
    header: Header
    status: NavSatStatus
    latitude: float64
    longitude: float64
    altitude: float64
    position_covariance: array[float64, 9]
    position_covariance_type: uint8


@dataclass
class Range(IdlStruct, typename="sensor_msgs::msg::dds_::Range_"):
    header: Header
    radiation_type: uint8
    field_of_view: float32
    min_range: float32
    max_range: float32
    range: float32
    variance: float32  # not in Humble


@dataclass
class FluidPressure(IdlStruct, typename="sensor_msgs::msg::dds_::FluidPressure_"):
    header: Header
    fluid_pressure: float64
    variance: float64


@dataclass
class Wrench(IdlStruct, typename="geometry_msgs::msg::dds_::Wrench_"):
    force: Vector3
    torque: Vector3


@dataclass
class WrenchStamped(IdlStruct, typename="geometry_msgs::msg::dds_::WrenchStamped_"):
    header: Header
    wrench: Wrench


@dataclass
class Clock(IdlStruct, typename="rosgraph_msgs::msg::dds_::Clock_"):
    clock: Time


@dataclass
class Float64(IdlStruct, typename="std_msgs::msg::dds_::Float64_"):
    data: float64


@dataclass
class Bool(IdlStruct, typename="std_msgs::msg::dds_::Bool_"):
    data: bool


@dataclass
class SetBoolRequest(IdlStruct, typename="std_srvs::srv::dds_::SetBool_Request_"):
    guid: uint64
    seq: int64
    data: bool


@dataclass
class SetBoolResponse(IdlStruct, typename="std_srvs::srv::dds_::SetBool_Response_"):
    guid: uint64
    seq: int64
    success: bool
    message: str


@dataclass
class EmptyRequest(IdlStruct, typename="std_srvs::srv::dds_::Empty_Request_"):
    guid: uint64
    seq: int64
    structure_needs_at_least_one_member: uint8


@dataclass
class EmptyResponse(IdlStruct, typename="std_srvs::srv::dds_::Empty_Response_"):
    guid: uint64
    seq: int64
    structure_needs_at_least_one_member: uint8


#: A subscription and a publisher of ROS by default: reliable, the last ten.
QOS = Qos(
    Policy.Reliability.Reliable(duration(seconds=1)), Policy.Durability.Volatile, Policy.History.KeepLast(10),
    Policy.DataRepresentation(use_cdrv0_representation=True),
)  # fmt: skip
HEARD = {
    "odom": Odometry, "sensors/imu/imu/data": Imu, "sensors/gps/gps/fix": NavSatFix, "pressure": FluidPressure,
    "altimeter": Range, "thrusters/motor_port/wrench": WrenchStamped,
}  # fmt: skip


def listen(participant: DomainParticipant, seconds: float, names: list[str]) -> None:
    topics = {f"/{name}/{topic}": kind for name in names for topic, kind in HEARD.items()}
    topics |= {"/tf": TFMessage, "/clock": Clock}
    readers = {
        name: DataReader(participant, Topic(participant, f"rt{name}", kind, qos=QOS), qos=QOS)
        for name, kind in topics.items()
    }
    print(json.dumps({"topic": "", "at": time.time()}), flush=True)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for name, reader in readers.items():
            for sample in reader.take(N=100):
                if sample.sample_info.valid_data:
                    print(json.dumps({"topic": name, "at": time.time(), **asdict(sample)}), flush=True)
        time.sleep(0.002)


def serves(requests: DataWriter, answers: DataReader) -> bool:
    """Whether a service is there, as rmw_cyclonedds sees it: a reader and a writer with the same name."""
    read = {noted(requests.get_matched_subscription_data(one)) for one in requests.get_matched_subscriptions()}
    written = {noted(answers.get_matched_publication_data(one)) for one in answers.get_matched_publications()}
    return bool(read & written - {""})


def noted(endpoint: object, key: str = "serviceid") -> str:
    """Return what ROS notes of an endpoint in its user data."""
    qos = getattr(endpoint, "qos", None)
    data = qos[Policy.Userdata].data.decode() if qos is not None and Policy.Userdata in qos else ""
    return dict(one.split("=", 1) for one in data.split(";") if one).get(key, "")


def switch(participant: DomainParticipant, vehicle: str) -> None:
    """Reset, and pause, by topics."""
    for topic, values in (("reset", (False, True)), ("pause", (True,))):
        made = DataWriter(participant, Topic(participant, f"rt/{vehicle}/{topic}", Bool, qos=QOS), qos=QOS)
        until = time.monotonic() + 30.0
        while not made.get_matched_subscriptions():
            assert time.monotonic() < until, "no door"
            time.sleep(0.05)
        for value in values:
            made.write(Bool(value))
    time.sleep(2.0)  # a writer that has gone sends nothing again


def command(participant: DomainParticipant, vehicle: str) -> None:
    def writer(topic: str, kind: type) -> DataWriter:
        return DataWriter(participant, Topic(participant, topic, kind, qos=QOS), qos=QOS)

    thrust = writer(f"rt/{vehicle}/thrusters/left/thrust", Float64)
    gear = writer(f"rt/{vehicle}/command/gear", Float64)
    deploy = writer(f"rt/{vehicle}/deploy", Bool)
    pause = writer(f"rq/{vehicle}/pauseRequest", SetBoolRequest)
    reset = writer(f"rq/{vehicle}/resetRequest", EmptyRequest)
    paused = DataReader(participant, Topic(participant, f"rr/{vehicle}/pauseReply", SetBoolResponse, qos=QOS), qos=QOS)
    done = DataReader(participant, Topic(participant, f"rr/{vehicle}/resetReply", EmptyResponse, qos=QOS), qos=QOS)
    until = time.monotonic() + 30.0
    while not (
        all(one.get_matched_subscriptions() for one in (thrust, gear, deploy))
        and serves(pause, paused)
        and serves(reset, done)
    ):
        assert time.monotonic() < until, "no door"
        time.sleep(0.05)
    thrust.write(Float64(float("nan")))
    thrust.write(Float64(float("inf")))
    thrust.write(Float64(42.0))
    gear.write(Float64(3.0))
    deploy.write(Bool(True))
    pause.write(SetBoolRequest(7, 1, True))
    reset.write(EmptyRequest(7, 2, 0))
    found = []
    while len(found) < 2 and time.monotonic() < until:
        for reader in (paused, done):
            found += [asdict(one) for one in reader.take(N=10) if one.sample_info.valid_data]
        time.sleep(0.01)
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    node = DomainParticipant(int(os.environ.get("ROS_DOMAIN_ID", "0")))
    if sys.argv[1] == "listen":
        listen(node, float(sys.argv[2]), sys.argv[3:])
    elif sys.argv[1] == "switch":
        switch(node, sys.argv[2])
    else:
        command(node, sys.argv[2])
