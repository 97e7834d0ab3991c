"""Banks: own integrals, a spheroid by sources inside it, and runs along a wall beside own equations."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.simulator.test_shallow_water import CyberShip
from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.errors import ConfigError, NoEffectWarning
from usimmarine_py.maths.water.bank import BankHull, bank_force
from usimmarine_py.vehicle import Vehicle

Figure = Callable[[str], None]
Floats = NDArray[np.float64]
WALL = "land = {0},-3000:{0},3000:{1},3000:{1},-3000"


def own_force(
    length: float, beam: float, draft: float, volume: float, added: float, rho: float, d: float, h: float | None
) -> float:
    """Y/U^2 of line sources 2 U S'(x) and their images, by Gauss's quadrature over x; apart from the package."""
    block = volume / (length * beam * draft)
    full = block / max(1.006 - 0.0056 * block**-3.56, math.pi / 4.0)
    n, middle = full / (1.0 - full), volume / (length * full)
    x, w = np.polynomial.legendre.leggauss(80)
    x, w = 0.25 * length * (x + 1.0), 0.25 * length * w
    slope = -middle * n * (2.0 * x / length) ** (n - 1.0) * 2.0 / length
    x, q = np.concatenate((-x, x)), np.concatenate((slope * w, -slope * w)) * 2.0 * (1.0 + added)
    square = (x[:, None] - x[None]) ** 2 + 4.0 * d * d
    kernel = square**-1.5
    if h is not None:
        for k in range(1, 400):
            kernel = kernel + 2.0 * (square + 4.0 * k * k * h * h) ** -1.5
    own: float = rho * 2.0 * d / (8.0 * math.pi) * float(q @ kernel @ q)
    return own * (1.0 + middle / (math.pi * d * d))


def spheroid(a: float, b: float, d: float, h: float | None = None, n: int = 16, m: int = 10) -> float:
    """Side force at U = 1, rho = 1 of a whole spheroid beside a wall (between two planes 2h apart): sources on a
    confocal surface inside it, with all images, pressure by Bernoulli; a quarter by symmetry."""

    def surface(a: float, b: float, n: int, m: int) -> tuple[Floats, Floats, Floats]:
        t, wt = np.polynomial.legendre.leggauss(n)
        p, wp = np.polynomial.legendre.leggauss(m)
        angle, round_ = np.meshgrid((t + 1.0) * np.pi / 4.0, (p + 1.0) * np.pi / 2.0, indexing="ij")
        places = (a * np.cos(angle), b * np.sin(angle) * np.cos(round_), b * np.sin(angle) * np.sin(round_))
        return np.stack(places, -1).reshape(-1, 3), angle.ravel(), np.outer(wt * np.pi / 4.0, wp * np.pi / 2.0).ravel()

    inner = 0.7 * b
    sources = surface(math.sqrt(a * a - b * b + inner * inner), inner, n, m)[0]
    points, angle, weight = surface(a, b, 3 * n // 2, 3 * m // 2)
    normal = points / np.array((a * a, b * b, b * b))
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    flow: Any = 0.0
    for k in (0,) if h is None else range(-10, 11):
        for wall in (False, True):
            for fore in (1.0, -1.0):
                for up in (1.0, -1.0):
                    image = sources * np.array((fore, 1.0, up))
                    if wall:
                        image[:, 1] = 2.0 * d - image[:, 1]
                    image[:, 2] += 2.0 * k * (h or 0.0)
                    away = points[:, None] - image[None]
                    flow = flow + fore * away / (4.0 * np.pi * np.sum(away**2, 2) ** 1.5)[..., None]
    strength = np.linalg.lstsq(np.einsum("ijk,ik->ij", flow, normal), normal[:, 0], rcond=1e-14)[0]
    past = np.einsum("ijk,j->ik", flow, strength) - np.array((1.0, 0.0, 0.0))
    area = b * np.sin(angle) * np.hypot(a * np.sin(angle), b * np.cos(angle)) * weight
    return float(4.0 * np.sum(0.5 * np.sum(past**2, 1) * normal[:, 1] * area))


@pytest.mark.parametrize(("d", "h"), [(30.0, None), (80.0, None), (40.0, 25.5), (120.0, 40.0), (500.0, 26.0)])
def test_the_force_is_that_of_an_own_integral(d: float, h: float | None, figure: Figure) -> None:
    """KVLCC2's sizes; 16 sources on each side against 80 places of Gauss."""
    found = bank_force(BankHull(320.0, 58.0, 20.8, 312600.0, 0.07), d, h or 0.0)[0]
    own = own_force(320.0, 58.0, 20.8, 312600.0, 0.07, 1025.0, d, h)
    figure(f"KVLCC2 {d:g} m from a bank in {h or math.inf:g} m: {found:.1f} N s2/m2, own {own:.1f}")
    assert found == pytest.approx(own, rel=0.006)


