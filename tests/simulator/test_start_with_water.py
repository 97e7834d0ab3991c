"""A vehicle starts moving with the water, and its step is judged at the flow that was asked for."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.errors import ConfigError, MailError


@pytest.mark.parametrize("vehicle", ["otter", "bluerov2", "cybership2"])
def test_it_moves_with_the_water_from_the_first_moment(vehicle: str) -> None:
    dynamics = "fossen3" if vehicle == "cybership2" else "fossen6"
    common: dict[str, Any] = {"dynamics": dynamics, "vehicle": vehicle, "start_heading": 30}
    if vehicle == "bluerov2":
        common |= {"start_depth": 5}
    water = {"current_speed": 0.4, "current_dir": 100}
    simulator = Simulator(**common, **water)
    psi, towards = radians(30.0), radians(100.0)
    surge, sway = 0.4 * cos(towards - psi), 0.4 * sin(towards - psi)
    assert simulator.state.nu[:2] == pytest.approx((surge, sway), abs=1e-12)
    assert simulator.state.speed == pytest.approx(0.0, abs=1e-12)  # through the water
    for _ in range(50):
        state = simulator.step(ActuatorCommand(), 0.1)
    assert (state.x, state.y) == pytest.approx((5.0 * 0.4 * sin(towards), 5.0 * 0.4 * cos(towards)), abs=0.05)
    held = Simulator(**common, **water, start_with_water=False)
    assert held.state.nu[:2] == (0.0, 0.0)
    simulator.reset()
    assert simulator.state.nu[:2] == pytest.approx((surge, sway), abs=1e-12)


def test_tides_and_drift_are_water_too() -> None:
    simulator = Simulator(dynamics="fossen6", vehicle="otter", tide="M2, major=0.3, direction=0", drift_x=0.2)
    assert simulator.state.nu[:2] == pytest.approx((0.3, 0.2), abs=1e-9)


@pytest.mark.parametrize(
    ("more", "flow"),
    [
        ({"current_speed": 1.8}, "1.8"),
        ({"tide": "M2, major=1.8"}, "1.8"),
        ({"current_speed": 1.0, "current_speed_sigma": 0.3, "current_speed_limit": 0.8}, "1.8"),
    ],
)
def test_a_step_that_the_flow_makes_too_long_is_refused_with_the_longest_that_works(
    more: dict[str, Any], flow: str
) -> None:
    """The glider's lift grows with the square of the speed: at 2.8 m/s its pitch is three times as fast as at 1 m/s."""
    common: dict[str, Any] = {"dynamics": "fossen6", "vehicle": "seawing", "start_depth": 20}
    Simulator(**common)
    with pytest.raises(
        ConfigError, match=rf"sim_step: is too long in water that flows at up to {flow} m/s: 0.05 s; "
    ) as e:
        Simulator(**common, **more)
    longest = float(str(e.value).rsplit("is ", 1)[1].removesuffix(" s"))
    simulator = Simulator(**common, **more, sim_step=longest, start_with_water=False)
    for _ in range(600):
        simulator.step(ActuatorCommand(), 0.1)
    assert not any("diverged" in warning for warning in simulator.run_warnings)


@pytest.mark.parametrize("at_rest", [False, True])
def test_bluerov2_in_a_current_of_3_m_s(at_rest: bool) -> None:
    """It went beyond all numbers in such a current, which is four times its own speed."""
    rov: dict[str, Any] = {"dynamics": "fossen6", "vehicle": "bluerov2", "start_depth": 20}
    water = {"current_speed": 3.0, "current_dir": 70, "start_with_water": not at_rest}
    with pytest.raises(ConfigError, match=r"flows at up to 3 m/s: 0.05 s; the longest step that works is 0.039 s"):
        Simulator(**rov, **water)
    simulator = Simulator(**rov, **water, sim_step=0.039)
    for k in range(3000):
        command = ActuatorCommand(thrust=100.0 if k < 1500 else -100.0, rudder=60.0 if k % 600 < 300 else -60.0)
        state = simulator.step(command, 0.1)
        assert state.speed < 1.0 or k < 300  # through the water, once it goes with it
    assert not any("diverged" in warning or "held" in warning for warning in simulator.run_warnings)
    assert (state.x, state.y) == pytest.approx((900.0 * sin(radians(70)), 900.0 * cos(radians(70))), abs=60.0)
    assert abs(state.roll) < 0.2


def test_a_current_by_mail_is_judged_too() -> None:
    simulator = Simulator(dynamics="fossen6", vehicle="seawing", start_depth=20, tide="M2, major=0.3")
    simulator.post("USM_WEATHER", "current_speed=0.2")
    with pytest.raises(MailError, match=r"sim_step: is too long in water that flows at up to 1.3 m/s: 0.05 s; the lo"):
        simulator.post("USM_WEATHER", "current_speed=1.0")
    simulator.step(ActuatorCommand(), 0.1)
    assert simulator.posts["USM_CURRENT_SPEED"] == pytest.approx(0.5)  # that of before, beside the tide
    simulator.post("USM_WEATHER", "current_speed=0.1")
