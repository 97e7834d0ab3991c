"""The shipped mission: a script that pushes a vehicle off its course."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import load_series, read_alog
from usimmarine_py.mission.shipped import shipped_folder
from usimmarine_py.run.mission import run_mission


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gusts")
    assert entry(["run", "drift_gusts", "--duration", "125", "-q", "-o", str(folder)]) == 0
    return folder / "drift_gusts.alog"


def test_nothing_is_warned_of() -> None:
    summary = run_mission(shipped_folder("drift_gusts").files[0], 120.0).summary
    assert (summary.config_warnings, summary.run_warnings, summary.notes) == (
        [], {}, ["what its block usim_grade expects is judged by usim grade, not here"],
    )  # fmt: skip


def test_the_gust_moves_the_vehicle_aside_and_is_gone_at_the_end(log: Path) -> None:
    series = load_series(log, ["NAV_X", "NAV_Y", "NAV_HEADING"])
    x, y = series["NAV_X"].values, series["NAV_Y"].values
    assert set(series["NAV_HEADING"].values) == {45.0}
    # on a course of 45 degrees x and y stay equal; what x has more is the drift: 1.5 m/s for 40 s
    assert x[-1] - y[-1] == pytest.approx(60.0, abs=2.0)
    drifts = [str(row.value) for row in read_alog(log) if row.variable == "USM_DRIFT_SUMMARY"]
    assert len(drifts) == 11
    assert "xmag=1.5," in drifts[5]
    assert "mag=0," in drifts[-1]


def test_it_is_graded_by_its_own_expectations(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["grade", "drift_gusts"]) == 0
    assert "2 expectations" in capsys.readouterr().out


def test_the_script_posts_under_its_own_name(log: Path) -> None:
    sources = {row.source for row in read_alog(log) if row.variable == "DRIFT_VECTOR_ADD"}
    assert sources == {"uTimerScript"}
