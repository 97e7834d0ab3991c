"""``usim grade``: verdicts, expectations, exit codes, JUnit, repeats."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.missions import program
from tests.support.paths import ROOT
from tests.support.processes import environment, usim
from usimmarine_py.grade.grade import Grade, GradeOptions, grade_file
from usimmarine_py.grade.many import grade_all
from usimmarine_py.launch.pools import WorkersWanted

TWO = WorkersWanted(2)
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


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *words: usim(capsys, "grade", *words, "--jobs", "1")


def mission(folder: Path, *blocks: str, name: str = "m.moos") -> str:
    (folder / name).write_text(VEHICLE + "".join(blocks))
    return str(folder / name)


def test_the_graded_missions_end_as_their_names_say() -> None:
    grades = list(grade_all([str(file) for file in GRADED], GradeOptions(), TWO))
    assert {found.outcome for found in grades} == {"pass", "fail"}
    for found in grades:
        assert Path(found.file).stem.endswith(found.outcome), found.line
        results = found.reports["results.txt"]
        assert results.endswith("\n") and f"grade={found.outcome}" in results
        assert found.ended == "verdict" and list(found.verdicts.values()) == [found.outcome]


@pytest.mark.slow
def test_repeats_are_equal_to_the_bit() -> None:
    def graded() -> list[object]:
        found = [grade_file(str(file), GradeOptions()) for file in GRADED[::6]]
        return [(g.line, g.time, g.reports, g.reasons, g.warnings) for g in found]

    first = graded()
    assert all(graded() == first for _ in range(2))


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
    file = mission(tmp_path, program("pMissionEval", "lead_condition = OVER = true", "pass_condition = NAV_X > 10"))
    code, out, _ = run(file, *(word for text in expectations for word in ("--expect", text)))
    assert (code, out.split()[0]) == (int(outcome == "FAIL"), outcome)
    if outcome == "FAIL":
        assert f"{expectations[-1]}: " in out


def test_expectations_of_the_mission_itself(tmp_path: Path, run: Run) -> None:
    expected = program("usim_grade", "expect = NAV_X > 10", "expect = NAV_Y = 1", "within = 25")
    code, out, _ = run(mission(tmp_path, expected))
    assert code == 1 and "NAV_Y = 1: NAV_Y = " in out and "NAV_X > 10:" not in out and "(25 s)" in out


PROBLEMS = [
    (program("pMissionEval", "report_file = r.txt"), "no condition at all"),
    (program("pMissionEval", "lead_condition = NEVER = true"), "no verdict by pMissionEval: unmet_lead_cond"),
    (program("pMissionEval", "lead_condition = OVER = true", "fail_condition = NAV_X > 3"), "met_fail_cond: [NAV_X>3]"),
    (program("pMissionEval", "lead_conditon = OVER = true"), f"m.moos:{LINES + 3}: lead_conditon: unknown key"),
    (
        program("pMissionEval", "lead_condition = OVER = true", "pass_condition = (A = 1) and (B = 1) and (C = 1)"),
        "is no logic condition and does not count",
    ),
    (
        program("pAutoPoke", "flag = A = 1", "required_nodes = 2") + program("pMissionEval", "lead_condition = A = 1"),
        "pAutoPoke: waits for UFSB_NODE_COUNT of at least 2",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("blocks", "words"), PROBLEMS, ids=[words[:20] for _, words in PROBLEMS])
def test_what_did_not_pass_says_why(tmp_path: Path, run: Run, blocks: str, words: str) -> None:
    code, out, _ = run(mission(tmp_path, blocks), "--within", "60")
    mistake = "unknown key" in out or "no condition" in out or "no logic condition" in out
    assert code == 1 and out.startswith("ERROR" if mistake else "FAIL ") and words in out.splitlines()[0]


def test_what_is_expected_of_all_is_beside_what_a_mission_without_a_judge_has_to_do(tmp_path: Path, run: Run) -> None:
    abeam = tmp_path / "abeam.moos"
    box = Path(BOX).read_text().replace("radius = 5\n", "radius = 1\n")
    abeam.write_text(box.replace("= NAV\n", "= NAV\n  drift_vector = 90,0.8\n", 1))
    assert "waypoints were missed" in run(str(abeam))[1]
    code, out, _ = run(str(abeam), "--expect", "always(NAV_DEPTH < 30)")
    assert code == 1 and "waypoints were missed" in out


def test_missions_that_cannot_be_played_are_errors_of_their_own(tmp_path: Path, run: Run) -> None:
    endless = mission(tmp_path, name="endless.moos")
    wrong = mission(tmp_path, program("usim_grade", "expect = NAV_X >"), name="wrong.moos")
    code, out, _ = run(endless, wrong)
    lines = out.splitlines()
    assert code == 1
    assert lines[0].startswith("ERROR") and lines[0].endswith("say how long it is to last, --within SECONDS")
    assert lines[1].startswith("ERROR") and f":{LINES + 3}: expect: expectation `NAV_X >`, column 8: " in lines[1]
    assert lines[2] == "0 of 2 passed"


def test_within_is_how_long_an_endless_mission_lasts(tmp_path: Path, run: Run) -> None:
    code, out, _ = run(mission(tmp_path), "--within", "12", "--expect", "NAV_X > 10")
    assert (code, out.splitlines()[-1]) == (0, "1 of 1 passed") and "(12 s)" in out


def test_a_mission_of_which_nothing_is_expected_does_not_pass(tmp_path: Path, run: Run) -> None:
    code, out, _ = run(mission(tmp_path), "--within", "12")
    assert code == 1 and "nothing is expected of it, and it has no plan or script" in out


CUT = [
    (program("pMissionEval", "lead_condition = OVER = true", "pass_condition = NAV_X > 1")[:-2], "has no closing }"),
    (program("pMissionEvl", "pass_condition = NAV_X > 4000"), "the block pMissionEvl; did you mean pMissionEval?"),
    (program("usim_grad", "expect = NAV_X > 4000"), "the block usim_grad; did you mean usim_grade?"),
    ("ProcessConfig = pMissionEval {\n}\n", "the { of block pMissionEval must stand on a line of its own"),
]


@pytest.mark.parametrize(("text", "words"), CUT, ids=[words for _, words in CUT])
def test_a_judge_that_nobody_would_find_is_an_error(tmp_path: Path, run: Run, text: str, words: str) -> None:
    file = mission(tmp_path, text)
    code, out, _ = run(file, "--within", "30", "--expect", "NAV_X > 1")
    assert code == 1 and out.startswith(f"ERROR {file}:{LINES + 1}: ") and words in out.splitlines()[0]


def test_a_block_of_somebody_elses_program_is_no_slip(tmp_path: Path, run: Run) -> None:
    runs = ("Run = uSimMarineV22", "Run = uTimerScript", "Run = myJudge @ NewConsole = false ~ usim_grades")
    started = program("ANTLER", *runs) + program("usim_grades")
    others = program("pMarineViewer") + program("uPokeDB") + program("pNodeReporter")
    judged = (mission(tmp_path, started, others), "--within", "30", "--expect", "NAV_X > 1")
    code, out, _ = run(*judged, "--allow-missing", "usim_grades")
    assert (code, out.splitlines()[-1]) == (0, "1 of 1 passed"), out


def test_files_that_hold_no_mission_do_not_vanish(tmp_path: Path, run: Run) -> None:
    mission(tmp_path, name="a.moos")
    (tmp_path / "empty.moos").write_text("")
    (tmp_path / "shoreside.moos").write_text("ServerPort = 9000\n")
    (tmp_path / "slip.moos").write_text(VEHICLE.replace("uSimMarineV22", "uSimMarinV22"))
    code, out, _ = run(str(tmp_path), "--expect", "NAV_X > 1", "--within", "20")
    lines = [line for line in out.splitlines() if not line.startswith(" ")]  # no warnings
    assert code == 1 and [line.split()[0] for line in lines[:3]] == ["PASS", "ERROR", "ERROR"]
    assert "did you mean uSimMarineV22?" in lines[2]
    assert lines[3:] == ["1 of 3 passed", f"left out, no vehicle: {tmp_path / 'shoreside.moos'}"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_folder_that_cannot_be_read(tmp_path: Path, run: Run) -> None:
    mission(tmp_path)
    (tmp_path / "closed").mkdir(mode=0)
    code, _, err = run(str(tmp_path))
    assert code == 2 and "closed: the folder cannot be read" in err


def test_results_of_an_earlier_time_are_gone_before_anything_is_played(tmp_path: Path, run: Run) -> None:
    assert run(mission(tmp_path), "--junit", str(tmp_path))[:2] == (2, "")
    results = tmp_path / "out.xml"
    results.write_text("<testsuites/>")

    def look(file: str, asked: GradeOptions) -> Grade:
        assert results.read_text() == ""
        return Grade(file, "pass")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("usimmarine_py.grade.many.grade_all", partial(grade_all, work=look))
        assert run(mission(tmp_path), "--junit", str(results))[0] == 0
    assert ElementTree.parse(results).getroot().get("tests") == "1"


GREEN = '<?xml version="1.0"?>\n<testsuites name="usim grade" tests="1"/>\n'
WRONG_WORDS = [
    ["no/such.moos"], [BOX, "--expect", "near(3) < 2"], [BOX, "--within", "0"], [BOX, "--set", "turn_rate"],
    [BOX, "--stric"], [], [BOX, "--keep", "/dev/null/kept"],
]  # fmt: skip


@pytest.mark.parametrize("words", WRONG_WORDS, ids=" ".join)
@pytest.mark.parametrize("option", ["--junit {}", "--junit={}"])
def test_wrong_use_leaves_no_results_of_an_earlier_time(
    tmp_path: Path, run: Run, words: list[str], option: str
) -> None:
    results = tmp_path / "out.xml"
    results.write_text(GREEN)
    assert run(*option.format(results).split(), *words)[0] == 2
    assert not results.exists()


def test_no_other_file_goes_for_results(tmp_path: Path, run: Run) -> None:
    file = Path(mission(tmp_path))
    text = file.read_text()
    for words in (["--junit", str(file)], ["--junit", str(file), str(file)]):  # a name forgotten
        code, _, err = run(*words)
        assert code == 2 and file.read_text() == text
    assert "is a mission; the results would take its place" in err
    (other := tmp_path / "notes.txt").write_text("mine")
    assert run("--junit", str(other), "--stric", str(file))[0] == 2 and other.read_text() == "mine"
    assert run("--help", "--junit", str(other))[0] == 0 and other.read_text() == "mine"


def test_results_that_cannot_be_written_are_one_line_before_the_work(tmp_path: Path, run: Run) -> None:
    code, out, err = run(mission(tmp_path), "--junit", "/dev/null/out.xml")
    assert (code, out, len(err.splitlines())) == (2, "", 1) and "--junit: " in err


def test_a_plan_that_is_too_slow(run: Run) -> None:
    code, out, _ = run(BOX, "--within", "60")
    assert code == 1 and "not at its end within 60 s (60 s)" in out


def test_a_helm_that_goes_on(run: Run) -> None:
    mission = str(ROOT / "missions/alpha/alpha.moos")
    code, out, _ = run(mission, "--within", "30", "--expect", "distance > 10")
    assert code == 1 and "not at its end within 30 s; where its helms are to go on, add --expect 'ended = limit'" in out
    code, out, _ = run(mission, "--within", "30", "--expect", "distance > 10", "--expect", "ended = limit")
    assert code == 0, out


def test_a_plan_that_is_done(run: Run) -> None:
    code, out, _ = run(BOX, "--expect", "ended = guidance", "--expect", "waypoints_missed = 0")
    assert code == 0, out


WRONG_USE = [
    (("no/such.moos",), "no such file or folder"),
    ((BOX, "--expect", "near(3) < 2"), "expectation `near(3) < 2`, column 1: near takes x and y"),
    ((BOX, "--junit", "no/such/out.xml"), "no such folder for the results"),
    (("--expect", "A = 1"), "FILE.moos|NAME|DIR"),
    ((), "Missing argument 'FILE.moos|NAME|DIR"),
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
    good = mission(tmp_path, program("pMissionEval", "lead_condition = OVER = true", *report))
    bad = mission(tmp_path, program("pMissionEval", "fail_condition = NAV_X < 5"), name="bad.moos")
    endless = mission(tmp_path, name="endless.moos")
    code, out, _ = run(good, bad, endless, "--json", "--junit", str(tmp_path / "out.xml"))
    found = json.loads(out)
    assert code == 1 and found["passed"] == 1
    assert [one["outcome"] for one in found["missions"]] == ["pass", "fail", "error"]
    suite = ElementTree.parse(tmp_path / "out.xml").getroot().find("testsuite")
    assert suite is not None and suite.get("skipped") == "0"
    assert set(ElementTree.parse(tmp_path / "out.xml").getroot().attrib) == {
        "name", "tests", "failures", "errors", "time"
    }  # fmt: skip
    assert {k: suite.get(k) for k in ("tests", "failures", "errors")} == {"tests": "3", "failures": "1", "errors": "1"}
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["m.moos", "bad.moos", "endless.moos"]
    tags = [[child.tag for child in case] for case in cases]
    assert tags == [["system-out"], ["failure", "system-out"], ["error", "system-out"]]
    assert "r:   é<" in (cases[0].findtext("system-out") or "")


def test_values_can_be_put_in(tmp_path: Path, run: Run) -> None:
    file = mission(tmp_path, program("pMissionEval", "lead_condition = OVER = true", "pass_condition = NAV_X > 10"))
    assert run(file)[0] == 0
    assert run(file, "--set", "thrust_map=100:1")[0] == 1


def die_once(file: str, asked: GradeOptions) -> Grade:
    if (mark := Path(file + ".died")).exists() or not file.endswith("1"):
        return Grade(file, "pass")
    mark.touch()
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def die(file: str, asked: GradeOptions) -> Grade:
    if file.endswith("1"):
        os.kill(os.getpid(), signal.SIGKILL)
    return Grade(file, "pass")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_process_that_dies_costs_nobody_elses_grade(tmp_path: Path) -> None:
    files = [str(tmp_path / f"m{number}") for number in range(4)]
    assert [grade.outcome for grade in grade_all(files, GradeOptions(), TWO, die_once)] == ["pass"] * 4
    found = list(grade_all(files, GradeOptions(), TWO, die))
    assert [grade.outcome for grade in found] == ["pass", "error", "pass", "pass"]
    assert found[1].reasons == ["the process that played it was ended 2 times (signal 9)"]


def hold(file: str, asked: GradeOptions) -> Grade:
    """The second one makes a temporary file and goes on for ever; the first ends when it has."""
    made = Path(file).with_name("made")
    if file.endswith("1"):
        made.write_text(tempfile.mkdtemp())
        signal.pause()
    while not made.is_file() or not made.read_text():
        time.sleep(0.01)
    return Grade(file, "pass")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_no_temporary_file_of_a_process_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    with closing(grade_all([str(tmp_path / f"m{number}") for number in range(2)], GradeOptions(), TWO, hold)) as grades:
        next(grades)
        assert Path((tmp_path / "made").read_text()).is_dir()
    assert [*(tmp_path / "tmp").iterdir()] == []


def test_a_fault_of_ours_is_an_error_of_that_mission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("usimmarine_py.grade.grade.grade_missions", broken)
    found = grade_file(mission(tmp_path), GradeOptions())
    assert (found.outcome, found.reasons) == (
        "error", ["could not be played, by a fault of usim itself: ZeroDivisionError: by zero"]
    )  # fmt: skip


SIGNALS = [("SIGINT", 130, "Ctrl-C", "1"), ("SIGTERM", 143, "SIGTERM", "2"), ("SIGHUP", 129, "SIGHUP", "2")]
CALL = [sys.executable, "-c", "import sys; from usimmarine_py.cli.start import usim; sys.exit(usim())", "grade"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(("name", "code", "called", "jobs"), SIGNALS, ids=[called for _, _, called, _ in SIGNALS])
def test_a_signal_keeps_what_was_done(tmp_path: Path, name: str, code: int, called: str, jobs: str) -> None:
    """To the whole group, as a terminal or a CI service sends it; the pipe is closed when the last of them has gone."""
    mission(tmp_path, program("usim_grade", "within = 5", "expect = NAV_X > 1"), name="a.moos")
    mission(tmp_path, program("usim_grade", "within = 1e8"), name="b.moos")
    words = ["a.moos", "b.moos", "--jobs", jobs, "--junit", "out.xml"]
    with subprocess.Popen(
        [*CALL, *words], cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=environment(PYTHONUNBUFFERED="1"), start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline().startswith("PASS  a.moos: ")
        os.killpg(process.pid, getattr(signal, name))
        out = process.stdout.read()
    assert (process.returncode, out.splitlines()[-1]) == (code, f"1 of 2 passed, then {called}")
    assert "Traceback" not in out
    first, second = ElementTree.parse(tmp_path / "out.xml").getroot().iter("testcase")
    assert first.find("error") is None
    error = second.find("error")
    assert error is not None and error.get("message") == f"not played to its end: {called}"


def test_equal_with_any_number_of_processes() -> None:
    files = [str(file) for file in GRADED[:6]]
    lines = [[grade.line for grade in grade_all(files, GradeOptions(), WorkersWanted(n))] for n in (1, 2)]
    assert lines[0] == lines[1]


def test_dask_gives_the_same_verdicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.chdir(tmp_path)
    good, bad = mission(tmp_path, name="good.moos"), mission(tmp_path, name="bad.moos")
    Path(bad).write_text(Path(bad).read_text().replace("val=40", "val=0"))
    options = GradeOptions(expectations=("NAV_X > 5",), within=20.0)
    here = [grade_file(file, options) for file in (good, bad)]
    with distributed.Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as client:
        there = list(grade_all([good, bad], options, WorkersWanted(dask=client.scheduler.address)))
    assert [grade.outcome for grade in there] == ["pass", "fail"]
    assert [grade.line for grade in there] == [grade.line for grade in here]


def test_a_cluster_is_for_mission_files(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    file = mission(tmp_path)
    assert run(file, "--live", "--dask", "local")[0] == 2
    code, _, err = run(file, "--dask", "tcp://127.0.0.1:1")
    assert code != 0
    assert "no Dask scheduler at tcp://127.0.0.1:1" in err
