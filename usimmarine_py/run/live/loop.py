"""The loop of a live run: ticks when they are due, and between them all that comes from outside."""

from __future__ import annotations

import selectors
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from math import inf
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

from usimmarine_py.moos.app.moos_app import HOST_VARIABLES
from usimmarine_py.moos.app.processes import ending_offspring
from usimmarine_py.moos.app.voice import described
from usimmarine_py.run.collecting import fewer_collections
from usimmarine_py.run.live.field import END_VARIABLE, PacedField
from usimmarine_py.run.live.pace import LAG_STEERED, SWEEP, Steering
from usimmarine_py.run.loop import BusCommunity, TickEnded, Ticking

if TYPE_CHECKING:  # a program with a link has no doors, logs and ports, and does not wait for them at its start
    from usimmarine_py.moos.db.door import Door
    from usimmarine_py.run.again.journal import RunJournal
    from usimmarine_py.run.live.context import LiveContext
    from usimmarine_py.run.live.link import Link
    from usimmarine_py.run.live.outside import Outside
    from usimmarine_py.run.live.ports import SharePorts
    from usimmarine_py.run.logger import BusLogger
    from usimmarine_py.run.plan import RunPlan

#: Ticks are made for so long before sockets are looked at, real s.
BURST = 0.005
#: Between two hand-overs of logs to the system, real s.
FLUSH = 1.0
#: Between two wake-ups, real s, if nothing comes from outside: what is due by then is done together.
REST = 0.01
#: The same for each unit of warp, within limits, while clients at a door steer or other processes share:
#: no oftener than posts of MOOS's clients leave (laws/wire 10). One that only watches can wait.
ATTENTIVE, LEAST_REST, MOST_REST = 0.0004, 0.002, 0.005
#: Between two looks at a door where the system cannot wait for it, real s.
POLL = 0.02
#: How far it may fall behind, real s, where programs outside do not steer: then time stretches.
LAG = 2.0
#: A tick that takes longer, real s, ends with its application; at most twice that.
HANG = 3.0
#: The same while the program ends.
LAST_TICK = 0.2
#: Posts of these steer nothing.
QUIET = (*HOST_VARIABLES, END_VARIABLE, "DB_EVENT")


class Service(Protocol):
    """What else is served by the loop, such as the output of processes."""

    def fileno(self) -> int:
        """Becomes readable when there is something to serve."""
        ...

    def serve(self) -> object:
        """Serve what is there, without waiting."""
        ...

    def begin(self) -> object:
        """Called once all doors are open and the applications inside have started."""
        ...

    def sweep(self) -> object:
        """Called ``SWEEP`` after the last call."""
        ...

    def close(self, meanwhile: Callable[[], object]) -> object:
        """End, and call ``meanwhile`` while waiting: it serves the doors."""
        ...


