"""What is rarely written or sent: modes, requests, updates, blocks and reports are taken as the original takes them."""

from __future__ import annotations

import pytest

from tests.support.helm_bench import DOMAIN, HelmBench, behavior
from usimmarine_py.helm import ReadError, read_behavior_file, read_helm_block
from usimmarine_py.helm.modes import ModeRule

WAY = behavior("BHV_Waypoint", "name = way", "points = 40,90", "speed = 2", "updates = UP")


def test_only_the_first_condition_on_a_mode_itself_makes_it_a_child() -> None:
    assert ModeRule("MODE", "B", ["GO = true", "MODE = A"]).results == ("A:B",)
    assert ModeRule("MODE", "B", ["MODE != A", "(MODE = A)"]).results == ("B",)
    assert ModeRule("MODE", "B", ['MODE = "A"', "MODE = C"]).results == ('"A":B',)


def test_a_mode_that_gives_no_value_is_not_shown() -> None:
    bench = HelmBench("initialize GO = true\nset MODE = ON {\n GO = true\n}\n\n" + WAY)
    bench.run(2.0)
    assert bench.helm.modes == [("MODE", "ON")]
    bench.mail("GO", "false")
    bench.run(1.0)
    assert bench.helm.modes == []
    assert ",modes=none" in str(bench.values("IVPHELM_SUMMARY")[-2])


@pytest.mark.parametrize(("name", "value"), [("COMMS_POLICY", "lean"), ("COMMS_POLICY", "open")])
def test_the_policy_of_communication_is_seen_by_conditions(name: str, value: str) -> None:
    bench = HelmBench(behavior("BHV_Timer", "name = t", f"condition = {name} = {value}"))
    bench.mail(name, value)
    bench.run(2.0)
    assert bench.helm.summary.lists["running"] == ["t"]


def test_mail_for_the_helm_itself_is_not_seen_by_conditions() -> None:
    bench = HelmBench(behavior("BHV_Timer", "name = t", "condition = RESTART_HELM = no"))
    bench.mail("RESTART_HELM", "no")
    bench.run(2.0)
    assert bench.helm.summary.lists["idle"] == ["t"]


def test_a_template_without_name_goes_on_with_the_name_before_it() -> None:
    bench = HelmBench(WAY + behavior("BHV_Timer", "templating = spawn", "updates = SPAWN"))
    bench.run(1.0)
    bench.mail("SPAWN", "name=a")
    bench.run(0.5)
    assert [one.name for one in bench.helm.behaviors] == ["way", "bhv_timera"]
    assert "0:Behavior named [a] or [waya] not found or spawned." in bench.values("IVPHELM_BHVSET_WARNING")


@pytest.mark.parametrize("text", ["name=a#templating=spawn", "name=a#nosuch=1#bad=2", "name=", "name=a b"])
def test_a_request_with_bad_pairs_makes_nothing_and_names_each(text: str) -> None:
    bench = HelmBench(WAY + behavior("BHV_Timer", "name = t_", "templating = spawn", "updates = SPAWN"))
    bench.run(1.0)
    bench.mail("SPAWN", text)
    bench.run(0.5)
    assert [one.name for one in bench.helm.behaviors] == ["way"]
    failed = [one for one in bench.values("IVPHELM_BHVSET_WARNING") if "Failed to spawn" in str(one)]
    assert len(failed) == text.count("=") - text.startswith("name=a#")


def test_behaviours_of_one_name_count_each_and_decide_once() -> None:
    bench = HelmBench(WAY + behavior("BHV_Timer", "templating = spawn", "updates = SPAWN"))
    bench.run(1.0)
    for _ in range(2):
        bench.mail("SPAWN", "name=a")
    bench.run(1.0)
    assert [one.name for one in bench.helm.behaviors][1:] == ["bhv_timera"] * 2
    assert bench.values("IVPHELM_UPDATEVARS")[-1] == "bhv_timera=SPAWN,way=UP"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("NAME=way#speed=1", "param_error"), ("name=way#speed=1", "success"), ("descriptor=x", "param_error"),
        ("", "duplicate"), ("speed=1#", "success"), ("#speed=1", "param_error"),
    ],
)  # fmt: skip
def test_an_update_is_read_as_the_original_reads_it(text: str, result: str) -> None:
    bench = HelmBench(WAY)
    bench.run(1.0)
    bench.mail("UP", text)
    bench.run(0.5)
    assert f",result={result},val={text}" in str(bench.values("IVPHELM_UPDATE_RESULT")[-1])
    assert bench.helm.behaviors[0].name == "way"


