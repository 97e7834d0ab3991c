"""Motions of a ship from files of WAMIT: by added mass, damping and excitation as the package reads them, and WAMIT's.

    python -m benchmarks.wamit FOLDER/tanker
    python -m benchmarks.wamit FOLDER/semi --drift FOLDER/semi.out
    python -m benchmarks.wamit FOLDER/csad --hull 2.578 0.44 0.142

FOLDER holds tanker.1, .3, .4, .frc (with matrices) and .out, such as HYDRO/vessels_wamit/tanker of the MSS toolbox
(github.com/cybergalactic/MSS, MIT). Largest deviations over the largest motion of each axis.

With --drift, semi.12d beside the mean drift that the output of the second-order run prints (pressure integration), and
the slow surge force of three seas by all of it beside Newman's two forms, such as HydroData of
OpenFAST/IEA-15-240-RWT-UMaineSemi (github.com/IEAWindTask37/IEA-15-240-RWT).

With --hull (length, beam, draft), motions under the package's own strips and its drift law beside .4 and .8, such as
data/vessels/drillship/hydro/wamit of github.com/ieba2/mcmodels (outputs, and CSAD.frc as csad.frc).
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
from usimmarine_py.vehicle.bem.wamit import second
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.mean_load import at_rest
from usimmarine_py.vehicle.straight_run import StraightRun
from usimmarine_py.vehicle.wave_load import box_load

_LOWEST = 0.2  #: rad/s, below which waves are longer than a kilometre and a half


def compare(stem: Path) -> list[str]:
    """Return a line for each axis."""
    out = stem.with_suffix(".out").read_text()
    gravity, density = (_number(out, word, stem.with_suffix(".out")) for word in ("Gravity:", "Water density:"))
    data = read_data(stem.with_suffix(".1"), density, gravity)
    if data.force is None or data.motion is None:
        raise ConfigError("has no .3 and .4 beside it", file=str(stem))
    six = _six(stem.with_suffix(".frc"))
    if len(six) not in (6, 12):
        raise ConfigError("has no matrices of mass, or of mass and damping", file=str(stem.with_suffix(".frc")))
    sign = np.outer(FLIP, FLIP)
    mass, damping = np.array(six[:6]) * sign, np.array(six[6:12] or np.zeros((6, 6))) * sign
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


def compare_hull(stem: Path, length: float, beam: float, draft: float, bow: float = 0.0) -> list[str]:
    """Motions under the box of laws/environment 4.8 and the drift law of 4.9 beside WAMIT's .4 and .8.

    Added mass, damping, masses and restoring forces are WAMIT's for both: what differs is the load of the waves.
    """
    out = stem.with_suffix(".out").read_text()
    gravity, density = (_number(out, word, stem.with_suffix(".out")) for word in ("Gravity:", "Water density:"))
    rows = _six(stem.with_suffix(".frc"))[:6]
    if len(rows) < 6:
        raise ConfigError("has no matrix of mass", file=str(stem.with_suffix(".frc")))
    mass = np.array(rows) * np.outer(FLIP, FLIP)
    inertia = ", ".join(str(row) for row in mass[3:, 3:].tolist())
    file = str(stem.with_suffix(".1").resolve())
    text = f"""
