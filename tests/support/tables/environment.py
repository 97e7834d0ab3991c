"""Recompute environment tables from their input columns, so that they can be checked from outside.

The header chooses the rule: a table is known by its input columns. ``recompute`` returns rows with the columns of
``output_header``: those given, their outputs computed afresh; a header of inputs alone gets the outputs appended.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import degrees, erf, exp, pi, radians, sqrt
from typing import Any

import numpy as np

from tests.support.gps_model import gps_track
from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.kernels import wave_filter, waves, wind
from usimmarine_py.kernels.body import wind_load
from usimmarine_py.maths.gauss_markov import GaussMarkov

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Row = Sequence[float]
#: Band of the elevation_variance table, in multiples of the peak frequency.
VARIANCE_BAND = (0.3, 4.0)


@dataclass(frozen=True, slots=True)
class Table:
    """One kind of table: a row of ``inputs`` gives a row of ``outputs``."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    rule: Callable[..., tuple[float, ...]]


def _ittc_spectrum(hs: float, omega_p: float, omega: float) -> tuple[float, ...]:
    exact = waves.ittc(omega, hs, omega_p)
    return exact, exact * (0.31 / 0.3125)


def _ittc_moments(hs: float, omega_p: float) -> tuple[float, ...]:
    m0, m1, m2 = waves.ittc_moments(hs, omega_p)
    printed = m0 * (0.31 / 0.3125)
    return m0, m1, m2, 4.0 * sqrt(m0), *waves.mean_periods(m0, m1, m2), printed, 4.0 * sqrt(printed)


def _variance(hs: float, omega_p: float, count: float) -> tuple[float, ...]:
    if not 1 <= count <= 1e6:
        raise ValueError("N must be 1 to 1000000")
    low, high = VARIANCE_BAND
    step = (high - low) * omega_p / count
    total = sum(waves.ittc(low * omega_p + (i + 0.5) * step, hs, omega_p) for i in range(int(count))) * step
    return total, 4.0 * sqrt(total)


def _gauss_markov(mu: float, sigma: float, h: float) -> tuple[float, ...]:
    process = GaussMarkov(mu, sigma)
    a, s = process.coefficients(h)
    return a, s, process.intensity, sigma * sigma, exp(-mu), exp(-10.0 * mu)


def _gauss_markov_clipped(mu: float, sigma: float, h: float, limit: float) -> tuple[float, ...]:
    return clipped_stationary(GaussMarkov(mu, sigma, limit), h)


def clipped_stationary(process: GaussMarkov, h: float) -> tuple[float, float]:
    """(variance, share of time at the limits) of the clipped process sampled every ``h`` s, without Monte Carlo.

    The stationary law has a density between the limits and an atom on each. The chain's transition is written on
    Gauss-Legendre nodes and the two atoms, and its invariant vector found; by symmetry the mean is zero.
    """
    a, s = process.coefficients(h)
    limit = process.limit
    nodes, weights = np.polynomial.legendre.leggauss(max(64, int(12.0 * limit / s)))
    points = np.concatenate([nodes * limit, [-limit, limit]])
    count = len(nodes)
    # transition[i, j]: mass that goes from point i to node j (density times weight) or to an atom
    z = (points[None, :count] - a * points[:, None]) / s
    transition = np.empty((count + 2, count + 2))
    transition[:, :count] = np.exp(-0.5 * z * z) / (s * sqrt(2.0 * pi)) * weights * limit
    above = [0.5 * (1.0 - erf((limit - a * x) / (s * sqrt(2.0)))) for x in points.tolist()]
    transition[:, count + 1] = above
    transition[:, count] = [0.5 * (1.0 - erf((limit + a * x) / (s * sqrt(2.0)))) for x in points.tolist()]
    transition /= transition.sum(axis=1, keepdims=True)
    system = transition.T - np.eye(count + 2)
    system[-1, :] = 1.0
    law = np.linalg.solve(system, np.eye(count + 2)[-1])
    return float(law @ (points * points)), float(law[count] + law[count + 1])


