"""``usim``: the command group."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import click

from usimmarine_py.cli.hints import other_words
from usimmarine_py.cli.progress import compiling, say
from usimmarine_py.errors import ConfigError, UsimError, shorten, suggest
from usimmarine_py.kernels.compiling import COMPILATIONS
from usimmarine_py.version import __version__

#: Module and one line of help of each command, by what they are for.
GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Play": {
        "demo": ("community.demo", "Run a demonstration without MOOS-IvP."),
        "missions": ("missions.missions", "List, explain or copy the shipped missions."),
        "run": ("run", "Run a mission offline, as fast as the machine allows."),
        "launch": ("missions.launch", "Start the communities that mission files list."),
        "start": ("community.start", "Play one program of a community live: a script, a judge, pShare, your own."),
        "end": ("community.end", "End programs of a mission that usim launch plays."),
    },
    "Look": {
        "watch": ("community.watch", "Show vehicles in a browser, live or from logs."),
        "plot": ("plot", "Draw a run: track, speed, heading, depth."),
        "compare": ("plot", "Compare two runs: tracks, closest approaches, modes, events."),
        "alog": ("missions.alog", "Run MOOS-IvP's tools for logs: grep, scan, clip and more."),
        "report": ("missions.report", "Write one HTML page of a run or a sweep."),
        "mcap": ("plot", "Convert a log to MCAP, for Foxglove and Lichtblick."),
    },
    "Judge": {
        "check": ("check", "Check a mission file without running it."),
        "grade": ("missions.grade", "Grade missions in lock step, by pMissionEval and expectations."),
        "verify": ("scenarios", "Validate the simulator: replay, simulate or compare steps of a scenario."),
    },
    "Study": {
        "sweep": ("sweep", "Run a mission many times: Monte Carlo and grids."),
        "trials": ("trials", "Run standard manoeuvres: turning circle, zig-zag, crash stop and more."),
        "fit": ("fit", "Fit kinematic parameters, or numbers of a vehicle file, to recorded runs."),
    },
    "Make": {
        "new": ("missions.new", "Write a working skeleton: app, behavior, mission, vehicle, backend."),
        "keys": ("missions.keys", "Explain the keys of a block or behaviour, or print an example or a JSON schema."),
        "behaviors": ("missions.keys", "List the behaviours of the helm, or explain one."),
        "vehicles": ("vehicles", "List the vehicles with hydrodynamics, or explain one."),
        "backends": ("vehicles", "List the dynamics backends, plug-ins included."),
        "expand": ("missions.expand", "Expand a template to a mission, as nsplug does."),
        "warm": ("craft.warm", "Compile the equations of motion now, so that the first run does not wait."),
        "lsp": ("missions.lsp", "Serve an editor: findings, completion and help in mission files."),
    },
    "Doors": {
        "foxglove": ("doors.foxglove", "Show live communities in Foxglove, by its WebSocket."),
        "mavlink": ("doors.mavlink", "Show live communities on a ground station of MAVLink."),
        "nmea": ("doors.nmea", "Speak NMEA 0183 and AIS for a live community, and listen."),
        "ros": ("doors.ros", "Publish live communities on ROS 2, without ROS."),
        "rosbag": ("doors.ros", "Convert a run to a bag of ROS 2."),
        "sitl": ("doors.sitl", "Be the vehicle of an ArduPilot in the loop, by its JSON interface."),
    },
    "MOOS": {
        "db": ("community.db", "Run the built-in MOOSDB."),
        "poke": ("community.poke", "Post variables to a MOOSDB."),
        "scope": ("community.scope", "Watch the variables of a MOOSDB."),
        "appcast": ("community.appcast", "Show the reports of applications in the terminal, as uMAC does."),
        "log": ("community.log", "Log the variables of a MOOSDB into an .alog."),
        "play": ("community.play", "Post a log into a MOOSDB, with its original timing."),
        "bin": ("missions.bin", "Leave stand-ins for MOOS-IvP's programs in a folder, for PATH."),
    },
}
COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}
#: Former spellings, which still work.
FORMER: dict[str, tuple[str, ...]] = {
    "script": ("start", "uTimerScript"), "grader": ("start",), "field": ("start",), "app": ("start",),
    "replay": ("verify", "replay"), "simulate": ("verify", "simulate"), "steps": ("verify", "steps"),
}  # fmt: skip
#: Interfaces that are fixed for validation: without a note.
_FIXED = ("replay", "simulate")


class LazyGroup(click.Group):
    """A group that imports a command on first use, so that ``usim --help`` starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command, None if there is no such name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"usimmarine_py.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of the first argument, or fail with one line."""
        word = args[0]
        if word in FORMER:
            if word not in _FIXED:
                say(f"usim: usim {word} is usim {' '.join(FORMER[word])} now", err=True)
            return super().resolve_command(ctx, [*FORMER[word], *args[1:]])
        if word in COMMANDS or word.startswith("-"):
            return super().resolve_command(ctx, args)
        if word.endswith(".moos"):
            raise ConfigError("is a mission, not a command; usim run plays it", key=word)
        close = other_words.COMMANDS.get(word.lower(), "") or f"usim {suggest(word, COMMANDS)}".removesuffix("usim ")
        problem = "is not a command" if close else "is not a command; usim --help lists them"
        raise ConfigError(problem, key=shorten(word, 60), suggestion=close)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Format the list of commands from the table alone: the help must not import matplotlib."""
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, text) for name, (_, text) in group.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="usim")
def usim() -> None:
    """Marine vehicle simulation for MOOS-IvP communities.

    The simulator itself is the MOOS application `usimmarine FILE.moos`.
    """
    COMPILATIONS.show = compiling


def _called() -> str:
    """Return the name of this program: usim, or that of the program for which it stands in."""
    from usimmarine_py.launch.standins.live import MARK

    name = os.environ.get(MARK, "")
    return name if name and name == Path(sys.argv[0]).name else "usim"


def entry(argv: Sequence[str] | None = None) -> int:
    """Run ``usim``; errors of this package give one line on stderr and an exit code (``start`` handles all others)."""
    try:
        result = usim.main(args=None if argv is None else list(argv), prog_name="usim", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except UsimError as error:
        say(f"{_called()}: {error}", err=True)
        return error.exit_code
    except click.exceptions.Abort:
        return 130
    except click.ClickException as error:
        shown = StringIO()
        other_words.explained(error).show(file=shown)
        say(shown.getvalue(), err=True, nl=False)
        return error.exit_code
