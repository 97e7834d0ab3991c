"""The native client on the built-in MOOSDB: life, mail, refusal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from usimmarine_py.errors import TransportError
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.values import Message, Post
from usimmarine_py.wire.limits import MAX_INBOX_BYTES, MAX_INBOX_MESSAGES
from usimmarine_py.wire.queues import BoundedQueue


def test_without_a_moosdb_it_says_why_and_keeps_trying() -> None:
    db = MoosDb().start()
    port = db.port
    db.close()
    comms = NativeComms("me", port=port)
    comms.run()
    try:
        assert wait_for(lambda: "refused" in comms.problem)
        assert f"127.0.0.1:{port}" in comms.problem
        with MoosDb(port=port):
            assert comms.wait_until_connected(60.0)
            assert comms.problem == ""
    finally:
        comms.close()


def slowly(value: float) -> Iterator[Post]:
    """X and Y; between them the thread that sends gets every chance to take X alone."""
    yield Post("X", value)
    time.sleep(0.0005)
    yield Post("Y", value)


def test_posts_made_together_are_never_seen_apart(moosdb: MoosDb) -> None:
    reader = connect(port=moosdb.port, name="reader")
    writer = connect(port=moosdb.port, name="writer")
    reader.register("X")
    reader.register("Y")
    latest = {"X": -1.0, "Y": -1.0}
    torn = 0
    for k in range(300):
        writer.post(slowly(float(k)))
        for message in reader.fetch():
            latest[message.key] = float(message.value)
        torn += latest["X"] != latest["Y"]
    assert torn == 0
    assert wait_for(lambda: any(m.key == "Y" and m.value == 299.0 for m in reader.fetch()) or latest["Y"] == 299.0)
    writer.close()
    reader.close()


class Narrow(BoundedQueue[Message]):
    """An inbox where each entry takes a while, and which notes whether two threads were inside at once."""

    inside = 0
    crowded = 0

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self.inside += 1
        self.crowded += self.inside > 1
        time.sleep(0.001)
        yield
        self.inside -= 1

    def push(self, item: Message, size: int) -> None:
        with self._alone():
            super().push(item, size)

    def pop_all(self) -> list[Message]:
        with self._alone():
            return super().pop_all()


def test_mail_is_fetched_while_mail_comes(moosdb: MoosDb) -> None:
    """Never both at once: a queue that changes while it is emptied loses mail, one time in very many."""
    reader, writer = NativeComms("reader", port=moosdb.port), connect(port=moosdb.port, name="writer")
    inbox = reader._inbox._mail = Narrow(MAX_INBOX_MESSAGES, MAX_INBOX_BYTES)
    reader.register("X")
    reader.run()
    writer.notify("X", -1.0)
    assert collect(reader, bool)  # from here on nothing is missed
    writer.post(Post("X", float(k)) for k in range(200))
    mail = collect(reader, lambda found: len(found) >= 200)
    assert [m.value for m in mail] == [float(k) for k in range(200)]
    assert inbox.crowded == 0
    writer.close()
    reader.close()


@pytest.mark.parametrize("first", [False, True])
def test_a_prepared_client_registers_when_it_runs(moosdb: MoosDb, first: bool) -> None:
    """Whether the MOOSDB has welcomed it by then or not."""
    writer = connect(port=moosdb.port, name="writer")
    assert writer.notify("X", 1.5)
    calls: list[str] = []
    reader = NativeComms("reader", port=moosdb.port)

    def on_connect() -> None:
        calls.append("connect")
        reader.register("X")

    reader.prepare()
    reader.prepare()
    try:
        if first:
            assert wait_for(reader.is_connected)
            assert not reader.wait_until_connected(0.05)
            assert not calls
        reader.run(on_connect)
        reader.run(on_connect)
        assert reader.wait_until_connected(60.0)
        assert [m.value for m in collect(reader, bool)] == [1.5]
        assert calls == ["connect"]
    finally:
        reader.close()
        writer.close()


def test_a_prepared_client_that_never_runs_leaves(moosdb: MoosDb) -> None:
    client = NativeComms("me", port=moosdb.port)
    client.prepare()
    assert wait_for(client.is_connected)
    client.close()
    again = connect(port=moosdb.port, name="me")
    again.close()
    with pytest.raises(TransportError, match="closed"):
        client.prepare()
