"""``usim mavlink``: a ground station from outside sees a vehicle, and commands it."""

from __future__ import annotations

import math
import os
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pyproj import Transformer

pytest.importorskip("pymavlink", reason="the extra ardupilot is not installed")

from tests.doors.commands import interrupted
from tests.doors.mavlink_door import mavlink_door as door
from tests.doors.station import Station, mavlink
from tests.support.processes import call, environment
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.comms import Comms

STATE = {
    "NAV_X": 100.0, "NAV_Y": -50.0, "NAV_LAT": 43.82485, "NAV_LONG": -70.329156, "NAV_HEADING": 350.0, "NAV_SPEED": 2.0,
    "NAV_DEPTH": 3.0, "NAV_ROLL": 0.1, "NAV_PITCH": -0.2, "NAV_R": 0.05, "USM_BATTERY_CHARGE": 80.0,
    "USM_BATTERY_VOLTAGE": 24.5, "USM_BATTERY_CURRENT": 3.0, "DESIRED_THRUST": 40.0,
}  # fmt: skip
ROUTE = "pts={60,-40:60,-150:140,-160},label=abe_survey,edge_color=white"


def test_a_station_sees_position_attitude_mode_and_mission(community: tuple[Comms, int], tmp_path: Path) -> None:
    client, port = community
    with closing(Station()) as station, door(tmp_path, station, port) as process:
        first = station.expect("HEARTBEAT")
        assert (first.type, first.autopilot, first.get_srcSystem()) == (11, 3, 1)
        for name, value in STATE.items():
            client.notify(name, value)
        client.notify("NAV_ROLL_NONSENSE", math.nan)
        found = station.expect("GLOBAL_POSITION_INT")
        assert (found.lat, found.lon, found.relative_alt, found.hdg) == (438248500, -703291560, -3000, 35000)
        assert (found.vx, found.vy) == (
            round(200 * math.cos(math.radians(350))),
            round(200 * math.sin(math.radians(350))),
        )
        turn = station.expect("ATTITUDE")
        assert (turn.roll, turn.pitch, turn.yaw) == pytest.approx((0.1, -0.2, math.radians(-10.0)), abs=1e-6)
        local = station.expect("LOCAL_POSITION_NED")
        assert (local.x, local.y, local.z) == (-50.0, 100.0, 3.0)
        power = station.expect("SYS_STATUS", lambda message: message.battery_remaining == 80)
        names, there = mavlink, power.onboard_control_sensors_present
        # stations read of the first whether it can be armed, and of the second whether it has left its fence
        assert there & power.onboard_control_sensors_enabled & names.MAV_SYS_STATUS_PREARM_CHECK
        both = names.MAV_SYS_STATUS_PREARM_CHECK | names.MAV_SYS_STATUS_GEOFENCE
        assert power.onboard_control_sensors_health & both == both and not there & names.MAV_SYS_STATUS_GEOFENCE
        assert (power.voltage_battery, power.current_battery) == (24500, 300)
        assert station.expect("VFR_HUD").throttle == 40
        client.notify("MOOS_MANUAL_OVERRIDE", "false")
        client.notify("DEPLOY", "true")
        client.notify("MODE", "MODE@ACTIVE:SURVEYING")
        beat = station.expect("HEARTBEAT", lambda message: message.custom_mode == 10)
        assert beat.base_mode & 128  # armed
        station.expect("STATUSTEXT", lambda message: "SURVEYING" in message.text)
        client.notify("RETURN", "true")
        station.expect("HEARTBEAT", lambda message: message.custom_mode == 11)
        client.notify("VIEW_SEGLIST", ROUTE)
        client.notify("VIEW_SEGLIST", "pts={0,0:1,1},active=false,label=abe_survey")
        client.notify("VIEW_SEGLIST", "nonsense")
        station.expect("MISSION_CURRENT", lambda message: message.seq == 1)
        station.mav.mission_request_list_send(1, 1)
        assert station.expect("MISSION_COUNT").count == 4
        station.mav.mission_request_int_send(1, 1, 2)
        item = station.expect("MISSION_ITEM_INT")
        assert (item.seq, item.command, item.frame) == (2, 16, 6)
        # the plane of MOOS is UTM: the same by another library
        plane = Transformer.from_crs("EPSG:4326", "EPSG:32619", always_xy=True)
        east, north = plane.transform(item.y / 1e7, item.x / 1e7)
        east_0, north_0 = plane.transform(-70.3304, 43.8253)
        assert (east - east_0, north - north_0) == pytest.approx((60.0, -150.0), abs=0.02)
        station.mav.mission_request_int_send(1, 1, 99)
        assert station.expect("MISSION_ACK").type == mavlink.MAV_MISSION_INVALID_SEQUENCE
        station.mav.param_request_list_send(1, 1)
        assert station.expect("PARAM_VALUE").param_count == 1
        assert station.command(mavlink.MAV_CMD_REQUEST_MESSAGE, mavlink.MAVLINK_MSG_ID_AUTOPILOT_VERSION) == 0
        # without --control nothing is commanded
        assert station.command(mavlink.MAV_CMD_COMPONENT_ARM_DISARM, 1) == mavlink.MAV_RESULT_DENIED
        station.mav.manual_control_send(1, 0, 0, 1000, 0, 0)
        station.mav.mission_count_send(1, 1, 2)
        assert station.expect("MISSION_ACK").type == mavlink.MAV_MISSION_DENIED
        shown = interrupted(process)
    assert "0 commands taken" in shown and shown.count("has no --control") >= 1


