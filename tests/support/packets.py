"""Packets for the fault tests: made at random, damaged at random, and written and read a second time, plainly."""

from __future__ import annotations

import json
import multiprocessing
import random
import struct
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from typing import TypeVar

from tests.support.paths import DATA, MOOS_WIRE
from tests.support.torture import Torture
from usimmarine_py.errors import RemoteProtocolError
from usimmarine_py.wire import codec
from usimmarine_py.wire.client import ClientCore, Received
from usimmarine_py.wire.codec import PROTOCOL_STRING, WELCOME, WireMessage, decode_packet, encode_packet, join_packets
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.server import ServerConnection, State

T = TypeVar("T")

MESSAGE_TYPES = [
    codec.DATA, codec.WELCOME, codec.POISON, codec.NOTIFY, codec.REGISTER, codec.UNREGISTER, codec.WILDCARD_REGISTER,
    codec.WILDCARD_UNREGISTER, codec.SERVER_REQUEST, codec.TIMING, codec.NULL, codec.COMMAND, codec.ANONYMOUS,
    codec.NOT_SET,
]  # fmt: skip
DATA_TYPES = [codec.DOUBLE, codec.STRING, codec.BINARY, codec.NOT_SET]
#: Lengths and counts that have broken programs.
NASTY = [0, 1, -1, 8, 9, 53, 54, 255, 256, 65535, 100_000, 0x7FFFFFFF, -0x80000000]


