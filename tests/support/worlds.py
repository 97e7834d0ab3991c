"""The worlds that the contract suite runs in: a transport, and a MOOSDB that can be stopped and started."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from pathlib import Path

from tests.support.processes import free_port
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import open_comms
from usimmarine_py.values import Message

TIMEOUT = 20.0


class World:
    """Clients of one transport on one MOOSDB of community alpha."""

    def __init__(self, transport: str) -> None:
        self.transport = transport
        self._open: list[Comms] = []

    def new(self, name: str) -> Comms:
        """A client that does not run yet."""
        comms = self._make(name)
        self._open.append(comms)
        return comms

    def running(self, name: str, *variables: str) -> Comms:
        """A connected client, subscribed to ``variables``."""
        comms = self.new(name)
        comms.run(lambda: [comms.register(v) for v in variables] and None)
        assert comms.wait_until_connected(TIMEOUT)
        return comms

    def settle(self, comms: Comms) -> list[Message]:
        """Mail of ``comms`` up to a mark that it posts itself: all earlier posts of it are then carried out."""
        key = f"MARK_{comms.name}"
        comms.register(key)
        mark = str(time.monotonic_ns())
        comms.notify(key, mark)
        mail = collect(comms, lambda got: any(m.key == key and m.value == mark for m in got), TIMEOUT)
        assert any(m.key == key for m in mail), "the mark did not come back"
        return [m for m in mail if m.key != key]

    def close(self) -> None:
        for comms in self._open:
            comms.close()
        self.stop()

    def _make(self, name: str) -> Comms:
        raise NotImplementedError

    def start(self) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        raise NotImplementedError

    def pass_time(self, seconds: float) -> None:
        """Let MOOS seconds pass."""
        raise NotImplementedError


class SocketWorld(World):
    #: High enough to make two MOOS seconds short, low enough for every transport.
    WARP = 5.0

    def __init__(self, transport: str) -> None:
        super().__init__(transport)
        self.port = free_port()
        self.start()

    def _make(self, name: str) -> Comms:
        return open_comms(self.transport, name, "127.0.0.1", self.port, RealClock(self.WARP))

    def pass_time(self, seconds: float) -> None:
        time.sleep(seconds / self.WARP)


class BuiltinWorld(SocketWorld):
    def start(self) -> None:
        self._db = MoosDb(port=self.port, warp=self.WARP).start()

    def stop(self) -> None:
        self._db.close()


class RealWorld(SocketWorld):
    def __init__(self, transport: str, directory: Path) -> None:
        self._directory = directory
        self._process: subprocess.Popen[bytes] | None = None
        super().__init__(transport)

    def start(self) -> None:
        mission = self._directory / "db.moos"
        mission.write_text(f"ServerHost = localhost\nServerPort = {self.port}\nCommunity = alpha\n")
        self._process = subprocess.Popen(
            ["MOOSDB", str(mission), f"--moos_time_warp={self.WARP:g}", "--moos_suicide_disable"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._directory,
        )

        def listens() -> bool:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
                return True
            return False

        assert wait_for(listens, TIMEOUT)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
