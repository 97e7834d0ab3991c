"""``usim sitl``: a rover that speaks ArduPilot's JSON interface steers vehicles, from outside."""

from __future__ import annotations

import json
import math
import re
import socket
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.doors.commands import door_open, interrupted, said_by
from tests.doors.flood import burst
from tests.doors.rover import RATE, Rover
from tests.support.paths import DATA
from tests.support.processes import run
from usimmarine_py.doors.sitl.packets import VehicleAnswer, read_frame
from usimmarine_py.doors.sitl.servos import Servo, commands_of, servos_of
from usimmarine_py.errors import ConfigError, DoorError
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.simulator import Simulator

SQUARE = [(25.0, 0.0), (25.0, 25.0), (0.0, 25.0), (0.0, 0.0)]


class Vehicle(NamedTuple):
    """A vehicle that waits for an autopilot."""

    process: subprocess.Popen[str]
    address: tuple[str, int]


@contextmanager
def vehicle(folder: Path, *words: str) -> Iterator[Vehicle]:
    words = ("sitl", *words, "--port", "0", "--engine", "python")
    with door_open(folder, *words, until=r"udp (\S+):(\d+)") as (process, found):
        yield Vehicle(process, (found[1], int(found[2])))


@pytest.fixture(scope="module")
def sailed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rover, Path, str]:
    """A BlueBoat that was steered around a square."""
    folder = tmp_path_factory.mktemp("sitl")
    with vehicle(folder, "--vehicle", "blueboat", "--duration", "75", "--require", "max(NAV_X) > 24") as boat:
        rover = Rover(boat.address, SQUARE)
        rover.sail(75.0)
        while rover.track[-1]["timestamp"] < 75.0 - 1e-6:
            rover.pwm = [0] * 16
            rover.frame()
        rover.close()
        shown = said_by(boat.process)
    assert not rover.waypoints
    return rover, folder / "blueboat_sitl" / "blueboat.alog", shown


def test_time_goes_on_by_a_frame_an_answer(sailed: tuple[Rover, Path, str]) -> None:
    rover, _, shown = sailed
    times = np.array([one["timestamp"] for one in rover.track])
    np.testing.assert_allclose(np.diff(times), 1.0 / RATE, atol=1e-9)
    assert f"{len(times)} frames at 50 Hz" in shown


def test_the_motion_follows_from_what_the_imu_measures(sailed: tuple[Rover, Path, str]) -> None:
    """Dead reckoning of the autopilot by rates and specific force alone, as an inertial navigation does it."""
    rover, _, _ = sailed
    first = rover.track[0]
    rotation, velocity = turned(first["attitude"]), np.array(first["velocity"])
    place = np.array(first["position"])
    for told in rover.track[1:]:
        angle = np.array(told["imu"]["gyro"]) / RATE
        middle = rotation @ small(0.5 * angle)
        before = velocity
        velocity = velocity + (middle @ np.array(told["imu"]["accel_body"]) + [0.0, 0.0, 9.80665]) / RATE
        place = place + 0.5 * (before + velocity) / RATE
        rotation = rotation @ small(angle)
    last = rover.track[-1]
    np.testing.assert_allclose(rotation, turned(last["attitude"]), atol=2e-4)
    np.testing.assert_allclose(velocity, last["velocity"], atol=0.01)
    np.testing.assert_allclose(place, last["position"], atol=0.3)
    assert abs(rover.track[0]["imu"]["accel_body"][2] + 9.80665) < 1e-6


def turned(attitude: list[float]) -> Any:
    roll, pitch, yaw = attitude
    x = np.array([[1, 0, 0], [0, math.cos(roll), -math.sin(roll)], [0, math.sin(roll), math.cos(roll)]])
    y = np.array([[math.cos(pitch), 0, math.sin(pitch)], [0, 1, 0], [-math.sin(pitch), 0, math.cos(pitch)]])
    z = np.array([[math.cos(yaw), -math.sin(yaw), 0], [math.sin(yaw), math.cos(yaw), 0], [0, 0, 1]])
    return z @ y @ x


def small(angle: Any) -> Any:
    """The rotation by a vector (rad), by Rodrigues' formula."""
    size = float(np.linalg.norm(angle))
    if size < 1e-12:
        return np.eye(3)
    x, y, z = angle / size
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(size) * cross + (1 - math.cos(size)) * cross @ cross


def test_attitude_and_quaternion_are_one(sailed: tuple[Rover, Path, str]) -> None:
    rover, _, _ = sailed
    for told in rover.track[::200]:
        w, x, y, z = told["quaternion"]
        across = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        np.testing.assert_allclose(
            np.eye(3) + 2 * w * across + 2 * across @ across, turned(told["attitude"]), atol=1e-12
        )


def test_the_log_is_what_the_autopilot_was_told(sailed: tuple[Rover, Path, str]) -> None:
    rover, log, _ = sailed
    posted: dict[str, list[Any]] = {}
    for row in read_alog(log):
        posted.setdefault(row.variable, []).append(row.value)
    told = np.array([one["position"] for one in rover.track])
    np.testing.assert_allclose(posted["NAV_X"], told[:, 1], atol=1e-4)
    np.testing.assert_allclose(posted["NAV_Y"], told[:, 0], atol=1e-4)
    assert max(posted["DESIRED_THRUST_L"]) > 50.0


