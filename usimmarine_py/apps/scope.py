"""``usim scope``: watch variables of a MOOSDB as lines of text."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from usimmarine_py.apps.target import Target
from usimmarine_py.errors import shorten
from usimmarine_py.moos.transport.comms import Comms, Message
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
    return f"{message.time - start:10.2f}  {message.key:<24} {message.source:<16} {text}"


def run_scope(
    target: Target,
    names: Sequence[str],
    say: Callable[[str], None],
    *,
    once: bool = False,
    seconds: float | None = None,
) -> int:
    """Print mail of ``names`` (patterns with ``*`` and ``?`` too; none = everything) until interrupted.

    ``once`` prints the current values and ends; ``seconds`` ends after so many real seconds. Returns how many
    messages were shown.
    """
    comms = target.connect(f"usim_scope_{time.time_ns() % 1_000_000:06d}")
    try:
        start = time.time() * target.warp
        for name in names or ["*"]:
            if "*" in name or "?" in name:
                comms.register_wildcard(name)
            else:
                comms.register(name)
        say(HEADER)
        if once:
            return _show_present(comms, start, say)
        return _follow(comms, start, say, seconds)
    finally:
        comms.close()


def _show_present(comms: Comms, start: float, say: Callable[[str], None]) -> int:
    latest: dict[str, Message] = {}
    quiet_since = time.monotonic()
    # current values come in one burst; half a second of silence ends it, two seconds end any flood
    end = quiet_since + 2.0
    while time.monotonic() < min(end, quiet_since + 0.5):
        for message in comms.fetch():
            if message.key not in latest:
                quiet_since = time.monotonic()
            latest[message.key] = message
        time.sleep(0.01)
    for name in sorted(latest):
        say(scope_line(latest[name], start))
    return len(latest)


def _follow(comms: Comms, start: float, say: Callable[[str], None], seconds: float | None) -> int:
    shown = 0
    end = None if seconds is None else time.monotonic() + seconds
    while end is None or time.monotonic() < end:
        for message in comms.fetch():
            say(scope_line(message, start))
            shown += 1
        time.sleep(0.01)
    return shown
