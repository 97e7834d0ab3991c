"""NMEA 0183 sentences of readings. Time stamps come from simulated time alone.

Talkers: GP satellite navigation, HE north-seeking gyro, HC magnetic compass, VW water speed log, WI weather
instrument, SD sounder.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from math import isfinite

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.sensors.sensor import Reading

KNOT = 1852.0 / 3600.0  #: m/s
#: Simulated time 0, unless ``nmea_start`` says otherwise: a fixed date, so that equal runs give equal bytes.
EPOCH = datetime(2000, 1, 1)
_LATEST = timedelta(days=365 * 90)


def checksum(body: str) -> str:
    """The two hexadecimal digits after ``*``: exclusive or of the characters between ``$`` and ``*``."""
    total = 0
    for char in body:
        total ^= ord(char)
    return f"{total:02X}"


def sentence(body: str) -> str:
    """``$BODY*HH`` without the line end."""
    return f"${body}*{checksum(body)}"


def epoch_from(text: str) -> datetime:
    """The calendar time (UTC) of simulated time 0, as ``2026-05-01T12:00:00``; empty = 2000-01-01T00:00:00."""
    if not text.strip():
        return EPOCH
    try:
        start = datetime.fromisoformat(text.strip())
    except ValueError:
        start = None
    if start is None or start.tzinfo is not None or not 1980 <= start.year <= 2079:
        raise ConfigError(
            f"must be a date and time from 1980 to 2079, such as 2026-05-01T12:00:00, found {shorten(text)!r}",
            key="nmea_start",
        )
    return start


def sentences(reading: Reading, epoch: datetime | None = None) -> list[str]:
    """The sentences of a reading, in sending order; empty for kinds that have none (mru, imu, depth)."""
    make = _MAKERS.get(reading.kind)
    return [] if make is None else [sentence(body) for body in make(reading, epoch or EPOCH)]


def _gps(reading: Reading, epoch: datetime) -> list[str]:
    out = reading.numbers
    clock, date = _stamp(reading.time, epoch)
    if "SPEED" not in out:
        return [f"GPGGA,{clock},,,,,0,00,,,M,,M,,", f"GPRMC,{clock},V,,,,,,,{date},,,N"]
    fixed = "LAT" in out and isfinite(out["LAT"]) and isfinite(out["LONG"])
    latitude = _angle(out["LAT"], 2, "NS") if fixed else ","
    longitude = _angle(out["LONG"], 3, "EW") if fixed else ","
    quality, satellites = ("1", "10") if fixed else ("0", "00")
    height = out["HEIGHT"]
    speed, track = out["SPEED"] / KNOT, _course(out["TRACK"])
    return [
        f"GPGGA,{clock},{latitude},{longitude},{quality},{satellites},0.9,{_plain(height, 2)},M,0.0,M,,",
        f"GPRMC,{clock},{'A' if fixed else 'V'},{latitude},{longitude},{_plain(speed, 3)},{track},{date},,,"
        f"{'A' if fixed else 'N'}",
    ]


def _compass(reading: Reading, _: datetime) -> list[str]:
    heading = _course(reading.numbers["HEADING"])
    return [f"HCHDG,{heading},,,," if reading.magnetic else f"HEHDT,{heading},T"]


def _log(reading: Reading, _: datetime) -> list[str]:
    out = reading.numbers
    along, across = out["SPEED"] / KNOT, out["SWAY"] / KNOT
    # VHW has no sign: a log that measures sternway shows it in VBW
    return [
        f"VWVHW,,T,,M,{_plain(abs(along), 3)},N,{_plain(abs(out['SPEED']) * 3.6, 3)},K",
        f"VWVBW,{_plain(along, 3)},{_plain(across, 3)},A,,,V,,V,,V",
    ]


def _wind(reading: Reading, _: datetime) -> list[str]:
    out = reading.numbers
    return [f"WIMWV,{_course(out['ANGLE'])},R,{_plain(out['SPEED'], 2)},M,A"]


def _altimeter(reading: Reading, _: datetime) -> list[str]:
    return [f"SDDPT,{_plain(reading.numbers['ALTITUDE'], 2)},0.0,"]


_MAKERS: dict[str, Callable[[Reading, datetime], list[str]]] = {
    "gps": _gps,
    "compass": _compass,
    "log": _log,
    "wind": _wind,
    "altimeter": _altimeter,
}


def _plain(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return text[1:] if float(text) == 0.0 and text.startswith("-") else text


def _course(degrees: float) -> str:
    # 359.96 would print as 360.0, which is outside the field's range
    return f"{round(degrees % 360.0 * 10.0) % 3600 / 10.0:.1f}"


def _stamp(time: float, epoch: datetime) -> tuple[str, str]:
    hundredths = round(time * 100.0)
    moment = epoch + min(timedelta(milliseconds=10 * hundredths), _LATEST)
    return f"{moment:%H%M%S}.{moment.microsecond // 10000:02d}", f"{moment:%d%m%y}"


def _angle(degrees: float, digits: int, signs: str) -> str:
    # in whole hundred-thousandths of a minute first, so that 59.999999 minutes carry into the degrees
    units = round(abs(degrees) * 6_000_000.0)
    whole, rest = divmod(units, 6_000_000)
    minutes, fraction = divmod(rest, 100_000)
    return f"{whole:0{digits}d}{minutes:02d}.{fraction:05d},{signs[1] if degrees < 0.0 else signs[0]}"
