"""packaging: what the Dockerfile and the systemd unit start is there, answers, and ends on SIGTERM."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT
from tests.support.processes import free_port, run, running
from usimmarine_py.cli.community.watch import DEFAULT_HTTP_PORT
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.version import __version__

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

DOCKERFILE = (ROOT / "packaging" / "Dockerfile").read_text(encoding="utf-8")
UNIT = ROOT / "packaging" / "usimmarine@.service"


def words(instruction: str) -> list[str]:
    """The words of the last instruction of this name."""
    found = re.findall(rf"^{instruction}.*?(\[.*\])$", DOCKERFILE, re.MULTILINE)
    return list(json.loads(found[-1]))


def test_the_container_serves_and_is_healthy_and_ends() -> None:
    port = str(free_port())
    given = {"9000": port, "0.0.0.0": "127.0.0.1"}
    program = words("ENTRYPOINT")
    health = words("HEALTHCHECK")
    assert program == ["usim"] == health[:1]
    ask = [given.get(word, word) for word in health[1:]]
    assert run(*ask, program="usim").returncode != 0
    with running(*(given.get(word, word) for word in words("CMD")), program="usim") as database:
        assert wait_for(lambda: run(*ask, program="usim").returncode == 0, 60.0)
        database.send_signal(signal.SIGTERM)
        assert database.wait(60.0) == 0


def test_the_container_is_not_run_by_root() -> None:
    assert "\nUSER moos\n" in DOCKERFILE
    assert DOCKERFILE.index("\nUSER moos\n") < DOCKERFILE.index("\nENTRYPOINT")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not there")
def test_the_unit_is_understood(tmp_path: Path) -> None:
    """With a program that is there in place of ours."""
    unit = tmp_path / "usimmarine@box.service"
    unit.write_text(UNIT.read_text().replace("/opt/usimmarine/bin/usimmarine", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def test_the_recipe_for_conda_needs_what_the_project_needs() -> None:
    recipe = yaml.safe_load((ROOT / "packaging/conda/recipe.yaml").read_text(encoding="utf-8"))
    needed = {text.partition(";")[0].replace(">=", " >=").strip() for text in project()["dependencies"]}
    assert set(recipe["requirements"]["run"]) == needed | {f"python {project()['requires-python']}"}
    entries = [f"{name} = {where}" for name, where in project()["scripts"].items()]
    assert recipe["build"]["python"]["entry_points"] == entries
    assert recipe["context"]["version"] == __version__


def test_a_release_is_what_was_tried() -> None:
    """The workflow publishes only for a tag, what scripts/dist has tried; which refuses a tag of another version."""
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    build, publish = workflow["jobs"]["build"], workflow["jobs"]["publish"]
    assert publish["needs"] == "build"
    assert publish["if"] == "github.ref_type == 'tag'"
    assert any(step.get("run", "").startswith("scripts/dist") for step in build["steps"])
    asked = build["steps"][1]["with"]["python-version"].split()
    classifiers = [text.rpartition(" ")[2] for text in project()["classifiers"] if ":: Python :: 3." in text]
    assert asked == classifiers
    done = subprocess.run(["scripts/dist", "v0.0.1"], cwd=ROOT, capture_output=True, text=True, check=False)
    refusal = f"tag v0.0.1 is not the version of usimmarine_py/version.py: v{__version__}\n"
    assert (done.returncode, done.stderr) == (1, refusal)


def test_the_container_of_editors_names_what_is_there() -> None:
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
    assert (ROOT / container["postCreateCommand"].split()[0]).is_file()
    assert container["forwardPorts"] == [DEFAULT_HTTP_PORT]
