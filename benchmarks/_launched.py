"""Missions that are played live, by this package's programs or by those of MOOS-IvP: their start and end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from benchmarks.live import ROOT

USIM = [sys.executable, "-c", "import sys; from usimmarine_py.cli.start import usim; sys.exit(usim())"]
#: What deploys a vehicle of MOOS-IvP's missions.
DEPLOY = {"DEPLOY": "true", "MOOS_MANUAL_OVERRIDE": "false", "RETURN": "false"}
#: For so long programs may end by themselves, s.
PATIENCE = 8.0
_CLOCK = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> Iterator[int]:
    """Yield a process and all that it has started."""
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from family(int(child))


def used(pids: Sequence[int]) -> tuple[float, float]:
    """CPU (s, of threads that have ended, too) and memory (proportional, MB) of processes, as far as they are alive."""
    cpu = memory = 0.0
    for pid in pids:
        with suppress(OSError, IndexError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            cpu += sum(map(int, fields[11:13])) / _CLOCK
            memory += int(Path(f"/proc/{pid}/smaps_rollup").read_text().split("Pss:")[1].split()[0]) / 1024.0
    return cpu, memory


class Launched:
    """A mission that is played live; ``processes``: those that were started for it."""

    def __init__(self, processes: Sequence[subprocess.Popen[bytes]]) -> None:
        self.processes = processes

    @property
    def pids(self) -> list[int]:
        """Those of all processes that play."""
        return [pid for one in self.processes for pid in family(one.pid)]

    def used(self) -> tuple[float, float]:
        """CPU (s) and memory (MB) of all processes that are alive."""
        return used(self.pids)


@contextmanager
def launched(files: Sequence[Path], warp: float, *, ours: bool) -> Iterator[Launched]:
    """Play a mission live at a time warp, each file in its folder, until the block ends; consoles stay beside it.

    ``ours``: one launch of this package's programs plays all communities; otherwise a pAntler each.
    """
    if ours:
        commands = [[*USIM, "launch", "--prefer", "ours", "-q", "--warp", f"{warp:g}", *map(str, files)]]
    else:
        commands = [["pAntler", str(file), f"--MOOSTimeWarp={warp:g}"] for file in files]
    with ExitStack() as stack:
        started: list[subprocess.Popen[bytes]] = []
        stack.callback(_end, started)
        for file, command in zip(files, commands, strict=False):
            console = stack.enter_context(file.with_suffix(".console.txt").open("wb"))
            started.append(
                subprocess.Popen(
                    command,
                    cwd=file.parent,
                    env={**os.environ, "PYTHONPATH": str(ROOT)},
                    stdin=subprocess.DEVNULL,
                    stdout=console,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            )
        yield Launched(started)


def _end(started: Sequence[subprocess.Popen[bytes]]) -> None:
    """Let all processes end, and kill those that do not: programs of pAntler are in process groups of their own."""
    pids = [pid for one in started for pid in family(one.pid)]
    _signal([one.pid for one in started], signal.SIGINT)
    until = time.monotonic() + PATIENCE
    for one in started:
        with suppress(subprocess.TimeoutExpired):
            one.wait(max(until - time.monotonic(), 0.0))
    _signal(pids, signal.SIGTERM)
    time.sleep(0.5)
    _signal(pids, signal.SIGKILL)
    for one in started:
        one.wait(PATIENCE)


def _signal(pids: Sequence[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
