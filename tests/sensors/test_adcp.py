"""The profiler of currents beside numpy: cells, side lobes, shear, bottom track, noise, mail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.support.truth import flat_truth
from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.errors import ConfigError
from usimmarine_py.sea.data.seabed import Flat
from usimmarine_py.sensors.settings import sensor_from
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.sensors.truth import Truth
from usimmarine_py.sensors.water import Surroundings

Figure = Callable[[str], None]


def once(line: str, truth: Truth, around: Surroundings) -> dict[str, Any]:
    suite = Suite((sensor_from(line),))
    found = suite.advance(suite.start(), truth, (), None, around)[1]
    return dict(found[0].outputs) if found else {}


def cells(out: dict[str, Any], name: str) -> np.ndarray:
    return np.array([float(x) for x in str(out[name]).split(",")])


def test_cells_hold_the_shear_below_a_level_instrument() -> None:
    """Flow east of 0.01 z, heading east: cells read it less the instrument's speed; none within 6 % of the bed."""
    sea = Surroundings(Flat(40.0), stream=lambda _, place: (0.002 * place[2], 0.01 * place[2], 0.0))
    at = flat_truth(0.0, down=10.0, u=1.5, v=0.1, u_r=1.4, v_r=0.12, psi=np.pi / 2.0)
    out = once("adcp, cells=20, cell_size=2, blank=1, perfect=true", at, sea)
    depths = 10.0 + cells(out, "CELL_RANGES")
    # 30 m of water below it, of which side lobes spoil what lies beyond 30 cos(20 deg) = 28.2 m
    assert out["CELLS"] == 13
    assert depths[[0, -1]].tolist() == [12.0, 36.0]
    assert cells(out, "U_CELLS") == pytest.approx(0.01 * (depths - 10.0) - 1.4, abs=2e-4)
    assert cells(out, "V_CELLS") == pytest.approx(-0.002 * (depths - 10.0) - 0.12, abs=2e-4)
    assert cells(out, "W_CELLS") == pytest.approx(np.zeros(13), abs=1e-9)
    assert [out[k] for k in ("LOCK", "U", "V", "ALTITUDE")] == ["bottom", 1.5, 0.1, pytest.approx(30.0)]


def test_it_looks_up_and_reaches_only_so_far() -> None:
    at = flat_truth(0.0, down=20.0, u=1.0, u_r=1.0)
    up = once("adcp, up=true, cells=30, cell_size=1, blank=0.5, perfect=true", at, Surroundings(Flat(200.0)))
    # 20 m below the surface: to 20 cos(20 deg) = 18.8 m
    assert (up["CELLS"], up["LOCK"]) == (18, "none")
    far = once("adcp, range=12, perfect=true", at, Surroundings(Flat(200.0)))
    assert (far["CELLS"], far["LOCK"]) == (5, "none")
    assert once("adcp", flat_truth(0.0, down=-3.0), Surroundings(Flat(200.0))) == {}


@pytest.mark.parametrize("line", ["adcp, cells=0", "adcp, cells=2.5", "adcp, cells=31", "adcp, cell_size=-1"])
def test_cells_that_cannot_be_are_refused(line: str) -> None:
    with pytest.raises(ConfigError, match="found"):
        sensor_from(line)


def test_bottom_and_water_track_give_the_current_by_depth(figure: Figure) -> None:
    """A REMUS over a bed 60 m deep in a profile: U + U_CELLS beside the file's currents; sigma over 300 pings."""
    boat = Simulator(
        dynamics="fossen6", vehicle="remus100", start_depth=10, start_heading=0, start_speed=1.5, seed=4,
        default_water_depth=60, current_profile="0:0.5:90, 20:0.3:90, 60:0.0:90", compiled=True,
        sensor="adcp, rate=2, cells=20, cell_size=2",
    )  # fmt: skip
    rows, sway = [], []
    for _ in range(300):
        state = boat.step(ActuatorCommand(thrust=60), 0.5)
        posts = boat.posts
        n = int(posts["USM_SENSOR_ADCP_CELLS"])
        psi = np.radians(state.heading)
        u = float(posts["USM_SENSOR_ADCP_U"]) + cells(dict(posts), "USM_SENSOR_ADCP_U_CELLS")[:18]
        v = float(posts["USM_SENSOR_ADCP_V"]) + cells(dict(posts), "USM_SENSOR_ADCP_V_CELLS")[:18]
        rows.append(np.sin(psi) * u + np.cos(psi) * v)
        sway.append((n, state.depth))
    depth = np.mean([d for _, d in sway])
    middles = depth + 1.0 + 2.0 * np.arange(18) + 1.0
    expected = np.interp(middles, (0.0, 20.0, 60.0), (0.5, 0.3, 0.0))
    mean, scatter = np.mean(rows, axis=0), np.std(rows, axis=0)
    figure(
        f"ADCP: mean current by depth within {np.abs(mean - expected).max():.3f} m/s, sigma {scatter.mean():.3f} m/s"
    )
    assert np.abs(mean - expected).max() < 0.015
    assert scatter.mean() == pytest.approx(0.03, rel=0.15)
