"""Every numeric weather and sensor parameter with every kind of bad value: one warning, and all else as it was."""

from __future__ import annotations

from itertools import product
from math import isfinite

from tests.support.internals import internals
from usimmarine_py.simulator import ConfigLine, Simulator
from usimmarine_py.simulator.config.weather import COLLECTED as PARAMETERS
from usimmarine_py.values import Message

NUMERIC = [p.name for p in PARAMETERS if p.kind in ("number", "integer")]
BAD = ["nan", "inf", "-inf", "1e400", "abc", "", "x" * 2**20, "9" * 6000]
#: A sea on which every parameter has something to say, and a vehicle to which the wind matters.
BLOCK = (("wind_speed", "8"), ("wave_hs", "1"), ("current_speed", "0.3"), ("sensor", "wind"))


def test_a_bad_number_gives_one_warning_and_the_rest_counts() -> None:
    for name in NUMERIC:
        lines = [ConfigLine(key, text, "sea.moos", 10 + i) for i, (key, text) in enumerate(BLOCK) if key != name]
        plain = Simulator.from_lines(lines)
        for value in BAD:
            simulator = Simulator.from_lines([*lines, ConfigLine(name, value, "sea.moos", 41)])
            (warning,) = simulator.config_warnings
            assert str(warning).startswith(f"sea.moos:41: {name}: ")
            assert len(str(warning)) < 400
            assert internals(simulator) == internals(plain), (name, value[:20])
            simulator.iterate(1.0)
            assert isfinite(simulator.state.x) and isfinite(simulator.state.y), (name, value[:20])


def test_bad_weather_mail_never_gets_in() -> None:
    for parameter, text in product(PARAMETERS, ("nan", "x" * 300)):
        simulator = Simulator.from_lines([ConfigLine(*line) for line in BLOCK])
        before = internals(simulator)
        simulator.on_mail(Message("USM_WEATHER", f"{parameter.name}={text}", 1.0, "storm"))
        (warning,) = simulator.run_warnings
        assert warning.startswith("USM_WEATHER from storm: ")
        assert len(warning) < 700
        assert internals(simulator) == before, parameter.name
