"""Linear models, eigenvalues, steady states: against complex steps, differences, the vehicle report, runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from math import inf, pi

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import linear_sum_assignment

from tests.support.vehicles import SOME
from tests.vehicle.test_terms import both, poses, velocities
from usimmarine_py.cli.vehicles import explain_vehicle
from usimmarine_py.errors import ConfigError, TrialError
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.description import checks

TOLERANCE = 1e-8


def apart(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Largest difference of two matrices, entries over the larger of themselves and 1e-3 of their row's largest."""
    scale = np.maximum(abs(theirs), 1e-3 * abs(theirs).max(axis=1, keepdims=True))
    return float((abs(ours - theirs) / np.where(scale > 0.0, scale, 1.0)).max())


@pytest.mark.parametrize(("name", "variant"), SOME)
def test_a_and_b_against_complex_steps(name: str, variant: str, figure: Callable[[str], None]) -> None:
    """Of the bare hull with its memory, in a current under a force, about states without kinks and at rest."""
    vehicle, laws = both(name, variant)
    rng = np.random.default_rng(6)
    n, k = vehicle.dof, len(vehicle.names)
    worst = 0.0
    for nu, eta in zip(velocities(vehicle, 4, 7)[1:3], poses(vehicle, 2), strict=True):
        state = vehicle.state(eta, nu)
        state[2 * n :] = rng.uniform(-0.1, 0.1, k - 2 * n)
        tau = rng.uniform(-1.0, 1.0, n) * vehicle.mass_matrix().diagonal()
        current = np.array([0.2, -0.1, 0.0])
        model = vehicle.linearise(state, vehicle.inputs(tau=tau, current=current))
        x = np.concatenate([state, tau])
        columns = []
        for i in range(k + n):
            moved = x.astype(complex)
            moved[i] += 1e-30j
            columns.append(laws.rates(moved[:k], moved[k:], current).imag / 1e-30)
        theirs = np.stack(columns, axis=-1)
        assert model.states == vehicle.names and model.kinks == ()
        worst = max(worst, apart(model.A, theirs[:, :k]), apart(model.B, theirs[:, k:]))
        assert np.allclose(model.rates, laws.rates(state.astype(complex), tau, current).real, rtol=1e-10, atol=1e-10)
    figure(f"{name} {variant}: A and B within {worst:.0e} of complex steps, tolerance {TOLERANCE:.0e}")
    assert worst <= TOLERANCE


def stencil(f: Callable[[np.ndarray], np.ndarray], x: np.ndarray, i: int, h: float) -> np.ndarray:
    """Central difference of order 8."""
    total = np.zeros(len(f(x)))
    for k, weight in enumerate((4 / 5, -1 / 5, 4 / 105, -1 / 280), start=1):
        up, down = x.copy(), x.copy()
        up[i] += k * h
        down[i] -= k * h
        total += weight * (f(up) - f(down))
    return total / h


@pytest.mark.parametrize(("name", "variant"), SOME)
def test_a_and_b_with_actuators(name: str, variant: str, figure: Callable[[str], None]) -> None:
    """About a state in motion against a difference formula of order 8, set-points included."""
    vehicle = Vehicle.load(name, variant)
    rng = np.random.default_rng(8)
    low, high = vehicle.setpoint_limits
    state = vehicle.state(poses(vehicle, 1)[0], abs(velocities(vehicle, 2, 9)[1]) + 0.1)
    head, lags = vehicle.model.head, vehicle.model.lags
    places = low + (high - low) * rng.uniform(0.6, 0.8, len(lags))
    state[head : head + len(lags)] = places
    points = places + 1e-3 * (high - low)
    table = vehicle.inputs(points)
    model = vehicle.linearise(state, table)
    joint = np.concatenate([state, table])
    k = len(state)
    rows = [vehicle.names.index(name) for name in model.states]
    components = dict(zip(("X", "Y", "N"), (0, 1, 5), strict=True))
    if vehicle.dof == 6:
        components = {name: i for i, name in enumerate("XYZKMN")}
    # entries of state and inputs, and steps; what follows its set-point at once is moved in the state
    moved = [(i, 1e-4 * (high - low)[i - head] if head <= i < head + len(lags) else 1e-3) for i in rows]
    for name_of in model.inputs:
        if name_of in components:
            moved.append((k + components[name_of], 1e-2 * vehicle.description.mass))
        else:
            i = vehicle.setpoint_names.index(name_of)
            moved.append((k + 19 + i if name_of in model.states else head + i, 2e-4 * (high - low)[i]))
    theirs = [stencil(lambda x: vehicle.derivative(x[:k], x[k:])[rows], joint, i, h) for i, h in moved]
    worst = apart(np.hstack([model.A, model.B]), np.stack(theirs, axis=-1))
    figure(f"{name} {variant}: A and B with actuators within {worst:.0e} of a formula of order 8, tolerance 1e-8")
    assert worst <= TOLERANCE


