"""``usim ros`` and ``usim rosbag``: a node that does not import the package hears vehicles and commands one."""

from __future__ import annotations

import json
import math
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.doors.commands import door_open, interrupted
from tests.support.paths import ROOT
from tests.support.processes import call, environment
from usimmarine_py.doors.ros.dds import LOOPBACK, DdsParticipant
from usimmarine_py.doors.ros.topics import VehicleTopics, ros_name
from usimmarine_py.doors.ros.types import RosTypes
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.run.files import run_to_files
from usimmarine_py.run.output import RunFiles
from usimmarine_py.run.plan import plan_run

pytest.importorskip("cyclonedds", reason="the extra ros is not installed")
pytest.importorskip("rosbags", reason="the extra ros is not installed")

#: Other tests, and a ROS on this machine, have others.
DOMAIN = str(10 + os.getpid() % 90)
NODE = Path(__file__).with_name("ros_node.py")
REPORT = "NAME=ben,X=10,Y=20,HDG=0,SPD=1.5,DEP=0,LAT=43.9,LON=-70.2,TIME=1"
STATE = {
    "NAV_Y": -20.0, "NAV_HEADING": 0.0, "NAV_DEPTH": 3.0, "NAV_ROLL": 0.1, "NAV_PITCH": -0.2, "NAV_LAT": 43.8,
    "NAV_LONG": -70.3, "NAV_U": 1.5, "NAV_V": 0.2, "NAV_W": -0.1, "NAV_P": 0.01, "NAV_Q": 0.02, "NAV_R": 0.03,
    "NAV_ALTITUDE": 7.0, "USM_FORCE_MOTOR_PORT_X": 5.0, "USM_FORCE_MOTOR_PORT_Y": 1.0, "USM_FORCE_MOTOR_PORT_N": 2.0,
    "USM_FORCE_WIND_X": 1.0, "USM_SENSOR_IMU_FX": 0.5, "USM_SENSOR_IMU_FY": 0.25, "USM_SENSOR_IMU_FZ": -9.81,
}  # fmt: skip


@pytest.fixture
def database() -> Iterator[MoosDb]:
    with MoosDb(community="abe") as db:
        yield db


