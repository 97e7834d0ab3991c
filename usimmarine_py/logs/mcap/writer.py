"""Write all posts as MCAP: one channel per variable, JSON messages, simulated time; and the scene of the vehicle."""

from __future__ import annotations

import base64
import json
from math import isfinite
from pathlib import Path
from typing import IO, Any

from usimmarine_py.errors import MissingExtraError
from usimmarine_py.logs.mcap.scene import Scene
from usimmarine_py.logs.mcap.schemas import Schema
from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape

_NANOSECONDS = 1_000_000_000
_encode = json.JSONEncoder(separators=(",", ":")).encode
_KINDS: dict[type, dict[str, object]] = {
    float: {"type": "number"},
    str: {"type": "string"},
    bytes: {"type": "string", "contentEncoding": "base64"},
}


class McapWriter:
    """A listener for a ``LockstepBus``. Needs the package mcap. Call ``close``.

    ``path``: of the file; one that is open already stays open. ``prefix``: of the position of the vehicle that is shown
    in three dimensions as ``hull``; empty: none.
    """

    def __init__(
        self, path: Path | IO[bytes], metadata: dict[str, str], prefix: str = "", hull: HullShape | None = None
    ) -> None:
        try:
            from mcap.writer import CompressionType, Writer
        except ImportError:
            raise MissingExtraError("writing MCAP", "mcap", "logs") from None
        self._own = isinstance(path, Path)
        self._file = path.open("wb") if isinstance(path, Path) else path
        self._writer: Any = Writer(self._file, compression=CompressionType.ZSTD)
        self._writer.start(profile="", library="usimmarine")
        shown = {key: text.encode("utf-8", "backslashreplace").decode() for key, text in metadata.items()}
        self._writer.add_metadata("run", shown)
        self._schemas: dict[str, int] = {}
        self._channels: dict[str, int] = {}
        self._kinds: dict[str, type] = {}
        self._count = 0
        self._closed = False
        self._scene = Scene(self._put, prefix, hull or HullShape()) if prefix else None

    def row(self, stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str = "") -> None:
        """Write a row; ``stamp`` in s."""
        time = round(stamp * _NANOSECONDS)
        for variable, value in zip(shape.names, values, strict=True):
            self.write(time, variable, shape.source, source_aux, value)

    def write(
        self, time: int, variable: str, source: str, source_aux: str, value: float | str | bytes, means: str = ""
    ) -> None:
        """Write one message at ``time`` (ns, >= 0); ``means``: the variable's name for the scene, "" = its own."""
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
        self._message(channel, time, fields)
        if self._scene is not None:
            self._scene.take(time, means or variable, value)

    def close(self) -> None:
        """Write pending data and the index, and close the file; idempotent."""
        if not self._closed:
            self._closed = True
            try:
                if self._scene is not None:
                    self._scene.close()
                self._writer.finish()
            finally:
                if self._own:  # closed even when the disk is full
                    self._file.close()

    def _message(self, channel: int, time: int, fields: dict[str, Any]) -> None:
        data = _encode(fields).encode("utf-8")
        self._writer.add_message(channel, log_time=time, data=data, publish_time=time, sequence=self._count)
        self._count += 1

    def _put(self, topic: str, schema: Schema, time: int, message: dict[str, Any]) -> None:
        """One message of the scene."""
        channel = self._channels.get(topic)
        if channel is None:
            channel = self._channels[topic] = self._register(topic, schema["title"], schema)
        self._message(channel, time, message)

    def _channel(self, variable: str, kind: type) -> int:
        text = {"value": _KINDS[kind], **{name: {"type": "string"} for name in ("source", "source_aux", "other")}}
        return self._register(variable, f"moos.{kind.__name__}", {"type": "object", "properties": text})

    def _register(self, topic: str, name: str, schema: Schema) -> int:
        if name not in self._schemas:
            data = _encode(schema).encode("utf-8")
            self._schemas[name] = self._writer.register_schema(name, "jsonschema", data)
        shown = topic.encode("utf-8", "backslashreplace").decode()  # a name may hold bytes that are no UTF-8
        return int(self._writer.register_channel(shown, "json", self._schemas[name]))
