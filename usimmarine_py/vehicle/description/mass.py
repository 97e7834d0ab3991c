"""Mass matrices, their checks, and the recipes that give them from geometry (laws/hydrodynamics 2.1, 2.3).

Matrices are numpy arrays in SI units, physical sign (added mass positive), about CO unless a name says CG.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

import numpy as np
from numpy.typing import ArrayLike, NDArray

from usimmarine_py.maths.rotations import Hmtrx, Smtrx

Matrix = NDArray[np.float64]


def rigid_body_matrix(mass: float, r_g: Sequence[float], inertia_co: ArrayLike) -> Matrix:
    """M_RB = [[m I, -m S(r_g)], [m S(r_g), I_o]], shape (6, 6); I_o about CO with negative products of inertia."""
    m = np.zeros((6, 6))
    s = mass * Smtrx(r_g)
    m[:3, :3] = mass * np.eye(3)
    m[:3, 3:] = -s
    m[3:, :3] = s
    m[3:, 3:] = inertia_co
    return m


def inertia_cg(mass: float, r_g: Sequence[float], inertia_co: ArrayLike) -> Matrix:
    """I_cg = I_o + m S(r_g)^2, shape (3, 3)."""
    s = Smtrx(r_g)
    return np.asarray(np.asarray(inertia_co, dtype=float) + mass * (s @ s))


def inertia_co(mass: float, r_g: Sequence[float], about_cg: ArrayLike) -> Matrix:
    """I_o = I_cg - m S(r_g)^2, shape (3, 3)."""
    s = Smtrx(r_g)
    return np.asarray(np.asarray(about_cg, dtype=float) - mass * (s @ s))


def positive_definite(matrix: ArrayLike) -> bool:
    """Whether the symmetric part of a matrix is positive definite."""
    m = np.asarray(matrix, dtype=float)
    return bool(np.isfinite(m).all() and np.linalg.eigvalsh(0.5 * (m + m.T)).min() > 0.0)


def cylinder_inertia(mass: float, radius: float, length: float) -> tuple[float, float, float]:
    """Jx, Jy, Jz (kg m2) of a solid cylinder about its CG, axis along x."""
    side = mass * (3.0 * radius * radius + length * length) / 12.0
    return 0.5 * mass * radius * radius, side, side


def cylinder_added_mass(mass: float, rho: float, radius: float, length: float) -> tuple[float, ...]:
    """Diagonal of M_A of a slender cylinder: -X_udot ... -N_rdot (kg, kg m2)."""
    section = pi * rho * radius * radius
    side = section * length
    turn = section * length * length * length / 12.0
    roll = pi * rho * radius * radius * radius * radius * radius / 4.0
    return 0.1 * mass, side, side, roll, turn, turn


def hydrostatic_matrix(
    rho: float, g: float, waterplane: float, volume: float, gm_t: float, gm_l: float, lcf: float = 0.0
) -> Matrix:
    """G of a surface vessel: stiffness about CF (A_wp m2, V m3, GM m) moved to CO with H([LCF, 0, 0])."""
    about_cf = np.diag([0.0, 0.0, rho * g * waterplane, rho * g * volume * gm_t, rho * g * volume * gm_l, 0.0])
    h = Hmtrx((lcf, 0.0, 0.0))
    return np.asarray(h.T @ about_cf @ h)
