"""NMEA 0183 sentences of readings. Time stamps depend only on simulated time.

Talkers: GP satellite navigation, HE north-seeking gyro, HC magnetic compass, VW water speed log, WI weather
instrument, SD sounder, IN integrated navigation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from math import degrees, floor, inf, isfinite

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.text import finite_number

KNOT = 1852.0 / 3600.0  #: m/s
#: Default date of simulated time 0 (``nmea_start``): fixed, so that equal runs give equal bytes.
EPOCH = datetime(2000, 1, 1)
_LATEST = timedelta(days=365 * 90)
#: Relative tolerance of a period for rounding.
_SLACK = 1e-6


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


def rates_from(text: str) -> tuple[tuple[str, float], ...]:
    """Parse ``GGA=1, HDT=10, VTG=1`` into sentences (letters after the talker) and rates, Hz."""
    found: dict[str, float] = {}
    known = sorted({AIS, *(name for names in SPOKEN.values() for name in names)})
    for part in text.split(",") if text.strip() else ():
        name, _, value = (piece.strip() for piece in part.partition("="))
        name, rate = name.upper(), finite_number(value)
        if name not in known:
            raise ConfigError(
                f"{shorten(name)!r} is no sentence that is spoken; there are {', '.join(known)}",
                key="nmea_rates",
                suggestion=suggest(name, known),
            )
        if rate is None or not 0.0 <= rate <= 1000.0:
            problem = (
                f"must be SENTENCE=RATE, ..., with rates from 0 (never) to 1000 Hz, found {shorten(part.strip())!r}"
            )
            raise ConfigError(problem, key="nmea_rates")
        found[name] = rate
    return tuple(found.items())


def due(time: float, period: float, rate: float) -> bool:
    """Whether the reading at ``time`` (s), one every ``period`` s, gives a sentence at ``rate`` Hz: the first
    after a multiple of 1/rate (laws/sensors 1.2).
    """
    return rate > 0.0 and floor(time * rate + _SLACK) > floor((time - period) * rate + _SLACK)


def second_at(time: float, epoch: datetime | None = None) -> int:
    """The second of the calendar minute at simulated time ``time``, s."""
    return _moment(time, epoch or EPOCH).second


def sentences(
    reading: Reading, epoch: datetime | None = None, rates: Mapping[str, float] | None = None, period: float = inf
) -> list[str]:
    """The sentences of a reading, in sending order; empty for kinds that have none (imu, depth).

    ``rates`` (Hz, by the letters after the talker) limits sentences, and enables those that are off by default;
    ``period``: s between readings.
    """
    make = _MAKERS.get(reading.kind)
    bodies = [] if make is None else make(reading, epoch or EPOCH)
    if rates:
        bodies = [b for b in bodies if b[2:5] not in rates or due(reading.time, period, rates[b[2:5]])]
        more = _MORE.get(reading.kind)
        if more is not None and not rates.keys().isdisjoint(SPOKEN[reading.kind]):
            wanted = (b for b in more(reading, epoch or EPOCH) if b[2:5] in rates)
            bodies += [b for b in wanted if due(reading.time, period, rates[b[2:5]])]
    return [sentence(body) for body in bodies]


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
    # VHW is unsigned: sternway is only in VBW
    return [
        f"VWVHW,,T,,M,{_plain(abs(along), 3)},N,{_plain(abs(out['SPEED']) * 3.6, 3)},K",
        f"VWVBW,{_plain(along, 3)},{_plain(across, 3)},A,,,V,,V,,V",
    ]


def _wind(reading: Reading, _: datetime) -> list[str]:
    out = reading.numbers
    return [f"WIMWV,{_course(out['ANGLE'])},R,{_plain(out['SPEED'], 2)},M,A"]


def _altimeter(reading: Reading, _: datetime) -> list[str]:
    return [f"SDDPT,{_plain(reading.numbers['ALTITUDE'], 2)},0.0,"]


def _more_of_gps(reading: Reading, epoch: datetime) -> list[str]:
    out = reading.numbers
    clock, date = _stamp(reading.time, epoch)
    time = f"GPZDA,{clock},{date[:2]},{date[2:4]},{_moment(reading.time, epoch):%Y},00,00"
    if "SPEED" not in out:
        return [f"GPGLL,,,,,{clock},V,N", "GPVTG,,T,,M,,N,,K,N", time]
    fixed = "LAT" in out and isfinite(out["LAT"]) and isfinite(out["LONG"])
    place = f"{_angle(out['LAT'], 2, 'NS')},{_angle(out['LONG'], 3, 'EW')}" if fixed else ",,,"
    status = "A,A" if fixed else "V,N"
    speed = f"{_plain(out['SPEED'] / KNOT, 3)},N,{_plain(out['SPEED'] * 3.6, 3)},K"
    found = [f"GPGLL,{place},{clock},{status}", f"GPVTG,{_course(out['TRACK'])},T,,M,{speed},A", time]
    if "HEADING" in out:
        found += [f"GPHDT,{_course(out['HEADING'])},T", f"GPROT,{_plain(out['HEADING_RATE'] * 60.0, 1)},A"]
    return found


def _more_of_mru(reading: Reading, _: datetime) -> list[str]:
    out = reading.numbers
    # bow up and starboard down are positive
    attitude = f"A,{_plain(degrees(out['PITCH']), 2)},D,PTCH,A,{_plain(degrees(out['ROLL']), 2)},D,ROLL"
    rate = _plain(degrees(out["R"]) * 60.0, 1)
    return [f"INHDT,{_course(out['HEADING'])},T", f"INROT,{rate},A", f"INXDR,{attitude}"]


_MAKERS: dict[str, Callable[[Reading, datetime], list[str]]] = {
    "gps": _gps,
    "compass": _compass,
    "log": _log,
    "wind": _wind,
    "altimeter": _altimeter,
}
#: Sentences that ``nmea_rates`` must enable.
_MORE: dict[str, Callable[[Reading, datetime], list[str]]] = {"gps": _more_of_gps, "mru": _more_of_mru}
#: The sentences of each kind; the last ones of gps only with two antennas.
SPOKEN: dict[str, tuple[str, ...]] = {
    "gps": ("GGA", "RMC", "GLL", "VTG", "ZDA", "HDT", "ROT"),
    "compass": ("HDT", "HDG"),
    "log": ("VHW", "VBW"),
    "wind": ("MWV",),
    "altimeter": ("DPT",),
    "mru": ("HDT", "ROT", "XDR"),
}
#: The sentence of other vehicles, see ``ais``.
AIS = "VDM"


def _plain(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return text[1:] if float(text) == 0.0 and text.startswith("-") else text


def _course(degrees: float) -> str:
    # 359.96 would print as 360.0, which is outside the field's range
    return f"{round(degrees % 360.0 * 10.0) % 3600 / 10.0:.1f}"


def _moment(time: float, epoch: datetime) -> datetime:
    return epoch + min(timedelta(milliseconds=10 * round(time * 100.0)), _LATEST)


def _stamp(time: float, epoch: datetime) -> tuple[str, str]:
    moment = _moment(time, epoch)
    return f"{moment:%H%M%S}.{moment.microsecond // 10000:02d}", f"{moment:%d%m%y}"


def _angle(degrees: float, digits: int, signs: str) -> str:
    # in whole hundred-thousandths of a minute first, so that 59.999999 minutes carry into the degrees
    units = round(abs(degrees) * 6_000_000.0)
    whole, rest = divmod(units, 6_000_000)
    minutes, fraction = divmod(rest, 100_000)
    return f"{whole:0{digits}d}{minutes:02d}.{fraction:05d},{signs[1] if degrees < 0.0 else signs[0]}"
