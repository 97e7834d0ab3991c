"""Instruments under water beside closed forms and figures of numpy."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.support.truth import flat_truth
from usimmarine_py import Simulator
from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.water.column import read_column, read_column_file, sound_speed
from usimmarine_py.sea.data.seabed import Flat, Shaped
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.sensors.settings import sensor_from
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.sensors.truth import Truth
from usimmarine_py.sensors.water import Surroundings, conductivity, practical_salinity
from usimmarine_py.simulator.parts.shown.sensors import SensorPart
from usimmarine_py.values import ConfigLine, Message
from usimmarine_py.values.frozen import replace


def over(depth: float) -> Surroundings:
    """A flat bed; 0 = none is known."""
    return Surroundings(Flat(depth) if depth else None)


def readings(line: str, motion, end: float, around: Surroundings, seed: int = 0, dt: float = 1.0) -> list[Reading]:  # type: ignore[no-untyped-def]
    suite = Suite((sensor_from(line),), seed)
    state, found = suite.start(), []
    for k in range(round(end / dt) + 1):
        state, more = suite.advance(state, motion(k * dt), (), lambda x, y: (y / 1e5, x / 1e5), around)
        found += more
    return found


def once(line: str, truth: Truth, around: Surroundings) -> dict[str, float | str]:
    """What a perfect instrument says at one moment; empty for nothing."""
    suite = Suite((sensor_from(f"{line}, perfect=true"),))
    state, found = suite.advance(suite.start(), truth, (), None, around)
    if not found:
        # an answer takes its time
        found = suite.advance(state, replace(truth, time=1.9), (), None, around)[1]
    return dict(found[0].outputs) if found else {}


# ---- Doppler log ----------------------------------------------------------------------------------------------------


def test_a_doppler_log_measures_ground_and_water_at_its_place() -> None:
    at = flat_truth(0.0, down=12.0, u=1.5, v=-0.2, w=0.1, p=0.02, q=-0.03, r=0.1, u_r=1.2, v_r=-0.5, w_r=0.1)
    out = once("dvl, at=0.8:0.1:0.2", at, over(40.0))
    turn = np.cross([0.02, -0.03, 0.1], [0.8, 0.1, 0.2])
    assert out["LOCK"] == "bottom"
    assert [out[k] for k in "UVW"] == pytest.approx(np.array([1.5, -0.2, 0.1]) + turn, abs=1e-12)
    assert [out[f"{k}_WATER"] for k in "UVW"] == pytest.approx(np.array([1.2, -0.5, 0.1]) + turn, abs=1e-12)
    assert out["ALTITUDE"] == pytest.approx(40.0 - 12.0 - 0.2)


@pytest.mark.parametrize(
    ("line", "depth", "down", "more", "lock"),
    [
        ("dvl", 60.0, 10.0, {}, "bottom"),
        ("dvl", 60.1, 10.0, {}, "water"),
        ("dvl", 0.0, 10.0, {}, "water"),  # no bed is known
        ("dvl, water_lock=false", 60.1, 10.0, {}, "none"),
        ("dvl, range=200", 60.1, 10.0, {}, "bottom"),
        ("dvl", 10.2, 10.0, {}, "water"),  # nearer than min_range
        ("dvl", 60.0, -2.0, {}, "none"),  # hangs in the air
        ("dvl", 30.0, 10.0, {"roll": math.radians(80.0)}, "water"),
        # level all four of 35 m / cos 30 deg; at 25 deg of pitch two of them are 50 m long and more
        ("dvl, range=36", 45.0, 10.0, {"pitch": math.radians(25.0)}, "water"),
    ],
)
def test_bottom_lock_within_range(line: str, depth: float, down: float, more: dict[str, float], lock: str) -> None:
    out = once(line, flat_truth(0.0, down=down, u=1.0, **more), over(depth))
    assert out["LOCK"] == lock
    assert ("U" in out) == ("ALTITUDE" in out) == (lock == "bottom")
    assert ("U_WATER" in out) == (lock != "none" and "false" not in line)


def test_noise_of_a_doppler_log_is_that_of_its_settings() -> None:
    """0.3 % + 3 mm/s at several speeds: the variance of n samples lies within 3.5 sqrt(2/n) of it."""
    for speed in (0.0, 1.5, 3.0):
        found = readings("dvl", lambda t, s=speed: flat_truth(t, down=10.0, u=s), 2000.0, over(30.0))
        along = np.array([r.values[0] for r in found])
        sigma = 0.003 + 0.003 * speed
        n = along.size
        assert n == 10_001
        assert abs(along.mean() - speed) < 3.5 * sigma / math.sqrt(n)
        assert abs(along.var() / sigma**2 - 1.0) < 3.5 * math.sqrt(2.0 / n)
        across = np.array([r.values[1] for r in found])
        assert abs(across.var() / 0.003**2 - 1.0) < 3.5 * math.sqrt(2.0 / n)


def test_two_kilometres_by_doppler_log_drift_as_the_settings_give() -> None:
    """laws/sensors 5.1: sigma = sqrt(N) s dt, plus L scale + T bias, of forty legs."""
    speed, length, rate = 1.5, 2000.0, 1.0
    time = length / speed
    around = over(30.0)
    for more, offset in (("", 0.0), ("scale=0.002, bias=0.001", 0.002 * length + 0.001 * time)):
        drifts = []
        for seed in range(40):
            found = readings(
                f"dvl, rate={rate}, {more}", lambda t: flat_truth(t, down=10.0, u=speed), time, around, seed, dt=100.0
            )
            along = np.array([r.values[0] for r in found if r.time > 0.0])
            drifts.append(along.sum() / rate - speed * along.size / rate)
        sigma = math.sqrt(time * rate) * (0.003 + 0.003 * speed) / rate
        error = np.array(drifts) - offset
        assert np.abs(error).max() < 4.0 * sigma
        assert abs(error.var() / sigma**2 - 1.0) < 3.5 * math.sqrt(2.0 / 40)


# ---- ultra-short baseline -------------------------------------------------------------------------------------------


def test_usbl_gives_the_place_of_the_vehicle() -> None:
    out = once("usbl, transceiver=100:50:3", flat_truth(0.0, north=250.0, east=-20.0, down=43.0), Surroundings())
    assert (out["EAST"], out["NORTH"], out["DOWN"]) == pytest.approx((-120.0, 200.0, 40.0))
    assert (out["X"], out["Y"], out["DEPTH"]) == pytest.approx((-20.0, 250.0, 43.0))
    assert out["RANGE"] == pytest.approx(math.hypot(120.0, 200.0, 40.0))
    assert out["BEARING"] == pytest.approx(360.0 - math.degrees(math.atan2(120.0, 200.0)))
    assert out["DEPRESSION"] == pytest.approx(math.degrees(math.atan2(40.0, math.hypot(120.0, 200.0))))


def test_usbl_noise_and_latency_are_those_of_the_settings() -> None:
    """0.2 % of the range, 0.5 deg; 2 r/1500 s late, so that two seconds apart none overtakes another."""
    slant = 300.0
    suite = Suite((sensor_from("usbl, transceiver=0:0:0"),))
    state, found, late = suite.start(), [], []
    for k in range(80_000):
        t = 0.05 * k
        state, more = suite.advance(state, flat_truth(t, north=slant, down=0.0), (), None, Surroundings())
        late += [t - r.time for r in more]
        found += more
    assert len(late) == pytest.approx(2000 * (1.0 - 0.3**4), abs=4.0 * math.sqrt(2000 * 0.3**4))
    delay = 2.0 * slant * (1.0 + 4.0 * 0.002) / 1500.0
    assert min(late) >= 2.0 * slant / 1500.0 - 1e-9
    assert max(late) < delay + 0.05
    raw = np.array([r.values for r in found])
    n = len(raw)
    for column, mean, sigma in ((0, slant, 0.002 * slant), (1, 0.0, 0.5), (2, 0.0, 0.5)):
        assert abs(raw[:, column].mean() - mean) < 3.5 * sigma / math.sqrt(n)
        assert abs(raw[:, column].var() / sigma**2 - 1.0) < 3.5 * math.sqrt(2.0 / n)


def test_usbl_answers_less_the_farther_away() -> None:
    """(r/range)^4 is lost (binomial, 4 sigma), all of it beyond; behind a ridge, too."""
    for share in (0.1, 0.5, 0.8, 1.01):
        far = flat_truth(0.0, north=share * 500.0, down=10.0)
        found = readings(
            "usbl, rate=1, transceiver=0:0:10, range=500",
            lambda t, at=far: replace(at, time=t),
            2000.0,
            Surroundings(),
            dt=20.0,
        )
        chance = max(1.0 - share**4, 0.0)
        assert abs(len(found) - 2000 * chance) <= 4.0 * math.sqrt(2000 * chance * (1.0 - chance)) + 2.0
    ridge = Surroundings(Shaped(lambda x, y: 5.0 if 40.0 < y < 60.0 else 30.0))
    assert not once("usbl, transceiver=0:0:10", flat_truth(0.0, north=100.0, down=10.0), ridge)
    assert once("usbl, transceiver=0:0:1", flat_truth(0.0, north=100.0, down=4.0), ridge)


def test_usbl_that_reckons_with_another_speed_of_sound_is_off_by_it() -> None:
    column = read_column("0:16:35:1480, 100:16:35:1480")
    out = once("usbl, transceiver=0:0:0", flat_truth(0.0, north=400.0, down=0.0), Surroundings(column=column))
    assert out["RANGE"] == pytest.approx(400.0 * 1500.0 / 1480.0)


# ---- pressure, CTD --------------------------------------------------------------------------------------------------


def test_pressure_is_the_weight_of_water_and_air() -> None:
    out = once("pressure, at=0:0:0.5", flat_truth(0.0, down=100.0), Surroundings(rho=1026.0))
    assert out["PRESSURE"] == pytest.approx(101325.0 + 1026.0 * 9.81 * 100.5)
    # a vehicle's own water makes the right depth; that of the line makes what it makes
    simulator = Simulator(start_depth=50.0, sensor=["pressure, perfect=true", "pressure, name=fresh, rho=1000"])
    own, fresh = simulator.vehicle.part(SensorPart).suite.sensors
    assert (own.own.rho, fresh.own.rho) == (1025.0, 1000.0)
    sigma = 100.0
    found = readings("pressure", lambda t: flat_truth(t, down=20.0), 1000.0, Surroundings())
    raw = np.array([r.values[0] for r in found])
    assert abs(raw.var() / sigma**2 - 1.0) < 3.5 * math.sqrt(2.0 / raw.size)
    assert abs(raw.mean() - (101325.0 + 1025.0 * 9.81 * 20.0)) < 3.5 * sigma / math.sqrt(raw.size)


def test_mackenzies_check_value_and_a_table_of_del_grosso() -> None:
    # Mackenzie 1981: 25 deg C, 35, 1000 m
    assert sound_speed(25.0, 35.0, 1000.0) == pytest.approx(1550.744, abs=5e-4)
    # other authors' equations agree within a few tenths (UNESCO, Chen and Millero: 1449.1 and 1521.5 at the surface)
    assert sound_speed(0.0, 35.0, 0.0) == pytest.approx(1449.1, abs=0.3)
    assert sound_speed(20.0, 35.0, 0.0) == pytest.approx(1521.5, abs=0.3)


def test_conductivity_by_the_practical_salinity_scale() -> None:
    # check values of Unesco technical papers 44, whose temperatures are those of the scale of 1968
    for ratio, temperature, pressure, salinity in (
        (1.0, 15.0, 0.0, 35.0),
        (1.2, 20.0, 2000.0, 37.245628),
        (0.65, 5.0, 1500.0, 27.995347),
    ):
        t = temperature / 1.00024
        assert practical_salinity(ratio, t, pressure) == pytest.approx(salinity, abs=1e-6)
        assert conductivity(t, salinity, pressure) == pytest.approx(4.2914 * ratio, abs=1e-6)
    assert conductivity(10.0, 0.0, 0.0) < 0.02
    out = once("ctd", flat_truth(0.0, down=30.0), over(60.0))
    assert out["CONDUCTIVITY"] == pytest.approx(conductivity(10.0, 35.0, 30.0))
    assert 3.7 < out["CONDUCTIVITY"] < 3.9


def test_a_ctd_reads_the_profile() -> None:
    rows = [(0.0, 16.0, 35.0), (15.0, 15.0, 35.1), (25.0, 9.0, 35.3)]
    column = read_column(", ".join(":".join(f"{n:g}" for n in row) for row in rows))
    table = np.array(rows)
    for depth in (0.0, 3.0, 15.0, 21.0, 25.0, 60.0):
        out = once("ctd", flat_truth(0.0, down=depth), Surroundings(column=column))
        assert out["TEMPERATURE"] == pytest.approx(np.interp(depth, table[:, 0], table[:, 1]))
        assert out["SALINITY"] == pytest.approx(np.interp(depth, table[:, 0], table[:, 2]))
        speeds = [sound_speed(t, s, d) for d, t, s in rows]
        assert out["SOUND_SPEED"] == pytest.approx(np.interp(depth, table[:, 0], speeds))
        assert out["DEPTH"] == pytest.approx(depth)
    assert read_column_file("# cast 7\ndepth, temp, sal\n0, 16, 35\n15; 15; 35.1\n25 9 35.3\n") == column
    fine = np.linspace(0.0, 40.0, 40_001)
    speed = np.interp(fine, table[:, 0], speeds)
    assert column.mean_speed(0.0, 40.0) == pytest.approx(1.0 / np.mean(1.0 / speed), rel=1e-6)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0:10, 0:9", "depths that rise"),
        ("0:10, x", "must be DEPTH:TEMPERATURE"),
        ("0", "must be DEPTH:TEMPERATURE"),
        ("", "found nothing"),
        ("0:400", "that no water has"),
        ("0:10:35:15", "speed of sound that no water has"),
    ],
)
def test_profiles_that_make_no_sense(text: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        read_column(text)


# ---- sonar ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "truth", "expected"),
    [
        ("sonar, look=down, beam=0", flat_truth(0.0, down=10.0), 20.0),
        # the beam is wider than the tilt: the nearest point is straight below
        ("sonar, look=down, beam=20", flat_truth(0.0, down=10.0, pitch=math.radians(9.0)), 20.0),
        (
            "sonar, look=down, beam=0",
            flat_truth(0.0, down=10.0, pitch=math.radians(9.0)),
            20.0 / math.cos(math.radians(9.0)),
        ),
        (
            "sonar, look=down, beam=20",
            flat_truth(0.0, down=10.0, roll=math.radians(30.0)),
            20.0 / math.cos(math.radians(20)),
        ),
        # forward it sees the bed where the edge of the beam meets it
        ("sonar, beam=40", flat_truth(0.0, down=10.0), 20.0 / math.sin(math.radians(20.0))),
        ("sonar, beam=4", flat_truth(0.0, down=10.0), None),
        ("sonar, look=forward, beam=4, range=600", flat_truth(0.0, down=10.0), 20.0 / math.sin(math.radians(2.0))),
        ("sonar, look=0:-45, beam=0", flat_truth(0.0, down=10.0), 20.0 * math.sqrt(2.0)),
        ("sonar, look=up", flat_truth(0.0, down=10.0), 10.0),
        ("sonar, look=up, beam=10", flat_truth(0.0, down=10.0, roll=math.radians(6.0)), None),
        ("sonar, look=down", flat_truth(0.0, down=29.9), None),  # nearer than min_range
    ],
)
def test_nearest_echo_over_a_flat_bed(line: str, truth: Truth, expected: float | None) -> None:
    out = once(line, truth, over(30.0))
    assert out["QUALITY"] == (0.0 if expected is None else 1.0)
    assert ("RANGE" in out) == (expected is not None)
    if expected is not None:
        assert out["RANGE"] == pytest.approx(expected, rel=1e-9)


def test_nearest_echo_over_a_slope_and_before_a_wall() -> None:
    """A plane that rises to the north: its distance along the normal, or along the edge of the beam."""
    slope = math.radians(20.0)
    around = Surroundings(Shaped(lambda x, y: 30.0 - math.tan(slope) * y))
    out = once("sonar, look=down, beam=60", flat_truth(0.0, down=10.0), around)
    assert out["RANGE"] == pytest.approx(20.0 * math.cos(slope), rel=1e-6)
    out = once("sonar, look=down, beam=0", flat_truth(0.0, down=10.0), around)
    assert out["RANGE"] == pytest.approx(20.0, rel=1e-6)
    out = once("sonar, look=forward, beam=0, range=200", flat_truth(0.0, down=10.0), around)
    assert out["RANGE"] == pytest.approx(20.0 / math.tan(slope), rel=1e-6)
    wall = Surroundings(Shaped(lambda x, y: 30.0 if y < 40.0 else -5.0))
    assert once("sonar, beam=0", flat_truth(0.0, down=10.0), wall)["RANGE"] == pytest.approx(40.0, abs=1e-6)
    assert once("sonar, beam=0", flat_truth(0.0, down=10.0, psi=math.pi), wall)["QUALITY"] == 0.0
    assert once("dvl", flat_truth(0.0, down=10.0, u=1.0), wall)["LOCK"] == "bottom"


# ---- faults, settings, start ----------------------------------------------------------------------------------------


def test_a_fault_gives_no_lock_that_is_not_there() -> None:
    simulator = Simulator(start_depth=5.0, default_water_depth=200.0, sensor=["dvl, name=log2", "sonar, look=down"])
    simulator.on_mail(Message("USM_FAULT", "log2:stuck=1, log2.water:bias=0.5, sonar:stuck=3", 0.0))
    posts = {}
    for k in range(1, 40):
        posts |= {post.variable: post.value for post in simulator.iterate(0.1 * k)}
    assert posts["USM_SENSOR_LOG2_LOCK"] == "water"
    assert "USM_SENSOR_LOG2_U" not in posts
    assert posts["USM_SENSOR_LOG2_U_WATER"] == pytest.approx(0.5, abs=0.05)
    assert posts["USM_SENSOR_SONAR_QUALITY"] == 0.0


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("usbl, transceiver=1:2", "transceiver must be X:Y:DEPTH"),
        ("dvl, range=-1", "range must be 0.1 to 10000"),
        ("dvl, water_lock=perhaps", "water_lock must be true or false"),
        ("dvl, transceiver=0:0:0", "dvl has no setting transceiver"),
        ("sonar, look=dwn", "look must be forward"),
        ("sonar, bem=3", "did you mean beam?"),
        ("pressure, rho=1", "rho must be 500 to 2000"),
        ("ctd, noise_scale=-1", "noise_scale must be at least 0"),
    ],
)
def test_one_clear_message(line: str, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        sensor_from(line)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ({"sensor": "usbl"}, "usbl has no transceiver: it never answers"),
        ({"sensor": "usbl, transceiver=5000:0:0"}, "usbl starts 5000 m from its transceiver"),
        ({"sensor": "dvl"}, "no sea bed is known"),
        (
            {"sensor": "dvl, min_range=60", "default_water_depth": 90.0},
            "min_range is 60 m, its range 50 m",
        ),
        ({"sensor": "dvl", "default_water_depth": 90.0}, "the bed is 90 m below, its range is 50 m"),
        ({"sensor": "sonar"}, "no sea bed is known"),
        ({"sensor": "ctd"}, "give water_profile"),
        ({"sensor": "dvl", "default_water_depth": 20.0, "water_profile": "0:10"}, "has no effect without a ctd"),
        ({"sensor": "ctd", "water_profile": "0:10, 0:9"}, "depths that rise"),
        ({"sensor": "ctd", "water_profile": "cast.csv"}, "no files can be read here"),
    ],
)
def test_what_cannot_work_is_said_at_the_start(lines: dict[str, object], problem: str) -> None:
    simulator = Simulator.from_lines(
        [ConfigLine(k, str(v), "m.moos", 7) for k, v in lines.items()], dialect="documented"
    )
    found = next(w for w in simulator.config_warnings if problem in str(w))
    assert str(found).startswith("m.moos:7: ")


def test_instruments_that_work_are_not_warned_of() -> None:
    sensors = ["dvl", "usbl, transceiver=0:0:0", "pressure", "ctd", "sonar, look=down"]
    simulator = Simulator(sensor=sensors, default_water_depth=20.0, water_profile="0:15, 20:9", start_depth=2.0)
    assert simulator.config_warnings == []


def test_the_report_says_what_is_locked() -> None:
    simulator = Simulator(sensor=["gps", "dvl", "sonar, look=down"], default_water_depth=20.0, start_depth=2.0)
    for k in range(1, 12):
        simulator.iterate(0.1 * k)
    report = simulator.report()
    for line in ("gps: gps, 20 Hz, quality 0.0", "dvl: dvl, 5 Hz, lock bottom", "sonar: sonar, 5 Hz, quality 1.0"):
        assert line in report


def test_gps_has_no_fix_below_the_surface_in_every_sample() -> None:
    """A vehicle that dives and comes up again: quality 0 whenever its antenna is under water."""
    simulator = Simulator(dynamics="fossen6", vehicle="torpedo_auv", start_depth=3.0, sensor="gps, rate=10")
    below = fixed = 0
    for k in range(1, 1200):
        simulator.on_mail(Message("DESIRED_THRUST", 60.0, 0.1 * k))
        simulator.on_mail(Message("DESIRED_ELEVATOR", 40.0 * math.sin(0.02 * k), 0.1 * k))
        posts = simulator.iterate(0.1 * k)
        quality = [p.value for p in posts if p.variable == "USM_SENSOR_GPS_QUALITY"]
        if simulator.state.depth > 0.6:
            below += len(quality)
            fixed += sum(q != 0.0 for q in quality)
    assert below > 500
    assert fixed == 0
