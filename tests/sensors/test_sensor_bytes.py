"""The quick samples are those of the plain rule, to the last bit and to the sign of zero."""

from __future__ import annotations

import math
import random

import pytest

from tests.support.plain_sensor import Plain
from tests.support.truth import flat_truth
from usimmarine_py.sensors.kinds import KINDS
from usimmarine_py.sensors.settings import sensor_from
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.sensors.truth import Truth
from usimmarine_py.values.faults import Fault

SETTINGS = (
    "", "latency=0.37", "dropout=0.1, dropout_time=0.3", "jump=5, jump_every=3, jump_time=1", "at=1:-2:0.5",
    "perfect=true", "rate=7.3", "quantum=0.25", "drift=2, tau=4", "scale=0.1, bias=-0", "start_calibrated=true",
    "turn_on_bias=0.3, noise_density=0.1",
)  # fmt: skip
FAULTS = {
    30: (("gain", 1.5), ("bias", 2.0), ("noise", 0.5)),
    50: (("freeze", None),),
    60: (("dead", None),),
    65: (("dropout", 0.5),),
    75: (("stuck", 0.5),),
    80: (),
}


def journey(seed: int) -> list[Truth]:
    """Unsteady ticks, all channels restless, at rest for a while, heading round the circle."""
    chance, time, found = random.Random(seed), 0.0, []
    for k in range(110):
        time += chance.choice((0.0, 0.013, 0.05, 0.1, 0.1, 0.3))
        altitude = chance.choice((math.nan, 20.0))
        if 90 < k < 100:
            found.append(flat_truth(time, psi=-0.0, v=-0.0, wind_towards=math.pi))
        else:
            found.append(flat_truth(time, *(chance.uniform(-3.0, 3.0) for _ in range(22)), altitude=altitude))
    return found


@pytest.mark.parametrize("setting", SETTINGS)
def test_samples_are_those_of_the_plain_rule(setting: str) -> None:
    sensors = tuple(sensor_from(f"{kind}, {setting}" if setting else kind) for kind in KINDS)
    quick, plain = Suite(sensors, 5), Plain(sensors, 5)
    one, other = quick.start(), plain.start()
    faults: tuple[Fault, ...] = ()
    read = 0
    for k, truth in enumerate(journey(len(setting))):
        if k in FAULTS:
            faults = tuple(Fault(s.name, action, value) for s in sensors for action, value in FAULTS[k])
        to_latlon = (lambda x, y: (y / 1e5, x / 1e5)) if k % 3 else None
        one, readings = quick.advance(one, truth, faults, to_latlon)
        other, expected = plain.advance(other, truth, faults, to_latlon)
        assert repr(readings) == repr(expected)
        assert repr(one) == repr(other)
        read += len(readings)
    assert read > 300


def test_a_leap_is_worked_through_as_by_the_plain_rule() -> None:
    sensors = (sensor_from("imu"), sensor_from("mru, latency=35"))
    leap = flat_truth(40.0, u=3.0, psi=6.0)
    found = [
        suite.advance(suite.advance(suite.start(), flat_truth(0.0))[0], leap)
        for suite in (Suite(sensors), Plain(sensors))
    ]
    assert len(found[0][1]) > 3000
    assert repr(found[0]) == repr(found[1])
