"""``usim grade``: verdicts, expectations, exit codes, JUnit, repeats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.paths import ROOT
from tests.support.processes import usim
from usimmarine_py.grade.grade import Asked, grade_file
from usimmarine_py.grade.many import grade_all

GRADED = sorted((ROOT / "tests/data/graded").glob("*.moos"))
BOX = str(ROOT / "missions/box/box.moos")

VEHICLE = """\
LatOrigin  = 43.8253
LongOrigin = -70.3304
ProcessConfig = uSimMarineV22
{
  AppTick = 10
  prefix = NAV
  start_pos = x=0, y=0, heading=90, speed=0
  thrust_map = 20:1, 40:2, 60:3, 80:4, 100:5
}
ProcessConfig = uTimerScript
{
  paused = false
  event = var=DESIRED_THRUST, val=40, time=1
  event = var=OVER, val=true, time=20
}
"""
LINES = len(VEHICLE.splitlines())
Run = Callable[..., tuple[int, str, str]]


def block(name: str, *lines: str) -> str:
    return f"ProcessConfig = {name}\n{{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *words: usim(capsys, "grade", *words, "--jobs", "1")


def mission(folder: Path, *blocks: str, name: str = "m.moos") -> str:
    (folder / name).write_text(VEHICLE + "".join(blocks))
    return str(folder / name)


def test_there_are_as_many_graded_missions_as_promised() -> None:
    assert len(GRADED) == 36


def test_the_graded_missions_end_as_their_names_say() -> None:
    for found in grade_all([str(file) for file in GRADED], Asked(), 2):
        assert Path(found.file).stem.endswith(found.outcome), found.line
        results = found.reports["results.txt"]
        assert results.endswith("\n") and f"grade={found.outcome}" in results
        assert found.ended == "verdict" and list(found.verdicts.values()) == [found.outcome]


@pytest.mark.slow
def test_repeats_are_equal_to_the_bit() -> None:
    def graded() -> list[object]:
        found = [grade_file(str(file), Asked()) for file in GRADED[::6]]
        return [(g.line, g.time, g.reports, g.reasons, g.warnings) for g in found]

    first = graded()
    assert all(graded() == first for _ in range(9))


OUTCOMES = [
    (["near(0, 0) < 60"], "PASS"),
    (["near(0, 0) > 60"], "FAIL"),
    (["ended = verdict", "NAV_SPEED > 1.5 for 10 s"], "PASS"),
    (["NAV_SPEED > 1.5 for 100 s"], "FAIL"),
    (["always(NAV_SPEED < 2.1) and max(NAV_X) < 60"], "PASS"),
    (["when(NAV_X > 20) < 15", "when(NAV_X > 20) < 5"], "FAIL"),
]


@pytest.mark.parametrize(("expectations", "outcome"), OUTCOMES)
def test_expectations_beside_the_verdict(tmp_path: Path, run: Run, expectations: list[str], outcome: str) -> None:
    file = mission(tmp_path, block("pMissionEval", "lead_condition = OVER = true", "pass_condition = NAV_X > 10"))
    code, out, _ = run(file, *(word for text in expectations for word in ("--expect", text)))
    assert (code, out.split()[0]) == (int(outcome == "FAIL"), outcome)
    if outcome == "FAIL":
        assert f"{expectations[-1]}: " in out


def test_expectations_of_the_mission_itself(tmp_path: Path, run: Run) -> None:
    expected = block("usim_grade", "expect = NAV_X > 10", "expect = NAV_Y = 1", "within = 25")
    code, out, _ = run(mission(tmp_path, expected))
    assert code == 1 and "NAV_Y = 1: NAV_Y = " in out and "NAV_X > 10:" not in out and "(25 s)" in out


PROBLEMS = [
    (block("pMissionEval", "lead_condition = NEVER = true"), "no verdict by pMissionEval: unmet_lead_cond"),
    (block("pMissionEval", "lead_condition = OVER = true", "fail_condition = NAV_X > 3"), "met_fail_cond: [NAV_X>3]"),
    (block("pMissionEval", "lead_conditon = OVER = true"), f"m.moos:{LINES + 3}: lead_conditon: nobody knows this key"),
    (
        block("pMissionEval", "lead_condition = OVER = true", "pass_condition = (A = 1) and (B = 1) and (C = 1)"),
        "is no logic condition and does not count",
    ),
    (
        block("pAutoPoke", "flag = A = 1", "required_nodes = 2") + block("pMissionEval", "lead_condition = A = 1"),
        "pAutoPoke: waits for UFSB_NODE_COUNT of at least 2",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("blocks", "words"), PROBLEMS, ids=[words[:20] for _, words in PROBLEMS])
def test_what_did_not_pass_says_why(tmp_path: Path, run: Run, blocks: str, words: str) -> None:
    code, out, _ = run(mission(tmp_path, blocks), "--within", "60")
    assert code == 1 and out.startswith("FAIL ") and words in out.splitlines()[0]


def test_missions_that_cannot_be_played_are_errors_of_their_own(tmp_path: Path, run: Run) -> None:
    endless = mission(tmp_path, name="endless.moos")
    wrong = mission(tmp_path, block("usim_grade", "expect = NAV_X >"), name="wrong.moos")
    code, out, _ = run(endless, wrong)
    lines = out.splitlines()
    assert code == 1
    assert lines[0].startswith("ERROR") and lines[0].endswith("say how long it is to last, --within SECONDS")
    assert lines[1].startswith("ERROR") and f":{LINES + 3}: expect: expectation `NAV_X >`, column 8: " in lines[1]
    assert lines[2] == "0 of 2 passed"


def test_within_is_how_long_an_endless_mission_lasts(tmp_path: Path, run: Run) -> None:
    code, out, _ = run(mission(tmp_path), "--within", "12", "--expect", "NAV_X > 10")
    assert (code, out.splitlines()[-1]) == (0, "1 of 1 passed") and "(12 s)" in out


def test_a_plan_that_is_too_slow(run: Run) -> None:
    code, out, _ = run(BOX, "--within", "60")
    assert code == 1 and "not at its end within 60 s" in out


def test_a_plan_that_is_done(run: Run) -> None:
    code, out, _ = run(BOX, "--expect", "ended = guidance", "--expect", "waypoints_missed = 0")
    assert code == 0, out


WRONG_USE = [
    (("no/such.moos",), "no such file or folder"),
    ((BOX, "--expect", "near(3) < 2"), "expectation `near(3) < 2`, column 1: near takes x and y"),
    ((BOX, "--within", "0"), "--within"),
    ((BOX, "--junit", "no/such/out.xml"), "no such folder for the results"),
    (("--expect", "A = 1"), "FILE.moos|DIR"),
]


@pytest.mark.parametrize(("words", "message"), WRONG_USE, ids=[message[:20] for _, message in WRONG_USE])
def test_wrong_use_is_exit_code_2(run: Run, words: tuple[str, ...], message: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "") and message in err


def test_a_folder_without_missions_is_wrong_use(tmp_path: Path, run: Run) -> None:
    (tmp_path / "plugs.moos").write_text("ServerPort = 9000\n")
    code, _, err = run(str(tmp_path))
    assert code == 2 and "no .moos file with a simulator's block" in err


def test_junit_and_json_say_the_same(tmp_path: Path, run: Run) -> None:
    report = ("report_file = r", "report_column = é<")
    good = mission(tmp_path, block("pMissionEval", "lead_condition = OVER = true", *report))
    bad = mission(tmp_path, block("pMissionEval", "fail_condition = NAV_X < 5"), name="bad.moos")
    endless = mission(tmp_path, name="endless.moos")
    code, out, _ = run(good, bad, endless, "--json", "--junit", str(tmp_path / "out.xml"))
    found = json.loads(out)
    assert code == 1 and found["passed"] == 1
    assert [one["outcome"] for one in found["missions"]] == ["pass", "fail", "error"]
    suite = ElementTree.parse(tmp_path / "out.xml").getroot().find("testsuite")
    assert suite is not None
    assert {k: suite.get(k) for k in ("tests", "failures", "errors")} == {"tests": "3", "failures": "1", "errors": "1"}
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["m.moos", "bad.moos", "endless.moos"]
    tags = [[child.tag for child in case] for case in cases]
    assert tags == [["system-out"], ["failure", "system-out"], ["error", "system-out"]]
    assert "r:   é<" in (cases[0].findtext("system-out") or "")


def test_values_can_be_put_in(tmp_path: Path, run: Run) -> None:
    file = mission(tmp_path, block("pMissionEval", "lead_condition = OVER = true", "pass_condition = NAV_X > 10"))
    assert run(file)[0] == 0
    assert run(file, "--set", "thrust_map=100:1")[0] == 1


def test_equal_with_any_number_of_processes() -> None:
    files = [str(file) for file in GRADED[:6]]
    lines = [[grade.line for grade in grade_all(files, Asked(), jobs)] for jobs in (1, 2)]
    assert lines[0] == lines[1]
