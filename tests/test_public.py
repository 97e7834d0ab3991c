"""What Python users import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import usimmarine_py
from tests.support.paths import MISSIONS, ROOT
from tests.support.processes import environment
from usimmarine_py import ActuatorCommand, Simulator, load_mission
from usimmarine_py.errors import ConfigError, MissionFileError


def test_every_public_name_is_there_and_documented() -> None:
    for name in usimmarine_py.__all__:
        assert getattr(usimmarine_py, name).__doc__, name
    with pytest.raises(AttributeError, match="bogus"):
        usimmarine_py.bogus  # noqa: B018


def test_importing_costs_nothing() -> None:
    code = "import sys, usimmarine_py; sys.exit(any(m in sys.modules for m in ('numpy', 'pyproj', 'click')))"
    assert subprocess.run([sys.executable, "-c", code], env=environment(), check=False).returncode == 0


#: What a kinematic vehicle must not wait for at its start (docs/performance.md), and what others alone need.
NOT_AT_START = {
    "asyncio", "click", "dataclasses", "datetime", "decimal", "difflib", "hashlib", "importlib.metadata",
    "inspect", "json", "logging", "numpy", "pathlib", "platform", "pyproj", "random", "tempfile",
    "textwrap", "traceback",
    *(f"usimmarine_py.{name}" for name in (
        "apps.nmea_port", "apps.recorder", "apps.script", "check", "cli", "maths.plane.current_field", "fit",
        "logs", "moos.db", "moos.transport.lockstep", "plots", "script", "sensors.nmea", "sweep", "trials",
        "vehicle.backend", "vehicle.model", "vehicle.description", "watch",
        # of the runner the loop alone, for one application with a link
        "field", "run.live.context", "run.live.plan", "run.live.ports", "run.output", "run.plan", "run.run",
        "run.stop", "run.summary",
    )),
    *(() if sys.version_info >= (3, 14) else ("ast",)),  # typing.NamedTuple brings it there
}  # fmt: skip
#: Modules of our own, 166 since each feature of a vehicle is a module and the loop is that of all runs: against loading
#: a package by accident.
MOST_AT_START = 169


def test_a_kinematic_vehicle_starts_and_moves_with_little_loaded() -> None:
    mission = MISSIONS / "box" / "box.moos"
    code = f"""
import sys
before = set(sys.modules)
import usimmarine_py.run.live.program
from usimmarine_py.apps.live import build_app
from usimmarine_py.values import Message
from usimmarine_py.moos.app.argv import parse_arguments
app = build_app(parse_arguments(["usimmarine", {str(mission)!r}, "--comms=native"]))
now = app.clock.now()
app.application.on_mail([Message("DESIRED_THRUST", 50.0, now, "test")])
rows = [row for k in range(20) for row in app.application.iterate(now + 0.1 * (k + 1))]
names = [name for row in rows for name in row.shape.names]
assert "NAV_LAT" in names, names
app.application.report()
print(*(set(sys.modules) - before))
"""
    done = subprocess.run([sys.executable, "-c", code], env=environment(), check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    loaded = set(done.stdout.split())
    assert sorted(loaded & NOT_AT_START) == []
    assert len([name for name in loaded if name.startswith("usimmarine_py")]) <= MOST_AT_START


#: What no mission of kinematic vehicles waits for before its first tick. `click` brings inspect, json and datetime.
NOT_IN_A_RUN = {
    "asyncio", "ctypes", "decimal", "gzip", "logging", "multiprocessing", "numpy", "pickle", "pyproj", "statistics",
    "subprocess", "tomllib",
    *(f"usimmarine_py.{name}" for name in (
        "apps.nmea_port", "check.lint", "check.mission", "check.table", "fit", "grade", "gym",
        "launch.plan", "logs.runs", "moos.db", "moos.transport.native", "plots", "run.changes.template",
        "run.replay", "sweep", "trials", "vehicle.backend", "vehicle.description", "vehicle.model", "watch",
    )),
}  # fmt: skip


def test_a_run_with_a_helm_starts_with_little_loaded(tmp_path: Path) -> None:
    """The whole command, from the start of Python to the end of its first seconds."""
    code = f"""
