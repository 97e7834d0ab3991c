"""docs/vehicles.md: its examples run, and it names every actuator type, command rule and derivative table."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tests.support.paths import ROOT
from usimmarine_py.vehicle.actuators.actuator import _READERS
from usimmarine_py.vehicle.actuators.commands import COMMAND_TYPES
from usimmarine_py.vehicle.description.loader import load_vehicle

PAGE = (ROOT / "docs" / "vehicles.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_geometry_example_loads() -> None:
    (text,) = (block for block in blocks("toml") if "[vehicle]" in block)
    vehicle = load_vehicle(text, "page")
    assert vehicle.submerged and vehicle.attitude == "quaternion"
    assert np.linalg.eigvalsh(vehicle.M).min() > 0.0


def test_the_python_example_runs() -> None:
    (code,) = blocks("python")
    space: dict[str, Any] = {}
    exec(code.replace("print(", "shown = ("), space)
    eta, nu = space["shown"]
    # north and, with the rudder over, away from it; the current carries it along
    assert eta[0] > 5.0 and abs(eta[5]) > 0.1 and 0.5 < nu[0] < 3.0


def test_nothing_is_left_out() -> None:
    for word in (*_READERS, *COMMAND_TYPES):
        assert word in PAGE
