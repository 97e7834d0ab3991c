"""The energy of a vehicle: moving mass, weight and buoyancy, what the fluid memory holds (laws/hydrodynamics 13)."""

from __future__ import annotations

from dataclasses import astuple
from math import pi

import numpy as np

from usimmarine_py.kernels.body.restoring import submerged_share
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.description.vehicle import Matrix, VehicleDescription, axes_of
from usimmarine_py.vehicle.model import Model

_AXIS = 1e-9  # of the largest eigenvalue: so close to the imaginary axis is on it


class EnergyLaw:
    """Energy (J) of many states of one model at once, without wind, waves and current."""

    def __init__(self, model: Model) -> None:
        self.model = model
        vehicle = model.vehicle
        used = axes_of(vehicle.dof)
        self._mass = 0.5 * vehicle.M[np.ix_(used, used)]
        self._stiffness = 0.5 * vehicle.forces.hydrostatics.G[2:5, 2:5]
        self._storage = memory_storage(vehicle)

    @property
    def complete(self) -> bool:
        """Whether what the fluid memory holds is counted: linear damping must make up for where it is not passive."""
        return self._storage is not None

    def of(self, states: Array) -> Array:
        """Energy of ``states`` (shape (N, n)), shape (N,); its zero is anywhere."""
        model, vehicle = self.model, self.model.vehicle
        nu = states[:, model.head - len(self._mass) : model.head]
        total = np.einsum("ni,ij,nj->n", nu, self._mass, nu)
        radius = vehicle.forces.hydrostatics.surfacing_radius
        if vehicle.submerged and radius > 0.0 and (states[:, 2] < radius).any():
            # half out of the water it has less added mass
            dry = np.array([1.0 - submerged_share(z, radius) for z in states[:, 2].tolist()])
            total = total - 0.5 * dry * np.einsum("ni,ij,nj->n", nu, vehicle.body.M_A, nu)
        if model.planar:
            return np.asarray(total)
        z, down = states[:, 2], vertical(model, states)
        h = vehicle.forces.hydrostatics
        if h.model == "linear":
            phi, theta = tilt(model, states)
            lean = np.stack([z, phi, theta], axis=1)
            total = total + np.einsum("ni,ij,nj->n", lean, self._stiffness, lean)
        elif h.model == "submerged":
            total = total - vehicle.mass * vehicle.g * (z + down @ vehicle.r_g)
            total = total + h.buoyancy * (_lifted(z, h.surfacing_radius) + down @ h.r_b)
        if vehicle.forces.payload.on:
            p = vehicle.forces.payload
            total = total - p.weight * (z + down @ (p.x, p.y, p.z))
        if self._storage is not None and len(self._storage):
            memory = states[:, model.head + len(model.lags) :]
            total = total + 0.5 * np.einsum("ni,ij,nj->n", memory, self._storage, memory)
        return np.asarray(total)


def vertical(model: Model, states: Array) -> Array:
    """The direction down in BODY, shape (N, 3)."""
    if model.quaternion:
        e0, e1, e2, e3 = states[:, 3:7].T
        return np.stack([2 * (e1 * e3 - e2 * e0), 2 * (e2 * e3 + e1 * e0), 1 - 2 * (e1 * e1 + e2 * e2)], axis=1)
    phi, theta = states[:, 3], states[:, 4]
    return np.stack([-np.sin(theta), np.sin(phi) * np.cos(theta), np.cos(phi) * np.cos(theta)], axis=1)


def tilt(model: Model, states: Array) -> tuple[Array, Array]:
    """Roll and pitch (rad); zero for a planar model."""
    if model.planar:
        return np.zeros(len(states)), np.zeros(len(states))
    if not model.quaternion:
        return states[:, 3], states[:, 4]
    down = vertical(model, states)
    return np.arctan2(down[:, 1], down[:, 2]), np.arctan2(-down[:, 0], np.hypot(down[:, 1], down[:, 2]))


def _lifted(z: Array, radius: float) -> Array:
    """The integral over depth of the submerged share of a horizontal cylinder (m)."""
    if radius <= 0.0:
        return z
    x = np.clip(z / radius, -1.0, 1.0)
    root = np.sqrt(1.0 - x * x)
    inside = radius * (x - (x * np.arccos(x) - root + root**3 / 3.0) / pi)
    return np.where(z > radius, z, inside)


def memory_storage(vehicle: VehicleDescription) -> Matrix | None:
    """P of the storage function 1/2 x^T P x of the fluid memory beside the linear damping; None where there is none.

    Positive-real lemma: with the systems x_dot = A x + B nu, mu = C x and the diagonal linear damping D, P solves
    A^T P + P A + (P B - C^T) (2 D)^-1 (B^T P - C) = 0; then 1/2 d/dt(x^T P x) <= nu^T (mu + D nu).
    """
    order = sum(s.order for s in vehicle.forces.memory)
    if not order:
        return np.zeros((0, 0))
    a: Array = np.zeros((order, order))
    b: Array = np.zeros((order, 6))
    c: Array = np.zeros((6, order))
    i = 0
    for s in vehicle.forces.memory:
        a[i, i : i + s.order] = [-x for x in s.a]
        a[range(i + 1, i + s.order), range(i, i + s.order - 1)] = 1.0
        if s.column > 1:  # else surge is not fed in
            b[i, s.source] = 1.0
        c[s.row - 1, i : i + s.order] = s.c
        i += s.order
    d = np.array(astuple(vehicle.forces.damping.plain.linear))
    if not b[:, 0].any():
        # the memory's own force in surge is never excited
        b, c, d = b[:, 1:], c[1:], d[1:]
    if d.min() <= 0.0:
        return None
    # in units of the damping's root all channels are alike
    root = np.sqrt(2.0 * d)
    b, c = b / root, c / root[:, None]
    inner = a - b @ c
    hamiltonian = np.block([[inner, b @ b.T], [-c.T @ c, -inner.T]])
    values, vectors = np.linalg.eig(hamiltonian)
    if np.abs(values.real).min() <= _AXIS * np.abs(values).max():
        return None
    stable = vectors[:, values.real < 0.0]
    if stable.shape[1] != order:
        return None
    p = np.real(stable[order:] @ np.linalg.inv(stable[:order]))
    return np.asarray(0.5 * (p + p.T))
