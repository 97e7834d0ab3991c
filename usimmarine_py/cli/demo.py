"""``usim demo``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("demo-output"), show_default=True,
    help="Folder for the log and the figure.",
)  # fmt: skip
def demo(output: Path) -> int:
    """See the whole thing on a bare machine, in under 30 seconds.

    A built-in MOOSDB, the simulator and a script that blows a gust at the vehicle. Leaves an .alog and a PNG.
    """
    from usimmarine_py.apps.demo import run_demo

    return run_demo(output, click.echo)
