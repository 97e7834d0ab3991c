"""The MOOSDB is told to leave at any instant, that in which it looks whether it was told included.

Property: SIGTERM ends `usim db` with exit code 0, whatever lock its main thread may hold just then.
"""

from __future__ import annotations

import signal
import subprocess
import sys

from tests.support.processes import environment
from tests.support.torture import Torture

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
