"""Several programs on a simulated machine: their threads, of which one runs at a time, in an order that a seed decides.

Each thread of a program is a thread of Python that waits for its turn. It gives its turn away where it sleeps, waits
for a lock, and now and then where it looks at the clock. A program is killed (SIGKILL: its next call of the machine
ends it, and its sockets close), held up for a while (SIGSTOP), or gets a signal that it handles. ``Machine.schedule``
of ``simulated_machine`` is one of these; its modules get ``threading``, ``select`` and ``signal`` from here.
"""

from __future__ import annotations

import errno
import signal as real_signal
import socket as real_socket
import threading as real_threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from typing import Any

from tests.support.simulated_machine import NEAR, Connection, Datagrams, ForEver, Listener, Machine, connect

#: How often a look at the clock is followed by the turn of another thread.
PREEMPTED = 0.02


class Killed(BaseException):
    """Ends the threads of a program that was killed."""


class Program:
    """A program of the machine; its work is a call that returns an exit code."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.files: list[Any] = []  #: its sockets
        self.dead = False
        self.held = -inf  #: until when it does not run, s
        self.code: int | None = None
        self.error: BaseException | None = None  #: what it ended with that no program may
        self.handlers: dict[int, Callable[[int, Any], object]] = {}
        self.signals: list[int] = []  #: that it has not handled yet
        self.alarm, self.again = inf, 0.0  #: when SIGALRM comes next, and after how long again, s
        self.handling = False


class Thread:
    """A thread of a program; ``threading.Thread`` of the modules."""

    def __init__(
        self, schedule: Schedule, target: Callable[..., object], args: tuple[Any, ...] = (), name: str = "",
        daemon: bool = False, program: Program | None = None,
    ) -> None:  # fmt: skip
        del daemon
        self.schedule, self.name = schedule, name
        self.program = program or schedule.current.program
        self.ident: int | None = None
        self.is_main = program is not None
        self.ready: Callable[[], bool] = lambda: True
        self.end = -inf
        self.done = False
        self._call = partial(target, *args)
        self._turn = real_threading.Semaphore(0)

    def start(self) -> None:
        self.ident = len(self.schedule.threads)
        self.schedule.threads.append(self)
        self._thread = real_threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self.await_turn()
        try:
            self._call()
        except Killed:
            pass
        except BaseException as error:
            self.program.error = error
        self.done = True
        self.schedule.pass_on()

    def await_turn(self) -> None:
        self._turn.acquire()

    def give_turn(self) -> None:
        self._turn.release()

    def is_alive(self) -> bool:
        return not self.done

    def join(self, timeout: float | None = None) -> None:
        machine = self.schedule.machine
        machine.wait(lambda: self.done, inf if timeout is None else machine.now + timeout)

    def leave(self) -> None:
        """Wait for the end of its thread of Python."""
        self._thread.join()


class Schedule:
    """Whose turn it is. The thread that makes it is that of the program ``main``."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        machine.schedule = self
        self.main = Program("main")
        self.threads: list[Thread] = []
        self.current = first = Thread(self, lambda: None, program=self.main)
        first.ident = 0
        self.threads.append(first)
        self.stuck: BaseException | None = None
        machine.threading, machine.select, machine.signal = _Threading(self), _Select(machine), _Signal(self)  # type: ignore[attr-defined]
        machine.socket = _Sockets(machine)

    def start(self, program: Program, work: Callable[[], int]) -> None:
        """Begin to run a program."""

        def run() -> None:
            program.code = work()

        Thread(self, run, name=program.name, program=program).start()

    def is_over(self, program: Program) -> bool:
        """Whether its threads have ended."""
        return all(thread.done for thread in self.threads if thread.program is program)

    def kill(self, program: Program) -> None:
        """End it without a word; what it has sent arrives, but for a connection with unread bytes."""
        program.dead = True
        for one in program.files:
            if isinstance(one, Connection) and one.take.buffer and not one.closed:
                one.closed = True
                one.reset()
            else:
                one.close()

    def send(self, program: Program, number: int) -> None:
        """Send it a signal that it handles."""
        program.signals.append(number)

    # -- turns

    def wait(self, ready: Callable[[], bool], end: float) -> None:
        """Let others run until it is ready, or a time."""
        me = self.current
        self.check()
        while True:
            me.ready, me.end = ready, end
            if self._next() is not me:
                me.await_turn()
            self.check()
            if ready() or self.machine.now >= end:
                return

    def pass_on(self) -> None:
        """Give the turn away for good."""
        self._next()

    def look(self) -> None:
        """Called where a thread has looked at the clock: it may end here, handle a signal, or lose its turn."""
        if self.machine.calling:
            return
        self.check()
        if len(self.threads) > 1 and self.machine.random.random() < PREEMPTED:
            self.wait(lambda: True, self.machine.now)

    def check(self) -> None:
        """Raise what ends this thread, and handle signals in the first one of its program."""
        me = self.current
        if self.stuck is not None and me.program is self.main:
            raise self.stuck
        program = me.program
        if program.dead:
            raise Killed
        if not me.is_main or program.handling:
            return
        if self.machine.now >= program.alarm:
            program.alarm = self.machine.now + program.again if program.again else inf
            program.signals.append(real_signal.SIGALRM)
        while program.signals:
            number = program.signals.pop(0)
            handler = program.handlers.get(number)
            if callable(handler):
                program.handling = True
                try:
                    handler(number, None)
                finally:
                    program.handling = False

    def _next(self) -> Thread:
        """Choose who runs next, and let it; time passes while nobody can. The caller goes on if it is chosen itself."""
        machine = self.machine
        machine.catch_up()
        while not (able := [thread for thread in self.threads if self._is_able(thread)]):
            left = [thread for thread in self.threads if not thread.done]
            until = min((self._due(thread) for thread in left), default=inf)
            try:
                machine.advance(until)
            except ForEver as error:
                self.stuck = error
                self.main.held = -inf
                able = [self.threads[0]]
                break
        chosen = able[0] if len(able) == 1 else machine.random.choice(able)
        before, self.current = self.current, chosen
        if chosen is not before:
            chosen.give_turn()
        return chosen

    def _is_able(self, thread: Thread) -> bool:
        program, now = thread.program, self.machine.now
        if thread.done:
            return False
        if program.dead:
            return True
        if program.held > now:
            return False
        woken = thread.is_main and (program.signals or now >= program.alarm)
        return bool(woken) or now >= thread.end or thread.ready()

    def _due(self, thread: Thread) -> float:
        program = thread.program
        end = min(thread.end, program.alarm) if thread.is_main else thread.end
        ready = thread.ready() or bool(program.signals)
        return max(-inf if ready else end, program.held)

    def close(self) -> None:
        """Kill what still runs."""
        for thread in self.threads[1:]:
            if not thread.program.dead:
                self.kill(thread.program)
        self.threads[0].ready, self.threads[0].end = (lambda: all(one.done for one in self.threads[1:])), inf
        while not all(one.done for one in self.threads[1:]):
            self.wait(lambda: all(one.done for one in self.threads[1:]), inf)
        for thread in self.threads[1:]:
            thread.leave()


