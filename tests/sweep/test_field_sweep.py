"""Sweeps over a field: encounters as columns, values of single communities."""

from __future__ import annotations

import csv
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.support.missions import craft, opening, program
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.plots.fleet.encounters import Encounters, draw_encounters, least_by_cell
from usimmarine_py.plots.style import new_figure
from usimmarine_py.sweep.result import SweepResult, figure_of
from usimmarine_py.sweep.sweep import sweep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

VEHICLE = (
    opening("%(name)s", "%(port)d")
    + craft("start_pos = x=%(x)d, y=0, heading=0, speed=2")
    + program("uTimerScript", "event = var=DESIRED_THRUST, val=40, time=0")
)


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    for number, name in enumerate(("abe", "ben")):
        text = VEHICLE % {"port": 9001 + number, "name": name, "x": 30 * number}
        (tmp_path / f"{name}.moos").write_text(text)
    return [tmp_path / "abe.moos", tmp_path / "ben.moos"]


def rows_of(folder: Path) -> list[dict[str, str]]:
    with (folder / "runs.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_encounters_are_columns(files: list[Path], tmp_path: Path) -> None:
    words = ["sweep", *map(str, files), "--vary", "ben:start_pos=x={grid(10,25,40)},y=0,heading=0", "--duration", "8"]
    words += ["--require", "closest(abe, ben) > 20", "--min-pass", "0.5", "-q"]
    assert entry([*words, "--workers", "1", "-o", str(tmp_path / "one")]) == 0
    assert (tmp_path / "one" / "sweep.png").is_file() == bool(find_spec("matplotlib"))
    rows = rows_of(tmp_path / "one")
    # side by side at equal speed: the distance at the start
    assert [float(row["closest_abe_ben"]) for row in rows] == pytest.approx([10.0, 25.0, 40.0], abs=0.01)
    assert [row["closest"] for row in rows] == [row["closest_abe_ben"] for row in rows]
    assert [row["passed"].lower() for row in rows] == ["false", "true", "true"]
    assert all(row["near_misses"] == "" and row["status"] == "ok" and float(row["distance"]) > 20.0 for row in rows)
    # whatever the processes
    assert entry([*words, "--workers", "2", "--keep-logs", "-o", str(tmp_path / "two")]) == 0
    assert [row["log_sha256"] for row in rows_of(tmp_path / "two")] == [row["log_sha256"] for row in rows]
    assert {file.name for file in (tmp_path / "two" / "runs" / "000001").iterdir()} >= {
        *("abe.moos", "ben.moos", "abe.alog", "ben.alog")
    }
    # the command that repeats a run leaves the same logs
    command = (tmp_path / "one" / "failed.txt").read_text().split()
    assert command[:4] == ["usim", "run", *map(str, files)]


def test_from_python_and_what_cannot_be(files: list[Path], tmp_path: Path) -> None:
    result = sweep(files, {"abe:turn_rate": [40, 60], "max_acceleration": "uniform(0.2,0.4)"}, duration=5.0, workers=1)
    assert len(result) == 2 and result["closest"].shape == (2,) and result["abe:turn_rate"].tolist() == [40.0, 60.0]
    with pytest.raises(ConfigError, match="there is no community cal"):
        sweep(files, {"cal:turn_rate": [1, 2]}, duration=5.0)
    with pytest.raises(ConfigError, match="unknown parameter"):
        sweep(files, {"ben:turn_rat": [1, 2]}, duration=5.0)
    assert entry(["sweep", *map(str, files), "--block", "x", "-n", "2", "-o", str(tmp_path / "o")]) == 2


def test_a_launch_script(files: list[Path], tmp_path: Path) -> None:
    script = tmp_path / "launch.sh"
    script.write_text("#!/bin/bash\nfor F in abe ben; do pAntler $F.moos --MOOSTimeWarp=$1 & done\nuMAC abe.moos\n")
    words = ["sweep", str(script), "10", "--vary", "ben:turn_rate=grid(40,60)", "--duration", "4", "-q"]
    assert entry([*words, "--require", "closest > 100", "--min-pass", "0", "-o", str(tmp_path / "o")]) == 0
    assert len(rows_of(tmp_path / "o")) == 2
    line = (tmp_path / "o" / "failed.txt").read_text().splitlines()[0]
    assert line.startswith(f"usim run {script} 10 --set ben:turn_rate=40 ")


def figure(result: SweepResult) -> Figure:
    found: Figure = figure_of(result, "abe.moos")
    return found


def test_the_figure_is_a_map_of_closest_approach(files: list[Path], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    vary = ["ben:start_pos=x={grid(3,25,40)},y={grid(0,20)},heading=0,speed=2"]
    result = sweep(files, vary, duration=2.0, workers=1, output=tmp_path / "map")
    axes = figure(result).axes[0]
    (mesh,) = axes.collections
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("ben:start_pos x", "ben:start_pos y")
    # at equal speed side by side: the distance at the start, in m
    expected = [[3.0, 25.0, 40.0], [409.0**0.5, 1025.0**0.5, 2000.0**0.5]]
    assert np.asarray(mesh.get_array()) == pytest.approx(np.array(expected), abs=0.05)
    lines = "\n".join(result.lines())
    assert "closest  " in lines and "closest_time" not in lines
    # drawn numbers are no grid; one number is a curve; without a number, the time of the approach
    vary = ["ben:start_pos=x={uniform(3,40)},y=0,heading=0,speed=2", "turn_rate=uniform(40,80)"]
    axes = figure(sweep(files, vary, 9, duration=2.0, workers=1, output=tmp_path / "drawn")).axes[0]
    assert len(axes.collections[0].get_offsets()) == 9 and axes.get_ylabel() == "turn_rate"
    axes = figure(sweep(files, vary[:1], 3, duration=2.0, workers=1, output=tmp_path / "one")).axes[0]
    x, closest = axes.lines[0].get_data()
    assert x == pytest.approx(closest, abs=0.05) and axes.get_ylabel() == "closest approach (m)"
    axes = figure(sweep(files, [], 2, duration=2.0, workers=1, output=tmp_path / "none")).axes[0]
    assert axes.lines[0].get_ydata() == pytest.approx([30.0, 30.0], abs=0.05) and "time" in axes.get_xlabel()


def test_collisions_are_marked_in_the_figure() -> None:
    pytest.importorskip("matplotlib")
    x, y = np.array([1.0, 1.0, 2.0, 2.0]), np.array([1.0, 2.0, 1.0, 2.0])
    met = Encounters(np.array([0.0, 5.0, np.nan, 7.0]), x, np.array([1.0, 0.0, np.nan, 0.0]))
    canvas = new_figure(4.0, 4.0)
    axes = canvas.add_subplot()
    draw_encounters(canvas, axes, met, {"x": x, "y": y})
    assert axes.lines[0].get_xydata().tolist() == [[1.0, 1.0]]
    assert least_by_cell(np.arange(4.0), np.arange(4.0), x) is None
    twice = least_by_cell(np.tile(x, 2), np.tile(y, 2), np.array([1.0, 2.0, np.nan, 4.0, 3.0, np.nan, np.nan, 0.5]))
    assert twice is not None and np.array_equal(twice, [[1.0, np.nan], [2.0, 0.5]], equal_nan=True)
    # a field in which no two vehicles are near each other
    none = Encounters(np.full(4, np.nan), np.full(4, np.nan), np.full(4, np.nan))
    draw_encounters(canvas, canvas.add_subplot(), none, {})
    canvas.canvas.draw()


def test_fields_on_dask(files: list[Path], tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    vary, options = {"ben:start_pos": "x={uniform(3,40)},y=0,heading=0"}, {"runs": 3, "duration": 2.0}
    with distributed.Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as client:
        by_dask = sweep(files, vary, output=tmp_path / "dask", dask=client.scheduler.address, **options)
    assert by_dask.rows == sweep(files, vary, output=tmp_path / "here", workers=1, **options).rows
