"""Processes that work for another one: what they leave when that one goes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time

import pytest

from usimmarine_py.launch.workers import Worker, WorkFailed


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


def _leave_by(name: str) -> str:
    os.kill(os.getpid(), getattr(signal, name))
    return "stayed"


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal here")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_copy_of_a_process_with_handlers_has_none(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """A signal to the whole group ends it at once and in silence; the one who started it has its own say."""

    def leave(*_: object) -> None:
        raise RuntimeError(name)

    number = getattr(signal, name)
    before = signal.signal(number, leave)
    try:
        worker = Worker(multiprocessing.get_context("fork"), _leave_by)
        worker.give(name)
        assert worker.answer() == WorkFailed("a worker died", f"signal {number:d}")
    finally:
        signal.signal(number, before)
    assert capfd.readouterr() == ("", "")
