"""Command lines of the programs that ask a running MOOSDB: uPokeDB and uQueryDB."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.standins.names import MISSIONS
from usimmarine_py.text import is_number
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.mail import refuse_name

_HOSTS = ("host", "serverhost", "server_host", "mooshost", "moos_host")
_PORTS = ("port", "serverport", "server_port", "moosport", "moos_port")
#: Values that are the MOOS time of the post.
_TIMES = ("@MOOSTIME", "@UTC")


@dataclass(slots=True)
class DatabaseWords:
    """A command line: where the MOOSDB is, switches, and the rest."""

    mission: str = ""
    host: str = ""
    port: int = 0
    switches: list[tuple[str, str]] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)


def read_words(words: Sequence[str]) -> DatabaseWords:
    """Read ``[FILE.moos] [--host=H] [--port=P] [--SWITCH[=VALUE]] [WORD ...]``. Raises ``ConfigError``."""
    found = DatabaseWords()
    for word in words:
        key, equals, value = word.partition("=")
        name = key.lstrip("-").lower()
        if equals and name in _HOSTS:
            found.host = value
        elif equals and name in _PORTS:
            if not (value.isascii() and value.isdigit() and 0 < int(value[:6]) < 65536):
                raise ConfigError(f"must be a port, found {value!r}", key=key)
            found.port = int(value)
        elif word.startswith("-"):
            found.switches.append((name, value))
        elif word.endswith(MISSIONS) and not equals:
            found.mission = word
        else:
            found.rest.append(word)
    return found


def scope_words(words: Sequence[str]) -> list[str]:
    """Return the arguments of ``usim scope`` for those of uXMS: mission, variables, sources, where the MOOSDB is.

    How uXMS would show them (``--show``, ``--mode``, ``--trunc``, colours) is left out.
    """
    mission, switches, variables, everything = "", [], [], False
    for place, word in enumerate(words):
        key, equals, value = word.partition("=")
        name = key.lstrip("-").lower()
        if word in ("-a", "--all", "--alll"):
            everything = True
        elif word.startswith("-"):
            if equals and name in (*_HOSTS, *_PORTS):
                switches.append(f"{'--host' if name in _HOSTS else '--port'}={value}")
            elif equals and name == "src":
                switches += [f"--source={source}" for source in value.split(",")]
            elif equals and name in ("history", "filter"):
                variables.append(value if name == "history" else f"*{value}*")
        elif word.endswith(MISSIONS):
            mission = word
        elif not (place == 1 and word.startswith("uXMS")):
            variables.append(word)
    return [*([mission] if mission else []), *switches, *([] if everything else variables)]


class OnePoke(NamedTuple):
    """A variable and its value; None: the time of the post."""

    variable: str
    value: float | str | None


def read_one_poke(word: str) -> OnePoke:
    """Read ``VAR=VALUE``, ``VAR:=TEXT``; a number with an exponent is a text, as for the original."""
    name, equals, value = word.partition("=")
    if not equals or not name.strip(":"):
        raise ConfigError("is neither VAR=VALUE nor VAR:=TEXT", key=word)
    refuse_name(name.rstrip(":").strip(), word)
    if name.endswith(":"):
        return OnePoke(name[:-1].strip(), value)
    if value in _TIMES:
        return OnePoke(name.strip(), None)
    return OnePoke(name.strip(), float(value) if is_number(value) else value)
