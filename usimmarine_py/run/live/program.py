"""One application as a program: from its start to an exit code, with a MOOSDB elsewhere or behind a door of its own."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from math import inf

from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.signals import ended_by
from usimmarine_py.run.live.link import SLEEP_SLICE, ConnectionWatch, Link, LinkedField, doze, portion
from usimmarine_py.run.live.loop import LAST_TICK, LiveLoop
from usimmarine_py.run.loop import AppGroup, TickEnded
from usimmarine_py.values.app import Ending, Stuck

#: The time of loading that is made up for at the start, real s; and at most so many ticks.
LONGEST_LOADING = 2.0
MOST_LOADING_TICKS = 1000
#: Wait for the first connection, then for the first mail, MOOS s.
CONNECT_WAIT = 5.0
FIRST_MAIL_WAIT = 0.5
#: A connection takes this long, MOOS s (laws/wire 5).
HANDSHAKE = 0.1
#: After a signal no more portions of the mail that waits are begun, real s.
LAST_MAIL = 0.1
#: The least that a timer takes, real s.
_AT_ONCE = 1e-3
#: A MOOSDB answers registrations within this time, real s.
ANSWER_WAIT = 0.03

EXIT_DONE = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


def play_program(app: MoosApp, *, handle_signals: bool = True, began: float | None = None) -> int:
    """Connect, start and play until ``app.exit_code`` is set; return it. Never reads stdin.

    ``began`` is the Unix time (s) at which the process began. With it the time that loading took is made up for: the
    application starts as if it had been loaded at once, and makes its ticks since then one after another. SIGTERM and
    SIGHUP give 0, SIGINT 130, a refused name 3, a configuration that cannot be used 2.
    """

    loops: list[LiveLoop] = []
    guard = _Guard(app)

    def leave(number: int) -> None:
        app.stop(exit_code_of(number))
        guard.hurry()
        for loop in loops:
            loop.hurry()

    with ended_by(leave) if handle_signals else nullcontext():
        try:
            return _play(app, began, loops, guard)
        except TickEnded:
            app.complain(f"{guard.what} took more than {LAST_TICK:g} s after the signal; the application is ended")
            return app.exit_code or EXIT_DONE
        except UsimError as error:
            app.complain(str(error))
            return error.exit_code
        finally:
            app.close()


class _Guard:
    """Ends what an application does outside its loop soon after ``hurry``: with ``TickEnded``, in the main thread."""

    def __init__(self, app: MoosApp) -> None:
        self._app = app
        self._armed = False
        self._until = inf  # monotonic s
        self.what = ""  #: that is under way, or was the last

    @property
    def left(self) -> float:
        """Real s until what is under way is ended."""
        return self._until - time.monotonic()

    def hurry(self) -> None:
        """End what is under way; safe in signal handlers."""
        self._until = min(self._until, time.monotonic() + LAST_TICK)
        if self._armed:
            signal.setitimer(signal.ITIMER_REAL, max(self.left, _AT_ONCE))

    @contextmanager
    def under_way(self, what: str) -> Iterator[None]:
        """What is done here may take long."""
        self.what = what
        if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGALRM, self._ring)
        self._armed = True
        try:
            if self._until < inf:  # it was asked to end before
                self.hurry()
            yield
        finally:
            self._armed = False
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before)

    def _ring(self, _number: int, _frame: object) -> None:
        if self._armed:
            raise TickEnded


def exit_code_of(number: int) -> int:
    """Return the exit code of a program that was ended by a signal."""
    return EXIT_INTERRUPTED if number == signal.SIGINT else EXIT_DONE


def is_refused(app: MoosApp, warnings: Iterable[str]) -> bool:
    """Whether ``--strict`` ends the application because of these warnings, which it prints."""
    if not (app.settings.strict and warnings):
        return False
    for warning in warnings:
        app.complain(warning)
    app.complain("ended by --strict: correct the mission file, or leave --strict out")
    return True


def end_in_time(app: MoosApp, group: AppGroup, stop: Callable[[], object]) -> None:
    """Call ``stop`` behind the tick with which the application ends, or its script or plan with ``--until-quit``.

    Raises ``ConfigError`` if there is none.
    """
    application, asked = app.application, app.settings.loop.until_quit
    ending = application if asked and isinstance(application, Ending) else None
    stuck = application if asked and isinstance(application, Stuck) else None
    if asked and (ending is None or not ending.may_end):
        problem = "nothing here comes to an end: no plan, and no timer_script with an event = quit"
        raise ConfigError(problem, key="--until-quit", file=app.settings.mission_file)

    def follow(_now: float) -> None:
        if app.exit_code is None and ending is not None and ending.finished:
            app.say("ends: what --until-quit waits for has come")
            app.stop(EXIT_DONE)
        elif app.exit_code is None and stuck is not None and stuck.stuck:
            app.complain(f"{stuck.stuck}; ended, as what --until-quit waits for will not come")
            app.stop(EXIT_FAILED)
        if app.exit_code is not None:
            stop()

    group.followers[app] = [follow]


def _play(app: MoosApp, began: float | None, loops: list[LiveLoop], guard: _Guard) -> int:
    settings = app.settings
    if is_refused(app, settings.config_warnings):
        return EXIT_USAGE
    group = AppGroup(settings.community)
    group.add(app)
    end_in_time(app, group, lambda: None)  # the link looks at the exit code
    app.connect()
    watch = ConnectionWatch(app)
    loading = _await_connection(app, watch, began) if settings.db.use_comms else 0.0
    if app.exit_code is not None:
        return app.exit_code
    with guard.under_way("its start"):
        app.begin(app.clock.now() - loading if loading else None)
    if is_refused(app, app.caster.config_warnings):
        return EXIT_USAGE
    link = Link(app, watch, loading)
    loop = LiveLoop(LinkedField(group, link), link, link=link)
    if settings.loop.duration is not None:
        loop.until = settings.loop.duration + loading
    loops.append(loop)
    loop.run()
    if app.exit_code is None:
        met = bool(app.connections) or not settings.db.use_comms
        why = "" if met else "; there never was a MOOSDB"
        app.say(f"ends after {settings.loop.duration:g} s, as --for asks{why}")
        app.stop(EXIT_DONE if met else EXIT_FAILED)
    if not loop.cut:
        with guard.under_way("its last mail"):
            _read_last(app, guard)
    made, missed = app.schedule.ticks, app.schedule.missed
    if missed:  # said at the end, because the report may not have been read
        rate = f"AppTick {settings.loop.app_tick:g} Hz at time warp {app.clock.warp:g}"
        app.say(f"{missed} of {made + missed} iterations were left out: too slow, or held up, for {rate}")
    return app.exit_code or EXIT_DONE


def _read_last(app: MoosApp, guard: _Guard) -> None:
    """Read the mail that waits, which a recorder wants, too; after a signal as far as there is time."""
    left = len(app.waiting())  # more may come, without end
    while left and guard.left > LAST_TICK - LAST_MAIL:
        most = min(portion(app) or left, left)
        app.deliver(app.clock.now(), most=most)
        left -= most
    if left:
        app.say(f"{left:,} messages that waited were not read: it was asked to end")


def _await_connection(app: MoosApp, watch: ConnectionWatch, began: float | None) -> float:
    """Wait for the MOOSDB, then for its first mail; return how long loading took that is to be made up for, MOOS s."""
    comms, clock = app.comms, app.clock
    end = clock.now() + CONNECT_WAIT
    present = not comms.problem  # the MOOSDB was there first
    while app.exit_code is None and not comms.is_connected() and clock.now() < end:
        watch.look()
        before = clock.now()
        comms.wait_until_connected(min(SLEEP_SLICE, (end - before) / clock.warp))
        present = present and not comms.problem
        if clock.now() == before and not comms.is_connected():
            clock.sleep_until(before + SLEEP_SLICE * clock.warp)  # a stepped clock moves in its sleep only
    watch.look()
    now = clock.now()
    start = now + FIRST_MAIL_WAIT
    if began is None or not (present and comms.is_connected()):
        _sleep_until(app, start)
        return 0.0
    # a program that needs no time to load is connected after the handshake
    loaded_at_once = now - (time.time() - began) * clock.warp + HANDSHAKE + FIRST_MAIL_WAIT
    _sleep_until(app, max(loaded_at_once, min(start, now + ANSWER_WAIT * clock.warp)))
    most = min(LONGEST_LOADING * clock.warp, MOST_LOADING_TICKS * app.settings.loop.period)
    return min(max(clock.now() - loaded_at_once, 0.0), most)


def _sleep_until(app: MoosApp, moos_time: float) -> None:
    asleep = app.clock.now()
    # a clock that was set back ends the sleep, too
    while app.exit_code is None and asleep <= (now := app.clock.now()) < moos_time:
        doze(app, moos_time, now)
