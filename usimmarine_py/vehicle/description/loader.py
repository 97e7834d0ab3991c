"""From the text of a vehicle file to a checked ``VehicleDescription`` (laws/hydrodynamics 10).

The packages above read the files; this module parses and refuses. Every error is a ConfigError that names the file and
the dotted key.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.kernels.body import records as of
from usimmarine_py.sea.wave_filter import DriftTable
from usimmarine_py.values.toml_table import TableReader, read_toml
from usimmarine_py.vehicle.actuators.actuator import Actuator, read_actuator
from usimmarine_py.vehicle.actuators.commands import CommandRule, read_command
from usimmarine_py.vehicle.bem.data import HydroData
from usimmarine_py.vehicle.bem.files import read_data
from usimmarine_py.vehicle.bem.fit import Memory, fitted_memory
from usimmarine_py.vehicle.description import mass as masses
from usimmarine_py.vehicle.description.damping_reader import DERIVATIVES, MMG_HULL, by_force, derivatives, read_damping
from usimmarine_py.vehicle.description.geometry import Recipe, derive_from_geometry
from usimmarine_py.vehicle.description.memory import scaled_systems
from usimmarine_py.vehicle.description.signs import sign_problem
from usimmarine_py.vehicle.description.vehicle import (
    About,
    Coriolis,
    HullForces,
    Hydrostatics,
    Inertia,
    Matrix,
    Medium,
    Size,
    VehicleDescription,
    WeatherLoads,
    axes_of,
)

SCHEMA = 1
BASE = "base"  #: the file without a variant
EVERY = "*"  #: in a dotted key: all items of a list
#: The tables of a vehicle file that ``_Loader`` reads.
TABLES = (
    "vehicle", "medium", "geometry", "rigid_body", "added_mass", "damping", "coriolis", "hydrostatics", "payload",
    "manoeuvring", "mmg", "fluid_memory", "actuator", "command", "validity", "wind", "waves", "hydrodynamics",
)  # fmt: skip


def load_vehicle(
    text: str, file: str, variant: str = "", overrides: Mapping[str, Any] | None = None
) -> VehicleDescription:
    """The vehicle of a file's ``text``; ``file`` is only named in errors.

    ``variant`` is applied first, then ``overrides`` (dotted keys replacing values, list items by index). An empty
    ``variant`` is the one that the file names as ``default_variant``; ``base`` is the file without a variant.
    """
    try:
        tree = _tables(text)
    except ValueError as error:
        raise ConfigError(f"is not TOML: {error}", file=file) from None
    return build_vehicle(tree, file, variant, overrides)


@lru_cache(maxsize=8)
def _tables(text: str) -> dict[str, Any]:
    """Return the tables of a file, not to be changed; an environment asks for the same file in each reset."""
    return read_toml(text)


def build_vehicle(
    tree: Mapping[str, Any], file: str, variant: str = "", overrides: Mapping[str, Any] | None = None
) -> VehicleDescription:
    """``load_vehicle`` for a tree that is parsed already (or written in Python)."""
    own, variant, variants = effective_tree(tree, file, variant, overrides)
    default = str(own.pop("default_variant", ""))
    with np.errstate(over="ignore", invalid="ignore"):  # numbers beyond all reason are refused by what comes of them
        return _Loader(own, file, variant, tuple(variants), default).vehicle()


def effective_tree(
    tree: Mapping[str, Any], file: str, variant: str = "", overrides: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], str, Mapping[str, Any]]:
    """A copy of a vehicle file's tables with a variant and overrides applied; the variant's name, and all variants.

    As ``load_vehicle`` reads them. Raises ConfigError.
    """
    own: dict[str, Any] = copy.deepcopy(dict(tree))
    variants = own.pop("variant", {})
    if not isinstance(variants, Mapping) or not all(isinstance(v, Mapping) for v in variants.values()):
        raise ConfigError("must hold tables of dotted keys", key="variant", file=file)
    variant = chosen_variant(own, variants, variant, file)
    for key, value in variants.get(variant, {}).items():
        _replace(own, key, value, file)
    for key, value in (overrides or {}).items():
        _replace(own, key, value, file)
    return own, variant, variants


def chosen_variant(tree: Mapping[str, Any], variants: Mapping[str, Any], variant: str, file: str) -> str:
    """The variant that counts: the one asked for, else the file's default; empty or ``base`` is none."""
    default = tree.get("default_variant", "")
    if not isinstance(default, str) or (default not in ("", BASE) and default not in variants):
        raise ConfigError(
            f"names no variant of this file: {default!r}", key="default_variant", file=file,
            suggestion=suggest(str(default), variants),
        )  # fmt: skip
    if variant and variant != BASE and variant not in variants:
        known = ", ".join(variants) or "none"
        raise ConfigError(
            f"has no variant {variant!r} (variants: {known})", file=file, suggestion=suggest(variant, variants)
        )
    return variant or default