# -- threading


class _Lock:
    """A lock of one thread; ``again``: that thread may take it more than once."""

    def __init__(self, schedule: Schedule, again: bool) -> None:
        self.schedule, self.again = schedule, again
        self.owner: Thread | None = None
        self.count = 0

    def acquire(self, blocking: bool = True, timeout: float = -1.0) -> bool:
        schedule = self.schedule
        me = schedule.current
        if self.owner is me and self.again:
            self.count += 1
            return True
        if self.owner is not None and blocking:
            end = inf if timeout < 0.0 else schedule.machine.now + timeout
            schedule.wait(lambda: self.owner is None, end)
        if self.owner is not None:
            return False
        self.owner, self.count = me, 1
        return True

    def release(self) -> None:
        if self.owner is not self.schedule.current:
            if self.schedule.current.program.dead:
                return
            raise RuntimeError("released by another thread")
        self.count -= 1
        if not self.count:
            self.owner = None

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class _Condition:
    def __init__(self, lock: _Lock) -> None:
        self.lock, self._waiting = lock, list[list[bool]]()
        self.acquire, self.release = lock.acquire, lock.release

    def __enter__(self) -> bool:
        return self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()

    def wait(self, timeout: float | None = None) -> bool:
        lock, machine = self.lock, self.lock.schedule.machine
        token, count, owner = [False], lock.count, lock.owner
        self._waiting.append(token)
        lock.owner, lock.count = None, 0
        try:
            machine.wait(lambda: token[0], inf if timeout is None else machine.now + timeout)
        finally:
            self._waiting[:] = [one for one in self._waiting if one is not token]
            lock.acquire()
            lock.owner, lock.count = owner, count
        return token[0]

    def wait_for(self, predicate: Callable[[], bool], timeout: float | None = None) -> bool:
        machine = self.lock.schedule.machine
        end = inf if timeout is None else machine.now + timeout
        while not (found := predicate()) and machine.now < end:
            self.wait(None if end == inf else end - machine.now)
        return found

    def notify_all(self) -> None:
        for token in self._waiting:
            token[0] = True
        self._waiting.clear()


class _Event:
    def __init__(self, schedule: Schedule) -> None:
        self._schedule, self._set = schedule, False

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        self._set = True

    def clear(self) -> None:
        self._set = False

    def wait(self, timeout: float | None = None) -> bool:
        machine = self._schedule.machine
        machine.wait(self.is_set, inf if timeout is None else machine.now + timeout)
        return self._set


