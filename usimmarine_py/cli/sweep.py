"""``usim sweep``: options, progress, output, figure, exit code."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from usimmarine_py.cli.options import (
    Finite,
    MissionPath,
    ScriptCommand,
    app_option,
    echo_json,
    engine_option,
    json_option,
    log_limit,
    prints_aside,
    progress_option,
    quiet_option,
    template_options,
    timeout_option,
    typed,
    workers_options,
)
from usimmarine_py.cli.progress import SweepProgress, say, shows_progress
from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.launch.standins.names import is_script
from usimmarine_py.mission.fields import communities_of

if TYPE_CHECKING:
    from usimmarine_py.sweep.sweep import SweepResult

#: Most runs whose replay command is printed; a file lists all.
MOST_REPLAYS = 5
EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130


@click.command(cls=ScriptCommand)
@click.argument("mission", type=MissionPath(folders=True), metavar="FILE.moos|NAME|SCRIPT")
@click.argument("more", nargs=-1, metavar="[FILE.moos ...|ARG ...]")
@click.option("--vary", "vary", multiple=True, metavar="KEY=DIST", help="A value that varies; repeatable.")
@click.option("-n", "runs", type=int, metavar="N", help="Number of runs; with grids, runs at each grid point.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="The seed of run i depends on this and i.")
@workers_options()
@click.option("--duration", type=Finite(), metavar="S", help="Simulated seconds of each run, as for `usim run`.")
@click.option(
    "--max-time", type=Finite(0.0, min_open=True), metavar="S", help="Limit of a run that a plan or a script ends."
)
@timeout_option
@click.option(
    "--require",
    metavar="EXPR",
    multiple=True,
    help="Criterion for every run, as `usim run --require`: columns passed and unmet.",
)
@click.option(
    "--min-pass",
    type=Finite(0.0, 1.0),
    metavar="SHARE",
    help="Exit code 1 if a smaller fraction of the runs passes --require [default: 1].",
)
@click.option("--block", metavar="NAME", help="The simulator's block, if there are several.")
@app_option
@engine_option(
    "python: interpreted; compiled: a Fossen vehicle's equations by numba; auto: compiled if numba is installed."
)
@click.option("--tracks", default=200, show_default=True, metavar="N", help="Number of runs that store their track.")
@click.option(
    "--track-every",
    type=Finite(),
    default=1.0,
    show_default=True,
    metavar="S",
    help="Minimum time between two points of a track.",
)
@click.option("--keep-logs", "keep", is_flag=True, help="Keep mission and .alog of each run in DIR/runs.")
@click.option(
    "--no-digest",
    "digest",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Do not compute each run's log hash: about twice as fast.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the results. The same command resumes an interrupted sweep.",
)
@log_limit()
@template_options
@click.option("--no-figure", is_flag=True, help="No sweep.png.")
@json_option
@progress_option
@quiet_option()
@click.pass_context
def sweep(
    context: click.Context, /, mission: Path, more: tuple[str, ...], vary: tuple[str, ...], runs: int | None,
    output: Path, no_figure: bool, quiet: bool, require: tuple[str, ...], min_pass: float | None, as_json: bool,
    asked: bool, **options: Any,
) -> int:  # fmt: skip
    """Run a mission many times: Monte Carlo and grids. Results are DIR/runs.parquet, .csv and .json, and a figure.

    \b
    KEY   turn_rate                 of the simulator's block (weather too)
          BLOCK.KEY                 of another block of the mission
          script.VAR, script.VAR[n] value of the (n-th) event that posts VAR
          vehicle.rigid_body.mass   entry of the vehicle file
          env.NAME                  ${NAME} in the mission
    DIST  uniform(a,b) normal(m,s[,low,high]) lognormal(median,s) loguniform(a,b)
          triangular(a,mode,b) integers(a,b) choice(a,b,...) grid(a,b,...)
          grid(first:last:count); inside a text: 'drift_vector=90,{uniform(0,1)}',
          and {KEY} repeats a value drawn for another key

    Several files, those of a folder that are one field, or what a launch script would start (its arguments follow,
    options after --) are communities of one field: abe:KEY is of the community abe, KEY of every vehicle. A script runs
    with your rights.
    """
    from usimmarine_py.mission import read_mission
    from usimmarine_py.sweep.result import figure_of
    from usimmarine_py.sweep.sweep import run_sweep, sweep_request

    progress = SweepProgress(sys.stderr) if shows_progress(sys.stderr, asked=asked, quiet=quiet) else None

    def tell(text: str) -> None:
        if not (quiet or as_json):
            say(text)

    try:
        with ExitStack() as stack:
            missions, script = _files(stack, mission, more)
            if min_pass is not None and not require:
                read = [
                    read_mission(file, definitions=options["definitions"], folders=options["folders"])
                    for file in missions
                ]
                if all(one.block("pMissionEval") is None for one in read):
                    problem = "needs a criterion: give --require EXPR, or a block pMissionEval"
                    raise ConfigError(problem, key="--min-pass")
            request = sweep_request(
                missions, output, vary, runs, require=require, script=script, command=typed(context), **options
            )
            stack.enter_context(prints_aside(as_json))
            result = run_sweep(request, say=tell, progress=progress)
    except KeyboardInterrupt:
        tell(f"interrupted; the same command resumes from the results in {output}")
        return EXIT_INTERRUPTED
    for line in result.lines():
        tell(line)
    files = [*result.files]
    good = any(row["status"] == "ok" for row in result.rows.picked(["status"]))
    if not no_figure and good:
        try:
            from usimmarine_py.plots.output import save_figure

            save_figure(figure_of(result, mission.name), output / "sweep.png")
            files.append("sweep.png")
        except MissingExtraError as error:
            tell(f"no figure: {error}")
    for line in ("", f"wrote {', '.join(files)} in {output}", *_replays(result, output)):
        tell(line)
    failures = _failures(result, min_pass)
    if as_json:
        echo_json(_facts(result, output, files, failures))
    for text in failures:
        say(f"{mission}: {text}", err=True)
    return EXIT_FAILED if failures else EXIT_DONE


def _files(stack: ExitStack, mission: Path, more: Sequence[str]) -> tuple[tuple[Path, ...], str]:
    """The mission files, and the script that has started them, with its arguments; ``stack`` keeps its record."""
    if is_script(mission):
        from usimmarine_py.launch.script import played_script

        played = stack.enter_context(played_script(mission, more))
        played.require_whole(mission)
        for text in played.without_pokes:
            say(f"left out: {text}", err=True)
        return tuple(one.mission for one in played.communities), shlex.join([str(mission), *more])
    if mission.is_dir():
        mission, *found = communities_of(mission)
        return (mission, *found, *map(Path, more)), ""
    return (mission, *map(Path, more)), ""


def _replays(result: SweepResult, folder: Path) -> Iterator[str]:
    """Commands that repeat the failed runs one by one."""
    if result.replays:
        yield ""
    for run in islice(result.replays, MOST_REPLAYS):
        yield f"run {run}, seed {result.rows[run]['seed']}: {result.replays[run]}"
    if len(result.replays) > MOST_REPLAYS:
        yield f"{len(result.replays)} in all, see {folder / 'failed.txt'}"


def _facts(result: SweepResult, folder: Path, files: list[str], failures: list[str]) -> dict[str, object]:
    """The sweep as JSON values; its tables have a row per run."""
    return {
        "runs": len(result),
        "status": Counter(row["status"] for row in result.rows.picked(["status"])),
        "share_passed": result.share_passed,
        "varied": result.columns,
        "folder": str(folder),
        "files": files,
        "replays": {run: result.replays[run] for run in islice(result.replays, MOST_REPLAYS)},
        "failures": failures,
    }


def _failures(result: SweepResult, min_pass: float | None) -> list[str]:
    """The reasons for exit code 1."""
    found = [f"refused: {text}" for text in result.refused]
    ends = Counter(row["status"] for row in result.rows.picked(["status"]))
    if not ends["ok"]:
        found.append("all runs failed")
    elif ends["lost"]:
        found.append(f"{ends['lost']} of {len(result.rows)} runs were lost; the same command repeats them")
    if all(row["passed"] is None and row["unmet"] for row in result.rows.picked(["passed", "unmet"])):
        found.append("no run came to its end")
    share, wanted = result.share_passed, 1.0 if min_pass is None else min_pass
    if result.replays and share < wanted:
        found.append(f"{share:.4g} of the runs passed, {wanted:.4g} was required")
    return found
