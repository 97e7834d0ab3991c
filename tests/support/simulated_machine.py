"""A machine that a seed decides: its time, its network, its disk; whole live communities play on it in one thread.

Modules of the package that reach for the machine get these in place of ``time``, ``socket`` and ``selectors``
(``Machine.installed``). Time passes when a program sleeps in a selector, and a little with each look at the clock.
Bytes of a connection arrive in pieces, late, and may end between any two; datagrams are lost, doubled and overtaken;
the machine stands still, its wall clock is set; a disk is full for a while, or takes a part of what is written.
``reached`` counts what has happened: a fault that no seed reaches tests nothing.
"""

from __future__ import annotations

import errno
import os
import selectors as real_selectors
import socket as real_socket
import time as real_time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from io import SEEK_CUR
from math import inf
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.support.simulated_programs import Schedule

#: What a clock advances by when it is read, s: of a machine, and of a slow one.
LOOK, SLOW_LOOK = 2e-6, 4e-4
#: A run lasts no longer, s: what looks at the clock for ever is stuck.
LONGEST = 60.0
#: Bytes that a direction of a connection holds.
WINDOW = 1 << 16
#: The least of a connection's delays and a usual one, s.
NEAR, FAR = 2e-5, 0.02
#: What TCP waits for before it sends a packet again, s; twice that before the next time.
AGAIN = 0.2
#: What the system may say of a connection that is broken, of one that it does not admit, of a datagram, and of a disk.
BROKEN = (errno.ECONNRESET, errno.EPIPE, errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETDOWN)
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
NOT_ADMITTED = (errno.ECONNABORTED, errno.EPROTO, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ETIMEDOUT)
NOT_TAKEN = (errno.EAGAIN, errno.ENETUNREACH, errno.ECONNREFUSED, errno.EPERM, errno.ENOBUFS, errno.EMSGSIZE)
NOT_WRITTEN = (errno.EIO, errno.EDQUOT, errno.EFBIG, errno.EROFS)


class ForEver(BaseException):
    """Something does not come to an end; no application may catch it."""


def failure(number: int) -> OSError:
    """Return an error of the system; Python makes the subclass."""
    return OSError(number, os.strerror(number))


