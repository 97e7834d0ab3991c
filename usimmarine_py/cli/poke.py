"""``usim poke``."""

from __future__ import annotations

import click

from usimmarine_py.cli.target import target_options


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE.moos] VAR=VALUE ...")
@target_options
def poke(words: tuple[str, ...], host: str, port: int, warp: float) -> int:
    """Post variables to a MOOSDB and see that it took them.

    A number is posted as a double, anything else as a string. VAR:=VALUE posts a string in any case. The MOOSDB is
    that of FILE.moos, or the one at --host and --port.
    """
    from usimmarine_py.apps.poke import parse_poke, run_poke
    from usimmarine_py.apps.target import find_target, split_mission

    mission_file, rest = split_mission(words)
    if not rest:
        raise click.UsageError("nothing to post; give VAR=VALUE")
    run_poke(find_target(mission_file, host, port, warp), [parse_poke(word) for word in rest], click.echo)
    return 0