@contextmanager
def door(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    with door_open(folder, "ros", *words, until="community", CYCLONEDDS_URI=LOOPBACK, ROS_DOMAIN_ID=DOMAIN) as found:
        process, _ = found
        yield process


#: What nodes have with ROS_LOCALHOST_ONLY=1, and by ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST since Jazzy.
HUMBLE = (
    "<CycloneDDS><Domain><General><Interfaces><NetworkInterface address='127.0.0.1'/></Interfaces></General></Domain>"
    "</CycloneDDS>"
)
JAZZY = (
    "<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast></General><Discovery><ParticipantIndex>auto"
    "</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex><Peers><Peer address='localhost'/></Peers>"
    "</Discovery></Domain></CycloneDDS>"
)


def node(*words: str, settings: str) -> subprocess.Popen[str]:
    env = environment(CYCLONEDDS_URI=settings, ROS_DOMAIN_ID=DOMAIN)
    return subprocess.Popen([sys.executable, str(NODE), *words], env=env, stdout=subprocess.PIPE, text=True)


def test_a_node_hears_the_vehicle_and_others(database: MoosDb, tmp_path: Path) -> None:
    with (
        closing(connect(port=database.port, name="vehicle")) as client,
        door(tmp_path, "--port", str(database.port)) as process,
        node("listen", "6", "abe", "ben", settings=HUMBLE) as listener,
    ):
        assert listener.stdout is not None
        assert listener.stdout.readline()  # it listens
        for k in range(40):
            for name, value in {**STATE, "NAV_X": float(k)}.items():
                client.notify(name, value)
            client.notify("NAV_NONSENSE", math.nan)
            client.notify("NODE_REPORT", REPORT if k % 2 else "NAME=?,X=what")
            time.sleep(0.05)
        heard: dict[str, list[dict[str, Any]]] = {}
        for line in listener.communicate(timeout=60)[0].splitlines():
            found = json.loads(line)
            heard.setdefault(found["topic"], []).append(found)
        shown = interrupted(process)
    assert "commands taken" in shown
    odom = heard["/abe/odom"]
    places = [one["pose"]["pose"]["position"]["x"] for one in odom]
    assert len(places) > 5 and places == sorted(places)
    one = odom[-1]
    assert (one["header"]["frame_id"], one["child_frame_id"]) == ("map", "abe/base_link")
    assert abs(one["header"]["stamp"]["sec"] - one["at"]) < 20.0
    assert one["pose"]["pose"]["position"]["y"] == -20.0 and one["pose"]["pose"]["position"]["z"] == -3.0
    np.testing.assert_allclose(_matrix(one["pose"]["pose"]["orientation"]), _enu(0.1, -0.2, 0.0), atol=1e-12)
    twist = one["twist"]["twist"]
    assert twist["linear"] == {"x": 1.5, "y": -0.2, "z": 0.1}
    assert twist["angular"] == {"x": 0.01, "y": -0.02, "z": -0.03}
    imu = heard["/abe/sensors/imu/imu/data"][-1]
    assert imu["linear_acceleration"] == {"x": 0.5, "y": -0.25, "z": 9.81}
    assert heard["/abe/pressure"][-1]["fluid_pressure"] == pytest.approx(101325 + 3 * 1025 * 9.81)
    assert heard["/abe/altimeter"][-1]["range"] == 7.0
    assert heard["/abe/sensors/gps/gps/fix"][-1]["latitude"] == 43.8
    wrench = heard["/abe/thrusters/motor_port/wrench"][-1]["wrench"]
    assert wrench["force"] == {"x": 5.0, "y": -1.0, "z": 0.0} and wrench["torque"]["z"] == -2.0
    other = heard["/ben/odom"][-1]
    assert other["pose"]["pose"]["position"] == {"x": 10.0, "y": 20.0, "z": 0.0}
    assert other["twist"]["twist"]["linear"]["x"] == 1.5
    frames = {part["child_frame_id"] for found in heard["/tf"] for part in found["transforms"]}
    assert frames == {"abe/base_link", "abe/altimeter_link", "ben/base_link"}
    down = [part for found in heard["/tf"] for part in found["transforms"] if "altimeter" in part["child_frame_id"]][-1]
    np.testing.assert_allclose(_matrix(down["transform"]["rotation"])[:, 0], [0, 0, -1], atol=1e-12)  # of the beam
    assert heard["/abe/altimeter"][-1]["header"]["frame_id"] == down["child_frame_id"]
    times = [one["clock"]["sec"] + 1e-9 * one["clock"]["nanosec"] for one in heard["/clock"]]
    assert len(times) > 5 and times == sorted(times)


def _matrix(q: dict[str, float]) -> Any:
    x, y, z, w = q["x"], q["y"], q["z"], q["w"]
    across = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * across + 2 * across @ across


def _enu(roll: float, pitch: float, heading: float) -> Any:
    """From forward, port, up to east, north, up: by the axes of the vehicle in north, east, down."""
    cr, sr, cp, sp, cy, sy = (f(a) for a in (roll, pitch, heading) for f in (math.cos, math.sin))
    ned = np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )
    return np.array([[0, 1, 0], [1, 0, 0], [0, 0, -1]]) @ ned @ np.diag([1, -1, -1])


def test_a_node_commands_and_asks_services(database: MoosDb, tmp_path: Path) -> None:
    names = ("DESIRED_THRUST_L", "GEAR", "DEPLOY", "USM_SIM_PAUSED", "USM_RESET", "THRUST_MODE_DIFFERENTIAL")
    with (
        closing(connect(port=database.port, name="vehicle")) as client,
        door(tmp_path, "--port", str(database.port), "--control", "--command", "GEAR") as process,
    ):
        for name in names:
            client.register(name)
        with node("command", "abe", settings=JAZZY) as commander:
            answers = json.loads(commander.communicate(timeout=60)[0])
        got: dict[str, Any] = {}

        def complete() -> bool:
            got.update({one.variable: one.value for one in client.fetch()})
            return set(got) == set(names)

        assert wait_for(complete)
        shown = interrupted(process)
    assert got["DESIRED_THRUST_L"] == 42.0 and got["GEAR"] == 3.0
    assert (got["DEPLOY"], got["USM_SIM_PAUSED"], got["THRUST_MODE_DIFFERENTIAL"]) == ("true", "true", "true")
    assert got["USM_RESET"].startswith("x=0,y=0")
    assert {"guid": 7, "seq": 1, "success": True, "message": ""} in answers
    assert {"guid": 7, "seq": 2, "structure_needs_at_least_one_member": 0} in answers
    assert shown.count("not finite is refused") == 1
    assert "5 commands taken" in shown


