"""Copies of this process, each connected with each other one."""

from __future__ import annotations

import os
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NoReturn

from usimmarine_py.errors import UsimError

_LENGTH = struct.Struct("<Q")
_PART = 1 << 18


class ProcessGone(Exception):
    """The process of this number closed its line."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Exchange:
    """The lines of process ``number`` to all others."""

    def __init__(self, number: int, lines: Mapping[int, socket.socket]) -> None:
        self.number, self.lines = number, lines
        self._came = {other: bytearray() for other in lines}
        self._left: dict[int, memoryview] = {}  # what the other side has not taken yet

    def give(self, other: int, data: bytes) -> None:
        """Begin to send a message; ``take`` goes on with it."""
        whole = memoryview(_LENGTH.pack(len(data)) + data)
        try:
            sent = self.lines[other].send(whole, socket.MSG_DONTWAIT)
        except BlockingIOError:
            sent = 0
        except OSError:
            raise ProcessGone(other) from None
        if sent < len(whole):
            self._left[other] = whole[sent:]

    def take(self, other: int) -> bytes:
        """Wait for the next message of another process. Raises ``ProcessGone``."""
        came = self._came[other]
        while True:
            if len(came) >= _LENGTH.size:
                (length,) = _LENGTH.unpack_from(came)
                end = _LENGTH.size + length
                if len(came) >= end:
                    message = bytes(came[_LENGTH.size : end])
                    del came[:end]
                    return message
            if self._left:
                self._serve()
            else:
                self._read(other)

    def finish(self) -> None:
        """Send the rest of what was given."""
        while self._left:
            self._serve()

    def close(self) -> None:
        """Let the others know that this one has ended."""
        for line in self.lines.values():
            line.close()

    def _read(self, other: int) -> None:
        try:
            data = self.lines[other].recv(_PART)
        except OSError:
            data = b""
        if not data:
            raise ProcessGone(other)
        self._came[other] += data

    def _serve(self) -> None:
        """Send and read what can be, where another side waits for this one to read."""
        numbers = {line.fileno(): other for other, line in self.lines.items()}
        writing = [self.lines[other] for other in self._left]
        readable, writable, _ = select.select([*self.lines.values()], writing, [])
        for line in readable:
            self._read(numbers[line.fileno()])
        for line in writable:
            other = numbers[line.fileno()]
            try:
                sent = line.send(self._left[other], socket.MSG_DONTWAIT)
            except BlockingIOError:
                continue
            except OSError:
                raise ProcessGone(other) from None
            self._left[other] = self._left[other][sent:]
            if not self._left[other]:
                del self._left[other]


class Copies:
    """Copies of this process, which is number 0."""

    def __init__(self, count: int, work: Callable[[Exchange], object]) -> None:
        """``count``: with this one. A copy does ``work`` and ends. Raises ``UsimError`` where the system makes none."""
        pairs = {(i, j): socket.socketpair() for j in range(count) for i in range(j)}
        self.ids: dict[int, int] = {}  #: of processes, by their numbers
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        try:
            for number in range(1, count):
                try:
                    process = os.fork()
                except OSError as error:
                    ways = "use --processes 1, or end other programs"
                    reason = error.strerror or error
                    raise UsimError(f"the run cannot be spread over processes: {reason}; {ways}") from error
                if process == 0:
                    _work(number, pairs, work)
                self.ids[number] = process
        finally:
            self.exchange = Exchange(0, _lines(0, pairs))

    def signal(self, number: int) -> None:
        """Send a signal to all copies."""
        for process in [*self.ids.values()]:
            with suppress(OSError):
                os.kill(process, number)

    def end(self, patience: float) -> dict[int, str]:
        """Wait so long (real s) for all copies to end by themselves, then kill them; how each ended that failed."""
        self.exchange.close()
        until = time.monotonic() + patience
        found = {}
        for number, process in self.ids.items():
            while True:
                done, status = os.waitpid(process, os.WNOHANG)
                if done:
                    break
                if time.monotonic() > until:
                    with suppress(OSError):
                        os.kill(process, signal.SIGKILL)
                    _, status = os.waitpid(process, 0)
                    break
                time.sleep(0.002)
            if code := os.waitstatus_to_exitcode(status):
                found[number] = f"signal {-code}" if code < 0 else f"exit code {code}"
        self.ids = {}
        return found


def _lines(
    number: int, pairs: Mapping[tuple[int, int], tuple[socket.socket, socket.socket]]
) -> dict[int, socket.socket]:
    """Return this process's end of its lines, and close all others."""
    lines = {}
    for ends, sides in pairs.items():
        for this, side in zip(ends, sides, strict=True):
            if this == number:
                lines[ends[1] if this == ends[0] else ends[0]] = side
            else:
                side.close()
    return lines


def _work(
    number: int,
    pairs: Mapping[tuple[int, int], tuple[socket.socket, socket.socket]],
    work: Callable[[Exchange], object],
) -> NoReturn:
    """Work in a copy, and end it: what the original would do at its end is left to that one."""
    code = 1
    try:
        work(Exchange(number, _lines(number, pairs)))
        code = 0
    except (ProcessGone, KeyboardInterrupt):
        pass  # the process that ended first says why
    except BaseException as error:
        with suppress(Exception):
            os.write(2, f"usim: a process of this run failed: {type(error).__name__}: {error}\n".encode())
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        os._exit(code)
