"""The built-in MOOSDB: life, address, time-outs; the slow and the silent are cut off alone."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from usimmarine_py.errors import TransportError
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import NO_AUTHENTICATION, MoosDb, peer, server
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.wire import database
from usimmarine_py.wire.client import ClientCore
from usimmarine_py.wire.codec import (
    DOUBLE,
    NOTIFY,
    PROTOCOL_STRING,
    REGISTER,
    STRING,
    TIMING,
    WireMessage,
    decode_packet,
    encode_packet,
)
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.server import PORTION


def raw_client(port: int, name: str = "") -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port), 20.0)
    if name:
        sock.sendall(ClientCore(name).begin(0.0))
        assert sock.recv(65536)
    return sock


def ended(sock: socket.socket) -> bool:
    """Read to the end of the stream."""
    try:
        while sock.recv(1 << 20):
            pass
    except ConnectionResetError:
        pass
    return True


def test_life() -> None:
    db = MoosDb(community="beta")
    assert (db.running, db.port, db.clients) == (False, 0, [])
    with db as same:
        assert same is db and db.running
        assert (db.host, db.community) == ("127.0.0.1", "beta")
        assert db.port > 0
        assert db.start() is db
    assert not db.running
    db.close()
    # and once more on the same object
    with db:
        assert db.running


def test_a_taken_port_is_one_plain_message() -> None:
    with MoosDb() as first, pytest.raises(TransportError) as caught:
        MoosDb(port=first.port).start()
    text = str(caught.value)
    assert f"127.0.0.1:{first.port}" in text and "in use" in text and "choose another port" in text


@pytest.mark.parametrize(("host", "port"), [("no.such.host.invalid", 0), ("127.0.0.1", 70000), ("256.1.1.1", 0)])
def test_addresses_that_cannot_be(host: str, port: int) -> None:
    with pytest.raises(TransportError):
        MoosDb(host, port).start()


def test_another_address_than_loopback_is_warned_about(monkeypatch: pytest.MonkeyPatch) -> None:
    assert server.is_loopback("127.0.0.1") and server.is_loopback("127.9.9.9")
    assert not server.is_loopback("0.0.0.0") and not server.is_loopback("192.168.1.7")
    log: list[str] = []
    monkeypatch.setattr(server, "is_loopback", lambda host: False)
    with MoosDb(log=log.append) as db:
        assert log == [f"listening on 127.0.0.1:{db.port}. {NO_AUTHENTICATION}"]


def test_no_thread_and_no_descriptor_is_left() -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.is_dir():
        pytest.skip("needs /proc/self/fd to count file descriptors")

    def present() -> set[object]:
        """Threads, and descriptors with what they stand for: those of earlier tests may go meanwhile, none may come."""
        found: set[object] = set(threading.enumerate())
        for entry in descriptors.iterdir():
            with suppress(FileNotFoundError):  # the one that listed the folder
                found.add((entry.name, str(entry.readlink())))
        return found

    before = present()
    for _ in range(5):
        with MoosDb() as db:
            comms = NativeComms("me", port=db.port)
            comms.run()
            assert comms.wait_until_connected(60.0)
            comms.close()
    assert wait_for(lambda: not present() - before)


def test_arrivals_and_departures_are_logged_on_demand() -> None:
    log: list[str] = []
    with MoosDb(log=log.append, verbose=True) as db:
        comms = NativeComms("me", port=db.port)
        comms.run()
        assert comms.wait_until_connected(60.0)
        comms.close()
        assert wait_for(lambda: len(log) == 2)
    assert [line.rsplit(": ", 1)[1] for line in log] == ["connected", "left"]
    assert log[0].startswith("me (127.0.0.1:")


def test_a_silent_client_is_cut_off_after_the_time_out() -> None:
    log: list[str] = []
    with MoosDb(client_timeout=1.5, log=log.append) as db:
        good = NativeComms("good", port=db.port)
        good.run()
        assert good.wait_until_connected(60.0)
        silent = raw_client(db.port, "silent")
        assert ended(silent)
        assert db.clients == ["good"]
        assert len(log) == 1 and "silent (127.0.0.1" in log[0] and "silent for 1." in log[0]
        # heartbeats keep the other one
        assert good.statistics.connections == 1 and good.is_connected()
        # and the name is free
        raw_client(db.port, "silent").close()
        good.close()
        silent.close()


def test_connections_that_never_shake_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HANDSHAKE_TIMEOUT", 0.3)
    monkeypatch.setattr(server, "TURN", 0.0)  # each in a turn of its own
    log: list[str] = []
    with MoosDb(log=log.append) as db:
        stages = [b"", PROTOCOL_STRING[:10], PROTOCOL_STRING, PROTOCOL_STRING + b"\x50\0\0"]
        socks = [raw_client(db.port) for _ in stages]
        for sock, data in zip(socks, stages, strict=True):
            sock.sendall(data)
        # meanwhile another one is not kept waiting
        good = NativeComms("good", port=db.port)
        good.run()
        assert good.wait_until_connected(60.0)
        for sock in socks:
            assert ended(sock)
            sock.close()
        assert wait_for(lambda: len(log) == 4)
        assert all("no handshake within 0.3 s" in line for line in log)
        good.close()


def test_the_protocol_string_may_come_in_pieces(moosdb: MoosDb) -> None:
    # the real MOOSDB drops such a client
    with raw_client(moosdb.port) as sock:
        for byte in ClientCore("pieces").begin(0.0):
            sock.sendall(bytes([byte]))
        assert decode_packet(sock.recv(65536))[0].community == "alpha"


@pytest.mark.parametrize("limit", ["time", "bytes"])
def test_a_slow_reader_is_cut_off_alone(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if limit == "time":
        monkeypatch.setattr(server, "BLOCKED_WRITE_TIMEOUT", 0.3)
        monkeypatch.setattr(server, "CLIENT_TIMEOUT", 60.0)
    else:
        monkeypatch.setattr(peer, "MAX_QUEUE_BYTES", 20_000_000)
    log: list[str] = []
    with MoosDb(log=log.append, client_timeout=60.0) as db:
        slow = raw_client(db.port, "slow")
        slow.sendall(encode_packet([WireMessage(0, REGISTER, DOUBLE, "slow", key="BULK", double_val=0.0)]))
        good = NativeComms("good", port=db.port)
        good.run(lambda: good.register("BULK") and None)
        assert good.wait_until_connected(60.0)
        assert wait_for(lambda: "slow" in db.variables["BULK"].subscribers)
        bulk = "x" * 1_000_000
        seen = 0
        posts = 0
        while not log:
            assert good.notify("BULK", bulk)
            posts += 1
            mail = collect(good, lambda got: len(got) >= 1)
            seen += len(mail)
            assert posts < 2000
        seen += len(collect(good, lambda got: seen + len(got) >= posts))
        assert seen == posts
        assert len(log) == 1 and "slow (127.0.0.1" in log[0] and "too slow" in log[0]
        assert db.clients == ["good"]
        slow.close()
        good.close()


def test_a_synchronous_client_that_never_asks_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MAX_QUEUE_BYTES", 100_000)
    log: list[str] = []
    with MoosDb(log=log.append) as db, raw_client(db.port) as lazy:
        hello = WireMessage(msg_type=b"i", data_type=STRING, string_val=b"lazy")
        lazy.sendall(PROTOCOL_STRING + encode_packet([hello]))
        lazy.recv(65536)
        lazy.sendall(encode_packet([WireMessage(0, REGISTER, DOUBLE, "lazy", key="V")]))
        assert decode_packet(lazy.recv(65536))[0].msg_type == b"."
        good = NativeComms("good", port=db.port)
        good.run()
        assert good.wait_until_connected(60.0)
        for _ in range(20):
            good.notify("V", "x" * 10_000)
        assert wait_for(lambda: db.clients == ["good"])
        assert "too slow" in log[0]
        good.close()


def test_more_connections_than_allowed_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_CONNECTIONS", 3)
    monkeypatch.setattr(server, "RESERVED_CONNECTIONS", 0)
    log: list[str] = []
    with MoosDb(log=log.append) as db:
        socks = [raw_client(db.port, f"c{i}") for i in range(3)]
        for _ in range(3):
            with raw_client(db.port) as extra:
                assert ended(extra)
        assert wait_for(lambda: len(log) == 1)
        assert "3 connections are open" in log[0]
        for sock in socks:
            sock.close()
        assert wait_for(lambda: db.clients == [])
        raw_client(db.port, "again").close()


def test_a_huge_packet_of_tiny_messages_does_not_stop_the_others() -> None:
    """Mail gets through long before the packet is carried out, also to threads of the server's own process."""
    count = 200_000
    with MoosDb(client_timeout=60.0) as db:
        good = NativeComms("good", port=db.port)
        good.run(lambda: good.register("GOOD") and None)
        assert good.wait_until_connected(60.0)
        evil = raw_client(db.port, "evil")
        packet = encode_packet([WireMessage(0, NOTIFY, DOUBLE, "evil", key="TINY", double_val=1.0)] * count)
        sender = threading.Thread(target=evil.sendall, args=(packet,))
        sender.start()
        assert wait_for(lambda: "TINY" in db.variables)
        good.notify("GOOD", 1.0)
        assert collect(good, bool)
        assert db.variables["TINY"].writes < count / 2
        assert wait_for(lambda: db.variables["TINY"].writes == count, 50.0)
        sender.join()
        evil.close()
        good.close()


