"""Every script of examples/ runs as a reader would run it, in a folder of its own, and asserts what it shows.

A new example needs nothing here: a file in examples/ and its line in examples/README.md.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import environment

EXAMPLES = ROOT / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))
#: What takes long, and of which tests hold more than it asserts: tests/gym, tests/vehicle/test_linear.py,
#: tests/missions/test_auv_survey.py, tests/fit/test_identify.py, tests/vehicle/test_loader_fuzz.py, tests/grade,
#: tests/sweep, tests/apps, tests/gym/boat.
LONG = {
    "own_vehicle",
    "rules_of_the_road",
    "reinforcement_learning",
    "linearise_and_lqr",
    "dead_reckoning",
    "fit_trials",
    "monte_carlo",
    "own_controller",
    "policy_on_a_boat",
}
#: What a test runs that also looks at its figures.
ELSEWHERE = {"kinematics_case_study": "tests/maths/test_public_maths.py"}


def imports(script: Path) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(ast.parse(script.read_text())) if isinstance(node, ast.Import | ast.ImportFrom)]


def packages(script: Path) -> set[str]:
    """The packages that an example imports, in functions, too."""
    names: set[str] = set()
    for node in imports(script):
        names.update([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    return {name.partition(".")[0] for name in names}


def in_the_checkout() -> set[Path]:
    """What a script could leave where it should not."""
    return {*ROOT.glob("[!.]*"), *EXAMPLES.rglob("*"), *(ROOT / "missions").rglob("*")}


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.nightly] * (path.stem in LONG))
        for path in SCRIPTS
        if path.stem not in ELSEWHERE
    ],
)
def test_it_runs(script: Path, tmp_path: Path) -> None:
    missing = sorted(name for name in packages(script) if find_spec(name) is None)
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
    before = in_the_checkout()
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning", str(script)],
        cwd=tmp_path, env=environment(MPLBACKEND="Agg", PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True, text=True, timeout=150.0, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip(), "an example tells what it found"
    assert in_the_checkout() == before


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_it_asserts_what_it_shows(script: Path) -> None:
    assert any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(script.read_text())))


@pytest.mark.parametrize(("name", "test"), ELSEWHERE.items())
def test_what_runs_elsewhere_does(name: str, test: str) -> None:
    assert f'runpy.run_path(str(ROOT / "examples" / "{name}.py"))' in (ROOT / test).read_text()


def test_the_page_lists_every_example_in_one_line() -> None:
    listed = re.findall(r"^\| \[(\w+\.py)\]\(\1\) \| \S.* \|$", (EXAMPLES / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == [script.name for script in SCRIPTS]
