"""Hydrodynamic data of a hull's mesh, computed by Capytaine (extra ``bem``); laws/bem 2.4."""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError, MissingExtraError, shorten

#: Frequencies, their range over sqrt(g/L), and panels in the shortest wave [choice].
_COUNT, _LOWEST, _HIGHEST, _PANELS = 30, 0.3, 6.0, 5.0
#: Headings of the whole circle, deg.
_HEADINGS = np.arange(0.0, 360.0, 15.0)
#: Panels of a mesh beyond which a workstation has no memory for it.
MOST_PANELS = 10_000


def compute(
    mesh: Path, output: Path, rho: float, g: float, centre: tuple[float, float, float] | None,
    progress: Callable[[str], None] | None = None,
) -> tuple[int, int, float]:  # fmt: skip
    """Write added mass, damping and excitation of the mesh in a file to ``output``, Capytaine's NetCDF.

    The mesh has x forward, y to port, z up, the calm surface at z = 0, metres; its dry part is cut off. ``rho`` kg/m3,
    ``g`` m/s2, ``centre``: of gravity in those axes, with which the file has restoring forces, too. ``progress`` is
    given lines to show. Returns the numbers of panels and frequencies, and the highest of these (rad/s). Raises
    ``ConfigError`` for a mesh that cannot be used, ``MissingExtraError`` without Capytaine.
    """
    try:
        import capytaine as cpt
    except ImportError as error:
        raise MissingExtraError("data of a panel code", error.name or "capytaine", "bem") from error
    cpt.set_logging("ERROR")
    body = _body(cpt, mesh, centre)
    omega = frequencies(body.mesh, g)
    solver, results = cpt.BEMSolver(), []
    common = {"body": body, "rho": rho, "g": g}
    for n, w in enumerate((0.0, *omega.tolist(), np.inf)):
        problems = [cpt.RadiationProblem(omega=w, radiating_dof=dof, **common) for dof in body.dofs]
        if 0.0 < w < np.inf:
            problems += [cpt.DiffractionProblem(omega=w, wave_direction=chi, **common) for chi in np.radians(_HEADINGS)]
        results += solver.solve_all(problems, progress_bar=False, _check_wavelength=False)
        if progress is not None:
            progress(f"frequency {n + 1} of {len(omega) + 2}")
    if centre is not None:
        body.hydrostatic_stiffness = body.compute_hydrostatic_stiffness(rho=rho, g=g)
    data = cpt.assemble_dataset(results)
    try:
        cpt.export_dataset(str(output), data, format="netcdf")
    except OSError as error:
        raise ConfigError(f"cannot be written: {error.strerror or error}", file=str(output)) from None
    return int(body.mesh.nb_faces), len(omega), float(omega[-1])


def frequencies(mesh: Any, g: float) -> Any:
    """Return the frequencies (rad/s) for a wet mesh: of waves long and short to the hull, none too short for panels."""
    length = float(np.ptp(mesh.vertices[:, 0]))
    edge = sqrt(float(np.mean(mesh.faces_areas)))
    low, high = (share * sqrt(g / length) for share in (_LOWEST, _HIGHEST))
    return np.linspace(low, max(min(high, sqrt(2.0 * pi * g / (_PANELS * edge))), 2.0 * low), _COUNT)


def _body(cpt: Any, file: Path, centre: tuple[float, float, float] | None) -> Any:
    try:
        with file.open("rb"):
            pass
        hull = cpt.load_mesh(str(file)).immersed_part()
        # waves inside the hull, which the equations allow and nature does not, are kept down by a lid
        lid = hull.generate_lid() if hull.nb_faces else None
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror or error}", file=str(file)) from None
    except Exception as error:  # a reader of many formats raises what it likes
        raise ConfigError(f"is no mesh that Capytaine reads: {shorten(str(error), 200)}", file=str(file)) from None
    if not hull.nb_faces:
        raise ConfigError("has no panel below z = 0, the calm surface (z up, metres)", file=str(file))
    if hull.nb_faces > MOST_PANELS:
        problem = f"has {hull.nb_faces} wet panels, {MOST_PANELS} at most: make the panels larger"
        raise ConfigError(problem, file=str(file))
    volume = float(hull.volume)
    if volume <= 0.0:
        raise ConfigError(
            f"encloses {volume:.3g} m3: normals must point out of the hull, into the water", file=str(file)
        )
    dofs = cpt.rigid_body_dofs(rotation_center=(0.0, 0.0, 0.0))
    return cpt.FloatingBody(mesh=hull, lid_mesh=lid, dofs=dofs, center_of_mass=centre, name=file.stem)
