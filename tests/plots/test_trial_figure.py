"""Figures of trials: who may stretch the axes, and that every subject is told from every other."""

from __future__ import annotations

import numpy as np
import pytest

from usimmarine_py.plots.style import colour, looks
from usimmarine_py.plots.trials import TrialSeries, trial_figure

pytest.importorskip("matplotlib")

MANOEUVRES = ("turning_circle", "zigzag_20_20", "crash_stop", "acceleration", "spiral")


def a_series(label: str, place: int, seconds: float, *, complete: bool = True, size: float = 10.0) -> TrialSeries:
    t = np.arange(-5.0, seconds, 0.5)
    turned = np.maximum(t, 0.0) / 10.0
    return TrialSeries(
        label, t, size * np.sin(turned), size * (1 - np.cos(turned)), np.degrees(turned), size * np.ones_like(t),
        size * np.ones_like(t), np.where(t > 0, 20.0, 0.0), np.full_like(t, 60.0), {}, place, complete,
        np.array([[100.0, size, -1.0], [-100.0, -size, -1.0], [-100.0, -size, 1.0], [100.0, size, 1.0]]),
    )  # fmt: skip


@pytest.mark.parametrize("name", MANOEUVRES[:4])
def test_what_was_not_completed_does_not_stretch_the_axes(name: str) -> None:
    fine = [a_series("fine", 0, 60.0), a_series("good", 1, 50.0)]
    lost = a_series("lost", 2, 600.0, complete=False, size=5000.0)
    alone, beside = trial_figure(name, fine), trial_figure(name, [*fine, lost])
    for one, other in zip(alone.axes, beside.axes, strict=True):
        for low_high in ("xlim", "ylim"):
            was, now = (getattr(axes, f"get_{low_high}")() for axes in (one, other))
            room = 0.25 * (was[1] - was[0])
            assert was[0] - room <= now[0], (one.get_ylabel(), low_high)
            assert now[1] <= was[1] + room, (one.get_ylabel(), low_high)
    labels = [text.get_text() for text in beside.legends[0].get_texts()]
    assert labels == ["fine", "good", "lost, not completed"]


def test_who_could_not_do_it_is_named() -> None:
    figure = trial_figure("spiral", [a_series("fine", 1, 60.0)], ["odin:base"])
    assert figure.get_suptitle() == "Spiral\nnot done: odin:base"


@pytest.mark.parametrize("name", MANOEUVRES)
def test_every_subject_has_its_own_colour_and_style_whoever_else_is_there(name: str) -> None:
    axes = trial_figure(name, [a_series(str(i), i, 60.0) for i in range(9)]).axes[0]
    seen = {line.get_label(): (line.get_color(), line.get_linestyle()) for line in axes.lines}
    mine = [seen[str(i)] for i in range(9)]
    assert len({colour for colour, _ in mine}) == 9
    assert len(set(mine)) == 9
    # the same one looks the same where the others are missing
    lonely = trial_figure(name, [a_series("4", 4, 60.0)]).axes[0]
    assert any((line.get_color(), line.get_linestyle()) == mine[4] for line in lonely.lines)


def test_no_two_colours_are_alike() -> None:
    assert len({colour(place) for place in range(40)}) == 40
    assert len({look["color"] for look in looks(8)}) == 8
