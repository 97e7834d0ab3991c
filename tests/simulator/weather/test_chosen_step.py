"""The step that waves make necessary, beside the stability of equations that are written again here (A32.9).

Seawing in numpy: momenta of laws/hydrodynamics 3.1, polar and linear damping of 4.11, the numbers of its file.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import RK45
from scipy.optimize import brentq

from tests.support.paths import ROOT
from usimmarine_py import ActuatorCommand, Simulator

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Figure = Callable[[str], None]
Vector = NDArray[np.float64]
FILE = tomllib.loads((ROOT / "usimmarine_py" / "vehicles" / "seawing.toml").read_text(encoding="utf-8"))
#: R(z) of Dormand and Prince's method of order 5
STABILITY = np.polynomial.Polynomial([1.0, 1.0, 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 600])


def across(a: Vector) -> Vector:
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def rate(nu: Vector) -> Vector:
    """Accelerations of Seawing deep under water, its weight and buoyancy alike."""
    body, polar, damping = FILE["rigid_body"], FILE["damping"]["polar"], FILE["damping"]["linear_diag"]
    m, arm = body["mass"], across(np.array(body["r_g"]))
    mass = np.block([[m * np.eye(3), -m * arm], [m * arm, np.array(body["inertia_co"])]])
    mass = mass + np.array(FILE["added_mass"]["matrix"])
    v, w = nu[:3], nu[3:]
    push, spin = np.split(mass @ nu, 2)
    speed = math.sqrt(v @ v)
    alpha, beta = math.atan2(v[2], v[0]), math.asin(v[1] / speed)
    ca, sa, cb, sb = math.cos(alpha), math.sin(alpha), math.cos(beta), math.sin(beta)
    turn = np.array([[ca * cb, -ca * sb, -sa], [sb, cb, 0.0], [sa * cb, -sa * sb, ca]])
    drag = polar["K_D0"] + polar["K_D"] * (sa * cb) ** 2 + polar["K_D_beta"] * sb**2
    force = turn @ [-drag, polar["K_beta"] * sb, -(polar["K_L0"] + polar["K_L"] * sa * ca)]
    moment = turn @ [polar["K_MR"] * sb * ca, polar["K_M0"] + polar["K_M"] * sa * ca, polar["K_MY"] * sb * ca]
    moment = moment + np.array([polar["K_p"], polar["K_q"], polar["K_r"]]) * w
    coriolis = np.concatenate([np.cross(w, push), np.cross(v, push) + np.cross(w, spin)])
    return np.linalg.solve(mass, np.concatenate([force, moment]) * speed**2 - np.array(damping) * nu - coriolis)


def longest(nu: Vector) -> float:
    """The step (s) at which the fastest decaying mode of a run stops to decay."""
    slopes = np.array([(rate(nu + d) - rate(nu - d)) / 2e-6 for d in 1e-6 * np.eye(6)]).T
    ends = []
    for value in np.linalg.eigvals(slopes):
        if value.real < -0.02 * abs(value):
            grid = np.linspace(0.0, 8.0, 4001) / abs(value)
            over = np.abs(STABILITY(grid * value)) > 1.0
            over[0] = False
            n = int(np.argmax(over))
            ends.append(brentq(lambda h, z=value: abs(STABILITY(h * z)) - 1.0, grid[n - 1], grid[n]))
    return min(ends)


def spread(at: Vector, step: float) -> float:
    """What 3 s of a method of order 5 make of a small turn in a run that a force holds, over that turn."""
    held, small = rate(at), np.array([0.0, 0.0, 0.0, 1e-3, 1e-3, 1e-3])
    nu = at + small
    for _ in range(round(3.0 / step)):
        stages: list[Vector] = []
        for row in RK45.A:
            stages.append(rate(nu + step * sum((a * k for a, k in zip(row, stages, strict=False)), np.zeros(6))) - held)
        nu = nu + step * sum((b * k for b, k in zip(RK45.B, stages, strict=True)), np.zeros(6))
        if not np.abs(nu).max() < 50.0:
            return math.inf
    return float(np.abs(nu - at).max() / 1e-3)


def test_the_step_that_waves_leave_is_that_of_the_equations(figure: Figure) -> None:
    boat = Simulator(dynamics="fossen6", vehicle="seawing", wave_hs=1, wave_tp=4)
    note = next(str(n) for n in boat.config_warnings if "too long" in str(n))
    flow = float(re.findall(r"([\d.]+) m/s", note)[0])
    fastest, slow = FILE["validity"]["speed_max"] + flow, 0.1 * flow
    runs = np.zeros((5, 6))
    runs[:, :3] = (fastest, 0, 0), (-fastest, 0, 0), (slow, flow, 0), (slow, 0, flow), (slow, 0, -flow)
    own, step = min(map(longest, runs)), boat.backend.sim_step
    figure(f"Seawing in Hs 1 m, Tp 4 s, flow {flow:g} m/s: longest step {boat.backend.longest_step(flow):.5f} s, "
           f"own {own:.5f} s; chosen {step:g} s")  # fmt: skip
    assert boat.backend.longest_step(flow) == pytest.approx(own, rel=0.005)
    # the largest part of 0.05 s that works
    assert step <= own < 0.05
    found = [spread(runs[0], h) for h in (step, 0.97 * own, 1.05 * own, 0.05)]
    figure("a small turn over 3 s of own steps, chosen, 3 % below, 5 % above the limit, 0.05 s: "
           + ", ".join(f"{x:.2g}" for x in found))  # fmt: skip
    assert max(found[:2]) < 0.1 and min(found[2:]) > 100.0


def test_shorter_steps_give_the_same_motion(figure: Figure) -> None:
    ends = []
    for step in (None, 0.00625):
        given = {} if step is None else {"sim_step": step}
        boat = Simulator(dynamics="fossen6", vehicle="seawing", wave_hs=1, wave_tp=4, **given)
        for _ in range(50):
            boat.step(ActuatorCommand(), 0.2)
        ends.append((boat.truth.x, boat.truth.y, boat.truth.depth, boat.truth.pitch))
    apart = np.abs(np.subtract(*ends))
    figure(f"Seawing in Hs 1 m, 10 s: the chosen step beside a quarter of it {1000 * apart[:3].max():.1f} mm, "
           f"{math.degrees(apart[3]):.2f} deg")  # fmt: skip
    assert apart[:3].max() < 0.02 and apart[3] < math.radians(1.0)
