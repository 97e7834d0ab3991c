"""The lock step: every application ticks at its own AppTick on one clock that jumps from tick to tick."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from math import inf

from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.offline.run_cast import Ending, Player

#: Ticks nearer together than this (s) count as simultaneous and run in file order: 0.1 added up three times and 0.05
#: six times differ in the last bit only.
SAME_TIME = 1e-7
#: Ticks between two looks at the progress.
PROGRESS_TICKS = 256

AfterTick = Callable[[float], None]


class LockStep:
    """Drives the applications of one run. ``stop`` may be called by a signal handler."""

    def __init__(
        self,
        clock: SteppedClock,
        players: Sequence[Player],
        endings: Sequence[Ending],
        *,
        after: dict[str, Sequence[AfterTick]] | None = None,
        progress: Callable[[float, float], None] | None = None,
    ) -> None:
        """``after``: what to call after the ticks of a kind of player, with the MOOS time.

        ``progress`` is called now and then with the simulated seconds so far and the part that is done (0 to 1).
        """
        self.clock = clock
        self.start = clock.now()
        self._players = players
        self._endings = endings
        self._after = after or {}
        self._progress = progress
        self._stopped = False

    def stop(self) -> None:
        """End the run before the next tick."""
        self._stopped = True

    @property
    def elapsed(self) -> float:
        """Simulated seconds so far."""
        return self.clock.now() - self.start

    def run(self, duration: float | None, limit: float = inf) -> str:
        """Run for ``duration`` s (None: until an application ends it, at most ``limit`` s); why it ended.

        The answer is ``duration``, ``limit``, ``interrupted``, or the name of the application that ended the run.
        """
        for player in self._players:
            player.app.connect()
        for player in self._players:
            player.app.begin()
        end = self.start + (limit if duration is None else duration) + SAME_TIME
        total = inf if duration is None else duration
        enders = [
            p.application if duration is None and isinstance(p.application, Ending) else None for p in self._players
        ]
        queue = [(self._key(p), i) for i, p in enumerate(self._players)]
        heapq.heapify(queue)
        ticks = 0
        while queue:
            if self._stopped:
                return "interrupted"
            index = queue[0][1]
            player = self._players[index]
            app = player.app
            if app.schedule.deadline > end:
                break
            self.clock.sleep_until(app.schedule.deadline)
            now = self.clock.now()
            app.schedule.begin(now)
            app.tick(now)
            for call in self._after.get(player.kind, ()):
                call(now)
            ending = enders[index]
            if ending is not None and ending.finished:
                return player.application.name
            heapq.heapreplace(queue, (self._key(player), index))
            ticks += 1
            if self._progress is not None and ticks % PROGRESS_TICKS == 0:
                part = max([self.elapsed / total, *(e.progress for e in self._endings if duration is None)])
                self._progress(self.elapsed, part)
        self.clock.sleep_until(end - SAME_TIME)
        return "limit" if duration is None else "duration"

    def close(self) -> None:
        """Let every application leave."""
        for player in self._players:
            player.app.close()

    @staticmethod
    def _key(player: Player) -> int:
        return round(player.app.schedule.deadline / SAME_TIME)
