"""A community for a test: a MOOSDB (ours or the real one), our application, and MOOS-IvP's programs."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.processes import free_port
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.values import Message

WARP = 10.0

HEAD = """\
ServerHost = localhost
ServerPort = {port}
Community = alpha
MOOSTimeWarp = {warp:g}
LatOrigin = 43.825300
LongOrigin = -70.330400
"""

_LAUNCHER = """\
#!{python}
import sys
sys.path.insert(0, {root!r})
from usimmarine_py.cli.start import {program}
sys.exit({program}())
"""


class Community:
    """Programs of one mission ``m.moos`` in ``folder``; all of them are gone after ``end``."""

    def __init__(self, folder: Path, blocks: str, warp: float = WARP) -> None:
        self.folder = folder
        self.warp = warp
        self.port = free_port()
        self.mission = folder / "m.moos"
        self.mission.write_text(HEAD.format(port=self.port, warp=warp) + blocks)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        # usimmarine and usim as an installation has them, found on PATH by pAntler, too
        scripts = folder / "bin"
        scripts.mkdir()
        for name in ("usimmarine", "usim"):
            (scripts / name).write_text(_LAUNCHER.format(python=sys.executable, root=str(ROOT), program=name))
            (scripts / name).chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}",
            # byte code as an installation has it, whatever this shell has asked for
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(folder.parent / "bytecode"),
        }

    # -- programs

    def start(self, program: str, *arguments: str, name: str = "") -> subprocess.Popen[bytes]:
        """Start a program with ``m.moos`` (or the arguments given); its output goes to ``output(name)``."""
        name = name or program
        with self._output_file(name).open("wb") as out:
            process = subprocess.Popen(
                [program, *(arguments or ("m.moos",))],
                cwd=self.folder, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
            )  # fmt: skip
        self.processes[name] = process
        return process

    def start_in_terminal(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """The same with a terminal of its own, as programs with a screen want it."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [program, *arguments], cwd=self.folder, env={**self.environment, "TERM": "xterm"},
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.processes[program] = process
        path = self._output_file(program)
        path.write_bytes(b"")

        def copy() -> None:
            try:
                while data := os.read(ours, 65536):
                    with path.open("ab") as out:
                        out.write(data)
            except OSError:  # the end of a terminal
                pass
            finally:
                os.close(ours)

        threading.Thread(target=copy, daemon=True).start()
        return process

    def start_server(self, kind: str) -> subprocess.Popen[bytes]:
        """``real`` or ``built-in``; the name for ``kill`` is ``server``."""
        command = ("MOOSDB", "m.moos") if kind == "real" else ("usim", "db", "m.moos")
        return self.start(*command, name="server")

    def run(self, program: str, *arguments: str, timeout: float = 20.0) -> subprocess.CompletedProcess[str]:
        """Run a program to its end."""
        return subprocess.run(
            [program, *arguments], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=timeout, check=False,
        )  # fmt: skip

    def output(self, name: str) -> str:
        """What a program has written so far."""
        return self._output_file(name).read_text(errors="replace")

    def stop(self, name: str, number: int = signal.SIGTERM, timeout: float = 20.0) -> int:
        """Send a signal and wait; the exit code."""
        process = self.processes.pop(name)
        process.send_signal(number)
        return process.wait(timeout)

    def end(self) -> None:
        """End everything, the server last."""
        for name in reversed(list(self.processes)):
            process = self.processes.pop(name)
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(60.0)
                except subprocess.TimeoutExpired:
                    process.kill()
            process.wait(60.0)

    # -- mail

    def client(self, name: str, *variables: str) -> Comms:
        """A connected client that has registered ``variables``."""
        client = connect(port=self.port, name=name, warp=self.warp, timeout=15.0)
        for variable in variables:
            client.register(variable)
        return client

    def await_mail(self, client: Comms, wanted: Callable[[Message], bool], timeout: float = 20.0) -> Message:
        """The first message that ``wanted`` takes; fails the test after ``timeout`` real s."""
        mail = collect(client, lambda found: any(wanted(m) for m in found), timeout)
        found = [m for m in mail if wanted(m)]
        assert found, f"not among the {len(mail)} messages: {[(m.key, m.source) for m in mail[-20:]]}"
        return found[0]

    def await_output(self, name: str, text: str, timeout: float = 20.0) -> str:
        """The output of a program once it holds ``text``; fails the test after ``timeout`` real s."""
        assert wait_for(lambda: text in self.output(name), timeout), self.output(name)[-2000:]
        return self.output(name)

    def _output_file(self, name: str) -> Path:
        return self.folder / f"{name}.out"
