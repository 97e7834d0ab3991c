"""``usim db``: the built-in MOOSDB alone."""

from __future__ import annotations

import gc
import signal
import time
from types import FrameType

import click

from usimmarine_py.cli.options import Finite, Whole
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.app.signals import ending_signals
from usimmarine_py.moos.app.terminal import stdout_line
from usimmarine_py.moos.db import MoosDb, parse_db_arguments, resolve_db_options

#: Longest delay of a signal, real s.
LOOK_PERIOD = 0.1


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[FILE.moos] [--moos_...]")
@click.option("--port", type=Whole(0, 65535), help="Port (else ServerPort of the file, else 9000; 0: any).")
@click.option("--community", help="Community (else that of the file).")
@click.option("--warp", type=Finite(0.0, min_open=True), help="Time warp (else MOOSTimeWarp of the file, else 1).")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--verbose", is_flag=True, help="Log connections and disconnections.")
def db(
    words: tuple[str, ...], port: int | None, community: str | None, warp: float | None, host: str, verbose: bool
) -> int:
    """Run the built-in MOOSDB until Ctrl-C.

    It listens on this machine only, unless --host is given: MOOS has no authentication, so any host that can reach
    the port can steer the vehicle. The switches of the original MOOSDB (--moos_port=N, ...) also work.
    """

    def say(text: str) -> None:
        stdout_line(f"MOOSDB: {text}")

    given = (("moos_port", port), ("moos_community", community), ("moos_time_warp", warp))
    parsed = parse_db_arguments([*(f"--{name}={value}" for name, value in given if value is not None), *words])
    for warning in parsed.warnings:
        say(warning)
    mission = read_mission(parsed.mission_file) if parsed.mission_file else None
    options = resolve_db_options(parsed, (lambda key: None) if mission is None else mission.value, host)
    received: list[int] = []

    def leave(number: int, _frame: FrameType | None) -> None:
        received.append(number)  # not an event, whose lock the waiting thread may hold

    for number in ending_signals():
        signal.signal(number, leave)
    with MoosDb(
        options.host,
        options.port,
        options.community,
        options.warp,
        options.client_timeout,
        say,
        verbose=verbose,
        consolidation=options.consolidation,
    ) as moosdb:
        gc.freeze()  # existing objects are not scanned again, which would delay mail
        say(f"community {options.community} at {moosdb.host}:{moosdb.port}, time warp {options.warp:g}; Ctrl-C ends it")
        while not received:
            time.sleep(LOOK_PERIOD)
    return 130 if received[-1] == signal.SIGINT else 0
