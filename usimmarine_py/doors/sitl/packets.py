"""The two packets of the interface: servo outputs of the autopilot, and what the vehicle answers."""

from __future__ import annotations

import json
import struct
from math import isfinite
from typing import NamedTuple

from usimmarine_py.errors import DoorError

#: Number of servo outputs by the magic number of a packet.
CHANNELS = {18458: 16, 29569: 32}
_HEAD = struct.Struct("<HHI")
#: Hz; slower frames are refused by the autopilot itself (0.1 s), faster ones than this no autopilot makes.
RATES = (11, 4000)
#: Frames by which a network may overtake one.
_LATE = 10


class ServoFrame(NamedTuple):
    """Servo outputs of one frame of the autopilot."""

    rate: int  #: Hz: a frame is so long
    number: int  #: of the frame; 0 at the start of an autopilot
    pwm: tuple[float, ...]  #: us, of each output; 0 = it gives no signal
    starts: bool = False  #: for certain the first one of an autopilot


def read_frame(data: bytes) -> ServoFrame:
    """Read a datagram of the autopilot. Raises ``DoorError`` with the reason."""
    if len(data) < _HEAD.size:
        raise DoorError(f"{len(data)} bytes are no packet of servo outputs")
    magic, rate, count = _HEAD.unpack_from(data)
    channels = CHANNELS.get(magic)
    if channels is None:
        known = " and ".join(map(str, CHANNELS))
        raise DoorError(f"magic number {magic} is of another version of the interface; known are {known}")
    if len(data) != (length := _HEAD.size + 2 * channels):
        raise DoorError(f"a packet of {channels} servo outputs has {length} bytes, this one {len(data)}")
    if not RATES[0] <= rate <= RATES[1]:
        raise DoorError(f"a frame rate of {rate} Hz is not from {RATES[0]} to {RATES[1]}")
    return ServoFrame(rate, count, struct.unpack_from(f"<{channels}H", data, _HEAD.size))


def is_overtaken(number: int, last: int) -> bool:
    """Whether a frame may be an old one that came after the frame ``last``; a new start counts from 0 again."""
    return last - _LATE <= number < last


class VehicleAnswer(NamedTuple):
    """The vehicle, as an answer describes it; NED and BODY, m, s, rad. Optional fields are None."""

    timestamp: float
    gyro: tuple[float, float, float]  #: mean rates over the frame, BODY
    accel: tuple[float, float, float]  #: mean specific force over the frame, BODY: (0, 0, -9.81) at rest
    position: tuple[float, float, float]  #: from the origin of the mission's local grid, NED
    attitude: tuple[float, float, float]  #: roll, pitch, yaw
    quaternion: tuple[float, float, float, float]  #: the same, scalar first
    velocity: tuple[float, float, float]  #: over ground, NED
    wind: tuple[float, float, float] | None = None  #: of the air over ground, NED
    vane: tuple[float, float] | None = None  #: apparent wind: from where (rad, clockwise from the bow), m/s
    battery: tuple[float, float] | None = None  #: V, A
    altitude: float | None = None  #: m, of a range finder that looks down

    def encoded(self) -> bytes:
        """Return the line for the autopilot.

        Its reader takes the first place at which the name of a field occurs, and no blank behind a colon: ``velocity``
        stands before ``velocity_wind``. Raises ``DoorError`` for a number that is not finite.
        """
        found: dict[str, object] = {
            "timestamp": self.timestamp,
            "imu": {"gyro": self.gyro, "accel_body": self.accel},
            "position": self.position,
            "attitude": self.attitude,
            "quaternion": self.quaternion,
            "velocity": self.velocity,
        }
        if self.wind is not None:
            found["velocity_wind"] = self.wind
        if self.vane is not None:
            found["windvane"] = {"direction": self.vane[0], "speed": self.vane[1]}
        if self.battery is not None:
            found["battery"] = {"voltage": self.battery[0], "current": self.battery[1]}
        if self.altitude is not None and isfinite(self.altitude):
            found["rng_1"] = self.altitude
        try:
            return b"\n" + json.dumps(found, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        except ValueError:
            raise DoorError("the state of the vehicle is not finite") from None
