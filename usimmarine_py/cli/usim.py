"""``usim``: everything around the simulator."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from io import StringIO

import click

from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, UsimError, shorten, suggest
from usimmarine_py.version import __version__

#: Module (the command is called as its name) and one line of help, in the order in which a newcomer meets them.
COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("community.demo", "See a vehicle move in a MOOS community, with nothing installed."),
    "missions": ("missions.missions", "List the missions that come with it, explain or copy one."),
    "db": ("community.db", "Run the built-in MOOSDB."),
    "poke": ("community.poke", "Post variables to a MOOSDB."),
    "scope": ("community.scope", "Watch the variables of a MOOSDB."),
    "appcast": ("community.appcast", "Show the reports of applications in the terminal, as uMAC does."),
    "new": ("missions.new", "Write a working skeleton: an app, a mission, a vehicle or a backend."),
    "launch": ("missions.launch", "Start the communities that mission files list."),
    "expand": ("missions.expand", "Make a mission of a template, as nsplug does."),
    "check": ("check", "Tell what is wrong with a mission file, without running it."),
    "app": ("community.app", "Play an application of your own in a community."),
    "watch": ("community.watch", "Show a vehicle live in a browser."),
    "log": ("community.log", "Log the variables of a MOOSDB into an .alog."),
    "play": ("community.play", "Post a log into a MOOSDB, at its own times."),
    "script": ("community.script", "Play a uTimerScript block beside a MOOSDB."),
    "plot": ("plot", "Draw a run: track, speed, heading, depth."),
    "mcap": ("plot", "Turn a log into MCAP, for Foxglove and Lichtblick."),
    "run": ("run", "Run a mission offline, as fast as the machine allows."),
    "grade": ("missions.grade", "Judge missions in lock step: their pMissionEval, and expectations."),
    "grader": ("missions.grader", "Play pMissionEval, pAutoPoke, uMayFinish or pMissionHash beside a MOOSDB."),
    "trials": ("trials", "Put vehicles through turning circle, zig-zag, crash stop and more."),
    "sweep": ("sweep", "Run a mission many times: Monte Carlo and grids."),
    "fit": ("fit", "Turn a recorded run into kinematic parameters."),
    "replay": ("scenarios", "Play a recorded scenario through the kinematic simulator."),
    "simulate": ("scenarios", "Integrate a scenario of a Fossen vehicle."),
    "steps": ("scenarios", "Draw what the integration step does to a scenario."),
    "vehicles": ("vehicles", "List the vehicles of the Fossen models, or explain one."),
    "backends": ("vehicles", "List the dynamics backends, plug-ins included."),
}


class LazyGroup(click.Group):
    """Imports a command only when it is asked for, so that ``usim --help`` starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names in the order of the table: the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command, None when there is no such name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"usimmarine_py.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first word; one line where there is none such."""
        word = args[0]
        if word in COMMANDS or word.startswith("-"):
            return super().resolve_command(ctx, args)
        if word.endswith(".moos"):
            raise ConfigError("is a mission, not a command; usim run plays it", key=word)
        close = suggest(word, COMMANDS)
        problem = "is no command" if close else "is no command; usim --help lists them"
        raise ConfigError(problem, key=shorten(word, 60), suggestion=f"usim {close}" if close else "")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The command list from the table alone: help must not import matplotlib."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="usim")
def usim() -> None:
    """Marine vehicle simulation for MOOS-IvP communities.

    The simulator itself is the MOOS application `usimmarine FILE.moos`.
    """


def entry(argv: Sequence[str] | None = None) -> int:
    """Run ``usim``; our own errors are one line on stderr and their exit code (``start`` sees to all others)."""
    try:
        result = usim.main(args=None if argv is None else list(argv), prog_name="usim", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except UsimError as error:
        say(f"usim: {error}", err=True)
        return error.exit_code
    except click.exceptions.Abort:
        return 130
    except click.ClickException as error:
        shown = StringIO()
        error.show(file=shown)
        say(shown.getvalue(), err=True, nl=False)
        return error.exit_code
