"""``usim app``, and a user's application as a program of its own: from a command line to an exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from usimmarine_py.apps.own.app import App
from usimmarine_py.apps.own.config import example
from usimmarine_py.apps.own.find import AppLike, RequestedApp, read_app
from usimmarine_py.apps.own.live import live_app
from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.moos.app.argv import Action, parse_arguments
from usimmarine_py.moos.app.terminal import stdout_console
from usimmarine_py.run.live.program import play_program
from usimmarine_py.version import __version__


def run_app(app: type[App] | Callable[[], App], argv: Sequence[str] | None = None) -> int:
    """Play an application of your own live, as a program: ``PROGRAM FILE.moos [ALIAS] [SWITCHES]``; the exit code.

    ``argv`` begins with the program's name; None: that of the process. In a file that pAntler starts::

        if __name__ == "__main__":
            sys.exit(run_app(Heading))
    """
    return play_live(app, sys.argv if argv is None else argv)


def play_live(app: AppLike, argv: Sequence[str]) -> int:
    """Connect and run until a signal or the MOOSDB ends it; the exit code. An error is one line on stderr."""
    program = "usim app"
    try:
        given = read_app(app)
        program = given.usual
        arguments = parse_arguments(argv, program)
        printed = {
            Action.HELP: f"{arguments.program} FILE.moos [ALIAS] [SWITCHES]\n{_about(given)}\n"
            "Switches as for usimmarine, without --db; --example prints a block, --interface what is read.",
            Action.EXAMPLE: example(given.make()),
            Action.INTERFACE: _interface(given.make()),
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
        return play_program(live_app(given, arguments))
    except UsimError as error:
        sys.stderr.write(f"{program}: {error}\n".replace(f"{program}: {program}: ", f"{program}: ", 1))
        return error.exit_code


def _about(given: RequestedApp) -> str:
    text = (type(given.make()).__doc__ or "").strip().splitlines()
    return text[0] if text else f"{given.usual}, an application"


def _interface(app: App) -> str:
    names = ", ".join(app.subscriptions) or "nothing that it declares"
    return f"Reads:  {names}"
