"""What the benchmarks of doors share: a door that is open, a flood, and a row of figures."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from benchmarks._launched import USIM
from benchmarks.live import ROOT

_FLOOD = """
import signal, socket, sys, time
host, port, data, ended = sys.argv[1], int(sys.argv[2]), bytes.fromhex(sys.argv[3]), []
signal.signal(signal.SIGTERM, lambda *_: ended.append(1))
sender, sent, began = socket.socket(type=socket.SOCK_DGRAM), 0, time.monotonic()
print("on", flush=True)
while not ended and time.monotonic() - began < 600.0:
    for _ in range(100):
        try:
            sent += sender.sendto(data, (host, port)) >= 0
        except OSError:
            pass
print(sent / (time.monotonic() - began))
"""


@contextmanager
def door(folder: Path, *words: str, until: str) -> Iterator[tuple[subprocess.Popen[str], re.Match[str]]]:
    """Start ``usim WORDS``; yield the process, and the match of ``until`` in a line that it has printed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [*USIM, *words]
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            while (found := re.search(until, line := process.stdout.readline())) is None:
                if not line:
                    raise SystemExit(f"usim {' '.join(words)} has ended")
            yield process, found
        finally:
            process.kill()


class Flood:
    """Sends a datagram again and again from another process, from when it is entered."""

    def __init__(self, address: tuple[str, int], data: bytes) -> None:
        words = [address[0], str(address[1]), data.hex()]
        self._process = subprocess.Popen([sys.executable, "-c", _FLOOD, *words], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._process.stdout.readline()  # it floods

    def stop(self) -> float:
        """End it, and return how many it has sent a second."""
        self._process.terminate()
        return float(self._process.communicate(timeout=60.0)[0] or 0.0)

    def close(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()


def row(name: str, rate: float, lost: int, of: int, waits: list[float], more: str = "") -> None:
    """Print one row; ``waits``: s."""
    waits = sorted(waits) or [0.0]
    part = waits[min(int(0.99 * len(waits)), len(waits) - 1)]
    latency = f"{1e3 * median(waits):8.2f} ms {1e3 * part:8.2f} ms" if waits[-1] else 24 * " "
    print(
        f"{name:28} {rate:8.0f}/s {lost:6d} of {of:6d} lost {latency}  {more}",
        flush=True,
    )
