"""What hostile clients do to a MOOSDB: each takes a connected socket and does its worst with it."""

from __future__ import annotations

import random
import select
import socket
import struct
import time
from collections.abc import Callable

from usimmarine_py.wire.client import ClientCore
from usimmarine_py.wire.codec import (
    DOUBLE,
    NOTIFY,
    PROTOCOL_STRING,
    REGISTER,
    STRING,
    WILDCARD_REGISTER,
    WireMessage,
    encode_packet,
)

Behaviour = Callable[[socket.socket, random.Random], None]

_BEAT = encode_packet([WireMessage(msg_type=b"T", time=0.0)])


def _hello(name: str) -> bytes:
    return ClientCore(name).begin(0.0)


def _silent(sock: socket.socket, rng: random.Random) -> None:
    sock.recv(1)


def _noise(sock: socket.socket, rng: random.Random) -> None:
    sock.sendall(rng.randbytes(rng.randrange(1, 5000)))
    sock.recv(1)


def _half_handshake(sock: socket.socket, rng: random.Random) -> None:
    hello = _hello("half")
    sock.sendall(hello[: rng.randrange(1, len(hello))])
    sock.recv(1)


def _thief(sock: socket.socket, rng: random.Random) -> None:
    sock.sendall(_hello("good0"))
    while sock.recv(65536):
        pass


def _garbage_inside(sock: socket.socket, rng: random.Random) -> None:
    sock.sendall(_hello(f"evil{rng.randrange(10**9)}"))
    sock.recv(65536)
    packet = bytearray(encode_packet([WireMessage(0, NOTIFY, STRING, "evil", key="E", string_val=b"x" * 50)] * 5))
    for _ in range(rng.randrange(1, 10)):
        packet[rng.randrange(len(packet))] = rng.randrange(256)
    sock.sendall(packet)
    sock.recv(65536)


def _claims_much(sock: socket.socket, rng: random.Random) -> None:
    sock.sendall(_hello(f"claims{rng.randrange(10**9)}"))
    sock.recv(65536)
    sock.sendall(struct.pack("<iiB", 60_000_000, 1_000_000, 0))
    for _ in range(200):
        sock.sendall(rng.randbytes(1000))
        time.sleep(0.02)


def _wants_all(sock: socket.socket, kind: str, rng: random.Random) -> None:
    name = f"{kind}{rng.randrange(10**9)}"
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.sendall(_hello(name))
    text = b"AppPattern=*,VarPattern=*,Interval=0"
    sock.sendall(encode_packet([WireMessage(0, WILDCARD_REGISTER, STRING, name, key=name, string_val=text)]))


def _reads_nothing(sock: socket.socket, rng: random.Random) -> None:
    _wants_all(sock, "deaf", rng)
    _wait_for_its_end(sock)


def _beats_and_reads_nothing(sock: socket.socket, rng: random.Random) -> None:
    _wants_all(sock, "beating", rng)
    while True:
        sock.sendall(_BEAT)
        time.sleep(0.5)


def _reads_a_byte_a_second(sock: socket.socket, rng: random.Random) -> None:
    _reads_slowly(sock, rng, "slow", 1, 1.0)


def _trickles(sock: socket.socket, rng: random.Random) -> None:
    """It always takes some, so that it is never stuck, and never enough."""
    _reads_slowly(sock, rng, "trickle", 8192, 0.1)


def _reads_slowly(sock: socket.socket, rng: random.Random, name: str, size: int, pause: float) -> None:
    """At most so many bytes at a time, with a heart-beat before and a pause (s) behind each."""
    _wants_all(sock, name, rng)
    while True:
        sock.sendall(_BEAT)
        if not sock.recv(size):
            return
        time.sleep(pause)


def _wait_for_its_end(sock: socket.socket) -> None:
    """Return when the other end has closed it; what comes is not read."""
    poll = select.poll()
    poll.register(sock, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
    poll.poll()


def _floods(sock: socket.socket, rng: random.Random) -> None:
    name = f"flood{rng.randrange(10**9)}"
    sock.sendall(_hello(name))
    packet = encode_packet([WireMessage(0, NOTIFY, DOUBLE, name, key=f"F{i}", double_val=1.0) for i in range(50)])
    for _ in range(100):
        sock.sendall(packet)
        time.sleep(0.01)


def _never_stops(sock: socket.socket, rng: random.Random) -> None:
    """Packets of two thousand posts, as fast as they are taken; a heart-beat is in each, so that they are answered."""
    name = f"busy{rng.randrange(10**9)}"
    sock.sendall(_hello(name))
    post = WireMessage(0, NOTIFY, DOUBLE, name, key=name, double_val=1.0)
    packet = encode_packet([WireMessage(msg_type=b"T", time=0.0), *[post] * 2000])
    while sock.recv(65536):
        sock.sendall(packet)


def _names_without_end(sock: socket.socket, rng: random.Random) -> None:
    name = f"names{rng.randrange(10**9)}"
    sock.sendall(_hello(name))
    for _ in range(20):
        keys = [f"N{rng.randrange(500)}" for _ in range(20)]
        sock.sendall(encode_packet([WireMessage(0, REGISTER, DOUBLE, name, key=key, double_val=0.0) for key in keys]))
        time.sleep(0.05)


def _hangs_up(sock: socket.socket, rng: random.Random) -> None:
    sock.sendall(PROTOCOL_STRING)


#: By name.
BEHAVIOURS: dict[str, Behaviour] = {
    "silent": _silent,
    "noise": _noise,
    "half handshake": _half_handshake,
    "thief": _thief,
    "garbage inside": _garbage_inside,
    "claims much": _claims_much,
    "reads nothing": _reads_nothing,
    "beats and reads nothing": _beats_and_reads_nothing,
    "reads a byte a second": _reads_a_byte_a_second,
    "floods": _floods,
    "never stops": _never_stops,
    "names without end": _names_without_end,
    "hangs up": _hangs_up,
    "trickles": _trickles,
}
#: Those that do not read fast enough what they asked for; where there is much of it, they are too slow.
SLOW_READERS = ("reads nothing", "beats and reads nothing", "reads a byte a second", "trickles")
#: The rest, with one of them.
MIXED = tuple(name for name in BEHAVIOURS if name not in (*SLOW_READERS[1:], "never stops"))
