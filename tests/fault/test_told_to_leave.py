"""Programs are told to leave while they do something that does not end.

Property: SIGTERM ends `usim db` with exit code 0, whatever lock its main thread may hold just then, and an application
whose start or tick never ends with exit code 0 and one line.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import call, environment
from tests.support.torture import Torture
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for

#: It looks all the time, so that a signal that could find it at a bad moment does.
EAGER = """
import sys
from usimmarine_py.cli import start
from usimmarine_py.cli.community import db
db.LOOK_PERIOD = 0.0
sys.argv = ["usim", "db", "--port", "0"]
sys.exit(start.usim())
"""


def test_a_signal_while_it_looks(torture: Torture) -> None:
    times = torture.amount(5, 200)
    for _ in range(times):
        with subprocess.Popen(
            [sys.executable, "-c", EAGER], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as process:
            try:
                assert process.stdout is not None
                assert b"Ctrl-C ends it" in process.stdout.readline()
                process.send_signal(signal.SIGTERM)
                assert process.wait(60.0) == 0
            finally:
                process.kill()
    torture.say(f"`usim db` told to leave while it looks whether it is: {times} of {times} left")


NEVER = """
from pathlib import Path
from usimmarine_py import App

def never():
    Path("here").write_text("x")
    while True:
        pass

class Start(App):
    def on_start(self):
        never()

class Tick(App):
    def iterate(self):
        never()
"""


@pytest.mark.parametrize("what", ["Start", "Tick"])
def test_what_never_ends_is_ended(what: str, tmp_path: Path) -> None:
    """It ended with a traceback and exit code 1, or, in its start, not at all; in a launch: tests/run/live."""
    (tmp_path / "never.py").write_text(NEVER)
    with MoosDb() as db, (tmp_path / "said").open("wb") as said:
        (tmp_path / "m.moos").write_text(f"ServerHost = localhost\nServerPort = {db.port}\nCommunity = alpha\n")
        process = subprocess.Popen(
            call("start", f"never.py:{what}", "m.moos", program="usim"), cwd=tmp_path, env=environment(), stdout=said,
            stderr=said,
        )  # fmt: skip
        try:
            assert wait_for((tmp_path / "here").exists, 60.0), (tmp_path / "said").read_text()
            process.send_signal(signal.SIGTERM)
            code = process.wait(30.0)
        finally:
            process.kill()
    text = (tmp_path / "said").read_text()
    assert code == 0 and "Traceback" not in text, text
    assert "took more than 0.2 s" in text


#: What looks at all objects at the end finds this one, in a cycle of its own, and with it a file.
LEFT = """
import os, sys
from usimmarine_py.cli import start

class Left:
    def __init__(self):
        self.me = self
        self.file = open("left.txt", "w")
        self.file.write("all of it")
    def __del__(self):
        os.write(1, b"looked at")

left = Left()
sys.argv = ["usim", "missions"]
sys.exit(start.usim())
"""


def test_the_end_of_python_does_not_take_long(tmp_path: Path) -> None:
    """It looked at all objects thrice: 0.6 s of the second that a run with machine code took to end by a signal."""
    done = subprocess.run(
        [sys.executable, "-c", LEFT], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, check=True, timeout=60.0
    )
    assert b"looked at" not in done.stdout
    assert (tmp_path / "left.txt").read_text() == "all of it"
