"""``usim scope``."""

from __future__ import annotations

import click

from usimmarine_py.cli.numbers import Finite
from usimmarine_py.cli.target import target_options


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE.moos] [VAR ...]")
@target_options
@click.option("--once", is_flag=True, help="Show the current values and end.")
@click.option("--for", "seconds", type=Finite(0.0, min_open=True), help="End after this many real seconds.")
def scope(words: tuple[str, ...], host: str, port: int, warp: float, once: bool, seconds: float | None) -> int:
    """Watch variables of a MOOSDB; without a VAR all of them.

    VAR may hold * and ?. Each message is one line: MOOS seconds since the start of the scope, variable, who posted
    it, value. Ctrl-C ends it.
    """
    from usimmarine_py.apps.scope import run_scope
    from usimmarine_py.apps.target import find_target, split_mission

    mission_file, names = split_mission(words)
    shown = run_scope(find_target(mission_file, host, port, warp), names, click.echo, once=once, seconds=seconds)
    if once and not shown:
        click.echo("no value yet", err=True)
        return 1
    return 0