class Machine:
    """The machine, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.now = 1000.0  #: monotonic, s
        self.ahead = 1.8e9  #: wall clock less monotonic, s
        self.calm = False  #: no more faults
        self.reached: Counter[str] = Counter()
        self.listeners: dict[int, Listener] = {}
        self.ports: dict[int, Datagrams] = {}
        self.stalls: list[tuple[float, float]] = []  #: when, for how long the machine stands still
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._count = 0
        self._files: dict[int, Any] = {}
        self.cost = SLOW_LOOK if self.chance(0.3, "a slow machine") else LOOK
        self.schedule: Schedule | None = None  #: whose turn it is, where there are several programs
        self.calling = 0  #: something that was due is under way: none of the programs
        self.connections: list[Connection] = []  #: that programs have made
        self.time = _Time(self)
        self.socket: Any = _Socket(self)
        self.selectors = _Selectors(self)

    def at(self, delay: float, call: Callable[[], object]) -> None:
        """Call later, s from now."""
        self._count += 1
        heappush(self._due, (self.now + delay, self._count, call))

    def chance(self, probability: float, what: str = "") -> bool:
        """Draw; what happens is counted."""
        happens = self.random.random() < probability and not self.calm
        if happens and what:
            self.reached[what] += 1
        return happens

    def look(self) -> float:
        """Read the monotonic clock, s."""
        self.now += self.cost
        if self.now > 1000.0 + LONGEST:
            raise ForEver("a program computes for ever")
        if self.schedule is not None:
            self.schedule.look()
        return self.now

    def wait(self, ready: Callable[[], bool], end: float) -> None:
        """Let time pass until something is ready, or a time."""
        if self.schedule is not None and not self.calling:
            self.schedule.wait(ready, end)
        else:
            while not ready() and self.now < end:
                self.advance(end)

    def sleep(self, ready: Callable[[], bool], timeout: float | None) -> None:
        """Sleep as a selector does: until something is ready, and now and then for nothing, or too long."""
        end = inf if timeout is None else self.look() + max(timeout, 0.0)
        if self.chance(0.02, "woken for nothing"):
            end = min(end, self.now + self.random.expovariate(1.0 / 0.01))
        self.wait(ready, end)
        if self.chance(0.05, "woken late"):
            self.wait(lambda: False, self.now + self.random.expovariate(1.0 / 0.003))

    def own(self, what: Any) -> None:
        """Note a socket of the program under way."""
        if self.schedule is not None and not self.calling:
            self.schedule.current.program.files.append(what)

    def advance(self, until: float) -> None:
        """Do what is due before a time, or only the next; at the end that time is reached, if nothing was due."""
        if self.stalls and self.now >= self.stalls[0][0]:
            self.now += self.stalls.pop(0)[1]
            self.reached["stood still"] += 1
        if self._due and self._due[0][0] <= until:
            at, _, call = heappop(self._due)
            self.now = max(self.now, at)
            self.calling += 1
            try:
                call()
            finally:
                self.calling -= 1
        elif until < inf:
            self.now = max(self.now, until)
        else:
            raise ForEver("a program sleeps for ever: nothing is due")

    def catch_up(self) -> None:
        """Do all that is due by now: the world goes on while a program works."""
        now = self.now
        while self._due and self._due[0][0] <= now:
            self.advance(now)

    def descriptor(self, what: Any) -> int:
        """Return a number for something that a selector takes."""
        self._count += 1
        self._files[self._count] = what
        return self._count

    def file(self, what: Any) -> Any:
        """Return what a number, or an object with one, stands for."""
        return self._files[what] if isinstance(what, int) else what

    @contextmanager
    def installed(self, *modules: ModuleType) -> Iterator[None]:
        """Let these modules have this machine's ``time``, ``socket`` and ``selectors``."""
        names = [
            name for name in ("time", "socket", "selectors", "threading", "select", "signal") if hasattr(self, name)
        ]
        before = [(m, name, vars(m)[name]) for m in modules for name in names if name in vars(m)]
        try:
            for module, name, _ in before:
                setattr(module, name, getattr(self, name))
            yield
        finally:
            for module, name, value in before:
                setattr(module, name, value)


class _Time:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.monotonic = self.perf_counter = self.thread_time = machine.look

    def time(self) -> float:
        return self._machine.look() + self._machine.ahead

    def sleep(self, seconds: float) -> None:
        self._machine.wait(lambda: False, self._machine.now + seconds)

    def __getattr__(self, name: str) -> Any:
        return getattr(real_time, name)


# -- connections


