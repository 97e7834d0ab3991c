"""The link of an application that is alone in its process: the connection to a MOOSDB elsewhere, instead of a door."""

from __future__ import annotations

import time
from math import inf

from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.clock import RealClock, SteppedClock
from usimmarine_py.moos.transport.warp import differs
from usimmarine_py.run.live.field import PacedField
from usimmarine_py.run.live.pace import LAG_STEERED, SWEEP, Pace
from usimmarine_py.run.loop import AppGroup, TickEnded, Ticking
from usimmarine_py.values.app import Paced

#: Longest uninterrupted sleep where the transport has threads of its own, real s: a signal must be answered well within
#: a second.
SLEEP_SLICE = 0.1
#: The shortest, real s: longer than what MOOS time is rounded by.
_LEAST_SLEEP = 1e-6
#: The loop wakes up for iterations at most this often, real s; those that are due by then are made one after another.
#: Time warp makes it longer: no oftener than posts may leave (laws/wire 10), up to the second figure.
LEAST_REST = 0.002
MOST_REST = 0.04
#: An iteration without posts may wait for one with posts that is due within this time, real s.
LONGEST_UNPOSTED = 0.01
#: In iterate mode 0 mail may wait for a tick that is due within this time, real s.
LONGEST_UNREAD = 0.05
#: So few messages are one portion, whatever they ask for.
FEW = 8
#: How often iterate modes 1 and 2 look for mail on a clock that is not the real one, real s.
MAIL_POLL = 0.005
#: Without a MOOSDB: the first word after, then one each, real s.
FIRST_COMPLAINT = 1.0
COMPLAINT_INTERVAL = 10.0


class ConnectionWatch:
    """Says what becomes of an application's connection."""

    def __init__(self, app: MoosApp) -> None:
        self._app = app
        self._connections = 0
        self._warp: float | None = None  # of the MOOSDB
        self._warp_warning = ""
        self._alone_since: float | None = self._real()
        self._next_complaint = FIRST_COMPLAINT

    def look(self) -> None:
        """Say what is new. Raises ``NameRefusedError``."""
        app, settings = self._app, self._app.settings
        if not settings.db.use_comms:
            return
        where = f"{settings.db.host}:{settings.db.port}"
        lost = f"lost the MOOSDB at {where}; trying to reconnect"
        if app.comms.is_connected():
            if app.connections != self._connections:
                if self._connections and self._alone_since is None:
                    app.say(lost)  # and found again since the last look
                self._connections = app.connections
                app.say(f"connected to the MOOSDB at {where}")
                if settings.community and app.comms.community not in ("", settings.community):
                    found = app.comms.community
                    app.say(f"this mission's community is {settings.community}, the MOOSDB at {where} is of {found}")
            self._alone_since = None
            if app.comms.moosdb_warp != self._warp:
                self._compare_warps(where)
            return
        app.comms.wait_until_connected(0.0)
        now = self._real()
        if self._alone_since is None:
            app.say(lost)
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
        app, warp, found = self._app, self._app.clock.warp, self._app.comms.moosdb_warp
        if self._warp_warning:
            app.retract_run_warning(self._warp_warning)
        self._warp, self._warp_warning = found, ""
        if found is not None and differs(warp, found):
            self._warp_warning = (
                f"this mission's time warp is {warp:g}, the MOOSDB at {where} runs at {found:g}; "
                "start both with the same MOOSTimeWarp"
            )
            app.run_warning(self._warp_warning)

    def _real(self) -> float:
        """Real s, independent of changes of the machine's clock."""
        clock = self._app.clock
        return time.monotonic() if isinstance(clock, RealClock) else clock.now() / clock.warp


def portion(app: MoosApp) -> int | None:
    """Return how many of the messages that wait are to be read at once; None: all of them."""
    if len(mail := app.waiting()) <= FEW:
        return None
    from usimmarine_py.run.live.weight import portion_of  # few programs get so much mail

    return portion_of(mail)


