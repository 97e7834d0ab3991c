"""Connecting a TCP socket without ever blocking the thread that must also hear a wake-up call."""

from __future__ import annotations

import contextlib
import errno
import os
import selectors
import socket
import time
from collections.abc import Callable

from usimmarine_py.errors import TransportError
from usimmarine_py.wire.limits import CONNECT_TIMEOUT

#: Asked for on both sides, as the C++ programs do.
SOCKET_BUFFER = 128 * 1024


class Waker:
    """A selector that another thread can wake. Its methods but ``wake`` belong to one thread."""

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        self._in, self._out = socket.socketpair()
        self._in.setblocking(False)
        self._out.setblocking(False)
        self.selector.register(self._in, selectors.EVENT_READ)
        self._pending = False

    def wake(self) -> None:
        """Make the running or the next ``wait`` return; many calls before that cost one byte."""
        if not self._pending:
            self._pending = True
            with contextlib.suppress(OSError):
                self._out.send(b"x")

    def wait(self, until: float) -> int:
        """Wait until monotonic time ``until``, a wake-up or an event; the events of the one socket watched."""
        seen = 0
        for key, mask in self.selector.select(max(0.0, until - time.monotonic())):
            if key.fileobj is self._in:
                # the mark goes last: whoever finds it still set has queued his work before we look at it
                with contextlib.suppress(OSError):
                    self._in.recv(64)
                self._pending = False
            else:
                seen |= mask
        return seen

    def close(self) -> None:
        """Free the descriptors; a later ``wake`` does nothing."""
        self._pending = True
        self.selector.close()
        self._in.close()
        self._out.close()


def open_connection(host: str, port: int, waker: Waker, stop: Callable[[], bool]) -> socket.socket:
    """A connected, non-blocking TCP socket.

    Raises:
        TransportError: nobody answers, or ``stop`` became true.
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
        # on loopback, with nobody listening, TCP can connect a socket to itself
        if code == 0 and sock.getsockname() == sock.getpeername():
            code = errno.ECONNREFUSED
    except OSError as error:
        code = error.errno or errno.ECONNREFUSED
    if code != 0:
        sock.close()
        raise TransportError(f"no MOOSDB at {where}: {os.strerror(code)}")
    return sock


def _await_connection(sock: socket.socket, waker: Waker, stop: Callable[[], bool]) -> int:
    waker.selector.register(sock, selectors.EVENT_WRITE)
    try:
        deadline = time.monotonic() + CONNECT_TIMEOUT
        while not stop():
            if waker.wait(deadline):
                return sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if time.monotonic() >= deadline:
                return errno.ETIMEDOUT
        return errno.ECONNABORTED
    finally:
        waker.selector.unregister(sock)
