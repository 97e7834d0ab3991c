"""The one program behind all stand-ins: what it does depends on the name it is called by.

While a launch script is recorded (``record.RECORD`` in the environment), programs are written down; otherwise they run.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random, SystemRandom

from usimmarine_py.launch.standins import nspatch, pickpos, play, record, tools
from usimmarine_py.launch.standins.switches import asked_about
from usimmarine_py.logs.tools import TOOLS as LOG_TOOLS

#: Programs that end a script, those that end programs, those that a recording leaves without effect.
LAST = ("uMAC", "uMACView", "uXMS", "uHelmScope", "uTermCommand")
ENDING = ("ktm", "mykill")
IDLE = (*ENDING, "killall", "pkill", "xlogclean", "clean.sh")
SLEEP = "sleep"
#: Programs for a running MOOSDB.
ASKING = ("uMayFinish", "uPokeDB", "uQueryDB")
_TOOLS: dict[str, Callable[[Sequence[str]], int]] = {
    "nsplug": tools.nsplug, "nspatch": nspatch.main, "pluck": tools.pluck, "ipaddrs.sh": tools.ipaddrs,
    "get_heron_info.sh": tools.heron_info,
}  # fmt: skip
_RANDOM: dict[str, Callable[[Sequence[str], Random], int]] = {
    "pickpos": pickpos.main, "gen_obstacles": tools.gen_obstacles, "mhash_gen": tools.mhash_gen,
}  # fmt: skip
#: What is no application of a community.
OTHER_NAMES = ("pAntler", *LAST, *ENDING, *ASKING, "xlaunch.sh", *_TOOLS, *_RANDOM, *LOG_TOOLS)


def main(argv: Sequence[str], python: str = "", home: str = "", path: Sequence[str] = ()) -> int:
    """Be the program of the name ``argv[0]``; its exit code. ``python``, ``home``, ``path``: as for ``live.become``."""
    name, arguments = Path(argv[0]).name, argv[1:]
    recorded = record.RECORD in os.environ
    if name in LOG_TOOLS:
        return tools.log_tool(name, arguments)
    if name not in (SLEEP, *IDLE[len(ENDING) :]) and (switch := asked_about(name, arguments)):
        from usimmarine_py.launch.standins import live

        return live.tell(name, switch, python, home, path)
    if name in _TOOLS:
        return _TOOLS[name](arguments)
    if name in _RANDOM:
        return _RANDOM[name](arguments, _random([name, *arguments]) if recorded else SystemRandom())
    if name == "xlaunch.sh":
        from usimmarine_py.launch.standins import xlaunch  # the small tools start without the modules of these

        return xlaunch.main(arguments, live=not recorded or play.PLAYER in os.environ)
    if not recorded:
        from usimmarine_py.launch.standins import live

        return live.end_all() if name in ENDING else live.become(name, arguments, python, home, path)
    if name == "uMayFinish":
        return play.main(name, arguments)
    if name == "pAntler":
        return record.antler(name, arguments)
    if name in LAST:
        return record.last(name, arguments)
    if name in IDLE:
        return 0
    if name == SLEEP:
        return record.sleep(name, arguments)
    if name in ASKING:
        record.note(name, arguments, asks=True)
        return 0
    return record.application(name, arguments)


def _random(words: Sequence[str]) -> Random:
    """Random numbers named by seed, place and command: a script gives the same vehicles again."""
    text = "\0".join([os.environ.get(record.SEED, "0"), *words])
    return Random(zlib.crc32(text.encode("utf-8", "surrogateescape")))
