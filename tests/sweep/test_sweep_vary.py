"""What is varied: reading distributions, drawing values, putting them into a mission."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.apps.setup import build_simulator
from usimmarine_py.check.table import BY_NAME
from usimmarine_py.errors import ConfigError
from usimmarine_py.fossen.description.loader import load_vehicle
from usimmarine_py.mission import find_simulator_block
from usimmarine_py.sweep.mission import Template, check_keys, filled
from usimmarine_py.sweep.vary import Design, value_text
from usimmarine_py.vehicles import read


def drawn(text: str, runs: int = 2000) -> np.ndarray:
    plan = Design.read([f"turn_rate={text}"])
    return np.array([plan.values(7, i)["turn_rate"] for i in range(runs)])


@pytest.mark.parametrize(
    ("text", "mean", "sigma", "low", "high"),
    [
        ("uniform(60,80)", 70, 20 / np.sqrt(12), 60, 80),
        ("normal(5,2)", 5, 2, -5, 15),
        ("triangular(0,3,3)", 2, 3 / np.sqrt(18), 0, 3),
        ("integers(1,6)", 3.5, np.sqrt(35 / 12), 1, 6),
        ("choice(1,3)", 2, 1, 1, 3),
        ("loguniform(1,100)", 99 / np.log(100), 23.9, 1, 100),
        ("lognormal(2,0.1)", 2 * np.exp(0.005), 0.2015, 1, 4),
    ],
)
def test_distributions_have_their_mean_and_spread(
    text: str, mean: float, sigma: float, low: float, high: float
) -> None:
    values = drawn(text)
    # four standard errors of 2000 draws; the spread of a spread is at most 8 % here
    assert abs(values.mean() - mean) < 4 * sigma / np.sqrt(len(values))
    assert values.std() == pytest.approx(sigma, rel=0.08)
    assert values.min() >= low
    assert values.max() <= high


def test_truncated_normal_stays_inside() -> None:
    values = drawn("normal(0,1,-0.5,0.5)", 300)
    assert np.abs(values).max() <= 0.5
    assert values.std() > 0.2


def test_a_run_draws_the_same_whatever_else_is_varied() -> None:
    alone = Design.read(["turn_rate=uniform(0,100)"])
    among = Design.read(["start_x=normal(0,1)", "turn_rate=uniform(0,100)"])
    assert [alone.values(3, i)["turn_rate"] for i in range(5)] == [among.values(3, i)["turn_rate"] for i in range(5)]
    assert alone.values(4, 0) != alone.values(3, 0)


def test_grids_cross_and_repeat() -> None:
    plan = Design.read(["a=grid(1,2)", "b=grid(0:1:3)", "c=choice(x,y)"])
    assert plan.grid_points == 6
    points = [(v["a"], v["b"]) for v in (plan.values(0, i) for i in range(12))]
    assert points[:6] == [(1, 0.0), (1, 0.5), (1, 1.0), (2, 0.0), (2, 0.5), (2, 1.0)]
    assert points[6:] == points[:6]
    assert {plan.values(0, i)["c"] for i in range(12)} == {"x", "y"}


def test_templates_fill_and_repeat_values() -> None:
    plan = Design.read(["drift_vector={uniform(0,360)},{grid(0.5)}", "start_heading={drift_vector#1}"])
    assert plan.columns == ("drift_vector#1", "drift_vector#2")
    values = plan.values(1, 0)
    texts = plan.texts(values)
    assert texts["drift_vector"] == f"{value_text(values['drift_vector#1'])},0.5"
    assert texts["start_heading"] == value_text(values["drift_vector#1"])


def test_numbers_are_written_without_exponent_and_come_back() -> None:
    for number in (1e-7, 123456789.125, 0.1, 70.0, -2.5e-12):
        text = value_text(number)
        assert "e" not in text
        assert float(text) == number


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("turn_rate", "must be KEY=DIST"),
        ("turn_rate=unifrom(1,2)", "did you mean uniform?"),
        ("turn_rate=uniform(1)", "must be uniform(LOW,HIGH)"),
        ("turn_rate=uniform(3,1)", "must be uniform(LOW,HIGH)"),
        ("turn_rate=normal(1,-1)", "must be normal(MEAN,SIGMA)"),
        ("turn_rate=uniform(1,nan)", "finite"),
        ("turn_rate=grid(0:1:1.5)", "FIRST:LAST:COUNT"),
        ("turn_rate=grid(1,,2)", "empty value"),
        ("drift_vector=90,{gust}", "{gust} is neither"),
        ("turn_rate=uniform 60,80", "write uniform(LOW,HIGH)"),
        ("turn_rate=uniform(60,80", "is no distribution"),
        ("turn_rate={uniform(1,2)", "a brace stands alone in '{uniform(1,2)'"),
        ("turn_rate={uniform(1,2)}}", "a brace stands alone in '{uniform(1,2)}}'"),
        ("turn_rate={}", "is neither"),
        ("turn_rate=uniform(-1e308,1e308)", "not enormous"),
        ("turn_rate=normal(1e308,1e307)", "not enormous"),
        ("turn_rate=triangular(-1e308,0,1e308)", "not enormous"),
        ("turn_rate=lognormal(1,1e5)", "not enormous"),
        ("turn_rate=integers(1,1e30)", "not enormous"),
        ("turn_rate=grid(0:1:inf)", "FIRST:LAST:COUNT"),
        ("turn_rate=grid(-1e308:1e308:3)", "FIRST:LAST:COUNT"),
        ("turn_rate=grid(0:1:2000000)", "COUNT of 1 to 1000000"),
    ],
)
def test_bad_variations_say_what_to_write(text: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Design.read([text])
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "text", ["uniform(-8e307,8e307)", "normal(0,4e306)", "lognormal(1,17)", "loguniform(1e-300,1e300)", "integers(0,9)"]
)
def test_the_largest_numbers_that_are_taken_can_be_drawn(text: str) -> None:
    assert np.all(np.isfinite(drawn(text, 200)))


def test_what_the_mission_expands_itself_stays_as_it_is() -> None:
    plan = Design.read(["drift_vector=${WEST},{uniform(0,1)}", "script.DESIRED_RUDDER[1]={$[R]*2}"])
    texts = plan.texts(plan.values(0, 0))
    assert texts["drift_vector"].startswith("${WEST},0.")
    assert texts["script.DESIRED_RUDDER[1]"] == "{$[R]*2}"


def test_a_key_is_varied_once() -> None:
    with pytest.raises(ConfigError, match="varied twice"):
        Design.read(["turn_rate=grid(1)", "Turn_Rate=grid(2)"])


MISSION = """Community = swept
ProcessConfig = ANTLER
{
  MSBetweenLaunches = 100
}
ProcessConfig = usimmarine
{
  AppTick = 10
  turn_rate = 70   // was 60
  Turn_Rate = 50
  drift_x = ${GUST}
}
ProcessConfig = uTimerScript
{
  event = var=DRIFT_VECTOR_ADD, val="90,0.3", time=30
  event = var=DESIRED_THRUST, val=50, time=1
  event = var=DRIFT_VECTOR_ADD, val="90,-0.3", time=70
}
ProcessConfig = usim_guidance
{
  speed = 2
}
"""


@pytest.fixture
def template(tmp_path: Path) -> Template:
    file = tmp_path / "some.moos"
    file.write_text(MISSION, encoding="utf-8")
    return Template.read(file)


def made(template: Template, **texts: str) -> list[str]:
    result = filled(template, {key.replace("__", "."): value for key, value in texts.items()})
    return [line.strip() for line in result.lines]


def test_block_parameters_are_replaced_or_added(template: Template) -> None:
    lines = made(template, turn_rate="33.5", max_acceleration="0.25")
    assert lines.count("turn_rate = 33.5") == 1
    assert "Turn_Rate = 50" not in lines
    assert lines[lines.index("drift_x = ${GUST}") + 1] == "max_acceleration = 0.25"
    mission = template.mission({}, filled(template, {"turn_rate": "33.5"}).lines)
    assert find_simulator_block(mission).value("turn_rate") == "33.5"


@pytest.mark.parametrize("name", ["usimmarine", "uSimMarineV22", "uSimMarineV23", "uSimMarine"])
@pytest.mark.parametrize("quirks", ["true", "false"])
def test_a_varied_key_overrules_the_lines_around_it(name: str, quirks: str, tmp_path: Path) -> None:
    file = tmp_path / "some.moos"
    body = f"ProcessConfig = {name}\n{{\n quirks = {quirks}\n start_pos = x=1, y=2, heading=10, speed=0\n // end\n}}\n"
    file.write_text("Community = a\n" + body, encoding="utf-8")
    template = Template.read(file)
    found = filled(template, {"start_heading": "90", "AppTick": "7"})
    mission = template.mission({}, found.lines)
    block = find_simulator_block(mission)
    assert block.value("AppTick") == "7"
    assert build_simulator(mission, block, name).truth.heading == 90.0


def test_the_other_name_of_a_parameter_is_replaced_too(tmp_path: Path) -> None:
    parameter = next(p for p in BY_NAME.values() if p.aliases)
    file = tmp_path / "some.moos"
    file.write_text(f"ProcessConfig = usimmarine\n{{\n {parameter.aliases[0]} = 1\n}}\n", encoding="utf-8")
    lines = filled(Template.read(file), {parameter.name: "2"}).lines
    assert [line.strip() for line in lines[2:4]] == [f"{parameter.name} = 2", "}"]


def test_one_event_of_several_has_the_last_word(template: Template) -> None:
    texts = {"script.DRIFT_VECTOR_ADD[2]": "0,2", "script.DRIFT_VECTOR_ADD": "0,1"}
    text = "\n".join(filled(template, texts).lines)
    assert 'val="0,1", time=30' in text
    assert 'val="0,2", time=70' in text


def test_definitions_of_the_file_are_replaced(tmp_path: Path) -> None:
    file = tmp_path / "some.moos"
    file.write_text("define: GUST = 1\nProcessConfig = usimmarine\n{\n drift_x = ${GUST}\n}\n", encoding="utf-8")
    template = Template.read(file)
    found = filled(template, {"env.GUST": "0.4"})
    assert find_simulator_block(template.mission(found.environment, found.lines)).value("drift_x") == "0.4"


def test_other_blocks_are_reached_by_name(template: Template) -> None:
    assert "speed = 1.5" in made(template, usim_guidance__speed="1.5")


def test_events_keep_everything_but_their_value(template: Template) -> None:
    lines = filled(template, {"script.DRIFT_VECTOR_ADD[2]": "90,-0.7", "script.DESIRED_THRUST": "44.5"}).lines
    text = "\n".join(lines)
    assert 'event = var=DRIFT_VECTOR_ADD, val="90,0.3", time=30' in text
    assert 'event = var=DRIFT_VECTOR_ADD, val="90,-0.7", time=70' in text
    assert "event = var=DESIRED_THRUST, val=44.5, time=1" in text


def test_environment_values_replace_macros(template: Template) -> None:
    result = filled(template, {"env.GUST": "0.4"})
    mission = template.mission(result.environment, result.lines)
    assert find_simulator_block(mission).value("drift_x") == "0.4"


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("turn_rat", "did you mean turn_rate?"),
        ("usim_guidanc.speed", "did you mean usim_guidance?"),
        ("env.WIND", "holds no ${WIND}"),
        ("vehicle.rigid_body.mass", "kinematic has no vehicle file"),
        ("seed", "every run has its own seed"),
        ("ANTLER.MSBetweenLaunches", "does not play in a lock-step run"),
        ("script.DESIRED_THRUST[x]", "must be script.VAR or script.VAR[n]"),
    ],
)
def test_keys_that_nothing_reads_are_refused(template: Template, key: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_keys(template, [key])
    assert told in str(caught.value)


def test_one_place_under_two_names_is_refused(template: Template) -> None:
    with pytest.raises(ConfigError, match=r"Turn_Rate: is what usimmarine\.turn_rate varies"):
        check_keys(template, ["usimmarine.turn_rate", "Turn_Rate"])


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("script.DRIFT_VECTOR", "did you mean DRIFT_VECTOR_ADD?"),
        ("script.DRIFT_VECTOR_ADD[3]", "2 events post DRIFT_VECTOR_ADD"),
    ],
)
def test_events_that_are_not_there_are_refused(template: Template, key: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        filled(template, {key: "1"})
    assert told in str(caught.value)


def test_vehicle_entries_go_on_top_of_the_chosen_variant(tmp_path: Path) -> None:
    file = tmp_path / "odin.moos"
    text = "ProcessConfig = usimmarine\n{\n dynamics = fossen6\n vehicle = odin\n variant = hilsim\n}\n"
    file.write_text(text, encoding="utf-8")
    template = Template.read(file)
    check_keys(template, ["vehicle.rigid_body.mass"])
    result = filled(template, {"vehicle.rigid_body.mass": "6500"})
    swept = load_vehicle(result.vehicle, "swept", "swept")
    wanted = load_vehicle(*read("odin"), "hilsim", {"rigid_body.mass": 6500})
    assert swept.mass == wanted.mass == 6500
    assert np.array_equal(swept.M, wanted.M)
    assert swept.coriolis.model == wanted.coriolis.model
    assert "  vehicle = ./swept_vehicle.toml" in result.lines
    assert "  variant = swept" in result.lines
    with pytest.raises(ConfigError, match="rigid_body"):
        filled(template, {"vehicle.rigid_body.mas": "6500"})
