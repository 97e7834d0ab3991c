"""Green that isn't: missions that are plainly broken. What ``check``, ``run``, ``grade`` and the pytest plugin give.

The rows are those of the table in docs/grading.md.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.missions import program
from tests.support.paths import MISSIONS, ROOT
from tests.support.processes import environment, usim

ALPHA = (MISSIONS / "alpha" / "alpha.moos").read_text().replace("WildCardLogging     = true", "WildCardLogging = true")
HELM = (MISSIONS / "alpha" / "alpha.bhv").read_text()
EXPECTED = program("usim_grade", "expect = NAV_X > 5", "expect = ended = limit", "within = 12")
DRIFT = "  turn_rate  = 40\n  drift_vector = 90,2"
Change = Callable[[str, str], tuple[str, str]]


def mission(old: str, new: str, *more: str) -> Change:
    """Return what changes the mission file, and adds blocks."""

    def change(text: str, helm: str) -> tuple[str, str]:
        assert old in text, old
        return text.replace(old, new, 1) + "".join(more), helm

    return change


def helm(old: str, new: str) -> Change:
    """Return what changes the .bhv file."""

    def change(text: str, helm: str) -> tuple[str, str]:
        assert old in helm, old
        return text, helm.replace(old, new, 1)

    return change


def both(*changes: Change) -> Change:
    """Return what makes several changes."""

    def change(text: str, helm: str) -> tuple[str, str]:
        for one in changes:
            text, helm = one(text, helm)
        return text, helm

    return change


def judged(*lines: str) -> Change:
    """Return what puts a pMissionEval in the place of the expectations."""
    runs = mission("  Run = pNodeReporter ", "  Run = pMissionEval @ NewConsole = false\n  Run = pNodeReporter ")
    return both(runs, mission(EXPECTED, program("pMissionEval", "lead_condition = NAV_X > 5", *lines)))


def scripted(*lines: str) -> Change:
    """Return what adds a script."""
    runs = mission("  Run = pNodeReporter ", "  Run = uTimerScript @ NewConsole = false\n  Run = pNodeReporter ")
    return both(runs, mission(EXPECTED, EXPECTED + program("uTimerScript", *lines)))


class Row(NamedTuple):
    """A broken mission: exit codes of check and run, and what grade says, beside its exit code 1."""

    change: Change
    check: int
    run: int
    words: str


DEAD = mission("20:1, 40:2, 60:3, 80:4, 100:5", "0:0, 100:0")
EXPECT = "expect = NAV_X > 5"
RUN = "  Run = pHelmIvP      @ NewConsole = false\n"
ROWS: dict[str, Row] = {
    # what is not started
    "no line starts the helm": Row(mission(RUN, ""), 2, 0, "no line of ANTLER starts pHelmIvP"),
    "a line without =": Row(mission("Run = pHelmIvP", "Run pHelmIvP"), 2, 0, "is no key of ANTLER"),
    "Run misspelt": Row(mission("Run = pHelmIvP", "Rnu = pHelmIvP"), 2, 0, "Rnu is no key of ANTLER"),
    "a program in other case": Row(mission("Run = pHelmIvP", "Run = pHelmIvp"), 2, 0, "did you mean pHelmIvP?"),
    "letters of a program swapped": Row(mission("Run = pHelmIvP", "Run = pHelmPvI"), 2, 0, "pHelmIvP"),
    "another version of a program": Row(
        mission("Run = pMarinePIDV22", "Run = pMarinePIDV2"), 2, 0, "and pMarinePIDV2 (line 24) has none"),
    "ANTLER misspelt": Row(mission("ProcessConfig = ANTLER", "ProcessConfig = ANTLR"), 2, 0, "did you mean ANTLER?"),
    "ProcessConfig misspelt": Row(
        mission("ProcessConfig = pNodeReporter", "ProcessCongif = pNodeReporter"), 2, 0, "begins no block"),
    "a block that is there twice": Row(
        mission(EXPECTED, EXPECTED + program("usimmarine", "thrust_map = 0:0")), 2, 0, "is there twice"),
    "a program that no run plays": Row(
        mission("Run = pNodeReporter", "Run = iSonar @ NewConsole = false\n  Run = pNodeReporter"), 0, 0,
        "iSonar (line 26) is not played"),
    # what drives nothing
    "a dead thrust map, drift": Row(both(DEAD, mission("  turn_rate  = 40", DRIFT)), 0, 0, "carried, not driven"),
    "a dead thrust map, start speed": Row(
        both(DEAD, mission("heading=180, speed=0", "heading=90, speed=5")), 0, 0, "carried, not driven"),
    "a condition that never holds": Row(helm("DEPLOY = true", "DEPLOYY = true"), 0, 0, "never moved"),
    "no .bhv file": Row(mission("  behaviors = alpha.bhv\n", ""), 2, 0, "names no .bhv file"),
    "a .bhv file that is missing": Row(mission("= alpha.bhv", "= alfa.bhv"), 2, 2, "no such file"),
    "a line that the helm refuses": Row(helm("capture_radius", "capture_radus"), 2, 2, "capture_radus"),
    "an axis that nothing decides": Row(
        mission("speed:0:5:51", "speed:0:5:51\n  domain = depth:0:10:11"), 0, 1, "all-stop MissingDecVars:depth"),
    "an error of a behaviour": Row(mission("course:0:359:360", "corse:0:359:360"), 0, 1, "all-stop BehaviorError"),
    # lines without effect
    "a key that there is not": Row(mission("turn_rate ", "turnrate "), 2, 0, "did you mean turn_rate?"),
    "a value that is none": Row(mission("turn_rate  = 40", "turn_rate = fast"), 2, 0, "not a finite number"),
    "templating = single": Row(helm("repeat = forever", "repeat = forever\n  templating = single"), 2, 0, "templating"),
    "an event without a variable": Row(scripted("event = vr=A, val=1, time=1"), 2, 0, "NULL posting variable"),
    "a post that nothing reads": Row(
        scripted('event = var=SURVEY_UPDAT, val="speed=1", time=2'), 0, 0, "did you mean SURVEY_UPDATE?"),
    "an update that is refused": Row(
        scripted('event = var=SURVEY_UPDATE, val="sped=1", time=2'), 0, 0, "Faulty update for behavior: survey"),
    # what is not judged
    "not of what nothing posts": Row(mission(EXPECT, "expect = not (NOPE > 3)"), 0, 0, "NOPE was never posted"),
    "always of what nothing posts": Row(mission(EXPECT, "expect = always(NOPE < 3)"), 0, 0, "NOPE was never posted"),
    "a count of a misspelt name": Row(mission(EXPECT, "expect = count(NAV_XX) = 0"), 0, 0, "did you mean NAV_X?"),
    "what says nothing of the run": Row(mission(EXPECT, "expect = 1 = 1"), 2, 0, "names no variable"),
    "a count below none": Row(mission(EXPECT, "expect = count(NAV_X) >= 0"), 2, 0, "cannot fail"),
    "a largest amount below 0": Row(mission(EXPECT, "expect = max(abs(NAV_X)) >= 0"), 2, 0, "cannot fail"),
    "a distance below 0": Row(mission(EXPECT, "expect = distance >= 0"), 2, 0, "cannot fail"),
    "this or its contrary": Row(mission(EXPECT, "expect = NAV_X > 5 or NAV_X < 9"), 2, 0, "cannot fail"),
    "a largest below a smallest": Row(mission(EXPECT, "expect = max(NAV_X) >= min(NAV_X)"), 2, 0, "cannot fail"),
    "what lasts no time": Row(mission(EXPECT, "expect = NAV_X > 1e9 for 0 s"), 2, 0, "for 0 s says nothing"),
    "a judge that passes all": Row(
        judged("pass_condition = (NAV_X > 5) or (NAV_X <= 5)"), 2, 0, "cannot fail"),
    "a misspelt block of expectations": Row(mission("usim_grade", "usim_grad"), 2, 0, "did you mean usim_grade?"),
    "a judge that no line starts": Row(
        both(judged(), mission("  Run = pMissionEval @ NewConsole = false\n", "")), 2, 0, "starts pMissionEval"),
    "a judge without a condition": Row(
        both(judged(), mission("lead_condition = NAV_X > 5", "report_file = r.txt")), 2, 0, "no condition at all"),
    "a misspelt key of a judge": Row(judged("pas_condition = NAV_X > 99"), 2, 0, "did you mean pass_condition?"),
    "a judge of a misspelt variable": Row(judged("fail_condition = NAV_SPEDE > 1"), 0, 0, "did you mean NAV_SPEED?"),
}  # fmt: skip


def write(folder: Path, change: Change, name: str = "alpha") -> Path:
    folder.mkdir(exist_ok=True)
    text, behaviours = change(ALPHA + EXPECTED, HELM)
    (folder / f"{name}.moos").write_text(text)
    (folder / "alpha.bhv").write_text(behaviours)
    return folder / f"{name}.moos"


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_broken_mission(tmp_path: Path, capsys: pytest.CaptureFixture[str], row: Row) -> None:
    file = str(write(tmp_path / "m", row.change))
    code, told, _ = usim(capsys, "check", file)
    assert code == row.check, told
    code, out, err = usim(capsys, "run", file, "--duration", "12", "-o", str(tmp_path / "out"), "--no-log")
    assert code == row.run, out + err
    for line in told.splitlines():  # one severity: an error of check is a warning of run, with its place
        place, _, text = line.partition(": error: ")
        if text and row.run == 0:
            where = Path(place.rpartition(":")[0] if place.count(":") > 1 else place).name
            assert any(said.startswith("warning ") and f"{where}: " in said for said in out.splitlines()), line
    code, out, _ = usim(capsys, "grade", file, "--jobs", "1")
    assert code == 1 and row.words in out, out


def test_the_mission_without_a_break_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(write(tmp_path, lambda text, behaviours: (text, behaviours)))
    assert usim(capsys, "check", file)[0] == 0
    assert usim(capsys, "run", file, "--strict", "--duration", "12", "-o", str(tmp_path / "out"))[0] == 0
    code, out, _ = usim(capsys, "grade", file, "--jobs", "1")
    assert code == 0, out


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_plugin_passes_none_of_them(tmp_path: Path, every: int) -> None:
    rows = list(ROWS.values())[::every]
    for number, row in enumerate(rows):
        write(tmp_path / f"m{number}", row.change)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--usim", str(tmp_path)]
    found = subprocess.run(words, capture_output=True, text=True, env=environment(), cwd=tmp_path, timeout=300)
    assert found.stdout.splitlines()[-1].startswith(f"{len(rows)} failed in "), found.stdout[-3000:]


def test_the_table_in_the_docs_has_all_of_them() -> None:
    text = (ROOT / "docs" / "grading.md").read_text()
    for name, row in ROWS.items():
        check, run = ("error" if row.check else "-"), {0: "0", 1: "1", 2: "2"}[row.run]
        assert f"| {name} | {check} | {run} |" in text, name