def test_many_that_never_stop_do_not_hold_up_one_that_says_little() -> None:
    """Between its post and the arrival only some of them have had a turn, not each."""
    busy, portions, tries = 40, 20, 8
    with MoosDb() as db, ExitStack() as stack:
        good = stack.enter_context(closing(NativeComms("good", port=db.port)))
        good.run(lambda: good.register("GOOD") and None)
        assert good.wait_until_connected(60.0)
        stopping = threading.Event()
        for number in range(busy):
            sock = stack.enter_context(raw_client(db.port, f"busy{number}"))
            thread = threading.Thread(target=keep_posting, args=(sock, f"BUSY{number}", stopping))
            stack.callback(thread.join)
            thread.start()
        stack.callback(stopping.set)

        def carried_out() -> int:
            return sum(v.writes for key, v in list(db.variables.items()) if key.startswith("BUSY"))

        assert wait_for(lambda: carried_out() > busy * PORTION)
        between = []
        for number in range(tries):
            before = carried_out()
            good.notify("GOOD", float(number))
            assert collect(good, bool)
            between.append(carried_out() - before)
        assert min(between) < portions * PORTION


def keep_posting(sock: socket.socket, key: str, stopping: threading.Event) -> None:
    """Packets of some portions each, as fast as they are carried out."""
    post = WireMessage(0, NOTIFY, DOUBLE, key, key=key, double_val=1.0)
    packet = encode_packet([WireMessage(msg_type=TIMING, time=0.0), *[post] * (4 * PORTION)])
    while not stopping.is_set():
        sock.sendall(packet)
        sock.recv(1 << 16)


