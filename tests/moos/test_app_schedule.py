"""Absolute deadlines."""

from __future__ import annotations

import pytest

from usimmarine_py.moos.clock import Schedule


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