def _gps(
    north: float, east: float, down: float, latitude: float, longitude: float, height: float, t: float
) -> tuple[float, ...]:
    lat, lon, h = gps_track(radians(latitude), radians(longitude), height, north, east, down, t)
    return degrees(lat), degrees(lon), h


def _wave_filter(gain: float, damping: float, omega: float, h: float, q: float) -> tuple[float, ...]:
    var1, var2 = wave_filter.stationary_variance(gain, damping, omega, q)
    return (
        *wave_filter.transition(damping, omega, h),
        *wave_filter.covariance(gain, damping, omega, q, h),
        var2,
        var1,
    )


def _wind_spectra(u10: float, frequency: float) -> tuple[float, ...]:
    return wind.harris(frequency, u10), wind.norsok(frequency, u10)


def _odin_wind(u: float, v: float, psi: float, speed: float, towards: float) -> tuple[float, ...]:
    t = vehicle_wind("odin")
    relative = wind_load.relative_wind(u, v, psi, speed, towards)
    force = wind_load.blendermann_force(
        relative[0], relative[1], t["A_F"], t["A_L"], t["s_H"], t["s_L"], t["L"], t["CD_t"], t["CD_l_AF_0"],
        t["CD_l_AF_pi"], t["delta"], t["kappa"], t.get("rho", wind_load.AIR_DENSITY),
    )  # fmt: skip
    return (*relative, *force)


def vehicle_wind(vehicle: str) -> Mapping[str, Any]:
    """The ``[wind]`` table of a vehicle file that is shipped with the package."""
    text = files("usimmarine_py").joinpath(f"vehicles/{vehicle}.toml").read_text("utf-8")
    table: Mapping[str, Any] = tomllib.loads(text)["wind"]
    return table


TABLES = (
    Table("ittc_spectrum", ("Hs", "omega_p", "omega"), ("S_exact_5_16", "S_printed_0_31"), _ittc_spectrum),
    Table("elevation_variance", ("Hs", "omega_p", "N"), ("variance", "Hs_realised"), _variance),
    Table(
        "ittc_moments",
        ("Hs", "omega_p"),
        ("m0", "m1", "m2", "Hs_from_m0", "T1", "Tz", "m0_printed", "Hs_printed"),
        _ittc_moments,
    ),
    Table("encounter", ("omega_0", "U", "beta"), ("omega_e",), lambda w, u, b: (waves.encounter_frequency(w, u, b),)),
    Table(
        "gauss_markov_clipped",
        ("mu", "sigma", "h", "limit"),
        ("variance_mc", "fraction_at_limit_mc"),
        _gauss_markov_clipped,
    ),
    Table(
        "gauss_markov",
        ("mu", "sigma", "h"),
        ("a", "sigma_w", "q_continuous", "variance", "autocorr_1s", "autocorr_10s"),
        _gauss_markov,
    ),
    Table(
        "gps_rate_model", ("v_N", "v_E", "v_D", "lat0_deg", "lon0_deg", "h0", "t"), ("lat_deg", "lon_deg", "h"), _gps
    ),
    Table(
        "wave_filter",
        ("K", "lambda", "omega_e", "h", "q"),
        ("Phi11", "Phi12", "Phi21", "Phi22", "Q11", "Q12", "Q22", "var_output_x2", "var_x1"),
        _wave_filter,
    ),
    Table(
        "wind_force",
        ("u", "v", "psi", "V_w", "beta_w"),
        ("u_rw", "v_rw", "V_rw", "gamma_rw", "X", "Y", "Z", "K", "M", "N"),
        _odin_wind,
    ),
    Table("wind_profile", ("U10", "kappa", "z"), ("U_mean",), lambda u, k, z: (wind.profile(u, k, z),)),
    Table("wind_spectra", ("U10", "f_hz"), ("S_harris", "S_norsok"), _wind_spectra),
)
#: Tables that are lists of components: nothing to compute, they serve the two sums below.
COMPONENTS = {
    "U_g": ("f_hz", "amplitude", "phase"),
    "zeta": ("omega", "amplitude", "phase"),
}
_SIMPLE = re.compile(r"C([XYN])_c[xyn]([0-9.]+)")


