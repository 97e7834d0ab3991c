"""What cannot be believed is told once and held; what capsizes stays capsized."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pytest

from tests.support.internals import internals
from usimmarine_py.errors import NotFiniteError
from usimmarine_py.simulator import Simulator, register_backend
from usimmarine_py.simulator.parts.run.guard import judge, leapt
from usimmarine_py.values import ActuatorCommand, Environment, Limits, VehicleState

_LIMITS = Limits(speed_max=2.0, surface=True)


@dataclass(frozen=True)
class Rolling:
    """Runs north at ``speed`` times its thrust, and turns over with the rudder."""

    name: str = "rolling"
    limits: Limits = _LIMITS

    def initial_state(self, start: VehicleState) -> VehicleState:
        return replace(start, nu=(0.0,) * 6)

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        u = command.thrust / 10.0 + environment.drift_y
        if command.thrust > 90.0:
            raise NotFiniteError("too much")
        roll = math.radians(2.0 * command.rudder)
        time, y = state.time + dt, state.y + u * dt
        return replace(state, time=time, y=y, speed=u, sog=u, roll=roll, nu=(u, 0.0, 0.0, 0.0, 0.0, 0.0))


def made() -> Simulator:
    register_backend("rolling", type("F", (), {"parameters": (), "__call__": lambda self, p, r: Rolling()})())
    return Simulator(dynamics="rolling")


@pytest.mark.parametrize("thrust", [61.0, 95.0])
def test_a_diverged_vehicle_is_held_told_once_and_put_back_by_a_reset(thrust: float) -> None:
    sim = made()
    sim.post("DESIRED_THRUST", 20.0)
    sim.iterate(1.0)
    sim.post("DESIRED_THRUST", thrust)
    posts = [{p.variable: p.value for p in sim.iterate(float(k))} for k in range(2, 10)]
    assert posts[0]["USM_VEHICLE_STATUS"] == "diverged"
    assert all("USM_VEHICLE_STATUS" not in p for p in posts[1:])
    assert {(p["USM_Y"], p["USM_SPEED"], p["USM_U"]) for p in posts} == {(2.0, 0.0, 0.0)}
    (warning,) = sim.take_warnings()
    assert warning.startswith("diverged: the vehicle stays where it was: ")
    assert "Vehicle status: diverged" in sim.report()
    sim.post("DESIRED_THRUST", 10.0)
    sim.post("USM_RESET", "x=0,y=7")
    found = {p.variable: p.value for p in sim.iterate(10.0)}
    assert (found["USM_VEHICLE_STATUS"], found["USM_Y"]) == ("ok", 8.0)
    assert (internals(sim).status, internals(sim).worst) == ("ok", "diverged")


def test_the_speed_that_counts_is_that_through_the_water() -> None:
    sim = made()
    sim.post("DRIFT_Y", 5.0)
    sim.post("DESIRED_THRUST", 50.0)
    sim.iterate(1.0)
    assert sim.state.sog == 10.0
    assert internals(sim).status == "ok"


def test_a_capsized_craft_is_told_once_and_has_no_thrust_until_it_floats_upright() -> None:
    sim = made()
    sim.post("DESIRED_THRUST", 20.0)
    sim.post("DESIRED_RUDDER", 46.0)
    sim.iterate(1.0)
    assert sim.take_warnings() == ["capsized: it floats upside down, without thrust"]
    for k in range(2, 5):
        sim.iterate(float(k))
        assert sim.state.speed == 0.0
    sim.post("DESIRED_RUDDER", 0.0)
    sim.iterate(5.0)
    assert (internals(sim).status, internals(sim).worst) == ("ok", "capsized")
    sim.post("DESIRED_RUDDER", 46.0)
    sim.iterate(6.0)
    assert (internals(sim).status, sim.run_warnings) == ("capsized", ())


def test_limits() -> None:
    still = VehicleState(nu=(0.0,) * 6)
    no_water = lambda: 0.0  # noqa: E731
    surface, deep = Limits(2.0, surface=True), Limits(2.0, euler=True)
    assert judge(surface, replace(still, roll=math.radians(91.0)), no_water)[0] == "capsized"
    assert judge(surface, replace(still, roll=math.radians(359.0)), no_water)[0] == "ok"
    assert judge(deep, replace(still, roll=math.radians(91.0)), no_water)[0] == "ok"
    assert judge(deep, replace(still, pitch=math.radians(-91.0)), no_water)[0] == "diverged"
    assert judge(replace(deep, euler=False), replace(still, pitch=math.radians(-91.0)), no_water)[0] == "ok"
    assert judge(surface, replace(still, nu=(3.0, 4.0, 4.0, 0.0, 0.0, 0.0)), no_water)[0] == "diverged"
    assert judge(Limits(), replace(still, nu=(3e3, 4.0, 4.0, 0.0, 0.0, 0.0)), no_water)[0] == "ok"
    assert judge(Limits(), replace(still, nu=(3e9, 4.0, 4.0, 0.0, 0.0, 0.0)), no_water)[0] == "diverged"
    assert judge(Limits(), replace(still, x=1e132), no_water)[0] == "diverged"
    assert judge(Limits(), replace(still, heading=math.nan), no_water)[0] == "diverged"
    assert judge(Limits(), VehicleState(depth=-1e132), no_water)[0] == "diverged"
    assert judge(surface, VehicleState(speed=99.0), no_water)[0] == "ok"


def test_a_motion_that_left_all_bounds_and_came_back_is_none() -> None:
    before = VehicleState(nu=(0.0,) * 6)
    for far, water, told in ((1256.0, 0.0, True), (10.5, 0.0, False), (110.0, 600.0, False), (12.0, 0.0, True)):
        assert bool(leapt(_LIMITS, before, replace(before, x=far), 0.1, lambda water=water: water)) is told
    assert leapt(_LIMITS, before, replace(before, x=1256.0), 0.1, float) == "it went 1.26e+03 m in 0.1 s"
    assert leapt(_LIMITS, VehicleState(), VehicleState(x=1e6), 0.1, float) == ""


def test_an_unstable_vehicle_leaves_no_navigation_that_looks_alive() -> None:
    sim = Simulator(dynamics="fossen6", vehicle="jolner", variant="hilsim", fluid_memory="off")
    sim.post("DESIRED_THRUST", 80.0)
    for k in range(1, 601):
        sim.iterate(0.1 * k)
        assert math.hypot(*sim.state.nu[:3]) <= 9.0
        assert abs(sim.state.y) < 20.0
    assert internals(sim).worst == "diverged"
    assert sim.state.speed == sim.state.sog == 0.0
    assert sum(text.startswith("diverged") for text in sim.run_warnings) == 1
