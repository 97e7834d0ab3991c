"""Every environment table of the reference data, recomputed from its input columns (README: 1e-12)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.tables.csv_table import read_csv
from tests.support.tables.find import find_recipe

TABLES = [
    *("elevation", "elevation_variance_vs_N", "encounter", "fluid_memory_response", "gauss_markov", "gps_rate_model"),
    *("gust", "ittc57_friction", "ittc_moments", "ittc_spectrum", "remus_propeller", "solver_steps"),
    *("wave_filter_discrete", "wind_force_odin", "wind_profile", "wind_simple_coefficients", "wind_spectra"),
]


@pytest.mark.parametrize("name", TABLES)
def test_table(compare: Callable[..., None], reference: Path, name: str) -> None:
    # of the wind on Odin, N is a difference of moments of Y; its inputs are printed with 15 digits
    compare("environment", reference / "environment" / f"{name}.csv", 1e-11 if name == "wind_force_odin" else 1e-12)


def test_every_table_is_compared(reference: Path) -> None:
    names = {file.stem for file in (reference / "environment").glob("*.csv")}
    assert names == {*TABLES, "gauss_markov_clipped_mc", "elevation_components", "gust_components"}


def test_clipped_gauss_markov_agrees_with_the_monte_carlo_table(reference: Path, figure: Callable[[str], None]) -> None:
    table = read_csv(reference / "environment" / "gauss_markov_clipped_mc.csv")
    for i, known in enumerate(find_recipe("environment", table).compute(table)):
        apart = {name: value / table.number(i, name) - 1.0 for name, value in known.items()}
        figure(f"limit {table.number(i, 'limit')}: " + ", ".join(f"{name} off by {x:.2%}" for name, x in apart.items()))
        assert max(map(abs, apart.values())) < 0.03