def test_a_station_commands(community: tuple[Comms, int], tmp_path: Path) -> None:
    client, port = community
    got: dict[str, Any] = {}
    client.register_wildcard("*")

    def has(**values: Any) -> bool:
        got.update({one.variable: one.value for one in client.fetch() if one.source.startswith("usim_mavlink")})
        return all(got.get(name) == value for name, value in values.items())

    words = ("--control", "--guided", "POINT=point={x},{y};GO=true", "--waypoints", "UPDATE")
    with closing(Station()) as station, door(tmp_path, station, port, *words) as process:
        station.expect("HEARTBEAT")
        assert station.command(mavlink.MAV_CMD_COMPONENT_ARM_DISARM, 1) == 0
        assert wait_for(lambda: has(DEPLOY="true", MOOS_MANUAL_OVERRIDE="false"))
        client.notify("MOOS_MANUAL_OVERRIDE", "false")
        station.expect("HEARTBEAT", lambda message: message.base_mode & 128)
        station.mav.manual_control_send(1, 0, 0, 1000, 0, 0)  # not in this mode
        assert station.command(mavlink.MAV_CMD_NAV_RETURN_TO_LAUNCH) == 0
        assert wait_for(lambda: has(RETURN="true"))
        station.mav.command_int_send(1, 1, 5, mavlink.MAV_CMD_DO_REPOSITION, 0, 0, 0, 0, 0, 0, 438253000, -703304000, 0)
        assert station.expect("COMMAND_ACK").result == 0
        assert wait_for(lambda: has(POINT="point=0.00,0.00", GO="true"))
        station.expect("HEARTBEAT", lambda message: message.custom_mode == 15)
        station.mav.set_mode_send(1, 1, 0)
        assert wait_for(lambda: has(MOOS_MANUAL_OVERRIDE="true"))
        client.notify("MOOS_MANUAL_OVERRIDE", "true")
        station.expect("HEARTBEAT", lambda message: message.custom_mode == 0)
        assert "DESIRED_THRUST" not in got
        station.mav.manual_control_send(1, 0, 500, 750, 0, 0)
        assert wait_for(lambda: has(DESIRED_THRUST=50.0, DESIRED_RUDDER=50.0))
        station.mav.rc_channels_override_send(1, 1, 1100, 65535, 1900, 0, 0, 0, 0, 0)
        assert wait_for(lambda: has(DESIRED_THRUST=100.0, DESIRED_RUDDER=-100.0))
        assert wait_for(lambda: has(DESIRED_THRUST=0.0, DESIRED_RUDDER=0.0), timeout=20.0)  # sticks are let go of
        station.mav.mission_count_send(1, 1, 3)
        for seq, (latitude, longitude) in enumerate(
            [(438253000, -703304000), (438262000, -703304000), (438253000, -703290000)]
        ):
            station.expect("MISSION_REQUEST_INT", lambda message, seq=seq: message.seq == seq)
            station.mav.mission_item_int_send(1, 1, seq, 6, 16, 0, 1, 0, 0, 0, 0, latitude, longitude, 0)
        assert station.expect("MISSION_ACK").type == 0
        assert wait_for(lambda: has() and "UPDATE" in got)
        assert got["UPDATE"].startswith("points = ") and got["UPDATE"].count(" : ") == 1
        north = float(got["UPDATE"].split("=")[1].split(":")[0].split(",")[1])
        assert north == pytest.approx(100.0, abs=0.5)  # 0.0009 degrees of latitude
        shown = interrupted(process)
    assert "thrust and rudder are 0" in shown and "heard in mode MANUAL only" in shown


