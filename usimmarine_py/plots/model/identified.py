"""The figure of a fit to trials: measured and simulated motion, the residuals, the tracks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from usimmarine_py.plots.style import COLOURS, colour, new_figure, styled
from usimmarine_py.values.arrays import Array

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Of one channel: times (s), measured, simulated, number of the piece.
Line = tuple[Array, Array, Array, Array]
_MOST_ROWS = 6


def identified_figure(
    title: str, runs: Sequence[tuple[str, Mapping[str, Line]]], units: Mapping[str, str], angles: Sequence[str]
) -> Figure:
    """A row for each channel, measured over simulated and what is left; tracks of all runs on the right.

    The runs follow one another along the axis of time.
    """
    with styled():
        names = [name for name in units if any(name in lines for _, lines in runs)]
        shown = [name for name in names if name not in ("x", "y")][:_MOST_ROWS] or names[:_MOST_ROWS]
        tracked = all("x" in lines and "y" in lines for _, lines in runs)
        figure = new_figure(12.0, max(4.0, 2.0 * len(shown) + 0.8))
        grid = figure.add_gridspec(len(shown), 3 if tracked else 2)
        begins = np.array([min(float(line[0][0]) for line in lines.values()) for _, lines in runs])
        ends = np.array([max(float(line[0][-1]) for line in lines.values()) for _, lines in runs])
        # a clock of the day or of the week would leave hours between two runs
        offsets = np.concatenate([[0.0], np.cumsum(ends - begins)[:-1]]) - begins if len(runs) > 1 else np.zeros(1)
        shared = None
        for row, name in enumerate(shown):
            axes = figure.add_subplot(grid[row, 0], sharex=shared)
            shared = shared or axes
            rest = figure.add_subplot(grid[row, 1], sharex=shared)
            total: list[Array] = []
            for (_, lines), offset in zip(runs, offsets, strict=True):
                if name not in lines:
                    continue
                t, measured, simulated, piece = lines[name]
                apart = simulated - measured
                if name in angles:
                    apart = (apart + 180.0) % 360.0 - 180.0
                    measured = np.degrees(np.unwrap(np.radians(measured)))
                    simulated = measured + apart
                cuts = np.flatnonzero(np.diff(piece)) + 1
                axes.plot(t + offset, measured, ".", color=COLOURS[0], markersize=2.0, label="measured")
                axes.plot(
                    np.insert(t + offset, cuts, np.nan), np.insert(simulated, cuts, np.nan), color=COLOURS[1],
                    linewidth=1.0, label="simulated",
                )  # fmt: skip
                rest.plot(t + offset, apart, ".", color=COLOURS[2], markersize=1.5)
                total.append(apart)
            rms = float(np.sqrt(np.mean(np.concatenate(total) ** 2)))
            axes.set(ylabel=f"{name} ({units[name]})")
            rest.axhline(0.0, color="#888888", linewidth=0.8)
            rest.set(ylabel=f"residual ({units[name]})")
            rest.set_title(f"rms {rms:.3g} {units[name]}", loc="left")
            if row == 0:
                handles, labels = axes.get_legend_handles_labels()
                figure.legend(handles[:2], labels[:2], loc="outside lower left", ncols=2)
            if row == len(shown) - 1:
                axes.set_xlabel("time (s)" if len(runs) == 1 else "time, one run after the other (s)")
                rest.set_xlabel("time (s)")
        if tracked:
            plan = figure.add_subplot(grid[:, 2])
            for i, (label, lines) in enumerate(runs):
                plan.plot(lines["x"][1], lines["y"][1], ".", color=colour(i), markersize=2.0, label=label)
                cuts = np.flatnonzero(np.diff(lines["x"][3])) + 1
                plan.plot(
                    np.insert(lines["x"][2], cuts, np.nan), np.insert(lines["y"][2], cuts, np.nan), color="black",
                    linewidth=0.8,
                )  # fmt: skip
            plan.set(xlabel="x, east (m)", ylabel="y, north (m)")
            plan.set_title("measured, and simulated in black", loc="left")
            plan.set_aspect("equal", adjustable="datalim")
            plan.legend(loc="best", markerscale=4.0)
        figure.suptitle(title, fontsize=11)
        return figure
