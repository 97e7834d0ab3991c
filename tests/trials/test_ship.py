"""KVLCC2: the published MMG equations written again in model scale, and the free-running tests of SIMMAN."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import atan2, cos, exp, hypot, pi, radians, sin, sqrt

import numpy as np
import pytest

from tests.support.vehicles import vehicle
from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels.body.mmg import mmg_forces, mmg_hull, mmg_thrust
from usimmarine_py.kernels.body.motion3 import coriolis3
from usimmarine_py.maths.integrators import RK4
from usimmarine_py.simulator import Simulator
from usimmarine_py.trials.envelope import CommandGrid, calm, is_symmetric
from usimmarine_py.trials.subject import vehicle_subject
from usimmarine_py.trials.trials import TrialOptions, run_trials
from usimmarine_py.values import ActuatorCommand
from usimmarine_py.vehicle.description.checks import feeding_state
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.shallow import in_water, water_of

#: Yasukawa and Yoshimura 2015, tables 6 to 8: free-running tests and their simulation of the 7 m model
#: ("code results for KVLCC2-L7-model ... Exp-Ref, Sim-Ref" in several re-implementations)
TESTS = {
    "starboard": {"advance": 3.25, "diameter": 3.34, "10": (8.2, 21.9), "20": (13.7,)},
    "port": {"advance": 3.11, "diameter": 3.08, "10": (9.5, 15.0), "20": (15.1,)},
}
SIMULATED = {
    "starboard": {"advance": 3.31, "diameter": 3.36, "10": (5.2, 15.8), "20": (10.9,)},
    "port": {"advance": 3.26, "diameter": 3.26, "10": (7.6, 10.2), "20": (14.5,)},
}


class Published:
    """The method as it is printed, dimensionless, the 7 m model in fresh water."""

    #: by what shallow water multiplies: Y_v, Y_r, N_v, N_r, m_y, J_z
    water = (1.0,) * 6
    L, d, D, m, xG, U0 = 7.0, 0.455, 9.86 * 7 / 320, 1000.0 * 312600 * (7 / 320) ** 3, 11.2 * 7 / 320, 15.5 * 0.5144444

    def __init__(self) -> None:
        self.U0 *= sqrt(7 / 320)
        self.rate = radians(2.34) * sqrt(320 / 7)
        low, high = 1.0, 30.0
        for _ in range(60):
            n = 0.5 * (low + high)
            low, high = (n, high) if self.forces(self.U0, 0, 0, 0, n)[0] < 0 else (low, n)
        self.n = low

    def forces(self, u: float, v: float, r: float, delta: float, n: float) -> tuple[float, float, float]:
        U = hypot(u, v)
        beta, vp, rp = atan2(-v, u), v / U, r * self.L / U
        yv, yr, nv, nr, _, j = self.water
        x = -0.022 + nv * (-0.040 * vp**2 + 0.002 * vp * rp + 0.771 * vp**4) + j * 0.011 * rp**2
        cubic = 2.25 * nv - 1.25
        y = yv * (-0.315 * vp + 0.379 * vp**2 * rp - 0.391 * vp * rp**2) + yr * 0.083 * rp - cubic * 1.607 * vp**3
        y += nr * 0.008 * rp**3
        m = -nv * 0.137 * vp - nr * (0.049 * rp + 0.013 * rp**3) - cubic * 0.030 * vp**3
        m += j * (0.055 * vp * rp**2 - 0.294 * vp**2 * rp)
        q = 500.0 * self.L * self.d * U * U
        bp = beta + 0.48 * rp
        w = 1 - (1 - 0.40) * (1 + (1 - exp(-2.0 * abs(bp))) * ((1.6 if bp > 0 else 1.1) - 1))
        J = u * (1 - w) / (n * self.D)
        KT = 0.2931 - 0.2753 * J - 0.1385 * J * J
        thrust = 1000.0 * n * n * self.D**4 * KT
        br = beta + 0.710 * rp
        vr = U * (0.640 if br > 0 else 0.395) * br
        ur = 1.09 * u * (1 - w) * sqrt(0.626 * (1 + 0.50 * (sqrt(1 + 8 * KT / (pi * J * J)) - 1)) ** 2 + 1 - 0.626)
        normal = 500.0 * 112.5 * (7 / 320) ** 2 * (ur * ur + vr * vr) * 2.747 * sin(delta - atan2(vr, ur))
        return (
            q * x + 0.78 * thrust - (1 - 0.387) * normal * sin(delta),
            q * y - 1.312 * normal * cos(delta),
            q * self.L * m + (0.5 + 0.312 * 0.464) * self.L * normal * cos(delta),
        )

    def circle(self, rudder: float) -> tuple[float, float]:
        """Advance and tactical diameter, lengths."""
        added = 500.0 * self.L**2 * self.d
        _, _, _, _, g, j = self.water
        mx, my = self.m + 0.022 * g * added, self.m + 0.223 * g * added
        Iz = self.m * ((0.25 * self.L) ** 2 + self.xG**2) + 0.011 * j * added * self.L**2
        M = np.array([[mx, 0, 0], [0, my, self.m * self.xG], [0, self.m * self.xG, Iz]])

        def rate(s: np.ndarray) -> np.ndarray:
            _x, _y, psi, u, v, r, delta = s
            X, Y, N = self.forces(u, v, r, delta, self.n)
            right = [X + my * v * r + self.m * self.xG * r * r, Y - mx * u * r, N - self.m * self.xG * u * r]
            step = np.sign(rudder) * self.rate if abs(delta) < abs(rudder) else 0.0
            turned = u * cos(psi) - v * sin(psi), u * sin(psi) + v * cos(psi), r
            return np.array([*turned, *np.linalg.solve(M, right), step])

        s, h, advance = np.array([0, 0, 0, self.U0, 0, 0, 0.0]), 0.05, 0.0
        while abs(s[2]) < pi:
            k1 = rate(s)
            k2 = rate(s + 0.5 * h * k1)
            k3 = rate(s + 0.5 * h * k2)
            s = s + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(s + h * k3))
            if abs(s[2]) <= 0.5 * pi:
                advance = s[0]
        return float(advance) / self.L, abs(float(s[1])) / self.L


def ours(rudder: float) -> tuple[float, float]:
    """The same of the shipped file, full scale."""
    model = Model(vehicle("kvlcc2", "model"))
    state = model.state(nu=(15.5 * 0.5144444, 0.0, 0.0, 0.0, 0.0, 0.0))
    state[6] = 105.0
    inputs, solver, advance = model.inputs(Forcing(), [105.0, rudder]), model.solver(RK4, 0.5), 0.0
    while abs(state[2]) < pi:
        state = model.advance(state, inputs, solver)
        if abs(state[2]) <= 0.5 * pi:
            advance = state[0]
    return advance / 320.0, abs(state[1]) / 320.0


@pytest.mark.parametrize(("side", "sign"), [("starboard", 1.0), ("port", -1.0)])
def test_the_turning_circle_is_that_of_the_printed_equations_and_near_the_tests(side: str, sign: float) -> None:
    found, written_again = ours(sign * radians(35.0)), Published().circle(sign * radians(35.0))
    assert found == pytest.approx(written_again, rel=0.01)
    assert found == pytest.approx((TESTS[side]["advance"], TESTS[side]["diameter"]), rel=0.08)


def ankudinov(h: float) -> tuple[float, ...]:
    """Y_v, Y_r, N_v, N_r, m_y, J_z over those in deep water at h/T, of KVLCC2: C_B 0.81, 320 x 58 x 20.8 m."""
    f, b = h - 1.0, 312600.0 / (320.0 * 58.0 * 20.8) * 58.0 / 20.8 * (1.0 + 58.0 / 320.0) ** 2
    k = np.array((
        1.0 + 0.0775 * f**-2 - 0.011 * f**-3 + 6.8e-5 * f**-5,
        b * (-0.0643 / f + 0.0724 * f**-2 - 0.0113 * f**-3 + 7.67e-5 * f**-5),
        b * b * 0.0342 / f,
    ))  # fmt: skip
    shares = ((1, 1, 1), (1, 2 / 5, 24 / 105), (1, 1, 1), (1, 1 / 2, 1 / 3), (1, 2 / 3, 8 / 15), (1, 8 / 15, 40 / 105))
    yv, *others = (float(k @ share) for share in shares)
    return 1.5 * yv - 0.5, *others


@pytest.mark.parametrize("h", [1.2, 1.5, 3.0])
def test_a_ship_in_shallow_water_turns_as_its_printed_equations_with_ankudinovs_factors(
    h: float, figure: Callable[[str], None]
) -> None:
    """35 deg to starboard at 7 kn; those equations in model scale, integrated separately."""
    alone, deep = Published(), Published()
    alone.water = ankudinov(h)
    for one in (alone, deep):
        one.U0, one.n = 7.0 / 15.5 * one.U0, 7.0 / 15.5 * one.n
    expected, before = alone.circle(radians(35.0)), deep.circle(radians(35.0))
    found = circle_over(20.8 * h)
    figure(f"kvlcc2 at 7 kn, h/T {h}: advance, tactical diameter {found} L, own {expected}, in deep water {before}")
    assert found == pytest.approx(expected, rel=0.025)
    assert found[1] > (0.99 if h > 2.0 else 1.2) * before[1]


def circle_over(depth: float) -> tuple[float, float]:
    """Advance and tactical diameter (lengths) of the simulator's ship over a bed."""
    boat = Simulator(
        dynamics="fossen3", vehicle="kvlcc2", variant="model", start_speed=7.0 * 0.5144444, default_water_depth=depth,
        sim_step=0.5, compiled=False,
    )  # fmt: skip
    ahead = ("main_n", 105.0 * 7.0 / 15.5)
    for _ in range(600):
        begin = last = boat.step(ActuatorCommand(set_points=(ahead,)), 1.0)
    turned, advance = 0.0, 0.0
    while turned < 180.0:
        state = boat.step(ActuatorCommand(set_points=(ahead, ("main_delta", 35.0))), 0.5)
        turned += (state.heading - last.heading + 180.0) % 360.0 - 180.0
        last = state
        if turned <= 90.0:
            advance = state.y - begin.y
    return advance / 320.0, (last.x - begin.x) / 320.0


