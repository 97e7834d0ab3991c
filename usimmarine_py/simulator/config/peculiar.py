"""Notes on lines that a recorded program takes otherwise than most readers expect (laws/usimmarine 12)."""

from __future__ import annotations

from collections.abc import Iterator

from usimmarine_py.errors import Severity
from usimmarine_py.simulator.config.draft import Draft
from usimmarine_py.text import read_number
from usimmarine_py.values import ConfigLine

#: What ends each of the notes.
REMEDY = "quirks = false mends that"


def peculiar_lines(draft: Draft) -> None:
    """Warn of them; of none where ``quirks`` is set, since its author knows."""
    if draft.dialect.quirks is None:
        for line, text in (*_turn_rate(draft), *_published_speed(draft)):
            draft.warn(line, f"{text}; {REMEDY}", severity=Severity.NOTE)


def _turn_rate(draft: Draft) -> Iterator[tuple[ConfigLine, str]]:
    settings, line = draft.settings, draft.lines.get("turn_rate")
    if line is None or read_number(line.value) != 0.0 or not draft.dialect.has("turn_rate_zero"):
        return
    rate = settings.turn_map[3]
    if rate:
        yield line, f"dialect {draft.dialect.name} refuses 0 here: the vehicle turns at a full rate of {rate:g}"


def _published_speed(draft: Draft) -> Iterator[tuple[ConfigLine, str]]:
    cap, table = draft.publication.speed_cap, draft.settings.thrust_map
    if not draft.dialect.has("published_speed_cap") or cap is None or "max_speed" in draft.lines:
        return
    for name, speed in (
        ("thrust_map", table.speed(100.0)),
        ("thrust_factor", table.speed(100.0)),
        ("start_speed", draft.pose.speed),
        ("start_pos", draft.pose.speed),
    ):
        if name in draft.lines and speed > cap:
            most = f"but dialect {draft.dialect.name} publishes {cap:g} m/s at most without max_speed"
            yield draft.lines[name], f"the vehicle reaches {speed:.3g} m/s, {most}"
            return
