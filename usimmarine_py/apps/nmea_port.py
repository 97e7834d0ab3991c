"""NMEA 0183 sentences for a real computer: datagrams, a TCP stream, a serial line, as a multiplexer gives them.

No thread: nothing blocks, and clients are served whenever sentences are sent. A slow reader loses sentences
(datagrams, serial) or the connection (TCP); the simulation never waits.
"""

from __future__ import annotations

import os
import select
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Protocol

from usimmarine_py.errors import TransportError

Address = tuple[str, int]  #: host and port

#: Bytes waiting for one client of the TCP port; a receiver at 10 Hz makes some 20 kB in a minute.
MOST_PENDING = 65536
#: Clients of the TCP port at once.
MOST_CLIENTS = 16
#: Bytes that no reader has taken from the serial line; a terminal keeps 4096.
MOST_UNREAD = 2048


class Outlet(Protocol):
    """One way for sentences to leave."""

    @property
    def place(self) -> str:
        """Where they go, as KIND=PLACE."""
        ...

    def send(self, lines: Sequence[bytes]) -> None:
        """Send each line, or lose it."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


class NmeaPort:
    """Sends sentences to all configured outputs.

    Raises ``TransportError`` when a host is unknown, a port cannot be had or there is no pseudo-terminal.
    """

    def __init__(self, udp: Address | None = None, tcp: Address | None = None, serial: Path | bool = False) -> None:
        """``serial``: a pseudo-terminal, and the name of a link to it."""
        self.sent = 0  #: sentences so far
        self._outlets: list[Outlet] = []
        self._stream: _Stream | None = None
        try:
            if udp is not None:
                self._outlets.append(_Datagrams(udp))
            if tcp is not None:
                self._stream = _Stream(tcp)
                self._outlets.append(self._stream)
            if serial:
                self._outlets.append(_Serial(serial if isinstance(serial, Path) else None))
        except TransportError:
            self.close()
            raise

    @property
    def places(self) -> tuple[str, ...]:
        """Where the sentences go: udp=HOST:PORT, tcp=ADDRESS:PORT, serial=PATH."""
        return tuple(outlet.place for outlet in self._outlets)

    @property
    def tcp_port(self) -> int:
        """The TCP port in use, 0 without one."""
        return 0 if self._stream is None else self._stream.port

    @property
    def clients(self) -> int:
        """How many read from the TCP port."""
        return 0 if self._stream is None else len(self._stream.clients)

    @property
    def dropped(self) -> int:
        """Clients that read too slowly."""
        return 0 if self._stream is None else self._stream.dropped

    @property
    def turned_away(self) -> int:
        """Clients beyond ``MOST_CLIENTS``."""
        return 0 if self._stream is None else self._stream.turned_away

    def send(self, sentences: Sequence[str]) -> None:
        """Send each sentence with its line end. A missing receiver is not an error."""
        lines = [sentence.encode("ascii") + b"\r\n" for sentence in sentences]
        for outlet in self._outlets:
            outlet.send(lines)
        self.sent += len(lines)

    def close(self) -> None:
        """Let go of the ports."""
        for outlet in self._outlets:
            outlet.close()
        self._outlets.clear()
        self._stream = None


class _Datagrams:
    """A sentence in each datagram, to one host or all of a net."""

    def __init__(self, address: Address) -> None:
        family, self._target = _resolve("nmea_udp", address, socket.SOCK_DGRAM)
        self.place = f"udp={_shown(self._target)}"
        self._socket = socket.socket(family, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        if ip_address(self._target[0]).is_loopback:
            # else the first datagram binds it to every address of the machine, where strangers could fill its buffer
            with suppress(OSError):
                self._socket.bind(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0))

    def send(self, lines: Sequence[bytes]) -> None:
        """No reader yet, or the buffer is full: as on a serial line, the sentence is lost."""
        for line in lines:
            with suppress(OSError):
                self._socket.sendto(line, self._target)

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


class _Stream:
    """The same bytes for every client that connects, from then on."""

    def __init__(self, address: Address) -> None:
        family, where = _resolve("nmea_tcp", address, socket.SOCK_STREAM)
        self._listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._listener.bind(where)
            self._listener.listen()
            self._listener.setblocking(False)
        except OSError as error:
            self._listener.close()
            problem = f"nmea_tcp: port {address[1]} on {address[0]} cannot be had ({error.strerror or error})"
            raise TransportError(problem, remedy="choose another one") from None
        self.port = int(self._listener.getsockname()[1])
        self.place = f"tcp={_shown(where)}"
        self.clients: dict[socket.socket, bytearray] = {}
        self.dropped = self.turned_away = 0

    def send(self, lines: Sequence[bytes]) -> None:
        """Accept new clients, and send each what is waiting."""
        self._accept()
        data = b"".join(lines)
        for client, pending in list(self.clients.items()):
            pending += data
            self._flush(client, pending)

    def close(self) -> None:
        """Close the connections and the port."""
        for one in (self._listener, *self.clients):
            one.close()
        self.clients.clear()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if len(self.clients) >= MOST_CLIENTS:
                client.close()
                self.turned_away += 1
                continue
            client.setblocking(False)
            self.clients[client] = bytearray()

    def _flush(self, client: socket.socket, pending: bytearray) -> None:
        try:
            # what clients say is of no interest, but it tells that they have left
            if client.recv(4096) == b"":
                raise ConnectionResetError
        except BlockingIOError:
            pass
        except OSError:
            self._drop(client)
            return
        try:
            while pending:
                del pending[: client.send(pending)]
        except BlockingIOError:
            if len(pending) > MOST_PENDING:
                self.dropped += 1
                self._drop(client)
        except OSError:
            self._drop(client)

    def _drop(self, client: socket.socket) -> None:
        del self.clients[client]
        client.close()


class _Serial:
    """A pseudo-terminal: a serial port for any reader of its path, at any speed."""

    def __init__(self, link: Path | None) -> None:
        try:
            import tty
        except ImportError:
            problem = "nmea_serial: this system has no pseudo-terminals"
            raise TransportError(problem, remedy="use nmea_udp or nmea_tcp") from None
        self._link: Path | None = None
        try:
            self._line, far = os.openpty()
        except OSError as error:
            problem = f"nmea_serial: no pseudo-terminal can be had ({error.strerror or error})"
            raise TransportError(problem, remedy="use nmea_udp or nmea_tcp") from None
        tty.setraw(far)
        self._path = os.ttyname(far)
        # the far end is closed here: polling then shows whether a reader holds it
        os.close(far)
        os.set_blocking(self._line, False)
        self._poll = select.poll()
        self._poll.register(self._line, 0)
        self._read_by = False
        self.place = f"serial={self._path}"
        if link is not None:
            try:
                _point(link, self._path)
            except OSError as error:
                self.close()
                problem = f"nmea_serial: the link {link} cannot be made ({error.strerror or error})"
                raise TransportError(problem, remedy="choose another name, or nmea_serial = true") from None
            self._link = link
            self.place = f"serial={link} -> {self._path}"

    def send(self, lines: Sequence[bytes]) -> None:
        """Discard sentences that no reader took in time: a later reader gets current ones."""
        with suppress(OSError):
            present = not self._poll.poll(0)
            if present or self._read_by:
                far = os.open(self._path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
                try:
                    self._look_after(far, lines, present)
                finally:
                    os.close(far)

    def close(self) -> None:
        """Hang up, and take the link away."""
        if self._link is not None:
            with suppress(OSError):
                self._link.unlink()
            self._link = None
        with suppress(OSError):
            os.close(self._line)

    def _look_after(self, far: int, lines: Sequence[bytes], present: bool) -> None:
        self._read_by = present
        with suppress(BlockingIOError):
            # what is typed at us is of no interest
            os.read(self._line, 4096)
        if present and _unread(far) <= MOST_UNREAD:
            for line in lines:
                os.write(self._line, line)
        elif not present:
            # the last one left something
            with suppress(BlockingIOError):
                while os.read(far, MOST_PENDING):
                    pass


def _unread(terminal: int) -> int:
    """Bytes that wait for the reader of a terminal."""
    import fcntl
    import termios

    return int.from_bytes(fcntl.ioctl(terminal, termios.FIONREAD, bytes(4)), sys.byteorder)


def _point(link: Path, path: str) -> None:
    """Make ``link`` point to a terminal, instead of what a run that was killed left behind."""
    if link.is_symlink() and str(link.readlink()).startswith(("/dev/pts/", "/dev/tty")):
        link.unlink()
    link.symlink_to(path)


def _resolve(key: str, address: Address, kind: socket.SocketKind) -> tuple[int, tuple[str, int]]:
    """Address family, and the address as numbers; version 4 where a host has both."""
    host, port = address
    try:
        found = socket.getaddrinfo(host, port, type=kind)
    except (OSError, UnicodeError) as error:
        problem = f"{key}: no host {host} ({getattr(error, 'strerror', None) or error})"
        raise TransportError(problem, remedy="give its address in numbers") from None
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)
    family, _, _, _, where = found[0]
    return family, (str(where[0]), port)


def _shown(address: Address) -> str:
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def is_near(place: str) -> bool:
    """Whether one of ``NmeaPort.places`` is this machine's alone."""
    kind, _, rest = place.partition("=")
    return kind == "serial" or ip_address(rest.rpartition(":")[0].strip("[]").partition("%")[0]).is_loopback
