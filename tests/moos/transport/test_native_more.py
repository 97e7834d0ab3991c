"""The native client: requests, wildcards taken back, clock correction, opening and connecting."""

from __future__ import annotations

import socket
import threading

import pytest

import usimmarine_py
from usimmarine_py.errors import LocalProtocolError, NameRefusedError, TransportError
from usimmarine_py.moos.clock import RealClock, SteppedClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.moos.transport.open import connect, open_comms
from usimmarine_py.wire.codec import TIMING, WELCOME, WireMessage, encode_packet
from usimmarine_py.wire.limits import MAX_MESSAGE_LENGTH


def test_connect_gives_a_client_that_runs(moosdb: MoosDb) -> None:
    comms = usimmarine_py.connect(port=moosdb.port, name="me")
    try:
        assert comms.is_connected() and comms.name == "me"
        with pytest.raises(NameRefusedError):
            connect(port=moosdb.port, name="me")
        other = connect("localhost", moosdb.port)
        assert other.name.startswith("usim_")
        other.close()
    finally:
        comms.close()


def test_connect_says_what_to_do_when_nobody_is_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(TransportError, match=f"refused; start one with: usim db --port {port}"):
        connect(port=port, timeout=0.2)
    with pytest.raises(TransportError, match=r"host no.such.host.invalid"):
        connect("no.such.host.invalid", timeout=5.0)


def test_open_comms_with_a_stepped_clock_stamps_with_it(moosdb: MoosDb) -> None:
    comms = open_comms("native", "me", port=moosdb.port, clock=SteppedClock(77.0))
    comms.register("V")
    comms.run()
    try:
        assert comms.wait_until_connected(60.0)
        comms.notify("V", 1.0)
        assert [m.time for m in collect(comms, bool)] == [77.0]
    finally:
        comms.close()


def test_requests_are_answered_by_mail(moosdb: MoosDb) -> None:
    comms = NativeComms("me", port=moosdb.port)
    assert not comms.request("VAR_SUMMARY")
    comms.run()
    try:
        assert comms.wait_until_connected(60.0)
        comms.register("V")
        comms.request("VAR_SUMMARY")
        (reply,) = collect(comms, bool)
        assert reply.key == "VAR_SUMMARY" and str(reply.value).endswith(",DB_VARSUMMARY,V")
        comms.request("ALL")
        mail = {m.key: m.value for m in collect(comms, lambda got: len(got) >= 8)}
        assert mail["V"] == "" and str(mail["DB_EVENT"]) == "connected=me"
    finally:
        comms.close()


def test_a_wildcard_taken_back(moosdb: MoosDb) -> None:
    comms = NativeComms("me", port=moosdb.port)
    comms.register("END")
    comms.register_wildcard("W*")
    comms.run()
    try:
        assert comms.wait_until_connected(60.0)
        comms.notify("W1", 1.0)
        assert [m.key for m in collect(comms, bool)] == ["W1"]
        assert comms.unregister_wildcard("W*")
        assert not comms.unregister_wildcard("")
        comms.notify("W1", 2.0)
        comms.notify("END", 1.0)
        assert [m.key for m in collect(comms, lambda got: any(m.key == "END" for m in got))] == ["END"]
    finally:
        comms.close()


def test_a_value_too_long_is_refused_with_words(moosdb: MoosDb) -> None:
    comms = NativeComms("me", port=moosdb.port)
    comms.run()
    try:
        assert comms.wait_until_connected(60.0)
        assert not comms.notify("BIG", bytes(MAX_MESSAGE_LENGTH))
        assert "BIG" in comms.statistics.last_error
        assert comms.is_connected()
    finally:
        comms.close()


def test_a_factor_outside_its_range() -> None:
    with pytest.raises(LocalProtocolError, match="delay factor"):
        open_comms("native", "me", delay_factor=11.0)


@pytest.mark.parametrize(("correct", "expected"), [(True, 50.0), (False, 0.0)])
def test_the_clock_follows_a_moosdb_on_another_host(correct: bool, expected: float) -> None:
    clock = RealClock()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20.0)
        comms = NativeComms("me", port=listener.getsockname()[1], clock=clock, correct_clock=correct)
        comms.run()
        server, _ = listener.accept()
        try:
            server.recv(65536)
            welcome = WireMessage(msg_type=WELCOME, src_aux="hostname=elsewhere", community="c", double_val=50.0)
            server.sendall(encode_packet([welcome]))
            assert comms.wait_until_connected(60.0)
            assert clock.skew == expected
            local = clock.local_time()
            beat = WireMessage(msg_type=TIMING, time=local, double_val=local + 40.0)
            for _ in range(60):
                server.sendall(encode_packet([beat]))
            # the filter goes towards the 40 s that the echoes show
            assert wait_for(lambda: abs(clock.skew - (40.0 if correct else 0.0)) < 1.0)
        finally:
            comms.close()
            server.close()


def test_closing_from_within_a_callback(moosdb: MoosDb) -> None:
    comms = NativeComms("me", port=moosdb.port)
    comms.run(on_connect=lambda: comms.close())
    assert wait_for(lambda: all(thread.name != "comms-me" for thread in threading.enumerate()))
    assert wait_for(lambda: moosdb.clients == [])
