from __future__ import annotations

import threading
import time

import pytest

from usimmarine_py.moos.clock import RealClock, SteppedClock, valid_warp


def test_moos_time_is_the_whole_epoch_times_warp() -> None:
    clock = RealClock(warp=10.0)
    before = time.time() * 10.0
    assert before <= clock.now() <= time.time() * 10.0
    clock.skew = 50.0
    assert clock.now() - clock.local_time() == pytest.approx(50.0, abs=1.0)


def test_sleep_ends_at_the_warped_time_and_not_before() -> None:
    clock = RealClock(warp=100.0)
    target = clock.now() + 2.0
    clock.sleep_until(target)
    assert clock.now() >= target


def test_sleep_into_the_past_returns() -> None:
    clock = RealClock()
    clock.sleep_until(clock.now() - 10.0)


def test_wake_ends_a_long_sleep() -> None:
    clock = RealClock()
    sleeper = threading.Thread(target=clock.sleep_until, args=(clock.now() + 3600.0,))
    sleeper.start()
    clock.wake()
    sleeper.join(30.0)
    assert not sleeper.is_alive()


def test_stepped_clock_jumps_and_never_goes_back() -> None:
    clock = SteppedClock(start=5.0, warp=2.0)
    assert clock.warp == 2.0
    clock.sleep_until(7.5)
    clock.sleep_until(6.0)
    assert clock.now() == 7.5
    assert clock.advance(0.5) == 8.0
    with pytest.raises(ValueError, match="cannot advance"):
        clock.advance(-1.0)


@pytest.mark.parametrize("warp", [0.0, -1.0, 400.5, float("nan"), float("inf")])
def test_warps_that_moos_refuses(warp: float) -> None:
    assert not valid_warp(warp)
    with pytest.raises(ValueError, match="time warp"):
        RealClock(warp)
    with pytest.raises(ValueError, match="time warp"):
        SteppedClock(0.0, warp)
