"""Draws the table of a run: python figure.py run.csv odin_hil.png (needs matplotlib)."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from control_computer import ACCEPTANCE, COURSE, SPEED


def main(table: str, picture: str) -> None:
    """Track, speed and both jets: what the control computer heard and asked for, and what was true."""
    with Path(table).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    data = {name: [float(row[name]) for row in rows] for name in rows[0]}
    figure = plt.figure(figsize=(11, 6.5), layout="constrained")
    grid = figure.add_gridspec(3, 2, width_ratios=(1.0, 1.25))
    track = figure.add_subplot(grid[:, 0])
    track.plot(*zip(*COURSE, strict=True), "k--", lw=0.8, label="course")
    for x, y in COURSE[1:-1]:
        track.add_patch(plt.Circle((x, y), ACCEPTANCE, fill=False, ls=":", color="grey"))
    track.plot(data["x"], data["y"], ".", ms=1.5, color="tab:orange", label="heard (GGA, RMC)")
    track.plot(data["NAV_X"], data["NAV_Y"], color="tab:blue", lw=1.2, label="true")
    track.set(xlabel="east (m)", ylabel="north (m)", aspect="equal")
    track.legend(loc="center")
    time = data["t"]
    panels = [figure.add_subplot(grid[row, 1]) for row in range(3)]
    panels[0].plot(time, data["speed"], color="tab:orange", lw=0.8, label="heard (RMC)")
    panels[0].plot(time, data["NAV_SPEED_OVER_GROUND"], color="tab:blue", label="true")
    panels[0].axhline(SPEED, color="k", ls="--", lw=0.8)
    panels[0].set(ylabel="speed over ground (m/s)")
    for side, colour in (("PORT", "tab:red"), ("STBD", "tab:green")):
        panels[1].plot(time, data[f"DESIRED_JET_{side}"], color=colour, ls=":", lw=0.9)
        panels[1].plot(time, data[f"NAV_JET_{side}_N_RPM"], color=colour, label=side.lower())
    panels[1].set(ylabel="shafts (rpm)")
    panels[2].plot(time, data["DESIRED_JET_PORT_ALPHA"], color="tab:red", ls=":", lw=0.9)
    panels[2].plot(time, data["NAV_JET_PORT_ALPHA_DEG"], color="tab:red", label="port nozzle (deg)")
    panels[2].plot(time, [20.0 * value for value in data["NAV_JET_PORT_BETA"]], color="k", label="bucket (20 = ahead)")
    panels[2].set(xlabel="time (s)", ylabel="dotted: asked for")
    panels[2].set(ylim=(-32.0, 46.0))
    for panel, place in zip(panels, ("lower left", "lower left", "upper left"), strict=True):
        panel.legend(loc=place, fontsize="small", ncols=2)
        panel.grid(alpha=0.3)
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
