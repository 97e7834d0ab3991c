"""A terminal that takes nothing, or that is closed, costs a community nothing.

Properties: a pipe that nobody reads holds up neither the MOOSDB, nor a vehicle, nor a launcher with its children; each
ends within the time it always needs; what is not taken is kept to a bound, and what is left out is told; lines of
several threads come whole, and once each. A hang-up ends a program as SIGTERM does, with whole files, but not where it
is ignored (``nohup``).
"""

from __future__ import annotations

import contextlib
import os
import random
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.processes import call, environment, free_port
from usimmarine_py.moos.app import terminal
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.native import NativeComms

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="standard output is opened once more through /proc")

MISSION = """ServerHost = localhost
ServerPort = {port}
Community = alpha
ProcessConfig = ANTLER
{{
  MSBetweenLaunches = 1
  Run = MOOSDB @ NewConsole = false
  Run = uSimMarine @ NewConsole = false
}}
ProcessConfig = uSimMarine
{{
  AppTick = 10
  start_speed = 1
  prefix = NAV
}}
"""


def start(program: str, *words: str, output: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        call(*words, program=program), env=environment(), stdin=subprocess.DEVNULL, stdout=output, stderr=output
    )


@pytest.fixture
def full_pipe() -> Iterator[int]:
    """The writing end of a pipe that takes not a byte more."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    with pytest.raises(BlockingIOError):
        while True:
            os.write(write, b"x" * 4096)
    with pytest.raises(BlockingIOError):
        while True:
            os.write(write, b"x")
    os.set_blocking(write, True)
    yield write
    os.close(read)
    os.close(write)


def connected(port: int, name: str = "probe") -> NativeComms:
    comms = NativeComms(name, "127.0.0.1", port, RealClock())
    comms.run()
    assert comms.wait_until_connected(60.0), comms.problem
    return comms


COMMANDS: dict[str, Callable[[Path, int], list[str]]] = {
    "db": lambda mission, port: ["usim", "db", "--port", str(port), "--verbose"],
    "vehicle": lambda mission, port: ["usimmarine", str(mission), "uSimMarine", "--db"],
    "launch": lambda mission, port: ["usim", "launch", str(mission), "--prefer", "ours", "--reports"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_blocked_terminal_holds_up_nobody(name: str, tmp_path: Path, full_pipe: int) -> None:
    port = free_port()
    mission = tmp_path / "m.moos"
    mission.write_text(MISSION.format(port=port))
    with start(*COMMANDS[name](mission, port), output=full_pipe) as process:
        try:
            connected(port, "first").close()
            comms = connected(port)
            if name != "db":
                comms.register("NAV_X")
                seen = 0

                def moves() -> bool:
                    nonlocal seen
                    seen += len(comms.fetch())
                    return seen > 20

                assert wait_for(moves, 60.0)
            comms.close()
            process.send_signal(signal.SIGTERM)
            assert process.wait(60.0) == 0
        finally:
            process.kill()


def test_what_is_left_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    with os.fdopen(write, "w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        texts = [f"{number:07d}\n" for number in range(100_000)]
        for text in texts:
            terminal.stdout_console(text)
        got = b""
        os.set_blocking(read, False)
        while b"left out" not in got:
            terminal.stdout_console("")
            with contextlib.suppress(BlockingIOError):
                got += os.read(read, 65536)
        terminal.stdout_console("goes on\n")
        got += os.read(read, 65536)
        os.close(read)
    *lines, told, last = got.decode().splitlines()
    kept = len(lines)
    assert lines == [f"{number:07d}" for number in range(kept)]
    assert 0 <= kept * 8 - terminal.MAX_PENDING <= 2 * 65536
    assert told == f"({100_000 - kept} texts are left out: the terminal took nothing)"
    assert last == "goes on"


def test_threads_share_a_pipe_that_is_read_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a vehicle and its MOOSDB (``--db``) do."""
    to_system = os.write

    def take_a_while(descriptor: int, data: bytes) -> int:
        time.sleep(1e-4)  # the other thread has every chance to come between
        return to_system(descriptor, data)

    monkeypatch.setattr(os, "write", take_a_while)
    read, write = os.pipe()
    texts = [[f"{who} {k} {80 * who}\n" for k in range(1000)] for who in "ab"]
    got, size, end = b"", len("".join(texts[0] + texts[1])), time.monotonic() + 60.0
    with os.fdopen(write, "w") as stream:

        def talk(own: list[str]) -> None:
            for text in own:
                terminal.write_at_once(stream, text)

        threads = [threading.Thread(target=talk, args=(own,)) for own in texts]
        for thread in threads:
            thread.start()
        while len(got) < size and time.monotonic() < end:
            if not any(thread.is_alive() for thread in threads):
                terminal.write_at_once(stream, "")  # what is kept goes on
            if select.select([read], [], [], 0.01)[0]:
                got += os.read(read, 512)
        for thread in threads:
            thread.join()
    os.close(read)
    assert sorted(got.decode().splitlines(keepends=True)) == sorted(texts[0] + texts[1])


