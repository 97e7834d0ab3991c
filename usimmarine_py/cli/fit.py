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

if TYPE_CHECKING:
    from usimmarine_py.fit.fit import FitResult


@click.command()
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option(
    "--dialect",
    type=click.Choice(DIALECT_NAMES),
    help="The kinematic law to fit; default: that of the simulator that posted the log, else documented.",
)
@click.option("--prefix", default="", help="Prefix of the motion (default: NAV if logged, else USM ...).")
@click.option(
    "--horizon",
    type=Finite(),
    default=10.0,
    show_default=True,
    metavar="S",
    help="Length of each prediction from a measured state.",
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
    run: Path,
    dialect: str | None,
    prefix: str,
    horizon: float,
    app_tick: float | None,
    output: Path | None,
    no_figure: bool,
    as_json: bool,
) -> int:
    """Find the kinematic parameters that reproduce a recorded run best.

    RUN is an .alog with DESIRED_THRUST, DESIRED_RUDDER, DESIRED_ELEVATOR (or DESIRED_THRUST_L and _R) and PREFIX_SPEED,
    PREFIX_HEADING, PREFIX_DEPTH: of a real vehicle, of another simulator or of a Fossen vehicle; or a table from
    `usim run --csv` or `--parquet`, which also holds the commands of an embedded controller. Prints thrust map, turn
    rate, turn loss, accelerations and depth rates with their standard errors, reports which of them the run does not
    determine, and writes a block to paste, a JSON file and a figure of the residuals.
    """
    from usimmarine_py.fit.data import read_fit_data
    from usimmarine_py.fit.fit import fit as fit_run

    result = fit_run(read_fit_data(run, prefix), dialect, horizon, app_tick)
    for line in () if as_json else _lines(result):
        say(line)
    folder = output or run.parent
    name = result.data.name
    written = [folder / f"{name}_fit.json", folder / f"{name}_fit.moos"]
    with file_errors(folder, remedy="choose another folder with -o"):
        folder.mkdir(parents=True, exist_ok=True)
        written[0].write_text(json.dumps(result.as_json(), indent=2) + "\n", encoding="utf-8")
        written[1].write_text(result.block() + "\n", encoding="utf-8")
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