def test_a_spheroid_is_drawn_as_potential_flow_has_it(figure: Figure) -> None:
    """Length 5 beams. Half of the double body; draft so chosen that C_P is 2/3, as of a spheroid."""
    hull = BankHull(10.0, 2.0, 0.8015, 10.0 / 3.0 * math.pi, 0.0591, 1.0)
    assert hull.prismatic == pytest.approx(2.0 / 3.0, abs=1e-3)
    told = []
    for d, h, least, most in (
        (1.2, None, 0.95, 1.0), (1.5, None, 0.98, 1.02), (2.0, None, 0.99, 1.02), (4.0, None, 0.98, 1.02),
        (1.5, 3.0, 0.94, 1.0), (3.0, 1.5, 0.83, 0.9), (1.5, 1.2, 0.68, 0.76),
    ):  # fmt: skip
        ratio = 2.0 * bank_force(hull, d, h or 0.0)[0] / spheroid(5.0, 1.0, d, h)
        told.append(round(ratio, 3))
        assert least < ratio < most, (d, h, ratio)
    figure(f"spheroid beside a wall, law over potential flow: {told}")


def test_far_away_it_falls_with_the_fourth_power_and_over_a_bed_with_the_third() -> None:
    """Two dipoles beside each other: 3 rho (U V)^2/(4 pi D^4), over a bed rho (U V)^2 2/(4 pi h D^3), half of both."""
    hull = BankHull(10.0, 1.0, 0.4, 2.4, 0.05, 1000.0)
    moment = 2.0 * 2.4 * 1.05
    deep = 0.5 * 1000.0 * 3.0 * moment**2 / (4.0 * math.pi * 36.0**4)
    assert bank_force(hull, 18.0)[0] == pytest.approx(deep, rel=0.06)
    low = 0.5 * 1000.0 * 2.0 * moment**2 / (4.0 * math.pi * 0.6 * 36.0**3)
    assert bank_force(hull, 18.0, 0.6)[0] == pytest.approx(low, rel=0.06)
    assert bank_force(hull, 30.0) == (0.0, 0.0) < bank_force(hull, 29.0)


def test_two_hulls_are_a_sum_of_pairs() -> None:
    """Far from a wall as one hull of both volumes; the outer hull is held at the wall."""
    one, two = BankHull(5.0, 0.6, 0.3, 0.7), BankHull(5.0, 0.3, 0.3, 0.7, hulls=2, spacing=1.0)
    assert bank_force(two, 9.0)[0] == pytest.approx(bank_force(one, 9.0)[0], rel=0.05)
    assert bank_force(two, 0.1) == bank_force(two, 0.65)
    with pytest.raises(ConfigError, match="above 0"):
        bank_force(BankHull(5.0, 0.6, 0.0, 0.7), 3.0)


