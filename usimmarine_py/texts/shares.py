"""Where pShare sends variables, and where it listens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

from usimmarine_py.text import is_number, read_number
from usimmarine_py.values.app import SLACK
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import without_blanks

_MULTICAST = "multicast_"
_HIGHEST_PORT = 65535


class RouteError(ValueError):
    """A route or a line of routes is wrong; the text says how."""


class ShareAddress(NamedTuple):
    """A UDP address; ``channel`` is that of a multicast group."""

    host: str
    port: int
    channel: int | None = None

    def __str__(self) -> str:
        text = f"{self.host}:{self.port}"
        return text if self.channel is None else f"{text}:{_MULTICAST}{self.channel}"


class MulticastBase(NamedTuple):
    """The group of all multicast channels, and the port of channel 0."""

    host: str = "224.1.1.11"
    port: int = 24460


@dataclass(slots=True)
class ShareRoute:
    """One way of a variable to another community."""

    source: str
    destination: str
    address: ShareAddress
    frequency: float = 0.0  #: most messages a MOOS second; 0: all
    duration: float = -1.0  #: MOOS s from when it was made; below 0: for ever
    most: int = -1  #: messages; below 0: any number
    made: float = 0.0  #: MOOS s
    derived: bool = False  #: made by a pattern
    sent: int = 0
    last: float = -inf  #: MOOS s, when it was last used

    @property
    def key(self) -> tuple[str, str, ShareAddress]:
        """What a route is replaced by."""
        return self.source, self.destination, self.address

    def admits(self, now: float) -> bool:
        """Whether a message may go at MOOS time ``now``; it then counts as sent."""
        if 0 <= self.most <= self.sent or (self.duration >= 0 and now - self.made > self.duration):
            return False
        if self.frequency > 0 and now - self.last < 1.0 / self.frequency - SLACK:
            return False
        self.sent += 1
        self.last = now
        return True


@dataclass(slots=True)
class ShareInput:
    """One address to listen at; ``patterns``: of the names that may pass, none: all."""

    address: ShareAddress
    patterns: tuple[str, ...] = ()


class SharePattern(NamedTuple):
    """A pattern of variables and applications, and the route that is made for what matches."""

    variables: str
    applications: str
    destination: str
    route: ShareRoute

    def name(self, variable: str) -> str:
        """Return the destination's name of a variable that matches."""
        pattern = self.variables
        if self.destination == "^" and pattern.count("*") == 1 and "?" not in pattern:
            if pattern.startswith("*"):
                return variable[: len(variable) - len(pattern) + 1]
            if pattern.endswith("*"):
                return variable[len(pattern) - 1 :]
        return self.destination + variable


def has_wildcard(text: str) -> bool:
    """Whether a name is a pattern."""
    return "*" in text or "?" in text


@lru_cache(256)
def _compiled(pattern: str) -> re.Pattern[str]:
    parts = (".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return re.compile("".join(parts), re.DOTALL)


def fits(pattern: str, text: str) -> bool:
    """Whether a text matches a pattern of ``*`` and ``?``."""
    return _compiled(pattern).fullmatch(text) is not None


def read_address(text: str, base: MulticastBase) -> ShareAddress:
    """Return the address ``host:port`` or ``multicast_N``."""
    if text.lower().startswith(_MULTICAST):
        channel = text[len(_MULTICAST) :]
        if not (channel.isascii() and channel.isdigit() and base.port + int(channel[:6]) <= _HIGHEST_PORT):
            raise RouteError(f"{text} is no multicast channel, for instance multicast_8")
        return ShareAddress(base.host, base.port + int(channel), int(channel))
    host, colon, port = text.rpartition(":")
    digits = port.isascii() and port.isdigit()
    if not (colon and host and ":" not in host and digits and 0 < int(port[:6]) <= _HIGHEST_PORT):
        raise RouteError(f"{text} is no route; HOST:PORT or multicast_N")
    return ShareAddress(host, int(port))


def long_form(text: str) -> dict[str, str]:
    """Return the pairs of ``key=value, key=value``; keys are lower case, blanks are removed anywhere."""
    found: dict[str, str] = {}
    for part in without_blanks(text).split(","):
        key, _, value = part.partition("=")
        found.setdefault(key, value)
    return found


def _number(found: dict[str, str], key: str, default: float) -> float:
    text = found.get(key)
    number = default if text is None else read_number(text)
    if number is None:
        raise RouteError(f"{key} must be a number")
    return number


def routes_of(found: dict[str, str], base: MulticastBase, now: float) -> list[ShareRoute]:
    """Return the routes of an output in long form, made at MOOS time ``now``."""
    source = found.get("src_name", "")
    if not source or not found.get("route"):
        raise RouteError("an output needs src_name and route")
    destination = found.get("dest_name", "" if has_wildcard(source) else source)
    options = _number(found, "frequency", 0.0), _number(found, "duration", -1.0)
    most = int(_number(found, "max_shares", -1.0))
    addresses = [read_address(text, base) for text in found["route"].split("&")]
    return [ShareRoute(source, destination, address, *options, most, now) for address in addresses]


def short_form(text: str, base: MulticastBase, now: float) -> list[ShareRoute]:
    """Return the routes of ``SRC -> [DEST:]HOST:PORT[@FREQ] [& ...]``."""
    source, arrow, rest = without_blanks(text).partition("->")
    if not arrow or not source or not rest:
        raise RouteError("an output is src_name=VAR,route=HOST:PORT or VAR->HOST:PORT")
    return list(_short_routes(source, rest, base, now))


def _short_routes(source: str, rest: str, base: MulticastBase, now: float) -> Iterator[ShareRoute]:
    for part in rest.split("&"):
        place, at, rate = part.partition("@")
        if at and not is_number(rate):
            raise RouteError(f"{rate} is no frequency")
        parts = place.split(":")
        addressed = 1 if parts[-1].lower().startswith(_MULTICAST) else 2
        if len(parts) not in (addressed, addressed + 1):
            raise RouteError(f"{place} is no route; [DEST:]HOST:PORT or [DEST:]multicast_N")
        named = len(parts) > addressed
        destination = parts[0] if named else "" if has_wildcard(source) else source
        address = read_address(":".join(parts[named:]), base)
        yield ShareRoute(source, destination, address, float(read_number(rate) or 0.0) if at else 0.0, made=now)


def inputs_of(found: dict[str, str], base: MulticastBase) -> list[ShareInput]:
    """Return the inputs of a long form."""
    if not found.get("route"):
        raise RouteError("an input needs route=HOST:PORT or route=multicast_N")
    patterns = tuple(part for part in found.get("white_list", "").split("&") if part)
    return [ShareInput(read_address(text, base), patterns) for text in found["route"].split("&")]


def pattern_of(route: ShareRoute) -> SharePattern:
    """Return the pattern that a route with wildcards stands for."""
    variables, _, applications = route.source.partition(":")
    destination = "" if has_wildcard(route.destination) else route.destination
    return SharePattern(variables, applications or "*", destination, route)
