"""The lock step: every application ticks at its own AppTick on one clock that jumps from tick to tick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from usimmarine_py.kinematic.motion import Motion
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.run.applications import Applications
from usimmarine_py.run.followers import Follower
from usimmarine_py.run.quiet import QuietStretches
from usimmarine_py.run.ticks import SAME_TIME, ticks_of

#: Ticks between two looks at the progress.
PROGRESS_TICKS = 32


class LockStep:
    """Drives the applications of one run."""

    def __init__(
        self,
        clock: SteppedClock,
        applications: Applications,
        *,
        followers: Sequence[Follower] = (),
        quiet: QuietStretches | None = None,
        progress: Callable[[float, float], None] | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> None:
        """``followers`` are called after the ticks of the simulator; ``quiet`` takes ticks without effect together.

        ``progress`` is called now and then with the simulated seconds so far and the part that is done (0 to 1);
        ``stopped`` is asked before each tick whether to end the run.
        """
        self.clock = clock
        self.start = clock.now()
        self._applications = applications
        self._followers = followers
        self._quiet = quiet
        self._progress = progress
        self._stopped = stopped

    @property
    def elapsed(self) -> float:
        """Simulated seconds so far."""
        return self.clock.now() - self.start

    def run(self, duration: float | None, limit: float = inf) -> str:
        """Run for ``duration`` s (None: until an application ends it, at most ``limit`` s); why it ended.

        The answer is ``duration``, ``limit``, ``interrupted``, or the name of the application that ended the run.
        """
        apps = self._applications.apps
        for app in apps:
            app.connect()
        for app in apps:
            app.begin()
        end = self.start + (limit if duration is None else duration) + SAME_TIME
        total = inf if duration is None else duration
        endings = self._applications.endings if duration is None else {}
        vehicle, _ = self._applications.vehicle
        simulator, quiet, stopped = self._applications.simulator, self._quiet, self._stopped
        count = shown = 0
        for ticks in ticks_of([app.schedule for app in apps], self.start, end):
            place = 0
            while place < len(ticks.times):
                if stopped is not None and stopped():
                    return "interrupted"
                index, now = ticks.who[place], ticks.times[place]
                self.clock.sleep_until(now)
                app = apps[index]
                app.deliver(now)
                taken = quiet.take(ticks, place) if quiet is not None and index == vehicle else 0
                if not taken:
                    taken = 1
                    app.schedule.begin(now)
                    app.iterate(now)
                    if index == vehicle:
                        for follow in self._followers:
                            follow((now,), (Motion.taken_from(simulator.truth),))
                    elif index in endings and endings[index].finished:
                        return app.application.name
                place += taken
                count += taken
                if self._progress is not None and count - shown >= PROGRESS_TICKS:
                    shown = count
                    part = max([self.elapsed / total, *(ending.progress for ending in endings.values())])
                    self._progress(self.elapsed, part)
        self.clock.sleep_until(end - SAME_TIME)
        return "limit" if duration is None else "duration"

    def close(self) -> None:
        """Let every application leave."""
        for app in self._applications.apps:
            app.close()
