"""Iterations of a vehicle that are made some time later, several at once: everybody sees the same."""

from __future__ import annotations

import pytest

from tests.support.app_doubles import bench
from tests.support.simulators import make
from usimmarine_py.apps.vehicle import VehicleApp
from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.values import Message

START, PERIOD, TICKS = 1000.0, 0.25, 200
#: When what arrives, MOOS s.
MAIL = {
    1001.10: [("DESIRED_THRUST", 40.0)],
    1003.30: [("DESIRED_RUDDER", 10.0), ("DESIRED_THRUST", 55.0)],
    1003.40: [("APPCAST_REQ", "node=all,app=all,duration=10,key=k,thresh=any")],
    1015.01: [("DESIRED_RUDDER", "amidships")],
    1020.20: [("LOADCAST_REQ", "app=all,duration=4,thresh=0")],
    1026.00: [("DRIFT_X", 0.5)],
    1030.60: [("USM_SIM_PAUSED", "true")],
    1034.60: [("USM_SIM_PAUSED", "false")],
}
BLOCK = ("prefix=NAV", "start_pos=x=0,y=-20,heading=180,speed=2", "thrust_map=20:1,100:5", "post_navpos_summary=true")


def run(dialect: str, together: int) -> tuple[list[Message], str]:
    """Everything posted, when ``together`` iterations at a time are made, and the last report."""
    vehicle = VehicleApp(make(dialect, *BLOCK, datum=(43.8, -70.3), start_time=START), name="app", app_tick=4.0)
    b = bench(application=vehicle)  # type: ignore[arg-type]
    b.poster.register_wildcard("*", "app")
    times = [START + PERIOD * k for k in range(1, TICKS + 1)]
    arrivals = dict(MAIL)
    for place in range(0, TICKS, together):
        batch = times[place : place + together]
        for arrival in [t for t in arrivals if t < batch[-1] or together == 1]:
            if arrival < batch[-1]:
                b.clock.sleep_until(arrival)
                for name, value in arrivals.pop(arrival):
                    b.mail(name, value, arrival)
                b.app.collect_mail()
        b.clock.sleep_until(batch[-1])
        if together == 1:
            b.app.tick(batch[0])
        else:
            b.app.tick_all(batch)
    return b.poster.fetch(), vehicle.report()


@pytest.mark.parametrize("dialect", DIALECT_NAMES)
@pytest.mark.parametrize("together", [2, 16, 200])
def test_the_posts_are_the_same(dialect: str, together: int):
    expected, report = run(dialect, 1)
    found, found_report = run(dialect, together)
    assert len(expected) > 1000
    assert [(m.variable, m.value, m.time) for m in found] == [(m.variable, m.value, m.time) for m in expected]
    assert found_report == report


def test_it_knows_until_when_it_posts_nothing():
    vehicle = VehicleApp(make("v22", *BLOCK, start_time=START), name="app", app_tick=4.0)
    b = bench(application=vehicle)  # type: ignore[arg-type]
    schedule = b.app.schedule
    for now in range(1, 40):
        b.clock.sleep_until(START + PERIOD * now)
        quiet_until = b.app.silent_until()
        before = len(b.comms.posts)
        b.app.tick_all(schedule.take(b.clock.now(), -1.0, 1.0))
        posted = [name for name, _ in b.comms.posts[before:]]
        if quiet_until > b.clock.now():
            assert posted == []
        if now > 5 and now % 2 == 1 and "APP_STATUS" not in posted:
            assert quiet_until == b.clock.now() + PERIOD
