"""The interface between applications and MOOS transports."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from usimmarine_py.errors import LocalProtocolError
from usimmarine_py.values import Message, Post, Value
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.rows import Row, rows_of
from usimmarine_py.wire.codec import encode_text
from usimmarine_py.wire.limits import CLIENT_TIMEOUT, MAX_CLIENT_NAME_LENGTH

#: Values of the switch ``--comms`` and the key ``comms``.
COMMS_KINDS = ("auto", "native", "pymoos")


@dataclass(frozen=True, slots=True)
class CommsStatistics:
    """Counters of a client since its creation."""

    connections: int = 0  #: successful handshakes
    outbox_dropped: int = 0  #: posts lost because they could not be sent fast enough
    inbox_dropped: int = 0  #: mail lost because it was not fetched in time
    callback_errors: int = 0  #: exceptions caught from callbacks
    last_error: str = ""  #: the last of them, or of a refused post, one line


class Comms(Protocol):
    """A client of a MOOSDB: native, pymoos or lock-step. No method blocks the simulation.

    Callbacks run in the transport's own thread and must be short; their exceptions are caught, counted and reported.
    """

    @property
    def name(self) -> str:
        """The client name."""
        ...

    @property
    def community(self) -> str:
        """Community of the MOOSDB, empty before the first connection."""
        ...

    @property
    def moosdb_warp(self) -> float | None:
        """The time warp of the MOOSDB by its own clock; None if unknown, or if that clock does not count from 1970."""
        ...

    def prepare(self) -> None:
        """Start to connect, if the transport can, while the caller still prepares the arguments of ``run``."""
        ...

    def run(
        self,
        on_connect: Callable[[], None] | None = None,
        on_disconnect: Callable[[], None] | None = None,
        on_mail: Callable[[], None] | None = None,
    ) -> None:
        """Start to connect; ``on_connect`` runs after every successful handshake (register there).

        ``on_disconnect`` runs when a connection is lost (not on ``close``), ``on_mail`` when mail can be fetched.
        """
        ...

    @property
    def refused_reason(self) -> str:
        """Why the MOOSDB refused the name for good, empty otherwise. The client does not try again after that."""
        ...

    @property
    def problem(self) -> str:
        """Why there is no connection at present, one line; empty while connected or before the first try."""
        ...

    @property
    def statistics(self) -> CommsStatistics:
        """Counters since the beginning."""
        ...

    def is_connected(self) -> bool:
        """True between a successful handshake and the loss of the connection."""
        ...

    def wait_until_connected(self, timeout: float) -> bool:
        """Wait at most ``timeout`` real seconds; raises ``NameRefusedError`` when the name was refused."""
        ...

    def register(self, variable: str, interval: float = 0.0) -> bool:
        """Subscribe; ``interval`` is the minimum gap in MOOS seconds. Kept over reconnections."""
        ...

    def register_wildcard(self, variables: str, sources: str = "*", interval: float = 0.0) -> bool:
        """Subscribe by pattern (``*`` and ``?``) of variable and of last writer."""
        ...

    def unregister(self, variable: str) -> bool:
        """Drop a subscription."""
        ...

    def skip_own(self, variables: Collection[str]) -> None:
        """Leave out of ``fetch``, where the transport can, the client's own numbers of these variables, from now on."""
        ...

    def notify(
        self,
        variable: str,
        value: Value,
        time: float | None = None,
        source_aux: str = "",
        source: str | None = None,
    ) -> bool:
        """Post; ``time`` None = now, ``source`` None = own name. False (and dropped) while not connected."""
        ...

    def post(self, posts: Iterable[Post]) -> int:
        """Post several values in one packet and return how many were dropped. Those without a time get the same time.

        A reader never sees x of one iteration with y of the one before: a helm could then see the distance to a
        waypoint grow and take the waypoint as passed. The library behind ``pymoos`` has no such call.
        """
        ...

    def post_rows(self, rows: Iterable[Row], default: float | None = None) -> int:
        """Post rows and return how many values were dropped. What is posted in one call is sent together.

        ``default``: MOOS time (s) of rows that have none; None: now.
        """
        ...

    def attend(self, until: float, *, reads: bool = True) -> bool:
        """Sleep until monotonic time ``until`` and do the work of the transport meanwhile, in this thread.

        Returns early when mail arrives (without ``reads`` it is read at the end), after ``wake``, and occasionally. A
        transport with threads of its own returns False immediately.
        """
        ...

    def wake(self) -> None:
        """End ``attend``; safe in any thread and in signal handlers."""
        ...

    def fetch(self) -> list[Message]:
        """All mail that has arrived since the last call, in order of arrival."""
        ...

    def close(self) -> None:
        """Send queued posts (for a short time), disconnect and stop all threads. Idempotent."""
        ...


Callback = Callable[[], None] | None


class BaseComms(ABC):
    """The common part of the transports; see ``Comms`` for what they must add.

    Raises ``LocalProtocolError`` for a name that is empty or too long.
    """

    def __init__(self, name: str) -> None:
        if not name or len(encode_text(name)) > MAX_CLIENT_NAME_LENGTH:
            raise LocalProtocolError(f"a client name has 1 to {MAX_CLIENT_NAME_LENGTH} bytes, not {len(name)}")
        self._name = name
        self._refused_reason = ""
        self._moosdb_warp: float | None = None
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

    @property
    def moosdb_warp(self) -> float | None:
        """The time warp of the MOOSDB; None if unknown."""
        return self._moosdb_warp

    def prepare(self) -> None:
        """Do nothing: ``run`` connects."""

    def notify(
        self,
        variable: str,
        value: Value,
        time: float | None = None,
        source_aux: str = "",
        source: str | None = None,
    ) -> bool:
        """Post; False, and dropped, while not connected, with an empty name or a value too long (``statistics``)."""
        return self.post((Post(variable, value, time, source_aux, source),)) == 0

    def post(self, posts: Iterable[Post]) -> int:
        """Post several values and return how many were dropped."""
        return self.post_rows(rows_of(posts))

    @abstractmethod
    def post_rows(self, rows: Iterable[Row], default: float | None = None) -> int:
        """Post rows and return how many values were dropped."""

    def attend(self, until: float, *, reads: bool = True) -> bool:
        """Return False: the transport has threads of its own."""
        del until, reads
        return False

    def skip_own(self, variables: Collection[str]) -> None:
        """Do nothing: they come back."""

    def wake(self) -> None:
        """Do nothing: no thread attends."""

    def _call(self, callback: Callback) -> None:
        """Call ``callback``; an exception is counted and kept as ``last_error``."""
        if callback is None:
            return
        began = time.monotonic()
        try:
            callback()
            if (took := time.monotonic() - began) > CLIENT_TIMEOUT:
                name, limit = getattr(callback, "__name__", "callback"), f"{CLIENT_TIMEOUT:g} s"
                self._last_error = f"{name}: took {took:.1f} s; a MOOSDB drops clients that are silent for {limit}"
        except BaseException as error:  # SystemExit, too, would only end the transport's thread
            if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                raise  # the user's
            self._failed(callback, error)

    def _failed(self, callback: Callable[[], None], error: BaseException) -> None:
        self._callback_errors += 1
        self._last_error = f"{getattr(callback, '__name__', 'callback')}: {type(error).__name__}: {error}"
