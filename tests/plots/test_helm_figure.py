"""The figure of a run with a helm, and the objective functions at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.helm import HelmLog, has_helm, helm_log
from usimmarine_py.logs.motion import load_run
from usimmarine_py.logs.runs import read_run
from usimmarine_py.plots.helm.figure import helm_figure, phases_of

MISSION = """ServerPort = 9000
Community = alpha
LatOrigin = 43.8253
LongOrigin = -70.3304
ProcessConfig = uSimMarineV22
{
  AppTick = 4
  prefix = NAV
  turn_rate = 95
  thrust_map = 0:0, 100:5
  start_pos = x=0, y=0, heading=0, speed=0
}
ProcessConfig = pMarinePIDV22
{
  AppTick = 20
  yaw_pid_kp = 0.9
  yaw_pid_kd = 0.3
  speed_factor = 20
  depth_control = false
}
ProcessConfig = pHelmIvP
{
  AppTick = 4
  behaviors = m.bhv
  domain = course:0:359:360
  domain = speed:0:4:41
}
"""
BEHAVIORS = """
initialize DEPLOY = false
initialize RETURN = false
set MODE = ACTIVE {
  DEPLOY = true
} INACTIVE
set MODE = BACK {
  MODE = ACTIVE
  RETURN = true
}
set MODE = OUT {
  MODE = ACTIVE
}
Behavior = BHV_Waypoint
{
  name = go
  condition = MODE == OUT
  speed = 2
  capture_radius = 5
  points = 0,60 : 40,60
  endflag = RETURN = true
}
Behavior = BHV_ConstantSpeed
{
  name = slow
  condition = MODE == OUT
  speed = 1
  duration = 10
}
Behavior = BHV_Waypoint
{
  name = home
  condition = MODE == BACK
  speed = 3
  capture_radius = 5
  points = 0,0
}
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("helm")
    (folder / "m.moos").write_text(MISSION)
    (folder / "m.bhv").write_text(BEHAVIORS)
    assert entry(["run", str(folder / "m.moos"), "-q", "-o", str(folder / "out")]) == 0
    return folder / "out"


def test_the_log_says_what_the_helm_did(run: Path) -> None:
    found = helm_log(run / "m.alog")
    assert [state for _, state in found.states] == ["PARK", "DRIVE"]
    assert [mode for _, mode in found.modes] == ["ACTIVE:OUT", "ACTIVE:BACK"]
    ((begin, end),) = found.active["go"]
    ((home, _),) = found.active["home"]
    assert begin < 2.0 and 40.0 < end <= home < end + 1.0
    ((_, slow),) = found.active["slow"]
    assert 10.0 < slow < 14.0
    assert {shape.kind for shape in found.shapes} >= {"seglist"}
    assert ((0.0, 60.0), (40.0, 60.0)) in [shape.points for shape in found.shapes]
    assert found.desired["speed"][1].max() == 3.0


def test_the_figure_has_track_series_and_lanes(run: Path, tmp_path: Path) -> None:
    assert has_helm(read_run(run / "m.alog"))
    figure = helm_figure(load_run(run / "m.alog"), helm_log(run / "m.alog"))
    track, time_line, heading, speed = figure.axes
    labels = track.get_legend_handles_labels()[1]
    assert "OUT" in labels and "BACK" in labels and "waypoints" in labels
    lanes = [text.get_text() for text in time_line.get_yticklabels()]
    assert lanes == ["state", "mode", "go", "slow", "home"]
    assert [line.get_label() for line in heading.lines] == ["actual", "desired"]
    assert speed.get_ylabel() == "m/s"
    picture = tmp_path / "helm.png"
    assert entry(["plot", str(run), "-o", str(picture)]) == 0
    with Image.open(picture) as image:
        assert image.width > 1000 and image.height > 900


def test_without_modes_the_active_behaviours_colour_the_track() -> None:
    helm = HelmLog(30.0, ((0.0, "DRIVE"),), active={"one": [(1.0, 20.0)], "two": [(10.0, 15.0)]})
    phases, what = phases_of(helm)
    assert what == "active"
    assert phases == [
        (0.0, "no behaviour active"), (1.0, "one"), (10.0, "one, two"), (15.0, "one"), (20.0, "no behaviour active")
    ]  # fmt: skip