def test_a_ship_knows_the_depth_of_its_water() -> None:
    assert water_of(vehicle("kvlcc2"), 0.0) is None
    assert water_of(vehicle("kvlcc2"), 1000.0) is None
    # closer to the bed than the method holds
    assert water_of(vehicle("kvlcc2"), 21.0) == water_of(vehicle("kvlcc2"), 24.96) == 0
    # beyond, the factors are those of deep water within 2 %, and grow towards the bed
    shallow = [in_water(vehicle("kvlcc2"), n).forces.mmg.y.v for n in range(0, 130, 10)]
    assert all(abs(a) > abs(b) for a, b in pairwise(shallow))
    assert shallow[-1] == pytest.approx(vehicle("kvlcc2").forces.mmg.y.v, rel=0.02)


@pytest.mark.parametrize("depth", [25.0, 0.0])
def test_told_forces_are_those_of_the_water_where_the_ship_is(depth: float) -> None:
    ship = Simulator(
        dynamics="fossen3", vehicle="kvlcc2", start_speed=6, post_forces=True, sim_step=0.5, default_water_depth=depth
    )
    for _ in range(200):
        ship.step(ActuatorCommand(thrust=100, rudder=100), 0.5)
    u, v, *_, r = ship.truth.nu
    yv, yr, nv, nr, *_ = ankudinov(depth / 20.8) if depth > 0.0 else (1.0,) * 6
    v, r = v / hypot(u, v), r * 320.0 / hypot(u, v)
    y = yv * (-0.315 * v + 0.379 * v * v * r - 0.391 * v * r * r) + yr * 0.083 * r + nr * 0.008 * r**3
    y -= (2.25 * nv - 1.25) * 1.607 * v**3
    push = 0.5 * 1025.0 * 320.0 * 20.8 * (u * u + ship.truth.nu[1] ** 2) * y
    assert float(ship.posts["USM_FORCE_DRAG_Y"]) == pytest.approx(push, rel=0.02)


