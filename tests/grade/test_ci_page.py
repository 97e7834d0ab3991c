"""docs/ci.md: the workflow as it is pasted, its steps run here as far as they can be; the tests beside it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
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
    """Every step with a command but the installation, as GitHub runs it (bash -e); stops at the first that fails."""
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = {}
    for step in steps():
        if "run" in step and not step["run"].startswith("pip install"):
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
            if found.returncode:
                break
    return done


def test_the_workflow_is_one() -> None:
    found = workflow()
    # YAML 1.1 takes the key "on" for true, GitHub does not
    assert found["name"] == "missions" and set(found.get("on", found.get(True))) == {"push", "pull_request"}
    for step in steps():
        assert ("run" in step) != ("uses" in step)
        assert "uses" not in step or re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"])
    assert steps()[2]["run"] == "pip install usimmarine"
    assert '[project]\nname = "usimmarine"' in (ROOT / "pyproject.toml").read_text()


def test_its_steps_pass_with_missions_that_pass(checkout: Path) -> None:
    done = run_steps(checkout)
    assert [(name, found.returncode) for name, found in done.items()] == [
        ("Check the mission files", 0),
        ("Grade the missions", 0),
    ], [found.stderr for found in done.values()]
    assert "3 of 3 passed" in done["Grade the missions"].stdout
    kept = next(step for step in steps() if "upload-artifact" in step.get("uses", ""))["with"]["path"]
    suites = ElementTree.parse(checkout / kept).getroot()
    assert suites.get("tests") == "3" and suites.get("failures") == "0"


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
