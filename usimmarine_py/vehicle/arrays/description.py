"""From numbers to the tables of a vehicle file: what ``Vehicle(mass=..., X_u=...)`` means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.vehicle.description.damping_reader import DERIVATIVES

#: keyword: where its number stands in a vehicle file
_PLACES = {
    **{k: f"vehicle.{k}" for k in ("name", "title", "kind", "dof", "length_oa", "beam", "draft")},
    "length": "vehicle.length_pp",
    **{k: f"medium.{k}" for k in ("rho", "g", "nu_kin", "rho_air")},
    "mass": "rigid_body.mass",
    "speed_max": "validity.speed_max",
}
_PLANAR = {
    "x_g": "rigid_body.x_g",
    "I_z": "rigid_body.I_z",
    **{k: f"manoeuvring.{k}" for k in ("X_udot", "Y_vdot", "Y_rdot", "N_vdot", "N_rdot", *DERIVATIVES)},
}
#: keyword: keys for a vector (the diagonal) and for a matrix
_SPATIAL = {
    "r_g": ("rigid_body.r_g", ""),
    "inertia": ("rigid_body.inertia_co", "rigid_body.inertia_co"),
    "added_mass": ("added_mass.matrix_diag", "added_mass.matrix"),
    "linear_damping": ("damping.linear_diag", "damping.linear"),
    "quadratic_damping": ("damping.quadratic_diag", ""),
    "cubic_damping": ("damping.cubic_diag", ""),
    "stiffness": ("hydrostatics.G", "hydrostatics.G"),
    "r_b": ("hydrostatics.r_b", ""),
}
#: given as a diagonal, but a matrix in the file
_SQUARE = ("inertia", "stiffness")
#: tables of a vehicle file that are taken as they are
_TABLES = (
    "schema", "info", "source", "vehicle", "medium", "geometry", "rigid_body", "added_mass", "coriolis", "damping",
    "manoeuvring", "mmg", "hydrostatics", "payload", "hydrodynamics", "fluid_memory", "wind", "waves", "actuator",
    "command", "validity", "variant", "default_variant",
)  # fmt: skip
KEYWORDS = (*_PLACES, *_PLANAR, *_SPATIAL, "buoyancy", *_TABLES)


def plain(value: Any) -> Any:
    """A value with lists and floats in place of arrays and NumPy's numbers, all the way down."""
    if isinstance(value, Mapping):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def tree_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The tree of a vehicle file from keywords; ConfigError for one that is not known."""
    tree: dict[str, Any] = {"schema": 1, "vehicle": {"name": "vehicle"}}
    for key in given:
        if key not in KEYWORDS:
            raise ConfigError(
                "is no number or table of a vehicle", key=key, suggestion=suggest(key, KEYWORDS), about_key=True
            )
    for key in _TABLES:
        if key in given and not (key in _SPATIAL and not isinstance(given[key], Mapping)):
            value = plain(given[key])
            tree[key] = {**tree.get(key, {}), **value} if isinstance(value, dict) else value
    for key, value in given.items():
        if key in _SPATIAL and not isinstance(value, Mapping):
            _put_array(tree, key, value)
        elif key in _PLACES or key in _PLANAR:
            _put(tree, _PLACES.get(key) or _PLANAR[key], plain(value))
        elif key == "buoyancy":
            _put(tree, "hydrostatics.buoyancy", plain(value))
    still = tree.setdefault("hydrostatics", {})
    if isinstance(still, dict) and "model" not in still and ("buoyancy" in given or "stiffness" in given):
        still["model"] = "submerged" if "buoyancy" in given else "linear"
    if not still:
        del tree["hydrostatics"]
    if isinstance(tree["vehicle"], dict) and "dof" not in tree["vehicle"]:
        planar = any(key in given for key in _PLANAR) or "mmg" in tree or "manoeuvring" in tree
        tree["vehicle"]["dof"] = 3 if planar else 6
    return tree


def _put_array(tree: dict[str, Any], key: str, value: Any) -> None:
    diagonal, matrix = _SPATIAL[key]
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise ConfigError(f"must be numbers, not {value!r}", key=key) from None
    if array.ndim == 1 and key in _SQUARE:
        array = np.diag(array)
    if array.ndim not in (1, 2) or (array.ndim == 2 and not matrix):
        raise ConfigError(f"cannot have the shape {array.shape}", key=key)
    _put(tree, matrix if array.ndim == 2 else diagonal, array.tolist())


def _put(tree: dict[str, Any], dotted: str, value: Any) -> None:
    table, _, key = dotted.partition(".")
    if not isinstance(tree.get(table, {}), dict):
        raise ConfigError(f"must be a dict, not {tree[table]!r}", key=table)
    tree[table] = {**tree.get(table, {}), key: value}
