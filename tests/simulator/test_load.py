"""What weather and sensors load by need is loaded before the first iteration, and without them not at all."""

from __future__ import annotations

import subprocess
import sys

from tests.support.processes import environment

CODE = """
import sys
from usimmarine_py import Simulator
from usimmarine_py.apps.vehicle import load_ahead
simulator = Simulator(prefix="NAV", {parameters})
load_ahead(simulator)
before = set(sys.modules)
simulator.iterate(0.1)
print("numpy" in before, len({{n for n in set(sys.modules) - before if n.startswith("numpy")}}))
"""


def loaded(parameters: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(parameters=parameters)],
        env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_numpy_comes_before_the_first_iteration() -> None:
    assert loaded("wind_speed=8, wind_gust='harris', sensor=['gps, rate=1'], seed=1") == "True 0"
    assert loaded("start_speed=1") == "False 0"
