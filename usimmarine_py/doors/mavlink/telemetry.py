"""What a vehicle sends by itself, each message at its rate."""

from __future__ import annotations

from math import isnan, radians

from usimmarine_py.doors.mavlink.line import MavLine
from usimmarine_py.doors.mavlink.state import MODES, MavState

#: Hz of real time, by message.
RATES = {
    "heartbeat": 1.0, "attitude": 10.0, "global_position_int": 5.0, "local_position_ned": 5.0, "vfr_hud": 4.0,
    "gps_raw_int": 2.0, "system_time": 1.0, "sys_status": 1.0, "battery_status": 1.0,
    "mission_current": 1.0,
}  # fmt: skip
#: Sensors that are there, healthy and on: gyro, accelerometer, compass, GPS, motors, the checks before arming
#: (MAV_SYS_STATUS_SENSOR). A fence that is not there is healthy, as ArduPilot says it: else it counts as broken.
_SENSORS = 0x1 | 0x2 | 0x4 | 0x20 | 0x8000 | 0x1000_0000
_HEALTHY = _SENSORS | 0x10_0000
#: Battery, mV, cA, centidegrees: not known; and the most that a voltage can be.
_NO_VOLTAGE, _NO_CURRENT, _NO_TEMPERATURE, _MOST_VOLTAGE = 65535, -1, 32767, 65534


