"""The one program behind all stand-ins: what it does depends on the name it is called by."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from usimmarine_py.launch.standins import nspatch, pickpos, play, record, tools, xlaunch

#: Programs that end a script, those that do nothing, and those of other names.
LAST = ("uMAC", "uMACView", "uXMS")
IDLE = ("ktm", "mykill", "killall", "pkill", "xlogclean", "clean.sh")
#: Programs whose use in a script is not built yet: they are named, and end with 1.
NOT_YET = ("uPokeDB", "uQueryDB")
#: Applications that scripts may look for (``command -v``) or start by themselves.
APPLICATIONS = (
    "MOOSDB", "pHelmIvP", "pMarinePID", "pMarinePIDV22", "uSimMarine", "uSimMarineV22", "uSimMarineV23", "pLogger",
    "pNodeReporter", "pShare", "pHostInfo", "uFldNodeBroker", "uFldShoreBroker", "uFldNodeComms", "pMarineViewer",
    "uFldMessageHandler", "uTimerScript", "pContactMgrV20", "pObstacleMgr", "uFldObstacleSim", "uProcessWatch",
    "uLoadWatch", "pRealm", "pMissionEval", "pMissionHash", "pAutoPoke", "pEchoVar", "pDeadManPost", "pSearchGrid",
    "uFldCollisionDetect", "uFldCollObDetect", "uHelmScope",
)  # fmt: skip
_TOOLS: dict[str, Callable[[Sequence[str]], int]] = {
    "nsplug": tools.nsplug, "nspatch": nspatch.main,
    "pluck": tools.pluck, "ipaddrs.sh": tools.ipaddrs, "get_heron_info.sh": tools.heron_info,
}  # fmt: skip
_RANDOM: dict[str, Callable[[Sequence[str], Random], int]] = {
    "pickpos": pickpos.main, "gen_obstacles": tools.gen_obstacles, "mhash_gen": tools.mhash_gen,
}  # fmt: skip
#: Every name that gets a link.
NAMES = ("pAntler", "xlaunch.sh", "uMayFinish", *LAST, *IDLE, *NOT_YET, *_TOOLS, *_RANDOM, *APPLICATIONS)


def main(argv: Sequence[str]) -> int:
    """Be the program of the name ``argv[0]``; its exit code."""
    name, arguments = Path(argv[0]).name, argv[1:]
    if name in _TOOLS:
        return _TOOLS[name](arguments)
    if name in _RANDOM:
        return _RANDOM[name](arguments, _random([name, *arguments]))
    if name == "xlaunch.sh":
        return xlaunch.main(arguments, live=play.PLAYER in os.environ)
    if name == "uMayFinish":
        return play.main(name, arguments)
    if name == "pAntler":
        return record.antler(name, arguments)
    if name in LAST:
        return record.last(name, arguments)
    if name in IDLE:
        return 0
    if name in NOT_YET:
        tools.complain(f"{name}: launch scripts that call it cannot be played yet")
        record.note(name, arguments, failed=True)
        return 1
    return record.application(name, arguments)


def _random(words: Sequence[str]) -> Random:
    """Random numbers named by seed, place and command: a script gives the same vehicles again."""
    text = "\0".join([os.environ.get(record.SEED, "0"), *words])
    return Random(zlib.crc32(text.encode("utf-8", "surrogateescape")))
