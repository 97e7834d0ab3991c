"""The words of USM_FAULT."""

from __future__ import annotations

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.values.faults import Fault, change_faults, hold

SENSORS = {"gps": ("position", "speed"), "compass": ("heading",)}
ACTUATORS = ("rudder", "thrust")


def change(text: str, faults: tuple[Fault, ...] = ()) -> tuple[Fault, ...]:
    return change_faults(faults, text, SENSORS, ACTUATORS)


def test_faults_gather_replace_and_clear() -> None:
    faults = change("Rudder:stuck, gps:freeze, compass:bias = 5")
    assert [str(f) for f in faults] == ["rudder:stuck", "gps:freeze", "compass:bias=5"]
    faults = change("compass:bias=-2.5, gps.speed:noise=1", faults)
    assert [str(f) for f in faults] == ["rudder:stuck", "gps:freeze", "compass:bias=-2.5", "gps.speed:noise=1"]
    assert [str(f) for f in change("gps.speed:clear", faults)] == ["rudder:stuck", "gps:freeze", "compass:bias=-2.5"]
    assert [str(f) for f in change("gps:clear", faults)] == ["rudder:stuck", "compass:bias=-2.5"]
    assert change("clear", faults) == ()
    assert [str(f) for f in change("clear, thrust:dead", faults)] == ["thrust:dead"]


def test_synonyms() -> None:
    assert change("rudder:freeze, gps:kill, thrust:off") == (
        Fault("rudder", "stuck"), Fault("gps", "dead"), Fault("thrust", "dead"),
    )  # fmt: skip


def test_stuck_holds_what_it_does_now() -> None:
    faults = hold(change("rudder:stuck, thrust:stuck=40"), {"rudder": -12.0, "thrust": 99.0})
    assert [f.value for f in faults] == [-12.0, 40.0]
    # later commands don't move it
    assert hold(faults, {"rudder": 5.0})[0].value == -12.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected TARGET:ACTION"),
        ("rudder", "expected TARGET:ACTION, such as rudder:stuck, or clear; found 'rudder'"),
        ("rudder:", "expected TARGET:ACTION"),
        ("ruder:stuck", "no sensor or actuator 'ruder'; there are compass, gps, rudder, thrust; did you mean rudder?"),
        ("gps:explode", "gps knows no fault 'explode'; it knows freeze, dead"),
        ("gps:limit=3", "gps knows no fault 'limit'"),
        ("rudder:dropout=1", "rudder knows no fault 'dropout'"),
        ("gps:bias", "gps:bias needs a value, as in gps:bias=5"),
        ("gps:bias=", "gps expects bias=NUMBER"),
        ("gps:bias=nan", "gps expects bias=NUMBER, found 'gps:bias=nan'"),
        ("gps:freeze=1", "gps expects freeze without a value"),
        ("gps:dropout=2", "gps:dropout is out of range, found 2"),
        ("rudder:limit=-1", "rudder:limit is out of range"),
        ("gps.tilt:bias=1", "gps has no part 'tilt'; it has position, speed"),
        ("rudder.x:bias=1", "rudder has no part 'x'; it has none"),
        ("gps:freeze, nonsense", "found 'nonsense'"),
        ("clear=1", "expected TARGET:ACTION"),
    ],
)
def test_one_clear_message_and_nothing_changed(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        change(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_runaway_script_is_stopped() -> None:
    sensors = {f"s{i}": ("x",) for i in range(101)}
    with pytest.raises(ConfigError, match="more than 100 faults"):
        change_faults((), ",".join(f"s{i}:dead" for i in range(101)), sensors, ())
