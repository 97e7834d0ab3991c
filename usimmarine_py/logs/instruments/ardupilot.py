"""Logs of ArduPilot: .BIN of the autopilot, .tlog of a ground station. Only this module imports pymavlink."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from usimmarine_py.errors import LogFileError, MissingExtraError
from usimmarine_py.logs.instruments.gathered import Gathered
from usimmarine_py.logs.instruments.tlog import far_off, packets
from usimmarine_py.logs.runs import Series

#: Fields that number an instance of a message: GPS[1].Spd of a second receiver.
_INSTANCES = ("I", "Instance", "instance", "C")
#: What pymavlink prints of broken bytes in a .BIN, to both outputs.
_SKIPPED = re.compile(r"Skipped (\d+) bad bytes in log at offset (\d+)")
#: The first bytes of a message in a .BIN.
_BEGIN = b"\xa3\x95"


def read_ardupilot(path: Path, gathered: Gathered) -> dict[str, Series]:
    """Series by message and field, ``ATT.Yaw`` or ``VFR_HUD.groundspeed``, in the units of the log.

    ``gathered`` takes them, and what is broken.

    Raises ``LogFileError`` for a file that is no such log, ``MissingExtraError`` without pymavlink.
    """
    try:
        from pymavlink import mavutil
    except ImportError:
        raise MissingExtraError("reading a log of ArduPilot", "pymavlink", "ardupilot") from None
    try:
        with path.open("rb") as file:  # pymavlink prints a line for each byte of another file
            begins = file.read(2)
        if path.suffix.lower() == ".bin" and begins != _BEGIN:
            raise LogFileError(
                f"is no log of ArduPilot: it begins with {begins.hex()}, not {_BEGIN.hex()}", file=str(path)
            )
        if path.suffix.lower() == ".tlog":
            _gather_heard(path, gathered)
        else:
            _gather(mavutil, path, gathered)
    except LogFileError:
        raise
    except Exception as error:  # pymavlink raises whatever comes of broken bytes
        raise LogFileError(f"is no log of ArduPilot that can be read: {error}", file=str(path)) from None
    found = gathered.series()
    if not found:
        raise LogFileError("is no log of ArduPilot: it holds no message with numbers", file=str(path))
    return found


def _gather(mavutil: Any, path: Path, gathered: Gathered) -> None:
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said), _quiet():
        _messages(mavutil, path, gathered)
    for size in dict((place, size) for size, place in _SKIPPED.findall(said.getvalue())).values():
        gathered.lose("bytes that are no message", int(size))


@contextmanager
def _quiet() -> Iterator[None]:
    """Close the process's standard error meanwhile: pymavlink's index in C writes a line for each broken byte."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _messages(mavutil: Any, path: Path, gathered: Gathered) -> None:
    kwargs = {"dialect": "ardupilotmega", "notimestamps": False}
    with closing(mavutil.mavlink_connection(str(path), **kwargs)) as log:
        while (message := log.recv_match()) is not None:
            kind = message.get_type()
            if kind == "BAD_DATA":
                gathered.lose("bytes that are no message", len(message.data))
                continue
            _take(message, float(getattr(message, "_timestamp", 0.0)), gathered)
        if log.offset < log.data_len:
            gathered.lose("the last message, which is torn off", 0)


def _gather_heard(path: Path, gathered: Gathered) -> None:
    """A .tlog: the packets are found here, as pymavlink loses its way behind broken bytes."""
    from pymavlink.dialects.v20 import ardupilotmega

    link = ardupilotmega.MAVLink(None)

    def read(packet: bytearray, followed: bool) -> Any:
        try:
            message = link.decode(packet)
        except Exception:  # pymavlink raises whatever comes of broken bytes
            return None
        # the checksum of a kind that is not known cannot be judged
        return message if followed or not message.get_type().startswith("UNKNOWN") else None

    found = list(packets(path.read_bytes(), read, gathered.lose))
    for (time, message), far in zip(found, far_off([time for time, _ in found]), strict=True):
        kind = message.get_type()
        if kind.startswith("UNKNOWN"):
            gathered.lose("messages of a kind that is not known")
        elif far:
            gathered.lose("messages whose time is days away from the others")
        else:
            _take(message, time, gathered)


def _take(message: Any, time: float, gathered: Gathered) -> None:
    kind = message.get_type()
    fields = {name: getattr(message, name, None) for name in message.get_fieldnames()}
    number = next((fields[name] for name in _INSTANCES if isinstance(fields.get(name), int)), 0)
    stem = f"{kind}[{number}]" if number else kind
    for name, value in fields.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            gathered.add(f"{stem}.{name}", time, float(value))