class _Direction:
    """Bytes on their way from one end to the other."""

    def __init__(self, machine: Machine, slow: float) -> None:
        self.machine, self.slow = machine, slow
        self.buffer = bytearray()
        self.on_its_way = 0
        self.last = 0.0  # arrival of the last bytes
        self.ended = self.broken = False
        self.dead_at = inf  # from then on nothing arrives, and nobody is told
        self.cut_after = inf  # bytes until the connection breaks
        self.on_cut: Callable[[], object] = lambda: None
        self.on_data: Callable[[], object] = lambda: None

    @property
    def room(self) -> int:
        return WINDOW - self.on_its_way - len(self.buffer)

    def send(self, data: bytes) -> int:
        machine = self.machine
        if self.broken or self.ended:
            raise failure(machine.random.choice(BROKEN))
        if self.room <= 0:
            machine.reached["no room to send"] += 1
            raise BlockingIOError(errno.EAGAIN, "again")
        taken = min(len(data), self.room)
        if taken > 1 and machine.chance(0.2, "a part is sent"):
            taken = machine.random.randint(1, taken)
        piece = bytes(data[:taken])
        while piece:
            size = machine.random.randint(1, len(piece)) if machine.chance(0.3, "arrives in pieces") else len(piece)
            self._leave(piece[:size])
            piece = piece[size:]
        return taken

    def _leave(self, piece: bytes) -> None:
        machine = self.machine
        delay = machine.random.expovariate(1.0 / self.slow) + NEAR
        if self.slow > NEAR and machine.chance(0.003, "a packet is lost, and sent again"):
            delay += AGAIN * (2 ** machine.random.randint(1, 3) - 1)
        self.last = max(self.last, machine.now + delay)
        self.on_its_way += len(piece)
        machine.at(self.last - machine.now, lambda: self._arrive(piece))

    def _arrive(self, piece: bytes) -> None:
        if self.machine.now >= self.dead_at:
            self.machine.reached["what was sent does not arrive, ever"] += 1
            return  # its room stays taken: nobody has confirmed it
        self.on_its_way -= len(piece)
        if self.broken:
            return
        if len(piece) >= self.cut_after:
            self.machine.reached["cut between two bytes"] += 1
            self.buffer += piece[: int(self.cut_after)]
            self.on_cut()
        else:
            self.cut_after -= len(piece)
            self.buffer += piece
        self.on_data()


class Connection:
    """One end of a connection, with the interface of a socket that does not block."""

    def __init__(self, machine: Machine, take: _Direction, give: _Direction, address: tuple[str, int]) -> None:
        self.machine, self.take, self.give, self.address = machine, take, give, address
        self.closed = False
        self._number = machine.descriptor(self)

    def setblocking(self, flag: bool) -> None:
        assert not flag

    def setsockopt(self, *_: object) -> None:
        pass

    def fileno(self) -> int:
        return -1 if self.closed else self._number

    def getpeername(self) -> tuple[str, int]:
        return self.address

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", -self._number

    def readable(self) -> bool:
        return bool(self.take.buffer) or self.take.ended or self.take.broken

    def writable(self) -> bool:
        return self.give.room > 0 or self.give.broken

    def recv(self, most: int) -> bytes:
        if self.closed:
            raise OSError(errno.EBADF, "closed")
        if self.take.buffer:
            if self.machine.chance(0.01, "nothing to read after all"):
                raise BlockingIOError(errno.EAGAIN, "again")
            size = min(most, len(self.take.buffer))
            if size > 1 and self.machine.chance(0.1, "a part is read"):
                size = self.machine.random.randint(1, size)
            data = bytes(self.take.buffer[:size])
            del self.take.buffer[:size]
            return data
        if self.take.broken:
            raise failure(self.machine.random.choice(BROKEN))
        if self.take.ended:
            return b""
        raise BlockingIOError(errno.EAGAIN, "again")

    def send(self, data: bytes) -> int:
        if self.closed:
            raise OSError(errno.EBADF, "closed")
        return self.give.send(data)

    def close(self) -> None:
        """End this side; what is on its way still arrives."""
        if not self.closed:
            self.closed = True
            self.end()

    def end(self) -> None:
        """Send no more."""
        give, machine = self.give, self.machine

        def end() -> None:
            if machine.now < give.dead_at:
                give.ended = True
                give.on_data()

        machine.at(max(give.last - machine.now, 0.0) + NEAR, end)

    def reset(self) -> None:
        """Break both directions, at once."""
        for one in (self.take, self.give):
            if self.machine.now >= one.dead_at:
                continue
            one.broken = True
            one.on_data()


