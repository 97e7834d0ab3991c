"""``usim fit``: read a run, fit, print, write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from usimmarine_py.cli.options import Finite, echo_json, json_option
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import MissingExtraError, file_errors
from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.logs.whole_files import write_whole

if TYPE_CHECKING:
    from usimmarine_py.fit.fit import FitResult


@click.command()
@click.argument("runs", type=click.Path(path_type=Path), metavar="RUN...", nargs=-1, required=True)
@click.option(
    "--vehicle", default="", metavar="NAME[:VARIANT]", help="Fit numbers of this vehicle file instead, to any RUNs."
)
@click.option(
    "--free",
    multiple=True,
    metavar="KEY,...",
    help="With --vehicle: the numbers to estimate, as in damping.linear_diag.0,actuator.*.K_pos; KEY=START adds one.",
)
@click.option("--bounds", multiple=True, metavar="KEY=LOW:HIGH", help="Limits of a free number.")
@click.option("--prior", multiple=True, metavar="KEY=MEAN+-SD", help="What is known of a free number beforehand.")
@click.option(
    "--map",
    "mapping",
    multiple=True,
    metavar="[RUN:]WHAT=COLUMN[:UNIT],...",
    help="What the logs call their quantities, as in speed=sog_kn:kn,x=lon,y=lat,time=utc; RUN: that of one run alone.",
)
@click.option("--bias", multiple=True, metavar="CHANNEL,...", help="Channels with a constant error to estimate.")
@click.option("--lag", multiple=True, metavar="CHANNEL,...", help="Channels that come late by a time to estimate.")
@click.option("--noise", multiple=True, metavar="CHANNEL=SD,...", help="Known noise; that of others is estimated.")
@click.option(
    "--current",
    type=click.Choice(["constant", "slow", "none"]),
    default="constant",
    show_default=True,
    help="The current of each run that is estimated.",
)
@click.option("--step", type=Finite(0.0), default=0.0, metavar="S", help="Step of the solver; default: by the vehicle.")
@click.option(
    "--robust",
    type=Finite(0.0),
    default=2.5,
    show_default=True,
    metavar="SD",
    help="Residuals beyond so many standard deviations count less; 0: all alike.",
)
@click.option(
    "--dialect",
    type=click.Choice(DIALECT_NAMES),
    help="The kinematic law to fit; default: that of the simulator that posted the log, else documented.",
)
@click.option("--prefix", default="", help="Prefix of the motion (default: NAV if logged, else USM ...).")
@click.option(
    "--horizon",
    type=Finite(),
    metavar="S",
    help="Length of each prediction; default: 10 s from a measured state; with --vehicle by its length and speed.",
)
@click.option(
    "--app-tick",
    type=Finite(0.0, min_open=True),
    metavar="HZ",
    help="Steps per second of the law; default: so that it posts as often as in the log.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the results; default: beside the run.",
)
@click.option("--no-figure", is_flag=True, help="No figure.")
@json_option
def fit(
    runs: tuple[Path, ...],
    vehicle: str,
    free: tuple[str, ...],
    bounds: tuple[str, ...],
    prior: tuple[str, ...],
    mapping: tuple[str, ...],
    bias: tuple[str, ...],
    lag: tuple[str, ...],
    noise: tuple[str, ...],
    current: str,
    step: float,
    robust: float,
    dialect: str | None,
    prefix: str,
    horizon: float | None,
    app_tick: float | None,
    output: Path | None,
    no_figure: bool,
    as_json: bool,
) -> int:
    """Find kinematic parameters that reproduce a recorded run best, or numbers of a vehicle file.

    \b
    usim fit run.alog                                    kinematic parameters
    usim fit a.alog b.csv --vehicle otter --free rigid_body.mass,actuator.*.K_pos

    With --vehicle any number of logs (.alog, CSV, Parquet, MCAP, ArduPilot's .BIN and .tlog, bags of ROS) and any
    numbers of the vehicle file: docs/fit.md. Start states, currents, biases and lags are estimated, too. Prints
    standard errors, what the data cannot determine, and how each run is predicted by the others; writes the
    vehicle file with a variant `fitted`.

    Without it RUN is an .alog with DESIRED_THRUST, DESIRED_RUDDER, DESIRED_ELEVATOR (or DESIRED_THRUST_L and _R) and
    PREFIX_SPEED, PREFIX_HEADING, PREFIX_DEPTH: of a real vehicle, of another simulator or of a Fossen vehicle; or a
    table from `usim run --csv` or `--parquet`, which also holds the commands of an embedded controller. Prints thrust
    map, turn rate, turn loss, accelerations and depth rates with their standard errors, reports which of them the run
    does not determine, and writes a block to paste, a JSON file and a figure of the residuals.
    """
    from usimmarine_py.fit.data import read_fit_data
    from usimmarine_py.fit.fit import fit as fit_run

    if vehicle:
        from usimmarine_py.cli.craft.identify import IdentifyRequest, identify_command

        if dialect or app_tick:
            raise click.UsageError("--dialect and --app-tick are those of a kinematic fit, without --vehicle")
        asked = IdentifyRequest(
            vehicle, free, bounds, prior, mapping, bias, lag, noise, current, horizon or 0.0, step, robust, prefix,
            output, not no_figure, as_json,
        )  # fmt: skip
        return identify_command(runs, asked)
    if free or bounds or prior or mapping or bias or lag or noise:
        raise click.UsageError("--free, --bounds, --prior, --map, --bias, --lag and --noise go with --vehicle")
    if len(runs) > 1:
        raise click.UsageError("several runs are fitted with --vehicle; a kinematic fit takes one")
    run = runs[0]
    result = fit_run(read_fit_data(run, prefix), dialect, 10.0 if horizon is None else horizon, app_tick)
    for line in () if as_json else _lines(result):
        say(line)
    folder = output or run.parent
    name = result.data.name
    written = [folder / f"{name}_fit.json", folder / f"{name}_fit.moos"]
    with file_errors(folder, remedy="choose another folder with -o"):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(written[0], json.dumps(result.as_json(), indent=2) + "\n")
        write_whole(written[1], result.block() + "\n")
    if not no_figure:
        try:
            _write_figure(result, folder / f"{name}_fit.png")
            written.append(folder / f"{name}_fit.png")
        except MissingExtraError as error:
            say(f"no figure: {error}", err=as_json)
    if as_json:
        echo_json({**result.as_json(), "written": [str(path) for path in written]})
        return 0
    say("")
    say(f"wrote {', '.join(str(path) for path in written)}")
    return 0


def _lines(result: FitResult) -> list[str]:
    """Parameters with their errors, residuals, and the block to paste."""
    width = max(len(p.name) for p in result.parameters) + 2
    given = f"dialect {result.dialect}, {result.app_tick:g} steps a second; motion {result.data.prefix}_*"
    by = f", posted by {result.data.source}" if result.data.source else ""
    lines = [f"{result.data.name}: {given}{by}", ""]
    lines += [f"{'parameter':<{width}}{'value':>12}{'+-':>12}"]
    for p in result.parameters:
        error = "-" if p.error is None else f"{p.error:.2g}"
        lines.append(f"{p.name:<{width}}{p.value:>12.5g}{error:>12}  {p.remark}".rstrip())
    r = result.residuals
    units = {"speed": "m/s", "heading": "deg", "depth": "m"}
    errors = [f"{name} {r[name]:.3g} {unit}{_share(result, name)}" for name, unit in units.items() if name in r]
    lines += ["", f"rms within {result.horizon:g} s of a measured state: {', '.join(errors)}"]
    if "track_end" in r:
        lines.append(f"track by the commands alone: rms {r['track_rms']:.3g} m, {r['track_end']:.3g} m at the end")
    lines += [f"note: {note}" for note in result.notes]
    return [*lines, "", *result.block().splitlines()]


def _share(result: FitResult, name: str) -> str:
    """The explained fraction of the variation, with no more digits than are significant."""
    share = result.explained.get(name)
    if share is None:
        return ""
    text = f"{100 * share:.4g}" if share < 0.999995 else "100"
    return f" ({text} % explained)" if share > 0 else " (0 % explained)"


def _write_figure(result: FitResult, path: Path) -> None:
    from usimmarine_py.plots.model.fit import FitSeries, fit_figure
    from usimmarine_py.plots.output import save_figure

    data = result.data
    recorded = None if data.x is None or data.y is None else (data.x, data.y)
    series = FitSeries(
        f"{data.name} and the kinematic vehicle fitted to it (dialect {result.dialect})",
        result.series,
        recorded,
        (result.track["x"], result.track["y"]),
        result.residuals,
        restarts=result.restarts,
    )
    save_figure(fit_figure(series), path)
