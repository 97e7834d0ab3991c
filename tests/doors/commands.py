"""The command of a door as a process: until it says that it is there, and to its end by Ctrl-C."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.processes import call, environment


@contextmanager
def door_open(
    folder: Path, *words: str, until: str = "", **more: str
) -> Iterator[tuple[subprocess.Popen[str], re.Match[str]]]:
    """Start ``usim WORDS`` in a folder; yield the process, and the match of ``until`` in a line that it has printed.

    ``more``: of the environment.
    """
    command, env = call(*words, program="usim"), environment(**more)
    with subprocess.Popen(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line, read = "", ""
            while (found := re.search(until, line)) is None:
                line = process.stdout.readline()
                read += line
                assert line, f"it ended: {read}"
            yield process, found
        finally:
            process.kill()


def said_by(process: subprocess.Popen[str]) -> str:
    """Return what a process has printed since then, when it has ended with exit code 0."""
    assert process.stdout is not None
    shown = process.stdout.read()  # what was read ahead, too
    assert process.wait(100.0) == 0, shown
    assert "Traceback" not in shown
    return shown


def interrupted(process: subprocess.Popen[str]) -> str:
    """End a process by Ctrl-C, and return what it has printed since then."""
    process.send_signal(signal.SIGINT)
    return said_by(process)