@pytest.mark.parametrize("side", ["starboard", "port"])
def test_zig_zags_are_near_those_published(side: str) -> None:
    """Within 2 degrees of the authors' simulation, which as ours lies below the tests: 10/10 by up to 8 degrees."""
    subject = vehicle_subject("kvlcc2:model")
    options = TrialOptions(thrust=100.0, approach=2500.0, side=side, overshoots=2)
    result = run_trials([subject], options, ["zigzag_10_10", "zigzag_20_20"]).results[0]
    assert not result.failed
    for name, key in (("zigzag_10_10", "10"), ("zigzag_20_20", "20")):
        overshoot = result.trials[name].metrics["overshoot_deg"]
        for mine, simulated, tested in zip(overshoot, SIMULATED[side][key], TESTS[side][key], strict=False):
            assert mine == pytest.approx(simulated, abs=2.0)
            assert tested - 8.1 < mine < tested


def test_forces_stay_finite_and_take_energy_out_everywhere() -> None:
    ship = vehicle("kvlcc2")
    assert feeding_state(ship) is None
    assert not is_symmetric(ship)
    c = Model(ship).constants
    assert mmg_hull(0.0, 0.0, 0.0, c) == (0.0, 0.0, 0.0)
    rng = np.random.default_rng(3)
    for _ in range(2000):
        u, v, r = rng.uniform(-1.0, 1.0, 3) * (8.0, 4.0, 0.02)
        x, y, n = mmg_forces(0.0, 0.0, u, v, r, c)
        gx, gy, gn = coriolis3(u, v, u, v, r, c)
        assert abs(gx * u + gy * v + gn * r) < 1e-6 * (abs(gx * u) + abs(gy * v) + 1.0)
        assert x * u + y * v + n * r < 0.0  # propeller stopped, rudder amidships
    # spinning on the spot and drifting athwart: nothing that belongs to one end is left
    x, y, n = mmg_hull(0.0, 0.0, 0.01, c)
    assert (x, y) == (0.0, 0.0) and n < 0.0
    x, y, n = mmg_hull(0.0, 2.0, 0.0, c)
    assert (x, n) == (0.0, 0.0) and y < 0.0


