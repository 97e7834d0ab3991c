"""The shipped mission on the built-in MOOSDB, live, by the demo."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py.cli.community.demo import find_mission, run_demo
from usimmarine_py.logs.alog import load_series, read_alog


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    folder = tmp_path_factory.mktemp("demo")
    said: list[str] = []
    assert run_demo(folder, said.append) == 0
    return folder / "drift_gusts.alog", said


def test_the_mission_is_found() -> None:
    assert find_mission("drift_gusts").is_file()


def test_it_leaves_a_log_and_a_figure(demo: tuple[Path, list[str]]) -> None:
    log, _ = demo
    assert log.is_file()
    assert log.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_nothing_is_warned_of(demo: tuple[Path, list[str]]) -> None:
    # a machine that stands still for half a second is told of, too, and no fault of the mission
    assert [line for line in demo[1] if "warning" in line and "was cut to" not in line] == []


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
