"""UDP sockets of doors, with room for a burst."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress

#: Bytes that the system keeps of datagrams not read yet, as far as it permits (Linux: net.core.rmem_max).
RECEIVE_BUFFER = 4 * 1024 * 1024
#: Bytes that are read of a datagram.
LONGEST = 65536


def datagram_socket(host: str, port: int) -> socket.socket:
    """Return a socket that does not block, bound to an own address. Raises ``OSError``."""
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        with suppress(OSError):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        made.bind((host, port))
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made


def waiting(opened: socket.socket, most: int) -> Iterator[tuple[bytes, tuple[str, int]]]:
    """Yield the datagrams that wait, at most so many, and who sent each: a flood is read in portions."""
    for _ in range(most):
        try:
            yield opened.recvfrom(LONGEST)
        except BlockingIOError:
            return
        except OSError:  # a port to which was sent is closed: who listened there comes back, or another one does
            continue