def _read_early(app: MoosApp, now: float) -> bool:
    """Read a portion of the mail where so much waits that the tick would take long; whether there was."""
    if len(mail := app.waiting()) <= FEW:
        return False
    from usimmarine_py.run.live.weight import is_crowd, portion_of

    return is_crowd(mail) and app.deliver(now, most=portion_of(mail))


def doze(app: MoosApp, until: float, now: float, *, reads: bool = True) -> None:
    """Sleep until MOOS time ``until`` (s), or less, while the transport does its work; ``now``: the time now.

    Without ``reads`` mail does not end it.
    """
    if not _attend(app, until, now, reads):
        present, warp = app.clock.now(), app.clock.warp
        app.clock.sleep_until(max(min(until, present + SLEEP_SLICE * warp), present + _LEAST_SLEEP * warp))


def _attend(app: MoosApp, until: float, now: float, reads: bool = True) -> bool:
    """Sleep in the transport; False if it does not work in this thread."""
    if not (app.settings.db.use_comms and isinstance(app.clock, RealClock)):
        return False
    left = (until - now) / app.clock.warp
    return app.comms.attend(time.monotonic() + min(left, SWEEP), reads=reads)


class Link:
    """The connection of an application, and the surroundings of its loop.

    Time goes on elsewhere, too: ticks that are too late are left out, and time never stretches.
    """

    meters = None  #: the process is measured as a whole
    measures = None  #: and what it measures is not kept

    def __init__(self, app: MoosApp, watch: ConnectionWatch, loading: float = 0.0) -> None:
        """``loading``: MOOS s before now from which on ticks are made up for."""
        self._app, self._watch = app, watch
        clock, settings = app.clock, app.settings
        self._is_real = isinstance(clock, RealClock)
        warp = clock.warp

        def wall() -> float:
            return clock.now() / warp

        self.pace = Pace(warp, steady=time.monotonic if self._is_real else wall, wall=wall, follows=True)
        pause = 1e-3 * settings.db.tw_delay_factor * warp if warp > 1.0 else 0.0  # of the client
        rest = min(max(LEAST_REST, pause), MOST_REST) if settings.db.use_comms else LEAST_REST
        self.least_rest = rest * warp  #: between two looks for ticks, MOOS s
        self._loading, self._catches_up = loading, self.pace.now() + loading
        self._posts_every = app.application.posts_every if isinstance(app.application, Paced) else 1  # iterations
        if (self._posts_every - 1) * settings.loop.period > LONGEST_UNPOSTED * warp + 1e-9:
            self._posts_every = 1
        self._made = 0  # ticks when it last slept
        self._awake_at = -inf  # MOOS time before which no tick is looked for
        self._mail_allowed = -inf  # the same of mail, in iterate modes 1 and 2

    # -- for the loop

    def oldest(self, now: float) -> float:
        """Return the MOOS time before which ticks are too late: no client could still react to what they simulate."""
        if self._app.schedule.period <= 0.0:
            return -inf
        reach = LAG_STEERED * self.pace.warp
        return now - (reach if now >= self._catches_up else self._loading + reach)

    def watch(self) -> None:
        """Say what has become of the connection. Raises ``NameRefusedError``."""
        self._watch.look()

    def rest(self, due: float, end: float, behind: bool) -> bool:
        """Sleep until a tick is due at MOOS time ``due`` (s), or mail is to be taken, and take it; False: to be ended.

        Mode 0: mail and iteration at AppTick. 1: both at AppTick and whenever mail comes. 2: iteration at AppTick,
        mail as it comes. Rounds caused by mail come at most MaxAppTick times a MOOS second.
        """
        app, mode = self._app, self._app.settings.loop.iterate_mode
        if app.exit_code is not None:
            return False
        now, schedule = self.pace.now(), app.schedule
        if _read_early(app, now):
            doze(app, now, now)  # the loop looks around between two portions
        elif behind:
            # with never a moment to spare the transport does its work, too
            doze(app, now, now)
        else:
            if schedule.ticks != self._made:
                self._made = schedule.ticks
                waits = -(app.caster.iteration + 1) % self._posts_every
                self._awake_at = max(now + self.least_rest, due + waits * schedule.period)
            until = min(max(due, self._awake_at), end)
            if mode == 0 or due <= now:
                # mail that waits a little is read with the next tick: one wake-up less
                doze(app, until, now, reads=mode != 0 or until - now > LONGEST_UNREAD * self.pace.warp)
            else:
                self._await_mail(until, now)
                self._take_mail(min(self.pace.now(), due))
        return app.exit_code is None

    def clock_was_set(self, change: float) -> None:
        """Let all that waits for a time wait on."""
        self._awake_at = self._mail_allowed = -inf
        self._catches_up += change

    # -- iterate modes 1 and 2

    def _await_mail(self, until: float, now: float) -> None:
        app, warp = self._app, self.pace.warp
        if now < self._mail_allowed:
            doze(app, min(self._mail_allowed, until), now)
        elif not self._is_real:
            doze(app, min(until, now + MAIL_POLL * warp), now)
        elif not _attend(app, until, now):
            # a clock sleeps in slices; an event answers at once
            app.mail_came.wait(min(SLEEP_SLICE, max(0.0, until - now) / warp))
        app.mail_came.clear()

    def _take_mail(self, now: float) -> None:
        app, limit = self._app, self._app.settings.loop.max_app_tick
        if now >= self._mail_allowed and app.exit_code is None and app.deliver(now, most=portion(app)):
            self._mail_allowed = now + (1.0 / limit if limit > 0 else 0.0)
            if app.settings.loop.iterate_mode == 1:
                app.iterate(now)


