"""Fields, launch scripts and harnesses judged by ``usim grade``."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.missions import controls, craft, opening, shares
from tests.support.pages import read_page
from usimmarine_py.cli.usim import entry
from usimmarine_py.grade.keep import PAGE
from usimmarine_py.launch.standins import nspatch, tools

pytestmark = pytest.mark.skipif(os.name == "nt", reason="scripts need a shell")

SHORE = (
    opening("shoreside")
    + """
ProcessConfig = ANTLER
{
  Run = uFldShoreBroker @ NewConsole = false
  Run = pShare @ NewConsole = false
  Run = pHostInfo @ NewConsole = false
  Run = pAutoPoke @ NewConsole = false
  Run = pMissionEval @ NewConsole = false
}
"""
    + shares(9200)
    + """
ProcessConfig = uFldShoreBroker
{
  qbridge = DEPLOY, MOOS_MANUAL_OVERRIDE
}
ProcessConfig = pAutoPoke
{
  required_nodes = 1
  flag = DEPLOY_ALL=true
  flag = MOOS_MANUAL_OVERRIDE_ALL=false
}
ProcessConfig = pMissionEval
{
  AppTick = 4
  lead_condition = ARRIVED = true
  pass_condition = ARRIVED = true
  result_flag = MISSION_EVALUATED = true
  report_file = results.txt
  report_column = grade=$[GRADE]
}
"""
)
VEHICLE = (
    opening("abe", 9001)
    + shares(9201)
    + """
