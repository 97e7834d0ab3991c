"""A bad network on loopback: a relay before a MOOSDB that delays, splits, merges, garbles, swallows or breaks off."""

from __future__ import annotations

import contextlib
import math
import random
import selectors
import socket
import struct
import threading
import time
from collections import deque
from types import TracebackType

#: Directions.
UP, DOWN = "to the MOOSDB", "to the client"


class Relay:
    """Forwards any number of connections to port ``target``; its faults may be set at any time."""

    def __init__(self, target: int, seed: int = 1) -> None:
        self._target = target
        self._random = random.Random(seed)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self._wake_in, self._wake_out = socket.socketpair()
        self.port = int(self._listener.getsockname()[1])
        self.piece = 0  #: forward at most this many bytes at a time, 0: no limit
        self.delay = 0.0  #: hold back every piece for 0 to this long, s; the order stays
        self.merge = 0.0  #: forward once in so many s only, all that has come
        self.swallowed: frozenset[str] = frozenset()  #: directions in which nothing arrives, not even an end
        self.garble = False  #: change bytes that the MOOSDB says
        self.connections = 0
        self._pipes: dict[socket.socket, _Pipe] = {}  # by source
        self._orders: deque[str] = deque()
        self._selector = selectors.DefaultSelector()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Close all connections."""
        self._order("cut")

    def reset(self) -> None:
        """Break all connections with RST: what was on its way is lost."""
        self._order("reset")

    def close(self) -> None:
        """Close everything."""
        self._order("stop")
        self._thread.join()

    def __enter__(self) -> Relay:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _order(self, what: str) -> None:
        self._orders.append(what)
        with contextlib.suppress(OSError):
            self._wake_out.send(b"x")

    # --- the thread

    def _run(self) -> None:
        for sock in (self._listener, self._wake_in):
            self._selector.register(sock, selectors.EVENT_READ)
        while not self._obey():
            due = min((pipe.due for pipe in self._pipes.values()), default=math.inf)
            timeout = None if due == math.inf else max(0.0, due - time.monotonic())
            for key, _ in self._selector.select(timeout):
                if key.fileobj is self._listener:
                    self._accept()
                elif key.fileobj is self._wake_in:
                    self._wake_in.recv(64)
                elif pipe := self._pipes.get(key.fileobj):  # type: ignore[call-overload]
                    self._take(pipe)
            for pipe in list(self._pipes.values()):
                self._pass_on(pipe)
        for sock in (self._listener, self._wake_in, self._wake_out, self._selector):
            sock.close()

    def _obey(self) -> bool:
        """Carry out orders; whether to stop."""
        while self._orders:
            order = self._orders.popleft()
            for sock in list(self._pipes):
                self._drop(sock, reset=order == "reset")
            if order == "stop":
                return True
        return False

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            return  # who came has gone again
        try:
            server = socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            client.close()
            return
        self.connections += 1
        for source, sink, direction in ((client, server, UP), (server, client, DOWN)):
            source.settimeout(5.0)
            source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._pipes[source] = _Pipe(source, sink, direction)
            self._selector.register(source, selectors.EVENT_READ)

    def _take(self, pipe: _Pipe) -> None:
        try:
            data = pipe.source.recv(65536)
        except OSError:
            data = b""
        due = time.monotonic() + self._random.uniform(0.0, self.delay)
        if self.merge:
            due = math.ceil(due / self.merge) * self.merge
        if not data:
            self._selector.unregister(pipe.source)
        elif self.garble and pipe.direction == DOWN:
            data = bytes(byte ^ self._random.randrange(256) for byte in data)
        size = self.piece or max(1, len(data))
        pieces = [data[start : start + size] for start in range(0, len(data), size)] or [b""]
        for piece in pieces:
            pipe.hold(piece, due)

    def _pass_on(self, pipe: _Pipe) -> None:
        ready, ended = pipe.ready(time.monotonic())
        if pipe.direction in self.swallowed:
            return
        try:
            for data in [b"".join(ready)] if self.merge else ready:
                pipe.sink.sendall(data)
        except OSError:
            ended = True
        if ended:
            self._drop(pipe.source)

    def _drop(self, source: socket.socket, *, reset: bool = False) -> None:
        pipe = self._pipes.get(source)
        for sock in (pipe.source, pipe.sink) if pipe else ():
            self._pipes.pop(sock, None)
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(sock)
            if reset:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            sock.close()


class _Pipe:
    """One direction of a connection: pieces, and when each may go on; an empty one is the end."""

    def __init__(self, source: socket.socket, sink: socket.socket, direction: str) -> None:
        self.source, self.sink, self.direction = source, sink, direction
        self._held: deque[tuple[float, bytes]] = deque()

    @property
    def due(self) -> float:
        """When the next piece may go on (monotonic s)."""
        return self._held[0][0] if self._held else math.inf

    def hold(self, piece: bytes, due: float) -> None:
        """Keep a piece, behind those that are kept already."""
        self._held.append((max(due, self._held[-1][0]) if self._held else due, piece))

    def ready(self, now: float) -> tuple[list[bytes], bool]:
        """The pieces that may go on, and whether the end is among them."""
        pieces = []
        while self._held and self._held[0][0] <= now:
            pieces.append(self._held.popleft()[1])
        return pieces, b"" in pieces