def test_the_same_frames_give_the_same_log(tmp_path: Path) -> None:
    logs = []
    sea = [word for one in ("wave_hs=0.3", "wind_speed=5", "wind_gust=davenport") for word in ("--set", one)]
    for name in ("a", "b"):
        with vehicle(tmp_path, "--vehicle", "otter", "--duration", "4", "--seed", "3", "-o", name, *sea) as boat:
            rover = Rover(boat.address, [(100.0, 30.0)])
            told = rover.sail(4.0)
            rover.close()
            said_by(boat.process)
        assert told["windvane"]["speed"] > 1.0
        assert math.hypot(*told["velocity_wind"]) > 1.0
        logs.append((tmp_path / name / "otter.alog").read_bytes())
    assert logs[0] == logs[1]


MISSION = """ServerHost = localhost
ServerPort = 9000
Community = alpha
ProcessConfig = ANTLER
{
  Run = MOOSDB
  Run = uSimMarine
  Run = pMarinePID
}
ProcessConfig = uSimMarine
{
  prefix = NAV
  start_pos = x=0, y=0, heading=90, speed=0
  battery_capacity = 500
}
ProcessConfig = pMarinePID
{
  yaw_pid_kp = 1
}
"""


def test_a_survey_of_a_blueboat_in_wind_waves_and_current(tmp_path: Path) -> None:
    """A mission whose helm is left out: the stand-in reaches every waypoint of its legs."""
    words = (str(DATA / "blueboat_survey.moos"), "--require", "near(15,0) < 3", "--require", "max(NAV_Y) > 37")
    with vehicle(tmp_path, *words) as boat:
        rover = Rover(boat.address, [(40.0, 0.0), (40.0, 15.0), (0.0, 15.0)])
        told = rover.sail(300.0)
        rover.close()
        shown = interrupted(boat.process)
    assert not rover.waypoints and told["timestamp"] < 300.0
    assert math.hypot(*told["velocity_wind"]) > 1.0 and told["battery"]["voltage"] > 10.0
    assert max(abs(one["attitude"][0]) for one in rover.track) > 0.01  # it rolls
    assert "not played   pHelmIvP: the autopilot steers" in shown
    assert "sent again" not in shown and "never came" not in shown


def test_bad_packets_a_second_autopilot_and_a_restart(tmp_path: Path) -> None:
    """A mission of its own, whose controller is left out; each kind of fault is one line, and the run goes on."""
    (tmp_path / "m.moos").write_text(MISSION)
    with vehicle(tmp_path, "m.moos") as boat:
        rover = Rover(boat.address, [(50.0, 200.0)], skid=False)
        rover.sail(2.0)
        other = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        torn = rover.packet()[:-3]
        for data in (b"", b"\x00", torn, rover.packet(1234), rover.packet(rate=0), b"\xff" * 1500):
            rover.socket.sendto(data, rover.address)
        other.sendto(rover.packet(), boat.address)
        time.sleep(0.5)  # others are looked at now and then
        for _ in range(300):
            rover.socket.sendto(torn, rover.address)
        told = rover.frame()
        rover.count -= 1
        assert rover.frame() == told  # the answer was lost: the frame comes again, and makes no tick
        rover.count += 5
        rover.pwm = [65535] * 16  # more than a servo can
        there = rover.frame()
        assert there["timestamp"] == pytest.approx(told["timestamp"] + 1 / RATE)
        assert there["position"][1] > 0.1
        rover.count = 0
        again = rover.frame()
        assert again["timestamp"] == pytest.approx(1 / RATE)
        assert math.hypot(*again["position"][:2]) < 0.1
        assert again["battery"]["voltage"] > 20.0
        rover.close()
        other.close()
        shown = interrupted(boat.process)
    assert "not played   pMarinePID: the autopilot steers" in shown
    for words in (
        "0 bytes are no packet", "has 40 bytes, this one 37", "magic number 1234", "a frame rate of 0 Hz",
        "another program sends to this vehicle", "has started again", "1 sent again", "5 never came", "1 restarts",
    ):  # fmt: skip
        assert shown.count(words) == 1, (words, shown)
    assert "Traceback" not in shown


def test_a_flood_is_one_line_of_a_kind_and_costs_no_frame(tmp_path: Path) -> None:
    with vehicle(tmp_path, "--vehicle", "blueboat") as boat:
        rover = Rover(boat.address, [(50.0, 200.0)])
        # before the autopilot comes: of ever other lengths, versions and rates
        first = [bytes(length) for length in range(100)]
        first += [rover.packet()[:-3], *(rover.packet(magic) for magic in range(100))]
        first += [rover.packet(rate=rate) for rate in range(10)]
        for _ in range(3):
            burst(boat.address, first, len(first))
            time.sleep(0.2)
        rover.sail(0.5)
        # and meanwhile: a frame behind all that
        stranger = struct.pack("<HHI16H", 18458, 50, 1000, *[1900] * 16)
        for _ in range(5):
            burst(boat.address, [stranger, b"nonsense", b""], 5000)
            rover.frame()
        rover.close()
        shown = interrupted(boat.process)
    refused = re.search(r"(\d+) refused", shown)
    assert refused is not None and int(refused[1]) > 3 * len(first)  # what the system drops of others is not counted
    assert "sent again" not in shown
    notes = [line for line in shown.splitlines() if line.startswith("note: ")]
    assert len(notes) == 5, notes


