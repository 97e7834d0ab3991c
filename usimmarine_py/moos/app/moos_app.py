"""The life cycle of a MOOS application (laws/moos 3), over any transport and clock.

One code path serves two callers: ``live.run_live`` takes the steps ``connect()``, ``begin()``, ``tick(now)`` ...
``close()`` in real time until it is told to leave; a lock-step runner moves the clock itself.

Differences from libMOOS, all on purpose: ticks have absolute deadlines (``clock.Schedule``); an application that raises
loses that tick and not the process; what was registered at the connection is not registered a second time after
``on_start``, so that old mail does not arrive twice.
"""

from __future__ import annotations

import math
import threading
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TypeVar

from usimmarine_py.errors import AppError, MailError, UsimError, shorten
from usimmarine_py.moos.app.appcast import MIN_REPORT_INTERVAL, clamp
from usimmarine_py.moos.app.application import Application, Batched, Quiet, Rows, Steady, Subscription
from usimmarine_py.moos.app.settings import COMMS_POLICIES, MAX_REPORT_INTERVAL, AppSettings
from usimmarine_py.moos.app.status import (
    STATUS_INTERVAL,
    LoadMeter,
    ProcessFigures,
    ProcessMeter,
    losses,
    status_string,
)
from usimmarine_py.moos.app.terminal import LEAD, Console, stderr_console, stdout_console, terminal_report
from usimmarine_py.moos.app.voice import Voice, described
from usimmarine_py.moos.clock import Clock, Schedule
from usimmarine_py.moos.transport.comms import Comms, CommsStatistics
from usimmarine_py.values import Message, Post, Value

#: Variables that every AppCasting application registers, in this order (laws/moos 7.1).
HOST_VARIABLES = ("APPCAST_REQ", "LOADCAST_REQ", "TERM_REPORT_INTERVAL", "COMMS_POLICY")

_TIME = attrgetter("time")
_T = TypeVar("_T")


