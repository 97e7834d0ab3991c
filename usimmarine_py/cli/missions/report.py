"""``usim report``."""

from __future__ import annotations

from pathlib import Path

import click

from usimmarine_py.cli.progress import say


@click.command()
@click.argument("run", type=click.Path(path_type=Path), metavar="DIR|RUN.alog")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The page; default: report.html in the folder.")
def report(run: Path, output: Path | None) -> int:
    """Write one HTML page of a run or a sweep, which opens without a server.

    DIR is a folder of usim run or usim sweep. The page holds tracks, helm and encounters as pictures, events, figures,
    verdicts, versions, the seed, the mission's files and the command that repeats the run; of a sweep the outcomes.
    """
    from usimmarine_py.plots.report import write_report

    say(f"wrote {write_report(run, output)}")
    return 0
