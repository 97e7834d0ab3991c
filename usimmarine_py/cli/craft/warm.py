"""``usim warm``: compile what numba compiles before it is needed."""

from __future__ import annotations

import click

from usimmarine_py.cli.options import quiet_option
from usimmarine_py.cli.progress import say


@click.command()
@quiet_option("Print nothing.")
def warm(quiet: bool) -> None:
    """Compile the equations of motion now, once on this machine (extra `fast`).

    Later runs with `compiled = true`, `usim trials`, `usim fit --vehicle`, sweeps and fleets then begin at once. The
    machine code stays on the disk until the package or numba changes; NUMBA_CACHE_DIR names another folder.
    """
    from usimmarine_py.vehicle.warming import compile_all

    folder = compile_all()
    if not quiet:
        say(f"the equations of one vehicle, of fleets and of their rates are compiled: {folder}")
