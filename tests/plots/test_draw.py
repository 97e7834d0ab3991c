"""`usim plot` from files to pictures: variables, wind roses, animations, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError, NothingToDrawError
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.motion import run_series
from usimmarine_py.logs.runs import read_run
from usimmarine_py.plots.animate import animate
from usimmarine_py.plots.navigation import navigation_figure
from usimmarine_py.plots.run import run_figure
from usimmarine_py.plots.variables import parse_variables, unit_of, variables_figure
from usimmarine_py.plots.weather.rose import find_wind, rose_figure, shares, speed_classes
from usimmarine_py.values import Message


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Sixty seconds to the east-north-east, with thrust and wind."""
    path = tmp_path / "run.alog"
    with AlogWriter(path, 1000.0, opened="") as writer:
        writer.write(Message("DESIRED_THRUST", 50.0, 1001.0, "script"))
        writer.write(Message("WIND_CONDITIONS", "spd=6,dir=45", 1000.0, "script"))
        for k in range(61):
            for name, value in (("X", 2.0 * k), ("Y", 1.0 * k), ("HEADING", 63.4), ("SPEED", 2.2), ("DEPTH", 1.0)):
                writer.write(Message(f"NAV_{name}", value, 1000.0 + k, "usimmarine"))
        writer.write(Message("WIND_CONDITIONS", "spd=0,dir=45", 1030.0, "script"))
        writer.write(Message("WIND_CONDITIONS", "spd=12,dir=270", 1045.0, "script"))
        writer.write(Message("WIND_CONDITIONS", "spd=12,dir=270", 1060.0, "script"))
    return path


def test_navigation_shows_how_far_off_it_was(tmp_path: Path) -> None:
    """Truth to the east, dead reckoning 0.1 m a second beside it, a fix on the way, the bed below."""
    path = tmp_path / "dive.alog"
    with AlogWriter(path, 1000.0, opened="") as writer:
        for k in range(61):
            values = {"NAV_GT_X": 2.0 * k, "NAV_GT_Y": 0.0, "NAV_GT_DEPTH": 5.0, "NAV_GT_ALTITUDE": 15.0}
            values |= {"USM_DR_X": 2.0 * k, "USM_DR_Y": 0.1 * k, "USM_EST_X": 2.0 * k, "USM_EST_Y": 0.0}
            values |= {"USM_EST_SIGMA": 1.0, "USM_WATER_DEPTH_HERE": 20.0}
            if k == 30:
                values |= {"USM_SENSOR_USBL_X": 60.0, "USM_SENSOR_USBL_Y": 3.0}
            for name, value in values.items():
                writer.write(Message(name, value, 1000.0 + k, "usimmarine"))
    figure = navigation_figure(read_run(path))
    track, errors, depth, altitude = figure.axes
    assert [line.get_label() for line in track.lines] == ["truth", "dead reckoning", "with fixes", "USBL fix"]
    off, with_fixes, fix = errors.lines
    assert off.get_ydata()[-1] == pytest.approx(6.0)
    assert max(with_fixes.get_ydata()) == 0.0
    assert list(fix.get_ydata()) == pytest.approx([3.0])
    assert depth.yaxis_inverted()
    assert altitude.lines[0].get_ydata()[0] == 15.0


def test_each_variable_has_a_panel_with_its_unit(log: Path) -> None:
    figure = variables_figure([read_run(log)], parse_variables("NAV_SPEED+NAV_DEPTH, NAV_HEADING,DESIRED_THRUST"))
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        "NAV_SPEED, NAV_DEPTH",
        "NAV_HEADING",
        "DESIRED_THRUST",
    ]
    assert [axes.get_ylabel() for axes in figure.axes] == ["", "deg", "%"]
    assert [text.get_text() for text in figure.axes[0].get_legend().get_texts()] == ["NAV_SPEED", "NAV_DEPTH"]
    # posted once, and in force to the end of the log
    assert figure.axes[2].lines[0].get_xydata().tolist() == [[1.0, 50.0], [60.0, 50.0]]


def test_several_runs_are_drawn_on_top_of_each_other(log: Path) -> None:
    other = log.with_name("other.csv")
    other.write_text("t,NAV_SPEED\n0,1\n10,2\n")
    figure = variables_figure([read_run(log), read_run(other)], (("NAV_SPEED",),))
    assert [text.get_text() for text in figure.axes[0].get_legend().get_texts()] == ["run", "other"]
    # told apart without colour, too, and the lower one shows in the gaps of the upper one
    assert len({line.get_color() for line in figure.axes[0].lines}) == 2
    assert len({line.get_linestyle() for line in figure.axes[0].lines}) == 2


