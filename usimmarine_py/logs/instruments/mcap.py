"""Numbers of an MCAP file with JSON messages: those of usim, Foxglove's, one's own. Only this module reads mcap."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from usimmarine_py.errors import LogFileError, MissingExtraError, shorten
from usimmarine_py.logs.instruments.gathered import Gathered
from usimmarine_py.logs.runs import Series


def read_mcap(path: Path, gathered: Gathered) -> dict[str, Series]:
    """Series by topic and field; a field named ``value`` is the topic's own.

    ``gathered`` takes them, and what is broken. Of a file that is torn off, what comes before is read. Raises
    ``LogFileError``.
    """
    try:
        from mcap.reader import NonSeekingReader
    except ImportError:
        raise MissingExtraError("reading MCAP", "mcap", "logs") from None
    others: set[str] = set()
    torn: Exception | None = None
    try:
        with path.open("rb") as file:
            # from the beginning, without the index at the end: a recorder that lost its power wrote none
            for _, channel, message in NonSeekingReader(file, validate_crcs=True).iter_messages(log_time_order=False):
                if channel.message_encoding != "json":
                    others.add(channel.message_encoding)
                    gathered.lose(f"messages of {channel.topic} in {channel.message_encoding or 'no encoding'}")
                    continue
                try:
                    numbers = list(numbers_of(json.loads(message.data), ""))
                except ValueError:
                    gathered.lose(f"messages of {channel.topic} that are no JSON")
                    continue
                for field, value in numbers:
                    name = channel.topic if field in ("", "value") else f"{channel.topic}.{field}"
                    gathered.add(name, message.log_time * 1e-9, value)
    except Exception as error:  # mcap and its decompressors raise whatever comes of broken bytes
        torn = error
    found = gathered.series()
    if torn is not None:
        if not found:
            raise LogFileError(f"cannot read the MCAP file: {torn}", file=str(path)) from None
        gathered.lose(f"the end of the file, which is broken ({shorten(str(torn) or type(torn).__name__, 100)})", 0)
    if not found and others:
        hint = "give the folder of the bag, which is read by the extra rosbag" if "cdr" in others else "convert it"
        raise LogFileError(f"holds messages in {', '.join(sorted(others))}, none in JSON; {hint}", file=str(path))
    return found


def numbers_of(node: Any, path: str) -> Iterator[tuple[str, float]]:
    """The numbers of a message with their dotted fields; lists by index."""
    if isinstance(node, (bool, int, float)):
        yield path, float(node)
    elif isinstance(node, (dict, list)):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from numbers_of(value, f"{path}.{key}" if path else str(key))
