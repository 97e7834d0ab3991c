"""The figure of objective functions: each over course and speed, their weighted sum, and the decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from usimmarine_py.logs.decisions import DecisionMoment
from usimmarine_py.logs.functions import GridAxis
from usimmarine_py.plots.style import colour, legend_beside_title, new_figure, styled
from usimmarine_py.values.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MAP = "viridis"
#: Inches: the circle of the sum, the cell of a function, the panel of another axis.
_SUM, _CELL, _BELOW = 4.0, 2.75, 2.4
_CHOSEN: dict[str, Any] = {
    "marker": "*", "markersize": 13, "color": "white", "markeredgecolor": "black", "linestyle": "none", "zorder": 5,
    "clip_on": False,
}  # fmt: skip


def functions_figure(moment: DecisionMoment, title: str) -> Figure:
    """Draw the sum on the left and each function on the right, north up, the speed outwards.

    Functions of another axis, such as depth, have a panel of their own below. Raises ``MissingExtraError`` without
    matplotlib.
    """
    names = sorted(moment.functions, key=lambda name: (-moment.functions[name][0], name))
    plane = [axis for name in ("course", "speed") for axis in moment.axes if axis.name == name]
    plane = plane if len(plane) == 2 else []
    flat = [name for name in names if {axis.name for axis in plane} & {*moment.functions[name][1].names}]
    others = [axis for axis in moment.axes if axis not in plane]
    others = [axis for axis in others if any(axis.name in moment.functions[name][1].names for name in names)]
    columns = 1 if len(flat) < 2 else 2 if len(flat) < 5 else 3
    rows = ceil(len(flat) / columns)
    upper = max(_SUM + 1.9, rows * _CELL + 0.6) if flat else 0.6
    width = _SUM + 1.3 + columns * _CELL + 0.9 if flat else 9.0
    height = upper + _BELOW * len(others)
    with styled():
        figure = new_figure(width, height)
        # circles of two sizes and their scales are placed by hand
        figure.set_layout_engine("none")

        def place(left: float, top: float, wide: float, high: float) -> tuple[float, float, float, float]:
            """Return inches from the left and the top as parts of the figure."""
            return left / width, 1.0 - (top + high) / height, wide / width, high / height

        if flat:
            _draw_plane(figure, place, moment, plane, flat, columns)
        for k, axis in enumerate(others):
            box = place(0.8, upper + _BELOW * k + 0.3, width - 1.2, _BELOW - 0.85)
            _draw_axis(figure.add_axes(box), moment, names, axis, width - 1.2)
        figure.suptitle(title, fontsize=11, y=1.0 - 0.1 / height, va="top")
        return figure


def _draw_plane(
    figure: Figure, place: Callable[[float, float, float, float], Any], moment: DecisionMoment,
    plane: Sequence[GridAxis], names: Sequence[str], columns: int,
) -> None:  # fmt: skip
    """Draw the functions over course and speed, and their sum."""
    grids = {name: moment.functions[name][1].over(plane, moment.decision) for name in names}
    high = max(100.0, *(float(values.max()) for values in grids.values()))
    total: Array = sum((moment.functions[name][0] * values for name, values in grids.items()), np.zeros(1))
    axes = figure.add_axes(place(0.6, 0.9, _SUM, _SUM), projection="polar")
    shades = _draw_polar(axes, plane, total, moment, labels=True)
    axes.set_title("Weighted sum", loc="left")
    axes.plot([], [], label="decision", **_CHOSEN)
    axes.legend(loc="lower left", bbox_to_anchor=(-0.1, -0.1))
    scale = figure.add_axes(place(1.6, _SUM + 1.35, _SUM - 2.0, 0.12))
    figure.colorbar(shades, cax=scale, orientation="horizontal").ax.locator_params(nbins=4)
    for k, name in enumerate(names):
        left, top = _SUM + 1.3 + (k % columns) * _CELL, 0.9 + (k // columns) * _CELL
        axes = figure.add_axes(place(left, top, _CELL - 0.8, _CELL - 0.8), projection="polar")
        shades = _draw_polar(axes, plane, grids[name], moment, labels=False, low=0.0, high=high)
        axes.set_title(f"{name}, weight {moment.functions[name][0]:.4g}", fontsize=8.5, pad=9)
    scale = figure.add_axes(place(_SUM + 1.3 + columns * _CELL - 0.1, 1.0, 0.12, _CELL - 1.0))
    figure.colorbar(shades, cax=scale).set_label("utility")


def _draw_polar(
    axes: Any, plane: Sequence[GridAxis], values: Array, moment: DecisionMoment, *, labels: bool,
    low: float | None = None, high: float | None = None,
) -> Any:  # fmt: skip
    course, speed = plane
    angles = np.radians(course.low + course.step * (np.arange(course.count + 1) - 0.5))
    radii = speed.low + speed.step * (np.arange(speed.count + 1) - 0.5)
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    shades = axes.pcolormesh(
        angles, np.clip(radii, speed.low, speed.high), values.T, cmap=_MAP, vmin=low, vmax=high, rasterized=True
    )
    axes.set_axisbelow(False)
    axes.grid(visible=True, color="white", alpha=0.35, linewidth=0.5)
    axes.set_rlim(min(speed.low, 0.0), speed.high)
    axes.set_xticks(np.radians([0, 45, 90, 135, 180, 225, 270, 315]))
    axes.set_rlabel_position(22.5)
    axes.tick_params(labelsize=7.5 if labels else 6, pad=0)
    ticks = [tick for tick in axes.get_yticks() if 0.0 < tick <= speed.high]
    ticks = ticks if len(ticks) < 6 else ticks[1::2]
    axes.set_yticks(ticks, [f"{tick:g} m/s" if labels else "" for tick in ticks], color="white")
    if {"course", "speed"} <= moment.decision.keys():
        size = _CHOSEN if labels else {**_CHOSEN, "markersize": 7}
        axes.plot(np.radians(moment.decision["course"]), moment.decision["speed"], **size)
    return shades


def _draw_axis(axes: Axes, moment: DecisionMoment, names: Sequence[str], axis: GridAxis, width: float) -> None:
    """Draw the weighted functions of one axis, and their sum."""
    places = axis.low + axis.step * np.arange(axis.count)
    total: Array = np.zeros(axis.count)
    held = [name for name in names if axis.name in moment.functions[name][1].names]
    for k, name in enumerate(held):
        weight, function = moment.functions[name]
        values = weight * function.over([axis], moment.decision)
        total = total + values
        axes.plot(places, values, color=colour(k), label=f"{name}, weight {weight:.4g}")
    if len(held) > 1:
        axes.plot(places, total, color="#bbbbbb", linewidth=5.0, label="sum", zorder=1.5)
    if axis.name in moment.decision:
        chosen = moment.decision[axis.name]
        axes.plot(chosen, float(np.interp(chosen, places, total)), label="decision", **_CHOSEN)
    axes.set(xlabel="depth (m)" if axis.name == "depth" else axis.name, ylabel="weighted utility")
    axes.set_title(axis.name.capitalize(), loc="left")
    axes.margins(y=0.12)
    legend_beside_title(axes, width)