def test_model_tests_of_a_container_ship(figure: Figure) -> None:
    """Lataire, Vantorre and Eloot 2009, open data, test F: a bank of 1:3 from the bed at 2.23 m up through the surface,
    taken as a wall in the middle of its slope; propeller stopped. Length, beam and C_B are from memory."""
    length, beam, draft, depth = 4.332, 0.53, 0.18, 0.36
    hull = BankHull(length, beam, draft, 0.65 * length * beam * draft, 0.05, 1000.0)
    y, n = bank_force(hull, 2.23 + 0.5 * 3.0 * depth - 1.435, depth)
    found = 0.8012**2 * y, -(0.8012**2) * n
    figure(f"container ship, 2.5 beams from a slope, h/T 2: Y {found[0]:.2f} N, N {found[1]:.2f} N m (1.65, -1.80)")
    assert 0.45 < found[0] / 1.648 < 1.0
    assert 0.45 < found[1] / -1.804 < 1.2


def boat(name: str = "cybership2", wall: float = 0.4, back: float = 50.0, **more: Any) -> Simulator:
    land = WALL.format(wall, wall + math.copysign(back, wall)).removeprefix("land = ")
    settings: dict[str, Any] = {"dynamics": "fossen3", "banks": True, "land": land, "post_forces": True} | more
    if settings["land"] is None:
        settings.pop("land")
    return Simulator(vehicle=name, **settings)


def forces(simulator: Simulator, seconds: float = 0.1, **command: Any) -> dict[str, float]:
    simulator.step(ActuatorCommand(**command), seconds)
    posts = dict(simulator.posts)
    return {name: value for name, value in posts.items() if name.startswith("USM_FORCE_") and isinstance(value, float)}


def test_it_draws_in_and_turns_the_bow_away_on_either_side_ahead_and_astern() -> None:
    for wall in (0.4, -0.4):
        for speed in (0.3, -0.3):
            there = forces(boat(wall=wall, start_speed=speed, variant="base"))
            assert there["USM_FORCE_BANKS_Y"] * wall > 0.0
            assert there["USM_FORCE_BANKS_N"] * wall * speed < 0.0
            assert there["USM_FORCE_WAVES_Y"] == pytest.approx(0.0, abs=1e-12)
    near = forces(boat(start_speed=0.3))
    double = forces(boat(start_speed=0.6))
    assert double["USM_FORCE_BANKS_Y"] == pytest.approx(4.0 * near["USM_FORCE_BANKS_Y"], rel=0.02)
    shallow = forces(boat(start_speed=0.3, default_water_depth=0.11))
    assert shallow["USM_FORCE_BANKS_Y"] > 3.0 * near["USM_FORCE_BANKS_Y"]
    canal = forces(boat(start_speed=0.3, land=("0.4,-99:0.4,99:9,99:9,-99", "-0.4,-99:-0.4,99:-9,99:-9,-99")))
    assert canal["USM_FORCE_BANKS_Y"] == pytest.approx(0.0, abs=1e-12)
    assert forces(boat(wall=3.8, start_speed=0.3))["USM_FORCE_BANKS_Y"] == 0.0


def test_what_counts_is_the_speed_through_the_water() -> None:
    still = forces(boat(start_speed=0.3, drift_option="current"))["USM_FORCE_BANKS_Y"]
    lying = forces(boat(current_speed=0.3, current_dir=180, start_with_water=False))["USM_FORCE_BANKS_Y"]
    adrift = forces(boat(current_speed=0.3, current_dir=180))["USM_FORCE_BANKS_Y"]
    assert lying == pytest.approx(still, rel=1e-6)
    assert adrift == pytest.approx(0.0, abs=1e-9)


def test_the_force_of_a_run_is_that_of_the_own_integral() -> None:
    """CyberShip II's sizes and masses in numbers; what is left is the table between its nodes."""
    for d, h in ((0.2, 0.0), (0.37, 0.13), (0.9, 0.1), (2.0, 0.4)):
        found = forces(boat(wall=d, start_speed=0.5, default_water_depth=h))["USM_FORCE_BANKS_Y"]
        own = 0.25 * own_force(1.255, 0.29, 0.08, 0.0238, 2.0 / 23.8, 1000.0, d, h or None)
        assert found == pytest.approx(own, rel=0.02)


