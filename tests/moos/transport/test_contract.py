"""What every transport promises, on every MOOSDB. See ``Comms``."""

from __future__ import annotations

import math
import threading

import pytest

from tests.support.worlds import TIMEOUT, World
from usimmarine_py.errors import NameRefusedError, TransportError
from usimmarine_py.moos.testing import collect, wait_for


def test_worlds_that_cannot_be_had_here(absent_world: str) -> None:
    if absent_world:
        pytest.skip(absent_world)


def test_connecting(world: World) -> None:
    comms = world.new("me")
    assert comms.name == "me"
    assert not comms.is_connected()
    assert comms.fetch() == []
    seen: list[bool] = []
    comms.run(lambda: seen.append(comms.is_connected()))
    assert comms.wait_until_connected(TIMEOUT)
    assert seen == [True]
    assert comms.is_connected()
    assert comms.community == "alpha"
    assert comms.refused_reason == ""
    assert comms.problem == ""
    assert comms.statistics.connections == 1


def test_running_twice_is_running_once(world: World) -> None:
    comms = world.running("me")
    comms.run()
    assert comms.statistics.connections == 1


@pytest.mark.parametrize(
    "value",
    [
        0.0,
        -0.0,
        -12345.678901234567,
        5e-324,
        1.7976931348623157e308,
        math.inf,
        -math.inf,
        math.nan,
        "",
        "hello world",
        "größer\n\ttab, comma=equals",
        b"",
        b"\x00\x01\xff\xfe",
        bytes(range(256)) * 40,
        "long " * 40_000,
    ],
    ids=lambda v: repr(v)[:20],
)
def test_a_value_arrives_as_it_was(world: World, value: float | str | bytes) -> None:
    comms = world.running("me", "V")
    assert comms.notify("V", value)
    (mail,) = world.settle(comms)
    assert type(mail.value) is type(value)
    assert repr(mail.value) == repr(value)
    assert (mail.key, mail.source, mail.source_aux, mail.community) == ("V", "me", "", "alpha")


def test_text_that_is_not_utf8_keeps_its_bytes(world: World) -> None:
    comms = world.running("me", "V")
    text = b"caf\xe9 \xff".decode("utf-8", "surrogateescape")
    comms.notify("V", text)
    (mail,) = world.settle(comms)
    assert mail.value == text


def test_text_with_a_nul(world: World) -> None:
    comms = world.running("me", "V")
    comms.notify("V", "nul\0inside")
    (mail,) = world.settle(comms)
    if world.transport == "pymoos":
        assert mail.value == "nul"
        assert "NUL" in comms.statistics.last_error
    else:
        assert mail.value == "nul\0inside"


def test_whole_numbers_are_posted_as_doubles(world: World) -> None:
    comms = world.running("me", "V")
    comms.notify("V", 3)
    comms.notify("V", True)
    assert [(type(m.value), m.value) for m in world.settle(comms)] == [(float, 3.0), (float, 1.0)]


def test_time_and_auxiliary_source(world: World) -> None:
    comms = world.running("me", "V")
    comms.notify("V", 1.0, 17.5, "aux")
    comms.notify("V", 2.0, 0.0)
    comms.notify("V", 3.0)
    comms.notify("V", 4.0, -1.0)
    mail = world.settle(comms)
    assert [(m.time, m.source_aux) for m in mail[:2]] == [(17.5, "aux"), (0.0, "")]
    assert mail[2].time > 900.0
    assert mail[3].time >= mail[2].time


def test_posting_in_another_name(world: World) -> None:
    comms = world.running("me", "V")
    comms.notify("V", 1.0, source="uTimerScript")
    (mail,) = world.settle(comms)
    if world.transport == "pymoos":
        # pymoos offers no way to set it
        assert (mail.source, mail.source_aux) == ("me", "uTimerScript")
    else:
        assert (mail.source, mail.source_aux) == ("uTimerScript", "")


def test_between_clients_and_in_order(world: World) -> None:
    reader = world.running("reader", "A", "B")
    writer = world.running("writer")
    world.settle(reader)
    for number in range(500):
        assert writer.notify("A" if number % 2 else "B", float(number))
    mail = collect(reader, lambda got: len(got) >= 500, TIMEOUT)
    assert [m.value for m in mail] == [float(n) for n in range(500)]
    assert reader.fetch() == []


def test_equal_values_are_delivered_again(world: World) -> None:
    comms = world.running("me", "V")
    for _ in range(3):
        comms.notify("V", "same")
    assert [m.value for m in world.settle(comms)] == ["same"] * 3


