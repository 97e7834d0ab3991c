"""``usim bin``: a folder of stand-ins for MOOS-IvP's programs, for PATH."""

from __future__ import annotations

import os
from pathlib import Path

import click

from usimmarine_py.cli.options import quiet_option
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError


@click.command("bin")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@quiet_option()
def bin(folder: Path, quiet: bool) -> None:
    """Fill a folder with stand-ins for MOOS-IvP's programs: with it first on PATH, scripts start those of this package.

    pAntler, MOOSDB, the applications under their names, uPokeDB, uQueryDB, uMayFinish, uMAC, uXMS, nsplug, nspatch,
    pickpos, pluck, gen_obstacles, mhash_gen, xlaunch.sh, ktm and mykill behave as scripts know them:
    PATH=DIR:$PATH ./launch.sh 10
    """
    from usimmarine_py.launch.standins.folder import LIVE_NAMES, fill_folder

    if os.name != "posix":
        raise ConfigError("needs Linux or macOS: there are no programs of these names here", key="usim bin")
    fill_folder(folder, LIVE_NAMES)
    if not quiet:
        say(f"{folder}: {len(LIVE_NAMES)} stand-ins for MOOS-IvP's programs; use them with")
        say(f'PATH="{folder.resolve()}:$PATH" ./launch.sh 10')
