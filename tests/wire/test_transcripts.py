"""Recorded connections, replayed through the server core and the client core."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from tests.support.messages import decoded, parts
from tests.support.paths import MOOS_WIRE
from usimmarine_py.wire.client import ClientCore, Received, Refused, Welcomed
from usimmarine_py.wire.codec import (
    BINARY,
    DATA,
    DOUBLE,
    NOTIFY,
    NULL,
    POISON,
    PROTOCOL_STRING,
    REGISTER,
    SERVER_REQUEST,
    TIMING,
    UNREGISTER,
    WELCOME,
    WILDCARD_REGISTER,
    WILDCARD_UNREGISTER,
    WireMessage,
    decode_packet,
)
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.limits import TIMING_PERIOD
from usimmarine_py.wire.patterns import parse_wildcard
from usimmarine_py.wire.server import ServerConnection, State

FOLDER = MOOS_WIRE / "transcripts"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
DATABASE = "MOOSDB_alpha"


@dataclass(frozen=True)
class Line:
    to_server: bool
    connection: int
    time: float  # MOOS time by the database's clock
    raw: bytes
    messages: list[WireMessage]

    @property
    def first(self) -> bytes:
        return self.messages[0].msg_type if self.messages else b""


def load(name: str) -> list[Line]:
    warp = 10.0 if name.endswith("warp10") else 1.0
    rows = [json.loads(text) for text in (FOLDER / f"{name}.jsonl").read_text().splitlines()]
    parsed = []
    for row in rows:
        raw = bytes.fromhex(row["hex"])
        parsed.append((row, raw, decode_packet(raw) if raw and raw != PROTOCOL_STRING else []))
    # the recorder's seconds become the database's time at the first welcome
    row, _, (welcome,) = next(p for p in parsed if p[2] and p[2][0].msg_type == WELCOME)
    zero = welcome.time - row["t"] * warp
    return [
        Line(row["dir"] == "c2s", row["conn"], zero + row["t"] * warp, raw, messages) for row, raw, messages in parsed
    ]


def own_registrations(lines: list[Line]) -> list[Line]:
    """The lines with each registration in another client's name moved to that client's connection: there ours differs
    on purpose, since one client could cut off another by it."""
    names = {line.connection: m.text for line in lines for m in line.messages if m.msg_type == DATA}
    numbers = {name: number for number, name in names.items()}
    moved = []
    for line in lines:
        named = {m.src for m in line.messages if line.to_server and m.msg_type == REGISTER} - {names[line.connection]}
        moved.append(replace(line, connection=numbers[named.pop()]) if named else line)
    return moved


def from_database(message: WireMessage) -> bool:
    return message.src == DATABASE and message.key.startswith("DB_")


def start_time(lines: list[Line]) -> float:
    """When the recorded database was started, from what it says of its uptime."""
    mail = [m for line in lines if not line.to_server for m in line.messages]
    for message in mail:
        if message.key == "DB_UPTIME" and message.ident == -1:
            return message.time - message.double_val
    values = {m.key: m.double_val for m in mail if m.ident == -2}
    if "DB_UPTIME" in values and values["DB_TIME"] > 0:
        return values["DB_TIME"] - values["DB_UPTIME"]
    # it had published nothing of its own yet, so it was younger than two seconds at the first packet
    return lines[0].time


def signature(message: WireMessage) -> tuple[object, ...]:
    """All of a message that does not depend on the recorded machine's clock and load."""
    kind = message.msg_type
    if kind == TIMING:
        return (kind, message.time, message.double_aux, message.ident, message.key)
    if kind == WELCOME:
        return (kind, message.data_type, message.src_aux, message.community, message.string_val, message.ident)
    if kind == POISON:
        return (kind, message.data_type, message.string_val, message.ident)
    if kind == NULL:
        return (kind, message.data_type, message.ident, message.time, message.double_aux)
    same = (kind, message.ident, message.data_type, message.src, message.src_aux, message.community, message.key)
    if from_database(message):
        return same if message.key != "DB_CLIENTS" else (*same, message.data_type)
    if message.key in ("VAR_SUMMARY", "PROC_SUMMARY"):
        return (*same, message.string_val)
    if message.ident == -2:  # the time of these is an uptime
        return (*same, repr(message.double_val), message.string_val)
    return (*same, message.time, repr(message.double_val), message.double_aux, message.string_val)


