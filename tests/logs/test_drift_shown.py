"""The drift of figures and of the live page is the one that acts, also where a dialect posts its summary once."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from tests.support.missions import HEAD, VEHICLE
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.drift import DriftPlayback
from usimmarine_py.logs.motion import run_series
from usimmarine_py.logs.runs import read_run
from usimmarine_py.values import Message
from usimmarine_py.watch.data import LiveData
from usimmarine_py.watch.feeds.alog import LogFeed
from usimmarine_py.watch.values import FeedStatus, page_values

#: Drift from one sender: set, added to, halved, and ended.
SCRIPT = """ProcessConfig = uTimerScript
{
  AppTick = 4
  event = var=DESIRED_THRUST, val=40, time=0
  event = var=DRIFT_VECTOR, val="90,0.5", time=5
  event = var=DRIFT_VECTOR_ADD, val="180,0.4", time=10
  event = var=DRIFT_VECTOR_MULT, val=0.5, time=15
  event = var=DRIFT_Y, val=0.1, time=20
  event = var=DRIFT_VECTOR, val="0,0", time=25
}
"""
HERE = FeedStatus("good", "", "")


@pytest.mark.parametrize("dialect", ["documented", "classic", "v22", "v23"])
def test_the_drift_of_a_figure_is_the_one_that_acts(tmp_path: Path, dialect: str) -> None:
    (tmp_path / "drift.moos").write_text(HEAD + VEHICLE % f"  dialect = {dialect}\n" + SCRIPT)
    assert entry(["run", str(tmp_path / "drift.moos"), "--duration", "35", "--csv", "-o", str(tmp_path / "out")]) == 0
    shown, acts = run_series(read_run(tmp_path / "out" / "drift.alog")), read_run(tmp_path / "out" / "drift.csv")
    with closing(LogFeed(tmp_path / "out" / "drift.alog")) as feed:
        while feed.status().level == "wait":  # it reads for a while at a time
            feed.poll()
        for time in (3.0, 8.0, 13.0, 18.0, 23.0, 30.0):
            true = [np.interp(time, *acts.variable(name)) for name in ("drift_x", "drift_y")]
            for series, value in zip((shown.drift_x, shown.drift_y), true, strict=True):
                assert series is not None
                assert series[1][np.searchsorted(series[0], time) - 1] == pytest.approx(value, abs=6e-4)
            text = page_values(feed.own.data.at(time), HERE, 0.0)["drift"]
            assert text == f"{np.hypot(*true):.2f} m/s"


def moving_log(path: Path, *, mail: bool) -> None:
    """A vehicle heading north, carried to the east from 10 s to 20 s, whose summary never says that it ended."""
    with AlogWriter(path, 1000.0, opened="") as log:
        log.write(Message("USM_DRIFT_SUMMARY", "ang=0, mag=0, xmag=0, ymag=0", 1000.0, "uSimMarineV22"))
        x = 0.0
        for k in range(300):
            time, drift = 1000.0 + k / 10, 0.75 if 100 <= k < 200 else 0.0
            x += drift / 10
            if k == 100:
                log.write(Message("USM_DRIFT_SUMMARY", "ang=90, mag=0.75, xmag=0.75, ymag=0", time, "uSimMarineV22"))
            if mail and k in (100, 200):
                log.write(Message("DRIFT_X", drift, time, "uTimerScript"))
            values = {
                "X": x, "Y": 0.1 * k, "SPEED": 1.0, "HEADING": 0.0, "SPEED_OVER_GROUND": float(np.hypot(drift, 1.0)),
                "HEADING_OVER_GROUND": float(np.degrees(np.arctan2(drift, 1.0))),
            }  # fmt: skip
            for name, value in values.items():
                log.write(Message(f"NAV_{name}", value, time, "uSimMarineV22"))


@pytest.mark.parametrize("mail", [True, False])
def test_without_its_mail_the_drift_is_what_the_ground_speed_says(tmp_path: Path, mail: bool) -> None:
    moving_log(tmp_path / "run.alog", mail=mail)
    run = run_series(read_run(tmp_path / "run.alog"))
    for time, drift in ((5.0, 0.0), (15.0, 0.75), (25.0, 0.0)):
        for series, value in ((run.drift_x, drift), (run.drift_y, 0.0)):
            assert series is not None
            assert series[1][np.searchsorted(series[0], time) - 1] == pytest.approx(value, abs=1e-4)


def test_a_page_that_comes_late_takes_the_ground_speed_until_it_knows() -> None:
    data = LiveData()
    states = {"X": 0.0, "Y": 0.0, "SPEED": 1.0, "HEADING": 0.0, "SPEED_OVER_GROUND": 1.25}
    for name, value in {**states, "HEADING_OVER_GROUND": np.degrees(np.arctan2(0.75, 1.0))}.items():
        data.take(f"NAV_{name}", float(value), 100.0, 0.0)
    data.take("USM_DRIFT_SUMMARY", "ang=90, mag=0.2, xmag=0.2, ymag=0", 50.0, 0.0, late=True)
    assert page_values(data, HERE, 0.0)["drift"] == "0.20 m/s"
    data.take("DRIFT_VECTOR_ADD", "90,0.1", 60.0, 0.0, late=True)
    values = page_values(data, HERE, 0.0)
    assert (values["drift"], values["drift_note"]) == ("0.75 m/s", "to 090°, by the speed over ground")
    data.take("DRIFT_VECTOR", "180,0.5", 101.0, 1.0)
    values = page_values(data, HERE, 0.0)
    assert (values["drift"], values["drift_note"]) == ("0.50 m/s", "to 180°")


def test_what_cannot_be_read_changes_nothing() -> None:
    playback = DriftPlayback()
    assert playback.take("DRIFT_X", 0.5)
    for variable, value in (
        ("DRIFT_VECTOR", 3.0), ("DRIFT_VECTOR", "east"), ("DRIFT_Y", "fast"), ("DRIFT_VECTOR_MULT", float("inf")),
        ("USM_DRIFT_SUMMARY", "mag=3"), ("NAV_X", 7.0),
    ):  # fmt: skip
        assert not playback.take(variable, value)
    assert (playback.x, playback.y) == (0.5, 0.0)
