"""The figure of helms over time: for each its time line, and what it decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.helm import HelmLog
from usimmarine_py.logs.runs import Series
from usimmarine_py.plots.helm.figure import MOST_LANES, draw_timeline, lanes_of, phases_of
from usimmarine_py.plots.lines import direction_lines
from usimmarine_py.plots.style import colour, legend_of_bars, new_figure, panel, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH, _LANE, _PANEL = 12.0, 0.24, 1.25
_UNITS = {"heading": "deg", "speed": "m/s", "depth": "m"}


def helms_figure(helms: Sequence[tuple[str, HelmLog]]) -> Figure:
    """Draw the helms, given by name, one below the other on one time axis.

    Raises ``NothingToDrawError`` without a helm and ``MissingExtraError`` without matplotlib.
    """
    if not helms:
        raise NothingToDrawError("no helm posted to these logs: nothing to draw with --helm")
    heights: list[float] = []
    for _, helm in helms:
        heights += [0.7 + _LANE * (2 + min(len(lanes_of(helm)), MOST_LANES)), *[_PANEL] * len(helm.desired)]
    with styled():
        figure = new_figure(_WIDTH, sum(heights) + 0.6)
        all_axes = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
        rows = iter(all_axes)
        for name, helm in helms:
            phases, what = phases_of(helm)
            colours = {text: colour(k) for k, text in enumerate(dict.fromkeys(text for _, text in phases))}
            axes = next(rows)
            draw_timeline(axes, helm, colours, what)
            axes.set_title(f"{name}: {axes.get_title(loc='left').lower()}", loc="left")
            legend_of_bars(axes, _WIDTH - 1.5)
            for axis, series in helm.desired.items():
                _draw_desired(next(rows), axis, series)
        begins = [time for _, helm in helms for time, _ in helm.states[:1]]
        all_axes[-1].set_xlim(min([0.0, *begins]), max(max(helm.end for _, helm in helms), 1.0))
        all_axes[-1].set_xlabel("time since start of the log (s)")
        figure.align_ylabels(all_axes)
        return figure


def _draw_desired(axes: Axes, axis: str, series: Series) -> None:
    lines = direction_lines(axes, [series]) if axis == "heading" else [series]
    axes.plot(*lines[0], color=colour(1), linewidth=1.2, drawstyle="steps-post")
    panel(axes, f"Desired {axis}", _UNITS[axis])
    if axis == "depth":
        axes.invert_yaxis()
