"""``usim fit``."""

from __future__ import annotations

from pathlib import Path

import click

from usimmarine_py.kinematic.dialects import DIALECT_NAMES


@click.command()
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option(
    "--dialect",
    type=click.Choice(DIALECT_NAMES),
    help="The kinematic law to fit; default: that of the simulator which posted the log, documented for all else.",
)
@click.option("--prefix", default="", help="Prefix of the motion (default: NAV if logged, else USM ...).")
@click.option(
    "--horizon",
    default=10.0,
    show_default=True,
    metavar="S",
    help="How far each prediction goes from a measured state.",
)
@click.option(
    "--app-tick",
    type=float,
    metavar="HZ",
    help="How often the law steps; default: so that it publishes as often as the log has it.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the results; default: beside the run.",
)
@click.option("--no-figure", is_flag=True, help="No figure.")
def fit(
    run: Path,
    dialect: str | None,
    prefix: str,
    horizon: float,
    app_tick: float | None,
    output: Path | None,
    no_figure: bool,
) -> int:
    """Find the kinematic parameters that repeat a recorded run best.

    RUN is an .alog with DESIRED_THRUST, DESIRED_RUDDER, DESIRED_ELEVATOR (or DESIRED_THRUST_L and _R) and PREFIX_SPEED,
    PREFIX_HEADING, PREFIX_DEPTH: of a real vehicle, of another simulator or of a Fossen vehicle; or the table that
    `usim run --csv` or `--parquet` left, which holds the commands of an embedded controller, too. Prints thrust map,
    turn rate, turn loss, accelerations and depth rates with their standard errors, says which of them the run cannot
    tell, and leaves the block to paste, a JSON file and a figure of the residuals.
    """
    from usimmarine_py.fit.command import FitRequest, fit_command

    return fit_command(FitRequest(run, dialect, prefix, horizon, app_tick, output, not no_figure), click.echo)
