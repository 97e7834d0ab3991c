"""The programs of this package that stand in for those of a community, and where a program is found."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from usimmarine_py.field.programs import FIELD_PROGRAMS
from usimmarine_py.mission.antler import is_version

#: MOOS-IvP's programs that judge a mission.
PROGRAMS = ("pMissionEval", "pAutoPoke", "uMayFinish", "pMissionHash")
#: Name of the program behind the stand-ins in a folder.
DISPATCHER = ".usim-stand-in"
#: Placeholders in a command of this package for values of the launch.
FILE, ALIAS, PROGRAM = "FILE", "ALIAS", "PROGRAM"

#: A program of an ANTLER block (a pattern; ``*`` is a version): the command of this package and its arguments.
OURS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("MOOSDB", ("usim", "db", FILE)),
    ("uSimMarine*", ("usimmarine", FILE, ALIAS)),
    ("usimmarine*", ("usimmarine", FILE, ALIAS)),
    ("pHelmIvP*", ("usim_helm", FILE, ALIAS)),
    ("pMarinePID*", ("usim_pid", FILE, ALIAS)),
    ("uTimerScript*", ("usim", "start", "uTimerScript", FILE, ALIAS)),
    ("pLogger", ("usim", "start", "pLogger", FILE, ALIAS)),
    *((f"{name}*", ("usim", "start", name, FILE, ALIAS)) for name in PROGRAMS),
    *((name, ("usim", "start", name, FILE, ALIAS)) for name in FIELD_PROGRAMS),
    ("usim_helm", ("usim_helm", FILE, ALIAS)),
    ("usim_pid", ("usim_pid", FILE, ALIAS)),
    ("usim_guidance", ("usim_guidance", FILE, ALIAS)),
    # own applications, beside the mission file
    ("*.py", ("usim", "start", PROGRAM, FILE, ALIAS)),
)
#: Programs that only this package has.
OWN_NAMES = ("usimmarine", "usim_helm", "usim_pid", "usim_guidance")

_ENTRY = "import sys; from usimmarine_py.cli import start; sys.argv[0] = {name!r}; sys.exit(start.{name}())"


@dataclass(frozen=True, slots=True)
class Program:
    """A program that can be started: its command without arguments, and whether it belongs to this package."""

    command: tuple[str, ...]
    ours: bool
    what: str  #: for messages
    words: tuple[str, ...] = ()  #: of a program of this package: its entry point and arguments


def our_words(name: str, file: str, alias: str) -> tuple[str, ...] | None:
    """Return the entry point and the arguments that stand in for a program, or None."""
    for pattern, (entry, *arguments) in OURS:
        if is_version(name, pattern[:-1]) if pattern.endswith("*") else fnmatchcase(name, pattern):
            given = {FILE: file, PROGRAM: name, ALIAS: alias}
            return (entry, *(given.get(a, a.replace(ALIAS, alias)) for a in arguments))
    return None


def our_program(name: str, file: Path, alias: str) -> Program | None:
    """Return the program of this package that stands in for ``name`` of a mission file, or None."""
    words = our_words(name, file.name, alias)
    if words is None or (name.lower().endswith(".py") and not (file.parent / name).is_file()):
        return None
    return Program(our_command(*words), True, " ".join(words[: words.index(file.name)]), words)


def our_command(entry: str, *words: str) -> tuple[str, ...]:
    """Return the command that runs an entry point of ``cli.start`` in a process of its own."""
    return (sys.executable, "-u", "-c", _ENTRY.format(name=entry), *words)


def original_program(name: str, folder: str, start: Path) -> Program | None:
    """Return a program by its name: in ``folder`` (seen from ``start``) if that is given, else on PATH."""
    if folder or "/" in name:
        path = start / folder / name
        found = str(path) if path.is_file() and os.access(path, os.X_OK) else None
    else:
        # our stand-ins for scripts are no originals
        places = os.environ.get("PATH", os.defpath).split(os.pathsep)
        found = shutil.which(name, path=os.pathsep.join(p for p in places if not Path(p, DISPATCHER).exists()))
    return None if found is None else Program((found,), False, found)


def our_environment() -> dict[str, str]:
    """Return the environment of a process, with this package importable from any folder."""
    package = str(Path(__file__).resolve().parents[2])
    before = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([package, before] if before else [package])}
