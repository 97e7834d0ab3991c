"""``usim missions``: list, explain and copy the shipped missions."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from usimmarine_py.cli.options import echo_json, json_option
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, LogFileError, file_errors
from usimmarine_py.mission.shipped import Shipped, shipped, shipped_folder


@click.command()
@click.argument("name", required=False)
@click.option(
    "--copy", "target", type=click.Path(path_type=Path), metavar="DIR", help="Copy the folder; into DIR if it exists."
)
@json_option
def missions(name: str | None, target: Path | None, as_json: bool) -> int:
    """List the missions that come with the package, explain one, or copy it.

    \b
    usim missions                  one line each
    usim missions box              its purpose, and how it is played
    usim missions box --copy mine  the whole folder as mine, to be edited;
                                   without a NAME all of them
    usim run box                   plays it; check, grade, launch, sweep and
                                   trials --mission accept the name, too

    Existing files are never overwritten.
    """
    selected = shipped() if name is None else (shipped_folder(name),)
    if target is not None:
        copies = _places(selected, target, single=name is not None)
        for source, copy in copies:
            copy_shipped(source, copy)
        written = [copy / file.name for source, copy in copies for file in source.files]
        if as_json:
            echo_json({"written": [str(path) for path in written]})
        for path in () if as_json else written:
            say(f"wrote {path}")
        return 0
    if as_json:
        found = [{"name": one.name, "about": one.line, "files": [str(file) for file in one.files]} for one in selected]
        echo_json(found if name is None else {**found[0], "text": selected[0].text})
        return 0
    if name is None:
        for one in shipped():
            say(f"{one.name:<16} {one.line}")
            others = [file.stem for file in one.files if file.stem != one.name]
            if others:
                say(f"{'':<16} {'also' if one.files[0].stem == one.name else 'missions'}: {', '.join(others)}")
        say("")
        say("usim missions NAME explains one, usim run NAME plays it, usim missions NAME --copy DIR copies it.")
        return 0
    one = selected[0]
    say(one.text.strip())
    say("")
    for file in one.files:
        say(f"{file.stem + ':':<28} {file}")
    say(f"To change it: usim missions {one.name} --copy DIR")
    return 0


def _places(selected: tuple[Shipped, ...], target: Path, *, single: bool) -> list[tuple[Shipped, Path]]:
    """The target of each folder, as with ``cp -r``. Raises ``ConfigError`` before anything is written."""
    if target.exists() and not target.is_dir():
        raise ConfigError("is a file, not a folder", key="--copy", file=str(target))
    into = target.is_dir() or not single
    places = [(one, target / one.name if into else target) for one in selected]
    for _, place in places:
        if place.exists() or place.is_symlink():
            raise ConfigError("exists already: nothing was written; choose another folder", key=f"--copy {place}")
    return places


def copy_shipped(source: Shipped, target: Path) -> None:
    """Copy the whole folder or nothing. Raises ``LogFileError``."""
    leave = shutil.ignore_patterns("__pycache__", "*_run", "*.alog")
    try:
        with file_errors(target):
            shutil.copytree(source.folder, target, ignore=leave, copy_function=_copy_file)
    except LogFileError:
        shutil.rmtree(target, ignore_errors=True)
        raise


def _copy_file(source: str, target: str) -> None:
    # of an OSError copytree would continue, and raise a nested list at its end
    with file_errors(target):
        shutil.copy2(source, target)
