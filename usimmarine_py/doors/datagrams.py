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
#: Bytes of a buffer that the system counts for a datagram, at least.
_SMALLEST = 512
#: Datagrams of others that are read while there is a peer, and real s between two such looks.
_OTHERS, _EVERY = 100, 0.05

Address = tuple[str, int]


class DatagramPort:
    """A UDP port that does not block.

    The datagrams of a peer have a buffer of their own (on Linux, by another socket of the same port that the kernel
    prefers for them): what others send, as much as it may be, costs none of them.
    """

    def __init__(self, host: str, port: int) -> None:
        """``port`` 0: any that is free. Raises ``OSError``."""
        self._open = _socket(host, port)
        self._own: dict[Address, socket.socket] = {}
        self._older = 0  #: datagrams that may have come before a peer had its buffer: they are read before its others
        self._looked = 0.0

    @property
    def address(self) -> Address:
        """Own host and port."""
        host, port = self._open.getsockname()[:2]
        return host, port

    def prefer(self, *peers: Address) -> None:
        """Give the datagrams of each peer a buffer of their own. Who was one and is not named is a stranger again."""
        for gone in self._own.keys() - set(peers):
            self._own.pop(gone).close()
        for peer in peers:
            if peer not in self._own and sys.platform == "linux":
                with suppress(OSError):  # without, all share one
                    # from here on, so that a second program cannot have the port
                    self._open.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                    own = _socket(*self.address, shared=True)
                    try:
                        own.connect(peer)
                    except OSError:
                        own.close()
                    else:
                        self._own[peer] = own
                        self._older = self._open.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) // _SMALLEST

    def wait(self, seconds: float) -> None:
        """Wait until something has come, at most so long."""
        strangers = [self._open] if self._older or not self._own else []
        select.select([*self._own.values(), *strangers], [], [], seconds)

    def waiting(self, most: int) -> Iterator[tuple[bytes, Address]]:
        """Yield the datagrams that wait and their senders, those of peers first, at most so many."""
        if not self._own:
            yield from _read(self._open, most)
            return
        if self._older:
            wanted = min(most, self._older)
            older = list(_read(self._open, wanted))
            self._older = self._older - wanted if len(older) == wanted else 0
            yield from older
        if self._older:
            return
        for own in list(self._own.values()):
            yield from _read(own, most // len(self._own))
        if (now := time.monotonic()) - self._looked >= _EVERY:
            self._looked = now
            yield from _read(self._open, _OTHERS)

    def send(self, data: bytes, peer: Address) -> None:
        """Send a datagram. Raises ``OSError``."""
        self._open.sendto(data, peer)

    def close(self) -> None:
        """Close the port."""
        self.prefer()
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
