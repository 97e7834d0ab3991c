"""Sockets that say nothing, or half of it, keep nobody out.

Properties: beside 100 silent connections, and one for each beginning of the handshake, whoever shakes hands is welcomed
(within 100 ms by night), and stays; all that do not are closed within the time allowed, with one line each.
"""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator

import pytest

from tests.support.processes import free_port
from tests.support.torture import Torture
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.wire.client import ClientCore
from usimmarine_py.wire.limits import HANDSHAKE_TIMEOUT

SILENT = 100
NEWCOMERS = 20
#: Seconds until a welcome; with every change other tests share the machine.
LONGEST, LONGEST_BY_NIGHT = 5.0, 0.1


def opened(stack: contextlib.ExitStack, port: int, said: bytes) -> socket.socket:
    sock = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10.0))
    sock.sendall(said)
    return sock


def welcomed(port: int, name: str, patience: float) -> float:
    """Real s until the MOOSDB has answered a handshake; infinite when it has not in time."""
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        sock = opened(stack, port, ClientCore(name).begin(0.0))
        sock.settimeout(patience)
        with contextlib.suppress(TimeoutError):
            assert sock.recv(4096)
            return time.monotonic() - began
    return float("inf")


def is_closed(sock: socket.socket) -> bool:
    sock.settimeout(0.0)
    try:
        return sock.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:  # what it said was not all read
        return True


@pytest.mark.nightly
def test_silent_connections_keep_nobody_out(torture: Torture) -> None:
    log: list[str] = []
    hello = ClientCore("half").begin(0.0)
    with MoosDb(log=log.append) as db, contextlib.ExitStack() as stack:
        began = time.monotonic()
        idle = [opened(stack, db.port, b"") for _ in range(SILENT)]
        idle += [opened(stack, db.port, hello[:length]) for length in range(1, len(hello))]
        took = sorted(welcomed(db.port, f"new{number}", 20.0) for number in range(NEWCOMERS))
        # they were there all the time
        assert not any(map(is_closed, idle)) or time.monotonic() - began > HANDSHAKE_TIMEOUT
        assert took[-1] < (LONGEST_BY_NIGHT if torture.nightly else LONGEST)
        assert wait_for(lambda: all(map(is_closed, idle)), 60.0)
        closed = time.monotonic() - began
        assert closed >= HANDSHAKE_TIMEOUT
        assert len(log) == len(idle)
        assert all(f"no handshake within {HANDSHAKE_TIMEOUT:g} s" in line for line in log)
        assert welcomed(db.port, "last", 20.0) < LONGEST
    torture.say(
        f"{len(idle)} silent or half said: {NEWCOMERS} newcomers welcomed within {took[-1] * 1e3:.0f} ms, "
        f"the last of the silent closed after {closed:.1f} s"
    )


@pytest.fixture
def original() -> Iterator[int]:
    """The port of the original MOOSDB."""
    moosdb = shutil.which("MOOSDB")
    if moosdb is None:
        pytest.skip("not on PATH: MOOSDB")
    port, quiet = free_port(), subprocess.DEVNULL
    with subprocess.Popen([moosdb, f"--moos_port={port}"], stdin=quiet, stdout=quiet, stderr=quiet) as process:
        try:
            assert wait_for(lambda: is_open(port), 60.0)
            yield port
        finally:
            process.kill()


def is_open(port: int) -> bool:
    with contextlib.suppress(OSError):
        return welcomed(port, "first", 2.0) < 2.0
    return False


@pytest.mark.moosivp
@pytest.mark.slow
def test_one_silent_connection_at_the_original(original: int, torture: Torture) -> None:
    """It waits for the first word of each in turn; why ours must not, and what the figures are compared with."""
    with contextlib.ExitStack() as stack:
        opened(stack, original, b"")
        took = welcomed(original, "kept_out", float(torture.amount(7, 60)))
    torture.say(f"the original, beside one silent connection: a newcomer is welcomed after {took:.1f} s")
    assert took > HANDSHAKE_TIMEOUT
