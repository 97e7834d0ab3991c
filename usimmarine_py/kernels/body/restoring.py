"""Restoring forces as component scalars (laws/hydrodynamics 6), interpreted and compiled alike."""

from __future__ import annotations

from math import acos, cos, pi, sin, sqrt, tan

from usimmarine_py.kernels.body.damping import row
from usimmarine_py.kernels.body.records import BodyTerms, Load
from usimmarine_py.maths.attitude import Nine

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


def submerged_rise(z: float, radius: float) -> float:
    """Rate (1/m) at which that share grows with depth."""
    ratio = z / radius
    if ratio >= 1.0 or ratio <= -1.0:
        return 0.0
    return 2.0 * sqrt(1.0 - ratio * ratio) / (pi * radius)


def submerged_forces(k1: float, k2: float, k3: float, z: float, lift_on: float, lift: float, c: BodyTerms) -> Six:
    """-g(eta) of a vehicle; ``lift`` (N) replaces B - W where ``lift_on``; buoyancy is lost at the surface."""
    own, rigid = c.restoring, c.rigid
    weight, buoyancy, centre = own.weight, own.buoyancy, own.centre
    if lift_on != 0.0:
        buoyancy = weight + lift
    radius = own.surfacing_radius
    if radius > 0.0 and z < radius:
        buoyancy *= submerged_share(z, radius)
    return submerged_wrench(k1, k2, k3, weight, buoyancy, rigid.xg, rigid.yg, rigid.zg, centre.x, centre.y, centre.z)


def linear_restoring(x: float, y: float, z: float, phi: float, theta: float, psi: float, c: BodyTerms) -> Six:
    """g = G eta of a surface vessel."""
    g = c.restoring
    fz = g.heave.z * z + g.heave.phi * phi + g.heave.theta * theta
    mx = g.roll.z * z + g.roll.phi * phi + g.roll.theta * theta
    my = g.pitch.z * z + g.pitch.phi * phi + g.pitch.theta * theta
    if g.coupled == 0.0:
        return 0.0, 0.0, fz, mx, my, 0.0
    b = g.matrix
    return (
        row(b.x, x, y, z, phi, theta, psi),
        row(b.y, x, y, z, phi, theta, psi),
        fz + row(b.z, x, y, z, phi, theta, psi),
        mx + row(b.k, x, y, z, phi, theta, psi),
        my + row(b.m, x, y, z, phi, theta, psi),
        row(b.n, x, y, z, phi, theta, psi),
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


def restoring_forces(
    rot: Nine, x: float, y: float, z: float, phi: float, theta: float, psi: float, lift_on: float, lift: float,
    surface: float, c: BodyTerms,
) -> Six:  # fmt: skip
    """Return -g(eta) of a vehicle by its own model, payload apart; ``lift`` as of ``submerged_forces``.

    ``surface`` (m) is how high the water stands: a submerged vehicle has its buoyancy below that, a surface craft's
    part of it is in the wave load.
    """
    if c.restoring.model == 2.0:
        return submerged_forces(rot[6], rot[7], rot[8], z + surface, lift_on, lift, c)
    if c.restoring.model == 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    gx, gy, gz, gk, gm, gn = linear_restoring(x, y, z, phi, theta, psi, c)
    if c.restoring.vertical != 0.0:
        gx, gy, gz, gk, gm, gn = vertical_restoring(rot, phi, theta, gz, gk, gm)
    return 0.0 - gx, 0.0 - gy, 0.0 - gz, 0.0 - gk, 0.0 - gm, 0.0 - gn


def load_forces(rot: Nine, load: Load) -> Six:
    """Return the weight of a payload (laws/hydrodynamics 6.4)."""
    px, py, pz = load.weight * rot[6], load.weight * rot[7], load.weight * rot[8]
    roll, pitch = load.y * pz - load.z * py, load.z * px - load.x * pz
    if load.rows != 0.0:
        return 0.0, 0.0, pz, roll, pitch, 0.0
    return px, py, pz, roll, pitch, load.x * py - load.y * px
