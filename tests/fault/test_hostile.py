"""Hostile connections beside good ones (`benchmarks/hostile.py`): the good ones lose nothing and are not held up.

Properties: every post of a good client reaches every good client once and in order; none of them has to come again; by
night, when the machine is free, latency p99 is under 50 ms; who breaks the protocol, steals a name, is silent or does
not read is cut off with one line each, and never by an error of ours; who never stops posting has no more than a share.
"""

from __future__ import annotations

import re
import shutil

import pytest

from benchmarks._hostile_peers import SLOW_READERS
from benchmarks.hostile import Result, run
from tests.support.torture import Torture

#: By night, ms.
LONGEST = 50.0


def check(result: Result, torture: Torture) -> None:
    assert result.lost == 0
    assert result.reconnections == 0
    # with every change other tests share the machine
    assert not torture.nightly or result.p99_ms < LONGEST


def alone(torture: Torture, good: int) -> str:
    """By night, what the machine itself does to the good ones: a busy one cannot be told from a slow server."""
    return f"; without them p99 {run(10.0, 0, good).p99_ms:.1f} ms" if torture.nightly else ""


def figures(result: Result) -> str:
    return f"{result.posts} posts, {result.lost} lost, latency p99 {result.p99_ms:.1f} ms, max {result.max_ms:.0f} ms"


def test_good_clients_lose_nothing_beside_hostile_ones(torture: Torture) -> None:
    seconds, hostile, good = torture.amount(3, 600), torture.amount(20, 50), torture.amount(3, 5)
    result = run(float(seconds), hostile, good, enough=bool)  # a busy machine lets the hostile ones begin late
    torture.say(
        f"{hostile} hostile beside {good} good connections, {seconds} s: {figures(result)}, {len(result.log)} incidents"
        f"{alone(torture, good)}"
    )
    check(result, torture)
    assert result.posts >= 10 * seconds * good
    assert result.log


def test_posts_without_a_pause(torture: Torture) -> None:
    """They take all of the server's time that they can get, and are within their rights: none is cut off."""
    seconds, hostile, good = torture.amount(2, 60), torture.amount(20, 50), torture.amount(3, 5)
    result = run(float(seconds), hostile, good, ["never stops"])
    torture.say(f"{hostile} that never stop posting, {seconds} s: {figures(result)}{alone(torture, good)}")
    check(result, torture)
    # unless the machine left them no time
    assert all("silent" in line for line in result.log)


@pytest.mark.nightly
def test_readers_that_do_not_read(torture: Torture) -> None:
    """Cut off when silent for 5 s, stuck for 6 s in spite of heart-beats, or 128 MiB behind; one line for each."""
    seconds, hostile, bulk = torture.amount(1, 60), 8, torture.amount(100_000, 400_000)
    # a byte read each second does not open the window of TCP again: that reader is as stuck as one that reads nothing
    expected = {("deaf", "silent"), ("beating", "too slow"), ("slow", "too slow")}
    if torture.nightly:
        expected.add(("trickle", "too slow"))
    result = run(float(seconds), hostile, 3, SLOW_READERS, bulk, enough=lambda log: kinds(log) >= expected)
    torture.say(
        f"{hostile} that read too slowly, {seconds} s, {bulk * 20e-6:g} MB/s to each: {figures(result)}"
        f"{alone(torture, 3)}"
    )
    check(result, torture)
    assert kinds(result.log) == expected
    names = [line.partition(" ")[0] for line in result.log]
    assert len(names) == len(set(names))


def kinds(log: list[str]) -> set[tuple[str, str]]:
    """Who was cut off, and why, as it begins."""
    found = (re.match(r"([a-z]+)\d+ \(\S+\): (silent|too slow).*; connection closed$", line) for line in log)
    return {(one[1], one[2]) if one else ("", "") for one in found}


@pytest.mark.moosivp
@pytest.mark.slow
@pytest.mark.parametrize("only", [(), SLOW_READERS], ids=["all", "readers"])
def test_beside_the_original(torture: Torture, only: tuple[str, ...]) -> None:
    """The same with the original MOOSDB, whose figures are told; ours loses no more."""
    moosdb = shutil.which("MOOSDB")
    if moosdb is None:
        pytest.skip("not on PATH: MOOSDB")
    rest = (50, 5, only) if only else (50, 5)
    seconds, bulk = float(torture.amount(5, 60)), 200_000 if only else 0
    theirs, ours = (run(seconds, *rest, bulk=bulk, moosdb=program) for program in (moosdb, ""))
    torture.say(
        f"50 {'slow readers' if only else 'hostile'} beside 5 good, {seconds:g} s: the original {figures(theirs)}"
    )
    torture.say(f"  built in {figures(ours)}")
    assert ours.lost == 0 <= theirs.lost
