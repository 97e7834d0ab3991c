"""What PX4 is sent of a vehicle: HIL_SENSOR, HIL_GPS and HIL_STATE_QUATERNION.

Only this module and mavlink/line.py import pymavlink's messages.
"""

from __future__ import annotations

import os
from math import atan2, cos, degrees, hypot, isfinite, radians, sin, tau
from typing import Any

import numpy as np

from usimmarine_py.doors.refusals import Refusals
from usimmarine_py.doors.sitl.packets import VehicleAnswer
from usimmarine_py.errors import DoorError, MissingExtraError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.maths.quaternions import euler2q
from usimmarine_py.sensors.truth import to_body

#: Fields of HIL_SENSOR that are new: acceleration and rates; magnetic field; pressure, its height and temperature.
_INERTIAL, _MAGNETIC, _PRESSURE = 0b111111, 0b111 << 6, 0b1101 << 9
#: Hz of simulated time.
_MAGNETOMETER, _BAROMETER, _RECEIVER, _TRUTH = 50.0, 25.0, 5.0, 50.0
#: Standard deviations: PX4 takes a value that stays the same as that of a broken sensor. rad/s, m/s2, G, hPa.
_NOISE = {"gyro": 0.002, "accel": 0.02, "field": 0.001, "pressure": 0.01}
#: Of the International Standard Atmosphere, hPa, 1/m, and degC.
_SEA_LEVEL, _LAPSE, _EXPONENT, _WARM = 1013.25, 2.25577e-5, 5.25588, 15.0
#: Of the receiver, cm; satellites.
_ACCURACY, _SATELLITES = 50, 12
_GRAVITY = 9.80665
_TORN = "bytes that are torn, no MAVLink, or of another version of it: dropped"


