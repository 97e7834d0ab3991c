"""Coriolis matrices by momenta, for comparison with the component scalars of the kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from usimmarine_py.maths.rotations import Hmtrx, Smtrx
from usimmarine_py.values.arrays import Array


def coriolis_matrix(M: ArrayLike, nu: Sequence[float]) -> Array:
    """C(nu) = [[0, -S(l)], [-S(l), -S(h)]] with [l; h] = M nu; an unsymmetric M gives the row convention."""
    momentum = np.asarray(M, dtype=float) @ np.asarray(nu, dtype=float)
    c = np.zeros((6, 6))
    s = Smtrx(momentum[:3].tolist())
    c[:3, 3:] = -s
    c[3:, :3] = -s
    c[3:, 3:] = -Smtrx(momentum[3:].tolist())
    return c


def coriolis_rigid_body(mass: float, r_g: Sequence[float], about_cg: ArrayLike, nu: Sequence[float]) -> Array:
    """C_RB without linear velocities: H^T blockdiag(m S(omega), -S(I_cg omega)) H."""
    omega = np.asarray(nu, dtype=float)[3:]
    inner = np.zeros((6, 6))
    inner[:3, :3] = mass * Smtrx(omega.tolist())
    inner[3:, 3:] = -Smtrx((np.asarray(about_cg, dtype=float) @ omega).tolist())
    h = Hmtrx(r_g)
    return np.asarray(h.T @ inner @ h)
