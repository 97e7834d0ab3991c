"""The Seawing glider: steady glides against their closed form, spirals, its buoyancy engine and moving battery."""

from __future__ import annotations

from math import asin, atan2, cos, degrees, hypot, radians, sin, sqrt

import numpy as np
import pytest

from tests.support.vehicles import vehicle
from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels.body.damping import glide_forces
from usimmarine_py.kernels.body.propulsion import actuator_forces
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.maths.integrators import DP5
from usimmarine_py.simulator import Simulator
from usimmarine_py.vehicle.actuators.commands import Demand, set_points
from usimmarine_py.vehicle.description.checks import feeding_state
from usimmarine_py.vehicle.model import Forcing, Model

G = 9.81


def closed_form(net_mass: float, shift: float) -> tuple[float, float, float]:
    """Speed (m/s), glide path angle and pitch (deg) of a straight glide with the printed polar.

    Along and across the path D = -W sin(gamma), L = W cos(gamma); about y the weights of hull and battery, the printed
    moment and that of the added masses, (Z_wdot - X_udot) u w, balance. ``net_mass`` kg, heavy positive; ``shift`` m.
    """
    weight, sign = abs(net_mass) * G, 1.0 if net_mass > 0 else -1.0

    def glide(alpha: float) -> tuple[float, float, float, float]:
        lift, drag = -0.36 + 440.99 * alpha, 7.19 + 386.29 * alpha * alpha
        gamma = -sign * atan2(drag, sign * lift)
        square = weight * cos(gamma) / abs(lift)
        theta = gamma + alpha
        moment = -11.0 * G * shift * cos(theta) - 65.28 * G * 0.0050198 * sin(theta)
        moment += square * (0.28 - 65.84 * alpha + (65.92 - 1.48) * sin(alpha) * cos(alpha))
        return moment, sqrt(square), gamma, theta

    low, high = sorted((sign * 0.003, sign * 0.2))
    rising = glide(high)[0] > 0
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if (glide(middle)[0] > 0) == rising else (middle, high)
    _, speed, gamma, theta = glide(low)
    return speed, degrees(gamma), degrees(theta)


def glide(volume: float, shift: float, turn: float = 0.0, seconds: float = 500.0) -> dict[str, float]:
    """What is steady after some minutes from 200 m, by the equations of motion."""
    model = Model(vehicle("seawing", "base"))
    inputs, solver = model.inputs(Forcing(), [volume, shift, radians(turn)]), model.solver(DP5, 0.1)
    state = model.advance(model.state((0, 0, 200.0, 0, 0, 0)), inputs, solver, int(10 * seconds))
    before, nu = model.eta(state), model.nu(state)
    after = model.eta(model.advance(state, inputs, solver, 10))
    along = hypot(after[0] - before[0], after[1] - before[1])
    return {
        "speed": sqrt(nu[0] ** 2 + nu[1] ** 2 + nu[2] ** 2),
        "path": degrees(atan2(before[2] - after[2], along)),
        "pitch": degrees(after[4]),
        "roll": degrees(after[3]),
        "turning": after[5] - before[5],
    }


@pytest.mark.parametrize(
    ("net_mass", "shift"), [(0.3, 0.02), (0.3, 0.01), (0.15, 0.02), (0.5, 0.03), (-0.3, -0.02), (-0.15, -0.012)]
)
def test_a_steady_glide_is_that_of_the_closed_form(net_mass: float, shift: float) -> None:
    speed, path, pitch = closed_form(net_mass, shift)
    found = glide(-net_mass / 1025.0 * 1e6, shift)
    assert found["speed"] == pytest.approx(speed, rel=0.01)
    assert (found["path"], found["pitch"]) == pytest.approx((path, pitch), abs=0.5)


def test_it_glides_as_gliders_do() -> None:
    """0.3 kg and 2 cm, the source's example: a knot, 35 degrees; half the drive is slower and flatter."""
    usual, gentle = glide(-292.7, 0.02), glide(-146.0, 0.01)
    assert 0.4 < usual["speed"] < 0.55 and -37.0 < usual["pitch"] < -30.0
    assert gentle["speed"] < usual["speed"] and -20.0 < gentle["pitch"] < -15.0


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_it_spirals_to_starboard_with_the_battery_to_port_diving_and_climbing(sign: float) -> None:
    starboard, port = glide(-sign * 292.7, sign * 0.02, 45.0, 300.0), glide(-sign * 292.7, sign * 0.02, -45.0, 300.0)
    assert 0.002 < starboard["turning"] < 0.006
    assert port["turning"] == pytest.approx(-starboard["turning"], rel=1e-6)
    assert starboard["roll"] == pytest.approx(-port["roll"], rel=1e-6)


def test_what_pushes_inside_the_hull() -> None:
    """Engine and battery at any attitude, against numpy's cross products."""
    model = Model(vehicle("seawing", "base", {"actuator.0.position": [-0.8, 0.0, 0.02]}))
    rng = np.random.default_rng(5)
    for _ in range(20):
        phi, theta = rng.uniform(-1.4, 1.4, 2)
        rot = np.array(rzyx(phi, theta, 0.3)).reshape(3, 3)
        down = rot.T @ [0.0, 0.0, 1.0]
        volume, x, gamma = rng.uniform(-1.0, 1.0, 3) * (487.8, 0.05, 1.5)
        state = model.state()
        state[model.head : model.head + 3] = [volume, x, gamma]
        got = actuator_forces(state, model.head, 0, 0, 0, 0, 0, 0, 0.0, *down, 50.0, model.body)
        lift = -1025.0 * G * volume * 1e-6 * down
        moved = np.array([x, -0.014 * sin(gamma), 0.014 * (cos(gamma) - 1.0)])
        moment = np.cross([-0.8, 0.0, 0.02], lift) + np.cross(moved, 11.0 * G * down)
        assert got == pytest.approx((*lift, *moment), abs=1e-12)


