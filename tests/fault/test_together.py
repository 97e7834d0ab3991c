"""What hostile connections together can make the MOOSDB keep.

Properties: packets begun and not ended, and mail that is not read, are bounded over all connections and not only for
each; the largest is cut off with one line; a good client beside them stays connected and gets its mail.
"""

from __future__ import annotations

import contextlib
import socket
import struct
from collections.abc import Iterator

import pytest

from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb, server
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.wire.client import ClientCore
from usimmarine_py.wire.codec import DOUBLE, NOTIFY, REGISTER, STRING, WireMessage, encode_packet

MEGABYTE = 1 << 20


class Hostile:
    """A MOOSDB with its log, a good client, and hostile connections that have shaken hands."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self.log: list[str] = []
        self.db = stack.enter_context(MoosDb(log=self.log.append))
        self.good = NativeComms("good", "127.0.0.1", self.db.port, RealClock())
        stack.callback(self.good.close)
        self.good.register("GOOD")
        self.good.run()
        assert self.good.wait_until_connected(60.0)
        self._stack = stack

    def connect(self, name: str) -> socket.socket:
        sock = self._stack.enter_context(socket.create_connection(("127.0.0.1", self.db.port), 20.0))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.sendall(ClientCore(name).begin(0.0))
        assert sock.recv(4096)
        return sock

    def good_is_undisturbed(self) -> bool:
        self.good.notify("GOOD", 1.0)
        assert collect(self.good, bool, 60.0)
        return self.good.statistics.connections == 1


@pytest.fixture
def world() -> Iterator[Hostile]:
    with contextlib.ExitStack() as stack:
        yield Hostile(stack)


def test_packets_that_never_end(world: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_ALL_UNREAD_BYTES", 8 * MEGABYTE)
    for number in range(6):
        sock = world.connect(f"claims{number}")
        with contextlib.suppress(OSError):  # it may be cut off while it sends
            sock.sendall(struct.pack("<iib", 16 * MEGABYTE, 1, 0) + bytes(3 * MEGABYTE))
    # of 18 MB no more than 8 are kept: two connections of the six
    assert wait_for(lambda: len(world.log) == 4, 60.0)
    assert all("unfinished packets" in line and "connection closed" in line for line in world.log)
    assert world.good_is_undisturbed()
    assert world.db.clients[-1] == "good"
    assert len(world.db.clients) == 3


def test_readers_that_stop_together(world: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_ALL_UNSENT_BYTES", 32 * MEGABYTE)
    for number in range(6):
        name = f"deaf{number}"
        world.connect(name).sendall(encode_packet([WireMessage(0, REGISTER, DOUBLE, name, key="BULK", double_val=0.0)]))
    bulk = encode_packet([WireMessage(0, NOTIFY, STRING, "flood", key="BULK", string_val=bytes(12 * MEGABYTE))])
    assert wait_for(lambda: "BULK" in world.db.variables and len(world.db.variables["BULK"].subscribers) == 6)
    world.connect("flood").sendall(bulk)
    # of 72 MB no more than 32 wait, two connections and what the kernel has taken of the others
    assert wait_for(lambda: len(world.log) == 4, 60.0)
    assert all("unread mail" in line and "connection closed" in line for line in world.log)
    assert world.good_is_undisturbed()
