"""Mean drift of a ship with a pointed bow by panels (Capytaine, extra bem), beside the wall of laws/environment 4.9.

    python -m benchmarks.bow

A hull of 10 x 1.7 x 0.55 m, wall-sided, its bow a parabola over 0 to 3 m; free in waves of 0.5 to 0.2 hulls from four
sides. Momentum of the far field: power of the waves that the hull makes and scatters by Kochin's function, whose
scale is that of the damping of heave. Over rho g A2 B (surge) and L (sway); the law's is without waves that it makes.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np

from usimmarine_py.vehicle.mean_load import TAPERED, turned_back, wall

LENGTH, BEAM, DRAFT, RHO, G = 10.0, 1.7, 0.55, 1000.0, 9.81
_ROUND = np.linspace(0.0, 2.0 * np.pi, 181)[:-1]


def mesh(taper: float, along: int = 44, across: int = 6, down: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (m; x forward, y to port, z up) and faces, normals outwards."""
    x = np.linspace(-0.5 * LENGTH, 0.5 * LENGTH, along + 1)
    aft = np.clip((0.5 * LENGTH - x) / taper, 0.0, 1.0) if taper > 0.0 else np.ones_like(x)
    half, z, share = (
        0.5 * BEAM * (1.0 - (1.0 - aft) ** 2),
        np.linspace(0.0, -DRAFT, down + 1),
        np.linspace(-1, 1, across + 1),
    )
    quads: list[list[tuple[float, float, float]]] = []
    for i, j in ((i, i + 1) for i in range(along)):
        for top, low in pairwise(z):
            for side in (1.0, -1.0):
                a, b = side * half[i], side * half[j]
                quads.append([(x[i], a, top), (x[j], b, top), (x[j], b, low), (x[i], a, low)][:: int(side)])
        for one, other in pairwise(share):
            a, b = half[i], half[j]
            quads.append(
                [(x[i], other * a, -DRAFT), (x[j], other * b, -DRAFT), (x[j], one * b, -DRAFT), (x[i], one * a, -DRAFT)]
            )
    for end, turn in ((along, -1), (0, 1)):
        for one, other in pairwise(share):
            for top, low in pairwise(z):
                a, b, at = one * half[end], other * half[end], x[end]
                if half[end] > 1e-9:
                    quads.append([(at, a, top), (at, b, top), (at, b, low), (at, a, low)][::turn])
    return np.array(quads).reshape(-1, 3), np.arange(4 * len(quads)).reshape(-1, 4)


def drift(cpt: Any, taper: float, ratio: float, headings: tuple[float, ...]) -> list[tuple[float, float]]:
    """Surge over rho g A2 B and sway over rho g A2 L in waves of ``ratio`` hulls towards each heading (deg)."""
    from capytaine.bem.airy_waves import froude_krylov_force
    from capytaine.post_pro.kochin import compute_kochin

    hull = cpt.Mesh(*mesh(taper))
    rigid = cpt.rigid_body_dofs(rotation_center=(0, 0, 0))
    body = cpt.FloatingBody(mesh=hull, lid_mesh=hull.generate_lid(), dofs=rigid, center_of_mass=(0, 0, 0))
    centre, mass = (float(body.center_of_buoyancy[0]), 0.0, 0.0), RHO * float(body.volume)
    body.center_of_mass = centre
    arm = np.array(((0.0, 0.0, 0.0), (0.0, 0.0, -centre[0]), (0.0, centre[0], 0.0)))
    inertia = mass * np.diag(((0.35 * BEAM) ** 2, (0.25 * LENGTH) ** 2, (0.25 * LENGTH) ** 2))
    masses = np.block([[mass * np.eye(3), -mass * arm], [mass * arm, inertia - mass * arm @ arm]])
    stiffness = body.compute_hydrostatic_stiffness(rho=RHO, g=G).values
    omega, solver, names = np.sqrt(2.0 * np.pi * G / (ratio * LENGTH)), cpt.BEMSolver(), list(body.dofs)
    common = {"body": body, "omega": omega, "rho": RHO, "g": G}
    made = [solver.solve(cpt.RadiationProblem(radiating_dof=name, **common)) for name in names]
    added = np.array([[one.added_mass[name] for one in made] for name in names])
    damping = np.array([[one.radiation_damping[name] for one in made] for name in names])
    waves = np.array([compute_kochin(one, _ROUND) for one in made])
    scale = 0.5 * omega**2 * damping[2, 2] / (2.0 * np.pi * np.mean(np.abs(waves[2]) ** 2))
    impedance = stiffness - omega**2 * (masses + added) - 1j * omega * damping
    found = []
    for heading in headings:
        chi = np.radians(heading)
        given = solver.solve(cpt.DiffractionProblem(wave_direction=chi, **common))
        krylov = froude_krylov_force(given)
        motion = np.linalg.solve(impedance, np.array([given.forces[name] + krylov[name] for name in names]))
        power = scale * np.abs(compute_kochin(given, _ROUND) + motion @ waves) ** 2
        push = [
            2.0 * np.pi * omega / G * np.mean(power * (of(chi) - of(_ROUND))) / (RHO * G * side)
            for of, side in ((np.cos, BEAM), (np.sin, LENGTH))
        ]
        found.append((float(push[0]), float(push[1])))
    return found


def law(taper: float, ratio: float, heading: float) -> tuple[float, float]:
    """The same of a wall of the hull's waterline and draft."""
    size = SimpleNamespace(beam=BEAM, hulls=1, hull_beam=BEAM, draft=DRAFT)
    vehicle: Any = SimpleNamespace(
        size=size,
        length_pp=LENGTH,
        weather=SimpleNamespace(bow_length=taper * TAPERED),
        medium=SimpleNamespace(rho=RHO),
    )
    k, chi = np.array([2.0 * np.pi / (ratio * LENGTH)]), np.radians(heading)
    x, y = wall(vehicle, k, np.array([np.cos(chi)]), np.array([np.sin(chi)]))
    share = 0.5 * turned_back(k * DRAFT)
    return float((share * x)[0] / BEAM), float((share * y)[0] / LENGTH)


def main() -> int:
    """Print a line for each bow and wave length."""
    try:
        import capytaine as cpt
    except ImportError:
        print("needs Capytaine: pip install 'usimmarine_py[bem]'", file=sys.stderr)
        return 1
    cpt.set_logging("ERROR")
    headings = (180.0, 150.0, 120.0, 90.0)
    for taper in (0.0, 1.0, 2.0, 3.0):
        for ratio in (0.5, 0.4, 0.3, 0.2):
            told = []
            for heading, (x, y) in zip(headings, drift(cpt, taper, ratio, headings), strict=True):
                own = law(taper, ratio, heading)
                told.append(f"{heading:g}: {-own[0]:.3f} {own[1]:.3f} ({-x:.3f} {y:.3f})")
            print(f"bow of {taper:g} m, waves of {ratio:g} hulls towards " + ", ".join(told), flush=True)
    return 0


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    sys.exit(main())
