"""How often each sentence comes, and those that come only when asked for."""

from __future__ import annotations

import math
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest

from tests.support.truth import flat_truth
from usimmarine_py.sensors.nmea import SPOKEN, due, rates_from, sentences
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.sensors.settings import sensor_from
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.sensors.truth import to_ned
from usimmarine_py.simulator import Simulator

EVERYTHING = "GGA=5, RMC=5, GLL=5, VTG=5, ZDA=5, HDT=5, ROT=5, XDR=5"


def spoken(ticks: int, dt: float, **parameters: Any) -> list[tuple[float, str]]:
    simulator = Simulator(datum=(43.8253, -70.3304), start_heading=30, **parameters)
    found = []
    for tick in range(1, ticks + 1):
        simulator.iterate(tick * dt)
        found += [(tick * dt, sentence) for sentence in simulator.take_sentences()]
    return found


@pytest.mark.parametrize("dt", [0.05, 0.1, 0.25])
def test_an_autopilot_gets_each_sentence_at_its_rate(dt: float) -> None:
    """Whatever the tick: ten headings, two fixes and one course a second, by their own times."""
    seconds = 20
    got = spoken(
        round(seconds / dt), dt, sensor=["gps, rate=20", "compass, rate=20"], nmea_rates="GGA=2, RMC=0, HDT=10, VTG=1"
    )
    counts = {name: sum(text[3:6] == name for _, text in got) for name in ("GGA", "RMC", "HDT", "VTG")}
    assert counts == {
        "GGA": pytest.approx(2 * seconds, abs=1),
        "RMC": 0,
        "HDT": pytest.approx(10 * seconds, abs=1),
        "VTG": pytest.approx(seconds, abs=1),
    }
    clocks = [float(text.split(",")[1]) for _, text in got if text[3:6] == "GGA"]
    assert clocks == [0.5 * k for k in range(int(2 * clocks[0]), int(2 * clocks[0]) + len(clocks))]


@pytest.mark.parametrize(("every", "rate"), [(0.1, 3.0), (1 / 3, 1.0), (0.05, 20.0), (0.2, 0.7), (1.0, 5.0)])
def test_thinning_keeps_the_rate_on_the_long_run(every: float, rate: float) -> None:
    chosen = [n * every for n in range(3000) if due(n * every, every, rate)]
    expected = min(rate, 1.0 / every) * 3000 * every
    assert len(chosen) == pytest.approx(expected, abs=1)
    gaps = [b - a for a, b in pairwise(chosen)]
    assert max(gaps) < max(1.0 / rate, every) + every
    assert not any(due(n * every, every, 0.0) for n in range(100))


def test_nothing_changes_without_rates() -> None:
    lines = {"sensor": ["gps, rate=5", "log", "mru"]}
    assert spoken(40, 0.1, **lines) == spoken(40, 0.1, nmea_rates="HDG=1", **lines)
    assert {text[3:6] for _, text in spoken(40, 0.1, **lines)} == {"GGA", "RMC", "VHW", "VBW"}


def test_what_was_asked_for_says_what_was_measured() -> None:
    NMEAReader = pytest.importorskip("pynmeagps").NMEAReader
    suite = Suite(tuple(sensor_from(f"{k}, perfect=true, rate=5") for k in ("gps, dual_antenna=true", "mru")), seed=1)
    roll, pitch, heading = math.radians(-4.0), math.radians(2.5), math.radians(350.0)
    truth = flat_truth(
        2.0, 10.0, -20.0, roll=roll, pitch=pitch, psi=heading, u=3.0, v=0.4, r=math.radians(2.0), u_r=3.0, v_r=0.4
    )
    _, readings = suite.advance(suite.start(), truth, (), lambda x, y: (-33.25, 151.5))
    rates = dict(rates_from(EVERYTHING))
    start = datetime(2026, 12, 31, 23, 59, 59)
    found = [
        NMEAReader.parse(text + "\r\n", validate=0x01)
        for reading in readings
        for text in sentences(reading, start, rates, 0.2)
    ]
    north, east, _ = to_ned(*truth.attitude, truth.velocity)
    by_name = {(m.talker, m.msgID): m for m in found}
    assert {name for _, name in by_name} == {name for kind in ("gps", "mru") for name in SPOKEN[kind]}
    position, over_ground, clock = (by_name["GP", name] for name in ("GLL", "VTG", "ZDA"))
    assert (position.lat, position.lon, position.status) == (-33.25, 151.5, "A")
    assert over_ground.sogn == pytest.approx(math.hypot(east, north) * 3600 / 1852, 1e-3)
    assert over_ground.sogk == pytest.approx(over_ground.sogn * 1.852, abs=2e-3)
    track = math.degrees(math.atan2(east, north))
    assert math.remainder(over_ground.cogt - track, 360.0) == pytest.approx(0.0, abs=0.051)
    assert (clock.year, clock.month, clock.day, str(clock.time)) == (2027, 1, 1, "00:00:01")
    for talker in ("GP", "IN"):
        assert by_name[talker, "HDT"].headingT == 350.0
    # deg/min, positive to starboard: the Euler rate of a rolled vehicle, and the gyro's own
    assert by_name["GP", "ROT"].rot == pytest.approx(2.0 * math.cos(roll) / math.cos(pitch) * 60.0, abs=0.05)
    assert by_name["IN", "ROT"].rot == pytest.approx(120.0)
    attitude = by_name["IN", "XDR"].payload
    assert attitude == ["A", "2.50", "D", "PTCH", "A", "-4.00", "D", "ROLL"]


def test_no_fix_is_said_in_every_sentence() -> None:
    reading = Reading("gps", "gps", 1.0, (), (("QUALITY", 0.0),))
    texts = sentences(reading, None, dict(rates_from(EVERYTHING)), 0.2)
    assert [text.rpartition("*")[0] for text in texts[2:]] == [
        "$GPGLL,,,,,000001.00,V,N",
        "$GPVTG,,T,,M,,N,,K,N",
        "$GPZDA,000001.00,01,01,2000,00,00",
    ]
