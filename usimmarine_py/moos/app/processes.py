"""The processes of this machine, where /proc tells of them: what a process has started, and its end."""

from __future__ import annotations

import os
import signal
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")


def running() -> Iterator[tuple[int, int, int]]:
    """Yield number, parent and group of each process that has not ended; none where there is no /proc."""
    for number, fields in stats():
        yield number, int(fields[1]), int(fields[2])


def stats() -> Iterator[tuple[int, list[str]]]:
    """Yield number and the fields of /proc/NUMBER/stat, from the state on, of each process that has not ended."""
    with suppress(OSError):
        for entry in PROCESSES.iterdir():
            if entry.name.isdigit():
                try:
                    fields = (entry / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                if fields and fields[0] != "Z":
                    yield int(entry.name), fields


def offspring(process: int) -> list[int]:
    """Return what a process has started and what that has started, as far as it has not ended, parents first."""
    children: dict[int, list[int]] = defaultdict(list)
    for number, parent, _ in running():
        children[parent].append(number)
    found = children[process][:]
    for number in found:  # grows meanwhile
        found += children[number]
    return found


def end_offspring(process: int, but: Collection[int] = ()) -> None:
    """Kill what a process has started, all but some of it."""
    for number in offspring(process):
        if number not in but:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