def test_nonsense_is_dropped_and_all_goes_on(community: tuple[Comms, int], tmp_path: Path) -> None:
    client, port = community
    with closing(Station()) as station, door(tmp_path, station, port, "--control", "--guided", "P={x}") as process:
        station.expect("HEARTBEAT")
        torn = mavlink.MAVLink_manual_control_message(1, 0, 0, 900, 0, 0).pack(station.mav)
        for data in (
            b"",
            b"\x00" * 300,
            os.urandom(500),
            torn[:-3],
            b"\xfe" + os.urandom(40),
            torn[:11] + b"\x55" + torn[12:],
        ):
            station.write(data)
        for _ in range(2000):
            station.write(torn[:-1])
        time.sleep(1.0)  # what fills the buffer of the socket is lost, as every datagram may be
        nan = math.nan
        station.mav.command_long_send(1, 1, mavlink.MAV_CMD_DO_SET_MODE, 0, nan, nan, nan, nan, nan, nan, nan)
        station.mav.command_long_send(1, 1, mavlink.MAV_CMD_REQUEST_MESSAGE, 0, nan, 0, 0, 0, 0, 0, 0)
        station.mav.command_int_send(1, 1, 5, mavlink.MAV_CMD_DO_REPOSITION, 0, 0, 0, 0, 0, 0, 2**31 - 1, 0, 0)
        station.mav.command_long_send(7, 1, mavlink.MAV_CMD_COMPONENT_ARM_DISARM, 0, 1, 0, 0, 0, 0, 0, 0)  # another one
        station.mav.mission_count_send(1, 1, 60000)
        client.notify("NAV_HEADING", 90.0)
        deadline = time.monotonic() + 30
        while not any(one.get_type() == "ATTITUDE" for one in station.seen) and time.monotonic() < deadline:
            station.read()
        acks = {one.command for one in station.seen if one.get_type() == "COMMAND_ACK"}
        assert acks >= {mavlink.MAV_CMD_DO_REPOSITION, mavlink.MAV_CMD_DO_SET_MODE}
        assert mavlink.MAV_CMD_COMPONENT_ARM_DISARM not in acks
        shown = interrupted(process)
    assert "0 commands taken" in shown
    assert 1 <= shown.count("dropped; further ones are counted only") <= 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--guided", "A={x}"], "is for --control"),
        (["--waypoints", "A"], "is for --control"),
        (["--control", "--guided", "A"], "must be VAR=TEXT"),
        (["--station", "14550"], "must be HOST:PORT"),
        (["--system", "0"], "1<=x<=250"),
    ],
)
def test_wrong_words(words: list[str], said: str) -> None:
    done = subprocess.run(
        call("mavlink", *words, program="usim"), env=environment(), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2 and said in done.stderr
