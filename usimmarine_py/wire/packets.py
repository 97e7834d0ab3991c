"""Packets: nine bytes of header, then messages back to back (section 3), and the protocol string (5.1)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence

from usimmarine_py.errors import LocalProtocolError, RemoteProtocolError
from usimmarine_py.wire.limits import (
    MAX_PACKET_LENGTH,
    MIN_MESSAGE_LENGTH,
    PACKET_HEADER_LENGTH,
    PROTOCOL_STRING_LENGTH,
)
from usimmarine_py.wire.messages import WireMessage, decode_message, encode_message

PROTOCOL_TEXT = b"ELKS CAN'T DANCE 2/8/10"
#: The 32 bytes that a client sends first.
PROTOCOL_STRING = PROTOCOL_TEXT.ljust(PROTOCOL_STRING_LENGTH, b"\0")

_HEADER = struct.Struct("<iiB")  # total length, number of messages, compression
_LENGTH = struct.Struct("<i")


def join_packet(encoded: Sequence[bytes]) -> bytes:
    """One packet of messages that are encoded already.

    Raises:
        LocalProtocolError: no message (C++ peers do not survive that) or too many bytes for one packet.
    """
    length = PACKET_HEADER_LENGTH + sum(map(len, encoded))
    if not encoded:
        raise LocalProtocolError("a packet without a message must never be sent")
    if length > MAX_PACKET_LENGTH:
        raise LocalProtocolError(f"a packet of {length} bytes is longer than the {MAX_PACKET_LENGTH} allowed")
    return _HEADER.pack(length, len(encoded), 0) + b"".join(encoded)


def encode_packet(messages: Iterable[WireMessage]) -> bytes:
    """One packet holding ``messages``. Raises ``LocalProtocolError`` as ``join_packet`` does."""
    return join_packet([encode_message(message) for message in messages])


def join_packets(encoded: Sequence[bytes]) -> list[bytes]:
    """As few packets as the packet limit allows, order kept; no message, no packet."""
    packets: list[bytes] = []
    batch: list[bytes] = []
    length = PACKET_HEADER_LENGTH
    for raw in encoded:
        if batch and length + len(raw) > MAX_PACKET_LENGTH:
            packets.append(join_packet(batch))
            batch, length = [], PACKET_HEADER_LENGTH
        batch.append(raw)
        length += len(raw)
    if batch:
        packets.append(join_packet(batch))
    return packets


def decode_packet(data: bytes) -> list[WireMessage]:
    """The messages of one whole packet, possibly none.

    Raises:
        RemoteProtocolError: anything that contradicts the format, surplus bytes and compression included.
    """
    return list(iter_messages(data, check_header(data)))


def check_header(data: bytes) -> int:
    """The number of messages that the header of a whole packet announces.

    Raises:
        RemoteProtocolError: a header that contradicts itself or the number of bytes.
    """
    if len(data) < PACKET_HEADER_LENGTH:
        raise RemoteProtocolError(f"{len(data)} bytes are too few for a packet header")
    length, count, compression = _HEADER.unpack_from(data)
    if length != len(data):
        raise RemoteProtocolError(f"packet length {length} for {len(data)} bytes")
    if compression != 0:
        raise RemoteProtocolError(f"compression {compression} is not known")
    if count < 0 or count > (length - PACKET_HEADER_LENGTH) // MIN_MESSAGE_LENGTH:
        raise RemoteProtocolError(f"{count} messages cannot be in a packet of {length} bytes")
    return int(count)


def iter_messages(data: bytes, count: int) -> Iterator[WireMessage]:
    """The ``count`` messages of a whole packet, decoded one by one; raises as ``decode_packet`` does."""
    position, end = PACKET_HEADER_LENGTH, len(data)
    for _ in range(count):
        message, position = decode_message(data, position, end)
        yield message
    if position != end:
        raise RemoteProtocolError(f"{end - position} surplus bytes after the last message")


class PacketReader:
    """Cuts a byte stream into whole packets; bytes may arrive in pieces of any size."""

    def __init__(self, limit: int = MAX_PACKET_LENGTH) -> None:
        #: Longest packet accepted from now on.
        self.limit = limit
        self._buffer = bytearray()

    @property
    def pending(self) -> int:
        """Bytes received and not yet returned."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Take received bytes."""
        self._buffer += data

    def take(self, size: int) -> bytes | None:
        """Exactly ``size`` raw bytes from the front, or None while there are fewer."""
        if len(self._buffer) < size:
            return None
        taken = bytes(self._buffer[:size])
        del self._buffer[:size]
        return taken

    def peek(self, size: int) -> bytes:
        """At most ``size`` bytes from the front, left where they are."""
        return bytes(self._buffer[:size])

    def next_packet(self) -> list[WireMessage] | None:
        """The messages of the next packet, or None while it is not complete.

        Raises:
            RemoteProtocolError: a length out of range (known from four bytes on) or a malformed packet.
        """
        raw = self.next_raw()
        return None if raw is None else decode_packet(raw)

    def next_raw(self) -> bytes | None:
        """The bytes of the next packet, not decoded; as ``next_packet`` otherwise."""
        if len(self._buffer) < 4:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length < PACKET_HEADER_LENGTH or length > self.limit:
            raise RemoteProtocolError(f"packet length {length} is outside {PACKET_HEADER_LENGTH} to {self.limit}")
        return self.take(length)
