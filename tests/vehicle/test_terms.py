"""M, C, D, g and their sum of every shipped vehicle, against the laws page written anew (laws.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest

from tests.support.vehicles import EVERY
from tests.vehicle.laws import Laws, Rx, Ry, Rz, tree_of
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.description.damping_reader import BODY_LIFT, DERIVATIVES

TOLERANCE = 1e-12


#: What no shipped vehicle has at once, or at all: tables put in the place of a hull's own.
_LIFT = {k: x for k, x in zip(BODY_LIFT, (-30.0, 4.0, 6.0, -9.0, -25.0, 3.0, 5.0, -8.0), strict=True)}
_FULL = (np.diag([9.0, 30, 40, 2, 8, 9]) + 0.1).tolist()
MADE = {
    "coefficients": ("jolner", {"damping": {
        "linear": _FULL, "linear_fade": [0.5, 0.4, 0.3, 0.2, 0.1, 0.6], "cubic_diag": [1.0, 2, 3, 4, 5, 6],
        "polynomial": {k: -1.0 - 0.1 * i for i, k in enumerate(DERIVATIVES)}, "body_lift": _LIFT,
        "skeg": {"area": 0.1, "lift_slope": 2.0, "x": -0.7, "z": 0.1},
    }}),
    "strips": ("jolner", {"damping": {"cross_flow": {"Cd": 0.9, "T": 0.2, "method": "strips", "vertical": "mss"}},
                          "medium": {"current": "mss"}}),
    "closed": ("jolner", {"damping": {"cross_flow": {"Cd": 0.9, "T": 0.2, "limits": [-0.9, 0.6],
                                                     "vertical": "physical"}}, "medium": {"current": "pvs"}}),
    "folded": ("remus100", {"added_mass": {"matrix": _FULL, "symmetrise": False, "coriolis_zero": [[4, 2], [5, 6]]}}),
    "stiff": ("jolner", {"hydrostatics": {"model": "linear", "G": _FULL}, "fluid_memory": {"scaling": "none"}}),
}  # fmt: skip
ALL = [*EVERY, *((name, "made") for name in MADE)]


@lru_cache(maxsize=1)
def both(name: str, variant: str) -> tuple[Vehicle, Laws]:
    if variant == "made":
        name, changes = MADE[name]
        tree = tree_of(name, "mission") | changes
    else:
        tree = tree_of(name, variant)
    bare = {k: v for k, v in tree.items() if k not in ("actuator", "command")}
    return Vehicle.from_dict(bare), Laws(tree)


def velocities(vehicle: Vehicle, count: int, seed: int = 1) -> np.ndarray:
    """Ahead and astern, drifting, turning; some slow ones."""
    rng = np.random.default_rng(seed)
    fast, length = vehicle.description.speed_max, vehicle.description.length_pp
    scale = np.array([1.0, 0.5, 0.3, 1.0 / length, 1.0 / length, 1.0 / length]) * fast
    nu = rng.uniform(-1.0, 1.0, (count, 6)) * scale
    nu[::3] *= 0.05
    return nu if vehicle.dof == 6 else nu[:, [0, 1, 5]]


def poses(vehicle: Vehicle, count: int) -> np.ndarray:
    eta = np.random.default_rng(2).uniform(-1.0, 1.0, (count, 6)) * [5.0, 5.0, 0.3, 0.6, 0.6, 3.0]
    eta[:, 2] += 30.0 if vehicle.description.submerged else 0.0
    return eta if vehicle.dof == 6 else eta[:, [0, 1, 5]]


def worst(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Largest difference, every entry over the largest of its kind in all rows (over all where it is always 0)."""
    scale = abs(theirs).max(axis=0)
    scale = np.where(scale > 0.0, scale, max(float(scale.max()), 1e-300))
    return float((abs(ours - theirs) / scale).max())


@pytest.mark.parametrize(("name", "variant"), ALL)
def test_every_term_is_that_of_the_laws(name: str, variant: str, figure: Callable[[str], None]) -> None:
    vehicle, laws = both(name, variant)
    nu, eta = velocities(vehicle, 60), poses(vehicle, 60)
    turned = [np.eye(3) if vehicle.dof == 3 else Rz(e[5]) @ Ry(e[4]) @ Rx(e[3]) for e in eta]
    found = {
        "M_RB": worst(vehicle.rigid_body_mass()[None], laws.M_RB[None]),
        "M_A": worst(vehicle.added_mass()[None], laws.M_A[None]),
        "M": worst(vehicle.mass_matrix()[None], laws.M[None]),
        "C_RB": worst(vehicle.rigid_body_coriolis(nu), np.array([laws.C_RB(n) for n in nu])),
        "C_A": worst(vehicle.added_coriolis(nu), np.array([laws.C_A(n) for n in nu])),
        "D": worst(vehicle.damping_force(nu), np.array([laws.damping(n).real for n in nu.astype(complex)])),
        "g": worst(vehicle.restoring(eta), np.array([laws.g_of(e, R).real for e, R in zip(eta, turned, strict=True)])),
    }
    figure(f"{name} {variant}: " + ", ".join(f"{k} {x:.0e}" for k, x in found.items()) + f", tolerance {TOLERANCE:.0e}")
    assert max(found.values()) <= TOLERANCE
    # as matrices
    d = vehicle.damping(nu)
    assert worst((d @ nu[..., None])[..., 0], vehicle.damping_force(nu)) <= TOLERANCE
    assert (vehicle.coriolis(nu) == vehicle.rigid_body_coriolis(nu) + vehicle.added_coriolis(nu)).all()
    assert np.isfinite(vehicle.damping(np.zeros(vehicle.dof))).all()


@pytest.mark.parametrize(("name", "variant"), ALL)
def test_the_sum_is_that_of_the_laws(name: str, variant: str, figure: Callable[[str], None]) -> None:
    """Accelerations in a current with a force; and whole states, memory included."""
    vehicle, laws = both(name, variant)
    rng = np.random.default_rng(3)
    nu, eta = velocities(vehicle, 30, 4), poses(vehicle, 30)
    tau = rng.uniform(-1.0, 1.0, (30, vehicle.dof)) * vehicle.mass_matrix().diagonal()
    current = rng.uniform(-0.3, 0.3, (30, 3)) * [1.0, 1.0, 0.0 if vehicle.dof == 3 else 1.0]
    states = vehicle.state(eta, nu)
    states[:, 2 * vehicle.dof :] = rng.uniform(-0.1, 0.1, (30, len(vehicle.names) - 2 * vehicle.dof))
    ours = vehicle.derivative(states, vehicle.inputs(tau=tau, current=current))
    theirs = np.array([laws.rates(*x).real for x in zip(states.astype(complex), tau, current, strict=True)])
    apart = worst(ours, theirs)
    figure(f"{name} {variant}: derivative {apart:.0e}, tolerance {TOLERANCE:.0e}")
    assert apart <= TOLERANCE
    states[:, 2 * vehicle.dof :] = 0.0
    n = vehicle.dof
    told = vehicle.derivative(states, vehicle.inputs(tau=tau, current=current))[:, n : 2 * n]
    assert np.allclose(vehicle.acceleration(nu, tau, eta, current), told, rtol=1e-13, atol=1e-13)
    relative = vehicle.relative_velocity(nu, eta, current)
    assert relative.shape == nu.shape
    still = vehicle.relative_velocity(relative, eta, -current)
    assert np.allclose(still, nu, atol=1e-14)
