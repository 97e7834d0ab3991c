"""Every numeric parameter and every mail with every kind of bad value: one warning, and the vehicle stays finite."""

from __future__ import annotations

import math
from dataclasses import astuple
from itertools import product

import pytest

from tests.support.internals import internals
from tests.support.simulators import make
from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.simulator import PARAMETERS, ConfigLine, Simulator
from usimmarine_py.simulator.table import INCOMING
from usimmarine_py.values import Message

MEGABYTE = "x" * 2**20
BAD_TEXTS = ["nan", "inf", "-inf", "1e400", "abc", "", MEGABYTE, "1" * 400]
NUMERIC = [parameter.name for parameter in PARAMETERS if parameter.kind in ("number", "integer")]
#: Weather and faults have tests of their own, with longer warnings.
MAIL = [name for entry in INCOMING if not entry.ours for name in (entry.name, *entry.aliases)]

#: A block that makes every mail reach something.
BLOCK = (
    "thrust_map = 20:1, 100:5",
    "drift_x = 0.25",
    "start_depth = 3",
    "default_water_depth = 50",
    "dual_state = true",
)
CONTROLLER = ("yaw_pid_kp = 1", "speed_factor = 20")


def _finite(simulator: Simulator) -> bool:
    state = simulator.state
    numbers = [value for value in astuple(state) if isinstance(value, float)]
    numbers.remove(state.altitude)
    return all(map(math.isfinite, numbers))


@pytest.mark.parametrize("dialect", DIALECT_NAMES)
def test_a_bad_parameter_gives_one_warning_and_changes_nothing(dialect: str) -> None:
    plain = repr(internals(Simulator.from_lines([], dialect=dialect)))  # NaN in it is equal to no NaN
    for name, value in product(NUMERIC, BAD_TEXTS):
        simulator = Simulator.from_lines([ConfigLine(name, value, "alpha.moos", 41)], dialect=dialect)
        (warning,) = simulator.config_warnings
        text = str(warning)
        assert text.startswith(f"alpha.moos:41: {name}: ")
        assert len(text) < 400
        if (dialect, name) != ("v22", "turn_loss") and not name.startswith("yaw_pid"):
            # V22 reads any text as a loss of 0; a bad yaw gain still switches the controller on, as it does there
            assert repr(internals(simulator)) == plain, (name, value[:20])
        simulator.iterate(1.0)
        assert _finite(simulator), (name, value[:20])


@pytest.mark.parametrize("dialect", DIALECT_NAMES)
def test_minus_one_and_zero_give_at_most_one_warning(dialect: str) -> None:
    for name, value in product(NUMERIC, ("-1", "0")):
        simulator = Simulator.from_lines([ConfigLine(name, value, "alpha.moos", 41)], dialect=dialect)
        assert len(simulator.config_warnings) <= 1, (name, value)
        simulator.on_mail(Message("DESIRED_THRUST", 50.0, 0.5, "pHelmIvP"))
        simulator.iterate(1.0)
        simulator.iterate(2.0)
        assert _finite(simulator), (name, value)


@pytest.mark.parametrize("dialect", DIALECT_NAMES)
@pytest.mark.parametrize("coupled", [False, True], ids=["free", "coupled"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e400, "abc", "", MEGABYTE, b"\x00\xff"])
def test_bad_mail_gives_one_warning_and_changes_nothing(
    dialect: str, coupled: bool, value: float | str | bytes
) -> None:
    for name in MAIL:
        simulator = make(dialect, *BLOCK, *(CONTROLLER if coupled else ()))
        assert simulator.config_warnings == []
        if name not in simulator.subscriptions():
            continue
        simulator.iterate(1.0)
        before = internals(simulator)
        simulator.on_mail(Message(name, value, 1.5, "pEvil"))
        if name == "USM_RESET_NAV":
            # whatever it carries, it means "now"
            assert simulator.run_warnings == ()
            continue
        (warning,) = simulator.run_warnings
        assert name in warning
        assert "pEvil" in warning
        assert len(warning) < 400
        lenient = name in ("USM_RESET", "WIND_CONDITIONS") and isinstance(value, str) and dialect != "documented"
        if not lenient and name != "WIND_CONDITIONS":
            # CLASSIC lists the sender of an unreadable drift among its sources
            assert repr(internals(simulator, drift_sources=())) == repr(before)
        simulator.iterate(2.0)
        assert _finite(simulator)


@pytest.mark.parametrize("dialect", DIALECT_NAMES)
@pytest.mark.parametrize("value", [-1.0, 0.0])
def test_minus_one_and_zero_are_taken_or_refused_with_one_warning(dialect: str, value: float) -> None:
    for name in MAIL:
        simulator = make(dialect, *BLOCK)
        simulator.iterate(1.0)
        simulator.on_mail(Message(name, value, 1.5, "pEvil"))
        assert len(simulator.run_warnings) <= 1
        simulator.iterate(2.0)
        assert _finite(simulator)


def test_a_vehicle_that_leaves_all_bounds_stays_where_it_was() -> None:
    simulator = Simulator(start_x=7, drift_x=1e20)
    for k in range(1, 8):
        simulator.iterate(10.0 * k)
    assert (simulator.state.x, simulator.state.speed) == (7, 0)
    assert any("stays where it was" in warning for warning in simulator.run_warnings)
