"""Properties of rotations, quaternions, geodesy and flow axes that hold for every input."""

from __future__ import annotations

from math import cos, isclose, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.maths import attitude, earth, flow, quaternions, rotations

angle = st.floats(-pi, pi)
number = st.floats(-5.0, 5.0)
vector = st.tuples(number, number, number)


@given(phi=angle, theta=angle, psi=angle)
def test_rotations_are_orthonormal_and_products_of_principal_ones(phi: float, theta: float, psi: float) -> None:
    r = rotations.Rzyx(phi, theta, psi)
    assert np.allclose(r.T @ r, np.eye(3), atol=1e-14)
    assert np.linalg.det(r) == pytest.approx(1.0, abs=1e-14)
    assert np.allclose(r, rotations.Rz(psi) @ rotations.Ry(theta) @ rotations.Rx(phi), atol=1e-15)
    assert np.allclose(r, quaternions.Rquat(quaternions.euler2q(phi, theta, psi)), atol=1e-14)


def test_the_singularity_is_an_error_not_a_division() -> None:
    with pytest.raises(rotations.SingularAttitudeError, match="use unit quaternions"):
        rotations.Tzyx(0.3, pi / 2)
    assert all(abs(x) < 1e10 for x in attitude.euler_rates(0.3, pi / 2, 0.1, 0.2, 0.3))


@given(a=vector, b=vector)
def test_skew_matrices(a: tuple[float, ...], b: tuple[float, ...]) -> None:
    s = rotations.Smtrx(a)
    assert np.array_equal(s.T, -s)
    assert np.allclose(s @ b, np.cross(a, b), atol=1e-13)
    assert np.array_equal(rotations.vex(s), a)


def test_vex_refuses_what_is_not_skew() -> None:
    with pytest.raises(ValueError, match="skew"):
        rotations.vex(np.eye(3))


@given(axis=vector.filter(lambda v: sum(x * x for x in v) > 1e-3), beta=angle)
def test_axis_and_angle(axis: tuple[float, ...], beta: float) -> None:
    unit = np.array(axis) / sqrt(sum(x * x for x in axis))
    q = (cos(0.5 * beta), *(sin(0.5 * beta) * unit))
    assert np.allclose(rotations.R_axis_angle(axis, beta), quaternions.Rquat(q), atol=1e-13)


@given(q=st.tuples(number, number, number, number).filter(lambda v: sum(x * x for x in v) > 1e-2), omega=vector)
def test_quaternion_kinematics(q: tuple[float, ...], omega: tuple[float, ...]) -> None:
    unit = quaternions.normalise(q)
    t = quaternions.Tquat(unit)
    assert np.allclose(t.T @ t, np.eye(3) / 4.0, atol=1e-14)
    rate = quaternions.rate(unit, omega)
    assert np.allclose(rate, quaternions.Tomega(omega) @ np.array(unit), atol=1e-13)
    assert np.allclose(rate, 0.5 * np.array(quaternions.multiply(unit, (0.0, *omega))), atol=1e-13)
    # R_dot = R S(omega), against a small exact rotation
    h = 1e-6
    after = quaternions.Rquat(quaternions.step_exact(unit, omega, h))
    before = quaternions.Rquat(quaternions.step_exact(unit, omega, -h))
    slope = (after - before) / (2.0 * h)
    assert np.allclose(slope, rotations.R_dot(quaternions.Rquat(unit), omega), atol=1e-7)


@given(v=vector.filter(lambda v: abs(v[0]) + abs(v[1]) + abs(v[2]) > 1e-2))
def test_flow_axes(v: tuple[float, float, float]) -> None:
    alpha, beta = flow.attack(v[0], v[2]), flow.sideslip_3d(*v)
    r = flow.R_flow(alpha, beta)
    assert np.allclose(r.T @ r, np.eye(3), atol=1e-14)
    assert np.allclose(r @ np.array(v), (flow.speed(*v), 0.0, 0.0), atol=1e-12)
    x, z = flow.lift_drag_force(1025.0, v[0], 0.0, v[2], 0.2, 0.0, 1.0)
    assert x * v[0] + z * v[2] <= 1e-9  # drag brakes


def test_smallest_signed_angle() -> None:
    assert rotations.ssa_deg(181.0) == -179.0
    assert rotations.ssa_deg(180.0) == -180.0
    assert isclose(rotations.ssa(3 * pi), -pi, abs_tol=1e-12)
    assert attitude.unwrap(-3.0, 3.2) == pytest.approx(2.0 * pi - 3.0)


def test_the_spelling_of_mss() -> None:
    # MSS: Rll(l, mu), NED to ECEF; down at the equator and the prime meridian points to the centre
    assert np.allclose(earth.Rll(0.3, 0.7) @ earth.Rll(0.3, 0.7).T, np.eye(3))
    assert np.allclose(earth.Rll(0.0, 0.0) @ [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0])
    assert np.allclose(earth.Rll(np.pi / 2, 0.0) @ [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0])
