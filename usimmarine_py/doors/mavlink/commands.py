"""What a ground station asks of a vehicle: modes, targets, sticks, missions, parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from usimmarine_py.doors.mavlink.line import MavLine
from usimmarine_py.doors.mavlink.missions import MavMissions
from usimmarine_py.doors.mavlink.state import AUTO, GUIDED, HOLD, MANUAL, MODES, RTL, MavState, Waypoint
from usimmarine_py.doors.mavlink.telemetry import Telemetry
from usimmarine_py.doors.refusals import Refusals

Post = Callable[[str, float | str], bool]
#: Real s without sticks after which thrust and rudder are 0.
STICKS = 3.0
#: us of a channel: full astern or port, rest, full ahead or starboard.
_LOW, _HIGH = 1100.0, 1900.0
#: What ground stations post for each mode.
_POSTS = {
    MANUAL: {"MOOS_MANUAL_OVERRIDE": "true"},
    HOLD: {"MOOS_MANUAL_OVERRIDE": "false", "DEPLOY": "true", "RETURN": "false", "STATION_KEEP": "true"},
    AUTO: {"MOOS_MANUAL_OVERRIDE": "false", "DEPLOY": "true", "RETURN": "false", "STATION_KEEP": "false"},
    RTL: {"MOOS_MANUAL_OVERRIDE": "false", "DEPLOY": "true", "RETURN": "true", "STATION_KEEP": "false"},
}


@dataclass(frozen=True, slots=True)
class Permitted:
    """What a ground station may do."""

    control: bool = False
    guided: str = ""  #: posts of a target, ``VAR=TEXT;VAR=TEXT`` with {x} and {y}; empty: targets are denied
    waypoints: str = ""  #: the variable of updates of a waypoint behaviour; empty: missions are not taken


class MavCommands:
    """Answers one ground station."""

    def __init__(
        self, line: MavLine, state: MavState, telemetry: Telemetry, may: Permitted, post: Post,
        say: Callable[[str], None],
    ) -> None:  # fmt: skip
        self._line, self._state, self._telemetry, self._may, self._post = line, state, telemetry, may, post
        self._say, self._remarks = say, Refusals(self._tell, most=50)
        self.taken = 0  #: commands
        self._sticks: float | None = None  #: real time of the last ones
        missions = self._missions = MavMissions(
            line, state, self._take_mission if may.control and may.waypoints else None, self._remark
        )
        self._on = {
            "MISSION_REQUEST_LIST": missions.on_request_list, "MISSION_REQUEST_INT": missions.on_request,
            "MISSION_REQUEST": missions.on_request, "MISSION_COUNT": missions.on_count,
            "MISSION_ITEM_INT": missions.on_item, "MISSION_ACK": missions.on_ack,
            "MISSION_CLEAR_ALL": missions.on_other, "MISSION_WRITE_PARTIAL_LIST": missions.on_other,
        }  # fmt: skip

    def handle(self, message: Any, now: float, calendar: float, elapsed: float) -> None:
        """Answer one message at real time ``now`` (s); the others as of ``Telemetry.send``."""
        kind = message.get_type()
        if kind in self._on:
            self._on[kind](message, now)
        elif (take := getattr(self, f"_on_{kind.lower()}", None)) is not None:
            take(message, (now, calendar, elapsed))

    def tick(self, now: float) -> None:
        """Let go of sticks that are not held any more; go on with a mission that comes."""
        self._missions.tick(now)
        if self._sticks is not None and now - self._sticks > STICKS:
            self._sticks = None
            self._steer(0.0, 0.0)
            self._say(f"no sticks for {STICKS:g} s: thrust and rudder are 0")

    # ---- commands ---------------------------------------------------------------------------------------------------

    def _on_command_long(self, message: Any, when: tuple[float, float, float]) -> None:
        given = [getattr(message, f"param{k}") for k in range(1, 8)]
        self._answer(message, self._command(message.command, given, (given[4], given[5]), when))

    def _on_command_int(self, message: Any, when: tuple[float, float, float]) -> None:
        given = [getattr(message, f"param{k}") for k in range(1, 5)]
        self._answer(message, self._command(message.command, given, (message.x / 1e7, message.y / 1e7), when))

    def _command(
        self, number: int, given: list[float], place: tuple[float, float], when: tuple[float, float, float]
    ) -> int:
        """Return the result as MAV_RESULT."""
        names = self._line.names
        if number == names.MAV_CMD_REQUEST_MESSAGE:
            return self._one_message(given[0], when)
        if number in (names.MAV_CMD_REQUEST_AUTOPILOT_CAPABILITIES, names.MAV_CMD_REQUEST_PROTOCOL_VERSION):
            return self._one_message(float(names.MAVLINK_MSG_ID_AUTOPILOT_VERSION), when)
        if number == names.MAV_CMD_COMPONENT_ARM_DISARM:
            if given[0] not in (0.0, 1.0):
                self._remark(f"to arm is 1, to disarm 0: a command with {given[0]:g} is refused")
                return int(names.MAV_RESULT_UNSUPPORTED)
            return self._mode(AUTO if given[0] else MANUAL, stop=not given[0])
        if number == names.MAV_CMD_DO_SET_MODE:
            return self._custom_mode(given[0], given[1])
        if number == names.MAV_CMD_NAV_RETURN_TO_LAUNCH:
            return self._mode(RTL)
        if number == names.MAV_CMD_MISSION_START:
            return self._mode(AUTO)
        if number in (names.MAV_CMD_DO_REPOSITION, names.MAV_CMD_NAV_WAYPOINT):
            return self._target(*place)
        return int(names.MAV_RESULT_UNSUPPORTED)

    def _answer(self, message: Any, result: int) -> None:
        self._line.send(
            "command_ack", message.command, result, 0, 0, message.get_srcSystem(), message.get_srcComponent()
        )

    def _one_message(self, number: float, when: tuple[float, float, float]) -> int:
        names = self._line.names
        if number == names.MAVLINK_MSG_ID_AUTOPILOT_VERSION:
            able = (
                names.MAV_PROTOCOL_CAPABILITY_MISSION_INT | names.MAV_PROTOCOL_CAPABILITY_COMMAND_INT
                | names.MAV_PROTOCOL_CAPABILITY_MAVLINK2
            )  # fmt: skip
            none = [0] * 8
            self._line.send("autopilot_version", able, 0, 0, 0, 0, none, none, none, 0, 0, self._line.system)
            return int(names.MAV_RESULT_ACCEPTED)
        kind = names.mavlink_map.get(int(number) if isfinite(number) else -1)
        name = "" if kind is None else str(kind.msgname).lower()
        sent = bool(name) and self._telemetry.one(name, when[1], when[2])
        return int(names.MAV_RESULT_ACCEPTED if sent else names.MAV_RESULT_UNSUPPORTED)

    def _on_set_mode(self, message: Any, when: tuple[float, float, float]) -> None:
        """Answer as ArduPilot does, though the message is no command: by COMMAND_ACK with the message's number."""
        result = self._custom_mode(message.base_mode, message.custom_mode)
        self._line.send(
            "command_ack", self._line.names.MAVLINK_MSG_ID_SET_MODE, result, 0, 0,
            message.get_srcSystem(), message.get_srcComponent(),
        )  # fmt: skip

    def _custom_mode(self, base: float, mode: float) -> int:
        """Set a mode by its number of ArduPilot's Rover, which the base mode (flags) must say."""
        names = self._line.names
        whole = all(isfinite(one) and one == int(one) for one in (base, mode))
        if not whole or not int(base) & names.MAV_MODE_FLAG_CUSTOM_MODE_ENABLED:
            self._remark("a mode is refused: its flags must have MAV_MODE_FLAG_CUSTOM_MODE_ENABLED (1)")
            return int(names.MAV_RESULT_DENIED)
        return self._mode(int(mode))

    def _mode(self, mode: int, *, stop: bool = False) -> int:
        names = self._line.names
        if not self._permitted("a mode"):
            return int(names.MAV_RESULT_DENIED)
        if mode == GUIDED and self._may.guided:
            return int(names.MAV_RESULT_ACCEPTED)  # it begins with a target
        if mode not in _POSTS:
            how = ", and GUIDED with --guided" if mode != GUIDED else "; GUIDED needs --guided"
            self._remark(f"mode {MODES.get(mode, mode)} is not there: MANUAL, HOLD, AUTO, RTL{how}")
            return int(names.MAV_RESULT_FAILED)
        posts: list[tuple[str, float | str]] = [*_POSTS[mode].items()]
        if stop:
            posts += [("DEPLOY", "false"), ("DESIRED_THRUST", 0.0), ("DESIRED_RUDDER", 0.0)]
        if not self._posted(posts):
            return int(names.MAV_RESULT_TEMPORARILY_REJECTED)
        self._state.guided = False
        return int(names.MAV_RESULT_ACCEPTED)

    def _posted(self, posts: Sequence[tuple[str, float | str]]) -> bool:
        """Post what a command means, and count it; False, with one line, where it is lost."""
        if not all([self._post(variable, value) for variable, value in posts]):
            self._remark("a command is lost: there is no MOOSDB")
            return False
        self.taken += 1
        return True

    # ---- targets ----------------------------------------------------------------------------------------------------

    def _on_set_position_target_global_int(self, message: Any, when: tuple[float, float, float]) -> None:
        if not message.type_mask & 0b11:  # x and y count
            self._target(message.lat_int / 1e7, message.lon_int / 1e7)

    def _target(self, latitude: float, longitude: float) -> int:
        names, plane = self._line.names, self._state.plane
        if not self._permitted("a target"):
            return int(names.MAV_RESULT_DENIED)
        if not self._may.guided:
            self._remark("a target is denied: say what it posts, as --guided 'STATION_UPDATE=station_pt={x},{y}'")
            return int(names.MAV_RESULT_DENIED)
        if plane is None or not (abs(latitude) <= 90.0 and abs(longitude) <= 180.0):
            self._remark("a target is denied: it is no place, or the mission has no LatOrigin")
            return int(names.MAV_RESULT_DENIED)
        found = plane.to_local(latitude, longitude)
        if found is None:
            self._remark("a target is denied: it is too far from the mission's LatOrigin")
            return int(names.MAV_RESULT_DENIED)
        x, y = (f"{round(one, 2) + 0.0:.2f}" for one in found)
        parts = [part.partition("=") for part in self._may.guided.split(";")]
        posts = [(variable.strip(), text.replace("{x}", x).replace("{y}", y)) for variable, _, text in parts]
        if not self._posted(posts):
            return int(names.MAV_RESULT_TEMPORARILY_REJECTED)
        self._state.guided = True
        return int(names.MAV_RESULT_ACCEPTED)

    # ---- sticks -----------------------------------------------------------------------------------------------------

    def _on_manual_control(self, message: Any, when: tuple[float, float, float]) -> None:
        if 0 <= message.z <= 1000 and abs(message.y) <= 1000:
            self._hold((message.z - 500) / 5.0, message.y / 10.0, when[0])

    def _on_rc_channels_override(self, message: Any, when: tuple[float, float, float]) -> None:
        steering, throttle = message.chan1_raw, message.chan3_raw
        if 800 <= steering <= 2200 and 800 <= throttle <= 2200:  # 0 and 65535: not this channel
            self._hold(_per_cent(throttle), _per_cent(steering), when[0])

    def _hold(self, thrust: float, rudder: float, now: float) -> None:
        if not self._permitted("sticks"):
            return
        if not self._state.is_manual:
            self._remark("sticks are heard in mode MANUAL only")
            return
        self._sticks = now
        self.taken += 1
        self._steer(thrust, rudder)

    def _steer(self, thrust: float, rudder: float) -> None:
        self._post("DESIRED_THRUST", thrust)
        self._post("DESIRED_RUDDER", rudder)

    # ---- missions ---------------------------------------------------------------------------------------------------

    def _take_mission(self, points: list[Waypoint]) -> bool:
        text = "points = " + " : ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        return self._posted([(self._may.waypoints, text)])

    # ---- parameters: one, so that ground stations have a whole list --------------------------------------------------

    def _on_param_request_list(self, message: Any, when: tuple[float, float, float]) -> None:
        kind = self._line.names.MAV_PARAM_TYPE_INT16
        self._line.send("param_value", b"SYSID_THISMAV", float(self._line.system), kind, 1, 0)

    _on_param_request_read = _on_param_set = _on_param_request_list

    # ---- remarks ----------------------------------------------------------------------------------------------------

    def _permitted(self, what: str) -> bool:
        if not self._may.control:
            self._remark(f"{what} is denied: usim mavlink has no --control")
        return self._may.control

    def _remark(self, text: str) -> None:
        """Say once, here and at the ground station."""
        self._remarks.add(text)

    def _tell(self, text: str) -> None:
        self._say(text)
        self._line.text(self._line.names.MAV_SEVERITY_WARNING, text)


def _per_cent(pulse: float) -> float:
    return min(max((pulse - _LOW) / (_HIGH - _LOW) * 200.0 - 100.0, -100.0), 100.0)
