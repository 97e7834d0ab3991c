"""The pytest plugin, in pytest runs of its own: what it collects, what it says, and that it stays out of the way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import environment

PASSES, FAILS = ROOT / "tests/data/graded/01_speed_pass.moos", ROOT / "tests/data/graded/05_speed_fail.moos"
PLUGIN = "usimmarine_py.grade.plugin"


def run_pytest(folder: Path, *words: str, plugin: bool = True) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *(("-p", PLUGIN) if plugin else ()), *words]
    more = environment(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    found = subprocess.run(command, cwd=folder, env=more, capture_output=True, text=True, timeout=120, check=False)
    return found.returncode, found.stdout + found.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for source in (PASSES, FAILS):
        (tmp_path / source.name).write_text(source.read_text())
    (tmp_path / "plugs.moos").write_text("ServerPort = 9000\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def test_missions_are_collected_when_asked(folder: Path) -> None:
    code, out = run_pytest(folder, "--usim", "-rf")
    assert code == 1 and "1 failed, 1 passed" in out
    assert "fail by pMissionEval: unmet_pass_cond: [NAV_SPEED>2.5]" in out
    assert "results.txt: form=speed  mmod=thrust40  grade=fail" in out and "Traceback" not in out


def test_a_judge_without_a_vehicle_fails_and_a_piece_of_another_file_is_none(folder: Path) -> None:
    judge = "ProcessConfig = usim_grade\n{\n  expect = NAV_X > 1\n}\n"
    (folder / "judge.moos").write_text(judge)
    (folder / "piece.moos").write_text(judge)
    (folder / PASSES.name).write_text(PASSES.read_text() + '#include "piece.moos"\n')
    (folder / FAILS.name).unlink()
    code, out = run_pytest(folder, "--usim", "-rf")
    assert code == 1 and "1 failed, 1 passed" in out and "judge.moos: has a judge (usim_grade) but no vehicle" in out


def test_the_ini_file_asks_as_well(folder: Path) -> None:
    (folder / "pytest.ini").write_text("[pytest]\nusim_missions = true\n")
    code, out = run_pytest(folder, PASSES.name)
    assert code == 0 and "1 passed" in out


def test_without_being_asked_it_collects_nothing(folder: Path) -> None:
    code, out = run_pytest(folder)
    assert code == 5 and "no tests ran" in out


def test_it_imports_nothing_of_the_simulator(folder: Path) -> None:
    (folder / "test_light.py").write_text(
        "import sys\n"
        "def test_light():\n"
        "    ours = sorted(name for name in sys.modules if name.startswith('usimmarine_py'))\n"
        "    names = [name.removeprefix('usimmarine_py') for name in ours]\n"
        "    assert names == ['', '.grade', '.grade.plugin', '.lazy', '.version']\n"
        "    assert 'numpy' not in sys.modules\n"
    )
    code, out = run_pytest(folder, "test_light.py")
    assert code == 0, out


FIXTURE = """
import pytest

def test_good(usim_mission):
    grade = usim_mission("01_speed_pass.moos", "NAV_X > 10", "max(NAV_SPEED) < 1.01", within=60)
    assert grade.verdicts == {"pMissionEval": "pass"} and grade.time < 60

def test_bad(usim_mission):
    usim_mission("01_speed_pass.moos", "NAV_X > 1000")

def test_looked_at(usim_mission):
    assert usim_mission("05_speed_fail.moos", check=False).outcome == "fail"

def test_changed(usim_mission):
    usim_mission("05_speed_fail.moos", changes={"thrust_map": "100:10", "turn_rate": 40})

def test_missing(usim_mission):
    usim_mission("nowhere.moos")

def test_wrong(usim_mission):
    usim_mission("01_speed_pass.moos", "NAV_X >")
"""


def test_the_fixture_plays_a_mission(folder: Path) -> None:
    (folder / "test_mine.py").write_text(FIXTURE)
    code, out = run_pytest(folder, "test_mine.py", "-rfp")
    passed = [line.split("::")[1] for line in out.splitlines() if line.startswith("PASSED")]
    assert code == 1 and passed == ["test_good", "test_looked_at", "test_changed"], out
    assert "01_speed_pass.moos: NAV_X > 1000: NAV_X = " in out
    assert "nowhere.moos" in out and "expectation `NAV_X >`, column 8: something is missing at the end" in out


def test_an_installation_brings_it() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    assert f'[project.entry-points.pytest11]\nusimmarine = "{PLUGIN}"' in text


def test_it_stays_out_of_the_way_of_other_suites(tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text("def test_one():\n    pass\n")
    (tmp_path / "a.moos").write_text("not even a mission")
    for strict in ((), ("--strict-config", "--strict-markers", "-W", "error")):
        code, out = run_pytest(tmp_path, *strict)
        assert code == 0 and "1 passed" in out, out


def test_a_wrong_expectation_is_one_line(folder: Path) -> None:
    (folder / "test_wrong.py").write_text(f"def test_wrong(usim_mission):\n    usim_mission('{PASSES.name}', 'A >')\n")
    code, out = run_pytest(folder, "test_wrong.py")
    assert code == 1 and "expectation `A >`, column 4: something is missing at the end" in out
    assert "parser.py" not in out
