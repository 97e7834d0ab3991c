"""The socket of one client in the built-in MOOSDB: received bytes, unsent output, how long it has been blocked."""

from __future__ import annotations

import socket
import struct
from collections import deque
from collections.abc import Iterable
from contextlib import suppress

from usimmarine_py.errors import shorten
from usimmarine_py.wire.limits import MAX_QUEUE_BYTES
from usimmarine_py.wire.server import ServerConnection

#: Bytes read at a time: enough for a busy client, few enough to be fair to the others.
READ_SIZE = 256 * 1024
#: What is read first: for a few bytes a buffer of the whole size takes a sixth of the CPU time of a mail.
FIRST_SIZE = 32 * 1024
#: Pieces are joined up to this size before they are sent: fewer system calls, little copying.
JOIN_SIZE = 64 * 1024
#: Bytes sent at a time, even to a client that could take more.
FLUSH_SIZE = READ_SIZE
#: Real s that a new client counts as having been served.
NEWCOMER = 0.02
#: Buffer size requested for both directions, as in the C++ programs.
SOCKET_BUFFER = 128 * 1024


class Tally:
    """Unsent bytes of all peers together."""

    def __init__(self) -> None:
        self.unsent = 0


class Peer:
    """A connection with its bounded output queue. Times are monotonic real seconds."""

    def __init__(
        self, sock: socket.socket, address: str, connection: ServerConnection, now: float, tally: Tally
    ) -> None:
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = sock
        self.address = address
        self.connection = connection
        self.last_packet = now  #: when it connected or last completed a packet
        self.blocked_since: float | None = None  #: when its socket last accepted a byte, while output waits
        self.writing = False  #: watched for writability
        self.written = 0.0  #: when it was last written to because it was writable
        self.closed = False
        #: Real s spent on its packets lately. A new client starts as a busy one, so that reconnecting gives no
        #: advantage.
        self.served = NEWCOMER
        # bytes, because the garbage collector traverses memory views, and a slow client has tens of thousands of them
        self._out: deque[bytes] = deque()
        self._begun = 0  # bytes of the first piece that have been sent
        self.out_bytes = 0
        self._tally = tally

    @property
    def label(self) -> str:
        """The name for the log."""
        name = self.connection.name
        return f"{shorten(name, 80)} ({self.address})" if name else self.address

    def read(self) -> bytes | None:
        """Received bytes, empty at the end of the stream, None when there is nothing yet."""
        try:
            data = self.sock.recv(FIRST_SIZE)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:
            return b""
        if len(data) == FIRST_SIZE:
            with suppress(OSError):  # of a broken connection the next read says so
                data += self.sock.recv(READ_SIZE - FIRST_SIZE)
        return data

    def queue(self, pieces: Iterable[bytes]) -> bool:
        """Append output; False when the client is too slow to take it."""
        for piece in pieces:
            self._out.append(piece)
            self._count(len(piece))
        return self.out_bytes <= MAX_QUEUE_BYTES

    def flush(self, now: float) -> bool:
        """Send what the socket accepts, up to ``FLUSH_SIZE``; False when the connection is broken."""
        least = self.out_bytes - FLUSH_SIZE
        while self._out and self.out_bytes > least:
            if len(self._out) > 1 and len(self._out[0]) - self._begun < JOIN_SIZE:
                self._join()
            chunk = self._out[0]
            try:
                sent = self.sock.send(memoryview(chunk)[self._begun :] if self._begun else chunk)
            except (BlockingIOError, InterruptedError):
                if self.blocked_since is None:
                    self.blocked_since = now
                return True
            except OSError:
                return False
            self.blocked_since = None
            self._count(-sent)
            self._begun += sent
            if self._begun == len(chunk):
                self._out.popleft()
                self._begun = 0
        if self._out:
            self.blocked_since = now
        return True

    def _join(self) -> None:
        parts = [self._out.popleft()[self._begun :]]
        size = len(parts[0])
        while self._out and size + len(self._out[0]) <= JOIN_SIZE:
            parts.append(self._out.popleft())
            size += len(parts[-1])
        self._out.appendleft(b"".join(parts))
        self._begun = 0

    def close(self) -> None:
        """Close the socket. Idempotent."""
        if self.out_bytes and not self.closed:
            # the kernel must not keep data for a client that does not read, either
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.closed = True
        self._out.clear()
        self._count(-self.out_bytes)
        self.sock.close()

    def _count(self, more: int) -> None:
        self.out_bytes += more
        self._tally.unsent += more
