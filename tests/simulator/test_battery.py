"""Battery and shaft power beside closed forms; an empty battery ends the thrust, once told."""

from __future__ import annotations

import math
from dataclasses import asdict

import numpy as np
import pytest

from tests.support.internals import internals
from tests.support.vehicles import vehicle as described
from usimmarine_py import Simulator
from usimmarine_py.simulator.parts.battery import Battery, open_voltage
from usimmarine_py.values import ConfigLine, Message, Shaft
from usimmarine_py.vehicle.shafts import torque_power


def drained(battery: Battery, shafts: tuple[Shaft, ...], seconds: float, dt: float = 0.1):  # type: ignore[no-untyped-def]
    state = battery.start()
    for _ in range(round(seconds / dt)):
        state = battery.spend(state, shafts, dt)
    return state


def test_a_constant_load_takes_its_energy() -> None:
    """20 W of hotel and 100 W at half speed (an eighth) over 0.8, for 600 s: 20 * 600 + 12.5/0.8 * 600 J."""
    battery = Battery(100.0, hotel=20.0, efficiency=0.8, total=100.0)
    state = drained(battery, (Shaft("prop", -0.5),), 600.0)
    assert state.used == pytest.approx(600.0 * (20.0 + 12.5 / 0.8))
    assert state.shaft_energy == pytest.approx(600.0 * 12.5)
    assert state.charge == pytest.approx(100.0 - 100.0 * state.used / 360_000.0)
    assert state.voltage * state.current == pytest.approx(state.power) == pytest.approx(35.625)


def test_voltage_falls_with_charge_and_load() -> None:
    charges = np.linspace(0.0, 1.0, 101)
    volts = np.array([open_voltage(c) for c in charges])
    cell = np.interp(charges, [0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0], [3.0, 3.45, 3.55, 3.62, 3.75, 3.95, 4.18])
    assert volts * 3.7 == pytest.approx(cell)
    # P = (U0 - I R) I: of both roots the smaller current
    battery = Battery(1000.0, voltage=24.0, resistance=0.2, charge=50.0, hotel=400.0)
    state = battery.spend(battery.start(), (), 1.0)
    source = 24.0 * open_voltage(0.5)
    current = np.roots([0.2, -source, 400.0]).min()
    assert (state.current, state.voltage) == pytest.approx((current, source - 0.2 * current))
    assert state.power == pytest.approx(400.0 + 0.2 * current**2)
    # more than it can give: at most U0^2/(4 R) at the terminals
    most = Battery(1000.0, voltage=24.0, resistance=0.2, charge=50.0, hotel=1e6)
    state = most.spend(most.start(), (), 1.0)
    assert state.current * state.voltage == pytest.approx(source**2 / 0.8)


def test_power_of_each_shaft_by_what_is_known() -> None:
    port, brake = Shaft("port", 1.0, math.nan, 40.0), Shaft("brake", 1.0, -5.0)
    shafts = (Shaft("bow", 0.5), Shaft("prop", 0.5, 70.0), port, brake)
    assert dict(Battery(1.0).shaft_powers(shafts)) == {"bow": 0.0, "prop": 70.0, "port": 40.0, "brake": 0.0}
    assert Battery(1.0).unknown(shafts) == ["bow"]
    both = Battery(1.0, total=80.0, named={"prop": 160.0})
    assert dict(both.shaft_powers(shafts)) == {"bow": 5.0, "prop": 20.0, "port": 40.0, "brake": 0.0}


def test_torque_of_a_propeller_is_that_of_its_curve() -> None:
    """REMUS 100: P = 2 pi n rho D^5 (KQ_0 n^2 + (KQ_max - KQ_0)/J_max (Va/D) n)."""
    (prop,) = (a for a in described("remus100").actuators if a.kind == "propeller")
    a, n, speed = asdict(prop.law), 1200.0 / 60.0, 1.8
    advance = (1.0 - a["w"]) * speed
    slope = (a["KQ_max"] - a["KQ_0"]) / a["J_max"]
    torque = a["rho"] * a["D"] ** 5 * (a["KQ_0"] * n * n + slope * advance / a["D"] * n)
    assert torque_power(prop, 1200.0, (speed, 0.0, 0.0)) == pytest.approx(2.0 * math.pi * n * torque)
    assert 20.0 < torque_power(prop, 1200.0, (speed, 0.0, 0.0)) < 150.0


def run(simulator: Simulator, thrust: float, seconds: float) -> list[dict[str, object]]:
    found = []
    for k in range(1, round(seconds / 0.1) + 1):
        simulator.on_mail(Message("DESIRED_THRUST", thrust, 0.1 * k))
        found.append({post.variable: post.value for post in simulator.iterate(0.1 * k)})
    return found


