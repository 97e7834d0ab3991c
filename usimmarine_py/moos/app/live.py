"""The loop of a live application: real deadlines, connection watch, signals, exit codes."""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Iterable
from contextlib import nullcontext

from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.signals import ended_by
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.warp import differs
from usimmarine_py.values.app import Ending, Paced, Stuck

#: Longest uninterrupted sleep, real s: SIGTERM must be answered well within a second.
SLEEP_SLICE = 0.1
#: The same where a signal ends it, real s: a step of the machine's clock is noticed.
LONGEST_REST = 1.0
#: The loop wakes up for iterations at most this often, real s; those that are due by then are made one after another.
#: Time warp makes it longer: no oftener than posts may leave (laws/wire 10), up to the second figure.
LEAST_REST = 0.002
MOST_REST = 0.04
#: An iteration without posts may wait for one with posts that is due within this time, real s.
LONGEST_UNPOSTED = 0.01
#: In iterate mode 0 mail may wait for a tick that is due within this time, real s.
LONGEST_UNREAD = 0.05
#: Iterations that are later than this are left out, real s.
LONGEST_LAG = 0.04
#: The same at the start, for a program that was loading: those since its process began, real s; and at most so many.
LONGEST_LOADING = 2.0
MOST_LOADING_TICKS = 1000
#: How often iterate modes 1 and 2 look for mail on a clock that is not the real one, real s.
MAIL_POLL = 0.005
#: Wait for the first connection, then for the first mail, MOOS s.
CONNECT_WAIT = 5.0
FIRST_MAIL_WAIT = 0.5
#: A connection takes this long, MOOS s (laws/wire 5).
HANDSHAKE = 0.1
#: A MOOSDB answers registrations within this time, real s.
ANSWER_WAIT = 0.03
#: Without a MOOSDB: the first word after, then one each, real s.
FIRST_COMPLAINT = 1.0
COMPLAINT_INTERVAL = 10.0
#: A clock that goes on by this much more or less than time does was set, real s; and how close together both must be
#: read.
CLOCK_STEP = 0.1
READING = 0.01

EXIT_DONE = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


def run_live(app: MoosApp, *, handle_signals: bool = True, began: float | None = None) -> int:
    """Connect, start and loop until ``app.exit_code`` is set; return it. Never reads stdin.

    ``began`` is the Unix time (s) at which the process began. With it the time that loading took is made up for: the
    application starts as if it had been loaded at once, and makes its ticks since then one after another. SIGTERM and
    SIGHUP give 0, SIGINT 130, a refused name 3, a configuration that cannot be used 2.
    """
    loop = ProgramLoop(app, began)
    with ended_by(loop.leave) if handle_signals else nullcontext():
        try:
            return loop.run()
        except UsimError as error:
            app.complain(str(error))
            return error.exit_code
        finally:
            app.close()


