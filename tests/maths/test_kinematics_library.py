"""Properties of rotations, quaternions, geodesy and flow axes that hold for every input."""

from __future__ import annotations

from math import cos, isclose, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Transformer

from usimmarine_py.maths import attitude, earth, flow, quaternions, rotations

angle = st.floats(-pi, pi)
pitch = st.floats(-1.5, 1.5)
number = st.floats(-5.0, 5.0)
vector = st.tuples(number, number, number)


@given(phi=angle, theta=angle, psi=angle)
def test_rotations_are_orthonormal_and_products_of_principal_ones(phi: float, theta: float, psi: float) -> None:
    r = rotations.Rzyx(phi, theta, psi)
    assert np.allclose(r.T @ r, np.eye(3), atol=1e-14)
    assert np.linalg.det(r) == pytest.approx(1.0, abs=1e-14)
    assert np.allclose(r, rotations.Rz(psi) @ rotations.Ry(theta) @ rotations.Rx(phi), atol=1e-15)
    assert np.allclose(r, quaternions.Rquat(quaternions.euler2q(phi, theta, psi)), atol=1e-14)


@given(phi=angle, theta=pitch, psi=angle)
def test_euler_angles_and_quaternions_there_and_back(phi: float, theta: float, psi: float) -> None:
    q = quaternions.euler2q(phi, theta, psi)
    assert sum(x * x for x in q) == pytest.approx(1.0, abs=1e-14)
    back = quaternions.q2euler([3.0 * x for x in q])
    assert np.allclose([rotations.ssa(a - b) for a, b in zip(back, (phi, theta, psi), strict=True)], 0.0, atol=1e-9)


@given(phi=angle, theta=pitch)
def test_the_rate_transformation_has_its_inverse(phi: float, theta: float) -> None:
    assert np.allclose(rotations.Tzyx(phi, theta) @ rotations.Tzyx_inv(phi, theta), np.eye(3), atol=1e-11)


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


@given(omega=vector, h=st.floats(1e-12, 1.0))
def test_exact_steps_add_up(omega: tuple[float, ...], h: float) -> None:
    q = quaternions.euler2q(0.3, -0.2, 1.0)
    two = quaternions.step_exact(quaternions.step_exact(q, omega, h), omega, h)
    assert np.allclose(two, quaternions.step_exact(q, omega, 2.0 * h), atol=1e-13)
    assert sum(x * x for x in two) == pytest.approx(1.0, abs=1e-12)


def test_continuous_normalisation_pulls_the_length_back() -> None:
    q, h = tuple(1.1 * x for x in quaternions.euler2q(0.1, 0.2, 0.3)), 1e-3
    error = abs(1.0 - sum(x * x for x in q))
    for _ in range(100):
        rate = quaternions.rate(q, (0.0, 0.0, 0.0), gamma=100.0)
        q = tuple(a + h * b for a, b in zip(q, rate, strict=True))
    assert abs(1.0 - sum(x * x for x in q)) < 1e-3 * error


@given(lon=angle, lat=st.floats(-pi / 2, pi / 2), h=st.floats(-1000.0, 20000.0))
def test_geodetic_coordinates_there_and_back(lon: float, lat: float, h: float) -> None:
    back = earth.ecef2llh(*earth.llh2ecef(lon, lat, h))
    assert back[1] == pytest.approx(lat, abs=1e-11)
    assert back[2] == pytest.approx(h, abs=2e-3 if abs(lat) > 1.57 else 1e-5)
    if abs(lat) < pi / 2 - 1e-6:
        assert abs(rotations.ssa(back[0] - lon)) <= 1e-9


def test_geodetic_coordinates_against_pyproj() -> None:
    there = Transformer.from_crs("EPSG:4979", "EPSG:4978")
    for lon, lat, h in ((0.18, 1.1, 0.0), (-2.0, -0.7, 1234.5), (3.0, 0.0, -50.0)):
        expected = there.transform(np.degrees(lat), np.degrees(lon), h)
        assert np.allclose(earth.llh2ecef(lon, lat, h), expected, atol=1e-6)


@given(x=st.floats(-5000, 5000), y=st.floats(-5000, 5000), z=st.floats(-100, 100), lon=angle, lat=st.floats(-1.3, 1.3))
def test_flat_earth_there_and_back(x: float, y: float, z: float, lon: float, lat: float) -> None:
    back = earth.llh2flat(*earth.flat2llh(x, y, z, lon, lat, 10.0), lon, lat, 10.0)
    assert np.allclose(back, (x, y, z), atol=1e-7)


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
