"""``usim scope``: watch variables of a MOOSDB as lines of text."""

from __future__ import annotations

import time

import click

from usimmarine_py.cli.options import Finite, find_target, split_mission, target_options
from usimmarine_py.errors import shorten
from usimmarine_py.model import Message
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.text import compact_number

HEADER = f"{'time (s)':>10}  {'variable':<24} {'source':<16} value"
#: Longest value shown, so that an APPCAST does not fill the screen.
SHOWN = 100


def scope_line(message: Message, start: float) -> str:
    """One message as one line; the time is MOOS seconds since ``start``."""
    value = message.value
    if isinstance(value, bytes):
        text = f"({len(value)} bytes)"
    elif isinstance(value, str):
        text = f'"{shorten(value, SHOWN)}"'
    else:
        text = compact_number(value, 5)
    return f"{message.time - start:10.2f}  {message.variable:<24} {message.source:<16} {text}"


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE.moos] [VAR ...]")
@target_options
@click.option("--once", is_flag=True, help="Show the current values and end.")
@click.option("--for", "seconds", type=Finite(0.0, min_open=True), help="End after this many real seconds.")
def scope(words: tuple[str, ...], host: str, port: int, warp: float, once: bool, seconds: float | None) -> int:
    """Watch variables of a MOOSDB; without a VAR all of them.

    VAR may hold * and ?. Each message is one line: MOOS seconds since the start of the scope, variable, who posted
    it, value. Ctrl-C ends it.
    """
    mission_file, names = split_mission(words)
    target = find_target(mission_file, host, port, warp).at_its_warp()
    comms = target.connect(f"usim_scope_{time.time_ns() % 1_000_000:06d}")
    try:
        start = time.time() * target.warp
        for name in names or ["*"]:
            if "*" in name or "?" in name:
                comms.register_wildcard(name)
            else:
                comms.register(name)
        click.echo(HEADER)
        if not once:
            _follow(comms, start, seconds)
        elif not _show_present(comms, start):
            click.echo("no value yet", err=True)
            return 1
        return 0
    finally:
        comms.close()


def _show_present(comms: Comms, start: float) -> int:
    """The current values; how many there are."""
    latest: dict[str, Message] = {}
    quiet_since = time.monotonic()
    # current values come in one burst; half a second of silence ends it, two seconds end any flood
    end = quiet_since + 2.0
    while time.monotonic() < min(end, quiet_since + 0.5):
        for message in comms.fetch():
            if message.variable not in latest:
                quiet_since = time.monotonic()
            latest[message.variable] = message
        time.sleep(0.01)
    for name in sorted(latest):
        click.echo(scope_line(latest[name], start))
    return len(latest)


def _follow(comms: Comms, start: float, seconds: float | None) -> None:
    end = None if seconds is None else time.monotonic() + seconds
    while end is None or time.monotonic() < end:
        for message in comms.fetch():
            click.echo(scope_line(message, start))
        time.sleep(0.01)
