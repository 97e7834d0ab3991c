"""WAMIT's numeric output: .1, .3 (or .2), .4, .8 (or .9, .7), .12d, .hst (WAMIT manual, chapter 4; laws/bem 2.2).

Numbers there have no dimension: rho, g and the length ULEN of the run are not in these files.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from pathlib import Path

import numpy as np

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.bem.data import ARM, HydroData, MeanDrift, Transfer, WaveResponse
from usimmarine_py.vehicle.bem.lines import NumberRow, located, rows

#: Endings of files of first-order forces and of mean drift, the first that is there counts.
FORCES, DRIFTS, TRANSFERS = (".3", ".2"), (".8", ".9", ".7"), (".12d", ".12")


def read(path: Path, rho: float, g: float, length: float) -> HydroData:
    """The data of a run, all of whose files have the name of ``path`` but for the ending; axes of WAMIT.

    Raises ``ConfigError`` with file and line.
    """
    stem = path.with_suffix("")
    radiation = _beside(stem, ".1")
    if radiation is None:
        raise ConfigError("is missing: added mass and damping are in WAMIT's .1", file=f"{stem}.1")
    omega, mass, damping, infinite, zero = _radiation(radiation, rho, length)
    force_file, motion_file = _first(stem, FORCES), _beside(stem, ".4")
    spring_file = _beside(stem, ".hst")
    force = None if force_file is None else _waves(force_file, rho * g * length ** (2.0 + ARM))
    motion = None if motion_file is None else _waves(motion_file, length**-ARM)
    drift, transfer = _second(stem, rho, g, length)
    return HydroData(
        "WAMIT", rho, g, 0.0, omega, mass, damping, infinite, zero, force, motion,
        drift, transfer,
        None if spring_file is None else _stiffness(spring_file, rho, g, length),
    )  # fmt: skip


def second(path: Path, rho: float, g: float, length: float) -> tuple[MeanDrift | None, Transfer | None]:
    """Second-order forces of the run of ``path``. Raises ``ConfigError`` where there are none."""
    found = _second(path.with_suffix(""), rho, g, length)
    if found == (None, None):
        raise ConfigError(f"is missing: second-order forces are in {', '.join((*DRIFTS, *TRANSFERS))}", file=str(path))
    return found


def _second(stem: Path, rho: float, g: float, length: float) -> tuple[MeanDrift | None, Transfer | None]:
    drift, transfer = _first(stem, DRIFTS), _first(stem, TRANSFERS)
    unit = rho * g * length ** (1.0 + ARM)
    return (
        None if drift is None else _drift(drift, unit),
        None if transfer is None else _transfer(transfer, unit),
    )


def _beside(stem: Path, ending: str) -> Path | None:
    found = stem.with_name(stem.name + ending)
    return found if found.is_file() else None


def _first(stem: Path, endings: tuple[str, ...]) -> Path | None:
    return next((found for e in endings if (found := _beside(stem, e)) is not None), None)


def _radiation(path: Path, rho: float, length: float) -> tuple[Array, Array, Array, Array | None, Array | None]:
    found: dict[float, tuple[Array, Array]] = {}
    for row in rows(path, (4, 5)):
        period, i, j = row[0], _mode(row, 1), _mode(row, 2)
        own = found.setdefault(period, (np.zeros((6, 6)), np.zeros((6, 6))))
        unit = rho * length ** (3.0 + ARM[i] + ARM[j])
        own[0][i, j] = unit * row[3]
        if period > 0.0:
            own[1][i, j] = unit * row[4] * 2.0 * pi / period if len(row) == 5 else row.refuse("has no damping")
    periods = sorted((p for p in found if p > 0.0), reverse=True)
    if not periods:
        raise ConfigError("has no period above 0", file=str(path))
    ends = [found[p][0] if p in found else None for p in (0.0, min(found))]
    zero = ends[1] if min(found) < 0.0 else None
    return (
        2.0 * pi / np.array(periods),
        np.array([found[p][0] for p in periods]),
        np.array([found[p][1] for p in periods]),
        ends[0],
        zero,
    )


def _waves(path: Path, unit: Array) -> WaveResponse:
    """Columns PER BETA I MOD PHA RE IM."""
    given = [(row[0], row[1], _mode(row, 2), complex(row[5], row[6])) for row in rows(path, (7,)) if row[0] > 0.0]
    periods, headings = _sorted(path, [g[0] for g in given], [g[1] for g in given])
    values = np.full((len(periods), len(headings), 6), np.nan, dtype=complex)
    for period, beta, i, value in given:
        values[periods[period], headings[beta], i] = value * unit[i]
    return WaveResponse(2.0 * pi / np.array(list(periods)), np.radians(list(headings)), located(path, values))


def _drift(path: Path, unit: Array) -> MeanDrift:
    """Columns PER BETA1 BETA2 I MOD PHA RE IM; both headings alike are kept."""
    given = [
        (row[0], row[1], abs(_mode(row, 3, below=6)), row[6])
        for row in rows(path, (8,))
        if row[0] > 0.0 and abs(row[1] - row[2]) < 1e-6
    ]
    periods, headings = _sorted(path, [g[0] for g in given], [g[1] for g in given])
    values = np.full((len(periods), len(headings), 6), np.nan)
    for period, beta, i, value in given:
        values[periods[period], headings[beta], i] = value * unit[i]
    return MeanDrift(2.0 * pi / np.array(list(periods)), np.radians(list(headings)), values)


def _transfer(path: Path, unit: Array) -> Transfer:
    """Columns PER_I PER_J BETA_I BETA_J K MOD PHA RE IM; the other half of the pairs is the conjugate."""
    given, crossing = [], 0
    for row in rows(path, (9,)):
        if abs(row[2] - row[3]) > 1e-6:
            crossing += 1
        else:
            given.append((row[0], row[1], row[2], _mode(row, 4), complex(row[7], row[8])))
    periods, headings = _sorted(path, [p for g in given for p in g[:2]], [g[2] for g in given])
    n = len(periods)
    values = np.full((n, n, len(headings), 6), np.nan, dtype=complex)
    for one, other, beta, k, value in given:
        i, j, b = periods[one], periods[other], headings[beta]
        values[i, j, b, k] = value * unit[k]
        if i != j and np.isnan(values[j, i, b, k]):
            values[j, i, b, k] = np.conj(value) * unit[k]
    return Transfer(2.0 * pi / np.array(list(periods)), np.radians(list(headings)), values, crossing)


def _stiffness(path: Path, rho: float, g: float, length: float) -> Array:
    """Columns I J C(I,J)."""
    found = np.zeros((6, 6))
    for row in rows(path, (3,)):
        i, j = _mode(row, 0), _mode(row, 1)
        found[i, j] = rho * g * length ** (2.0 + ARM[i] + ARM[j]) * row[2]
    return found


def _mode(row: NumberRow, place: int, below: int = 6) -> int:
    """The mode, from 0; more than six are other bodies."""
    number = abs(row[place])
    if number not in range(1, below + 1):
        row.refuse(f"has mode {shorten(row[place], 20)}: one rigid body has the modes 1 to 6")
    return int(number) - 1


def _sorted(path: Path, periods: list[float], headings: list[float]) -> tuple[dict[float, int], dict[float, int]]:
    """Places of periods (by rising frequency) and headings."""
    if not periods:
        raise ConfigError("has no line for a single heading and a period above 0", file=str(path))
    return (
        {p: i for i, p in enumerate(sorted(set(periods), reverse=True))},
        {h: i for i, h in enumerate(sorted(set(headings)))},
    )


def endings() -> Iterator[str]:
    """Of the files that a run can be named by."""
    yield from (".1", *FORCES, ".4", *DRIFTS, *TRANSFERS, ".hst", ".out")
