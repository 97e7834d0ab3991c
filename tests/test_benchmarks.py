"""The benchmarks start as their pages say, in a checkout that is not installed and with nothing in PYTHONPATH."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.__main__ import NAMES
from benchmarks._launched import USIM
from benchmarks.long import compared, curve
from benchmarks.results import changes, compare, keep, last
from benchmarks.table import line
from tests.support.paths import ROOT


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.timeout(900)  # a dozen processes one after another, some of which compile: minutes on a busy machine
@pytest.mark.nightly
def test_the_runs_in_processes_of_their_own_find_the_package() -> None:
    done = started("benchmarks.run", "--hours", "0.001")
    assert done.returncode == 0, done.stderr
    shown = [line.split()[0] for line in done.stdout.splitlines()[1:]]
    odin = [f"odin_waypoints{kind}+guidance+compiled" for kind in ("", "_embedded") if find_spec("numba") is not None]
    steered = ["box", "alpha+guidance", "odin_waypoints+guidance", *odin, "alpha", "odin_waypoints"]
    assert list(dict.fromkeys(shown)) == ["drift_gusts", *steered]
    assert len(shown) == 2 * len(set(shown))  # without and with a log


@pytest.mark.parametrize("mission", ["box", "alpha+guidance", "odin_waypoints_embedded+guidance", "alpha"])
def test_a_run_of_each_mission_of_the_table_is_measured(mission: str) -> None:
    done = started("benchmarks.run", "--one", mission, "10", "5", "log", "--repeat", "1")
    assert done.returncode == 0, done.stderr
    measured = json.loads(done.stdout)
    assert measured["size"] > 10_000
    assert measured["ticks"] >= 5 * 14  # the vehicle's 10 Hz, and 4 Hz of what steers it


@pytest.mark.parametrize("name", NAMES)
def test_each_explains_itself(name: str) -> None:
    done = started(f"benchmarks.{name}", "--help")
    assert done.returncode == 0, done.stderr
    assert re.match(rf"usage: ({name}\.py|python\S* -m benchmarks\.{name}) ", done.stdout)  # from 3.14 on the latter


def test_an_unknown_name_lists_the_known_ones() -> None:
    done = started("benchmarks", "sweeep")
    assert done.returncode == 2
    known = (
        "apps, attacks, bem, bow, data_sheets, doors, ends, fit_coverage, fossen, gym, hostile, interop, live, long, "
        "long_live, missions, nemoh, page_attacks, run, sea, shipx, sweep, table, tick, wamit, watch, waves, whole"
    )
    assert f"no benchmark sweeep; there are {known}, wire" in done.stderr


def test_figures_are_kept_by_release_and_changes_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compare("live", {}, tmp_path)
    assert capsys.readouterr().out == "live: no figures are kept to compare with\n"
    before = {"CPU us a tick": {"usimmarine": 100.0, "uSimMarineV22": 31.04159}, "gone": {"usimmarine": 1.0}}
    path = keep("0.1.0", "live", before, tmp_path)
    keep("0.1.0", "wire", {"MB/s": {"native": 3.0}}, tmp_path)
    name, kept = last("live", tmp_path) or ("", {})
    assert (name, kept["live"]["CPU us a tick"]["uSimMarineV22"]) == ("0.1.0", 31.04)
    assert kept["wire"] == {"MB/s": {"native": 3.0}}
    # the newest counts, by its date
    path.with_name("0.2.0.json").write_text(path.read_text().replace(kept["date"], "2000-01-01"))
    assert (last("live", tmp_path) or ("",))[0] == "0.1.0"
    assert last("sweep", tmp_path) is None
    after = {"CPU us a tick": {"usimmarine": 90.0, "uSimMarineV22": 32.0}, "new": {"usimmarine": 2.0}}
    assert list(changes(after, kept["live"])) == ["CPU us a tick, usimmarine: 100 -> 90 (-10 %)"]
    compare("live", after, tmp_path)
    assert "1 figures differ by more than 5% from 0.1.0" in capsys.readouterr().out


def test_a_run_that_fails_says_so_by_its_exit_code() -> None:
    done = subprocess.run([*USIM, "run", "none.moos"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "none.moos" in done.stderr


def test_a_long_run_has_its_curve_and_begins_the_same_again(tmp_path: Path) -> None:
    words = ["--vehicles", "1", "--guided", "--hours", "0.015", "--again", "0.01", "--every", "0.1", "-o"]
    done = started("benchmarks.long", *words, str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "exit code 0" in done.stdout and done.stdout.endswith("all equal\n")
    rows = curve(tmp_path)
    assert 0.0 < rows[-1]["hours"] <= 0.015 and all(row["memory_mb"] > 10.0 for row in rows)
    assert max(row["descriptors"] for row in rows) > 4  # its streams, and a log of each community
    # a log that goes on in another way is named, but not what comes behind the time
    other = tmp_path / "other"
    shutil.copytree(tmp_path / "run", other)
    last = (other / "v01.alog").read_text().splitlines()[-1].split()[0]
    assert compared(tmp_path / "run", other, 1e9)[1] == []
    with (other / "v01.alog").open("a") as log:
        log.write("50.9 NAV_X uSimMarineV22 1.0\n")
    assert float(last) > 50.0
    assert compared(tmp_path / "run", other, 1e9)[1] == ["v01.alog"]
    assert compared(tmp_path / "run", other, 50.0)[1] == []
    # one whose middle was given back to the disk counts as far as it is there
    thinned, text = tmp_path / "run" / "v01.alog", (other / "v01.alog").read_bytes()
    with thinned.open("wb") as log:
        log.write(text[: len(text) // 2])
        log.seek(1_000_000, os.SEEK_CUR)
        log.write(b"90.0 NAV_X uSimMarineV22 2.0\n")
    assert compared(tmp_path / "run", other, 1e9)[1] == []
    (other / "v01.alog").write_bytes(text.replace(b"NAV_X", b"NAV_Z", 1))
    assert compared(tmp_path / "run", other, 1e9)[1] == ["v01.alog"]


def test_the_table_of_speed_has_figures_or_ratios_alone() -> None:
    both = ("a mission", "CPU, s", True, [1.0, 2.0, 3.0], [2.0, 2.0, 2.0])
    assert line(both, False) == "| a mission | CPU, s | 2 | 2 | 1.00 (0.50 to 1.50) |"
    assert line(both, True) == "| a mission | CPU, s |  |  | 1.00 (0.50 to 1.50) |"
    assert line(("a field", "times real time", True, [123.4], ()), True) == ""
    assert line(("a field", "MB", False, [12.34], ()), True) == "| a field | MB | 12.3 |  |  |"
