"""Real and stepped clocks, and absolute deadlines."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from tests.support.processes import environment
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


@pytest.mark.parametrize("period", [0.25, 1 / 3, 1 / 30, 0.1])
def test_the_mean_rate_is_the_nominal_one(period):
    schedule = Schedule(period, 1.7e9)
    assert schedule.deadline == pytest.approx(1.7e9 + period, abs=1e-6)
    for _ in range(10000):
        schedule.step()
    assert schedule.deadline == pytest.approx(1.7e9 + 10001 * period, abs=1e-6)
    assert (schedule.ticks, schedule.late, schedule.missed) == (10000, 0, 0)


def test_what_is_left_out_is_missed_and_the_grid_is_kept():
    schedule = Schedule(1.0, 0.0)
    schedule.step()  # that of 1.0
    schedule.skip(4.1)  # those of 2.0 and 3.0; the newest is made whatever its age
    assert schedule.deadline == 4.0
    schedule.skip(4.9)
    assert schedule.deadline == 4.0
    assert schedule.step() == 5.0
    assert schedule.summary() == "2 ticks, 0 late, 2 deadlines missed"


def test_a_clock_that_is_set_starts_anew():
    schedule = Schedule(1.0, 1000.0)
    schedule.step()
    schedule.restart(400.0)
    assert schedule.deadline == 401.0
    assert schedule.step() == 402.0


def test_without_a_period_nothing_is_missed():
    schedule = Schedule(0.0, 5.0)
    schedule.skip(50.0)
    assert schedule.step() == 5.0
    assert (schedule.ticks, schedule.late, schedule.missed) == (1, 0, 0)


def test_when_a_process_began() -> None:
    code = "import time; time.sleep(0.3); from usimmarine_py.moos.clock import process_start; print(process_start())"
    before = time.time()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True)
    slept = 0.3 if sys.platform == "linux" else 0.0  # elsewhere by the CPU time
    assert before - 0.02 <= float(done.stdout) <= time.time() - slept + 0.02