def test_words_that_are_never_duplicates_count_in_any_case() -> None:
    bench = HelmBench(WAY)
    bench.run(1.0)
    for _ in range(2):
        bench.mail("UP", "order=TOGGLE")
        bench.run(0.5)
    assert ["result=success" in str(one) for one in bench.values("IVPHELM_UPDATE_RESULT")] == [True, True]


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("domain = depth:0:2.4:delta=0.1", 24), ("domain = depth:0:100:10.5", 10),
        ("domain = depth : 0 : 10 : 11 : maybe", 11),
        ("domain = depth:a:100:101", 101),
    ],
)  # fmt: skip
def test_points_of_an_axis_are_counted_as_the_original_counts(line: str, count: int) -> None:
    options = read_helm_block(f"{line}\nhelm_prefix =\nhelm_alias = a b")
    assert [axis.count for axis in options.axes] == [count]
    assert not options.warnings and not options.optional
    assert options.helm_alias == "ab"
    assert any("helm_prefix has no value" in note for note in options.notes)


@pytest.mark.parametrize(
    "line", ["seed_random = maybe", "verbose = loud", "hold_on_apps = a,a", "domain = x:0:1:delta=2"]
)
def test_a_line_that_the_original_refuses_is_refused(line: str) -> None:
    assert [one.what for one in read_helm_block(line).warnings] == [f"Unhandled config line: {line.replace(' ', '')}"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Behavior = BHV_Timer\n{ name = a\n}\n", ["name = a"]), ("Behavior = BHV_Timer {\n name = a \\\n b\n}\n",
        ["name = a  b"]),
        ("behavior=BHV_Timer\n\n{\n\n name = a // { why\n}\n", ["name = a"]),
        ("{\n words\n}\n\nBehavior = BHV_Timer {\n}\n", []),
    ],
)  # fmt: skip
def test_forms_of_a_block(text: str, lines: list[str]) -> None:
    [block] = read_behavior_file("a.bhv", text).behaviors
    assert block.kind == "BHV_Timer"
    assert [line.text for line in block.lines] == lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("}\n", "File:a.bhv Line:0Unexpected close brace '}'"), ("initialize\tA = 1\n", "Problem with line 1"),
        ("set MODE = A {\n}\nB C\n", "Line: [B C]"), ("A = \\\n1\nwords\n",
        "Problem with line 1 in the BehaviorSet file: a.bhv Line: [A = 1]"),
        ("{\n}\nwords // why\n", "Line: [words // why]"), ("set MODE = A {\n} // end\nB\n", "Line: [B]"),
    ],
)  # fmt: skip
def test_a_file_that_the_original_refuses(text: str, shown: str) -> None:
    with pytest.raises(ReadError) as found:
        read_behavior_file("a.bhv", text)
    assert any(shown in one for one in (str(found.value), *found.value.more))


def test_lines_that_a_backslash_joins_count_once() -> None:
    bench = HelmBench("initialize A = 1, \\\n B = 2\n" + behavior("BHV_Timer", "name = t", "sped = 2"))
    assert bench.helm.config_warnings == ["test.bhv: Line 4: sped = 2"]
    assert bench.helm.problems[0].startswith("test.bhv:6: ")


def test_a_trail_goes_on_after_its_contact_is_lost() -> None:
    bench = HelmBench(behavior("BHV_Trail", "name = tr", "contact = ben"), [*DOMAIN, "contact_max_age = 10"])
    bench.mail("NODE_REPORT", "NAME=ben,X=80,Y=0,SPD=1,HDG=0,TIME=0")
    bench.run(25.0)
    assert not bench.helm.contacts.names
    assert bench.helm.decision
    assert "x=0,y=-50," in str(bench.values("VIEW_POINT")[-1])  # astern of 0,0, where the original takes it to be
    assert bench.helm.behaviors[0].macros()["CNX"] == 0.0


def test_the_last_words_tell_of_the_present_place() -> None:
    text = behavior("BHV_Shadow", "name = sh_", "contact = x", "templating = spawn", "updates = SPAWN")
    bench = HelmBench(text, [*DOMAIN, "contact_max_age = 10"])
    bench.mail("NODE_REPORT", "NAME=ben,X=0,Y=80,SPD=1,HDG=90,TIME=0")
    bench.mail("SPAWN", "name=ben#contact=ben")
    bench.run(21.0)
    place = bench.pose
    assert place[0] > 10.0
    last = str(bench.values("IVPHELM_LIFE_EVENT")[-1])
    assert "event=death" in last
    assert "#bng=34" in last or "#bng=33" in last


