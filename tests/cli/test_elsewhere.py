"""Where modules, signals and calls of POSIX are not, as on Windows: what works there, what says that it does not.

They are taken away in a process of its own; nothing here was ever run on Windows itself.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import environment

POOR = """
import os, select, signal, socket, subprocess, sys, tempfile, shutil, asyncio, concurrent.futures
import multiprocessing.connection
for module in ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "posix"):
    sys.modules[module] = None
for owner, names in (
    (os, "fork forkpty openpty ttyname killpg getpgid setsid getuid geteuid getppid mkfifo"),
    (signal, "SIGHUP SIGALRM SIGQUIT SIGPIPE SIGSTOP SIGCONT pthread_sigmask setitimer sigwait"),
    (select, "poll epoll"),
):
    for name in names.split():
        if hasattr(owner, name):
            delattr(owner, name)
from usimmarine_py.cli import start
sys.argv[0] = PROGRAM
sys.exit(getattr(start, PROGRAM)())
"""


def run(tmp_path: Path, *words: str, program: str = "usim") -> subprocess.CompletedProcess[str]:
    """A program without POSIX, in a folder of its own."""
    command = [sys.executable, "-c", POOR.replace("PROGRAM", repr(program)), *words]
    return subprocess.run(
        command, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=120.0, check=False
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "box", "--duration", "20"], "ended"),
        (["check", "box"], ""),
        (["grade", "box", "--within", "20"], "of 1 passed"),
        (["sweep", "box", "-n", "2", "--duration", "5", "--vary", "turn_rate=uniform(40,70)", "-o", "s", "-q"], ""),
        (["vehicles"], "odin"),
        (["new", "app", "heading"], "wrote"),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_commands_that_need_nothing_of_it(words: list[str], said: str, tmp_path: Path) -> None:
    done = run(tmp_path, *words)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    assert said in done.stdout


def test_the_demo_needs_process_groups(tmp_path: Path) -> None:
    done = run(tmp_path, "demo", "-o", "demo")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "usim demo needs Linux or macOS" in done.stderr


def test_what_needs_it_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "m.moos").write_text(
        "ServerPort = 0\nCommunity = alpha\nProcessConfig = usimmarine\n{\nsensor = gps\nnmea_serial = true\n}\n"
    )
    done = run(tmp_path, "m.moos", "--db", "--for=1", program="usimmarine")
    assert done.returncode == 1
    assert "nmea_serial: this system has no pseudo-terminals; use nmea_udp or nmea_tcp" in done.stdout + done.stderr
