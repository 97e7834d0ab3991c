"""``usim log``: log the variables of a MOOSDB into an ``.alog``, on a machine without pLogger."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

import click

from usimmarine_py.apps.logger import LoggerApp
from usimmarine_py.cli.options import Finite, find_target, log_limit, split_mission, target_options
from usimmarine_py.errors import ConfigError, MissionFileError
from usimmarine_py.logs.plogger import LoggerBlock, leave_mission, read_logger_block
from usimmarine_py.mission import missing_block_text, read_mission
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings, DbSettings, LoopSettings, ReportSettings
from usimmarine_py.moos.app.terminal import stdout_console
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.open import open_comms
from usimmarine_py.run.live.program import EXIT_FAILED, play_program

#: MB, default limit of a log.
MOST_LIVE_LOG = 10_000.0
#: How often mail is fetched, 1 / real s.
FETCH_RATE = 20.0


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE.moos] [VAR ...]")
@target_options
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="The log [usim.alog].")
@click.option("--block", metavar="NAME", help="Log as this pLogger block of the mission, to its path.")
@click.option("--sources", default="*", show_default=True, help="Pattern of the clients whose posts are logged.")
@click.option("--name", default="usim_log", show_default=True, help="Client name.")
@log_limit(MOST_LIVE_LOG)
@click.option("--for", "seconds", type=Finite(0.0, min_open=True), metavar="S", help="End after S real seconds.")
def log(
    words: tuple[str, ...], host: str, port: int, warp: float,
    output: Path | None, block: str | None, sources: str, name: str, most: float, seconds: float | None,
) -> int:  # fmt: skip
    """Log variables of a MOOSDB into an .alog, as pLogger does; without a VAR all of them.

    VAR may hold * and ?. Ctrl-C ends it and leaves a complete file, as does --max-log (exit code 1).
    """
    mission_file, patterns = split_mission(words)
    target = find_target(mission_file, host, port, warp)
    if block is None:  # the logger of a mission, whose uProcessWatch would miss a client that asks and leaves
        target = target.at_its_warp()
    clock = RealClock(target.warp)
    omitted: tuple[str, ...] = ()
    asked: LoggerBlock | None = None
    if block is not None:
        if patterns or not mission_file:
            raise ConfigError("takes its variables from the block of a mission: give only the file", key="--block")
        asked, community = _block_of(mission_file, block)
        patterns, omitted = asked.variables, asked.omitted
        output = leave_mission(Path(mission_file), output or asked.path, community if output is None else "")
        asked = replace(asked, path=output)
    output = output or Path("usim.alog")
    logger = LoggerApp(
        output,
        clock,
        variables=patterns if asked or patterns else ("*",),
        omitted=omitted,
        sources=sources,
        most=most,
        asked=asked,
    )
    settings = AppSettings(
        name=name,
        time_warp=target.warp,
        db=DbSettings(target.host, target.port),
        loop=LoopSettings(FETCH_RATE / target.warp),
        reports=ReportSettings(terminal=False),
    )
    app = MoosApp(logger, settings, open_comms("native", name, target.host, target.port, clock), clock)
    logger.on_full = lambda: _end_full(app, output, most)
    timer = None if seconds is None else threading.Timer(seconds, partial(_end_in_time, app))
    if timer is not None:
        timer.start()
    try:
        code = play_program(app)
    finally:
        if timer is not None:
            timer.cancel()
        logger.close()
    if logger.started:
        # not by click: a closed pipe (`| head`) is not an error
        stdout_console(f"{output}: {sum(logger.counts.values())} rows of {len(logger.counts)} variables\n")
    return code


def _end_in_time(app: MoosApp) -> None:
    """End as ``--for`` asks: if there never was a MOOSDB, that is no success."""
    if app.exit_code is None and not app.connections:
        db = app.settings.db
        app.complain(f"ends as --for asks; there never was a MOOSDB: {app.comms.problem or f'{db.host}:{db.port}'}")
        app.stop(EXIT_FAILED)
    elif app.exit_code is None:
        app.stop()


def _end_full(app: MoosApp, output: Path, most: float) -> None:
    if app.exit_code is None:
        app.complain(f"{output} has reached {most / 1e6:g} MB; ended, as --max-log asks")
        app.stop(EXIT_FAILED)


def _block_of(mission_file: str, name: str) -> tuple[LoggerBlock, str]:
    """Return what a block asks for, and the community where the name of its log is one of this second."""
    mission = read_mission(mission_file)
    block = mission.block(name)
    if block is None:
        raise MissionFileError(missing_block_text(mission, name), file=mission_file)
    community = "" if block.boolean("FileTimeStamp") is False else mission.value("Community") or ""
    return read_logger_block(block, Path(), datetime.now()), community
