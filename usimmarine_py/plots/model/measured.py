"""Figure of measured and simulated track, speed, yaw rate and heading of one vehicle under the same commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from usimmarine_py.logs.measured import Measured
from usimmarine_py.plots.lines import direction_lines
from usimmarine_py.plots.style import (
    COLOURS,
    legend_beside_title,
    legend_inside,
    new_figure,
    panel,
    seen_from_above,
    styled,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PANEL_WIDTH = 4.6


_LOOKS: tuple[dict[str, Any], ...] = (
    {"color": "#555555", "linestyle": "-", "linewidth": 1.8, "label": "measured"},
    {"color": COLOURS[1], "linestyle": (0, (5.0, 2.0)), "linewidth": 1.5, "label": "simulated"},
)
_PANELS = (("speed", "Speed", "m/s"), ("yaw_rate", "Yaw rate", "deg/s"), ("heading", "Heading", "deg"))


def measured_figure(title: str, measured: Measured, simulated: Measured, rms: Mapping[str, float]) -> Figure:
    """The figure; ``rms`` is that of ``logs.measured.differences``. Raises ``MissingExtraError`` without matplotlib."""
    with styled():
        figure = new_figure(11.0, 6.4)
        grid = figure.add_gridspec(3, 2, width_ratios=(1.15, 1.0))
        track = figure.add_subplot(grid[:, 0])
        _draw_track(track, measured, simulated, rms)
        shared: Axes | None = None
        span = _span(simulated)
        for row, (name, heading, unit) in enumerate(_PANELS):
            axes = figure.add_subplot(grid[row, 1], sharex=shared)
            shared = axes
            rest = f", rms {rms[f'{name}_rms']:.3g} {unit}" if f"{name}_rms" in rms else ""
            panel(axes, f"{heading}{rest}", unit)
            _draw_panel(axes, name, measured, simulated, span)
            if row == 0:
                legend_beside_title(axes, _PANEL_WIDTH)
        if shared is not None:
            shared.set_xlabel("time of the recording (s)")
        figure.suptitle(title, fontsize=11)
        return figure


def _span(simulated: Measured) -> tuple[float, float]:
    times = simulated.x[0] if simulated.x is not None else np.array([0.0, 1.0])
    return float(times[0]), float(times[-1])


def _draw_track(axes: Axes, measured: Measured, simulated: Measured, rms: Mapping[str, float]) -> None:
    low, high = _span(simulated)
    for motion, look, colour in ((measured, _LOOKS[0], "#555555"), (simulated, _LOOKS[1], COLOURS[1])):
        if motion.x is None or motion.y is None:
            continue
        inside = (motion.x[0] >= low) & (motion.x[0] <= high)
        x, y = motion.x[1][inside], np.interp(motion.x[0], *motion.y)[inside]
        if not len(x):
            continue
        axes.plot(x, y, **look)
        axes.plot(x[0], y[0], "o", color=colour, markersize=6)
        axes.plot(x[-1], y[-1], "s", color=colour, markersize=7, markerfacecolor="white")
    seen_from_above(axes, "Track" + (f", rms {rms['track_rms']:.3g} m" if "track_rms" in rms else ""))
    legend_inside(axes)


def _draw_panel(axes: Axes, name: str, measured: Measured, simulated: Measured, span: tuple[float, float]) -> None:
    lines, drawn = [], []
    for motion, look in zip((measured, simulated), _LOOKS, strict=True):
        series = getattr(motion, name)
        if series is None:
            continue
        inside = (series[0] >= span[0]) & (series[0] <= span[1])
        lines.append((series[0][inside], series[1][inside]))
        drawn.append(look)
    values = [line[1] for line in lines]
    for line, look in zip(direction_lines(axes, lines) if name == "heading" else lines, drawn, strict=True):
        axes.plot(*line, **look)
    if name != "heading" and values and (all_values := np.concatenate(values)).size and np.ptp(all_values) > 0.0:
        # a derivative of a coarse heading has spikes that would dominate the axis
        low, high = np.percentile(all_values, [0.5, 99.5])
        margin = 0.15 * max(high - low, 1e-3)
        axes.set_ylim(low - margin, high + margin)
