"""``usim missions``: what comes with the package, and copies of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from usimmarine_py.errors import ConfigError
from usimmarine_py.mission.shipped import Shipped, shipped, shipped_folder


@click.command()
@click.argument("name", required=False)
@click.option(
    "--copy", "target", type=click.Path(path_type=Path), metavar="DIR", help="Copy it whole; into DIR if that is there."
)
def missions(name: str | None, target: Path | None) -> int:
    """List the missions that come with the package, explain one, or copy it.

    \b
    usim missions                      one line each
    usim missions box                  what it shows, and how it is played
    usim missions box --copy mine      the whole folder as mine, to be changed; without a NAME all of them
    usim run box                       plays it; check, grade, launch, sweep and trials --mission take the name, too

    Nothing is ever written over.
    """
    if target is not None:
        wanted = shipped() if name is None else (shipped_folder(name),)
        for source, copy in _places(wanted, target, single=name is not None):
            _copy(source, copy)
            for file in source.files:
                click.echo(f"wrote {copy / file.name}")
        return 0
    if name is None:
        for one in shipped():
            click.echo(f"{one.name:<16} {one.line}")
            others = [file.stem for file in one.files if file.stem != one.name]
            if others:
                click.echo(f"{'':<16} {'also' if one.files[0].stem == one.name else 'missions'}: {', '.join(others)}")
        click.echo("")
        click.echo("usim missions NAME explains one, usim run NAME plays it, usim missions NAME --copy DIR copies it.")
        return 0
    one = shipped_folder(name)
    click.echo(one.text.strip())
    click.echo("")
    for file in one.files:
        click.echo(f"{file.stem + ':':<28} {file}")
    click.echo(f"To change it: usim missions {one.name} --copy DIR")
    return 0


def _places(wanted: tuple[Shipped, ...], target: Path, *, single: bool) -> list[tuple[Shipped, Path]]:
    """Where each goes, as ``cp -r`` would have it. Raises ``ConfigError`` before anything is written."""
    if target.exists() and not target.is_dir():
        raise ConfigError("is a file, not a folder", key="--copy", file=str(target))
    into = target.is_dir() or not single
    places = [(one, target / one.name if into else target) for one in wanted]
    for _, place in places:
        if place.exists() or place.is_symlink():
            raise ConfigError("is there already: nothing was written; choose another folder", key=f"--copy {place}")
    return places


def _copy(source: Shipped, target: Path) -> None:
    try:
        shutil.copytree(source.folder, target, ignore=shutil.ignore_patterns("__pycache__", "*_run", "*.alog"))
    except (OSError, shutil.Error) as error:
        problem = f"cannot be written: {getattr(error, 'strerror', None) or error}"
        raise ConfigError(problem, key="--copy", file=str(target)) from error
