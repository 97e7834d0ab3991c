"""Draws a run: python figure.py cooperative_run cooperative.png (needs matplotlib)."""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib
import numpy as np

from usimmarine_py.logs.alog import load_series

matplotlib.use("Agg")
import matplotlib.pyplot as plt

NAMES = ("NAV_X", "NAV_Y", "COOP_X", "COOP_Y", "COOP_ERROR", "ALONE_ERROR", "COOP_SIGMA")


def main(folder: str, picture: str) -> None:
    """Tracks, and how wrong the position of ben is, with ranges and without."""
    ben = load_series(Path(folder) / "ben.alog", [*NAMES, "CRS_RANGE_REPORT"])
    abe = load_series(Path(folder) / "abe.alog", ["NAV_X", "NAV_Y"])
    value = {name: np.asarray(ben[name].values, float) for name in NAMES}
    figure, (track, error) = plt.subplots(1, 2, figsize=(11, 4.6), layout="constrained", width_ratios=(1.0, 1.2))
    track.plot(*(np.asarray(abe[name].values, float) for name in ("NAV_X", "NAV_Y")), color="tab:grey", label="abe")
    track.plot(value["NAV_X"], value["NAV_Y"], color="tab:blue", lw=2.0, label="ben")
    track.plot(value["COOP_X"], value["COOP_Y"], color="tab:orange", lw=1.0, label="ben, as it believes")
    track.set(xlabel="east (m)", ylabel="north (m)", aspect="equal")
    track.legend(loc="center", fontsize="small")
    time = ben["COOP_ERROR"].times
    error.semilogy(time, value["ALONE_ERROR"], color="tab:red", label="log and compass alone")
    error.semilogy(time, value["COOP_ERROR"], color="tab:orange", label="with ranges to abe")
    error.semilogy(time, value["COOP_SIGMA"], color="k", ls=":", label="one sigma, as it believes")
    error.plot(ben["CRS_RANGE_REPORT"].times, [0.6] * len(ben["CRS_RANGE_REPORT"].times), "|", color="k", label="range")
    error.set(xlabel="time (s)", ylabel="error of the position (m)", ylim=(0.5, 400.0))
    error.legend(fontsize="small", loc="upper left", ncols=2)
    error.grid(alpha=0.3)
    figure.savefig(picture, dpi=100)


if __name__ == "__main__":
    main(*sys.argv[1:])
