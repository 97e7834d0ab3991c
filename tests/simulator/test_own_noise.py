"""Vehicles of one mission: one sea, noise of their own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from usimmarine_py import run_mission
from usimmarine_py.errors import ParameterWarning
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand

MISSION = """
Community = {name}
LatOrigin = 43.8253
LongOrigin = -70.3304
ProcessConfig = ANTLER
{{
  Run = MOOSDB @ NewConsole = false
  Run = usimmarine @ NewConsole = false
}}
ProcessConfig = usimmarine
{{
  AppTick = 4
  wave_hs = 1
  waves = motion
  wind_speed = 8
  wind_gust = harris
  sensor = gps
  sensor = compass, drift = 2
  {more}
}}
"""


def logged(folder: Path, name: str, more: str = "", seed: int = 3) -> dict[str, np.ndarray]:
    file = folder / f"{name}{len(more)}.moos"
    file.write_text(MISSION.format(name=name, more=more))
    log = run_mission(file, duration=60.0, seed=seed)
    names = ("USM_SENSOR_GPS_X", "USM_SENSOR_COMPASS_HEADING", "USM_WAVE_ELEVATION", "USM_WIND_SPEED")
    return {name: np.asarray(log[name].values, dtype=float) for name in names}


def correlation(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(one, other)[0, 1])


def test_two_communities_meet_one_sea_and_have_noise_of_their_own(tmp_path: Path) -> None:
    alpha, bravo = logged(tmp_path, "alpha"), logged(tmp_path, "bravo")
    for name in ("USM_WAVE_ELEVATION", "USM_WIND_SPEED"):
        assert np.ptp(alpha[name]) > 0.1
        assert np.array_equal(alpha[name], bravo[name])
    assert abs(correlation(alpha["USM_SENSOR_GPS_X"], bravo["USM_SENSOR_GPS_X"])) < 0.5
    assert not np.array_equal(alpha["USM_SENSOR_COMPASS_HEADING"], bravo["USM_SENSOR_COMPASS_HEADING"])


def test_the_same_community_has_the_same_noise(tmp_path: Path) -> None:
    one, other = logged(tmp_path, "alpha"), logged(tmp_path, "alpha")
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_sea_seed_keeps_the_sea_while_the_noise_changes(tmp_path: Path) -> None:
    one, other = (logged(tmp_path, "alpha", "sea_seed = 9", seed) for seed in (3, 4))
    assert np.array_equal(one["USM_WAVE_ELEVATION"], other["USM_WAVE_ELEVATION"])
    assert np.array_equal(one["USM_WIND_SPEED"], other["USM_WIND_SPEED"])
    assert not np.array_equal(one["USM_SENSOR_GPS_X"], other["USM_SENSOR_GPS_X"])
    # without a seed of its own the sea has that of the run
    plain = logged(tmp_path, "alpha", seed=9)
    assert np.array_equal(one["USM_WAVE_ELEVATION"], plain["USM_WAVE_ELEVATION"])


def gps(**parameters: object) -> list[float]:
    simulator = Simulator(sensor="gps", seed=5, **parameters)
    posts = [post for k in range(20) for post in simulator.iterate(0.25 * (k + 1))]
    return [float(post.value) for post in posts if post.variable == "USM_SENSOR_GPS_X"]


def test_vehicles_in_python_are_told_apart_by_their_names() -> None:
    assert gps(own_name="alpha") == gps(own_name="alpha")
    assert gps(own_name="alpha") != gps(own_name="bravo")
    assert gps() == gps()


def test_the_filter_of_the_thesis_is_a_vehicles_own() -> None:
    def heave(name: str) -> list[float]:
        sim = Simulator(dynamics="fossen6", vehicle="odin:thesis", wave_hs=0.5, waves="thesis", seed=2, own_name=name)
        return [sim.step(ActuatorCommand(), 0.5).depth for _ in range(10)]

    assert heave("alpha") == heave("alpha")
    assert heave("alpha") != pytest.approx(heave("bravo"), abs=1e-6)


def played(*simulators: Simulator) -> None:
    for _ in range(3):
        for one in simulators:
            one.step(ActuatorCommand(thrust=20), 0.25)


def test_vehicles_that_play_together_with_one_noise_are_warned_of() -> None:
    one = Simulator(sensor=["gps"], start_x=0)
    played(one)
    other = Simulator(sensor=["gps"], start_x=50)
    played(other)  # one after the other: runs that are compared
    with pytest.warns(ParameterWarning, match="same noise of sensors"):
        played(one, other)
    played(one, other)  # once is enough


def test_vehicles_with_names_or_seeds_or_one_start_are_not_warned_of() -> None:
    played(Simulator(sensor=["gps"], start_x=0, own_name="abe"), Simulator(sensor=["gps"], start_x=9, own_name="ben"))
    played(Simulator(sensor=["gps"], start_x=0, seed=11), Simulator(sensor=["gps"], start_x=9, seed=12))
    played(Simulator(sensor=["gps"], start_x=0, seed=13), Simulator(sensor=["gps"], start_x=0, seed=13))
    played(Simulator(start_x=0, seed=14), Simulator(start_x=9, seed=14))
