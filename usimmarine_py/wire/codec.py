"""Messages and packets as bytes (laws/wire 3, 4, 5.1).

A message has twelve fields, always all present; a packet has a header of nine bytes, then the messages.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
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

#: Id of messages that the transport layer itself makes.
NO_ID = -1
#: Id of server requests and of their replies.
REQUEST_ID = -2
#: Value of unused numbers, the time stamp included.
UNUSED = -1.0

PROTOCOL_TEXT = b"ELKS CAN'T DANCE 2/8/10"
#: The 32 bytes that a client sends first.
PROTOCOL_STRING = PROTOCOL_TEXT.ljust(PROTOCOL_STRING_LENGTH, b"\0")

#: Mean length of messages above which a copy for each reader costs more than it saves.
SHARED_LENGTH = 16 * 1024
_HEADER = struct.Struct("<iiB")  # of a packet: total length, number of messages, compression
_START = struct.Struct("<ii")  # of a message: length, id
#: Of a message's length and id.
START_LENGTH = _START.size
_HEAD = struct.Struct("<iicci")  # of a message: length, id, type, data type, length of src
_HEAD_SIZE = _HEAD.size
_LENGTH = struct.Struct("<i")
# read as unsigned, so that a negative length exceeds every packet
_HEAD_SIZES = struct.Struct("<Ii2xI")  # the head without the types
_SIZE = struct.Struct("<I")
_SIZES = struct.Struct("<III")
_BODY = struct.Struct("<dddi")  # time, double_val, double_aux, length of string_val
_NUMBERS = struct.Struct("<ddd")
_NUMBERS_SIZE = _NUMBERS.size
#: Of the last part of a message, without its text.
BODY_LENGTH = _BODY.size
_new = tuple.__new__
#: Longest envelope that is cached, bytes: names in MOOS have some ten characters.
MAX_KNOWN_ENVELOPE = 512

#: A message in three parts: the id; from the type to the key, equal in all posts of a variable by one source; from
#: the time to the end.
Part = tuple[int, bytes, bytes]


class Envelope(NamedTuple):
    """The fields of a message between its id and its time."""

    msg_type: bytes
    data_type: bytes
    src: str
    src_aux: str
    community: str
    key: str


class WireMessage(NamedTuple):
    """One message of the protocol. Names are text, the value keeps its bytes."""

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
        """The value by its data type: D float, B bytes, anything else text."""
        if self.data_type == DOUBLE:
            return self.double_val
        return self.string_val if self.data_type == BINARY else decode_text(self.string_val)


def decode_text(raw: bytes) -> str:
    """Decode UTF-8; undecodable bytes become surrogates, so that encoding restores them."""
    return raw.decode("utf-8", "surrogateescape")


def encode_text(text: str) -> bytes:
    """Encode ``text``; never fails (a lone surrogate that is no undecodable byte gets its own three bytes)."""
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
            _BODY.pack(time, double_val, double_aux, len(string_val)),
            string_val,
        )
    )


def split_messages(data: bytes, count: int, start: int = PACKET_HEADER_LENGTH) -> tuple[list[Part], int]:
    """Split ``count`` messages of ``data`` from ``start`` on into parts, checked; return also the offset after them.

    Raises:
        RemoteProtocolError: lengths that contradict each other.
    """
    parts: list[Part] = []
    append, head, sizes_at, size_at = parts.append, _HEAD_SIZES.unpack_from, _SIZES.unpack_from, _SIZE.unpack_from
    end = len(data)
    try:
        for _ in range(count):
            length, ident, size = head(data, start)
            cut = start + _HEAD_SIZE + size
            aux, community, size = sizes_at(data, cut)
            if aux or community:
                cut += 4 + aux
                (community,) = size_at(data, cut)
                cut += 4 + community
                (size,) = size_at(data, cut)
                cut += 4 + size
            else:  # the three lengths are adjacent, as in most posts
                cut += 12 + size
            (size,) = size_at(data, cut + _NUMBERS_SIZE)
            stop = cut + BODY_LENGTH + size
            # sizes are unsigned, so each string ends after the one before: if the last ends where it should, all do
            if stop != start + length or stop > end or length > MAX_MESSAGE_LENGTH:
                raise _fault(data, start)
            append((ident, data[start + 8 : cut], data[cut:stop]))
            start = stop
    except struct.error:  # a place beyond the end
        raise _fault(data, start) from None
    return parts, start


def _fault(data: bytes, start: int) -> RemoteProtocolError:
    """Return the error of the message at ``start``, if it has one."""
    room = len(data) - start
    if room < MIN_MESSAGE_LENGTH:
        return RemoteProtocolError(f"{room} bytes left in the packet are too few for the messages announced")
    length, _, _, _, _ = _HEAD.unpack_from(data, start)
    most = min(room, MAX_MESSAGE_LENGTH)
    if not MIN_MESSAGE_LENGTH <= length <= most:
        return RemoteProtocolError(f"message length {length} is outside {MIN_MESSAGE_LENGTH} to {most}")
    at, behind = start + _HEAD_SIZE - 4, start + length - MIN_MESSAGE_LENGTH + _HEAD_SIZE - 4
    for field in ("source", "auxiliary source", "community", "key", "value"):
        skipped = _NUMBERS_SIZE if field == "value" else 0
        (size,) = _LENGTH.unpack_from(data, at + skipped)
        at, behind = at + skipped + 4 + size, behind + skipped + 4
        if size < 0 or at > behind:
            return RemoteProtocolError(f"string length {size} of the {field} does not fit into its message")
    return RemoteProtocolError(f"message length {length} differs from the {at - start} its fields use")


def split_message(data: bytes) -> Part:
    """The only message in ``data``; raises as ``split_messages`` does."""
    return split_messages(data, 1, 0)[0][0]


def decode_envelope(envelope: bytes) -> Envelope:
    """Decode the middle part of a message from ``split_messages``."""
    names = []
    at = 2
    for _ in range(4):
        (size,) = _LENGTH.unpack_from(envelope, at)
        at += 4 + size
        names.append(envelope[at - size : at].decode("utf-8", "surrogateescape"))
    return Envelope(envelope[0:1], envelope[1:2], *names)


#: The same, cached for envelopes that recur.
_known_envelope = lru_cache(4096)(decode_envelope)


def encode_envelope(envelope: Envelope) -> bytes:
    """Encode the middle part of a message."""
    return split_message(encode_message(WireMessage(NO_ID, *envelope)))[1]


def decode_numbers(body: bytes) -> tuple[float, float, float]:
    """Time, double value and auxiliary double of the last part of a message."""
    time, double_val, double_aux = _NUMBERS.unpack_from(body)
    return time, double_val, double_aux


def join_parts(ident: int, envelope: bytes, body: bytes) -> bytes:
    """The bytes of a message from its parts."""
    return _START.pack(8 + len(envelope) + len(body), ident) + envelope + body


def build_message(part: Part) -> WireMessage:
    """Build the message from its parts."""
    ident, envelope, body = part
    names = _known_envelope(envelope) if len(envelope) <= MAX_KNOWN_ENVELOPE else decode_envelope(envelope)
    # WireMessage(...) would take 1.5 times as long
    return _new(WireMessage, (ident, *names, *_NUMBERS.unpack_from(body), body[BODY_LENGTH:]))


def join_packet(encoded: Sequence[bytes], count: int | None = None) -> bytes:
    """Join encoded messages into one packet; ``count`` is their number if an entry may hold several.

    Raises:
        LocalProtocolError: no message (it crashes C++ peers) or too many bytes for one packet.
    """
    length = PACKET_HEADER_LENGTH + sum(map(len, encoded))
    if not encoded:
        raise LocalProtocolError("a packet without a message must never be sent")
    if length > MAX_PACKET_LENGTH:
        raise LocalProtocolError(f"a packet of {length} bytes is longer than the {MAX_PACKET_LENGTH} allowed")
    return b"".join((_HEADER.pack(length, len(encoded) if count is None else count, 0), *encoded))


def encode_packet(messages: Iterable[WireMessage]) -> bytes:
    """Encode ``messages`` as one packet. Raises ``LocalProtocolError`` as ``join_packet`` does."""
    return join_packet([encode_message(message) for message in messages])


def join_packets(encoded: Sequence[bytes]) -> list[bytes]:
    """Join messages into as few packets as the packet limit allows, in order; no message gives no packet."""
    length = PACKET_HEADER_LENGTH + sum(map(len, encoded))
    if length <= MAX_PACKET_LENGTH and encoded:
        return [b"".join((_HEADER.pack(length, len(encoded), 0), *encoded))]
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


def packet_pieces(encoded: Sequence[bytes]) -> list[bytes]:
    """Return the bytes of ``join_packets`` in pieces; long messages are not copied, so all receivers share them."""
    length = sum(map(len, encoded))
    if length < SHARED_LENGTH * len(encoded) or length > MAX_PACKET_LENGTH - PACKET_HEADER_LENGTH or not encoded:
        return join_packets(encoded)
    return [_HEADER.pack(PACKET_HEADER_LENGTH + length, len(encoded), 0), *encoded]


def decode_packet(data: bytes) -> list[WireMessage]:
    """Decode the messages of one complete packet, possibly none.

    Raises:
        RemoteProtocolError: anything that contradicts the format, surplus bytes and compression included.
    """
    parts, stop = split_messages(data, check_header(data))
    check_end(data, stop)
    return [build_message(part) for part in parts]


def check_header(data: bytes) -> int:
    """Check the header of a complete packet and return its number of messages.

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


