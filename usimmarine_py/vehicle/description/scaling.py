"""A vehicle file from that of a parent: every number by its dimensions (laws/hydrodynamics 9.1)."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any, NamedTuple

from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle.description.loader import TABLES

#: What stays as it is because it has no dimension, or is a word.
_PLAIN = frozenset({
    "C1", "C2_neg", "C2_pos", "CD_0", "CD_l_AF_0", "CD_l_AF_pi", "CD_t", "CL", "CQ", "CQ_cos", "CQ_scale", "CQ_sin",
    "CT", "CT_cos", "CT_scale", "CT_sin", "C_R", "Cd", "J_max", "KQ_0", "KQ_max", "KT_0", "KT_max", "R_0", "a_H",
    "advance", "alpha_max", "astern", "attitude", "axes", "axial_drag", "axis", "behind", "beta", "c_n", "c_x",
    "c_y", "coriolis_zero", "current", "deflector_band", "delta", "delta_max", "direction", "dof", "enabled",
    "epsilon", "eta", "f_alpha", "fold", "form", "froude_max", "gamma_max", "gamma_neg", "gamma_pos", "hover",
    "hulls", "hump", "hump_froude", "k_0", "k_1", "k_2", "k_flap", "k_u", "kappa", "kernel", "kind", "l_R",
    "lambda", "law", "lift_slope", "linear_thrust", "method", "mix", "model", "munk", "n_unit", "name", "oswald",
    "pitch", "roll_factor", "rotation", "rows", "scaling", "schema", "shape", "span_angle", "stall",
    "sway_follows_deflector", "symmetrise", "t", "t_R", "title", "two_way", "type", "ventilation", "vertical", "w",
    "wall_friction", "weights", "x_H", "x_P", "x_R", "yaw", "zeta",
})  # fmt: skip
_LENGTHS = frozenset({
    "D", "GM_L", "GM_T", "L", "LCF", "T", "beam", "bow_length", "disc", "draft", "hull_beam", "hull_spacing",
    "length", "length_oa", "length_pp", "limits", "offset", "origin", "position", "r_b", "r_g", "radius", "s_H",
    "s_L", "sensor_height", "span", "surfacing_radius", "u_chord", "x", "x_g", "x_max", "z",
})  # fmt: skip
_FORCE, _RATE = {**dict.fromkeys("XYZ", (1, 1, -2)), **dict.fromkeys("KMN", (1, 2, -2))}, {
    **dict.fromkeys("uvw", (0, 1, -1)), **dict.fromkeys("pqr", (0, 0, -1)),
}  # fmt: skip
_DERIVATIVE = re.compile(r"([XYZKMN])_([uvwpqr]+)(dot)?")
Dimensions = tuple[int, int, int]
#: Powers of mass, length, time by the end of a dotted key.
_KNOWN: dict[str, Dimensions] = {
    "rigid_body.mass": (1, 0, 0), "rigid_body.inertia_co": (1, 2, 0), "rigid_body.I_z": (1, 2, 0),
    "payload.mass": (1, 0, 0), "geometry.mass": (1, 0, 0), "actuator.mass": (1, 0, 0),
    "damping.linear_fade": (0, -1, 1), "surge_ittc.coef": (1, -1, 0), "surge_ittc.u_floor": (0, 1, -1),
    "skeg.area": (0, 2, 0), "lift_drag.area": (0, 2, 0), "cross_flow.coef_sway": (1, -2, 0),
    "cross_flow.coef_yaw": (1, -2, 0), "hydrostatics.A_wp": (0, 2, 0), "hydrostatics.volume": (0, 3, 0),
    "hydrostatics.buoyancy": (1, 1, -2), "wind.A_F": (0, 2, 0), "wind.A_L": (0, 2, 0), "drift.omega": (0, 0, -1),
    "drift.surge": (1, -1, -2), "drift.sway": (1, -1, -2), "drift.yaw": (1, 0, -2), "validity.speed_max": (0, 1, -1),
    "actuator.K": (1, 1, 0), "actuator.K_pos": (1, 1, 0), "actuator.K_neg": (1, 1, 0), "actuator.K_ram": (1, 0, 0),
    "actuator.n_min": (0, 0, -1), "actuator.n_max": (0, 0, -1), "actuator.power": (1, 2, -3),
    "actuator.area": (0, 2, 0), "actuator.T_nn_pos": (1, 1, 0), "actuator.T_nn_neg": (1, 1, 0),
    "actuator.T_nu_pos": (1, 0, 0), "actuator.T_nu_neg": (1, 0, 0), "actuator.X_max": (1, 1, -2),
    "actuator.N_max": (1, 2, -2), "actuator.volume_min": (0, 3, 0), "actuator.volume_max": (0, 3, 0),
    "actuator.volume_rate": (0, 3, -1), "actuator.alpha_rate": (0, 0, -1), "actuator.delta_rate": (0, 0, -1),
    "actuator.gamma_rate": (0, 0, -1), "hydrostatics.compressibility": (0, 0, 0),
    "hydrostatics.expansion": (0, 0, 0), "hydrostatics.temperature": (0, 0, 0),
    "actuator.x_rate": (0, 1, -1), "command.surge": (1, 1, -2), "command.sway": (1, 1, -2), "command.heave": (1, 1, -2),
    "command.yaw": (1, 2, -2), "command.pitch": (1, 2, -2), "hydrodynamics.scale": (0, 1, 0),
    **{f"actuator.L_{k}": (1, -1, 0) for k in ("d_pos", "dd_pos", "d_neg", "dd_neg")},
    **{f"actuator.T_{k}": (0, 0, 1) for k in ("n", "alpha", "beta", "delta", "x", "gamma", "volume")},
    **{f"polar.K_{k}": (1, -1, 0) for k in ("D0", "D", "D_beta", "L0", "L", "beta")},
    **{f"polar.K_{k}": (1, 0, 0) for k in ("MR", "M0", "M", "MY")},
    **{f"polar.K_{k}": (1, 0, 1) for k in "pqr"},
}  # fmt: skip
#: Of six or six by six axes: the dimensions of a translation; each rotation adds a length.
_AXES: dict[str, tuple[Dimensions, Dimensions]] = {
    "added_mass.matrix_diag": ((1, 0, 0), (1, 2, 0)), "damping.linear_diag": ((1, 0, -1), (1, 2, -1)),
    "damping.matrix_diag": ((1, 0, -1), (1, 2, -1)), "damping.quadratic_diag": ((1, -1, 0), (1, 2, 0)),
    "damping.cubic_diag": ((1, -2, 1), (1, 2, 1)), "waves.K": ((1, 0, -2), (1, 1, -2)),
}  # fmt: skip
#: Areas and volumes of water.
_OF_WATER = ("skeg.area", "lift_drag.area", "hydrostatics.A_wp", "hydrostatics.volume", "actuator.area")
_MATRICES = {
    "added_mass.matrix": (1, 0, 0), "damping.linear": (1, 0, -1), "hydrostatics.G": (1, 0, -2),
    "coriolis.matrix": (1, -1, 0),
}  # fmt: skip


class Scale(NamedTuple):
    """Ratios of a child to its parent."""

    length: float
    mass: float

    def by(self, of: Dimensions) -> float:
        """The ratio of a quantity: time goes with the root of the length."""
        return float(self.mass ** of[0] * self.length ** of[1] * sqrt(self.length) ** of[2])


def scaled(tree: Mapping[str, Any], scale: Scale, file: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The tables of a child, and what was left as it is, in words.

    ``tree`` has its variant applied. A length of the mass ratio's cube root is Froude's law (all of it alike); another
    one the Bis system: lengths by L, masses by m, times by sqrt(L/g). Raises ``ConfigError`` that names
    ``file`` for what that system does not cover.
    """
    result = copy.deepcopy({k: v for k, v in tree.items() if k in (*TABLES, "schema")})
    left: list[str] = []
    fuller = scale.mass / scale.length**3
    for path, node, key in list(_leaves(result, "")):
        done = _scaled(path, node[key], scale, fuller)
        if done is None:
            left.append(path)
        else:
            node[key] = done
    if abs(fuller - 1.0) > 1e-9:
        unlike = [a["type"] for a in result.get("actuator", ()) if a.get("type") in ("slipstream_rudder", "mmg")]
        if unlike or "mmg" in result:
            what = "mmg" if "mmg" in result else f"an actuator of type {unlike[0]}"
            raise ConfigError(f"has {what}, which scales by Froude's law only: give no mass", file=file)
    notes = [f"{name}: left as it is, its dimensions are not known here" for name in left]
    if "surge_ittc" in result.get("damping", {}) or "shape" in result.get("geometry", {}):
        notes.append("friction follows the Reynolds number of the new size: the same water, not a scaled one")
    if "mmg" in result:
        notes.append("mmg has no dimension: it is that of the parent at its Froude number")
    memory = result.get("fluid_memory", {})
    on, own = memory.get("enabled", bool(memory)), "hydrodynamics" in result
    if on and not own and memory.get("scaling", "hilsim") != "bis":
        notes.append("fluid_memory.scaling: bis in place of the parent's, whose poles do not scale")
        result["fluid_memory"]["scaling"] = "bis"
    if "hydrodynamics" in result:
        result["hydrodynamics"]["scale"] = result["hydrodynamics"].get("scale", 1.0) * scale.length
        if abs(fuller - 1.0) > 1e-9:
            notes.append("hydrodynamics.bem: data scale by Froude's law only, the mass does not")
    if "wind" in result:
        notes.append("wind: areas are those of the new size, the wind is not scaled")
    return result, tuple(notes)


