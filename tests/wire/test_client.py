"""The client core: pacing, heartbeats, clock correction, queues."""

from __future__ import annotations

import math

import pytest

from usimmarine_py.errors import LocalProtocolError, RemoteProtocolError
from usimmarine_py.wire import limits
from usimmarine_py.wire.client import ClientCore, LinkState, Received, Refused, Welcomed
from usimmarine_py.wire.codec import (
    BINARY,
    DOUBLE,
    NOTIFY,
    NULL,
    POISON,
    REGISTER,
    STRING,
    TIMING,
    WELCOME,
    WILDCARD_REGISTER,
    WireMessage,
    decode_packet,
    encode_message,
    encode_packet,
)

HOST = "here"


def welcome(host: str = HOST, skew: float = 0.1) -> bytes:
    return encode_packet(
        [
            WireMessage(
                msg_type=WELCOME,
                src_aux=f"hostname={host}" if host else "",
                community="alpha",
                double_val=skew,
                string_val=b"asynchronous",
            )
        ]
    )


def connected(host: str = HOST, skew: float = 0.1, **options: object) -> ClientCore:
    core = ClientCore("me", host_name=HOST, **options)  # type: ignore[arg-type]
    core.begin(100.0)
    assert core.receive(welcome(host, skew), 100.0) == [Welcomed("alpha", True)]
    return core


def echo(asked: float, answered: float, pause: float = 0.0) -> bytes:
    return encode_packet(
        [WireMessage(msg_type=TIMING, key="_async_timing", time=asked, double_val=answered, double_aux=pause)]
    )


def sent(core: ClientCore, real: float) -> list[WireMessage]:
    raw = core.next_packet(real, 100.0 + real)
    return decode_packet(raw) if raw else []


def test_nothing_goes_out_before_the_welcome() -> None:
    core = ClientCore("me")
    assert core.next_packet(0.0, 0.0) == b""
    assert core.due() == math.inf
    assert not core.notify("X", 1.0, 0.0)
    assert core.register("X", 0.0, 0.0)
    assert not core.outbox


def test_a_heartbeat_each_real_second_in_front_of_other_traffic() -> None:
    core = connected()
    assert [m.msg_type for m in sent(core, 0.0)] == [TIMING]
    core.notify("X", 1.0, 1.0)
    assert [m.msg_type for m in sent(core, 0.5)] == [NOTIFY]
    assert sent(core, 0.99) == []
    assert core.due() == 1.0
    core.notify("X", 2.0, 1.0)
    messages = sent(core, 1.0)
    assert [m.msg_type for m in messages] == [TIMING, NOTIFY]
    timing = messages[0]
    assert (timing.key, timing.time, timing.double_val, timing.double_aux, timing.ident) == (
        "_async_timing",
        101.0,
        0.0,
        -1.0,
        -1,
    )


@pytest.mark.parametrize(
    ("warp", "factor", "pause"), [(10.0, 0.4, 0.004), (100.0, 0.4, 0.04), (1.0, 0.4, 0.0), (20.0, 0.0, 0.0)]
)
def test_pause_after_each_packet_at_warp(warp: float, factor: float, pause: float) -> None:
    core = connected(warp=warp, delay_factor=factor)
    sent(core, 0.0)
    core.notify("X", 1.0, 0.0)
    assert core.due() == pytest.approx(pause)
    if pause:
        assert sent(core, pause * 0.9) == []
        assert core.next_packet(pause * 0.9, 0.0, hurry=True) != b""
    else:
        assert len(sent(core, 0.0)) == 1


def test_the_database_can_ask_for_a_longer_pause() -> None:
    core = connected()
    core.receive(echo(100.0, 100.0, 0.5), 100.0)
    sent(core, 0.0)
    core.notify("X", 1.0, 0.0)
    assert core.due() == 0.5
    asked = {math.nan: 0.0, -1.0: 0.0, 0.0: 0.0, 1e9: limits.MAX_CONSOLIDATION}
    for real, (told, pause) in enumerate(asked.items(), start=1):
        core.receive(echo(100.0, 100.0, told), 100.0)
        sent(core, real)
        core.notify("X", 1.0, 0.0)
        assert core.due() == real + pause


