"""``usim vehicles``."""

from __future__ import annotations

import click


@click.command()
@click.argument("name", required=False)
@click.option("--variant", default="", metavar="VARIANT", help="Explain a variant of the file.")
def vehicles(name: str | None, variant: str) -> None:
    """List the vehicles of the Fossen models, or explain one.

    NAME is a shipped vehicle or the path of a vehicle file: dimensions, matrices, damping, actuators, sources,
    validity range, Froude number, and warnings in words.
    """
    from usimmarine_py.run.vehicles import explain_vehicle, list_vehicles

    if name is None and variant:
        raise click.UsageError("--variant needs the NAME of a vehicle")
    click.echo(list_vehicles() if name is None else explain_vehicle(name, variant))
