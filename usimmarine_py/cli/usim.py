"""``usim``: everything around the simulator. Each command lives in a module of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from usimmarine_py.cli.lazy import LazyGroup
from usimmarine_py.errors import UsimError
from usimmarine_py.version import __version__

_PACKAGE = "usimmarine_py.cli"

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": (f"{_PACKAGE}.demo:demo", "See a vehicle move in a MOOS community, with nothing installed."),
    "db": (f"{_PACKAGE}.db:db", "Run the built-in MOOSDB."),
    "poke": (f"{_PACKAGE}.poke:poke", "Post variables to a MOOSDB."),
    "scope": (f"{_PACKAGE}.scope:scope", "Watch the variables of a MOOSDB."),
    "check": (f"{_PACKAGE}.check:check", "Tell what is wrong with a mission file, without running it."),
    "watch": (f"{_PACKAGE}.watch:watch", "Show a vehicle live in a browser."),
    "log": (f"{_PACKAGE}.log:log", "Log the variables of a MOOSDB into an .alog."),
    "plot": (f"{_PACKAGE}.plot:plot", "Draw a run: track, speed, heading, depth."),
    "run": (f"{_PACKAGE}.run:run", "Run a mission offline, as fast as the machine allows."),
    "trials": (f"{_PACKAGE}.trials:trials", "Put vehicles through turning circle, zig-zag, crash stop and more."),
    "sweep": (f"{_PACKAGE}.sweep:sweep", "Run a mission many times: Monte Carlo and grids."),
    "fit": (f"{_PACKAGE}.fit:fit", "Turn a recorded run into kinematic parameters."),
    "replay": (f"{_PACKAGE}.replay:replay", "Play a recorded scenario through the kinematic simulator."),
    "simulate": (f"{_PACKAGE}.simulate:simulate", "Integrate a scenario of a Fossen vehicle."),
    "steps": (f"{_PACKAGE}.steps:steps", "Draw what the integration step does to a scenario."),
    "vehicles": (f"{_PACKAGE}.vehicles:vehicles", "List the vehicles of the Fossen models, or explain one."),
    "backends": (f"{_PACKAGE}.backends:backends", "List the dynamics backends, plug-ins included."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="usim")
def usim() -> None:
    """Marine vehicle simulation for MOOS-IvP communities.

    The simulator itself is the MOOS application `usimmarine FILE.moos`.
    """


def entry(argv: Sequence[str] | None = None) -> int:
    """Run ``usim``; our own errors are one line on stderr and their exit code, never a traceback."""
    stdout = sys.stdout
    try:
        result = usim.main(args=None if argv is None else list(argv), prog_name="usim", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except UsimError as error:
        click.echo(f"usim: {error}", err=True)
        return error.exit_code
    except click.exceptions.Abort:
        return 130
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except OSError as error:
        # what no command has words of its own for: a full disk behind standard output, say
        where = f"{error.filename}: " if error.filename else "cannot write the output: "
        click.echo(f"usim: {where}{error.strerror or error}", err=True)
        _drop_output()
        return 1
    except SystemExit:
        # `usim scope | head`: the reader left, no failure of ours; click put another stream in place and made it one
        if sys.stdout is not stdout:
            return 0
        raise


def _drop_output() -> None:
    """Give up what standard output still holds: Python would try again at its end, and complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
