"""The time line of a helm: its state and mode, and a lane for each behaviour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from usimmarine_py.logs.helm import HelmLog
from usimmarine_py.plots.style import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Most lanes of behaviours; of the others the title has the number.
MOST_LANES = 12
#: About how many letters fit into the whole width.
_LETTERS = 140
_INK, _GREY = "#222222", "#bbbbbb"
_ACTIVE, _ERROR = COLOURS[0], "#c00000"


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
    for name in shown:
        y = place[name]
        for spans, alpha in ((helm.running.get(name, ()), 0.25), (helm.active.get(name, ()), 0.85)):
            for begin, end in spans:
                axes.barh(y, end - begin, left=begin, height=0.6, color=_ACTIVE, alpha=alpha, zorder=2, linewidth=0)
    axes.barh(0, 0, color=_ACTIVE, alpha=0.85, label="active")
    for k, (time, text) in enumerate(helm.errors):
        y = place.get(text.partition(":")[0].strip(), place["state"])
        axes.plot(time, y, "X", color=_ERROR, markersize=8, zorder=4, label=None if k else "error of a behaviour")
    if helm.running:
        axes.barh(0, 0, color=_ACTIVE, alpha=0.25, label="running, no function")


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
