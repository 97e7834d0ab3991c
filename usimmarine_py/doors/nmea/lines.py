"""Where sentences come from: a UDP port of this machine, or a TCP server, which is tried again and again."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

from usimmarine_py.errors import ConfigError, TransportError

#: Bytes that are read at once, of a line without an end, and datagrams of one round.
_MOST, _LONGEST_LINE, _DATAGRAMS = 65536, 10_000, 200
#: Real s between two attempts.
_AGAIN = 2.0


class SentenceSource:
    """Lines from ``udp:PORT``, ``udp:HOST:PORT`` (an own address), or ``tcp:HOST:PORT`` (a server)."""

    def __init__(self, text: str, say: Callable[[str], None]) -> None:
        """Raise ``ConfigError`` for another text, ``TransportError`` for a port that cannot be had."""
        kind, _, rest = text.partition(":")
        host, _, port = rest.rpartition(":")
        good = port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65536
        if kind not in ("udp", "tcp") or not good or (kind == "tcp" and not host):
            raise ConfigError(f"must be udp:PORT or tcp:HOST:PORT, found {text!r}", key="--from")
        self.text = text
        self._udp, self._where, self._say = kind == "udp", (host or "127.0.0.1", int(port)), say
        self._socket: socket.socket | None = None
        self._rest = b""
        self._tried = -_AGAIN
        self._told = False
        if self._udp:
            self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            try:
                self._socket.bind(self._where)
            except OSError as error:
                self._socket.close()
                raise TransportError(f"{text}: {error.strerror or error}; choose another port") from None
            self._socket.setblocking(False)

    def lines(self) -> list[bytes]:
        """Return the whole lines that have come since the last call."""
        if self._udp:
            return self._datagrams()
        if self._socket is None and not self._connect():
            return []
        assert self._socket is not None
        try:
            data = self._socket.recv(_MOST)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            self._socket.close()
            self._socket, self._rest = None, b""
            self._say(f"{self.text} has closed the connection; it is tried again")
            return []
        *found, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > _LONGEST_LINE:
            found, self._rest = [*found, self._rest], b""
        return found

    def _datagrams(self) -> list[bytes]:
        found: list[bytes] = []
        assert self._socket is not None
        for _ in range(_DATAGRAMS):
            try:
                found += self._socket.recv(_MOST).splitlines()
            except OSError:
                break
        return found

    def _connect(self) -> bool:
        if time.monotonic() - self._tried < _AGAIN:
            return False
        self._tried = time.monotonic()
        try:
            made = socket.create_connection(self._where, 1.0)
        except OSError as error:
            if not self._told:
                self._told = True
                self._say(f"{self.text} does not answer ({error.strerror or error}); it is tried again")
            return False
        made.setblocking(False)
        self._socket, self._told = made, False
        return True

    def close(self) -> None:
        """Close it."""
        if self._socket is not None:
            self._socket.close()
