"""Posts as messages for viewers: one channel per variable, JSON, and the scene of the vehicle."""

from __future__ import annotations

import base64
import json
from abc import ABC, abstractmethod
from math import isfinite
from typing import Any

from usimmarine_py.logs.mcap.scene import Scene
from usimmarine_py.logs.mcap.schemas import Schema
from usimmarine_py.logs.mcap.shapes import HullShape

NANOSECONDS = 1_000_000_000
encode = json.JSONEncoder(separators=(",", ":")).encode
_KINDS: dict[type, dict[str, object]] = {
    float: {"type": "number"},
    str: {"type": "string"},
    bytes: {"type": "string", "contentEncoding": "base64"},
}


class PostMessages(ABC):
    """Turns posts into messages; subclasses write or send them. The same for files and for live viewers.

    ``prefix``: of the position of the vehicle that is shown in three dimensions as ``hull``; empty: none.
    """

    def __init__(self, prefix: str = "", hull: HullShape | None = None) -> None:
        self._channels: dict[str, int] = {}
        self._kinds: dict[str, type] = {}
        self._scene = Scene(self._put, prefix, hull or HullShape()) if prefix else None

    @abstractmethod
    def register(self, topic: str, name: str, schema: Schema) -> int:
        """Return the number of a new channel of this topic, whose messages have a JSON schema of this name."""

    @abstractmethod
    def message(self, channel: int, time: int, fields: dict[str, Any]) -> None:
        """Write or send one message at ``time`` (ns)."""

    def write(
        self, time: int, variable: str, source: str, source_aux: str, value: float | str | bytes, means: str = ""
    ) -> None:
        """Take one post at ``time`` (ns, >= 0); ``means``: the variable's name for the scene, "" = its own."""
        kind = type(value)
        channel = self._channels.get(variable)
        if channel is None:
            channel = self._channels[variable] = self._channel(variable, kind)
            self._kinds[variable] = kind
        shown = base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else value
        if kind is not self._kinds[variable] or (isinstance(value, float) and not isfinite(value)):
            # another type than the variable's first, or a number that JSON does not have
            fields: dict[str, Any] = {"other": str(shown), "source": source}
        else:
            fields = {"value": shown, "source": source}
        if source_aux:
            fields["source_aux"] = source_aux
        self.message(channel, time, fields)
        if self._scene is not None:
            self._scene.take(time, means or variable, value)

    def place_known(self) -> None:
        """Emit the positions that are complete, though the next one has not come: for live viewers."""
        if self._scene is not None:
            self._scene.place_known()

    def finish_scene(self) -> None:
        """Emit what the scene still holds, the track among it."""
        if self._scene is not None:
            self._scene.close()

    def _put(self, topic: str, schema: Schema, time: int, message: dict[str, Any]) -> None:
        """One message of the scene."""
        channel = self._channels.get(topic)
        if channel is None:
            channel = self._channels[topic] = self.register(topic, schema["title"], schema)
        self.message(channel, time, message)

    def _channel(self, variable: str, kind: type) -> int:
        text = {"value": _KINDS[kind], **{name: {"type": "string"} for name in ("source", "source_aux", "other")}}
        return self.register(variable, f"moos.{kind.__name__}", {"type": "object", "properties": text})


def readable_topic(topic: str) -> str:
    """Return a topic as valid UTF-8: a name may hold bytes that are none."""
    return topic.encode("utf-8", "backslashreplace").decode()
