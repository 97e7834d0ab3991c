"""The server side of one connection: protocol string, handshake, packets (laws/wire 5, 15.2)."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import NamedTuple

from usimmarine_py.errors import NameRefusedError, RemoteProtocolError, shorten
from usimmarine_py.wire.codec import (
    DATA,
    POISON,
    PROTOCOL_TEXT,
    STRING,
    PacketReader,
    Part,
    WireMessage,
    check_end,
    check_header,
    encode_packet,
    encode_text,
    split_messages,
)
from usimmarine_py.wire.database import DbCore, Deliveries
from usimmarine_py.wire.limits import (
    MAX_HANDSHAKE_LENGTH,
    MAX_PACKET_LENGTH,
    PACKET_HEADER_LENGTH,
    PROTOCOL_STRING_LENGTH,
)
from usimmarine_py.wire.subscriptions import MOST_WORK

#: Messages processed at a time, about two milliseconds of work. A packet may hold a million; other clients are served
#: between two portions.
PORTION = 250


class State(enum.Enum):
    """The state of a connection."""

    PROTOCOL = "waiting for the protocol string"
    HANDSHAKE = "waiting for the handshake"
    OPEN = "open"
    CLOSED = "closed"


class Outcome(NamedTuple):
    """The result of one step of a connection: what its owner has to do."""

    deliveries: Deliveries = []  # noqa: RUF012 - never changed
    reply: bytes = b""  #: bytes for this connection other than mail (WELCOME, POISON), to be sent first
    close: str = ""  #: not empty: close this connection after the reply; the reason, one line


def poison(reason: str, now: float) -> bytes:
    """Return the packet that refuses a client."""
    message = WireMessage(msg_type=POISON, data_type=STRING, time=now, string_val=encode_text(reason))
    return encode_packet([message])


class ServerConnection:
    """Turns the bytes of one client into outcomes. The owner calls ``feed``, then ``step`` until it returns None."""

    def __init__(self, core: DbCore, address: str = "", refusal: Callable[[str], str] = lambda _: "") -> None:
        """``refusal`` says why a client of a name gets no place, an empty text if it does."""
        self._core = core
        self._refusal = refusal
        self._address = address
        self._reader = PacketReader(MAX_HANDSHAKE_LENGTH)
        self.state = State.PROTOCOL
        self.name = ""
        # a packet that is processed in portions, the offset of its rest, and the number of messages left
        self._packet = b""
        self._position = self._left = 0
        self._parts: list[Part] = []  # of the portion, not processed yet

    def feed(self, data: bytes) -> None:
        """Take received bytes."""
        if self.state is not State.CLOSED:
            self._reader.feed(data)

    @property
    def pending(self) -> int:
        """Number of bytes received and not yet processed; the owner stops reading while there are any."""
        return self._reader.pending + len(self._packet)

    @property
    def is_busy(self) -> bool:
        """Whether a request of the client is carried out in portions."""
        return self.state is State.OPEN and self._core.is_busy(self.name)

    def step(self, now: float) -> Outcome | None:
        """Process the next part of the received bytes; None when nothing is left to do.

        Raises:
            RemoteProtocolError: the client broke the protocol; the connection counts as closed.
        """
        try:
            if self.state is State.PROTOCOL:
                return self._protocol()
            if self.state is State.HANDSHAKE:
                return self._handshake(now)
            if self.state is State.OPEN:
                return self._open(now)
        except RemoteProtocolError:
            self.close(now)
            raise
        return None

    def close(self, now: float) -> None:
        """Record that the connection is closed, by either side. Idempotent."""
        if self.state is State.OPEN:
            self._core.leave(self.name, now)
        self.state = State.CLOSED
        self._packet, self._left, self._parts = b"", 0, []

    def _protocol(self) -> Outcome | None:
        # a wrong text is detected before all 32 bytes have arrived
        text = self._reader.peek(PROTOCOL_STRING_LENGTH).partition(b"\0")[0]
        whole = self._reader.pending >= PROTOCOL_STRING_LENGTH or len(text) < self._reader.pending
        known = PROTOCOL_TEXT if whole else PROTOCOL_TEXT[: len(text)]
        if text.lower() != known.lower():
            raise RemoteProtocolError(f"not a MOOS client: it began with {shorten(text)}")
        if self._reader.take(PROTOCOL_STRING_LENGTH) is None:
            return None
        self.state = State.HANDSHAKE
        return Outcome()

    def _handshake(self, now: float) -> Outcome | None:
        messages = self._reader.next_packet()
        if messages is None:
            return None
        if len(messages) != 1 or messages[0].msg_type != DATA:
            raise RemoteProtocolError("no handshake: the first packet must hold one message of type i")
        message = messages[0]
        name = message.text
        try:
            if reason := self._refusal(name):
                raise NameRefusedError(name, reason)
            asynchronous = message.key.lower() == "asynchronous"
            welcome = self._core.admit(name, asynchronous, message.time, now, self._address)
        except NameRefusedError as refusal:
            self.state = State.CLOSED
            return Outcome(reply=poison(refusal.reason, now), close=f"name {shorten(name)!r} refused: {refusal.reason}")
        self.name = name
        self.state = State.OPEN
        self._reader.limit = MAX_PACKET_LENGTH
        return Outcome(reply=encode_packet([welcome]))

    def _open(self, now: float) -> Outcome | None:
        if self.is_busy:
            return Outcome(self._core.proceed(self.name, now, last=not (self._parts or self._left)))
        if not self._parts and not self._split():
            return None
        size, total = len(self._parts), 0
        for number, cost in enumerate(map(self._core.cost, self._parts), 1):
            total += cost
            if total >= MOST_WORK:
                size = number
                break
        turn, self._parts = self._parts[:size], self._parts[size:]
        return Outcome(self._core.process(self.name, turn, now, last=not (self._parts or self._left)))

    def _split(self) -> bool:
        """Split and check the next portion; False if there is no packet. A short packet is checked as a whole."""
        if self._left == 0:
            packet = self._reader.next_raw()
            if packet is None:
                return False
            self._packet, self._position, self._left = packet, PACKET_HEADER_LENGTH, check_header(packet)
        count = min(self._left, PORTION)
        self._parts, self._position = split_messages(self._packet, count, self._position)
        self._left -= count
        if self._left == 0:
            check_end(self._packet, self._position)
            self._packet = b""
        return True