@pytest.mark.parametrize(
    "vehicle",
    [
        {},
        {"dynamics": "fossen6", "vehicle": "torpedo_auv"},
        {"dynamics": "fossen6", "vehicle": "remus100"},
        {"dynamics": "fossen3", "vehicle": "cybership2"},
    ],
)
def test_an_empty_battery_ends_the_thrust_and_is_told_once(vehicle: dict[str, str]) -> None:
    simulator = Simulator(battery_capacity=0.5, hotel_load=30.0, shaft_power="60", **vehicle)
    posts = run(simulator, 60.0, 120.0)
    charge = np.array([p["USM_BATTERY_CHARGE"] for p in posts], dtype=float)
    assert np.all(np.diff(charge) <= 0.0)
    empty = int(np.argmax(charge == 0.0))
    assert 0 < empty < 600
    assert [k for k, p in enumerate(posts) if "USM_BATTERY_EMPTY" in p] == [empty]
    told = [text for text in simulator.run_warnings if "battery is empty" in text]
    assert told == [f"the battery is empty after {0.1 * (empty + 1):.1f} s: thrust ends"]
    assert posts[empty - 5]["USM_SHAFT_POWER"] > 1.0  # type: ignore[operator]
    assert posts[-1]["USM_BATTERY_POWER"] == posts[-1]["USM_SHAFT_POWER"] == 0.0
    speed = [p["USM_SPEED"] for p in posts]
    assert abs(speed[-1]) < 0.3 * speed[empty - 1]  # type: ignore[operator, arg-type]
    assert "Battery: empty" in simulator.report()


def test_without_a_line_there_is_nothing_of_it() -> None:
    simulator = Simulator()
    posts = run(simulator, 50.0, 2.0)
    assert "battery" not in simulator.vehicle.parts
    assert not any("BATTERY" in name or "SHAFT" in name for p in posts for name in p)
    assert "Battery" not in simulator.report()


def test_a_bigger_step_spends_the_same() -> None:
    """At constant speed to rounding; while it speeds up within the trapezoid's error."""
    used = []
    for dt in (0.1, 0.5):
        simulator = Simulator(
            dynamics="fossen6", vehicle="torpedo_auv", battery_capacity=50.0, shaft_power="prop:200", start_depth=5.0
        )
        for k in range(1, round(100.0 / dt) + 1):
            simulator.on_mail(Message("DESIRED_THRUST", 70.0, dt * k))
            simulator.iterate(dt * k)
        battery = internals(simulator).battery
        assert battery is not None
        used.append(battery.used)
    assert used[0] == pytest.approx(used[1], rel=2e-3)
    assert used[0] == pytest.approx(100.0 * 200.0 * 0.7**3 / 0.8, rel=0.02)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([("hotel_load", "10")], "hotel_load: has no effect without battery_capacity"),
        ([("battery_capacity", "-1")], "must be at least 0"),
        ([("battery_capacity", "10"), ("drive_efficiency", "2")], "must be at most 1"),
        ([("battery_capacity", "10"), ("shaft_power", "much")], "must be WATTS, or NAME:WATTS"),
        ([("battery_capacity", "10"), ("shaft_power", "10, 20")], "must be WATTS, or NAME:WATTS"),
        ([("battery_capacity", "10")], "nothing says what power thrust take: 0 W are counted; give shaft_power"),
        ([("battery_capacity", "10"), ("shaft_power", "thrst:5")], "no shaft thrst on this vehicle"),
        (
            [("battery_capacity", "9"), ("shaft_power", "5"), ("dynamics", "fossen6"), ("vehicle", "remus100")],
            "has no effect: the torque laws",
        ),
        (
            [("battery_capacity", "9"), ("shaft_power", "5"), ("dynamics", "fossen3"), ("vehicle", "mssjl_example")],
            "has no effect: the vehicle has no shafts",
        ),
    ],
)
def test_what_makes_no_sense_is_said(lines: list[tuple[str, str]], problem: str) -> None:
    simulator = Simulator.from_lines([ConfigLine(k, v, "m.moos", 3) for k, v in lines], dialect="documented")
    found = [str(w) for w in simulator.config_warnings]
    assert any(problem in text and text.startswith("m.moos:3: ") for text in found), found


def test_vehicles_that_say_their_power_need_no_line() -> None:
    for vehicle in ("torpedo_auv", "bluerov2", "remus100"):
        simulator = Simulator(dynamics="fossen6", vehicle=vehicle, battery_capacity=100.0)
        assert simulator.config_warnings == [] or all(w.is_note for w in simulator.config_warnings)


def test_a_battery_that_can_give_less_than_is_asked_for_says_so_once() -> None:
    """Of 24 V through 10 ohm come some 14 W, of which the shafts ask 100."""
    simulator = Simulator(battery_capacity=100, battery_resistance=10, battery_charge=40, shaft_power="100")
    run(simulator, 100.0, 20.0)
    most = (24.0 * 3.62 / 3.7) ** 2 / 40.0
    told = "more is asked of the battery than {:.3g} W, the most that it can give through battery_resistance: {}"
    assert list(simulator.run_warnings) == [told.format(most, "what is beyond is not counted")]


def test_a_battery_that_starts_empty_is_told_of() -> None:
    simulator = Simulator(battery_capacity=100, battery_charge=0, shaft_power="100")
    posts = run(simulator, 100.0, 5.0)
    assert list(simulator.run_warnings) == ["the battery is empty after 0.1 s: thrust ends"]
    assert sum("USM_BATTERY_EMPTY" in p for p in posts) == 1
    assert posts[-1]["USM_SPEED"] < 0.2  # type: ignore[operator]  # what the first step gave