def check_end(data: bytes, stop: int) -> None:
    """Raise ``RemoteProtocolError`` if the last message of a complete packet does not end where the packet does."""
    if stop != len(data):
        raise RemoteProtocolError(f"{len(data) - stop} surplus bytes after the last message")


class PacketReader:
    """Splits a byte stream into complete packets; bytes may arrive in pieces of any size."""

    def __init__(self, limit: int = MAX_PACKET_LENGTH) -> None:
        #: Longest packet accepted from now on.
        self.limit = limit
        self._buffer = bytearray()
        self._packet = b""  # one packet that arrived in one piece while the buffer is empty: not copied

    @property
    def pending(self) -> int:
        """Bytes received and not yet returned."""
        return len(self._buffer) + len(self._packet)

    def feed(self, data: bytes) -> None:
        """Take received bytes."""
        if not self._buffer and not self._packet and PACKET_HEADER_LENGTH <= len(data) <= self.limit:
            (length,) = _LENGTH.unpack_from(data)
            if length == len(data):
                self._packet = data
                return
        self._gather()
        self._buffer += data

    def _gather(self) -> None:
        if self._packet:
            self._buffer += self._packet
            self._packet = b""

    def take(self, size: int) -> bytes | None:
        """Take exactly ``size`` raw bytes from the front, or None while there are fewer."""
        self._gather()
        if len(self._buffer) < size:
            return None
        with memoryview(self._buffer) as view:
            taken = bytes(view[:size])
        del self._buffer[:size]
        return taken

    def peek(self, size: int) -> bytes:
        """Return at most ``size`` bytes from the front without taking them."""
        self._gather()
        return bytes(self._buffer[:size])

    def next_packet(self) -> list[WireMessage] | None:
        """The messages of the next packet, or None while it is not complete.

        Raises:
            RemoteProtocolError: a length out of range (known from four bytes on) or a malformed packet.
        """
        raw = self.next_raw()
        return None if raw is None else decode_packet(raw)

    def next_parts(self) -> list[Part] | None:
        """The messages of the next packet in parts; otherwise as ``next_packet``."""
        raw = self.next_raw()
        if raw is None:
            return None
        parts, stop = split_messages(raw, check_header(raw))
        check_end(raw, stop)
        return parts

    def next_raw(self) -> bytes | None:
        """The bytes of the next packet, not decoded; otherwise as ``next_packet``."""
        if self._packet:
            raw, self._packet = self._packet, b""
            return raw
        if len(self._buffer) < 4:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length < PACKET_HEADER_LENGTH or length > self.limit:
            raise RemoteProtocolError(f"packet length {length} is outside {PACKET_HEADER_LENGTH} to {self.limit}")
        return self.take(length)
