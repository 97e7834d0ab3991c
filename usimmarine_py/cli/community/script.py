"""``usim script``: play a uTimerScript block beside a MOOSDB, on a machine without uTimerScript."""

from __future__ import annotations

import time

import click

from usimmarine_py.apps.live import with_alias
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.errors import ConfigError, MissionFileError
from usimmarine_py.mission import SCRIPT, missing_block_text
from usimmarine_py.moos.app.argv import Action, parse_arguments
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import open_application_comms, resolve_settings
from usimmarine_py.moos.app.terminal import stdout_console
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.run.live.program import play_program
from usimmarine_py.values.frozen import replace

PROGRAM = "uTimerScript"


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="FILE.moos [ALIAS] [SWITCHES]")
def script(words: tuple[str, ...]) -> int:
    """Play a uTimerScript block with any MOOSDB, as uTimerScript does, until Ctrl-C or its event = quit.

    Without an ALIAS it is the mission's only such block. The switches are those of usimmarine, without --db.
    """
    import numpy as np  # takes 0.1 s, not needed for --help

    from usimmarine_py.script import TimerScript

    arguments = parse_arguments([PROGRAM, *words], PROGRAM)
    if arguments.action is not Action.RUN:
        raise ConfigError("give a mission file: usim script FILE.moos [ALIAS]; usim script --help")
    if arguments.db:
        raise ConfigError(f"usim script needs a MOOSDB; start one: usim db {arguments.mission.file}", key="--db")
    for text in arguments.warnings:
        stdout_console(f"{PROGRAM}: {text}\n")
    mission = arguments.mission.read()
    arguments, notes = with_alias(arguments, mission, SCRIPT)
    # random values differ from run to run, as in uTimerScript
    rng = np.random.default_rng(time.time_ns() if arguments.seed is None else arguments.seed)
    player = TimerScript.from_mission(mission, arguments.alias, rng)
    if player is None:
        raise MissionFileError(missing_block_text(mission, arguments.alias), file=mission.file)
    settings = resolve_settings(arguments, mission.block(arguments.alias), mission)
    clock = RealClock(settings.time_warp)
    application = ScriptApp(player)
    settings = replace(
        settings,
        loop=replace(
            settings.loop,
            app_tick=player.app_tick,
            until_quit=settings.loop.until_quit or application.may_end,
        ),
        notes=(*notes, *settings.notes),
    )
    if settings.strict:
        found = (str(diagnostic) for diagnostic in player.diagnostics)
        settings = replace(settings, config_warnings=(*settings.config_warnings, *found))
    return play_program(MoosApp(application, settings, open_application_comms(settings, clock), clock))
