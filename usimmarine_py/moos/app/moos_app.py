"""The life cycle of a MOOS application (laws/moos 3), over any transport and clock.

A runner takes the steps ``connect()``, ``begin()``, ``tick(now)`` ... ``close()``, in lock step or in real time.

Intended differences from libMOOS: ticks have absolute deadlines (``clock.Schedule``); an application that raises
loses that tick and not the process; what was registered at the connection is not registered a second time after
``on_start``, so that old mail does not arrive twice.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from operator import itemgetter
from typing import Any, Protocol, TypeVar

from usimmarine_py.errors import AppError, MailError, UsimError, shorten
from usimmarine_py.moos.app.appcast import MIN_REPORT_INTERVAL, clamp
from usimmarine_py.moos.app.settings import MAX_REPORT_INTERVAL, AppSettings
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
from usimmarine_py.values import Message, Value
from usimmarine_py.values.app import Application, Reporting, Subscription
from usimmarine_py.values.application import COMMS_POLICIES
from usimmarine_py.values.rows import Row, Shape, joined, make_row, single

#: Variables that every AppCasting application registers, in this order (laws/moos 7.1).
_POLICY = "COMMS_POLICY"
HOST_VARIABLES = ("APPCAST_REQ", "LOADCAST_REQ", "TERM_REPORT_INTERVAL", _POLICY)

_HOST_NAMES = frozenset(HOST_VARIABLES)
#: Carries what a MOOSDB refused, to the client that it refused; and arrivals and departures, to those that ask.
_EVENT = "DB_EVENT"
#: All mail that the life cycle looks at.
_OWN_NAMES = _HOST_NAMES | {_EVENT}

_NAME, _TIME = itemgetter(0), itemgetter(2)  #: of a message
_T = TypeVar("_T")


class Measuring(Protocol):
    """Takes what is measured under a name, and returns what gives it."""

    def __call__(self, name: str, read: Callable[[], float | None], /) -> Callable[[], float | None]:
        """Return what is called in place of ``read``."""
        ...


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
        does so for an application with a true attribute ``wants_host_mail``. One with ``heeds_policy`` gets
        COMMS_POLICY, and warns of it itself.
        """
        super().__init__(settings, console=console, errors=errors, terminal=terminal)
        self.application = application
        self.comms = comms
        self.clock = clock
        self.comms_policy = settings.reports.comms_policy
        self.schedule = Schedule(settings.loop.period, clock.now())
        self._meter = ProcessMeter() if meter is None else meter
        if deliver_host_mail is None:
            deliver_host_mail = bool(getattr(application, "wants_host_mail", False))
        self._deliver_host_mail = deliver_host_mail
        self._reporting = application if isinstance(application, Reporting) else None
        self._left_to_it = frozenset((_POLICY,) if getattr(application, "heeds_policy", False) else ())
        #: whether it iterates without a connection
        self._plays_alone = not settings.db.use_comms or settings.db.iterate_no_comms
        self._stamp: float | None = None  # of the tick under way, by the clock, MOOS s
        self.set_by = self._last_change = 0.0
        self._load = LoadMeter(settings.name, settings.db.client_name or settings.name, settings.loop.app_tick)
        self._load_time: Callable[[], float] = clock.now
        #: as iterations begin and end: what they measure of the time of the machine
        self._gap: Callable[[], float | None] = lambda: self._load.begin(self._load_time())
        self._length: Callable[[], float | None] = lambda: self._load.end(self._load_time())
        self.status_variable = f"{settings.name.upper()}_STATUS"
        # to the nearest tick: on absolute deadlines the exact 2 s are now just reached, now just missed
        self._status_gap = STATUS_INTERVAL - 0.5 * settings.loop.period
        self._command_variable = f"{settings.name.upper()}_CMD"
        self._subscriptions: tuple[Subscription, ...] = ()
        self._subscribing: frozenset[str] = frozenset()  #: those without a pattern
        self._published: frozenset[str] = frozenset()
        #: of the shapes that were posted: what takes the numbers of a row
        self._shapes: dict[Shape, Callable[[tuple[Value, ...]], Sequence[Any]]] = {}
        self._born = clock.now()
        self._last_status = -math.inf
        self._error = ""
        self.exit_code: int | None = None  #: set to leave
        self.connections = 0  #: written by the transport's thread
        self.mail_came = threading.Event()  #: set by the transport's thread
        self._lost = CommsStatistics()
        self._held: list[Message] = []  #: mail that was fetched for a later handler

    # -- AppHost

    @property
    def counters(self) -> Schedule:
        """How well the loop keeps its time."""
        return self.schedule

    @property
    def now(self) -> float:
        """MOOS time (s) of the tick under way, as the application knows it."""
        return self._by_clock - self.set_by

    @property
    def _by_clock(self) -> float:
        return self.clock.now() if self._stamp is None else self._stamp

    @property
    def uptime(self) -> float:
        """MOOS s since the start."""
        return self._by_clock - self._born

    def event(self, text: str) -> None:
        """Add a time-stamped event to the report."""
        self.caster.event(text, self.uptime)

    # -- the steps

    def connect(self) -> None:
        """Say how we are set up and start to connect; does not wait."""
        settings = self.settings
        for note in (*settings.notes, *(settings.audit if settings.reports.show_audit else ())):
            self.say(note)
        for warning in settings.config_warnings:
            self.config_warning(warning)
        self._born = self.clock.now()
        self._subscribe(self._wanted())
        if settings.db.use_comms:
            # with iterate mode 0 mail is fetched at each tick, and at no other time
            self.comms.run(self._on_connect, on_mail=self.mail_came.set if settings.loop.iterate_mode else None)

    def begin(self, start: float | None = None) -> None:
        """Start the application at MOOS time ``start`` (None: now), which may have passed: the ticks since then follow.

        An exception ends the program, as an ``UsimError``.
        """
        self._stamp = start
        try:
            self._post(list(self.application.on_start(self) or ()))
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
        where = f"MOOSDB {settings.db.host}:{settings.db.port}" if settings.db.use_comms else "no MOOSDB wanted"
        mode = f"iterate mode {settings.loop.iterate_mode}, time warp {self.clock.warp:g}"
        self.say(f"is running: AppTick {settings.loop.app_tick:g} Hz, {mode}, {where}")
        self.schedule = Schedule(settings.loop.period, self._by_clock)
        self._stamp = None

    def tick(self, now: float, *, another: bool = False, most: int | None = None) -> None:
        """Mail first, then one iteration if connected (or if none is needed), for MOOS time ``now``.

        Posts without a time bear ``now``, which may have passed: a live loop that is late makes its ticks one after
        another. Where ``another`` follows at once, that one gets the mail with a later stamp.
        """
        self._stamp = now
        self.deliver(now, another=another, most=most)
        self.iterate(now)
        self._stamp = None

    def measured_by(self, now: Callable[[], float], taken: Measuring | None = None) -> None:
        """Measure gaps and lengths of iterations by this clock (MOOS s): that of the loop stands still in a tick.

        ``taken`` gets what is measured, and gives what is posted.
        """
        self._load_time = now
        if taken is not None:
            self._gap, self._length = taken("gap", self._gap), taken("length", self._length)

    def close(self) -> None:
        """Leave the MOOSDB, and the mail that was not read: an interpreter that ends would look at each of it."""
        self.comms.close()
        self.comms.fetch()
        self._held.clear()

    def stop(self, exit_code: int = 0) -> None:
        """Make the program end soon; safe in any thread and in signal handlers."""
        self.exit_code = exit_code
        self.comms.wake()

    def hold(self, seconds: float) -> None:
        """In lock step: make no tick for so long (MOOS s), as if the one under way took it."""
        self.schedule.restart(self._by_clock + seconds - self.schedule.period)

    def clock_was_set(self, now: float, change: float) -> None:
        """MOOS time went on by ``change`` s (negative: back) within no time and is ``now``; all that waits for a time
        waits on, with a message. The application goes on evenly: see ``AppHost.set_by``."""
        self.schedule.restart(now)
        self._born += change
        self._last_status += change
        self.caster.clock_was_set(change, change / self.clock.warp)
        self._load.clock_was_set(change)
        self.set_by += change
        self._last_change = change
        way = "forward" if change > 0 else "back"
        self.run_warning(f"MOOS time was set {way} by {abs(change):.3g} s: a clock was set, or the machine slept")

    def waiting(self) -> list[Message]:
        """Return the mail that the next handler gets, oldest first; it stays."""
        self._held += self.comms.fetch()
        return self._held

    def deliver(self, now: float, *, another: bool = False, most: int | None = None) -> bool:
        """Hand over waiting mail: all of it, or the first ``most`` messages, with ``another`` those of before ``now``;
        False if there was none.
        """
        mail = self.comms.fetch()
        if another or self._held or most is not None:
            mail = self._held + mail
            self._held = [] if most is None else mail[most:]
            mail = mail[:most]
            if another:
                mail, later = _parted(mail, now, by_time=self.settings.loop.sort_mail)
                self._held[:0] = later
        if not mail:
            return False
        if len(mail) > 1 and self.settings.loop.sort_mail:
            mail.sort(key=_TIME)
        if not _OWN_NAMES.isdisjoint(map(_NAME, mail)):
            self._take_own_mail(mail, now)
        if self._last_change:
            mail = [message._replace(time=self._evenly(message.time, now)) for message in mail]
        if mail:
            try:
                rows = list(self.application.on_mail(mail) or ())
            except Exception as error:
                self._lose_tick("mail handling", error)
            else:
                if rows:
                    self._post(rows)
        return True

    def iterate(self, now: float) -> None:
        """One iteration for MOOS time ``now``, unless there is no connection and one is needed."""
        if not (self._plays_alone or self.comms.is_connected()):
            return
        caster, load = self.caster, self._load
        rows: list[Row] = []
        caster.iteration += 1
        if now - self._last_status > self._status_gap:
            rows.append(single(self.status_variable, self._status(now)))
        if not load.asked:
            load.began = self._load_time()
        elif (gap := self._gap()) is not None:
            rows.append(make_row((load.gap_shape, (gap,), None, "")))
        self._error = ""
        try:
            found = self.application.iterate(now - self.set_by)
            rows += found if isinstance(found, list) else list(found or ())
        except Exception as error:
            self._lose_tick("iteration", error)
            if self.settings.loop.quit_on_iterate_fail:
                self.stop(1)
        if not caster.is_idle():
            rows += self._report(now)
        if load.asked and (length := self._length()) is not None:
            rows.append(make_row((load.length_shape, (length,), None, "")))
        if self._logged is not None and (text := self._logged.take(self.caster.iteration)):
            rows.append(single("APP_LOG", text))
        if rows:
            self._post(joined(rows) if len(rows) > 1 else rows)

    def _evenly(self, stamp: float, now: float) -> float:
        """A stamp on the application's time; ``now`` by the clock. It may be of before the clock was set."""
        before = abs(stamp - now) > abs(stamp + self._last_change - now)
        return stamp - self.set_by + (self._last_change if before else 0.0)

    # -- registrations

    def subscribe(self, wanted: Sequence[Subscription | str]) -> None:
        """Subscribe to more variables than at the start; of one that is subscribed the current value comes again."""
        added = [Subscription(w) if isinstance(w, str) else w for w in wanted]
        self._subscribe(tuple(dict.fromkeys((*self._subscriptions, *added))))
        if self.comms.is_connected():
            for subscription in added:
                self._register(subscription)

    def skip_own(self, variables: Collection[str]) -> None:
        """Leave out of the mail, where the transport can, the application's own numbers of these variables."""
        self.comms.skip_own(variables)

    def _wanted(self) -> tuple[Subscription, ...]:
        names = [*HOST_VARIABLES, *([self._command_variable] if self.settings.loop.catch_commands else [])]
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

    def _take_own_mail(self, mail: list[Message], now: float) -> None:
        for message in [message for message in mail if message.variable in _HOST_NAMES]:
            self._take_host_mail(message, now)
            if not self._deliver_host_mail and message.variable not in self._left_to_it:
                mail.remove(message)
        self._take_events(mail)

    def _take_host_mail(self, message: Message, now: float) -> None:
        key, value = message.variable, message.value
        if key in self._left_to_it and value not in COMMS_POLICIES:
            return
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
            levels = COMMS_POLICIES.index(value), COMMS_POLICIES.index(self.settings.reports.comms_policy)
            self.comms_policy = COMMS_POLICIES[max(levels)]
        else:
            self.run_warning(f"Unhandled COMMS_POLICY:{shorten(value)}")

    def _take_events(self, mail: list[Message]) -> None:
        """Report what the MOOSDB refused."""
        for message in [message for message in mail if message.variable == _EVENT]:
            if isinstance(message.value, str) and message.value.startswith("refused="):
                self.run_warning(f"{message.source}: {shorten(message.value.partition(': ')[2], 200)}")
            if _EVENT not in self._subscribing:
                mail.remove(message)

    def _refuse_mail(self, message: Message, problem: str) -> None:
        self.run_warning(str(MailError(message.variable, message.source, message.value, problem)))

    # -- posts

    def _lose_tick(self, what: str, error: Exception) -> None:
        """Report an error of the application, which costs this tick only; raises an ``AppError`` again."""
        if isinstance(error, AppError):
            raise error
        self._error = f"{what} failed, this tick was lost: {described(error)}"
        self.run_warning(self._error)

    def _post(self, rows: list[Row]) -> None:
        """Post together; numbers that are not finite stay here."""
        if self.set_by:
            rows = [row if row.time is None else row._replace(time=row.time + self.set_by) for row in rows]
        shapes = self._shapes
        try:
            for shape, values, _, _ in rows:
                numbers = shapes.get(shape)
                if numbers is None or (numbers is not _nothing and not math.isfinite(sum(numbers(values)))):
                    rows = self._checked(rows)
                    break
        except TypeError:  # a number has become a text
            rows = self._checked(rows)
        self.comms.post_rows(rows, self._stamp)

    def _checked(self, rows: Iterable[Row]) -> list[Row]:
        """Return rows without the numbers that are not finite, each of which gives a run warning, and note the names
        of all others."""
        found = []
        for row in rows:
            if not all(map(_is_finite, row.values)):
                pairs = list(zip(row.shape.names, row.values, strict=True))
                for name, value in pairs:
                    if not _is_finite(value):
                        self.run_warning(f"{name} was not posted: its value is not a finite number")
                kept = [pair for pair in pairs if _is_finite(pair[1])]
                names, values = tuple(name for name, _ in kept), tuple(value for _, value in kept)
                row = row._replace(shape=Shape(names, row.shape.source, row.shape.community), values=values)
            if row.values:
                found.append(row)
                self._shapes[row.shape] = _numbers(row.values)
                self._published = self._published.union(row.shape.names)
        return found

    def _status(self, now: float) -> str:
        """The status, which is due at MOOS time ``now``."""
        self._last_status = now
        self._count_losses()
        if self.status_variable not in self._published:
            self._published |= {self.status_variable}
        return status_string(
            self.settings.name, now - self._born, self._meter(), self._published, self._subscribing, self._error
        )

    def _count_losses(self) -> None:
        """Report losses and caught exceptions of the transport since the last call as run warnings."""
        before, self._lost = self._lost, self.comms.statistics
        for text in losses(before, self._lost):
            self.run_warning(text)

    def _report(self, now: float) -> list[Row]:
        """Print the report, and return what posts it, as far as either is due."""
        if self._reporting is not None and not self._reporting.has_report:
            return []
        wanted_print, wanted_post = self.caster.due(now, now / self.clock.warp)
        if not (wanted_print or wanted_post):
            return []
        try:
            body = self.application.report()
        except AppError:
            raise
        except Exception as error:
            body = f"no report: {described(error)}"
        report = self.caster.report(body)
        if wanted_print:
            self._write(LEAD + terminal_report(report))
        return [single("APPCAST", report.appcast())] if wanted_post else []


def _numbers(values: tuple[Value, ...]) -> Callable[[tuple[Value, ...]], Sequence[Any]]:
    """Return what takes the numbers of rows like this one."""
    places = [place for place, value in enumerate(values) if not isinstance(value, (str, bytes))]
    if not places:
        return _nothing
    if len(places) == len(values):
        return tuple
    if len(places) == 1:
        return itemgetter(slice(places[0], places[0] + 1))
    return itemgetter(*places)


def _nothing(values: tuple[Value, ...]) -> tuple[()]:
    """The numbers of a row of texts."""
    del values
    return ()


def _is_finite(value: Value) -> bool:
    return isinstance(value, (str, bytes)) or math.isfinite(value)


def _parted(mail: Iterable[Message], now: float, *, by_time: bool) -> tuple[list[Message], list[Message]]:
    """Return the mail of before MOOS time ``now``, and that of later.

    Without the order ``by_time`` all that comes behind a later message of its variable is later, too: it has an earlier
    time where a clock was set back.
    """
    before: list[Message] = []
    later: list[Message] = []
    names: set[str] = set()
    for message in mail:
        if message.time > now or message.variable in names:
            later.append(message)
            if not by_time:
                names.add(message.variable)
        else:
            before.append(message)
    return before, later
