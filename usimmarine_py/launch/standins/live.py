"""Stand-ins outside a recording: each becomes the program of this package that does what it does."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from signal import SIGTERM

from usimmarine_py.launch.programs import our_words
from usimmarine_py.launch.standins.names import MISSIONS
from usimmarine_py.launch.standins.tools import complain

#: Environment variables for the start: the interpreter, and the PYTHONPATH of the user.
PYTHON, BEFORE = "USIM_PYTHON", "USIM_PYTHONPATH"
#: Marks processes that are stand-ins, for ktm and mykill.
MARK = "USIM_STAND_IN"
#: Programs with an entry point of their own.
_ENTRIES = {
    "pAntler": "usim_community",
    **dict.fromkeys(("uMAC", "uMACView", "uPokeDB", "uQueryDB", "uCommand"), "usim_original"),
    **dict.fromkeys(("uHelmScope", "uTermCommand", "uXMS"), "usim_typed"),
}
_CODE = "import sys; from usimmarine_py.cli.start import stand_in; sys.exit(stand_in({name!r}, {entry!r}))"


def become(name: str, arguments: Sequence[str], python: str, home: str, path: Sequence[str]) -> int:
    """Replace this process by our program; 127 if there is none. ``python``, ``home``, ``path``: interpreter, its home
    and its modules.

    The process is listed under ``name``, by which scripts find and end it; hence the home and the modules are given,
    which Python otherwise finds by its own name.
    """
    words = command_words(name, arguments)
    if words is not None:
        _become(name, words, python, home, path)
    complain(f"{name}: there is no such program here")
    return 127


def tell(name: str, switch: str, python: str, home: str, path: Sequence[str]) -> int:
    """Replace this process by one that says what a program is; see ``become``."""
    _become(name, ["usim_about", name, switch], python, home, path)
    return 1


def _become(name: str, words: Sequence[str], python: str, home: str, path: Sequence[str]) -> None:
    entry, *rest = words
    environment = {**os.environ, PYTHON: python, MARK: name, "PYTHONHOME": home, "PYTHONPATH": os.pathsep.join(path)}
    if (before := os.environ.get("PYTHONPATH")) is not None:
        environment[BEFORE] = before
    sys.stdout.flush()
    os.execve(python, [name, "-u", "-c", _CODE.format(name=name, entry=entry), *rest], environment)


def command_words(name: str, arguments: Sequence[str]) -> list[str] | None:
    """Return the entry point and arguments of the program in the place of ``NAME [FILE.moos] [ALIAS] [SWITCHES]``."""
    if name in _ENTRIES:
        return [_ENTRIES[name], *arguments]
    mission = next((word for word in arguments if word.endswith(MISSIONS) and not word.startswith("-")), "")
    rest = [word for word in arguments if word != mission]
    alias = next((word[8:] for word in rest if word.startswith("--alias=")), "")
    if not alias and len(arguments) > 1 and arguments[0] == mission and not arguments[1].startswith("-"):
        alias = rest.pop(0)
    rest = [word for word in rest if not word.startswith("--alias=")]
    marker = mission or "\0"
    words = our_words(name, marker, alias or name)
    if words is None:
        return None
    if not mission:
        return [*words[: words.index(marker)], *rest]
    return [*words, *rest]


def end_all() -> int:
    """End all stand-ins of this user that still run, as ktm and mykill end MOOS's programs."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with suppress(OSError):
                if f"{MARK}=".encode() in (entry / "environ").read_bytes():
                    os.kill(int(entry.name), SIGTERM)
    return 0
