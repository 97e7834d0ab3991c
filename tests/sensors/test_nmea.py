"""NMEA 0183: every sentence is read by pynmeagps, and says what the reading says."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Any

import pytest

from tests.support.truth import flat_truth
from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sensors.nmea import EPOCH, checksum, epoch_from, sentences
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.sensors.settings import sensor_from
from usimmarine_py.sensors.suite import Suite

NMEAReader = pytest.importorskip("pynmeagps").NMEAReader


def parse(text: str) -> Any:
    # validate 0x01: checksum; an error is raised, not logged
    return NMEAReader.parse(text + "\r\n", validate=0x01)


def gps(time: float, lat: float, lon: float, **other: float) -> Reading:
    out = {"LAT": lat, "LONG": lon, "X": 0.0, "Y": 0.0, "HEIGHT": 1.5, "SPEED": 2.0, "TRACK": 90.0, **other}
    return Reading("gps", "gps", time, (), tuple(out.items()))


def test_ten_thousand_sentences(figure: Any) -> None:
    """A vessel circles through all headings, south and north of the equator, with every kind switched on."""
    kinds = ("gps, rate=2", "compass, rate=5", "log, rate=5", "wind, rate=5", "altimeter, rate=5", "imu", "depth")
    suite = Suite(tuple(sensor_from(k) for k in kinds), seed=1)
    counts: dict[str, int] = {}
    longest = 0
    worst = 0.0
    for datum in ((59.4, 10.5), (-33.0, -70.6)):
        geodesy = Geodesy.at(*datum, true_pi=True)
        assert geodesy is not None
        state = suite.start()
        for i in range(361):
            t = 0.5 * i
            place = (3e3 * math.cos(t), 3e3 * math.sin(t))
            truth = flat_truth(
                t, *place, psi=0.7 * t, u=2.0 * math.sin(t), u_r=1.0, v_r=-0.2, wind_speed=6.0, altitude=12.0
            )
            state, readings = suite.advance(state, truth, (), geodesy.to_latlon)
            for reading in readings:
                for text in sentences(reading):
                    message = parse(text)
                    counts[message.msgID] = counts.get(message.msgID, 0) + 1
                    longest = max(longest, len(text) + 2)
                    assert text.isascii()
                    if message.msgID in ("GGA", "RMC"):
                        out = dict(reading.outputs)
                        worst = max(worst, abs(message.lat - out["LAT"]), abs(message.lon - out["LONG"]))
    total = sum(counts.values())
    figure(f"NMEA: {total} sentences parsed by pynmeagps, {counts}")
    figure(f"NMEA: longest {longest} characters, worst latitude or longitude error {worst:.1e} deg")
    assert total >= 10000
    assert set(counts) == {"GGA", "RMC", "HDT", "VHW", "VBW", "MWV", "DPT"}
    assert longest <= 82
    # five decimals of a minute
    assert worst < 0.5e-5 / 60.0 * 1.01


def test_gga_and_rmc_say_what_was_measured() -> None:
    gga, rmc = sentences(gps(3661.25, -12.5, 100.25, TRACK=271.26, SPEED=5.0))
    assert gga.startswith("$GPGGA,010101.25,1230.00000,S,10015.00000,E,1,10,0.9,1.50,M,0.0,M,,*")
    message = parse(rmc)
    assert (message.lat, message.lon, message.NS, message.EW) == (-12.5, 100.25, "S", "E")
    assert (message.spd, message.cog) == (9.719, 271.3)
    assert (str(message.time), str(message.date)) == ("01:01:01.250000", "2000-01-01")


@pytest.mark.parametrize(
    ("time", "clock", "date"),
    [
        (0.0, "000000.00", "010100"),
        (59.999, "000100.00", "010100"),
        (86399.996, "000000.00", "020100"),
        (1e5, "034640.00", "020100"),
    ],
)
def test_time_stamps_carry(time: float, clock: str, date: str) -> None:
    fields = sentences(gps(time, 1.0, 2.0))[1].split(",")
    assert (fields[1], fields[9]) == (clock, date)


@pytest.mark.parametrize(
    ("lat", "text"),
    [
        (59.9999999999, "6000.00000,N"),
        (-0.00000001, "0000.00000,S"),
        (12.0166666, "1201.00000,N"),
        (0.0, "0000.00000,N"),
    ],
)
def test_minutes_carry_into_degrees(lat: float, text: str) -> None:
    assert sentences(gps(0.0, lat, 7.0))[0].split(",", 2)[2].startswith(text)


def test_no_fix_without_a_datum() -> None:
    reading = Reading("gps", "gps", 1.0, (), (("X", 1.0), ("Y", 2.0), ("HEIGHT", 0.0), ("SPEED", 1.0), ("TRACK", 0.0)))
    gga, rmc = (parse(text) for text in sentences(reading))
    assert (gga.quality, gga.lat, rmc.status) == (0, "", "V")


def test_other_sentences() -> None:
    def one(kind: str, **out: float) -> list[str]:
        return sentences(Reading(kind, kind, 0.0, (), tuple(out.items())))

    # 359.97 must not print as 360.0
    assert parse(one("compass", HEADING=359.97)[0]).headingT == 0.0
    assert parse(one("wind", SPEED=7.25, ANGLE=45.0)[0]).speed == 7.25
    vhw, vbw = (parse(text) for text in one("log", SPEED=-1.0, SWAY=0.5))
    assert (vhw.spdN, vhw.spdK, vbw.longwaterspd, vbw.transwaterspd) == (1.944, 3.6, -1.944, 0.972)
    assert parse(one("altimeter", ALTITUDE=12.345)[0]).depth == pytest.approx(12.35, abs=0.0051)
    assert one("imu", FX=1.0) == one("depth", DEPTH=1.0) == []


def test_checksum_of_a_known_sentence() -> None:
    # the example of NMEA 0183 texts everywhere
    assert checksum("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,") == "47"


def test_epoch() -> None:
    assert epoch_from("") == EPOCH
    start = epoch_from("2026-05-01T12:00:00")
    assert start == datetime(2026, 5, 1, 12)
    assert sentences(gps(1.5, 1.0, 2.0), start)[1].split(",")[1] == "120001.50"
    for bad in ("yesterday", "1970-01-01", "2026-05-01T12:00:00+02:00"):
        with pytest.raises(ConfigError, match="nmea_start: must be a date and time"):
            epoch_from(bad)
