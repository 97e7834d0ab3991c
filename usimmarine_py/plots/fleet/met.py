"""The figure of the encounters of a run: distances, closest approaches, and how each vehicle kept clear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.fleet.encounters import RecordedEncounter, Ways
from usimmarine_py.plots.style import COLOURS, colour, legend_beside_title, new_figure, panel, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Most encounters in a figure.
MOST = 6
_WIDTH, _DISTANCES, _LANE = 12.0, 2.1, 0.28
_INK = "#222222"
#: About how many letters fit into the whole width.
_LETTERS = 150


def encounters_figure(name: str, met: Sequence[RecordedEncounter]) -> Figure:
    """Draw each encounter: the distance, the closest approach that lay ahead, and the ways of avoidance as bars.

    Raises ``NothingToDrawError`` without a pair of vehicles and ``MissingExtraError`` without matplotlib.
    """
    if not met:
        raise NothingToDrawError(f"{name}: no two vehicles at the same time: nothing to draw with --encounters")
    shown = met[:MOST]
    heights: list[float] = []
    for one in shown:
        lanes = sum(bool(ways) for ways in one.ways)
        heights += [_DISTANCES, *([0.1 + _LANE * lanes] if lanes else [])]
    texts = dict.fromkeys(text for one in shown for ways in one.ways for _, text in ways if text)
    colours = {text: colour(k + 2) for k, text in enumerate(texts)}
    with styled():
        figure = new_figure(_WIDTH, sum(heights) + 1.0)
        all_axes = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
        rows = iter(all_axes)
        for one in shown:
            _draw_distance(next(rows), one)
            if any(one.ways):
                _draw_ways(next(rows), one, colours)
        all_axes[-1].set_xlabel("time since start of the log (s)")
        left = f" (the first {MOST} of {len(met)})" if len(met) > MOST else ""
        figure.suptitle(f"{name}: encounters{left}", fontsize=11)
        return figure


def _draw_distance(axes: Axes, one: RecordedEncounter) -> None:
    axes.plot(*one.ahead, color=COLOURS[1], linewidth=1.0, linestyle=(0, (5.0, 2.0)),
              label="closest approach ahead, on straight courses")  # fmt: skip
    axes.plot(*one.distance, color=COLOURS[0], linewidth=1.5, label="distance")
    closest = one.closest
    axes.plot(closest.time, closest.distance, "o", color=_INK, markersize=6, zorder=4,
              label=f"closest: {closest.distance:.1f} m at {closest.time:.1f} s")  # fmt: skip
    panel(axes, " and ".join(one.vehicles), "m")
    axes.set_ylim(bottom=0.0)
    axes.set_xlim(float(one.distance[0][0]), max(float(one.distance[0][-1]), float(one.distance[0][0]) + 1.0))
    legend_beside_title(axes, _WIDTH - 1.5)


def _draw_ways(axes: Axes, one: RecordedEncounter, colours: dict[str, str]) -> None:
    lanes: list[tuple[str, Ways]] = [(name, ways) for name, ways in zip(one.vehicles, one.ways, strict=True) if ways]
    axes.set_yticks([-k for k in range(len(lanes))], [name for name, _ in lanes])
    axes.set_ylim(-len(lanes) + 0.45, 0.55)
    axes.grid(visible=False, axis="y")
    begin, end = float(one.distance[0][0]), float(one.distance[0][-1])
    for k, (_, ways) in enumerate(lanes):
        for place, (time, text) in enumerate(ways):
            until = ways[place + 1][0] if place + 1 < len(ways) else max(end, time)
            if not text:
                continue
            axes.barh(-k, until - time, left=time, height=0.7, color=colours[text], alpha=0.6, edgecolor=_INK,
                      linewidth=0.4)  # fmt: skip
            if len(text) <= (until - time) / max(end - begin, 1e-9) * _LETTERS:
                axes.text(time, -k, f" {text}", va="center", fontsize=7.5, color=_INK, clip_on=True)