def _replace(tree: dict[str, Any], dotted: str, value: Any, file: str) -> None:
    parts = dotted.split(".")
    nodes: list[Any] = [tree]
    for i, part in enumerate(parts[:-1]):
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, list):
                found += [node[k] for k in _indices(node, part, dotted, file)]
            else:
                # a table that is absent so far may be made by a variant
                found.append(node.setdefault(part, {}))
        if not all(isinstance(node, (dict, list)) for node in found):
            raise ConfigError(f"{'.'.join(parts[: i + 1])} is no table", key=dotted, file=file)
        nodes = found
    for node in nodes:
        for k in _indices(node, parts[-1], dotted, file) if isinstance(node, list) else (parts[-1],):
            node[k] = copy.deepcopy(value)


def _indices(node: list[Any], part: str, dotted: str, file: str) -> list[int]:
    """Which items of a list a part of a dotted key means: ``*`` all of them, otherwise an index or a ``name``."""
    if part == EVERY:
        return list(range(len(node)))
    names = [item.get("name") if isinstance(item, Mapping) else None for item in node]
    if part in names:
        return [names.index(part)]
    if not part.isdigit() or int(part) >= len(node):
        named = "".join(f", {name}" for name in names if isinstance(name, str))
        problem = f"{part!r} must be an index from 0 to {len(node) - 1}{named}, or {EVERY} for all"
        raise ConfigError(problem, key=dotted, file=file)
    return [int(part)]


#: Of [hydrostatics]: how the volume of a submerged hull changes.
_HULL = ("compressibility", "expansion", "temperature")


