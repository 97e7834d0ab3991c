"""The bus of lock-step runs: rows by shape, and what differs from the MOOSDB nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.memory_bus import MemoryBus
from tests.support.posts import values_of
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.transport import lockstep
from usimmarine_py.moos.transport.lockstep import LockstepBus, LockstepComms
from usimmarine_py.values import Message, Value
from usimmarine_py.values.rows import Row, Shape, single

START = 1000.0
NAMES = ("A", "B", "C", "NAV_X", "NAV_Y")
KINDS: dict[str, st.SearchStrategy[Value]] = {
    "A": st.floats(-9, 9),
    "B": st.text("xy", max_size=3),
    "C": st.one_of(st.floats(-9, 9), st.text("xy", max_size=3)),
    "NAV_X": st.floats(-9, 9),
    "NAV_Y": st.floats(-9, 9),
}


def bus_of(*names: str) -> tuple[LockstepBus, list[LockstepComms], list[tuple[float, str, str, str, Value]], list[str]]:
    """A bus with connected clients, all that its listener gets, and what it refuses."""
    refused: list[str] = []
    bus = LockstepBus(SteppedClock(START), "alpha", refused.append)
    heard: list[tuple[float, str, str, str, Value]] = []
    bus.listeners.append(lambda *row: heard.extend(values_of(*row)))
    clients = [bus.client(name) for name in names]
    for client in clients:
        client.run()
    return bus, clients, heard, refused


def test_a_reader_gets_the_values_that_it_registered_for() -> None:
    bus, (boat, reader), heard, _ = bus_of("boat", "reader")
    reader.register("NAV_Y")
    row = Row(Shape(("NAV_X", "NAV_Y", "MODE")), (1.0, 2.0, "ON"))
    for _ in range(2):
        assert boat.post_rows([row]) == 0
    assert reader.fetch() == [Message("NAV_Y", 2.0, START, "boat", "", "alpha")] * 2
    values = [("NAV_X", 1.0), ("NAV_Y", 2.0), ("MODE", "ON")]
    assert heard == [(START, name, "boat", "", value) for name, value in values] * 2
    reader.unregister("NAV_Y")
    boat.post_rows([row])
    assert reader.fetch() == []
    reader.register("MODE")  # the stored value is its first mail
    assert [(m.variable, m.value) for m in reader.fetch()] == [("MODE", "ON")]
    assert bus.authors("NAV_") == {"boat"}
    assert bus.never_written(["NAV_Z", "MODE"]) == ["NAV_Z"]


def test_time_source_and_auxiliary_source_of_a_row() -> None:
    _, (boat, reader), _, _ = bus_of("boat", "reader")
    reader.register("A")
    boat.post_rows([single("A", 1.0, 5.0, "aux", "other"), single("A", 2.0, -1.0), single("A", 3.0)], 7.0)
    boat.post_rows([single("A", 4.0)])
    assert [(m.time, m.source, m.source_aux) for m in reader.fetch()] == [
        (5.0, "other", "aux"),
        (7.0, "boat", ""),
        (7.0, "boat", ""),
        (START, "boat", ""),
    ]


def test_a_value_of_another_type_is_refused_and_the_others_are_not() -> None:
    _, (boat, reader), heard, refused = bus_of("boat", "reader")
    reader.register("B")
    shape = Shape(("A", "B"))
    boat.post_rows([Row(shape, (1.0, "text")), Row(shape, ("text", "other")), Row(shape, (2, "third"))])
    assert [m.value for m in reader.fetch()] == ["text", "other", "third"]
    # whole numbers are numbers
    assert [(type(v), v) for _, name, _, _, v in heard if name == "A"] == [(float, 1.0), (float, 2.0)]
    assert refused == ["boat: A: post of another type than the variable has, dropped"]


def test_the_database_posts_behind_the_first_value_of_a_row() -> None:
    bus, (boat,), heard, _ = bus_of("boat")
    row = Row(Shape(("A", "B", "C")), (1.0, 2.0, 3.0))
    boat.post_rows([row])
    bus.clock.sleep_until(START + 2.5)
    boat.post_rows([row])
    assert [name for _, name, *_ in heard] == ["A", "B", "C", "A", "DB_TIME", "DB_UPTIME", "DB_CLIENTS", "B", "C"]
    assert [value for _, name, _, _, value in heard if name.startswith("DB_")] == [START + 2.5, 2.5, "boat,"]


def test_values_without_a_name_are_dropped() -> None:
    _, (boat,), heard, _ = bus_of("boat")
    assert boat.post_rows([Row(Shape(("A", "")), (1.0, 2.0)), single("", "x")]) == 2
    assert [name for _, name, *_ in heard] == ["A"]
    boat.close()
    assert boat.post_rows([Row(Shape(("A", "B")), (1.0, 2.0))]) == 2


def test_shapes_without_number_cost_no_memory_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lockstep, "MOST_SHAPES", 3)
    _, (boat, reader), heard, _ = bus_of("boat", "reader")
    reader.register("N3")
    for k in range(9):
        boat.post_rows([Row(Shape((f"N{k}", f"N{k + 1}")), (float(k), float(k + 1)))])
    assert len(boat.routes) == 3
    assert len(heard) == 18
    assert [m.value for m in reader.fetch()] == [3.0, 3.0]


who = st.sampled_from(["one", "two"])
rows = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).flatmap(
    lambda names: st.tuples(st.just(tuple(names)), st.tuples(*(KINDS[name] for name in names)))
)
steps = st.one_of(
    st.tuples(st.just("sleep"), st.floats(0.0, 1.5)),
    st.tuples(st.just("post"), who, rows, st.sampled_from(["", "aux"])),
    st.tuples(st.just("register"), who, st.sampled_from(NAMES), st.sampled_from([0.0, 0.7])),
    st.tuples(st.just("pattern"), who, st.sampled_from(["NAV_*", "?"]), st.sampled_from(["*", "one"])),
    st.tuples(st.just("unregister"), who, st.sampled_from(NAMES)),
    st.tuples(st.just("fetch"), who),
)


@settings(max_examples=150, deadline=None)
@given(given_steps=st.lists(steps, max_size=40))
def test_clients_get_what_the_whole_moosdb_gives_them(given_steps: list[tuple]) -> None:  # type: ignore[type-arg]
    found = []
    for kind in (LockstepBus, MemoryBus):
        clock = SteppedClock(START)
        bus = kind(clock, "alpha")
        clients = {name: bus.client(name) for name in ("one", "two")}
        for client in clients.values():
            client.run()
        got: list[tuple[str, Message]] = []
        for what, *more in given_steps:
            if what == "sleep":
                clock.advance(more[0])
                continue
            client = clients[more[0]]
            if what == "post":
                client.post_rows([Row(Shape(more[1][0]), more[1][1], None, more[2])])
            elif what == "register":
                client.register(more[1], more[2])
            elif what == "pattern":
                client.register_wildcard(more[1], more[2])
            elif what == "unregister":
                client.unregister(more[1])
            else:
                got += [(more[0], mail) for mail in client.fetch()]
        for name, client in clients.items():
            got += [(name, mail) for mail in client.fetch()]
        found.append(got)
    assert found[0] == found[1]


def test_a_client_skips_its_own_posts_of_what_it_names() -> None:
    _, (boat, other), _, _ = bus_of("boat", "other")
    row = Row(Shape(("NAV_X", "NAV_Y", "A")), (1.0, 2.0, 3.0))
    for name in row.shape.names:
        boat.register(name)

    def heard() -> list[tuple[str, str]]:
        for client in (boat, other, boat):
            client.post_rows([row])
        return [(m.variable, m.source) for m in boat.fetch()]

    own, others = [(name, "boat") for name in row.shape.names], [(name, "other") for name in row.shape.names]
    assert heard() == [*own, *others, *own]
    boat.skip_own(("NAV_X", "NAV_Y"))
    assert heard() == [("A", "boat"), *others, ("A", "boat")]
    boat.skip_own(("NAV_X",))
    assert heard() == [*own[1:], *others, *own[1:]]
    boat.skip_own(())
    assert heard() == [*own, *others, *own]


def test_a_long_inbox_is_not_looked_at_to_its_end() -> None:
    """Under a flood the door asks all inboxes time and again: whole ones took 30 ms."""
    asked: list[Value] = []
    bus = LockstepBus(SteppedClock(0.0))
    bus.weigh = lambda value: asked.append(value) or lockstep.weight_of(value)
    client = bus.client("reader")
    assert not client.is_crowded()
    client.inbox += [(0.0, ("A",), ("x" * 100,), "other", "", "")] * 50_000
    assert client.is_crowded()
    assert len(asked) < 200
