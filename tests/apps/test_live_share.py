"""pShare with its sockets: packets as the original's, what comes in, and what does not pass."""

from __future__ import annotations

import gzip
import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.support.paths import DATA
from tests.support.processes import free_port
from usimmarine_py.apps.field.live import live_field_app, share_switches
from usimmarine_py.errors import RemoteProtocolError
from usimmarine_py.field.share.share import SHARE_TICK
from usimmarine_py.mission import parse_mission
from usimmarine_py.moos.app.argv import parse_arguments
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.datagrams import decode_datagram, encode_datagram
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.run.live.program import play_program
from usimmarine_py.values import Message


def test_packets_are_those_of_the_original() -> None:
    with gzip.open(DATA / "field" / "ps_basic_wire.json.gz") as file:
        captured = json.load(file)["udp_captured"]
    assert len(captured) > 5
    for one in captured:
        raw = bytes.fromhex(one["hex"])
        message = decode_datagram(raw)
        assert (message.variable, message.source, message.community) == (one["key"], one["src"], one["comm"])
        ours = encode_datagram(message)
        assert ours[:4] + ours[8:] == raw[:4] + raw[8:]  # but the number, which the original takes from its MOOSDB


@pytest.mark.parametrize("cut", [0, 3, 53, -1])
def test_what_is_no_message_is_refused(cut: int) -> None:
    whole = encode_datagram(Message("A", 1.0, 2.0, "p", "", "abe"))
    with pytest.raises(RemoteProtocolError):
        decode_datagram(whole[:cut])


@pytest.mark.parametrize(
    "message", [Message("", 1.0, 2.0), Message("A", float("nan"), 2.0), Message("A", "x", float("inf"))]
)
def test_what_no_community_may_have_is_refused(message: Message) -> None:
    with pytest.raises(RemoteProtocolError):
        decode_datagram(encode_datagram(message))
    with pytest.raises(RemoteProtocolError):
        decode_datagram(encode_datagram(Message("A", 1.0, 2.0)) + b"more")


@contextmanager
def community(name: str, *lines: str, words: tuple[str, ...] = ()) -> Iterator[tuple[MoosApp, Comms]]:
    """A MOOSDB with our pShare, and a client of it."""
    with MoosDb(community=name) as db, ExitStack() as stack:
        head = f"ServerHost = 127.0.0.1\nServerPort = {db.port}\nCommunity = {name}\n"
        mission = parse_mission(head + "ProcessConfig = pShare\n{\n" + "\n".join(lines) + "\n}\n", f"{name}.moos")
        switches, rest = share_switches(words)
        arguments = parse_arguments(["pShare", f"{name}.moos", *rest], "pShare")
        app = live_field_app(mission, arguments, "pShare", stack, switches)
        thread = threading.Thread(target=play_program, args=(app,), kwargs={"handle_signals": False})
        thread.start()
        client = connect(port=db.port, name="tester")
        try:
            wait_for(lambda: app.schedule.ticks > 0, 60.0)
            yield app, client
        finally:
            client.close()
            app.stop()
            thread.join()


def received(client: Comms, variable: str) -> Message:
    found: list[Message] = []

    def came() -> bool:
        found.extend(m for m in client.fetch() if m.variable == variable)
        return bool(found)

    wait_for(came, 60.0)
    return found[-1]


def test_two_communities_share_by_the_network() -> None:
    port = free_port(socket.SOCK_DGRAM)
    there = ("output = src_name=A,dest_name=B,route=localhost:" + str(port),)
    with community("abe", *there) as (_, abe), community("shore", f"input = route=localhost:{port}") as (_, shore):
        shore.register("B")
        abe.notify("A", "first", source="pFar", source_aux="more")
        message = received(shore, "B")
        assert message[:2] == ("B", "first") and message[3:] == ("pFar", "more", "abe")


def test_routes_of_the_command_line() -> None:
    port = free_port(socket.SOCK_DGRAM)
    with (
        community("abe", words=(f"-o=A->B:localhost:{port},C->localhost:{port}",)) as (_, abe),
        community("shore", words=(f"-i=localhost:{port}", "--verbose")) as (app, shore),
    ):
        shore.register("B")
        shore.register("C")
        abe.notify("A", 1.0)
        abe.notify("C", 2.0)
        seen: dict[str, object] = {}
        wait_for(lambda: bool(seen.update({m.variable: m.value for m in shore.fetch()}) or len(seen) == 2), 60.0)
        assert seen == {"B": 1.0, "C": 2.0}
        assert app.settings.loop.app_tick == SHARE_TICK


def test_a_list_of_names_lets_brokers_pass() -> None:
    port = free_port(socket.SOCK_DGRAM)
    with community("shore", f"input = route=localhost:{port},white_list=DEPLOY") as (app, shore):
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        for name in ("OTHER", "NODE_BROKER_PING", "DEPLOY"):
            shore.register(name)
            sender.sendto(encode_datagram(Message(name, "x", 1.0, "p", "", "abe")), ("127.0.0.1", port))
        sender.close()
        seen: set[str] = set()
        wait_for(lambda: bool(seen.update(m.variable for m in shore.fetch()) or "DEPLOY" in seen), 60.0)
        assert seen == {"NODE_BROKER_PING", "DEPLOY"}
        assert "received 2, dropped 1" in app.application.report()


def test_what_is_no_packet_is_one_line_and_nothing_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port(socket.SOCK_DGRAM)
    with community("shore", f"input = route=localhost:{port}") as (app, shore):
        shore.register("GOOD")
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        good = encode_datagram(Message("GOOD", 1.0, 1.0, "p", "", "abe"))
        for length in (0, 1, 60, 3000):
            sender.sendto(os.urandom(length), ("127.0.0.1", port))
            sender.sendto(good[: len(good) // 2], ("127.0.0.1", port))
        sender.sendto(good, ("127.0.0.1", port))
        sender.close()
        assert received(shore, "GOOD").value == 1.0
        wait_for(lambda: bool(app.caster.run_warnings), 60.0)
        ((text, count),) = app.caster.run_warnings.items()
        assert count == 8 and f"localhost:{port}: datagrams that are no message of MOOS" in text
    assert capsys.readouterr().out.count("no message of MOOS") == 1


def test_a_port_that_is_taken_is_one_line() -> None:
    taken = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    taken.bind(("", 0))
    port = taken.getsockname()[1]
    with community("shore", f"input = route=localhost:{port}") as (app, _):
        assert any(f"nothing is received at localhost:{port}" in text for text in app.caster.run_warnings)
    taken.close()
