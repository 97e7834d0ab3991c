"""NMEA 0183 sentences on loopback, as a GPS receiver or a multiplexer gives them: datagrams, or a TCP stream.

No thread: sockets never block, and clients are looked after whenever sentences are sent. Who reads too slowly loses
sentences (UDP) or the connection (TCP); the simulation never waits.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import suppress

from usimmarine_py.errors import TransportError

HOST = "127.0.0.1"
#: Bytes waiting for one client of the TCP port; a receiver at 10 Hz makes some 20 kB in a minute.
MOST_PENDING = 65536
#: Clients of the TCP port at once.
MOST_CLIENTS = 16


class NmeaPort:
    """Sends sentences to a UDP port and to the clients of a TCP port, both on 127.0.0.1; 0 = none.

    Raises ``TransportError`` when the TCP port cannot be had.
    """

    def __init__(self, udp: int = 0, tcp: int = 0) -> None:
        self._target = (HOST, udp)
        self._udp: socket.socket | None = None
        self._listener: socket.socket | None = None
        self._clients: dict[socket.socket, bytearray] = {}
        self.sent = 0  #: sentences so far
        self.dropped = 0  #: clients that read too slowly
        if tcp:
            self._listener = _listen(tcp)
        if udp:
            self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self._udp.setblocking(False)

    @property
    def tcp_port(self) -> int:
        """The TCP port in use, 0 without one."""
        return int(self._listener.getsockname()[1]) if self._listener is not None else 0

    @property
    def clients(self) -> int:
        """How many read from the TCP port."""
        return len(self._clients)

    def send(self, sentences: Sequence[str]) -> None:
        """Send each sentence with its line end. Nobody listening is nobody's mistake."""
        self._accept()
        for sentence in sentences:
            line = sentence.encode("ascii") + b"\r\n"
            if self._udp is not None:
                # nobody there yet, or the buffer is full: as on a serial line, the sentence is lost
                with suppress(OSError):
                    self._udp.sendto(line, self._target)
            for pending in self._clients.values():
                pending += line
        self.sent += len(sentences)
        for client in list(self._clients):
            self._flush(client)

    def close(self) -> None:
        """Let go of the ports."""
        for one in (self._udp, self._listener, *self._clients):
            if one is not None:
                one.close()
        self._udp = self._listener = None
        self._clients.clear()

    def _accept(self) -> None:
        while self._listener is not None:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if len(self._clients) >= MOST_CLIENTS:
                client.close()
                continue
            client.setblocking(False)
            self._clients[client] = bytearray()

    def _flush(self, client: socket.socket) -> None:
        pending = self._clients[client]
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
        del self._clients[client]
        client.close()


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen()
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        problem = error.strerror or str(error)
        raise TransportError(
            f"nmea_tcp: port {port} on {HOST} cannot be had ({problem})", remedy="choose another one"
        ) from None
    return listener