class ProgramLoop:
    """The loop of ``run_live``."""

    def __init__(self, app: MoosApp, began: float | None = None) -> None:
        self.app = app
        self._began = began
        self._loading = 0.0  # MOOS s at the start that are made up for
        self._catches_up = 0.0  # MOOS time until which older iterations than usual are made
        self.settings = app.settings
        self.clock = app.clock
        self._warp = app.clock.warp
        pause = 1e-3 * self.settings.db.tw_delay_factor * self._warp if self._warp > 1.0 else 0.0  # of the client
        rest = min(max(LEAST_REST, pause), MOST_REST) if self.settings.db.use_comms else LEAST_REST
        self._least_rest = rest * self._warp  # MOOS s
        self._longest_lag = LONGEST_LAG * self._warp + self._least_rest  # MOOS s
        self._posts_every = app.application.posts_every if isinstance(app.application, Paced) else 1  # iterations
        if (self._posts_every - 1) * self.settings.loop.period > LONGEST_UNPOSTED * self._warp + 1e-9:
            self._posts_every = 1
        self._is_real = isinstance(app.clock, RealClock)
        self._attends = app.settings.db.use_comms and self._is_real
        self._seen_connections = 0
        self._seen_warp: float | None = None  # of the MOOSDB
        self._warp_warning = ""
        self._alone_since: float | None = self._real()
        self._next_complaint = FIRST_COMPLAINT
        self._mail_allowed = 0.0
        self._awake_at = -math.inf  # MOOS time before which no iteration is looked for
        self._end = math.inf  # MOOS time
        self._ending: Ending | None = None
        self._stuck: Stuck | None = None
        self._ahead: float | None = None  # MOOS time less the time that no clock setting changes, MOOS s

    def run(self) -> int:
        """Connect, start and loop; the exit code."""
        app = self.app
        if self.settings.strict and self.settings.config_warnings:
            return self._strict_end(self.settings.config_warnings)
        if self.settings.loop.until_quit:
            self._ending = app.application if isinstance(app.application, Ending) else None
            self._stuck = app.application if isinstance(app.application, Stuck) else None
            if self._ending is None or not self._ending.may_end:
                problem = "nothing here comes to an end: no plan, and no timer_script with an event = quit"
                raise ConfigError(problem, key="--until-quit", file=self.settings.mission_file)
        app.connect()
        if self.settings.db.use_comms:
            self._await_connection()
        if app.exit_code is None:
            app.begin(self.clock.now() - self._loading if self._loading else None)
            self._catches_up = self.clock.now() + self._loading
            if self.settings.strict and app.caster.config_warnings:
                return self._strict_end(app.caster.config_warnings)
        if self.settings.loop.duration is not None:
            self._end = self.clock.now() + self.settings.loop.duration
        while app.exit_code is None:
            self._step()
            self._look_for_end()
        app.deliver(self.clock.now())  # a recorder wants the last mail, too
        self._tell_losses()
        return app.exit_code

    def _tell_losses(self) -> None:
        """Print skipped ticks at the end, because the report may not have been read."""
        made, missed = self.app.schedule.ticks, self.app.schedule.missed
        if missed:
            pace = f"AppTick {self.settings.loop.app_tick:g} Hz at time warp {self._warp:g}"
            self.app.say(f"{missed} of {made + missed} iterations were left out: too slow, or held up, for {pace}")

    def _strict_end(self, warnings: Iterable[str]) -> int:
        for warning in warnings:
            self.app.complain(warning)
        self.app.complain("ended by --strict: correct the mission file, or leave --strict out")
        return EXIT_USAGE

    def _await_connection(self) -> None:
        comms, clock = self.app.comms, self.clock
        end = clock.now() + CONNECT_WAIT
        present = not comms.problem  # the MOOSDB was there first
        while self.app.exit_code is None and not comms.is_connected() and clock.now() < end:
            self._watch_connection()
            before = clock.now()
            comms.wait_until_connected(min(SLEEP_SLICE, (end - before) / clock.warp))
            present = present and not comms.problem
            if clock.now() == before and not comms.is_connected():
                clock.sleep_until(before + SLEEP_SLICE * clock.warp)  # a stepped clock moves in its sleep only
        self._watch_connection()
        now = clock.now()
        start = now + FIRST_MAIL_WAIT
        if self._began is None or not (present and comms.is_connected()):
            self._sleep_until(start)
            return
        # a program that needs no time to load is connected after the handshake
        loaded_at_once = now - (time.time() - self._began) * clock.warp + HANDSHAKE + FIRST_MAIL_WAIT
        self._sleep_until(max(loaded_at_once, min(start, now + ANSWER_WAIT * clock.warp)))
        most = min(LONGEST_LOADING * clock.warp, MOST_LOADING_TICKS * self.settings.loop.period)
        self._loading = min(max(clock.now() - loaded_at_once, 0.0), most)

    def _step(self) -> None:
        """One round of the loop in the configured iterate mode.

        Mode 0: mail and iteration at AppTick. 1: both at AppTick and whenever mail comes. 2: iteration at AppTick,
        mail as it comes. Rounds caused by mail come at most MaxAppTick times a MOOS second.
        """
        app = self.app
        if self.settings.loop.iterate_mode == 0 or app.schedule.is_due(self.clock.now()):
            # with never a moment to spare the transport does its work, too
            self._rest(max(app.schedule.deadline, self._awake_at))
        else:
            self._look_for_mail(self.clock.now())
        now = self._watch_clock()
        if app.schedule.is_due(now):
            self._watch_connection()
            reach = self._longest_lag if now >= self._catches_up else self._loading + self._longest_lag
            ticks = app.schedule.take(now, reach, 2.0 * self._least_rest)
            for due in ticks:
                if app.exit_code is None:
                    app.tick(due, another=due < ticks[-1])
            waits = -(app.caster.iteration + 1) % self._posts_every
            self._awake_at = max(
                self.clock.now() + self._least_rest, app.schedule.deadline + waits * app.schedule.period
            )

    def _look_for_end(self) -> None:
        """End after the requested duration, or at the end of a script or a plan."""
        app = self.app
        if self._ending is not None and self._ending.finished:
            app.say("ends: what --until-quit waits for has come")
            app.stop(EXIT_DONE)
        elif self._stuck is not None and self._stuck.stuck:
            app.complain(f"{self._stuck.stuck}; ended, as what --until-quit waits for will not come")
            app.stop(EXIT_FAILED)
        elif self._end < app.schedule.deadline and self.clock.now() >= self._end:
            met = bool(app.connections) or not self.settings.db.use_comms
            why = "" if met else "; there never was a MOOSDB"
            app.say(f"ends after {self.settings.loop.duration:g} s, as --for asks{why}")
            app.stop(EXIT_DONE if met else EXIT_FAILED)

    def _look_for_mail(self, now: float) -> None:
        app, limit = self.app, self.settings.loop.max_app_tick
        pause = 1.0 / limit if limit > 0 else 0.0
        if not self._mail_allowed - now <= pause:  # the clock was set back
            self._mail_allowed = now
        if now >= self._mail_allowed and app.deliver(now):
            self._mail_allowed = now + pause
            if self.settings.loop.iterate_mode == 1:
                app.iterate(now)
        if now < self._mail_allowed:
            self._sleep_until(min(self._mail_allowed, app.schedule.deadline))
        elif self._attend(app.schedule.deadline):
            app.mail_came.clear()
        elif isinstance(self.clock, RealClock):
            # RealClock sleeps in slices; an event answers at once
            app.mail_came.wait(min(SLEEP_SLICE, max(0.0, app.schedule.deadline - now) / self.clock.warp))
            app.mail_came.clear()
        else:
            self._sleep_until(min(now + MAIL_POLL * self.clock.warp, app.schedule.deadline))

    def _sleep_until(self, moos_time: float) -> None:
        asleep = self.clock.now()
        while self.app.exit_code is None:
            now = self.clock.now()
            if not asleep <= now < min(moos_time, self._end):  # a clock that was set back ends the sleep, too
                return
            self._rest(moos_time)

    def _rest(self, moos_time: float) -> None:
        """Sleep to ``moos_time``, or less."""
        moos_time = min(moos_time, self._end)
        if not self._attend(moos_time):
            self.clock.sleep_until(min(moos_time, self.clock.now() + SLEEP_SLICE * self.clock.warp))

    def _attend(self, moos_time: float) -> bool:
        """Sleep to ``moos_time``, or less, while the transport does its work in this thread; False if it does not."""
        if not self._attends:
            return False
        left = (moos_time - self.clock.now()) / self._warp
        # mail that waits a little is read with the next tick: one wake-up less
        reads = self.settings.loop.iterate_mode != 0 or left > LONGEST_UNREAD
        return self.app.comms.attend(time.monotonic() + min(left, LONGEST_REST), reads=reads)

    def _watch_clock(self) -> float:
        """Return MOOS time (s); a clock that was set, of this machine or of the MOOSDB, is noticed."""
        if not self._is_real:
            return self.clock.now()
        before = time.monotonic()
        now = self.clock.now()
        steady = time.monotonic()
        if steady - before > READING:
            return now  # it is not known which of both is late; next time
        last, self._ahead = self._ahead, now - steady * self._warp
        change = 0.0 if last is None else self._ahead - last
        if abs(change) > CLOCK_STEP * self._warp:
            self._mail_allowed = self._awake_at = now
            self._end += change
            self.app.clock_was_set(now, change)
        return now

    def _watch_connection(self) -> None:
        """Say what has become of the connection; raises ``NameRefusedError``."""
        app, settings = self.app, self.settings
        if not settings.db.use_comms:
            return
        connected = app.comms.is_connected()
        if connected and app.connections == self._seen_connections and app.comms.moosdb_warp == self._seen_warp:
            self._alone_since = None
            return
        where = f"{settings.db.host}:{settings.db.port}"
        if connected:
            if app.connections != self._seen_connections:
                self._seen_connections = app.connections
                app.say(f"connected to the MOOSDB at {where}")
                if settings.community and app.comms.community not in ("", settings.community):
                    found = app.comms.community
                    app.say(f"this mission's community is {settings.community}, the MOOSDB at {where} is of {found}")
            if app.comms.moosdb_warp != self._seen_warp:
                self._compare_warps(where)
            self._alone_since = None
            return
        app.comms.wait_until_connected(0.0)
        now = self._real()
        if self._alone_since is None:
            app.say(f"lost the MOOSDB at {where}; trying to reconnect")
            self._alone_since, self._next_complaint = now, COMPLAINT_INTERVAL
        elif now - self._alone_since >= self._next_complaint:
            alone = now - self._alone_since
            why = app.comms.problem or f"no MOOSDB at {where}"
            remedy = f"start one: usim db {settings.mission_file or f'--port {settings.db.port}'}"
            if settings.brings_moosdb:
                remedy += " (or give --db)"
            app.say(f"{why}; still trying after {alone:.0f} s; {remedy}")
            self._next_complaint += COMPLAINT_INTERVAL

    def _compare_warps(self, where: str) -> None:
        """Warn when the MOOSDB's clock runs at another warp: no time stamp fits another then."""
        app, found = self.app, self.app.comms.moosdb_warp
        if self._warp_warning:
            app.retract_run_warning(self._warp_warning)
        self._seen_warp, self._warp_warning = found, ""
        if found is not None and differs(self._warp, found):
            self._warp_warning = (
                f"this mission's time warp is {self._warp:g}, the MOOSDB at {where} runs at {found:g}; "
                "start both with the same MOOSTimeWarp"
            )
            app.run_warning(self._warp_warning)

    def _real(self) -> float:
        """Real s, independent of changes of the machine's clock."""
        return time.monotonic() if isinstance(self.clock, RealClock) else self.clock.now() / self.clock.warp

    def leave(self, number: int) -> None:
        """End the loop because of a signal."""
        self.app.stop(EXIT_INTERRUPTED if number == signal.SIGINT else EXIT_DONE)
