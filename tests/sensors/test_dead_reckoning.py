"""Dead reckoning beside closed forms: sums of velocities, and the share that a fix gets."""

from __future__ import annotations

import math

import pytest

from usimmarine_py import Simulator
from usimmarine_py.sensors.dead_reckoning import Reckoned, Reckoner, reckoner_for
from usimmarine_py.sensors.kinds import ErrorModel
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.sensors.settings import sensor_from
from usimmarine_py.values import ConfigLine, Message


def said(kind: str, time: float, **outputs: float) -> Reading:
    return Reading(kind, kind, time, (1.0,), tuple(outputs.items()))


def follow(reckoner: Reckoner, now: Reckoned, *readings: Reading) -> Reckoned:
    for reading in readings:
        now = reckoner.follow(now, reading)
    return now


def test_a_turn_is_the_sum_of_its_velocities() -> None:
    """Round a circle of 30 m at 1.5 m/s: back where it began; half way 60 m to starboard."""
    reckoner, radius, speed, dt = Reckoner(), 30.0, 1.5, 0.2
    period = 2.0 * math.pi * radius / speed
    now, half = Reckoned(5.0, -3.0), None
    for k in range(round(period / dt) + 1):
        heading = 360.0 * k * dt / period
        now = follow(
            reckoner, now, said("compass", k * dt, HEADING=heading), said("dvl", k * dt, U=speed, V=0.0, W=0.0)
        )
        if half is None and k * dt >= period / 2.0:
            half = now
    assert half is not None
    assert math.hypot(half.north - 5.0, half.east + 3.0 - 2.0 * radius) < speed * dt
    assert math.hypot(now.north - 5.0, now.east + 3.0) < 2.0 * speed * dt
    assert now.sigma == pytest.approx(0.02 * 2.0 * math.pi * radius, rel=1e-2)


def test_declination_attitude_and_water_lock_count() -> None:
    reckoner = Reckoner(declination=30.0)
    steps = [said("mru", 0.0, ROLL=0.0, PITCH=math.radians(60.0)), said("compass", 0.0, HEADING=60.0)]
    steps += [said("dvl", t, U_WATER=2.0, V_WATER=0.0, W_WATER=0.0) for t in (0.0, 10.0)]
    now = follow(reckoner, Reckoned(), *steps)
    # nose up by 60 deg half of the way is level, to the east
    assert now.place == pytest.approx((0.0, 10.0), abs=1e-12)
    # nothing to reckon with in between: the mean of both ends
    gap = follow(reckoner, now, said("dvl", 20.0), said("dvl", 30.0, U=4.0, V=0.0, W=0.0))
    assert gap.east == pytest.approx(10.0 + 0.5 * (1.0 + 2.0) * 20.0)


def test_a_gps_fix_is_taken_and_a_usbl_fix_by_its_share() -> None:
    reckoner = Reckoner(gps_sigma=2.0, usbl_range=ErrorModel(noise=1.0), usbl_bearing=ErrorModel(noise=1.0))
    now = follow(reckoner, Reckoned(sigma=50.0), said("gps", 0.0, X=7.0, Y=3.0))
    assert (now.place, now.sigma) == ((3.0, 7.0), 2.0)
    slant = 100.0
    now = follow(reckoner, now, said("usbl", 0.0, X=10.0, Y=3.0, RANGE=slant))
    variance = 0.5 * (1.0 + (slant * math.radians(1.0)) ** 2)
    gain = 4.0 / (4.0 + variance)
    assert now.place == pytest.approx((3.0, 7.0 + 3.0 * gain))
    assert (now.north, now.east) == (3.0, 7.0)  # dead reckoning itself goes on
    assert now.sigma == pytest.approx(math.sqrt(4.0 * variance / (4.0 + variance)))


def test_a_fix_counts_for_the_moment_that_it_is_of() -> None:
    """0.4 s late at 2 m/s: not 0.8 m behind."""
    reckoner = Reckoner(drift=1.0)
    steps = [said("compass", 0.0, HEADING=90.0)]
    steps += [said("dvl", 0.2 * k, U=2.0, V=0.0, W=0.0) for k in range(51)]
    now = follow(reckoner, Reckoned(sigma=1.0), *steps)
    assert now.east == pytest.approx(20.0)
    now = follow(reckoner, now, said("usbl", 9.5, X=19.0, Y=0.0, RANGE=50.0))
    assert now.place == pytest.approx((0.0, 20.0), abs=1e-9)
    assert now.at(3.3) == pytest.approx((0.0, 6.6))


def test_it_knows_its_instruments() -> None:
    lines = ["log", "mru", "compass, declination=12", "gps, noise=3, drift=4", "usbl, transceiver=0:0:0, range_noise=2"]
    found = reckoner_for([sensor_from(line) for line in lines], 0.1)
    assert (found.velocity, found.heading, found.declination, found.drift) == ("log", "compass", 12.0, 0.1)
    assert found.gps_sigma == pytest.approx(5.0)
    assert found.usbl_range.noise == 2.0


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([("dead_reckoning", "true"), ("sensor", "gps")], "needs a dvl or log and a compass or mru"),
        ([("dead_reckoning", "true"), ("sensor", "log")], "needs a compass or mru among"),
        ([("dead_reckoning_drift", "0.1"), ("sensor", "log")], "has no effect without dead_reckoning"),
        ([("dead_reckoning_drift", "-1"), ("sensor", "log")], "must be at least 0"),
    ],
)
def test_what_cannot_work_is_said(lines: list[tuple[str, str]], problem: str) -> None:
    simulator = Simulator.from_lines([ConfigLine(k, v, "m.moos", 3) for k, v in lines], dialect="documented")
    assert any(problem in str(w) and str(w).startswith("m.moos:3") for w in simulator.config_warnings)


def test_navigation_goes_by_it_and_a_reset_starts_anew() -> None:
    sensors = ["dvl, perfect=true", "compass, perfect=true", "pressure, perfect=true"]
    simulator = Simulator(
        sensor=sensors, dead_reckoning=True, sensors_as_nav=True, default_water_depth=30.0, start_depth=5.0, drift_x=0.3
    )
    now = 0.0
    for _ in range(600):
        now += 0.1
        simulator.on_mail(Message("DESIRED_THRUST", 40.0, now))
        simulator.on_mail(Message("DESIRED_RUDDER", 20.0, now))
        posts = {post.variable: post.value for post in simulator.iterate(now)}
        if "NAV_X" in posts or "USM_X" in posts:
            last = posts
    x, y = last["USM_X"], last["USM_Y"]
    assert (x, y) == (last["USM_EST_X"], last["USM_EST_Y"]) == (last["USM_DR_X"], last["USM_DR_Y"])
    true = simulator.state
    assert math.hypot(true.x, true.y) > 5.0
    assert math.hypot(x - true.x, y - true.y) < 1.0
    simulator.on_mail(Message("USM_RESET", "x=500, y=-200, heading=0, speed=0, depth=5", now))
    for _ in range(10):
        now += 0.1
        posts = {post.variable: post.value for post in simulator.iterate(now)}
        last = posts if "USM_X" in posts else last
    assert math.hypot(last["USM_X"] - 500.0, last["USM_Y"] + 200.0) < 2.0
