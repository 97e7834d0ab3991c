"""Messages of a community as UDP datagrams, as pShare sends them: one serialised message each, no header.

One thread receives. Nothing blocks: what the network does not take at once is lost, as datagrams are.
"""

from __future__ import annotations

import select
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from typing import NamedTuple

from usimmarine_py.errors import RemoteProtocolError, TransportError
from usimmarine_py.values import Message
from usimmarine_py.wire.codec import (
    BINARY,
    DOUBLE,
    NO_ID,
    NOTIFY,
    STRING,
    UNUSED,
    VALUE_TYPES,
    WireMessage,
    build_message,
    encode_message,
    encode_text,
    split_messages,
)

#: Bytes that the kernel keeps of datagrams that are not read yet, as in the original.
RECEIVE_BUFFER = 1792 * 1024
#: Longest datagram that is read, bytes: the longest of UDP.
LARGEST = 65536
#: Datagrams of one socket that are read before the others are looked at.
MOST_AT_ONCE = 256
#: Longest sleep of the thread, s: after that it looks whether it shall end.
_SLICE = 1.0


class ReceivedDatagram(NamedTuple):
    """What came in at a listener, which has a number."""

    listener: int
    data: bytes
    sender: str  #: host:port


def encode_datagram(message: Message) -> bytes:
    """Return the bytes of a message as a datagram. Raises ``LocalProtocolError`` for one that no packet can hold."""
    value = message.value
    if isinstance(value, str):
        kind, number, text = STRING, UNUSED, encode_text(value)
    elif isinstance(value, bytes):
        kind, number, text = BINARY, UNUSED, value
    else:
        kind, number, text = DOUBLE, value, b""
    variable, _, time, source, aux, community = message
    return encode_message(
        WireMessage(NO_ID, NOTIFY, kind, source, aux, community, variable, time, number, UNUSED, text)
    )  # fmt: skip


def decode_datagram(data: bytes) -> Message:
    """Return the message of a datagram. Raises ``RemoteProtocolError`` for anything else."""
    (part,), end = split_messages(data, 1, 0)
    if end != len(data):
        raise RemoteProtocolError(f"{len(data) - end} bytes follow the message")
    wire = build_message(part)
    if wire.msg_type != NOTIFY or wire.data_type not in VALUE_TYPES:
        raise RemoteProtocolError("it is no post")
    if not wire.key:
        raise RemoteProtocolError("it names no variable")
    value = wire.value
    if not isfinite(wire.time) or (isinstance(value, float) and not isfinite(value)):
        raise RemoteProtocolError("its time or value is no finite number")
    return Message(wire.key, value, wire.time, wire.src, wire.src_aux, wire.community)


