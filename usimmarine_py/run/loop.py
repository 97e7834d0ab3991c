"""The lock step: every application ticks at its own AppTick on one clock that jumps from tick to tick."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Protocol

import numpy as np

from usimmarine_py.moos.clock import Schedule, SteppedClock
from usimmarine_py.run.applications import Applications
from usimmarine_py.run.followers import Follower
from usimmarine_py.values.frozen import dataclass

#: Ticks nearer together than this (s) count as simultaneous and run in file order: 0.1 added up three times and 0.05
#: six times differ in the last bit only.
SAME_TIME = 1e-7
#: Ticks of one application that are worked out at once.
AHEAD = 4096
#: Ticks between two looks at the progress, and between two at the size of the files.
PROGRESS_TICKS = 32
FULL_TICKS = 512


@dataclass(frozen=True, slots=True)
class Ticks:
    """Some ticks in order: the index of the application, and the reading of the stepped clock (MOOS s)."""

    who: list[int]
    times: list[float]


def ticks_of(schedules: Sequence[Schedule], start: float, end: float) -> Iterator[Ticks]:
    """All ticks up to ``end``, from clock ``start`` (MOOS s). They have to be gone through before the next."""
    now = start
    while schedules:
        numbers = [np.arange(s.number, s.number + AHEAD, dtype=np.float64) for s in schedules]
        deadlines = [s.start + number * s.period for s, number in zip(schedules, numbers, strict=True)]
        keys = [np.rint(found / SAME_TIME) for found in deadlines]
        # up to where the first of them would have to be worked out further
        known = min(key[-1] for key in keys)
        kept = [found[key < known] for found, key in zip(deadlines, keys, strict=True)]
        kept_keys = [key[key < known] for key in keys]
        who = np.repeat(np.arange(len(kept)), [len(found) for found in kept])
        order = np.lexsort((who, np.concatenate(kept_keys)))
        moments = np.concatenate(kept)[order]
        over = np.flatnonzero(moments > end)
        count = int(over[0]) if len(over) else len(moments)
        # the clock never goes back: of simultaneous ticks a later one may be due a rounding error earlier
        times = np.maximum(np.maximum.accumulate(moments), now)[:count].tolist()
        yield Ticks(who[order][:count].tolist(), times)
        if len(over):
            return
        now = times[-1] if times else now


class Stretches(Protocol):
    """Takes several ticks together, the same as one by one."""

    def take(self, ticks: Ticks, place: int) -> int:
        """Take the ticks from ``place``, one of the vehicle's, whose mail was delivered; how many were taken, or 0."""
        ...


class LockStep:
    """Drives the applications of one run."""

    def __init__(
        self,
        clock: SteppedClock,
        applications: Applications,
        *,
        followers: Sequence[Follower] = (),
        stretches: Stretches | None = None,
        progress: Callable[[float, float], None] | None = None,
        stopped: Callable[[], bool] | None = None,
        full: Callable[[], bool] | None = None,
    ) -> None:
        """``followers`` are called after the ticks of the simulator; ``stretches`` takes ticks together.

        ``progress`` is called now and then with the simulated seconds so far and the part that is done (0 to 1);
        ``stopped`` is asked before each tick whether to end the run, ``full`` now and then whether its files must not
        grow further.
        """
        self.clock = clock
        self.start = clock.now()
        self._applications = applications
        self._followers = followers
        self._stretches = stretches
        self._progress = progress
        self._stopped = stopped
        self._full = full
        self.stuck = ""  #: why the run will not come to its end

    @property
    def elapsed(self) -> float:
        """Simulated seconds so far."""
        return self.clock.now() - self.start

    def run(self, duration: float | None, limit: float = inf) -> str:
        """Run for ``duration`` s (None: until an application ends it, at most ``limit`` s); why it ended.

        The answer is ``duration``, ``limit``, ``full`` (the log), ``interrupted``, ``stuck`` (the application that
        should end it cannot), or the name of the application that ended the run.
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
        simulator, stretches, stopped = self._applications.simulator, self._stretches, self._stopped
        count = shown = looked = 0
        for ticks in ticks_of([app.schedule for app in apps], self.start, end):
            place = 0
            while place < len(ticks.times):
                if stopped is not None and stopped():
                    return "interrupted"
                index, now = ticks.who[place], ticks.times[place]
                self.clock.sleep_until(now)
                app = apps[index]
                app.deliver(now)
                taken = stretches.take(ticks, place) if stretches is not None and index == vehicle else 0
                if not taken:
                    taken = 1
                    app.schedule.begin(now)
                    app.iterate(now)
                    if index == vehicle:
                        for follow in self._followers:
                            follow((now,), (simulator.truth,), (simulator.internal.command,))
                place += taken
                last = ticks.who[place - 1]
                if (ending := endings.get(last)) is not None and (ending.finished or ending.stuck):
                    self.stuck = "" if ending.finished else ending.stuck
                    return apps[last].application.name if ending.finished else "stuck"
                count += taken
                if self._full is not None and count - looked >= FULL_TICKS:
                    looked = count
                    if self._full():
                        return "full"
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