def test_nobody_is_silent_because_the_server_had_to_wait() -> None:
    """What a client said while this process could not run counts, although it is read later."""
    timeout = 2.0
    clients: dict[str, socket.socket] = {}

    def wait(line: str) -> None:
        if line.startswith("late "):
            time.sleep(1.2 * timeout)
            clients["told"].sendall(encode_packet([WireMessage(msg_type=TIMING, time=0.0)]))

    with MoosDb(client_timeout=timeout, log=wait, verbose=True) as db:
        for name in ("told", "late"):
            clients[name] = raw_client(db.port, name)
        assert decode_packet(clients["told"].recv(65536))[0].msg_type == TIMING
        for sock in clients.values():
            sock.close()


def test_a_log_that_fails_and_a_fault_of_ours_stop_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[str] = []

    def broken_log(line: str) -> None:
        log.append(line)
        raise OSError("disk full")

    with MoosDb(log=broken_log) as db:
        good = NativeComms("good", port=db.port)
        good.run(lambda: good.register("GOOD") and None)
        assert good.wait_until_connected(60.0)
        process = DbCore.process

        def faulty(core: DbCore, name: str, *args: object, **options: object) -> object:
            if name == "unlucky":
                raise ZeroDivisionError("a fault")
            return process(core, name, *args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(DbCore, "process", faulty)
        unlucky = raw_client(db.port, "unlucky")
        unlucky.sendall(encode_packet([WireMessage()]))
        assert ended(unlucky)
        good.notify("GOOD", 1.0)
        assert collect(good, bool)
        assert len(log) == 1 and "internal error ZeroDivisionError" in log[0]
        unlucky.close()
        good.close()


def test_consolidation_times_are_told_to_the_clients_they_are_for() -> None:
    with MoosDb(consolidation=(("slow*", 0.25),)) as db:
        for name, pause in (("slow_one", 0.25), ("other", 0.0)):
            with raw_client(db.port, name) as client:
                client.sendall(encode_packet([WireMessage(msg_type=TIMING, time=1.0)]))
                assert decode_packet(client.recv(65536))[0].double_aux == pause


def test_at_warp_the_whole_epoch_is_multiplied() -> None:
    with MoosDb(warp=50.0) as db:
        comms = NativeComms("me", "127.0.0.1", db.port, RealClock(50.0))
        comms.run(lambda: comms.register("DB_TIME") and comms.register("DB_UPTIME") and None)
        assert comms.wait_until_connected(60.0)
        mail = collect(comms, lambda got: {m.key for m in got} == {"DB_TIME", "DB_UPTIME"})
        times = [float(m.value) for m in mail if m.key == "DB_TIME"]
        assert abs(times[0] - RealClock(50.0).now()) < 50.0 * 20.0
        comms.close()