def test_the_propeller_astern_pushes_astern_and_brakes() -> None:
    body = Model(vehicle("kvlcc2")).constants
    c = (body.rho, body.mmg.propeller)
    ahead, astern = mmg_thrust(1.5, 0.0, *c), mmg_thrust(-1.5, 0.0, *c)
    assert astern == pytest.approx(-0.7 * ahead)
    assert mmg_thrust(-1.5, 5.0, *c) < astern < 0.0 < mmg_thrust(0.0, -5.0, *c)
    assert mmg_thrust(0.0, 5.0, *c) == pytest.approx(mmg_thrust(-1e-12, 5.0, *c))
    assert mmg_thrust(0.0, 5.0, *c) < 0.0


@pytest.mark.parametrize(
    ("overrides", "problem"),
    [
        ({"manoeuvring": {"X_udot": -1.0}}, "either manoeuvring or mmg"),
        ({"mmg.Y_vv": 1.0}, "unknown key"),
        ({"mmg.m_y": -0.1}, "mmg.m_y.*at least 0"),
        ({"vehicle.draft": 0.0}, "vehicle.draft.*missing"),
        ({"vehicle.dof": 6, "rigid_body": {"mass": 1.0, "inertia_co": np.eye(3).tolist()}}, "mmg.*3-DOF"),
        ({"actuator.0.eta": 2.0}, "actuator.0.eta.*at most 1"),
        ({"actuator.0.gamma_pos": -1.0}, "gamma_pos.*at least 0"),
    ],
)
def test_bad_files_are_refused(overrides: dict[str, object], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        vehicle("kvlcc2", "base", overrides)


def test_a_drive_without_its_hull_is_refused() -> None:
    drive = {"name": "main", "type": "mmg", "n_min": -1.0, "n_max": 1.0, "D": 1.0, "w": 0.3, "x_P": -0.5, "k_0": 0.3}
    drive |= {"k_1": -0.3, "k_2": -0.1, "area": 1.0, "f_alpha": 2.7, "epsilon": 1.0, "kappa": 0.5, "eta": 0.6}
    drive |= {"gamma_pos": 0.5, "gamma_neg": 0.5, "l_R": -0.7, "t_R": 0.4, "a_H": 0.3, "x_H": -0.46, "x_R": -0.5}
    with pytest.raises(ConfigError, match=r"actuator.0.type.*hull of \[mmg\]"):
        vehicle("cybership2", "base", {"actuator": [{**drive, "delta_max": 35.0}]})


def test_it_holds_the_envelope_for_as_long_as_a_ship_takes() -> None:
    """300 s are not enough to gather way: 50 minutes, at a step for a ship."""
    pytest.importorskip("numba", reason="a fleet for an hour needs the compiled equations")
    grid = CommandGrid((-100.0, 0.0, 60.0, 100.0), (-100.0, 0.0, 50.0, 100.0), (0.0,), 3000.0, 2)
    row = calm(Model(vehicle("kvlcc2")), grid, step=0.5)
    assert row.passed, row.faults
    assert row.speed == pytest.approx(15.5 * 0.5144444, rel=0.005)
