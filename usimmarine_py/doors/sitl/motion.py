"""What an autopilot hears of a vehicle: its motion from one frame to the next, and what surrounds it."""

from __future__ import annotations

from math import atan2, cos, hypot, radians, sin

from usimmarine_py.doors.sitl.packets import VehicleAnswer
from usimmarine_py.maths.quaternions import euler2q
from usimmarine_py.sensors.increments import increments
from usimmarine_py.sensors.kinds import GRAVITY
from usimmarine_py.sensors.truth import Truth, riding, to_body, to_ned, truth_from
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.around.weather import WeatherPart
from usimmarine_py.simulator.parts.battery import BatteryPart
from usimmarine_py.values import Environment
from usimmarine_py.values.frozen import replace

#: m/s2, with which ArduPilot reckons.
STANDARD_GRAVITY = 9.80665
_STILL = (0.0,) * 6


class FrameMotion:
    """Follows the motion of a vehicle from frame to frame."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._weather = simulator.vehicle.find(WeatherPart)
        self._battery = simulator.vehicle.find(BatteryPart)
        self._base: Truth | None = None  #: without what waves add to the outputs
        self._seen: Truth | None = None
        self._began = 0.0

    def begin(self) -> None:
        """Begin anew: time is 0 now, and no motion led here."""
        self._base = self._seen = None
        self._began = self._simulator.clock

    def answer(self, frame: float) -> VehicleAnswer:
        """Return what is known now, ``frame`` s after the last time.

        Rates and specific force are means: their sums follow the motion whatever the length of a frame is.
        """
        base = truth_from(replace(self._simulator.truth, time=self._simulator.clock), Environment(), self._base)
        here = None if self._weather is None else self._weather.state.conditions
        now = base if here is None else riding(base, here.motion)
        still = self._seen is None
        since = replace(now, time=now.time - frame) if self._seen is None else self._seen
        deltas = [float(value) for _, value in increments(since, now, frame, (0.0, 0.0, 0.0), _STILL, _STILL)]
        dt = frame if still else now.time - since.time
        less = to_body(*now.attitude, (0.0, 0.0, GRAVITY - STANDARD_GRAVITY))
        self._base, self._seen = base, now
        q = euler2q(*now.attitude)
        wind = vane = None
        velocity = to_ned(*now.attitude, now.velocity)
        if here is not None and here.wind_speed is not None:
            towards = radians(here.wind_towards)
            wind = here.wind_speed * cos(towards), here.wind_speed * sin(towards), 0.0
            vane = _apparent(now, wind, velocity)
        battery = None if self._battery is None else self._battery.state.battery
        return VehicleAnswer(
            timestamp=now.time - self._began,
            gyro=(deltas[0] / dt, deltas[1] / dt, deltas[2] / dt),
            accel=(deltas[3] / dt + less[0], deltas[4] / dt + less[1], deltas[5] / dt + less[2]),
            position=now.place,
            attitude=now.attitude,
            quaternion=(float(q[0]), float(q[1]), float(q[2]), float(q[3])),
            velocity=velocity,
            wind=wind,
            vane=vane,
            battery=None if battery is None else (battery.voltage, battery.current),
            altitude=now.altitude,
        )


def _apparent(
    now: Truth, wind: tuple[float, float, float], velocity: tuple[float, float, float]
) -> tuple[float, float]:
    """From where the wind is felt on board (rad, clockwise from the bow), and how strong (m/s)."""
    north, east = wind[0] - velocity[0], wind[1] - velocity[1]
    psi = now.attitude[2]
    ahead, right = cos(psi) * north + sin(psi) * east, cos(psi) * east - sin(psi) * north
    return atan2(-right, -ahead), hypot(ahead, right)