def test_it_is_continuous_past_corners_on_all_headings_and_finite_at_the_wall() -> None:
    """A pier of three corners, passed in millimetres; headings in steps of a quarter degree."""
    from usimmarine_py.maths.water.bank import BankTable
    from usimmarine_py.sea.banks import Banks
    from usimmarine_py.sea.data.land import read_area

    banks = Banks([read_area("2,-3:2,3:6,9"), read_area("2.5,1:1.8,1.5:7,2")], BankTable(BankHull(5.0, 0.8, 0.3, 0.7)))
    turned = np.array([banks.load(-1.0, 1.0, a, 1.0, 0.5)[1] for a in np.arange(0.0, 360.0, 0.25)])
    passed = np.array([banks.load(0.5, y, 10.0, 1.0, 0.5)[1] for y in np.arange(-15.0, 15.0, 0.005)])
    nearer = np.array([banks.load(x, 1.0, 10.0, 1.0, 0.5)[1] for x in np.arange(-20.0, 1.6, 0.005)])
    for found in (turned, passed, nearer):
        assert np.isfinite(found).all()
        assert np.abs(found).max() > 0.5
        assert np.abs(np.diff(found)).max() < 0.03 * np.abs(found).max()
    assert turned[720] == pytest.approx(-turned[0], rel=1e-6)
    assert nearer[0] == 0.0


class AlongAWall(CyberShip):
    """CyberShip II, pushed ahead beside a wall to starboard: own RK4 of motion and place, own force of the bank."""

    def __init__(self, wall: float, push: float) -> None:
        super().__init__(None)
        self.wall, self.push = wall, push
        self._gaps = np.geomspace(0.145, 3.7, 300)
        self._pulls = np.array([own_force(1.255, 0.29, 0.08, 0.0238, 2.0 / 23.8, 1000.0, d, None) for d in self._gaps])

    def pull(self, east: float, psi: float) -> float:
        """Mean over the hull of the force at its distance square to the wall, times cos^2 of the angle to it."""
        places = np.linspace(-0.6275, 0.6275, 41)
        gaps = self.wall - east - places * math.sin(psi)
        logs = np.interp(np.log(np.clip(gaps, 0.145, 2.5)), np.log(self._gaps), np.log(self._pulls))
        mean = float(np.mean(np.exp(logs) * np.where(gaps > 2.51, 0.0, 1.0)))
        return mean * math.cos(psi) ** 2

    def slope(self, s: Floats) -> Floats:
        east, _, psi, *nu = s
        y = nu[0] ** 2 * self.pull(east, psi)
        still = self.rates(np.array(nu), self.push, -0.37 * 1.255 * y)
        # rates() knows no side force: the inertia by itself
        inertia = np.array(((25.8, 0.0, 0.0), (0.0, 33.8, 23.8 * 0.046), (0.0, 23.8 * 0.046, 2.76)))
        still = still + np.linalg.solve(inertia, np.array((0.0, y, 0.0)))
        c, sn = math.cos(psi), math.sin(psi)
        return np.array((sn * nu[0] + c * nu[1], c * nu[0] - sn * nu[1], nu[2], *still))

    def after(self, seconds: float, speed: float, step: float = 0.05) -> Floats:
        s = np.array((0.0, 0.0, 0.0, speed, 0.0, 0.0))
        for _ in range(round(seconds / step)):
            a = self.slope(s)
            b = self.slope(s + 0.5 * step * a)
            c = self.slope(s + 0.5 * step * b)
            s = s + step / 6.0 * (a + 2.0 * b + 2.0 * c + self.slope(s + step * c))
        return s


