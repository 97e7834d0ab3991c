"""``usim start``, and a user's application as a program of its own: from a command line to an exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from usimmarine_py.apps.live import strict_first
from usimmarine_py.apps.own.app import App
from usimmarine_py.apps.own.config import example
from usimmarine_py.apps.own.find import AppLike, RequestedApp, block_name, read_app
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.mission import Mission, find_simulator_block, missing_block_text
from usimmarine_py.moos.app.argv import Action, AppArguments, parse_arguments
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import open_application_comms, resolve_settings
from usimmarine_py.moos.app.terminal import stdout_console
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.run.live.program import play_program
from usimmarine_py.text import whole_number
from usimmarine_py.values.frozen import replace
from usimmarine_py.version import __version__

# -- An application of one's own beside a MOOSDB


def live_app(given: RequestedApp, app: App, arguments: AppArguments) -> MoosApp:
    """Everything but the running of ``app``, which was asked for as ``given``.

    Raises ``ConfigError`` and ``MissionFileError``.
    """
    mission = arguments.mission.read()
    alias = arguments.alias if arguments.alias_given else given.name or given.usual
    alias = block_name(mission, alias, given)
    arguments = replace(arguments, alias=alias)
    block = mission.block(alias)
    settings = resolve_settings(
        arguments, block, mission, no_block=f"{mission.file}: {missing_block_text(mission, alias)}"
    )
    ticks = (arguments.values.get("moos_app_tick"), block and (block.value("AppTick") or block.value("moos_app_tick")))
    if not any(ticks):
        settings = settings.at(app.app_tick)
    clock = RealClock(settings.time_warp)
    own = OwnApp(
        app,
        clock,
        name=alias,
        block=block,
        seed=_seed(mission, arguments),
        community=settings.community,
        prompt=True,
    )
    return MoosApp(own, strict_first(settings, own), open_application_comms(settings, clock), clock)


def _seed(mission: Mission, arguments: AppArguments) -> int:
    """``--seed``, else that of the simulator's block, else 0: the one of a lock-step run."""
    if arguments.seed is not None:
        return arguments.seed
    try:
        text = find_simulator_block(mission).value("seed") or ""
    except UsimError:
        return 0
    return whole_number(text) or 0


def run_app(app: type[App] | Callable[[], App], argv: Sequence[str] | None = None) -> int:
    """Play an application of your own live, as a program: ``PROGRAM FILE.moos [ALIAS] [SWITCHES]``; the exit code.

    ``argv`` begins with the program's name; None: that of the process. In a file that pAntler starts::

        if __name__ == "__main__":
            sys.exit(run_app(Heading))
    """
    return play_live(app, sys.argv if argv is None else argv)


def play_live(app: AppLike, argv: Sequence[str]) -> int:
    """Connect and run until a signal or the MOOSDB ends it; the exit code. An error is one line on stderr."""
    program = "usim start"
    try:
        given = read_app(app)
        program = given.usual
        arguments = parse_arguments(argv, program)
        made = given.make()
        printed = {
            Action.HELP: f"{arguments.program} FILE.moos [ALIAS] [SWITCHES]\n{_about(given, made)}\n"
            "Switches as for usimmarine, without --db; --example prints a block, --interface what is read.",
            Action.EXAMPLE: example(made),
            Action.INTERFACE: _interface(made),
            Action.VERSION: f"{given.usual}, usimmarine {__version__}",
            Action.WEB: "docs/apps.md in the source distribution",
        }
        if arguments.action in printed:
            for text in arguments.warnings:
                stdout_console(f"{program}: {text}\n")
            stdout_console(printed[arguments.action] + "\n")
            return 2 if arguments.action is Action.HELP and len(argv) > 1 and arguments.warnings else 0
        if arguments.db:
            problem = f"an application brings no MOOSDB; start one: usim db {arguments.mission.file}"
            raise ConfigError(problem, key="--db")
        for text in arguments.warnings:
            stdout_console(f"{program}: {text}\n")
        return play_program(live_app(given, made, arguments))
    except UsimError as error:
        sys.stderr.write(f"{program}: {error}\n".replace(f"{program}: {program}: ", f"{program}: ", 1))
        return error.exit_code


def _about(given: RequestedApp, app: App) -> str:
    text = (type(app).__doc__ or "").strip().splitlines()
    return text[0] if text else f"{given.usual}, an application"


def _interface(app: App) -> str:
    names = ", ".join(app.subscriptions) or "nothing that it declares"
    return f"Reads:  {names}"
