"""Figures of shipped vehicles against what their sources say, computed here anew."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.battery import Battery
from usimmarine_py.values import ActuatorCommand, Environment
from usimmarine_py.vehicle.files import load
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.shafts import disc_power

Figure = Callable[[str], None]
_STILL = Environment()


def _rest(model: Model) -> list[float]:
    return model.inputs(Forcing(), [lag.rest for lag in model.lags])


def prestero(v: float, r: float, u: float, delta: float) -> tuple[float, float]:
    """Y and N of the thesis's table, less the inertia that turns with the body (m u r apart)."""
    y = -1310.0 * abs(v) * v + 0.632 * abs(r) * r - 28.6 * u * v + (5.22 - 30.48) * u * r + 9.64 * u * u * delta
    n = -3.18 * abs(v) * v - 94.0 * abs(r) * r - 24.0 * u * v - 2.0 * u * r - 6.15 * u * u * delta
    return y, n


def test_remus_turns_as_prestero_has_it(figure: Figure) -> None:
    """15 deg of rudder: the steady turn of the thesis's coefficients by scipy beside the simulator's."""
    optimize = pytest.importorskip("scipy.optimize")
    v, r = optimize.fsolve(lambda s: prestero(s[0], s[1], 1.5, -math.radians(15.0)), [-0.1, 0.25])
    expected = math.hypot(1.5, v) / r
    boat = Simulator(dynamics="fossen6", vehicle="remus100", start_depth=20, start_speed=1.5, buoyancy_rate=0)
    for _ in range(400):
        state = boat.step(ActuatorCommand(thrust=64, rudder=100), 0.2)
    radius = math.hypot(*state.nu[:2]) / abs(state.nu[5])
    rate = math.degrees(1.5 * state.nu[5] / state.nu[0])
    own = f"{expected:.2f} m, {math.degrees(r):.1f} deg/s"
    figure(f"remus100, 15 deg: R {radius:.2f} m, {rate:.1f} deg/s at 1.5 m/s; Prestero {own}")
    assert radius == pytest.approx(expected, rel=0.05)
    assert rate == pytest.approx(math.degrees(r), rel=0.05)


def test_remus_keeps_a_straight_course_with_no_rudder(figure: Figure) -> None:
    """By the linear equations of sway and yaw, and after a kick of the rudder; Prestero's own set does not."""

    def stable(y_v: float, y_r: float, n_v: float, n_r: float, speed: float) -> float:
        return y_v * n_r - n_v * (y_r - 30.48 * speed)

    assert stable(-28.6, 5.22, -24.0, -2.0, 1.0) < 0.0 < stable(-66.6, 2.2, -4.47, -6.87, 1.543)
    model = Model(load("remus100", ""), actuators=False)
    o, e = model.head - 6, 1e-4

    def pushed(v: float, r: float) -> np.ndarray:
        state = model.state((0, 0, 20, 0, 0, 0), (1.543, v, 0, 0, 0, r))
        return np.array(model.derivative(0.0, state, _rest(model)))[[o + 1, o + 5]]

    columns = [(pushed(e, 0) - pushed(-e, 0)) / (2 * e), (pushed(0, e) - pushed(0, -e)) / (2 * e)]
    roots = np.linalg.eigvals(np.array(columns).T)
    # M^-1 [Y_v, Y_r - m u; N_v, N_r], the mass that of the file
    m, inertia = 31.03, 4.028
    own = np.linalg.solve([[m + 35.5, -1.93], [-1.93, inertia + 4.88]], [[-66.6, 2.2 - m * 1.543], [-4.47, -6.87]])
    figure(f"remus100 at 1.543 m/s, no rudder: roots {roots.round(2)} 1/s, own {np.linalg.eigvals(own).round(2)}")
    assert max(roots.real) < -0.1
    assert np.sort(roots.real) == pytest.approx(np.sort(np.linalg.eigvals(own).real), rel=0.15)
    boat = Simulator(dynamics="fossen6", vehicle="remus100", start_depth=20, start_speed=1.5)
    turned = 0.0
    for k in range(200):
        state = boat.step(ActuatorCommand(thrust=60, rudder=50 if k < 15 else 0), 0.2)
        turned = max(turned, abs(state.nu[5]))
    figure(
        f"remus100 after 3 s of rudder: {math.degrees(turned):.1f} deg/s, 37 s later {math.degrees(state.nu[5]):.3f}"
    )
    assert math.degrees(turned) > 5.0
    assert abs(math.degrees(state.nu[5])) < 0.1