def spread(torture: Torture, work: Callable[[int, int], T], change: int, nightly: int) -> list[T]:
    """``work(seed, amount)`` with that much each change; by night in two processes, with a half each."""
    amount = torture.amount(change, nightly)
    if not torture.nightly:
        return [work(torture.seed, amount)]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        seeds = (2 * torture.seed, 2 * torture.seed + 1)
        return list(pool.map(work, seeds, (amount - amount // 2, amount // 2)))


# --- written and read plainly ---------------------------------------------------------------------------


def written(messages: list[WireMessage]) -> bytes:
    """A packet as laws/wire 3 and 4 describe it, field by field."""
    raw = b""
    for message in messages:
        fields = struct.pack("<i", message.ident) + message.msg_type + message.data_type
        for name in (message.src, message.src_aux, message.community, message.key):
            text = name.encode("utf-8", "surrogateescape")
            fields += struct.pack("<i", len(text)) + text
        fields += struct.pack("<ddd", message.time, message.double_val, message.double_aux)
        fields += struct.pack("<i", len(message.string_val)) + message.string_val
        raw += struct.pack("<i", 4 + len(fields)) + fields
    return struct.pack("<iib", 9 + len(raw), len(messages), 0) + raw


def is_sound(data: bytes) -> bool:
    """Whether ``data`` is one whole packet in which every length and count is true."""
    if len(data) < 9:
        return False
    length, count, compression = struct.unpack("<iib", data[:9])
    if length != len(data) or compression or count < 0:
        return False
    rest = data[9:]
    while count and len(rest) >= 4:
        (length,) = struct.unpack("<i", rest[:4])
        if length < 10 or not _strings_fill(rest[10:length], length - 10):
            return False
        rest, count = rest[length:], count - 1
    return not rest and not count


def _strings_fill(fields: bytes, size: int) -> bool:
    if len(fields) != size:
        return False
    for numbers in (0, 0, 0, 0, 24):
        fields = fields[numbers:]
        if len(fields) < 4:
            return False
        (length,) = struct.unpack("<i", fields[:4])
        if not 0 <= length <= len(fields) - 4:
            return False
        fields = fields[4 + length :]
    return not fields


# --- made at random -------------------------------------------------------------------------------------

_NUMBERS = [0.0, -0.0, 1.0, -1.0, 1.7e9, 5e-324, 1.8e308, float("inf"), float("-inf"), float("nan")]
_NAMES = [b"", b"", b"NAV_X", b"uSimMarine", b"alpha", "naïve 水".encode(), b"DESIRED_THRUST", b"\0"]


def random_name(rng: random.Random, times: int = 1) -> str:
    """A name of MOOS, an odd one, or any bytes, ``times`` over."""
    number = int(rng.random() * 12)
    return codec.decode_text((_NAMES[number] if number < len(_NAMES) else rng.randbytes(number)) * times)


def random_number(rng: random.Random) -> float:
    """Any number, infinities and all kinds of nan among them."""
    number = int(rng.random() * 20)
    return _NUMBERS[number] if number < len(_NUMBERS) else float(struct.unpack("<d", rng.randbytes(8))[0])


def random_message(rng: random.Random) -> WireMessage:
    """A message in which each field may be anything."""
    odd = rng.random() < 0.05
    return WireMessage(
        rng.getrandbits(32) - 0x80000000,
        rng.randbytes(1) if odd else rng.choice(MESSAGE_TYPES),
        rng.randbytes(1) if odd else rng.choice(DATA_TYPES),
        random_name(rng, 100 if rng.random() < 0.01 else 1),
        random_name(rng),
        random_name(rng),
        random_name(rng),
        random_number(rng),
        random_number(rng),
        random_number(rng),
        rng.randbytes(int(rng.random() * 40)),
    )


# --- damaged at random ----------------------------------------------------------------------------------


@lru_cache(1)
def corpus() -> tuple[bytes, ...]:
    """Recorded packets, the malformed ones among them, and those that fuzzing found worth keeping."""
    vectors = json.loads((MOOS_WIRE / "vectors.json").read_text())["vectors"]
    packets = [bytes.fromhex(v["hex"]) for v in vectors if v["kind"] == "packet"]
    messages = [bytes.fromhex(v["hex"]) for v in vectors if v["kind"] == "message"]
    packets += [codec.join_packet([raw]) for raw in messages]
    cases = json.loads((MOOS_WIRE / "malformed.json").read_text())["cases"]
    packets += [bytes.fromhex(c["hex"]) for c in cases if c["stage"] == "connected"]
    packets += [bytes.fromhex(line) for line in (DATA / "fuzz" / "packets.txt").read_text().split()]
    return tuple(p for p in packets if len(p) < 4000)


def mutated(rng: random.Random) -> bytes:
    """A packet of the corpus with some of its bytes changed, moved, cut or doubled; often with a true length."""
    packets = corpus()
    raw = bytearray(packets[int(rng.random() * len(packets))])
    for _ in range(int(rng.random() * 4)):
        kind = int(rng.random() * 6)
        at = int(rng.random() * (len(raw) + 1))
        if kind == 0 and raw:
            raw[at % len(raw)] = int(rng.random() * 256)
        elif kind == 1:
            raw[at : at + 4] = struct.pack("<i", NASTY[int(rng.random() * len(NASTY))])
        elif kind == 2:
            del raw[at : at + int(rng.random() * 9)]
        elif kind == 3:
            raw[at:at] = rng.randbytes(int(rng.random() * 9))
        elif kind == 4 and len(raw) < 4000:
            raw += packets[int(rng.random() * len(packets))]
        elif kind == 5 and raw:
            raw[at % len(raw)] ^= 1 << int(rng.random() * 8)
    if rng.random() < 0.7 and len(raw) >= 4:
        # so that the inner layers see the damage
        raw[0:4] = struct.pack("<i", len(raw))
    return bytes(raw)


def pieces(rng: random.Random, data: bytes) -> Iterator[bytes]:
    """``data`` in pieces of random size."""
    while data:
        size = rng.randrange(1, len(data) + 1)
        yield data[:size]
        data = data[size:]


# --- received -------------------------------------------------------------------------------------------


def decoded(data: bytes) -> bool:
    """Whether ``data`` parses; it does so if and only if it is sound, and without loss."""
    try:
        messages = decode_packet(data)
    except RemoteProtocolError as error:
        assert "\n" not in str(error)
        assert not is_sound(data)
        return False
    assert written(messages) == data
    return True


def at_server(core: DbCore, data: Iterator[bytes], greeted: str, now: float) -> int:
    """Packets sent on to others because of what a hostile client sends; -1 if it is refused.

    ``greeted``: ``hello`` and ``synchronous`` have shaken hands, ``protocol`` has sent the first 32 bytes.
    """
    connection = ServerConnection(core)
    if greeted:
        connection.feed(PROTOCOL_STRING)
    if greeted in ("hello", "synchronous"):
        key = "asynchronous" if greeted == "hello" else ""
        connection.feed(encode_packet([WireMessage(msg_type=b"i", data_type=b"S", key=key, string_val=b"evil")]))
    sent = 0
    try:
        for piece in data:
            connection.feed(piece)
            while (outcome := connection.step(now)) is not None:
                for _, mail in outcome.deliveries:
                    # what goes to others is whole, whatever came in
                    for packet in join_packets(mail):
                        assert decode_packet(packet)
                        sent += 1
                now += 0.5
    except RemoteProtocolError as error:
        assert "\n" not in str(error)
        assert connection.state is State.CLOSED
        sent = -1
    connection.close(now)
    assert "evil" not in core.clients
    return sent


def at_client(core: ClientCore, data: Iterator[bytes], welcomed: bool, local: float) -> int:
    """Messages that reach the application because of what a hostile MOOSDB sends; -1 if it is refused."""
    core.lost()
    core.begin(0.0)
    mail = 0
    try:
        if welcomed:
            core.receive(encode_packet([WireMessage(msg_type=WELCOME, string_val=b"asynchronous")]), local)
        for piece in data:
            mail += sum(len(e.messages) for e in core.receive(piece, local) if isinstance(e, Received))
    except RemoteProtocolError as error:
        assert "\n" not in str(error)
        mail = -1
    core.notify("X", core.skew, 0.0)
    packet = core.next_packet(0.0, 0.0, hurry=True)
    assert not packet or decode_packet(packet)
    assert core.skew == core.skew and abs(core.skew) != float("inf")
    return mail
