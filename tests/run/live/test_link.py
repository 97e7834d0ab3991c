"""The loop of a program with a link: late ticks, what is left out, and a clock that is corrected or set."""

from __future__ import annotations

import os
import signal
import time

import pytest

from tests.support.app_doubles import Bench, NotingApplication, bench
from usimmarine_py.run.live.pace import Pace
from usimmarine_py.run.live.program import play_program
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.rows import single

#: A tick may be late by 0.1 real s, which are 2.5 MOOS s.
WARP = 25.0
#: The pause of the client, 0.4 ms for each unit of the warp: MOOS s in which it does not look for ticks after others.
REST = 0.25


def drive(costs: list[float], tick: float = 1.0) -> tuple[Bench, list[float]]:
    """Make as many ticks as there are costs (MOOS s), which they take; also return when each was made, MOOS s."""
    b = bench(started=False, app_tick=tick, warp=WARP)
    made: list[float] = []
    left = list(costs)

    def plan(application, now):
        made.append(b.clock.now() - 1000.5)
        b.clock.advance(left.pop(0))
        if not left:
            b.app.stop()
        return [single("COUNT", len(application.times))]

    b.application.plan = plan
    assert play_program(b.app, handle_signals=False) == 0
    return b, made


def ticks(b: Bench) -> list[float]:
    """For which times ticks were made, after the wait for the first mail."""
    return [time - 1000.5 for time in b.application.times]


@pytest.mark.parametrize("tick", [4.0, 3.0, 30.0])
def test_the_mean_rate_is_the_nominal_one(tick):
    b, _ = drive([0.5 / tick] * 2000, tick)
    assert ticks(b) == pytest.approx([(k + 1) * b.app.schedule.period for k in range(2000)], abs=1e-6)
    assert (b.app.schedule.ticks, b.app.schedule.late, b.app.schedule.missed) == (2000, 0, 0)


def test_late_ticks_are_made_one_after_another_at_their_own_times():
    b, made = drive([0.1, 2.4, 0.0, 0.1, 0.1])
    assert ticks(b) == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert made[:2] + made[4:] == pytest.approx([1.0, 2.0, 5.0], abs=1e-3)
    # one after another behind the long one; both are late by more than half a period
    assert made[2:4] == pytest.approx([4.4 + REST, 4.4 + REST], abs=1e-3)
    assert (b.app.schedule.ticks, b.app.schedule.late, b.app.schedule.missed) == (5, 2, 0)
    assert not any("left out" in line for line in b.said)


def test_what_is_long_past_is_missed_and_the_grid_is_kept():
    b, made = drive([0.1, 5.55, 0.0, 0.0, 0.0, 0.1])
    # at 7.8 all before 5.3 is too late: of those the newest is made
    assert ticks(b) == [1.0, 2.0, 5.0, 6.0, 7.0, 8.0]
    assert made[2:] == pytest.approx([7.55 + REST, 7.55 + REST, 7.55 + REST, 7.55 + 2 * REST], abs=1e-3)
    assert (b.app.schedule.ticks, b.app.schedule.missed) == (6, 2)
    assert b.said[-1] == (
        "app: 2 of 8 iterations were left out: too slow, or held up, for AppTick 1 Hz at time warp 25\n"
    )


def test_late_ticks_get_the_mail_of_before_their_time():
    b = bench(started=False, app_tick=1.0, warp=WARP)

    def plan(application, now):
        if len(application.times) == 2:  # this tick takes 2.4 s, in which mail comes
            b.clock.advance(2.4)
            b.mail("X", 3.0, time=1000.5 + 2.9)
            b.mail("X", 4.0, time=1000.5 + 3.1)
        if len(application.times) == 4:
            b.app.stop()

    b.application.plan = plan
    assert play_program(b.app, handle_signals=False) == 0
    assert ticks(b) == [1.0, 2.0, 3.0, 4.0]
    assert [[message.value for message in mail] for mail in b.application.mail] == [[3.0], [4.0]]


def test_without_a_period_it_ticks_as_often_as_it_may():
    b, made = drive([0.0] * 20, 0.0)
    assert b.app.schedule.period == 0.0
    assert ticks(b) == sorted(ticks(b))
    assert made == pytest.approx([REST * (k + 1) for k in range(20)], abs=1e-3)
    assert b.app.schedule.missed == 0


