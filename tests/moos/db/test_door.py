"""The door of a community on the in-memory bus: what clients outside see and do, over sockets."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from usimmarine_py.moos.clock import RealClock, SteppedClock
from usimmarine_py.moos.db.door import SYNCED, Door
from usimmarine_py.moos.db.options import DbOptions
from usimmarine_py.moos.transport.lockstep import LockstepBus, LockstepComms
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.values import Message
from usimmarine_py.values.rows import Row, Shape, single
from usimmarine_py.wire.client import ClientCore
from usimmarine_py.wire.codec import (
    DOUBLE,
    NOTIFY,
    NULL,
    SERVER_REQUEST,
    WireMessage,
    decode_packet,
    encode_message,
    encode_packet,
    join_packet,
)

START = 5000.0


class Community:
    """A bus with a door, and the clients of the test; ``pump`` serves the door, as the loop of a community does."""

    def __init__(self) -> None:
        self.clock = SteppedClock(START)
        self.bus = LockstepBus(self.clock, "alpha")
        self.said: list[str] = []
        self.door = Door(self.bus, DbOptions(port=0), self.said.append, quiet=("APPCAST_REQ",))
        self.door.bind()
        self.clients: list[NativeComms] = []

    def inside(self, name: str, *variables: str) -> LockstepComms:
        found = self.bus.client(name)
        found.run()
        for variable in variables:
            found.register(variable)
        return found

    def outside(self, name: str) -> NativeComms:
        found = NativeComms(name, "127.0.0.1", self.door.port, RealClock())
        self.clients.append(found)
        found.run()
        self.pump(found.is_connected)
        return found

    def pump(self, until: Callable[[], object], limit: float = 10.0) -> None:
        end = time.monotonic() + limit
        while not until():
            assert time.monotonic() < end, "waited in vain"
            self.door.serve(0.005)
            self.door.flush()

    def mail_of(self, client: NativeComms, *variables: str) -> dict[str, Message]:
        """The newest mail of a client; waits for that of all ``variables``."""
        found: dict[str, Message] = {}

        def look() -> bool:
            found.update({message.variable: message for message in client.fetch()})
            return set(variables) <= set(found)

        self.pump(look)
        return found

    def settle(self) -> None:
        """Serve until nothing has come for a while."""
        end = time.monotonic() + 0.3
        self.pump(lambda: time.monotonic() > end)


@pytest.fixture
def community() -> Iterator[Community]:
    found = Community()
    yield found
    for client in found.clients:
        client.close()
    found.door.close()


def test_posts_of_all_types_go_out_with_their_origin_and_the_time_of_their_tick(community: Community) -> None:
    pilot = community.inside("pPilot")
    client = community.outside("viewer")
    for name in ("A", "B", "C"):
        client.register(name)
    community.settle()
    shape = Shape(("A", "B", "C"))
    pilot.post_rows([Row(shape, (1.5, "zwölf", b"\x00\xff"), 4999.25, "aux")])
    found = community.mail_of(client, "A", "B", "C")
    assert [found[name].value for name in "ABC"] == [1.5, "zwölf", b"\x00\xff"]
    assert {(m.time, m.source, m.source_aux, m.community) for m in found.values()} == {
        (4999.25, "pPilot", "aux", "alpha")
    }


def test_what_comes_in_reaches_those_inside_and_other_clients_outside(community: Community) -> None:
    pilot = community.inside("pPilot", "DEPLOY")
    community.clock.advance(7.0)
    sender, reader = community.outside("poker"), community.outside("viewer")
    reader.register("DEPLOY")
    community.settle()
    sender.notify("DEPLOY", "true")
    found = community.mail_of(reader, "DEPLOY")["DEPLOY"]
    (mail,) = pilot.fetch()
    # this machine's time is far ahead of the community's: no mail bears a time that is still to come
    assert (mail.variable, mail.value, mail.time, mail.source) == ("DEPLOY", "true", START + 7.0, "poker")
    assert (found.value, found.source, found.community) == ("true", "poker", "alpha")
    # a post of before keeps its time
    sender.notify("DEPLOY", "false", time=START + 2.0)
    community.pump(lambda: pilot.inbox)
    assert [(m.value, m.time) for m in pilot.fetch()] == [("false", START + 2.0)]


def test_a_late_subscriber_gets_the_current_value_once(community: Community) -> None:
    pilot = community.inside("pPilot")
    for value in (1.0, 2.0, 3.0):
        pilot.post_rows([single("DEPTH", value)])
    client = community.outside("viewer")
    client.register("DEPTH")
    assert community.mail_of(client, "DEPTH")["DEPTH"].value == 3.0
    community.settle()
    assert client.fetch() == []
    pilot.post_rows([single("DEPTH", 4.0)])
    assert community.mail_of(client, "DEPTH")["DEPTH"].value == 4.0


def test_patterns_get_what_is_there_and_what_is_new(community: Community) -> None:
    pilot, other = community.inside("pPilot"), community.inside("pOther")
    pilot.post_rows([single("NAV_X", 1.0)])
    client = community.outside("logger")
    client.register_wildcard("NAV_*", "pPilot")
    assert community.mail_of(client, "NAV_X")["NAV_X"].value == 1.0
    pilot.post_rows([single("NAV_Y", 2.0), single("DEPTH", 9.0)])
    other.post_rows([single("NAV_Z", 3.0)])
    assert set(community.mail_of(client, "NAV_Y")) == {"NAV_Y"}
    community.settle()
    assert client.fetch() == []


def test_nothing_is_encoded_for_no_reader(community: Community) -> None:
    """The reader of the door follows what clients read, and no more once they have left."""
    pilot = community.inside("pPilot")
    pilot.post_rows([single("A", 1.0)])
    client = community.outside("viewer")
    client.register("A")
    community.mail_of(client, "A")
    reads = community.bus.read_by("\0" + "0")
    assert "A" in reads
    client.close()
    community.pump(lambda: not community.door.members)
    pilot.post_rows([single("A", 2.0)])
    assert "A" not in community.bus.read_by("\0" + "0")


def test_a_name_of_inside_is_refused_with_the_reason(community: Community) -> None:
    community.inside("pHelmIvP")
    twin = NativeComms("pHelmIvP", "127.0.0.1", community.door.port, RealClock())
    community.clients.append(twin)
    twin.run()
    community.pump(lambda: any("already exists" in line for line in community.said))
    assert not twin.is_connected()
    assert community.bus.clients == ["pHelmIvP"]


def test_clients_of_both_sides_are_listed_and_events_told(community: Community) -> None:
    watch = community.inside("uWatch", "DB_CLIENTS", "DB_EVENT")
    client = community.outside("viewer")
    client.register("DB_EVENT")
    community.settle()
    assert community.bus.clients == ["viewer", "uWatch"]
    assert [m.value for m in watch.fetch() if m.variable == "DB_EVENT"] == ["connected=viewer"]
    client.fetch()
    pilot = community.inside("pPilot")
    assert community.mail_of(client, "DB_EVENT")["DB_EVENT"].value == "connected=pPilot"
    pilot.close()
    assert community.mail_of(client, "DB_EVENT")["DB_EVENT"].value == "disconnected=pPilot"
    # what programs inside do is told outside alone: offline there is no such mail
    assert not watch.fetch()
    client.close()
    community.pump(lambda: community.bus.clients == ["uWatch"])
    assert [m.value for m in watch.fetch() if m.variable == "DB_EVENT"] == ["disconnected=viewer"]


def test_a_type_is_that_of_the_first_post_on_either_side(community: Community) -> None:
    pilot = community.inside("pPilot", "N", "T")
    pilot.post_rows([single("N", 1.0)])
    client = community.outside("poker")
    client.notify("N", "text")
    client.notify("T", "text")
    community.pump(lambda: any(m[1] == ("T",) for m in pilot.inbox))
    pilot.post_rows([single("T", 3.0)])
    assert [(m.variable, m.value) for m in pilot.fetch()] == [("N", 1.0), ("T", "text")]
    assert any("N: post of type S dropped, the variable has type D" in line for line in community.said)


def test_summaries_know_those_inside(community: Community) -> None:
    pilot = community.inside("pPilot", "DEPLOY")
    pilot.post_rows([single("NAV_X", 1.0)])
    client = community.outside("viewer")
    client.register("DB_RWSUMMARY")
    client.register("DB_VARSUMMARY")
    community.clock.advance(3.0)
    found = community.mail_of(client, "DB_RWSUMMARY", "DB_VARSUMMARY")
    assert {message.source for message in found.values()} == {"MOOSDB_alpha"}
    text = str(found["DB_RWSUMMARY"].value)
    assert "pPilot" in text and "DEPLOY" in text.partition("pPilot")[2] and "NAV_X" in text.partition("pPilot")[2]
    assert "NAV_X" in str(found["DB_VARSUMMARY"].value)


def raw(community: Community, name: str) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", community.door.port), 10.0)
    sock.sendall(ClientCore(name).begin(0.0))
    community.pump(lambda: name in community.door.members)
    assert sock.recv(65536)
    sock.setblocking(False)
    return sock


def received(community: Community, sock: socket.socket) -> list[WireMessage]:
    found = bytearray()

    def look() -> bool:
        with suppress(BlockingIOError):
            found.extend(sock.recv(1 << 20))
        return len(found) >= 4 and len(found) >= struct.unpack_from("<i", found)[0]

    community.pump(look)
    return decode_packet(bytes(found[: struct.unpack_from("<i", found)[0]]))


def test_who_asks_for_everything_gets_the_values_of_the_bus(community: Community) -> None:
    pilot = community.inside("pPilot")
    pilot.post_rows([single("NAV_X", 12.5), single("MODE", "DRIVE")])
    sock = raw(community, "uQuery")
    sock.sendall(encode_packet([WireMessage(7, SERVER_REQUEST, key="ALL"), WireMessage(msg_type=NULL)]))
    found = {message.key: message for message in received(community, sock)}
    assert (found["NAV_X"].double_val, found["MODE"].string_val) == (12.5, b"DRIVE")
    assert found["MODE"].src == "pPilot"
    sock.close()


def test_a_flood_is_served_in_portions(community: Community) -> None:
    pilot = community.inside("pPilot", "F3")
    sock = raw(community, "flood")
    posts = [
        encode_message(
            WireMessage(msg_type=NOTIFY, data_type=DOUBLE, src="flood", key=f"F{i % 50}", time=1.0, double_val=float(i))
        )
        for i in range(40_000)
    ]
    packet = join_packet(posts)
    sent = 0
    rounds = longest = 0
    while len(pilot.inbox) < 800:
        with suppress(BlockingIOError):
            sent += sock.send(packet[sent:]) if sent < len(packet) else 0
        before = len(pilot.inbox)
        community.door.serve(0.0)
        rounds += 1
        longest = max(longest, len(pilot.inbox) - before)
    assert rounds > 10 and longest < 400  # of 800: the loop has had its turns between
    assert [m.value for m in pilot.fetch()] == [float(3 + 50 * k) for k in range(800)]
    sock.close()


def test_posts_that_are_read_inside_steer_and_others_do_not(community: Community) -> None:
    community.inside("pPilot", "DESIRED_THRUST", "APPCAST_REQ")
    client = community.outside("pHelmIvP")
    client.notify("DESIRED_THRUST", 10.0)
    client.notify("APPCAST_REQ", "node=alpha,app=all,duration=3,key=k")
    client.notify("UNREAD", 1.0)
    community.pump(lambda: "UNREAD" in community.bus.variables)
    assert community.door.steered == 1


def test_a_bus_without_posts_of_its_own_tells_its_time_all_the_same(community: Community) -> None:
    client = community.outside("viewer")
    client.register("DB_TIME")
    community.settle()
    community.clock.advance(10.0)
    assert community.mail_of(client, "DB_TIME")["DB_TIME"].value == START + 10.0


def test_a_client_fills_its_store_by_what_it_keeps_there_not_by_what_it_posts(
    community: Community, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text replaces the one before it, though no client reads it and the bus alone keeps it."""
    monkeypatch.setattr("usimmarine_py.wire.store.MAX_STORED_OF_CLIENT", 5000)
    client = community.outside("camera")
    for number in range(20):
        client.post_rows([single("IMAGE", f"{number:04d}" + "x" * 1000)])
    community.pump(lambda: (found := community.bus.current("IMAGE")) is not None and "0019x" in str(found[1]))
    assert community.said == []
    client.post_rows([single("LARGE", "y" * 6000)])
    community.pump(lambda: any("exceed 5000 bytes" in text for text in community.said))
    assert community.bus.current("LARGE") is None


