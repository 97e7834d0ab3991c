"""What people type who know other programs, and what it is here: an error names it."""

from __future__ import annotations

import click

#: Options of other programs, and ours for the same, of which a command has one at most.
SAME: dict[str, tuple[str, ...]] = {
    word: ours
    for words, ours in (
        ("--time", ("--duration",)),
        ("--max_time --maxtime", ("--max-time",)),
        ("-j --jobs --threads --parallel --procs", ("--workers", "--processes")),
        ("--expect --assert", ("--require",)),
        ("--require", ("--expect",)),
        ("--skip --ignore", ("--exclude",)),
        ("-p --param --parameter --override", ("--set", "--vary")),
        ("--define --macro", ("-D",)),
        ("--movie --video --film --gif", ("--animate",)),
        ("--runs --samples", ("-n",)),
        ("--speedup --time-warp --timewarp", ("--warp",)),
    )
    for word in words.split()
}
#: By option: the commands where it is meant, the form that does it. Each holds a command or an option of that command.
FORMS: dict[str, tuple[tuple[str, ...], str]] = {
    "--fault": (("run", "grade"), "a fault is mail: --poke 'USM_FAULT=rudder:stuck@30'; docs/weather.md lists them"),
    "--warp": (("run", "sweep"), "it plays as fast as the machine allows; usim launch --warp W plays live"),
    "--until": (("run",), "--duration S ends it after S seconds; on a condition the mission itself (event = quit)"),
    "--vehicle": (("run", "grade"), "a vehicle of the mission is --set dynamics=fossen6 --set vehicle=NAME"),
    "--port": (("launch",), "the line ServerPort of the mission file names it"),
    "--all": (("end",), "Ctrl-C in the terminal of usim launch ends all"),
    "--record": (("watch",), "its button Film records the map; usim plot RUN --animate draws a GIF"),
    "--strict": (("check",), "an error is exit code 2; of warnings, too: usim run FILE.moos --strict"),
}
#: Words that are no command, and the command that does it.
COMMANDS: dict[str, str] = {
    word: ours
    for words, ours in (
        ("help", "usim --help"),
        ("view show gui", "usim watch"),
        ("stop kill", "usim end"),
        ("test judge", "usim grade"),
        ("lint validate", "usim check"),
        ("init create", "usim new"),
        ("draw figure", "usim plot"),
        ("video film animate", "usim plot --animate"),
        ("convert", "usim mcap, usim rosbag or usim alog"),
        ("csv export", "usim alog grep --tv --csc"),
        ("diff", "usim compare"),
        ("montecarlo monte-carlo", "usim sweep"),
        ("list examples", "usim missions"),
        ("record", "usim log"),
    )
    for word in words.split()
}


def meant(option: str, context: click.Context | None) -> str:
    """Return the form of this command for an option that it has not: ``did you mean --workers?``; empty if unknown."""
    if context is None:
        return ""
    own = {word for parameter in context.command.params for word in parameter.opts}
    same = next((ours for ours in SAME.get(option, ()) if ours in own), "")
    if same:
        return f"did you mean {same}?"
    commands, form = FORMS.get(option, ((), ""))
    if context.info_name in commands:
        return form
    return _parameter(option) if "--set" in own else ""


def _parameter(option: str) -> str:
    """The line about an option that is a parameter of the simulator's block, as ``--wind-speed``."""
    from usimmarine_py.check.table import BY_NAME  # only for an error

    name = option.lstrip("-").replace("-", "_").lower()
    return f"a value of the mission is changed by --set {name}=VALUE" if name in BY_NAME else ""


def explained(error: click.ClickException) -> click.ClickException:
    """Return the error with the form that this program has, where an option is not known to it but to ``meant``."""
    if not isinstance(error, click.NoSuchOption):
        return error
    form = meant(error.option_name, error.ctx)
    return click.UsageError(f"No such option {error.option_name!r}; {form}", error.ctx) if form else error