class Replay:
    """A server core fed with one transcript; what other clients did outside of it is posted for them."""

    OUTSIDE = "outside"

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.core = DbCore("alpha", start=start_time(lines), host_name="testhost", release_on_heartbeat=False)
        self.connections: dict[int, ServerConnection] = {}
        self.sent: dict[int, list[list[WireMessage]]] = {}
        self.posted = {
            (m.key, m.time, m.src) for line in lines if line.to_server for m in line.messages if m.msg_type == NOTIFY
        }
        self._before()

    def _before(self) -> None:
        """Bring about the values that were there before the recording."""
        opening = self.lines[0].time
        earlier = {
            (m.key, m.time): m
            for line in self.lines
            if not line.to_server
            for m in line.messages
            if m.msg_type == NOTIFY and m.ident == -1 and (m.key, m.time, m.src) not in self.posted
        }
        old = sorted((m for m in earlier.values() if m.time < opening), key=lambda m: m.time)
        if not old:
            return
        self.core.admit(self.OUTSIDE, True, 0.0, old[0].time)
        for message in old:
            # a database value of that time means that its periodic set was made then
            posts = [] if from_database(message) else [message]
            self.core.process(self.OUTSIDE, parts(*posts), message.time)

    def outside(self, line: Line) -> None:
        """Post what the recorded mail shows that clients outside of the transcript posted."""
        posts = [m for m in line.messages if m.msg_type == NOTIFY and m.ident >= 0]
        posts = [m for m in posts if (m.key, m.time, m.src) not in self.posted and not from_database(m)]
        if posts:
            if self.OUTSIDE not in self.core.clients:
                self.core.admit(self.OUTSIDE, True, 0.0, line.time)
            self._deliver(self.core.process(self.OUTSIDE, parts(*posts), line.time))

    def client_sent(self, line: Line) -> None:
        connection = self.connections.setdefault(line.connection, ServerConnection(self.core))
        if not line.raw:
            connection.close(line.time)
            return
        connection.feed(line.raw)
        while (outcome := connection.step(line.time)) is not None:
            if outcome.reply:
                self.sent.setdefault(line.connection, []).append(decode_packet(outcome.reply))
            self._deliver(outcome.deliveries)

    def _deliver(self, deliveries: list[tuple[str, list[object]]]) -> None:
        for name, mail in deliveries:
            for number, connection in self.connections.items():
                if connection.name == name and connection.state is State.OPEN:
                    packet = decoded(mail)
                    self.sent.setdefault(number, []).append(packet)

    def packets(self) -> Iterator[tuple[Line, list[WireMessage] | None]]:
        """Each packet that the real database sent, with ours."""
        # a leading part of a connection may end with bytes whose answer was not recorded any more
        last = max(i for i, line in enumerate(self.lines) if not line.to_server)
        for line in self.lines[: last + 1]:
            if line.to_server:
                self.client_sent(line)
            elif line.raw:
                self.outside(line)
                mine = self.sent.get(line.connection)
                yield line, mine.pop(0) if mine else None


@pytest.mark.parametrize("name", NAMES)
def test_the_server_core_answers_as_the_real_moosdb(name: str, figure: Callable[[str], None]) -> None:
    replay = Replay(own_registrations(load(name)))
    count = 0
    for line, mine in replay.packets():
        assert mine is not None, f"at {line.time}: nothing was sent instead of {line.messages}"
        assert [signature(m) for m in mine] == [signature(m) for m in line.messages], f"at {line.time}"
        count += 1
    assert count > 0
    # not one packet more than the real one sent
    assert sum(len(packets) for packets in replay.sent.values()) == 0
    figure(f"transcript {name}: {count} packets of the server as recorded")


