"""Lengths and counts that lie: refused before memory is taken for them."""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import struct
import subprocess
import time
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.messages import parts
from tests.support.packets import is_sound, written
from tests.support.processes import free_port, running
from tests.support.torture import Torture
from usimmarine_py.errors import RemoteProtocolError
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.wire import database
from usimmarine_py.wire.client import ClientCore
from usimmarine_py.wire.codec import (
    NOTIFY,
    SERVER_REQUEST,
    STRING,
    WILDCARD_REGISTER,
    PacketReader,
    WireMessage,
    decode_packet,
    encode_packet,
)
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.limits import MAX_PACKET_LENGTH
from usimmarine_py.wire.server import PORTION, ServerConnection

KILOBYTE, MEGABYTE = 1 << 10, 1 << 20
MANY = 100_000
LEAST, MOST = -0x80000000, 0x7FFFFFFF

MESSAGE = WireMessage(7, NOTIFY, STRING, "evil", "aux", "alpha", "LIE", 1.0, 2.0, 3.0, b"value")


def lies() -> dict[str, bytes]:
    """A sound packet, each time with one number that is not true."""
    raw = written([MESSAGE])
    places = {"count": 4, "message": 9}
    at = 19
    for field, text in zip(
        ("src", "src_aux", "community", "key", "string_val"), MESSAGE[3:7] + MESSAGE[10:], strict=True
    ):
        at += 24 if field == "string_val" else 0
        places[field] = at
        at += 4 + len(text)
    cases = {}
    for field, place in places.items():
        (true,) = struct.unpack_from("<i", raw, place)
        for number in (LEAST, -1, true - 1, true + 1, true + 256, MANY, MOST - 64, MOST):
            cases[f"{field} {number}"] = raw[:place] + struct.pack("<i", number) + raw[place + 4 :]
    for number in (LEAST, -1, 0, 8, MAX_PACKET_LENGTH + 1, MOST):
        cases[f"packet {number}"] = struct.pack("<i", number) + raw[4:]
    return cases


LIES = lies()


def many(end: bytes) -> bytes:
    """A packet of very many posts; its last bytes are ``end``."""
    body = written([WireMessage(0, NOTIFY, key="MANY")])[9:] * MANY
    return struct.pack("<iib", 9 + len(body), MANY, 0) + body[: len(body) - len(end)] + end


def taken(work: Callable[[], object]) -> int:
    """The most memory that ``work`` had at a time, bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def connected(core: DbCore) -> ServerConnection:
    connection = ServerConnection(core)
    connection.feed(ClientCore("evil").begin(0.0))
    while connection.step(0.0) is not None:
        pass
    return connection


def refused(read: Callable[[], object]) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        read()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", LIES)
def test_a_lie_takes_no_memory(name: str) -> None:
    """Negative, overflowing, too small and too large by one: refused by decoder, reader, server and client."""
    data = LIES[name]
    assert not is_sound(data)
    refused(lambda: decode_packet(data))  # what is made once and for all is made
    server, reader, client = connected(DbCore("alpha", start=0.0)), PacketReader(), ClientCore("me")
    client.begin(0.0)

    def everywhere() -> None:
        refused(lambda: decode_packet(data))
        reader.feed(data)
        refused(reader.next_packet)
        server.feed(data)
        refused(lambda: server.step(0.0))
        refused(lambda: client.receive(data, 0.0))

    assert taken(everywhere) < 64 * KILOBYTE


@pytest.mark.parametrize(("end", "posts"), [(b"", MANY), (b"\1", MANY - PORTION)], ids=["sound", "the last one wrong"])
def test_a_hundred_thousand_messages_in_a_packet(torture: Torture, end: bytes, posts: int) -> None:
    """They are carried out a portion at a time, so that the rest takes no memory; what is wrong ends the connection.

    The portions before the one with the fault have had their effect.
    """
    core = DbCore("alpha", start=0.0)
    data, connection = many(end), connected(core)
    writes = [0]

    def carry_out() -> None:
        connection.feed(data)
        with contextlib.suppress(RemoteProtocolError):
            while connection.step(0.0) is not None:
                writes.append(core.variables["MANY"].writes)

    most = taken(carry_out)
    assert writes[-1] == posts
    assert max(b - a for a, b in pairwise(writes)) <= PORTION
    assert most < MEGABYTE
    torture.say(f"{MANY} messages in a packet: {most // KILOBYTE} KiB beyond its {len(data) // KILOBYTE}")


@pytest.mark.parametrize(
    ("kind", "key", "text"), [(SERVER_REQUEST, "ALL", b""), (WILDCARD_REGISTER, "", b"VarPattern=*")], ids=["ALL", "*"]
)
def test_a_packet_of_requests_for_everything(torture: Torture, kind: bytes, key: str, text: bytes) -> None:
    """Where there are thousands of variables, each such request is done in many turns (nightly: of 0.05 s at most).

    Where there are few, as in most communities, several are answered together.
    """
    data = encode_packet([WireMessage(-2, kind, STRING, "evil", key=key, string_val=text)] * 40)
    turns, longest = {}, 0.0
    for variables in (10, 10_000):
        core = DbCore("alpha", start=0.0)
        connection = connected(core)
        core.process("evil", parts(*(WireMessage(0, NOTIFY, key=f"VARIABLE_{n}") for n in range(variables))), 0.0)
        connection.feed(data)
        times = [time.process_time()]
        while connection.step(0.0) is not None:
            times.append(time.process_time())
        turns[variables] = len(times) - 1
        longest = max(b - a for a, b in pairwise(times))
    assert turns[10] == 5
    assert turns[10_000] >= 40 * 20
    assert longest < 0.05 * torture.amount(10, 1)
    torture.say(f"{key or '*'} of 10,000 variables: {longest * 1e3:.0f} ms")


def test_everything_is_not_gathered_for_a_queue_that_cannot_take_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for more than may wait for a client is cut off before it is put together."""
    monkeypatch.setattr(database, "MAX_QUEUE_BYTES", MEGABYTE)
    core = DbCore("alpha", start=0.0)
    connection = connected(core)
    core.process("evil", parts(WireMessage(0, NOTIFY, STRING, key="BULK", string_val=bytes(2 * MEGABYTE))), 0.0)
    connection.feed(encode_packet([WireMessage(-2, SERVER_REQUEST, STRING, "evil", key="ALL")]))
    assert taken(lambda: connection.step(0.0)) < 64 * KILOBYTE
    assert core.overflowed == {"evil"}


