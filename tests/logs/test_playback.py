"""The time line of a recording that is played: rate, pause, seek, choice of variables. No clock, no socket."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py.errors import ConfigError, LogFileError
from usimmarine_py.logs.alog.reader import AlogRow
from usimmarine_py.logs.playback import Playback, chosen_rows, post_of

LOG = """%% LOG FILE
%% LOGSTART               100.0
0.500           NAV_X                usimmarine      1.5
0.100           DEPLOY               uPokeDB:aux     true
0.300           DB_TIME              MOOSDB_a        100.3
0.700           NAV_[X]              usimmarine      7
2.000           NAV_Y                usimmarine      2
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "run.alog"
    file.write_text(LOG)
    return file


def rows(*times: float) -> list[AlogRow]:
    return [AlogRow(t, "A", "me", t) for t in times]


def values(playback: Playback, now: float, most: int = 100) -> list[object]:
    return [post.value for post in playback.take(now, most)]


def test_rows_come_in_order_of_time_without_those_of_the_moosdb(log: Path) -> None:
    found = chosen_rows(log)
    assert [(row.time, row.variable) for row in found] == [
        (0.1, "DEPLOY"), (0.5, "NAV_X"), (0.7, "NAV_[X]"), (2.0, "NAV_Y"),
    ]  # fmt: skip
    post = post_of(found[0], 12.0)
    assert (post.variable, post.value, post.time, post.source, post.source_aux) == (
        "DEPLOY", "true", 12.0, "uPokeDB", "aux",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("only", "skip", "names"),
    [
        (["NAV_*"], [], ["NAV_X", "NAV_[X]", "NAV_Y"]),
        (["NAV_?"], ["NAV_Y"], ["NAV_X"]),
        ([], ["NAV_*"], ["DEPLOY"]),
        (["NAV_[X]"], [], ["NAV_[X]"]),
        (["DB_TIME", "DEPLOY"], [], ["DEPLOY", "DB_TIME"]),
    ],
)
def test_variables_are_chosen_by_patterns(log: Path, only: list[str], skip: list[str], names: list[str]) -> None:
    assert [row.variable for row in chosen_rows(log, only, skip)] == names


def test_nothing_to_play_is_an_error(log: Path) -> None:
    with pytest.raises(ConfigError, match="holds nothing to play"):
        chosen_rows(log, ["NAVX"])
    with pytest.raises(LogFileError):
        chosen_rows(log.with_name("none.alog"))
    log.write_text("")
    with pytest.raises(ConfigError, match="holds no rows"):
        chosen_rows(log)


def test_rows_bear_the_times_of_the_log_at_the_rate_that_is_asked_for() -> None:
    playback = Playback(rows(5.0, 6.0, 8.0), rate=4.0)
    playback.start(1000.0)
    assert [post.time for post in playback.take(1000.0, 9)] == [1000.0]
    assert playback.next_due == 1000.25 and values(playback, 1000.2) == []
    # however late it is asked for
    assert [post.time for post in playback.take(1010.0, 9)] == [1000.25, 1000.75]
    assert playback.finished


def test_it_begins_where_it_is_told_to() -> None:
    playback = Playback(rows(5.0, 6.0, 8.0), rate=1.0, begin=5.5)
    playback.start(0.0)
    assert playback.next_due == 0.5 and values(playback, 99.0) == [6.0, 8.0]
    assert Playback(rows(5.0), 1.0, 6.0).finished
    early = Playback(rows(5.0), 1.0, -5.0)
    early.start(0.0)
    assert early.next_due == 10.0


def test_a_pause_moves_what_comes_after_it() -> None:
    playback = Playback(rows(0.0, 1.0, 2.0), rate=2.0)
    playback.start(0.0)
    assert values(playback, 0.0) == [0.0]
    playback.toggle(0.25)
    assert playback.paused and values(playback, 50.0) == [] and playback.place(50.0) == 0.5
    playback.toggle(60.0)
    assert playback.next_due == 60.25 and playback.place(60.25) == 1.0
    assert [post.time for post in playback.take(99.0, 9)] == [60.25, 60.75]


def test_seeking_goes_both_ways_and_not_beyond_the_ends() -> None:
    playback = Playback(rows(*(float(k) for k in range(21))), rate=1.0)
    playback.start(0.0)
    assert values(playback, 3.0) == [0.0, 1.0, 2.0, 3.0]
    playback.seek(3.5, 10.0)
    assert playback.place(3.5) == 13.5 and playback.next_due == 4.0
    playback.seek(3.5, -10.0)
    assert [post.time for post in playback.take(4.5, 9)] == [4.0] and playback.place(4.5) == 4.5
    playback.seek(4.5, -60.0)
    assert values(playback, 4.5) == [0.0]
    playback.toggle(5.0)
    playback.seek(6.0, 600.0)
    assert playback.paused and playback.place(9.0) == 20.0
    playback.toggle(9.0)
    assert values(playback, 9.0) == [20.0] and playback.finished


def test_at_most_so_many_at_once() -> None:
    playback = Playback(rows(*[1.0] * 10), rate=1.0)
    playback.start(0.0)
    assert len(values(playback, 0.0, most=4)) == 4 and len(values(playback, 0.0, most=40)) == 6
