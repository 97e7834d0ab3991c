"""The lock step: every application ticks at its own AppTick on one clock that jumps from tick to tick."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf

from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.run.agenda import SAME_TIME, agendas
from usimmarine_py.run.cast import Ending, Player
from usimmarine_py.run.quiet import QuietStretches

#: Ticks between two looks at the progress.
PROGRESS_TICKS = 32

AfterTick = Callable[[float], None]


class LockStep:
    """Drives the applications of one run."""

    def __init__(
        self,
        clock: SteppedClock,
        players: Sequence[Player],
        endings: Sequence[Ending],
        *,
        after: Mapping[str, Sequence[AfterTick]] | None = None,
        progress: Callable[[float, float], None] | None = None,
        quiet: QuietStretches | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> None:
        """``after``: what to call after the ticks of a kind of player, with the MOOS time.

        ``progress`` is called now and then with the simulated seconds so far and the part that is done (0 to 1).
        ``quiet`` takes ticks without effect together; ``stopped`` is asked before each tick whether to end the run.
        """
        self.clock = clock
        self.start = clock.now()
        self._players = players
        self._endings = endings
        self._after = after or {}
        self._progress = progress
        self._quiet = quiet
        self._stopped = stopped

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
        after = [self._after.get(p.kind, ()) for p in self._players]
        quiet, stopped = self._quiet, self._stopped
        steerer = -1 if quiet is None else quiet.index
        ticks = shown = 0
        for agenda in agendas([p.app.schedule for p in self._players], self.start, end):
            place, count = 0, len(agenda.times)
            while place < count:
                if stopped is not None and stopped():
                    return "interrupted"
                index, now = agenda.who[place], agenda.times[place]
                self.clock.sleep_until(now)
                taken = quiet.take(agenda, place) if quiet is not None and index == steerer else 0
                if not taken:
                    taken = 1
                    player = self._players[index]
                    player.app.schedule.begin(now)
                    player.app.tick(now)
                    for call in after[index]:
                        call(now)
                    ending = enders[index]
                    if ending is not None and ending.finished:
                        return player.application.name
                place += taken
                ticks += taken
                if self._progress is not None and ticks - shown >= PROGRESS_TICKS:
                    shown = ticks
                    part = max([self.elapsed / total, *(e.progress for e in self._endings if duration is None)])
                    self._progress(self.elapsed, part)
        self.clock.sleep_until(end - SAME_TIME)
        return "limit" if duration is None else "duration"

    def close(self) -> None:
        """Let every application leave."""
        for player in self._players:
            player.app.close()
