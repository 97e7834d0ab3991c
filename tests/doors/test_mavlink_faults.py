"""``usim mavlink``: mail that no vehicle can mean, commands without sense, and a line that loses packets."""

from __future__ import annotations

import math
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pymavlink", reason="the extra ardupilot is not installed")

from tests.doors.commands import interrupted
from tests.doors.flood import burst_size
from tests.doors.mavlink_door import mavlink_door
from tests.doors.station import Station, mavlink
from usimmarine_py.doors.mavlink.fields import misfit
from usimmarine_py.doors.mavlink.state import READ, STATES
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.comms import Comms

PLACES = [(438253000, -703304000), (438262000, -703304000), (438253000, -703290000), (438260000, -703290000)]
WRONG = (math.nan, math.inf, -math.inf, 1e300, -1e300, 1e11, -1e11, 1e6, -1e6, -5.0, 1e-300)


def test_no_number_in_the_mail_ends_the_door(community: tuple[Comms, int], tmp_path: Path) -> None:
    """Every variable that is read gets every wrong number, and every message is asked for meanwhile."""
    client, port = community
    variables = [*READ, *(f"NAV_{state}" for state in STATES)]
    with closing(Station()) as station, mavlink_door(tmp_path, station, port) as process:
        station.expect("HEARTBEAT")
        client.notify("USM_BATTERY_VOLTAGE", 24.5)
        station.expect("SYS_STATUS", lambda message: message.voltage_battery == 24500)
        for value in WRONG:
            for variable in variables:
                client.notify(variable, value)
            for number in (0, 1, 2, 24, 30, 32, 33, 42, 74, 147):
                station.mav.command_long_send(1, 1, mavlink.MAV_CMD_REQUEST_MESSAGE, 0, number, 0, 0, 0, 0, 0, 0)
                station.expect("COMMAND_ACK")
        client.notify("VIEW_SEGLIST", "pts={1e300,0:nan,5:1e9,-1e9:3,inf}")
        station.mav.mission_request_list_send(1, 1)
        for seq in range(int(station.expect("MISSION_COUNT").count)):
            station.mav.mission_request_int_send(1, 1, seq)
            station.expect("MISSION_ITEM_INT", lambda message, seq=seq: message.seq == seq)
        client.notify("USM_BATTERY_VOLTAGE", 96.0)  # more than a field of 16 bits holds
        power = station.expect("BATTERY_STATUS", lambda message: message.voltages[0] == 65534)
        assert sum(cell for cell in power.voltages if cell != 65535) == 96_000
        shown = interrupted(process)
    assert "USM_BATTERY_VOLTAGE from helm: must be from 0 to 10000; ignored" in shown
    assert shown.count("USM_BATTERY_VOLTAGE") == 1
    for word in ("struct", "format requires", "argument out of range"):
        assert word not in shown


def test_a_field_that_does_not_fit_is_named() -> None:
    beat, turn = mavlink.MAVLink_heartbeat_message, mavlink.MAVLink_attitude_message
    power = mavlink.MAVLink_battery_status_message
    assert misfit(beat, (2, 3, 0, 0, 4)) == ""
    assert misfit(beat, (256, 3, 0, 0, 4)) == "type = 256 is not from 0 to 255"
    assert misfit(beat, (2, 3, 0, -1, 4)) == "custom_mode = -1 is not from 0 to 4294967295"
    assert misfit(turn, (1, 0.0, math.nan, 0, 0, 0, 0)) == "pitch = nan is no finite number of 32 bits"
    assert misfit(turn, (1, 1e39, 0, 0, 0, 0, 0)) == "roll = 1e+39 is no finite number of 32 bits"
    assert misfit(power, (0, 0, 0, 0, [1, 70_000], 0, 0, 0, 0)) == "voltages = 70000 is not from 0 to 65535"


