"""The thrust map as a figure: what is drawn is what the laws say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.support.processes import usim
from usimmarine_py import Simulator
from usimmarine_py.plots.model.thrust_map import depth_rate, thrust_map_figure
from usimmarine_py.simulator.parts.motion import Motion

pytest.importorskip("matplotlib")

BLOCK = """
Community = alpha
ProcessConfig = {name}
{{
  thrust_map = -100:-2, 20:1, 40:2, 80:5
  max_depth_rate = 0.5
  max_depth_rate_speed = 2
  buoyancy_rate = 0.025
}}
"""


def test_the_curves_are_those_of_the_documentation(tmp_path: Path) -> None:
    (tmp_path / "m.moos").write_text(BLOCK.format(name="usimmarine"))
    settings = Simulator.from_mission(tmp_path / "m.moos").vehicle.part(Motion).state.settings
    ahead, inverse, depth = thrust_map_figure(settings, "m").axes
    thrust, speed = ahead.lines[0].get_data()
    pairs = ([-100, 0, 20, 40, 80, 100], [-2, 0, 1, 2, 5, 5])
    assert np.allclose(speed, np.interp(thrust, *pairs))
    wanted, found = inverse.lines[0].get_data()
    inside = (wanted > -2) & (wanted < 5)
    assert np.allclose(found[inside], np.interp(wanted[inside], pairs[1][:-1], pairs[0][:-1]))
    speeds, rates = depth.lines[0].get_data()
    assert np.allclose(rates, 0.5 * np.minimum(speeds / 2, 1) ** 2 - 0.025)


def test_the_recorded_law_goes_by_the_square_root(tmp_path: Path) -> None:
    (tmp_path / "m.moos").write_text(BLOCK.format(name="uSimMarineV22"))
    settings = Simulator.from_mission(tmp_path / "m.moos").vehicle.part(Motion).state.settings
    assert depth_rate(settings, 0.5, 100.0) == pytest.approx(0.5 * 0.5 - 0.025)


def test_by_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mission = tmp_path / "m.moos"
    mission.write_text(BLOCK.format(name="usimmarine"))
    assert usim(capsys, "plot", "--thrust-map", str(mission))[0] == 0
    assert (tmp_path / "m_thrust_map.png").stat().st_size > 10_000
    mission.write_text("Community = a\nProcessConfig = usimmarine\n{\n  dynamics = fossen6\n  vehicle = odin\n}\n")
    code, _, told = usim(capsys, "plot", "--thrust-map", str(mission))
    assert code == 1
    assert "has no thrust map" in told
