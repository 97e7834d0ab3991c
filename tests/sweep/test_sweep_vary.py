"""What is varied: reading distributions, drawing values, putting them into a mission."""

from __future__ import annotations

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.sweep.vary import Design, value_text


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
    assert plan.columns == ("drift_vector direction", "drift_vector speed")
    values = plan.values(1, 0)
    texts = plan.texts(values)
    assert texts["drift_vector"] == f"{value_text(values['drift_vector direction'])},0.5"
    assert texts["start_heading"] == value_text(values["drift_vector direction"])


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
        ("turn_rate=uniform:40:70", "write uniform(LOW,HIGH)"),
        ("turn_rate=normal[5, 1]", "write normal(MEAN,SIGMA)"),
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


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("drift_vector={uniform(0,360)},{uniform(0,1)}", ["drift_vector direction", "drift_vector speed"]),
        ("drift_vector=90,{uniform(0,1)}", ["drift_vector"]),
        ("script.DRIFT_VECTOR_ADD[2]={uniform(0,360)},-{uniform(0,1)}",
         ["script.DRIFT_VECTOR_ADD[2] direction", "script.DRIFT_VECTOR_ADD[2] speed"]),
        ("start_pos=x={normal(0,2)}, y = -{normal(0,2)},heading={choice(0,90)}",
         ["start_pos x", "start_pos y", "start_pos heading"]),
        ("usim_guidance.waypoints=0,{normal(1,2)} : {normal(3,4)},{normal(5,6)}",
         ["usim_guidance.waypoints 1 y", "usim_guidance.waypoints 2 x", "usim_guidance.waypoints 2 y"]),
        ("thrust_map=20:{uniform(1,2)}, 100:{uniform(4,6)}", ["thrust_map part 1", "thrust_map part 2"]),
        ("hold=speed={uniform(1,2)}, speed={uniform(1,2)}", ["hold speed", "hold speed 2"]),
    ],
)  # fmt: skip
def test_parts_of_a_value_have_names(text: str, columns: list[str]) -> None:
    plan = Design.read([text])
    assert list(plan.columns) == columns
    repeated = Design.read([text, "AppTick=" + "".join(f"{{{name}}}" for name in columns)])
    values = repeated.values(3, 1)
    assert repeated.texts(values)["AppTick"] == "".join(value_text(values[name]) for name in columns)


def test_a_name_changes_nothing_of_what_is_drawn() -> None:
    """A generator of its own for each place: seed, run, and the key with the number of the place."""
    values = Design.read(["drift_vector={uniform(0,360)},{uniform(0,1)}"]).values(7, 3)
    for number, (name, high) in enumerate((("drift_vector direction", 360.0), ("drift_vector speed", 1.0)), 1):
        generator = np.random.default_rng([7, 3, *f"drift_vector#{number}".encode()])
        assert values[name] == generator.uniform(0.0, high)
