"""``usim sitl --px4``: a stand-in for PX4, of pymavlink alone, steers a boat by what its sensors say."""

from __future__ import annotations

import math
import socket
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

pytest.importorskip("pymavlink")

from tests.doors.commands import door_open, interrupted, said_by
from tests.doors.px4_rover import Px4Rover, mavlink
from tests.support.processes import run
from usimmarine_py.doors.sitl.packets import VehicleAnswer
from usimmarine_py.doors.sitl.px4_messages import Px4Messages
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.maths.geodesy import Geodesy

pyproj = pytest.importorskip("pyproj")

RATE, HOME = 50, (63.4389, 10.3970)
WORDS = ("sitl", "--px4", "--vehicle", "blueboat", "--home", "63.4389,10.3970", "--rate", "50", "--port", "0",
         "--engine", "python")  # fmt: skip
UNTIL = r"tcp (\S+):(\d+)"


class Sailed(NamedTuple):
    """A voyage, as PX4 and the log have it."""

    rover: Px4Rover
    log: dict[str, list[tuple[float, float]]]
    shown: str


@pytest.fixture(scope="module")
def sailed(tmp_path_factory: pytest.TempPathFactory) -> Sailed:
    folder = tmp_path_factory.mktemp("px4")
    with door_open(folder, *WORDS, until=UNTIL) as (process, found):
        rover = Px4Rover((found[1], int(found[2])), [(15.0, 0.0), (15.0, 15.0)], boot=20)
        rover.sail(90.0)
        shown = interrupted(process)
    rover.close()
    log: dict[str, list[tuple[float, float]]] = {}
    for row in read_alog(folder / "blueboat_sitl" / "blueboat.alog"):
        if isinstance(row.value, float):
            log.setdefault(row.variable, []).append((row.time, row.value))
    return Sailed(rover, log, shown)


def test_a_boat_is_steered_by_its_sensors(sailed: Sailed) -> None:
    assert not sailed.rover.waypoints
    x, y = sailed.log["NAV_X"][-1][1], sailed.log["NAV_Y"][-1][1]
    assert math.dist((x, y), (15.0, 15.0)) < 4.0
    assert f"frames at {RATE} Hz" in sailed.shown and "refused" not in sailed.shown


