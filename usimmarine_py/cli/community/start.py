"""``usim start``: one program of a community, live, with any MOOSDB."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime
from textwrap import fill
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, MissionFileError, suggest
from usimmarine_py.field.programs import FIELD_PROGRAMS, field_program
from usimmarine_py.logs.whole_rows import append_text
from usimmarine_py.mission import GRADERS, HELM, PID, SCRIPT, SIMULATOR, missing_block_text
from usimmarine_py.mission.antler import is_version
from usimmarine_py.moos.app.argv import Action, AppArguments, parse_arguments
from usimmarine_py.text import finite_number
from usimmarine_py.values.frozen import replace

if TYPE_CHECKING:
    from usimmarine_py.mission import Mission
    from usimmarine_py.moos.app.moos_app import MoosApp

#: Programs with a command line of their own: what their names begin with.
_OWN = {
    "usimmarine": SIMULATOR, "uSimMarine": SIMULATOR, "usim_helm": HELM, "pHelmIvP": HELM, "usim_pid": PID,
    "pMarinePID": PID, "usim_guidance": "guidance",
}  # fmt: skip
_TIMER, _LOGGER, _SHARE, _DATABASE = "uTimerScript", "pLogger", "pShare", "MOOSDB"
NAMES = (*_OWN, _TIMER, _LOGGER, *GRADERS, *FIELD_PROGRAMS)
_HELP = ("-h", "--help", "-help")
_MAX_TIME = "--max_time"
#: A MOOSDB that is there says its time warp within this time, real s.
_WARP_WAIT = 0.5


def _complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in NAMES if name.lower().startswith(begun.lower())]


@click.command(
    # the switches are those of MOOS applications, which click cannot read
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
)
@click.argument(
    "words", nargs=-1, type=click.UNPROCESSED, metavar="NAME FILE.moos [ALIAS] [SWITCHES]", shell_complete=_complete
)
@click.pass_context
def start(context: click.Context, words: tuple[str, ...]) -> int:
    """Play one program of a community live, with any MOOSDB, until Ctrl-C, SIGTERM or what its block says.

    NAME is that of MOOS-IvP's program, or an application of your own.

    \b
    vehicle, helm     uSimMarineV22, pHelmIvP, pMarinePIDV22 ...; usimmarine,
                      usim_helm, usim_pid, usim_guidance
    script            uTimerScript
    log               pLogger; usim log writes one without a block
    judges            pMissionEval, pAutoPoke, uMayFinish, pMissionHash
    field             {field}
    your own          heading:Heading, path/heading.py:Heading, or heading.py
                      if it has only one class

    \b
    ALIAS             its name in MOOS and of its block [NAME]
    SWITCHES          those of usimmarine, without --db: --seed, --for, --strict,
                      --until-quit, --moos_port=... ; --example prints a block.
                      uMayFinish: --max_time=S, and its exit code is 0 if the
                      mission was evaluated, 1 after S seconds. pShare: -o=ROUTES,
                      -i=ROUTES, --multicast_address=A, --multicast_base_port=P.

    It connects to the MOOSDB that the mission names (usim db FILE.moos starts one). Files are written to the current
    folder. Offline, usim run plays all of these, too: your own with --app.
    """
    if not words or words[0] in _HELP:
        say(context.get_help())
        return 0
    name, *rest = words
    rest = _at_its_warp(name, rest)
    if name.endswith((".moos", ".moos++")) or name.startswith("-"):
        raise click.UsageError(f"the program comes first: usim start uTimerScript {name}")
    if ":" in name or name.endswith(".py"):
        from usimmarine_py.run.live.own import play_live

        return play_live(name, [f"usim start {name}", *rest])
    if main := _own_main(name):
        return main([name, *rest])
    if any(word in _HELP for word in rest):
        say(context.get_help())
        return 0
    if name == _DATABASE:
        raise ConfigError("is usim db FILE.moos", key=name)
    if name == _LOGGER:
        return _log(context, rest)
    return _play(name, rest)


_COLUMN = " " * next(line.index("{field}") for line in (start.help or "").splitlines() if "{field}" in line)
_FIELD = fill(_COLUMN + ", ".join(FIELD_PROGRAMS), 56 + len(_COLUMN), subsequent_indent=_COLUMN).lstrip()
start.help = (start.help or "").replace("{field}", _FIELD)


def _at_its_warp(name: str, words: list[str]) -> list[str]:
    """Add the time warp of the MOOSDB where it is not that of the mission file and no switch gives one."""
    from usimmarine_py.cli.options import find_target
    from usimmarine_py.errors import UsimError
    from usimmarine_py.moos.app.argv import is_mission_file

    switches = dict(word.lstrip("-").partition("=")[::2] for word in words if word.startswith("-"))
    file = next((word for word in words if is_mission_file(word) and not word.startswith("-")), "")
    if not file or name == _LOGGER or {"moos_time_warp", "db", "example", "e", "help", "h"} & switches.keys():
        return words
    try:
        port = int(switches.get("moos_port", "0")) if switches.get("moos_port", "0").isdecimal() else 0
        target = find_target(file, switches.get("moos_host", ""), port)
    except UsimError:
        return words  # the program itself says what is wrong
    found = target.at_its_warp(time.monotonic() + _WARP_WAIT)
    return words if found is target else [*words, f"--moos_time_warp={found.warp:g}"]


def _own_main(name: str) -> Callable[[Sequence[str]], int] | None:
    """Return what runs a vehicle, helm, controller or guidance, whose command lines are their own."""
    role = next((role for known, role in _OWN.items() if is_version(name, known)), "")
    if role == SIMULATOR:
        from usimmarine_py.cli.usimmarine import main

        return main
    if role:
        from usimmarine_py.cli import steering

        return {HELM: steering.helm_main, PID: steering.pid_main}.get(role, steering.guidance_main)
    return None


def _log(context: click.Context, words: Sequence[str]) -> int:
    from usimmarine_py.cli.community.log import log

    if not 1 <= len(words) <= 2 or any(word.startswith("-") for word in words):
        raise ConfigError(f"takes FILE.moos [ALIAS] alone, found {' '.join(words) or 'nothing'}", key=_LOGGER)
    alias = words[1] if len(words) > 1 else _LOGGER
    code: int = context.invoke(log, words=(words[0],), block=alias, name=alias)
    return code


def _play(name: str, words: Sequence[str]) -> int:
    """Play the block of a script, a judge or an application of a field."""
    grader = next((known for known in GRADERS if known.lower() == name.lower()), "")
    program = _TIMER if is_version(name, _TIMER) else grader or field_program(name)
    if not program:
        raise ConfigError(
            "is no program that this package plays; usim start --help lists them", key=name,
            suggestion=suggest(name, NAMES),
        )  # fmt: skip
    if parse_arguments([program, *words], program).action is Action.EXAMPLE:
        from usimmarine_py.check.blocks import example_of, key_set

        say(example_of(key_set(program)))
        return 0
    from usimmarine_py.run.live.program import play_program

    with ExitStack() as stack:
        if program == _TIMER:
            return play_program(_script(*_read(program, words)))
        if grader:
            latest, words = _latest(words)
            return play_program(_grader(program, *_read(program, words), latest))
        from usimmarine_py.apps.field.live import live_field_app, share_switches

        switches = None
        if program == _SHARE:
            switches, words = share_switches(tuple(words))
        arguments, mission = _read(program, words)
        return play_program(live_field_app(mission, arguments, program, stack, switches))


def _read(program: str, words: Sequence[str]) -> tuple[AppArguments, Mission]:
    """Read the command line and the mission. Raises ``ConfigError``, ``MissionFileError``."""
    from usimmarine_py.moos.app.terminal import stdout_console

    arguments = parse_arguments([program, *words], program)
    if arguments.action is not Action.RUN:
        raise ConfigError(f"give a mission file: usim start {program} FILE.moos [ALIAS]; usim start --help")
    if arguments.db:
        problem = f"usim start {program} needs a MOOSDB; start one: usim db {arguments.mission.file}"
        raise ConfigError(problem, key="--db")
    for text in arguments.warnings:
        stdout_console(f"{program}: {text}\n")
    return arguments, arguments.mission.read()


def _script(arguments: AppArguments, mission: Mission) -> MoosApp:
    """Without an alias the mission's only script."""
    import numpy as np  # takes 0.1 s, not needed for --help

    from usimmarine_py.apps.live import with_alias
    from usimmarine_py.apps.script import ScriptApp
    from usimmarine_py.moos.app.moos_app import MoosApp
    from usimmarine_py.moos.app.settings import open_application_comms, resolve_settings
    from usimmarine_py.moos.clock import RealClock
    from usimmarine_py.script import TimerScript

    arguments, notes = with_alias(arguments, mission, SCRIPT)
    # random values differ from run to run, as in uTimerScript
    rng = np.random.default_rng(time.time_ns() if arguments.seed is None else arguments.seed)
    player = TimerScript.from_mission(mission, arguments.alias, rng)
    if player is None:
        raise MissionFileError(missing_block_text(mission, arguments.alias), file=mission.file)
    settings = resolve_settings(arguments, mission.block(arguments.alias), mission)
    clock = RealClock(settings.time_warp)
    application = ScriptApp(player)
    until_quit = settings.loop.until_quit or application.may_end
    settings = replace(
        settings, loop=replace(settings.loop, app_tick=player.app_tick, until_quit=until_quit),
        notes=(*notes, *settings.notes),
    )  # fmt: skip
    if settings.strict:
        findings = (str(finding) for finding in player.diagnostics)
        settings = replace(settings, config_warnings=(*settings.config_warnings, *findings))
    return MoosApp(application, settings, open_application_comms(settings, clock), clock)


