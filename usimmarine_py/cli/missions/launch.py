"""``usim launch``: the communities of mission files, in one terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from usimmarine_py.cli.options import (
    Finite,
    MissionPath,
    ScriptCommand,
    behaviors_option,
    quiet_option,
    template_options,
)
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.launch.standins.names import is_script
from usimmarine_py.mission.fields import communities_of
from usimmarine_py.moos.app.signals import ended_by
from usimmarine_py.moos.app.terminal import reader_has_left, stderr_line, write_at_once
from usimmarine_py.moos.clock import MAX_WARP

if TYPE_CHECKING:
    from usimmarine_py.launch.plan import Child, Community

EXIT_STRICT = 2


def is_warp(word: str) -> bool:
    """Return whether this stands for a time warp rather than for a file."""
    return word.replace(".", "", 1).isdecimal() and not Path(word).exists()


@click.command(cls=ScriptCommand)
@click.argument("words", nargs=-1, required=True, metavar="FILE.moos|DIR|NAME ... | SCRIPT [ARGUMENTS]")
@template_options
@click.option(
    "--prefer",
    type=click.Choice(["ours", "theirs"]),
    default="theirs",
    show_default=True,
    help="Which program to start if both exist: ours (of this package), or theirs (the original on PATH).",
)
@behaviors_option
@click.option("--skip-missing", is_flag=True, help="Leave out programs that are not available.")
@click.option("--keep-going", is_flag=True, help="Continue when a program fails.")
@click.option(
    "--for",
    "seconds",
    type=Finite(0.0, min_open=True),
    metavar="S",
    help="End after S seconds (MOOS time, at each warp).",
)
@click.option("--apart", multiple=True, metavar="NAME", help="Run this program as a process (repeatable).")
@click.option(
    "--warp", type=Finite(0.0, MAX_WARP, min_open=True), metavar="W", help="Time warp, in place of MOOSTimeWarp."
)
@click.option(
    "--processes",
    type=click.IntRange(1),
    metavar="N",
    help="Spread the communities over N processes; by default as many as the time warp needs and the machine has.",
)
@click.option("--part", is_flag=True, hidden=True)
@click.option("--no-journal", is_flag=True, help="Write no journal for usim run --again beside the logs.")
@click.option("--strict", is_flag=True, help="Start nothing with a mistake of the mission (usim check): exit code 2.")
@click.option("--reports", is_flag=True, help="Also show the reports that programs print repeatedly.")
@click.option("--dry-run", is_flag=True, help="Only list what would be started.")
@quiet_option("Print only failures.")
def launch(
    words: tuple[str, ...],
    definitions: tuple[str, ...],
    folders: tuple[str, ...],
    prefer: str,
    behaviors: tuple[str, ...],
    skip_missing: bool,
    keep_going: bool,
    seconds: float | None,
    apart: tuple[str, ...],
    warp: float | None,
    processes: int | None,
    part: bool,
    no_journal: bool,
    strict: bool,
    reports: bool,
    dry_run: bool,
    quiet: bool,
) -> int:
    """Start the programs of the ANTLER blocks of mission files, and end them all with one Ctrl-C.

    Each program runs in the folder of its file; a shipped mission is copied here first. Original programs on PATH are
    preferred; without them this package replaces MOOSDB, uSimMarine*, pHelmIvP, pMarinePID*, pLogger, pShare,
    pNodeReporter and others. Where the MOOSDB is that of this package, its programs of all communities play in this
    process, and others connect to them at ServerPort. The exit code is that of the first program that fails.

    A launch script (options for it after --) runs first, with stand-ins that note what it starts; then all of that is
    started. If it starts nothing, its last lines and exit code are shown. A script runs with your rights.
    """
    from usimmarine_py.launch.output import Printer
    from usimmarine_py.launch.plan import check_plan, plan_community, plays_inside, with_warp
    from usimmarine_py.launch.script import started_by
    from usimmarine_py.launch.spread import process_count, spread
    from usimmarine_py.launch.supervisor import Supervisor, check_system
    from usimmarine_py.run.mistakes import mistakes

    check_system("usim launch")

    def tell(text: str) -> None:
        stderr_line(f"usim launch: {text}")

    if is_script(Path(words[0])):
        if definitions:
            raise ConfigError("the launch script gives the macros: use its own arguments", key="-D")
        files = started_by(Path(words[0]), words[1:], tell)
        communities = [plan_community(file, (), folders, prefer, behaviors, skip_idle=True) for file in files]
    else:
        for word in words[1:]:  # as scripts, and pAntler's users, give the time warp
            if is_warp(word):
                raise ConfigError(
                    f"is no mission file; a time warp is given by --warp {word}", key=word, about_key=True
                )
        kind, context = MissionPath(folders=True), click.get_current_context()
        paths = [kind.convert(word, None, context) for word in words]
        if not dry_run:
            paths = [copy_here(path, tell) for path in paths]
        files = [file for path in paths for file in (communities_of(path) if path.is_dir() else [path])]
        communities = [plan_community(file, definitions, folders, prefer, behaviors) for file in files]
    check_plan(communities, skip_missing=skip_missing)
    if warp is not None:
        communities = [with_warp(community, warp) for community in communities]

    several = part or len(communities) > 1

    def named(communities: Sequence[Community]) -> list[tuple[str, Child]]:
        return [
            (f"{community.name}/{child.name}" if several else child.name, child)
            for community in communities
            for child in community.children
        ]

    children = named(communities)
    known = {name for _, child in children for name in (child.name, f"{child.community}/{child.name}")}
    if unknown := [name for name in apart if name not in known]:
        raise ConfigError(f"no program of this name is started: {', '.join(unknown)}", key="--apart",
                          suggestion=suggest(unknown[0], known))  # fmt: skip
    if dry_run:
        for name, child in children:
            say(f"{name}: {child.program.what}")
    for community in communities:
        for note in community.notes:
            tell(f"{community.name}: {note}")
        if community.missing:
            tell(f"{community.name}: left out: {', '.join(community.missing)}")
    checked = [] if part else communities  # a part's were named by the launch
    found = [text for community in checked for text in map(str, mistakes(community.mission, behaviors))]
    for text in dict.fromkeys(found):
        tell(f"warning: {text}")
    if strict and found:
        tell("ended by --strict: correct the mission file, or leave --strict out")
        return EXIT_STRICT
    if dry_run:
        return 0
    for community in communities:
        community.write_files()
    parts: list[Child] = []
    if not part and (count := process_count(communities, processes)) > 1:
        own = (place if (path := Path(place)).suffix != ".py" else path.resolve() for place in behaviors)
        options = [f"--prefer={prefer}", *(f"--behaviors={place}" for place in own)]
        options += [] if seconds is None else [f"--for={seconds!r}"]
        given = (("--skip-missing", skip_missing), ("--keep-going", keep_going), ("--no-journal", no_journal),
                 ("--reports", reports), ("--quiet", quiet))  # fmt: skip
        options += [option for option, is_given in given if is_given]
        communities, parts = spread(communities, count, apart, options)
        if parts:
            tell(f"{len(parts) + 1} processes: this one plays {', '.join(one.name for one in communities)}; "
                 f"others play {'; '.join(one.name for one in parts)}")  # fmt: skip
    failures: list[OSError] = []

    def show(text: str) -> None:
        try:
            write_at_once(sys.stdout, f"{text}\n")
        except OSError as error:
            if not isinstance(error, BrokenPipeError):
                failures.append(error)
            supervisor.end()  # with the reader of their output; no signal interrupts this

    printer = Printer(
        [name for name, _ in children],
        (lambda _text: None) if quiet else show,
        colours=sys.stdout is not None and sys.stdout.isatty(),
    )
    longest = None if seconds is None else seconds / min(community.warp for community in communities)
    started = [*named(communities), *((child.name, child) for child in parts)]
    supervisor = Supervisor(started, printer, tell, longest, keep_going, reports)
    if not quiet:
        supervisor.is_unread = lambda: reader_has_left(sys.stdout)
    if any(plays_inside(community, apart) for community in communities):
        with ended_by(supervisor.signal):  # also while it is loaded
            from usimmarine_py.cli.live.play import play

            code = play(
                communities, supervisor, apart=apart, behaviors=behaviors, seconds=seconds, journal=not no_journal
            )
    else:
        code = supervisor.run()
    if failures:
        raise failures[0]
    return code


def copy_here(path: Path, tell: Callable[[str], None]) -> Path:
    """Return the path of a shipped mission in its copy in the current folder, and any other path as it is.

    Programs write logs in the folder of their mission, and that of the package is no place for them.
    """
    from usimmarine_py.cli.missions.missions import copy_shipped
    from usimmarine_py.mission.shipped import shipped_with

    one = shipped_with(path)
    if one is None:
        return path
    copy = Path(one.name)
    if not copy.is_dir():
        copy_shipped(one, copy)
        tell(f"copied {one.name} to {copy.absolute()}, where it is played")
    return copy / path.relative_to(one.folder)