class _Threading:
    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self.Lock, self.RLock = partial(_Lock, schedule, False), partial(_Lock, schedule, True)
        self.Event = partial(_Event, schedule)
        self.Thread = partial(Thread, schedule)

    def Condition(self, lock: _Lock | None = None) -> _Condition:  # the name of the real one
        return _Condition(lock or self.RLock())

    def get_ident(self) -> int | None:
        return self._schedule.current.ident

    def current_thread(self) -> Thread:
        return self._schedule.current

    def main_thread(self) -> Thread:
        """Return the first thread of the program under way."""
        program = self._schedule.current.program
        return next(one for one in self._schedule.threads if one.program is program and one.is_main)

    def __getattr__(self, name: str) -> Any:
        return getattr(real_threading, name)


# -- signals, select, sockets


class _Signal:
    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule

    def signal(self, number: int, handler: Any) -> Any:
        handlers = self._schedule.current.program.handlers
        before = handlers.get(number, real_signal.SIG_DFL)
        handlers[number] = handler
        return before

    def getsignal(self, number: int) -> Any:
        return self._schedule.current.program.handlers.get(number, real_signal.SIG_DFL)

    def setitimer(self, _which: int, seconds: float, interval: float = 0.0) -> None:
        program = self._schedule.current.program
        program.alarm = self._schedule.machine.now + seconds if seconds else inf
        program.again = interval

    def __getattr__(self, name: str) -> Any:
        return getattr(real_signal, name)


class _Select:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def select(
        self, reads: list[Any], writes: list[Any], _broken: list[Any], timeout: float | None = None
    ) -> tuple[list[Any], list[Any], list[Any]]:
        machine = self._machine
        if any(one.fileno() < 0 for one in (*reads, *writes)):
            raise ValueError("file descriptor cannot be a negative integer")

        def ready() -> tuple[list[Any], list[Any]]:
            return [one for one in reads if one.readable()], [one for one in writes if one.writable()]

        machine.sleep(lambda: any(ready()), timeout)
        return (*ready(), [])


class _Tcp:
    """A TCP socket: it listens, or it connects."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._is: Any = None
        self._connecting = True
        self._closed = False

    def setblocking(self, flag: bool) -> None:
        assert not flag

    def setsockopt(self, *_: object) -> None:
        pass

    def bind(self, address: tuple[str, int]) -> None:
        self._is = Listener(self._machine)
        self._machine.own(self._is)
        self._is.bind(address)

    def connect_ex(self, address: tuple[str, int]) -> int:
        machine = self._machine
        made = connect(machine, address[1], machine.random.choice((0.0002, 0.002, 0.02)))
        if made is None:
            return errno.ECONNREFUSED
        self._is = made
        machine.own(made)
        machine.connections.append(made)
        for direction in (made.give, made.take):
            if machine.chance(0.3):
                direction.cut_after = machine.random.randint(1, 20_000)
        machine.at(NEAR + machine.random.random() * 0.002, partial(setattr, self, "_connecting", False))
        return errno.EINPROGRESS

    def getsockopt(self, _level: int, _option: int) -> int:
        return errno.ECONNREFUSED if self._is.give.broken else 0

    def writable(self) -> bool:
        return not self._connecting and self._is.writable()

    def shutdown(self, _how: int) -> None:
        if self._is.give.broken or self._closed:
            raise OSError(errno.ENOTCONN, "not connected")
        self._is.end()

    def close(self) -> None:
        self._closed = True
        if self._is is not None:
            self._is.close()

    def fileno(self) -> int:
        return -1 if self._is is None else self._is.fileno()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._is, name)


class _Sockets:
    """``socket`` of the modules."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._plain = machine.socket

    def socket(self, _family: int, kind: int) -> Any:
        if kind != real_socket.SOCK_DGRAM:
            return _Tcp(self._machine)
        made = Datagrams(self._machine)
        self._machine.own(made)
        return made

    def socketpair(self) -> Any:
        pair = self._plain.socketpair()
        for one in pair:
            self._machine.own(one)
        return pair

    def getaddrinfo(self, host: str | bytes, port: int, *_: object) -> list[tuple[Any, ...]]:
        return self._plain.getaddrinfo(host.decode() if isinstance(host, bytes) else host, port)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._plain, name)


@contextmanager
def scheduled(machine: Machine) -> Iterator[Schedule]:
    """Let programs run on a machine; at the end none is left."""
    schedule = Schedule(machine)
    try:
        yield schedule
    finally:
        schedule.stuck = None
        machine.calm = True
        with suppress(ForEver):
            schedule.close()
        machine.schedule = None
