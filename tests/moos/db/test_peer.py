"""What waits for one client in the built-in MOOSDB."""

from __future__ import annotations

import contextlib
import gc
import random
import select
import socket
import threading

from usimmarine_py.moos.db.peer import FLUSH_SIZE, Peer, Tally
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.server import ServerConnection


def connected(tally: Tally) -> tuple[Peer, socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        near = socket.create_connection(listener.getsockname())
        far, _ = listener.accept()
    return Peer(far, "there", ServerConnection(DbCore(start=0.0)), 0.0, tally), near


def test_all_bytes_come_in_order_however_they_are_read() -> None:
    """And pieces of any size, also while some wait."""
    rng, tally = random.Random(1), Tally()
    peer, near = connected(tally)
    sent, got = bytearray(), bytearray()
    for _ in range(100):
        pieces = [rng.randbytes(rng.choice((1, 50, 3000, 70_000, 300_000))) for _ in range(rng.randrange(4))]
        sent += b"".join(pieces)
        assert peer.queue(pieces) and peer.flush(0.0)
        near.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            got += near.recv(rng.choice((1, 10_000, 400_000)))
        assert tally.unsent == peer.out_bytes <= len(sent) - len(got)
    near.settimeout(20.0)
    while len(got) < len(sent):
        assert peer.flush(0.0)
        got += near.recv(1 << 20)
    assert got == sent
    assert peer.out_bytes == tally.unsent == 0
    peer.close()
    near.close()


def test_one_that_reads_fast_does_not_keep_the_server_at_it() -> None:
    peer, near = connected(Tally())
    piece = bytes(1 << 20)
    reader = threading.Thread(target=read_on, args=(near,))
    reader.start()
    peer.queue([piece] * 20)
    while peer.out_bytes:
        assert select.select([], [peer.sock], [], 20.0)[1]
        before = peer.out_bytes
        assert peer.flush(1.0)
        assert before - peer.out_bytes < FLUSH_SIZE + len(piece)
        # so that one that takes nothing any more is noticed
        assert (peer.blocked_since == 1.0) == (peer.out_bytes > 0)
    peer.close()
    reader.join()
    near.close()


def read_on(sock: socket.socket) -> None:
    while sock.recv(1 << 20):
        pass


def test_what_waits_is_no_work_for_the_collector_of_garbage() -> None:
    """It looks through all objects that may hold others, in one pause."""
    peer, near = connected(Tally())
    before = len(gc.get_objects())
    assert peer.queue(b"%d" % n for n in range(20_000))
    assert len(gc.get_objects()) < before + 1000
    peer.close()
    near.close()
