"""The figure of a run with a helm: track by mode over points and polygons, desired beside actual, the time line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from usimmarine_py.errors import shorten
from usimmarine_py.logs.helm import HelmLog
from usimmarine_py.logs.motion import RunSeries
from usimmarine_py.logs.runs import Series
from usimmarine_py.plots.lines import broken, direction_lines, same
from usimmarine_py.plots.run import draw_drift, name_drift, speed_span
from usimmarine_py.plots.style import (
    COLOURS,
    colour,
    legend_beside_title,
    legend_inside,
    legend_of_bars,
    new_figure,
    panel,
    say_in,
    seen_from_above,
    styled,
)
from usimmarine_py.plots.track import draw_arrows, draw_bed, draw_vehicle, size_of, widen
from usimmarine_py.sea.data.seabed import Seabed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# -- The time line of a helm: its state and mode, and a lane for each behaviour


#: Most lanes of behaviours; of the others the title has the number.
MOST_LANES = 12
#: About how many letters fit into the whole width.
_LETTERS = 140
_INK, _GREY = "#222222", "#bbbbbb"
_ACTIVE, _ERROR, _WEIGHT = COLOURS[0], "#c00000", "#f4c430"


def lanes_of(helm: HelmLog) -> list[str]:
    """Return the behaviours that ever ran or were active, in the order in which they began."""
    first: dict[str, float] = {}
    for spans in (helm.active, helm.running):
        for name, found in spans.items():
            first[name] = min(found[0][0], first.get(name, helm.end))
    return sorted(first, key=lambda name: (first[name], name))


def draw_timeline(axes: Axes, helm: HelmLog, colours: Mapping[str, str], what: str) -> None:
    """Draw it; ``colours`` are those of the phases along the track (modes, or sets of active behaviours), by text."""
    lanes = lanes_of(helm)
    shown, left = lanes[:MOST_LANES], len(lanes[MOST_LANES:])
    rows = ["state", *(["mode"] if helm.modes else []), *shown]
    place = {name: -k for k, name in enumerate(rows)}
    axes.set_ylim(-len(rows) + 0.45, 0.55)
    axes.set_yticks([-k for k in range(len(rows))], rows)
    axes.grid(visible=False, axis="y")
    axes.set_title("Helm" + (f" ({left} more behaviours are not shown)" if left else ""), loc="left")
    greys = {"DRIVE": "#9fd0b0", "PARK": "#dddddd"}
    _draw_bar(
        axes, helm.states, place["state"], helm.end, {text: greys.get(text, "#f0b0a0") for _, text in helm.states}
    )
    if helm.modes:
        known = colours if what == "mode" else {}
        _draw_bar(axes, helm.modes, place["mode"], helm.end, {text: known.get(text, _GREY) for _, text in helm.modes})
    heaviest = max((weight for changes in helm.weights.values() for _, weight in changes), default=0.0)
    for name in shown:
        y = place[name]
        for begin, end in helm.idle.get(name, ()):
            axes.plot([begin, end], [y, y], color=_GREY, linewidth=1.0, zorder=1.6, solid_capstyle="butt")
        _draw_weight(axes, helm.weights.get(name, ()), y, helm.end, heaviest)
        for spans, alpha in ((helm.running.get(name, ()), 0.25), (helm.active.get(name, ()), 0.85)):
            for begin, end in spans:
                axes.barh(y, end - begin, left=begin, height=0.6, color=_ACTIVE, alpha=alpha, zorder=2, linewidth=0)
    axes.barh(0, 0, color=_ACTIVE, alpha=0.85, label="active")
    for k, (time, text) in enumerate(helm.errors):
        y = place.get(text.partition(":")[0].strip(), place["state"])
        axes.plot(time, y, "X", color=_ERROR, markersize=8, zorder=4, label=None if k else "error of a behaviour")
    if helm.running:
        axes.barh(0, 0, color=_ACTIVE, alpha=0.25, label="running, no function")
    if any(helm.idle.get(name) for name in shown):
        axes.plot([], [], color=_GREY, linewidth=1.0, label="idle")
    if heaviest > 0.0:
        axes.plot([], [], color=_WEIGHT, linewidth=1.1, label=f"weight (full height: {heaviest:.4g})")


def _draw_weight(axes: Axes, changes: Sequence[tuple[float, float]], y: float, end: float, heaviest: float) -> None:
    """Draw the weight of a behaviour's function as steps in its bar; the bar's height is the largest of all."""
    if not changes or heaviest <= 0.0:
        return
    times = [time for time, _ in changes] + [max(end, changes[-1][0])]
    weights = [weight if weight > 0.0 else np.nan for _, weight in changes]
    heights = y - 0.3 + 0.6 * np.array([*weights, weights[-1]]) / heaviest
    axes.plot(times, heights, color=_WEIGHT, linewidth=1.1, drawstyle="steps-post", zorder=2.5)


def _draw_bar(
    axes: Axes, changes: Sequence[tuple[float, str]], y: float, end: float, colours: Mapping[str, str]
) -> None:
    """Draw from when on something had which value."""
    span = max(end, 1e-9)
    for k, (time, text) in enumerate(changes):
        until = changes[k + 1][0] if k + 1 < len(changes) else max(end, time)
        axes.barh(
            y, until - time, left=time, height=0.7, color=colours[text], alpha=0.75, zorder=1.5, edgecolor=_INK,
            linewidth=0.4,
        )  # fmt: skip
        short = text if len(text) <= (until - time) / span * _LETTERS else text.rpartition(":")[2]
        if len(short) <= (until - time) / span * _LETTERS:
            axes.text(time + 0.004 * span, y, short, va="center", fontsize=7, color=_INK, zorder=3, clip_on=True)


#: Width of the panels over time, inches.
_PANEL_WIDTH = 4.8
#: More phases than these share a grey.
_MOST_PHASES = 7
_OTHER, _PARKED = "#888888", "#bbbbbb"
_HEADING = "#444444"
_PLAN, _DESIRED, _ACTUAL = "#7a7a7a", COLOURS[1], COLOURS[0]
#: Phases before and after driving.
_IDLE = "no behaviour active"

#: Most letters of an entry of the legend.
_LABEL = 34
#: A way shorter than this has no entry in the legend, m.
_MOVED = 1.0

Changes = Sequence[tuple[float, str]]


def helm_figure(run: RunSeries, helm: HelmLog, bed: Seabed | None = None) -> Figure:
    """Draw the track on the left, series on the right, the time line of the helm below.

    The colours along the track are those of the mode, or of the active behaviours of a helm without modes. Raises
    ``MissingExtraError`` without matplotlib.
    """
    phases, what = phases_of(helm)
    names = list(dict.fromkeys(text for _, text in phases if text != _IDLE))
    colours = {name: colour(k) if k < _MOST_PHASES else _OTHER for k, name in enumerate(names)} | {_IDLE: _PARKED}
    rows = 2 + min(len(lanes_of(helm)), MOST_LANES)
    deep = "depth" in helm.desired or run.dives
    series = 2 + int(deep) + int(run.drifts)
    below = 0.55 + 0.21 * rows
    with styled():
        figure = new_figure(11.0, 5.8 + below)
        outer = figure.add_gridspec(2, 1, height_ratios=(5.6, below))
        upper = outer[0].subgridspec(series, 2, width_ratios=(1.15, 1.0))
        track = figure.add_subplot(upper[:, 0])
        _draw_track(track, run, helm, phases, colours, what)
        if bed is not None:
            draw_bed(figure, track, bed)
        time_line = figure.add_subplot(outer[1])
        draw_timeline(time_line, helm, colours, what)
        first = float(min(run.track_t[0], helm.states[0][0] if helm.states else run.track_t[0], 0.0))
        time_line.set_xlim(first, max(helm.end, first + 1.0))
        time_line.set_xlabel("time since start of the log (s)")
        legend_of_bars(time_line, 9.5)
        panels = [figure.add_subplot(upper[k, 1], sharex=time_line) for k in range(series)]
        _draw_pair(panels[0], "Heading", "deg", run, run.heading, helm.desired.get("heading"))
        _draw_pair(panels[1], "Speed", "m/s", run, run.speed or run.speed_over_ground, helm.desired.get("speed"))
        over = run.speed_over_ground
        if run.speed and over and not same(run.speed, over, speed_span(run.speed, over)):
            panels[1].plot(*broken(over, run.jumps), color=COLOURS[2], linewidth=1.0, label="over ground", zorder=1.9)
        if deep:
            _draw_pair(panels[2], "Depth", "m", run, run.depth, helm.desired.get("depth"))
            panels[2].invert_yaxis()
        if run.drifts:
            panel(panels[-1], "Drift", "m/s")
            draw_drift(panels[-1], run, {})
            name_drift(panels[-1])
        for axes in panels:
            legend_beside_title(axes, _PANEL_WIDTH)
        for axes in panels[:-1]:
            axes.tick_params(labelbottom=False)
        panels[-1].set_xlabel("s")
        figure.align_ylabels(panels)
        figure.suptitle(run.name, fontsize=11)
        return figure


def phases_of(helm: HelmLog) -> tuple[Changes, str]:
    """Return from when on the helm was in which mode, or which behaviours were active, and which of both it is."""
    if len({mode for _, mode in helm.modes}) > 1:
        return helm.modes, "mode"
    edges = sorted({edge for spans in helm.active.values() for span in spans for edge in span})
    found: list[tuple[float, str]] = [(0.0, _IDLE)]
    for edge in edges:
        active = [name for name, spans in helm.active.items() if any(a <= edge < b for a, b in spans)]
        text = ", ".join(sorted(active)) or _IDLE
        if found[-1][1] != text:
            found.append((edge, text))
    return found, "active"


def _draw_track(
    axes: Axes, run: RunSeries, helm: HelmLog, phases: Changes, colours: Mapping[str, str], what: str
) -> None:
    _draw_shapes(axes, helm)
    times = [time for time, _ in phases]
    place = np.searchsorted(times, run.track_t, side="right") - 1
    named: set[str] = set()
    for k, (_, text) in enumerate(phases):
        inside = np.flatnonzero(place == k)
        if not len(inside):
            continue
        # up to the first point of the next phase
        part = slice(inside[0], inside[-1] + 2)
        _, x = broken((run.track_t[part], run.x[part]), run.jumps)
        _, y = broken((run.track_t[part], run.y[part]), run.jumps)
        label = None if text in named else text.rpartition(":")[2] if what == "mode" else shorten(text, _LABEL)
        if text == _IDLE and np.ptp(x) + np.ptp(y) < _MOVED:
            label = None
        axes.plot(x, y, color=colours[text], linewidth=1.7, label=label, zorder=2.5)
        named.add(text)
    axes.plot(run.x[0], run.y[0], "o", color=_PLAN, markersize=7, label="start", zorder=3.5)
    draw_arrows(axes, run, _HEADING, size_of([run]), alone=True)
    widen(axes, [run])
    seen_from_above(axes, "Track by mode" if what == "mode" else "Track by active behaviours")
    draw_vehicle(axes, run, "#333333", label="end")
    legend_inside(axes)


def _draw_shapes(axes: Axes, helm: HelmLog) -> None:
    """Draw points, lines, polygons and circles, behind the track."""
    look: dict[str, Any] = {"color": _PLAN, "linewidth": 0.9, "zorder": 1.5}
    labels = {"point": "point", "seglist": "waypoints", "polygon": "polygon", "circle": "circle"}
    for shape in helm.shapes:
        label = labels.pop(shape.kind, None)
        points = np.array(shape.points)
        if shape.kind == "point":
            axes.plot(*points.T, "D", color=_PLAN, markersize=4.5, markerfacecolor="white", zorder=1.6, label=label)
        elif shape.kind == "circle":
            turn = np.linspace(0.0, 2.0 * np.pi, 73)
            x, y = points[0]
            axes.plot(x + shape.radius * np.sin(turn), y + shape.radius * np.cos(turn), **look, label=label)
        elif shape.kind == "seglist":
            axes.plot(*points.T, **look, marker="D", markersize=4.5, markerfacecolor="white", label=label)
        else:
            closed = np.vstack([points, points[:1]])
            axes.plot(*closed.T, **look, linestyle=(0, (4.0, 2.0)), label=label)


def _draw_pair(
    axes: Axes, title: str, unit: str, run: RunSeries, actual: Series | None, desired: Series | None
) -> None:
    """Draw what was desired as steps over what came of it."""
    panel(axes, title, unit)
    known = [series for series in (actual, desired) if series is not None]
    lines = direction_lines(axes, known) if title == "Heading" else known
    for series, line in zip(known, lines, strict=True):
        if series is actual:
            axes.plot(*broken(line, run.jumps), color=_ACTUAL, linewidth=1.4, label="actual")
        else:
            axes.plot(*line, color=_DESIRED, linewidth=1.1, drawstyle="steps-post", label="desired")
    if title != "Heading":
        axes.margins(y=0.1)
    if not known:
        say_in(axes)
