"""``usim run``: its options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from usimmarine_py.cli.missions.under_way import EXIT_USAGE, RunOptions, RunUnderWay
from usimmarine_py.cli.options import (
    Finite,
    MissionPath,
    ScriptCommand,
    Whole,
    app_option,
    behaviors_option,
    engine_option,
    json_option,
    log_limit,
    press_options,
    prints_aside,
    processes_option,
    progress_option,
    quiet_option,
    set_option,
    share_options,
    template_options,
    timeout_option,
    typed,
)
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.standins.names import is_script
from usimmarine_py.mission.fields import communities_of
from usimmarine_py.run.asked import gathered
from usimmarine_py.run.output import ENDINGS
from usimmarine_py.run.summary import FieldSummary, RunResult, RunSummary
from usimmarine_py.values.frozen import replace

# -- What ``usim run`` prints at the end of a run


#: Pairs of vehicles whose closest approach is printed.
MOST_SHOWN = 5


def print_result(summary: RunResult, folder: Path) -> None:
    """Print the result of a run whose files are in ``folder``."""
    if isinstance(summary, FieldSummary):
        _of_field(summary, folder)
    else:
        assert isinstance(summary, RunSummary)
        _of_one(summary, folder)


def _of_one(summary: RunSummary, folder: Path) -> None:
    for line in (*summary.warning_lines(), *summary.lines()):
        say(line)
    for name, digest in summary.files.items():
        say(f"file         {folder / name}  sha256 {digest[:16]}...")
    stem = Path(summary.mission).stem
    say(f"summary      {folder / stem}.json")
    for ending in ENDINGS:
        if f"{stem}{ending}" not in summary.files and (folder / f"{stem}{ending}").exists():
            say(f"note         {folder / stem}{ending} is of an earlier run")


def _of_field(found: FieldSummary, folder: Path) -> None:
    for text in found.warning_lines():
        say(text)
    real = found.real_time
    stuck = f"; {found.stuck}" if found.stuck else ""
    say(f"ended        {found.ended} at {found.time:.0f} s{stuck}, {found.time / max(real, 1e-9):.0f} times real time")
    for name in found.vehicles:
        one = found.communities[name]
        say(f"{name:<12} {one.distance:.1f} m, to x={one.end[0]:.1f}, y={one.end[1]:.1f}")
    for met in found.encounters[:MOST_SHOWN]:
        say(f"closest      {' and '.join(met.vehicles)}: {met.distance:.1f} m at {met.time:.0f} s")
    if len(found.encounters) > MOST_SHOWN:
        say(f"             and {len(found.encounters) - MOST_SHOWN} more pairs, see run.json")
    fixed = any(event.obstacle for event in found.events)
    for obstacle in (False, True) if found.detected else ():
        counts = Counter(event.kind for event in found.events if event.obstacle is obstacle)
        kinds = (("encounter", "encounters"), ("near_miss", "near misses"), ("collision", "collisions"))
        text = ", ".join(f"{counts[kind]} {what}" for kind, what in kinds)
        if counts or obstacle is fixed:
            say(f"counted      {text}, with obstacles" if obstacle else f"counted      {text}")
    for event in [event for event in found.events if event.kind == "contact"][:MOST_SHOWN]:
        say(f"contact      the hulls of {' and '.join(event.between)} touch at {event.time:.0f} s")
    for text in found.judged_lines():
        say(text)
    say(f"files        {folder}: a log and a summary of each community, run.json")


#: Options that go with ``--again LOGDIR``.
_WITH_AGAIN = ("again", "copies", "output", "timeout", "as_json", "asked", "quiet")


def _formerly(old: str, new: str) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a callback that says the present name of an option that was given under a former one."""

    def note(_context: click.Context, _option: click.Parameter, value: Any) -> Any:
        if value is not None:
            say(f"usim: {old} is {new} now", err=True)
        return value

    return note


