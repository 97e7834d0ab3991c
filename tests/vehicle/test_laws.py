"""Force laws: printed values, signs and limits."""

from __future__ import annotations

from math import radians

import pytest

from usimmarine_py.kernels.body import actuators as laws


def test_printed_thrusts() -> None:
    assert laws.thrust(400.0, 0.0025, 0.0025) == pytest.approx(400.0)  # Odin at idle, N
    assert laws.thrust(2000.0, 0.0025, 0.0025) == pytest.approx(10000.0)
    assert laws.thrust(3000.0, 1.3e-5, 1.3e-5) == pytest.approx(117.0)  # Jolner
    assert laws.thrust(-100.0, 1.0, 0.5) == -5000.0


def test_two_dimensional_differential_check() -> None:
    """X = F_p + F_s, N = l (F_p - F_s): port minus starboard (S004 3.17)."""
    port = laws.wrench_at(60.0, 0.0, 0.0, -0.8, -0.15, 0.2)
    stbd = laws.wrench_at(40.0, 0.0, 0.0, -0.8, 0.15, 0.2)
    assert port[0] + stbd[0] == 100.0
    assert port[5] + stbd[5] == pytest.approx(0.15 * 20.0)


def test_positive_steering_turns_to_starboard_and_positive_planes_dive() -> None:
    # a nozzle at the stern; R > 0 commands -alpha
    assert laws.waterjet(1000.0, radians(-10.0), 1.0, 0.0025, -4.5, 0.0, 0.0)[5] > 0.0
    assert laws.fin_yaw(0.1, 1.0, 0.0, 0.0, 40.0, 0.35, -0.9)[5] > 0.0
    assert laws.fin_simple_yaw(0.1, 1.0, 0.0, 40.0, -0.9)[5] > 0.0
    assert laws.fin_pitch(0.1, 1.0, 0.0, 0.0, 40.0, 0.35, -0.9)[4] < 0.0
    assert laws.fin_simple_pitch(0.1, 1.0, 0.0, 40.0, -0.9)[4] < 0.0
    lift = laws.slipstream_lift(0.1, 0.5, 1.0, 1000.0, 0.08, 0.5, 6.4, 5.8, 3.2, 2.3)
    assert laws.wrench_at(0.0, -lift, 0.0, -0.55, 0.0, 0.0)[5] > 0.0


def test_passive_fins_stabilise() -> None:
    assert laws.fin_yaw(0.0, 2.0, 0.1, 0.0, 40.0, 0.35, -0.9)[5] > 0.0  # turns the bow into the flow
    assert laws.fin_yaw(0.0, 2.0, 0.0, 0.1, 40.0, 0.35, -0.9)[5] < 0.0  # damps the turn
    assert laws.fin_pitch(0.0, 2.0, 0.0, 0.1, 40.0, 0.35, -0.9)[4] < 0.0


def test_deflector_reverses_the_jet_and_keeps_the_side_force() -> None:
    ahead = laws.waterjet(1000.0, 0.2, 1.0, 0.0025, -4.5, 0.5, 0.3)
    astern = laws.waterjet(1000.0, 0.2, -1.0, 0.0025, -4.5, 0.5, 0.3)
    assert astern[0] == -ahead[0] and astern[1] == ahead[1]
    planar = laws.waterjet_planar(1000.0, 0.2, -1.0, 0.0025, -4.5, 0.5)
    assert planar[1] == -ahead[1] and planar[3:5] == (0.0, 0.0)


def test_dead_zone_of_the_advance_law() -> None:
    args = (3.65e-3, 1.52e-4, 5.10e-3, 4.56e-2)
    assert laws.advance_thrust(0.01, 1.0, *args) == 0.0  # inside: 0 < n < T_nu/T_nn u_r
    assert laws.advance_thrust(20.0, 1.0, *args) > 0.0
    assert laws.advance_thrust(-20.0, 1.0, *args) < 0.0
    top = args[1] / args[0] * 1.0
    assert laws.advance_thrust(top, 1.0, *args) == pytest.approx(0.0, abs=1e-15)  # continuous at its edge


def test_propeller_at_bollard_is_symmetric() -> None:
    args = (1026.0, 0.14, 0.4566, 0.1798, 0.07, 0.0312, 0.6632)
    ahead, astern = laws.propeller(20.0, 0.0, *args), laws.propeller(-20.0, 0.0, *args)
    assert (ahead[0], ahead[1]) == pytest.approx((-astern[0], -astern[1]), rel=1e-14)
    assert laws.propeller(20.0, 1.0, *args)[0] < ahead[0]  # less thrust when the water comes along
