"""``usim compare``: how two runs differ."""

from __future__ import annotations

from pathlib import Path

import click

from usimmarine_py.cli.options import echo_json
from usimmarine_py.cli.progress import say


@click.command()
@click.argument("first", type=click.Path(path_type=Path), metavar="A")
@click.argument("second", type=click.Path(path_type=Path), metavar="B")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Draw the difference: PNG, SVG or PDF.")
@click.option("--prefix", default="", help="Prefix of the positions (default: NAV if logged, else USM ...).")
@click.option("--all", "everything", is_flag=True, help="List all events, also those at the same time.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def compare(first: Path, second: Path, output: Path | None, prefix: str, everything: bool, as_json: bool) -> int:
    """Compare two runs: distances between the tracks of their vehicles, closest approaches, modes, times of events.

    A and B are folders of usim run, of one vehicle or several, or logs (.alog, also of pLogger, CSV, Parquet). Vehicles
    are matched by name. Exit code 0, whether they differ or not.
    """
    from usimmarine_py.logs.fleet.difference import compare_runs
    from usimmarine_py.logs.fleet.table import difference_lines

    if output is not None:
        from usimmarine_py.plots.output import check_output

        check_output(output)
    difference = compare_runs(first, second, prefix)
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