class MoosApp(Voice):
    """Drives one ``Application``. It is also the application's ``AppHost``."""

    def __init__(
        self,
        application: Application,
        settings: AppSettings,
        comms: Comms,
        clock: Clock,
        *,
        console: Console = stdout_console,
        errors: Console = stderr_console,
        meter: Callable[[], ProcessFigures] | None = None,
        terminal: bool | None = None,
        deliver_host_mail: bool | None = None,
    ) -> None:
        """``meter`` measures the process (``status.no_figures`` for lock-step runs); ``terminal`` overrides whether
        reports are printed. ``deliver_host_mail`` hands APPCAST_REQ and the like to the application as well; None
        does so for an application with a true attribute ``wants_host_mail``.
        """
        super().__init__(settings, console=console, errors=errors, terminal=terminal)
        self.application = application
        self.comms = comms
        self.clock = clock
        self.comms_policy = settings.comms_policy
        self.schedule = Schedule(settings.period, clock.now())
        self.refused_posts = 0  #: posts dropped because there was no connection
        self._meter = ProcessMeter() if meter is None else meter
        if deliver_host_mail is None:
            deliver_host_mail = bool(getattr(application, "wants_host_mail", False))
        self._deliver_host_mail = deliver_host_mail
        self._quiet = application if isinstance(application, Quiet) else None
        self._batched = application if isinstance(application, Batched) else None
        self._arrived: deque[tuple[float, list[Message]]] = deque()  # mail and when it came, MOOS s
        self._ignored: frozenset[str] = frozenset()
        self._rows: tuple[str, ...] = ()  # variables of the last batch
        self._stamp: float | None = None  # of posts that bear none, MOOS s; None: the time when they are posted
        self._load = LoadMeter(settings.name, settings.client_name or settings.name, settings.app_tick)
        self.status_variable = f"{settings.name.upper()}_STATUS"
        # to the nearest tick: on absolute deadlines the exact 2 s are now just reached, now just missed
        self._status_gap = STATUS_INTERVAL - 0.5 * settings.period
        self._command_variable = f"{settings.name.upper()}_CMD"
        self._subscriptions: tuple[Subscription, ...] = ()
        self._subscribing: frozenset[str] = frozenset()  #: those without a pattern
        self._published: frozenset[str] = frozenset()
        self._born = clock.now()
        self._last_status = -math.inf
        self._error = ""
        self.exit_code: int | None = None  #: set to leave
        self.connections = 0  #: written by the transport's thread
        self.mail_came = threading.Event()  #: set by the transport's thread
        self._lost = CommsStatistics()

    # -- AppHost

    @property
    def counters(self) -> Schedule:
        """How well the loop keeps its time."""
        return self.schedule

    @property
    def uptime(self) -> float:
        """MOOS s since the start."""
        return (self.clock.now() if self._stamp is None else self._stamp) - self._born

    def event(self, text: str) -> None:
        """Add a time-stamped event to the report."""
        self.caster.event(text, self.uptime)

    # -- the steps

    def connect(self) -> None:
        """Say how we are set up and start to connect; does not wait."""
        settings = self.settings
        for note in (*settings.notes, *(settings.audit if settings.show_audit else ())):
            self.say(note)
        for warning in settings.config_warnings:
            self.config_warning(warning)
        self._born = self.clock.now()
        self._subscribe(self._wanted())
        if settings.use_comms:
            self.comms.run(self._on_connect, on_mail=self.mail_came.set)

    def begin(self) -> None:
        """Start the application. What it raises ends the program, as an ``UsimError``."""
        try:
            self._post(self.application.on_start(self) or ())
        except UsimError:
            raise
        except Exception as error:
            raise UsimError(f"the start failed: {described(error)}") from error
        added = [s for s in self._wanted() if s not in self._subscriptions]
        self._subscribe((*self._subscriptions, *added))
        if self.comms.is_connected():
            for subscription in added:
                self._register(subscription)
        settings = self.settings
        where = f"MOOSDB {settings.host}:{settings.port}" if settings.use_comms else "no MOOSDB wanted"
        mode = f"iterate mode {settings.iterate_mode}, time warp {self.clock.warp:g}"
        self.say(f"is running: AppTick {settings.app_tick:g} Hz, {mode}, {where}")
        self.schedule = Schedule(settings.period, self.clock.now())

    def tick(self, now: float) -> None:
        """Mail first, then one iteration if connected (or if none is needed), at MOOS time ``now``."""
        self.deliver(now)
        self.iterate(now)

    @property
    def is_batched(self) -> bool:
        """Whether iterations may be made after the time that they stand for: by ``tick_all``."""
        return self._batched is not None

    @property
    def may_lag(self) -> bool:
        """Whether nobody sees that they are."""
        return self._batched is not None and self._batched.may_lag

    def tick_all(self, times: Sequence[float], lateness: float = 0.0) -> None:
        """Iterations at each of ``times`` (rising, MOOS s), made now, each behind the mail that came before it.

        ``lateness`` (s): by how much they are later than they should be.
        """
        now = self.clock.now()
        place = 0
        while place < len(times) and self.exit_code is None:
            self._stamp = times[place]
            # nothing came later than now, unless the clock was set back
            while self._arrived and (self._arrived[0][0] < times[place] or self._arrived[0][0] > now):
                self._hand_over(self._arrived.popleft()[1], times[place])
            if not self._may_iterate:
                break
            end = bisect_right(times, self._arrived[0][0], place) if self._arrived else len(times)
            while place < end and self.exit_code is None:
                done = self._iterate_all(times[place:end])
                if not done:
                    self._stamp = times[place]
                    self.iterate(times[place], lateness)
                place += done or 1
        self._stamp = None
        if self._batched is not None and self._batched.ignored is not self._ignored:
            self._ignored = self._batched.ignored
            self.comms.ignore(self._ignored)

    def silent_until(self) -> float:
        """MOOS time (s) before which iterations post nothing, unless mail comes: not before the next is due."""
        following = self.schedule.deadline
        silent = self._batched.silent if self._batched is not None and self._logged is None else 0
        if not silent or self._load.wanted_until > following:
            return following
        posting = following + silent * self.schedule.period
        report = self.caster.quiet_until(following) * self.clock.warp
        return max(following, min(posting, report, self._last_status + self._status_gap))

    def collect_mail(self) -> None:
        """Note what has come by now, for ``tick_all``."""
        if mail := self.comms.fetch():
            self._arrived.append((self.clock.now(), mail))

    def _iterate_all(self, times: Sequence[float]) -> int:
        """As many iterations at ``times`` as the application makes at once; how many."""
        if self._batched is None or self._logged is not None or self._error or self._load.wanted_until > times[0]:
            return 0
        count = bisect_left(times, self.caster.quiet_until(times[0]) * self.clock.warp)
        times = times[:count]
        try:
            rows = self._batched.iterate_all(times) if times else None
        except Exception:  # which one it was, ``iterate`` finds and tells
            return 0
        if rows is None:
            return 0
        done = 0
        for place, status in self._catch_up(times):
            done = self._post_rows(rows, times, done, place)
            self._stamp = times[place]
            self._post([status])
        self._post_rows(rows, times, done, count)
        return count

    def _post_rows(self, rows: Rows, times: Sequence[float], done: int, place: int) -> int:
        """Post the rows from ``done`` on that stand before the iteration ``place``; how many are done then."""
        end = bisect_left(rows.places, place, done)
        if done == end:
            return end
        if rows.variables != self._rows:
            self._rows = rows.variables
            self._published |= frozenset(rows.variables)
        values = rows.values[done:end]
        stamps = [times[place] for place in rows.places[done:end]]
        if all(map(_is_finite, values)):
            self.refused_posts += self.comms.post_rows(rows.variables, stamps, values)
        else:
            for self._stamp, row in zip(stamps, values, strict=True):
                self._post(map(Post, rows.variables, row))
        return end

    def quiet_until(self, mail: Mapping[str, float]) -> float:
        """MOOS time (s) before which iterations do nothing but what ``pass_over`` of life cycle and application does.

        ``mail``: see ``Quiet``. -inf if unknown.
        """
        return self._quiet.quiet_until(mail) if self.is_idle and self._quiet is not None else -math.inf

    @property
    def is_idle(self) -> bool:
        """Whether iterations do nothing beside what the application does, but to post a status now and then."""
        return (
            (self.comms.is_connected() or not self.settings.use_comms)
            and self._logged is None
            and self.caster.is_idle
            and self.schedule.period > 0
            and not self._error
            and not self._load.wanted_until > self.clock.now()
        )

    def post(self, posts: Iterable[Post]) -> None:
        """Post together what the application has made out of turn; numbers that are not finite stay here."""
        self._post(posts)

    def has_published(self, variables: Iterable[str]) -> bool:
        """Whether all of these were posted by this application before."""
        return self._published.issuperset(variables)

    def stand_at(self, now: float | None) -> None:
        """Let posts and events bear this MOOS time (s); None: that of the clock."""
        self._stamp = now

    def lose(self, what: str, error: Exception) -> None:
        """A part of the application has failed; that costs this tick only, but ends an application of one's own."""
        if isinstance(error, AppError):
            raise error
        self._error = f"{what} failed, this tick was lost: {described(error)}"
        self.run_warning(self._error)

    def pass_over(self, times: Sequence[float]) -> list[tuple[int, Post]]:
        """Catch up on iterations at ``times`` (rising, MOOS s) that were left out, all before ``quiet_until``.

        What they post beside what the application posts: statuses, each with the index of its iteration.
        """
        self.schedule.pass_over(len(times))
        return self._catch_up(times)

    def _catch_up(self, times: Sequence[float]) -> list[tuple[int, Post]]:
        found: list[tuple[int, Post]] = []
        place = 0
        while True:
            last = self._last_status
            place = bisect_right(times, self._status_gap, place, key=lambda now: now - last)
            if place == len(times):
                break
            found.append((place, self._status(times[place])))
        self.caster.iteration += len(times)
        self._load.begin(times[-1])
        return found

    def close(self) -> None:
        """Leave the MOOSDB."""
        self.comms.close()

    def stop(self, exit_code: int = 0) -> None:
        """Make the loop of ``live.run_live`` end soon; safe in any thread and in signal handlers."""
        self.exit_code = exit_code
        self.comms.wake()

    def clock_was_set(self, now: float, change: float) -> None:
        """MOOS time went on by ``change`` s (negative: back) within no time and is ``now``; all that waits for a time
        waits on, and it is told."""
        self.schedule.restart(now)
        self._born += change
        self._last_status += change
        self.caster.clock_was_set(change, change / self.clock.warp)
        self._load.clock_was_set(change)
        if isinstance(self.application, Steady):
            self.application.clock_was_set(change)
        way = "forward" if change > 0 else "back"
        self.run_warning(f"MOOS time was set {way} by {abs(change):.3g} s: a clock was set, or the machine slept")

    def deliver(self, now: float) -> bool:
        """Hand over all waiting mail; False if there was none."""
        mail = self.comms.fetch() if self.settings.use_comms else []
        while self._arrived:
            mail = self._arrived.pop()[1] + mail
        if mail:
            self._hand_over(mail, now)
        return bool(mail)

    def _hand_over(self, mail: list[Message], now: float) -> None:
        if self.settings.sort_mail:
            mail.sort(key=_TIME)
        for message in [message for message in mail if message.variable in HOST_VARIABLES]:
            self._take_host_mail(message, now)
            if not self._deliver_host_mail:
                mail.remove(message)
        if mail:
            self._attempt("mail handling", self.application.on_mail, mail)

    @property
    def _may_iterate(self) -> bool:
        settings = self.settings
        return not settings.use_comms or settings.iterate_no_comms or self.comms.is_connected()

    def iterate(self, now: float, lateness: float = 0.0) -> None:
        """One iteration at MOOS time ``now``, unless there is no connection and one is needed; see ``tick_all``."""
        if not self._may_iterate:
            return
        # how long it takes counts from the real beginning
        started = now if self._stamp is None else self.clock.now()
        self.caster.iteration += 1
        if now - self._last_status > self._status_gap:
            self._post([self._status(now)])
        if (gap := self._load.begin(now + lateness)) is not None:
            self._post([Post(self._load.gap_variable, gap)])
        self._error = ""
        self._attempt("iteration", self.application.iterate, now)
        if self._error and self.settings.quit_on_iterate_fail:
            self.stop(1)
        self._report(now)
        if (length := self._load.end(now + lateness + (self.clock.now() - started))) is not None:
            self._post([Post(self._load.length_variable, length)])
        if self._logged is not None and (text := self._logged.take(self.caster.iteration)):
            self._post([Post("APP_LOG", text)])

    # -- registrations

    def _wanted(self) -> tuple[Subscription, ...]:
        names = [*HOST_VARIABLES, *([self._command_variable] if self.settings.catch_commands else [])]
        wanted = [*names, *self.application.on_connect_subscriptions()]
        found = dict.fromkeys(Subscription(w) if isinstance(w, str) else w for w in wanted)
        return tuple(found)

    def _subscribe(self, wanted: tuple[Subscription, ...]) -> None:
        self._subscriptions = wanted
        self._subscribing = frozenset(s.variable for s in wanted if s.sources is None)

    def _on_connect(self) -> None:  # on the transport's thread
        for subscription in self._subscriptions:
            self._register(subscription)
        self.connections += 1

    def _register(self, subscription: Subscription) -> None:
        if subscription.sources is None:
            self.comms.register(subscription.variable, subscription.interval)
        else:
            self.comms.register_wildcard(subscription.variable, subscription.sources, subscription.interval)

    # -- mail for the life cycle itself

    def _take_host_mail(self, message: Message, now: float) -> None:
        key, value = message.variable, message.value
        if isinstance(value, float) is not (key == "TERM_REPORT_INTERVAL") or isinstance(value, bytes):
            self._refuse_mail(message, "wrong type")
        elif isinstance(value, float):
            if math.isfinite(value):
                self.caster.interval = clamp(value, MIN_REPORT_INTERVAL, MAX_REPORT_INTERVAL)
            else:
                self._refuse_mail(message, "not a finite number")
        elif key == "APPCAST_REQ":
            self.caster.on_request(value, now)
        elif key == "LOADCAST_REQ":
            self._load.on_request(value, now)
        elif value in COMMS_POLICIES:
            # may be tightened, never relaxed below what the file says
            levels = COMMS_POLICIES.index(value), COMMS_POLICIES.index(self.settings.comms_policy)
            self.comms_policy = COMMS_POLICIES[max(levels)]
        else:
            self.run_warning(f"Unhandled COMMS_POLICY:{shorten(value)}")

    def _refuse_mail(self, message: Message, problem: str) -> None:
        self.run_warning(str(MailError(message.variable, message.source, message.value, problem)))

    # -- posts

    def _attempt(self, what: str, call: Callable[[_T], Iterable[Post] | None], given: _T) -> None:
        """Run a part of the application and post what it returns; a failure costs this tick only."""
        try:
            found = call(given) or ()
            posts = found if isinstance(found, list) else list(found)
        except Exception as error:
            self.lose(what, error)
            return
        if posts:
            self._post(posts)

    def _post(self, posts: Iterable[Post]) -> None:
        """Post together; numbers that are not finite stay here."""
        fit: list[Post] = []
        published = self._published
        for post in posts:
            value = post.value
            kind = type(value)
            if kind is not str and not isinstance(value, (str, bytes)):
                if not math.isfinite(value):
                    self.run_warning(f"{post.variable} was not posted: its value is not a finite number")
                    continue
                if kind is not float:
                    post = post._replace(value=float(value))
            if post.time is None and self._stamp is not None:
                post = post._replace(time=self._stamp)
            if post.variable not in published:
                self._published = published = published | {post.variable}
            fit.append(post)
        if fit:
            self.refused_posts += self.comms.post(fit)

    def _status(self, now: float) -> Post:
        """The status, which is due at MOOS time ``now``."""
        self._last_status = now
        self._count_losses()
        if self.status_variable not in self._published:
            self._published |= {self.status_variable}
        status = status_string(
            self.settings.name, now - self._born, self._meter(), self._published, self._subscribing, self._error
        )
        return Post(self.status_variable, status)

    def _count_losses(self) -> None:
        """What the transport had to drop, or caught, since the last look becomes a run warning."""
        before, self._lost = self._lost, self.comms.statistics
        for text in losses(before, self._lost):
            self.run_warning(text)

    def _report(self, now: float) -> None:
        if self.caster.is_idle:
            return
        wanted_print, wanted_post = self.caster.due(now, now / self.clock.warp)
        if not (wanted_print or wanted_post):
            return
        try:
            body = self.application.report()
        except AppError:
            raise
        except Exception as error:
            body = f"no report: {described(error)}"
        report = self.caster.report(body)
        if wanted_print:
            self._write(LEAD + terminal_report(report))
        if wanted_post:
            self._post([Post("APPCAST", report.appcast())])


def _is_finite(row: Sequence[Value]) -> bool:
    """Whether all numbers of a row are finite, short of a sum that is worth a closer look."""
    return math.isfinite(sum([value for value in row if type(value) is float]))
