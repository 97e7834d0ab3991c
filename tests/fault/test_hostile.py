"""A short form of ``benchmarks/hostile.py``: the good clients lose nothing."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.hostile import run


def test_good_clients_lose_nothing_beside_hostile_ones(figure: Callable[[str], None]) -> None:
    result = run(seconds=3.0, hostile=20, good=3)
    assert result.lost == 0
    assert result.reconnections == 0
    assert result.posts >= 90
    assert result.incidents > 0
    figure(
        f"20 hostile beside 3 good connections, 3 s: {result.posts} posts, none lost, "
        f"latency p99 {result.p99_ms:.1f} ms, {result.incidents} incidents logged"
    )
