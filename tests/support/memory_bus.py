"""The in-memory bus: the same database core without bytes, sockets and threads.

Mail is delivered within ``notify`` itself, in the order of the posts, and time comes from the injected clock
alone, so two equal runs see the same mail at the same times.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from tests.support.messages import decoded, parts
from usimmarine_py.errors import NameRefusedError, TransportError
from usimmarine_py.moos.clock import Clock
from usimmarine_py.moos.transport.comms import BaseComms, CommsStatistics
from usimmarine_py.values import Message, Value
from usimmarine_py.values.rows import Row
from usimmarine_py.wire.codec import (
    BINARY,
    DOUBLE,
    NOTIFY,
    REGISTER,
    STRING,
    UNREGISTER,
    UNUSED,
    WILDCARD_REGISTER,
    WILDCARD_UNREGISTER,
    WireMessage,
    encode_text,
)
from usimmarine_py.wire.database import DbCore, Deliveries
from usimmarine_py.wire.limits import (
    MAX_INBOX_BYTES,
    MAX_INBOX_MESSAGES,
    MAX_MESSAGE_LENGTH,
    MIN_MESSAGE_LENGTH,
)
from usimmarine_py.wire.patterns import Wildcard, format_wildcard
from usimmarine_py.wire.queues import BoundedQueue

_LAST_ID = 0x7FFFFFFF


def to_mail(message: WireMessage) -> tuple[Message, int]:
    """The piece of mail in a NOTIFY, and about how many bytes it takes."""
    mail = Message(message.key, message.value, message.time, message.src, message.src_aux, message.community)
    return mail, MIN_MESSAGE_LENGTH + len(message.string_val)


class MemoryBus:
    """A MOOS community inside one process.

    Args:
        clock: gives the MOOS time of posts, intervals and the bus's own variables.
        community: its name.
        report: takes one line for everything that a client does and that is refused.
    """

    def __init__(self, clock: Clock, community: str = "alpha", report: Callable[[str], None] | None = None) -> None:
        self._clock = clock
        self._community = community
        self._report = report
        # the offline runner has one thread; the lock lets tests drive clients from several
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self._core: DbCore | None = None
        self._connected: dict[str, MemoryComms] = {}
        self._waiting: list[MemoryComms] = []
        self.up()

    @property
    def clock(self) -> Clock:
        """The clock of the community."""
        return self._clock

    @property
    def clients(self) -> list[str]:
        """Names of the connected clients, newest first."""
        return [] if self._core is None else self._core.clients

    def client(self, name: str) -> MemoryComms:
        """A new client, not yet connected. Raises ``LocalProtocolError`` for an impossible name."""
        return MemoryComms(self, name)

    def down(self) -> None:
        """Stop the database as if its process had died: every client loses its connection."""
        with self.lock:
            self._core = None
            lost, self._connected = list(self._connected.values()), {}
            self._waiting += lost
            for client in lost:
                client._lost()

    def up(self) -> None:
        """Start an empty database; waiting clients connect at once, in order."""
        with self.lock:
            if self._core is not None:
                return
            self._core = DbCore(
                self._community,
                start=self._clock.now(),
                warp=self._clock.warp,
                report=None if self._report is None else self._say,
            )
            waiting, self._waiting = self._waiting, []
            for client in waiting:
                self._join(client)

    def _say(self, name: str, text: str) -> None:
        if self._report is not None:
            self._report(f"{name}: {text}")

    def _join(self, client: MemoryComms) -> None:
        if self._core is None:
            self._waiting.append(client)
            return
        now = self._clock.now()
        try:
            self._core.admit(client.name, True, now, now)
        except NameRefusedError as refusal:
            client._refused(refusal.reason)
            return
        self._connected[client.name] = client
        client._welcomed(self._community)

    def _leave(self, client: MemoryComms) -> None:
        if client in self._waiting:
            self._waiting.remove(client)
        if self._connected.get(client.name) is client:
            del self._connected[client.name]
            if self._core is not None:
                self._core.leave(client.name, self._clock.now())

    def _process(self, client: MemoryComms, message: WireMessage) -> None:
        assert self._core is not None
        deliveries: Deliveries = self._core.process(client.name, parts(message), self._clock.now())
        for name, held in deliveries:
            self._connected[name]._deliver(decoded(held))
        for name, _ in deliveries:
            receiver = self._connected.get(name)
            if receiver is not None:
                receiver._call_on_mail()


class MemoryComms(BaseComms):
    """A client of a ``MemoryBus``; see ``Comms`` for the methods. Made by ``MemoryBus.client``."""

    def __init__(self, bus: MemoryBus, name: str) -> None:
        super().__init__(name)
        self._bus = bus
        self._community = ""
        self._inbox: BoundedQueue[Message] = BoundedQueue(MAX_INBOX_MESSAGES, MAX_INBOX_BYTES)
        self._registrations: dict[str, float] = {}
        self._wildcards: dict[tuple[str, str], float] = {}
        self._renewed: set[str | tuple[str, str]] = set()
        self._in_on_mail = self._more_mail = False
        self._running = self._closed = self._connected = False
        self._ids = 0

    @property
    def community(self) -> str:
        """Community of the bus, empty before the first connection."""
        return self._community

    @property
    def problem(self) -> str:
        """Why there is no connection; empty while connected."""
        if self._connected or not self._running or self._closed:
            return ""
        return self._refused_reason or "the in-memory bus is down"

    @property
    def statistics(self) -> CommsStatistics:
        """Counters since the beginning."""
        return CommsStatistics(self._connections, 0, self._inbox.dropped, self._callback_errors, self._last_error)

    def is_connected(self) -> bool:
        """True between connecting and the loss of the connection."""
        return self._connected

    def wait_until_connected(self, timeout: float) -> bool:
        """Wait at most ``timeout`` real s. Raises ``NameRefusedError`` when the name was refused."""
        with self._bus.changed:
            self._bus.changed.wait_for(lambda: self._connected or bool(self._refused_reason) or self._closed, timeout)
            if self._refused_reason:
                raise NameRefusedError(self._name, self._refused_reason)
            return self._connected

    def run(
        self,
        on_connect: Callable[[], None] | None = None,
        on_disconnect: Callable[[], None] | None = None,
        on_mail: Callable[[], None] | None = None,
    ) -> None:
        """Connect, at once when the bus is up. Raises ``TransportError`` after ``close``."""
        with self._bus.lock:
            if self._closed:
                raise TransportError(f"the connection of {self._name} was closed; make a new one")
            if self._running:
                return
            self._running = True
            self._on_connect, self._on_disconnect, self._on_mail = on_connect, on_disconnect, on_mail
            self._bus._join(self)

    def close(self) -> None:
        """Leave. Idempotent."""
        with self._bus.changed:
            self._closed = True
            self._connected = False
            self._bus._leave(self)
            self._bus.changed.notify_all()

    def register(self, variable: str, interval: float = 0.0) -> bool:
        """Subscribe; remembered over reconnections. False for an empty name."""
        if not variable:
            return False
        with self._bus.lock:
            self._registrations[variable] = interval
            if self._connected:
                self._renewed.add(variable)
                self._send(
                    WireMessage(self._next_id(), REGISTER, DOUBLE, self._name, key=variable, double_val=interval)
                )
        return True

    def register_wildcard(self, variables: str, sources: str = "*", interval: float = 0.0) -> bool:
        """Subscribe by pattern; remembered. False for an empty pattern or one with a comma."""
        if not variables or not sources or "," in variables or "," in sources:
            return False
        with self._bus.lock:
            self._wildcards[variables, sources] = interval
            if self._connected:
                self._renewed.add((variables, sources))
                self._wildcard(WILDCARD_REGISTER, Wildcard(sources, variables, interval))
        return True

    def unregister(self, variable: str) -> bool:
        """Drop a subscription."""
        if not variable:
            return False
        with self._bus.lock:
            self._registrations.pop(variable, None)
            if self._connected:
                self._send(WireMessage(self._next_id(), UNREGISTER, DOUBLE, self._name, key=variable, double_val=0.0))
        return True

    def unregister_wildcard(self, variables: str, sources: str = "*") -> bool:
        """Drop the subscriptions to all variables that match now."""
        with self._bus.lock:
            self._wildcards.pop((variables, sources), None)
            if self._connected:
                self._wildcard(WILDCARD_UNREGISTER, Wildcard(sources, variables))
        return True

    def post_rows(self, rows: Iterable[Row], default: float | None = None) -> int:
        """Post value by value, and deliver to every subscriber before this returns; how many were dropped."""
        if default is None:
            default = self._bus.clock.now()
        dropped = 0
        for shape, values, time, aux in rows:
            stamp = default if time is None or time == -1.0 else time
            for name, value in zip(shape.names, values, strict=True):
                dropped += not self.post_one(name, value, stamp, aux, shape.source or self._name)
        return dropped

    def post_one(self, variable: str, value: Value, stamp: float, source_aux: str, src: str) -> bool:
        """One value; False if it was dropped."""
        number, text, data_type = UNUSED, b"", DOUBLE
        if isinstance(value, str):
            text, data_type = encode_text(value), STRING
        elif isinstance(value, bytes | bytearray | memoryview):
            text, data_type = bytes(value), BINARY
        else:
            number = float(value)
        with self._bus.lock:
            if not self._connected or not variable:
                return False
            if len(text) > MAX_MESSAGE_LENGTH:
                self._last_error = f"{variable}: {len(text)} bytes are more than the {MAX_MESSAGE_LENGTH} of a message"
                return False
            self._send(
                WireMessage(
                    self._next_id(), NOTIFY, data_type, src, source_aux, "", variable, stamp, number, UNUSED, text
                )
            )
        return True

    def fetch(self) -> list[Message]:
        """All mail since the last call, in order of arrival."""
        with self._bus.lock:
            return self._inbox.pop_all()

    # --- called by the bus ----------------------------------------------------------------------------

    def _welcomed(self, community: str) -> None:
        self._community = community
        self._connected = True
        self._connections += 1
        self._renewed.clear()
        self._call(self._on_connect)
        for key, interval in list(self._registrations.items()):
            if key not in self._renewed:
                self.register(key, interval)
        for (variables, sources), interval in list(self._wildcards.items()):
            if (variables, sources) not in self._renewed:
                self.register_wildcard(variables, sources, interval)
        self._bus.changed.notify_all()

    def _refused(self, reason: str) -> None:
        self._refused_reason = reason
        self._bus.changed.notify_all()

    def _lost(self) -> None:
        self._connected = False
        self._call(self._on_disconnect)

    def _deliver(self, messages: list[WireMessage]) -> None:
        for message in messages:
            self._inbox.push(*to_mail(message))

    def _call_on_mail(self) -> None:
        # mail that arrives while the callback runs is told by the call that is running
        self._more_mail = True
        if self._in_on_mail or self._on_mail is None:
            return
        self._in_on_mail = True
        try:
            while self._more_mail:
                self._more_mail = False
                self._call(self._on_mail)
        finally:
            self._in_on_mail = False

    # --- inside ---------------------------------------------------------------------------------------

    def _send(self, message: WireMessage) -> None:
        if message.time == UNUSED:
            message = message._replace(time=self._bus.clock.now())
        self._bus._process(self, message)

    def _wildcard(self, msg_type: bytes, wildcard: Wildcard) -> None:
        text = encode_text(format_wildcard(wildcard))
        self._send(WireMessage(self._next_id(), msg_type, STRING, self._name, key=self._name, string_val=text))

    def _next_id(self) -> int:
        ident = self._ids
        self._ids = 0 if ident == _LAST_ID else ident + 1
        return ident
