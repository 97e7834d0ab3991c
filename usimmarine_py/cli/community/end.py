"""``usim end``: end one program of a live mission."""

from __future__ import annotations

import time

import click

from usimmarine_py.cli.options import find_target, split_mission, target_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import NotTakenError
from usimmarine_py.moos.transport.comms import Comms

#: Mail that ends a program: its name.
VARIABLE = "USIM_END"
#: Longest wait for a program to leave, real s: a process may take some for its files.
PATIENCE = 4.0


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE.moos] NAME ...")
@target_options
def end(words: tuple[str, ...], host: str, port: int, warp: float) -> None:
    """End programs of a community that usim launch plays, by their names; the others go on.

    The community is that of FILE.moos, or the one whose MOOSDB is at --host and --port.
    """
    mission_file, names = split_mission(words)
    if not names:
        raise click.UsageError("give the name of a program")
    target = find_target(mission_file, host, port, warp).at_its_warp(original="uPokeDB")
    comms = target.visit("uPokeDB", "end")
    try:
        comms.register("DB_EVENT")
        comms.register("DB_CLIENTS")
        for name in names:
            _end(comms, name)
            say(f"{name} has ended")
    finally:
        comms.close()


def _end(comms: Comms, name: str) -> None:
    """Ask for the end of a program, and wait for it. Raises ``NotTakenError``."""
    clients = ""
    comms.notify(VARIABLE, name)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for message in comms.fetch():
            if message.variable == "DB_EVENT" and message.value == f"disconnected={name}":
                return
            if message.variable == "DB_CLIENTS":
                clients = str(message.value)
        time.sleep(0.005)
    there = [one for one in clients.split(",") if one and one != comms.name]
    if name not in there:
        raise NotTakenError(f"there is no program {name}; there are {', '.join(sorted(there)) or 'none'}")
    raise NotTakenError(f"{name} did not end: it is none of usim launch, or is no more; end its process")
