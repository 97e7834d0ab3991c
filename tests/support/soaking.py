"""Memory, threads and descriptors of processes over time, and lines through them (Linux)."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

MEGABYTE = float(1 << 20)


@dataclass(frozen=True)
class Sample:
    """One look at a process: real s, resident bytes, numbers of threads and of open descriptors."""

    time: float
    resident: int
    threads: int
    descriptors: int


def look(pid: int) -> Sample:
    """At a process that lives."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    descriptors = sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    resident = int(status["VmRSS"].split()[0]) * 1024
    return Sample(time.monotonic(), resident, int(status["Threads"]), descriptors)


@dataclass
class Course:
    """The samples of one process, behind its warm-up."""

    samples: list[Sample] = field(default_factory=list)

    @property
    def slope(self) -> float:
        """Growth of the memory, MB an hour: of the line of least squares."""
        times = [s.time for s in self.samples]
        sizes = [s.resident / MEGABYTE for s in self.samples]
        middle, mean = sum(times) / len(times), sum(sizes) / len(sizes)
        spread = sum((t - middle) ** 2 for t in times)
        return 3600.0 * sum((t - middle) * (m - mean) for t, m in zip(times, sizes, strict=True)) / spread

    @property
    def gained(self) -> float:
        """The least memory in the last quarter over that in the first, MB: what is taken for a moment is no growth."""
        sizes = [s.resident for s in self.samples]
        quarter = max(1, len(sizes) // 4)
        return (min(sizes[-quarter:]) - min(sizes[:quarter])) / MEGABYTE

    def constant(self, what: str) -> bool:
        """Whether ``threads`` or ``descriptors`` is no more at the end than at the start, and never by more than two.

        One more for a moment is a file that is being read, or the summary of a run that ends.
        """
        counts = [getattr(s, what) for s in self.samples]
        quarter = max(1, len(counts) // 4)
        return min(counts[-quarter:]) <= min(counts[:quarter]) and max(counts) <= max(counts[:quarter]) + 2


class Watcher:
    """Samples processes in a thread of its own while the block runs, from ``warm_up`` (real s) on."""

    def __init__(self, pids: Mapping[str, int], warm_up: float, every: float) -> None:
        self.courses = {name: Course() for name in pids}
        self._pids, self._warm_up, self._every = dict(pids), warm_up, every
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Watcher:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        wait = self._warm_up
        while not self._over.wait(wait):
            wait = self._every
            for name, pid in list(self._pids.items()):
                try:
                    self.courses[name].samples.append(look(pid))
                except (OSError, KeyError):  # it has ended
                    del self._pids[name]
