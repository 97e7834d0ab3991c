"""``usim log``: write what a MOOSDB hears into an ``.alog``, on a machine without pLogger."""

from __future__ import annotations

import threading
from pathlib import Path

import click

from usimmarine_py.apps.logger import LoggerApp
from usimmarine_py.cli.options import Finite, find_target, split_mission, target_options
from usimmarine_py.moos.app.live import run_live
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings
from usimmarine_py.moos.app.terminal import stdout_console
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.open import open_comms

#: How often mail is fetched, 1 / real s.
FETCH_RATE = 20.0


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE.moos] [VAR ...]")
@target_options
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("usim.alog"), show_default=True)
@click.option("--sources", default="*", show_default=True, help="Pattern of the clients whose posts are logged.")
@click.option("--name", default="usim_log", show_default=True, help="Client name.")
@click.option("--for", "seconds", type=Finite(0.0, min_open=True), help="End after this many real seconds.")
def log(
    words: tuple[str, ...], host: str, port: int, warp: float,
    output: Path, sources: str, name: str, seconds: float | None,
) -> int:  # fmt: skip
    """Log variables of a MOOSDB into an .alog, as pLogger does; without a VAR all of them.

    VAR may hold * and ?. Ctrl-C ends it and leaves a complete file.
    """
    mission_file, patterns = split_mission(words)
    target = find_target(mission_file, host, port, warp)
    clock = RealClock(target.warp)
    logger = LoggerApp(output, clock, variables=patterns or ("*",), sources=sources)
    settings = AppSettings(
        name=name,
        host=target.host,
        port=target.port,
        time_warp=target.warp,
        app_tick=FETCH_RATE / target.warp,
        terminal=False,
    )
    app = MoosApp(logger, settings, open_comms("native", name, target.host, target.port, clock), clock)
    timer = None if seconds is None else threading.Timer(seconds, app.stop)
    if timer is not None:
        timer.start()
    try:
        code = run_live(app)
    finally:
        if timer is not None:
            timer.cancel()
        logger.close()
    # not by click: a reader that went away (`| head`) is no failure
    stdout_console(f"{output}: {sum(logger.counts.values())} rows of {len(logger.counts)} variables\n")
    return code
