"""The shipped mission on the built-in MOOSDB, live, by the demo."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.cli.community.demo import run_demo
from usimmarine_py.logs.alog import load_series, read_alog
from usimmarine_py.mission.shipped import shipped_file
from usimmarine_py.run.mission import run_mission


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    folder = tmp_path_factory.mktemp("demo")
    said: list[str] = []
    assert run_demo(folder, said.append) == 0
    return folder / "drift_gusts.alog", said


def test_the_mission_is_found() -> None:
    assert shipped_file("drift_gusts").is_file()


def test_it_leaves_a_log_and_a_figure(demo: tuple[Path, list[str]]) -> None:
    log, _ = demo
    assert log.is_file()
    assert log.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_nothing_is_warned_of(demo: tuple[Path, list[str]]) -> None:
    """But for what the log bears out: a machine that stood still for half a second, and let the vehicle wait."""
    log, said = demo
    gaps = np.diff(load_series(log, ["NAV_X"])["NAV_X"].times)
    for line in (line for line in said if "warning" in line):
        stood = re.fullmatch(r"warning +a step of (\S+) s was cut to (\S+) s; the time beyond it is lost", line)
        assert stood, line
        assert gaps.max() > float(stood[2]), line
        assert np.abs(gaps - float(stood[1])).min() < 0.3, line


def test_nothing_is_warned_of_by_a_clock_that_never_stands_still() -> None:
    summary = run_mission(shipped_file("drift_gusts"), 120.0).summary
    assert (summary.config_warnings, summary.run_warnings, summary.notes) == ([], {}, [])


def test_the_gust_moves_the_vehicle_aside_and_is_gone_at_the_end(demo: tuple[Path, list[str]]) -> None:
    series = load_series(demo[0], ["NAV_X", "NAV_Y", "NAV_HEADING"])
    x, y = series["NAV_X"].values, series["NAV_Y"].values
    assert set(series["NAV_HEADING"].values) == {45.0}
    # on a course of 45 degrees x and y stay equal; what x has more is the drift: 1.5 m/s for 40 s
    assert x[-1] - y[-1] == pytest.approx(60.0, abs=2.0)
    drifts = [str(row.value) for row in read_alog(demo[0]) if row.variable == "USM_DRIFT_SUMMARY"]
    assert len(drifts) == 11
    assert "xmag=1.5," in drifts[5]
    assert "mag=0," in drifts[-1]


def test_the_script_posts_under_its_own_name(demo: tuple[Path, list[str]]) -> None:
    sources = {row.source for row in read_alog(demo[0]) if row.variable == "DRIFT_VECTOR_ADD"}
    assert sources == {"uTimerScript"}
