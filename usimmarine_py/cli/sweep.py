"""``usim sweep``: options, progress, what is printed, figure, exit code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from usimmarine_py.cli.options import (
    Finite,
    MissionPath,
    app_option,
    engine_option,
    log_limit,
    quiet_option,
    template_options,
)
from usimmarine_py.cli.progress import SweepProgress
from usimmarine_py.errors import ConfigError, MissingExtraError

if TYPE_CHECKING:
    from usimmarine_py.sweep.sweep import SweepResult

#: Runs whose replay is shown; all of them stand in a file.
MOST_REPLAYS = 5
EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130


@click.command()
@click.argument("mission", type=MissionPath(), metavar="FILE.moos|NAME")
@click.option("--vary", "vary", multiple=True, metavar="KEY=DIST", help="What varies; may be given several times.")
@click.option("-n", "runs", type=int, metavar="N", help="How many runs; with grids, runs at each grid point.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="Run i gets a seed made of this and i.")
@click.option("--workers", default=0, metavar="W", help="Worker processes [default: one a processor].")
@click.option("--duration", type=float, metavar="S", help="Simulated seconds of each run, as for `usim run`.")
@click.option(
    "--max-time", type=Finite(0.0, min_open=True), metavar="S", help="Limit of a run that a plan or a script ends."
)
@click.option(
    "--require",
    metavar="EXPR",
    multiple=True,
    help="What every run is judged by, as `usim run --require`: columns passed and unmet.",
)
@click.option(
    "--min-pass",
    type=Finite(0.0, 1.0),
    metavar="SHARE",
    help="Exit code 1 if less of the runs pass --require [default: 1].",
)
@click.option("--block", metavar="NAME", help="The simulator's block, where there are several.")
@app_option
@engine_option(
    "python: plain; compiled: a Fossen vehicle's equations by numba; auto: compiled where numba is installed."
)
@click.option("--dask", default="", metavar="ADDRESS", help="A Dask scheduler (tcp://HOST:PORT), or local.")
@click.option("--tracks", default=200, show_default=True, metavar="N", help="How many runs store their track.")
@click.option(
    "--track-every", default=1.0, show_default=True, metavar="S", help="Least time between two points of a track."
)
@click.option("--keep-logs", is_flag=True, help="Keep mission and .alog of each run in DIR/runs.")
@click.option("--no-digest", is_flag=True, help="Do not make each run's log for its hash: about twice as fast.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the results. The same command goes on where an earlier one ended.",
)
@log_limit()
@template_options
@click.option("--no-figure", is_flag=True, help="No sweep.png.")
@quiet_option()
def sweep(
    mission: Path, vary: tuple[str, ...], runs: int | None, seed: int, workers: int, duration: float | None,
    block: str | None, apps: tuple[str, ...], engine: str, dask: str, tracks: int, track_every: float,
    keep_logs: bool, no_digest: bool, output: Path, no_figure: bool, quiet: bool, max_time: float | None,
    require: tuple[str, ...], min_pass: float | None, most: float, definitions: tuple[str, ...],
    folders: tuple[str, ...],
) -> int:  # fmt: skip
    """Run a mission many times: Monte Carlo and grids. Results are DIR/runs.parquet, .csv and .json, a figure.

    \b
    KEY   turn_rate                 of the simulator's block (weather too)
          BLOCK.KEY                 of another block of the mission
          script.VAR, script.VAR[n] value of the (n-th) script event that posts VAR
          vehicle.rigid_body.mass   entry of the vehicle file
          env.NAME                  ${NAME} in the mission
    DIST  uniform(a,b) normal(m,s[,low,high]) lognormal(median,s) loguniform(a,b)
          triangular(a,mode,b) integers(a,b) choice(a,b,...) grid(a,b,...)
          grid(first:last:count); inside a text: 'drift_vector=90,{uniform(0,1)}',
          and {KEY} repeats a value drawn for another key
    """
    from usimmarine_py.sweep.sweep import SweepRequest, figure_of, run_sweep

    if min_pass is not None and not require:
        raise ConfigError("a share of what? give --require EXPR", key="--min-pass")
    request = SweepRequest(
        mission, output, vary, runs, seed, duration, block, workers, engine, dask, tracks, track_every,
        digest=not no_digest, keep=keep_logs, apps=apps, max_time=max_time, require=require, most=most,
        definitions=definitions, folders=folders,
    )  # fmt: skip
    progress = None if quiet else SweepProgress(sys.stderr)

    def tell(text: str) -> None:
        if not quiet:
            click.echo(text)

    try:
        result = run_sweep(request, say=tell, progress=progress)
    except KeyboardInterrupt:
        tell(f"interrupted; the same command goes on from what is in {output}")
        return EXIT_INTERRUPTED
    for line in result.lines():
        tell(line)
    files = [*result.files]
    good = any(row["status"] == "ok" for row in result.rows)
    if not no_figure and good:
        try:
            from usimmarine_py.plots.output import save_figure

            save_figure(figure_of(result, mission.name), output / "sweep.png")
            files.append("sweep.png")
        except MissingExtraError as error:
            tell(f"no figure: {error}")
    tell("")
    tell(f"wrote {', '.join(files)} in {output}")
    if result.replays:
        tell("")
        for run in list(result.replays)[:MOST_REPLAYS]:
            tell(f"run {run}, seed {result.rows[run]['seed']}: {result.replays[run]}")
        if len(result.replays) > MOST_REPLAYS:
            tell(f"{len(result.replays)} in all, see {output / 'failed.txt'}")
    failures = _failures(result, min_pass)
    for text in failures:
        click.echo(f"{mission}: {text}", err=True)
    return EXIT_FAILED if failures else EXIT_DONE


def _failures(result: SweepResult, min_pass: float | None) -> list[str]:
    """Why what was asked for did not happen."""
    found = [f"refused: {text}" for text in result.refused]
    lost = [row["run"] for row in result.rows if row["status"] == "lost"]
    if not any(row["status"] == "ok" for row in result.rows):
        found.append("no run went well")
    elif lost:
        found.append(f"{len(lost)} of {len(result.rows)} runs were lost; the same command does them again")
    share, wanted = result.share_passed, 1.0 if min_pass is None else min_pass
    if result.replays and share < wanted:
        found.append(f"{share:.4g} of the runs passed, {wanted:.4g} was asked for")
    return found
