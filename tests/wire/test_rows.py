"""Posts that are made together, laid out once."""

from __future__ import annotations

import math

import pytest

from tests.wire.test_client import connected
from usimmarine_py.wire.codec import (
    DOUBLE,
    NOTIFY,
    STRING,
    TIMING,
    UNUSED,
    WireMessage,
    decode_packet,
    encode_message,
    encode_text,
)
from usimmarine_py.wire.rows import RowEncoder

VARIABLES = ("NAV_X", "MODE", "NAV_HEADING", "SUMMARY")


def one_by_one(first: int, time: float, values: list[float | str]) -> bytes:
    found = b""
    for place, (name, value) in enumerate(zip(VARIABLES, values, strict=True)):
        if isinstance(value, str):
            message = WireMessage(
                first + place, NOTIFY, STRING, "me", key=name, time=time, string_val=encode_text(value)
            )
        else:
            message = WireMessage(first + place, NOTIFY, DOUBLE, "me", key=name, time=time, double_val=value)
        found += encode_message(message)
    return found


def test_the_bytes_are_those_of_the_single_messages():
    row = RowEncoder("me", VARIABLES)
    for number, values in enumerate(
        [
            [1.0, 2.0, 3.0, 4.0],
            [-0.0, "TRUE", math.inf, "x=1"],
            [1e300, "TRUE", 2.5, "x=2"],
            [1.0, "TRUE", 2.5, "x=-2.25,ü"],
            [1.0, "", 2.5, "x=-2.25,ü"],
            [1.0, 7.0, 2.5, 8],
            ["a", 7.0, 2.5, "b"],
        ]
    ):
        assert row.encode(12 * number, 1.5e9 + number, values) == one_by_one(12 * number, 1.5e9 + number, values)


def test_they_leave_together_and_are_counted_one_by_one():
    core = connected()
    core.notify("A", 1.0, 5.0)
    assert core.notify_together(("X", "Y"), 6.0, (1.0, 2.0))
    assert core.notify_together(("X", "Y"), 7.0, (3.0, "text"), "other")
    # what takes a post for each value is left to the caller
    assert not core.notify_together(("X", "Y"), 7.5, (3.0, b"bytes"))
    assert not core.notify_together(("X", ""), 7.5, (3.0, 4.0))
    core.notify("B", 1.0, 8.0)
    messages = [m for m in decode_packet(core.next_packet(0.0, 0.0)) if m.msg_type != TIMING]
    assert [(m.ident, m.key, m.time, m.src) for m in messages] == [
        (0, "A", 5.0, "me"),
        (1, "X", 6.0, "me"),
        (2, "Y", 6.0, "me"),
        (3, "X", 7.0, "other"),
        (4, "Y", 7.0, "other"),
        (5, "B", 8.0, "me"),
    ]
    assert (messages[4].string_val, messages[4].double_val) == (b"text", UNUSED)


def test_what_is_too_much_goes_together_as_well():
    core = connected()
    core.outbox.max_posts = 5
    for number in range(4):
        assert core.notify_together(("X", "Y"), float(number), (1.0, 2.0))
    assert core.outbox.dropped == 4
    messages = decode_packet(core.next_packet(0.0, 0.0))[1:]
    assert [(m.key, m.time) for m in messages] == [("X", 2.0), ("Y", 2.0), ("X", 3.0), ("Y", 3.0)]


def test_ids_begin_again_at_0(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("usimmarine_py.wire.client._LAST_ID", 4)
    core = connected()
    for _ in range(4):
        if not core.notify_together(("X", "Y"), 0.0, (1.0, 2.0)):
            assert core.notify("X", 1.0, 0.0) and core.notify("Y", 2.0, 0.0)
    assert [m.ident for m in decode_packet(core.next_packet(0.0, 0.0))[1:]] == [0, 1, 2, 3, 4, 0, 1, 2]


def test_nothing_without_a_connection():
    core = connected()
    core.lost()
    assert not core.notify_together(("X",), 0.0, (1.0,))
