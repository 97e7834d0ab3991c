"""Formulas that give masses and surfaces from geometry, against published tables and the shipped vehicles."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from tests.support.vehicles import vehicle
from usimmarine_py.vehicle.description import mass as masses


@pytest.mark.parametrize("slenderness", [1.05, 1.5, 2.0, 4.0, 8.42, 30.0])
def test_lamb_factors_are_the_integrals_that_define_them(slenderness: float) -> None:
    """H. Lamb, Hydrodynamics, article 114, with t = a/sqrt(a^2 + lambda) and b = 1; Gauss-Legendre quadrature."""
    a2 = slenderness * slenderness
    node, weight = np.polynomial.legendre.leggauss(400)
    t2, weight = (0.5 * (node + 1.0)) ** 2, 0.5 * weight
    below = a2 - (a2 - 1.0) * t2
    alpha, beta = 2.0 * np.sum(weight * t2 / below), 2.0 * a2 * np.sum(weight * t2 / below**2)
    k1, k2 = alpha / (2.0 - alpha), beta / (2.0 - beta)
    # the share in turning, from the moment of inertia m (a^2 + b^2)/5 of the displaced water
    minus, plus = a2 - 1.0, a2 + 1.0
    k_turn = minus**2 * (beta - alpha) / (plus * (2.0 * minus - plus * (beta - alpha)))
    # what is lost near the sphere is lost by cancellation in both
    assert masses.lamb_factors(slenderness, 1.0) == pytest.approx((k1, k2, k_turn), rel=1e-10)


def test_lamb_factors_tend_to_those_of_a_sphere_and_of_a_needle() -> None:
    assert masses.lamb_factors(1.001, 1.0) == pytest.approx((0.5, 0.5, 0.0), abs=1e-3)
    assert masses.lamb_factors(1000.0, 1.0) == pytest.approx((0.0, 1.0, 1.0), abs=1e-4)


@pytest.mark.parametrize(("a", "b"), [(1.0, 1.0), (1.0, 2.0), (1.0, 0.0), (-1.0, -2.0), (float("nan"), 1.0)])
def test_what_is_no_prolate_spheroid_is_refused(a: float, b: float) -> None:
    with pytest.raises(ValueError, match="half length above its radius"):
        masses.spheroid_added_mass(1.0, a, b)


def test_remus_is_a_spheroid() -> None:
    remus = vehicle("remus100")
    a, b = 0.8, 0.095
    displaced = 4.0 / 3.0 * pi * remus.medium.rho * a * b * b
    assert displaced == pytest.approx(remus.mass, rel=1e-13)
    expected = np.diag(remus.body.M_A)
    assert masses.spheroid_added_mass(displaced, a, b, r44=0.3) == pytest.approx(tuple(expected), rel=1e-10)
    assert masses.inertia_co(displaced, remus.r_g, np.diag(masses.spheroid_inertia(displaced, a, b))) == pytest.approx(
        remus.body.inertia, abs=1e-11
    )


def test_the_surge_of_the_otter_is_soedings() -> None:
    otter = vehicle("otter")
    hull = 55.0  # kg, without the payload
    assert masses.soeding_surge(otter.medium.rho, hull / otter.medium.rho, 2.0) == pytest.approx(
        otter.body.M_A[0, 0], rel=1e-12
    )


def test_the_wetted_surface_of_jolner_gives_its_friction() -> None:
    jolner = vehicle("jolner")
    surface = masses.denny_mumford(jolner.length_pp, jolner.size.draft, jolner.size.beam, block=0.65)
    assert surface == pytest.approx(1.65 * (1.7 * 0.2 + 0.65 * 0.695), rel=1e-15)
    form = 1.1  # 1 + k
    # the thesis prints the coefficient with two decimals
    assert 0.5 * jolner.medium.rho * form * surface == pytest.approx(736.48, abs=5e-3)
