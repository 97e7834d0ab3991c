"""``usimmarine FILE.moos [ALIAS] [OPTIONS]``: from command line to exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from usimmarine_py.apps import texts
from usimmarine_py.errors import UsimError
from usimmarine_py.moos.app.argv import Action, parse_arguments

DOCUMENTATION = "docs/ in the source distribution; usim --help lists the commands"

_PRINTED: dict[Action, Callable[[], str]] = {
    Action.HELP: texts.help_text,
    Action.EXAMPLE: texts.example_text,
    Action.INTERFACE: texts.interface_text,
    Action.VERSION: texts.version_text,
    Action.WEB: lambda: DOCUMENTATION,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the application with ``argv`` (program name included; None: that of this process)."""
    try:
        arguments = parse_arguments(sys.argv if argv is None else argv)
        if arguments.action in _PRINTED:
            print(_PRINTED[arguments.action]())
            for text in arguments.warnings:
                print(f"usimmarine: {text}", file=sys.stderr)
            return 2 if arguments.warnings else 0
        from usimmarine_py.apps.live import run

        return run(arguments)
    except UsimError as error:
        print(f"usimmarine: {error}", file=sys.stderr)
        return error.exit_code