@pytest.mark.parametrize(("name", "variant"), SOME)
def test_eigenvalues_are_those_of_the_report(name: str, variant: str) -> None:
    vehicle = Vehicle.load(name, variant)
    fast = vehicle.description.speed_max
    for speed in checks.trial_speeds(vehicle.description):
        ours = vehicle.eigenvalues(speed)
        theirs = checks.eigenvalues(vehicle.description, speed)[0]
        cost = abs(ours[:, None] - theirs[None, :])
        i, j = linear_sum_assignment(cost)
        if (name, variant) == ("remus100", "base") and speed < 0.0:
            # the wing formula as printed jumps where the flow comes from astern: no eigenvalue exists; the report's,
            # a million 1/s and more, is what its step makes of the jump
            assert abs(theirs).max() > 1e6
            continue
        # the report's differences over 1e-6 see |v| v at rest
        assert cost[i, j].max() <= 2e-5 * max(1.0, abs(ours).max())
    text = explain_vehicle(name, variant)
    found = re.search(rf"straight run at {fast:g} m/s: lateral mode (\S+) 1/s", text)
    assert found is not None
    assert min(abs(vehicle.eigenvalues(fast).real - float(found[1]))) <= 0.05 * abs(float(found[1])) + 2e-5
    for line in re.findall(r"at ([\d.]+) m/s ahead: a disturbance grows in (.*)", text):
        for growth in re.findall(r" at (\S+) 1/s", line[1]):
            assert min(abs(vehicle.eigenvalues(float(line[0])).real - float(growth))) <= 0.006 + 0.06 * float(growth)


def test_eigenvalues_are_those_of_the_linear_model() -> None:
    """Two ways to the same numbers: A about a straight run, without what nothing depends on and without actuators."""
    vehicle = Vehicle.load("odin", "base")
    model = vehicle.linearise(vehicle.state(nu=[2.0, 0, 0, 0, 0, 0], actuators=[0.0] * 6), lags=False)
    kept = [s for s in model.states if s not in ("x", "y", "psi")]
    ours, theirs = model.select(kept).eigenvalues, vehicle.eigenvalues(2.0)
    # jets that idle do not change with anything; those that stand still do not either
    assert abs(ours - theirs).max() < 1e-6


COMMANDS = [
    ("odin", "", 60.0, 15.0), ("odin", "hilsim", 60.0, 15.0), ("jolner", "", 50.0, 10.0), ("otter", "", 60.0, 20.0),
    ("cybership2", "", 50.0, 30.0), ("mssjl_example", "", 60.0, 30.0), ("heron", "", 80.0, -20.0),
    ("blueboat", "", 70.0, 10.0), ("wamv16", "", 50.0, 5.0), ("lauv", "", 60.0, 20.0), ("bluerov2", "", 50.0, 20.0),
    ("kvlcc2", "", 60.0, 100.0),
]  # fmt: skip


