"""Samples: rates, errors, delays, drop-outs, jumps; independent of the tick rate."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.support.truth import flat_truth
from usimmarine_py.sensors.kinds import KINDS, ErrorModel
from usimmarine_py.sensors.parameters import OUTPUTS
from usimmarine_py.sensors.sensor import Reading, Sensor
from usimmarine_py.sensors.settings import sensor_from
from usimmarine_py.sensors.suite import Suite, SuiteState, publications
from usimmarine_py.sensors.truth import Passage, Truth, to_body, to_ned, truth_from
from usimmarine_py.values import Environment, VehicleState
from usimmarine_py.values.faults import Fault


def turning(time: float) -> Truth:
    """A steady turn to starboard at 2 m/s and 0.1 rad/s, in closed form."""
    psi, u, r = 0.1 * time, 2.0, 0.1
    north, east = u / r * math.sin(psi), u / r * (1.0 - math.cos(psi))
    return flat_truth(
        time, north, east, 5.0, 0.0, 0.0, psi, u, r=r, u_r=u, wind_speed=4.0, wind_towards=1.0, altitude=20.0
    )


def straight(time: float) -> Truth:
    return flat_truth(time, 3.0 * time, 0.0, 1.0, u=3.0, u_r=2.5, v_r=-0.5, altitude=7.0)


def run(suite: Suite, times: list[float], motion=straight, faults: tuple[Fault, ...] = ()) -> list[Reading]:  # type: ignore[no-untyped-def]
    state, out = suite.start(), []
    for t in times:
        state, readings = suite.advance(state, motion(t), faults)
        out += readings
    return out


def steps(dt: float, end: float) -> list[float]:
    return [dt * i for i in range(round(end / dt) + 1)]


EVERY = Suite(tuple(sensor_from(kind) for kind in KINDS), seed=4)


@pytest.mark.parametrize("dt", [0.05, 0.1, 0.25, 1.0])
def test_tick_rate_changes_nothing(dt: float) -> None:
    """On a straight course the interpolation is exact, so every tick gives the same samples up to rounding."""
    order = {s.name: i for i, s in enumerate(EVERY.sensors)}
    fine = sorted(run(EVERY, steps(0.01, 20.0)), key=lambda r: (order[r.sensor], r.time))
    coarse = sorted(run(EVERY, steps(dt, 20.0)), key=lambda r: (order[r.sensor], r.time))
    assert [(r.sensor, r.time) for r in coarse] == [(r.sensor, r.time) for r in fine]
    for a, b in zip(coarse, fine, strict=True):
        assert a.values == pytest.approx(b.values, abs=1e-9)


@pytest.mark.parametrize("rate", [0.3, 1.0, 7.0, 10.0, 33.3])
def test_rate_does_not_drift(rate: float) -> None:
    suite = Suite((sensor_from(f"compass, rate={rate}"),))
    times = [r.time for r in run(suite, steps(0.1, 600.0))]
    assert len(times) == math.floor(600.0 * rate + 1e-9) + 1
    assert times == [n / rate for n in range(len(times))]


@pytest.mark.parametrize("kind", KINDS)
def test_perfect_sensors_tell_the_truth_and_the_mail_table_names_it(kind: str) -> None:
    more = ", antenna=9, dual_antenna=true" if kind == "gps" else ""
    suite = Suite((sensor_from(f"{kind}, perfect=true{more}"),))
    state, _ = suite.advance(suite.start(), turning(0.0), (), lambda x, y: (59.0 + y / 1e5, 10.0 + x / 1e5))
    state, readings = suite.advance(state, turning(3.0), (), lambda x, y: (59.0 + y / 1e5, 10.0 + x / 1e5))
    last, truth = readings[-1], turning(readings[-1].time)
    assert [suffix for suffix, _ in last.outputs] == [suffix for suffix, _, _ in OUTPUTS[kind]]
    assert all(post.variable.startswith(f"USM_SENSOR_{kind.upper()}_") for post in publications(last))
    out = dict(last.outputs)
    (north, east, _), (*_, psi) = truth.place, truth.attitude
    v_n, v_e, _ = to_ned(*truth.attitude, truth.velocity)
    u_rw, v_rw = to_body(0, 0, psi, (v_n - 4.0 * math.cos(1.0), v_e - 4.0 * math.sin(1.0), 0.0))[:2]
    heading = math.degrees(psi)
    expected = {
        "gps": {"Y": north, "X": east, "HEIGHT": -5.0, "SPEED": 2.0, "TRACK": heading,
                "HEADING": heading, "HEADING_RATE": math.degrees(0.1), "LAT": 59.0 + north / 1e5},
        "mru": {"AX": 0.0, "AY": 0.2, "AZ": 0.0, "R": 0.1, "DEPTH": 5.0, "V_NORTH": v_n, "HEADING": heading},
        "imu": {"FX": 0.0, "FY": 0.2, "FZ": -9.81, "P": 0.0, "R": 0.1},
        "log": {"SPEED": 2.0, "SWAY": 0.0},
        "wind": {"SPEED": math.hypot(u_rw, v_rw), "ANGLE": math.degrees(math.atan2(v_rw, u_rw)) % 360.0},
        "depth": {"DEPTH": 5.0},
        "altimeter": {"ALTITUDE": 20.0},
        "compass": {"HEADING": heading},
    }[kind]  # fmt: skip
    # linear interpolation over the 3 s between the two moments, not the arc: positions excepted by sampling at the end
    assert last.time == pytest.approx(3.0)
    for suffix, value in expected.items():
        assert out[suffix] == pytest.approx(value, abs=1e-9), suffix


def test_imu_at_rest_feels_gravity_in_its_own_axes() -> None:
    suite = Suite((sensor_from("imu, perfect=true"),))
    _, readings = suite.advance(suite.start(), flat_truth(0.0, roll=0.3, pitch=-0.2, psi=1.0))
    fx, fy, fz = readings[0].values[:3]
    assert (fx, fy, fz) == pytest.approx(
        (9.81 * math.sin(-0.2), -9.81 * math.cos(-0.2) * math.sin(0.3), -9.81 * math.cos(-0.2) * math.cos(0.3))
    )


def test_lever_arms() -> None:
    truth = flat_truth(0.0, psi=math.radians(90.0), u=2.0, r=0.1, u_r=2.0, altitude=9.0)
    arm = "at=3:-1:0.5, perfect=true"

    def raw(kind: str) -> tuple[float, ...]:
        suite = Suite((sensor_from(f"{kind}, {arm}"),))
        return suite.advance(suite.start(), truth)[1][0].values

    gps = raw("gps")
    # heading east: forward is east, starboard is south
    assert gps[:3] == pytest.approx((1.0, 3.0, -0.5))
    assert gps[3:5] == pytest.approx((-0.3, 2.1))
    assert raw("log") == pytest.approx((2.1, 0.3))
    assert raw("depth") == pytest.approx((0.5,))
    assert raw("altimeter") == pytest.approx((8.5,))
    # u r forward of the centre: centripetal -r^2 x, and v' + u r sideways, + r^2 y
    assert raw("mru")[:3] == pytest.approx((-0.03, 0.2 + 0.01, 0.0))


def test_white_noise_bias_and_scale_have_their_figures() -> None:
    suite = Suite((sensor_from("log, rate=100, noise=0.2, bias=0.05, scale=0.1"),), seed=6)
    values = np.array([r.values[0] for r in run(suite, steps(0.5, 200.0))])
    n = len(values)
    assert abs(values.mean() - (1.1 * 2.5 + 0.05)) < 3.5 * 0.2 / math.sqrt(n)
    assert abs(values.var() / 0.04 - 1.0) < 3.5 * math.sqrt(2.0 / n)
    white = values - values.mean()
    assert abs(float(np.mean(white[1:] * white[:-1]))) < 3.5 * 0.04 / math.sqrt(n)


def test_gps_drift_is_gauss_markov() -> None:
    suite = Suite((sensor_from("gps, antenna=9, rate=2, noise=0, drift=1.5, tau=5"),), seed=2)
    track = np.array([r.values[0] - 3.0 * r.time for r in run(suite, steps(1.0, 20000.0))])[200:]
    a = math.exp(-1.0 / (2.0 * 5.0))
    error = 1.5**2 * math.sqrt(2.0 * (1 + a * a) / ((1 - a * a) * len(track)))
    assert abs(track.var() - 2.25) < 3.5 * error
    assert abs(float(np.mean(track[10:] * track[:-10])) - 2.25 * math.exp(-1.0)) < 3.5 * error


def test_channels_are_independent() -> None:
    suite = Suite((sensor_from("imu, rate=50"), sensor_from("imu, rate=50, name=spare")), seed=2)
    readings = run(suite, steps(1.0, 100.0))
    both = [np.array([r.values for r in readings if r.sensor == name]) for name in ("imu", "spare")]
    matrix = np.corrcoef(np.hstack(both).T)
    # white parts dominate; drifts are correlated in time, hence the factor
    assert np.abs(matrix - np.eye(12)).max() < 0.35
    assert not np.array_equal(*both)


def test_quantum() -> None:
    suite = Suite((sensor_from("depth, quantum=0.25"),))
    values = {r.values[0] for r in run(suite, steps(0.1, 60.0))}
    assert all((v / 0.25).is_integer() for v in values)
    assert suite.sensors[0].errors[0][1].quantum == 0.25


def test_latency_delivers_late_with_the_time_of_measurement() -> None:
    suite = Suite((sensor_from("compass, latency=0.35"),))
    state, seen = suite.start(), []
    for t in steps(0.1, 3.0):
        state, readings = suite.advance(state, straight(t))
        seen += [(round(t - r.time, 6), r.time) for r in readings]
    # 0.35 s on a grid of 0.1 s
    assert {late for late, _ in seen} == {0.4}
    assert [t for _, t in seen] == [n / 10.0 for n in range(27)]


def test_dropouts_have_their_share_and_length() -> None:
    suite = Suite((sensor_from("compass, dropout=0.1"),), seed=3)
    count = len(run(suite, steps(0.5, 2000.0)))
    assert abs(count / 20001 - 0.9) < 3.5 * math.sqrt(0.09 / 20001)
    suite = Suite((sensor_from("compass, dropout=0.01, dropout_time=2"),), seed=3)
    gaps = np.diff([r.time for r in run(suite, steps(0.5, 500.0))])
    assert gaps.max() >= 2.0
    assert ((gaps < 0.11) | (gaps > 1.9)).all()


def test_jumps_come_and_go() -> None:
    suite = Suite((sensor_from("gps, antenna=9, rate=1, perfect=true, jump=50, jump_every=100, jump_time=7"),), seed=5)
    readings = run(suite, steps(1.0, 5000.0))
    off = np.array([abs(r.values[0] - 3.0 * r.time) > 1e-6 for r in readings])
    edges = np.flatnonzero(np.diff(off.astype(int)))
    lengths = np.diff(edges)[::2]
    # one may follow the other at once
    assert not off[0]
    assert (lengths % 7 == 0).all()
    jumps = off.sum() / 7.0
    # a renewal process: a jump every 107 s
    assert abs(jumps - 5000.0 / 107.0) < 3.5 * math.sqrt(5000.0 / 107.0)
    # only the main group jumps
    assert all(abs(r.values[3] - 3.0) < 1e-9 for r in readings)


def test_altimeter_is_silent_while_the_depth_is_unknown() -> None:
    suite = Suite((sensor_from("altimeter"),))
    assert run(suite, steps(0.1, 1.0), lambda t: replace(straight(t), altitude=math.nan)) == []


def test_standing_and_reversing_time_sample_nothing() -> None:
    suite = Suite((sensor_from("compass"),))
    state, _ = suite.advance(suite.start(), straight(5.0))
    for t in (5.0, 5.05, 3.0, 4.99):
        state, readings = suite.advance(state, straight(t))
        assert readings == ()
    assert len(suite.advance(state, straight(5.2))[1]) == 2


def test_late_start_does_not_make_up_for_the_past() -> None:
    suite = Suite((sensor_from("compass, rate=1000"),))
    assert len(suite.advance(suite.start(), straight(1e6))[1]) == 1


def compass_with(fault: Fault) -> tuple[list[float], list[float]]:
    """Headings without and with the fault, sample by sample where both exist."""
    suite = Suite((sensor_from("compass"),), seed=1)
    well, ill = run(suite, steps(0.1, 5.0), turning), run(suite, steps(0.1, 5.0), turning, (fault,))
    assert len(well) == 51
    return [r.values[0] for r in well], [r.values[0] for r in ill]


def test_bias_gain_stuck_and_foreign_faults() -> None:
    for fault, change in (
        (Fault("compass", "bias", 5.0), lambda y: y + 5.0),
        (Fault("compass", "gain", 0.5), lambda y: 0.5 * y),
        (Fault("compass", "stuck", 77.0), lambda y: 77.0),
        (Fault("gps", "dead"), lambda y: y),
    ):
        well, ill = compass_with(fault)
        assert ill == pytest.approx([change(y) for y in well]), fault


@pytest.mark.parametrize("fault", [Fault("compass", "dead"), Fault("compass", "dropout", 1.0)], ids=str)
def test_dead_is_silent(fault: Fault) -> None:
    assert compass_with(fault)[1] == []


def test_noise_fault_adds_its_variance() -> None:
    well, ill = compass_with(Fault("compass", "noise", 3.0))
    added = np.var(np.array(ill) - np.array(well))
    assert abs(added / 9.0 - 1.0) < 3.5 * math.sqrt(2.0 / 51.0)


def test_freeze_repeats_the_last_value_and_ends() -> None:
    suite, freeze = Suite((sensor_from("compass"),), seed=1), (Fault("compass", "freeze"),)
    state: SuiteState = suite.start()
    seen = []
    for t in steps(0.1, 3.0):
        state, readings = suite.advance(state, turning(t), freeze if 1.0 < t < 2.0 else ())
        seen += readings
    held = [r.values for r in seen if 1.01 < r.time < 1.99]
    assert len(set(held)) == 1
    assert held[0] == next(r.values for r in seen if abs(r.time - 1.0) < 1e-9)
    assert [r.time for r in seen] == [n / 10.0 for n in range(31)]
    assert seen[-1].values != held[0]


def test_fault_of_a_part_leaves_the_others() -> None:
    suite = Suite((sensor_from("imu, rate=10"),), seed=1)
    well, ill = run(suite, steps(0.1, 1.0)), run(suite, steps(0.1, 1.0), straight, (Fault("imu", "bias", 2.0, "gyro"),))
    for a, b in zip(well, ill, strict=True):
        assert a.values[:3] == b.values[:3]
        assert b.values[3:] == pytest.approx([x + 2.0 for x in a.values[3:]])


def test_navigation_prefers_the_right_instruments() -> None:
    gps = sensor_from("gps, perfect=true, antenna=9, dual_antenna=true")
    others = tuple(sensor_from(f"{k}, perfect=true") for k in ("compass", "log", "depth", "altimeter"))
    suite = Suite((gps, *others))
    state, _ = suite.advance(suite.start(), turning(0.0), (), lambda x, y: (1.0, 2.0))
    nav = suite.navigation(state)
    assert nav == pytest.approx(
        {"X": 0.0, "Y": 0.0, "LAT": 1.0, "LONG": 2.0, "HEADING": 0.0, "SPEED": 2.0, "DEPTH": 5.0, "Z": -5.0, "YAW": 0.0,
         "SPEED_OVER_GROUND": 2.0, "HEADING_OVER_GROUND": 0.0, "PITCH": 0.0, "ROLL": 0.0, "ALTITUDE": 20.0}
    )  # fmt: skip
    assert Suite().navigation(Suite().start()) == {}


def test_truth_of_a_kinematic_state() -> None:
    environment = Environment(wind_speed=3.0, wind_towards=90.0)
    first = truth_from(VehicleState(10.0, 1.0, 2.0, 90.0, 2.0, 3.0, sog=2.5, hog=90.0), environment)
    assert first.place == (2.0, 1.0, 3.0)
    assert (*first.velocity[:2], first.water[0]) == pytest.approx((2.5, 0.0, 2.0))
    assert first.wind_towards == pytest.approx(math.pi / 2)
    later = VehicleState(10.5, 2.0, 2.0, 95.0, 2.0, 3.1, sog=2.6, hog=95.0)
    second = truth_from(later, environment, first)
    found = (second.velocity[0], second.velocity[2], second.rates[2], second.acceleration[0])
    assert found == pytest.approx((2.6, 0.2, math.radians(10.0), 0.2))
    assert math.isnan(second.altitude)


def test_truth_of_a_dynamic_state() -> None:
    state = VehicleState(1.0, heading=90.0, roll=0.1, pitch=-0.1, nu=(2.0, 0.3, 0.1, 0.01, 0.02, 0.03))
    truth = truth_from(state, Environment(current_east=0.5, drift_y=0.25))
    current = to_body(0.1, -0.1, math.pi / 2, (0.25, 0.5, 0.0))
    assert truth.water[:2] == pytest.approx((2.0 - current[0], 0.3 - current[1]))
    assert truth.rates == (0.01, 0.02, 0.03)


def test_rotations_are_inverse_and_match_the_mapping() -> None:
    a = to_ned(0.3, -0.5, 2.0, (1.0, 2.0, 3.0))
    assert to_body(0.3, -0.5, 2.0, a) == pytest.approx((1.0, 2.0, 3.0))
    assert to_ned(0.0, 0.2, math.pi / 2, (1.0, 0.0, 0.0)) == pytest.approx((0.0, math.cos(0.2), -math.sin(0.2)))


def test_interpolation_takes_the_short_way_round() -> None:
    a, b = flat_truth(0.0, psi=math.radians(350.0)), flat_truth(1.0, psi=math.radians(10.0))
    way = Passage(a, b)
    assert math.degrees(way.at(0.25).attitude[2]) % 360.0 == pytest.approx(355.0)
    assert way.at(-1.0) is a
    assert way.at(2.0) is b


def test_defaults_follow_the_specification() -> None:
    assert {name: kind.rate for name, kind in KINDS.items()} == {
        "gps": 20, "mru": 100, "imu": 100, "log": 20, "wind": 50, "depth": 10, "altimeter": 10, "compass": 10,
    }  # fmt: skip
    assert KINDS["compass"].errors["heading"] == ErrorModel(noise=0.5, turn_on=1.0)
    assert isinstance(sensor_from("navp"), Sensor)
