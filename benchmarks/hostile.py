"""Hostile connections beside good ones: what do the good ones lose, and how long does their mail take?

    python -m benchmarks.hostile [--seconds 60] [--hostile 50] [--good 5]

The MOOSDB, the hostile clients and the good ones are three processes on the loopback address. The good ones
post 20 times a second each, read everything and count; latency is post to arrival, measured by one clock.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import select
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.transport.native import NativeComms
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

#: Posts a second of each good client.
RATE = 20.0


@dataclass(frozen=True)
class Result:
    """What the good clients saw."""

    posts: int
    lost: int
    reconnections: int
    p50_ms: float
    p99_ms: float
    max_ms: float
    incidents: int  #: lines in the server's log
    server_cpu: float  #: s


def _serve(pipe: Connection) -> None:
    log: list[str] = []
    with MoosDb(log=log.append) as db:
        pipe.send(db.port)
        pipe.recv()
        pipe.send((len(log), [line for line in log if "internal error" in line], time.process_time()))


# --- the hostile ones: each takes a connected socket and does its worst with it ---------------------------


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


def _reads_nothing(sock: socket.socket, rng: random.Random) -> None:
    name = f"deaf{rng.randrange(10**9)}"
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.sendall(_hello(name))
    text = b"AppPattern=*,VarPattern=*,Interval=0"
    sock.sendall(encode_packet([WireMessage(0, WILDCARD_REGISTER, STRING, name, key=name, string_val=text)]))
    beat = encode_packet([WireMessage(msg_type=b"T", time=0.0)])
    for _ in range(30):
        sock.sendall(beat)
        time.sleep(0.5)


def _floods(sock: socket.socket, rng: random.Random) -> None:
    name = f"flood{rng.randrange(10**9)}"
    sock.sendall(_hello(name))
    packet = encode_packet([WireMessage(0, NOTIFY, DOUBLE, name, key=f"F{i}", double_val=1.0) for i in range(50)])
    for _ in range(100):
        sock.sendall(packet)
        time.sleep(0.01)


def _names_without_end(sock: socket.socket, rng: random.Random) -> None:
    name = f"names{rng.randrange(10**9)}"
    sock.sendall(_hello(name))
    for _ in range(20):
        keys = [f"N{rng.randrange(500)}" for _ in range(20)]
        sock.sendall(encode_packet([WireMessage(0, REGISTER, DOUBLE, name, key=key, double_val=0.0) for key in keys]))
        time.sleep(0.05)


def _hangs_up(sock: socket.socket, rng: random.Random) -> None:
    sock.sendall(PROTOCOL_STRING)


BEHAVIOURS: list[Callable[[socket.socket, random.Random], None]] = [
    _silent,
    _noise,
    _half_handshake,
    _thief,
    _garbage_inside,
    _claims_much,
    _reads_nothing,
    _floods,
    _names_without_end,
    _hangs_up,
]


def _misbehave(port: int, count: int) -> None:
    """Keep ``count`` hostile connections going until this process is ended."""
    import threading

    def one(number: int) -> None:
        rng = random.Random(number)
        while True:
            behaviour = BEHAVIOURS[(number + rng.randrange(2)) % len(BEHAVIOURS)]
            try:
                with socket.create_connection(("127.0.0.1", port), 10.0) as sock:
                    behaviour(sock, rng)
            except OSError:
                pass
            time.sleep(0.02)

    for number in range(count):
        threading.Thread(target=one, args=(number,), daemon=True).start()
    select.select([], [], [])


def run(seconds: float, hostile: int, good: int) -> Result:
    """The whole experiment."""
    spawn = multiprocessing.get_context("spawn")
    pipe, far = spawn.Pipe()
    server = spawn.Process(target=_serve, args=(far,), daemon=True)
    server.start()
    port = pipe.recv()
    crowd = spawn.Process(target=_misbehave, args=(port, hostile), daemon=True)
    clients = [NativeComms(f"good{n}", "127.0.0.1", port, RealClock()) for n in range(good)]
    keys = [f"GOOD_{n}" for n in range(good)]
    latencies: list[float] = []
    seen: list[list[int]] = [[0] * good for _ in range(good)]  # reader, writer
    lost = 0

    def read(reader: int) -> None:
        nonlocal lost
        for mail in clients[reader].fetch():
            if mail.variable not in keys:
                continue
            number, sent = json.loads(str(mail.value))
            writer = keys.index(mail.variable)
            lost += number != seen[reader][writer] + 1
            seen[reader][writer] = number
            latencies.append(time.perf_counter() - sent)

    try:
        for n, client in enumerate(clients):
            for key in keys:
                client.register(key)
            client.run(on_mail=lambda n=n: read(n))  # type: ignore[misc]
            assert client.wait_until_connected(20.0)
        time.sleep(0.5)  # all registrations are carried out
        crowd.start()
        began = time.perf_counter()
        posts = 0
        while time.perf_counter() - began < seconds:
            posts += 1
            for client, key in zip(clients, keys, strict=True):
                assert client.notify(key, json.dumps([posts, time.perf_counter()]))
            time.sleep(max(0.0, began + posts / RATE - time.perf_counter()))
        deadline = time.perf_counter() + 10.0
        while any(n != posts for row in seen for n in row) and time.perf_counter() < deadline:
            time.sleep(0.01)
        lost += sum(posts - n for row in seen for n in row)
        reconnections = sum(client.statistics.connections - 1 for client in clients)
    finally:
        for client in clients:
            client.close()
        if crowd.is_alive():
            crowd.kill()
            crowd.join()
    pipe.send("end")
    incidents, faults, cpu = pipe.recv()
    server.join()
    assert not faults, faults
    latencies.sort()

    def quantile(q: float) -> float:
        return latencies[min(len(latencies) - 1, int(q * len(latencies)))] * 1000.0

    return Result(
        posts * good, lost, reconnections, quantile(0.5), quantile(0.99), latencies[-1] * 1000.0, incidents, cpu
    )


def main() -> None:
    """Run it and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--hostile", type=int, default=50)
    parser.add_argument("--good", type=int, default=5)
    arguments = parser.parse_args()
    for hostile in (0, arguments.hostile):
        seconds = arguments.seconds if hostile else min(arguments.seconds, 10.0)
        r = run(seconds, hostile, arguments.good)
        print(
            f"{hostile:3d} hostile, {arguments.good} good, {seconds:g} s: {r.posts} posts, {r.lost} lost, "
            f"{r.reconnections} reconnections; latency p50 {r.p50_ms:.2f} ms, p99 {r.p99_ms:.2f} ms, "
            f"max {r.max_ms:.1f} ms; server: {r.incidents} incidents logged, {r.server_cpu:.1f} s CPU"
        )


if __name__ == "__main__":
    main()
