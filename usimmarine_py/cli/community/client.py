"""What the programs that ask a MOOSDB share: their block, and a client as soon as there is a MOOSDB."""

from __future__ import annotations

import time
from collections.abc import Callable

from usimmarine_py.cli.options import find_target
from usimmarine_py.errors import TransportError
from usimmarine_py.launch.standins.asking import DatabaseWords
from usimmarine_py.mission import Block, read_mission
from usimmarine_py.moos.transport.comms import Comms


def block_entries(mission: str, name: str) -> list[tuple[str, str]]:
    """Return the keys, in lower case, and values of a block of a mission file; none without a file."""
    if not mission:
        return []
    block: Block | None = read_mission(mission).block(name)
    return [] if block is None else [(entry.key.lower(), entry.value) for entry in block.entries]


def block_values(mission: str, name: str, key: str) -> list[str]:
    """Return the values of a key in a block of a mission file, none without a file."""
    return [value for found, value in block_entries(mission, name) if found == key]


class QuitError(Exception):
    """The user ended a program that waited for its MOOSDB."""


def _never() -> bool:
    time.sleep(0.2)
    return False


def connected(given: DatabaseWords, name: str, ended: Callable[[], bool] = _never) -> tuple[Comms, float]:
    """Return a client, as soon as there is a MOOSDB, however late, and the time warp of the MOOSDB, which it has.

    ``ended`` is asked between two tries, and takes some time; ``QuitError`` is raised where it says so.
    """
    target = find_target(given.mission, given.host, given.port)
    while True:
        try:
            comms = target.connect(name, time.monotonic() + 2.0)
        except TransportError:
            if ended():
                raise QuitError from None
            continue
        found = target.at_warp(comms.moosdb_warp)
        if found is target:
            return comms, target.warp
        comms.close()
        target = found