import sys
from usimmarine_py.cli.usim import entry
code = entry(["run", {str(MISSIONS / "alpha" / "alpha.moos")!r}, "--duration", "2", "-q", "-o", {str(tmp_path)!r}])
print(*sys.modules)
sys.exit(code)
"""
    done = subprocess.run([sys.executable, "-c", code], env=environment(), check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    loaded = set(done.stdout.split())
    assert "DESIRED_HEADING" in (tmp_path / "alpha.alog").read_text()
    assert sorted(loaded & NOT_IN_A_RUN) == []


#: What a helm or controller as a program of its own does not wait for.
NOT_IN_A_PROGRAM = {
    *(NOT_AT_START - {"hashlib", "pathlib", "ast"}),
    *(f"usimmarine_py.{name}" for name in ("apps.guidance", "apps.vehicle", "simulator", "sea", "sensors")),
}


@pytest.mark.parametrize("program", ["helm", "pid"])
def test_a_program_starts_with_little_loaded(program: str) -> None:
    names = {"helm": "pHelmIvP", "pid": "pMarinePIDV22"}
    code = f"""
import sys
from usimmarine_py.cli import steering
from usimmarine_py.mission import {program.upper()}
from usimmarine_py.moos.app.argv import parse_arguments
before = set(sys.modules)
mission, name = {str(MISSIONS / "alpha" / "alpha.moos")!r}, {names[program]!r}
app = steering.build(parse_arguments(["usim", mission, name]), steering._{program}, {program.upper()})
now = app.clock.now()
rows = [row for k in range(4) for row in app.application.iterate(now + 0.25 * (k + 1))]
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], env=environment(), check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    loaded = set(done.stdout.split())
    assert f"usimmarine_py.apps.{program}" in loaded
    assert sorted(loaded & (NOT_IN_A_PROGRAM - {"usimmarine_py.cli"})) == []
    assert ("usimmarine_py.helm.decider" in loaded) == (program == "helm")


def test_the_five_lines_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    lines = [line[4:] for line in page.split("## Five lines")[1].splitlines() if line.startswith("    ")]
    exec("\n".join(lines[:5]), {})
    x, y, heading, speed = (float(word) for word in capsys.readouterr().out.split())
    # 60 s at thrust 60, rudder 15: 15 % of 70 deg/s, times 1.2 for the thrust, is 12.6 deg/s; the speed is
    # 3 m/s less 0.85 * 15 %
    assert heading == pytest.approx((90 + 60 * 12.6) % 360)
    assert speed == pytest.approx(3 * (1 - 0.85 * 0.15))
    # a circle of radius speed / rate about a centre to starboard of the start
    radius = speed / (12.6 * 3.141592653589793 / 180)
    assert ((x - 0) ** 2 + (y + radius) ** 2) ** 0.5 == pytest.approx(radius, rel=0.02)


MISSION = """
LatOrigin = 43.8
LongOrigin = -70.3
ProcessConfig = uSimMarineV22
{
  start_pos = x=3, y=4, heading=10
  bogus = 1
}
"""


def test_from_a_mission_file(tmp_path: Path) -> None:
    path = tmp_path / "m.moos"
    path.write_text(MISSION)
    simulator = Simulator.from_mission(path)
    assert isinstance(simulator, Simulator)
    assert simulator.dialect == "v22"
    assert (simulator.state.x, simulator.state.y, simulator.state.heading) == (3.0, 4.0, 10.0)
    assert [f"{path}:7" in str(w) for w in simulator.config_warnings] == [True]
    simulator.step(ActuatorCommand(thrust=50), 0.1)
    assert simulator.position[0] == pytest.approx(43.8, abs=1e-3)
    assert load_mission(path).value("LatOrigin") == "43.8"


def test_from_a_mission_without_a_simulator(tmp_path: Path) -> None:
    path = tmp_path / "m.moos"
    path.write_text("ProcessConfig = pHelmIvP\n{\n}\n")
    with pytest.raises(MissionFileError, match="pHelmIvP"):
        Simulator.from_mission(path)
    path.write_text("ProcessConfig = uSimMarine_a\n{\n}\nProcessConfig = uSimMarine_b\n{\n}\n")
    with pytest.raises(ConfigError, match=r"uSimMarine_a.*uSimMarine_b"):
        Simulator.from_mission(path)
    assert Simulator.from_mission(path, block="uSimMarine_b").dialect == "classic"
