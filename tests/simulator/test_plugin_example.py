"""The example package of docs/backends.md, installed as a package would be: a folder with its metadata on the path."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.paths import ROOT
from usimmarine_py import check_backend
from usimmarine_py.cli.run import run as run_command
from usimmarine_py.cli.vehicles import backends as backends_command
from usimmarine_py.errors import ConfigError
from usimmarine_py.simulator import Simulator, list_backends
from usimmarine_py.values import ActuatorCommand, Backend

EXAMPLE = ROOT / "tests" / "plugin_example"

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What an installer leaves behind: the module and its entry points; beside it a package that is broken."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    ((group, points),) = project["entry-points"].items()
    lines = [f"{name} = {value}" for name, value in points.items()]
    metadata = tmp_path / "usim_raft-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    (metadata / "entry_points.txt").write_text(f"[{group}]\n" + "\n".join(lines) + "\nbroken = usim_broken:thing\n")
    (tmp_path / "usim_raft.py").write_text((EXAMPLE / "usim_raft.py").read_text())
    (tmp_path / "usim_broken.py").write_text("import a_module_that_nobody_has\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("usim_raft", None)


def test_the_example_is_short() -> None:
    code = [line for line in (EXAMPLE / "usim_raft.py").read_text().splitlines() if line.strip()]
    assert len(code) < 40


def test_it_runs_by_its_name(installed: None) -> None:
    simulator = Simulator(dynamics="raft", raft_tau=5, drift_x=1.0)
    state = simulator.step(ActuatorCommand(), dt=5.0)
    assert state.x == pytest.approx(5.0 * (1.0 - 2.718281828459045**-1))
    import usim_raft

    assert isinstance(usim_raft.Raft(1.0), Backend)


def test_usim_backends_lists_it_and_names_what_failed(installed: None) -> None:
    found = {info.name: info for info in list_backends()}
    assert found["raft"].problem == "" and "a_module_that_nobody_has" in found["broken"].problem
    shown = CliRunner().invoke(backends_command, []).output
    assert "kinematic" in shown and "fossen6" in shown
    assert any(line.startswith("broken") and "FAILED" in line for line in shown.splitlines())
    assert "raft_tau [s] (default 10)" in CliRunner().invoke(backends_command, ["raft"]).output
    assert "sim_step [s]" in CliRunner().invoke(backends_command, ["fossen6"]).output


def test_a_text_where_a_number_belongs_and_a_number_beyond_its_limits(installed: None) -> None:
    with pytest.raises(ConfigError, match=r"raft_tau: must be a finite number, found 'abc'"):
        Simulator(dynamics="raft", raft_tau="abc")
    with pytest.raises(ConfigError, match=r"raft_tau: must be at most 10000 s, found 20000"):
        Simulator(dynamics="raft", raft_tau=2e4)


def test_it_keeps_to_the_contract_and_tells_where_it_goes(installed: None) -> None:
    import usim_raft

    assert check_backend(usim_raft.raft) == ()
    simulator = Simulator(dynamics="raft", drift_x=1.0, drift_y=-1.0)
    for _ in range(200):
        state = simulator.step(ActuatorCommand(), dt=1.0)
    assert (state.sog, state.hog) == (pytest.approx(2.0**0.5), pytest.approx(135.0))


def test_it_builds_after_a_run_in_its_folder(tmp_path: Path) -> None:
    folder = shutil.copytree(EXAMPLE, tmp_path / "usim-raft")
    (folder / "raft.moos").write_text("ProcessConfig = uSimMarineV22\n{\n}\n")
    for place in ("raft_1", "LOG_RAFT_1_1_2026"):
        arguments = [str(folder / "raft.moos"), "--duration", "2", "--output", str(folder / place)]
        assert CliRunner().invoke(run_command, arguments).exit_code == 0
    script = "import setuptools.build_meta as b, sys; b.build_sdist(sys.argv[1])"
    if subprocess.run([sys.executable, "-c", "import setuptools"], check=False, capture_output=True).returncode:
        pytest.skip("setuptools is not installed")
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=folder, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {Path(name).name for name in archive.getnames()}
    assert {"usim_raft.py", "pyproject.toml", "entry_points.txt"} <= names
    assert not any(name.endswith(".alog") for name in names)


def test_the_page_shows_the_example_as_it_is() -> None:
    page = (EXAMPLE.parents[1] / "docs" / "backends.md").read_text()
    code = (EXAMPLE / "usim_raft.py").read_text()
    assert code[code.index("from dataclasses") :].strip() in page
    assert (EXAMPLE / "pyproject.toml").read_text().strip() in page
