"""Numbers of an MCAP file with JSON messages: those of usim, Foxglove's, one's own. Only this module reads mcap."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from usimmarine_py.errors import LogFileError, MissingExtraError
from usimmarine_py.logs.instruments.gathered import Gathered
from usimmarine_py.logs.runs import Series


def read_mcap(path: Path) -> dict[str, Series]:
    """Series by topic and field; a field named ``value`` is the topic's own. Raises ``LogFileError``."""
    try:
        from mcap.exceptions import McapError
        from mcap.reader import make_reader
    except ImportError:
        raise MissingExtraError("reading MCAP", "mcap", "logs") from None
    gathered = Gathered()
    others: set[str] = set()
    try:
        with path.open("rb") as file:
            for _, channel, message in make_reader(file).iter_messages():
                if channel.message_encoding != "json":
                    others.add(channel.message_encoding)
                    continue
                time = message.log_time * 1e-9
                for field, value in numbers_of(json.loads(message.data), ""):
                    name = channel.topic if field in ("", "value") else f"{channel.topic}.{field}"
                    gathered.add(name, time, value)
    except (McapError, OSError, ValueError) as error:
        raise LogFileError(f"cannot read the MCAP file: {error}", file=str(path)) from None
    found = gathered.series()
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
