"""Logs of ArduPilot: .BIN of the autopilot, .tlog of a ground station. Only this module imports pymavlink."""

from __future__ import annotations

from pathlib import Path

from usimmarine_py.errors import LogFileError, MissingExtraError
from usimmarine_py.logs.instruments.gathered import Gathered
from usimmarine_py.logs.runs import Series

#: Fields that number an instance of a message: GPS[1].Spd of a second receiver.
_INSTANCES = ("I", "Instance", "instance", "C")


def read_ardupilot(path: Path) -> dict[str, Series]:
    """Series by message and field, ``ATT.Yaw`` or ``VFR_HUD.groundspeed``, in the units of the log.

    Raises ``LogFileError`` for a file that is no such log, ``MissingExtraError`` without pymavlink.
    """
    try:
        from pymavlink import mavutil
    except ImportError:
        raise MissingExtraError("reading a log of ArduPilot", "pymavlink", "ardupilot") from None
    gathered = Gathered()
    try:
        log = mavutil.mavlink_connection(str(path), dialect="ardupilotmega", notimestamps=False)
        while (message := log.recv_match()) is not None:
            kind = message.get_type()
            if kind == "BAD_DATA":
                continue
            time = float(getattr(message, "_timestamp", 0.0))
            fields = {name: getattr(message, name, None) for name in message.get_fieldnames()}
            number = next((fields[name] for name in _INSTANCES if isinstance(fields.get(name), int)), 0)
            stem = f"{kind}[{number}]" if number else kind
            for name, value in fields.items():
                if isinstance(value, (int, float)) and not isinstance(value, bool):
                    gathered.add(f"{stem}.{name}", time, float(value))
    except Exception as error:  # pymavlink raises whatever comes of broken bytes
        raise LogFileError(f"is no log of ArduPilot that can be read: {error}", file=str(path)) from None
    return gathered.series()