def components_needed(header: Sequence[str]) -> tuple[str, ...]:
    """The columns of the second file (``NAME_components.csv``) that a table of sums needs; empty for all others."""
    for output, columns in COMPONENTS.items():
        if list(header) in (["t", output], [output, "t"]):
            return columns
    return ()


def output_header(header: Sequence[str]) -> list[str]:
    """The columns of the rows that ``recompute`` returns for this header."""
    if components_needed(header) or list(header) in [list(c) for c in COMPONENTS.values()] or _simple(header):
        return list(header)
    table = _find(header)
    return list(header) if set(header) & set(table.outputs) else [*header, *table.outputs]


def recompute(header: Sequence[str], rows: Sequence[Row], components: Sequence[Row] | None = None) -> list[list[float]]:
    """Every output column afresh from the input columns; columns that are neither are copied.

    ``components`` are the rows of the component file for tables ``t, U_g`` and ``t, zeta``. Raises ``ConfigError``
    naming the columns when no table has such a header.
    """
    needed = components_needed(header)
    if needed:
        if components is None:
            raise ConfigError(f"a table of {', '.join(header)} needs the components {', '.join(needed)} beside it")
        return [_sum(header, row, components) for row in rows]
    if list(header) in [list(c) for c in COMPONENTS.values()]:
        return [list(row) for row in rows]
    if _simple(header):
        return [_simple_row(header, row) for row in rows]
    table = _find(header)
    columns = output_header(header)
    out = []
    for number, row in enumerate(rows, start=1):
        known = dict(zip(header, row, strict=True))
        try:
            computed = table.rule(*(known[name] for name in table.inputs))
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            given = ", ".join(f"{name} = {known[name]:g}" for name in table.inputs)
            raise ConfigError(f"{table.name}, row {number}: {given} is out of range ({error})") from None
        known.update(zip(table.outputs, computed, strict=True))
        out.append([known[name] for name in columns])
    return out


def _find(header: Sequence[str]) -> Table:
    names = set(header)
    # the first whose inputs are there and which explains the rest best: its inputs may be part of another's
    fitting = [t for t in TABLES if set(t.inputs) <= names]
    if not fitting:
        raise ConfigError(
            f"no environment table has the columns {shorten(', '.join(header))}; known: "
            + "; ".join(", ".join(t.inputs) for t in TABLES)
        )
    return max(fitting, key=lambda t: (len(names & set(t.outputs)) + len(t.inputs), len(t.inputs)))


def _sum(header: Sequence[str], row: Row, components: Sequence[Row]) -> list[float]:
    known = dict(zip(header, row, strict=True))
    if "U_g" in known:
        known["U_g"] = wind.gust(list(zip(*components, strict=True)), known["t"])
    else:
        rows = [*zip(*components, strict=True), *[(0.0,) * len(components)] * 2]
        known["zeta"] = waves.elevation(rows, known["t"], 0.0, 0.0)
    return [known[name] for name in header]


def _simple(header: Sequence[str]) -> bool:
    return "gamma" in header and len(header) > 1 and all(n == "gamma" or _SIMPLE.fullmatch(n) for n in header)


def _simple_row(header: Sequence[str], row: Row) -> list[float]:
    gamma = row[list(header).index("gamma")]
    out = []
    for name in header:
        found = _SIMPLE.fullmatch(name)
        if found is None:
            out.append(gamma)
            continue
        c = float(found[2])
        out.append(wind_load.simple_coefficients(gamma, c, c, c)["XYN".index(found[1])])
    return out
