"""The programs, each as a process of its own or called in this one."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from usimmarine_py.cli.usim import entry

#: Ports below those that systems give to outgoing connections: none of these takes one before the test does.
PORTS = range(12_000, 32_000)


def free_port(kind: socket.SocketKind = socket.SOCK_STREAM) -> int:
    """A port of the loopback address that nobody listens on, drawn at random: other workers draw, too."""
    draw = random.SystemRandom()
    while True:
        port = draw.choice(PORTS)
        with socket.socket(socket.AF_INET, kind) as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def call(*arguments: str, program: str = "usimmarine") -> list[str]:
    """A call of a program by this very interpreter, installed or not, as pAntler would start it."""
    code = f"import sys; from usimmarine_py.cli import start; sys.argv[0] = {program!r}; sys.exit(start.{program}())"
    return [sys.executable, "-c", code, *arguments]


def environment(**more: str) -> dict[str, str]:
    """That of this process, with the checkout importable from any folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def run(
    *arguments: str, program: str = "usimmarine", timeout: float = 120.0, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end."""
    return subprocess.run(
        call(*arguments, program=program),
        capture_output=True, text=True, timeout=timeout, env=environment(), cwd=cwd, check=False,
    )  # fmt: skip


@contextmanager
def running(
    *arguments: str, program: str = "usimmarine", cwd: Path | None = None, **more: str
) -> Iterator[subprocess.Popen[str]]:
    """Run a program beside the test; it is killed at the end if it has not gone. ``more`` goes to its environment."""
    process = subprocess.Popen(
        call(*arguments, program=program),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment(**more), cwd=cwd,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait(60.0)
        if process.stdout is not None:
            process.stdout.close()


def usim(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Call ``usim`` in this process: exit code, output and errors."""
    code = entry([*words])
    shown = capsys.readouterr()
    return code, shown.out, shown.err