def test_the_current_value_comes_on_registration(world: World) -> None:
    writer = world.running("writer")
    writer.notify("OLD", "first", 5.0, "aux")
    writer.notify("OLD", "second", 6.0, "aux")
    world.settle(writer)
    reader = world.running("reader", "OLD", "NEVER")
    (mail,) = world.settle(reader)
    assert (mail.value, mail.time, mail.source, mail.source_aux) == ("second", 6.0, "writer", "aux")
    # and again on a repeated one
    reader.register("OLD")
    assert [m.value for m in world.settle(reader)] == ["second"]


def test_an_interval_is_a_minimum_gap(world: World) -> None:
    comms = world.running("me")
    comms.register("V", 1.0e6)
    comms.register("W", -1.0)
    for number in range(5):
        comms.notify("V", float(number))
        comms.notify("W", float(number))
    mail = world.settle(comms)
    assert [m.value for m in mail if m.key == "V"] == [0.0]
    assert [m.value for m in mail if m.key == "W"] == [0.0, 1.0, 2.0, 3.0, 4.0]
    # a new registration replaces the interval
    comms.register("V", 0.0)
    comms.notify("V", 9.0)
    assert [m.value for m in world.settle(comms)] == [4.0, 9.0]


def test_an_interval_that_has_passed(world: World) -> None:
    comms = world.running("me")
    comms.register("V", 2.0)
    comms.notify("V", 1.0)
    world.settle(comms)
    world.pass_time(2.5)
    comms.notify("V", 2.0)
    assert [m.value for m in world.settle(comms)] == [2.0]


def test_wildcards_take_old_and_new_variables(world: World) -> None:
    writer = world.running("writer")
    writer.notify("NAV_X", 1.0)
    writer.notify("OTHER", 1.0)
    world.settle(writer)
    reader = world.running("reader")
    reader.register_wildcard("NAV_?")
    assert [(m.key, m.value) for m in world.settle(reader)] == [("NAV_X", 1.0)]
    writer.notify("NAV_Y", 2.0)
    writer.notify("NAV_XY", 2.0)
    writer.notify("NAV_X", 3.0)
    mail = collect(reader, lambda got: len(got) >= 2, TIMEOUT)
    assert [(m.key, m.value) for m in mail] == [("NAV_Y", 2.0), ("NAV_X", 3.0)]


def test_wildcards_look_at_the_source(world: World) -> None:
    reader = world.running("reader")
    reader.register_wildcard("V_*", "pA*")
    world.settle(reader)
    other, wanted = world.running("pB"), world.running("pA1")
    other.notify("V_B", 1.0)
    world.settle(other)
    wanted.notify("V_A", 2.0)
    assert [(m.key, m.value) for m in collect(reader, bool, TIMEOUT)] == [("V_A", 2.0)]


def test_unregistering(world: World) -> None:
    comms = world.running("me", "V", "W")
    comms.notify("V", 1.0)
    assert len(world.settle(comms)) == 1
    assert comms.unregister("V")
    assert comms.unregister("NEVER_SEEN")
    comms.notify("V", 2.0)
    comms.notify("W", 2.0)
    assert [m.key for m in world.settle(comms)] == ["W"]


def test_a_post_of_another_type_is_dropped(world: World) -> None:
    comms = world.running("me", "V")
    comms.notify("V", 1.0)
    assert comms.notify("V", "text")
    comms.notify("V", b"binary")
    comms.notify("V", 2.0)
    assert [m.value for m in world.settle(comms)] == [1.0, 2.0]


def test_not_connected_not_posted(world: World) -> None:
    comms = world.new("me")
    assert not comms.notify("V", 1.0)
    assert comms.register("V")
    comms.run()
    assert comms.wait_until_connected(TIMEOUT)
    assert comms.notify("V", 2.0)
    # registered before it ran
    assert [m.value for m in world.settle(comms)] == [2.0]


def test_names_that_are_refused_here(world: World) -> None:
    comms = world.running("me")
    assert not comms.notify("", 1.0)
    assert not comms.register("")
    assert not comms.unregister("")
    assert not comms.register_wildcard("")
    assert not comms.register_wildcard("A,B")


def test_a_used_name(world: World) -> None:
    first = world.running("me", "V")
    second = world.new("me")
    second.run()
    with pytest.raises(NameRefusedError, match=r'A client of this name \("me"\) already exists'):
        second.wait_until_connected(TIMEOUT)
    assert "already exists" in second.refused_reason
    assert "already exists" in second.problem
    assert not second.is_connected()
    assert not second.notify("V", 1.0)
    second.close()
    first.notify("V", 2.0)
    assert [m.value for m in world.settle(first)] == [2.0]


