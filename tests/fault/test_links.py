"""Links that cut into pieces, fall silent, garble or break off, and queues that are full."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from tests.support.relay import DOWN, Relay
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport import native
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.wire.codec import WELCOME, WireMessage, encode_packet


@pytest.fixture
def relay(moosdb: MoosDb) -> Iterator[Relay]:
    with Relay(moosdb.port) as made:
        yield made


@pytest.fixture
def comms(relay: Relay) -> Iterator[NativeComms]:
    made = NativeComms("me", "127.0.0.1", relay.port, RealClock(20.0), receive_timeout=1.5)
    made.register("V")
    made.run()
    assert made.wait_until_connected(60.0)
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
        relay.cut()
        assert wait_for(lambda count=count: comms.statistics.connections == count + 1)  # type: ignore[misc]
        assert comms.wait_until_connected(60.0)
    echo(comms, 99.0)


def test_a_server_that_falls_silent_is_given_up(relay: Relay, comms: NativeComms) -> None:
    relay.swallowed = frozenset({DOWN})
    assert wait_for(lambda: not comms.is_connected())
    assert "silent for too long" in comms.problem
    relay.swallowed = frozenset()
    # the name may still be held by the old connection; that is no reason to give up
    assert comms.wait_until_connected(60.0)
    assert comms.refused_reason == ""
    echo(comms, 1.0)


def test_garbled_bytes(relay: Relay, comms: NativeComms) -> None:
    for count in range(2, 6):
        relay.garble = True
        comms.notify("V", 1.0)
        assert wait_for(lambda: not comms.is_connected())
        relay.garble = False
        relay.cut()
        assert wait_for(lambda count=count: comms.statistics.connections >= count)  # type: ignore[misc]
        assert comms.wait_until_connected(60.0)
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
            assert comms.wait_until_connected(60.0)
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
        assert comms.wait_until_connected(60.0)
        for number in range(1000):
            comms.notify("V", float(number))
        assert wait_for(lambda: comms.statistics.inbox_dropped == 900)
        assert [m.value for m in comms.fetch()] == [float(n) for n in range(900, 1000)]
    finally:
        comms.close()
