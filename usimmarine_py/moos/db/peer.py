"""One client's socket in the built-in MOOSDB: what is unread, what is unsent, since when it is stuck."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterable

from usimmarine_py.errors import shorten
from usimmarine_py.wire.limits import MAX_QUEUE_BYTES
from usimmarine_py.wire.server import ServerConnection

#: Bytes read at a time: enough for a busy client, little enough to be fair.
READ_SIZE = 256 * 1024
#: Packets are joined up to this size before they are sent: fewer system calls, little copying.
JOIN_SIZE = 64 * 1024
#: Asked for on both sides by the C++ programs, too.
SOCKET_BUFFER = 128 * 1024


class Peer:
    """A connection with its bounded output queue. Times are monotonic real seconds."""

    def __init__(self, sock: socket.socket, address: str, connection: ServerConnection, now: float) -> None:
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = sock
        self.address = address
        self.connection = connection
        self.last_packet = now  #: when it connected or last completed a packet
        self.blocked_since: float | None = None  #: when its socket last took a byte, while output waits
        self.writing = False  #: watched for writability
        self.closed = False
        self._out: deque[memoryview] = deque()
        self.out_bytes = 0

    @property
    def label(self) -> str:
        """The name for the log."""
        name = self.connection.name
        return f"{shorten(name, 80)} ({self.address})" if name else self.address

    def read(self) -> bytes | None:
        """Received bytes, empty at the end of the stream, None when there is nothing yet."""
        try:
            return self.sock.recv(READ_SIZE)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:
            return b""

    def queue(self, packets: Iterable[bytes]) -> bool:
        """Append output; False when the client is too slow to take it."""
        for packet in packets:
            self._out.append(memoryview(packet))
            self.out_bytes += len(packet)
        return self.out_bytes <= MAX_QUEUE_BYTES

    def flush(self, now: float) -> bool:
        """Send what the socket takes; False when the connection is broken."""
        while self._out:
            chunk = self._out[0]
            if len(self._out) > 1 and len(chunk) < JOIN_SIZE:
                chunk = self._join()
            try:
                sent = self.sock.send(chunk)
            except (BlockingIOError, InterruptedError):
                if self.blocked_since is None:
                    self.blocked_since = now
                return True
            except OSError:
                return False
            self.blocked_since = None
            self.out_bytes -= sent
            if sent == len(chunk):
                self._out.popleft()
            else:
                self._out[0] = chunk[sent:]
        return True

    def _join(self) -> memoryview:
        parts = []
        size = 0
        while self._out and size < JOIN_SIZE:
            parts.append(self._out.popleft())
            size += len(parts[-1])
        joined = memoryview(b"".join(parts))
        self._out.appendleft(joined)
        return joined

    def close(self) -> None:
        """Close the socket. Idempotent."""
        self.closed = True
        self._out.clear()
        self.out_bytes = 0
        self.sock.close()
