"""Bytes that break the rules: each gets the recommended reaction and one line, and nobody else notices."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.paths import MOOS_WIRE
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.wire.client import ClientCore
from usimmarine_py.wire.codec import POISON, TIMING, WELCOME, PacketReader, WireMessage, encode_packet

CASES = json.loads((MOOS_WIRE / "malformed.json").read_text())["cases"]

#: What ``recommended`` means; where it offers two of which one is to close, that one connection is closed.
REACTIONS = {
    "close": "close",
    "accept": "accept",
    "accept or close": "close",
    "refuse": "refuse",
    "close when above the configured limit": "close",
    "ignore when received, never send": "ignore",
    "close or ignore surplus": "close",
    "ignore": "ignore",
    "echo anyway or ignore": "ignore",
}


class Raw:
    """A bare socket that speaks packets."""

    def __init__(self, port: int) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port), 20.0)
        self._reader = PacketReader()

    def send(self, data: bytes) -> None:
        self.sock.sendall(data)

    def receive(self) -> list[WireMessage] | None:
        """The next packet; None at the end of the stream."""
        while (packet := self._reader.next_packet()) is None:
            try:
                data = self.sock.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                return None
            self._reader.feed(data)
        return packet

    def shake_hands(self, name: str) -> None:
        self.send(ClientCore(name).begin(0.0))
        packet = self.receive()
        assert packet is not None and packet[0].msg_type == WELCOME

    def is_alive(self) -> bool:
        """Whether the server still answers a heartbeat."""
        mark = 4321.5
        self.send(encode_packet([WireMessage(msg_type=TIMING, time=mark)]))
        while (packet := self.receive()) is not None:
            if packet[0].msg_type == TIMING and packet[0].time == mark:
                return True
        return False

    def close(self) -> None:
        self.sock.close()


@contextmanager
def good_pair(port: int) -> Iterator[Callable[[float], None]]:
    """Two ordinary clients; call the result to prove that mail still flows between them, complete."""
    writer, reader = NativeComms("good_writer", port=port), NativeComms("good_reader", port=port)
    reader.run(lambda: reader.register("GOOD") and None)
    writer.run()
    assert writer.wait_until_connected(60.0) and reader.wait_until_connected(60.0)
    sent: list[float] = []
    seen: list[object] = []

    def prove(value: float) -> None:
        assert writer.notify("GOOD", value)
        sent.append(value)
        seen.extend(m.value for m in collect(reader, lambda got: any(m.value == value for m in got)))
        assert seen == sent
        assert writer.statistics.connections == reader.statistics.connections == 1

    try:
        yield prove
    finally:
        writer.close()
        reader.close()


def test_all_reactions_are_known() -> None:
    assert {case["recommended"] for case in CASES} == set(REACTIONS)
    assert len(CASES) == 23


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_reaction(case: dict[str, Any], figure: Callable[[str], None]) -> None:
    log: list[str] = []
    with MoosDb(log=log.append) as db, good_pair(db.port) as prove:
        prove(1.0)
        raw = Raw(db.port)
        if case["stage"] == "connected":
            raw.shake_hands("evil")
        raw.send(bytes.fromhex(case["hex"]))
        reaction = REACTIONS[case["recommended"]]
        if reaction == "close":
            assert raw.receive() is None
        elif reaction == "refuse":
            packet = raw.receive()
            assert packet is not None and packet[0].msg_type == POISON and packet[0].text
            assert raw.receive() is None
        elif reaction == "accept":
            packet = raw.receive()
            assert packet is not None and packet[0].msg_type == WELCOME
            assert raw.is_alive()
        else:
            assert raw.is_alive()
        lines = 0 if reaction == "accept" else 1
        assert wait_for(lambda: len(log) >= lines)
        prove(2.0)
        assert len(log) == lines, log
        assert all("\n" not in line and len(line) < 400 for line in log)
        if reaction in ("close", "refuse"):
            assert log[0].endswith("; connection closed")
            assert wait_for(lambda: len(db.clients) == 2)
        assert "X" not in db.variables or case["name"] == "timing_not_first"
        raw.close()
    figure(f"malformed {case['name']}: {reaction}{': ' + log[0].split(': ', 1)[1] if log else ''}")


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["stage"] == "connected" and c["recommended"].startswith("close")],
    ids=lambda case: case["name"],
)  # fmt: skip
def test_the_client_survives_the_same_bytes_from_a_server(case: dict[str, Any]) -> None:
    """It gives the connection up, says why, and comes back."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20.0)
        comms = NativeComms("me", "127.0.0.1", listener.getsockname()[1], RealClock(20.0))
        comms.run()
        try:
            for _ in range(2):
                server, _ = listener.accept()
                with server:
                    server.settimeout(20.0)
                    assert server.recv(65536)
                    server.sendall(encode_packet([WireMessage(msg_type=WELCOME, community="alpha")]))
                    assert comms.wait_until_connected(60.0)
                    server.sendall(bytes.fromhex(case["hex"]))
                    assert wait_for(lambda: not comms.is_connected())
                    assert "broke the MOOS protocol" in comms.problem
            assert comms.statistics.connections == 2
        finally:
            comms.close()
