"""Who can be reached from where.

Properties: every program that listens does so at the loopback address unless another one is given: the MOOSDB by
itself, that of a vehicle, of a launch and of a demo, the page, sentences by TCP; nobody waits for datagrams. The kernel
is asked, for all sockets of the processes.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path

import pytest

from tests.fault.test_terminals import MISSION
from tests.support.processes import free_port, running
from usimmarine_py.apps.nmea_port import _Datagrams
from usimmarine_py.moos.testing import wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sockets are looked up in /proc")

PORTS = "  AppTick = 10\n  sensor = gps\n  nmea_tcp = {tcp}\n  nmea_udp = {udp}\n"
TALKING = MISSION.replace("  AppTick = 10\n", PORTS)
LISTENING = "0A"


def family(process: int) -> set[int]:
    """A process and all that it has started."""
    found = {process}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            if parent in found:
                found |= family(int(entry.name))
    return found


def sockets(processes: set[int]) -> set[str]:
    """Inodes of the sockets of processes."""
    found = set()
    for process in processes:
        try:
            links = list(Path(f"/proc/{process}/fd").iterdir())
        except OSError:
            continue
        for link in links:
            try:
                kind, _, inode = str(link.readlink()).partition("[")
            except OSError:
                continue
            if kind == "socket:":
                found.add(inode.rstrip("]"))
    return found


def address(text: str) -> tuple[str, int]:
    """Of a line of /proc/net: hexadecimal, words of the machine."""
    host, _, port = text.partition(":")
    words = [bytes.fromhex(host[k : k + 8])[:: -1 if sys.byteorder == "little" else 1] for k in range(0, len(host), 8)]
    return str(ip_address(b"".join(words))), int(port, 16)


def bound(process: int, *kinds: str) -> Iterator[tuple[str, int]]:
    """Where a process and its children wait for others."""
    inodes = sockets(family(process))
    for kind in kinds:
        for line in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]:
            words = line.split()
            if words[9] in inodes and (words[3] == LISTENING or kind.startswith("udp")):
                yield address(words[1])


def test_all_that_listens_is_for_this_machine_alone(tmp_path: Path) -> None:
    db, launched, own, tcp, other, page = (free_port() for _ in range(6))
    udp = free_port(socket.SOCK_DGRAM)
    (tmp_path / "launch.moos").write_text(TALKING.format(port=launched, tcp=tcp, udp=udp))
    (tmp_path / "own.moos").write_text(TALKING.format(port=own, tcp=other, udp=udp))
    commands = (
        ("usim", set(), ["demo", "-o", str(tmp_path / "demo")]),  # it ends by itself: looked at first
        ("usim", {db}, ["db", "--port", str(db)]),
        ("usim", {launched, tcp}, ["launch", str(tmp_path / "launch.moos"), "--prefer", "ours"]),
        ("usimmarine", {own, other}, [str(tmp_path / "own.moos"), "uSimMarine", "--db"]),
        ("usim", {page}, ["watch", f"localhost:{db}", "--port", str(page)]),
        ("usim", set(), ["scope", "--port", str(db)]),
        ("usim", set(), ["log", "--port", str(db), "-o", str(tmp_path / "x.alog")]),
    )
    with ExitStack() as stack:
        started = [
            (stack.enter_context(running(*words, program=program)), ports, words) for program, ports, words in commands
        ]
        for process, ports, words in started:
            least = 1 if words[0] == "demo" else len(ports)

            def ready(process: int = process.pid, ports: set[int] = ports, least: int = least) -> bool:
                there = {port for _, port in bound(process, "tcp", "tcp6")}
                return len(there) >= least and ports <= there

            assert wait_for(ready, 60.0), words
            found = list(bound(process.pid, "tcp", "tcp6", "udp", "udp6"))
            assert all(ip_address(host).is_loopback for host, _ in found), (words, found)


def test_the_kernel_tells_what_is_open_to_all() -> None:
    """The look itself: a port that all can reach is seen as one, and one of loopback as that."""
    with socket.create_server(("0.0.0.0", 0)) as open_, socket.create_server(("127.0.0.1", 0)) as near:
        found = set(bound(os.getpid(), "tcp"))
        assert {("0.0.0.0", open_.getsockname()[1]), ("127.0.0.1", near.getsockname()[1])} <= found


def test_who_sends_datagrams_to_this_machine_is_reached_from_it_alone() -> None:
    """The port that the kernel gives a sender of sentences is at the loopback address, too."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as reader:
        reader.bind(("127.0.0.1", 0))
        reader.settimeout(10.0)
        sender = _Datagrams(reader.getsockname())
        sender.send([b"$GPHDT,90.0,T*0C\r\n"])
        data, (host, port) = reader.recvfrom(100)
        assert (data[:6], host) == (b"$GPHDT", "127.0.0.1")
        assert {where for where, number in bound(os.getpid(), "udp") if number == port} == {"127.0.0.1"}
        sender.close()