class DatagramSockets:
    """Listens at UDP ports and in multicast groups, and sends; who owns it reads what comes.

    ``loopback``: ports are open to this machine alone.
    """

    def __init__(self, *, loopback: bool = False) -> None:
        self._own = "127.0.0.1" if loopback else ""
        self._addresses: dict[tuple[str, int], str] = {}
        self._sender: socket.socket | None = None
        self._here: dict[str, bool] = {}  # hosts: whether they are this machine
        self.opened: list[socket.socket] = []  #: those that listen

    def open(self, port: int, group: str = "") -> socket.socket:
        """Return what listens at a port of all interfaces, or in a multicast group.

        Raises ``TransportError`` for a port that another program listens at, or a group that cannot be joined.
        """
        listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            if group:
                # every community of this machine listens to the group
                shared = socket.SO_REUSEPORT if sys.platform == "darwin" else socket.SO_REUSEADDR
                listener.setsockopt(socket.SOL_SOCKET, shared, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
            listener.bind((self._own if sys.platform == "win32" or not group else group, port))
            if group:
                joined = socket.inet_aton(group) + socket.inet_aton("0.0.0.0")
                listener.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, joined)
            listener.setblocking(False)
        except OSError as error:
            listener.close()
            where = f"group {group}, port {port}" if group else f"port {port}"
            raise TransportError(f"cannot listen at {where}: {error.strerror or error}") from None
        self.opened.append(listener)
        return listener

    def send(self, host: str, port: int, data: bytes) -> str:
        """Send a datagram; return why it cannot be sent, empty where it is on its way."""
        try:
            address = self._addresses.get((host, port))
            if address is None:
                found = socket.getaddrinfo(host, port, socket.AF_INET, socket.SOCK_DGRAM)
                address = self._addresses[host, port] = str(found[0][4][0])
            if self._sender is None:
                self._sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                self._sender.bind((self._own, 0))
                self._sender.setblocking(False)
                self._sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
                self._sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
            self._sender.sendto(data, (address, port))
        except BlockingIOError:
            return "the network takes no more"
        except (OSError, UnicodeError) as error:
            return getattr(error, "strerror", None) or str(error)
        return ""

    @staticmethod
    def read(listener: socket.socket) -> list[tuple[bytes, tuple[str, int]]]:
        """Return what waits at a listener, at most ``MOST_AT_ONCE``: bytes, and host and port of the sender."""
        found: list[tuple[bytes, tuple[str, int]]] = []
        with suppress(OSError):  # nothing more, or closed
            while len(found) < MOST_AT_ONCE:
                data, sender = listener.recvfrom(LARGEST)
                found.append((data, (str(sender[0]), int(sender[1]))))
        return found

    def sent_by_itself(self, sender: tuple[str, int]) -> bool:
        """Whether a datagram is one of its own, as those to a group in which it listens."""
        return (
            self._sender is not None and sender[1] == self._sender.getsockname()[1] and self.is_this_machine(sender[0])
        )

    def is_this_machine(self, host: str) -> bool:
        """Whether a name or an address is one of this machine."""
        found = self._here.get(host)
        if found is None:
            try:
                address = str(socket.getaddrinfo(host, 0, socket.AF_INET, socket.SOCK_DGRAM)[0][4][0])
                with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                    probe.bind((address, 0))
                found = True
            except (OSError, UnicodeError):
                found = False
            self._here[host] = found
        return found

    def close(self) -> None:
        """Close all ports. Idempotent."""
        for one in (*self.opened, self._sender):
            if one is not None:
                one.close()
        self.opened.clear()
        self._sender = None


class DatagramPorts(DatagramSockets):
    """The same with a thread that reads: ``received`` is called in it."""

    def __init__(self, received: Callable[[list[ReceivedDatagram]], None], *, loopback: bool = False) -> None:
        super().__init__(loopback=loopback)
        self._received = received
        self._listeners: dict[socket.socket, int] = {}
        self._wake_in, self._wake_out = socket.socketpair()
        self._closing = False
        self._thread: threading.Thread | None = None

    def listen(self, number: int, port: int, group: str = "") -> None:
        """Listen at a port of all interfaces, or in a multicast group; ``number`` is the name of the listener.

        Raises as ``open``.
        """
        self._listeners[self.open(port, group)] = number
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="datagrams", daemon=True)
            self._thread.start()
        else:
            self._wake()

    def close(self) -> None:
        """Close all ports. Idempotent."""
        self._closing = True
        self._wake()
        thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join(2.0 * _SLICE)
        super().close()
        for one in (self._wake_in, self._wake_out):
            one.close()

    def _wake(self) -> None:
        with suppress(OSError):
            self._wake_out.send(b"x")

    def _serve(self) -> None:
        while not self._closing:
            listeners = list(self._listeners)
            try:
                ready, _, _ = select.select([self._wake_in, *listeners], [], [], _SLICE)
            except (OSError, ValueError):
                return  # closed meanwhile
            found: list[ReceivedDatagram] = []
            for one in ready:
                if one is self._wake_in:
                    with suppress(OSError):
                        one.recv(64)
                else:
                    number = self._listeners[one]
                    found += [ReceivedDatagram(number, data, f"{host}:{port}") for data, (host, port) in self.read(one)]
            if found:
                self._received(found)