def test_topics_pause_and_reset_too(database: MoosDb, tmp_path: Path) -> None:
    """The default implementation of ROS writes requests to services in another way."""
    with (
        closing(connect(port=database.port, name="vehicle")) as client,
        door(tmp_path, "--port", str(database.port), "--control") as process,
    ):
        client.register("USM_SIM_PAUSED")
        client.register("USM_RESET")
        with node("switch", "abe", settings=HUMBLE) as commander:
            assert commander.wait(60) == 0
        got: dict[str, Any] = {}

        def complete() -> bool:
            got.update({one.variable: one.value for one in client.fetch()})
            return len(got) == 2

        assert wait_for(complete)
        shown = interrupted(process)
    assert got["USM_SIM_PAUSED"] == "true" and got["USM_RESET"].startswith("x=0,y=0")
    assert "2 commands taken" in shown  # a reset of false is none


def test_bytes_are_those_of_another_implementation() -> None:
    """Each message, by CycloneDDS and by rosbags."""
    ros = RosTypes()
    topics = VehicleTopics(ros, "abe")
    for name, value in {**STATE, "NAV_X": 1.0}.items():
        topics.take(name, value)
    topics.take("NODE_REPORT", REPORT)
    dds = DdsParticipant(ros, 231, network=False)
    messages = [*topics.publish(1e9 + 0.25), topics.clock(3.5)]
    assert len({one.kind for one in messages}) == 8
    for one in messages:
        ours, theirs = dds._sample(one.message, one.kind).serialize(), ros.serialised(one.message)
        assert ours[4 : len(theirs)] == theirs[4:], one.kind


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run") / "met"
    missions = [read_mission(ROOT / "missions" / "encounter" / f"{name}.moos") for name in ("shore", "abe", "ben")]
    run_to_files(plan_run(missions, duration=20.0), folder, RunFiles())
    return folder


def test_a_bag_holds_the_run(run: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        call("rosbag", str(run), "-o", "bag", program="usim"), cwd=tmp_path, env=environment(), text=True,
        capture_output=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(tmp_path / "bag" / "bag.db3")) as db:  # without rosbags
        topics = {name: (number, kind) for number, name, kind in db.execute("SELECT id, name, type FROM topics")}
        number, kind = topics["/ben/odom"]
        rows = db.execute("SELECT timestamp, data FROM messages WHERE topic_id = ? ORDER BY timestamp", (number,))
        found = [(stamp, np.frombuffer(data[4:12], "<u4")) for stamp, data in rows]
    assert kind == "nav_msgs/msg/Odometry"
    assert all(stamp == int(sec) * 10**9 + int(nanosec) for stamp, (sec, nanosec) in found)
    assert len(found) == sum(row.variable == "NAV_X" for row in read_alog(run / "ben.alog"))
    assert "/clock" in topics and "/shore/odom" not in topics
    assert "bag.db3" in (tmp_path / "bag" / "metadata.yaml").read_text()
    again = subprocess.run(
        call("rosbag", str(run), "-o", "bag", program="usim"), cwd=tmp_path, env=environment(), text=True,
        capture_output=True, timeout=100,
    )  # fmt: skip
    assert again.returncode == 2 and "choose another folder" in again.stderr


