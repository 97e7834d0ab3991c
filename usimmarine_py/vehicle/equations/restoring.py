"""Restoring forces as component scalars (laws/hydrodynamics 6), interpreted and compiled alike."""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, cos, pi, sin, sqrt, tan

from usimmarine_py.maths.attitude import Nine
from usimmarine_py.vehicle.equations import layout as at

Six = tuple[float, float, float, float, float, float]


def submerged_wrench(
    k1: float,
    k2: float,
    k3: float,
    weight: float,
    buoyancy: float,
    xg: float,
    yg: float,
    zg: float,
    xb: float,
    yb: float,
    zb: float,
) -> Six:
    """-g(eta): weight at r_g and buoyancy at r_b; k = [R31, R32, R33] is down expressed in BODY. N and N m."""
    net = weight - buoyancy
    ax, ay, az = weight * xg - buoyancy * xb, weight * yg - buoyancy * yb, weight * zg - buoyancy * zb
    return net * k1, net * k2, net * k3, ay * k3 - az * k2, az * k1 - ax * k3, ax * k2 - ay * k1


def submerged_share(z: float, radius: float) -> float:
    """Share of a horizontal cylinder below the surface when its axis is ``z`` m deep (1 = all)."""
    if z >= radius:
        return 1.0
    if z <= -radius:
        return 0.0
    ratio = z / radius
    return 1.0 - (acos(ratio) - ratio * sqrt(1.0 - ratio * ratio)) / pi


def submerged_forces(k1: float, k2: float, k3: float, z: float, lift_on: float, lift: float, c: Sequence[float]) -> Six:
    """-g(eta) of a vehicle; ``lift`` (N) replaces B - W where ``lift_on``; buoyancy is lost at the surface."""
    weight, buoyancy = c[at.WEIGHT], c[at.BUOYANCY]
    if lift_on != 0.0:
        buoyancy = weight + lift
    radius = c[at.SURFACING_RADIUS]
    if radius > 0.0 and z < radius:
        buoyancy *= submerged_share(z, radius)
    return submerged_wrench(k1, k2, k3, weight, buoyancy, c[at.XG], c[at.YG], c[at.ZG], c[at.XB], c[at.YB], c[at.ZB])


def linear_restoring(x: float, y: float, z: float, phi: float, theta: float, psi: float, c: Sequence[float]) -> Six:
    """g = G eta of a surface vessel."""
    fz = c[at.G33] * z + c[at.G34] * phi + c[at.G35] * theta
    mx = c[at.G43] * z + c[at.G44] * phi + c[at.G45] * theta
    my = c[at.G53] * z + c[at.G54] * phi + c[at.G55] * theta
    if c[at.G_FULL] == 0.0:
        return 0.0, 0.0, fz, mx, my, 0.0
    b = at.G_MATRIX
    return (
        _row(c, b, x, y, z, phi, theta, psi),
        _row(c, b + 6, x, y, z, phi, theta, psi),
        fz + _row(c, b + 12, x, y, z, phi, theta, psi),
        mx + _row(c, b + 18, x, y, z, phi, theta, psi),
        my + _row(c, b + 24, x, y, z, phi, theta, psi),
        _row(c, b + 30, x, y, z, phi, theta, psi),
    )


def vertical_restoring(rot: Nine, phi: float, theta: float, fz: float, roll: float, pitch: float) -> Six:
    """g of a potential: ``fz`` (N) along the vertical, ``roll`` and ``pitch`` (N m) along the Euler rates, in BODY.

    Equal to the three of ``linear_restoring`` for small angles; unlike those it does no work on a hull with way on
    (laws/hydrodynamics 6.3).
    """
    sphi, cphi, tth = sin(phi), cos(phi), tan(theta)
    return (
        rot[6] * fz,
        rot[7] * fz,
        rot[8] * fz,
        roll,
        sphi * tth * roll + cphi * pitch,
        cphi * tth * roll - sphi * pitch,
    )


def _row(c: Sequence[float], b: int, x: float, y: float, z: float, phi: float, theta: float, psi: float) -> float:
    return c[b] * x + c[b + 1] * y + c[b + 2] * z + c[b + 3] * phi + c[b + 4] * theta + c[b + 5] * psi
