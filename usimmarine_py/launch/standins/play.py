"""uMayFinish while a script is recorded: what was started in this folder is played, where a player is given."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from usimmarine_py.launch.groups import runs_in
from usimmarine_py.launch.standins import record

#: Environment variable: the command that plays, a JSON list of words; without it nothing is played.
PLAYER = "USIM_PLAYER"


def main(name: str, arguments: Sequence[str]) -> int:
    """Play the communities that were started in this folder until the mission is evaluated; its exit code.

    0: MISSION_EVALUATED is true, 1: it took longer than ``--max_time``, or nothing could be played.
    """
    if PLAYER not in os.environ:
        record.note(name, arguments)  # the run of a recording ends by itself
        return 0
    folder, events = str(Path.cwd()), Path(os.environ[record.RECORD], record.EVENTS)
    end = time.monotonic() + record.LONGEST_WAIT
    while runs_in(Path(folder), "pAntler") and time.monotonic() < end:  # started in the background just before
        time.sleep(0.01)
    missions: list[str] = []
    for line in events.read_text().splitlines() if events.exists() else ():
        event = json.loads(line)
        if event["folder"] != folder:
            continue
        if event["program"] == "pAntler":
            missions.append(event["mission"])
        elif "played" in event:
            missions.clear()
    record.note(name, arguments, begins=True)
    done = subprocess.run(
        [*json.loads(os.environ[PLAYER]), *arguments], input=json.dumps(missions).encode(), stdout=subprocess.PIPE,
        check=False,
    )  # fmt: skip
    try:
        found = json.loads(done.stdout)
    except ValueError:
        found = {"error": f"the player ended with {done.returncode}"}
    record.note(name, arguments, played=found)
    return 0 if found.get("evaluated") else 1
