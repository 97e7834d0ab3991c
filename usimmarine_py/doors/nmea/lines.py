"""Where sentences come from: a UDP port of this machine, or a TCP server, which is tried again and again."""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Callable

from usimmarine_py.doors.datagrams import LONGEST, Address, DatagramPort
from usimmarine_py.doors.nmea.sentence import is_sentence
from usimmarine_py.errors import ConfigError, TransportError

#: Bytes of a line without an end, and datagrams of one round: a flood is read in portions.
_LONGEST_LINE, _DATAGRAMS = 10_000, 2000
#: Senders of sentences that a flood of others costs nothing, and real s without a sentence after which one gives way.
MOST_SENDERS, SILENT = 8, 30.0
#: Real s for which a sender is taken to be one of sentences.
_TRUSTED = 1.0
#: Real s between two attempts, and for one.
_AGAIN, _PATIENCE = 2.0, 10.0


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
        self._where, self._say = (host or "127.0.0.1", int(port)), say
        self._datagrams: DatagramPort | None = None
        self._senders: dict[Address, float] = {}  #: of sentences, and when one has come (real s)
        self._socket: socket.socket | None = None
        self._calling: socket.socket | None = None  #: a connection that is being made
        self._rest = b""
        self._tried = -_AGAIN
        self._told = False
        if kind == "udp":
            try:
                self._datagrams = DatagramPort(*self._where)
            except OSError as error:
                problem = f"--from {text}: {error.strerror or error}"
                raise TransportError(problem, remedy="end what listens there, or choose another port") from None

    def lines(self) -> list[bytes]:
        """Return the whole lines that have come since the last call."""
        if self._datagrams is not None:
            return self._received(self._datagrams)
        if self._socket is None and not self._connect():
            return []
        assert self._socket is not None
        try:
            data = self._socket.recv(LONGEST)
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

    def _received(self, port: DatagramPort) -> list[bytes]:
        now, found, known = time.monotonic(), [], list(self._senders)
        for data, sender in port.waiting(_DATAGRAMS):
            lines = data.splitlines()
            found += lines
            last = self._senders.get(sender)
            if (last is None or now - last > _TRUSTED) and any(map(is_sentence, lines[:1])):
                if last is None and len(self._senders) >= MOST_SENDERS:
                    oldest = min(self._senders, key=self._senders.__getitem__)
                    if now - self._senders[oldest] < SILENT:
                        continue
                    del self._senders[oldest]
                self._senders[sender] = now
        if known != list(self._senders):
            port.prefer(*self._senders)
        return found

    def _connect(self) -> bool:
        """Go on with a connection, without waiting for it: what else the door does goes on."""
        now = time.monotonic()
        if self._calling is None:
            if now - self._tried < _AGAIN:
                return False
            self._tried = now
            self._calling = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            self._calling.setblocking(False)
            try:
                self._calling.connect(self._where)
            except BlockingIOError:
                return False
            except OSError as error:
                return self._failed(error.strerror or str(error))
        elif not select.select([], [self._calling], [], 0.0)[1]:
            return now - self._tried > _PATIENCE and self._failed("no answer")
        if error_number := self._calling.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            return self._failed(os.strerror(error_number))
        self._socket, self._calling, self._told = self._calling, None, False
        return True

    def _failed(self, reason: str) -> bool:
        assert self._calling is not None
        self._calling.close()
        self._calling = None
        if not self._told:
            self._told = True
            self._say(f"{self.text} does not answer ({reason}); it is tried again")
        return False

    def close(self) -> None:
        """Close it."""
        for one in (self._datagrams, self._socket, self._calling):
            if one is not None:
                one.close()