def _numbers(log: Path) -> list[float]:
    rows = log.read_text().splitlines(keepends=True) if log.is_file() else []
    return [float(row.split()[3]) for row in rows if " NUMBER " in row and row.endswith("\n")]


def test_a_hang_up_leaves_a_whole_log(tmp_path: Path) -> None:
    log = tmp_path / "x.alog"
    with MoosDb() as db, start("usim", "log", "--port", str(db.port), "-o", str(log)) as process:
        try:
            comms = connected(db.port)
            assert wait_for(lambda: "usim_log" in db.clients, 60.0)
            posted: list[float] = []

            def post() -> None:
                posted.append(len(posted) + 1.0)
                comms.notify("NUMBER", posted[-1])
                time.sleep(0.02)

            while not (flushed := _numbers(log)):
                post()
            for _ in range(10):
                post()
            time.sleep(0.2)  # the log is flushed once a second: these wait in memory
            process.send_signal(signal.SIGHUP)
            assert process.wait(60.0) == 0
            comms.close()
        finally:
            process.kill()
    assert log.read_bytes().endswith(b"\n")
    logged = _numbers(log)
    assert len(logged) > len(flushed)
    assert logged == posted[: len(logged)]  # what was under way at the signal may be missing


@pytest.mark.parametrize("name", COMMANDS)
def test_nohup_is_heeded(name: str, tmp_path: Path) -> None:
    port = free_port()
    mission = tmp_path / "m.moos"
    mission.write_text(MISSION.format(port=port))
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # inherited by the process
    try:
        process = start(*COMMANDS[name](mission, port))
    finally:
        signal.signal(signal.SIGHUP, before)
    with process:
        try:
            connected(port, "first").close()
            process.send_signal(signal.SIGHUP)
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.5)
            connected(port).close()
            process.send_signal(signal.SIGTERM)
            assert process.wait(60.0) == 0
        finally:
            process.kill()


def test_a_launch_that_ends_while_it_starts(tmp_path: Path) -> None:
    """Programs that are told to leave while Python starts leave without a traceback, and none stays behind."""
    rng = random.Random(16)
    mission = tmp_path / "m.moos"
    for _ in range(3):
        port = free_port()
        mission.write_text(MISSION.format(port=port))
        command = call("launch", str(mission), "--prefer", "ours", program="usim")
        with subprocess.Popen(
            command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            assert process.stdout is not None
            assert any("started" in line for line in process.stdout)
            time.sleep(wait := rng.uniform(0.0, 0.3))
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read()
            assert process.wait(60.0) == 130, (wait, rest)
        assert "Traceback" not in rest, wait
        with socket.create_server(("127.0.0.1", port)):
            pass  # the port is free


def test_a_launcher_that_is_killed_leaves_nothing(tmp_path: Path) -> None:
    port = free_port()
    mission = tmp_path / "m.moos"
    mission.write_text(MISSION.format(port=port))
    with start("usim", "launch", str(mission), "--prefer", "ours") as process:
        connected(port).close()
        process.kill()

    def free() -> bool:
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            return False
        return True

    assert wait_for(free, 60.0)


def test_a_second_interrupt_ends_the_demo(tmp_path: Path) -> None:
    rng = random.Random(17)
    for _ in range(3):
        command = call("demo", "-o", str(tmp_path), program="usim")
        with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            assert process.stdout is not None
            assert any(b"launch     " in line for line in process.stdout)
            time.sleep(rng.uniform(0.2, 0.6))
            process.send_signal(signal.SIGINT)
            time.sleep(wait := rng.uniform(0.0, 0.02))
            process.send_signal(signal.SIGINT)
            process.stdout.read()
            assert process.wait(60.0) in (130, -signal.SIGINT), wait