def test_no_clock_correction_on_the_same_host() -> None:
    core = connected(HOST, 50.0)
    core.receive(echo(100.0, 150.0), 100.0)
    core.receive(echo(100.0, 150.0), 100.0)
    assert not core.correcting
    assert core.skew == 0.0


@pytest.mark.parametrize("host", ["elsewhere", ""])
def test_clock_correction_as_in_section_10_3(host: str) -> None:
    core = connected(host, 50.1)
    assert core.skew == 50.1
    # the first packet after the welcome is left out
    core.receive(echo(100.0, 151.0), 100.2)
    assert core.skew == 50.1
    # m = ((tx - rx) + (tx - rq)) / 2
    core.receive(echo(101.0, 151.0), 101.2)
    assert core.skew == pytest.approx(0.9 * 50.1 + 0.1 * 49.9)
    for _ in range(100):
        core.receive(echo(101.0, 151.0), 101.2)
    assert core.skew == pytest.approx(49.9, abs=1e-4)
    core.receive(echo(math.nan, math.inf), 101.2)
    assert core.skew == pytest.approx(49.9, abs=1e-4)
    # a new handshake starts again
    core.lost()
    core.begin(0.0)
    assert core.skew == 0.0


def test_a_skew_of_zero_takes_the_first_measurement() -> None:
    core = connected("elsewhere", 0.0)
    core.receive(echo(100.0, 93.0), 100.0)
    core.receive(echo(100.0, 93.0), 100.0)
    assert core.skew == -7.0


def test_clock_correction_can_be_switched_off() -> None:
    assert connected("elsewhere", 50.0, correct_clock=False).skew == 0.0
    assert connected("elsewhere", math.nan).skew == 0.0


def test_a_refusal() -> None:
    core = ClientCore("me")
    core.begin(0.0)
    poison = encode_packet([WireMessage(msg_type=POISON, data_type=STRING, string_val=b"no")])
    assert core.receive(poison + welcome(), 0.0) == [Refused("no")]
    assert core.link is LinkState.REFUSED
    assert not core.notify("X", 1.0, 0.0)


def test_any_other_answer_is_acceptance_and_mail_may_ride_along() -> None:
    core = ClientCore("me")
    core.begin(0.0)
    mail = WireMessage(3, NOTIFY, DOUBLE, "p", key="X", double_val=1.0)
    events = core.receive(encode_packet([WireMessage(msg_type=NULL, community="c"), mail]), 0.0)
    assert events == [Welcomed("c", False), Received([mail])]


def test_an_empty_answer_is_an_error() -> None:
    core = ClientCore("me")
    core.begin(0.0)
    with pytest.raises(RemoteProtocolError, match="empty packet"):
        core.receive(b"\x09\0\0\0\0\0\0\0\0", 0.0)


def test_what_is_mail_and_what_is_not() -> None:
    core = connected()
    mail = WireMessage(3, NOTIFY, BINARY, "p", key="X", string_val=b"\0")
    reply = WireMessage(-2, NOTIFY, b"~", "p", key="UNSET")
    nothing = [
        WireMessage(),
        WireMessage(msg_type=b"Z", key="Z"),
        WireMessage(3, NOTIFY, b"Q", key="Q"),
        WireMessage(msg_type=TIMING),
    ]
    assert core.receive(encode_packet([WireMessage(), mail, *nothing, reply]), 0.0) == [Received([mail, reply])]
    assert core.receive(encode_packet(nothing), 0.0) == []


def test_own_numbers_that_are_skipped_in_any_community() -> None:
    def posts(community: str) -> bytes:
        sources = (("X", "me", ""), ("X", "other", ""), ("Y", "me", ""), ("X", "me", "aux"))
        plain = [WireMessage(1, NOTIFY, DOUBLE, who, aux, community, key, 5.0, 1.0) for key, who, aux in sources]
        return encode_packet([*plain, WireMessage(2, NOTIFY, STRING, "me", "", community, "X", 5.0)])

    def heard(core: ClientCore, community: str) -> list[tuple[str, str, str, bytes]]:
        (event,) = core.receive(posts(community), 1.0)
        assert isinstance(event, Received)
        return [(m.key, m.src, m.src_aux, m.data_type) for m in event.messages]

    core = ClientCore("me", host_name=HOST)
    core.skip_own(("X",))
    core.begin(100.0)
    core.receive(welcome(), 100.0)
    others = [("X", "other", "", DOUBLE), ("Y", "me", "", DOUBLE), ("X", "me", "aux", DOUBLE), ("X", "me", "", STRING)]
    assert heard(core, "alpha") == others
    assert heard(core, "bravo") == [("X", "me", "", DOUBLE), *others]  # forwarded from elsewhere
    assert core.receive(encode_packet([WireMessage(1, NOTIFY, DOUBLE, "me", "", "alpha", "X", 5.0, 1.0)]), 1.0) == []
    core.skip_own(())
    assert heard(core, "alpha") == [("X", "me", "", DOUBLE), *others]