# --- over real sockets ----------------------------------------------------------------------------------


@contextlib.contextmanager
def hostile(port: int, data: bytes, name: str = "evil") -> Iterator[socket.socket | None]:
    """A connection that has shaken hands and sent ``data``; None if nobody answered."""
    with contextlib.ExitStack() as stack:
        sock = None
        with contextlib.suppress(OSError):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10.0))
            one.sendall(ClientCore(name).begin(0.0))
            sock = one if one.recv(4096) else None
        with contextlib.suppress(OSError):  # it may be cut off while it sends
            if sock is not None:
                sock.sendall(data)
        yield sock


def greets(port: int, name: str) -> bool:
    """Whether a MOOSDB answers a client of that name."""
    with hostile(port, b"", name) as sock:
        return sock is not None


def ended(sock: socket.socket, seconds: float) -> bool:
    """Whether the other end closes the connection within that time."""
    sock.settimeout(seconds)
    try:
        while sock.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def peak(pid: int) -> float | None:
    """The most memory that a process has had, MB; None where the system does not tell."""
    with contextlib.suppress(OSError):
        found = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
        return int(found.group(1)) / 1024 if found else None
    return None


@contextlib.contextmanager
def good_client(port: int) -> Iterator[Callable[[], bool]]:
    """A client; call the result to post something and have it back."""
    comms = NativeComms("good", "127.0.0.1", port)
    comms.register("GOOD")
    comms.run()
    try:
        assert comms.wait_until_connected(60.0)
        yield lambda: comms.notify("GOOD", 1.0) and bool(collect(comms, bool, 60.0))
        assert comms.statistics.connections == 1
    finally:
        comms.close()


def test_lies_over_real_sockets(torture: Torture) -> None:
    """The MOOSDB, a process of its own, closes each of those connections with a line; a good client notices nothing.

    Memory grows by no more than the largest packet.
    """
    port = free_port()
    cases = LIES | {"many": many(b"\1")}
    with running("db", f"--port={port}", program="usim") as process:
        assert wait_for(lambda: greets(port, "early"), 60.0)
        with good_client(port) as undisturbed:
            assert undisturbed()
            before = peak(process.pid)
            for name, data in cases.items():
                with hostile(port, data) as sock:
                    assert sock is not None and ended(sock, 20.0), name
                assert undisturbed(), name
            after = peak(process.pid)
        process.terminate()
        said = process.communicate(timeout=60.0)[0]
    assert said.count("evil") >= len(cases) and "Traceback" not in said
    if before is None or after is None:
        return
    assert after - before < 20
    torture.say(f"MOOSDB: {len(cases)} packets that lie, all refused, memory grown by {after - before:.1f} MB")


@pytest.mark.nightly
@pytest.mark.moosivp
@pytest.mark.skipif(shutil.which("MOOSDB") is None, reason="MOOSDB is not on PATH")
def test_the_same_lies_to_the_original(torture: Torture, tmp_path: Path) -> None:
    """What the original does, started anew whenever it is gone: some of them end it."""
    results: dict[str, list[str]] = {}
    grown = 0.0
    with Original(tmp_path) as original:
        for name, data in (LIES | {"many": many(b"\1")}).items():
            original.ensure()
            before = peak(original.process.pid) or 0.0
            results.setdefault(original.answer(data), []).append(name)
            grown = max(grown, (peak(original.process.pid) or 0.0) - before)
    # what is known of it from the recorded cases
    assert f"string_val {LEAST}" in results["dies"]
    for verdict, names in results.items():
        which = "" if verdict == "goes on" else f": {', '.join(names)}"
        torture.say(f"original MOOSDB {verdict} at {len(names)} of the packets that lie{which}")
    torture.say(f"original MOOSDB: memory grown by up to {grown:.0f} MB for one packet")


class Original:
    """MOOS-IvP's MOOSDB, started again when it is gone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self.process = self._start()
        self._clients = 0

    def _start(self) -> subprocess.Popen[bytes]:
        with (self._folder / "out").open("wb") as out:
            return subprocess.Popen(
                ["MOOSDB", f"--moos_port={self.port}"], cwd=self._folder, stdin=subprocess.DEVNULL, stdout=out,
                stderr=subprocess.STDOUT,
            )  # fmt: skip

    def __enter__(self) -> Original:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def ensure(self) -> None:
        """It is there and takes clients."""
        if self.process.poll() is not None or not self._greets():
            self.process.kill()
            self.process.wait()
            self.process = self._start()
            assert wait_for(self._greets, 60.0)

    def _greets(self) -> bool:
        self._clients += 1
        return greets(self.port, f"good{self._clients}")

    def answer(self, data: bytes) -> str:
        """What it does about ``data``."""
        with hostile(self.port, data, f"evil{self._clients}") as sock:
            assert sock is not None
            closed = ended(sock, 0.5)
            if wait_for(lambda: self.process.poll() is not None, 0.5):
                return "dies"
            if not self._greets():
                return "takes no other client"
            return "closes the connection" if closed else "goes on"
