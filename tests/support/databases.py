"""A MOOSDB as a process of its own, built in or MOOS-IvP's, that can be killed and started again on its port."""

from __future__ import annotations

import contextlib
import signal
import subprocess
from pathlib import Path
from types import TracebackType

from tests.support.processes import call, environment, free_port
from usimmarine_py.errors import TransportError
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect

_LISTENS = "0A"  # the state in /proc/net/tcp


class Database:
    """``kind`` is ``builtin`` or ``MOOSDB``; a context manager that leaves nothing behind."""

    def __init__(self, kind: str, folder: Path, warp: float = 1.0, port: int = 0) -> None:
        self.kind = kind
        self.port = port or free_port()
        self._folder = folder
        self.mission = folder / f"db_{self.port}.moos"
        text = f"ServerHost = localhost\nServerPort = {self.port}\nCommunity = alpha\nMOOSTimeWarp = {warp:g}\n"
        self.mission.write_text(text)
        original = ["MOOSDB", str(self.mission), f"--moos_time_warp={warp:g}", "--moos_suicide_disable"]
        self._command = original if kind == "MOOSDB" else call("db", str(self.mission), program="usim")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens; nobody connects to find out."""
        self._process = subprocess.Popen(
            self._command, cwd=self._folder, env=environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert wait_for(self._listens, 60.0), "the MOOSDB does not listen"

    def answers(self) -> bool:
        """Whether a client that comes now is welcomed within 10 s."""
        with contextlib.suppress(TransportError):
            connect(port=self.port, name="somebody_else", timeout=10.0).close()
            return True
        return False

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """SIGKILL; it is gone on return."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGKILL)
            process.wait(60.0)

    def _listens(self) -> bool:
        assert self._process is not None and self._process.poll() is None, "the MOOSDB has ended"
        port = f":{self.port:04X}"
        rows = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
        return any(row[1].endswith(port) and row[3] == _LISTENS for row in rows)

    def __enter__(self) -> Database:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