def test_all_that_thousands_of_variables_hold_is_taken_in_portions(community: Community) -> None:
    """A pattern for 20,000 names, or a request for all, held the loop for half a second, and a signal with it."""
    pilot = community.inside("pPilot")
    count = 5 * SYNCED
    pilot.post_rows([single(f"V{k}", float(k)) for k in range(count)])
    client = community.outside("viewer")
    core, taken, most = community.door._core, [0], [0]
    one = core._sync

    def sync(*given: object) -> None:
        taken[0] += 1
        one(*given)

    def counted(step: Callable[..., object]) -> Callable[..., object]:
        def made(*given: object, **named: object) -> object:
            taken[0] = 0
            found = step(*given, **named)
            most[0] = max(most[0], taken[0])
            return found

        return made

    core._sync = sync  # type: ignore[method-assign]
    for name in ("process", "proceed"):  # between two of these the server looks at the time
        setattr(core, name, counted(getattr(core, name)))
    client.register_wildcard("*")
    found = community.mail_of(client, *(f"V{k}" for k in range(count)))
    assert [found[f"V{k}"].value for k in range(count)] == [float(k) for k in range(count)]
    assert SYNCED <= most[0] < 4 * SYNCED
    pilot.post_rows([single("NEW", 1.0)])
    assert community.mail_of(client, "NEW")["NEW"].value == 1.0