class LiveLoop:
    """Plays a plan in real time, in the thread that calls ``run``."""

    def __init__(
        self,
        plan: RunPlan | PacedField,
        context: LiveContext | Link,
        *,
        link: Link | None = None,
        doors: Sequence[Door] = (),
        loggers: Sequence[BusLogger] = (),
        services: Sequence[Service] = (),
        ended: Callable[[str, str, int], object] | None = None,
        end_other: Callable[[str, str], object] | None = None,
        journal: RunJournal | None = None,
        rest: float = REST,
        network: bool = True,
    ) -> None:
        """``link``: of an application that is alone here. ``doors`` are open. ``ended`` gets community, name and exit
        code of each application that ends before the loop does; ``end_other`` is asked to end a program that does not
        play here. ``journal`` is written with the logs. ``rest``: real s between two wake-ups, at least, where no
        client at a door steers. ``network``: whether pShares reach other processes.
        """
        run = plan if isinstance(plan, PacedField) else plan.loop
        if not isinstance(run, PacedField):
            raise TypeError("the plan is not one of plan_live")
        self.until = inf  #: MOOS s after the start
        #: gets what comes from outside, before its effect
        self.record: Callable[[Outside], object] | None = None if journal is None else journal.record
        if (measures := context.measures) is not None:
            measures.note = lambda *measured: self._note("", "measured", *measured)
        self._journal = journal
        self._noted = False  # something that came in at a door, since the last forwarding
        self.run_, self.clock, self.pace, self._meters = run, run.clock, context.pace, context.meters
        self._link = link
        self._doors, self._loggers, self._services = list(doors), list(loggers), list(services)
        self._on_end, self._end_other, self._rest = ended, end_other, rest
        self._network = network
        self._ports: SharePorts | None = None
        self._steering = Steering()
        self.stopped = False  #: ``stop`` was called
        self.hurries = False  #: ``hurry`` was called
        self.cut = False  #: a tick was ended
        self._armed = False  # there are alarms
        self._end = inf  # MOOS time, s
        self._selector = selectors.DefaultSelector()
        self._seen: object = None  # the event that was under way at the last alarm
        self._reported: set[Ticking] = set()
        self._served: set[Door] = set()  # doors, since the last wait
        self._polls = False  # doors are looked at time and again
        self.latest = 0.0  #: the largest lag at the begin of a tick, real s
        self.skipped = 0  #: ticks left out

    def stop(self) -> None:
        """End soon, whatever ticks; safe in signal handlers."""
        self.stopped = True
        self.hurry()

    def hurry(self) -> None:
        """From now on end each tick that takes longer than ``LAST_TICK``; safe in signal handlers."""
        self.hurries = True
        if self._armed:
            signal.setitimer(signal.ITIMER_REAL, LAST_TICK, LAST_TICK)

    # -- the loop

    def run(self) -> None:
        """Play until ``stop``, or ``until``."""
        with ExitStack() as stack:
            stack.enter_context(ending_offspring())
            stack.callback(self._close)
            self._watch_ticks(stack)
            self._open()
            stack.enter_context(fewer_collections(10, 10))
            self.pace.begin()
            self.run_.connect()
            if self._ports is not None:
                self._ports.open_all()
            for service in self._services:
                service.begin()
            self._play()

    def _play(self) -> None:
        field, clock, pace, link, doors = self.run_, self.clock, self.pace, self._link, self._doors
        steady = pace.steady
        self._end = field.start + self.until
        swept = flushed = steady()
        while not self.stopped:
            woke = steady()
            now = min(pace.now(), self._end)
            if link is not None and field.next_time() < (oldest := link.oldest(now)):
                self._leave_out(oldest)
            behind = self._make(now, woke)
            if behind:
                self._bound_lag()
            elif now >= self._end:
                break
            else:
                clock.sleep_until(now)  # nothing is due before: mail from outside comes at this time
            for door in doors:
                door.flush()
            if woke - swept >= SWEEP:
                self._sweep(woke - swept, behind)
                swept = woke
            if woke - flushed >= FLUSH:
                flushed = woke
                if self._journal is not None:  # it is never behind the logs
                    self._journal.flush(field.made, clock.now())
                for logger in self._loggers:
                    logger.flush()
            if link is None:
                self._await(min(field.next_time(), self._end), woke, behind)
            elif not link.rest(field.next_time(), self._end, behind):
                break

    def _await(self, next_due: float, woke: float, behind: bool) -> None:
        """Sleep until something is due, or comes from outside, and serve that."""
        pace, doors, wait = self.pace, self._doors, 0.0
        if not behind and not any(door.busy for door in doors):
            shared = self._ports is not None and self._ports.received
            attentive = min(max(ATTENTIVE * pace.warp, LEAST_REST), MOST_REST)
            rest = attentive if shared or self._steering.active else self._rest
            wait = min(max((next_due - pace.now()) / pace.warp, woke + rest - pace.steady(), 0.0), SWEEP)
        if self._polls:  # a system whose selectors do not nest
            wait = min(wait, POLL)
            self._serve_doors()
        if not self._selector.get_map():
            time.sleep(wait)
            return
        self._served.clear()
        for key, _ in self._selector.select(wait):
            if not behind:  # at the time at which it came, but never beyond what is due next
                self.clock.sleep_until(min(pace.now(), next_due))
            key.data()
        for door in doors:
            if door.busy and door not in self._served:  # one portion, then ticks
                self._serve(door)

    def _make(self, now: float, woke: float) -> bool:
        """Do what is due by ``now``, for a while; True if there is more."""
        next_time, steady, until = self.run_.next_time, self.pace.steady, woke + BURST
        if (due := next_time()) > now:
            return False
        self.latest = max(self.latest, (now - due) / self.pace.warp)
        while next_time() <= now:
            self._one()
            if steady() > until:
                return next_time() <= now
        return False

    def _one(self) -> None:
        """Do what is due next."""
        meters = self._meters
        began = 0.0 if meters is None else time.thread_time()
        ticking = self.run_.next()
        if ticking is not None:
            if meters is not None:
                meters.add(ticking.app.application, time.thread_time() - began)
            if ticking.app.exit_code is not None and ticking not in self._reported:
                self._report_end(ticking)

    def _bound_lag(self) -> None:
        """Keep the loop from falling behind for ever."""
        if self._link is not None:
            return  # it tells what is too late
        pace = self.pace
        lag = pace.now() - self.clock.now()
        if self._steering.active:
            pace.regain()
            lag = pace.now() - self.clock.now()
            if lag > LAG_STEERED * pace.warp:
                self._leave_out(pace.now())
        elif lag > LAG * pace.warp:
            pace.stretch(lag - LAG * pace.warp)

    def _leave_out(self, until: float) -> None:
        """Leave out the ticks before MOOS time ``until``."""
        self._note("", "skip", until)
        missed = self._missed()
        self.run_.skip(until)
        self.skipped += self._missed() - missed

    def _missed(self) -> int:
        return sum(app.schedule.missed for community in self.run_.communities for app in community.apps)

    def _sweep(self, passed: float, behind: bool) -> None:
        for door in self._doors:
            if not door.busy:  # else it is served in any case
                self._serve(door)
        for service in self._services:
            service.sweep()
        if self._link is not None:
            self._link.watch()
        shared = 0 if self._ports is None else self._ports.received
        self._steering.look(shared + sum(door.steered for door in self._doors), self.pace.steady())
        if self.pace.stretched and not behind:
            self.pace.regain(passed)
        if change := self.pace.resynchronised():
            self._note("", "clock", change)
            self.run_.clock_was_set(change)
            self._end += change

    # -- the ends of applications

    def _report_end(self, ticking: Ticking) -> None:
        self._reported.add(ticking)
        if self._on_end is not None:
            app = ticking.app
            self._on_end(ticking.community.name, app.settings.name, app.exit_code or 0)

    def _failed(self, ticking: Ticking, error: BaseException) -> None:
        app = ticking.app
        if isinstance(error, TickEnded):
            self._note(ticking.community.name, "end", app.settings.name)
            self.cut = True
            limit = LAST_TICK if self.hurries else HANG
            app.complain(f"a tick took more than {limit:g} s; the application is ended")
        else:
            app.complain(described(error) if isinstance(error, Exception) else repr(error))
        self._report_end(ticking)

    def _watch_ticks(self, stack: ExitStack) -> None:
        """End ticks that do not end; in the main thread, and where there are alarms."""
        if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
            return
        stack.callback(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, self._ring))
        stack.callback(self._disarm)
        self._armed = True
        if self.hurries:
            self.hurry()
        elif self._link is None:  # alone in its process an application may take its time
            signal.setitimer(signal.ITIMER_REAL, HANG, HANG)

    def _disarm(self) -> None:
        self._armed = False
        signal.setitimer(signal.ITIMER_REAL, 0.0)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        under_way = self.run_.under_way
        if self.run_.starting and not self.hurries:
            return
        if under_way is not None and (self.hurries or under_way is self._seen):
            self._seen = None
            raise TickEnded
        self._seen = under_way

    # -- from outside

    def _open(self) -> None:
        field = self.run_
        field.failed, field.end_other = self._failed, self._end_other
        for community in field.communities:
            if isinstance(community, BusCommunity):
                community.bus.on_outside = partial(self._from_outside, community.name)
        self._polls = any(door.fileno() < 0 for door in self._doors)
        for door in self._doors:
            self._watch(door, partial(self._serve, door))
        for service in self._services:
            self._watch(service, service.serve)
        if self._network and any(community.shares for community in field.communities):
            from usimmarine_py.run.live.ports import SharePorts

            field.network = self._ports = SharePorts(field, self._watch, self._note)

    def _watch(self, what: Any, call: Callable[[], object]) -> None:
        if (number := what.fileno()) >= 0:
            self._selector.register(number, selectors.EVENT_READ, call)

    def _serve(self, door: Door) -> None:
        door.serve(0.0)
        self._served.add(door)
        for community in self.run_.communities:
            if community.shares and isinstance(community, BusCommunity) and community.bus is door.bus:
                if self._noted:
                    self._noted = False
                    self._note(community.name, "forward")
                self.run_.forward(community)

    def _serve_doors(self) -> None:
        for door in self._doors:
            self._serve(door)
            door.flush()

    def _from_outside(self, community: str, what: str, details: tuple[Any, ...]) -> None:
        self._noted = True
        self._note(community, what, *details)

    def _note(self, community: str, what: str, *details: Any) -> None:
        if self.record is not None:
            from usimmarine_py.run.live.outside import Outside

            self.record(Outside(self.run_.made, self.clock.now(), community, what, details))

    def _close(self) -> None:
        for service in self._services:
            service.close(self._serve_doors)
        self._note("", "over")
        self.record = None  # those at the doors leave now
        self.run_.close()
        for door in self._doors:
            door.close()
        if self._ports is not None:
            self._ports.close()
        for logger in self._loggers:
            logger.close()
        self._selector.close()

    def losses(self) -> list[str]:
        """Say where it did not keep the time."""
        found = []
        warp = f"time warp {self.pace.warp:g}"
        if self.skipped:
            found.append(f"{self.skipped} iterations were left out: too slow, or held up, for {warp}")
        if self.pace.most_stretched:
            seconds = self.pace.most_stretched / self.pace.warp
            found.append(f"too slow, or held up, for {warp}: {seconds:.1f} s late; no iteration was left out")
        return found
