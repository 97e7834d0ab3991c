"""The tide moves the water level: vehicles ground at low water and float up with the flood."""

from __future__ import annotations

from math import cos, pi, radians

import pytest

from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.errors import ConfigError
from usimmarine_py.simulator.parts.around.ground import Bottom

#: high water at the start, low water after 1800 s
TIDE = "seiche, height=1.0, period=1"
COMMON = {"draft": 1.0, "drift_x": 0.001}


def ground(sim: Simulator) -> dict[float, bool]:
    found, aground = {}, False
    for k in range(360):
        sim.step(ActuatorCommand(), 10.0)
        aground = {"true": True, "false": False}.get(str(sim.posts.get("USM_AGROUND")), aground)
        found[10.0 * (k + 1)] = aground
    return found


@pytest.mark.parametrize("shape", ["depth", "bed", "v22"])
def test_it_grounds_at_low_water_and_floats_up(shape: str) -> None:
    more = {"default_water_depth": 1.5} if shape == "depth" else {}
    if shape == "v22":
        more["dialect"] = "v22"
    sim = Simulator(**COMMON, **more, tide=TIDE)
    if shape != "depth":
        sim.use_seabed(lambda x, y: 1.5)
    for time, aground in ground(sim).items():
        depth = 1.5 + cos(2.0 * pi * time / 3600.0)
        if abs(depth - 1.0) > 0.05:
            assert aground == (depth < 1.0), time


def test_without_a_height_the_level_stays() -> None:
    sim = Simulator(**COMMON, default_water_depth=1.5, tide="seiche, major=0.001, period=1")
    assert not any(ground(sim).values())


def test_instruments_measure_from_the_surface_as_it_stands() -> None:
    sim = Simulator(
        dynamics="fossen6", vehicle="bluerov2", start_depth=5, tide="M2, height=2, level_phase=60",
        sensor="altimeter, rate=1, noise=0",
    )  # fmt: skip
    sim.use_seabed(lambda x, y: 20.0)
    for _ in range(20):
        state = sim.step(ActuatorCommand(), 0.1)
    level = 2.0 * cos(radians(28.9841042 / 3600.0 * state.time - 60.0))
    assert sim.posts["USM_WATER_DEPTH_HERE"] == pytest.approx(20.0 + level, abs=1e-6)
    assert state.altitude == pytest.approx(20.0 + level - state.depth, abs=1e-3)


def test_land_stays_land_at_high_water() -> None:
    sim = Simulator(land="-50,30:50,30:50,60:-50,60", default_water_depth=3, tide="M2, height=4")
    bottom = sim.vehicle.part(Bottom)
    assert bottom.bed is not None
    assert bottom.bed.depth(0.0, 45.0) < 0.0
    assert bottom.bed.depth(0.0, 0.0) == pytest.approx(7.0)


def test_what_a_tide_needs() -> None:
    Simulator(tide="M2, height=1")
    with pytest.raises(ConfigError, match=r"needs major=.* or height="):
        Simulator(tide="M2, phase=3")
    with pytest.raises(ConfigError, match="height must be a number"):
        Simulator(tide="M2, height=-1")
