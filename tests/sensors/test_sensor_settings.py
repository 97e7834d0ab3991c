"""One line switches a sensor on; one message says what is wrong with it."""

from __future__ import annotations

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.sensors.kinds import KINDS
from usimmarine_py.sensors.parameters import MAIL, PARAMETERS
from usimmarine_py.sensors.sensor import Sensor
from usimmarine_py.sensors.settings import sensor_from, with_sensor


def test_kind_alone_is_enough() -> None:
    gps = sensor_from("gps")
    assert (gps.name, gps.rate, gps.nmea) == ("gps", 20.0, True)
    assert sensor_from(" GPS ") == gps


def test_settings_reach_their_groups() -> None:
    gps = sensor_from(
        "gps, name=Bow, rate=5, noise=0.5, speed_noise=0.1, heading_bias=-2, tau=30, latency=0.2, at=1:-2:0.5, nmea=off"
    )
    errors = dict(gps.errors)
    assert (gps.name, gps.rate, gps.latency, gps.arm, gps.nmea) == ("bow", 5.0, 0.2, (1.0, -2.0, 0.5), False)
    assert (errors["position"].noise, errors["position"].tau, errors["speed"].noise) == (0.5, 30.0, 0.1)
    assert errors["heading"].bias == -2.0
    assert dict(sensor_from("gps, heading_noise=1, perfect=true").errors)["heading"].noise == 1.0
    assert dict(sensor_from("gps, perfect=true").errors)["position"].drift == 0.0


BAD = [
    ("lidar", "no such sensor 'lidar'; there are gps, mru"),
    ("", "no such sensor ''"),
    ("gpss", "did you mean gps?"),
    ("gps, rate", "expected setting=value, found 'rate'"),
    ("gps, rate=", "expected setting=value"),
    ("gps, rate=0", "rate must be 0.001 to 1000, found '0'"),
    ("gps, rate=inf", "rate must be 0.001 to 1000, found 'inf'"),
    ("gps, rate=5, rate=6", "rate is given twice"),
    ("gps, noise=-1", "noise must be at least 0, found -1"),
    ("gps, noise=much", "noise must be a finite number, found 'much'"),
    ("gps, tau=0", "tau must be above 0"),
    ("gps, dropout=1.5", "dropout must be 0 to 1"),
    ("gps, nois=1", "gps has no setting nois; did you mean noise?"),
    ("compass, speed_noise=1", "compass has no setting speed_noise"),
    ("gps, at=1,2,3", "expected setting=value, found '2'"),
    ("gps, at=1:2", "at must be X:Y:Z in metres"),
    ("gps, name=a b", "name must be letters, digits and underscores"),
    ("gps, nmea=perhaps", "nmea must be true or false"),
]


@pytest.mark.parametrize(("line", "message"), BAD)
def test_one_clear_message(line: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        sensor_from(line)
    assert message in str(caught.value)
    assert str(caught.value).startswith("sensor: ")


def test_names_are_unique() -> None:
    sensors: tuple[Sensor, ...] = ()
    for line in ("gps", "gps, name=stern", "compass"):
        sensors = with_sensor(sensors, line)
    assert [s.name for s in sensors] == ["gps", "stern", "compass"]
    with pytest.raises(ConfigError, match="two sensors named gps"):
        with_sensor(sensors, "gps")
    sensors = tuple(sensor_from(f"gps, name=g{i}") for i in range(50))
    with pytest.raises(ConfigError, match="more than 50"):
        with_sensor(sensors, "compass")


def test_tables_are_consistent() -> None:
    names = {m.name for m in MAIL}
    assert len(names) == len(MAIL)
    assert len({p.name for p in PARAMETERS}) == len(PARAMETERS)
    for kind in KINDS.values():
        assert {group for _, group in kind.channels} == set(kind.groups)
