"""Identification: drag, mass and yaw damping of a boat from two noisy trials in a current, by `usim fit --vehicle`.

Run it with `python examples/fit_trials.py`; half a minute where numba is installed. The logs are made here, so that the
truth is known: a GPS, a compass and a gyro, with names and units of their own.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from usimmarine_py.vehicle import Vehicle

TRUTH = {"damping.linear_diag.0": 90.0, "damping.linear_diag.5": 33.0, "rigid_body.mass": 71.0}


def write_log(path, thrust, rudder, current, seed):
    """A minute, twice a second: position (0.5 m), heading (1 deg), yaw rate (0.5 deg/s), and the commands (%)."""
    boat = Vehicle.load("otter", overrides=TRUTH)
    noise = np.random.default_rng(seed)
    t = np.arange(120) * 0.5
    given = np.interp(t, *thrust), np.where(t % 30 < 15, rudder, -rudder)
    inputs = boat.inputs(boat.orders(*given), current=[*current, 0.0])
    states = boat.simulate(boat.steady().state, inputs, step=0.05, steps=10)[:-1]
    east, north, psi, r = (states[:, boat.names.index(name)] for name in ("y", "x", "psi", "r"))
    columns = [
        t,
        east + noise.normal(0.0, 0.5, len(t)),
        north + noise.normal(0.0, 0.5, len(t)),
        np.degrees(psi) + noise.normal(0.0, 1.0, len(t)),
        np.degrees(r) + noise.normal(0.0, 0.5, len(t)),
        *given,
    ]
    np.savetxt(path, np.transpose(columns), "%.6g", ",", header="time,east,north,hdg,gyro,throttle,wheel", comments="")


def main():
    write_log("zigzag.csv", ([0, 5, 30, 35], [0, 60, 60, 100]), 30.0, (0.2, -0.1), 1)
    write_log("sprints.csv", ([0, 20, 22, 40, 42], [100, 100, 10, 10, 80]), 15.0, (0.1, 0.1), 2)
    names = "x=east,y=north,heading=hdg,yaw_rate=gyro,thrust=throttle,rudder=wheel"
    fit = [sys.executable, "-m", "usimmarine_py", "fit", "zigzag.csv", "sprints.csv", "--vehicle", "otter"]
    subprocess.run([*fit, "--free", ",".join(TRUTH), "--map", names, "--no-figure"], check=True)
    found = json.loads(Path("otter_fitted.json").read_text())["parameters"]
    for name, truth in TRUTH.items():
        value, error = found[name]["value"], found[name]["standard_error"]
        print(f"{name:<24} {value:8.2f} +- {error:.2f}, truth {truth:g}")
        assert abs(value - truth) < 4.0 * error


if __name__ == "__main__":
    main()
