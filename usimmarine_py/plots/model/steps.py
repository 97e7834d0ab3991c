"""The figure of a step-size study."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from usimmarine_py.plots.style import COLOURS, new_figure, styled
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class StepRun:
    """One run: ``track`` of shape (n, 2) north, east in m; empty when it diverged."""

    solver: str
    step: float
    track: Array
    difference: Array  #: m, distance from the reference over time, shape (n,)

    @property
    def error(self) -> float:
        """Largest distance from the reference, inf when the run diverged."""
        return float(self.difference.max()) if len(self.difference) else inf


@dataclass(frozen=True, slots=True)
class StepStudy:
    """All runs of a scenario; ``t`` (s) are the times of their rows."""

    scenario: str
    solver: str
    t: Array
    runs: tuple[StepRun, ...]

    def table(self) -> str:
        """Largest position error (m) by solver and step, as text."""
        solvers = list(dict.fromkeys(r.solver for r in self.runs))
        steps = sorted({r.step for r in self.runs}, reverse=True)
        found = {(r.solver, r.step): r.error for r in self.runs}
        lines = ["step (s)" + "".join(f"{s:>12}" for s in solvers)]
        for step in steps:
            cells = [found.get((s, step), inf) for s in solvers]
            lines.append(f"{step:<8g}" + "".join("    diverges" if e == inf else f"{e:12.2e}" for e in cells))
        return "\n".join(lines)


def step_figure(study: StepStudy) -> Figure:
    """Tracks of every step, their distance from the reference over time, and the error of every solver over the step.

    Raises ``MissingExtraError`` without matplotlib.
    """
    with styled():
        figure = new_figure(11.0, 4.2)
        track, over_time, over_step = figure.subplots(1, 3)
        shown = [r for r in study.runs if r.solver == study.solver]
        _tracks(track, study.solver, shown)
        _differences(over_time, study.t, shown)
        _errors(over_step, study.runs)
        figure.suptitle(f"{study.scenario}: effect of the step", fontsize=11)
        return figure


def _label(run: StepRun) -> str:
    return f"{run.step:g} s" + ("" if len(run.track) else ", diverges")


def _tracks(axes: Axes, solver: str, runs: Sequence[StepRun]) -> None:
    for i, run in enumerate(runs):
        # equal tracks coincide: coarse steps are drawn first and wider
        width = 1.0 + 1.1 * (len(runs) - 1 - i)
        axes.plot(run.track[:, 1], run.track[:, 0], color=COLOURS[i % len(COLOURS)], linewidth=width, label=_label(run))
    axes.set(xlabel="east (m)", ylabel="north (m)", title=f"Track, {solver}")
    axes.set_aspect("equal", adjustable="datalim")
    axes.legend(title="step")


def _differences(axes: Axes, t: Array, runs: Sequence[StepRun]) -> None:
    for i, run in enumerate(runs):
        if len(run.difference):
            axes.semilogy(t, np.maximum(run.difference, 1e-14), color=COLOURS[i % len(COLOURS)], label=_label(run))
    axes.set(xlabel="time (s)", ylabel="distance from the reference (m)", title="Error over time")
    axes.set_ylim(bottom=1e-13)


def _errors(axes: Axes, runs: Sequence[StepRun]) -> None:
    solvers = list(dict.fromkeys(r.solver for r in runs))
    for i, solver in enumerate(solvers):
        own = sorted((r.step, r.error) for r in runs if r.solver == solver and len(r.track))
        if not own:
            axes.plot([], [], color=COLOURS[i % len(COLOURS)], marker="o", label=f"{solver}, always diverges")
            continue
        axes.loglog([s for s, _ in own], [e for _, e in own], color=COLOURS[i % len(COLOURS)], marker="o", label=solver)
    steps = sorted({r.step for r in runs})
    axes.set_xticks(steps, [f"{s:g}" for s in steps])
    axes.minorticks_off()
    axes.set(xlabel="step (s)", ylabel="largest distance (m)", title="Error over the step")
    axes.legend(title="solver", loc="lower right")
