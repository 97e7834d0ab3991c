"""The weather as a whole: what a vehicle meets, reproducibly."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.support.tables.environment import clipped_stationary
from usimmarine_py.kernels.current import depth_factor
from usimmarine_py.kernels.wave_filter import stationary_variance
from usimmarine_py.sea.hull import Hull
from usimmarine_py.sea.reports import publications, visuals
from usimmarine_py.sea.settings import weather_from
from usimmarine_py.sea.wave_filter import DriftTable, WaveGains
from usimmarine_py.sea.weather import Conditions, Weather, WeatherState
from usimmarine_py.values import Environment

Figure = Callable[[str], None]

GAINS = WaveGains((3200.0, 4000.0, 59000.0, 2000.0, 8000.0, 1000.0))
ODIN = Hull(gains=GAINS, length=10.5)
FULL = {
    "seed": "7", "wind_u10": "12", "wind_dir": "250", "wind_speed_sigma": "1", "wind_dir_sigma": "4",
    "wind_gust": "harris", "wave_hs": "1", "current_speed": "0.5", "current_dir": "30", "current_speed_sigma": "0.1",
    "current_dir_sigma": "2", "leeway": "3", "wave_orbital": "true",
}  # fmt: skip


def run(weather: Weather, times: list[float], psi: float = 0.4, surge: float = 2.0) -> list[Conditions]:
    state, out = weather.start(), []
    for t in times:
        state = weather.advance(state, t, psi, surge)
        out.append(weather.at(state, t, 10.0 + t, -5.0, 0.0, psi))
    return out


@pytest.mark.parametrize("hull", [Hull(length=10.5), ODIN])
def test_tick_rate_changes_nothing(hull: Hull) -> None:
    weather = weather_from({**FULL, "waves": "thesis" if hull is ODIN else "motion"}, hull)
    fine = run(weather, [0.05 * i for i in range(1201)])
    assert run(weather, [0.25 * i for i in range(241)]) == fine[::5]
    assert run(weather, [0.25 * i for i in range(241)]) == fine[::5]


def test_seeds_differ_and_processes_do_not_share_draws() -> None:
    times = [0.5 * i for i in range(100)]
    one, other = run(weather_from(FULL), times), run(weather_from({**FULL, "seed": "8"}), times)
    assert all(a.wind_speed != b.wind_speed for a, b in zip(one[1:], other[1:], strict=True))
    # switching the current's noise off leaves the wind as it was
    quiet = run(weather_from({**FULL, "current_speed_sigma": "0", "current_dir_sigma": "0"}), times)
    assert [c.wind_speed for c in quiet] == [c.wind_speed for c in one]
    assert [c.elevation for c in quiet] == [c.elevation for c in one]


def test_a_state_can_be_taken_up_again() -> None:
    weather = weather_from({**FULL, "waves": "thesis"}, ODIN)
    middle = weather.advance(weather.start(), 30.0, 0.4, 2.0)
    twice = [weather.advance(middle, 60.0, 0.4, 2.0) for _ in range(2)]
    assert twice[0] == twice[1] == weather.advance(weather.start(), 60.0, 0.4, 2.0)
    assert weather.advance(middle, 10.0) is middle


def test_nothing_given_is_nothing_met() -> None:
    weather = weather_from({})
    met = weather.at(weather.advance(weather.start(), 5.0), 5.0, 1.0, 2.0)
    assert met == Conditions()
    base = Environment(drift_x=0.1, current_east=0.2, water_depth=9.0, wind_speed=3.0, wind_towards=20.0)
    assert met.environment(base, leeway=True) == base
    assert publications(weather, met) == []


def test_still_air_is_wind() -> None:
    weather = weather_from({"wind_speed": "0"})
    assert weather.at(weather.start(), 0.0).wind_speed == 0.0


def test_wind_comes_from_and_goes_towards() -> None:
    weather = weather_from({"wind_speed": "10", "wind_dir": "270", "leeway": "4"})
    met = weather.at(weather.start(), 0.0)
    assert (met.wind_speed, met.wind_towards) == pytest.approx((10.0, 90.0))
    assert (met.leeway_east, met.leeway_north) == pytest.approx((0.4, 0.0), abs=1e-12)
    assert met.environment(Environment(drift_x=1.0)).drift_x == 1.0
    assert met.environment(Environment(drift_x=1.0), leeway=True).drift_x == pytest.approx(1.4)
    numbers = {post.variable: post.value for post in publications(weather, met)}
    assert numbers == pytest.approx({"USM_WIND_SPEED": 10.0, "USM_WIND_DIR": 270.0})


def test_u10_goes_through_the_profile_and_direct_wind_does_not() -> None:
    direct = weather_from({"wind_speed": "20"}, Hull(sensor_height=1.0))
    u10 = weather_from({"wind_u10": "20"}, Hull(sensor_height=1.0))
    high = weather_from({"wind_u10": "20", "wind_height": "10"}, Hull(sensor_height=1.0))
    speeds = [w.at(w.start(), 0.0).wind_speed for w in (direct, u10, high)]
    expected = 20.0 * (1.0 + 2.5 * math.sqrt(0.0026) * math.log(0.1))
    assert speeds == pytest.approx([20.0, expected, 20.0])


def test_currents_add_up() -> None:
    weather = weather_from({"current_speed": "0.5", "current_dir": "90", "current_down": "0.1"})
    base = Environment(current_north=0.3, current_east=0.1, drift_y=0.2)
    met = weather.at(weather.start(), 0.0).environment(base)
    assert (met.current_east, met.current_north, met.current_down) == pytest.approx((0.6, 0.3, 0.1))
    assert met.drift_y == 0.2


def test_depth_profile() -> None:
    weather = weather_from({"current_speed": "1", "current_depth_profile": "true"})

    def at(depth: float, water: float) -> float:
        return weather.at(weather.start(), 0.0, depth=depth, water_depth=water).current_north

    assert at(10.0, 20.0) == pytest.approx(0.5 ** (1.0 / 7.0))
    assert [at(20.0, 20.0), at(25.0, 20.0), at(0.0, 20.0), at(30.0, 0.0)] == [0.0, 0.0, 1.0, 1.0]
    assert depth_factor(-1.0, 5.0) == 1.0


def test_variations_have_their_statistics_and_saturate(figure: Figure) -> None:
    """Wind speed deviation clipped at 1.2 sigma: variance from the exact stationary law of the clipped chain."""
    weather = weather_from({"seed": "3", "wind_speed": "50", "wind_speed_sigma": "2.5", "wind_speed_mu": "1"})
    state, values = weather.start(), []
    for k in range(1, 40001):
        state = weather.advance(state, 0.1 * k)
        values.append(state.wind_speed)
    variance, share = clipped_stationary(weather.wind.speed_variation, 0.1)
    sample = np.array(values)
    # correlation time 1/mu = 1 s: 4000 s hold about 4000 independent squares
    error = variance * math.sqrt(2.0 / 4000.0)
    figure(f"variance {np.mean(sample**2):.4f} of {variance:.4f} +- {error:.4f}, at the limit {share:.3f}")
    assert abs(np.mean(sample**2) - variance) < 3.5 * error
    assert sample.max() == 3.0
    assert sample.min() == -3.0
    assert float(np.mean(np.abs(sample) == 3.0)) == pytest.approx(share, rel=0.15)


def test_wave_forces_have_the_stationary_variance_and_projection(figure: Figure) -> None:
    weather = weather_from({"seed": "5", "wave_hs": "2", "wave_dir": "60", "waves": "thesis"}, ODIN)
    assert weather.wave_action == "thesis"
    state, heaves = weather.start(), []
    psi = math.radians(20.0)
    for k in range(1, 30001):
        state = weather.advance(state, 0.1 * k, psi, 3.0)
        met = weather.at(state, 0.1 * k, psi=psi)
        heaves.append(met.wave_forces[2])
    w = abs(weather.waves.omega_p - weather.waves.omega_p**2 / 9.81 * 3.0 * math.cos(math.radians(40.0)))
    variance = stationary_variance(59000.0, 0.1017, w, 4.0 * 0.01)[1]
    error = math.sqrt(2.0 / (3000.0 * 0.1017 * w))
    figure(f"heave force variance ratio {np.var(heaves) / variance:.4f}, standard error {error:.4f}")
    assert abs(np.var(heaves) / variance - 1.0) < 3.5 * error
    x, y, z, k_, m, n = met.wave_forces
    g = math.radians(40.0)
    unit = z / 59000.0
    expected = (
        -3200 * unit * abs(math.cos(g)), -4000 * unit * abs(math.sin(g)), z, 2000 * unit * math.sin(g),
        8000 * unit * math.cos(g), 1000 * unit,
    )  # fmt: skip
    assert (x, y, z, k_, m, n) == pytest.approx(expected, rel=1e-12)


def test_following_sea_stays_bounded() -> None:
    weather = weather_from({"wave_hs": "2", "wave_dir": "0", "waves": "thesis"}, ODIN)
    speed = 9.81 / weather.waves.omega_p  # the encounter frequency would be zero
    state = weather.advance(weather.start(), 600.0, 0.0, speed)
    assert all(math.isfinite(f) and abs(f) < 1e7 for f in weather.at(state, 600.0).wave_forces)


def test_independent_noise_decouples_the_degrees_of_freedom() -> None:
    weather = weather_from({"wave_hs": "1", "wave_noise": "independent", "wave_dir": "30", "waves": "thesis"}, ODIN)
    samples = []
    state = weather.start()
    for k in range(1, 3000):
        state = weather.advance(state, 0.1 * k)
        samples.append(weather.at(state, 0.1 * k).wave_forces)
    matrix = np.corrcoef(np.array(samples).T)
    assert np.abs(matrix - np.eye(6)).max() < 0.4
    common = weather_from({"wave_hs": "1", "wave_dir": "30", "waves": "thesis"}, ODIN)
    met = common.at(common.advance(common.start(), 50.0), 50.0).wave_forces
    assert met[2] / 59000.0 == pytest.approx(met[5] / 1000.0)


def test_waves_act_in_one_way_only() -> None:
    seas = {"wave_hs": "1"}
    assert weather_from(seas).wave_action == "motion"
    for hull, act, expected in ((Hull(), "motion", "motion"), (ODIN, "auto", "motion"), (ODIN, "none", "none")):
        weather = weather_from({**seas, "waves": act}, hull)
        assert weather.wave_action == expected
        met = weather.at(weather.advance(weather.start(), 20.0), 20.0)
        assert met.wave_forces == ()
        assert (met.motion.heave != 0.0) == (expected == "motion")
    met = weather_from({**seas, "waves": "thesis"}, ODIN).at(WeatherState(), 20.0)
    assert met.motion.heave == 0.0
    assert met.elevation != 0.0


def test_waves_of_the_thesis_fade_with_depth() -> None:
    weather = weather_from({"wave_hs": "2", "waves": "thesis"}, ODIN)
    state = weather.advance(weather.start(), 40.0)
    top, deep = (weather.at(state, 40.0, depth=d).wave_forces for d in (0.0, 20.0))
    k = weather.waves.omega_p**2 / 9.81
    assert deep[2] / top[2] == pytest.approx(math.exp(-k * 20.0))


def test_slow_drift_where_the_vehicle_gives_it() -> None:
    table = DriftTable((0.3, 1.5), (0.0, 0.0), (-200.0, -500.0), (0.0, 0.0))
    hull = Hull(gains=replace(GAINS, gains=(0.0,) * 6, drift=table))
    weather = weather_from({"wave_hs": "2", "wave_dir": "90", "waves": "thesis"}, hull)
    sways = [weather.at(weather.start(), t).wave_forces[1] for t in np.arange(0.0, 3000.0, 0.7).tolist()]
    expected = sum(
        c.amplitude**2 * (-200.0 - 300.0 * min(max((c.omega - 0.3) / 1.2, 0.0), 1.0))
        for c in weather.surface().components
    )
    assert np.mean(sways) == pytest.approx(expected, rel=0.15)
    assert max(sways) <= 0.0


def test_who_shares_a_clock_shares_the_sea() -> None:
    """A vehicle that starts 30 s after another meets the same surface at the same place and moment."""
    early, late = (weather_from({"wave_hs": "1", "seed": "4"}, origin=start) for start in (1000.0, 1030.0))
    here = early.at(early.start(), 42.0, 7.0, -3.0).elevation
    assert late.at(late.start(), 12.0, 7.0, -3.0).elevation == here != 0.0


def test_turning_variations_on_in_mid_run_starts_from_the_mean() -> None:
    calm, lively = weather_from({"wind_speed": "9"}), weather_from({"wind_speed": "9", "wind_speed_sigma": "1"})
    state = calm.advance(calm.start(), 100.0)
    assert state.wind_speed == 0.0
    assert 0.0 < abs(lively.advance(state, 100.1).wind_speed) < 1.0
    # and off again: back to the mean at the next grid point
    assert calm.advance(lively.advance(state, 101.0), 101.1).wind_speed == 0.0


def test_visuals_are_specs_that_pmarineviewer_reads() -> None:
    weather = weather_from({"wind_speed": "10", "wind_dir": "350", "wave_hs": "1", "current_speed": "0.4"})
    specs = visuals(weather, weather.at(weather.start(), 0.0), (5.0, -7.0), 100.0, 200.0, "alpha")
    assert [post.variable for post in specs] == ["VIEW_ARROW", "VIEW_ARROW", "VIEW_VECTOR", "VIEW_ARROW"]
    fields = [dict(part.split("=") for part in post.value.split(",")) for post in specs]
    assert fields[0]["ang"] == "170.0"
    assert fields[0]["label"] == "alpha_wind"
    assert fields[2] == {
        "x": "100.00", "y": "200.00", "ang": "0.0", "mag": "0.400", "label": "alpha_current_here",
        "edge_color": "dodger_blue", "vertex_color": "dodger_blue",
    }  # fmt: skip
    assert len({f["label"] for f in fields}) == 4
