"""Connect and read a TCP socket without blocking the thread, which must also react to wake-ups."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import selectors
import socket
import time
from collections.abc import Callable
from selectors import EVENT_READ, EVENT_WRITE

from usimmarine_py.errors import TransportError
from usimmarine_py.wire.limits import CONNECT_TIMEOUT

#: Buffer size requested for both directions, as in the C++ programs.
SOCKET_BUFFER = 128 * 1024
#: Bytes read at a time.
READ_SIZE = 32 * 1024
#: Event of ``Waker.wait``: it was woken.
EVENT_WAKE = 4


class Waker:
    """Waits for one socket, or to be woken. Its methods but ``wake`` belong to one thread at a time."""

    def __init__(self) -> None:
        self._in, self._out = socket.socketpair()
        self._in.setblocking(False)
        self._out.setblocking(False)
        self._pending = False
        self._reads: list[socket.socket] = [self._in]
        self._writes: list[socket.socket] = []

    def watch(self, sock: socket.socket | None, events: int = EVENT_READ) -> None:
        """Watch ``sock``, or none, for ``events``."""
        self._reads = [self._in] if sock is None or not events & EVENT_READ else [self._in, sock]
        self._writes = [] if sock is None or not events & EVENT_WRITE else [sock]

    def wake(self) -> None:
        """Make the running or the next ``wait`` return; repeated calls before that write one byte."""
        if not self._pending:
            self._pending = True
            with contextlib.suppress(OSError):
                self._out.send(b"x")

    def wait(self, until: float, *, reads: bool = True) -> int:
        """Wait until monotonic time ``until``, a wake-up or an event of the watched socket; return the events.

        Without ``reads`` received bytes do not end it.
        """
        watched = self._reads if reads else self._reads[:1]
        timeout = until - time.monotonic()
        try:
            # the only system call with better than millisecond resolution in Python
            readable, writable, broken = select.select(
                watched, self._writes, self._writes, timeout if timeout > 0.0 else 0.0
            )
        except ValueError:  # a program with more than a thousand open files
            readable, writable = _ready(watched, self._writes, max(0.0, timeout))
            broken = []
        seen = EVENT_WRITE if writable or broken else 0
        for sock in readable:
            if sock is self._in:
                # cleared last: a thread that finds it still set has queued its work before the queue is read
                with contextlib.suppress(OSError):
                    self._in.recv(64)
                self._pending = False
                seen |= EVENT_WAKE
            else:
                seen |= EVENT_READ
        return seen

    def close(self) -> None:
        """Free the descriptors; a later ``wake`` does nothing."""
        self._pending = True
        self._in.close()
        self._out.close()


def _ready(
    reads: list[socket.socket], writes: list[socket.socket], timeout: float
) -> tuple[list[socket.socket], list[socket.socket]]:
    """Return the sockets that can be read and those that can be written, after at most ``timeout`` s."""
    with selectors.DefaultSelector() as selector:
        for sock in {*reads, *writes}:
            selector.register(sock, (EVENT_READ if sock in reads else 0) | (EVENT_WRITE if sock in writes else 0))
        ready = {key.fd: mask for key, mask in selector.select(timeout)}
    readable = [sock for sock in reads if ready.get(sock.fileno(), 0) & EVENT_READ]
    return readable, [sock for sock in writes if ready.get(sock.fileno(), 0) & EVENT_WRITE]


def open_connection(host: str, port: int, waker: Waker, stop: Callable[[], bool]) -> socket.socket:
    """Return a connected, non-blocking TCP socket.

    Raises:
        TransportError: no answer, or ``stop`` became true.
    """
    where = f"{host}:{port}"
    try:
        # a plain name as bytes: the codec for others takes time to load
        name = host.encode() if host.isascii() else host
        address = socket.getaddrinfo(name, port, socket.AF_INET, socket.SOCK_STREAM)[0][4]
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, UnicodeError, OverflowError) as error:
        raise TransportError(f"host {where}: {error}") from None
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SOCKET_BUFFER)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BUFFER)
        code = sock.connect_ex(address)
        if code == errno.EINPROGRESS:
            code = _await_connection(sock, waker, stop)
        # on loopback, without a listener, TCP can connect a socket to itself
        if code == 0 and sock.getsockname() == sock.getpeername():
            code = errno.ECONNREFUSED
    except OSError as error:
        code = error.errno or errno.ECONNREFUSED
    if code != 0:
        sock.close()
        raise TransportError(f"no MOOSDB at {where}: {os.strerror(code)}")
    return sock


def receive(sock: socket.socket) -> bytes | None:
    """Return received bytes of a non-blocking socket: None if there are none yet, empty at the end."""
    try:
        return sock.recv(READ_SIZE)
    except (BlockingIOError, InterruptedError):
        return None


def _await_connection(sock: socket.socket, waker: Waker, stop: Callable[[], bool]) -> int:
    waker.watch(sock, EVENT_WRITE)
    try:
        deadline = time.monotonic() + CONNECT_TIMEOUT
        while not stop():
            if waker.wait(deadline) & (EVENT_READ | EVENT_WRITE):
                return sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if time.monotonic() >= deadline:
                return errno.ETIMEDOUT
        return errno.ECONNABORTED
    finally:
        waker.watch(None)
