"""No pass without all of the mission: its applications play, its vehicle moves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.grade.test_grade import VEHICLE, Run, mission, run
from tests.support.missions import program
from tests.support.paths import ROOT
from tests.support.processes import environment
from tests.support.runs import execute
from usimmarine_py.field.programs import FIELD_PROGRAMS
from usimmarine_py.mission import FIELD, program_role, read_mission
from usimmarine_py.mission.unplayed import WITHOUT_EFFECT, unplayed, unplayed_findings
from usimmarine_py.run.applications import played_blocks
from usimmarine_py.run.plan import plan_run

__all__ = ["run"]
ENOUGH = ("--within", "30", "--expect", "NAV_X > 1")
APP = """
from usimmarine_py import App

class Obstacles(App):
    app_tick = 1.0
    def iterate(self):
        self.post("OBSTACLES", 3.0)
"""


def antler(*runs: str) -> str:
    return program("ANTLER", *(f"Run = {text}" for text in ("MOOSDB", "uSimMarineV22", "uTimerScript", *runs)))


def test_an_application_that_is_not_played_is_no_pass(tmp_path: Path, run: Run) -> None:
    file = mission(tmp_path, antler("iSonarMgr @ NewConsole = false ~ obstacles"))
    code, out, _ = run(file, *ENOUGH)
    line = VEHICLE.count("\n") + 6
    assert code == 1 and f"obstacles (line {line}) is not played: --app plays one of yours" in out
    assert run(file, *ENOUGH, "--allow-missing", "obstacles")[0] == 0
    assert run(file, *ENOUGH, "--allow-missing", "iSonarMgr")[0] == 0
    (tmp_path / "own.py").write_text(APP)
    judged = (*ENOUGH, "--app", f"obstacles={tmp_path / 'own.py'}:Obstacles", "--expect", "OBSTACLES = 3")
    assert run(file, *judged)[0] == 0


def test_a_variable_that_was_never_posted_names_the_block_that_nothing_plays(tmp_path: Path, run: Run) -> None:
    file = mission(tmp_path, program("Obstacles", "AppTick = 1"), antler())
    line = VEHICLE.count("\n") + 1
    judged = ("--within", "5", "--expect", "OBSTACLES = 3")
    said = f"m.moos:{line}: no line of ANTLER starts Obstacles: "
    assert f"{said}where it is yours, --app plays one of yours" in run(file, *judged)[1]
    (tmp_path / "own.py").write_text(APP)
    assert f"{said}--app {tmp_path / 'own.py'} plays it" in run(file, *judged)[1]
    assert run(file, *judged, "--app", str(tmp_path / "own.py"))[0] == 0
    # where all was posted, nothing is missing
    code, out, _ = run(file, "--within", "5", "--expect", "NAV_X > 1000")
    assert code == 1 and "Obstacles" not in out


def test_check_names_it_with_its_line(tmp_path: Path) -> None:
    read = read_mission(mission(tmp_path, antler("iSonarMgr", "uXMS @ NewConsole = true ~ xms")))
    [found] = unplayed_findings(read, played_blocks(read).left_out)
    assert found.line == VEHICLE.count("\n") + 6 and found.text.startswith("iSonarMgr is not played")
    assert not unplayed(read, {block.block.name.lower() for block in played_blocks(read).blocks}, {"isonarmgr"})


def test_programs_without_effect_are_none_of_it(tmp_path: Path) -> None:
    read = read_mission(
        mission(tmp_path, antler(*(f"{name} @ NewConsole = true ~ x_{name}" for name in WITHOUT_EFFECT)))
    )
    assert not unplayed(read, {"usimmarinev22", "utimerscript"})


def test_every_program_of_a_field_is_played_in_one_community_too(tmp_path: Path) -> None:
    lines = (f"{name} @ NewConsole = false" for name in FIELD_PROGRAMS)
    found = played_blocks(read_mission(mission(tmp_path, antler(*lines))))
    assert {one.block.name for one in found.blocks if one.kind == FIELD} == set(FIELD_PROGRAMS)
    for role in ("uTimerScript", "pMarinePIDV22", "usim_guidance", "pHelmIvP", "pMissionEval", "pAutoPoke"):
        assert program_role(role) and not role.lower().startswith(WITHOUT_EFFECT)


def test_without_lines_that_start_something_every_block_counts(tmp_path: Path) -> None:
    plan = plan_run(read_mission(mission(tmp_path, program("iSonarMgr"), program("pMarineViewer"))), duration=5.0)
    assert [one.name for one in plan.left_out] == ["iSonarMgr"]
    started = read_mission(mission(tmp_path, antler(), program("iSonarMgr")))
    assert not plan_run(started, duration=5.0).left_out


def test_a_grader_without_a_block_is_played(tmp_path: Path) -> None:
    plan = plan_run(read_mission(mission(tmp_path, antler("pMissionHash @ NewConsole = false"))), duration=5.0)
    assert "pMissionHash" in [app.settings.name for app in plan.apps] and not plan.left_out


@pytest.mark.parametrize(
    ("change", "moved"),
    [("val=40", True), ("val=0", False), ("val=0 //drift", False), ("var=USM_RESET, val=true", False)],
)
def test_a_vehicle_that_never_moved_is_no_pass(tmp_path: Path, run: Run, change: str, moved: bool) -> None:
    text = VEHICLE.replace(
        "var=DESIRED_THRUST, val=40", change if "var=" in change else f"var=DESIRED_THRUST, {change}"
    )
    if "drift" in change:
        text = text.replace("prefix = NAV", "prefix = NAV\n  drift_vector = 90,0.1").replace(" //drift", "")
    file = tmp_path / "m.moos"
    file.write_text(text + program("pMissionEval", "lead_condition = OVER = true", "pass_condition = NAV_DEPTH < 30"))
    drifts = "drift" in change
    assert execute(plan_run(read_mission(str(file)))).moved is (moved or drifts)
    code, out, _ = run(str(file))
    why = "the vehicle was carried, not driven: 2 m over ground, 0 m" if drifts else "the vehicle never moved"
    assert code == int(not moved) and (why in out) is not moved
    assert run(str(file), "--expect", "distance < 60")[0] == 0  # asked for


def test_conditions_that_the_original_does_not_count(tmp_path: Path, run: Run) -> None:
    judge = ("lead_condition = OVER = true", "pass_condition = NAV_X > 1", 'pass_condition = R = "a=1,b=2"')
    code, out, _ = run(mission(tmp_path, program("pMissionEval", *judge)))
    assert code == 0 and "warning: " in out and "does not count, as in the original" in out


def test_seed_and_log_are_those_of_usim_run(tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    from usimmarine_py.cli.usim import entry

    file = mission(tmp_path, program("usim_grade", "seed = 7", "expect = NAV_X > 1"), antler())
    Path(file).write_text(
        Path(file).read_text().replace("val=true, time=20", "val=true, time=20\n  event = quit, time=25")
    )
    assert run(file, "--keep", str(tmp_path / "k"))[0] == 0
    assert entry(["run", file, "-o", str(tmp_path / "r")]) == 0
    log = (tmp_path / "r" / "m.alog").read_bytes()
    assert b"seed 7" in log and log == (tmp_path / "k" / "m" / "m.alog").read_bytes()


def test_the_list_of_programs_without_effect_is_in_the_docs() -> None:
    text = (ROOT / "docs/run.md").read_text()
    assert ", ".join(f"`{name}`" for name in WITHOUT_EFFECT) in text


def test_a_failure_says_when_what_how_to_repeat_it_and_where_it_is(tmp_path: Path, run: Run) -> None:
    judge = program("pMissionEval", "lead_condition = OVER = true", "pass_condition = NAV_X > 1000")
    file = mission(tmp_path, judge)
    code, out, _ = run(file, "--seed", "5", "--expect", "always(NAV_X < 10)", "--keep", str(tmp_path / "k"))
    assert code == 1
    assert "always(NAV_X < 10): at 6.4 s NAV_X = 10" in out
    assert "unmet_pass_cond: [NAV_X>1000]; at 20" in out and "s NAV_X = 37." in out
    [repeat] = [line.partition("repeat: ")[2] for line in out.splitlines() if "repeat: " in line]
    assert repeat.startswith(f"usim run {file} ") and repeat.endswith("--seed 5")
    assert f"see: {tmp_path / 'k/m/m.alog'}" in out


PLUGIN = """
def test_one(usim_mission):
    usim_mission("m.moos", "NAV_X > 1000", within=20)
"""


def test_the_plugin_keeps_files_where_it_is_told(tmp_path: Path) -> None:
    mission(tmp_path)
    (tmp_path / "test_m.py").write_text(PLUGIN)
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--usim-keep",
        str(tmp_path / "k"),
        "test_m.py",
    ]
    found = subprocess.run(words, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=120)
    [log] = (tmp_path / "k").rglob("m.alog")
    assert found.returncode == 1 and f"{log}" in found.stdout and "repeat: usim run" in found.stdout
