"""``usim scope``: watch variables of a MOOSDB as lines of text."""

from __future__ import annotations

import json
import time
from base64 import b64encode
from collections.abc import Callable
from math import inf, isfinite

import click

from usimmarine_py.cli.options import Finite, find_target, split_mission, target_options
from usimmarine_py.cli.progress import say
from usimmarine_py.cli.start import reader_left
from usimmarine_py.conditions import Judge
from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.text import compact_number
from usimmarine_py.values import Message

HEADER = f"{'time (s)':>10}  {'variable':<24} {'source':<16} value"
Show = Callable[[Message], None]
#: Most characters of a value, so that an APPCAST does not fill the screen.
SHOWN = 100


def scope_line(message: Message, start: float) -> str:
    """Format one message as a line; the time is MOOS seconds since ``start``."""
    value = message.value
    if isinstance(value, bytes):
        text = f"({len(value)} bytes)"
    elif isinstance(value, str):
        text = f'"{shorten(value, SHOWN)}"'
    else:
        text = compact_number(value, 5)
    variable, source = (shorten(name, SHOWN) for name in (message.variable, message.source))
    return f"{message.time - start:10.2f}  {variable:<24} {source:<16} {text}"


def json_line(message: Message, start: float) -> str:
    """Format one message as a JSON object; bytes as base 64, nan and infinities as text."""
    value = message.value
    if isinstance(value, bytes):
        value = b64encode(value).decode("ascii")
    elif isinstance(value, float) and not isfinite(value):
        value = repr(value)
    found = {"time": round(message.time - start, 6), "variable": message.variable, "source": message.source}
    return json.dumps({**found, "value": value})


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE.moos] [VAR ...]")
@target_options
@click.option("--source", "sources", multiple=True, metavar="NAME", help="Show posts of this application; repeatable.")
@click.option("--once", is_flag=True, help="Show the current values and end.")
@click.option("--for", "seconds", type=Finite(0.0, min_open=True), metavar="S", help="End after S real seconds.")
@click.option("--until", "expectation", metavar="EXPR", help="End when this holds, as in 'NAV_X > 100': exit code 0.")
@click.option(
    "--timeout", type=Finite(0.0, min_open=True), metavar="S", help="With --until: exit code 1 after S real s."
)
@click.option("--json", "as_json", is_flag=True, help="Print each message as a JSON object on a line, unshortened.")
def scope(
    words: tuple[str, ...],
    host: str,
    port: int,
    warp: float,
    sources: tuple[str, ...],
    once: bool,
    seconds: float | None,
    expectation: str | None,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Watch variables of a MOOSDB; without a VAR all of them.

    VAR may contain * and ?. Each message is one line: MOOS seconds since the start of the scope, variable, source,
    value. Ctrl-C ends it. With --until it shows the variables of EXPR and waits until it holds; times in it, as in
    'NAV_SPEED > 2 for 10 s', are MOOS time. docs/expectations.md describes the language.
    """
    if expectation is None and timeout is not None:
        raise click.UsageError("--timeout is for --until EXPR")
    if expectation is not None and (once or seconds is not None):
        raise click.UsageError("--until ends by itself, or by --timeout: leave --once and --for out")
    mission_file, names = split_mission(words)
    wanted = None if expectation is None else _checked(expectation)
    limit = seconds if timeout is None else timeout
    end = inf if limit is None else time.monotonic() + limit  # connecting takes of it, too
    target = find_target(mission_file, host, port, warp).at_its_warp(end, "uXMS")
    comms = target.visit("uXMS", "scope", end)
    try:
        start = time.time() * target.warp
        judge = None if wanted is None else Judge([wanted], start)
        names = (*names, *(sorted(judge.variables) if judge is not None else ()))
        for name in names or ["*"]:
            if "*" in name or "?" in name:
                comms.register_wildcard(name)
            else:
                comms.register(name)
        line = json_line if as_json else scope_line
        if not as_json:
            say(HEADER)

        def show(message: Message) -> None:
            if not sources or message.source in sources:
                say(line(message, start))

        if judge is not None:
            return _await(comms, judge, show, target.warp, end, f"not met in {timeout or inf:g} s")
        if not once:
            _follow(comms, show, end)
        elif not _show_present(comms, show):
            say("no value yet", err=True)
            return 1
        return 0
    finally:
        comms.close()


def _show_present(comms: Comms, show: Show) -> int:
    """Show the current values and return their number."""
    latest: dict[str, Message] = {}
    quiet_since = time.monotonic()
    # current values arrive in one burst; half a second of silence ends it, two seconds end any sequence
    end = quiet_since + 2.0
    while time.monotonic() < min(end, quiet_since + 0.5):
        for message in comms.fetch():
            if message.variable not in latest:
                quiet_since = time.monotonic()
            latest[message.variable] = message
        time.sleep(0.01)
    for name in sorted(latest):
        show(latest[name])
    return len(latest)


def _follow(comms: Comms, show: Show, end: float) -> None:
    """Show messages until ``end`` (monotonic s)."""
    while time.monotonic() < end and not reader_left():
        for message in comms.fetch():
            show(message)
        time.sleep(0.01)


def _checked(expectation: str) -> str:
    """Return the expectation if posts can fulfil it. Raises ``ConfigError``."""
    if not Judge([expectation]).variables:
        raise ConfigError("names no variable", key=f"--until {shorten(expectation, 60)}")
    return expectation


def _await(comms: Comms, judge: Judge, show: Show, warp: float, end: float, words: str) -> int:
    """Show messages and wait until the expectation holds: return 0, or 1 at ``end`` (monotonic s)."""
    while True:
        mail = comms.fetch()
        for message in sorted(mail, key=lambda m: m.time):
            show(message)
            judge.feed(message.time, message.variable, message.value)
        now = time.time() * warp
        if judge.hold(now):
            return 0
        if time.monotonic() >= end:
            for verdict in judge.verdicts(now):
                say(f"{words}: {verdict}", err=True)
            return 1
        time.sleep(0.01)
