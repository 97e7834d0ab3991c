"""``usim log``."""

from __future__ import annotations

from pathlib import Path

import click

from usimmarine_py.cli.numbers import Finite
from usimmarine_py.cli.target import target_options


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE.moos] [VAR ...]")
@target_options
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("usim.alog"), show_default=True)
@click.option("--sources", default="*", show_default=True, help="Pattern of the clients whose posts are logged.")
@click.option("--name", default="usim_log", show_default=True, help="Client name.")
@click.option("--for", "seconds", type=Finite(0.0, min_open=True), help="End after this many real seconds.")
def log(
    words: tuple[str, ...],
    host: str,
    port: int,
    warp: float,
    output: Path,
    sources: str,
    name: str,
    seconds: float | None,
) -> int:
    """Log variables of a MOOSDB into an .alog, as pLogger does; without a VAR all of them.

    VAR may hold * and ?. Ctrl-C ends it and leaves a complete file.
    """
    from usimmarine_py.apps.log import run_log
    from usimmarine_py.apps.target import find_target, split_mission
    from usimmarine_py.moos.app.console import stdout_console

    def say(text: str) -> None:
        stdout_console(text + "\n")  # a reader that went away (`| head`) does not end the log

    mission_file, names = split_mission(words)
    target = find_target(mission_file, host, port, warp)
    return run_log(target, output, names, say, sources=sources, seconds=seconds, name=name)
