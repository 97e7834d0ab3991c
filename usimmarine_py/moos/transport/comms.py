"""The seam between applications and any MOOS transport."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Protocol

from usimmarine_py.errors import LocalProtocolError
from usimmarine_py.values import Message, Post, Value
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.wire.codec import encode_text
from usimmarine_py.wire.limits import CLIENT_TIMEOUT, MAX_CLIENT_NAME_LENGTH

#: What the switch ``--comms`` and the key ``comms`` take.
COMMS_KINDS = ("auto", "native", "pymoos")


@dataclass(frozen=True, slots=True)
class CommsStatistics:
    """What a client counted since it was made."""

    connections: int = 0  #: successful handshakes
    outbox_dropped: int = 0  #: posts lost because they could not be sent fast enough
    inbox_dropped: int = 0  #: mail lost because it was not fetched in time
    callback_errors: int = 0  #: exceptions caught from callbacks
    last_error: str = ""  #: the last of them, or of a refused post, one line


class Comms(Protocol):
    """A client of a MOOSDB: native, pymoos or lock-step. No method blocks the simulation.

    Callbacks run on the transport's own thread and must be quick; what they raise is caught, counted and reported.
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
        """The time warp of the MOOSDB by its own clock; None before it told, or when that does not count from 1970."""
        ...

    def prepare(self) -> None:
        """Start connecting already, where the transport can, while the caller still finds out what ``run`` takes."""
        ...

    def run(
        self,
        on_connect: Callable[[], None] | None = None,
        on_disconnect: Callable[[], None] | None = None,
        on_mail: Callable[[], None] | None = None,
    ) -> None:
        """Start connecting; ``on_connect`` runs after every successful handshake (register there).

        ``on_disconnect`` runs when a connection is lost (not on ``close``), ``on_mail`` when mail can be fetched.
        """
        ...

    @property
    def refused_reason(self) -> str:
        """Why the MOOSDB refused the name for good; empty otherwise. Nothing is tried after that."""
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
        """Subscribe; ``interval`` is the minimum gap in MOOS seconds. Remembered over reconnections."""
        ...

    def register_wildcard(self, variables: str, sources: str = "*", interval: float = 0.0) -> bool:
        """Subscribe by pattern (``*`` and ``?``) of variable and of last writer."""
        ...

    def unregister(self, variable: str) -> bool:
        """Drop a subscription."""
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
        """Post several; how many were dropped. They leave together, and those without a time bear the same one.

        A reader never sees x of this iteration beside y of the last: a helm that does can take the distance to a
        waypoint for growing, and the waypoint for passed. The library behind ``pymoos`` offers no such thing.
        """
        ...

    def post_rows(self, variables: tuple[str, ...], times: Sequence[float], rows: Sequence[Sequence[Value]]) -> int:
        """Post a value for each of ``variables`` at each of ``times`` (MOOS s); how many were dropped.

        What bears the same time leaves together.
        """
        ...

    def ignore(self, variables: frozenset[str]) -> None:
        """What comes back of own numbers posted to these variables need not be fetched; of no others from now on."""
        ...

    def attend(self, until: float) -> bool:
        """Sleep to monotonic time ``until`` and do the transport's work meanwhile, with no other thread awake.

        Returns early when mail comes, when somebody calls ``wake``, and now and then. False at once where a transport
        keeps to its own threads.
        """
        ...

    def wake(self) -> None:
        """End ``attend``; safe in any thread and in signal handlers."""
        ...

    def free_at(self) -> float:
        """Monotonic time before which nothing leaves that is posted after the next ``attend``; -inf: nobody knows."""
        ...

    def fetch(self) -> list[Message]:
        """All mail that has arrived since the last call, in order of arrival."""
        ...

    def close(self) -> None:
        """Send what is queued (briefly), leave the MOOSDB and stop all threads. Idempotent."""
        ...


Callback = Callable[[], None] | None


class BaseComms(ABC):
    """What the transports have in common; see ``Comms`` for what they must add.

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
        """The time warp of the MOOSDB; None: nobody knows."""
        return self._moosdb_warp

    def prepare(self) -> None:
        """Nothing yet: ``run`` connects."""

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

    @abstractmethod
    def post(self, posts: Iterable[Post]) -> int:
        """Post several; how many were dropped."""

    def post_rows(self, variables: tuple[str, ...], times: Sequence[float], rows: Sequence[Sequence[Value]]) -> int:
        """Post a value for each of ``variables`` at each of ``times`` (MOOS s); how many were dropped."""
        return sum(
            self.post([Post(variable, value, time) for variable, value in zip(variables, row, strict=True)])
            for time, row in zip(times, rows, strict=True)
        )

    def ignore(self, variables: frozenset[str]) -> None:
        """Fetched all the same."""

    def attend(self, until: float) -> bool:
        """Not here: False."""
        del until
        return False

    def wake(self) -> None:
        """Nobody attends."""

    def free_at(self) -> float:
        """-inf: nobody knows."""
        return -inf

    def _call(self, callback: Callback) -> None:
        """Call back; what is raised is counted and kept as ``last_error``."""
        if callback is None:
            return
        began = time.monotonic()
        try:
            callback()
            if (took := time.monotonic() - began) > CLIENT_TIMEOUT:
                name, limit = getattr(callback, "__name__", "callback"), f"{CLIENT_TIMEOUT:g} s"
                self._last_error = f"{name}: took {took:.1f} s; a MOOSDB gives up clients that are silent for {limit}"
        except BaseException as error:  # an exit, too, would end nothing but the thread that talks to the MOOSDB
            if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                raise  # the user's
            self._failed(callback, error)

    def _failed(self, callback: Callable[[], None], error: BaseException) -> None:
        self._callback_errors += 1
        self._last_error = f"{getattr(callback, '__name__', 'callback')}: {type(error).__name__}: {error}"
