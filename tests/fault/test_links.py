"""A relay between client and MOOSDB that cuts into pieces, delays, falls silent, garbles or breaks off."""

from __future__ import annotations

import random
import selectors
import socket
import threading
from collections.abc import Iterator

import pytest

from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport import native
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.wire.codec import WELCOME, WireMessage, encode_packet


class Relay:
    """Forwards one connection at a time; its faults can be changed while it runs."""

    def __init__(self, target: int, seed: int = 1) -> None:
        self._target = target
        self._random = random.Random(seed)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._stop_in, self._stop_out = socket.socketpair()
        self.port = int(self._listener.getsockname()[1])
        self.piece = 0  #: forward at most this many bytes at a time, 0: no limit
        self.silent = False  #: swallow everything that the server says
        self.garble = False  #: invert bytes that the server says
        self.cut = threading.Event()  #: break the connection now
        self.connections = 0
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def close(self) -> None:
        self._stop_out.send(b"x")
        self._thread.join()
        for sock in (self._listener, self._stop_in, self._stop_out):
            sock.close()

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._stop_in, selectors.EVENT_READ)
            selector.register(self._listener, selectors.EVENT_READ)
            while True:
                ready = [key.fileobj for key, _ in selector.select()]
                if self._stop_in in ready:
                    return
                client, _ = self._listener.accept()
                self.connections += 1
                with client, socket.create_connection(("127.0.0.1", self._target)) as server:
                    if self._forward(client, server):
                        return

    def _forward(self, client: socket.socket, server: socket.socket) -> bool:
        """Forward until the connection ends; True when the relay is to stop."""
        self.cut.clear()
        with selectors.DefaultSelector() as selector:
            for sock in (self._stop_in, client, server):
                selector.register(sock, selectors.EVENT_READ)
            while not self.cut.is_set():
                for key, _ in selector.select(0.01):
                    if key.fileobj is self._stop_in:
                        return True
                    source, sink = (client, server) if key.fileobj is client else (server, client)
                    try:
                        data = source.recv(65536)
                        if not data:
                            return False
                        self._pass_on(data, sink, source is server)
                    except OSError:
                        return False
        return False

    def _pass_on(self, data: bytes, sink: socket.socket, from_server: bool) -> None:
        if from_server and self.silent:
            return
        if from_server and self.garble:
            data = bytes(byte ^ self._random.randrange(256) for byte in data)
        size = self.piece or len(data)
        for start in range(0, len(data), size):
            sink.sendall(data[start : start + size])


@pytest.fixture
def relay(moosdb: MoosDb) -> Iterator[Relay]:
    made = Relay(moosdb.port)
    yield made
    made.close()


@pytest.fixture
def comms(relay: Relay) -> Iterator[NativeComms]:
    made = NativeComms("me", "127.0.0.1", relay.port, RealClock(20.0), receive_timeout=1.5)
    made.register("V")
    made.run()
    assert made.wait_until_connected(20.0)
    yield made
    made.close()


def echo(comms: NativeComms, value: float) -> None:
    """A post comes back; tried again when the connection is lost on the way."""
    for _ in range(20):
        assert wait_for(lambda: comms.notify("V", value))
        if any(m.value == value for m in collect(comms, lambda got: any(m.value == value for m in got), 1.0)):
            return
    raise AssertionError(f"no echo: {comms.problem}")


def test_bytes_in_pieces(relay: Relay, comms: NativeComms) -> None:
    for piece in (1, 2, 3, 50):
        relay.piece = piece
        echo(comms, float(piece))
    assert comms.statistics.connections == 1


def test_a_cut_connection(relay: Relay, comms: NativeComms) -> None:
    for count in range(1, 6):
        echo(comms, float(count))
        relay.cut.set()
        assert wait_for(lambda count=count: comms.statistics.connections == count + 1)  # type: ignore[misc]
        assert comms.wait_until_connected(20.0)
    echo(comms, 99.0)


def test_a_server_that_falls_silent_is_given_up(relay: Relay, comms: NativeComms) -> None:
    relay.silent = True
    assert wait_for(lambda: not comms.is_connected())
    assert "silent for too long" in comms.problem
    relay.silent = False
    # the name may still be held by the old connection; that is no reason to give up
    assert comms.wait_until_connected(30.0)
    assert comms.refused_reason == ""
    echo(comms, 1.0)


def test_garbled_bytes(relay: Relay, comms: NativeComms) -> None:
    for count in range(2, 6):
        relay.garble = True
        comms.notify("V", 1.0)
        assert wait_for(lambda: not comms.is_connected())
        relay.garble = False
        relay.cut.set()
        assert wait_for(lambda count=count: comms.statistics.connections >= count)  # type: ignore[misc]
        assert comms.wait_until_connected(20.0)
    echo(comms, 2.0)


def test_a_full_outbox_is_counted_and_the_newest_posts_survive() -> None:
    """The server takes nothing any more, yet posting never waits."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20.0)
        comms = NativeComms("me", port=listener.getsockname()[1], receive_timeout=60.0)
        comms.run()
        server, _ = listener.accept()
        try:
            server.recv(65536)
            server.sendall(encode_packet([WireMessage(msg_type=WELCOME, community="alpha")]))
            assert comms.wait_until_connected(20.0)
            text = "x" * 100_000
            posts = 0
            while comms.statistics.outbox_dropped < 50:
                posts += 1
                assert comms.notify("BULK", f"{text}<{posts}>")
                assert posts < 20_000
            # it takes again: the last post is among what comes
            server.settimeout(20.0)
            end, newest = b"", f"<{posts}>".encode()
            while newest not in end:
                got = server.recv(1 << 20)
                assert got
                end = end[-100:] + got
        finally:
            comms.close()
            server.close()


def test_a_full_inbox_is_counted_and_the_newest_mail_survives(moosdb: MoosDb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "MAX_INBOX_MESSAGES", 100)
    comms = NativeComms("me", port=moosdb.port)
    comms.register("V")
    comms.run()
    try:
        assert comms.wait_until_connected(20.0)
        for number in range(1000):
            comms.notify("V", float(number))
        assert wait_for(lambda: comms.statistics.inbox_dropped == 900)
        assert [m.value for m in comms.fetch()] == [float(n) for n in range(900, 1000)]
    finally:
        comms.close()
