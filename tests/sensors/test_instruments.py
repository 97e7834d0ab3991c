"""GPS under water, the magnetic compass, inertial noise, drifts that begin stationary: figures of numpy beside them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.truth import flat_truth
from usimmarine_py.errors import ConfigError
from usimmarine_py.sensors.nmea import sentences
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.sensors.settings import sensor_from
from usimmarine_py.sensors.suite import Suite


def readings(line: str, motion, end: float, seed: int = 0, dt: float = 0.1) -> list[Reading]:  # type: ignore[no-untyped-def]
    suite = Suite((sensor_from(line),), seed)
    state, found = suite.start(), []
    for k in range(round(end / dt) + 1):
        state, more = suite.advance(state, motion(k * dt), (), lambda x, y: (y / 1e5, x / 1e5))
        found += more
    return found


def level(depth: float, surface: float = 0.0, **more: float):  # type: ignore[no-untyped-def]
    return lambda t: flat_truth(t, down=depth, surface=surface, **more)


# ---- GPS --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "motion", "fix"),
    [
        ("gps", level(0.0), True),
        ("gps", level(0.49), True),
        ("gps", level(0.51), False),
        ("gps", level(40.0), False),
        ("gps, antenna=2", level(1.9), True),
        ("gps, antenna=2", level(2.1), False),
        # the crest of a wave is over it, a trough lays it open
        ("gps", level(0.3, 0.3), False),
        ("gps", level(0.7, -0.3), True),
        # upside down at the surface
        ("gps", level(0.0, roll=math.pi), False),
    ],
)
def test_there_is_a_fix_exactly_while_the_antenna_is_out_of_the_water(line: str, motion, fix: bool) -> None:  # type: ignore[no-untyped-def]
    found = readings(line, motion, 30.0)
    assert len(found) == 601
    assert {bool(r.values) for r in found} == {fix}
    assert {dict(r.outputs)["QUALITY"] for r in found} == {float(fix)}
    for reading in found:
        assert fix == ("X" in dict(reading.outputs))
        if not fix:
            assert reading.outputs == (("QUALITY", 0.0),)


def test_a_fix_comes_back_some_time_after_surfacing() -> None:
    for line, wait in (("gps, rate=10", 5.0), ("gps, rate=10, reacquire=12", 12.0), ("gps, rate=10, reacquire=0", 0.0)):
        # wet for 10 s < t < 20 s
        found = readings(line, lambda t: flat_truth(t, down=3.0 if 10.05 < t < 20.05 else 0.0), 60.0)
        blind = [r.time for r in found if not r.values]
        assert blind[0] == pytest.approx(10.1)
        # the last wet sample is that at 20.0 s
        assert blind[-1] == pytest.approx(20.0 + max(wait - 0.1, 0.0))


def test_navigation_goes_on_with_the_last_fix() -> None:
    suite = Suite((sensor_from("gps, perfect=true"),))
    state, _ = suite.advance(suite.start(), flat_truth(0.0, north=7.0))
    state, lost = suite.advance(state, flat_truth(1.0, north=9.0, down=5.0))
    # sinking at 5 m/s the antenna is under water after 0.1 s
    assert suite.navigation(state)["Y"] == pytest.approx(7.2)
    assert not lost[-1].values


def test_nmea_without_a_fix_has_quality_0_and_no_position() -> None:
    lost = readings("gps", level(5.0), 1.0)[-1]
    gga, rmc = (text.split("*")[0].split(",") for text in sentences(lost))
    assert gga[2:8] == ["", "", "", "", "0", "00"]
    assert (len(gga), len(rmc)) == (15, 13)
    assert rmc[2] == "V"
    assert rmc[-1] == "N"


def test_one_antenna_knows_no_attitude() -> None:
    attitude = {"HEADING", "HEADING_RATE", "ROLL", "PITCH"}
    for line, knows in (("gps", False), ("gps, dual_antenna=true", True)):
        suite = Suite((sensor_from(line),))
        state, found = suite.advance(suite.start(), flat_truth(0.0))
        assert (attitude <= dict(found[0].outputs).keys()) == knows
        assert bool(attitude & dict(found[0].outputs).keys()) == knows
        assert ("HEADING" in suite.sources) == ("ROLL" in suite.navigation(state)) == knows
        assert suite.sources["X"] == "gps"


# ---- compass ----------------------------------------------------------------------------------------------------


def shown(line: str, heading: float) -> float:
    suite = Suite((sensor_from(f"compass, perfect=true, {line}"),))
    _, found = suite.advance(suite.start(), flat_truth(0.0, psi=math.radians(heading)))
    return dict(found[0].outputs)["HEADING"]


def test_true_is_compass_and_deviation_and_declination() -> None:
    # "can dead men vote twice": compass, deviation, magnetic, declination, true
    card = {0.0: 3.0, 90.0: -2.0, 180.0: -5.0, 270.0: 1.0}
    words = ":".join(f"{v:g}" for v in card.values())
    for magnetic, deviation in card.items():
        for declination in (0.0, 11.0, -7.5):
            line = f"declination={declination:g}, deviation={words}"
            compass = shown(line, magnetic + declination)
            assert compass == pytest.approx((magnetic - deviation) % 360.0, abs=1e-9)
    assert shown("declination=10", 5.0) == pytest.approx(355.0)


def test_hard_iron_is_a_sine_of_the_heading() -> None:
    """A field B/H forward and C/H to starboard turns the needle; on the cardinal points that gives C, B, -C, -B."""
    for heading in np.arange(0.0, 360.0, 7.0):
        expected = 2.0 * math.sin(math.radians(heading)) + 3.0 * math.cos(math.radians(heading))
        assert shown("deviation=3:2:-3:-2", heading) == pytest.approx((heading - expected) % 360.0, abs=1e-9)


def test_a_magnetic_compass_says_so() -> None:
    for line, start in (
        ("compass", "HEHDT"),
        ("compass, declination=3", "HCHDG"),
        ("compass, deviation=1:0:0:0", "HCHDG"),
    ):
        assert sentences(readings(line, level(0.0), 0.1)[0])[0].startswith(f"${start},")


# ---- noise ------------------------------------------------------------------------------------------------------


def raw(line: str, seed: int, end: float) -> NDArray[np.float64]:
    return np.array([r.values for r in readings(line, level(0.0), end, seed, dt=10.0)])


@pytest.mark.parametrize("rate", [20.0, 100.0])
def test_a_noise_density_makes_a_random_walk_of_the_integral_whatever_the_rate(rate: float) -> None:
    density, seconds, span = 0.01, 800.0, 10.0
    line = f"imu, rate={rate:g}, start_calibrated=true, gyro_noise_density={density}, gyro_drift=0"
    gyro = raw(line, 3, seconds)[:-1, 3:]
    # angle gained in windows of 10 s: standard deviation density * sqrt(10)
    window = round(span * rate)
    angles = gyro.reshape(-1, window, 3).sum(axis=1) / rate
    n = angles.size
    assert abs(angles.var() / (density**2 * span) - 1.0) < 3.5 * math.sqrt(2.0 / n)
    # white: no correlation between neighbours
    a, b = gyro[1:].ravel(), gyro[:-1].ravel()
    assert abs(float(np.corrcoef(a, b)[0, 1])) < 3.5 / math.sqrt(a.size)


def test_defaults_of_an_imu_are_those_of_before_at_its_own_rate() -> None:
    errors = dict(sensor_from("imu").errors)
    assert errors["accel"].white(100.0) == pytest.approx(0.02)
    assert errors["gyro"].white(100.0) == pytest.approx(0.02)
    assert errors["gyro"].white(25.0) == pytest.approx(0.01)
    # the figure that was given last counts
    assert dict(sensor_from("imu, gyro_noise=0.5").errors)["gyro"].white(25.0) == 0.5
    assert dict(sensor_from("log, noise_density=0.5").errors)["speed"].white(4.0) == 1.0
    assert dict(sensor_from("imu, gyro_bias_instability=0.5").errors)["gyro"].drift == 0.5


def test_turn_on_biases_differ_from_run_to_run_and_stay_within_one() -> None:
    line = "imu, rate=1, noise=0, gyro_noise=0, drift=0, gyro_drift=0, gyro_turn_on_bias=0.3"
    found = np.array([raw(line, seed, 5.0) for seed in range(400)])
    assert np.abs(np.ptp(found, axis=1)).max() == 0.0
    biases = found[:, 0, 3:].ravel()
    n = biases.size
    assert abs(biases.mean()) < 3.5 * 0.3 / math.sqrt(n)
    assert abs(biases.var() / 0.09 - 1.0) < 3.5 * math.sqrt(2.0 / n)
    assert np.abs(raw(line + ", start_calibrated=true", 1, 5.0)[:, 3:]).max() == 0.0


def test_drifts_are_stationary_from_the_first_sample() -> None:
    """Variance 1.5^2 at 0, 10 and 60 s over many runs, and exp(-t/tau) between; from 0 when calibrated."""
    line = "gps, rate=0.1, noise=0, drift=1.5, tau=60"
    runs = np.array([raw(line, seed, 60.0)[:, 0] for seed in range(1500)])
    n = len(runs)
    error = 3.5 * math.sqrt(2.0 / n)
    for k in (0, 1, 6):
        assert abs(runs[:, k].mean()) < 3.5 * 1.5 / math.sqrt(n)
        assert abs(runs[:, k].var() / 2.25 - 1.0) < error
    assert abs(float(np.corrcoef(runs[:, 0], runs[:, 6])[0, 1]) - math.exp(-60.0 / 60.0)) < error
    calm = np.array([raw(line + ", start_calibrated=true", seed, 60.0)[:, 0] for seed in range(600)])
    for k in (0, 6):
        # from 0 before the first sample, one step of 10 s each
        expected = 2.25 * (1.0 - math.exp(-2.0 * 10.0 * (k + 1) / 60.0))
        assert abs(calm[:, k].var() / expected - 1.0) < 3.5 * math.sqrt(2.0 / 600)


def test_settings_of_one_kind_are_refused_for_others() -> None:
    for line, problem in (
        ("compass, antenna=1", "compass has no setting antenna"),
        ("gps, deviation=1:2:3:4", "gps has no setting deviation"),
        ("compass, deviation=1:2:3", "deviation must be N:E:S:W"),
        ("compass, deviation=1:2:3:400", "deviation must be N:E:S:W"),
        ("gps, dual_antenna=perhaps", "dual_antenna must be true or false"),
        ("gps, reacquire=-1", "reacquire must be 0 to 86400"),
        ("imu, gyro_noise_density=-1", "gyro_noise_density must be at least 0"),
        ("imu, start_calibratd=true", "did you mean start_calibrated?"),
    ):
        with pytest.raises(ConfigError) as caught:
            sensor_from(line)
        assert problem in str(caught.value)
