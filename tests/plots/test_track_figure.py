"""What a picture of a run shows besides its lines: jumps, plans, dives, directions, the vehicle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.motion import RunSeries, run_series
from usimmarine_py.logs.runs import read_run
from usimmarine_py.values import Message

pytest.importorskip("matplotlib", reason="needs matplotlib (extra plot)")
from usimmarine_py.plots.lines import circle_cut, joined, opened
from usimmarine_py.plots.run import run_figure

TIMES = np.arange(0.0, 100.0)


def a_log(path: Path, mail: list[tuple[float, str, str]]) -> RunSeries:
    """To the north at 1 m/s, with mail in between; 5 m to the west from 50 s on."""
    with AlogWriter(path, 1000.0, opened="") as log:
        for k in range(100):
            for time, name, text in mail:
                if time == k:
                    log.write(Message(name, text, 1000.0 + k, "script"))
            for name, value in (("X", -5.0 if k >= 50 else 0.0), ("Y", 1.0 * k), ("HEADING", 0.0), ("SPEED", 1.0)):
                log.write(Message(f"NAV_{name}", value, 1000.0 + k, "usimmarine"))
    return run_series(read_run(path))


def gaps(line: Any) -> list[int]:
    return np.flatnonzero(np.isnan(line.get_ydata())).tolist()


def test_a_reset_breaks_the_line_and_without_one_a_short_step_is_none(tmp_path: Path) -> None:
    run = a_log(tmp_path / "reset.alog", [(50, "USM_RESET", "x=-5, y=50")])
    track, speed, heading = run_figure([run]).axes
    assert [gaps(panel.lines[0]) for panel in (track, speed, heading)] == [[50]] * 3
    assert gaps(run_figure([a_log(tmp_path / "plain.alog", [])]).axes[0].lines[0]) == []


def test_a_step_too_far_for_any_vehicle_is_a_jump() -> None:
    run = RunSeries("run", TIMES, np.where(TIMES < 30, TIMES, TIMES + 500.0), 0.0 * TIMES)
    assert run.jumps.tolist() == [30.0]
    assert gaps(run_figure([run]).axes[0].lines[0]) == [30]
    quick = RunSeries("quick", TIMES, 35.0 * TIMES, 0.0 * TIMES)
    assert not len(quick.jumps)


def test_no_arrow_stands_where_the_vehicle_was_never() -> None:
    run = RunSeries(
        "run", TIMES, np.where(TIMES < 30, TIMES, TIMES + 500.0), 0.0 * TIMES, heading=(TIMES, 90.0 + 0.0 * TIMES)
    )
    arrows = run_figure([run]).axes[0].collections[0].get_offsets()[:, 0]
    assert not ((arrows > 29.5) & (arrows < 529.5)).any()


def test_waypoints_and_legs_are_those_of_the_mail(tmp_path: Path) -> None:
    mail = [
        (1, "VIEW_SEGLIST", "pts={0,0:0,40:30,40},label=abe_survey,edge_color=white"),
        (2, "VIEW_POINT", "x=0,y=7,active=true,label=abe's trackpt"),
        (3, "VIEW_POINT", "x=0,y=8,active=true,label=abe's trackpt"),
        (4, "VIEW_POINT", "x=10,y=90,label=station"),
        (5, "VIEW_SEGLIST", "pts={0,0:0,40:30,40},label=abe_survey,active=false"),
        (20, "GUIDANCE_EVENT", "waypoint=1, x=0, y=20, reached at distance=4.5"),
        (60, "GUIDANCE_EVENT", "waypoint=2, x=50, y=60, passed at distance=45.2"),
        (70, "GUIDANCE_EVENT", "plan finished"),
    ]
    run = a_log(tmp_path / "run.alog", mail)
    assert run.plan.points == ((0.0, 20.0), (50.0, 60.0), (0.0, 0.0), (0.0, 40.0), (30.0, 40.0), (10.0, 90.0))
    assert run.plan.legs == (((0.0, 20.0), (50.0, 60.0)), ((0.0, 0.0), (0.0, 40.0), (30.0, 40.0)))
    track = run_figure([run]).axes[0]
    assert {"leg", "waypoint"} <= {text.get_text() for text in track.get_legend().get_texts()}
    assert track.get_xlim()[1] > 50.0
    # a vehicle that lies on a waypoint does not hide it
    hulls = max(line.get_zorder() for line in track.lines if not isinstance(line.get_marker(), str))
    assert any(line.get_marker() == "D" and line.get_zorder() > hulls for line in track.lines)


def test_only_what_dives_has_a_depth_panel() -> None:
    waves = np.maximum(0.8 * np.sin(TIMES), 0.0)
    for depth, panels in ((0.0 * TIMES, 3), (waves, 3), (np.where(TIMES > 60, 2.0, 0.0), 4)):
        assert len(run_figure([RunSeries("run", TIMES, TIMES, TIMES, depth=(TIMES, depth))]).axes) == panels


@pytest.mark.parametrize(
    ("heading", "gap", "span"),
    [
        (45.0 + 0.0 * TIMES, 0, 30.0),
        ((350.0 + 20.0 * np.sin(TIMES / 9.0)) % 360.0, 0, 60.0),
        ((90.0 - 3.0 * TIMES) % 360.0, 0, 340.0),
        ((7.0 * TIMES) % 360.0, 1, 400.0),
    ],
)
def test_the_heading_axis_fits_the_data(heading: np.ndarray, gap: int, span: float) -> None:
    axes = run_figure([RunSeries("run", TIMES, TIMES, TIMES, heading=(TIMES, heading))]).axes[2]
    line = axes.lines[0]
    assert len(gaps(line)) == gap
    low, high = axes.get_ylim()
    assert high - low <= span
    drawn = line.get_ydata()[~np.isnan(line.get_ydata())]
    assert low <= drawn.min()
    assert drawn.max() <= high
    assert np.allclose(np.cos(np.radians(drawn)), np.cos(np.radians(heading)))
    assert all(0 <= int(label.get_text()) < 360 for label in axes.get_yticklabels())


def test_the_circle_is_cut_where_few_turns_are() -> None:
    assert circle_cut([np.array([10.0, 80.0])]) == 0.0
    north = circle_cut([np.array([350.0, 10.0]), np.array([20.0, 340.0])])
    assert 20.0 < north < 340.0
    assert opened(np.array([350.0, 10.0]), north).tolist() == [-10.0, 10.0] or opened(
        np.array([350.0, 10.0]), north
    ).tolist() == [350.0, 370.0]


@pytest.mark.parametrize("heading", [0.0, 90.0, 180.0, 270.0])
def test_arrows_and_the_vehicle_are_within_the_axes(heading: float) -> None:
    turn = np.radians(heading)
    run = RunSeries(
        "run", TIMES, 3.0 * TIMES, 0.0 * TIMES, heading=(TIMES, heading + 0.0 * TIMES),
        drift_x=(TIMES, np.sin(turn) + 0.0 * TIMES), drift_y=(TIMES, np.cos(turn) + 0.0 * TIMES), hull=(40.0, 12.0),
    )  # fmt: skip
    figure = run_figure([run])
    figure.canvas.draw()
    track = figure.axes[0]
    (left, right), (low, high) = track.get_xlim(), track.get_ylim()
    for arrows in track.collections:
        tips = arrows.get_offsets() + np.column_stack([arrows.U, arrows.V])
        assert ((tips >= [left, low]) & (tips <= [right, high])).all()
    (hull,) = track.patches
    corners = hull.get_xy()
    assert ((corners >= [left, low]) & (corners <= [right, high])).all()


def test_the_vehicle_has_a_bow_and_its_size_where_that_is_known() -> None:
    run = RunSeries("run", TIMES, 0.0 * TIMES, TIMES, heading=(TIMES, 90.0 + 0.0 * TIMES), hull=(11.0, 3.0))
    (hull,) = run_figure([run]).axes[0].patches
    corners = hull.get_xy() - [0.0, 99.0]
    assert np.ptp(corners, axis=0) == pytest.approx([11.0, 3.0])
    assert corners[np.argmax(corners[:, 0])] == pytest.approx([5.5, 0.0])  # one corner ahead: the bow, to the east
    small = run_figure([RunSeries("run", TIMES, 0.0 * TIMES, 50.0 * TIMES, hull=(1.0, 0.3))]).axes[0]
    assert not small.patches  # could not be seen
    legend = [text.get_text() for text in small.get_legend().get_texts()]
    assert "end" in legend


def test_dashes_tell_runs_and_colours_tell_quantities() -> None:
    def run(name: str, faster: float) -> RunSeries:
        wind = (TIMES, 0.5 + 0.0 * TIMES)
        return RunSeries(
            name, TIMES, TIMES, TIMES, speed=(TIMES, faster + TIMES), speed_over_ground=(TIMES, faster + 1.5 * TIMES),
            drift_x=wind, drift_y=(TIMES, -wind[1]),
        )  # fmt: skip

    speed = run_figure([run("one", 0.0)]).axes[1]
    assert {line.get_linestyle() for line in speed.lines} == {"-"}
    assert len({line.get_color() for line in speed.lines}) == 2
    drift = run_figure([run("one", 0.0), run("two", 1.0)]).axes[-1]
    east, north, other_east, other_north = drift.lines[:4]
    assert (east.get_color(), north.get_color()) == (other_east.get_color(), other_north.get_color())
    assert east.get_color() != north.get_color()
    assert east.get_linestyle() == north.get_linestyle() != other_east.get_linestyle()


def test_equal_speeds_are_one_line() -> None:
    speed = (TIMES, np.sin(TIMES))
    axes = run_figure([RunSeries("run", TIMES, TIMES, TIMES, speed=speed, speed_over_ground=speed)]).axes[1]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["through water = over ground"]


def test_equal_lines_have_one_name() -> None:
    assert joined(["jet port alpha", "jet stbd alpha"]) == "jet port, stbd alpha"
    assert joined(["heading", "course over ground"]) == "heading = course over ground"
    assert joined(["rudder"]) == "rudder"