@pytest.mark.parametrize(("name", "variant", "thrust", "rudder"), COMMANDS)
def test_a_steady_turn_is_where_a_long_run_ends(
    name: str, variant: str, thrust: float, rudder: float, figure: Callable[[str], None]
) -> None:
    vehicle = Vehicle.load(name, variant)
    found = vehicle.steady(thrust, rudder)
    orders = vehicle.orders(thrust, rudder)
    seconds = 8000.0 if name == "kvlcc2" else 1500.0
    start = vehicle.state([0, 0, 20.0, 0, 0, 0] if vehicle.description.submerged else 0.0)
    end = vehicle.advance(start, vehicle.inputs(orders.setpoints, orders.tau), step=0.05, steps=round(seconds / 0.05))
    ours, theirs = found.nu, vehicle.nu(end)
    difference = abs(ours - theirs).max()
    figure(f"{name} {variant}: steady {difference:.0e} m/s, rad/s beside {seconds:.0f} s; growth {found.growth:.3g}")
    assert difference < 1e-7
    assert found.growth < 0.0
    rate = vehicle.derivative(end, vehicle.inputs(orders.setpoints, orders.tau))[vehicle.names.index("psi")]
    assert found.turning == pytest.approx(rate, abs=1e-7)
    # the linear model about it tells how fast a small disturbance is forgotten
    table = vehicle.inputs(orders.setpoints, orders.tau)
    model = vehicle.linearise(found.state, table, lags=False)
    free = ("x", "y", "psi", *(("z",) if vehicle.description.submerged else ()))
    kept = [s for s in model.states if s not in free]
    assert model.select(kept).eigenvalues[0].real == pytest.approx(found.growth, abs=1e-6)
    assert abs(model.select(kept).rates).max() < 1e-8


def test_a_glide_and_a_drift() -> None:
    """A glider sinks steadily; without command a hull lies in the wind and drifts with the current."""
    glider = Vehicle.load("seawing")
    glide = glider.steady(100.0, 0.0, 30.0)
    rates = glider.derivative(glide.state, glider.inputs(glider.orders(100.0, 0.0, 30.0).setpoints))
    assert rates[2] > 0.1 and abs(rates[3:]).max() < 1e-8
    otter = Vehicle.load("otter")
    drifting = otter.steady(inputs=otter.inputs(current=[0.3, 0.2, 0.0]))
    place = otter.derivative(drifting.state, otter.inputs(current=[0.3, 0.2, 0.0]))[:3]
    assert np.allclose(place, [0.3, 0.2, 0.0], atol=1e-8)
    planar = Vehicle.load("mssjl_example")
    pushed = planar.steady(inputs=planar.inputs(tau=[2.0, 0.0, 0.0]))
    assert planar.damping_force(pushed.nu) == pytest.approx([2.0, 0.0, 0.0], abs=1e-9)


def test_what_never_settles_is_said() -> None:
    sliding = Vehicle(length=1.0, mass=10.0, I_z=1.0, X_udot=-1.0, Y_vdot=-5.0, N_rdot=-1.0, Y_v=-5.0, N_r=-1.0)
    with pytest.raises(TrialError, match="does not settle"):
        sliding.steady(inputs=sliding.inputs(tau=[1.0, 0.0, 0.0]))


def test_the_linear_model_foretells_the_motion() -> None:
    """A small disturbance of a steady turn after five seconds, by the exponential of A."""
    vehicle = Vehicle.load("otter")
    steady = vehicle.steady(60.0, 20.0)
    table = vehicle.inputs(vehicle.orders(60.0, 20.0).setpoints)
    model = vehicle.linearise(steady.state, table)
    kept = [s for s in model.states if s not in ("x", "y", "psi")]
    small = 1e-5 * np.random.default_rng(1).uniform(-1.0, 1.0, len(kept))
    rows = [vehicle.names.index(s) for s in kept]
    disturbed = steady.state.copy()
    disturbed[rows] += small
    ends = vehicle.advance(np.stack([steady.state, disturbed]), table, step=0.01, steps=500, solver="rk4")
    told = expm(5.0 * model.select(kept).A) @ small
    assert np.allclose((ends[1] - ends[0])[rows], told, atol=1e-3 * abs(small).max())