def _scaled(path: str, value: Any, scale: Scale, fuller: float) -> Any:
    """The value at a dotted path (indices left out); None where its dimensions are not known."""
    key = path.rpartition(".")[2]
    if isinstance(value, (str, bool)):
        return value
    tail = ".".join(path.split(".")[-2:])
    if path.startswith("medium.") or tail in (
        "cross_flow.rho",
        "lift_drag.rho",
        "skeg.rho",
        "wind.rho",
        "actuator.rho",
    ):
        return value
    if tail in _AXES:
        first, last = (scale.by(d) for d in _AXES[tail])
        return [x * (first if i < 3 else last) for i, x in enumerate(value)]
    if tail in _MATRICES:
        unit = scale.by(_MATRICES[tail])
        return [
            [x * unit * scale.length ** ((i > 2) + (j > 2)) for j, x in enumerate(row)] for i, row in enumerate(value)
        ]
    if tail.startswith("mmg."):
        return value
    found = _DERIVATIVE.fullmatch(key)
    if found and (path.startswith("manoeuvring.") or tail.startswith(("polynomial.", "body_lift."))):
        of = list(_FORCE[found[1]])
        for letter in found[2]:
            of = [a - b for a, b in zip(of, _RATE[letter], strict=True)]
        if found[3]:
            of[2] += 1
        return value * scale.by((of[0], of[1], of[2]))
    if tail in _KNOWN:
        by = scale.by(_KNOWN[tail])
        # what is multiplied by the water's density makes a force: of a hull that is not alike it carries the mass
        if tail in _OF_WATER or tail.startswith("actuator.volume"):
            by *= fuller
        return _times(value, by)
    if tail in ("cross_flow.T",):
        return value * scale.length * fuller
    if key in ("KT_0", "KT_max", "KQ_0", "KQ_max", "CT_scale", "CQ_scale"):
        return value * fuller
    if key in _PLAIN:
        return value
    if path in ("vehicle.beam", "vehicle.draft"):
        return value * scale.length * sqrt(fuller)
    if key in _LENGTHS:
        return _times(value, scale.length)
    return None


def _times(value: Any, by: float) -> Any:
    return [_times(x, by) for x in value] if isinstance(value, list) else value * by


def _leaves(node: dict[str, Any], path: str) -> Iterator[tuple[str, Any, Any]]:
    for key, value in node.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from _leaves(value, here)
        elif isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
            for one in value:
                yield from _leaves(one, here)
        else:
            yield here, node, key


def toml(tree: Mapping[str, Any]) -> str:
    """The text of a vehicle file."""
    return "\n".join(_table(tree, "")) + "\n"


def _table(tree: Mapping[str, Any], path: str) -> Iterator[str]:
    for key, value in tree.items():
        if not isinstance(value, Mapping) and not _records(value):
            yield f"{_key(key)} = {_text(value)}"
    for key, value in tree.items():
        name = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, Mapping):
            yield from ("", f"[{name}]", *_table(value, name))
        elif _records(value):
            for one in value:
                yield from ("", f"[[{name}]]", *_table(one, name))


def _records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"'


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, list):
        return f"[{', '.join(_text(v) for v in value)}]"
    return repr(float(f"{value:.12g}")) if isinstance(value, float) else repr(value)
