"""Messages and packets as bytes (laws/wire 3, 4, 5.1).

A message has twelve fields, always all present; a packet has nine bytes of header, then messages back to back.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from usimmarine_py.errors import LocalProtocolError, RemoteProtocolError
from usimmarine_py.wire.limits import (
    MAX_MESSAGE_LENGTH,
    MAX_PACKET_LENGTH,
    MIN_MESSAGE_LENGTH,
    PACKET_HEADER_LENGTH,
    PROTOCOL_STRING_LENGTH,
)

# message types
DATA = b"i"
WELCOME = b"W"
POISON = b"K"
NOTIFY = b"N"
REGISTER = b"R"
UNREGISTER = b"U"
WILDCARD_REGISTER = b"*"
WILDCARD_UNREGISTER = b"/"
SERVER_REQUEST = b"Q"
TIMING = b"T"
NULL = b"."
COMMAND = b"C"
ANONYMOUS = b"A"
NOT_SET = b"~"  #: also the data type of a variable that was never written

# data types
DOUBLE = b"D"
STRING = b"S"
BINARY = b"B"
VALUE_TYPES = frozenset((DOUBLE, STRING, BINARY))

#: Id of messages made by the comms layer itself.
NO_ID = -1
#: Id of server requests and of their replies.
REQUEST_ID = -2
#: What unused numbers hold, the time stamp included.
UNUSED = -1.0

PROTOCOL_TEXT = b"ELKS CAN'T DANCE 2/8/10"
#: The 32 bytes that a client sends first.
PROTOCOL_STRING = PROTOCOL_TEXT.ljust(PROTOCOL_STRING_LENGTH, b"\0")

_HEADER = struct.Struct("<iiB")  # of a packet: total length, number of messages, compression
_HEAD = struct.Struct("<iicci")  # of a message: length, id, type, data type, length of src
_LENGTH = struct.Struct("<i")
_TAIL = struct.Struct("<dddi")  # time, double_val, double_aux, length of string_val
_DOUBLES_AND_LENGTH = _TAIL.size
# what must still follow each of the four names: the rest of the lengths and the tail
_AFTER_SRC = 3 * 4 + _DOUBLES_AND_LENGTH
_AFTER_AUX = 2 * 4 + _DOUBLES_AND_LENGTH
_AFTER_COMMUNITY = 4 + _DOUBLES_AND_LENGTH


class WireMessage(NamedTuple):
    """One message as it stands on the wire. Names are text, the value keeps its bytes."""

    ident: int = NO_ID
    msg_type: bytes = NULL
    data_type: bytes = DOUBLE
    src: str = ""
    src_aux: str = ""
    community: str = ""
    key: str = ""
    time: float = UNUSED
    double_val: float = UNUSED
    double_aux: float = UNUSED
    string_val: bytes = b""

    @property
    def text(self) -> str:
        """The string value as text."""
        return decode_text(self.string_val)

    @property
    def value(self) -> float | str | bytes:
        """The value that the data type names: D float, B bytes, anything else text."""
        if self.data_type == DOUBLE:
            return self.double_val
        return self.string_val if self.data_type == BINARY else decode_text(self.string_val)


def decode_text(raw: bytes) -> str:
    """UTF-8, undecodable bytes kept as surrogates, so that they come out again unchanged."""
    return raw.decode("utf-8", "surrogateescape")


def encode_text(text: str) -> bytes:
    """The bytes of ``text``; never fails (a lone surrogate that is no kept byte gets its own three bytes)."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def encode_message(message: WireMessage) -> bytes:
    """The bytes of one message.

    Raises:
        LocalProtocolError: it is longer than a packet may be, or its id is no 32 bit number.
    """
    ident, msg_type, data_type, src, src_aux, community, key, time, double_val, double_aux, string_val = message
    try:
        raw_src, raw_aux, raw_community, raw_key = src.encode(), src_aux.encode(), community.encode(), key.encode()
    except UnicodeEncodeError:
        raw_src, raw_aux, raw_community, raw_key = map(encode_text, (src, src_aux, community, key))
    length = MIN_MESSAGE_LENGTH + len(raw_src) + len(raw_aux) + len(raw_community) + len(raw_key) + len(string_val)
    if length > MAX_PACKET_LENGTH:
        raise LocalProtocolError(f"{key[:80]}: a message of {length} bytes does not fit into a packet; post less")
    try:
        head = _HEAD.pack(length, ident, msg_type, data_type, len(raw_src))
    except struct.error as error:
        raise LocalProtocolError(f"{key[:80]}: not a message that can be sent: {error}") from None
    return b"".join(
        (
            head,
            raw_src,
            _LENGTH.pack(len(raw_aux)),
            raw_aux,
            _LENGTH.pack(len(raw_community)),
            raw_community,
            _LENGTH.pack(len(raw_key)),
            raw_key,
            _TAIL.pack(time, double_val, double_aux, len(string_val)),
            string_val,
        )
    )


def decode_message(data: bytes, start: int, end: int) -> tuple[WireMessage, int]:
    """The message at ``start`` of ``data``, and the offset behind it; the packet ends at ``end``.

    Raises:
        RemoteProtocolError: lengths that contradict each other.
    """
    room = end - start
    if room < MIN_MESSAGE_LENGTH:
        raise RemoteProtocolError(f"{room} bytes left in the packet are too few for the messages announced")
    length, ident, msg_type, data_type, size = _HEAD.unpack_from(data, start)
    if length < MIN_MESSAGE_LENGTH or length > room:
        raise RemoteProtocolError(f"message length {length} is outside {MIN_MESSAGE_LENGTH} to {room}")
    if length > MAX_MESSAGE_LENGTH:
        raise RemoteProtocolError(f"message length {length} is above the {MAX_MESSAGE_LENGTH} allowed")
    stop = start + length

    begin = start + _HEAD.size
    cut = begin + size
    if size < 0 or cut + _AFTER_SRC > stop:
        raise _bad_string("source", size)
    src = data[begin:cut].decode("utf-8", "surrogateescape")

    (size,) = _LENGTH.unpack_from(data, cut)
    begin = cut + 4
    cut = begin + size
    if size < 0 or cut + _AFTER_AUX > stop:
        raise _bad_string("auxiliary source", size)
    src_aux = data[begin:cut].decode("utf-8", "surrogateescape") if size else ""

    (size,) = _LENGTH.unpack_from(data, cut)
    begin = cut + 4
    cut = begin + size
    if size < 0 or cut + _AFTER_COMMUNITY > stop:
        raise _bad_string("community", size)
    community = data[begin:cut].decode("utf-8", "surrogateescape") if size else ""

    (size,) = _LENGTH.unpack_from(data, cut)
    begin = cut + 4
    cut = begin + size
    if size < 0 or cut + _DOUBLES_AND_LENGTH > stop:
        raise _bad_string("key", size)
    key = data[begin:cut].decode("utf-8", "surrogateescape")

    time, double_val, double_aux, size = _TAIL.unpack_from(data, cut)
    begin = cut + _DOUBLES_AND_LENGTH
    if size < 0 or begin + size > stop:
        raise _bad_string("value", size)
    if begin + size != stop:
        raise RemoteProtocolError(f"message length {length} differs from the {begin + size - start} its fields use")
    return (
        WireMessage(
            ident,
            msg_type,
            data_type,
            src,
            src_aux,
            community,
            key,
            time,
            double_val,
            double_aux,
            data[begin:stop],
        ),
        stop,
    )


def _bad_string(field: str, size: int) -> RemoteProtocolError:
    return RemoteProtocolError(f"string length {size} of the {field} does not fit into its message")


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
