"""The message: twelve fields, always all present (MOOS wire protocol 4)."""

from __future__ import annotations

import struct
from typing import NamedTuple

from usimmarine_py.errors import LocalProtocolError, RemoteProtocolError
from usimmarine_py.wire.limits import MAX_MESSAGE_LENGTH, MAX_PACKET_LENGTH, MIN_MESSAGE_LENGTH

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

_HEAD = struct.Struct("<iicci")  # length, id, type, data type, length of src
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
    raw_src = encode_text(src)
    raw_aux = encode_text(src_aux)
    raw_community = encode_text(community)
    raw_key = encode_text(key)
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
