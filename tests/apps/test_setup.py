"""From a mission file to a simulator."""

from __future__ import annotations

import pytest

from usimmarine_py.apps.setup import set_up
from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import parse_mission


def setup_of(block: str, head: str = "Community = alpha\n", name: str = "usimmarine"):
    mission = parse_mission(f"{head}ProcessConfig = {name}\n{{\n{block}\n}}\n", "alpha.moos")
    return set_up(mission, mission.block(name), name, start_time=0.0, time_warp=1.0)


@pytest.mark.parametrize(
    ("name", "dialect"),
    [
        ("usimmarine", "documented"),
        ("simX", "documented"),
        ("usimmarineV22", "documented"),
        ("uSimMarine", "classic"),
        ("uSimMarine_abe", "classic"),
        ("uSimMarineV22", "v22"),
        ("uSimMarineV22_abe", "v22"),
        ("uSimMarine_V23", "v23"),
        ("uSimMarineX", "classic"),
    ],
)
def test_the_name_picks_the_dialect(name: str, dialect: str) -> None:
    assert setup_of("turn_rate = 40", name=name).simulator.dialect == dialect


def test_a_dialect_in_the_block_wins_and_the_headline_says_why() -> None:
    setup = setup_of("dialect = documented", name="uSimMarineV22")
    assert setup.simulator.dialect == "documented"
    assert "documented (set in the block)" in setup.headline
    assert "v22 (from the name uSimMarineV22)" in setup_of("turn_rate = 3", name="uSimMarineV22").headline


def test_a_misspelt_parameter_is_named_with_file_line_and_the_word_meant() -> None:
    setup = setup_of("turn_rate = 40\nthurst_map = 20:1")
    assert setup.warnings == ("alpha.moos:5: thurst_map: unknown parameter; did you mean thrust_map?",)


def test_application_keys_are_nobody_s_mistake() -> None:
    keys = "AppTick = 4\nCommsTick = 4\nMaxAppTick = 4\ncomms = native\nseed = 3\nTERM_REPORT_INTERVAL = 1"
    assert setup_of(keys).warnings == ()


def test_a_seed_that_is_no_integer_is_warned_of() -> None:
    assert any("seed" in text for text in setup_of("seed = x").warnings)


def test_half_a_datum_is_warned_of() -> None:
    setup = setup_of("turn_rate = 4", head="Community = alpha\nLatOrigin = 43\n")
    assert ["LongOrigin" in text for text in setup.warnings] == [True]


def test_a_datum_makes_positions() -> None:
    setup = setup_of("turn_rate = 4", head="LatOrigin = 43.8253\nLongOrigin = -70.3304\n")
    posts = {p.variable: p.value for p in setup.simulator.iterate(0.1)}
    assert posts["USM_LAT"] == pytest.approx(43.8253, abs=1e-9)
    assert posts["USM_LONG"] == pytest.approx(-70.3304, abs=1e-9)


def test_a_script_that_is_not_there_is_told_with_what_is_there() -> None:
    setup = setup_of("timer_script = uTimerScript")
    assert setup.script is None
    assert setup.warnings == (
        "alpha.moos:4: timer_script: no block ProcessConfig = uTimerScript; blocks present: usimmarine",
    )


def test_what_is_missing_is_told_with_the_line_of_the_block() -> None:
    with pytest.raises(ConfigError, match=r"alpha\.moos:2: vehicle: is missing; shipped vehicles: "):
        setup_of("dynamics = fossen6")


def test_warnings_of_the_script_have_their_place() -> None:
    script = "}\nProcessConfig = uTimerScript\n{\n  evnt = var=X, val=1, time=2"
    setup = setup_of(f"timer_script = uTimerScript\n{script}")
    assert setup.warnings == ("alpha.moos:8: Unhandled config line: evnt=var=X,val=1,time=2",)
