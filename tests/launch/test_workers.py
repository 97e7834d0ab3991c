"""Processes that work for another one: what they leave when that one goes."""

from __future__ import annotations

import multiprocessing
import time

import pytest

from usimmarine_py.launch.workers import Worker


def _slowly(seconds: float) -> bytes:
    time.sleep(seconds)
    return bytes(1_000_000)


@pytest.mark.timeout(60)
def test_a_worker_whose_answer_nobody_waits_for_ends_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    """The line is closed while it works, as when the one who asked was killed: code 0, and not a word."""
    worker = Worker(multiprocessing.get_context("spawn"), _slowly)
    worker.give(0.0)
    assert len(worker.answer()) == 1_000_000  # it has started
    worker.give(0.3)
    assert worker.end(patience=30.0) == "exit code 0"
    assert capfd.readouterr() == ("", "")