def test_time_goes_on_by_one_sample_for_each_answer(sailed: Sailed) -> None:
    times = [one.time_usec for one in sailed.rover.sensors[30:]]
    assert set(np.diff(times)) == {1_000_000 // RATE}


def test_places_and_headings_are_those_of_the_earth(sailed: Sailed) -> None:
    transverse = pyproj.Proj(proj="utm", zone=32, ellps="WGS84")
    east, north = transverse(HOME[1], HOME[0])
    turn = math.radians(transverse.get_factors(HOME[1], HOME[0]).meridian_convergence)
    times, xs = np.array(sailed.log["NAV_X"]).T
    ys, headings = np.array(sailed.log["NAV_Y"])[:, 1], np.array(sailed.log["NAV_HEADING"])[:, 1]
    begin = sailed.rover.sensors[0].time_usec
    assert begin > 0
    fixes = sailed.rover.seen["HIL_GPS"][10:]
    for fix in fixes:
        k = int(np.argmin(abs(times - times[0] - (fix.time_usec / 1e6 - 1.0 / RATE))))
        longitude, latitude = transverse(east + xs[k], north + ys[k], inverse=True)
        assert abs(fix.lat - 1e7 * latitude) < 10 and abs(fix.lon - 1e7 * longitude) < 20  # 0.1 m, and one tick
        assert abs(fix.alt) < 200 and fix.fix_type == 3
    truth = sailed.rover.seen["HIL_STATE_QUATERNION"][-1]
    w, x, y, z = truth.attitude_quaternion
    yaw = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    assert abs((yaw - turn - math.radians(headings[-1]) + math.pi) % math.tau - math.pi) < 0.02
    assert abs((sailed.rover.yaw - yaw + math.pi) % math.tau - math.pi) < 0.15  # by the magnetic field and the gyro


def test_no_two_samples_are_alike(sailed: Sailed) -> None:
    """PX4 takes a sensor whose value stays the same as broken."""
    for name in ("xacc", "zgyro"):
        assert len({getattr(one, name) for one in sailed.rover.sensors}) > 0.99 * len(sailed.rover.sensors)


def test_a_state_as_its_messages() -> None:
    """Compared with rotation matrices and the standard atmosphere."""
    plane = Geodesy.at(43.8, -70.3, true_pi=True)
    assert plane is not None
    made = Px4Messages(plane, 0)
    roll, pitch, yaw = 0.3, -0.2, 2.1
    state = VehicleAnswer(
        timestamp=0.004, gyro=(0.1, -0.2, 0.3), accel=(1.0, 2.0, -9.0), position=(100.0, -50.0, 12.0),
        attitude=(roll, pitch, yaw), quaternion=(1.0, 0.0, 0.0, 0.0), velocity=(3.0, -4.0, 0.5),
    )  # fmt: skip
    fix, truth, sensor = mavlink.MAVLink(None).parse_buffer(made.encoded(state))
    assert [one.get_type() for one in (fix, truth, sensor)] == ["HIL_GPS", "HIL_STATE_QUATERNION", "HIL_SENSOR"]
    turn = math.radians(pyproj.Proj(proj="utm", zone=19, ellps="WGS84").get_factors(-70.3, 43.8).meridian_convergence)
    c, s = math.cos, math.sin
    about_x = np.array([[1, 0, 0], [0, c(roll), -s(roll)], [0, s(roll), c(roll)]])
    about_y = np.array([[c(pitch), 0, s(pitch)], [0, 1, 0], [-s(pitch), 0, c(pitch)]])
    psi = yaw + turn
    about_z = np.array([[c(psi), -s(psi), 0], [s(psi), c(psi), 0], [0, 0, 1]])
    turned = about_z @ about_y @ about_x
    w, x, y, z = truth.attitude_quaternion
    assert np.allclose(
        [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
         [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
         [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]], turned, atol=1e-4,
    )  # fmt: skip
    grid = np.array([[c(turn), -s(turn)], [s(turn), c(turn)]])
    assert np.allclose([fix.vn, fix.ve], 100.0 * grid @ [3.0, -4.0], atol=1.0) and fix.vd == 50 and fix.vel == 500
    assert abs(fix.cog / 100.0 - math.degrees(math.atan2(fix.ve, fix.vn)) % 360.0) < 0.2
    assert fix.alt == truth.alt == -12_000
    from pymavlink.mavextra import get_mag_field_ef

    declination, inclination, strength = get_mag_field_ef(43.8, -70.3)
    d, i = math.radians(declination), math.radians(inclination)
    field = turned.T @ (strength * np.array([c(i) * c(d), c(i) * s(d), s(i)]))
    assert np.allclose([sensor.xmag, sensor.ymag, sensor.zmag], field, atol=0.006)
    assert np.allclose([sensor.xacc, sensor.yacc, sensor.zacc], state.accel, atol=0.15)
    assert np.allclose([sensor.xgyro, sensor.ygyro, sensor.zgyro], state.gyro, atol=0.015)
    pressure = 1013.25 * (1.0 + 0.0065 * 12.0 / 288.15) ** 5.2559
    assert abs(sensor.abs_pressure - pressure) < 0.08 and sensor.pressure_alt == -12.0
    assert sensor.fields_updated == 0b1101111111111


def test_what_is_torn_foreign_or_not_finite_is_one_line_and_time_goes_on(tmp_path: Path) -> None:
    with door_open(tmp_path, *WORDS, "--duration", "8", until=UNTIL) as (process, found):
        address = (found[1], int(found[2]))
        rover = Px4Rover(address, [], boot=10)
        rover.sail(0.0)
        assert rover.frames == 10
        for _ in range(3):
            with socket.create_connection(address, timeout=30.0) as other:
                assert other.recv(100) == b""  # another one is turned away
        whole = mavlink.MAVLink_heartbeat_message(0, 12, 0, 0, 0, 3).pack(rover.mav)
        for _ in range(20):
            rover.socket.sendall(whole[:-3] + bytes(50) + b"GET / HTTP/1.1\r\n\r\n" + bytes([0xFD]) + bytes(300))
            rover.frame([math.nan, math.inf, *[0.0] * 14])
        rover.frame([1.0, 1.0])
        before = rover.last
        rover.frame([1.0, 1.0], armed=False)
        assert rover.last == pytest.approx(before + 1.0 / RATE)
        while rover.last < 8.0 - 1e-6:
            rover.frame([0.8, 0.8])
        shown = said_by(process)
        rover.close()
    assert shown.count("another autopilot is turned away") == shown.count("torn, no MAVLink") == 1
    assert shown.count("not finite") == 1
    log = [(row.variable, row.value) for row in read_alog(tmp_path / "blueboat_sitl" / "blueboat.alog")]
    assert ("DESIRED_THRUST_L", 100.0) in log and ("DESIRED_THRUST_R", pytest.approx(80.0)) in log
    assert max(value for name, value in log if name == "NAV_Y") > 5.0


def test_another_px4_finds_the_vehicle_at_its_start(tmp_path: Path) -> None:
    with door_open(tmp_path, *WORDS, until=UNTIL) as (process, found):
        address = (found[1], int(found[2]))
        for count in (60, 5, 30):  # also one that ends at once
            rover = Px4Rover(address, [], boot=2)
            rover.sail(0.0)
            assert rover.sensors[0].time_usec <= 3_000_000 // RATE
            for _ in range(count):
                rover.frame([1.0, 1.0])
            fix = rover.seen["HIL_GPS"][0]
            assert abs(fix.lat / 1e7 - HOME[0]) < 1e-5
            rover.close()
            time.sleep(0.3)
        shown = interrupted(process)
    assert "2 restarts" in shown and shown.count("has closed the connection") == 3


def test_an_autopilot_that_gives_no_outputs_any_more_does_not_stop_time(tmp_path: Path) -> None:
    with door_open(tmp_path, *WORDS, until=UNTIL) as (process, found):
        rover = Px4Rover((found[1], int(found[2])), [], boot=2)
        rover.sail(0.0)
        rover.frame([0.5, 0.5])
        rover.know(rover.read())
        shown = interrupted(process)
        rover.close()
    assert shown.count("no outputs came for 5 s") == 1


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--px4", "--vehicle", "otter"], "PX4 needs a place"),
        (["--rate", "100", "--vehicle", "otter"], "--rate: is for --px4"),
        (["--px4", "--vehicle", "otter", "--home", "90,0"], "--home: must be LAT,LON"),
    ],
)
def test_what_cannot_be_is_one_line(tmp_path: Path, words: list[str], text: str) -> None:
    result = run("sitl", *words, program="usim", cwd=tmp_path)
    assert result.returncode == 2
    assert text in result.stderr and result.stderr.count("\n") == 1
