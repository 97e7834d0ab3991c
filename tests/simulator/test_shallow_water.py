"""Craft other than ships of the MMG method over a near bed: an own integration with Ankudinov's factors beside them."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.vehicles import vehicle
from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.vehicle.shallow import in_water, water_of

Figure = Callable[[str], None]


def ankudinov(h: float, block: float, length: float, beam: float, draft: float) -> dict[str, float]:
    """Factors at h/T, the printed polynomials."""
    f, b = h - 1.0, block * beam / draft * (1.0 + beam / length) ** 2
    k0 = 1.0 + 0.0775 / f**2 - 0.011 / f**3 + 6.8e-5 / f**5
    k1 = b * (-0.0643 / f + 0.0724 / f**2 - 0.0113 / f**3 + 7.67e-5 / f**5)
    k2 = b * b * (0.0342 if beam / draft <= 4.0 else 0.137 * draft / beam) / f
    nv = k0 + k1 + k2
    return {
        "nv": nv,
        "yv": 1.5 * nv - 0.5,
        "yr": k0 + 0.4 * k1 + 24.0 / 105.0 * k2,
        "nr": k0 + 0.5 * k1 + k2 / 3.0,
        "gv": k0 + 2.0 / 3.0 * k1 + 8.0 / 15.0 * k2,
        "gr": k0 + 8.0 / 15.0 * k1 + 40.0 / 105.0 * k2,
        "cubic": 2.25 * nv - 1.25,
    }


class CyberShip:
    """CyberShip II by its printed derivatives, pushed by X and N; RK4, nothing of the package."""

    mass, xg, inertia = 23.8, 0.046, 1.76

    def __init__(self, h: float | None) -> None:
        f = dict.fromkeys(("nv", "yv", "yr", "nr", "gv", "gr", "cubic"), 1.0)
        if h is not None:
            f = ankudinov(h, 23.8 / (1000.0 * 1.255 * 0.29 * 0.08), 1.255, 0.29, 0.08)
        self.f = f

    def rates(self, nu: NDArray[np.float64], x: float, n: float) -> NDArray[np.float64]:
        u, v, r = nu
        f, m, xg = self.f, self.mass, self.xg
        a11, a22, a66 = 2.0 * f["gv"], 10.0 * f["gv"], 1.0 * f["gr"]
        inertia = np.array(((m + a11, 0, 0), (0, m + a22, m * xg), (0, m * xg, self.inertia + a66)))
        cv = -(m + a22) * v - m * xg * r
        cu = (m + a11) * u
        coriolis = np.array((cv * r, cu * r, -cv * u - cu * v))
        fx = (-0.72253 - 1.32742 * abs(u) - 5.86643 * u * u) * u
        fy = (-0.88965 * f["yv"] - 36.47287 * f["cubic"] * abs(v) - 0.805 * f["yv"] * abs(r)) * v
        fy += (-7.25 * f["yr"] - 0.845 * f["yv"] * abs(v) - 3.45 * f["nr"] * abs(r)) * r
        fn = (0.0313 * f["nv"] + 3.95645 * f["cubic"] * abs(v) + 0.13 * f["gr"] * abs(r)) * v
        fn += (-1.9 * f["nr"] + 0.08 * f["gr"] * abs(v) - 0.75 * f["nr"] * abs(r)) * r
        return np.linalg.solve(inertia, np.array((x + fx, fy, n + fn)) - coriolis)

    def turn(self, x: float, n: float, seconds: float, step: float = 0.01) -> NDArray[np.float64]:
        """u, v, r after so many seconds from rest."""
        nu = np.zeros(3)
        for _ in range(round(seconds / step)):
            a = self.rates(nu, x, n)
            b = self.rates(nu + 0.5 * step * a, x, n)
            c = self.rates(nu + 0.5 * step * b, x, n)
            nu = nu + step / 6.0 * (a + 2.0 * b + 2.0 * c + self.rates(nu + step * c, x, n))
        return nu


@pytest.mark.parametrize("h", [1.2, 1.5, 2.5, None])
def test_a_model_ship_over_a_near_bed_turns_as_its_own_equations(h: float | None, figure: Figure) -> None:
    boat = Simulator(
        dynamics="fossen3", vehicle="cybership2", variant="base", default_water_depth=0.08 * (h or 0.0), sim_step=0.02
    )
    for _ in range(150):
        boat.step(ActuatorCommand(force=(1.0, 0.0, 0.0, 0.0, 0.0, 0.6)), 0.1)
    found, own = np.array(boat.truth.nu)[[0, 1, 5]], CyberShip(h).turn(1.0, 0.6, 15.0)
    deep = CyberShip(None).turn(1.0, 0.6, 15.0)
    figure(f"CyberShip II, h/T {h}: u, v, r {found.round(4).tolist()}, own {own.round(4).tolist()}")
    # depths are in classes of 4 % of the clearance
    assert found == pytest.approx(own, rel=0.03, abs=2e-3)
    if h == 1.2:
        assert abs(found[2]) < 0.8 * abs(deep[2])


@pytest.mark.parametrize("name", ["odin", "otter", "cybership2"])
def test_hull_forces_grow_towards_the_bed_and_are_those_of_deep_water_far_from_it(name: str) -> None:
    v = vehicle(name)
    draft, rows = v.size.draft, []
    for h in (1.3, 2.0, 4.0, 30.0):
        number = water_of(v, h * draft)
        assert number is not None
        there = in_water(v, number)
        rows.append(there.body.M_A[1, 1] / v.body.M_A[1, 1])
        assert pytest.approx(there.body.M_A.T) == there.body.M_A
        assert there.body.M_A[2:5, 2:5] == pytest.approx(v.body.M_A[2:5, 2:5])
    assert rows == sorted(rows, reverse=True)
    assert rows[-1] == pytest.approx(1.0, abs=0.04)
    assert water_of(v, 60.0 * draft) is None and water_of(v, 0.0) is None


def test_a_vehicle_that_dives_knows_no_shallow_water() -> None:
    assert water_of(vehicle("remus100"), 1.0) is None


def test_odin_slides_less_over_a_near_bed(figure: Figure) -> None:
    """Pushed athwart, 6 degrees of freedom, compiled and not: slower, by the drag across and its added mass."""
    found = {}
    for depth in (0.0, 0.91):
        for compiled in (False, True):
            if compiled:
                pytest.importorskip("numba")
            boat = Simulator(dynamics="fossen6", vehicle="odin", default_water_depth=depth, compiled=compiled)
            for _ in range(100):
                boat.step(ActuatorCommand(force=(0.0, 2000.0, 0.0, 0.0, 0.0, 0.0)), 0.1)
            found[depth, compiled] = boat.truth.nu[1]
    figure(f"Odin pushed athwart with 2 kN for 10 s: {found[0.0, False]:.3f} m/s, at h/T 1.3 {found[0.91, False]:.3f}")
    assert math.isclose(found[0.0, False], found[0.0, True], rel_tol=1e-9)
    assert math.isclose(found[0.91, False], found[0.91, True], rel_tol=1e-9)
    assert 0.0 < found[0.91, False] < 0.8 * found[0.0, False]