class Listener:
    """A socket that listens."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.port = machine, 0
        self.waiting: deque[Connection] = deque()
        self.closed = False
        self._number = machine.descriptor(self)

    def setsockopt(self, *_: object) -> None:
        pass

    def setblocking(self, flag: bool) -> None:
        assert not flag

    def bind(self, address: tuple[str, int]) -> None:
        if address[1] in self.machine.listeners:
            raise OSError(errno.EADDRINUSE, "in use")
        self.port = address[1]

    def listen(self, _backlog: int) -> None:
        self.machine.listeners[self.port] = self

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    def fileno(self) -> int:
        return self._number

    def readable(self) -> bool:
        return bool(self.waiting)

    def writable(self) -> bool:
        return False

    def accept(self) -> tuple[Connection, tuple[str, int]]:
        if not self.waiting:
            raise BlockingIOError(errno.EAGAIN, "again")
        if self.machine.chance(0.1, "no descriptors left"):
            raise failure(self.machine.random.choice(NO_ROOM))
        found = self.waiting.popleft()
        if self.machine.chance(0.03, "a connection is gone before it is admitted"):
            found.close()
            found.reset()
            raise failure(self.machine.random.choice(NOT_ADMITTED))
        self.machine.own(found)
        return found, found.address

    def close(self) -> None:
        self.closed = True
        self.machine.listeners.pop(self.port, None)
        for one in self.waiting:
            one.close()


def connect(machine: Machine, port: int, slow: float = 0.0005) -> Connection | None:
    """Connect to a port; None where none listens there."""
    listener = machine.listeners.get(port)
    if listener is None:
        return None
    there, back = _Direction(machine, slow), _Direction(machine, slow)
    machine._count += 1
    address = "127.0.0.1", 40000 + machine._count % 20000
    client = Connection(machine, back, there, ("127.0.0.1", port))
    server = Connection(machine, there, back, address)
    machine.at(NEAR + machine.random.random() * slow, lambda: listener.waiting.append(server))
    for one in (there, back):
        one.on_cut = client.reset
    return client


# -- datagrams


class Datagrams:
    """A UDP socket."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.port = machine, 0
        self.arrived: deque[tuple[bytes, tuple[str, int]]] = deque()
        self.closed = False
        self._number = machine.descriptor(self)

    def setsockopt(self, *_: object) -> None:
        pass

    def setblocking(self, flag: bool) -> None:
        assert not flag

    def bind(self, address: tuple[str, int]) -> None:
        if address[1] in self.machine.ports:
            raise OSError(errno.EADDRINUSE, "in use")
        self.machine._count += 1
        self.port = address[1] or 50000 + self.machine._count % 10000
        self.machine.ports[self.port] = self

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    def fileno(self) -> int:
        return -1 if self.closed else self._number

    def readable(self) -> bool:
        return bool(self.arrived)

    def writable(self) -> bool:
        return True

    def sendto(self, data: bytes, address: tuple[str, int]) -> int:
        machine = self.machine
        if machine.chance(0.01, "the network takes no datagram"):
            raise failure(machine.random.choice(NOT_TAKEN))
        copies = 0 if machine.chance(0.05, "a datagram is lost") else 1 + machine.chance(0.05, "a datagram comes twice")
        for _ in range(copies):
            late = FAR if machine.chance(0.1, "a datagram is overtaken") else 0.0
            machine.at(NEAR + machine.random.random() * late, lambda: self._deliver(bytes(data), address))
        return len(data)

    def _deliver(self, data: bytes, address: tuple[str, int]) -> None:
        if (target := self.machine.ports.get(address[1])) is not None:
            target.arrived.append((data, self.getsockname()))

    def recvfrom(self, _most: int) -> tuple[bytes, tuple[str, int]]:
        if self.machine.chance(0.01, "a datagram cannot be read"):
            raise failure(self.machine.random.choice((errno.EAGAIN, errno.ECONNREFUSED, errno.ENOMEM)))
        if not self.arrived:
            raise BlockingIOError(errno.EAGAIN, "again")
        return self.arrived.popleft()

    def close(self) -> None:
        self.closed = True
        self.machine.ports.pop(self.port, None)

    def __enter__(self) -> Datagrams:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Socket:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def socket(self, _family: int, kind: int) -> Listener | Datagrams:
        return Datagrams(self._machine) if kind == real_socket.SOCK_DGRAM else Listener(self._machine)

    def socketpair(self) -> tuple[Connection, Connection]:
        there, back = _Direction(self._machine, NEAR), _Direction(self._machine, NEAR)
        return Connection(self._machine, back, there, ("", 0)), Connection(self._machine, there, back, ("", 0))

    def gethostname(self) -> str:
        return "simulated"

    def getaddrinfo(self, host: str, port: int, *_: object) -> list[tuple[Any, ...]]:
        return [(0, 0, 0, "", ("127.0.0.1" if host == "localhost" else host, port))]

    def __getattr__(self, name: str) -> Any:
        return getattr(real_socket, name)