def _grader(program: str, arguments: AppArguments, mission: Mission, latest: float | None) -> MoosApp:
    """``latest``: DB_UPTIME (s) at which uMayFinish ends, over that of its block."""
    from usimmarine_py.apps.grading.make import GraderContext, make_grader
    from usimmarine_py.apps.grading.pokes import MayFinishApp
    from usimmarine_py.apps.live import strict_first
    from usimmarine_py.moos.app.moos_app import MoosApp
    from usimmarine_py.moos.app.settings import open_application_comms, resolve_settings
    from usimmarine_py.moos.clock import RealClock

    name = arguments.alias
    settings = resolve_settings(arguments, mission.block(name), mission)
    clock = RealClock(settings.time_warp)
    # files lie in the current folder, as those of the originals do
    where = GraderContext(lambda now: datetime.now(), f"{time.time_ns()}", append_text, clock.warp)
    application = make_grader(GRADERS[program], mission.block(name, verbatim=False), name, where)
    if latest is not None:
        if not isinstance(application, MayFinishApp):
            raise ConfigError(f"is a switch of uMayFinish; {program} has none", key=_MAX_TIME)
        application.config.latest = latest
    settings = strict_first(settings, application)
    return MoosApp(application, settings, open_application_comms(settings, clock), clock)


def _latest(words: Sequence[str]) -> tuple[float | None, list[str]]:
    """Return the value of ``--max_time``, and the other arguments."""
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
