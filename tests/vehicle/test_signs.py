"""Vehicle files with one sign or unit wrong: an error that names the key and the convention, never a run."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.simulator import Simulator
from usimmarine_py.vehicle.description.loader import build_vehicle
from usimmarine_py.vehicle.files import load as load_by_name
from usimmarine_py.vehicle.files import names, read

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Change = Callable[[Any], Any]


def minus(value: Any) -> Any:
    return [minus(x) for x in value] if isinstance(value, list) else -value


def times(factor: float) -> Change:
    def changed(value: Any) -> Any:
        return [changed(x) for x in value] if isinstance(value, list) else value * factor

    return changed


def minus_at(i: int) -> Change:
    return lambda row: [-x if j == i else x for j, x in enumerate(row)]


def one_product(m: Any) -> Any:
    return [[m[0][0], 0.0, -m[0][2]], m[1], m[2]]


#: Vehicle (and variant, else its default), key, what is done to its value, what is wrong, words of what is said.
WRONG: tuple[tuple[str, str, Change, str, str], ...] = (
    ("otter", "added_mass.matrix_diag", minus, "Fossen's derivatives", "added mass has the physical, positive sign"),
    ("remus100", "added_mass.matrix", minus, "Fossen's derivatives", "added mass has the physical, positive sign"),
    ("seawing", "added_mass.matrix", minus, "Fossen's derivatives", "added mass has the physical, positive sign"),
    ("blueboat", "added_mass.matrix_diag", minus_at(1), "sway alone", "added mass has the physical, positive sign"),
    ("bluerov2", "added_mass.matrix_diag", minus_at(0), "surge alone", "the entry of surge is -6.36: added mass"),
    ("kvlcc2", "mmg.m_y", minus, "added mass below 0", "at least 0"),
    ("cybership2", "manoeuvring.X_udot", minus, "not Fossen's sign", "must be negative or 0"),
    ("cybership2", "manoeuvring.Y_vdot", minus, "not Fossen's sign", "the added mass is -Y_vdot"),
    ("cybership2", "manoeuvring.N_rdot", minus, "not Fossen's sign", "the added mass is -N_rdot"),
    ("otter", "rigid_body.mass", minus, "mass below 0", "above 0"),
    ("otter", "rigid_body.inertia_co", minus, "inertia below 0", "is it given about CO"),
    ("otter", "rigid_body.inertia_co", one_product, "one product's sign", "must be symmetric"),
    ("otter", "damping.linear_diag", minus, "Fossen's derivatives", "-X_u of Fossen's derivatives"),
    ("bluerov2", "damping.linear_diag", minus, "Fossen's derivatives", "-X_u of Fossen's derivatives"),
    ("bluerov2", "damping.quadratic_diag", minus, "Fossen's derivatives", "feeds energy into surge"),
    ("heron", "damping.linear_diag", minus_at(0), "surge alone", "-X_u of Fossen's derivatives"),
    ("heron", "damping.linear_diag", minus_at(5), "yaw alone", "-N_r of Fossen's derivatives"),
    ("wamv16", "damping.quadratic_diag", minus_at(0), "surge alone", "feeds energy into surge"),
    ("cybership2", "manoeuvring.X_u", minus, "not Fossen's sign", "this one feeds energy in"),
    ("cybership2", "manoeuvring.Y_v", minus, "not Fossen's sign", "this one feeds energy in"),
    ("cybership2", "manoeuvring.N_r", minus, "not Fossen's sign", "this one feeds energy in"),
    ("kvlcc2", "mmg.R_0", minus, "resistance below 0", "at least 0"),
    ("kvlcc2", "mmg.Y_v", minus, "not Fossen's sign", "this one feeds energy in"),
    ("otter", "damping.cross_flow.Cd", minus, "drag below 0", "at least 0"),
    ("remus100:base", "damping.lift_drag.CD_0", minus, "drag below 0", "at least 0"),
    ("blueboat", "damping.body_lift.Y_uv", minus, "not Fossen's sign", "must be negative or 0"),
    ("heron", "damping.skeg.area", minus, "area below 0", "at least 0"),
    ("seawing", "damping.polar.K_D0", minus, "drag below 0", "at least 0"),
    ("seawing", "damping.polar.K_q", minus, "not the source's sign", "must be negative or 0"),
    ("otter", "hydrostatics.G", minus, "Fossen's derivatives", "the stiffness of heave at rest"),
    ("heron", "hydrostatics.GM_T", minus, "capsizes", "the stiffness of roll at rest"),
    ("heron", "hydrostatics.GM_L", minus, "pitches over", "the stiffness of pitch at rest"),
    ("heron", "hydrostatics.A_wp", minus, "area below 0", "at least 0"),
    ("remus100", "hydrostatics.buoyancy", minus, "force below 0", "at least 0"),
    ("remus100", "rigid_body.r_g", minus, "CG above CB: z up", "z is positive down"),
    ("bluerov2", "hydrostatics.r_b", minus, "CB below CG: z up", "z is positive down"),
    ("remus100", "hydrostatics.buoyancy", times(1.0 / 9.81), "kg for N", "buoyancy is in N"),
    ("otter", "medium.rho", times(1e-3), "g/cm3 for kg/m3", "the density is in kg/m3"),
    ("otter", "rigid_body.inertia_co", times(1e4), "kg cm2 for kg m2", "inertia is in kg m2"),
    ("heron", "actuator.0.K_pos", minus, "pushes astern", "at least 0"),
    ("heron", "actuator.0.n_max", minus, "turns astern", "must be less than n_max"),
    ("remus100", "actuator.1.delta_max", times(math.pi / 180.0), "rad for deg", "angles are in degrees"),
    ("heron", "vehicle.length_pp", times(1e3), "mm for m", "lengths are in m"),
    ("heron", "wind.A_L", minus, "area below 0", "at least 0"),
)


def value_of(tree: dict[str, Any], variant: str, key: str) -> Any:
    """What a variant, by default the file's, has there, else the file."""
    own = tree.get("variant", {}).get(variant or tree.get("default_variant", ""), {})
    found: Any = {**tree, **own}
    if key in own:
        return own[key]
    for part in key.split("."):
        found = found[int(part)] if isinstance(found, list) else found[part]
    return found


@pytest.mark.parametrize(("vehicle", "key", "change", "what", "said"), WRONG)
def test_a_wrong_sign_or_unit_is_an_error_with_key_and_convention(
    vehicle: str, key: str, change: Change, what: str, said: str
) -> None:
    name, _, variant = vehicle.partition(":")
    text, file = read(name)
    tree = tomllib.loads(text)
    with pytest.raises(ConfigError) as caught:
        build_vehicle(tree, file, variant, {key: change(value_of(tree, variant, key))})
    error = caught.value
    assert said in str(error), what
    table = key.split(".")[0]
    assert error.key.startswith(table) and file in str(error)


def test_what_hardly_moves_through_its_own_damping_is_refused_where_the_step_is_known() -> None:
    with pytest.raises(ConfigError, match="sim_step: is too long for heron"):
        Simulator(dynamics="fossen6", vehicle="heron,damping.linear_diag.0=164500")


@pytest.mark.parametrize("name", names())
def test_no_shipped_vehicle_has_one(name: str) -> None:
    for variant in ("base", *load_by_name(name, "").about.variants):
        load_by_name(name, variant)
