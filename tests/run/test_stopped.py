"""--timeout with an application that stops its process, loops, or starts others."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.paths import MISSIONS
from tests.support.processes import environment
from usimmarine_py.moos.app.processes import running

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")

APPS = """
import os, signal, subprocess
from usimmarine_py import App

class Starter(App):
    started = False

    def iterate(self):
        if not self.started:
            self.started = True
            names = [subprocess.Popen(["sleep", "345"]).pid, os.fork()]
            if not names[1]:
                os.execvp("sleep", ["sleep", "345"])
            with open("started", "a") as file:
                file.write(" ".join(map(str, names)) + " ")

class Stopper(Starter):
    def iterate(self):
        super().iterate()
        os.kill(os.getpid(), signal.SIGSTOP)

class Looper(Starter):
    def iterate(self):
        super().iterate()
        while True:
            pass
"""


@pytest.mark.parametrize("kind", ["Starter", "Stopper", "Looper"])
@pytest.mark.parametrize("words", [("run",), ("grade", "--within", "5", "--expect", "NAV_X > 1")], ids=["run", "grade"])
def test_it_ends_with_all_that_it_started(tmp_path: Path, kind: str, words: tuple[str, ...]) -> None:
    (tmp_path / "own.py").write_text(APPS)
    limits = ["--duration", "5"] if words[0] == "run" else []
    file = str(MISSIONS / "alpha" / "alpha.moos")
    command = [sys.executable, "-m", "usimmarine_py", words[0], file, *words[1:], *limits]
    began = time.monotonic()
    found = subprocess.run(
        [*command, "--timeout", "3", "--app", f"own.py:{kind}"], capture_output=True, text=True, cwd=tmp_path,
        env=environment(), timeout=120,
    )  # fmt: skip
    assert found.returncode == (kind != "Starter" or words[0] == "grade"), found.stdout + found.stderr
    assert ("timeout" in found.stdout + found.stderr) is (kind != "Starter")
    assert time.monotonic() - began < 60.0
    started = {int(word) for word in (tmp_path / "started").read_text().split()}
    assert len(started) >= 2 and not started & {number for number, _, _ in running()}
