"""The lock step: every application ticks at its own AppTick on one clock that jumps from tick to tick."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heapreplace
from math import inf

from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.run.applications import Applications
from usimmarine_py.run.followers import Follower
from usimmarine_py.run.stop import INTERRUPTED, Stop, TickEnded
from usimmarine_py.simulator.parts.motion import Motion
from usimmarine_py.simulator.parts.steering.commands import CommandPart

#: Ticks nearer together than this (s) count as simultaneous and run in file order: 0.1 added up three times and 0.05
#: six times differ in the last bit only.
SAME_TIME = 1e-7
#: Ticks between two looks at the progress, and between two at the size of the files, a multiple of that.
PROGRESS_TICKS = 32
FULL_TICKS = 512


class LockStep:
    """Drives the applications of one run."""

    def __init__(
        self,
        clock: SteppedClock,
        applications: Applications,
        *,
        followers: Sequence[Follower] = (),
        progress: Callable[[float, float], None] | None = None,
        stopped: Callable[[], str] | None = None,
        full: Callable[[], bool] | None = None,
    ) -> None:
        """``followers`` are called after the ticks of the simulator.

        ``progress`` is called now and then with the simulated seconds so far and the part that is done (0 to 1);
        ``stopped`` is asked before each tick why the run is to end (empty: it is not), ``full`` now and then whether
        its files must not grow further.
        """
        self.clock = clock
        self.start = clock.now()
        self._applications = applications
        self._followers = followers
        self._progress = progress
        self._stopped = stopped
        self._full = full
        self.stuck = ""  #: why the run will not come to its end
        self.ticking = 0  #: which application ticks

    @property
    def elapsed(self) -> float:
        """Simulated seconds so far."""
        return self.clock.now() - self.start

    def run(self, duration: float | None, limit: float = inf) -> str:
        """Run for ``duration`` s (None: until an application ends it, at most ``limit`` s); why it ended.

        The answer is ``duration``, ``limit``, ``full`` (the log), ``interrupted``, ``timeout``, ``stuck`` (the
        application that should end it cannot), or the name of the application that ended the run.
        """
        apps = self._applications.apps
        if isinstance(self._stopped, Stop):
            self._stopped.ticking = lambda: apps[self.ticking].settings.name
        try:
            return self._run(duration, limit)
        except TickEnded:
            self.stuck = f"a tick of {apps[self.ticking].settings.name} did not end"
            return INTERRUPTED if self._stopped is None else self._stopped()
        finally:
            if isinstance(self._stopped, Stop):
                self._stopped.over()

    def _run(self, duration: float | None, limit: float) -> str:
        apps = self._applications.apps
        for app in apps:
            app.connect()
        for app in apps:
            app.begin()
        end = self.start + (limit if duration is None else duration) + SAME_TIME
        endings = self._applications.ending.each if duration is None else {}
        vehicle, _ = self._applications.vehicle
        clock, stopped, full, progress, followers = (
            self.clock, self._stopped, self._full, self._progress, self._followers,
        )  # fmt: skip
        parts = self._applications.simulator.vehicle
        own, command = parts.part(Motion).own, parts.part(CommandPart).command
        # the next tick of each: its deadline in steps of SAME_TIME, then file order
        due = [
            (round(app.schedule.deadline / SAME_TIME), index, app, app.tick, app.schedule)
            for index, app in enumerate(apps)
        ]
        heapify(due)
        for count in itertools.count(1):
            _, index, app, tick, schedule = due[0]
            deadline = schedule.deadline
            if deadline > end:
                break
            if stopped is not None and (why := stopped()):
                return why
            now = clock.sleep_until(deadline)
            schedule.step()
            self.ticking = index
            tick(now)
            if app.exit_code is None:
                heapreplace(due, (round(schedule.deadline / SAME_TIME), index, app, tick, schedule))
            else:
                heappop(due)
                app.close()
            if index == vehicle:
                for follow in followers:
                    follow(now, own, command)
            if endings and (ending := endings.get(index)) is not None and (ending.finished or ending.stuck):
                self.stuck = "" if ending.finished else ending.stuck
                return apps[index].application.name if ending.finished else "stuck"
            if count % PROGRESS_TICKS:
                continue
            if count % FULL_TICKS == 0 and full is not None and full():
                return "full"
            if progress is not None:
                total = inf if duration is None else duration
                part = max([self.elapsed / total, *(ending.progress for ending in endings.values())])
                progress(self.elapsed, part)
        clock.sleep_until(end - SAME_TIME)
        return "limit" if duration is None else "duration"

    def close(self) -> None:
        """Let every application leave."""
        for app in self._applications.apps:
            app.close()