class _Loader:
    """Reads the tables one after the other; what is needed by several stands on ``self``."""

    def __init__(self, tree: dict[str, Any], file: str, variant: str, variants: tuple[str, ...], default: str) -> None:
        self.notes: list[str] = []
        self.file = file
        self.root = TableReader(tree, "", file)
        if "schema" in self.root and self.root.number("schema") != SCHEMA:
            raise self.root.error("schema", f"this version reads schema = {SCHEMA} only")
        for ignored in ("info", "schema"):
            self.root.raw(ignored)
        self.variant, self.variants, self.default = variant, variants, default
        v = self.root.table("vehicle")
        self.name = v.text("name")
        self.title = v.text("title", self.name)
        self.kind = v.text("kind", "usv", choices=("usv", "auv", "rov", "ship", "model_ship"))
        self.dof = int(v.number("dof", 6.0))
        if self.dof not in (3, 6):
            raise v.error("dof", f"must be 3 or 6, not {self.dof}")
        length = v.number("length_pp", above=0.0)
        hulls = int(v.number("hulls", 1.0))
        if hulls not in (1, 2):
            raise v.error("hulls", f"must be 1 or 2, not {hulls}")
        spacing = v.number("hull_spacing", above=0.0) if hulls == 2 else 0.0
        each = v.number("hull_beam", above=0.0, high=spacing) if hulls == 2 else 0.0
        self.size = Size(
            v.number("length_oa", length, above=0.0),
            length,
            v.number("beam", 0.0, low=0.0),
            v.number("draft", 0.0, low=0.0),
            hulls,
            each,
            spacing,
        )
        self.attitude = v.text("attitude", "auto", choices=("auto", "euler", "quaternion"))
        v.finish()
        m, usual = self.root.table("medium"), Medium()
        numbers = {k: m.number(k, getattr(usual, k), above=0.0) for k in ("rho", "g", "nu_kin", "rho_air")}
        self.medium = Medium(**numbers, current=m.text("current", usual.current, choices=("full", "pvs", "mss")))
        m.finish()

    def vehicle(self) -> VehicleDescription:
        recipe = derive_from_geometry(self.root.table("geometry"), self.medium.rho, self.medium.g)
        if recipe is not None:
            self.notes += recipe.notes
        r_g, inertia = self._rigid_body(recipe)
        m_rb = masses.rigid_body_matrix(self.mass, r_g, inertia)
        coriolis, hydrostatics, payload = Coriolis(), Hydrostatics("none", np.zeros((6, 6))), of.Load()
        mmg = of.MmgShip()
        symmetrise = True
        hydro, bem = self._hydrodynamics()
        if self.dof == 3:
            for t in ("added_mass", "damping", "hydrostatics", "payload", "coriolis"):
                if t in self.root:
                    raise self.root.error(t, "is read for 6-DOF vehicles only; a 3-DOF file has [manoeuvring]")
            m_rb[2:5, :] = 0.0
            m_rb[:, 2:5] = 0.0
            given: Mapping[str, float] = {}
            if "mmg" in self.root:
                m_a, mmg = self._mmg()
            else:
                m_a, given = self._manoeuvring()
            damping = of.DampingTerms(self.medium.nu_kin, of.Resistance(), derivatives=derivatives(given))
        else:
            if "manoeuvring" in self.root:
                raise self.root.error("manoeuvring", "is read for 3-DOF vehicles; use damping.polynomial in 6 DOF")
            if "mmg" in self.root:
                raise self.root.error("mmg", "is read for 3-DOF vehicles (dof = 3) only")
            m_a, symmetrise, dropped = self._added_mass(recipe.added_mass if recipe else None, bem)
            hydrostatics = self._hydrostatics(recipe.buoyancy if recipe else None, hydro)
            coriolis = self._coriolis(dropped)
            payload = self._payload()
            damping = read_damping(
                self.root.table("damping"), self.medium, self.size, hydrostatics.G, m_rb + m_a, recipe
            )
        self._check_mass(m_rb, m_a, r_g, inertia, symmetrise)
        memory, scaling = self._memory(bem)
        actuators = self._actuators()
        command = self._command(actuators)
        froude_max, speed_max = self._validity()
        weather = WeatherLoads(*self._wind(), *self._waves())
        sources = tuple((s.text("what", ""), s.text("ref", "")) for s in self.root.tables("source"))
        self.root.finish()
        attitude = self.attitude
        if attitude == "auto":
            attitude = "quaternion" if hydrostatics.model == "submerged" else "euler"
        about = About(self.file, self.title, self.kind, self.variants, self.default, sources, tuple(self.notes))
        body = Inertia(self.mass, r_g, inertia, m_rb, m_a, symmetrise)
        forces = HullForces(damping, mmg, coriolis, hydrostatics, payload, memory, scaling)
        made = VehicleDescription(
            self.name, self.variant, about, self.dof, attitude, self.size, self.medium, body, forces, weather,
            actuators, command, froude_max, speed_max, hydro,
        )  # fmt: skip
        problem = sign_problem(made)
        if problem is not None:
            raise self.root.error(*problem)
        return made

    def _rigid_body(self, recipe: Recipe | None) -> tuple[tuple[float, ...], Matrix]:
        """Centre of gravity (m) and inertia about CO (kg m2); the mass."""
        body = self.root.table("rigid_body")
        self.mass = body.number("mass", recipe.mass if recipe else None, above=0.0)
        if self.dof == 3:
            r_g: tuple[float, ...] = (body.number("x_g", 0.0), 0.0, 0.0)
            inertia = np.diag([0.0, 0.0, body.number("I_z", above=0.0)])
        else:
            r_g = body.vector("r_g", 3, (0.0, 0.0, 0.0))
            if recipe is not None and "inertia_co" not in body:
                inertia = masses.inertia_co(self.mass, r_g, np.diag(recipe.inertia_cg))
            else:
                inertia = np.array(body.matrix("inertia_co", 3, 3))
            if np.abs(inertia - inertia.T).max() > 1e-9 * np.abs(inertia).max():
                raise body.error("inertia_co", "must be symmetric: [Ix, -Ixy, -Ixz; -Ixy, Iy, -Iyz; -Ixz, -Iyz, Iz]")
        body.finish()
        return r_g, inertia

    def _command(self, actuators: tuple[Actuator, ...]) -> CommandRule | None:
        if "command" in self.root:
            return read_command(self.root.table("command"), actuators)
        if actuators:
            raise self.root.error("command", "is missing: say how DESIRED_* drives the actuators")
        return None

    def _validity(self) -> tuple[float, float]:
        """Greatest Froude number, and greatest speed (m/s)."""
        t = self.root.table("validity")
        froude_max = t.number("froude_max", 0.4, above=0.0)
        speed_max = t.number("speed_max", froude_max * (self.medium.g * self.size.length_pp) ** 0.5, above=0.0)
        t.finish()
        return froude_max, speed_max

    def _manoeuvring(self) -> tuple[Matrix, dict[str, float]]:
        t = self.root.table("manoeuvring")
        if t.empty:
            raise self.root.error("manoeuvring", "is missing: a 3-DOF vehicle needs its derivatives")
        x, y = t.number("X_udot"), t.number("Y_vdot")
        y_r = t.number("Y_rdot", 0.0)
        n_v, n_r = t.number("N_vdot", y_r), t.number("N_rdot")
        m_a = np.zeros((6, 6))
        m_a[0, 0], m_a[1, 1], m_a[5, 5] = -x, -y, -n_r
        m_a[1, 5] = m_a[5, 1] = -0.5 * (y_r + n_v)
        polynomial = {k: t.number(k, 0.0) for k in DERIVATIVES}
        t.finish()
        return m_a, polynomial

    def _mmg(self) -> tuple[Matrix, of.MmgShip]:
        """[mmg]: added mass and hull of the MMG standard method, made dimensionless with rho, L_pp and the draft."""
        if "manoeuvring" in self.root:
            raise self.root.error("manoeuvring", "give either manoeuvring or mmg")
        if self.size.draft <= 0.0:
            raise self.root.error("vehicle.draft", "is missing: mmg is made dimensionless with it")
        t = self.root.table("mmg")
        length = self.size.length_pp
        mass = 0.5 * self.medium.rho * length * length * self.size.draft
        m_a = np.zeros((6, 6))
        m_a[0, 0], m_a[1, 1] = mass * t.number("m_x", low=0.0), mass * t.number("m_y", low=0.0)
        m_a[5, 5] = mass * length * length * t.number("J_z", low=0.0)
        hull = {k: t.number(k, **({"low": 0.0} if k == "R_0" else {})) for k in MMG_HULL}
        t.finish()
        surge = of.MmgSurge(hull["R_0"], **by_force(hull, "X"))
        sway, yaw = (of.MmgTurn(**by_force(hull, force)) for force in "YN")
        return m_a, of.MmgShip(1.0, length, 0.5 * self.medium.rho * length * self.size.draft, surge, sway, yaw)

    def _hydrodynamics(self) -> tuple[HydroData | None, Memory | None]:
        """[hydrodynamics]: what a panel code computed, and the fluid memory made of it."""
        t = self.root.table("hydrodynamics")
        if t.empty:
            return None, None
        if self.dof == 3:
            raise t.error("bem", "is for 6-DOF vehicles")
        path = self._beside(t.text("bem"))
        drift = self._beside(t.text("drift")) if "drift" in t else None
        length, scale = t.number("length", 1.0, above=0.0), t.number("scale", 1.0, above=0.0)
        origin = t.vector("origin", 3, (0.0, 0.0, 0.0))
        t.finish()
        hydro = read_data(path, self.medium.rho, self.medium.g, length, origin, scale, drift)
        memory = fitted_memory(hydro)
        self.notes += memory.warnings()
        return hydro, memory

    def _beside(self, name: str) -> Path:
        """A file that a relative name looks up beside the vehicle file."""
        path = Path(name).expanduser()
        return path if path.is_absolute() else Path(self.file).expanduser().parent / path

    def _added_mass(
        self, derived: tuple[float, ...] | None, bem: Memory | None
    ) -> tuple[Matrix, bool, tuple[tuple[int, int], ...]]:
        t = self.root.table("added_mass")
        symmetrise = t.flag("symmetrise", True)
        if "matrix" in t and "matrix_diag" in t:
            raise t.error("matrix_diag", "give either matrix or matrix_diag")
        if bem is not None:
            for key in ("matrix", "matrix_diag"):
                if key in t:
                    raise t.error(key, "is that of hydrodynamics.bem at infinite frequency: leave it out")
            m_a = bem.infinite
        elif "matrix" in t:
            m_a = np.array(t.matrix("matrix", 6, 6))
        else:
            m_a = np.diag(t.vector("matrix_diag", 6, derived))
        if symmetrise:
            m_a = 0.5 * (m_a + m_a.T)
        dropped = []
        entries = t.raw("coriolis_zero")
        if not isinstance(entries, (list, type(None))):
            raise t.error("coriolis_zero", "must be a list of pairs [row, column]")
        for i, entry in enumerate(entries or ()):
            if not (isinstance(entry, list) and len(entry) == 2 and all(isinstance(x, int) for x in entry)):
                raise t.error(f"coriolis_zero[{i}]", "must be a pair [row, column], counted from 1")
            dropped.append((entry[0], entry[1]))
        t.finish()
        return m_a, symmetrise, tuple(dropped)

    def _check_mass(self, m_rb: Matrix, m_a: Matrix, r_g: tuple[float, ...], inertia: Matrix, symmetrise: bool) -> None:
        if self.dof == 3:
            used = axes_of(self.dof)
            block = (m_rb + m_a)[np.ix_(used, used)]
            if inertia[2, 2] - self.mass * r_g[0] * r_g[0] <= 0.0:
                raise self.root.error(
                    "rigid_body.I_z", "the inertia about CG, I_z - m x_g^2, must be positive (is I_z about CO?)"
                )
            if not masses.positive_definite(block):
                raise self.root.error(
                    "manoeuvring",
                    "M is not positive definite; added-mass derivatives such as X_udot are negative numbers",
                )
            return
        if not masses.positive_definite(masses.inertia_cg(self.mass, r_g, inertia)):
            raise self.root.error(
                "rigid_body.inertia_co",
                "the inertia about CG, I_o + m S(r_g)^2, is not positive definite; is it given about CO?",
            )
        if not masses.positive_definite(m_rb + m_a):
            raise self.root.error(
                "added_mass", "M = M_RB + M_A is not positive definite; added mass has the physical, positive sign"
            )
        slope = float(np.abs(m_a - m_a.T).max())
        if not symmetrise and slope > 0.0:
            self.notes.append(
                f"added mass is used unsymmetric as printed (largest difference {slope:g}): kinetic energy is not "
                "exactly conserved"
            )

    def _coriolis(self, dropped: tuple[tuple[int, int], ...]) -> Coriolis:
        t = self.root.table("coriolis")
        model = t.text("model", "full", choices=("full", "linear_surge"))
        form = t.text("form", "B", choices=("A", "B"))
        munk = t.number("munk", 1.0, low=0.0, high=1.0)
        matrix: Matrix = np.zeros((6, 6))
        if model == "linear_surge" or t.raw("matrix") is not None:
            matrix = np.array(t.matrix("matrix", 6, 6))
        t.finish()
        for entry in dropped:
            i, j = entry
            inside = 1 <= i <= 6 and 1 <= j <= 6
            if not inside or (i <= 3 and j <= 3) or (i - j) % 3 == 0:  # C_A = [[0, -S(a)], [-S(a), -S(b)]]
                raise self.root.error("added_mass.coriolis_zero", f"entry {list(entry)} of C_A is always zero")
        return Coriolis(model, form, matrix, dropped, munk)

    def _hydrostatics(self, derived: float | None, hydro: HydroData | None) -> Hydrostatics:
        t = self.root.table("hydrostatics")
        none = "none" if derived is None else "submerged"
        known = None if hydro is None or derived is not None else hydro.stiffness
        none = none if known is None else "linear"
        model = t.text("model", none, choices=("none", "linear", "submerged"))
        axes = t.text("axes", "body", choices=("body", "vertical"))
        # an override may switch the model: what the other one needs may stay
        for key in ("G", "A_wp", "volume", "GM_T", "GM_L", "LCF", "buoyancy", "r_b", "surfacing_radius", *_HULL):
            t.raw(key)
        g_matrix: Matrix = np.zeros((6, 6))
        result = Hydrostatics("none", g_matrix)
        if model == "linear":
            if "A_wp" in t:
                g_matrix = masses.hydrostatic_matrix(
                    self.medium.rho, self.medium.g, t.number("A_wp", low=0.0),
                    t.number("volume", self.mass / self.medium.rho, above=0.0),
                    t.number("GM_T"), t.number("GM_L"), t.number("LCF", 0.0),
                )  # fmt: skip
            elif known is not None and "G" not in t:
                g_matrix = 0.5 * (known + known.T)
            else:
                g_matrix = np.array(t.matrix("G", 6, 6))
            result = Hydrostatics(model, g_matrix, vertical=axes == "vertical")
        elif model == "submerged":
            radius = self.root.table("geometry")
            default = radius.number("radius", 0.0) if "radius" in radius else 0.5 * min(self.size.beam, self.size.draft)
            result = Hydrostatics(
                model,
                g_matrix,
                t.number("buoyancy", derived, low=0.0),
                t.vector("r_b", 3, (0.0, 0.0, 0.0)),
                t.number("surfacing_radius", default, low=0.0),
                compressibility=t.number("compressibility", 0.0, low=0.0, high=1e-8),
                expansion=t.number("expansion", 0.0, low=0.0, high=1e-3),
                temperature=t.number("temperature", 10.0, low=-3.0, high=60.0),
            )
        t.finish()
        return result

    def _payload(self) -> of.Load:
        t = self.root.table("payload")
        if t.empty:
            return of.Load()
        x, y, z = t.vector("position", 3)
        rows = t.text("rows", "all", choices=("all", "heave_roll_pitch"))
        weight = t.number("mass", low=0.0) * self.medium.g
        t.finish()
        return of.Load(1.0, weight, x, y, z, 1.0 if rows == "heave_roll_pitch" else 0.0)

    def _memory(self, bem: Memory | None) -> tuple[Any, str]:
        t = self.root.table("fluid_memory")
        enabled = t.flag("enabled", not t.empty or bem is not None)
        if bem is not None:
            t.text("kernel", "bem", choices=("bem",))
            t.finish()
            return (bem.systems, "bem") if enabled else ((), "")
        t.text("kernel", "viknes830", choices=("viknes830",))
        scaling = t.text("scaling", "hilsim", choices=("hilsim", "bis", "none"))
        t.finish()
        if not enabled:
            return (), ""
        if self.dof == 3:
            raise t.error("enabled", "fluid memory is for 6-DOF vehicles")
        return scaled_systems(scaling, self.mass, self.size.length_pp), scaling

    def _actuators(self) -> tuple[Actuator, ...]:
        result: list[Actuator] = []
        for t in self.root.tables("actuator"):
            actuator = read_actuator(t, self.medium.rho, self.medium.g)
            if any(a.name == actuator.name for a in result):
                raise t.error("name", f"another actuator is called {actuator.name!r} already")
            result.append(actuator)
        self._check_kinds(result)
        for i, actuator in enumerate(result):
            if actuator.kind == "slipstream_rudder":
                pushers = [a.name for a in result if a.kind in ("thruster", "thruster_advance", "four_quadrant")]
                if actuator.behind not in pushers:
                    raise ConfigError(
                        f"there is no thruster {actuator.behind!r}", key=f"actuator.{i}.behind", file=self.file,
                        suggestion=suggest(actuator.behind, pushers),
                    )  # fmt: skip
        return tuple(result)

    def _check_kinds(self, actuators: list[Actuator]) -> None:
        drives = [i for i, a in enumerate(actuators) if a.kind == "mmg"]
        if drives and "mmg" not in self.root:
            raise self.root.error(f"actuator.{drives[0]}.type", "mmg goes with the hull of [mmg] and dof = 3 only")
        inside = [i for i, a in enumerate(actuators) if a.kind in ("buoyancy_engine", "moving_mass")]
        if inside and self.dof == 3:
            raise self.root.error(f"actuator.{inside[0]}.type", "has no effect with dof = 3: it moves in the vertical")
        if len(drives) > 1:
            raise self.root.error(f"actuator.{drives[1]}.type", "only one propeller with its rudder can be of type mmg")

    def _wind(self) -> tuple[of.Windage, float]:
        """What the wind acts on, and the height (m) of the sensor."""
        t = self.root.table("wind")
        if t.empty:
            return of.Windage(), 10.0
        front, side = t.number("A_F", low=0.0), t.number("A_L", low=0.0)
        s_h, s_l = t.number("s_H", 0.0), t.number("s_L", 0.0)
        length = t.number("L", self.size.length_pp, above=0.0)
        simple = t.text("law", "blendermann", choices=("blendermann", "simple")) == "simple"
        c_x, c_y, c_n = (
            (t.number(k, d, low=0.0) for k, d in (("c_x", 0.7), ("c_y", 0.825), ("c_n", 0.125)))
            if simple
            else (0.0,) * 3
        )
        across, bow, stern = (
            t.number(k, d, above=0.0) for k, d in (("CD_t", 0.9), ("CD_l_AF_0", 0.55), ("CD_l_AF_pi", 0.6))
        )
        delta, kappa = t.number("delta", 0.6, low=0.0, high=1.0), t.number("kappa", 1.1, low=0.0)
        height, rho = t.number("sensor_height", 1.0, above=0.0), t.number("rho", self.medium.rho_air, above=0.0)
        t.finish()
        if side <= 0.0:
            return of.Windage(), height
        if simple:
            return of.Windage(of.SIMPLE_LAW, rho, front, side, 0.0, 0.0, length, c_y, c_x, c_n), height
        form = (across, bow, stern, delta, kappa)
        return of.Windage(of.BLENDERMANN_LAW, rho, front, side, s_h, s_l, length, *form), height

    def _waves(self) -> tuple[dict[str, Any] | None, float]:
        """The gains of the filter of ``waves = thesis``, if any, and the bow's length for resistance and drift."""
        t = self.root.table("waves")
        if t.empty:
            return None, 0.0
        bow = t.number("bow_length", 0.0, low=0.0, high=1e3)
        most = 0.75 * self.size.length_pp
        if bow > most:
            raise t.error("bow_length", f"must be at most three quarters of length_pp, {most:g} m")
        if t.names == ("bow_length",):
            t.finish()
            return None, bow
        result = {"K": t.vector("K", 6), "lambda": t.number("lambda", 0.1017, above=0.0, high=inf)}
        result["drift"] = self._drift(t.table("drift"))
        t.finish()
        return result, bow

    def _drift(self, t: TableReader) -> DriftTable | None:
        """[waves.drift]: mean drift force coefficients over frequency, for the slow drift force."""
        if t.empty:
            return None
        omega = t.numbers("omega")
        if any(omega[i] <= omega[i - 1] for i in range(1, len(omega))):
            raise t.error("omega", "must be in ascending order")
        none = [0.0] * len(omega)
        columns = [t.vector(name, len(omega), none) for name in ("surge", "sway", "yaw")]
        t.finish()
        return DriftTable(omega, columns[0], columns[1], columns[2])
