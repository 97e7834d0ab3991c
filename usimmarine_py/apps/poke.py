"""``usim poke``: post variables, and see that the MOOSDB took them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from usimmarine_py.apps.target import Target
from usimmarine_py.errors import ConfigError, UsimError, shorten
from usimmarine_py.text import is_number

#: How long to wait for our own post to come back, real s.
ECHO_TIMEOUT = 2.0


class Poke(NamedTuple):
    """One post."""

    variable: str
    value: float | str


class NotTakenError(UsimError):
    """The MOOSDB did not take a post."""


def parse_poke(word: str) -> Poke:
    """``VAR=VALUE``: a number is posted as a double, anything else as a string; ``VAR:=VALUE`` is always a string."""
    name, equals, value = word.partition("=")
    as_string = name.endswith(":")
    name = name.removesuffix(":").strip()
    if not equals or not name:
        raise ConfigError(f"{shorten(word)} is not VAR=VALUE (or VAR:=TEXT for a string)")
    if len(value) >= 2 and value[0] == value[-1] == '"':
        return Poke(name, value[1:-1])
    if as_string or not is_number(value.strip(), exponent=True):
        return Poke(name, value)
    return Poke(name, float(value))


def run_poke(target: Target, pokes: Sequence[Poke], say: Callable[[str], None]) -> None:
    """Post, wait for each post to come back, and say so.

    Raises ``NotTakenError`` when one does not: a MOOSDB drops a number posted to a text variable, and the reverse,
    without a word.
    """
    comms = target.connect(f"usim_poke_{time.time_ns() % 1_000_000:06d}")
    try:
        for poke in pokes:
            comms.register(poke.variable)
        for poke in pokes:
            comms.notify(poke.variable, poke.value)
        waiting = list(pokes)
        held: dict[str, str] = {}
        deadline = time.monotonic() + ECHO_TIMEOUT
        while waiting and time.monotonic() < deadline:
            for message in comms.fetch():
                if message.source == comms.name:
                    waiting = [p for p in waiting if (p.variable, p.value) != (message.key, message.value)]
                else:
                    held[message.key] = "a number" if message.is_double else "a text"
            time.sleep(0.005)
        for poke in pokes:
            if poke not in waiting:
                kind = "string" if isinstance(poke.value, str) else "double"
                say(f"{poke.variable} = {poke.value} ({kind})")
        for poke in waiting:
            reason = f"it holds {held[poke.variable]}" if poke.variable in held else "no answer"
            remedy = "; post a string with VAR:=TEXT" if held.get(poke.variable) == "a text" else ""
            raise NotTakenError(f"the MOOSDB did not take {poke.variable} = {shorten(poke.value)}: {reason}{remedy}")
    finally:
        comms.close()
