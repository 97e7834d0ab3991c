"""Any bytes parse or raise ``RemoteProtocolError``, nothing else; at both ends, in every state.

``USIM_FUZZ=100000 pytest tests/wire/test_fuzz.py`` for the long run.
"""

from __future__ import annotations

import json
import os
import random
import struct
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.paths import MOOS_WIRE
from usimmarine_py.errors import RemoteProtocolError
from usimmarine_py.wire.client import ClientCore, Event
from usimmarine_py.wire.codec import (
    PROTOCOL_STRING,
    WELCOME,
    PacketReader,
    WireMessage,
    decode_message,
    decode_packet,
    encode_message,
    encode_packet,
    join_packets,
)
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.server import ServerConnection, State

ROUNDS = int(os.environ.get("USIM_FUZZ", "3000"))
#: The long run takes minutes.
pytestmark = pytest.mark.timeout(60 + ROUNDS // 50)


def corpus() -> list[bytes]:
    vectors = json.loads((MOOS_WIRE / "vectors.json").read_text())["vectors"]
    packets = [bytes.fromhex(v["hex"]) for v in vectors if v["kind"] == "packet"]
    messages = [
        decode_message(r, 0, len(r))[0] for v in vectors if v["kind"] == "message" for r in [bytes.fromhex(v["hex"])]
    ]
    packets += [encode_packet([m]) for m in messages]
    cases = json.loads((MOOS_WIRE / "malformed.json").read_text())["cases"]
    packets += [bytes.fromhex(c["hex"]) for c in cases if c["stage"] == "connected"]
    return [p for p in packets if len(p) < 4000]


CORPUS = corpus()
NASTY = [0, 1, -1, 8, 9, 53, 54, 255, 256, 65535, 0x7FFFFFFF, -0x80000000]


def mutated(rng: random.Random) -> bytes:
    """A packet of the corpus with some of its bytes changed, moved, cut or doubled."""
    raw = bytearray(rng.choice(CORPUS))
    for _ in range(rng.randrange(4)):
        kind = rng.randrange(6)
        at = rng.randrange(len(raw) + 1)
        if kind == 0 and raw:
            raw[at % len(raw)] = rng.randrange(256)
        elif kind == 1:
            raw[at : at + 4] = struct.pack("<i", rng.choice(NASTY))
        elif kind == 2:
            del raw[at : at + rng.randrange(9)]
        elif kind == 3:
            raw[at:at] = rng.randbytes(rng.randrange(9))
        elif kind == 4 and len(raw) >= 4:
            # a true length, so that the inner layers see the damage
            raw[0:4] = struct.pack("<i", len(raw))
        elif kind == 5:
            raw += rng.choice(CORPUS)
    if rng.random() < 0.5 and len(raw) >= 4:
        raw[0:4] = struct.pack("<i", len(raw))
    return bytes(raw)


def inputs(rng: random.Random, rounds: int) -> Iterator[bytes]:
    for number in range(rounds):
        yield rng.randbytes(rng.randrange(200)) if number % 5 == 0 else mutated(rng)


def pieces(rng: random.Random, data: bytes) -> Iterator[bytes]:
    while data:
        size = rng.randrange(1, len(data) + 1)
        yield data[:size]
        data = data[size:]


def test_server_core(figure: Callable[[str], None]) -> None:
    rng = random.Random(2024)
    core = DbCore("alpha", start=1.0e9)
    core.admit("watcher", True, 0.0, 1.0e9)
    now = 1.0e9
    parsed = refused = sent = 0
    for number, data in enumerate(inputs(rng, ROUNDS)):
        if number % 1000 == 0:
            # names pile up, as they should; a fresh database keeps the long run fast
            core = DbCore("alpha", start=now)
            core.admit("watcher", True, 0.0, now)
        connection = ServerConnection(core)
        stage = rng.randrange(4)
        if stage:
            key = "asynchronous" if stage > 1 else ""
            hello = WireMessage(msg_type=b"i", data_type=b"S", key=key, string_val=b"evil")
            connection.feed(PROTOCOL_STRING + encode_packet([hello]))
        elif rng.random() < 0.5:
            connection.feed(PROTOCOL_STRING)
        try:
            for piece in pieces(rng, data):
                connection.feed(piece)
                while (outcome := connection.step(now)) is not None:
                    parsed += 1
                    for _, mail in outcome.deliveries:
                        # what goes to others is whole, whatever came in
                        for packet in join_packets(mail):
                            assert decode_packet(packet)
                            sent += 1
                    now += rng.random()
        except RemoteProtocolError as error:
            refused += 1
            assert "\n" not in str(error)
            assert connection.state is State.CLOSED
        connection.close(now)
        assert "evil" not in core.clients
    assert core.clients == ["watcher"]
    assert parsed and refused and sent
    figure(f"fuzz, server core: {ROUNDS} inputs, {refused} refused as protocol errors, {sent} sound packets sent on")


def test_client_core(figure: Callable[[str], None]) -> None:
    rng = random.Random(2025)
    welcome = encode_packet([WireMessage(msg_type=WELCOME, community="alpha", string_val=b"asynchronous")])
    core = ClientCore("me", host_name="here")
    refused = events = 0
    for data in inputs(rng, ROUNDS):
        core.lost()
        core.begin(0.0)
        if rng.random() < 0.8:
            core.receive(welcome, 0.0)
        try:
            for piece in pieces(rng, data):
                seen: list[Event] = core.receive(piece, rng.uniform(-1e9, 1e9))
                events += len(seen)
        except RemoteProtocolError as error:
            refused += 1
            assert "\n" not in str(error)
        core.notify("X", core.skew, 0.0)
        packet = core.next_packet(0.0, 0.0, hurry=True)
        assert not packet or decode_packet(packet)
        assert core.skew == core.skew and abs(core.skew) != float("inf")
    assert refused and events
    figure(f"fuzz, client core: {ROUNDS} inputs, {refused} refused as protocol errors, {events} events")


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_decoder_of_packets(data: bytes) -> None:
    try:
        messages = decode_packet(data)
    except RemoteProtocolError:
        return
    assert not messages or encode_packet(messages) == data


names = st.text(max_size=12)
wire_messages = st.builds(
    WireMessage,
    st.integers(-(2**31), 2**31 - 1),
    st.binary(min_size=1, max_size=1),
    st.binary(min_size=1, max_size=1),
    names,
    names,
    names,
    names,
    st.floats(),
    st.floats(),
    st.floats(),
    st.binary(max_size=40),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(wire_messages, min_size=1, max_size=5), st.data())
def test_all_messages_make_the_journey(messages: list[WireMessage], data: st.DataObject) -> None:
    raw = encode_packet(messages)
    reader = PacketReader()
    cut = data.draw(st.integers(0, len(raw)))
    reader.feed(raw[:cut])
    if cut < len(raw):
        assert reader.next_packet() is None
    reader.feed(raw[cut:])
    decoded = reader.next_packet()
    assert decoded is not None
    assert [encode_message(m) for m in decoded] == [encode_message(m) for m in messages]
    assert encode_packet(decoded) == raw
