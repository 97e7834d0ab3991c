"""``usim poke``: post variables, and verify that the MOOSDB accepted them."""

from __future__ import annotations

import time
from math import inf

import click

from usimmarine_py.apps.operator import Poke, parse_poke
from usimmarine_py.cli.options import Finite, Whole, find_target, split_mission, target_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import NotTakenError, shorten
from usimmarine_py.moos.transport.comms import Comms

#: Longest wait for an own post to be echoed, real s.
ECHO_TIMEOUT = 2.0


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE.moos] VAR=VALUE ...")
@target_options
@click.option("--every", type=Finite(0.0, min_open=True), metavar="S", help="Repeat the post every S real seconds.")
@click.option(
    "--for", "seconds", type=Finite(0.0, min_open=True), metavar="S", help="With --every: end after S real seconds."
)
@click.option("--count", type=Whole(1), metavar="N", help="With --every: end after N posts.")
def poke(
    words: tuple[str, ...],
    host: str,
    port: int,
    warp: float,
    every: float | None,
    seconds: float | None,
    count: int | None,
) -> None:
    """Post variables to a MOOSDB and verify that it accepted them.

    A number is posted as a double, anything else as a string. VAR:=VALUE always posts a string. The MOOSDB is that of
    FILE.moos, or the one at --host and --port. With --every it posts until --for, --count or Ctrl-C.
    """
    if every is None and (seconds is not None or count is not None):
        raise click.UsageError("--for and --count say when --every ends: give --every S")
    mission_file, rest = split_mission(words)
    if not rest:
        raise click.UsageError("nothing to post; give VAR=VALUE")
    target = find_target(mission_file, host, port, warp).at_its_warp(original="uPokeDB")
    pokes = [parse_poke(word) for word in rest]
    comms = target.visit("uPokeDB", "poke")
    try:
        for one in pokes:
            comms.register(one.variable)
        for one in pokes:
            comms.notify(one.variable, one.value)
        waiting = list(pokes)
        held: dict[str, str] = {}
        deadline = time.monotonic() + ECHO_TIMEOUT
        while waiting and time.monotonic() < deadline:
            for message in comms.fetch():
                if message.source == comms.name:
                    waiting = [p for p in waiting if (p.variable, p.value) != (message.variable, message.value)]
                else:
                    held[message.variable] = "a number" if message.is_double else "a text"
            time.sleep(0.005)
        for one in pokes:
            if one not in waiting:
                kind = "string" if isinstance(one.value, str) else "double"
                say(f"{one.variable} = {one.value} ({kind})")
        for one in waiting:
            reason = f"it holds {held[one.variable]}" if one.variable in held else "no answer"
            remedy = "; post a string with VAR:=TEXT" if held.get(one.variable) == "a text" else ""
            raise NotTakenError(f"the MOOSDB did not take {one.variable} = {shorten(one.value)}: {reason}{remedy}")
        if every is not None:
            times = _again(comms, pokes, every, seconds, count)
            say(f"posted {times} times, every {every:g} s")
    finally:
        comms.close()


def _again(comms: Comms, pokes: list[Poke], every: float, seconds: float | None, count: int | None) -> int:
    """Repeat the posts every ``every`` real s and return the total number. Raises ``NotTakenError``."""
    due, times = time.monotonic(), 1
    end = inf if seconds is None else due + seconds
    while count is None or times < count:
        # from the last due time, so that the rate is kept; posts missed in a pause of the machine are skipped
        due = max(due + every, time.monotonic() - every)
        if due > end:
            break
        while (wait := due - time.monotonic()) > 0.0:
            time.sleep(min(wait, 0.2))
            comms.fetch()
        if not all([comms.notify(one.variable, one.value) for one in pokes]):
            raise NotTakenError(f"the MOOSDB is gone after {times} posts: {comms.problem or 'no connection'}")
        times += 1
    return times