ProcessConfig = uFldNodeBroker
{
  try_shore_host = pshare_route=localhost:9200
  bridge = src=ARRIVED
}
"""
    + craft("start_pos = x=0, y=0, heading=0, speed=0")
    + controls("targ_abe.bhv")
)
BEHAVIORS = """
initialize DEPLOY = false
Behavior = BHV_Waypoint
{
  name = go
  condition = DEPLOY = true
  endflag = ARRIVED = true
  speed = 2
  points = 0,40
}
"""
LAUNCH = """#!/bin/bash -e
JUST=""
for A; do [ "$A" = --just_make ] && JUST=yes; [ "$A" = --break ] && exit 3; done
nsplug meta_shoreside.moos targ_shoreside.moos --strict --force -x
nsplug meta_abe.moos targ_abe.moos --strict --force -x
nsplug meta_abe.bhv targ_abe.bhv --strict --force -x
[ -n "$JUST" ] && exit 0
pAntler targ_abe.moos >& /dev/null &
pAntler targ_shoreside.moos >& /dev/null &
if [ "$1" != -x ]; then uMAC targ_shoreside.moos; fi
exit 0
"""
HARNESS = """#!/usr/bin/env bash
# a case: its folder, its patches, one line of the results
: > results.txt
for A; do case $A in --case=*) ONLY=${A#*=};; --jobs=*) echo jobs ${A#*=};; esac; done
for CASE in near far; do
  [ -n "$ONLY" ] && [ "$ONLY" != $CASE ] && continue
  rm -rf work/$CASE; mkdir -p work/$CASE; cp -r stem work/$CASE/mission
  ( cd work/$CASE/mission
    [ -f ../../../$CASE.xbhv ] && nspatch --stem=meta_abe.bhv ../../../$CASE.xbhv --targ=meta_abe.bhvx
    : > results.txt
    xlaunch.sh --max_time=60 10 > out.txt; echo code $? >> out.txt
    LINE=$(cat results.txt)
    echo "case=$CASE ${LINE:-grade=fail reason=missing_result}" >> ../../../results.txt )
done
"""


@pytest.fixture
def stem(tmp_path: Path) -> Path:
    folder = tmp_path / "stem"
    folder.mkdir()
    (folder / "meta_shoreside.moos").write_text(SHORE)
    (folder / "meta_abe.moos").write_text(VEHICLE)
    (folder / "meta_abe.bhv").write_text(BEHAVIORS)
    script(folder / "launch.sh", LAUNCH)
    return folder


def script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def harness(tmp_path: Path, stem: Path) -> Path:
    script(tmp_path / "zlaunch.sh", HARNESS)
    (tmp_path / "far.xbhv").write_text(BEHAVIORS.partition("Behavior")[0] + patch_of("points = 0,400"))
    return tmp_path / "zlaunch.sh"


def patch_of(line: str) -> str:
    return BEHAVIORS[BEHAVIORS.index("Behavior") :].replace("points = 0,40", line)


def test_the_cases_of_a_harness_are_played(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = harness.parent
    words = ["grade", str(harness), "--junit", str(folder / "j.xml"), "--json", "--keep", str(folder / "kept")]
    assert entry(words) == 1
    told = json.loads(capsys.readouterr().out)
    near, far = told["missions"]
    assert (near["outcome"], far["outcome"]) == ("pass", "fail") and told["passed"] == 1
    # its own pMissionEval decides, and the harness writes its own file
    assert (folder / "results.txt").read_text().split() == [
        *("case=near", "grade=pass", "case=far", "grade=fail", "reason=missing_result")
    ]
    assert near["verdicts"] == {"pMissionEval": "pass"} and 20.0 < near["time"] < 60.0
    assert "reason=missing_result" in far["reasons"] and far["time"] == pytest.approx(66.0, abs=8.0)
    assert any("ARRIVED=true" in why for why in far["reasons"])
    assert far["repeat"] == f"usim grade {harness} -- --case=far"
    for case, code in (("near", 0), ("far", 0)):
        assert f"code {code}" in (folder / "work" / case / "mission" / "out.txt").read_text()
        assert (folder / "kept" / "zlaunch" / case / "targ_abe.alog").is_file()
    page = read_page(folder / "kept" / PAGE)
    assert page.headings == [f"{word} {harness.parent / case}" for word, case in (("pass", "near"), ("fail", "far"))]
    if find_spec("matplotlib"):
        assert page.pictures == ["zlaunch/near/run.png", "zlaunch/far/run.png"]
    cases = ElementTree.parse(folder / "j.xml").getroot().findall(".//testcase")
    assert [(case.get("name"), case.find("failure") is not None) for case in cases] == [("near", False), ("far", True)]


def test_arguments_and_folders_of_harnesses(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["grade", str(harness), "--", "--case=near"]) == 0
    first = capsys.readouterr().out
    assert "PASS  " in first and "1 of 1 passed" in first
    script(harness, HARNESS.replace("near far", "near"))
    assert entry(["grade", str(harness.parent), "--exclude", "work", "--jobs", "3"]) == 0
    assert "1 of 1 passed" in capsys.readouterr().out
    for option, value in (("--expect", "abe.NAV_X > 1"), ("--set", "turn_rate=20"), ("--within", "5")):
        assert entry(["grade", str(harness), option, value, "--", "--case=near"]) == 1
        assert f"{option}: a harness judges its cases by itself" in capsys.readouterr().out


def test_a_launch_script_is_judged(stem: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["grade", str(stem / "launch.sh"), "10", "--expect", "abe.NAV_Y > 30"]) == 0
    assert "pass by pMissionEval, 1 expectation" in capsys.readouterr().out
    assert entry(["grade", str(stem / "launch.sh"), "10", "--expect", "abe.NAV_Y > 90"]) == 1
    told = capsys.readouterr().out
    assert f"FAIL  {stem / 'launch.sh'}: abe.NAV_Y > 90: abe.NAV_Y = " in told
    assert f"repeat: usim run {stem / 'launch.sh'} --seed 0 -- 10" in told
    # values, buttons and the end of the run are those of the command
    words = ["--set", "abe:turn_rate=20", "--within", "5", "--press", "NONE"]
    assert entry(["grade", str(stem / "launch.sh"), "10", *words[:4]]) == 1
    told = capsys.readouterr().out
    assert "not at its end within 5 s" in told and " --set abe:turn_rate=20 --max-time 5 " in told
    assert entry(["grade", str(stem / "launch.sh"), "10", *words]) == 1
    assert "NONE" in capsys.readouterr().out
    assert entry(["grade", str(stem / "launch.sh"), "10", "-D", "A=1"]) == 1
    assert "-D: the launch script gives the macros" in capsys.readouterr().out
    assert entry(["grade", str(stem / "launch.sh"), "--", "--break"]) == 1
    assert "started no community (exit code 3)" in capsys.readouterr().out


def test_files_and_folders_that_are_one_field(stem: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "field"
    folder.mkdir()
    for name in ("shoreside.moos", "abe.moos", "abe.bhv"):
        text = (stem / f"meta_{name}").read_text().replace("targ_abe.bhv", "abe.bhv")
        (folder / name).write_text(text)
    (folder / "alone.moos").write_text("// pieces\n")
    files = [str(folder / name) for name in ("shoreside.moos", "abe.moos")]
    assert entry(["grade", *files, "--expect", "abe.NAV_Y > 30"]) == 0
    assert "1 of 1 passed" in capsys.readouterr().out
    # with other values for one community
    assert entry(["grade", *files, "--set", "abe:start_pos=x=0,y=-500,heading=0", "--within", "60"]) == 1
    told = capsys.readouterr().out
    assert "no verdict by pMissionEval" in told and f"usim run {files[0]} {files[1]}" in told
    assert entry(["grade", *files, "--set", "bob:turn_rate=3"]) == 1
    assert "there is no community bob; it is one of shoreside, abe" in capsys.readouterr().out
    (folder / "alone.moos").unlink()
    assert entry(["grade", str(folder), "--json", "--keep", str(tmp_path / "kept")]) == 0
    (found,) = json.loads(capsys.readouterr().out)["missions"]
    assert found["verdicts"] == {"pMissionEval": "pass"}
    assert (Path(found["kept"]) / "run.json").is_file() and (Path(found["kept"]) / "abe.alog").is_file()
    assert (Path(found["kept"]) / "run.png").is_file() == bool(find_spec("matplotlib"))


def test_nspatch_of_behaviors_and_missions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a run of the original does: by the name of a behavior, the variable of initialize and set."""
    monkeypatch.chdir(tmp_path)
    Path("s.bhv").write_text(
        "initialize A = false\nset MODE = ON {\n  A = true\n} OFF\nBehavior = BHV_Waypoint\n{\n  name = one\n}\n"
        "// two\nBehavior = BHV_Loiter\n{\n  name = two\n  speed = 1\n}\n"
    )
    Path("p.xbhv").write_text(
        "initialize B = 1\ninitialize A = true\nset MODE = UP {\n  B = 1\n} DOWN\n"
        "Behavior = BHV_Timer\n{\n  name = two\n}\nBehavior = BHV_Timer\n{\n  name = three\n}\n"
    )
    assert nspatch.main(["--stem=s.bhv", "p.xbhv", "--targ=t.bhvx"]) == 0
    lines = [line for line in Path("t.bhvx").read_text().splitlines() if line and not line.startswith("//")]
    text = "\n".join(lines)
    assert lines[:2] == ["initialize A = true", "initialize B = 1"]
    assert "set MODE = UP {\n  B = 1\n} DOWN\n" in text and "BHV_Loiter" not in text and text.count("BHV_Timer") == 2
    assert text.index("one") < text.index("two") < text.index("three")
    # nsplug -x takes what nspatch made of a file
    Path("m.moos").write_text("A = 1\n")
    Path("m.moosx").write_text("A = 2\n")
    assert tools.nsplug(["m.moos", "t.moos", "-f", "-x"]) == 0 and Path("t.moos").read_text().split()[-1] == "2"
    assert tools.nsplug(["m.moos", "t.moos", "-f"]) == 0 and Path("t.moos").read_text().split()[-1] == "1"


LATER = """
MOOSTimeWarp = 10
ProcessConfig = ANTLER
{
  Run = uFldShoreBroker @ NewConsole = false
  Run = pShare @ NewConsole = false
  Run = pHostInfo @ NewConsole = false
  Run = pAutoPoke @ NewConsole = false
  Run = pLogger @ NewConsole = false
  Run = uTimerScript @ NewConsole = false
  Run = pMissionEval @ NewConsole = false
}
ProcessConfig = pLogger
{
  File = XLOG
  PATH = ./
  FileTimeStamp = false
  Log = LATE @ 0 nosync
  Log = SAME @ 0 nosync
  Log = DEPLOY_ALL @ 0 nosync
}
ProcessConfig = uTimerScript
{
  event = var=MISSION_EVALUATED, val=true, time=3
  event = var=SAME, val=1, time=2
  event = var=SAME, val=2, time=2
  event = var=LATE, val=true, time=8
  event = var=LATE, val=again, time=9
}
"""


def test_a_judge_may_judge_while_the_script_ends_its_programs(harness: Path, stem: Path) -> None:
    """The originals' xlaunch.sh sleeps for 2 s, 20 simulated s at a warp of 10. The log of pLogger is there."""
    head, tail = SHORE[: SHORE.index("ProcessConfig = ANTLER")], SHORE[SHORE.index("}", SHORE.index("ANTLER")) + 1 :]
    text = head + LATER + tail.replace("ARRIVED = true", "LATE = true")
    (stem / "meta_shoreside.moos").write_text(text)
    assert entry(["grade", str(harness), "--", "--case=near"]) == 0
    (log,) = (harness.parent / "work" / "near" / "mission").rglob("*.alog")
    assert log.name == "XLOG.alog"
    rows = [line.split()[1:] for line in log.read_text().splitlines() if line[:1] != "%"]
    assert [row[0] for row in rows].count("LATE") == 1 and {row[0] for row in rows} == {"LATE", "DEPLOY_ALL", "SAME"}
    times = [line.split()[0] for line in log.read_text().splitlines() if line[:1] != "%"]
    assert len(times) == len(set(times))  # aloggrep takes rows of one time as one


def test_a_judge_that_judges_too_late_has_not_judged(harness: Path, stem: Path) -> None:
    head, tail = SHORE[: SHORE.index("ProcessConfig = ANTLER")], SHORE[SHORE.index("}", SHORE.index("ANTLER")) + 1 :]
    text = head + LATER.replace("time=8", "time=40") + tail.replace("ARRIVED = true", "LATE = true")
    (stem / "meta_shoreside.moos").write_text(text.replace("LATE, val=again, time=9", "OTHER, val=1, time=41"))
    assert entry(["grade", str(harness), "--", "--case=near"]) == 1
