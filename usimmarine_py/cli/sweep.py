"""``usim sweep``: options, progress, what is printed, figure, exit code."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from usimmarine_py.cli.options import app_option
from usimmarine_py.cli.progress import SweepProgress
from usimmarine_py.errors import MissingExtraError

EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130


@click.command()
@click.argument("mission", type=click.Path(path_type=Path), metavar="FILE.moos")
@click.option("--vary", "vary", multiple=True, metavar="KEY=DIST", help="What varies; may be given several times.")
@click.option("-n", "runs", type=int, metavar="N", help="How many runs; with grids, runs at each grid point.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="Run i gets a seed made of this and i.")
@click.option("--workers", default=0, metavar="W", help="Worker processes [default: one a processor].")
@click.option("--duration", type=float, metavar="S", help="Simulated seconds of each run, as for `usim run`.")
@click.option("--block", metavar="NAME", help="The simulator's block, where there are several.")
@app_option
@click.option(
    "--engine",
    type=click.Choice(["auto", "python", "compiled"]),
    default="auto",
    show_default=True,
    help="python: plain; compiled: a Fossen vehicle's equations by numba; auto: compiled where numba is installed.",
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
@click.option("--no-figure", is_flag=True, help="No sweep.png.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
def sweep(
    mission: Path, vary: tuple[str, ...], runs: int | None, seed: int, workers: int, duration: float | None,
    block: str | None, apps: tuple[str, ...], engine: str, dask: str, tracks: int, track_every: float,
    keep_logs: bool, no_digest: bool, output: Path, no_figure: bool, quiet: bool,
) -> int:  # fmt: skip
    """Run a mission many times: Monte Carlo and grids. Results are DIR/runs.parquet, a table and a figure.

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

    request = SweepRequest(
        mission, output, vary, runs, seed, duration, block, workers, engine, dask, tracks, track_every,
        digest=not no_digest, keep=keep_logs, apps=apps,
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
    return EXIT_DONE if good else EXIT_FAILED
