"""Write all posts as MCAP by Foxglove's SDK: one channel per variable, JSON messages, simulated time; and the scene.

The live door has the SDK, too: doors/foxglove/server.py.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from usimmarine_py.errors import MissingExtraError
from usimmarine_py.logs.mcap.messages import NANOSECONDS, PostMessages, encode, readable_topic
from usimmarine_py.logs.mcap.schemas import Schema
from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape


class McapWriter(PostMessages):
    """A listener for a ``LockstepBus``. Needs the package foxglove-sdk. Call ``close``.

    ``path``: of the file; one that is open already stays open. ``prefix`` and ``hull`` as of ``PostMessages``.
    """

    def __init__(
        self, path: Path | IO[bytes], metadata: dict[str, str], prefix: str = "", hull: HullShape | None = None
    ) -> None:
        try:
            import foxglove
            from foxglove.mcap import MCAPWriteOptions
        except ImportError:
            raise MissingExtraError("writing MCAP", "foxglove-sdk", "logs") from None
        super().__init__(prefix, hull)
        for name in ("foxglove", "foxglove_py"):  # its lines for a full disk: ours is enough
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._sdk: Any = foxglove
        self._own = isinstance(path, Path)
        self._file = path.open("wb") if isinstance(path, Path) else path
        self._sink = _Sink(self._file)
        # threads of the compression would cost more than they save of such small chunks
        options = MCAPWriteOptions(compression_threads=0, disable_seeking=not self._file.seekable())
        self._context = foxglove.Context()
        self._written: list[Any] = []  #: channels
        self._closed = False
        shown = {key: text.encode("utf-8", "backslashreplace").decode() for key, text in metadata.items()}
        self._writer: Any = None
        try:
            self._writer = foxglove.open_mcap(self._sink, context=self._context, writer_options=options)
            self._writer.write_metadata("run", shown)
        except RuntimeError as error:
            with suppress(OSError):
                self.close()
            raise self._sink.failure or OSError(str(error)) from None

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
                try:
                    self.finish_scene()
                finally:
                    self._finish()
            finally:
                if self._own:  # closed even when the disk is full
                    self._file.close()

    def message(self, channel: int, time: int, fields: dict[str, Any]) -> None:
        """Write one message. Raises ``OSError``."""
        self._written[channel].log(encode(fields).encode("utf-8"), log_time=time)
        if self._sink.failure is not None:
            raise self._sink.failure

    def register(self, topic: str, name: str, schema: Schema) -> int:
        """Add a channel to the file."""
        described = self._sdk.Schema(name=name, encoding="jsonschema", data=encode(schema).encode("utf-8"))
        made = self._sdk.Channel(
            readable_topic(topic), schema=described, message_encoding="json", context=self._context
        )
        self._written.append(made)
        return len(self._written) - 1

    def _finish(self) -> None:
        try:
            if self._writer is not None:
                self._writer.close()
        except RuntimeError as error:
            raise self._sink.failure or OSError(str(error)) from None


class _Sink:
    """The file for the SDK, which goes on after a failure and has no word for its reason: it is kept here."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._length = 0  #: so far, of a pipe, which knows no places
        self.failure: BaseException | None = None  #: also of a signal that came meanwhile

    @contextmanager
    def _watched(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            self.failure = error
            raise

    def write(self, data: bytes | bytearray) -> int:
        """Write."""
        with self._watched():
            written = self._file.write(data)
        self._length += written
        return written

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place; of a pipe the SDK asks only where it is."""
        with self._watched():  # what waits is written before
            return self._file.seek(offset, whence) if self._file.seekable() else self._length

    def flush(self) -> None:
        """Write what waits."""
        with self._watched():
            self._file.flush()