class Px4Messages:
    """Makes the messages of one vehicle, and reads those of PX4."""

    def __init__(self, plane: Geodesy, seed: int) -> None:
        """``plane``: of the mission, whose origin has the magnetic field. Raises ``MissingExtraError``."""
        os.environ.setdefault("MAVLINK20", "1")
        try:
            from pymavlink.dialects.v20 import common
            from pymavlink.mavextra import get_mag_field_ef
        except ImportError:
            raise MissingExtraError("usim sitl --px4", "pymavlink", "ardupilot") from None
        self._dialect: Any = common
        self._plane, self._seed = plane, seed
        declination, inclination, strength = get_mag_field_ef(plane.latitude, plane.longitude)
        level = strength * cos(radians(inclination))
        d = radians(declination)
        self._field = level * cos(d), level * sin(d), strength * sin(radians(inclination))  # NED, G
        self._turn = _convergence(plane)
        self.begin()

    def begin(self) -> None:
        """Begin anew, for another PX4."""
        self._mav = self._dialect.MAVLink(None, srcSystem=1, srcComponent=51)
        self._mav.robust_parsing = True
        self._random = np.random.default_rng(self._seed)
        self._due = dict.fromkeys(("field", "pressure", "fix", "truth"), 0.0)

    def parsed(self, data: bytes, refusals: Refusals) -> list[Any]:
        """Return the messages that are complete now."""
        try:
            messages = self._mav.parse_buffer(data) or []
        except Exception as error:  # whatever pymavlink makes of foreign bytes
            refusals.add(f"bytes that are no MAVLink ({type(error).__name__}): dropped")
            return []
        good = [one for one in messages if not one.get_type().startswith(("BAD_DATA", "UNKNOWN"))]
        if len(good) < len(messages):
            refusals.add(_TORN)
        return good

    def encoded(self, state: VehicleAnswer) -> bytes:
        """Return the messages of this state, HIL_SENSOR last: with it PX4's time goes on. Raises ``DoorError``."""
        numbers = (*state.position, *state.velocity, *state.attitude, *state.gyro, *state.accel)
        found = self._plane.to_latlon(state.position[1], state.position[0])
        if not all(map(isfinite, numbers)) or found is None:
            raise DoorError("the state of the vehicle is not finite, or off the map")
        now = state.timestamp
        place = round(found[0] * 1e7), round(found[1] * 1e7), round(-1e3 * state.position[2])
        c, s = cos(self._turn), sin(self._turn)
        north, east, down = state.velocity  # of the grid, whose north is not that of the earth
        velocity = c * north - s * east, s * north + c * east, down
        roll, pitch, yaw = state.attitude[0], state.attitude[1], state.attitude[2] + self._turn
        data = b""
        if self._is_due("fix", now, _RECEIVER):
            data += self._fix(now, place, velocity)
        if self._is_due("truth", now, _TRUTH):
            data += self._truth(state, place, velocity, yaw)
        return data + self._sensor(state, (roll, pitch, yaw))

    def _is_due(self, what: str, now: float, rate: float) -> bool:
        if now < self._due[what] - 1e-9:
            return False
        self._due[what] = max(self._due[what] + 1.0 / rate, now)
        return True

    def _noise(self, what: str) -> Any:
        return self._random.normal(0.0, _NOISE[what], 3)

    def _sensor(self, state: VehicleAnswer, attitude: tuple[float, float, float]) -> bytes:
        fields = _INERTIAL
        accel, gyro = np.add(state.accel, self._noise("accel")), np.add(state.gyro, self._noise("gyro"))
        field, pressure, height = (0.0, 0.0, 0.0), 0.0, -state.position[2]
        if self._is_due("field", state.timestamp, _MAGNETOMETER):
            fields |= _MAGNETIC
            field = tuple(np.add(to_body(*attitude, self._field), self._noise("field")))
        if self._is_due("pressure", state.timestamp, _BAROMETER):
            fields |= _PRESSURE
            pressure = _SEA_LEVEL * (1.0 - _LAPSE * height) ** _EXPONENT + self._noise("pressure")[0]
        return self._packed(
            "hil_sensor", round(state.timestamp * 1e6), *map(float, accel), *map(float, gyro), *map(float, field),
            pressure, 0.0, height, _WARM, fields,
        )  # fmt: skip

    def _fix(self, now: float, place: tuple[int, int, int], velocity: tuple[float, float, float]) -> bytes:
        north, east, down = velocity
        course = round(100.0 * degrees(atan2(east, north) % tau)) % 36000
        return self._packed(
            "hil_gps", round(now * 1e6), 3, *place, _ACCURACY, _ACCURACY, min(round(100.0 * hypot(north, east)), 65534),
            *map(_hundredths, (north, east, down)), course, _SATELLITES,
        )  # fmt: skip

    def _truth(
        self, state: VehicleAnswer, place: tuple[int, int, int], velocity: tuple[float, float, float], yaw: float
    ) -> bytes:
        q = [float(one) for one in euler2q(state.attitude[0], state.attitude[1], yaw)]
        force = [_short(1000.0 * one / _GRAVITY) for one in state.accel]
        return self._packed(
            "hil_state_quaternion", round(state.timestamp * 1e6), q, *state.gyro, *place,
            *map(_hundredths, velocity), 0, 0, *force,
        )  # fmt: skip

    def _packed(self, name: str, *values: Any) -> bytes:
        return bytes(getattr(self._mav, f"{name}_encode")(*values).pack(self._mav))


def _convergence(plane: Geodesy) -> float:
    """Return the angle from true north to the north of the grid at its origin, rad, clockwise."""
    here, ahead = plane.to_latlon(0.0, 0.0), plane.to_latlon(0.0, 100.0)
    assert here is not None and ahead is not None
    return atan2((ahead[1] - here[1]) * cos(radians(here[0])), ahead[0] - here[0])


def _short(value: float) -> int:
    return min(max(round(value), -32768), 32767)


def _hundredths(value: float) -> int:
    return _short(100.0 * value)