@pytest.mark.parametrize(
    ("kind", "line", "value", "slip"),
    [
        ("BHV_Waypoint", "slip_radius = x", 0.0, "x is no number; counts as 0, as in the original"),
        ("BHV_Waypoint", "capture_radius = 5x", 5.0, "5x is no number; counts as 5, as in the original"),
        ("BHV_Waypoint", "capture_radius = 5", 5.0, ""),
        ("BHV_Waypoint", "greedy_tour = maybe", False, "passed over, as the original does"),
        ("BHV_Waypoint", "wpt_dist_to_prev =", "", ""),
        ("BHV_Waypoint", "wpt_status = a=b", "a=b", "a=b is hardly the name of a variable; taken"),
        ("BHV_Timer", "duration_status = a b", "a b", "a b is hardly the name of a variable; taken"),
        ("BHV_Timer", 'var_status_idle = "Q"', '"Q"', '"Q" is hardly the name of a variable; taken'),
        ("BHV_Loiter", "clockwise = Off", "false", ""),
        ("BHV_LegRun", "repeat = x", 0.0, "passed over, as the original does"),
        ("BHV_LegRun", "repeat = 2.5", 2.0, ""),
    ],
)
def test_texts_that_the_original_takes_are_taken_and_named(kind: str, line: str, value: float | str, slip: str) -> None:
    bench = HelmBench(behavior(kind, "name = b", "updates = UP", line))
    (made,) = bench.helm.behaviors
    assert getattr(made, made.parameters[line.partition(" ")[0]].name) == value
    cautions = [one for one in bench.helm.cautions if line.partition(" ")[0] in one]
    assert len(cautions) == bool(slip) and all(slip in one for one in cautions)
    bench.run(0.5)
    bench.mail("UP", line.replace(" = ", "=").replace(" =", "="))
    bench.run(0.5)
    warned = [one for one in bench.helm.take_warnings() if "UP" in one]
    assert len(warned) == bool(slip) and all(slip in one for one in warned)


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("BHV_Waypoint", "capture_radius = x"), ("BHV_Waypoint", "wpt_status = a b"),
        ("BHV_Waypoint", "visual_hints = format=radial"), ("BHV_LegRun", "repeat = -1"),
        ("BHV_GoToDepth", "repeat = 5x"), ("BHV_ZigZag", "delta_heading = 0.5"),
        ("BHV_AvoidObstacleV24", "id = a b"),
    ],
)  # fmt: skip
def test_texts_that_the_original_refuses_are_refused(kind: str, line: str) -> None:
    bench = HelmBench(behavior(kind, "name = b", line), (*DOMAIN, "domain = depth:0:100:101"))
    assert len(bench.helm.problems) == 1 and line.partition(" ")[0] in bench.helm.problems[0]


def test_a_convoy_without_safe_ranges_looks_at_the_lagging_one_first() -> None:
    lines = ("name = c", "contact = ben", "rng_safety = false", "rng_lagging = 12", "rng_estop = 5")
    bench = HelmBench(behavior("BHV_Convoy", *lines))
    bench.run(0.5)
    for _ in range(6):
        bench.mail("NODE_REPORT", f"NAME=ben,X=20,Y=0,SPD=1,HDG=90,DEP=0,TYPE=kayak,GROUP=blue,TIME={bench.now + 0.5}")
        bench.run(0.5)
    assert bench.values("DESIRED_SPEED")[-1] == 1.5


@pytest.mark.parametrize("text", ["A = B = C", "A=B,C=D", "A < B < C", "(GO = true) and (A=B=C)"])
def test_a_condition_with_several_operators_never_holds_and_is_named(text: str) -> None:
    bench = HelmBench(behavior("BHV_Timer", "name = t", f"condition = {text}"))
    bench.mail("A", "B"), bench.mail("B", "C"), bench.mail("GO", "true")
    bench.run(1.0)
    assert bench.helm.summary.lists["idle"] == ["t"]
    assert "B" in bench.values("IVPHELM_REGISTER")
    assert "it never holds, as in the original" in bench.helm.cautions[0]