@click.command(cls=ScriptCommand)
@click.argument("mission", type=MissionPath(folders=True), required=False, metavar="FILE.moos|SCRIPT|DIR|NAME")
@click.argument("more", nargs=-1, metavar="[FILE.moos|ARGUMENT] ...")
@click.option(
    "--duration", type=Finite(), metavar="S", help="Simulated seconds; a limit if a plan or a script ends the run."
)
@click.option(
    "--max-time",
    type=Finite(0.0, min_open=True),
    metavar="S",
    help="Limit of a run that a plan or a script ends [a day].",
)
@timeout_option
@click.option("--seed", type=Whole(0, 10**18 - 1), metavar="N", help="Else that of the block, else 0.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder [NAME_run; NAME_commanded; LOG_again].",
)
@click.option("--block", metavar="NAME", help="The simulator's block, if there are several.")
@app_option
@behaviors_option
@click.option("--csv", is_flag=True, help="Also write the state after each tick as CSV.")
@click.option("--parquet", is_flag=True, help="Also write the state after each tick as Parquet.")
@click.option("--mcap", is_flag=True, help="Also write all posts as MCAP.")
@click.option(
    "--every",
    type=Finite(0.0),
    default=0.0,
    metavar="S",
    help="Minimum time between two states in CSV and Parquet [0: each tick].",
)
@click.option("--no-log", is_flag=True, help="Write no .alog, only the summary.")
@log_limit()
@set_option
@click.option("--lenient", is_flag=True, help="Treat a refused value of --set as a warning, as in a sweep.")
@click.option("--strict", is_flag=True, help="Do not run with a configuration warning: exit code 2.")
@click.option("--replay", type=click.Path(path_type=Path), hidden=True, callback=_formerly("--replay", "--again"))
@click.option(
    "--again",
    type=click.Path(path_type=Path),
    metavar="LOGDIR|LIVE.alog",
    help="A live run again, from the journal in a log folder, without FILE.moos; of FILE.moos from the record of its "
    "vehicle. The logs are compared.",
)
@click.option("--copies", is_flag=True, help="With --again: play the copies in LOGDIR, whatever became of the files.")
@click.option(
    "--commands",
    type=click.Path(path_type=Path),
    metavar="LOG",
    help="Drive the vehicle with the commands of an .alog, CSV or Parquet, and compare with the measurements.",
)
@click.option(
    "--start",
    metavar="WORD",
    help="With --commands: log (its pose) [default], mission, or a pose as in x=0,y=0,heading=90,speed=1.",
)
@click.option("--from", "begin", type=Finite(), metavar="S", help="With --commands: begin at this time of the log.")
@click.option("--actuators", is_flag=True, help="With --commands: use the measured states of the actuators.")
@engine_option("python: interpreted; compiled: a Fossen vehicle's equations by numba; auto: the faster one.")
@click.option(
    "--require",
    metavar="EXPR",
    multiple=True,
    help="Exit code 1 unless this holds, such as 'near(30,-50) < 5'; plan: the plan or script came to its end; "
    "waypoints: none was missed; driven: the vehicle was driven.",
)
@press_options
@share_options
@processes_option("Of several communities: processes that play them, with the same files [by itself].")
@template_options
@json_option
@progress_option
@quiet_option()
@click.pass_context
def run(context: click.Context, /, mission: Path | None, more: tuple[str, ...], **options: Any) -> int:
    """Run a mission offline, as fast as the machine allows. NAME is a shipped mission (usim missions).

    The simulator, the mission's helm (pHelmIvP), uTimerScript blocks, controllers (embedded or pMarinePID*) and
    guidance (usim_guidance), with your own applications (--app), run on one simulated clock. Equal seeds give equal
    logs. Ctrl-C ends the run with complete files.

    Several files, those of a folder that are one field, or what a launch script would start (its arguments follow,
    options after --), are communities of one field on one clock. A script runs with your rights. --again
    LIVE.alog and --commands drive the vehicle of the only community that has one; COMMUNITY:LOG names another.

    --again LOGDIR plays all programs that usim launch played in its process, with what came from outside then, and
    writes the
    logs again; exit code 1 if they differ.
    """
    given = gathered(RunOptions, options)
    if given.recorded.again is not None and mission is not None:
        if given.recorded.again.is_dir():
            problem = f"{given.recorded.again} is a folder, whose journal says what is played: leave {mission} out"
            raise ConfigError(problem, key="--again")
        given = replace(given, recorded=replace(given.recorded, again=None, replay=given.recorded.again))
    if given.recorded.again is not None:
        _check_again(context)
        return _again(given.recorded.again, given)
    if given.recorded.copies:
        raise ConfigError("is for --again LOGDIR", key="--copies")
    if mission is None:
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    from usimmarine_py.cli.missions.play import planned, play, play_recorded, scripted
    from usimmarine_py.run.changes import changed_missions
    from usimmarine_py.run.run import start_warnings
    from usimmarine_py.run.summary import RunSummary

    named = mission.stem
    if mission.is_dir():
        mission, *others = communities_of(mission)
        more = (*map(str, others), *more)
    _check(given)
    ending = "run" if given.recorded.commands is None else "commanded"
    script = is_script(mission)
    alone = not (more or script)
    running = RunUnderWay(given, given.output or Path(f"{mission.stem if alone else named}_{ending}"))
    running.command = typed(context)
    with ExitStack() as stack:
        stack.enter_context(prints_aside(given.shown.as_json))
        stack.enter_context(running.under_way(ticks=not (script or given.recorded.drives)))
        if script:
            missions, pokes = stack.enter_context(scripted(mission, more, running))
        else:
            missions, pokes = changed_missions([mission, *more], given.reading, given.own.apps), ()
        if given.recorded.drives:
            summary: RunResult = play_recorded(missions, running)
        else:
            plan = planned(missions, running, pokes)
            if given.strict and (warnings := start_warnings(plan)):
                for text in warnings:
                    say(f"usim: {text}", err=True)
                say("usim: ended by --strict: correct the mission file, or leave --strict out", err=True)
                return EXIT_USAGE
            if given.strict:  # its applications have started: a plan serves one run
                plan = planned(missions, running, pokes)
            summary = play(plan, running)
        if summary.ended not in ("interrupted", "timeout", "limit", "stuck", "full"):
            running.show(summary.time, 1.0)
    failures = running.report(summary, lambda: print_result(summary, running.folder))
    name = ", ".join(map(str, [mission, *more])) if not script else str(mission)
    for text in failures if given.shown.quiet or given.shown.as_json or given.require or not alone else ():
        say(f"{name}: {text}", err=True)
    return running.exit_code(bool(failures or (isinstance(summary, RunSummary) and summary.differences)))


