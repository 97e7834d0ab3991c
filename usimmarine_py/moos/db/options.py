"""Command line and mission keys of a MOOSDB (laws/wire 14)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.moos.clock import MAX_WARP, valid_warp
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.wire.limits import CLIENT_TIMEOUT, MAX_CONSOLIDATION

DEFAULT_PORT = 9000
DEFAULT_COMMUNITY = "#1"

#: Switch -> mission file key that it overrides.
_SWITCHES = {
    "--moos_port": "ServerPort",
    "--moos_community": "Community",
    "--moos_time_warp": "MOOSTimeWarp",
    "--moos_timeout": "ClientTimeout",
    "--response": "--response",
}
#: Switches of the original MOOSDB that have no effect here; each gives one warning.
_IGNORED = {
    "--moos_file": "the real MOOSDB ignores it, too: give the file as the first argument",
    "--warning_latency": "latencies are not warned about",
    "--audit_port": "no traffic statistics are sent",
    "--event_log": "use the log of this program",
    "--webserver_port": "there is no status page",
    "--single_threaded": "the server has one thread anyway and answers asynchronously",
    "-s": "the server has one thread anyway and answers asynchronously",
}
#: Accepted without a warning: they make no visible difference here.
_HARMLESS = {"--dns", "-d", "--moos_boost", "-b", "--tcpnodelay", "--moos_no_colour", "--print_heart_beat"}
_KEYS = ("ServerPort", "Community", "MOOSTimeWarp", "ClientTimeout")


@dataclass(frozen=True, slots=True)
class DbArguments:
    """The arguments of the command line, before the mission file is read."""

    mission_file: str = ""  #: empty: none was given
    values: dict[str, str] = field(default_factory=dict)  #: by mission file key
    wants_help: bool = False
    wants_version: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DbOptions:
    """The options that a MOOSDB is started with."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    community: str = DEFAULT_COMMUNITY
    warp: float = 1.0
    client_timeout: float = CLIENT_TIMEOUT  #: real s
    consolidation: tuple[tuple[str, float], ...] = ()  #: (client pattern, s)


def parse_db_arguments(arguments: Sequence[str]) -> DbArguments:
    """Read a MOOSDB's command line: ``[mission_file [any_name]] [options]``. Never fails; see ``warnings``."""
    mission_file = ""
    values: dict[str, str] = {}
    warnings: list[str] = []
    wants_help = wants_version = False
    for argument in arguments:
        switch, _, value = argument.partition("=")
        if not argument.startswith("-"):
            mission_file = mission_file or argument
        elif switch in _SWITCHES:
            values.setdefault(_SWITCHES[switch], value.strip().strip('"'))
        elif switch in ("-h", "--help"):
            wants_help = True
        elif switch == "--moos_print_version":
            wants_version = True
        elif switch in _IGNORED:
            warnings.append(f"{shorten(switch)} is ignored: {_IGNORED[switch]}")
        elif switch not in _HARMLESS and not switch.startswith("--moos_suicide"):
            warnings.append(f"unknown switch {shorten(argument)}; see --help")
    return DbArguments(mission_file, values, wants_help, wants_version, tuple(warnings))


def resolve_db_options(
    arguments: DbArguments, mission: Callable[[str], str | None] = lambda key: None, host: str = "127.0.0.1"
) -> DbOptions:
    """Resolve the options: from the switches, else the first value of the key in the mission file, else the default.

    Args:
        arguments: from ``parse_db_arguments``.
        mission: returns the value of a key of the mission file (in any case), or None.
        host: the address to listen on; never taken from ``ServerHost``, which tells clients where to go.

    Raises:
        ConfigError: a value that cannot be used; it names the key.
    """
    found: dict[str, str] = {}
    for key in _KEYS:
        value = arguments.values.get(key)
        if value is None:
            value = mission(key)
        if value is not None:
            found[key] = value
    port = _number(found, "ServerPort", float(DEFAULT_PORT))
    if port != int(port) or not 0 <= port <= 65535:
        raise ConfigError(f"{port:g} is no port number; use 1 to 65535", key="ServerPort")
    warp = _number(found, "MOOSTimeWarp", 1.0)
    if not valid_warp(warp):
        raise ConfigError(f"{warp:g} is outside 0 < warp <= {MAX_WARP:g}", key="MOOSTimeWarp")
    timeout = _number(found, "ClientTimeout", CLIENT_TIMEOUT)
    if timeout <= 0.0:
        raise ConfigError(f"{timeout:g} s is no time-out; use a positive number", key="ClientTimeout")
    return DbOptions(
        host,
        int(port),
        found.get("Community", DEFAULT_COMMUNITY),
        warp,
        timeout,
        parse_consolidation(arguments.values.get("--response", "")),
    )


def parse_consolidation(text: str) -> tuple[tuple[str, float], ...]:
    """Parse ``x_app:20,*_inst:7`` (milliseconds) into (pattern, seconds) pairs. Raises ``ConfigError``."""
    pairs = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        pattern, colon, number = part.rpartition(":")
        seconds = _number({"--response": number}, "--response", 0.0) / 1000.0
        if not colon or not pattern or not 0.0 <= seconds <= MAX_CONSOLIDATION:
            raise ConfigError(
                f"{shorten(part)} is not pattern:milliseconds (0 to {MAX_CONSOLIDATION * 1000:g})", key="--response"
            )
        pairs.append((pattern, seconds))
    return tuple(pairs)


def _number(values: dict[str, str], key: str, default: float) -> float:
    text = values.get(key)
    if text is None:
        return default
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ConfigError(f"{shorten(text)!r} is not a number", key=key)
    return number
