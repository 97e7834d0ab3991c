"""The UDP port of a door: with room for a burst, and beside strangers that flood it."""

from __future__ import annotations

import select
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

#: Bytes that the system keeps of datagrams not read yet, as far as it permits (Linux: net.core.rmem_max).
RECEIVE_BUFFER = 4 * 1024 * 1024
#: Bytes that are read of a datagram.
LONGEST = 65536
#: Datagrams of others that are read while there is a peer, and real s between two such looks.
_OTHERS, _EVERY = 100, 0.05

Address = tuple[str, int]


class DatagramPort:
    """A UDP port that does not block.

    Once there is a peer, its datagrams have a buffer of their own (on Linux, by a second socket of the same port that
    the kernel prefers for them): what others send, as much as it may be, costs none of them.
    """

    def __init__(self, host: str, port: int) -> None:
        """``port`` 0: any that is free. Raises ``OSError``."""
        self._open = _socket(host, port)
        self._own: socket.socket | None = None
        self._looked = 0.0

    @property
    def address(self) -> Address:
        """Own host and port."""
        host, port = self._open.getsockname()[:2]
        return host, port

    def prefer(self, peer: Address | None) -> None:
        """Give the datagrams of a peer a buffer of their own; None: there is no peer any more."""
        if self._own is not None:
            self._own.close()
            self._own = None
        if peer is not None and sys.platform == "linux":
            with suppress(OSError):  # without, all share one
                # from here on, so that a second program cannot have the port
                self._open.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                self._own = _socket(*self.address, shared=True)
                self._own.connect(peer)

    def wait(self, seconds: float) -> None:
        """Wait until something has come, at most so long."""
        select.select([self._open if self._own is None else self._own], [], [], seconds)

    def waiting(self, most: int) -> Iterator[tuple[bytes, Address]]:
        """Yield the datagrams that wait and their senders, those of the peer first, at most so many."""
        if self._own is None:
            yield from _read(self._open, most)
            return
        yield from _read(self._own, most)
        if (now := time.monotonic()) - self._looked >= _EVERY:
            self._looked = now
            yield from _read(self._open, _OTHERS)

    def send(self, data: bytes, peer: Address) -> None:
        """Send a datagram. Raises ``OSError``."""
        self._open.sendto(data, peer)

    def close(self) -> None:
        """Close the port."""
        self.prefer(None)
        self._open.close()


def _socket(host: str, port: int, *, shared: bool = False) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        with suppress(OSError):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        if shared:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind((host, port))
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made


def _read(opened: socket.socket, most: int) -> Iterator[tuple[bytes, Address]]:
    for _ in range(most):
        try:
            yield opened.recvfrom(LONGEST)
        except BlockingIOError:
            return
        except OSError:  # a port to which was sent is closed: who listened there comes back, or another one does
            continue
