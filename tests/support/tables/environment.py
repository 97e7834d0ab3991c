"""Tables of the environment folder: waves, wind, gusts, noise of sensors."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from math import degrees, erf, exp, pi, radians, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from tests.support.gps_model import gps_track
from tests.support.tables.csv_table import CsvTable, read_csv
from tests.support.tables.recipe import Recipe, Values, by_row
from usimmarine_py.kernels import wave_filter, waves, wind
from usimmarine_py.kernels.body import wind_load
from usimmarine_py.maths.gauss_markov import GaussMarkov

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

#: Band of the elevation_variance table, in multiples of the peak frequency.
VARIANCE_BAND = (0.3, 4.0)


def _ittc_spectrum(hs: float, omega_p: float, omega: float) -> tuple[float, ...]:
    exact = waves.ittc(omega, hs, omega_p)
    return exact, exact * (0.31 / 0.3125)


def _ittc_moments(hs: float, omega_p: float) -> tuple[float, ...]:
    m0, m1, m2 = waves.ittc_moments(hs, omega_p)
    printed = m0 * (0.31 / 0.3125)
    return m0, m1, m2, 4.0 * sqrt(m0), *waves.mean_periods(m0, m1, m2), printed, 4.0 * sqrt(printed)


def _variance(hs: float, omega_p: float, count: float) -> tuple[float, ...]:
    low, high = VARIANCE_BAND
    step = (high - low) * omega_p / count
    total = sum(waves.ittc(low * omega_p + (i + 0.5) * step, hs, omega_p) for i in range(int(count))) * step
    return total, 4.0 * sqrt(total)


def _gauss_markov(mu: float, sigma: float, h: float) -> tuple[float, ...]:
    process = GaussMarkov(mu, sigma)
    a, s = process.coefficients(h)
    return a, s, 2.0 * process.mu * process.sigma * process.sigma, sigma * sigma, exp(-mu), exp(-10.0 * mu)


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


def recipes(table: CsvTable) -> list[Recipe]:
    """One recipe per table; of ``table``, whose columns and components these are, those that go by its file."""
    return [
        by_row("ittc_spectrum", ["Hs", "omega_p", "omega"], ["S_exact_5_16", "S_printed_0_31"], _ittc_spectrum),
        by_row("elevation_variance", ["Hs", "omega_p", "N"], ["variance", "Hs_realised"], _variance),
        by_row(
            "ittc_moments",
            ["Hs", "omega_p"],
            ["m0", "m1", "m2", "Hs_from_m0", "T1", "Tz", "m0_printed", "Hs_printed"],
            _ittc_moments,
        ),
        by_row("encounter", ["omega_0", "U", "beta"], ["omega_e"], lambda *x: (waves.encounter_frequency(*x),)),
        by_row(
            "gauss_markov_clipped",
            ["mu", "sigma", "h", "limit"],
            ["variance_mc", "fraction_at_limit_mc"],
            lambda mu, sigma, h, limit: clipped_stationary(GaussMarkov(mu, sigma, limit), h),
        ),
        by_row(
            "gauss_markov",
            ["mu", "sigma", "h"],
            ["a", "sigma_w", "q_continuous", "variance", "autocorr_1s", "autocorr_10s"],
            _gauss_markov,
        ),
        by_row(
            "gps_rate_model",
            ["v_N", "v_E", "v_D", "lat0_deg", "lon0_deg", "h0", "t"],
            ["lat_deg", "lon_deg", "h"],
            _gps,
        ),
        by_row(
            "wave_filter",
            ["K", "lambda", "omega_e", "h", "q"],
            ["Phi11", "Phi12", "Phi21", "Phi22", "Q11", "Q12", "Q22", "var_output_x2", "var_x1"],
            _wave_filter,
        ),
        by_row(
            "wind_force",
            ["u", "v", "psi", "V_w", "beta_w"],
            ["u_rw", "v_rw", "V_rw", "gamma_rw", "X", "Y", "Z", "K", "M", "N"],
            _odin_wind,
        ),
        by_row("wind_profile", ["U10", "kappa", "z"], ["U_mean"], lambda *x: (wind.profile(*x),)),
        by_row("wind_spectra", ["U10", "f_hz"], ["S_harris", "S_norsok"], _wind_spectra),
        by_row("wind_simple", ["gamma"], (names := _SIMPLE.findall(" ".join(table.columns))), partial(_simple, names)),
        Recipe("gust", ("t",), ("U_g",), _gust),
        Recipe("elevation", ("t",), ("zeta",), _elevation),
    ]


#: A coefficient and its argument c, such as CX_cx0.65.
_SIMPLE = re.compile(r"C[XYN]_c[xyn][0-9.]+")


def _simple(names: Sequence[str], gamma: float) -> list[float]:
    return [wind_load.simple_coefficients(gamma, *[float(name[5:])] * 3)["XYN".index(name[1])] for name in names]


def _components(table: CsvTable) -> list[tuple[float, ...]]:
    """Columns of the file NAME_components.csv beside a table of sums."""
    parts = read_csv(Path(table.file).with_name(f"{Path(table.file).stem}_components.csv"))
    return [tuple(parts.number(i, name) for i in range(len(parts.rows))) for name in parts.columns]


def _gust(table: CsvTable) -> list[Values]:
    parts = _components(table)
    parts += [(0.0,) * len(parts[0])] * 2  # wave numbers, at the place 0
    return [{"U_g": wind.gust(parts, table.number(i, "t"))} for i in range(len(table.rows))]


def _elevation(table: CsvTable) -> list[Values]:
    parts = _components(table)
    parts += [(0.0,) * len(parts[0])] * 2
    return [{"zeta": waves.elevation(parts, table.number(i, "t"), 0.0, 0.0)} for i in range(len(table.rows))]
