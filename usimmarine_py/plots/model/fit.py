"""The figure of a fit: recorded and fitted motion, and the residuals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.plots.lines import circle_cut, direction_lines, opened, unwrapped_gaps
from usimmarine_py.plots.style import COLOURS, new_figure, styled
from usimmarine_py.values.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_UNITS = {"speed": "m/s", "heading": "deg", "depth": "m"}
#: Residuals smaller than this are not enlarged to the height of the figure.
_SMALL = {"speed": 1e-3, "heading": 1e-2, "depth": 1e-3}


@dataclass(frozen=True, slots=True)
class FitSeries:
    """The data of the figure. ``series`` holds t (s) and NAME, NAME_predicted of speed, heading and depth."""

    title: str
    series: Mapping[str, Array]
    recorded: tuple[Array, Array] | None  #: x, y (m)
    fitted: tuple[Array, Array]  #: x, y (m), by the commands alone
    residuals: Mapping[str, float] = field(default_factory=dict)
    restarts: NDArray[np.bool_] | None = None  #: where the fitted track restarts from a measured state


def fit_figure(fit: FitSeries) -> Figure:
    """Speed, heading and depth with their residuals on the left, the track on the right."""
    with styled():
        names = [name for name in _UNITS if name in fit.series]
        if "depth" in names and float(np.ptp(fit.series["depth"])) < 0.05:
            names.remove("depth")
        figure = new_figure(12.0, 2.6 * len(names) + 0.8)
        grid = figure.add_gridspec(len(names), 3, width_ratios=(1.2, 1.2, 1.1))
        shared: Axes | None = None
        origin = fit.series["origin"]
        cuts = np.flatnonzero(np.diff(origin) != 0) + 1
        t = _cut(fit.series["t"], cuts)
        for row, name in enumerate(names):
            axes = figure.add_subplot(grid[row, 0], sharex=shared)
            shared = shared or axes
            recorded, predicted = fit.series[name], fit.series[f"{name}_predicted"]
            if name == "heading":
                north = circle_cut([recorded])
                recorded, predicted = opened(recorded, north), opened(predicted, north)
                direction_lines(axes, [(fit.series["t"], recorded), (fit.series["t"], predicted)])
            gaps = unwrapped_gaps if name == "heading" else tuple
            axes.plot(*gaps((fit.series["t"], recorded)), color=COLOURS[0], label="recorded")
            line = gaps((t, _cut(predicted, cuts)))
            axes.plot(*line, color=COLOURS[1], linestyle="--", label="predicted from a measured state")
            axes.set(ylabel=f"{name} ({_UNITS[name]})")
            left = _cut(fit.series[f"{name}_predicted"] - fit.series[name], cuts)
            rest = figure.add_subplot(grid[row, 1], sharex=shared)
            rest.plot(t, left, color=COLOURS[2], linewidth=0.8)
            rest.axhline(0.0, color="#888888", linewidth=0.8)
            rest.set(
                ylabel=f"residual ({_UNITS[name]})", title=f"rms {fit.residuals.get(name, 0.0):.3g} {_UNITS[name]}"
            )
            half = max(_SMALL[name], 1.1 * float(np.nanmax(np.abs(left))))
            rest.set_ylim(-half, half)
            if name == "depth":
                axes.invert_yaxis()
            if row == 0:
                figure.legend(*axes.get_legend_handles_labels(), loc="outside lower left", ncols=2)
            if row == len(names) - 1:
                axes.set_xlabel("time (s)")
                rest.set_xlabel("time (s)")
        plan = figure.add_subplot(grid[:, 2])
        _draw_track(plan, fit)
        figure.legend(*plan.get_legend_handles_labels(), loc="outside lower right", ncols=3)
        figure.suptitle(fit.title, fontsize=11)
        return figure


def _cut(line: Array, cuts: NDArray[np.intp]) -> Array:
    """The line with a gap before each index of ``cuts``, since predictions are separate."""
    return np.insert(line, cuts, np.nan)


def _draw_track(axes: Axes, fit: FitSeries) -> None:
    cuts = np.flatnonzero(np.zeros(0) if fit.restarts is None else fit.restarts[1:]) + 1
    if fit.recorded is not None:
        axes.plot(*(_cut(line, cuts) for line in fit.recorded), color=COLOURS[0], label="recorded track")
        axes.plot(fit.recorded[0][0], fit.recorded[1][0], "o", color="black", markersize=5, label="start")
    fitted = (_cut(line, cuts) for line in fit.fitted)
    axes.plot(*fitted, color=COLOURS[1], linestyle="--", label="fitted vehicle, by the commands alone")
    axes.set(xlabel="x, east (m)", ylabel="y, north (m)", title="Track")
    axes.set_aspect("equal", adjustable="datalim")
