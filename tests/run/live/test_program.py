"""The live loop: modes, connection watch, exit codes, signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from tests.support.app_doubles import Bench, NotingApplication, bench
from tests.support.paths import ROOT
from usimmarine_py.run.live.program import play_program
from usimmarine_py.values.rows import single


def live(b: Bench, ticks: int, **hooks) -> int:
    """Run until the application has iterated ``ticks`` times."""

    def plan(application, now):
        if len(application.times) in hooks.get("at", {}):
            hooks["at"][len(application.times)]()
        if len(application.times) >= ticks:
            b.app.stop()
        return [single("COUNT", len(application.times))]

    b.application.plan = plan
    return play_program(b.app, handle_signals=False)


def test_ticks_at_the_nominal_rate():
    b = bench(started=False)
    assert live(b, 400) == 0
    first = b.application.times[0]
    assert first == 1000.0 + 0.5 + 0.25  # half a second for the first mail, then one period
    assert b.application.times == [first + 0.25 * k for k in range(400)]
    assert (b.app.counters.ticks, b.app.counters.late, b.app.counters.missed) == (400, 0, 0)
    assert b.comms.closed == 1
    assert "app: connected to the MOOSDB at LOCALHOST:9000\n" in b.said


def test_a_moosdb_that_was_lost_and_found_between_two_looks_is_told():
    b = bench(started=False)

    def restart() -> None:
        b.bus.down()
        b.bus.up()

    assert live(b, 8, at={4: restart}) == 0
    said = [line for line in b.said if "the MOOSDB at" in line]
    connected = "app: connected to the MOOSDB at LOCALHOST:9000\n"
    assert said == [connected, "app: lost the MOOSDB at LOCALHOST:9000; trying to reconnect\n", connected]


def test_without_a_moosdb_it_starts_after_five_seconds_and_says_so_each_ten():
    b = bench(started=False, warp=100.0, mission_file="alpha.moos", brings_moosdb=True)
    b.bus.down()
    sleep_until = b.clock.sleep_until

    def sleep_until_40s(moos_time):
        sleep_until(moos_time)
        if b.clock.now() > 5000.0:
            b.app.stop()

    b.clock.sleep_until = sleep_until_40s
    assert play_program(b.app, handle_signals=False) == 0
    lines = [line for line in b.said if "still trying" in line]
    remedy = "start one: usim db alpha.moos (or give --db)"
    assert lines == [f"app: the in-memory bus is down; still trying after {n} s; {remedy}\n" for n in (1, 11, 21, 31)]
    assert b.application.host is not None  # on_start ran without a connection
    assert b.application.times == []


def test_a_lost_connection_is_told_and_no_iteration_runs_meanwhile():
    b = bench(started=False)
    lost_at = []

    def lose():
        b.bus.down()
        lost_at.append(b.clock.now())

    sleep_until = b.clock.sleep_until

    def reconnect_after_25s(moos_time):
        sleep_until(moos_time)
        if lost_at and not b.comms.is_connected() and b.clock.now() > lost_at[0] + 25.0:
            b.bus.up()

    b.clock.sleep_until = reconnect_after_25s
    assert live(b, 20, at={10: lose}) == 0
    gap = b.application.times[10] - b.application.times[9]
    assert 25.0 <= gap <= 25.5
    told = [line.split() for line in b.said if "MOOSDB at" in line or "still trying" in line]
    assert [words[1] for words in told] == ["connected", "lost", "the", "the", "connected"]


@pytest.mark.parametrize("when", ["at the start", "later"])
def test_a_refused_name_ends_with_3(when):
    b = bench(started=False)
    if when == "at the start":
        b.bus.client("app").run()
        assert play_program(b.app, handle_signals=False) == 3
    else:
        assert live(b, 20, at={10: b.comms.lose_name}) == 3
    reason = b.comms.refused_reason
    assert b.complained == [
        f"app: the MOOSDB refused the name app: {reason}; stop the other client or choose another alias\n"
    ]
    assert b.comms.closed == 1


def test_strict_ends_with_2():
    b = bench(started=False, strict=True, config_warnings=("Invalid AppTick: fast",))
    assert live(b, 5) == 2
    assert b.complained[0] == "app: Invalid AppTick: fast\n"
    assert b.application.times == []

    class Bad(NotingApplication):
        def on_start(self, host):
            host.config_warning("m.moos:3: thurst: unknown parameter")
            return

    b = bench(started=False, application=Bad(), strict=True)
    assert play_program(b.app, handle_signals=False) == 2
    assert b.complained[0] == "app: m.moos:3: thurst: unknown parameter\n"


def mail_times(mode: int, max_app_tick: float) -> Bench:
    """Mail arrives each 0.07 s for 2 s; ticks are one second apart."""
    b = bench(started=False, iterate_mode=mode, app_tick=1.0, max_app_tick=max_app_tick)
    sleep_until = b.clock.sleep_until
    arrivals = [1002.0 + 0.07 * k for k in range(28)]

    def sleep_and_receive(moos_time):
        sleep_until(moos_time)
        while arrivals and b.clock.now() >= arrivals[0]:
            b.mail("X", 1.0, time=arrivals.pop(0))
        if b.clock.now() > 1006.0:
            b.app.stop()

    b.clock.sleep_until = sleep_and_receive
    assert play_program(b.app, handle_signals=False) == 0
    assert sum(len(m) for m in b.application.mail) == 28
    return b


def test_mode_0_takes_mail_at_ticks():
    b = mail_times(0, 5.0)
    assert len(b.application.mail) == 3
    assert len(b.application.times) == 5


def test_mode_1_iterates_when_mail_comes_and_at_ticks():
    b = mail_times(1, 0.0)
    assert len(b.application.mail) == 28
    assert len(b.application.times) == 28 + 5
    b = mail_times(1, 5.0)
    assert 10 <= len(b.application.mail) <= 13
    assert len(b.application.mail) + 2 <= len(b.application.times) <= len(b.application.mail) + 5


def test_mode_2_takes_mail_as_it_comes_and_iterates_at_ticks():
    b = mail_times(2, 0.0)
    assert len(b.application.mail) == 28
    assert len(b.application.times) == 5
    assert len(mail_times(2, 5.0).application.mail) <= 13


def test_stop_from_another_thread():
    b = bench(started=False)
    threading.Thread(target=lambda: b.app.stop(7)).start()
    assert play_program(b.app, handle_signals=False) == 7


PROGRAM = """
import sys
sys.path[:0] = {path!r}
from tests.support.app_doubles import NotingApplication
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.run.live.program import play_program
from usimmarine_py.moos.app.settings import AppSettings, LoopSettings

