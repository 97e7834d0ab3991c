"""Friction line, propeller, solver steps and fluid memory against the independent model (README: 1e-12)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

TABLES = ["ittc57_friction", "remus_propeller", "solver_steps", "fluid_memory_response"]


@pytest.mark.parametrize("name", TABLES)
def test_table(compare: Callable[..., None], reference: Path, name: str) -> None:
    compare("environment", reference / "environment" / f"{name}.csv", 1e-12)
