"""The [damping] table of a vehicle file (laws/hydrodynamics 4, 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np

from usimmarine_py.kernels.body import records as of
from usimmarine_py.kernels.body.records import names
from usimmarine_py.values.toml_table import TableReader
from usimmarine_py.vehicle.description.geometry import Recipe
from usimmarine_py.vehicle.description.vehicle import Matrix, Medium, Size

#: manoeuvring derivatives, Fossen's sign
DERIVATIVES = (
    *(f"X_{k}" for k in names(of.SurgeDerivatives)),
    *(f"Y_{k}" for k in names(of.SwayDerivatives)),
    *(f"N_{k}" for k in names(of.YawDerivatives)),
)
#: lift of the hull in both planes
BODY_LIFT = names(of.BodyLift)[1:]
#: lift, drag and moments of a glider
POLAR = names(of.Polar)[1:]
#: hull of the MMG standard method
MMG_HULL = (
    "R_0",
    *(f"X_{k}" for k in names(of.MmgSurge)[1:]),
    *(f"{force}_{k}" for force in "YN" for k in names(of.MmgTurn)),
)

_ZERO = (0.0,) * 6


def read_damping(
    table: TableReader, medium: Medium, size: Size, G: Matrix, M: Matrix, recipe: Recipe | None
) -> of.DampingTerms:
    """All damping of a 6-DOF vehicle; a geometry recipe fills in what the table leaves out."""
    linear = _linear(table)
    heave_pitch = table.table("optional_heave_pitch")
    if heave_pitch.flag("enabled", False):
        zeta = heave_pitch.vector("zeta", 2)
        for i, z in zip((2, 4), zeta, strict=True):
            linear[i, i] += 2.0 * z * sqrt(max(0.0, float(G[i, i] * M[i, i])))
    elif not heave_pitch.empty:
        heave_pitch.vector("zeta", 2, (0.0, 0.0))
    heave_pitch.finish()
    derived = recipe is not None and "quadratic_diag" not in table
    quadratic = table.vector("quadratic_diag", 6, recipe.quadratic if recipe else _ZERO)
    result = of.DampingTerms(
        medium.nu_kin,
        _resistance(
            linear,
            table.vector("linear_fade", 6, _ZERO) if "linear_fade" in table else _ZERO,
            quadratic,
            table.vector("cubic_diag", 6, _ZERO),
        ),
        _friction(table, medium, size),
        _skeg(table, medium),
        _body_lift(table),
        _polar(table),
        _cross_flow(table, medium, size),
        _lift_drag(table, medium),
        recipe.section if derived and recipe is not None else of.Cylinder(),
        _polynomial(table),
    )
    table.finish()
    return result


def _resistance(
    linear: Matrix, fade: Sequence[float], quadratic: Sequence[float], cubic: Sequence[float]
) -> of.Resistance:
    diagonal = np.diag(linear)
    rest = linear - np.diag(diagonal)
    return of.Resistance(
        of.row6(diagonal),
        float(rest.any()),
        of.matrix6(rest),
        float(any(fade)),
        of.row6(fade),
        float(any(quadratic) or any(cubic)),
        of.row6(quadratic),
        of.row6(cubic),
    )


def _linear(table: TableReader) -> Matrix:
    given = [k for k in ("linear", "linear_diag", "matrix_diag") if k in table]
    if len(given) > 1:
        raise table.error(given[1], f"give either {given[0]} or {given[1]}")
    if given == ["linear"]:
        return np.array(table.matrix("linear", 6, 6))
    return np.diag(table.vector(given[0], 6) if given else _ZERO)


def _friction(table: TableReader, medium: Medium, size: Size) -> of.Friction:
    t = table.table("surge_ittc")
    if t.empty:
        return of.Friction()
    # wave making: the residual coefficient rises with the Froude number beyond one (laws/hydrodynamics 4.3)
    wave_speed = sqrt(medium.g * size.length_pp)
    result = of.Friction(
        1.0,
        coef=t.number("coef", low=0.0),
        C_R=t.number("C_R", 0.0),
        length=t.number("length", size.length_pp, above=0.0),
        u_floor=t.number("u_floor", 0.2, above=0.0),
        slope=t.number("hump", 0.0, low=0.0) / wave_speed,
        beyond=t.number("hump_froude", 0.0, low=0.0) * wave_speed,
        astern=t.number("astern", 1.0, above=0.0),
    )
    t.finish()
    return result


def _cross_flow(table: TableReader, medium: Medium, size: Size) -> of.CrossFlow:
    t = table.table("cross_flow")
    if t.empty:
        return of.CrossFlow()
    for key in ("Cd", "T", "rho", "coef_sway", "coef_yaw", "length"):
        t.raw(key)
    if "Cd" in t:
        rho = t.number("rho", medium.rho, above=0.0)
        sway = yaw = 0.5 * rho * t.number("T", size.draft, low=0.0) * t.number("Cd", low=0.0)
    else:
        sway, yaw = t.number("coef_sway", low=0.0), t.number("coef_yaw", low=0.0)
    half = 0.5 * t.number("length", size.length_pp, above=0.0)
    x1, x2 = t.vector("limits", 2, (-half, half))
    if not x1 < x2:
        raise t.error("limits", f"must be two places [aft, fore] with aft < fore, not [{x1:g}, {x2:g}]")
    method = t.text("method", "exact", choices=("exact", "strips"))
    vertical = t.raw("vertical")
    if isinstance(vertical, bool):
        vertical = "physical" if vertical else "none"
    known = {None: 0.0, "none": 0.0, "physical": 1.0, "exact": 1.0, "mss": 2.0}
    if vertical not in known:
        raise t.error("vertical", "must be one of none, physical, mss")
    t.finish()
    return of.CrossFlow(1.0 if method == "exact" else 2.0, sway, yaw, x1, x2, known[vertical])


def _lift_drag(table: TableReader, medium: Medium) -> of.HullLift:
    t = table.table("lift_drag")
    if t.empty:
        return of.HullLift()
    span, area, zero_lift = t.number("span", above=0.0), t.number("area", above=0.0), t.number("CD_0", low=0.0)
    oswald, rho = t.number("oswald", 0.7, above=0.0), t.number("rho", medium.rho, above=0.0)
    result = of.HullLift(1.0, span, area, zero_lift, oswald, rho, 1.0 if t.flag("fold", True) else 0.0)
    t.finish()
    return result


def _skeg(table: TableReader, medium: Medium) -> of.Skeg:
    t = table.table("skeg")
    if t.empty:
        return of.Skeg()
    rho, area = t.number("rho", medium.rho, above=0.0), t.number("area", low=0.0)
    lift = 0.5 * rho * area * t.number("lift_slope", low=0.0)
    result = of.Skeg(lift, t.number("x"), t.number("z", 0.0))
    t.finish()
    return result


def _body_lift(table: TableReader) -> of.BodyLift:
    t = table.table("body_lift")
    result = {k: t.number(k, 0.0) for k in BODY_LIFT} if not t.empty else {}
    for k in ("Y_uv", "N_ur", "Z_uw", "M_uq"):
        if result.get(k, 0.0) > 0.0:
            raise t.error(k, f"must be negative or 0, not {result[k]:g}: lift takes energy out")
    t.finish()
    return of.BodyLift(float(any(result.values())), **result)


def _polar(table: TableReader) -> of.Polar:
    t = table.table("polar")
    if t.empty:
        return of.Polar()
    result = {k: t.number(k, low=0.0) for k in ("K_D0", "K_D")}
    result |= {"K_D_beta": t.number("K_D_beta", 0.0, low=0.0)}
    result |= {k: t.number(k, 0.0) for k in POLAR if k not in result}
    for k in ("K_beta", "K_p", "K_q", "K_r"):
        if result[k] > 0.0:
            raise t.error(k, f"must be negative or 0, not {result[k]:g}: it takes energy out or opposes the flow")
    t.finish()
    return of.Polar(1.0, **result)


def _polynomial(table: TableReader) -> of.Derivatives:
    t = table.table("polynomial")
    result = derivatives({k: t.number(k, 0.0) for k in DERIVATIVES} if not t.empty else {})
    t.finish()
    return result


def derivatives(given: Mapping[str, float]) -> of.Derivatives:
    """Return manoeuvring derivatives from those that a file names."""
    return of.Derivatives(
        float(any(given.values())),
        of.SurgeDerivatives(**by_force(given, "X")),
        of.SwayDerivatives(**by_force(given, "Y")),
        of.YawDerivatives(**by_force(given, "N")),
    )


def by_force(values: Mapping[str, float], force: str) -> dict[str, float]:
    """Return the derivatives of one force, by what they are derivatives of: Y_vv as vv."""
    return {name[2:]: float(x) for name, x in values.items() if name.startswith(f"{force}_")}
