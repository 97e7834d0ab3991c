"""A client in a process of its own that hears what it posts itself, and says how old the oldest of that is."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

from tests.support.processes import environment
from usimmarine_py.moos.transport.open import open_comms
from usimmarine_py.values import Post

_PERIOD = 0.02


class Publisher:
    """The process, seen from the test."""

    def __init__(self, transport: str, port: int, name: str) -> None:
        self.name = name
        self.heard = 0.0  #: monotonic time (s) of the oldest among the newest posts that came back of each variable
        self.said = ""  #: why not, in the client's words
        command = [sys.executable, "-m", "tests.support.publisher", transport, str(port), name]
        self.process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:  # libMOOS writes there, too
            first, _, rest = line.partition(" ")
            if first == "heard":
                heard, _, self.said = rest.strip().partition(" ")
                self.heard = float(heard)

    @property
    def resources(self) -> tuple[int, int]:
        """Threads, those of libraries as well, and descriptors."""
        place = Path("/proc", str(self.process.pid))
        return len(list((place / "task").iterdir())), len(list((place / "fd").iterdir()))

    def close(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait(60.0)
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


def main(transport: str, port: str, name: str) -> None:
    """Post and listen for ever: two subscriptions by name, one by pattern."""
    comms = open_comms(transport, name, "127.0.0.1", int(port))
    comms.register(f"{name}_A")
    comms.register(f"{name}_B", 0.0)
    comms.register_wildcard(f"{name}_C*")
    comms.run()
    heard = dict.fromkeys((f"{name}_A", f"{name}_B", f"{name}_C1"), 0.0)
    while True:
        comms.post([Post(variable, time.monotonic()) for variable in heard])
        heard.update({mail.variable: float(mail.value) for mail in comms.fetch()})
        print(f"\nheard {min(heard.values())} {comms.problem}", flush=True)
        time.sleep(_PERIOD)


if __name__ == "__main__":
    main(*sys.argv[1:])
