"""What a ground station asks of a vehicle: modes, targets, sticks, missions, parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any

from usimmarine_py.doors.mavlink.line import COMPONENT, MavLine
from usimmarine_py.doors.mavlink.state import AUTO, GUIDED, HOLD, MANUAL, MODES, MOST_WAYPOINTS, RTL, MavState, Waypoint
from usimmarine_py.doors.mavlink.telemetry import Telemetry

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
        self._say, self._said = say, set[str]()
        self.taken = 0  #: commands
        self._sticks: float | None = None  #: real time of the last ones
        self._items: dict[int, Waypoint] = {}  #: of a mission that comes
        self._awaited = 0

    def handle(self, message: Any, now: float, calendar: float, elapsed: float) -> None:
        """Answer one message at real time ``now`` (s); the others as of ``Telemetry.send``."""
        take = getattr(self, f"_on_{message.get_type().lower()}", None)
        if take is not None:
            take(message, (now, calendar, elapsed))

    def tick(self, now: float) -> None:
        """Let go of sticks that are not held any more."""
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
            return self._mode(AUTO if given[0] > 0.5 else MANUAL, stop=given[0] <= 0.5)
        if number == names.MAV_CMD_DO_SET_MODE:
            return self._mode(int(given[1]) if isfinite(given[1]) else -1)
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
        self._mode(message.custom_mode)

    def _mode(self, mode: int, *, stop: bool = False) -> int:
        names = self._line.names
        if not self._permitted("a mode"):
            return int(names.MAV_RESULT_DENIED)
        if mode == GUIDED and self._may.guided:
            return int(names.MAV_RESULT_ACCEPTED)  # it begins with a target
        if mode not in _POSTS:
            self._remark(f"mode {MODES.get(mode, mode)} is not there: MANUAL, HOLD, AUTO, RTL")
            return int(names.MAV_RESULT_UNSUPPORTED)
        self._state.guided = False
        for variable, value in _POSTS[mode].items():
            self._post(variable, value)
        if stop:
            self._post("DEPLOY", "false")
            self._steer(0.0, 0.0)
        self.taken += 1
        return int(names.MAV_RESULT_ACCEPTED)

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
        for part in self._may.guided.split(";"):
            variable, _, text = part.partition("=")
            self._post(variable.strip(), text.replace("{x}", x).replace("{y}", y))
        self._state.guided = True
        self.taken += 1
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

    def _on_mission_request_list(self, message: Any, when: tuple[float, float, float]) -> None:
        count = len(self._route()) if message.mission_type == 0 else 0
        self._line.send("mission_count", *_sender(message), count, message.mission_type)

    def _route(self) -> list[tuple[float, float]]:
        """The home position and the waypoints of the helm, as latitude and longitude."""
        plane, places = self._state.plane, self._state.places
        return [(plane.latitude, plane.longitude), *places] if plane is not None and places else []

    def _on_mission_request_int(self, message: Any, when: tuple[float, float, float]) -> None:
        names, route, number = self._line.names, self._route(), message.seq
        if message.mission_type or number >= len(route):
            self._line.send("mission_ack", *_sender(message), names.MAV_MISSION_INVALID_SEQUENCE, message.mission_type)
            return
        latitude, longitude = route[number]
        self._line.send(
            "mission_item_int", *_sender(message), number, names.MAV_FRAME_GLOBAL_RELATIVE_ALT_INT,
            names.MAV_CMD_NAV_WAYPOINT, 0, 1, 0.0, 0.0, 0.0, 0.0, round(1e7 * latitude), round(1e7 * longitude), 0.0,
        )  # fmt: skip

    _on_mission_request = _on_mission_request_int

    def _on_mission_count(self, message: Any, when: tuple[float, float, float]) -> None:
        names = self._line.names
        if not (self._may.control and self._may.waypoints) or message.mission_type:
            self._remark("a mission is denied: give --control and --waypoints VAR, which updates a behaviour")
            self._line.send("mission_ack", *_sender(message), names.MAV_MISSION_DENIED, message.mission_type)
        elif not 0 < message.count <= MOST_WAYPOINTS + 1:
            self._line.send("mission_ack", *_sender(message), names.MAV_MISSION_NO_SPACE, 0)
        else:
            self._items, self._awaited = {}, message.count
            self._line.send("mission_request_int", *_sender(message), 0, 0)

    def _on_mission_item_int(self, message: Any, when: tuple[float, float, float]) -> None:
        names, plane = self._line.names, self._state.plane
        if not self._awaited or message.seq != len(self._items):
            return  # a repetition, or nothing was asked for
        found = None if plane is None else plane.to_local(message.x / 1e7, message.y / 1e7)
        known = message.command == names.MAV_CMD_NAV_WAYPOINT
        if found is None or not known:
            self._awaited = 0
            self._remark("a mission is denied: its items must be waypoints near the mission's LatOrigin")
            self._line.send("mission_ack", *_sender(message), names.MAV_MISSION_UNSUPPORTED, 0)
            return
        self._items[message.seq] = found
        if len(self._items) < self._awaited:
            self._line.send("mission_request_int", *_sender(message), len(self._items), 0)
            return
        self._awaited = 0
        points = [self._items[k] for k in sorted(self._items)][1:]  # the first is the home position
        if points:
            self._post(self._may.waypoints, "points = " + " : ".join(f"{x:.2f},{y:.2f}" for x, y in points))
            self.taken += 1
        self._line.send("mission_ack", *_sender(message), names.MAV_MISSION_ACCEPTED, 0)

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
        if text not in self._said and len(self._said) < 50:
            self._said.add(text)
            self._say(text)
            self._line.send("statustext", self._line.names.MAV_SEVERITY_WARNING, text.encode("ascii", "replace")[:50])


def _per_cent(pulse: float) -> float:
    return min(max((pulse - _LOW) / (_HIGH - _LOW) * 200.0 - 100.0, -100.0), 100.0)


def _sender(message: Any) -> tuple[int, int]:
    return message.get_srcSystem(), message.get_srcComponent() or COMPONENT
