"""The figure of a fit: recorded and fitted motion, and what is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.plots.style import COLOURS, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FitSeries:
    """What the figure needs. ``series`` holds t (s) and NAME, NAME_predicted of speed, heading and depth."""

    title: str
    series: Mapping[str, Array]
    recorded: tuple[Array, Array] | None  #: x, y (m)
    fitted: tuple[Array, Array]  #: x, y (m), by the commands alone
    residuals: Mapping[str, float] = field(default_factory=dict)


_UNITS = {"speed": "m/s", "heading": "deg", "depth": "m"}


def fit_figure(fit: FitSeries) -> Figure:
    """Speed, heading and depth with their residuals on the left, the track on the right."""
    with styled():
        names = [name for name in _UNITS if name in fit.series]
        if "depth" in names and float(np.ptp(fit.series["depth"])) < 0.05:
            names.remove("depth")
        figure = new_figure(12.0, 2.6 * len(names) + 0.8)
        grid = figure.add_gridspec(len(names), 3, width_ratios=(1.2, 1.2, 1.1))
        shared: Axes | None = None
        for row, name in enumerate(names):
            t = fit.series["t"]
            axes = figure.add_subplot(grid[row, 0], sharex=shared)
            shared = shared or axes
            axes.plot(t, fit.series[name], color=COLOURS[0], label="recorded")
            axes.plot(t, fit.series[f"{name}_predicted"], color=COLOURS[1], linestyle="--", label="fitted")
            axes.set(ylabel=f"{name} ({_UNITS[name]})")
            left = fit.series[f"{name}_predicted"] - fit.series[name]
            rest = figure.add_subplot(grid[row, 1], sharex=shared)
            rest.plot(t, left, color=COLOURS[2], linewidth=0.8)
            rest.axhline(0.0, color="#888888", linewidth=0.8)
            rest.set(
                ylabel=f"residual ({_UNITS[name]})", title=f"rms {fit.residuals.get(name, 0.0):.3g} {_UNITS[name]}"
            )
            if name == "depth":
                axes.invert_yaxis()
            if row == 0:
                axes.legend(loc="best")
            if row == len(names) - 1:
                axes.set_xlabel("time (s)")
                rest.set_xlabel("time (s)")
        _draw_track(figure.add_subplot(grid[:, 2]), fit)
        figure.suptitle(fit.title, fontsize=11)
        return figure


def _draw_track(axes: Axes, fit: FitSeries) -> None:
    if fit.recorded is not None:
        axes.plot(*fit.recorded, color=COLOURS[0], label="recorded")
        axes.plot(fit.recorded[0][0], fit.recorded[1][0], "o", color="black", markersize=5, label="start")
    axes.plot(*fit.fitted, color=COLOURS[1], linestyle="--", label="fitted, by the commands alone")
    axes.set(xlabel="x, east (m)", ylabel="y, north (m)", title="Track")
    axes.set_aspect("equal", adjustable="datalim")
    axes.legend(loc="best")
