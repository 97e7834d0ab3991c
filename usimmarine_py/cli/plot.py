"""``usim plot``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN.alog ...")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="PNG, SVG or PDF; default: beside the first run.")
@click.option("--prefix", default="", help="Prefix of the position to draw (default: NAV if logged, else USM ...).")
def plot(runs: tuple[Path, ...], output: Path | None, prefix: str) -> int:
    """Draw runs: track, speed, heading, depth and drift. Several runs share the axes."""
    from usimmarine_py.plots.load import load_run
    from usimmarine_py.plots.run import run_figure, save_figure

    figure = run_figure([load_run(path, prefix) for path in runs])
    target = output or runs[0].with_suffix(".png")
    save_figure(figure, target)
    click.echo(f"wrote {target}")
    return 0