def test_a_variable_that_one_run_lacks_is_drawn_of_the_others_and_told(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = log.with_name("other.csv")
    other.write_text("t,NAV_SPEED\n0,1\n10,2\n")
    assert entry(["plot", str(log), str(other), "--vars", "NAV_SPEED,NAV_DEPTH"]) == 0
    assert capsys.readouterr().out == f"note: no NAV_DEPTH in other\nwrote {log.with_name('run_vars.png')}\n"
    figure = variables_figure([read_run(log), read_run(other)], (("NAV_SPEED",), ("NAV_DEPTH",)))
    assert [sum(len(line.get_xdata()) > 0 for line in axes.lines) for axes in figure.axes] == [2, 1]
    with pytest.raises(NothingToDrawError, match="no NAV_DEPHT in this log; did you mean NAV_DEPTH"):
        variables_figure([read_run(log), read_run(other)], (("NAV_DEPHT",),))


def test_many_runs_are_a_bundle_without_names(log: Path) -> None:
    logs = [read_run(log)] * 9
    figure = variables_figure(logs, parse_variables("NAV_SPEED,NAV_X+NAV_Y"))
    assert [axes.get_legend() is None for axes in figure.axes] == [True, False]
    assert [text.get_text() for text in figure.axes[1].get_legend().get_texts()] == ["NAV_X", "NAV_Y"]
    assert len({line.get_color() for line in figure.axes[0].lines}) == 1
    track = run_figure([run_series(read_run(log))] * 9).axes[0]
    assert track.get_legend() is None
    assert not track.collections  # nor arrows


def test_a_run_without_wind_has_an_empty_rose_beside_the_others(log: Path) -> None:
    other = log.with_name("other.csv")
    other.write_text("t,NAV_SPEED\n0,1\n10,2\n")
    figure = rose_figure([read_run(other), read_run(log)])
    assert figure.axes[0].get_title() == "other: no wind in this log"
    assert "calm 25 %" in figure.axes[1].get_title()
    with pytest.raises(NothingToDrawError, match="no wind in this log"):
        rose_figure([read_run(other), read_run(other)])


def test_a_name_in_any_script_is_no_complaint(log: Path) -> None:
    log.rename(log.with_name("海.alog"))  # warnings are errors here
    assert entry(["plot", str(log.with_name("海.alog"))]) == 0


def test_a_recording_of_a_live_run_is_drawn_as_a_run(log: Path) -> None:
    with AlogWriter(log.with_name("live.alog"), 1000.0, opened="") as writer:
        for k in range(3):
            text = f'{{"t":{1000.5 + k},"x":{2.0 * k},"y":1.5,"h":90.0,"u":2.0,"d":0.25}}'
            writer.write(Message("USIM_RECORD_TICK", text, 1000.5 + k, "usim_record"))
        writer.write(Message("USIM_RECORD_TICK", "torn", 1004.0, "usim_record"))
    run = run_series(read_run(log.with_name("live.alog")))
    assert (run.track_t.tolist(), run.x.tolist(), run.y.tolist()) == ([0.5, 1.5, 2.5], [0.0, 2.0, 4.0], [1.5] * 3)
    assert run.heading is not None
    assert run.heading[1].tolist() == [90.0] * 3


def test_the_unit_follows_from_the_name() -> None:
    names = ("NAV_SPEED_OVER_GROUND", "USM_DRIFT_SUMMARY.xmag", "NAV_YAW", "DEPLOY", "NAV_PROP_N_RPM")
    assert [unit_of(name) for name in names] == ["m/s", "m/s", "rad", "", "rpm"]
    names = ["USM_FORCE_WIND_X", "USM_FORCE_JET_PORT_N", "force_drag_k", "USM_SET_JET_PORT_N_RPM", "NAV_X"]
    assert [unit_of(name) for name in names] == ["N", "N m", "N m", "rpm", "m"]
    assert [unit_of(name) for name in ("speed", "hog", "yaw_rate", "rudder_delta_deg", "t")] == [
        *("m/s", "deg", "deg/s", "deg", ""),
    ]


def test_no_variable_named_is_refused() -> None:
    with pytest.raises(ConfigError, match="names no variable"):
        parse_variables(" , +")


def test_the_rose_weighs_by_time(log: Path) -> None:
    speed, direction = find_wind(read_run(log))
    table, calm = shares(speed, direction, np.array([0.0, 5.0, 10.0]))
    # 30 s of 6 m/s from the north-east, 15 s of calm, 15 s of 12 m/s from the west
    assert table[2].tolist() == [0.0, 0.5]
    assert table[12].tolist() == [0.0, 0.25]
    assert calm == 0.25
    assert table.sum() + calm == pytest.approx(1.0)


def test_directions_next_to_north_share_a_sector() -> None:
    t = np.arange(3.0)
    table, _ = shares((t, np.ones(3)), (t, np.array([359.0, 1.0, 1.0])), np.array([0.0, 5.0]))
    assert table[0, 0] == 1.0


@pytest.mark.parametrize(("fastest", "top"), [(0.0, 0.1 * 5), (11.9, 12.5), (42.0, 50.0), (10.0, 10.0), (26.0, 30.0)])
def test_speed_classes_are_round(fastest: float, top: float) -> None:
    assert speed_classes(fastest)[-1] == pytest.approx(top)


def test_a_rose_names_the_points_and_the_classes(log: Path) -> None:
    figure = rose_figure([read_run(log)])
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()][:3] == ["N", "NE", "E"]
    assert figure.legends[0].get_texts()[0].get_text() == "0 to 2.5"
    assert "calm 25 %" in figure.axes[0].get_title()