def _again(folder: Path, given: RunOptions) -> int:
    """Run ``--again LOGDIR``."""
    from usimmarine_py.cli.live.again import again

    name = folder.stem if folder.is_file() else folder.resolve().name
    running = RunUnderWay(given, given.output or Path(f"{name}_again"))
    return again(folder, running)


def _check_again(context: click.Context) -> None:
    """Raise ``ConfigError`` for what the journal says itself."""
    for one in context.command.params:
        source = context.get_parameter_source(one.name or "")
        if one.name not in _WITH_AGAIN and source is click.core.ParameterSource.COMMANDLINE:
            what = one.opts[0] if isinstance(one, click.Option) else str(context.params[one.name or ""])
            raise ConfigError("does not go with --again, which plays what the journal says", key=what)


def _check(given: RunOptions) -> None:
    """Raise ``ConfigError`` for options that do not go together."""
    recorded, own = given.recorded, given.own
    if recorded.commands is None and (recorded.start is not None or recorded.begin is not None or recorded.actuators):
        raise ConfigError("--start, --from and --actuators are for --commands LOG")
    for key, words, what in (("--app", own.apps, "only the vehicle"), ("--behaviors", own.behaviors, "no helm")):
        if words and recorded.drives:
            raise ConfigError(f"is for a mission; with --commands and --again there is {what}", key=key)
    if recorded.commands is not None and recorded.replay is not None:
        raise ConfigError("choose one of --commands and --again")