def test_a_pace_follows_small_corrections_and_says_large_ones():
    now, skew = [100.0], [0.0]
    pace = Pace(10.0, steady=lambda: now[0], wall=lambda: 1.8e9 + now[0] + skew[0], follows=True)
    before = pace.now()
    skew[0] = 0.05  # real s
    assert pace.resynchronised() == 0.0
    assert pace.now() == pytest.approx(before + 0.5, abs=1e-5)
    now[0] += 1.0
    skew[0] = 3600.05
    assert pace.resynchronised() == pytest.approx(36000.0, abs=1e-4)
    assert pace.now() == pytest.approx(before + 36010.5, abs=1e-4)


def test_clocks_that_could_not_be_read_together_are_not_compared():
    times = iter([0.0, 10.0, 10.5, 11.0, 11.0])
    pace = Pace(1.0, steady=lambda: next(times), wall=lambda: 1.8e9)
    assert pace.resynchronised() == 0.0  # half a second between both readings
    assert pace.resynchronised() == pytest.approx(-11.0)


def test_a_burst_of_mail_is_read_in_portions():
    """20,000 messages that are there at once: each is read once and in order, in handlers of at most some hundred."""
    b = bench(started=False, app_tick=1.0, warp=WARP)

    def plan(application, now):
        if len(application.times) == 2:
            for number in range(20_000):
                b.mail("X", float(number), time=1000.5)
        if len(application.times) == 40:
            b.app.stop()

    b.application.plan = plan
    assert play_program(b.app, handle_signals=False) == 0
    assert [message.value for mail in b.application.mail for message in mail] == [float(k) for k in range(20_000)]
    assert max(map(len, b.application.mail)) < 1_000
    assert ticks(b) == [float(k + 1) for k in range(40)]


def test_mail_of_a_variable_keeps_its_order_where_a_clock_is_set_back():
    """What bears a later time waits for the next of several late ticks: so does all behind it in its variable.

    Not where mail is sorted by time, as it is without ``SortMailByTime = false``.
    """
    b = bench(started=False, app_tick=1.0, warp=WARP)
    b.app.settings = replace(b.app.settings, loop=replace(b.app.settings.loop, sort_mail=False))

    def plan(application, now):
        if len(application.times) == 2:  # this tick takes 2.4 s, in which mail comes
            b.clock.advance(2.4)
            for value, time in ((1.0, 2.5), (2.0, 3.5), (3.0, 2.6)):
                b.mail("X", value, time=1000.5 + time)
        if len(application.times) == 5:
            b.app.stop()

    b.application.plan = plan
    assert play_program(b.app, handle_signals=False) == 0
    assert [[message.value for message in mail] for mail in b.application.mail] == [[1.0], [2.0, 3.0]]


class Slow(NotingApplication):
    """Takes its time for each message, s; the first one never comes to an end where that is infinite."""

    def __init__(self, each: float, number: signal.Signals | None) -> None:
        super().__init__()
        self.each, self.number, self.since = each, number, 0.0

    def on_mail(self, mail):
        super().on_mail(mail)
        while time.monotonic() < self.since + self.each * sum(map(len, self.mail)):
            pass

    def iterate(self, now):
        if len(self.times) == 3:
            self.ask()
            self.since = time.monotonic()
            os.kill(os.getpid(), self.number) if self.number else self.host.stop(0)
        return super().iterate(now)


def flooded(each: float, number: signal.Signals | None, count: int = 3_000) -> tuple[Bench, Slow, float]:
    """Ask an application to end while so much mail waits; also return how long it took, s."""
    application = Slow(each, number)
    b = bench(started=False, application=application, app_tick=1.0, warp=WARP)
    application.ask = lambda: [b.mail("X", float(k)) for k in range(count)]
    assert play_program(b.app) == 0
    took = time.monotonic() - application.since
    read = [message.value for mail in application.mail for message in mail]
    assert read == [float(k) for k in range(len(read))]
    return b, application, took


def test_a_signal_leaves_mail_for_which_there_is_no_time() -> None:
    """All of it was read first: 2.2 s beside a flood, and without an end where a message has none."""
    b, application, took = flooded(0.0001, signal.SIGTERM)
    read = sum(map(len, application.mail))
    assert 0 < read < 2_000 and took < 0.4
    assert b.said[-1] == f"app: {3_000 - read:,} messages that waited were not read: it was asked to end\n"
    b, application, took = flooded(float("inf"), signal.SIGTERM)
    assert took < 0.4
    assert b.complained == ["app: its last mail took more than 0.2 s after the signal; the application is ended\n"]


def test_without_a_signal_all_mail_is_read() -> None:
    _, application, _ = flooded(0.0001, None)
    assert sum(map(len, application.mail)) == 3_000
    assert max(map(len, application.mail)) < 1_000