schema = 1
[vehicle]
name = "hull"
length_pp = {length}
beam = {beam}
draft = {draft}
[medium]
rho = {density}
g = {gravity}
[rigid_body]
mass = {mass[0, 0]}
r_g = [{mass[1, 5] / mass[0, 0]}, 0.0, {mass[0, 4] / mass[0, 0]}]
inertia_co = [{inertia}]
[hydrodynamics]
bem = "{file}"
[waves]
bow_length = {bow}
"""
    v = load_vehicle(text, "hull.toml")
    data, box = v.hydro, box_load(v, mean=False)
    if data is None or data.motion is None or data.drift is None or box is None:
        raise ConfigError("has no .4 and .8 beside it", file=str(stem))
    pose, quarter, lines = np.zeros((2, 6)), np.array((0.5 * np.pi, 0.0)), []
    for towards, axis, name in ((np.pi, 2, "heave, head"), (np.pi, 4, "pitch, head"), (-0.5 * np.pi, 2, "heave, beam")):
        chi, found = _nearest(data.motion.chi, towards), []
        for ratio in (5.0, 3.0, 2.0, 1.5, 1.0, 0.7):
            f = int(np.argmin(np.abs(data.omega - np.sqrt(2.0 * np.pi * gravity / (ratio * length)))))
            omega, added, damping = data.omega[f], data.added_mass[f], data.damping[f]
            both = box.pushed(np.full(2, omega), np.full(2, towards), gravity, pose, quarter, 1.0)
            given = both[0] + 1j * both[1]
            water = np.array([*given[6:9], 0.0, 0.0, 0.0])  # on which damping and memory act
            force = given[:6] + (damping + 1j * omega * (added - v.body.M_A)) @ water
            impedance = v.forces.hydrostatics.G - omega**2 * (v.body.M_RB + added) + 1j * omega * damping
            own = abs(np.linalg.solve(impedance, force)[axis])
            theirs = abs(data.motion.values[int(np.argmin(np.abs(data.motion.omega - omega))), chi, axis])
            per = omega**2 / gravity if axis == 4 else 1.0
            found.append(f"{own / per:.2f} ({theirs / per:.2f})")
        lines.append(f"{name}, waves of 5, 3, 2, 1.5, 1, 0.7 lengths, per wave or slope: " + ", ".join(found))
    run = StraightRun(v, box, 0.0)
    for towards, axis, breadth, name in ((np.pi, 0, beam, "surge, head"), (-0.5 * np.pi, 1, length, "sway, beam")):
        chi, found = _nearest(data.drift.chi, towards), []
        for ratio in (4.0, 3.0, 2.0, 1.5, 1.0, 0.7, 0.5, 0.3, 0.15):
            f = int(np.argmin(np.abs(data.drift.omega - np.sqrt(2.0 * np.pi * gravity / (ratio * length)))))
            per = density * gravity * breadth
            law = at_rest(run, box, data.drift.omega[f : f + 1], np.array([towards]))[0, axis] / per
            found.append(f"{abs(law):.4f} ({abs(data.drift.values[f, chi, axis]) / per:.4f})")
        side = "B" if axis == 0 else "L"
        which = f"mean drift, {name}, over rho g A2 {side}, waves of 4, 3, 2, 1.5, 1, 0.7, 0.5, 0.3, 0.15 lengths: "
        lines.append(which + ", ".join(found))
    return [f"{line}  (WAMIT)" for line in lines]


def _nearest(chi: np.ndarray, towards: float) -> int:
    return int(np.argmin(np.abs(np.angle(np.exp(1j * (chi - towards))))))


def _six(file: Path) -> list[list[float]]:
    """Rows of six numbers: the matrices of a .frc."""
    rows = [line.split() for line in file.read_text().splitlines()[4:]]
    return [[float(x) for x in row] for row in rows if len(row) == 6 and all(_is_number(x) for x in row)]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def compare_drift(stem: Path, output: Path) -> list[str]:
    """Return a line for each axis of the diagonal, in WAMIT's units, and one for each sea."""
    text = output.read_text()
    gravity, density = (_number(text, word, output) for word in ("Gravity:", "Water density:"))
    _, transfer = second(stem.with_suffix(".12d"), density, gravity, 1.0)
    if transfer is None:
        raise ConfigError("has no .12d", file=str(stem))
    ahead = int(np.argmin(np.abs(transfer.chi)))
    whole = transfer.values[:, :, ahead]
    n = np.arange(len(transfer.omega))
    found = whole[n, n][:, [0, 2, 4]].real / (density * gravity)  # surge, heave and pitch, in WAMIT's axes
    theirs, apart = {}, np.zeros(3)
    for part in re.split(r"(?i)wave period", text)[1:]:
        period = re.search(r"=\s*(\S+)", part)
        table = part.partition("DRIFT FORCES (Pressure Integration)")[2]
        rows = re.findall(r"^\s+([1-6])\s+(\S+)\s+(-?\d+)", table, re.MULTILINE)[:6]
        if period is not None and len(rows) == 6:
            values = [float(size) * np.cos(np.radians(float(phase))) for _, size, phase in rows]
            theirs[2.0 * np.pi / float(period[1])] = np.array(values)[[0, 2, 4]]
    if not theirs:
        raise ConfigError("has no drift forces by pressure integration", file=str(output))
    for omega, own in zip(transfer.omega, found, strict=True):
        nearest = min(theirs, key=lambda w: abs(w - omega))
        if abs(nearest - omega) < 1e-3 * omega:
            apart = np.maximum(apart, np.abs(own - theirs[nearest]))
    largest = np.abs(np.array(list(theirs.values()))).max(axis=0)
    lines = [
        f"mean drift, {name}: off by {100.0 * a / b:.2g} % of {b:.3g}"
        for name, a, b in zip(("surge", "heave", "pitch"), apart, largest, strict=True)
    ]
    seas = ((2.0, 8.0), (6.0, 12.0), (10.0, 14.0))
    return lines + [_slow(transfer.omega, np.nan_to_num(whole[..., 0]), *sea) for sea in seas]


def _slow(omega: np.ndarray, transfer: np.ndarray, hs: float, tp: float) -> str:
    """Deviation of the force at difference frequencies up to 0.2 rad/s in a sea of Pierson and Moskowitz."""
    peak, own = 2.0 * np.pi / tp, np.diag(transfer).real
    square = 0.625 * hs**2 * peak**4 * omega**-5.0 * np.exp(-1.25 * (peak / omega) ** 4) * np.gradient(omega)  # of A
    beside = np.abs(omega[:, None] - omega)
    pairs = np.outer(square, square) * ((beside > 0.0) & (beside < 0.2))
    product = own[:, None] * own
    forms = {
        "all": transfer,
        "mean of both": 0.5 * (own[:, None] + own),
        "root of the product": np.sqrt(np.clip(product, 0.0, None)) * np.sign(own),
    }
    sizes = {name: np.sqrt(0.5 * float((pairs * np.abs(form) ** 2).sum())) / 1000.0 for name, form in forms.items()}
    return f"slow surge force, Hs {hs:g} m, Tp {tp:g} s: " + ", ".join(f"{n} {x:.1f} kN" for n, x in sizes.items())


def _number(text: str, word: str, file: Path) -> float:
    found = re.search(rf"{re.escape(word)}\s+(\S+)", text)
    if found is None:
        raise ConfigError(f"has no number behind {word!r}", file=str(file))
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
    parser.add_argument("--drift", type=Path, metavar="OUT", help="output of the second-order run, beside NAME.12d")
    parser.add_argument("--hull", type=float, nargs=3, metavar=("LENGTH", "BEAM", "DRAFT"), help="m, beside .4 and .8")
    parser.add_argument(
        "--bow", type=float, default=0.0, metavar="M", help="with --hull: from the bow to 95 %% of the beam"
    )
    given = parser.parse_args()
    try:
        if given.drift:
            lines = compare_drift(given.stem, given.drift)
        else:
            lines = compare_hull(given.stem, *given.hull, given.bow) if given.hull else compare(given.stem)
        print("\n".join(lines))
    except (OSError, ConfigError) as error:
        raise SystemExit(f"benchmarks.wamit: {error}") from None
