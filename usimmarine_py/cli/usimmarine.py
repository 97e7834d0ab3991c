"""``usimmarine FILE.moos [ALIAS] [OPTIONS]``: command line, help texts and exit code.

The command line follows MOOS, so it is not parsed by click.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import ModuleType

from usimmarine_py.errors import UsimError
from usimmarine_py.moos.app.argv import SWITCHES, Action, Switch, parse_arguments
from usimmarine_py.version import __version__

DOCUMENTATION = "docs/ in the source distribution; usim --help lists the commands"
WIDTH = 80
_COLUMN = 30

_HEAD = """\
usimmarine: the vehicle simulator of a MOOS community, in place of uSimMarine.

Usage: usimmarine FILE.moos [ALIAS] [SWITCHES]

It reads the block "ProcessConfig = ALIAS" of the mission file (default: the
name it was started by), moves the vehicle by DESIRED_THRUST, DESIRED_RUDDER,
DESIRED_ELEVATOR and drift mail, and posts position, heading, speed and depth.

An ALIAS like uSimMarineV22, uSimMarineV23 or uSimMarine picks that program's
law (dialect); any other name selects the published documentation. "dialect ="
in the block overrides it.

A value may also follow its switch after a blank: --seed 3.
"""

_PRINTING = (
    ("-h, --help", "this text"),
    ("-e, --example", "a block to paste into a mission"),
    ("-i, --interface", "all mail that is read and posted"),
    ("-v, --version", "the version"),
    ("-w, --web", "the location of the documentation"),
)

_TAIL = """\
Exit codes: 0 done (SIGTERM, too), 1 failure while running, 2 bad usage or
configuration, 3 name refused by the MOOSDB, 130 interrupted.

Without MOOS on this machine,  usimmarine --db FILE.moos  starts a MOOSDB;
usim demo  is a demonstration. For all other commands see  usim --help.
"""


def help_text() -> str:
    """The help page, at most 80 columns wide."""
    from itertools import groupby

    lines = [_HEAD, "Printing:"]
    lines += [_row(name, text) for name, text in _PRINTING]
    group = ""
    for switch in (s for s in SWITCHES if not s.effect):
        if switch.group != group:
            group = switch.group
            lines += ["", f"Switches of {group}:"]
        lines.append(_row(_usage(switch), switch.help))
    lines += ["", "Accepted, without effect:"]
    for reason, switches in groupby((s for s in SWITCHES if s.effect), lambda s: s.effect):
        *others, last = (_usage(s) for s in switches)
        lines += [f"  {name}" for name in others]
        lines.append(_row(last, reason))
    return "\n".join([*lines, "", _TAIL]).rstrip("\n")


def _usage(switch: Switch) -> str:
    return f"{switch.name}={switch.metavar}" if switch.metavar else switch.name


def _row(name: str, text: str) -> str:
    import textwrap

    head = f"  {name}"
    pad = " " * _COLUMN
    wrapped = textwrap.fill(text, WIDTH, initial_indent=pad, subsequent_indent=pad)
    return head + wrapped[len(head) :] if len(head) < _COLUMN - 1 else f"{head}\n{wrapped}"


def version_text() -> str:
    """One line: version, Python and machine, as a bug report needs them."""
    import platform

    return f"usimmarine {__version__} (Python {platform.python_version()}, {platform.system()} {platform.machine()})"


def _table() -> ModuleType:
    from usimmarine_py.check import table  # slow, not needed by a starting vehicle

    return table


_PRINTED: dict[Action, Callable[[], str]] = {
    Action.HELP: help_text,
    Action.EXAMPLE: lambda: _table().example_block(),
    Action.INTERFACE: lambda: _table().interface_page(),
    Action.VERSION: version_text,
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
        from usimmarine_py.cli.live.vehicle import run
        from usimmarine_py.moos.clock import process_start

        began = process_start()
        if not arguments.mission.changes:
            return run(arguments, began=began)
        from usimmarine_py.cli.options import program_mission
        from usimmarine_py.mission import SIMULATOR

        return run(arguments, program_mission(arguments, SIMULATOR), began=began)
    except UsimError as error:
        print(f"usimmarine: {error}", file=sys.stderr)
        return error.exit_code
