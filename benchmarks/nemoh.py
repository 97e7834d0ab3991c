"""Added mass at infinite frequency and impulse response of a body from files of NEMOH, beside NEMOH's own IRF.tec.

    python -m benchmarks.nemoh FOLDER

FOLDER holds RadiationCoefficients.tec and IRF.tec of one rigid body in water of 1000 kg/m3, such as the results of
Tests/Cylinder_test of github.com/LHEEA/Nemoh at 54a2d784. The first is ours by Ogilvie's relation, the second the
cosine transform of the damping as the package reads it, by numpy.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle.bem.checks import AXES, infinite_added_mass
from usimmarine_py.vehicle.bem.files import read_data

RHO, G = 1000.0, 9.81


def compare(folder: Path) -> list[str]:
    """Return a line for each axis in which the body radiates."""
    data = read_data(folder / "RadiationCoefficients.tec", RHO, G)
    if data.infinite is None:
        raise ConfigError("has no IRF.tec beside it", file=str(folder / "RadiationCoefficients.tec"))
    own = infinite_added_mass(replace(data, infinite=None))
    zones = (folder / "IRF.tec").read_text().split("Zone")[1:]
    sizes = np.abs(data.damping).max(axis=0)
    lines = []
    for i, zone in enumerate(zones):
        table = np.array([[float(x) for x in line.split()] for line in zone.splitlines()[1:] if line.strip()])
        times, theirs = table[:, 0], table[:, 2 + 2 * i]
        if sizes[i, i] < 1e-6 * sizes.max():
            continue
        wheel = np.cos(np.outer(times, data.omega)) * data.damping[:, i, i]
        response = 2.0 / np.pi * (0.5 * (wheel[:, 1:] + wheel[:, :-1]) * np.diff(data.omega)).sum(axis=1)
        apart = float(np.abs(response - theirs).max() / np.abs(theirs).max())
        mass = float(abs(own[i, i] / data.infinite[i, i] - 1.0))
        lines.append(f"{AXES[i]}: A at infinite frequency off by {100 * mass:.2g} %, response by {100 * apart:.2g} %")
    return lines


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="that of RadiationCoefficients.tec and IRF.tec")
    try:
        print("\n".join(compare(parser.parse_args().folder)))
    except (OSError, ConfigError) as error:
        raise SystemExit(f"benchmarks.nemoh: {error}") from None