class LinkedField(PacedField):
    """A field of one application with a link; what it raises ends the run."""

    def __init__(self, group: AppGroup, link: Link) -> None:
        """The application of ``group`` has been started: its ticks follow."""
        (app,) = group.apps
        super().__init__(SteppedClock(app.schedule.start, app.clock.warp), [group])
        self._link = link

    def connect(self) -> None:
        """Begin to tick."""
        (group,) = self.communities
        ticking = LinkedTicking(self, group, group.apps[0], 0)
        ticking.link = self._link
        ticking.await_next()

    def clock_was_set(self, change: float) -> None:
        """Go on with the clock by ``change`` MOOS s."""
        super().clock_was_set(change)
        self._link.clock_was_set(change)

    def fail(self, ticking: Ticking, error: BaseException) -> None:
        """Raise what the application raised; a tick that a signal has ended is said."""
        if not isinstance(error, TickEnded):
            raise error
        super().fail(ticking, error)

    def close(self) -> None:
        """Leave the application: it is closed by its program, behind its last mail."""


class LinkedTicking(Ticking):
    """The ticks of an application whose MOOSDB may be gone at times, and whose mail comes from another clock."""

    __slots__ = ("link",)

    link: Link

    def await_next(self) -> None:
        """Tick when it is due; without a period as soon as may be."""
        schedule, link = self.app.schedule, self.link
        due = schedule.deadline if schedule.period > 0.0 else link.pace.now() + link.least_rest
        self.run._push(due, 2, self, self.order)

    def __call__(self, now: float) -> AppGroup:
        app, schedule = self.app, self.app.schedule
        lag = self.link.pace.now() - now
        if lag > max(0.5 * schedule.period, 2.0 * self.link.least_rest):
            schedule.late += 1
        schedule.step()
        # where another follows at once, that one gets the mail with a later stamp
        app.tick(now, another=now < schedule.deadline <= now + lag, most=portion(app))
        for follow in self.followers:
            follow(now)
        if app.exit_code is None:
            self.await_next()
        return self.community
