"""The application as a process of its own, as pAntler starts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def command(*arguments: str) -> list[str]:
    """A call of ``usimmarine`` by this very interpreter, installed or not."""
    return [
        sys.executable,
        "-c",
        "import sys; from usimmarine_py.cli import start; sys.argv[0] = 'usimmarine'; sys.exit(start.usimmarine())",
        *arguments,
    ]


def environment() -> dict[str, str]:
    """That of this process, with the checkout importable from any folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def run(*arguments: str, timeout: float = 30.0, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    return subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=timeout, env=environment(), cwd=cwd, check=False
    )


@contextmanager
def running(*arguments: str, cwd: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """Run it beside the test; it is killed at the end if it has not gone by itself."""
    process = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment(), cwd=cwd
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait(10.0)
        if process.stdout is not None:
            process.stdout.close()
