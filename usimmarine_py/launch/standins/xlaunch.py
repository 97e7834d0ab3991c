"""xlaunch.sh: a launch script without a user, up to the end that uMayFinish sees."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from usimmarine_py.launch.groups import group_lives, signal_group
from usimmarine_py.launch.standins.record import LONGEST_WAIT, RECORD
from usimmarine_py.launch.standins.tools import complain

#: Longest duration of a mission if none is given, MOOS s.
LONGEST = "300"
_SHORE = "targ_shoreside.moos"
#: Where the mission did not end by itself its programs have as long as in the original, for a last poke, real s.
_GRACE = 2.0


def main(arguments: Sequence[str], *, live: bool) -> int:
    """Run ``./launch.sh -x ARGUMENTS``, wait for the end of the mission, end its programs, complete results.txt.

    Where the script is recorded (``live`` False), it starts nothing that could end. Returns the code of a launch.sh
    that fails, else 0.
    """
    longest, just_make = LONGEST, False
    words = []
    for argument in arguments:
        if argument.startswith("--max_time="):
            longest = argument[11:]
        elif argument == "--archive":
            complain("xlaunch.sh: --archive is left out: it packs logs for a server; they stay in this folder")
        else:
            just_make = just_make or argument in ("-j", "--just_make")
            words.append(argument)
    if not Path("launch.sh").is_file():
        complain("xlaunch.sh: there is no launch.sh in this folder")
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    script = subprocess.Popen(["./launch.sh", "-x", *words], start_new_session=True)
    try:
        code = script.wait()
        if RECORD in os.environ:
            _settle(script.pid)
        if code or just_make or not live:
            return code
        if subprocess.run(["uMayFinish", f"--max_time={longest}", _SHORE], check=False).returncode:
            time.sleep(_GRACE)
    finally:
        if not just_make and live:
            signal_group(script.pid, signal.SIGTERM)
    _complete(Path("results.txt"))
    if Path("post_process.sh").is_file():
        subprocess.run(["./post_process.sh"], check=False)
    return 0


def _settle(group: int) -> None:
    """Wait for what the script started in the background: a recording is not complete before."""
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end and group_lives(group):
        time.sleep(0.01)


def _complete(results: Path) -> None:
    with suppress(OSError):
        text = results.read_bytes()
        if text and not text.endswith(b"\n"):
            results.write_bytes(text + b"\n")
