"""The queue of mail between the thread that receives it and the application that reads it.

It is bounded: if an application hangs, the oldest mail is dropped and counted, and memory does not fill up.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from usimmarine_py.values import Message
from usimmarine_py.values.frozen import maker
from usimmarine_py.wire.codec import DOUBLE, WireMessage
from usimmarine_py.wire.limits import MIN_MESSAGE_LENGTH
from usimmarine_py.wire.queues import BoundedQueue

_message = maker(Message)


class Inbox:
    """Received mail in order of arrival; beyond either bound the oldest is dropped. Thread-safe."""

    def __init__(self, max_messages: int, max_bytes: int) -> None:
        self._lock = threading.Lock()
        self._mail: BoundedQueue[Message] = BoundedQueue(max_messages, max_bytes)

    @property
    def dropped(self) -> int:
        """Messages lost since the beginning."""
        return self._mail.dropped

    def put(self, messages: Iterable[WireMessage]) -> None:
        """Append what was received."""
        with self._lock:
            for wire in messages:
                value = wire.double_val if wire.data_type == DOUBLE else wire.value
                mail = _message((wire.key, value, wire.time, wire.src, wire.src_aux, wire.community))
                self._mail.push(mail, MIN_MESSAGE_LENGTH + len(wire.string_val))

    def take_all(self) -> list[Message]:
        """Return all mail that has not been taken yet, oldest first."""
        if not self._mail.size:
            return []
        with self._lock:
            return self._mail.pop_all()
