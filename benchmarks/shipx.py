"""Motions of a ship made from its data sheet, under our waves, beside those that VERES (ShipX) published of it.

    python -m benchmarks.shipx FOLDER

FOLDER holds input.re1 and input.hyd, such as HYDRO/vessels_shipx/s175 and supply of the MSS toolbox
(github.com/cybergalactic/MSS, MIT). Length, beam, draft, mass, metacentric heights and radii of gyration are the
file's; added mass, damping and waterplane the estimates of ``usim new vehicle``; the load is the box of
laws/environment 4.8, the motion linear (4.9). A line for each speed, heading and axis: ours (theirs) in waves of so
many lengths, heave over the wave, pitch and roll over its slope.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle.datasheet.craft import DataSheet, vehicle_file
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.straight_run import StraightRun
from usimmarine_py.vehicle.wave_box import box_of

_RATIOS = (4.0, 2.5, 2.0, 1.5, 1.2, 1.0, 0.8)
_CASES = ((0.0, 2, "head, heave"), (0.0, 4, "head, pitch"), (90.0, 2, "beam, heave"), (90.0, 3, "beam, roll"),
          (180.0, 2, "following, heave"), (180.0, 4, "following, pitch"))  # fmt: skip
_SIZES = {
    "length": r"Length between perpendiculars\s+\(m\)\s+(\S+)",
    "beam": r"Breadth\s+\(m\)\s+(\S+)",
    "draft": r"Draught, midship\s+\(m\)\s+(\S+)",
    "mass": r"Displacement\s+\(tonnes\)\s+\S+\s+([\d.]+)",
    "GM_L": r"Longitudinal metacentric height, GMl\s+([\d.]+)",
    "GM_T": r"Transverse metacentric height,\s+GMt\s+([\d.]+)",
    "roll": r"Roll radius of gyration,\s+r44\s+([\d.]+)",
    "pitch": r"Pitch radius of gyration,\s+r55\s+([\d.]+)",
    "yaw": r"Yaw radius of gyration,\s+r66\s+([\d.]+)",
    "plane": r"Water plane area coefficient,\s+Cw\s+\S+\s+([\d.]+)",
}


def ship_of(file: Path) -> VehicleDescription:
    """The ship of input.hyd."""
    text, size = file.read_text(), {}
    for name, pattern in _SIZES.items():
        found = re.search(pattern, text)
        if found is None:
            raise ConfigError(f"has no {name}", file=str(file))
        size[name] = float(found[1])
    mass = 1000.0 * size["mass"]
    sheet = DataSheet(
        file.parent.name, "ship", size["length"], size["beam"], mass, draft=size["draft"], power=0.5 * mass
    )
    made = vehicle_file(sheet).text.replace("@name@", "ship").replace("@Class@", "ship")
    turning = ", ".join(
        "[" + ", ".join(str(mass * size[axis] ** 2 if i == j else 0.0) for j in range(3)) + "]"
        for i, axis in enumerate(("roll", "pitch", "yaw"))
    )
    plane = size["plane"] * size["length"] * size["beam"]
    for pattern, value in (
        (r"length_pp = \S+", f"length_pp = {size['length']}"),
        (r"r_g = \[.*?\]", "r_g = [0.0, 0.0, 0.0]"),
        (r"inertia_co = \[.*\]\]", f"inertia_co = [{turning}]"),
        (r"A_wp = \S+", f"A_wp = {plane}"),
        (r"GM_T = \S+", f"GM_T = {size['GM_T']}"),
        (r"GM_L = \S+", f"GM_L = {size['GM_L']}"),
    ):
        made, count = re.subn(pattern, value, made)
        if count != 1:
            raise ConfigError(f"the made file has {count} of {pattern}", file=str(file))
    return load_vehicle(made, f"{file.parent.name}.toml")


def motions(file: Path) -> dict[tuple[float, float], tuple[np.ndarray, np.ndarray]]:
    """Frequencies (rad/s) and complex motions (frequencies, 6) by speed (m/s) and heading (deg, 0 = from ahead)."""
    words = file.read_text().splitlines()[6:]
    numbers = [[float(x) for x in line.split()] for line in words if line.strip()]
    speeds, headings, count, _ = (int(x) for x in numbers[3])
    found, at = {}, 4
    for _ in range(speeds):
        speed = numbers[at][0]
        at += 1
        for _ in range(headings):
            heading = numbers[at][0]
            rows = numbers[at + 1 : at + 1 + 7 * count]
            omega = np.array([row[0] for row in rows[::7]])
            values = np.array([[complex(*row[1:]) for row in rows[i + 1 : i + 7]] for i in range(0, 7 * count, 7)])
            if values.shape != (count, 6):
                raise ConfigError(f"has no {count} frequencies of six motions at {heading:g} deg", file=str(file))
            found[speed, heading] = omega, values
            at += 1 + 7 * count
    return found


def compare(folder: Path) -> list[str]:
    """Return a line for each speed, heading and axis."""
    ship, published = ship_of(folder / "input.hyd"), motions(folder / "input.re1")
    box = box_of(ship)
    if box is None:
        raise ConfigError("has no hydrostatics", file=str(folder / "input.hyd"))
    lines = []
    for speed in sorted({speed for speed, _ in published}):
        run = StraightRun(ship, box, speed)
        for heading, axis, name in _CASES:
            omega, values = published[speed, heading]
            chosen = [
                int(np.argmin(np.abs(omega - np.sqrt(2.0 * np.pi * ship.g / (r * ship.length_pp))))) for r in _RATIOS
            ]
            own = run.motion(omega[chosen], np.full(len(chosen), np.radians(180.0 - heading)))[:, axis]
            per = 1.0 if axis == 2 else omega[chosen] ** 2 / ship.g
            pairs = zip(np.abs(own) / per, np.abs(values[chosen, axis]) / per, strict=True)
            lines.append(f"{speed:.2f} m/s, {name}: " + ", ".join(f"{a:.2f} ({b:.2f})" for a, b in pairs))
    lengths = 2.0 * np.pi * ship.g / omega[chosen] ** 2 / ship.length_pp
    return ["waves of " + ", ".join(f"{x:.2f}" for x in lengths) + " lengths: ours (VERES)", *lines]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="that of input.re1 and input.hyd")
    try:
        print("\n".join(compare(parser.parse_args().folder)))
    except (OSError, ValueError, ConfigError) as error:
        raise SystemExit(f"benchmarks.shipx: {error}") from None
