"""What a launch script would start, written down: mission files as they are at that moment, and warps.

The folder of the record is named by the environment. Each start makes a folder of its own with links to everything
beside the mission file and copies of the mission and behavior files, which a script may write again.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from usimmarine_py.launch.standins.tools import complain
from usimmarine_py.moos.app.processes import running
from usimmarine_py.sums import plain_sum

#: Environment variables: the folder of the record; the seed of random positions.
RECORD, SEED = "USIM_RECORD", "USIM_RECORD_SEED"
EVENTS = "events.jsonl"
#: Longest wait of the last program of a script for those that it started in the background, real s.
LONGEST_WAIT = 5.0
#: Files that are copied, since scripts write them anew for each vehicle.
_COPIED = (".moos", ".bhv", ".moosx", ".bhvx", ".moos++")
#: Longest real duration of a ``sleep`` of the script, s: enough for what it started to be written down.
LONGEST_SLEEP = 1.0
_SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


def note(program: str, arguments: Sequence[str], **more: object) -> None:
    """Add a line to the record."""
    line = json.dumps({"program": program, "arguments": list(arguments), "folder": str(Path.cwd()),
                       "pid": os.getpid(), **more})  # fmt: skip
    file = os.open(Path(os.environ[RECORD]) / EVENTS, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(file, line.encode() + b"\n")
    finally:
        os.close(file)


def keep(mission: Path) -> Path:
    """Keep a mission file with all that lies beside it; the kept file.

    One in a folder below the script's names its files from there (``targs/abe.bhv``), as pAntler reads them: the same
    names lead to them from the kept file.
    """
    folder = Path(os.environ[RECORD])
    number = 0
    while True:
        target = folder / f"{number:03d}"
        try:
            target.mkdir()
            break
        except FileExistsError:
            number += 1
    for entry in mission.resolve().parent.iterdir():
        if entry.is_file() and entry.suffix in _COPIED:
            (target / entry.name).write_bytes(entry.read_bytes())
        elif entry.resolve() != folder.resolve():
            (target / entry.name).symlink_to(entry)
    below = mission.parts[:-1]
    if below and not mission.is_absolute() and ".." not in below:
        _link_from(Path.cwd(), below, target)
    return target / mission.name


def _link_from(start: Path, below: Sequence[str], target: Path) -> None:
    """Make names that are read in ``start`` good in ``target``, which stands for ``start/below``."""
    for entry in start.iterdir():
        if entry.name != below[0] and not os.path.lexists(target / entry.name):
            (target / entry.name).symlink_to(entry)
    if not os.path.lexists(target / below[0]):
        place = target.joinpath(*below)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(target, target_is_directory=True)


def antler(program: str, arguments: Sequence[str]) -> int:
    """pAntler: keep the mission; 1 if there is no such file."""
    file, warp, asked = "", "", []
    for argument in arguments:
        key, _, value = argument.partition("=")
        if key == "--MOOSTimeWarp":
            warp = value
        elif not argument.startswith("-"):
            if file:
                asked.append(argument)
            else:
                file = argument
    mission = Path(file or "Mission.moos")
    if not mission.is_file():
        complain(f"{program}: cannot read {mission}")
        note(program, arguments, lacking=str(mission))
        return 1
    note(program, arguments, mission=str(keep(mission)), file=str(mission), warp=warp, only=asked)
    return 0


def application(program: str, arguments: Sequence[str]) -> int:
    """An application that the script starts by itself: a mission file and an alias, both optional."""
    words = [argument for argument in arguments if not argument.startswith("-")]
    mission = next((word for word in words if Path(word).is_file()), "")
    alias = next((word for word in words if word != mission), program)
    note(program, arguments, mission=str(keep(Path(mission))) if mission else "", alias=alias)
    return 0


def sleep(program: str, arguments: Sequence[str]) -> int:
    """Write down how long the script sleeps, from when to when; it need not wait so long, since nothing runs."""
    try:
        seconds = plain_sum(float(word.rstrip("smhd")) * _SECONDS[word.lstrip("0123456789.")] for word in arguments)
    except (KeyError, ValueError):
        seconds = -1.0
    if seconds < 0.0 or not arguments:
        complain(f"{program}: cannot use {' '.join(arguments) or 'no time'}")
        return 1
    note(program, arguments, sleeps=seconds)
    time.sleep(min(seconds, LONGEST_SLEEP))
    note(program, arguments, slept=os.getpid())
    return 0


def last(program: str, arguments: Sequence[str]) -> int:
    """The program that a script ends with and a user quits: wait for the others, then end them all.

    It must not return earlier: most scripts then kill their process group, with what is started in the background.
    """
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end and _others():
        time.sleep(0.01)
    note(program, arguments, ends=True)
    os.killpg(os.getpgrp(), signal.SIGKILL)
    return 0


def _others() -> bool:
    """Whether the process group has members that are not our parents."""
    parents = {os.getpid()}
    found = {number: (parent, group) for number, parent, group in running()}
    pid = os.getpid()
    while pid in found:
        parents.add(pid)
        pid = found[pid][0]
    own = os.getpgrp()
    return any(member not in parents and of == own for member, (_, of) in found.items())
