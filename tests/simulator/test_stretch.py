"""Many iterations at once are the same iterations, to the last bit."""

from __future__ import annotations

import math
from dataclasses import astuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.simulator import ConfigLine, Simulator
from usimmarine_py.values import Message, Post
from usimmarine_py.values.overrides import value_text

MAIL: dict[str, st.SearchStrategy[float | str]] = {
    "DESIRED_THRUST": st.floats(-120, 120),
    "DESIRED_RUDDER": st.sampled_from([0.0, -0.0, 12.5, -100.0]),
    "DESIRED_ELEVATOR": st.floats(-100, 100),
    "DRIFT_X": st.sampled_from([0.0, -0.0, 1.5, 1e9]),
    "DRIFT_VECTOR_ADD": st.sampled_from(["90,0.3", "17,-2"]),
    "ROTATE_SPEED": st.sampled_from([0.0, 3.0, -7.5]),
    "USM_BUOYANCY_RATE": st.sampled_from([0.0, -0.3]),
    "USM_SIM_PAUSED": st.sampled_from(["true", "false"]),
    "USM_ENABLED": st.sampled_from(["true", "false"]),
    "USM_RESET": st.sampled_from(["x=4,y=-7,heading=270,speed=2,depth=3", "x=0,y=0,heading=-0.0,speed=-0.0"]),
    "THRUST_MODE_DIFFERENTIAL": st.sampled_from(["true", "false"]),
    "THRUST_MODE_REVERSE": st.sampled_from(["true", "false"]),
    "DESIRED_THRUST_L": st.floats(-100, 100),
    "WATER_DEPTH": st.sampled_from([0.0, 5.0]),
    "BUOYANCY_CONTROL": st.just("true"),
    "NAV_X": st.floats(-10, 10),
}
letters = st.sampled_from(sorted(MAIL)).flatmap(lambda name: st.tuples(st.just(name), MAIL[name]))
vehicles = st.fixed_dictionaries(
    {"thrust_map": st.sampled_from(["20:1, 40:2, 100:5", "-100:-3, 50:2"])},
    optional={
        "turn_spd_map_full_speed": st.just(2.0),
        "turn_radius": st.sampled_from([0.0, 15.0]),
        "max_acceleration": st.sampled_from([0.0, 0.2]),
        "post_navpos_summary": st.just(True),
        "start_depth": st.just(2.0),
        "max_depth_rate": st.just(0.4),
        "dual_state": st.just(True),
    },
)


def bits(value: object) -> str:
    """Tells -0.0 from 0.0, and finds nan equal to nan."""
    return repr(value)


def one_by_one(simulator: Simulator, times: list[float]) -> list[list[Post]]:
    return [simulator.iterate(now) for now in times]


def at_once(simulator: Simulator, times: list[float]) -> tuple[list[list[Post]], bool]:
    found = simulator.pass_over(times)
    if found is None:
        return one_by_one(simulator, times), False
    posts: list[list[Post]] = [[] for _ in times]
    for i, values in found.published:
        posts[i] = [Post(name, value) for name, value in zip(found.variables, values, strict=True)]
    assert bits(astuple(simulator.state)[:6]) == bits((*found.motions[-1][:6],))
    return posts, True


@settings(max_examples=150, deadline=None)
@given(
    dialect=st.sampled_from(DIALECT_NAMES),
    quirks=st.booleans(),
    parameters=vehicles,
    datum=st.sampled_from([None, (43.8, -70.3)]),
    legs=st.lists(st.tuples(st.lists(letters, max_size=3), st.integers(1, 12)), min_size=2, max_size=6),
    period=st.sampled_from([0.05, 0.1, 0.25]),
)
def test_states_posts_and_reports_are_equal(
    dialect: str,
    quirks: bool,
    parameters: dict[str, str | float],
    datum: tuple[float, float] | None,
    legs: list[tuple[list[tuple[str, float | str]], int]],
    period: float,
) -> None:
    # not every dialect knows every parameter: a warning then
    lines = [ConfigLine(key, value_text(value)) for key, value in parameters.items()]
    one, other = (
        Simulator.from_lines(lines, dialect=dialect, quirks=quirks, datum=datum, start_time=1000.0) for _ in range(2)
    )
    tick = 1
    for mail, count in legs:
        first = 1000.0 + tick * period
        times = [1000.0 + (tick + i) * period for i in range(count)]
        for simulator in (one, other):
            for name, value in mail:
                simulator.on_mail(Message(name, value, first, "test"), now=first)
        mine, _ = at_once(other, times)
        assert bits(one_by_one(one, times)) == bits(mine)
        assert bits(one.internal) == bits(other.internal)
        assert one.report() == other.report()
        assert one.take_warnings() == other.take_warnings()
        tick += count


