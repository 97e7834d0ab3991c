"""M, C, D and g as matrices and forces of arrays (laws/hydrodynamics 2 to 4, 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple

import numpy as np

from usimmarine_py.kernels.body.damping import polynomial, surge_friction
from usimmarine_py.kernels.body.mmg import mmg_hull
from usimmarine_py.kernels.body.motion6 import damping_forces
from usimmarine_py.kernels.body.places import IN, IN_REF
from usimmarine_py.kernels.body.records import DampingTerms, Derivatives
from usimmarine_py.kernels.duals import joined, on_duals, parts
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.maths.rotations import Rzyx, Smtrx
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.linear.exact import forces_of, law_of
from usimmarine_py.vehicle.body import MUNK_ENTRIES
from usimmarine_py.vehicle.description.vehicle import axes_of
from usimmarine_py.vehicle.model import Model


def over(function: Callable[..., Sequence[float]], rows: Array, width: int) -> Array:
    """A law of floats over the rows of an array (..., n): (..., width). Complex rows come as dual numbers."""
    each = rows.reshape(-1, rows.shape[-1]).tolist()
    found: Array
    if np.iscomplexobj(rows):
        found = np.array([joined(function(*parts(row))) for row in each])
    else:
        found = np.array([function(*row) for row in each], dtype=float)
    return found.reshape(*rows.shape[:-1], width)


def _size(x: Array) -> Array:
    """|x|, of complex numbers with its slope."""
    return np.where(x.real < 0.0, -x, x) if np.iscomplexobj(x) else abs(x)


def reduced(matrix: Array, dof: int) -> Array:
    """The rows and columns that count."""
    used = axes_of(dof)
    return np.array(matrix[np.ix_(used, used)])


def rigid_body_coriolis(model: Model, nu: Array) -> Array:
    """C_RB(nu), skew: by momenta in 6 DOF, of 1.4 in 3 DOF; zero for linear_surge, which has one matrix for all."""
    v = model.vehicle
    if v.forces.coriolis.model == "linear_surge":
        return np.zeros((*nu.shape, 6))
    if model.planar:
        return _planar(v.mass * nu[..., 0], v.mass * (nu[..., 1] + v.r_g[0] * nu[..., 2]))
    return _by_momenta(nu @ v.body.M_RB.T)


def added_coriolis(model: Model, nu: Array) -> Array:
    """C_A(nu_r), with the entries that the file drops or reduces; u_r Cbar for linear_surge."""
    v = model.vehicle
    if v.forces.coriolis.model == "linear_surge":
        return nu[..., 0, None, None] * v.forces.coriolis.matrix
    if model.planar:
        a = v.body.M_A
        return _planar(a[0, 0] * nu[..., 0], a[1, 1] * nu[..., 1] + a[1, 5] * nu[..., 2])
    c = _by_momenta(nu @ v.body.M_A.T)
    share = np.ones((6, 6))
    for i, j in MUNK_ENTRIES:
        share[i - 1, j - 1] = v.forces.coriolis.munk
    for i, j in v.forces.coriolis.dropped:
        share[i - 1, j - 1] = 0.0
    return c * share


def _planar(along: Array, across: Array) -> Array:
    c = np.zeros((*along.shape, 3, 3), dtype=along.dtype)
    c[..., 0, 2], c[..., 1, 2] = -across, along
    c[..., 2, 0], c[..., 2, 1] = across, -along
    return c


def _by_momenta(momentum: Array) -> Array:
    """[[0, -S(l)], [-S(l), -S(h)]] of [l; h]."""
    c = np.zeros((*momentum.shape, 6), dtype=momentum.dtype)
    turned = _skew(momentum[..., :3])
    c[..., :3, 3:] = c[..., 3:, :3] = -turned
    c[..., 3:, 3:] = -_skew(momentum[..., 3:])
    return c


def _skew(a: Array) -> Array:
    found: Array = Smtrx(a.real)
    return found + 1j * Smtrx(a.imag) if np.iscomplexobj(a) else found


def damping_force(model: Model, nu: Array) -> Array:
    """D(nu_r) nu_r, to be subtracted: N, N m."""
    c = model.constants
    if not model.planar:
        law = law_of(damping_forces, nu)
        return over(lambda u, v, w, p, q, r: law(u, v, w, p, q, r, c), nu, 6)
    derivatives, hull = law_of(polynomial, nu), law_of(mmg_hull, nu)
    force = -over(lambda u, v, r: derivatives(u, v, r, c.damping.derivatives), nu, 3)
    if c.mmg.on != 0.0:
        force -= over(lambda u, v, r: hull(u, v, r, c), nu, 3)
    return force


def damping_matrix(model: Model, nu: Array) -> Array:
    """A matrix D(nu_r) with D nu_r the damping force (laws/hydrodynamics 4.12).

    What a file gives coefficient by coefficient has its textbook entries. Cross flow, lift, sections, gliders and MMG
    hulls are forces f without entries: they come in as f (M nu)^T / (nu^T M nu), the smallest matrix that makes f
    (measured by the kinetic energy), which has the power of f and vanishes with the speed.
    """
    v = model.vehicle
    d = _coefficients(v.forces.damping, model, nu)
    c = v.forces.damping
    if not (c.cross_flow.method or c.lift.on or c.cylinder.on or c.polar.on or v.forces.mmg.on):
        return d
    rest = damping_force(model, nu) - (d @ nu[..., None])[..., 0]
    mass = reduced(0.5 * (v.M + v.M.T), v.dof)
    momentum = nu @ mass
    energy = (momentum * nu).sum(axis=-1)
    share = np.divide(rest, energy[..., None], out=np.zeros_like(rest), where=energy[..., None].real > 0.0)
    return np.asarray(d + share[..., None] * momentum[..., None, :])


def _coefficients(d: DampingTerms, model: Model, nu: Array) -> Array:
    if model.planar:
        return _derivatives(
            d.derivatives, nu[..., 0], nu[..., 1], nu[..., 2], [0, 1, 2], np.zeros((*nu.shape, 3), dtype=nu.dtype)
        )
    p, eye = d.plain, np.eye(6)
    diagonal, fade, quadratic, cubic = (np.array(astuple(x)) for x in (p.linear, p.fade, p.quadratic, p.cubic))
    speed = np.sqrt((nu[..., :3] ** 2).sum(axis=-1))[..., None]
    entries = diagonal * np.exp(-speed * fade) + quadratic * _size(nu) + cubic * nu * nu
    made: Array = np.array(astuple(p.matrix)) + entries[..., None] * eye
    u = nu[..., 0]
    if d.friction.on:
        # X/u of 4.3: the law is odd but for what comes astern
        law = law_of(surge_friction, u)
        made[..., 0, 0] += over(lambda s: (law(s, d.friction, d.viscosity) / (s or 1.0),), u[..., None], 1)[..., 0]
    if d.skeg.lift:
        lever = np.array([0.0, 1.0, 0.0, -d.skeg.z, 0.0, d.skeg.x])
        made += d.skeg.lift * _size(u)[..., None, None] * np.outer(lever, lever)
    if d.body_lift.on:
        b, forward = d.body_lift, _size(u)
        made[..., 1, 1] -= b.Y_uv * forward
        made[..., 1, 5] -= b.Y_ur * u
        made[..., 5, 1] -= b.N_uv * u
        made[..., 5, 5] -= b.N_ur * forward
        made[..., 2, 2] -= b.Z_uw * forward
        made[..., 2, 4] -= b.Z_uq * u
        made[..., 4, 2] -= b.M_uw * u
        made[..., 4, 4] -= b.M_uq * forward
    return _derivatives(d.derivatives, u, nu[..., 1], nu[..., 5], axes_of(3), made)


def _derivatives(d: Derivatives, u: Array, v: Array, r: Array, rows: list[int], made: Array) -> Array:
    """Manoeuvring derivatives (Fossen's sign) taken off a matrix at the entries of u, v, r."""
    (i, j, n), x, y, z = rows, d.x, d.y, d.n
    au, av, ar = _size(u), _size(v), _size(r)
    made[..., i, i] -= x.u + x.uu * au + x.uuu * u * u
    made[..., i, j] -= x.v
    made[..., i, n] -= x.r
    made[..., j, i] -= y.u
    made[..., j, j] -= y.v + y.vv * av + y.rv * ar + y.vvv * v * v
    made[..., j, n] -= y.r + y.vr * av + y.rr * ar
    made[..., n, i] -= z.u
    made[..., n, j] -= z.v + z.vv * av + z.rv * ar
    made[..., n, n] -= z.r + z.vr * av + z.rr * ar + z.rrr * r * r
    return made


def rotations(eta: Array) -> Array:
    """BODY to NED, (..., 3, 3), of poses (..., dof)."""
    angles = eta[..., 3:] if eta.shape[-1] == 6 else np.concatenate([0.0 * eta[..., :2], eta[..., 2:]], axis=-1)
    if not np.iscomplexobj(angles):
        return Rzyx(angles[..., 0], angles[..., 1], angles[..., 2])
    return over(on_duals(rzyx), angles, 9).reshape(*angles.shape[:-1], 3, 3)


def restoring_force(model: Model, eta: Array) -> Array:
    """g(eta) (..., 6), to be subtracted: N, N m; payload included. 3-DOF vehicles have none."""
    if model.planar:
        return np.zeros(eta.shape)
    forces, still = forces_of(model, eta), [0.0] * IN_REF
    return over(lambda *place: [-x for x in forces.restoring(place, still)], eta, 6)


def wind_force(model: Model, nu: Array, psi: Array, wind: Array) -> Array:
    """Forces (..., dof) of winds (..., 2), speed and direction towards, on hulls over ground."""
    forces, rows = forces_of(model, nu, psi, wind), axes_of(model.vehicle.dof)
    shape = np.broadcast_shapes(nu.shape[:-1], psi.shape, wind.shape[:-1])
    parts = (nu[..., 0], nu[..., 1], psi, wind[..., 0], wind[..., 1])
    table = np.stack([np.broadcast_to(x, shape) for x in parts], axis=-1)
    still = [0.0] * IN.wind_on + [1.0]
    found = over(lambda u, v, p, speed, towards: forces.wind(u, v, p, [*still, speed, towards]), table, 6)
    return np.array(found[..., rows])


def actuator_force(model: Model, states: Array, nu_r: Array) -> Array:
    """Forces (..., dof) of the actuators in states (..., n), whose velocities through the water are ``nu_r``."""
    shape = np.broadcast_shapes(states.shape[:-1], nu_r.shape[:-1])
    width = states.shape[-1]
    rows = np.concatenate(
        [np.broadcast_to(states, (*shape, width)), np.broadcast_to(nu_r, (*shape, nu_r.shape[-1]))], axis=-1
    )
    forces = forces_of(model, rows)
    found = over(lambda *x: forces.actuators(x[:width], x[width:]), rows, 6)
    return np.array(found[..., axes_of(model.vehicle.dof)])
