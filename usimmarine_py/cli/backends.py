"""``usim backends``."""

from __future__ import annotations

import click


@click.command()
@click.argument("name", required=False)
def backends(name: str | None) -> None:
    """List what `dynamics = NAME` can be, plug-ins included; or the parameters of one backend.

    A plug-in that failed to load is listed with the reason; it never harms the others.
    """
    from usimmarine_py.simulator.backends import find_backend, kinematic_parameters, list_backends

    if name is None:
        for info in list_backends():
            state = f"FAILED: {info.problem}" if info.problem else "ok"
            click.echo(f"{info.name:14} {info.origin:40} {state}")
        click.echo("usim backends NAME lists the parameters of one; docs/backends.md tells how to write one.")
        return
    factory = find_backend(name)
    for p in kinematic_parameters() if factory is None else factory.parameters:
        unit = f" [{p.unit}]" if p.unit else ""
        default = f" (default {p.default})" if p.default else ""
        click.echo(f"{p.name}{unit}{default}\n    {p.help}")