def test_kinks_are_named() -> None:
    """The printed wing formula jumps where the flow comes from astern; a propeller's law has ends where it bends."""
    remus = Vehicle.load("remus100", "base")
    model = remus.linearise(remus.state([0, 0, 20.0, 0, 0, 0], [-1.0, 0, 0, 0, 0, 0]))
    jumps = {(k.rate, k.by) for k in model.kinks if inf in (k.left, k.right)}
    assert jumps == {("w", "w")}
    # n n behind, n U ahead (actuators 1.2)
    assert {"w", "prop_n"} == {k.by for k in model.kinks}
    assert np.isfinite(model.A).all() and np.isfinite(model.B).all()
    ship = Vehicle.load("cybership2")
    port = asdict(ship.description.actuators[0].law)
    end = port["T_nu_pos"] / port["T_nn_pos"] * 0.5
    state = ship.state(nu=[0.5, 0, 0], actuators=[end, end, 0, 0, 0])
    bent = ship.linearise(state, ship.inputs([end, end, 0, 0, 0]), lags=False)
    found = next(k for k in bent.kinks if (k.rate, k.by) == ("u", "prop_port_n"))
    mass = ship.mass_matrix()[0, 0]
    assert (found.left, found.right) == pytest.approx((0.0, port["T_nu_pos"] * 0.5 / mass), abs=1e-9)
    assert bent.B[3, bent.inputs.index("prop_port_n")] == pytest.approx(0.5 * found.right, abs=1e-9)
    # between the ends there is none, and |v| v has none at rest
    otter = Vehicle.load("otter")
    assert otter.linearise(otter.state()).kinks == ()


def test_inputs_by_name_and_what_cannot_be() -> None:
    vehicle = Vehicle.load("otter")
    state = vehicle.state(nu=[1.0, 0, 0, 0, 0, 0])
    table = vehicle.inputs(wind=[5.0, 0.5 * pi], current=[0.1, 0.0])
    model = vehicle.linearise(state, table, by=["N", "wind_speed", "current_east"])
    assert model.inputs == ("N", "wind_speed", "current_east")
    assert model.u.tolist() == [0.0, 5.0, 0.0]
    alone = [0.0] * 6 + np.linalg.inv(vehicle.mass_matrix())[:, 5].tolist() + [0.0, 0.0]
    assert model.B[:, 0] == pytest.approx(alone, abs=1e-9)
    # a wind from the side pushes by the square of its speed
    w = vehicle.description.weather.wind
    assert w is not None
    v = vehicle.names.index("v")
    faster = vehicle.derivative(state, vehicle.inputs(wind=[5.001, 0.5 * pi], current=[0.1, 0.0]))[v]
    slower = vehicle.derivative(state, vehicle.inputs(wind=[4.999, 0.5 * pi], current=[0.1, 0.0]))[v]
    assert model.B[v, 1] == pytest.approx((faster - slower) / 0.002, rel=1e-6)
    with pytest.raises(ConfigError, match=r"inputs: has no 'wind_sped'.*did you mean wind_speed"):
        vehicle.linearise(state, by=["wind_sped"])
    with pytest.raises(ConfigError, match="states: has no 'V'"):
        model.select(["V"])
    with pytest.raises(ConfigError, match="one state"):
        vehicle.linearise(np.stack([state, state]))
    quaternion = Vehicle.load("remus100", attitude="quaternion")
    with pytest.raises(ConfigError, match="load the vehicle with euler"):
        quaternion.linearise(quaternion.state())
    with pytest.raises(ConfigError, match="load the vehicle with euler"):
        quaternion.steady(50.0)


def test_a_set_point_whose_actuator_is_left_out_is_refused() -> None:
    """Its column would be 0, and a regulator would do nothing."""
    v = Vehicle.load("remus100")
    level = v.trim(free=("elevator",), hold={"speed": 1.5, "depth_rate": 0.0})
    model = v.linearise(level.state, v.inputs(v.orders(**level.commands)))
    with pytest.raises(ConfigError, match="rudder_delta acts only through the state rudder_delta, which is left out"):
        model.select(["v", "r", "psi"], ["rudder_delta"])
    assert model.select(["v", "r", "psi", "rudder_delta"], ["rudder_delta"]).B[3, 0] > 0.0
    at_once = v.linearise(level.state, v.inputs(v.orders(**level.commands)), lags=False)
    assert abs(at_once.select(["v", "r", "psi"], ["rudder_delta"]).B[1, 0]) > 0.01