def test_a_frame_that_comes_late_is_no_new_start(tmp_path: Path) -> None:
    with vehicle(tmp_path, "--vehicle", "blueboat") as boat:
        rover = Rover(boat.address, [(50.0, 200.0)])
        told = rover.sail(0.6)
        old = struct.pack("<HHI16H", 18458, 50, rover.count - 3, *[1100] * 16)
        rover.socket.sendto(old, rover.address)
        time.sleep(0.5)
        rover.socket.sendto(rover.packet(), rover.address)
        following = json.loads(rover.socket.recv(65536))
        assert following["timestamp"] == pytest.approx(told["timestamp"] + 1 / RATE)
        rover.socket.sendto(rover.packet(), rover.address)
        rover.socket.sendto(old, rover.address)  # behind the new one, in the same moment
        assert json.loads(rover.socket.recv(65536)) == following
        rover.count = 0  # and a new start is one, early as it is
        assert rover.frame()["timestamp"] == pytest.approx(1 / RATE)
        rover.count = 0
        rover.socket.settimeout(0.5)
        assert rover.frame()["timestamp"] == pytest.approx(1 / RATE)
        rover.close()
        shown = interrupted(boat.process)
    # the second one counts where the system hands it over by itself
    assert re.search("[12] came too late", shown) and "1 restarts" in shown


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
        words = ("sitl", "--vehicle", "blueboat", "--port", str(other.getsockname()[1]))
        done = run(*words, program="usim", cwd=tmp_path)
    assert done.returncode != 0
    assert "choose another --port" in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_packet_of_32_outputs() -> None:
    data = struct.pack("<HHI32H", 29569, 400, 7, *range(1000, 1032))
    assert read_frame(data)[:3] == (400, 7, tuple(range(1000, 1032)))
    with pytest.raises(DoorError, match="has 40 bytes, this one 38"):
        read_frame(struct.pack("<HHI15H", 18458, 50, 0, *[0] * 15))


def test_fields_stand_in_the_order_that_the_autopilot_reads() -> None:
    """It takes the first place where the name of a field occurs, and no blank behind a colon."""
    zero = (0.0, 0.0, 0.0)
    answer = VehicleAnswer(1.0, zero, zero, zero, zero, (1.0, 0.0, 0.0, 0.0), zero, zero, (0.0, 1.0), (24.0, 1.0), 5.0)
    text = answer.encoded().decode()
    assert text.index('"velocity":[') < text.index('"velocity_wind":[')
    assert " " not in text
    assert json.loads(text)["rng_1"] == 5.0
    with pytest.raises(DoorError, match="not finite"):
        answer._replace(gyro=(math.nan, 0.0, 0.0)).encoded()


@pytest.mark.parametrize(
    ("pwm", "value"),
    [(1100, -100.0), (1300, -50.0), (1500, 0.0), (1900, 100.0), (0, 0.0), (900, -100.0), (9999, 100.0)],
)
def test_pulses(pwm: int, value: float) -> None:
    assert Servo(1, "DESIRED_THRUST").value(pwm) == pytest.approx(value)
    assert Servo(1, "DESIRED_THRUST", widths=(1900.0, 1500.0, 1100.0)).value(pwm) == pytest.approx(
        0.0 if pwm == 0 else -value
    )


def test_actuators_by_their_own_names_and_outputs_that_are_not_there() -> None:
    rov = Simulator(dynamics="fossen6", vehicle="remus100")
    servos = servos_of(["1:prop", "2:rudder:1000:1500:2000", "20:stern_plane"], rov)
    frame = read_frame(struct.pack("<HHI16H", 18458, 50, 0, 1900, 1750, *[1500] * 14))
    found = dict(commands_of(servos, frame))
    assert found["DESIRED_PROP"] > 1000.0  # rpm
    assert found["DESIRED_RUDDER"] == 50.0
    assert found["DESIRED_STERN_PLANE"] == 0.0


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["1"], "must be OUTPUT:NAME"),
        (["0:left"], "must be 1 to 32"),
        (["1:port"], "names are left"),
        (["1:lefft"], "did you mean left"),
        (["1:left:1500:1100:1900"], "REST between"),
        (["1:left:nan:1500:1900"], "REST between"),
        (["1:left", "1:right"], "output 1 is given twice"),
        (["1:left", "2:left"], "is given twice"),
    ],
)
def test_wrong_servos(texts: list[str], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        servos_of(texts, Simulator(dynamics="fossen6", vehicle="blueboat"))


def test_an_output_that_would_do_nothing() -> None:
    with pytest.raises(ConfigError, match="does not read DESIRED_SWAY"):
        servos_of(["1:sway"], Simulator())