def test_a_log_without_wind_is_told(tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("t,x\n0,1\n")
    with pytest.raises(NothingToDrawError, match="no wind in this log"):
        find_wind(read_run(tmp_path / "run.csv"))
    with pytest.raises(ConfigError, match="is not SPEED,DIRECTION"):
        find_wind(read_run(tmp_path / "run.csv"), "x")


def test_the_animation_is_a_gif_whose_frames_differ(log: Path) -> None:
    target = log.with_suffix(".gif")
    told: list[tuple[int, int]] = []
    animate([run_series(read_run(log))], target, 3, lambda k, n: told.append((k, n)))
    with Image.open(target) as gif:
        assert gif.n_frames == 3
        frames = []
        for k in range(3):
            gif.seek(k)
            frames.append(gif.convert("RGB").tobytes())
    assert len(set(frames)) == 3
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_frames_go_to_a_folder(log: Path) -> None:
    animate([run_series(read_run(log)), run_series(read_run(log))], log.with_name("frames"), 2)
    first, last = sorted(log.with_name("frames").iterdir())
    assert (first.name, last.name) == ("frame_00000.png", "frame_00001.png")
    assert first.read_bytes() != last.read_bytes()


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ([], "run.png"),
        (["--vars", "NAV_SPEED"], "run_vars.png"),
        (["--wind-rose"], "run_wind.png"),
        (["--animate", "--frames", "2"], "run.gif"),
    ],
)
def test_the_command_writes_beside_the_run(
    log: Path, capsys: pytest.CaptureFixture[str], options: list[str], name: str
) -> None:
    assert entry(["plot", str(log), *options]) == 0
    assert capsys.readouterr().out == f"wrote {log.with_name(name)}\n"
    assert log.with_name(name).stat().st_size > 1000


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--vars", "NAV_SPED"], 1, "no NAV_SPED in this log; did you mean NAV_SPEED?"),
        (["-o", "run.jpg"], 2, "run.jpg: --output: a figure ends in .png, .svg, .pdf"),
        (["--animate", "-o", "run.mp4"], 2, "an animation is a .gif or a folder"),
        (["--animate", "--wind-rose"], 2, "choose one of"),
        (["--navigation"], 1, "no dead reckoning (USM_DR_X) beside a track in this log"),
        (["--navigation", "--weather"], 2, "choose one of"),
        (["--prefix", "ABE"], 1, "no ABE_X and ABE_Y"),
        (["-o", "/dev/null/x.png"], 1, "cannot write the figure"),
        (["--animate", "-o", "/dev/null/x.gif"], 1, "cannot write the figure"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(
    log: Path, capsys: pytest.CaptureFixture[str], options: list[str], code: int, words: str
) -> None:
    assert entry(["plot", str(log), *options]) == code
    error = capsys.readouterr().err
    assert words in error
    assert error.startswith("usim: ")
    assert error.count("\n") == 1