def test_registrations_are_renewed_once_each() -> None:
    core = connected()
    core.register("A", 1.0, 0.0)
    core.register("B", 2.0, 0.0)
    core.register("C", 0.0, 0.0)
    core.register_wildcard("W*", "*", 0.5, 0.0)
    core.unregister("C", 0.0)
    core.lost()
    assert not core.outbox
    core.begin(0.0)
    core.receive(welcome(), 0.0)
    core.register("B", 9.0, 0.0)  # by the application's own callback
    core.renew(0.0)
    messages = [m for m in sent(core, 0.0) if m.msg_type != TIMING]
    assert [(m.msg_type, m.key, m.double_val) for m in messages] == [
        (REGISTER, "B", 9.0),
        (REGISTER, "A", 1.0),
        (WILDCARD_REGISTER, "me", -1.0),
    ]
    assert messages[2].text == "AppPattern=*,VarPattern=W*,Interval=0.5"


def test_the_outbox_drops_its_oldest_posts_never_a_registration(monkeypatch: pytest.MonkeyPatch) -> None:
    core = connected()
    core.outbox.max_posts = 10
    core.register("FIRST", 0.0, 0.0)
    for number in range(25):
        assert core.notify("X", float(number), 0.0)
    core.register("LAST", 0.0, 0.0)
    assert core.outbox.dropped == 15
    messages = [m for m in sent(core, 0.0) if m.msg_type != TIMING]
    assert [m.key for m in messages] == ["FIRST"] + ["X"] * 10 + ["LAST"]
    assert messages[1].double_val == 15.0
    assert not core.outbox


def test_more_than_a_packet_goes_out_in_order() -> None:
    core = connected()
    big = bytes(limits.MAX_PACKET_LENGTH // 3)
    for number in range(2):
        core.notify(f"BIG{number}", big, 0.0)
    core.notify("SMALL", 1.0, 0.0)
    keys = [[m.key for m in sent(core, 0.0)] for _ in range(2)]
    assert keys == [["_async_timing", "BIG0", "BIG1", "SMALL"], []]
    core.outbox.max_bytes *= 3
    for number in range(4):
        core.notify(f"BIG{number}", big, 0.0)
    assert [[m.key for m in sent(core, 0.1)] for _ in range(3)] == [["BIG0", "BIG1"], ["BIG2", "BIG3"], []]


def test_what_cannot_be_sent() -> None:
    core = connected()
    with pytest.raises(LocalProtocolError, match="BIG"):
        core.notify("BIG", bytes(limits.MAX_MESSAGE_LENGTH), 0.0)
    assert not core.notify("", 1.0, 0.0)
    assert not core.register("", 0.0, 0.0)
    assert not core.register_wildcard("A,B", "*", 0.0, 0.0)
    assert not core.unregister_wildcard("", "*", 0.0)
    for name in ("", "x" * 300):
        with pytest.raises(LocalProtocolError, match="client name"):
            ClientCore(name)
    with pytest.raises(LocalProtocolError, match="delay factor"):
        ClientCore("me", delay_factor=11.0)


def test_ids_wrap_within_32_bits() -> None:
    core = connected()
    core._ids = 0x7FFFFFFF
    core.notify("X", 1.0, 0.0)
    core.notify("X", 2.0, 0.0)
    assert [m.ident for m in sent(core, 0.0) if m.msg_type == NOTIFY] == [0x7FFFFFFF, 0]
    assert len(encode_message(WireMessage(0x7FFFFFFF))) == 54
