"""``usim grader``: pMissionEval, pAutoPoke, uMayFinish and pMissionHash as programs of a live community."""

from __future__ import annotations

import click

from usimmarine_py.apps.grading.live import live_grader
from usimmarine_py.apps.live import strict_first
from usimmarine_py.cli.missions.words import prints_example, read_words
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.mission import GRADERS
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import open_application_comms, resolve_settings
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.run.live.program import play_program
from usimmarine_py.text import finite_number

_MAX_TIME = "--max_time"


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("program", metavar="PROGRAM")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="FILE.moos [ALIAS] [SWITCHES]")
def grader(program: str, words: tuple[str, ...]) -> int:
    """Play the block of a grader in a live community: pMissionEval, pAutoPoke, uMayFinish or pMissionHash.

    --example prints a block with all keys. The other switches are those of usimmarine without --db, and --max_time=S
    for uMayFinish, whose exit code is 0 if the mission was evaluated and 1 after S seconds. Files are written to the
    current folder.
    """
    known = {name.lower(): name for name in GRADERS}
    if program.lower() not in known:
        problem = f"{program} is none of {', '.join(GRADERS)}"
        raise ConfigError(problem, key="PROGRAM", suggestion=suggest(program, GRADERS))
    program = known[program.lower()]
    if prints_example(program, words):
        return 0
    latest, rest = _latest(words)
    arguments, mission = read_words("grader", program, rest)
    settings = resolve_settings(arguments, mission.block(arguments.alias), mission)
    clock = RealClock(settings.time_warp)
    application = live_grader(mission, program, arguments.alias, clock, latest)
    settings = strict_first(settings, application)
    return play_program(MoosApp(application, settings, open_application_comms(settings, clock), clock))


def _latest(words: tuple[str, ...]) -> tuple[float | None, list[str]]:
    """The value of ``--max_time``, and the other arguments."""
    latest, rest, waiting = None, [], list(words)
    while waiting:
        word = waiting.pop(0)
        name, equals, value = word.partition("=")
        if name != _MAX_TIME:
            rest.append(word)
            continue
        value = value if equals or not waiting else waiting.pop(0)
        latest = finite_number(value)
        if latest is None:
            raise ConfigError(f"must be a number of seconds, found {value!r}", key=_MAX_TIME)
    return latest, rest