def test_fit_and_others_read_it(run: Path, tmp_path: Path) -> None:
    from rosbags.highlevel import AnyReader

    from usimmarine_py.doors.ros.bag import write_bag
    from usimmarine_py.logs.instruments.read import read_series

    write_bag([run / "abe.alog"], tmp_path / "one", mcap=True)
    with AnyReader([tmp_path / "one"]) as bag:
        kinds = {one.topic: one.msgtype for one in bag.connections}
        assert kinds["/abe/odom"] == "nav_msgs/msg/Odometry"
        assert kinds["/ben/odom"] == "nav_msgs/msg/Odometry"  # by its reports
        assert kinds["/abe/command/thrust"] == "std_msgs/msg/Float64"
        assert sum(1 for _ in bag.messages()) > 100
    assert not list(tmp_path.glob(".*"))

    alone = tmp_path / "abe.alog"  # without another vehicle the names are those of MOOS
    lines = (run / "abe.alog").read_text().splitlines()
    alone.write_text("\n".join(line for line in lines if "NODE_REPORT" not in line) + "\n")
    write_bag([alone], tmp_path / "two")
    got, log = read_series(tmp_path / "two"), read_series(alone)
    assert "NAV_SPEED" not in got  # that is through the water
    for name in ("NAV_X", "NAV_HEADING", "DESIRED_THRUST", "DESIRED_RUDDER"):
        np.testing.assert_allclose(got[name][1], log[name][1], atol=1e-9)
    np.testing.assert_allclose(got["NAV_U"][1], log["NAV_SPEED_OVER_GROUND"][1], atol=1e-6)


def test_a_bag_is_drawn_and_compared_as_its_log(run: Path, tmp_path: Path) -> None:
    from usimmarine_py.doors.ros.bag import write_bag
    from usimmarine_py.logs.runs import read_run, runs_in

    write_bag([run / "abe.alog"], tmp_path / "one")
    assert runs_in(tmp_path / "one") == [tmp_path / "one"]
    bag, log = read_run(tmp_path / "one"), read_run(run / "abe.alog")
    assert {name.partition("_")[0] for name in bag} == {"ABE", "BEN"}
    for name, tolerance in (("X", 1e-9), ("Y", 1e-9), ("HEADING", 1e-6), ("SPEED", 1e-9), ("DEPTH", 1e-9)):
        np.testing.assert_allclose(
            bag[f"ABE_{name}"].values, log[f"NAV_{name}"].values[-len(bag["ABE_X"].times) :], atol=tolerance
        )
    done = subprocess.run(
        call("plot", "one", "--prefix", "ABE", "-o", "p.png", program="usim"), cwd=tmp_path, env=environment(),
        capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0 and (tmp_path / "p.png").stat().st_size > 10_000, done.stderr


def test_a_bag_of_several_vehicles_is_compared_with_its_run(run: Path, tmp_path: Path) -> None:
    from usimmarine_py.doors.ros.bag import write_bag
    from usimmarine_py.logs.fleet.difference import compare_runs

    write_bag([run / f"{name}.alog" for name in ("abe", "ben")], tmp_path / "both")
    found = compare_runs(tmp_path / "both", run)
    assert [pair.name for pair in found.vehicles] == ["abe", "ben"] and found.missing == ((), ())
    assert all(pair.largest < 1e-9 for pair in found.vehicles)


def test_what_is_no_run_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.alog").write_text("%% LOG FILE: ./a.alog\n1.0 MODE x y\n")
    for words, said in (
        (["a.alog"], "no position"), (["nope.alog"], "does not exist"),
    ):  # fmt: skip
        done = subprocess.run(
            call("rosbag", *words, program="usim"), cwd=tmp_path, env=environment(), text=True, capture_output=True,
            timeout=60,
        )  # fmt: skip
        assert done.returncode in (1, 2) and said in done.stderr and "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.alog"]


