"""Places in a MOOSDB: who is refused learns why, who was there comes back, and the quiet pay for no busy server.

The client here has its own encoding of a handshake (docs/laws/wire 5), without a module of the package.
"""

from __future__ import annotations

import socket
import struct
import time

import pytest

from usimmarine_py.moos.db import MoosDb, server
from usimmarine_py.wire.limits import HELD_UP

PLACES, RESERVED = 8, 3


def text(value: bytes) -> bytes:
    return struct.pack("<i", len(value)) + value


def handshake(name: str) -> bytes:
    """Return the protocol string and one message of type i with a name, as the original's client sends them."""
    fields = struct.pack("<i", -1) + b"i" + b"S" + text(b"") * 3 + text(b"asynchronous")
    body = fields + struct.pack("<3d", time.time(), -1.0, -1.0) + text(name.encode())
    message = struct.pack("<i", len(body) + 4) + body
    return b"ELKS CAN'T DANCE 2/8/10".ljust(32, b"\0") + struct.pack("<iib", len(message) + 9, 1, 0) + message


def client(port: int, name: str) -> tuple[socket.socket, bytes]:
    """Return a socket after its handshake, and what the server answered."""
    sock = socket.create_connection(("127.0.0.1", port), 10.0)
    sock.sendall(handshake(name))
    return sock, sock.recv(65536)


def is_welcome(answer: bytes) -> bool:
    return b"hostname=" in answer


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_CONNECTIONS", PLACES)
    monkeypatch.setattr(server, "RESERVED_CONNECTIONS", RESERVED)


@pytest.mark.usefixtures("few")
def test_the_last_places_are_for_clients_that_were_there_and_others_learn_why() -> None:
    with MoosDb() as db:
        first, answer = client(db.port, "vehicle")
        assert is_welcome(answer)
        first.close()
        while db.clients:
            time.sleep(0.01)
        flood = [client(db.port, f"flood{k}") for k in range(PLACES)]
        admitted = [is_welcome(answer) for _, answer in flood]
        assert admitted == [True] * (PLACES - RESERVED) + [False] * RESERVED
        for _, answer in flood[PLACES - RESERVED :]:
            assert b"the last places are for clients that were connected before" in answer
        again, answer = client(db.port, "vehicle")
        assert is_welcome(answer)
        for sock in [again, *(sock for sock, _ in flood)]:
            sock.close()


@pytest.mark.usefixtures("few")
def test_without_any_place_the_reason_comes_too() -> None:
    with MoosDb() as db:
        names = [f"c{k}" for k in range(PLACES)]
        for name in names:  # all were there once
            client(db.port, name)[0].close()
            while db.clients:
                time.sleep(0.01)
        held = [client(db.port, name) for name in names]
        assert all(is_welcome(answer) for _, answer in held)
        late, answer = client(db.port, "late")
        assert b"8 connections are open, no more are admitted" in answer
        for sock in [late, *(sock for sock, _ in held)]:
            sock.close()


def test_a_quiet_client_is_not_dropped_for_a_time_in_which_the_server_did_not_run() -> None:
    db = MoosDb(client_timeout=1.2)
    db.bind()
    sock = socket.create_connection(("127.0.0.1", db.port), 10.0)
    sock.sendall(handshake("quiet"))
    for _ in range(20):
        db.serve(0.01)
    assert list(db._peers) == ["quiet"]
    time.sleep(HELD_UP + 0.7)  # busy elsewhere, as a long tick is
    for _ in range(10):
        db.serve(0.0)
        db._next_sweep = 0.0
    assert list(db._peers) == ["quiet"]
    end = time.monotonic() + 60.0
    while db._peers and time.monotonic() < end:
        db.serve(0.05)
    assert not db._peers  # its own silence counts
    sock.close()
    db.shut()
    db._wake_out.close()
