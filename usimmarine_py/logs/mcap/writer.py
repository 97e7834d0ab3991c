"""Write all posts as MCAP: one channel per variable, JSON messages, simulated time; and the scene of the vehicle."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

from usimmarine_py.errors import MissingExtraError
from usimmarine_py.logs.mcap.messages import NANOSECONDS, PostMessages, encode, readable_topic
from usimmarine_py.logs.mcap.schemas import Schema
from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape


class McapWriter(PostMessages):
    """A listener for a ``LockstepBus``. Needs the package mcap. Call ``close``.

    ``path``: of the file; one that is open already stays open. ``prefix`` and ``hull`` as of ``PostMessages``.
    """

    def __init__(
        self, path: Path | IO[bytes], metadata: dict[str, str], prefix: str = "", hull: HullShape | None = None
    ) -> None:
        try:
            from mcap.writer import CompressionType, Writer
        except ImportError:
            raise MissingExtraError("writing MCAP", "mcap", "logs") from None
        super().__init__(prefix, hull)
        self._own = isinstance(path, Path)
        self._file = path.open("wb") if isinstance(path, Path) else path
        self._writer: Any = Writer(self._file, compression=CompressionType.ZSTD)
        self._writer.start(profile="", library="usimmarine")
        shown = {key: text.encode("utf-8", "backslashreplace").decode() for key, text in metadata.items()}
        self._writer.add_metadata("run", shown)
        self._schemas: dict[str, int] = {}
        self._count = 0
        self._closed = False

    def row(self, stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str = "") -> None:
        """Write a row; ``stamp`` in s."""
        time = round(stamp * NANOSECONDS)
        for variable, value in zip(shape.names, values, strict=True):
            self.write(time, variable, shape.source, source_aux, value)

    def close(self) -> None:
        """Write pending data and the index, and close the file; idempotent."""
        if not self._closed:
            self._closed = True
            try:
                self.finish_scene()
                self._writer.finish()
            finally:
                if self._own:  # closed even when the disk is full
                    self._file.close()

    def message(self, channel: int, time: int, fields: dict[str, Any]) -> None:
        """Write one message."""
        data = encode(fields).encode("utf-8")
        self._writer.add_message(channel, log_time=time, data=data, publish_time=time, sequence=self._count)
        self._count += 1

    def register(self, topic: str, name: str, schema: Schema) -> int:
        """Add a channel to the file."""
        if name not in self._schemas:
            data = encode(schema).encode("utf-8")
            self._schemas[name] = self._writer.register_schema(name, "jsonschema", data)
        return int(self._writer.register_channel(readable_topic(topic), "json", self._schemas[name]))