@pytest.mark.parametrize(
    ("words", "more", "said"),
    [
        (["--command", "X"], {}, "is for --control"),
        (["--control", "--command", "A B"], {}, "must be the name of a variable"),
        ([], {"ROS_DOMAIN_ID": "-1"}, "must be 0 to 232"),
        (["--domain", "999"], {}, "0<=x<=232"),
    ],
)
def test_wrong_words(words: list[str], more: dict[str, str], said: str) -> None:
    done = subprocess.run(
        call("ros", *words, program="usim"), env=environment(**more), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2 and said in done.stderr


@pytest.mark.parametrize(("name", "made"), [("Abe-1", "abe_1"), ("2x", "v2x"), ("ä", "vehicle"), ("a/../b", "a_b")])
def test_names(name: str, made: str) -> None:
    assert ros_name(name) == made


def test_states_that_come_together_or_in_halves_are_whole() -> None:
    topics = VehicleTopics(RosTypes(), "abe")

    def take(**values: float) -> None:
        for name, value in values.items():
            topics.take(f"NAV_{name}", value)

    def places(*, complete: bool = False) -> list[tuple[float, float]]:
        found = [one.message for one in topics.publish(1.0, complete=complete) if one.topic == "/abe/odom"]
        return [(one.pose.pose.position.x, one.pose.pose.position.y) for one in found]

    take(X=1.0, Y=10.0)
    assert places() == [(1.0, 10.0)]
    take(X=2.0)
    assert places() == []  # its Y is on the way
    take(Y=20.0)
    assert places() == [(2.0, 20.0)]
    take(X=3.0)
    assert topics.begins("NAV_X") and not topics.begins("NAV_Y")
    assert places(complete=True) == [(3.0, 20.0)]  # only X has changed


def test_height_and_drift_are_those_of_the_position() -> None:
    """Without velocities in its own axes: 2 m/s on course 120 with a heading of 90 degrees, 0.3 m above still water."""
    topics = VehicleTopics(RosTypes(), "abe")
    state = {"X": 1.0, "Y": 2.0, "Z": 0.3, "DEPTH": 0.0, "HEADING": 90.0, "SPEED": 9.0, "SPEED_OVER_GROUND": 2.0}
    for name, value in {**state, "HEADING_OVER_GROUND": 120.0, "LAT": 43.0, "LONG": -70.0}.items():
        topics.take(f"NAV_{name}", value)
    topics.take("USM_SENSOR_DVL_U", 1.5)
    topics.take("USM_SENSOR_DVL_V", 0.25)
    found = {one.topic: one.message for one in topics.publish(1.0)}
    odom = found["/abe/odom"]
    assert odom.pose.pose.position.z == found["/abe/sensors/gps/gps/fix"].altitude == 0.3
    linear = odom.twist.twist.linear
    assert (linear.x, linear.y) == pytest.approx((math.sqrt(3.0), -1.0))  # it drifts to starboard
    measured = found["/abe/dvl_twist"].twist.twist.linear
    assert (measured.x, measured.y) == (1.5, -0.25)


def test_a_log_whose_posts_have_their_own_times_gives_whole_states(tmp_path: Path) -> None:
    from rosbags.highlevel import AnyReader

    from usimmarine_py.doors.ros.bag import write_bag

    lines = ["%% LOG FILE: ./abe.alog", "%% LOGSTART 1700000000.0"]
    for k in range(5):
        lines += [f"{k * 0.1 + 0.002 * n:.3f} NAV_{name} sim {k}" for n, name in enumerate(("X", "Y", "HEADING"))]
    (tmp_path / "abe.alog").write_text("\n".join(lines) + "\n")
    write_bag([tmp_path / "abe.alog"], tmp_path / "bag")
    with AnyReader([tmp_path / "bag"]) as bag:
        odom = [one for one in bag.connections if one.topic == "/abe/odom"]
        found = [(stamp, bag.deserialize(raw, one.msgtype)) for one, stamp, raw in bag.messages(odom)]
    assert [one.pose.pose.position.x for _, one in found] == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert all(one.pose.pose.position.x == one.pose.pose.position.y for _, one in found)
    assert [stamp - 1_700_000_000_000_000_000 for stamp, _ in found] == [k * 100_000_000 for k in range(5)]


def test_names_of_logs() -> None:
    from usimmarine_py.doors.ros.bag import vehicle_names

    first, second, other = (
        Path(f"{name}.alog") for name in ("abe_27_11_2026_____00_11_17", "abe_27_11_2026_____00_12_05", "ben")
    )
    assert vehicle_names([first, other]) == ["abe", "ben"]
    assert vehicle_names([first, second]) == [first.stem, second.stem]
