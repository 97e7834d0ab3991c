"""Command lines of the programs that ask a running MOOSDB: uPokeDB and uQueryDB."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.standins.names import MISSIONS
from usimmarine_py.text import finite_number, is_number
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


@dataclass(slots=True)
class XmsWords:
    """A command line of uXMS: settings by the names of its block, and what is only said here."""

    where: DatabaseWords = field(default_factory=DatabaseWords)
    name: str = "uXMS"
    clean: bool = False  #: whether the block's variables are left out
    interval: float = 0.6  #: real s between two reports at least
    sources: list[str] = field(default_factory=list)
    variables: list[str] = field(default_factory=list)
    settings: list[tuple[str, str]] = field(default_factory=list)


#: Switches of uXMS without a value, with one dash.
_XMS_FLAGS: Mapping[str, Sequence[tuple[str, str]]] = {
    "-g": (("display_virgins", "false"),), "-novirgins": (("display_virgins", "false"),),
    "-a": (("display_all", "true"),), "-all": (("display_all", "true"),), "-alll": (("display_alll", "true"),),
    "-t": (("trunc", "25"),), "-p": (("refresh_mode", "paused"),), "-s": (("display_source", "true"),),
    "-st": (("display_source", "true"), ("display_time", "true")),
}  # fmt: skip
#: Those with one.
_XMS_VALUES = {
    "history": "history_var", "mode": "refresh_mode", "colormap": "colormap", "trunc": "trunc", "filter": "filter",
}  # fmt: skip
_XMS_COLUMNS = {"source": "source", "time": "time", "community": "community", "aux": "aux_source"}


def read_xms_words(words: Sequence[str]) -> XmsWords:
    """Read ``[FILE.moos] [uXMS_ALIAS] [VAR ...] [SWITCHES]``. Raises ``ConfigError`` for a bad port."""
    found = XmsWords()
    for place, word in enumerate(words):
        key, equals, value = word.partition("=")
        dashed, name = word.replace("--", "-", 1), key.lstrip("-").lower()
        if dashed in ("-c", "-clean"):
            found.clean = True
        elif dashed in _XMS_FLAGS:
            found.settings += _XMS_FLAGS[dashed]
        elif place == 1 and word.startswith("uXMS"):
            found.name = word  # as pAntler gives it
        elif not word.startswith("-") and not word.endswith(MISSIONS):
            found.variables.append(word)
        elif name == "alias" and equals:
            found.name = value
        elif name == "src" and equals:
            found.sources += value.split(",")
        elif name == "termint" and equals:
            number = finite_number(value)
            found.interval = found.interval if number is None else min(max(number, 0.0), 10.0)
        elif name == "show" and equals:
            shown = (_XMS_COLUMNS.get(one.strip().lower()) for one in value.split(","))
            found.settings += ((f"display_{one}", "true") for one in shown if one)
        elif name == "colorany" and equals:
            found.settings += (("colormap", f"{one.strip()},any") for one in value.split(","))
        elif name in _XMS_VALUES and equals:
            found.settings.append((_XMS_VALUES[name], value))
        else:
            given = read_words([word])
            found.where.mission = given.mission or found.where.mission
            found.where.host, found.where.port = given.host or found.where.host, given.port or found.where.port
    return found


def published(status: str) -> list[str]:
    """Return the variables that an application posts, by its ``<APP>_STATUS``."""
    found = re.search(r'Publishing\s*=\s*"?([^"]*)', status)
    names = found.group(1).partition("Subscribing")[0] if found else ""
    return [name for one in names.split(",") if (name := one.strip())]


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