def test_the_database_goes_and_comes_back(world: World) -> None:
    connects = threading.Semaphore(0)
    losses = threading.Semaphore(0)
    comms = world.new("me")

    def on_connect() -> None:
        comms.register("IN_CALLBACK")
        connects.release()

    comms.run(on_connect, losses.release)
    assert comms.wait_until_connected(TIMEOUT)
    comms.register("REMEMBERED", 0.0)
    comms.register_wildcard("WILD_*")
    world.settle(comms)
    for _ in range(2):
        world.stop()
        assert wait_for(lambda: not comms.is_connected())
        assert losses.acquire(timeout=TIMEOUT)
        assert not comms.notify("IN_CALLBACK", 0.0)
        world.start()
        assert comms.wait_until_connected(TIMEOUT)
        assert comms.problem == ""
        comms.notify("IN_CALLBACK", 1.0)
        comms.notify("REMEMBERED", 2.0)
        comms.notify("WILD_1", 3.0)
        mail = collect(comms, lambda got: len(got) >= 3, TIMEOUT)
        assert [(m.key, m.value) for m in mail if m.key != "MARK_me"] == [
            ("IN_CALLBACK", 1.0),
            ("REMEMBERED", 2.0),
            ("WILD_1", 3.0),
        ]
    assert comms.statistics.connections == 3


@pytest.mark.parametrize("kind", [ValueError("mine"), RuntimeError(), KeyError(3)], ids=repr)
def test_callbacks_that_raise(world: World, kind: Exception) -> None:
    def broken() -> None:
        raise kind

    comms = world.new("me")
    comms.register("V")
    comms.run(broken, broken, broken)
    assert comms.wait_until_connected(TIMEOUT)
    comms.notify("V", 1.0)
    assert [m.value for m in collect(comms, bool, TIMEOUT)] == [1.0]
    assert wait_for(lambda: comms.statistics.callback_errors >= 2)
    assert type(kind).__name__ in comms.statistics.last_error
    world.stop()
    assert wait_for(lambda: comms.statistics.callback_errors >= 3)
    world.start()
    assert comms.wait_until_connected(TIMEOUT)


def test_on_mail_tells_of_mail(world: World) -> None:
    told = threading.Event()
    comms = world.new("me")
    comms.register("V")
    comms.run(on_mail=told.set)
    assert comms.wait_until_connected(TIMEOUT)
    comms.notify("V", 1.0)
    assert told.wait(TIMEOUT)
    assert [m.value for m in collect(comms, bool, TIMEOUT)] == [1.0]


def test_closing_sends_what_was_posted_and_frees_the_name(world: World) -> None:
    reader = world.running("reader", "LAST")
    for number in range(3):
        writer = world.running("writer")
        writer.notify("LAST", float(number))
        writer.close()
        writer.close()
        assert not writer.is_connected()
        assert not writer.notify("LAST", 99.0)
        assert [m.value for m in collect(reader, bool, TIMEOUT)] == [float(number)]
    with pytest.raises(TransportError, match="make a new one"):
        writer.run()


def test_closing_one_that_never_ran_or_never_connected(world: World) -> None:
    world.new("idle").close()
    world.stop()
    waiting = world.new("waiting")
    waiting.run()
    assert not waiting.wait_until_connected(0.05)
    waiting.close()


def test_no_thread_is_left(world: World) -> None:
    before = threading.active_count()
    for _ in range(3):
        comms = world.running("me", "V")
        comms.close()
    assert wait_for(lambda: threading.active_count() <= before)


def test_the_database_speaks_of_itself(world: World) -> None:
    comms = world.running("me", "DB_TIME", "DB_UPTIME", "DB_CLIENTS", "DB_EVENT")
    world.settle(comms)
    world.pass_time(2.5)
    comms.notify("ANY", 1.0)
    seen = {m.key: m for m in collect(comms, lambda got: {"DB_TIME", "DB_CLIENTS"} <= {m.key for m in got}, TIMEOUT)}
    assert seen["DB_CLIENTS"].value == "me,"
    assert seen["DB_CLIENTS"].source == "MOOSDB_alpha"
    now = seen["DB_TIME"].value
    assert isinstance(now, float) and now > 1000.0
    other = world.running("other")
    other.notify("ANY", 2.0)
    mail = collect(comms, lambda got: any(m.key == "DB_EVENT" for m in got), TIMEOUT)
    assert "connected=other" in [m.value for m in mail if m.key == "DB_EVENT"]


def test_many_clients(world: World) -> None:
    clients = [world.running(f"c{i}", "ROUND") for i in range(6)]
    for client in clients:
        world.settle(client)
    for client in clients:
        assert client.notify("ROUND", client.name)
    for client in clients:
        mail = collect(client, lambda got: len(got) >= 6, TIMEOUT)
        assert sorted(str(m.value) for m in mail) == [f"c{i}" for i in range(6)]
