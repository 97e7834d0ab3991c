"""Callbacks that raise, dawdle or close, each in a process of its own: what escapes into libMOOS would be its end."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.processes import environment
from tests.support.torture import Torture
from tests.support.transports import marks, missing

BEGIN = """\
import sys, threading, time
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.open import open_comms
db = MoosDb().start()
comms = open_comms(sys.argv[1], "me", port=db.port)
pause = float(sys.argv[2])
comms.register("V")
"""
RAISING = """
def bad():
    raise kinds[comms.statistics.callback_errors % len(kinds)]
kinds = [ValueError("mine"), SystemExit(7), KeyboardInterrupt(), MemoryError(), RecursionError()]
comms.run(bad, bad, bad)
assert comms.wait_until_connected(60.0)
for number in range(50):
    comms.notify("V", float(number))
    time.sleep(0.005)
assert [m.value for m in collect(comms, lambda got: len(got) >= 50)] == [float(n) for n in range(50)]
port = db.port
for count in range(2, 5):
    errors = comms.statistics.callback_errors
    db.close()
    assert wait_for(lambda: comms.statistics.callback_errors > errors)
    db = MoosDb(port=port).start()
    assert comms.wait_until_connected(60.0)
    assert comms.statistics.connections == count
assert comms.statistics.last_error
comms.close()
"""
SLOW = """
def slow():
    time.sleep(pause)
comms.run(slow, None, slow)
assert comms.wait_until_connected(20 + pause)
for number in range(200):
    comms.notify("V", float(number))
got = collect(comms, lambda got: len(got) >= 200, 60 + 4 * pause)
values = [m.value for m in got]
assert values == [float(n) for n in range(200)], (values, comms.statistics, comms.problem, db.clients)
assert comms.statistics.connections == 1, comms.statistics
comms.close()
"""
CLOSING = """
closed = threading.Event()
def close():
    comms.close()
    closed.set()
comms.run(close if {on_connect} else None, None, None if {on_connect} else close)
assert {on_connect} or comms.wait_until_connected(60.0)
comms.notify("V", 1.0)
assert closed.wait(60.0)
assert wait_for(lambda: not comms.is_connected()) and not comms.notify("V", 2.0)
assert wait_for(lambda: db.clients == [])
"""
STOPPED = """
from usimmarine_py.moos.transport.native import NativeComms
comms.close()
comms = NativeComms("me too", port=db.port, receive_timeout=1.0)
comms.register("V")
comms.run()
assert comms.wait_until_connected(60.0)
print("ready", flush=True)
sys.stdin.readline()
for number in range(50):
    comms.notify("V", float(number))
assert [m.value for m in collect(comms, lambda got: len(got) >= 50)] == [float(n) for n in range(50)]
assert comms.statistics.connections == 1, (comms.statistics, comms.problem)
comms.close()
"""
SCRIPTS = {
    "raising": RAISING,
    "slow": SLOW,
    "close in on_connect": CLOSING.format(on_connect=True),
    "close in on_mail": CLOSING.format(on_connect=False),
}
TRANSPORTS = [
    pytest.param(word, marks=[*marks([word]), pytest.mark.skipif(bool(missing(word)), reason=missing(word))])
    for word in ("native", "pymoos")
]


@pytest.mark.parametrize("what", SCRIPTS)
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_callbacks(torture: Torture, tmp_path: Path, transport: str, what: str) -> None:
    """The process lives, goes on and ends by itself; no mail is lost; by night callbacks take 4 s (a MOOSDB waits 5).

    * what is raised, exits and interrupts included, is counted and kept in words; on_connect comes again all the same
    * a callback that is slow loses nothing and no connection
    * ``close`` in a callback closes, and hangs nowhere
    """
    script = tmp_path / "script.py"
    script.write_text(BEGIN + SCRIPTS[what] + 'db.close()\nprint("alive")\n')
    command = [sys.executable, str(script), transport, str(torture.amount(1, 4))]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=150, check=False)
    assert (done.returncode, "alive" in done.stdout) == (0, True), done.stderr + done.stdout


def test_a_process_that_was_stopped_keeps_its_connection(tmp_path: Path) -> None:
    """What a stop takes, or a machine that does not run, is no silence of the MOOSDB (here in the same process)."""
    script = tmp_path / "script.py"
    script.write_text(BEGIN + STOPPED + 'db.close()\nprint("alive")\n')
    process = subprocess.Popen(
        [sys.executable, str(script), "native", "0"],
        env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(2.6)  # longer than the client waits for the MOOSDB, and HELD_UP
        process.send_signal(signal.SIGCONT)
        said, errors = process.communicate("go on\n", timeout=60.0)
    assert (process.returncode, said) == (0, "alive\n"), errors
