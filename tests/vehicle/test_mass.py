"""Masses and surfaces of shipped vehicles are those of published formulas."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from tests.support.vehicles import vehicle
from usimmarine_py.vehicle.description import mass as masses


def lamb_factors(slenderness: float) -> tuple[float, float, float]:
    """H. Lamb, Hydrodynamics, article 114, with t = a/sqrt(a^2 + lambda) and b = 1; Gauss-Legendre quadrature."""
    a2 = slenderness * slenderness
    node, weight = np.polynomial.legendre.leggauss(400)
    t2, weight = (0.5 * (node + 1.0)) ** 2, 0.5 * weight
    below = a2 - (a2 - 1.0) * t2
    alpha, beta = 2.0 * np.sum(weight * t2 / below), 2.0 * a2 * np.sum(weight * t2 / below**2)
    # the share in turning, from the moment of inertia m (a^2 + b^2)/5 of the displaced water
    minus, plus = a2 - 1.0, a2 + 1.0
    k_turn = minus**2 * (beta - alpha) / (plus * (2.0 * minus - plus * (beta - alpha)))
    return alpha / (2.0 - alpha), beta / (2.0 - beta), k_turn


def test_remus_is_a_spheroid() -> None:
    remus = vehicle("remus100")
    a, b = 0.8, 0.095
    displaced = 4.0 / 3.0 * pi * remus.medium.rho * a * b * b
    assert displaced == pytest.approx(remus.mass, rel=1e-13)
    k1, k2, k_turn = lamb_factors(a / b)
    roll, turn = 0.4 * displaced * b * b, displaced * (a * a + b * b) / 5.0
    expected = np.array((k1 * displaced, k2 * displaced, k2 * displaced, 0.3 * roll, k_turn * turn, k_turn * turn))
    assert np.diag(remus.body.M_A) == pytest.approx(expected, rel=1e-10)
    about_co = masses.inertia_co(displaced, remus.r_g, np.diag((roll, turn, turn)))
    assert about_co == pytest.approx(remus.body.inertia, abs=1e-11)


def test_the_surge_of_the_otter_is_soedings() -> None:
    otter = vehicle("otter")
    volume = 55.0 / otter.medium.rho  # without the payload
    assert 2.7 * otter.medium.rho * volume ** (5 / 3) / 2.0**2 == pytest.approx(otter.body.M_A[0, 0], rel=1e-12)


def test_the_wetted_surface_of_jolner_gives_its_friction() -> None:
    jolner = vehicle("jolner")
    surface = jolner.length_pp * (1.7 * jolner.size.draft + 0.65 * jolner.size.beam)  # Denny and Mumford
    form = 1.1  # 1 + k
    # the thesis prints the coefficient with two decimals
    assert 0.5 * jolner.medium.rho * form * surface == pytest.approx(736.48, abs=5e-3)
