"""Real and stepped clocks, and absolute deadlines."""

from __future__ import annotations

import math
import threading
import time

import pytest

from usimmarine_py.moos.clock import RealClock, Schedule, SteppedClock, valid_warp


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


def drive(schedule: Schedule, start: float, costs: list[float]) -> list[float]:
    """Begin times of ticks that take ``costs`` seconds each."""
    now, begun = start, []
    for cost in costs:
        now = max(now, schedule.deadline)
        assert schedule.is_due(now)
        schedule.begin(now)
        begun.append(now)
        now += cost
    return begun


@pytest.mark.parametrize("period", [0.25, 1 / 3, 1 / 30, 0.1])
def test_the_mean_rate_is_the_nominal_one(period):
    schedule = Schedule(period, 1.7e9)
    begun = drive(schedule, 1.7e9, [0.9 * period] * 10000)
    assert begun[-1] == pytest.approx(1.7e9 + 10000 * period, abs=1e-6)
    assert (schedule.ticks, schedule.late, schedule.missed) == (10000, 0, 0)


def test_an_overrun_skips_deadlines_and_keeps_the_grid():
    schedule = Schedule(1.0, 0.0)
    assert drive(schedule, 0.0, [0.1, 3.6, 0.1, 0.1]) == [1.0, 2.0, 5.6, 6.0]
    assert (schedule.ticks, schedule.late, schedule.missed) == (4, 1, 2)
    assert schedule.summary() == "4 ticks, 1 late, 2 deadlines missed"


def test_a_little_late_moves_nothing():
    schedule = Schedule(1.0, 0.0)
    assert drive(schedule, 0.0, [1.2, 0.9, 0.1]) == [1.0, 2.2, 3.1]
    assert schedule.deadline == 4.0
    assert (schedule.late, schedule.missed) == (0, 0)


def test_a_clock_that_is_set_back_starts_anew():
    schedule = Schedule(1.0, 1000.0)
    schedule.begin(1001.0)
    assert not schedule.is_due(400.0)
    assert schedule.deadline == 401.0
    assert schedule.is_due(401.0)


def test_without_a_period_every_moment_is_due():
    schedule = Schedule(0.0, 5.0)
    assert schedule.is_due(5.0)
    schedule.begin(5.0)
    assert schedule.is_due(5.0)
    assert (schedule.ticks, schedule.late, schedule.missed) == (1, 0, 0)


def test_ticks_that_were_held_back_are_taken_at_their_own_times():
    schedule = Schedule(1.0, 0.0)
    assert schedule.take(3.5, 3.5, 10.0) == [1.0, 2.0, 3.0]
    assert schedule.take(4.0, 3.5, 10.0) == [4.0]
    assert schedule.deadline == 5.0
    assert (schedule.ticks, schedule.late, schedule.missed) == (4, 0, 0)


def test_what_comes_late_is_taken_within_reach_and_counted():
    schedule = Schedule(1.0, 0.0)
    assert schedule.take(6.25, -math.inf, 3.0) == [4.0, 5.0, 6.0]
    assert (schedule.ticks, schedule.late, schedule.missed) == (3, 2, 3)
    # the newest is taken whatever its age
    assert schedule.take(7.9, -math.inf, 0.5) == [7.0]
    assert (schedule.ticks, schedule.late, schedule.missed) == (4, 3, 3)
    # those held back for 3 s are late 1.5 s behind their time
    assert schedule.take(12.4, 11.0, 10.0) == [8.0, 9.0, 10.0, 11.0, 12.0]
    assert schedule.late == 3
    assert schedule.take(17.6, 16.0, 10.0) == [13.0, 14.0, 15.0, 16.0, 17.0]
    assert schedule.late == 7


def test_without_reach_only_one_is_taken_now():
    schedule = Schedule(1.0, 0.0)
    assert schedule.take(3.5, -math.inf, 0.0) == [3.5]
    assert (schedule.ticks, schedule.missed, schedule.deadline) == (1, 2, 4.0)
