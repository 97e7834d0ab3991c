"""Sweeps over a field: encounters as columns, values of single communities."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.support.missions import craft, opening, program
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.sweep.sweep import sweep

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