@pytest.mark.parametrize("compiled", [False, True])
def test_a_ship_sheers_from_a_wall_as_its_own_equations(compiled: bool, figure: Figure) -> None:
    """Pushed with 1 N from 0.3 m/s at one beam's clearance, 15 s; with ``compiled`` to the bit as without."""
    ship = boat(wall=0.435, start_speed=0.3, variant="base", sim_step=0.02, compiled=compiled)
    for _ in range(150):
        state = ship.step(ActuatorCommand(force=(1.0, 0.0, 0.0, 0.0, 0.0, 0.0)), 0.1)
    own = AlongAWall(0.435, 1.0).after(15.0, 0.3)
    psi, nu = math.remainder(math.radians(state.heading), math.tau), np.array(state.nu)[[0, 1, 5]]
    found = np.array((state.x, state.y, psi, *nu))
    figure(f"CyberShip II along a wall: x, y, psi, u, v, r {found.round(4).tolist()}, own {own.round(4).tolist()}")
    assert found == pytest.approx(own, rel=0.02, abs=2e-3)
    assert found[2] < -0.02  # the bow went off
    free = boat(land=None, banks=False, start_speed=0.3, variant="base", sim_step=0.02)
    for _ in range(150):
        free.step(ActuatorCommand(force=(1.0, 0.0, 0.0, 0.0, 0.0, 0.0)), 0.1)
    assert free.state.heading == 0.0


def test_with_six_degrees_of_freedom_it_heels_by_the_depth_of_the_force() -> None:
    there = forces(boat("odin", wall=6.0, dynamics="fossen6", start_speed=3.0, default_water_depth=2.0))
    draft = Vehicle.load("odin").description.size.draft
    assert there["USM_FORCE_BANKS_K"] == pytest.approx(-4.0 / (3.0 * math.pi) * draft * there["USM_FORCE_BANKS_Y"])
    assert there["USM_FORCE_BANKS_Y"] > 0.0


def test_rows_have_the_same_law() -> None:
    ship = Vehicle.load("cybership2", variant="base")
    rows = ship.bank_load([0.37, -0.37, 0.37, 9.0], [0.5, 0.5, -0.5, 0.5], [0.13, 0.13, 0.13, 0.13])
    found = forces(boat(wall=0.37, start_speed=0.5, default_water_depth=0.13))
    assert rows[0, 1] == pytest.approx(found["USM_FORCE_BANKS_Y"], rel=0.02)  # it lost some way
    assert rows[0, 5] == pytest.approx(found["USM_FORCE_BANKS_N"], rel=0.02)
    assert rows[1] == pytest.approx(-rows[0]) and rows[2, 5] == pytest.approx(-rows[0, 5]) and not rows[3].any()
    with pytest.raises(ConfigError, match="surface craft"):
        Vehicle.load("remus100").bank_load(1.0, 1.0)


def test_lines_that_do_nothing_are_named() -> None:
    with pytest.warns(NoEffectWarning, match="without land"):
        Simulator(dynamics="fossen3", vehicle="cybership2", banks=True)
    with pytest.warns(NoEffectWarning, match="surface craft"):
        Simulator(dynamics="fossen6", vehicle="torpedo_auv", banks=True, land="5,0:9,0:9,9")
    with pytest.warns(NoEffectWarning, match="surface craft"):
        Simulator(banks=True, land="5,0:9,0:9,9")


def test_without_the_key_land_pulls_at_nothing() -> None:
    def track(**more: Any) -> list[tuple[float, ...]]:
        land = "0.4,-9:0.4,99:9,99:9,-9"
        ship = Simulator(dynamics="fossen3", vehicle="cybership2", land=land, start_speed=0.3, **more)
        return [ship.step(ActuatorCommand(thrust=30), 0.1).internal for _ in range(50)]

    assert track() == track(banks=False) != track(banks=True)
    assert "USM_FORCE_BANKS_Y" not in forces(boat(banks=False, start_speed=0.3))
