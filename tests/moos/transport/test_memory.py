"""The in-memory bus: delivery inside the post, callbacks, loss and return of the database."""

from __future__ import annotations

from tests.support.memory_bus import MemoryBus
from usimmarine_py.moos.clock import SteppedClock


def test_mail_is_there_when_notify_returns() -> None:
    clock = SteppedClock(100.0)
    bus = MemoryBus(clock, "beta")
    writer, reader = bus.client("writer"), bus.client("reader")
    reader.run(lambda: reader.register("X"))
    writer.run()
    assert bus.clients == ["writer", "reader"]
    assert writer.notify("X", 1)
    (mail,) = reader.fetch()
    assert (mail.key, mail.value, mail.time, mail.source, mail.community) == ("X", 1.0, 100.0, "writer", "beta")
    assert reader.fetch() == []


def test_intervals_follow_the_stepped_clock() -> None:
    clock = SteppedClock()
    bus = MemoryBus(clock)
    writer, reader = bus.client("writer"), bus.client("reader")
    reader.run(lambda: reader.register("X", 1.0))
    writer.run()
    for step in range(40):
        clock.sleep_until(step * 0.125)
        writer.notify("X", float(step))
    assert [m.value for m in reader.fetch()] == [0.0, 8.0, 16.0, 24.0, 32.0]


def test_a_callback_may_post() -> None:
    bus = MemoryBus(SteppedClock())
    asker, answerer = bus.client("asker"), bus.client("answerer")
    answers: list[float | str | bytes] = []

    def answer() -> None:
        for mail in answerer.fetch():
            answerer.notify("ANSWER", mail.value)

    answerer.run(lambda: answerer.register("QUESTION"), on_mail=answer)
    asker.run(lambda: asker.register("ANSWER"), on_mail=lambda: answers.extend(m.value for m in asker.fetch()))
    asker.notify("QUESTION", "why")
    assert answers == ["why"]


def test_down_and_up() -> None:
    bus = MemoryBus(SteppedClock())
    lost: list[str] = []
    client = bus.client("c")
    client.run(on_disconnect=lambda: lost.append("c"))
    client.register("X")
    bus.down()
    assert not client.is_connected()
    assert "down" in client.problem
    assert not client.notify("X", 1.0)
    bus.up()
    assert client.is_connected()
    assert lost == ["c"]
    assert client.notify("X", 2.0)
    assert [m.value for m in client.fetch()] == [2.0]
    assert client.statistics.connections == 2
