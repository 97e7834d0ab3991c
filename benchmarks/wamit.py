"""Motions of a ship from files of WAMIT: by added mass, damping and excitation as the package reads them, and WAMIT's.

    python -m benchmarks.wamit FOLDER/tanker

FOLDER holds tanker.1, .3, .4, .frc (with matrices) and .out, such as HYDRO/vessels_wamit/tanker of the MSS toolbox
(github.com/cybergalactic/MSS, MIT). Largest deviations over the largest motion of each axis.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle.bem.checks import AXES
from usimmarine_py.vehicle.bem.data import FLIP
from usimmarine_py.vehicle.bem.files import read_data

_LOWEST = 0.2  #: rad/s, below which waves are longer than a kilometre and a half


def compare(stem: Path) -> list[str]:
    """Return a line for each axis."""
    out = stem.with_suffix(".out").read_text()
    gravity, density = (_number(out, word, stem) for word in ("Gravity:", "Water density:"))
    data = read_data(stem.with_suffix(".1"), density, gravity)
    if data.force is None or data.motion is None:
        raise ConfigError("has no .3 and .4 beside it", file=str(stem))
    rows = [[float(x) for x in line.split()] for line in stem.with_suffix(".frc").read_text().splitlines()[3:] if line]
    six = [row for row in rows if len(row) == 6]
    if len(six) < 12:
        raise ConfigError("has no matrices of mass and damping", file=str(stem.with_suffix(".frc")))
    sign = np.outer(FLIP, FLIP)
    mass, damping = np.array(six[:6]) * sign, np.array(six[6:12]) * sign
    stiffness = _stiffness(out, stem) * density * gravity * sign
    apart, largest = np.zeros(6), np.zeros(6)
    for f, omega in enumerate(data.omega):
        i, j = (int(np.argmin(np.abs(part.omega - omega))) for part in (data.force, data.motion))
        if omega < _LOWEST or abs(data.force.omega[i] - omega) > 1e-6:
            continue
        impedance = -(omega**2) * (mass + data.added_mass[f]) + 1j * omega * (damping + data.damping[f]) + stiffness
        found, theirs = np.linalg.solve(impedance, data.force.values[i].T).T, data.motion.values[j]
        apart = np.maximum(apart, np.abs(found - theirs).max(axis=0))
        largest = np.maximum(largest, np.abs(theirs).max(axis=0))
    return [f"{name}: off by {100.0 * a / b:.2g} % of {b:.3g}" for name, a, b in zip(AXES, apart, largest, strict=True)]


def _number(text: str, word: str, stem: Path) -> float:
    found = re.search(rf"{re.escape(word)}\s+(\S+)", text)
    if found is None:
        raise ConfigError(f"has no number behind {word!r}", file=str(stem.with_suffix(".out")))
    return float(found.group(1))


def _stiffness(text: str, stem: Path) -> np.ndarray:
    """Return C of the output, without density and gravity, in WAMIT's axes."""
    found = np.zeros((6, 6))
    for i, last in ((3, 5), (4, 6), (5, 6)):
        names = ",".join(rf"C\({i},{j}\)" for j in range(i, last + 1))
        row = re.search(names + r":\s+(.+)", text)
        if row is None:
            raise ConfigError("has no restoring coefficients", file=str(stem.with_suffix(".out")))
        found[i - 1, i - 1 : last] = [float(x) for x in row.group(1).split()]
    whole = found + np.triu(found, 1).T
    whole[5, :5] = 0.0  # nothing turns a hull back
    return whole


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stem", type=Path, metavar="FOLDER/NAME", help="the files without their endings")
    try:
        print("\n".join(compare(parser.parse_args().stem)))
    except (OSError, ConfigError) as error:
        raise SystemExit(f"benchmarks.wamit: {error}") from None
