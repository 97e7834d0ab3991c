"""Log and journal of a live run on simulated disks: what they hold at any instant, also where the machine stops there.

What must hold: what is in a file stays, and the file grows by whole rows; at the end the log is that of the community,
and comes out again offline from the journal; from a journal that ends anywhere, between any two bytes, the beginning of
the log comes out; a journal that the disk took no more of says so, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

from tests.support.simulated_machine import Disk, Machine
from usimmarine_py.run.again.journal import JournalReader, JournalStart, RunJournal
from usimmarine_py.run.live.outside import Outside
from usimmarine_py.run.logger import BusLogger

#: How often they are looked at, on average, real s.
LOOKS = 0.3
#: Of the runs, so many are also repeated from a journal that ends early: it takes as long as the run.
CUT = 0.3

#: Plays again what came from outside, and returns the log; None: it did not come to its end.
Replay = Callable[[Iterable[Outside]], bytes | None]


class Records:
    """The files of one run, and what they held at some instants."""

    def __init__(self, machine: Machine, folder: Path, warp: float, start: float, say: Callable[[str], object]) -> None:
        self.machine, self.folder = machine, folder
        self.lines: list[str] = []  #: about the journal
        began = JournalStart(
            "0", "3", warp, start, 1.8e9, 0.0, "token", "10.1.2.3", 7, False, str(folder), {}, (), (), ()
        )
        self.path = folder / "live.journal"

        def trouble(line: str) -> None:
            self.lines.append(line)
            say(line)

        self.journal = RunJournal(self.path, began, trouble)
        self.paper = Disk(machine, self.path.read_bytes())
        self.head = len(self.paper.data)
        self.journal._file.close()
        self.journal._file = self.paper  # type: ignore[assignment]
        self.log = Disk(machine)
        self.seen: list[tuple[bytes, bytes]] = []
        self.over = False
        machine.at(LOOKS, self.look)

    def take(self, logger: BusLogger) -> None:
        """Let a logger write to a disk of this machine."""
        self.log = Disk(self.machine, logger.path.read_bytes())
        logger.writer._file.close()
        logger.writer._file = self.log  # type: ignore[assignment]

    def fill(self, full: bool) -> None:
        """Let the disk be full, or have room again."""
        self.log.full = self.paper.full = full

    def look(self) -> None:
        """Note what is there now."""
        if not self.over:
            self.seen.append((bytes(self.log.data), bytes(self.paper.data)))
            self.machine.at(self.machine.random.expovariate(1.0 / LOOKS), self.look)

    def faults(self, events: list[Outside], replay: Replay) -> list[str]:
        """Return what does not hold; ``events`` is what came from outside."""
        log, paper = bytes(self.log.data), bytes(self.paper.data)
        found = self._grown([*self.seen, (log, paper)])
        if self.journal.failed:
            self.machine.reached["a journal ends early"] += 1
        if len(self.lines) != int(self.journal.failed):
            found.append(f"of a journal that {'failed' * self.journal.failed} was said: {self.lines}")
        self.path.write_bytes(paper)
        again = replay(JournalReader(self.path).events())
        if again is None:
            return [*found, "the repetition from the journal did not come to its end"]
        if self.journal.failed:
            found += _beginning(again, log)
            again = replay(events)
        if again != log:
            found.append(_difference(log, again))
        if self.machine.random.random() < CUT:
            self.machine.reached["a journal is cut between two bytes"] += 1
            self.path.write_bytes(paper[: self.machine.random.randint(self.head, len(paper))])
            found += _beginning(replay(JournalReader(self.path).events()), log)
        return found

    @staticmethod
    def _grown(states: list[tuple[bytes, bytes]]) -> list[str]:
        for before, after in pairwise(states):
            for name, was, now in zip(("log", "journal"), before, after, strict=True):
                was = was[: was.rfind(b"\n") + 1]  # within a write
                if not now.startswith(was):
                    return [f"the {name} has lost what was in it: {was[-60:]!r}, later {now[len(was) - 60 :][:60]!r}"]
        return []


def _beginning(again: bytes | None, log: bytes) -> list[str]:
    if again is None:
        return ["the repetition from a beginning of the journal did not come to its end"]
    return [] if log.startswith(again) else ["from a beginning of the journal: " + _difference(log, again)]


def _difference(log: bytes, again: bytes) -> str:
    pairs = zip(log.splitlines(), again.splitlines(), strict=False)
    line, (was, now) = next(((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1]), (0, (b"", b"")))
    return f"the log comes out otherwise offline, in line {line}: {was!r}, now {now!r}"