class Telemetry:
    """Sends the state of one vehicle."""

    def __init__(self, line: MavLine, state: MavState, *, submarine: bool) -> None:
        self._line, self._state = line, state
        self._kind = line.names.MAV_TYPE_SUBMARINE if submarine else line.names.MAV_TYPE_SURFACE_BOAT
        self._due = dict.fromkeys(RATES, 0.0)
        self._said: tuple[str, int] | None = None

    def send(self, now: float, calendar: float, elapsed: float) -> None:
        """Send what is due at real time ``now`` (s).

        ``calendar``: the community's time (s of the calendar); ``elapsed``: since the line began, by it.
        """
        for name, rate in RATES.items():
            if now >= self._due[name]:
                self._due[name] = max(self._due[name] + 1.0 / rate, now)
                self.one(name, calendar, elapsed)
        self._remark()

    def one(self, name: str, calendar: float, elapsed: float) -> bool:
        """Send one message; whether there is such a one, and its values are known."""
        make = getattr(self, f"_{name}", None)
        values = None if make is None else make(calendar, int(elapsed * 1000.0) % 2**32)
        if values is not None:
            self._line.send(name, *values)
        return values is not None

    def _remark(self) -> None:
        """Say what the helm does, where it changes."""
        state, names = self._state, self._line.names
        found = state.texts.get("MODE", "") or state.texts.get("IVPHELM_STATE", ""), state.mode
        if found != self._said:
            if self._said is not None and self._said[1] != found[1]:
                self._line.send("heartbeat", *self._heartbeat(0.0, 0))  # a new mode is seen at once
            self._said = found
            text = f"{MODES[found[1]]}: {found[0]}" if found[0] else MODES[found[1]]
            self._line.text(names.MAV_SEVERITY_INFO, text)

    # ---- messages: calendar (s), since the start (ms) -> values, None while they are not known -----------------------

    def _heartbeat(self, calendar: float, ms: int) -> tuple[object, ...]:
        names, state = self._line.names, self._state
        flags = names.MAV_MODE_FLAG_CUSTOM_MODE_ENABLED | names.MAV_MODE_FLAG_HIL_ENABLED
        flags |= names.MAV_MODE_FLAG_MANUAL_INPUT_ENABLED if state.is_manual else names.MAV_MODE_FLAG_AUTO_ENABLED
        flags |= names.MAV_MODE_FLAG_SAFETY_ARMED if state.is_armed else 0
        status = names.MAV_STATE_ACTIVE if state.is_armed else names.MAV_STATE_STANDBY
        return self._kind, names.MAV_AUTOPILOT_ARDUPILOTMEGA, flags, state.mode, status

    def _attitude(self, calendar: float, ms: int) -> tuple[object, ...] | None:
        n = self._state.number
        if isnan(heading := n("HEADING")):
            return None
        yaw = radians((heading + 180.0) % 360.0 - 180.0)
        return ms, n("ROLL", 0.0), n("PITCH", 0.0), yaw, n("P", 0.0), n("Q", 0.0), n("R", 0.0)

    def _global_position_int(self, calendar: float, ms: int) -> tuple[object, ...] | None:
        n = self._state.number
        if isnan(n("LAT") + n("LONG")):
            return None
        height = round(-1000.0 * n("DEPTH", 0.0))
        speeds = [round(100.0 * one) for one in self._state.velocity]
        return ms, *self._degrees(), height, height, *map(_short, speeds), round(100.0 * n("HEADING", 0.0)) % 36000

    def _local_position_ned(self, calendar: float, ms: int) -> tuple[object, ...] | None:
        n = self._state.number
        if isnan(n("X") + n("Y")):
            return None
        return ms, n("Y"), n("X"), n("DEPTH", 0.0), *self._state.velocity

    def _gps_raw_int(self, calendar: float, ms: int) -> tuple[object, ...] | None:
        n = self._state.number
        if isnan(n("LAT") + n("LONG")):
            return None
        speed = round(100.0 * n("SPEED_OVER_GROUND", n("SPEED", 0.0)))
        course = round(100.0 * n("HEADING_OVER_GROUND", n("HEADING", 0.0))) % 36000
        height = round(-1000.0 * n("DEPTH", 0.0))
        return int(calendar * 1e6), 3, *self._degrees(), height, 65535, 65535, min(abs(speed), 65534), course, 10

    def _vfr_hud(self, calendar: float, ms: int) -> tuple[object, ...]:
        n = self._state.number
        speed = n("SPEED", 0.0)
        ground = n("SPEED_OVER_GROUND", speed)
        heading = round(n("HEADING", 0.0)) % 360
        return speed, ground, heading, abs(self._state.thrust), -n("DEPTH", 0.0), -n("W", 0.0)

    def _system_time(self, calendar: float, ms: int) -> tuple[object, ...]:
        return int(calendar * 1e6), ms

    def _sys_status(self, calendar: float, ms: int) -> tuple[object, ...]:
        voltage, current, charge = self._battery()
        return (
            _SENSORS, _SENSORS, _HEALTHY, 0, _NO_VOLTAGE if voltage is None else min(voltage, _MOST_VOLTAGE), current,
            charge, 0, 0, 0, 0, 0, 0,
        )  # fmt: skip

    def _battery_status(self, calendar: float, ms: int) -> tuple[object, ...] | None:
        voltage, current, charge = self._battery()
        if voltage is None:
            return None
        names, cells = self._line.names, [_NO_VOLTAGE] * 10
        for cell in range(10):  # of more than one cell can tell the rest stands in the next
            cells[cell], voltage = min(voltage, _MOST_VOLTAGE), max(voltage - _MOST_VOLTAGE, 0)
            if not voltage:
                break
        function, kind = names.MAV_BATTERY_FUNCTION_ALL, names.MAV_BATTERY_TYPE_UNKNOWN
        return 0, function, kind, _NO_TEMPERATURE, cells, current, -1, -1, charge

    def _battery(self) -> tuple[int | None, int, int]:
        """Voltage (mV), current (cA) and charge (%)."""
        values = self._state.numbers
        voltage = values.get("USM_BATTERY_VOLTAGE")
        current, charge = values.get("USM_BATTERY_CURRENT"), values.get("USM_BATTERY_CHARGE")
        return (
            None if voltage is None else round(1000.0 * voltage),
            _NO_CURRENT if current is None else _short(round(100.0 * current)),
            -1 if charge is None else round(charge),
        )

    def _mission_current(self, calendar: float, ms: int) -> tuple[object, ...]:
        index, count = self._state.numbers.get("WPT_INDEX", 0.0), len(self._state.waypoints)
        return (min(max(int(index), 0) + 1, count),)  # item 0 is the home position

    def _degrees(self) -> tuple[int, int]:
        return round(1e7 * self._state.number("LAT")), round(1e7 * self._state.number("LONG"))


def _short(value: int) -> int:
    return min(max(value, -32768), 32767)
