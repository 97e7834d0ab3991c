"""Wrong files and wrong mail: the original's state and words, and one line that says where and what to do."""

from __future__ import annotations

import pytest

from tests.support.helm_bench import DOMAIN, HelmBench, behavior

SPEED = behavior("BHV_ConstantSpeed", "name = spd", "duration = no-time-limit", "speed = 2")
COURSE = behavior("BHV_ConstantHeading", "name = hdg", "duration = no-time-limit", "heading = 90")


@pytest.mark.parametrize(
    ("text", "original", "ours"),
    [
        ("nonsense\n", "Problem with line 1 in the BehaviorSet file: test.bhv Line: [nonsense]", "test.bhv:1: "),
        ("initialize A\n", "Problem with line 1", "initialize VARIABLE = VALUE expected"),
        (SPEED + "Behavior = BHV_Nope\n{\n}\n", "failed to load dynamic behavior BHV_Nope", "test.bhv:7: "),
        (
            "Behavior = BHV_Timer\n{\n name = t\n\nBehavior = BHV_Timer\n{\n name = u\n}\n", "Problem with line 6",
            "the } of line 1 is missing before it: Behavior = BHV_Timer",
        ),
        (behavior("BHV_Waypoint", "name = w", "sped = 2"), "test.bhv: Line 3: sped = 2", "did you mean speed?"),
        (behavior("BHV_Waypoint", "name = w", "speed = fast"), "test.bhv: Line 3: speed = fast", "must be a number"),
        (behavior("BHV_Loiter", "name = w", "polygon = 0,0:10,10:0,10:10,0"), "Line 3: polygon", "not convex"),
        (behavior("BHV_Timer", "name = t", "condition = (A = 1"), "Line 3: condition", "column"),
        (SPEED + behavior("BHV_Timer", "name = sp"), "Duplicate behavior name found: sp", "no name may begin with"),
        ("set MODE = A {\n B == 1\n}\n", "Problem with line 2", "== is not accepted in a set block"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_malconfig(text: str, original: str, ours: str) -> None:
    bench = HelmBench(text)
    posts = bench.run(3.0)
    assert bench.values("IVPHELM_STATE") == ["MALCONFIG"] * 6
    assert all(post.variable == "IVPHELM_STATE" for post in posts)
    assert any(original in one for one in bench.helm.config_warnings)
    assert ours in bench.helm.problems[0]
    assert "\n" not in bench.helm.problems[0]


def test_a_block_without_end_is_left_out_and_named() -> None:
    bench = HelmBench(SPEED + COURSE + "Behavior = BHV_Timer\n{\n name = t\n")
    bench.run(3.0)
    assert [one.name for one in bench.helm.behaviors] == ["spd", "hdg"]  # as the original
    assert bench.helm.cautions == [
        "test.bhv:13: Behavior = BHV_Timer: its } is missing (it is left out, as in the original)"
    ]


def test_a_block_without_head_is_left_out_and_named() -> None:
    bench = HelmBench(SPEED + "{\n name = hdg\n heading = 90\n}\n")
    bench.run(3.0)
    assert [one.name for one in bench.helm.behaviors] == ["spd"]  # as the original
    (caution,) = bench.helm.cautions
    assert caution == "test.bhv:7: {: a block without Behavior = or set before it (it is left out, as in the original)"


def test_a_mode_at_the_very_end_is_left_out_and_named() -> None:
    text = "initialize A = true\n" + SPEED + COURSE + "set MODE = ON {\n A = true\n}"
    bench = HelmBench(text)
    bench.run(2.0)
    assert bench.helm.modes == []  # as the original, which declares a mode when it reads the line behind
    (caution,) = bench.helm.cautions
    assert caution.startswith("test.bhv:14: set MODE = ON {: no line follows its } (it is left out")
    bench = HelmBench(text + "\n")
    bench.run(2.0)
    assert (bench.helm.modes, bench.helm.cautions) == ([("MODE", "ON")], [])


def test_a_wrong_line_of_the_block_is_malconfig() -> None:
    bench = HelmBench(SPEED, [*DOMAIN, "domian = depth:0:100:101"])
    assert bench.helm.state == "MALCONFIG"
    assert bench.helm.config_warnings == ["Unhandled config line: domian=depth:0:100:101"]


def test_a_behaviour_without_its_axis_is_malconfig_or_stops() -> None:
    bench = HelmBench(behavior("BHV_Waypoint", "name = go", "speed = 2", "points = 0,60"), DOMAIN[:1])
    assert bench.helm.state == "MALCONFIG"
    assert ": speed = 2 (the domain has no axis speed; did you mean domain = speed:...?)" in bench.helm.problems[0]
    bench = HelmBench(SPEED + behavior("BHV_MaxDepth", "name = deep", "max_depth = 5"))
    bench.run(2.0)
    assert bench.helm.allstop == "BehaviorError"
    assert bench.values("BHV_ERROR")[0] == "deep: Null IvPDomain given to Behavior"
    assert "the domain has no axis depth: it stops the vehicle; domain = depth:..." in bench.helm.cautions[0]


def test_numbers_that_are_none_are_left_out() -> None:
    bench = HelmBench(SPEED + COURSE)
    bench.run(2.0)
    before = bench.helm.buffer.numbers["NAV_X"]
    bench.mail("NAV_X", float("nan"), "bad")
    assert bench.helm.buffer.numbers["NAV_X"] == before
    assert bench.helm.take_warnings() == ["NAV_X from bad: nan is no number to steer by, the last value stays"]


def test_text_instead_of_a_position_keeps_the_helm_waiting() -> None:
    bench = HelmBench(SPEED + COURSE)
    bench.now = 10.0
    for name in ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED"):
        bench.mail(name, "here")
    posts = bench.helm.tick(10.0)
    assert [post.variable for post in posts] == ["IVPHELM_STATE"]
    assert bench.helm.take_warnings()[-1] == "Waiting for Helm Nav Solution"


def test_updates_with_a_bad_pair_apply_the_good_ones() -> None:
    bench = HelmBench(COURSE + SPEED.replace("speed = 2", "speed = 2\nupdates = UP"))
    bench.run(2.0)
    bench.mail("UP", "speed = 3 # sped = 1")
    bench.run(1.0)
    assert bench.helm.decision["speed"] == 3.0
    assert "result=param_error" in str(bench.values("IVPHELM_UPDATE_RESULT")[0])


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "north"])
def test_navigation_that_is_no_number_stops_the_vehicle_until_one_comes(value: float | str) -> None:
    bench = HelmBench(
        behavior("BHV_ConstantSpeed", "name = s", "speed = 2", "duration = no-time-limit"), ["domain = speed:0:4:41"]
    )
    bench.run(5.0)
    assert bench.values("IVPHELM_ALLSTOP")[-1] == "clear"
    now = bench.now = bench.now + 0.5
    bench.mail("NAV_X", value, "gps")
    bench.mail("NAV_HEADING", value, "gps")
    posts = {post.variable: post.value for post in bench.helm.tick(now)}
    assert posts["IVPHELM_ALLSTOP"] == "BadNavigation:NAV_HEADING,NAV_X"
    assert posts["DESIRED_SPEED"] == 0.0
    assert any("NAV_X from gps" in text and str(value) in text for text in bench.helm.take_warnings())
    assert "IVPHELM_ALLSTOP" not in {post.variable for post in bench.helm.tick(now + 0.5)}
    bench.run(1.0)
    assert bench.values("IVPHELM_ALLSTOP")[-1] == "clear"
    assert bench.values("DESIRED_SPEED")[-1] == 2.0
    bench.mail("NAV_DEPTH", value, "gps")
    bench.helm.tick(bench.now)
    assert bench.helm.allstop == "clear", "without a depth axis the depth does not count"
