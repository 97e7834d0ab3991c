"""The live page's log feed: long logs are caught up with, short ones are kept whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py.cli.community.watch import open_feeds
from usimmarine_py.logs.alog import AlogWriter, offsets
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.values import Message
from usimmarine_py.watch.feeds.alog import LogFeed


def write(path: Path, ticks: int) -> None:
    """Ten ticks a second, with a thrust that changes in the last one."""
    with AlogWriter(path, 1000.0, opened="") as log:
        for k in range(ticks):
            for name, value in (("X", float(k)), ("Y", 2.0 * k), ("SPEED", 1.0), ("NAME_NOT_SHOWN", 0.0)):
                log.write(Message(f"NAV_{name}", value, 1000.0 + k / 10, "usimmarine"))
        log.write(Message("DESIRED_THRUST", 33.0, 1000.0 + ticks / 10, "script"))


def read_all(feed: LogFeed) -> None:
    def read() -> bool:
        feed.poll()
        return feed.status().level == "good"

    assert wait_for(read, 60.0)
    feed.poll()


def test_a_short_log_is_kept_whole(tmp_path: Path) -> None:
    write(tmp_path / "run.alog", 500)
    feed = LogFeed(tmp_path / "run.alog")
    read_all(feed)
    feed.close()
    track = feed.own.data.track
    for k in range(500):  # a drive without a turn needs few rows, of which none is lost
        row = track.at(k / 10)
        assert row is not None
        assert row[1:3] == pytest.approx((float(k), 2.0 * k), abs=0.05)
    assert track.everything()[-1][1] == 499.0
    assert feed.own.data.number("DESIRED_THRUST") == 33.0
    assert "NAV_NAME_NOT_SHOWN" not in feed.own.data.values


def test_a_long_log_is_thinned_far_from_its_end_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("usimmarine_py.watch.feeds.alog._BEHIND", 2_000_000)
    write(tmp_path / "run.alog", 20_000)
    assert (tmp_path / "run.alog").stat().st_size > 3_000_000
    feed = LogFeed(tmp_path / "run.alog")
    read_all(feed)
    feed.close()
    rows = feed.own.data.track.everything()
    # positions belong together wherever they were thinned, and the end is the very end
    assert all(row[2] == 2.0 * row[1] for row in rows)
    assert rows[0][1] == 0.0
    assert feed.own.data.state("X") == 19_999.0
    assert feed.own.data.number("DESIRED_THRUST") == 33.0


def test_a_run_begun_anew_starts_a_new_picture(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    write(path, 100)
    feed = LogFeed(path)
    read_all(feed)
    generation = feed.own.data.track.generation
    write(path, 20)
    assert wait_for(lambda: feed.poll() is None and feed.own.data.state("X") == 19.0, 60.0)
    feed.poll()
    feed.close()
    assert feed.own.data.track.everything()[0][1] == 0.0
    assert feed.own.data.track.generation > generation


def test_a_log_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "out" / "run.alog"
    feed = LogFeed(path)
    feed.poll()
    assert feed.waiting
    assert feed.status().text == f"waiting for {path}, which does not exist yet"
    path.parent.mkdir()
    write(path, 100)
    read_all(feed)
    feed.close()
    assert not feed.waiting
    assert feed.own.data.track.everything()[-1][1] == 99.0


def test_actuator_states_are_read_from_a_log(tmp_path: Path) -> None:
    with AlogWriter(tmp_path / "run.alog", 1000.0, opened="") as log:
        for name in ("X", "Y", "PROP_N_RPM", "RUDDER_DELTA_DEG"):
            log.write(Message(f"NAV_{name}", 3.0, 1000.0, "usimmarine"))
    feed = LogFeed(tmp_path / "run.alog")
    read_all(feed)
    feed.close()
    assert feed.own.data.measured("RPM", "DEG") == {"PROP_N_RPM": 3.0, "RUDDER_DELTA_DEG": 3.0}


def test_commands_of_an_embedded_controller_are_read_under_their_names(tmp_path: Path) -> None:
    mission = tmp_path / "a.moos"
    mission.write_text(
        "ProcessConfig = usimmarine\n{\n  post_des_thrust = MY_THRUST\n  post_des_rudder = USM_DES_RUDDER\n}\n"
    )
    (tmp_path / "a.json").write_text('{"mission": "a.moos"}')
    with AlogWriter(tmp_path / "a.alog", 1000.0, opened="") as log:
        for name, value in (("NAV_X", 1.0), ("NAV_Y", 2.0), ("MY_THRUST", 35.0), ("USM_DES_RUDDER", -4.0)):
            log.write(Message(name, value, 1000.0, "usimmarine"))
    (feed,) = open_feeds((str(tmp_path / "a.alog"),), "", 0, 0.0, "")
    assert isinstance(feed, LogFeed)
    read_all(feed)
    feed.close()
    assert (feed.own.data.number("DESIRED_THRUST"), feed.own.data.number("DESIRED_RUDDER")) == (35.0, -4.0)


def test_logs_of_several_communities_count_from_the_earliest(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.alog", "b.alog", "none.alog")]
    for path, start in zip(paths[:2], (5012.5, 5000.0), strict=True):
        with AlogWriter(path, start, opened="") as log:
            log.write(Message("NAV_X", 1.0, start + 1.0, "usimmarine"))
    assert offsets(paths) == {paths[0]: 12.5, paths[1]: 0.0, paths[2]: 0.0}
