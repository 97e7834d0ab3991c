"""``usim plot``, ``usim compare`` and ``usim mcap``: draw, compare or convert runs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from usimmarine_py.cli.options import Finite, MissionPath, Whole, echo_json, paper_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError

#: Bytes of logs that take more than a second to read.
_LARGE = 10_000_000


@click.command()
@click.argument("runs", nargs=-1, type=click.Path(path_type=Path), metavar="RUN ...")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path),
    help="PNG, SVG or PDF (animation: GIF or a folder); default: beside the first run.",
)  # fmt: skip
@click.option("--prefix", default="", help="Prefix of the position to draw (default: NAV if logged, else USM ...).")
@click.option("--vars", "variables", help="Draw these variables over time: A,B, or A+B for one panel.")
@click.option("--wind-rose", is_flag=True, help="Draw the wind rose: directions and speeds of the wind.")
@click.option("--wind", default="", help="SPEED,DIRECTION for the wind rose (default: USM_WIND_SPEED,USM_WIND_DIR).")
@click.option("--weather", is_flag=True, help="Runs side by side: track, motion, actuators, wind, waves, current.")
@click.option("--navigation", is_flag=True, help="True track, dead reckoning and fixes, with their errors.")
@click.option(
    "--mission", type=MissionPath(), metavar="FILE.moos|NAME",
    help="Mission of the sea bed under the track and of the helm (default: that of the run, if it is beside the log).",
)  # fmt: skip
@click.option(
    "--thrust-map", type=MissionPath(), metavar="FILE.moos|NAME",
    help="Draw a mission's thrust map, its inverse and the depth rate; no run needed.",
)  # fmt: skip
@click.option("--field", is_flag=True, help="The runs are logs of one mission with several vehicles, on one clock.")
@click.option("--helm", is_flag=True, help="What the helm of each run did: modes, behaviors with weights, decisions.")
@click.option("--encounters", is_flag=True, help="Distances of vehicles, closest approaches, modes of avoidance.")
@click.option(
    "--ipf", type=Finite(), metavar="T",
    help="The helm's objective functions and their sum over course and speed at T s of the log.",
)  # fmt: skip
@click.option("--animate", is_flag=True, help="Animate the track: a GIF, or PNG frames in the folder of --output.")
@click.option(
    "--frames", type=Whole(2, 100_000), default=100, show_default=True, help="Number of frames of an animation."
)
@paper_options
def plot(
    runs: tuple[Path, ...], output: Path | None, prefix: str, variables: str | None, wind_rose: bool, wind: str,
    weather: bool, navigation: bool, mission: Path | None, thrust_map: Path | None, field: bool, helm: bool,
    encounters: bool, ipf: float | None, animate: bool, frames: int,
) -> int:  # fmt: skip
    """Draw runs: track over the sea bed, speed, heading, depth and drift. Several runs share the axes.

    RUN is an .alog (also of pLogger), a CSV or a Parquet file, or a folder of usim run. A table has a column t or time,
    and x, y, heading, speed, depth or columns named as MOOS variables. Of a folder with several vehicles all are drawn,
    with their closest approaches, modes and messages; --field does so for other logs.
    """
    if thrust_map is not None:
        from usimmarine_py.plots.model.thrust_map import draw_thrust_map

        if runs:
            raise click.UsageError("--thrust-map FILE.moos draws a mission: leave the runs out")
        say(f"wrote {draw_thrust_map(thrust_map, output)}")
        return 0
    if not runs:
        raise click.UsageError("Missing argument 'RUN ...'.")
    from usimmarine_py.logs.fleet.read import is_field
    from usimmarine_py.logs.runs import runs_in
    from usimmarine_py.plots.draw import PlotRequest, draw

    fields = [run for run in runs if run.is_dir() and is_field(run)]
    whole = (
        field or encounters
        or (
            fields and variables is None
            and not (wind_rose or wind or weather or navigation or animate or helm or ipf is not None)
        )
    )  # fmt: skip
    if fields and whole and len(runs) > 1:
        raise ConfigError(
            "is a run of several vehicles: draw it alone; usim compare A B compares two", file=str(fields[0])
        )
    if not whole:
        runs = tuple(run for given in runs for run in runs_in(given))
    request = PlotRequest(
        runs, output, prefix=prefix, variables=variables, wind_rose=wind_rose or bool(wind), wind=wind,
        weather=weather, navigation=navigation, mission=mission, animation=animate, frames=frames, field=bool(whole),
        ipf=ipf, helm=helm, encounters=encounters,
    )  # fmt: skip
    size = sum(file.stat().st_size for run in runs for file in runs_in(run) if file.is_file())
    if size > _LARGE and sys.stderr.isatty():
        say(f"reading {size / 1e6:.0f} MB ...", err=True)
    target = draw(request, progress=_frames if sys.stderr.isatty() else None, note=lambda text: say(f"note: {text}"))
    say(f"wrote {target}")
    return 0


def _frames(done: int, of: int) -> None:
    click.echo("\r\033[K" if done == of else f"\r\033[Kframe {done} of {of}", nl=False, err=True)


@click.command()
@click.argument("first", type=click.Path(path_type=Path), metavar="A")
@click.argument("second", type=click.Path(path_type=Path), metavar="B")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Draw the difference: PNG, SVG or PDF.")
@click.option("--prefix", default="", help="Prefix of the positions (default: NAV if logged, else USM ...).")
@click.option(
    "--align", default="", metavar="VAR[=VALUE]",
    help="Count times from the first such post of each run, as in DEPLOY (DEPLOY=true), and compare from then on.",
)  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="List all events, also those at the same time.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@paper_options
def compare(
    first: Path, second: Path, output: Path | None, prefix: str, align: str, everything: bool, as_json: bool
) -> int:
    """Compare two runs: distances between the tracks of their vehicles, closest approaches, modes, times of events.

    A and B are folders of usim run, of one vehicle or several, or logs (.alog, also of pLogger, CSV, Parquet). Vehicles
    are matched by name. Exit code 0, whether they differ or not.
    """
    from usimmarine_py.logs.fleet.difference import compare_runs
    from usimmarine_py.logs.fleet.table import difference_lines

    if output is not None:
        from usimmarine_py.plots.output import check_output

        check_output(output)
    difference = compare_runs(first, second, prefix, align)
    if as_json:
        echo_json(difference.as_json())
    else:
        for line in difference_lines(difference, everything=everything):
            say(line)
    if output is not None:
        from usimmarine_py.plots.fleet.compared import difference_figure
        from usimmarine_py.plots.output import save_figure

        save_figure(difference_figure(difference), output)
        say(f"wrote {output}", err=as_json)
    return 0


@click.command()
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The MCAP file; default: beside the run.")
@click.option("--prefix", default="", help="Prefix of the vehicle's position (default: NAV if logged, else USM ...).")
@click.option(
    "--vehicle", default="", metavar="NAME[:VARIANT]",
    help="Vehicle whose hull is drawn (default: that of the run's mission, if it is beside the log).",
)  # fmt: skip
def mcap(run: Path, output: Path | None, prefix: str, vehicle: str) -> int:
    """Convert a recorded run to MCAP, which Foxglove and Lichtblick show in three dimensions, on a map and as plots.

    RUN is an .alog (also of pLogger), a CSV or a Parquet file, or a folder of usim run.
    """
    from usimmarine_py.apps.hull import hull_beside, hull_by_name
    from usimmarine_py.logs.mcap.convert import convert
    from usimmarine_py.logs.runs import runs_in, stem

    run, *others = runs_in(run)
    if others:
        names = ", ".join(file.name for file in (run, *others))
        raise click.UsageError(f"there are several runs in {run.parent}: {names}; name one of them")
    target = output or run.with_name(f"{stem(run)}.mcap")
    shown = convert(run, target, prefix, hull_by_name(vehicle) if vehicle else hull_beside(run))
    if not shown:
        say("note: no position (..._X and ..._Y) in this log: variables alone, nothing in three dimensions")
    say(f"wrote {target}")
    return 0
