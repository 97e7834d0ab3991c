"""The figure of several vehicles: their colours, names, closest approaches, lanes; and what the command draws."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.logs.test_fleet_log import logs, motion, write
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.fleet.read import read_fleet
from usimmarine_py.plots.fleet.colours import vehicle_colours
from usimmarine_py.plots.fleet.figure import fleet_figure
from usimmarine_py.plots.output import save_figure
from usimmarine_py.plots.style import COLOURS

__all__ = ["logs"]


def test_vehicles_have_their_own_colours_unless_these_are_alike(logs: list[Path], tmp_path: Path) -> None:
    fleet = read_fleet(logs)
    assert vehicle_colours(fleet.vehicles) == ["#1e90ff", COLOURS[0].lower(), "#ff0000"]
    abe = fleet.vehicles[0]
    assert vehicle_colours([abe, abe, abe]) == ["#1e90ff", COLOURS[0].lower(), COLOURS[1].lower()]


def test_the_figure_names_vehicles_distances_modes_and_messages(logs: list[Path]) -> None:
    figure = fleet_figure(read_fleet(logs))
    chart, _, _, timeline = figure.axes
    assert {"abe", "ben", "cal", "4.0 m"} <= {text.get_text() for text in chart.texts}
    assert [label.get_text() for label in timeline.get_yticklabels()] == ["shore", "abe", "ben", "cal"]
    said = {text.get_text() for text in timeline.texts}
    assert {"GOING", "HELLO", "LOST", "DEPLOY_ALL = true"} <= said
    legend = {text.get_text() for text in timeline.get_legend().get_texts()}
    assert {"message", "message without receiver", "closest approach", "waypoint"} <= legend


def test_equal_logs_give_equal_files(logs: list[Path], tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        save_figure(fleet_figure(read_fleet(logs)), tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_a_folder_of_several_vehicles_is_drawn_as_one_run(
    logs: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = logs[0].parent
    (folder / "run.json").write_text(json.dumps({"communities": {"abe": {}, "ben": {}, "shore": {}}}))
    assert entry(["plot", str(folder)]) == 0
    assert capsys.readouterr().out == f"wrote {folder / 'run.png'}\n"
    write(folder / "shore.alog", 1000.0, [(1000.0, "DB_UPTIME", 1.0)])
    assert entry(["plot", str(folder), "--weather"]) == 0
    assert "note: no position in shore.alog: left out" in capsys.readouterr().out
    assert entry(["plot", str(folder), str(folder)]) == 2
    assert "draw it alone; usim compare A B compares two" in capsys.readouterr().err
    # logs of pLogger have no summary beside them
    assert entry(["plot", "--field", *(str(log) for log in logs), "-o", str(tmp_path / "field.svg")]) == 0
    assert "<svg" in (tmp_path / "field.svg").read_text()


def test_the_folders_of_the_loggers_of_a_live_run_are_one_run(
    logs: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live = tmp_path / "live"
    for log in logs:
        (live / log.stem).mkdir(parents=True)
        log.replace(live / log.stem / log.name)
    assert entry(["plot", str(live)]) == 0
    assert capsys.readouterr().out == f"wrote {live / 'run.png'}\n"
    assert [one.name for one in read_fleet(live).vehicles] == ["abe", "ben", "cal"]
    # a folder with runs of its own is a folder of these
    write(live / "own.alog", 1000.0, motion(1000.0, 0.0, 1.0))
    assert entry(["plot", str(live)]) == 0
    assert capsys.readouterr().out == f"wrote {live / 'own.png'}\n"


def test_a_vehicle_alone_and_at_rest_is_drawn(tmp_path: Path) -> None:
    still = write(tmp_path / "still.alog", 1000.0, motion(1000.0, 5.0, 0.0))
    chart, speeds, _ = fleet_figure(read_fleet(still)).axes
    assert chart.get_xlim()[1] - chart.get_xlim()[0] >= 2.0
    assert speeds.get_ylim()[1] - speeds.get_ylim()[0] >= 0.2
