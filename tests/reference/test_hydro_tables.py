"""Friction line, propeller, solver steps and fluid memory against the independent model (README: 1e-12)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

TABLES = ["ittc57_friction", "remus_propeller", "solver_steps", "fluid_memory_response"]
WIND_AND_WAVES = {"elevation": 1e-12, "gust": 1e-12, "ittc_spectrum": 1e-12, "gauss_markov_clipped_mc": 0.03}


@pytest.mark.parametrize("name", TABLES)
def test_table(compare: Callable[..., None], reference: Path, name: str) -> None:
    compare("environment", reference / "environment" / f"{name}.csv", 1e-12)


@pytest.mark.parametrize("name", sorted(WIND_AND_WAVES))
def test_wind_and_wave_tables_go_through_the_same_command(
    compare: Callable[..., None], reference: Path, name: str
) -> None:
    compare("environment", reference / "environment" / f"{name}.csv", WIND_AND_WAVES[name])