# --- the client ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in NAMES if n != "cpp_sync_client"])
def test_the_client_core_reads_what_the_real_moosdb_sends(name: str) -> None:
    lines = load(name)
    for number in sorted({line.connection for line in lines}):
        core = ClientCore("me", host_name="testhost")
        core.begin(0.0)
        expected, mail, outcomes = 0, 0, []
        for line in lines:
            if line.connection != number or line.to_server:
                continue
            expected += sum(m.msg_type == NOTIFY for m in line.messages)
            for event in core.receive(line.raw, line.time):
                if isinstance(event, Received):
                    mail += len(event.messages)
                else:
                    outcomes.append(type(event))
        assert mail == expected
        assert len(outcomes) == 1
        if outcomes == [Welcomed]:
            assert core.community == "alpha"
            assert core.skew == 0.0  # same host
        else:
            assert (name, number, outcomes) == ("nameclash", 2, [Refused])


def feed(core: ClientCore, message: WireMessage) -> bool:
    """Ask the client for what it sent in the recording; False for what its interface has no call for."""
    if message.msg_type == REGISTER:
        return core.register(message.key, message.double_val, message.time)
    if message.msg_type == UNREGISTER:
        return core.unregister(message.key, message.time)
    if message.msg_type in (WILDCARD_REGISTER, WILDCARD_UNREGISTER):
        wildcard = parse_wildcard(message.text)
        assert wildcard is not None
        if message.msg_type == WILDCARD_REGISTER:
            return core.register_wildcard(wildcard.variables, wildcard.sources, wildcard.interval, message.time)
        return core.unregister_wildcard(wildcard.variables, wildcard.sources, message.time)
    if message.msg_type == SERVER_REQUEST:
        return core.request(message.key, message.time)
    if message.msg_type == NOTIFY:
        assert message.data_type in (DOUBLE, BINARY, b"S")
        return core.notify(message.key, message.value, message.time, message.src_aux, message.src)
    return False


WRITTEN = [n for n in NAMES if n not in ("cpp_sync_client", "edge_cases_raw", "reconnect_a", "reconnect_b")]


def write_again(core: ClientCore, lines: list[Line]) -> int:
    """Let the core write the client's side of a connection; the number of equal packets."""
    count, real = 0, 0.0
    for line in lines:
        if not line.to_server:
            core.receive(line.raw, line.time)
            continue
        if not line.raw:
            break
        if line.raw == PROTOCOL_STRING:
            continue
        if line.first == b"i":
            assert core.begin(line.messages[0].time) == PROTOCOL_STRING + line.raw
            count += 1
            continue
        timing = line.first == TIMING
        if not all(feed(core, message) for message in line.messages[timing:]):
            break  # COMMAND and other things that no application sends
        real += TIMING_PERIOD * timing
        mine = core.next_packet(real, line.messages[0].time, hurry=True)
        assert mine == line.raw
        count += 1
    return count


@pytest.mark.parametrize("name", WRITTEN)
def test_the_client_core_writes_the_same_bytes(name: str, figure: Callable[[str], None]) -> None:
    lines = [line for line in load(name) if line.connection == 1]
    client = next(m.text for line in lines if line.to_server for m in line.messages)
    count = write_again(ClientCore(client, host_name="testhost"), lines)
    assert count >= 3
    figure(f"transcript {name}: {count} packets of the client to the byte")


def test_ids_go_on_over_a_reconnection() -> None:
    core = ClientCore("uTimerScript", host_name="testhost")
    before, after = load("reconnect_a"), load("reconnect_b")
    assert write_again(core, before) >= 3
    # posts that the lost connection never carried took numbers, too
    taken, then = ([m.ident for x in lines if x.to_server for m in x.messages] for lines in (before, after))
    for _ in range(max(taken) + 1, next(ident for ident in then if ident >= 0)):
        core.notify("LOST", 0.0, 0.0)
    core.lost()
    core.registrations.clear()
    assert write_again(core, after) >= 3
