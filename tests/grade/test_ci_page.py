"""docs/ci.md: the workflow as it is pasted, its steps run here as far as they can be; the tests beside it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.support.paths import ROOT
from tests.support.processes import environment

PAGE = (ROOT / "docs/ci.md").read_text()
GRADED = ROOT / "tests/data/graded"
BOX = (ROOT / "missions/box/box.moos").read_text()


def fenced(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def workflow() -> dict[Any, Any]:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    found = yaml.safe_load(fenced("yaml"))
    assert isinstance(found, dict)
    return found


def steps() -> list[dict[str, Any]]:
    (job,) = workflow()["jobs"].values()
    return list(job["steps"])


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with missions, and a command ``usim`` as an installation has it."""
    folder = tmp_path / "missions"
    folder.mkdir()
    for name in ("01_speed_pass.moos", "21_bounds_pass.moos", "29_poke_pass.moos"):
        (folder / name).write_text((GRADED / name).read_text())
    scripts = tmp_path / "bin"
    scripts.mkdir()
    code = "import sys; from usimmarine_py.cli.start import usim; sys.argv[0] = 'usim'; sys.exit(usim())"
    (scripts / "usim").write_text(f'#!/bin/sh\nexec {sys.executable} -c "{code}" "$@"\n')
    (scripts / "usim").chmod(0o755)
    return tmp_path


def run_steps(checkout: Path) -> dict[str, subprocess.CompletedProcess[str]]:
    """Every step with a command but the installation, as GitHub runs it (bash -e) where its condition holds."""
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = {}
    failed = False
    for step in steps():
        asked = step.get("if", "success()").split(" || ")
        assert set(asked) <= {"success()", "failure()", "always()"}
        wanted = {"always()", "failure()" if failed else "success()"} & set(asked)
        if "run" in step and not step["run"].startswith("pip install") and wanted:
            command = ["bash", "-eo", "pipefail", "-c", step["run"]]
            done[step["name"]] = found = subprocess.run(
                command,
                cwd=checkout,
                env=environment(PATH=path),
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            failed = failed or found.returncode != 0
    return done


def kept_paths(checkout: Path) -> list[Path]:
    """What is uploaded, which happens whatever was before."""
    (step,) = (step for step in steps() if "upload-artifact" in step.get("uses", ""))
    assert step["if"] == "always()"
    return [checkout / name for name in step["with"]["path"].split()]


def test_the_workflow_is_one() -> None:
    found = workflow()
    # YAML 1.1 takes the key "on" for true, GitHub does not
    assert found["name"] == "missions" and set(found.get("on", found.get(True))) == {"push", "pull_request"}
    for step in steps():
        assert ("run" in step) != ("uses" in step)
        assert "uses" not in step or re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"])
    assert steps()[2]["run"] == "pip install 'usimmarine[plot]'"
    project = (ROOT / "pyproject.toml").read_text()
    assert '[project]\nname = "usimmarine"' in project and '\nplot = ["matplotlib' in project


def test_its_steps_pass_with_missions_that_pass(checkout: Path) -> None:
    done = run_steps(checkout)
    assert [(name, found.returncode) for name, found in done.items()] == [
        ("Check the mission files", 0),
        ("Grade the missions", 0),
    ], [found.stderr for found in done.values()]
    assert "3 of 3 passed" in done["Grade the missions"].stdout
    results, runs = kept_paths(checkout)
    suites = ElementTree.parse(results).getroot()
    assert suites.get("tests") == "3" and suites.get("failures") == "0"
    name = "01_speed_pass"
    assert {path.name for path in (runs / name).iterdir()} >= {f"{name}.alog", f"{name}.json", "results.txt"}
    assert (runs / name / f"{name}.png").is_file() == (find_spec("matplotlib") is not None)


def test_a_key_without_effect_fails_check_and_grade_and_hides_nothing(checkout: Path) -> None:
    missions = checkout / "missions"
    (missions / "00_broken.moos").write_text("#include nowhere.moos\n")
    slip = missions / "01_speed_pass.moos"
    slip.write_text(slip.read_text().replace("thrust_map", "thrst_map = 1:1\n  thrust_map"))
    done = run_steps(checkout)
    check, grade = done["Check the mission files"], done["Grade the missions"]
    assert (check.returncode, grade.returncode) == (1, 1)
    assert "00_broken.moos:1: error: #include" in check.stdout and "thrst_map: unknown parameter" in check.stdout
    assert "ERROR missions/00_broken.moos:1: #include" in grade.stdout and "2 of 4 passed" in grade.stdout
    assert "ERROR missions/01_speed_pass.moos:" in grade.stdout and "did you mean thrust_map?" in grade.stdout
    results, runs = kept_paths(checkout)
    assert ElementTree.parse(results).getroot().get("errors") == "2" and (runs / "21_bounds_pass").is_dir()


def test_a_mission_that_fails_ends_the_job_with_a_line(checkout: Path) -> None:
    name = "05_speed_fail.moos"
    (checkout / "missions" / name).write_text((GRADED / name).read_text())
    found = run_steps(checkout)["Grade the missions"]
    assert found.returncode == 1
    assert f"FAIL  missions/{name}: fail by pMissionEval: unmet_pass_cond: [NAV_SPEED>2.5]" in found.stdout


def test_the_tests_of_the_page_pass(tmp_path: Path) -> None:
    (tmp_path / "box.moos").write_text(BOX)
    (tmp_path / "test_page.py").write_text(fenced("python"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "usimmarine_py.grade.plugin"]
    more = environment(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    found = subprocess.run(command, cwd=tmp_path, env=more, capture_output=True, text=True, timeout=120, check=False)
    assert found.returncode == 0 and "2 passed" in found.stdout, found.stdout
