"""``usim field``: an application of a field as a program of a live community."""

from __future__ import annotations

import os

import click

from usimmarine_py.apps.field.make import LIVE_PROGRAMS, address_of_this_machine, home_of, make_application
from usimmarine_py.apps.live import strict_first
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.field.programs import field_program
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.app.argv import Action, parse_arguments
from usimmarine_py.moos.app.live import run_live
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import open_application_comms, resolve_settings
from usimmarine_py.moos.app.terminal import stdout_console
from usimmarine_py.moos.clock import RealClock


@click.command("field", context_settings={"ignore_unknown_options": True})
@click.argument("program", metavar="PROGRAM")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="FILE.moos [ALIAS] [SWITCHES]")
def field(program: str, words: tuple[str, ...]) -> int:
    """Play the block of pNodeReporter, pHostInfo, uFldNodeBroker, uFldShoreBroker, uFldNodeComms, uFldMessageHandler,
    pEchoVar, pDeadManPost, uProcessWatch, uLoadWatch, pContactMgrV20, pObstacleMgr, uFldObstacleSim,
    uFldCollisionDetect, uFldCollObDetect, uFldContactRangeSensor, uFldBeaconRangeSensor, pSearchGrid or pSpoofNode in a
    live community.

    The switches are those of usimmarine without --db.
    """
    found = field_program(program)
    if found not in LIVE_PROGRAMS:
        problem = f"{program} is none of {', '.join(LIVE_PROGRAMS)}"
        raise ConfigError(problem, key="PROGRAM", suggestion=suggest(program, LIVE_PROGRAMS))
    arguments = parse_arguments([found, *words], found)
    if arguments.action is not Action.RUN:
        raise ConfigError(f"usim field has no switch --{arguments.action.value}; see usim field --help")
    for text in arguments.warnings:
        stdout_console(f"{found}: {text}\n")
    mission = read_mission(arguments.mission_file, definitions=arguments.definitions, folders=arguments.folders)
    block = mission.block(arguments.alias)
    settings = resolve_settings(arguments, block, mission)
    address = address_of_this_machine() if found == "pHostInfo" else ""
    home = home_of(mission, warp=settings.time_warp, address=address, process_id=os.getpid())
    application = make_application(mission, block, arguments.alias, found, home)
    settings = strict_first(settings, application)
    clock = RealClock(settings.time_warp)
    return run_live(MoosApp(application, settings, open_application_comms(settings, clock), clock))