def test_the_polar_is_the_printed_one_at_small_angles_and_takes_energy_out_at_all() -> None:
    glider = vehicle("seawing", "base")
    c = Model(glider).constants
    assert feeding_state(glider) is None
    for alpha, beta in ((0.03, 0.0), (-0.05, 0.02), (0.08, -0.04)):
        V = 0.6
        u, v, w = V * cos(alpha) * cos(beta), V * sin(beta), V * sin(alpha) * cos(beta)
        flow = np.array([
            [cos(alpha) * cos(beta), -cos(alpha) * sin(beta), -sin(alpha)],
            [sin(beta), cos(beta), 0.0],
            [sin(alpha) * cos(beta), -sin(alpha) * sin(beta), cos(alpha)],
        ])  # fmt: skip
        forces = [-(7.19 + 386.29 * alpha**2), -115.65 * beta, -(-0.36 + 440.99 * alpha)]
        moments = [-58.27 * beta, 0.28 - 65.84 * alpha, 34.10 * beta]
        printed = [*(flow @ forces), *(flow @ moments)]
        got = np.array(glide_forces(u, v, w, 0.0, 0.0, 0.0, c.damping.polar)) / V**2
        assert got == pytest.approx(printed, abs=0.02 * np.abs(printed).max())
    rng = np.random.default_rng(6)
    for u, v, w in rng.uniform(-1.0, 1.0, (500, 3)):
        x, y, z, *_ = glide_forces(u, v, w, 0.0, 0.0, 0.0, c.damping.polar)
        assert x * u + y * v + z * w < 0.0
    assert glide_forces(0.0, 0.3, 0.0, 0.0, 0.0, 0.0, c.damping.polar)[1] < 0.0
    assert not any(glide_forces(0.0, 0.0, 0.0, 0.1, 0.1, 0.1, c.damping.polar))


def test_thrust_and_elevator_mean_drive_and_direction() -> None:
    glider = vehicle("seawing", "base")
    assert glider.command is not None

    def wanted(thrust: float, elevator: float, rudder: float = 0.0) -> tuple[float, ...]:
        return set_points(glider.command, Demand(thrust, rudder, elevator)).references  # type: ignore[arg-type]

    assert wanted(100.0, 100.0) == pytest.approx((-487.8, 0.05, 0.0))
    assert wanted(60.0, 40.0) == pytest.approx((-0.24 * 487.8, 0.02, 0.0))
    assert wanted(60.0, -40.0, 50.0) == pytest.approx((0.24 * 487.8, -0.02, radians(45.0)))
    assert wanted(-50.0, 40.0)[0] == wanted(0.0, 40.0)[0] == 0.0


def test_mail_makes_it_dive_and_climb_at_the_rate_of_its_pump() -> None:
    simulator = Simulator(dynamics="fossen6", vehicle="seawing", start_depth=30.0)
    simulator.post("DESIRED_THRUST", 100.0)
    simulator.post("DESIRED_ELEVATOR", 50.0)
    simulator.iterate(0.0)
    simulator.iterate(5.0)
    engine = dict(simulator.state.actuators)
    assert next(v for k, v in engine.items() if "volume" in k.lower()) == pytest.approx(-50.0, abs=2.0)
    for k in range(115):
        simulator.iterate(6.0 + k)
    assert simulator.state.depth > 45.0 and simulator.state.pitch < 0.0
    deepest = simulator.state.depth
    simulator.post("DESIRED_ELEVATOR", -50.0)
    for k in range(240):
        simulator.iterate(122.0 + k)
    assert simulator.state.depth < deepest - 10.0 and simulator.state.pitch > 0.0


@pytest.mark.parametrize(
    ("overrides", "problem"),
    [
        ({"actuator.0.volume_min": 5.0}, "volume_min.*at most 0"),
        ({"actuator.0.volume_min": 0.0, "actuator.0.volume_max": 0.0}, "volume_min.*less than"),
        ({"actuator.1.x_max": 0.0}, "x_max.*above 0"),
        ({"actuator.1.mass": -1.0}, "mass.*above 0"),
        ({"damping.polar.K_D0": -1.0}, "K_D0.*at least 0"),
        ({"damping.polar.K_q": 3.0}, "K_q.*negative"),
        ({"damping.polar.K_X": 3.0}, "unknown key"),
        ({"command.type": "allocation"}, "cannot be allocated"),
    ],
)
def test_bad_files_are_refused(overrides: dict[str, object], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        vehicle("seawing", "base", overrides)


def test_three_degrees_of_freedom_have_no_use_for_it() -> None:
    engine = {"name": "engine", "type": "buoyancy_engine", "volume_min": -1.0, "volume_max": 1.0}
    with pytest.raises(ConfigError, match="no effect with dof = 3"):
        vehicle("cybership2", "base", {"actuator": [engine]})


def test_the_sideslip_of_a_spiral_is_small() -> None:
    model = Model(vehicle("seawing", "base"))
    inputs = model.inputs(Forcing(), [-292.7, 0.02, radians(45.0)])
    nu = model.nu(model.advance(model.state((0, 0, 200.0, 0, 0, 0)), inputs, model.solver(DP5, 0.1), 3000))
    assert abs(degrees(asin(nu[1] / sqrt(nu[0] ** 2 + nu[1] ** 2 + nu[2] ** 2)))) < 3.0
