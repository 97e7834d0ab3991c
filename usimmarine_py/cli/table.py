"""``usim table``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("kind")
@click.argument("table_in", metavar="IN.csv", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="CSV to write.")
def table(kind: str, table_in: Path, output: Path) -> None:
    """Recompute a reference table from its input columns.

    KIND is rhs:VEHICLE[:VARIANT] (right-hand sides; fluid memory on when the table has columns m0, m1, ...), rhs
    (Coriolis, restoring and cross-flow kernels), kinematics or environment. The table is recognised by its columns.
    The output holds the input columns and every computed one with 17 significant digits.
    """
    from usimmarine_py.run.table import recompute

    click.echo(recompute(kind, table_in, output))
