"""Scenarios of Fossen vehicles as ``usim verify simulate`` reads them (format: README of the reference data)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import radians
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.toml_table import TableReader, read_toml
from usimmarine_py.vehicle.actuators.commands import Demand

_DEMANDS = {"T": "thrust", "R": "rudder", "E": "elevator", "L": "left", "Rt": "right", "B": "bow"}
_ZERO6 = (0.0,) * 6
#: What the reference data say of a scenario besides.
_REMARKS = ("file", "note", "manoeuvre", "metrics", "integration_error", "amplification")


@dataclass(frozen=True, slots=True)
class Segment:
    """What holds from ``t`` (s) to the next segment: a force, a demand or set-points by actuator state."""

    t: float
    tau: tuple[float, ...] = _ZERO6
    demand: Demand = field(default_factory=Demand)
    actuators: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class FossenScenario:
    """One ``[[scenario]]``: SI units, rad; wind direction in rad TOWARDS; eta0 and nu0 have six entries."""

    id: str
    vehicle: str
    variant: str
    overrides: Mapping[str, Any]
    dof: int
    attitude: str
    input: str
    segments: tuple[Segment, ...]
    current: tuple[float, float, float]
    wind: tuple[float, float] | None
    eta0: tuple[float, ...]
    nu0: tuple[float, ...]
    t_end: float
    dt_out: float


def read_scenarios(path: Path) -> dict[str, TableReader]:
    """All scenarios of a file by id, not yet checked. Raises ConfigError."""
    file = str(path)
    try:
        tree = read_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", file=file) from None
    except ValueError as error:
        raise ConfigError(f"is not TOML: {error}", file=file) from None
    tables = list(TableReader(tree, "", file).tables("scenario"))
    if not tables:
        raise ConfigError("holds no [[scenario]]", file=file)
    return {t.text("id"): t for t in tables}


def load_scenario(path: Path, scenario_id: str) -> FossenScenario:
    """The scenario ``scenario_id`` of a file. Raises ConfigError that names file and key."""
    tables = read_scenarios(path)
    if scenario_id not in tables:
        raise ConfigError(
            f"has no scenario {scenario_id!r} (it has {', '.join(tables)})",
            file=str(path),
            suggestion=suggest(scenario_id, tables),
        )
    t = tables[scenario_id]
    dof = int(t.number("dof", 6.0))
    kind = t.text("input", choices=("tau", "actuator", "desired"))
    segments = tuple(_segment(s, kind) for s in t.tables("segments"))
    if not segments:
        raise t.error("segments", "needs at least one segment")
    if any(b.t <= a.t for a, b in pairwise(segments)):
        raise t.error("segments", "must be in order of their times")
    wind = None
    if "wind" in t:
        speed, towards = t.vector("wind", 2)
        wind = (speed, radians(towards))
    overrides = t.raw("overrides") or {}
    if not isinstance(overrides, Mapping):
        raise t.error("overrides", "must be a table of dotted keys")
    n, e, d = t.vector("current", 3, (0.0, 0.0, 0.0))
    found = FossenScenario(
        scenario_id,
        t.text("vehicle"),
        t.text("variant", ""),
        overrides,
        dof,
        t.text("attitude", "", choices=("", "euler", "quaternion")),
        kind,
        segments,
        (n, e, d),
        wind,
        _six(t, "eta0"),
        _six(t, "nu0"),
        t.number("t_end", above=0.0),
        t.number("dt_out", above=0.0),
    )
    for name in _REMARKS:
        t.raw(name)
    t.finish()
    return found


def _six(t: TableReader, name: str) -> tuple[float, ...]:
    """Six entries, or the three of the horizontal plane."""
    value = t.raw(name)
    if isinstance(value, (list, tuple)) and len(value) == 3:
        x, y, z = t.vector(name, 3)
        return x, y, 0.0, 0.0, 0.0, z
    return t.vector(name, 6, _ZERO6)


def _segment(t: TableReader, kind: str) -> Segment:
    start = t.number("t", 0.0)
    if kind == "tau":
        force = _six(t, "tau")
        t.finish()
        return Segment(start, tau=force)
    if kind == "desired":
        given = {field: t.number(key, 0.0) for key, field in _DEMANDS.items()}
        t.finish()
        return Segment(start, demand=Demand(**given, sides="L" in t or "Rt" in t))
    names = [k for k in t.names if k != "t"]
    return Segment(start, actuators=tuple((k, t.number(k)) for k in names))