@pytest.mark.parametrize("dialect", DIALECT_NAMES)
def test_a_vehicle_under_way_goes_a_long_way_at_once(dialect: str) -> None:
    one, other = (Simulator(dialect=dialect, datum=(43.8, -70.3), thrust_map="20:1, 100:5") for _ in range(2))
    for simulator in (one, other):
        simulator.post("DESIRED_THRUST", 60.0)
        simulator.post("DESIRED_RUDDER", 3.0)
        simulator.iterate(0.1)
    times = [0.1 * i for i in range(2, 500)]
    expected = one_by_one(one, times)
    posts, quickly = at_once(other, times)
    assert quickly
    assert bits(posts) == bits(expected)
    assert bits(one.internal) == bits(other.internal)


def test_only_the_last_posts_when_nobody_reads_the_others() -> None:
    simulator = Simulator(dialect="v22")
    simulator.iterate(0.1)
    found = simulator.pass_over([0.2, 0.3, 0.4, 0.5, 0.6], every_post=False)
    assert found is not None
    # V22 publishes in every second iteration, and this is the sixth
    assert [i for i, _ in found.published] == [4]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("USM_SIM_PAUSED", "true"),
        ("USM_ENABLED", "false"),
        ("OBSTACLE_HIT", 1.0),
        ("TRIM_CONTROL", "true"),
        ("DRIFT_X", 0.5),
        ("DESIRED_THRUST", "much"),
        ("USM_WEATHER", "wind_speed=5"),
        ("USM_FAULT", "rudder=stuck"),
    ],
)
def test_what_happens_beside_motion_is_gone_through_one_by_one(name: str, value: float | str) -> None:
    simulator = Simulator()
    simulator.iterate(0.1)
    assert simulator.is_quiet
    simulator.on_mail(Message(name, value, 0.15, "test"))
    assert simulator.pass_over([0.2, 0.3]) is None


def test_a_clock_that_stands_still_or_goes_back_is_looked_at_closely() -> None:
    simulator = Simulator()
    simulator.iterate(0.1)
    assert simulator.pass_over([0.1, 0.2]) is None
    assert simulator.pass_over([0.2, 0.2]) is None
    assert simulator.pass_over([0.2, math.inf]) is None
    assert simulator.pass_over([]) is None


def test_numbers_that_run_away_are_looked_at_closely() -> None:
    simulator = Simulator(drift_x=1e20)
    simulator.iterate(1.0)
    assert simulator.pass_over([2.0 + 10.0 * i for i in range(10)]) is None


def test_it_knows_how_many_iterations_publish_nothing() -> None:
    # V22 publishes in every second iteration
    simulator = Simulator(dialect="v22")
    assert simulator.silent == 0
    simulator.iterate(0.1)
    assert simulator.pass_over([0.2, 0.3]) is not None
    assert simulator.silent == 0
    assert simulator.pass_over([0.4]) is not None
    assert simulator.silent == 1
    simulator.post("DESIRED_THRUST", 20.0)
    assert simulator.silent == 0


def test_its_own_navigation_matters_while_disabled_only() -> None:
    simulator = Simulator(dialect="v22")
    assert simulator.ignored == {"NAV_X", "NAV_Y", "NAV_HEADING"}
    before = simulator.internal
    for name in simulator.ignored:
        simulator.on_mail(Message(name, 12.5, 0.05, "me"))
    assert simulator.internal == before
    simulator.post("USM_ENABLED", "false")
    assert simulator.ignored == frozenset()
