"""The weather page, variables of several runs, and counts of a sweep."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.logs.runs import RecordedRun, Series

pytest.importorskip("matplotlib", reason="needs matplotlib (extra plot)")
from usimmarine_py.plots.model.fit import FitSeries, fit_figure
from usimmarine_py.plots.sweep import SweepSeries, sweep_figure
from usimmarine_py.plots.variables import variables_figure
from usimmarine_py.plots.weather.compared import weather_figure

TIMES = np.arange(0.0, 60.0, 0.5)


def a_run(name: str, **more: Series) -> RecordedRun:
    flat = 0.0 * TIMES
    series = {
        "NAV_X": (TIMES, 2.0 * TIMES), "NAV_Y": (TIMES, flat), "NAV_HEADING": (TIMES, (350.0 + TIMES) % 360.0),
        "NAV_HEADING_OVER_GROUND": (TIMES, (355.0 + TIMES) % 360.0), "DESIRED_HEADING": (TIMES, 20.0 + flat),
        "NAV_SPEED": (TIMES, 2.0 + np.sin(TIMES)), "NAV_SPEED_OVER_GROUND": (TIMES, 2.0 + np.sin(TIMES)),
        "NAV_JET_PORT_N_RPM": (TIMES, 900.0 + TIMES), "NAV_JET_STBD_N_RPM": (TIMES, 900.0 + TIMES),
        "NAV_ROLL": (TIMES, np.sin(TIMES)), "NAV_PITCH": (TIMES, np.cos(TIMES)),
        "USM_WIND_SPEED": (TIMES, 9.0 + flat), "USM_WIND_DIR": (TIMES, 225.0 + flat),
        "USM_CURRENT_SPEED": (TIMES, 0.5 + flat), "USM_CURRENT_DIR": (TIMES, (358.0 + TIMES / 10.0) % 360.0),
    }  # fmt: skip
    return RecordedRun(Path(f"{name}.alog"), {**series, **more})


def test_one_run_in_weather_fills_a_page_of_two_columns() -> None:
    figure = weather_figure([a_run("gale")])
    figure.canvas.draw()
    assert len({axes.get_subplotspec().colspan.start for axes in figure.axes}) == 2
    assert figure.get_figheight() < figure.get_figwidth()
    page = figure.get_tightbbox()
    for axes in figure.axes:  # nothing hides a curve: legends stand to the right, within the page
        legend = axes.get_legend()
        if legend is not None and axes is not figure.axes[0]:
            box = legend.get_window_extent()
            assert box.x0 >= axes.get_window_extent().x1
            assert box.x1 <= page.x1 * figure.dpi + 1.0


def test_equal_curves_of_the_weather_page_are_one_and_dashes_are_left_to_runs() -> None:
    figure = weather_figure([a_run("gale")])
    panels = {axes.get_title(): axes for axes in figure.axes[1:]}
    names = {title: [text.get_text() for text in axes.get_legend().get_texts()] for title, axes in panels.items()
             if axes.get_legend() is not None}  # fmt: skip
    assert names["Propulsion"] == ["jet port, stbd n"]
    assert names["Velocities"] == ["through the water = over ground"]
    assert names["Roll and pitch"] == ["roll", "pitch"]
    for axes in panels.values():
        assert {line.get_linestyle() for line in axes.lines} == {"-"}
        assert len({line.get_color() for line in axes.lines}) == len(axes.lines)


def test_curves_that_differ_in_one_run_are_two_in_all() -> None:
    other = a_run("other", NAV_JET_STBD_N_RPM=(TIMES, 500.0 + TIMES))
    figure = weather_figure([a_run("gale"), other])
    panels = [axes for axes in figure.axes if axes.get_title() == "Propulsion"]
    assert [len(axes.lines) for axes in panels] == [2, 2]
    assert panels[0].get_ylim() == panels[1].get_ylim()


def test_directions_of_the_weather_are_within_their_axes_through_north() -> None:
    panels = {axes.get_title(): axes for axes in weather_figure([a_run("gale")]).axes[1:]}
    for title in ("Heading", "Current direction (towards)"):
        low, high = panels[title].get_ylim()
        assert high - low < 90.0
        for line in panels[title].lines:
            values = np.asarray(line.get_ydata())
            assert not np.isnan(values).any()
            assert low <= values.min() <= values.max() <= high


def test_arrows_of_wind_and_current_stand_beside_the_track_within_its_axes() -> None:
    figure = weather_figure([a_run("gale")])
    figure.canvas.draw()
    track = figure.axes[0]
    window = track.get_window_extent()
    arrows = [text for text in track.texts if getattr(text, "arrow_patch", None) is not None]
    assert len(arrows) == 2
    for arrow in arrows:
        box = arrow.arrow_patch.get_window_extent()
        assert window.x0 <= box.x0 <= box.x1 <= window.x1
        assert window.y0 <= box.y0 <= box.y1 <= window.y1
        assert arrow.xyann[0] > 118.0  # the track ends there
    (x, y), (from_x, from_y) = arrows[0].xy, arrows[0].xyann
    assert (x - from_x, y - from_y) == pytest.approx((x - from_x, x - from_x))  # from the south-west: to the north-east
    assert x > from_x


def test_dashes_tell_runs_and_colours_the_variables_of_a_panel() -> None:
    runs = [a_run("one"), a_run("two", NAV_SPEED=(TIMES, 3.0 + 0.0 * TIMES))]
    both, alone = variables_figure(runs, (("NAV_SPEED", "NAV_ROLL"), ("NAV_SPEED",))).axes
    speed_one, speed_two, *_ = lines = [line for line in both.lines if len(line.get_xdata())]
    roll_one, roll_two = lines[2:]
    assert speed_one.get_color() == speed_two.get_color() != roll_one.get_color() == roll_two.get_color()
    assert speed_one.get_linestyle() == roll_one.get_linestyle() != speed_two.get_linestyle()
    assert [text.get_text() for text in both.get_legend().get_texts()] == ["NAV_SPEED", "NAV_ROLL", "one", "two"]
    assert len({line.get_color() for line in alone.lines}) == 2


def test_a_longitude_is_no_direction() -> None:
    run = a_run("run", NAV_LONG=(TIMES, -70.3 + 1e-4 * TIMES))
    (axes,) = variables_figure([run], (("NAV_LONG",),)).axes
    assert axes.lines[0].get_ydata()[0] == -70.3
    assert np.ptp(axes.get_ylim()) < 0.02


def test_counts_of_a_sweep_are_whole() -> None:
    missed = np.array([0.0, 0.0, 1.0, 3.0, 0.0, 1.0])
    places = np.arange(6.0)
    figure = sweep_figure(
        SweepSeries("s", (places, places), results={"waypoints_missed": missed, "distance": places + 0.5})
    )
    for axes in figure.axes[1:3]:
        assert all(tick == round(tick) for tick in axes.get_yticks())
    counts = figure.axes[1]
    assert [patch.get_height() for patch in counts.patches] == [3.0, 2.0, 0.0, 1.0]
    assert [patch.get_x() + patch.get_width() / 2 for patch in counts.patches] == [0.0, 1.0, 2.0, 3.0]
    assert all(tick == round(tick) for tick in counts.get_xticks())


def test_a_fit_through_north_has_one_line_each() -> None:
    heading = (350.0 + TIMES) % 360.0
    series = {
        "t": TIMES, "origin": 0.0 * TIMES, "speed": 0.0 * TIMES, "speed_predicted": 0.0 * TIMES,
        "heading": heading, "heading_predicted": 350.5 + TIMES,
    }  # fmt: skip
    axes = fit_figure(FitSeries("fit", series, None, (TIMES, TIMES))).axes
    panel = next(one for one in axes if one.get_ylabel() == "heading (deg)")
    recorded, predicted = (np.asarray(line.get_ydata()) for line in panel.lines)
    assert np.allclose(predicted - recorded, 0.5)
    assert np.ptp(panel.get_ylim()) < 90.0