class Ready(NotingApplication):
    def iterate(self, now):
        if len(self.times) == 1:
            self.host.say("ticking")
        return super().iterate(now)

clock = RealClock(20.0)
with MoosDb(warp=20.0) as db:
    comms = NativeComms("app", "127.0.0.1", db.port, clock)
    sys.exit(play_program(MoosApp(Ready(), AppSettings("app", loop=LoopSettings({tick})), comms, clock)))
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
@pytest.mark.parametrize("tick", [4.0, 0.2])
def test_signals_end_it_cleanly(number, code, tick):
    text = PROGRAM.format(path=[str(ROOT)], tick=tick)
    read, write = os.pipe()  # a stdin that never ends: reading it would hang
    with subprocess.Popen([sys.executable, "-c", text], stdin=read, stdout=subprocess.PIPE, text=True) as process:
        os.close(read)
        assert process.stdout is not None
        for line in process.stdout:  # ends with an error below if it never says so
            if "ticking" in line:
                process.send_signal(number)
        assert process.wait(60.0) == code
    os.close(write)


def test_it_ends_after_so_many_seconds():
    b = bench(started=False, duration=10.0, app_tick=4.0)
    assert play_program(b.app, handle_signals=False) == 0
    assert len(b.application.times) == 40
    assert b.clock.now() == 1010.5  # half a second for the first mail
    assert b.said[-1] == "app: ends after 10 s, as --for asks\n"
    slow = bench(started=False, duration=10.0, app_tick=0.01)
    assert play_program(slow.app, handle_signals=False) == 0
    assert slow.clock.now() == 1010.5


def test_so_many_seconds_without_a_moosdb_are_a_failure():
    b = bench(started=False, duration=10.0)
    b.bus.down()
    assert play_program(b.app, handle_signals=False) == 1
    assert b.said[-1] == "app: ends after 10 s, as --for asks; there never was a MOOSDB\n"


@pytest.mark.parametrize("may_end", [True, False])
def test_it_ends_when_the_application_has_finished(may_end: bool):
    class Brief(NotingApplication):
        @property
        def may_end(self):
            return may_end

        @property
        def finished(self):
            return len(self.times) >= 7

    b = bench(started=False, application=Brief(), until_quit=True)
    assert play_program(b.app, handle_signals=False) == (0 if may_end else 2)
    assert len(b.application.times) == (7 if may_end else 0)
    if not may_end:
        assert "--until-quit: nothing here comes to an end" in b.complained[0]
