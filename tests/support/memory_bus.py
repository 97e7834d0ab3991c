"""The in-memory bus: the database core of the MOOSDB without bytes, sockets and threads.

Mail is delivered within the call that posts it, and time comes from the injected clock alone, so two equal runs see the
same mail at the same times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count

from tests.support.messages import decoded, parts
from usimmarine_py.errors import NameRefusedError
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
    WireMessage,
    encode_text,
)
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.patterns import Wildcard, format_wildcard


class MemoryBus:
    """A MOOS community inside one process; ``clock`` gives the time of posts, intervals and the bus's variables."""

    def __init__(self, clock: Clock, community: str = "alpha") -> None:
        self.clock, self.community = clock, community
        self.connected: dict[str, MemoryComms] = {}
        self.waiting: list[MemoryComms] = []
        self.is_up = False
        self.up()

    def client(self, name: str) -> MemoryComms:
        """A new client, not yet connected."""
        return MemoryComms(self, name)

    def announce(self) -> None:
        """The core posts its own variables by itself."""

    def up(self) -> None:
        """Start an empty database; waiting clients connect at once, in order."""
        self.is_up = True
        self.core = DbCore(self.community, start=self.clock.now(), warp=self.clock.warp)
        waiting, self.waiting = self.waiting, []
        for client in waiting:
            client.join()

    def down(self) -> None:
        """Stop the database as if its process had died: every client loses its connection."""
        self.is_up = False
        self.waiting += self.connected.values()
        self.connected.clear()

    def process(self, client: MemoryComms, message: WireMessage) -> None:
        """Take a message, and deliver to all readers what it causes."""
        deliveries = self.core.process(client.name, parts(message), self.clock.now())
        for name, held in deliveries:
            self.connected[name].inbox += decoded(held)
        for name, _ in deliveries:
            if name in self.connected:
                self.connected[name].call_on_mail()


class MemoryComms(BaseComms):
    """A client of a ``MemoryBus``, of the transport's interface as much as applications need in lock step."""

    def __init__(self, bus: MemoryBus, name: str) -> None:
        super().__init__(name)
        self._bus = bus
        self.inbox: list[WireMessage] = []
        self._calling = self._more_mail = False
        self._ids = count()
        self.community = ""
        self.statistics = CommsStatistics()

    @property
    def problem(self) -> str:
        return "" if self.is_connected() else self.refused_reason or "the in-memory bus is down"

    def is_connected(self) -> bool:
        return self._bus.connected.get(self.name) is self

    def wait_until_connected(self, timeout: float) -> bool:
        if self.refused_reason:
            raise NameRefusedError(self.name, self.refused_reason)
        return self.is_connected()

    def run(
        self,
        on_connect: Callable[[], None] | None = None,
        on_disconnect: Callable[[], None] | None = None,
        on_mail: Callable[[], None] | None = None,
    ) -> None:
        self._on_connect, self._on_mail = on_connect, on_mail
        self.join()

    def join(self) -> None:
        """Connect, now or when the bus is up."""
        if not self._bus.is_up:
            self._bus.waiting.append(self)
            return
        try:
            self._bus.core.admit(self.name, True, self._bus.clock.now(), self._bus.clock.now())
        except NameRefusedError as refusal:
            self._refused_reason = refusal.reason
            return
        self._bus.connected[self.name] = self
        self.community = self._bus.community
        self._call(self._on_connect)

    def close(self) -> None:
        if self in self._bus.waiting:
            self._bus.waiting.remove(self)
        if self._bus.connected.pop(self.name, None) is not None:
            self._bus.core.leave(self.name, self._bus.clock.now())

    def register(self, variable: str, interval: float = 0.0) -> bool:
        return self._send(REGISTER, variable, double_val=interval)

    def register_wildcard(self, variables: str, sources: str = "*", interval: float = 0.0) -> bool:
        text = encode_text(format_wildcard(Wildcard(sources, variables, interval)))
        return self._send(WILDCARD_REGISTER, self.name, STRING, string_val=text)

    def unregister(self, variable: str) -> bool:
        return self._send(UNREGISTER, variable, double_val=0.0)

    def post_rows(self, rows: Iterable[Row], default: float | None = None) -> int:
        now = self._bus.clock.now() if default is None else default
        dropped = 0
        for shape, values, time, aux in rows:
            stamp = now if time is None or time == -1.0 else time
            for name, value in zip(shape.names, values, strict=True):
                dropped += not self.post_one(name, value, stamp, aux, shape.source or self.name)
        return dropped

    def post_one(self, variable: str, value: Value, stamp: float, source_aux: str, source: str) -> bool:
        facts = {"time": stamp, "src": source, "src_aux": source_aux}
        if isinstance(value, str):
            return self._send(NOTIFY, variable, STRING, string_val=encode_text(value), **facts)
        if isinstance(value, bytes):
            return self._send(NOTIFY, variable, BINARY, string_val=value, **facts)
        return self._send(NOTIFY, variable, DOUBLE, double_val=float(value), **facts)

    def fetch(self) -> list[Message]:
        found, self.inbox = self.inbox, []
        return [Message(m.key, m.value, m.time, m.src, m.src_aux, m.community) for m in found]

    def call_on_mail(self) -> None:
        """Tell of mail; of what arrives meanwhile the call that is running tells."""
        self._more_mail = True
        while self._more_mail and not self._calling:
            self._more_mail, self._calling = False, True
            try:
                self._call(self._on_mail)
            finally:
                self._calling = False

    def _send(self, kind: bytes, key: str, data_type: bytes = DOUBLE, src: str = "", **facts: object) -> bool:
        if not key or not self.is_connected():
            return False
        message = WireMessage(next(self._ids), kind, data_type, src or self.name, key=key)._replace(**facts)
        if message.time == UNUSED:
            message = message._replace(time=self._bus.clock.now())
        self._bus.process(self, message)
        return True
