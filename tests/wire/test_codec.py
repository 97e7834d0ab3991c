"""Messages and packets against the recorded vectors: whole, byte by byte, with trailing data."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.paths import MOOS_WIRE
from usimmarine_py.errors import LocalProtocolError, RemoteProtocolError
from usimmarine_py.wire import limits
from usimmarine_py.wire.codec import (
    BINARY,
    NOTIFY,
    PROTOCOL_STRING,
    STRING,
    PacketReader,
    WireMessage,
    build_message,
    decode_packet,
    decode_text,
    encode_message,
    encode_packet,
    encode_text,
    join_packet,
    join_packets,
    packet_pieces,
    split_message,
    split_messages,
)


def load_vectors() -> list[dict[str, Any]]:
    path = MOOS_WIRE / "vectors.json"
    vectors: list[dict[str, Any]] = json.loads(path.read_text())["vectors"]
    return vectors


VECTORS = load_vectors()
MESSAGES = [v for v in VECTORS if v["kind"] == "message"]
PACKETS = [v for v in VECTORS if v["kind"] == "packet"]


def name(vector: dict[str, Any]) -> str:
    return str(vector["name"])


def number(value: object) -> float:
    return float(value) if isinstance(value, str | int | float) else math.nan


def same(a: float, b: float) -> bool:
    return struct.pack("<d", a) == struct.pack("<d", b) or (math.isnan(a) and math.isnan(b))


def check_fields(message: WireMessage, fields: dict[str, Any]) -> None:
    assert message.ident == fields["id"]
    assert message.msg_type.decode("latin-1") == fields["msg_type"]
    assert message.data_type.decode("latin-1") == fields["data_type"]
    for field in ("src", "src_aux", "community", "key"):
        assert getattr(message, field) == fields[field]
    for field in ("time", "double_val", "double_aux"):
        assert same(getattr(message, field), number(fields[field])), field
    assert len(message.string_val) == fields["string_len"]
    if fields["string_utf8"] is not None:
        assert message.text == fields["string_utf8"]
    if fields["string_hex"] is not None:
        assert message.string_val.hex() == fields["string_hex"]


def test_all_81_vectors_are_here(figure: Callable[[str], None]) -> None:
    assert (len(MESSAGES), len(PACKETS), len(VECTORS)) == (74, 6, 81)
    figure(f"wire: {len(MESSAGES)} messages, {len(PACKETS)} packets and the protocol string re-encode to the byte")


def test_protocol_string() -> None:
    (vector,) = (v for v in VECTORS if v["kind"] == "raw")
    assert bytes.fromhex(vector["hex"]) == PROTOCOL_STRING


@pytest.mark.parametrize("vector", MESSAGES, ids=name)
def test_message_decodes_and_encodes_to_the_byte(vector: dict[str, Any]) -> None:
    raw = bytes.fromhex(vector["hex"])
    (part,), end = split_messages(raw, 1, 0)
    assert end == len(raw) == vector["fields"]["length"]
    message = build_message(part)
    check_fields(message, vector["fields"])
    assert encode_message(message) == raw
    # the same within other bytes
    assert split_messages(b"??" + raw + b"??", 1, 2) == ([part], len(raw) + 2)


@pytest.mark.parametrize("vector", PACKETS, ids=name)
def test_packet_decodes_and_encodes_to_the_byte(vector: dict[str, Any]) -> None:
    raw = bytes.fromhex(vector["hex"])
    messages = decode_packet(raw)
    assert len(messages) == vector["header"]["count"]
    for message, fields in zip(messages, vector["messages"], strict=True):
        check_fields(message, fields)
    assert encode_packet(messages) == raw


@pytest.mark.parametrize("vector", PACKETS, ids=name)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 9, 1000])
def test_reader_takes_pieces_of_any_size(vector: dict[str, Any], size: int) -> None:
    raw = bytes.fromhex(vector["hex"])
    stream = raw + raw + raw[:5]
    reader = PacketReader()
    seen = []
    for start in range(0, len(stream), size):
        reader.feed(stream[start : start + size])
        while (messages := reader.next_packet()) is not None:
            seen.append(encode_packet(messages))
    assert seen == [raw, raw]
    assert reader.pending == 5


@pytest.mark.parametrize("vector", PACKETS[:2], ids=name)
def test_every_truncated_packet_is_refused(vector: dict[str, Any]) -> None:
    raw = bytes.fromhex(vector["hex"])
    for cut in range(len(raw)):
        with pytest.raises(RemoteProtocolError):
            decode_packet(raw[:cut])
    with pytest.raises(RemoteProtocolError):
        decode_packet(raw + b"\0")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (struct.pack("<i", 8), "packet length 8"),
        (struct.pack("<i", -1), "packet length -1"),
        (struct.pack("<i", limits.MAX_PACKET_LENGTH + 1), "packet length"),
    ],
)
def test_a_bad_length_is_known_from_four_bytes(raw: bytes, said: str) -> None:
    reader = PacketReader()
    reader.feed(raw)
    with pytest.raises(RemoteProtocolError, match=said):
        reader.next_packet()


def test_count_is_bounded_by_the_packet_before_anything_is_made() -> None:
    with pytest.raises(RemoteProtocolError, match="2147483647 messages"):
        decode_packet(struct.pack("<iiB", 9, 0x7FFFFFFF, 0))


def test_any_bytes_survive_as_text() -> None:
    every = bytes(range(256)) * 2
    assert encode_text(decode_text(every)) == every
    raw = encode_message(WireMessage(0, NOTIFY, STRING, decode_text(every), key=decode_text(every), string_val=every))
    message = build_message(split_message(raw))
    assert encode_message(message) == raw
    assert message.value == decode_text(every)


def test_text_that_is_no_unicode_still_encodes() -> None:
    assert decode_text(encode_text("a\ud800b")).endswith("b")


def test_values_by_type() -> None:
    assert WireMessage(data_type=BINARY, string_val=b"\0\xff").value == b"\0\xff"
    assert WireMessage(double_val=2.5).value == 2.5


def test_what_must_never_be_sent() -> None:
    with pytest.raises(LocalProtocolError, match="without a message"):
        encode_packet([])
    with pytest.raises(LocalProtocolError, match="does not fit"):
        encode_message(WireMessage(key="BIG", string_val=bytes(limits.MAX_PACKET_LENGTH)))
    with pytest.raises(LocalProtocolError, match="longer"):
        join_packet([bytes(limits.MAX_PACKET_LENGTH)])
    with pytest.raises(LocalProtocolError, match="not a message"):
        encode_message(WireMessage(ident=2**40))


def test_more_than_a_packet_holds_goes_into_several() -> None:
    big = encode_message(WireMessage(key="BIG", string_val=bytes(limits.MAX_PACKET_LENGTH // 2)))
    packets = join_packets([big, big, big])
    assert [len(decode_packet(p)) for p in packets] == [1, 1, 1]
    assert join_packets([]) == []


@pytest.mark.parametrize("lengths", [(), (1,), (100_000,), (100_000, 5), (5, 5, 5), (40_000_000, 40_000_000)])
def test_the_pieces_of_packets_are_the_packets(lengths: tuple[int, ...]) -> None:
    encoded = [bytes(length) for length in lengths]
    pieces = packet_pieces(encoded)
    assert b"".join(pieces) == b"".join(join_packets(encoded))
    if lengths == (100_000, 5):
        assert pieces[1] is encoded[0]