def test_commands_without_sense_are_answered_and_change_nothing(community: tuple[Comms, int], tmp_path: Path) -> None:
    client, port = community
    client.register_wildcard("*")
    nan = math.nan
    with (
        closing(Station()) as station,
        mavlink_door(tmp_path, station, port, "--control", "--guided", "P={x}") as process,
    ):
        station.expect("HEARTBEAT")
        unsupported, denied, failed = (
            mavlink.MAV_RESULT_UNSUPPORTED,
            mavlink.MAV_RESULT_DENIED,
            mavlink.MAV_RESULT_FAILED,
        )
        arm, mode = mavlink.MAV_CMD_COMPONENT_ARM_DISARM, mavlink.MAV_CMD_DO_SET_MODE
        for value in (nan, math.inf, -math.inf, 0.5, 2.0, -1.0, 3e38):
            assert station.command(arm, value) == unsupported
        assert station.command(arm, nan, nan, nan, nan, nan, nan, nan) == unsupported
        for values in ((nan, nan), (1, nan), (nan, 10), (1, math.inf), (1, 10.5), (0, 10)):
            assert station.command(mode, *values) == denied
        for number in (7, 3e9, -1):
            assert station.command(mode, 1, number) == failed
        for number in (0, 1, 31010, 65535, mavlink.MAV_CMD_SET_MESSAGE_INTERVAL, mavlink.MAV_CMD_NAV_LAND):
            assert station.command(number, nan, 1, -1) == unsupported
            station.mav.command_int_send(1, 1, 0, number, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            assert station.expect("COMMAND_ACK").result == unsupported
        assert station.command(mavlink.MAV_CMD_DO_REPOSITION, 0, 0, 0, 0, nan, nan, nan) == denied
        # a gimbal is not there, and does not answer
        station.mav.command_long_send(1, 154, arm, 0, 1, 0, 0, 0, 0, 0, 0)
        station.mav.set_mode_send(1, 1, 7)
        answer = station.expect("COMMAND_ACK")
        assert (answer.command, answer.result) == (mavlink.MAVLINK_MSG_ID_SET_MODE, failed)
        assert [one for one in client.fetch() if one.source.startswith("usim_mavlink")] == []
        # and what makes sense, is answered and seen at once
        station.mav.set_mode_send(1, 1, 4)
        answer = station.expect("COMMAND_ACK")
        assert (answer.command, answer.result) == (mavlink.MAVLINK_MSG_ID_SET_MODE, 0)
        station.expect("HEARTBEAT", lambda message: message.custom_mode == 4)
        text = "".join(one.text for one in station.seen if one.get_type() == "STATUSTEXT" and one.severity == 4)
        assert "to arm is 1, to disarm 0: a command with nan is refused" in text
        shown = interrupted(process)
    assert shown.count("to arm is 1") == 1 and "1 commands taken" in shown


def test_a_mission_comes_over_a_line_that_loses_doubles_and_mixes_up(
    community: tuple[Comms, int], tmp_path: Path
) -> None:
    client, port = community
    client.register("UPDATE")
    got: list[Any] = []

    def send(seq: int, station: Station, source: int = 255) -> None:
        station.mav.srcSystem = source
        station.mav.mission_item_int_send(1, 1, seq, 6, 16, 0, 1, 0, 0, 0, 0, *PLACES[seq], 0)
        station.mav.srcSystem = 255

    def asked(seq: int, station: Station) -> None:
        station.expect("MISSION_REQUEST_INT", lambda message: message.seq == seq)

    words = ("--control", "--waypoints", "UPDATE")
    with closing(Station()) as station, mavlink_door(tmp_path, station, port, *words) as process:
        station.expect("HEARTBEAT")
        send(0, station)  # nothing was asked for
        station.mav.mission_count_send(1, 1, 4)
        asked(0, station)
        asked(0, station)  # the item was lost
        station.mav.mission_count_send(1, 1, 4)  # a station that has not heard the request
        asked(0, station)
        for seq in (3, 2, 0, 0, 0):
            send(seq, station)
        asked(1, station)
        station.mav.srcSystem = 254  # another station
        station.mav.mission_count_send(1, 1, 2)
        assert station.expect("MISSION_ACK").type == mavlink.MAV_MISSION_DENIED
        send(1, station, source=254)
        for seq in (2, 1, 1):
            send(seq, station)
        asked(2, station)
        asked(2, station)
        for seq in (0, 1, 2, 2):
            send(seq, station)
        asked(3, station)
        assert got == client.fetch()  # not before it is whole
        send(3, station)
        assert station.expect("MISSION_ACK").type == mavlink.MAV_MISSION_ACCEPTED
        send(3, station)  # the answer was lost
        assert station.expect("MISSION_ACK").type == mavlink.MAV_MISSION_ACCEPTED
        assert wait_for(lambda: bool(got.extend(client.fetch())) or bool(got))
        assert len(got) == 1 and got[0].value.count(" : ") == 2
        # one that does not go on is cancelled, and another one can come
        station.mav.mission_count_send(1, 1, 4)
        asked(0, station)
        send(0, station)
        requests = len([1 for one in station.seen if one.get_type() == "MISSION_REQUEST_INT"])
        assert station.expect("MISSION_ACK").type == mavlink.MAV_MISSION_OPERATION_CANCELLED
        found = [one.seq for one in station.seen if one.get_type() == "MISSION_REQUEST_INT"][requests:]
        assert found == [1] * 6
        station.mav.mission_count_send(1, 1, 2)
        asked(0, station)
        station.mav.mission_ack_send(1, 1, mavlink.MAV_MISSION_OPERATION_CANCELLED)
        send(0, station)
        station.mav.mission_count_send(1, 1, 2)
        for seq in (0, 1):
            asked(seq, station)
            send(seq, station)
        assert station.expect("MISSION_ACK").type == mavlink.MAV_MISSION_ACCEPTED
        for count in (0, 1, 60000):
            station.mav.mission_count_send(1, 1, count)
            assert station.expect("MISSION_ACK").type != mavlink.MAV_MISSION_ACCEPTED
        station.mav.mission_clear_all_send(1, 1)
        assert station.expect("MISSION_ACK").type == mavlink.MAV_MISSION_UNSUPPORTED
        shown = interrupted(process)
    assert "2 commands taken" in shown
    assert "its item 1 did not come in 1.5 s" in shown and "the ground station has cancelled it" in shown


def test_without_a_moosdb_no_command_is_accepted_and_later_they_are(tmp_path: Path) -> None:
    with ExitStack() as stack:
        db = MoosDb(community="abe").__enter__()
        station = stack.enter_context(closing(Station()))
        words = ("--control", "--guided", "POINT={x},{y}", "--waypoints", "UPDATE")
        process = stack.enter_context(mavlink_door(tmp_path, station, db.port, *words))
        station.expect("HEARTBEAT")
        assert station.command(mavlink.MAV_CMD_NAV_RETURN_TO_LAUNCH) == 0
        port = db.port
        db.__exit__(None, None, None)
        rejected = mavlink.MAV_RESULT_TEMPORARILY_REJECTED
        assert wait_for(lambda: station.command(mavlink.MAV_CMD_NAV_RETURN_TO_LAUNCH) == rejected)
        assert station.command(mavlink.MAV_CMD_DO_REPOSITION, 0, 0, 0, 0, 43.8262, -70.3304) == rejected
        station.mav.mission_count_send(1, 1, 2)
        for seq in (0, 1):
            station.expect("MISSION_REQUEST_INT", lambda message, seq=seq: message.seq == seq)
            station.mav.mission_item_int_send(1, 1, seq, 6, 16, 0, 1, 0, 0, 0, 0, *PLACES[seq], 0)
        assert station.expect("MISSION_ACK").type == mavlink.MAV_MISSION_ERROR
        stack.enter_context(MoosDb(community="abe", port=port))
        assert wait_for(lambda: station.command(mavlink.MAV_CMD_NAV_RETURN_TO_LAUNCH) == 0)
        for _ in range(2):  # the loop looks for the MOOSDB beside them
            station.expect("HEARTBEAT")
        shown = interrupted(process)
    assert shown.count("a command is lost: there is no MOOSDB") == 1
    assert shown.count("the MOOSDB is gone") == shown.count("the MOOSDB is back") == 1


def test_a_command_behind_a_flood_is_taken(community: tuple[Comms, int], tmp_path: Path) -> None:
    _, port = community
    with closing(Station()) as station, mavlink_door(tmp_path, station, port, "--control") as process:
        station.expect("HEARTBEAT")
        torn = mavlink.MAVLink_manual_control_message(1, 0, 0, 900, 0, 0).pack(station.mav)[:-1]
        for _ in range(count := burst_size()):
            station.write(torn)
        station.mav.command_long_send(1, 1, mavlink.MAV_CMD_NAV_RETURN_TO_LAUNCH, 0, 0, 0, 0, 0, 0, 0, 0)
        assert station.expect("COMMAND_ACK").result == 0
        shown = interrupted(process)
    assert f"1 commands taken, {count} packets dropped" in shown
    assert shown.count("dropped; further ones") == 1
