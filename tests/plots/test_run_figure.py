"""The figure of a run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.motion import RunSeries, run_series
from usimmarine_py.logs.runs import read_run
from usimmarine_py.plots.output import save_figure
from usimmarine_py.plots.run import run_figure, step_at
from usimmarine_py.values import Message


def write_log(path: Path, prefix: str = "NAV", *, deep: bool = False) -> None:
    with AlogWriter(path, 1000.0, opened="") as log:
        for k in range(50):
            t = 1000.0 + k
            for name, value in (("X", 2.0 * k), ("Y", 1.0 * k), ("HEADING", (350.0 + k) % 360), ("SPEED", 2.2)):
                log.write(Message(f"{prefix}_{name}", value, t, "usimmarine"))
            if deep:
                log.write(Message(f"{prefix}_DEPTH", 0.1 * k, t, "usimmarine"))
        log.write(Message("USM_DRIFT_SUMMARY", "ang=90, mag=0.5, xmag=0.5, ymag=0", 1020.0, "usimmarine"))


def test_a_log_becomes_series(tmp_path: Path) -> None:
    write_log(tmp_path / "run.alog")
    run = run_series(read_run(tmp_path / "run.alog"))
    assert run.name == "run"
    assert run.x[-1] == 98.0
    assert run.y[-1] == 49.0
    assert run.drifts
    assert run.drift_x is not None
    assert (run.drift_x[0][0], run.drift_x[1][0]) == (20.0, 0.5)


def test_the_prefix_is_found_or_chosen(tmp_path: Path) -> None:
    write_log(tmp_path / "run.alog", prefix="ABE")
    assert len(run_series(read_run(tmp_path / "run.alog")).x) == 50
    assert len(run_series(read_run(tmp_path / "run.alog"), "ABE_").x) == 50
    with pytest.raises(NothingToDrawError, match="no NAV_X and NAV_Y"):
        run_series(read_run(tmp_path / "run.alog"), "NAV")


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_the_figure_is_saved_by_its_ending_and_equal_twice(tmp_path: Path, ending: str) -> None:
    write_log(tmp_path / "run.alog", deep=True)
    run = run_series(read_run(tmp_path / "run.alog"))
    contents = []
    for name in ("a", "b"):
        save_figure(run_figure([run]), tmp_path / f"{name}{ending}")
        contents.append((tmp_path / f"{name}{ending}").read_bytes())
    assert contents[0]
    assert contents[0] == contents[1]


def test_axes_carry_units_and_the_track_marks_start_and_end(tmp_path: Path) -> None:
    write_log(tmp_path / "run.alog", deep=True)
    figure = run_figure([run_series(read_run(tmp_path / "run.alog"))])
    track, *columns = figure.axes
    assert (track.get_xlabel(), track.get_ylabel()) == ("x, east (m)", "y, north (m)")
    legend = [text.get_text() for text in track.get_legend().get_texts()]
    assert {"track", "start", "end", "drift, at most 0.5 m/s"} <= set(legend)
    assert [axes.get_title(loc="left") for axes in columns] == ["Speed", "Heading", "Depth", "Drift"]
    assert [axes.get_ylabel() for axes in columns] == ["m/s", "deg", "m", "m/s"]
    assert columns[-1].get_xlabel() == "time since start of the log (s)"


def test_several_runs_share_the_axes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_log(tmp_path / f"{name}.alog")
    figure = run_figure([run_series(read_run(tmp_path / f"{name}.alog")) for name in ("one", "two")])
    legend = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert legend == ["one", "two"]


def test_arrows_stand_at_even_distances_also_of_a_vehicle_that_stops(tmp_path: Path) -> None:
    times = np.arange(1000.0)
    run = RunSeries("run", times, np.minimum(times, 120.0), 0.0 * times, heading=(times, 90.0 + 0.0 * times))
    arrows = run_figure([run]).axes[0].collections[0].get_offsets()
    assert arrows[:, 0] == pytest.approx(np.arange(5.0, 120.0, 10.0))


def test_a_vehicle_that_stands_has_no_magnified_rounding() -> None:
    times = np.arange(10.0)
    run = RunSeries("run", times, 5.0 + 1e-9 * times, 0.0 * times, speed=(times, 1e-9 * times))
    track, speed, heading = run_figure([run]).axes
    assert np.ptp(track.get_xlim()) >= 2.0
    assert np.ptp(speed.get_ylim()) >= 0.2
    assert [text.get_text() for text in heading.texts] == ["not in the log"]


def test_many_runs_have_a_short_title() -> None:
    times = np.arange(3.0)
    runs = [RunSeries(f"a long name of a run, number {k}", times, times, times) for k in range(9)]
    assert run_figure(runs).get_suptitle() == "9 runs"


def test_nothing_to_draw_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        run_figure([])


def test_a_single_point_is_drawn(tmp_path: Path) -> None:
    one = np.array([0.0])
    save_figure(run_figure([RunSeries("dot", one, one, one, heading=(one, one))]), tmp_path / "dot.png")
    assert (tmp_path / "dot.png").stat().st_size > 1000


def test_a_step_function_is_zero_before_it_begins() -> None:
    series = (np.array([10.0, 20.0]), np.array([1.0, 2.0]))
    assert step_at(series, np.array([0.0, 10.0, 15.0, 25.0])).tolist() == [0.0, 1.0, 1.0, 2.0]
    assert step_at(None, np.array([1.0])).tolist() == [0.0]
