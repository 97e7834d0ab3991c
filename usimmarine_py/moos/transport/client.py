"""What the transports have in common: who the client is, its callbacks, what it counts."""

from __future__ import annotations

from collections.abc import Callable

from usimmarine_py.errors import LocalProtocolError
from usimmarine_py.wire.limits import MAX_CLIENT_NAME_LENGTH
from usimmarine_py.wire.messages import encode_text

Callback = Callable[[], None] | None


class Client:
    """Base of ``MemoryComms``, ``NativeComms`` and ``PymoosComms``; see ``Comms`` for what they must add.

    Raises ``LocalProtocolError`` for a name that is empty or too long.
    """

    def __init__(self, name: str) -> None:
        if not name or len(encode_text(name)) > MAX_CLIENT_NAME_LENGTH:
            raise LocalProtocolError(f"a client name has 1 to {MAX_CLIENT_NAME_LENGTH} bytes, not {len(name)}")
        self._name = name
        self._refused_reason = ""
        self._on_connect: Callback = None
        self._on_disconnect: Callback = None
        self._on_mail: Callback = None
        self._connections = self._callback_errors = 0
        self._last_error = ""

    @property
    def name(self) -> str:
        """The client name."""
        return self._name

    @property
    def refused_reason(self) -> str:
        """Why the name was refused for good; empty otherwise."""
        return self._refused_reason

    def _call(self, callback: Callback) -> None:
        """Call back; what is raised is counted and kept as ``last_error``."""
        if callback is None:
            return
        try:
            callback()
        except Exception as error:
            self._failed(callback, error)

    def _failed(self, callback: Callable[[], None], error: BaseException) -> None:
        self._callback_errors += 1
        self._last_error = f"{getattr(callback, '__name__', 'callback')}: {type(error).__name__}: {error}"
