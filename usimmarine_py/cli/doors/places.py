"""Where the communities are that a door attaches to."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.standins.asking import DatabaseWords
from usimmarine_py.moos.app.argv import is_mission_file


def database_places(sources: tuple[str, ...], host: str, port: int) -> list[DatabaseWords]:
    """Return the places of MOOSDBs, of mission files or HOST:PORT; without any, of the switches.

    Raises ``ConfigError``.
    """
    found = []
    for source in sources or ("",):
        if not source or is_mission_file(source):
            found.append(DatabaseWords(source, host, port))
            continue
        where, _, number = source.rpartition(":")
        if not where or not number.isascii() or not number.isdigit() or not 0 < int(number[:6]) < 65536:
            raise ConfigError(f"{source} is no FILE.moos and no HOST:PORT")
        found.append(DatabaseWords("", where, int(number)))
    if len(found) > 1 and (host or port):
        raise ConfigError("is for one community; several have their own", key="--host" if host else "--port")
    return found


def check_variables(names: Sequence[str], option: str) -> None:
    """Raise ``ConfigError`` for what is no name of a variable that others may set."""
    for name in names:
        if not re.fullmatch(r"[A-Za-z]\w{0,99}", name, re.ASCII):
            raise ConfigError(f"must be the name of a variable, letters, digits and _; found {name!r}", key=option)


class WaitForDatabase:
    """What a door does between two attempts to reach a MOOSDB: it says so once, and looks whether it is to end."""

    def __init__(self, signals: Sequence[int]) -> None:
        """``signals``: those that have come, which grow."""
        self._signals, self._said = signals, False

    def __call__(self) -> bool:
        """Wait a moment; return whether to end."""
        if not self._said:
            self._said = True
            note("no MOOSDB answers yet; waiting for it")
        time.sleep(0.1)
        return bool(self._signals)


def note(text: str) -> None:
    """Print a remark of a door."""
    say(f"note: {text}", err=True)