# -- selectors


class Selector:
    """A selector that lets time pass; it is one that another selector takes."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._keys: dict[int, real_selectors.SelectorKey] = {}
        self._number = machine.descriptor(self)

    def register(self, what: Any, events: int, data: Any = None) -> None:
        number = what if isinstance(what, int) else what.fileno()
        if number in self._keys:
            raise KeyError(f"{what} is registered already")
        self._keys[number] = real_selectors.SelectorKey(what, number, events, data)

    def unregister(self, what: Any) -> None:
        found = next(n for n, key in self._keys.items() if key.fileobj is what or n == what)
        del self._keys[found]

    def modify(self, what: Any, events: int, data: Any = None) -> None:
        self.unregister(what)
        self.register(what, events, data)

    def get_map(self) -> dict[int, real_selectors.SelectorKey]:
        return self._keys

    def fileno(self) -> int:
        return self._number

    def close(self) -> None:
        self._keys.clear()

    def readable(self) -> bool:
        return bool(self._ready())

    def writable(self) -> bool:
        return False

    def _ready(self) -> list[tuple[real_selectors.SelectorKey, int]]:
        found = []
        for key in self._keys.values():
            what = self.machine.file(key.fileobj)
            mask = real_selectors.EVENT_READ * what.readable() | real_selectors.EVENT_WRITE * what.writable()
            if mask & key.events:
                found.append((key, mask & key.events))
        return found

    def select(self, timeout: float | None = None) -> list[tuple[real_selectors.SelectorKey, int]]:
        machine = self.machine
        machine.catch_up()
        machine.sleep(lambda: bool(self._ready()), timeout)
        found = self._ready()
        machine.random.shuffle(found)
        return found


class _Selectors:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.EVENT_READ, self.EVENT_WRITE = real_selectors.EVENT_READ, real_selectors.EVENT_WRITE

    def DefaultSelector(self) -> Selector:  # the name of the real one
        return Selector(self._machine)


# -- the disk


class Disk:
    """A file in memory that is full for a while, now and then takes a part or nothing or its time, and keeps what it
    has taken.
    """

    def __init__(self, machine: Machine, begun: bytes = b"") -> None:
        self.machine = machine
        self.data = bytearray(begun)
        self.full = False
        self.closed = False
        self._place = len(begun)

    def write(self, data: bytes) -> int:
        machine = self.machine
        if machine.chance(0.05, "a slow disk"):
            machine.wait(lambda: False, machine.now + machine.random.expovariate(1.0 / 0.03))
        if self.full:
            machine.reached["disk full"] += 1
            raise failure(errno.ENOSPC)
        if machine.chance(0.04, "a write fails"):
            raise failure(machine.random.choice(NOT_WRITTEN))
        size = len(data)
        if size > 1 and machine.chance(0.2, "a part is written"):
            size = machine.random.randint(1, size)
        self.data[self._place : self._place + size] = data[:size]
        self._place += size
        return size

    def seek(self, by: int, whence: int) -> int:
        assert whence == SEEK_CUR
        self._place += by
        return self._place

    def truncate(self) -> int:
        del self.data[self._place :]
        return self._place

    def tell(self) -> int:
        return self._place

    def flush(self) -> None:
        pass

    def fileno(self) -> int:
        raise OSError(errno.EBADF, "in memory")

    def close(self) -> None:
        self.closed = True
