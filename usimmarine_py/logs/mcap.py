"""Everything posted as MCAP: one channel a variable, JSON messages, simulated time."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from usimmarine_py.errors import LogFileError, MissingExtraError

_NANOSECONDS = 1_000_000_000
_KINDS: dict[type, dict[str, object]] = {
    float: {"type": "number"},
    str: {"type": "string"},
    bytes: {"type": "string", "contentEncoding": "base64"},
}


class McapWriter:
    """A listener for a ``LockstepBus``. Needs the package mcap. Call ``close``."""

    def __init__(self, path: Path, metadata: dict[str, str]) -> None:
        try:
            from mcap.writer import CompressionType, Writer
        except ImportError:
            raise MissingExtraError("--mcap", "mcap", "logs") from None
        try:
            self._file = path.open("wb")
        except OSError as error:
            raise LogFileError(f"cannot write: {error.strerror or error}", file=str(path)) from error
        # no compression: lz4 and zstd are further packages
        self._writer: Any = Writer(self._file, compression=CompressionType.NONE)
        self._writer.start(profile="", library="usimmarine")
        self._writer.add_metadata("run", metadata)
        self._schemas: dict[type, int] = {}
        self._channels: dict[str, int] = {}
        self._count = 0
        self._closed = False

    def __call__(self, stamp: float, variable: str, source: str, source_aux: str, value: float | str | bytes) -> None:
        """Write one message."""
        kind = type(value)
        channel = self._channels.get(variable)
        if channel is None:
            channel = self._channels[variable] = self._channel(variable, kind)
        shown = base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else value
        fields = {"value": shown, "source": source}
        if source_aux:
            fields["source_aux"] = source_aux
        time = round(stamp * _NANOSECONDS)
        data = json.dumps(fields, separators=(",", ":")).encode("utf-8")
        self._writer.add_message(channel, log_time=time, data=data, publish_time=time, sequence=self._count)
        self._count += 1

    def close(self) -> None:
        """Write the index and close the file; idempotent."""
        if not self._closed:
            self._closed = True
            with self._file:  # closed even when the disk is full
                self._writer.finish()

    def _channel(self, variable: str, kind: type) -> int:
        if kind not in self._schemas:
            text = {"value": _KINDS[kind], "source": {"type": "string"}, "source_aux": {"type": "string"}}
            schema = json.dumps({"type": "object", "properties": text}).encode("utf-8")
            self._schemas[kind] = self._writer.register_schema(f"moos.{kind.__name__}", "jsonschema", schema)
        return int(self._writer.register_channel(variable, "json", self._schemas[kind]))
