"""The tables and lists that a MOOSDB posts about itself (laws/wire 7.6, 9)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from usimmarine_py.wire.codec import BINARY, DOUBLE, UNUSED, decode_text
from usimmarine_py.wire.variables import StoredVariable

#: Longest summary, characters: some times that of a large community. Thousands of names of a faulty client must
#: neither lead to messages that are too long to send, nor keep the others waiting while they are sorted.
MAX_SUMMARY_LENGTH = 128 * 1024

_DAY = 86400.0
#: Strings longer than the first number are cut to the second number of characters, with three dots.
_SHOWN_STRING, _CUT_STRING = 25, 22


def clip(text: str) -> str:
    """Cut ``text`` to MAX_SUMMARY_LENGTH characters."""
    return text[:MAX_SUMMARY_LENGTH]


def time_of_day(unix: float, utc_offset: float) -> str:
    """Format a time as ``HH:MM:SS.mmm`` of the local clock."""
    if not math.isfinite(unix):
        return "--:--:--.---"
    milliseconds = math.floor((unix + utc_offset) % _DAY * 1000.0)
    seconds, milliseconds = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{milliseconds:03d}"


def shown_value(variable: StoredVariable) -> str:
    """The value in the short form of DB_VARSUMMARY."""
    if variable.data_type == DOUBLE:
        return f"{variable.number:.1f}"
    if variable.data_type == BINARY:
        size = len(variable.text)
        if size < 1000:
            return f"*binary* {size:<4d} B"
        if size < 1_000_000:
            return f"*binary* {size / 1000.0:.3f} KB"
        return f"*binary* {size / 1e6:.3f} MB"
    text = decode_text(variable.text[: 4 * _SHOWN_STRING + 4])
    return text[:_CUT_STRING] + "..." if len(text) > _SHOWN_STRING else text


def variable_row(variable: StoredVariable, warp: float, utc_offset: float) -> str:
    """One line of DB_VARSUMMARY, with its line end."""
    clock = time_of_day(variable.written / warp if variable.written != UNUSED else UNUSED, utc_offset)
    writer = variable.src or "(write pending)"
    kind = variable.data_type.decode("latin-1")
    return (
        f"{variable.key:<20} {clock:<20} {writer:<20} {f'{variable.frequency:.1f}':<4}Hz {kind:<2} "
        f"{shown_value(variable)}\n"
    )


def variable_table(variables: Iterable[StoredVariable], warp: float, utc_offset: float) -> str:
    """DB_VARSUMMARY of ``variables`` in the given order; unchanged lines are reused."""
    rows = []
    length = 0
    for variable in variables:
        row = variable.row
        if row is None:
            row = variable.row = variable_row(variable, warp, utc_offset)
        length += len(row)
        if length > MAX_SUMMARY_LENGTH:
            break
        rows.append(row)
    return "".join(rows)


def process_summary(name: str, subscribed: Iterable[str], published: Iterable[str]) -> str:
    """``name:SUBSCRIBED=,V1,V2,PUBLISHED=,V3`` (a comma before each name)."""
    reads = "".join(f",{v}" for v in sorted(subscribed))
    writes = "".join(f",{v}" for v in sorted(published))
    return clip(f"{name}:SUBSCRIBED={reads},PUBLISHED={writes}")


def read_write_summary(clients: Sequence[tuple[str, Iterable[str], Iterable[str]]]) -> str:
    """DB_RWSUMMARY: ``app=SUB1:SUB2&PUB1:PUB2`` per client, joined by commas."""
    parts = []
    length = 0
    for name, subscribed, published in clients:
        part = f"{name}={':'.join(sorted(subscribed))}&{':'.join(sorted(published))}"
        length += len(part)
        if length > MAX_SUMMARY_LENGTH:
            break
        parts.append(part)
    return ",".join(parts)
