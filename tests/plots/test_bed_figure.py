"""The sea bed under a track: whose, where, and what of it is drawn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.apps.setup import mission_bed
from usimmarine_py.logs.motion import RunSeries
from usimmarine_py.logs.runs import mission_of
from usimmarine_py.sea.data.seabed import Flat, Seabed, Shaped

pytest.importorskip("matplotlib", reason="needs matplotlib (extra plot)")
from usimmarine_py.plots.run import run_figure

TIMES = np.arange(50.0)
RUN = RunSeries("run", TIMES, 3.0 * TIMES, 40.0 * np.sin(TIMES / 10.0))
MISSION = """
ProcessConfig = usimmarine
{{
  {line}
}}
"""


def beach(x: float, y: float) -> float:
    return float("nan") if y < -50 else 12.0 - 0.3 * y


@pytest.mark.parametrize(
    ("bed", "scale"), [(Shaped(beach), True), (Flat(20.0), True), (Shaped(lambda x, y: -3.0), False)]
)
def test_the_bed_lies_under_the_track_with_a_scale_in_m(bed: Seabed, scale: bool) -> None:
    figure = run_figure([RUN], bed)
    figure.canvas.draw()
    track = next(axes for axes in figure.axes if axes.get_title(loc="left") == "Track")
    bare = next(axes for axes in run_figure([RUN]).axes if axes.get_title(loc="left") == "Track")
    assert track.collections
    assert all(part.get_zorder() < 2 for part in track.collections if type(part).__name__ == "QuadContourSet")
    assert [axes for axes in figure.axes if axes.get_ylabel() == "water depth (m)"] != [] if scale else True
    # the track stays in view, the axes keep their scale
    assert track.get_xlim()[0] <= 0.0
    assert track.get_xlim()[1] >= 147.0
    assert bare.get_aspect() == track.get_aspect() == 1.0


def test_the_mission_of_a_run_is_found_beside_its_log(tmp_path: Path) -> None:
    folder = tmp_path / "bay_run"
    folder.mkdir()
    log = folder / "bay.alog"
    assert mission_of(log) is None
    (folder / "bay.json").write_text('{"mission": "bay.moos"}')
    assert mission_of(log) is None
    mission = tmp_path / "bay.moos"
    mission.write_text(MISSION.format(line="land = 0,0:10,0:0,10"))
    assert mission_of(log) == mission
    bed = mission_bed(mission)
    assert bed is not None
    assert bed.depth(2.0, 2.0) < 0.0
    mission.write_text(MISSION.format(line="draft = 1"))
    assert mission_bed(mission) is None
