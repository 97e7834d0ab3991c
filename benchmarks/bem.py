"""CPU time of a step in waves with data of a panel code over that of the same hull as a box of laws/environment 4.8.

    python -m benchmarks.bem [--waves 40]

The barge of tests/data/bem (10 x 4 x 1 m): its first-order forces and fluid memory, with mean drift, and with transfer
functions of 20 frequencies, interpreted and compiled (extra fast). In turn in one process, the least of five.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand

DATA = Path(__file__).resolve().parents[1] / "tests" / "data" / "bem"
TURNS, SECONDS = 5, 30.0
HULL = """
schema = 1
[vehicle]
name = "barge"
length_pp = 10.0
beam = 4.0
draft = 1.0
[medium]
rho = 1000.0
[rigid_body]
mass = 40000.0
inertia_co = [[66172.2, 0, 0], [0, 346142.0, 0], [0, 0, 385925.3]]
"""
#: The same hull without data: added mass at infinite frequency of the panels, restoring forces of a box.
BOX = """
[added_mass]
matrix_diag = [2600.0, 11000.0, 66000.0, 49000.0, 360000.0, 70000.0]
[damping]
linear_diag = [500.0, 5000.0, 60000.0, 30000.0, 300000.0, 30000.0]
[hydrostatics]
model = "linear"
G = [
  [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 392400, 0, 0, 0],
  [0, 0, 0, 327000, 0, 0], [0, 0, 0, 0, 3073800, 0], [0, 0, 0, 0, 0, 0],
]
"""


def write_transfer(path: Path, count: int = 20) -> Path:
    """Write smooth transfer functions of the difference frequency (WAMIT .12d), head and following sea."""
    omega = [0.6 + 2.4 * i / (count - 1) for i in range(count)]
    rows = []
    for j, a in enumerate(omega):
        for b in omega[j:]:
            for heading in (0.0, 180.0):
                for axis in range(1, 7):
                    real, imaginary = -0.1 * a * b * axis, 0.02 * (b - a) * axis
                    rows.append(
                        f"{2 * math.pi / a:.9e} {2 * math.pi / b:.9e} {heading} {heading} {axis} "
                        f"{math.hypot(real, imaginary):.6e} 0 {real:.6e} {imaginary:.6e}"
                    )
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def ride(file: Path, waves: int, *, compiled: bool) -> Callable[[], float]:
    """Return what rides for ``SECONDS`` and gives the CPU time of a step of 0.1 s (ms)."""
    boat = Simulator(
        dynamics="fossen6", vehicle=str(file), seed=1, wave_hs=0.5, wave_tp=4, wave_dir=180, wave_components=waves,
        compiled=compiled,
    )  # fmt: skip
    still, count = ActuatorCommand(), int(10.0 * SECONDS)

    def run() -> float:
        began = time.process_time()
        for _ in range(count):
            boat.step(still, 0.1)
        return 1000.0 * (time.process_time() - began) / count

    boat.step(still, 1.0)  # compiled and tabulated before the clock runs
    return run


def main() -> None:
    """Print a line for each of the three."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waves", type=int, default=40, help="components of the sea")
    waves = parser.parse_args().waves
    data = f'[hydrodynamics]\nbem = "{DATA / "barge.nc"}"\n'
    with TemporaryDirectory() as folder:
        transfer = write_transfer(Path(folder) / "barge.12d")
        kinds = {
            "box": BOX,
            "data": data,
            "data and mean drift": data + f'drift = "{DATA / "barge.8"}"\n',
            "data and transfer functions": data + f'drift = "{transfer}"\n',
        }
        files = {}
        for i, (name, text) in enumerate(kinds.items()):
            files[name] = Path(folder) / f"hull{i}.toml"
            files[name].write_text(HULL + text, encoding="utf-8")
        for compiled in (False, True) if find_spec("numba") else (False,):
            rides = {name: ride(file, waves, compiled=compiled) for name, file in files.items()}
            least = dict.fromkeys(rides, math.inf)
            for _ in range(TURNS):
                for name, run in rides.items():
                    least[name] = min(least[name], run())
            how = "compiled" if compiled else "interpreted"
            print(f"{how}: box {least['box']:.3f} ms a step of 0.1 s; " + ", ".join(
                f"{name} {took / least['box']:.2f}" for name, took in least.items() if name != "box"
            ))  # fmt: skip


if __name__ == "__main__":
    main()
