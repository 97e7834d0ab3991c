"""Clients that take more than their share, over real sockets; a pair of clients beside them loses nothing."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from usimmarine_py.moos.db import server
from usimmarine_py.moos.db.server import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.wire import store
from usimmarine_py.wire.client import ClientCore
from usimmarine_py.wire.codec import (
    DOUBLE,
    NOTIFY,
    REGISTER,
    STRING,
    WILDCARD_REGISTER,
    WireMessage,
    encode_packet,
)


@contextlib.contextmanager
def greedy(db: MoosDb, name: str = "greedy") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", db.port), 20.0) as sock:
        sock.sendall(ClientCore(name).begin(0.0))
        assert sock.recv(4096)
        yield sock


@contextlib.contextmanager
def client(db: MoosDb, name: str, *variables: str) -> Iterator[NativeComms]:
    comms = NativeComms(name, port=db.port)
    for variable in variables:
        comms.register(variable)
    comms.run()
    try:
        assert comms.wait_until_connected(60.0)
        assert wait_for(lambda: all(name in db.variables[v].subscribers for v in variables if v in db.variables))
        yield comms
        assert comms.statistics.connections == 1
    finally:
        comms.close()


def post(key: str, text: bytes = b"", src: str = "greedy") -> WireMessage:
    return WireMessage(0, NOTIFY, STRING if text else DOUBLE, src, key=key, double_val=1.0, string_val=text)


def wildcard(pattern: str, src: str = "greedy") -> WireMessage:
    return WireMessage(0, WILDCARD_REGISTER, STRING, src, key=src, string_val=f"VarPattern={pattern}".encode())


def test_hostile_patterns_do_not_stop_the_server() -> None:
    """300 names of 1,014 characters and a pattern of 500 stars took 25 s in one turn."""
    with MoosDb(client_timeout=60.0) as db, client(db, "good", "GOOD") as good, greedy(db) as sock:
        names = [post("a" * 1010 + f"{n:04d}") for n in range(300)]
        sock.sendall(encode_packet([wildcard("*" + "a*" * 500 + "b"), wildcard("*" + "a?" * 400 + "b*"), *names]))
        began = time.process_time()
        good.notify("GOOD", 1.0)
        assert collect(good, bool)
        assert wait_for(lambda: names[-1].key in db.variables, 120.0)
        assert time.process_time() - began < 10.0  # of CPU: the server is a thread of this process


def test_what_a_client_left_behind_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr(store, "MAX_VARIABLES", 60)
    monkeypatch.setattr(store, "MAX_VARIABLES_OF_CLIENT", 100)
    monkeypatch.setattr(store, "SEARCH_PAUSE_MOOS", 0.0)
    log: list[str] = []
    with MoosDb(log=log.append, client_timeout=60.0) as db:
        with greedy(db) as sock:
            sock.sendall(encode_packet([post(f"N{n}") for n in range(200)]))
            assert wait_for(lambda: len(db.variables) == 60)
            # it is sent what was refused
            told = sock.recv(65536)
            while b"refused=greedy" not in told:
                told += sock.recv(65536)
            assert b"there are 60 variables already" in told
        assert wait_for(lambda: db.clients == [])
        with client(db, "good", "NEW") as good:
            good.notify("NEW", 1.0)
            assert collect(good, bool)
    assert len([line for line in log if "60 variables" in line]) == 1


def test_a_poster_waits_for_a_reader_that_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten large posts to a client that takes them; it was disconnected when it fell behind."""
    monkeypatch.setattr(server, "HIGH_QUEUE_BYTES", 2_000_000)
    monkeypatch.setattr(server, "READER_WAIT", 60.0)
    log: list[str] = []
    with MoosDb(log=log.append, client_timeout=60.0) as db, greedy(db, "reader") as reader, greedy(db) as sock:
        reader.sendall(encode_packet([WireMessage(0, REGISTER, DOUBLE, "reader", key="BIG", double_val=0.0)]))
        assert wait_for(lambda: "BIG" in db.variables)
        big = encode_packet([post("BIG", b"x" * 4_000_000)]) * 10
        sender = threading.Thread(target=sock.sendall, args=(big,))
        sender.start()
        size = longest = 0
        while size < 10 * 4_000_000:
            size += len(reader.recv(100_000))
            longest = max(longest, sum(peer.out_bytes for peer in db._peers.values()))
        sender.join()
        assert longest < 8_000_000
        assert db.clients == ["greedy", "reader"]
    assert log == []


def test_silent_connections_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_CONNECTIONS", 10)
    monkeypatch.setattr(server, "RESERVED_CONNECTIONS", 0)
    monkeypatch.setattr(server, "HANDSHAKE_TIMEOUT", 60.0)
    log: list[str] = []
    with MoosDb(log=log.append) as db, contextlib.ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(socket.create_connection(("127.0.0.1", db.port), 20.0))
        began = time.monotonic()
        with client(db, "good", "GOOD") as good:
            assert time.monotonic() - began < 60.0
            good.notify("GOOD", 1.0)
            assert collect(good, bool)
    assert len(log) == 1 and "the oldest without a handshake is closed" in log[0]


def test_wildcards_over_thousands_of_variables_come_and_go() -> None:
    with MoosDb(client_timeout=60.0) as db, client(db, "good", "GOOD") as good, contextlib.ExitStack() as stack:
        with greedy(db) as sock:
            sock.sendall(encode_packet([post(f"V{n:05d}") for n in range(5000)]))
            assert wait_for(lambda: "V04999" in db.variables)
        socks = [stack.enter_context(greedy(db, f"r{n}")) for n in range(10)]
        for n, sock in enumerate(socks):
            sock.sendall(encode_packet([wildcard("*", f"r{n}")]))
        for turn in range(20):
            if turn == 10:
                stack.close()
            good.notify("GOOD", float(turn))
            assert [m.value for m in collect(good, bool)] == [float(turn)]
        assert wait_for(lambda: db.clients == ["good"])
        assert wait_for(lambda: not db.variables["V00000"].is_read)