def test_remus_is_a_body_of_revolution() -> None:
    model = Model(load("remus100", ""), actuators=False)
    across = model.derivative(0.0, model.state((0, 0, 20, 0, 0, 0), (1.0, 0.2, 0, 0, 0, 0.1)), _rest(model))
    down = model.derivative(0.0, model.state((0, 0, 20, 0, 0, 0), (1.0, 0, 0.2, 0, -0.1, 0)), _rest(model))
    o = model.head - 6
    light = model.derivative(0.0, model.state((0, 0, 20, 0, 0, 0)), _rest(model))[o + 2]
    assert down[o + 2] - light == pytest.approx(across[o + 1], rel=0.1)
    assert -down[o + 4] == pytest.approx(across[o + 5], rel=0.1)


def test_kvlcc2_at_full_scale(figure: Figure) -> None:
    """ITTC-57 with k = 0.2 and roughness at 15.5 kn, and the rate of turns of K_T(J) that balances it."""
    speed = 15.5 * 1852.0 / 3600.0
    friction = 0.075 / (math.log10(speed * 320.0 / 1.19e-6) - 2.0) ** 2
    resistance = 0.5 * 1025.0 * 27194.0 * speed**2 * (1.2 * friction + 1.5e-4)
    model = Model(load("kvlcc2", ""))
    pulled = -model.constants.mmg.force * model.constants.mmg.x.R_0 * speed**2
    thrust, ahead = resistance / 0.78, 0.70 * speed
    # K_T = 0.2931 - 0.2753 J - 0.1385 J^2, T = rho n^2 D^4 K_T
    share = thrust / (1025.0 * 9.86**2)
    n = max(np.roots([0.2931 * 9.86**2, -0.2753 * ahead * 9.86, -0.1385 * ahead**2 - share]).real)
    figure(f"kvlcc2 at 15.5 kn: {-pulled / 1e6:.3f} MN, own {resistance / 1e6:.3f}; {60.0 * n:.1f} rpm")
    assert -pulled == pytest.approx(resistance, rel=0.02)
    assert 74.0 < 60.0 * n < 82.0
    ship = Simulator(dynamics="fossen3", vehicle="kvlcc2", start_speed=8)
    for _ in range(1500):
        state = ship.step(ActuatorCommand(thrust=100), 1.0)
    assert state.nu[0] == pytest.approx(speed, rel=0.01)
    assert dict(state.actuators)["main_n_rpm"] == pytest.approx(60.0 * n, rel=0.01)


@pytest.mark.parametrize(
    "name", ["blueboat", "heron", "jolner", "lauv", "odin", "otter", "wamv16", "cybership2", "kvlcc2", "bluerov2"]
)
def test_no_vehicle_moves_for_nothing_or_better_than_an_actuator_disc(name: str) -> None:
    dof = load(name, "").dof
    boat = Simulator(dynamics=f"fossen{dof}", vehicle=name, battery_capacity=1e6, start_depth=20 * (name == "bluerov2"))
    actuators = {a.name.lower(): a for a in load(name, "").actuators}
    rho = load(name, "").medium.rho
    for thrust in (100.0, 30.0, 5.0):
        for _ in range(60):
            state = boat.step(ActuatorCommand(thrust=thrust), 0.5)
        shafts = boat.backend.shaft_meter()(state)
        powers = dict(Battery(1.0).shaft_powers(shafts))
        assert sum(powers.values()) > 0.0
        forces = boat.backend.with_forces().step(state, ActuatorCommand(thrust=thrust), _STILL, 0.05).forces
        for shaft in shafts:
            if name == "kvlcc2" or actuators[shaft.name].disc == 0.0:
                continue
            push = abs(dict(forces).get(f"FORCE_{shaft.name.upper()}_X", 0.0))
            assert powers[shaft.name] >= 0.98 * disc_power(push, max(state.nu[0], 0.0), rho, actuators[shaft.name].disc)


def test_blueboat_sails_for_six_hours(figure: Figure) -> None:
    """1 m/s on two batteries of 266 Wh with 10 W for electronics: 6 h, within 20 %."""
    boat = Simulator(dynamics="fossen6", vehicle="blueboat", start_speed=1.0)
    thrust = 100.0 * math.sqrt((9.5 + 8.7) / (2.0 * 55.2))
    for _ in range(300):
        state = boat.step(ActuatorCommand(thrust=thrust), 0.2)
    power = sum(dict(Battery(1.0).shaft_powers(boat.backend.shaft_meter()(state))).values())
    hours = 2.0 * 266.0 / (10.0 + power / 0.8)
    figure(f"blueboat at {state.nu[0]:.2f} m/s: {power:.1f} W at the shafts, {hours:.1f} h")
    assert hours == pytest.approx(6.0, rel=0.2)
