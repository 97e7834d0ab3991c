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
        "apps.nmea_port", "apps.recorder", "apps.script", "check", "cli", "sea.current_field", "fit",
        "logs", "moos.db", "moos.transport.lockstep", "plots", "run", "script", "sensors.nmea", "sweep", "trials",
        "vehicle.backend", "vehicle.model", "vehicle.description", "watch",
    )),
    *(() if sys.version_info >= (3, 14) else ("ast",)),  # typing.NamedTuple brings it there
}  # fmt: skip
#: Modules of our own, 149 since each feature of a vehicle is a module: against loading a package by accident.
MOST_AT_START = 160


def test_a_kinematic_vehicle_starts_and_moves_with_little_loaded() -> None:
    mission = MISSIONS / "box" / "box.moos"
    code = f"""
import sys
before = set(sys.modules)
import usimmarine_py.moos.app.live
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


def test_the_five_lines_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text()
    lines = [line[4:] for line in readme.split("## From Python")[1].splitlines() if line.startswith("    ")]
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
