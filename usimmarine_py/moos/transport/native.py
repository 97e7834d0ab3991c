"""The native client: pure Python, one thread, no package needed.

It keeps trying to connect, registers again after each connection, limits its packet rate at time warp as the C++
client does, sends a heartbeat each real second and drops a connection that has been silent for too long. Posting and
fetching never wait for the network; both queues are bounded and count what they drop.

A caller that sleeps in ``attend`` sends and receives there. The thread is then idle; it makes new connections, and
resumes sending and receiving when ``attend`` has not been called for a while.
"""

from __future__ import annotations

import contextlib
import math
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterable
from selectors import EVENT_READ, EVENT_WRITE

from usimmarine_py.errors import LocalProtocolError, NameRefusedError, RemoteProtocolError, TransportError
from usimmarine_py.moos.clock import Clock, RealClock
from usimmarine_py.moos.transport.comms import BaseComms, CommsStatistics
from usimmarine_py.moos.transport.inbox import Inbox
from usimmarine_py.moos.transport.tcp import EVENT_WAKE, Waker, open_connection, receive
from usimmarine_py.moos.transport.warp import warp_of
from usimmarine_py.values import Message
from usimmarine_py.values.rows import Row
from usimmarine_py.wire.client import ClientCore, Received, Refused, Welcomed
from usimmarine_py.wire.limits import (
    CONNECT_TIMEOUT,
    HELD_UP,
    MAX_INBOX_BYTES,
    MAX_INBOX_MESSAGES,
    MAX_RECONNECT_PAUSE,
    MIN_RECONNECT_PAUSE,
    RECEIVE_TIMEOUT,
    RECONNECT_PAUSE_MOOS,
    REFUSAL_GRACE,
    WARP_DELAY_FACTOR,
)

#: ``close`` sends what is queued and waits for the other end to close for at most this long, real s.
LEAVE_TIMEOUT = 0.1
#: Longest wait for a thread that hangs in a name look-up; it ends by itself.
JOIN_TIMEOUT = 1.0
#: Time after the last ``attend`` before the thread takes over the connection, real s: less than a MOOSDB waits for a
#: heartbeat.
ATTENDANCE = 2.0
#: Without a connection ``attend`` lasts at most this long, real s.
ALONE_SLICE = 0.1
#: A separate heartbeat may be this late, real s: usually a packet of posts can carry it. The C++ client allows up to
#: 0.33 s.
HEARTBEAT_GRACE = 0.1
#: A packet may be this much early, real s, if the thread is awake anyway.
EARLY = 0.001


class NativeComms(BaseComms):
    """A client of a MOOSDB; see ``Comms`` for the methods.

    Args:
        name: client name, unique in the community.
        host, port: where the MOOSDB listens.
        clock: gives MOOS time and warp; a ``RealClock`` also takes over the skew to another host's clock.
        correct_clock: False never corrects the clock.
        delay_factor: ``--moos_tw_delay_factor``.
        receive_timeout: real s without a byte after which the client reconnects.
        reconnect_pause: real s from one attempt to the next; None: 1 MOOS s, at least 0.05 and at most 1 real s.

    Raises:
        LocalProtocolError: an empty or much too long name, a delay factor outside 0 to 10.
    """

    def __init__(
        self,
        name: str,
        host: str = "127.0.0.1",
        port: int = 9000,
        clock: Clock | None = None,
        *,
        correct_clock: bool = True,
        delay_factor: float = WARP_DELAY_FACTOR,
        receive_timeout: float = RECEIVE_TIMEOUT,
        reconnect_pause: float | None = None,
    ) -> None:
        super().__init__(name)
        self._host = host
        self._port = port
        self._where = f"the MOOSDB at {host}:{port}"
        self._clock: Clock = clock if clock is not None else RealClock()
        self._receive_timeout = receive_timeout
        warp = self._clock.warp
        if reconnect_pause is None:
            reconnect_pause = min(max(RECONNECT_PAUSE_MOOS / warp, MIN_RECONNECT_PAUSE), MAX_RECONNECT_PAUSE)
        self._reconnect_pause = reconnect_pause
        self._core = ClientCore(
            name,
            warp=warp,
            host_name=socket.gethostname(),
            correct_clock=correct_clock,
            delay_factor=delay_factor,
        )
        # guards the outgoing side of the core and the state below; also notifies waiting threads of a change
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._inbox = Inbox(MAX_INBOX_MESSAGES, MAX_INBOX_BYTES)
        self._thread: threading.Thread | None = None
        self._waker: Waker | None = None
        # held by the thread that sends and receives; it owns the packet being sent, the time (real s) at which the
        # connection times out, and the socket while output waits
        self._talking = threading.Lock()
        self._out = memoryview(b"")
        self._limit = math.inf
        self._sock: socket.socket | None = None
        self._watched = EVENT_READ
        self._attendant: int | None = None  # the thread that attends
        self._attended = -math.inf  # when it last did, real s
        self._fault: Exception | None = None  # what it found wrong with the connection
        self._closing = False
        self._running = False  # ``run`` has set the callbacks
        self._connected = False
        self._ready = False  # connected, and on_connect has run
        self._refused_since: float | None = None
        self._problem = ""

    # --- state ----------------------------------------------------------------------------------------

    @property
    def community(self) -> str:
        """Community of the MOOSDB, empty before the first connection."""
        return self._core.community

    @property
    def problem(self) -> str:
        """Why there is no connection, one line; empty while connected."""
        return self._problem

    @property
    def statistics(self) -> CommsStatistics:
        """Counters since the beginning."""
        return CommsStatistics(
            self._connections, self._core.outbox.dropped, self._inbox.dropped, self._callback_errors, self._last_error
        )

    def is_connected(self) -> bool:
        """True between a successful handshake and the loss of the connection."""
        return self._connected

    def wait_until_connected(self, timeout: float) -> bool:
        """Wait at most ``timeout`` real s until connected and registered.

        Raises:
            NameRefusedError: the name was refused.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._ready or bool(self._refused_reason) or self._closing, timeout)
            if self._refused_reason:
                raise NameRefusedError(self.name, self._refused_reason, f"{self._host}:{self._port}")
            return self._ready

    # --- life -----------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Start to connect, in a thread; no callback runs before ``run``."""
        with self._changed:
            self._start()

    def _start(self) -> None:
        """Start the thread, once; the caller holds the lock."""
        if self._closing:
            raise TransportError(f"the connection of {self.name} was closed; make a new one")
        if self._thread is None:
            waker = self._waker = Waker()
            self._thread = threading.Thread(target=self._main, args=(waker,), name=f"comms-{self.name}", daemon=True)
            self._thread.start()

    def run(
        self,
        on_connect: Callable[[], None] | None = None,
        on_disconnect: Callable[[], None] | None = None,
        on_mail: Callable[[], None] | None = None,
    ) -> None:
        """Start to connect, in a thread. Raises ``TransportError`` after ``close``; a second call does nothing."""
        with self._changed:
            self._start()
            if self._running:
                return
            self._running = True
            self._on_connect, self._on_disconnect, self._on_mail = on_connect, on_disconnect, on_mail
            connected = self._connected
        if connected:
            self._begin()

    def close(self) -> None:
        """Send queued posts, disconnect, stop the thread. Idempotent."""
        with self._changed:
            self._closing = True
            thread = self._thread
            self._changed.notify_all()
            self._wake()
        if thread is not None and thread is not threading.current_thread():
            with contextlib.suppress(RuntimeError):  # ended while the thread begins: it leaves by itself
                thread.join(JOIN_TIMEOUT)

    # --- mail -----------------------------------------------------------------------------------------

    def register(self, variable: str, interval: float = 0.0) -> bool:
        """Subscribe, kept over reconnections. False for an empty name."""
        return self._asked(self._core.register, variable, interval)

    def register_wildcard(self, variables: str, sources: str = "*", interval: float = 0.0) -> bool:
        """Subscribe by pattern, kept over reconnections. False for an empty pattern or one with a comma."""
        return self._asked(self._core.register_wildcard, variables, sources, interval)

    def unregister(self, variable: str) -> bool:
        """Drop a subscription."""
        return self._asked(self._core.unregister, variable)

    def unregister_wildcard(self, variables: str, sources: str = "*") -> bool:
        """Drop the subscriptions to all variables that match now; new ones match the pattern still."""
        return self._asked(self._core.unregister_wildcard, variables, sources)

    def _asked(self, ask: Callable[..., bool], *given: str | float) -> bool:
        """Queue what ``ask`` makes of its arguments and the time; return what it does."""
        with self._changed:
            done = ask(*given, self._now())
            self._wake()
        return done

    def skip_own(self, variables: Collection[str]) -> None:
        """Leave out of ``fetch`` this client's own numbers of these variables from now on."""
        with self._lock:
            self._core.skip_own(variables)

    def post_rows(self, rows: Iterable[Row], default: float | None = None) -> int:
        """Post rows in one packet; return how many values were dropped."""
        dropped, core = 0, self._core
        # the thread that sends waits for the lock
        with self._lock:
            if default is None:
                default = self._now()
            for shape, values, time, aux in rows:
                stamp = default if time is None or time == -1.0 else time
                source, community = shape.source, shape.community
                plain = not (aux or community) and len(values) > 1
                if plain and core.notify_together(shape.names, stamp, values, source):
                    continue
                for name, value in zip(shape.names, values, strict=True):
                    try:
                        done = core.notify(name, value, stamp, aux, source or None, community)
                    except LocalProtocolError as error:
                        done, self._last_error = False, str(error)
                    dropped += not done
            self._wake()
        return dropped

    def request(self, what: str) -> bool:
        """Send the MOOSDB a request: ALL, VAR_SUMMARY, PROC_SUMMARY or DB_CLEAR. Replies arrive as mail."""
        return self._asked(self._core.request, what)

    def fetch(self) -> list[Message]:
        """All mail since the last call, in order of arrival."""
        return self._inbox.take_all()

    # --- the thread -----------------------------------------------------------------------------------

    def _now(self) -> float:
        # a RealClock holds the skew itself, so that the application's own times agree with its posts
        return self._clock.now() if isinstance(self._clock, RealClock) else self._clock.now() + self._core.skew

    def _local(self) -> float:
        return self._clock.local_time() if isinstance(self._clock, RealClock) else self._clock.now()

    def _wake(self) -> None:
        """Make the sending thread look at the queue; the caller holds the lock."""
        me, thread = threading.get_ident(), self._thread
        if thread is None or me == thread.ident or (me == self._attendant and self._is_attended()):
            return
        self.wake()

    def _is_attended(self) -> bool:
        return self._ready and time.monotonic() - self._attended < ATTENDANCE

    def _over(self) -> bool:
        return self._closing or bool(self._refused_reason)

    def _main(self, waker: Waker) -> None:
        try:
            while not self._over():
                again = time.monotonic() + self._reconnect_pause
                try:
                    with contextlib.closing(open_connection(self._host, self._port, waker, self._over)) as sock:
                        self._keep(waker, sock)
                except TransportError as error:
                    self._problem = str(error)
                while not self._over() and time.monotonic() < again:
                    waker.wait(again)
        finally:
            with self._changed:
                self._waker = None
                waker.close()
                self._changed.notify_all()

    def _keep(self, waker: Waker, sock: socket.socket) -> None:
        """Handle one connection from handshake to end; the reason for its end becomes ``problem``."""
        with self._talking:
            with self._changed:
                self._out = memoryview(self._core.begin(self._local()))
            self._limit = time.monotonic() + CONNECT_TIMEOUT
            self._fault, self._sock = None, sock
            self._watch(waker)
        # set the reason before other threads can see that the connection is gone
        try:
            self._converse(waker)
            with self._talking:
                self._leave(waker, sock)
        except TransportError as error:
            self._problem = str(error)
        except RemoteProtocolError as error:
            self._problem = f"{self._where} broke the MOOS protocol: {error}"
        except OSError as error:
            self._problem = f"{self._where}: {error.strerror or error}"
        finally:
            with self._talking:
                self._sock = None
                waker.watch(None)
            self._lost()

    def _converse(self, waker: Waker) -> None:
        """Send and receive until the connection ends, in this thread while no other thread attends."""
        while not self._over():
            with self._changed:
                if self._fault is not None:
                    raise self._fault
                if self._is_attended():
                    self._changed.wait(0.5 * ATTENDANCE)
                    continue
            with self._talking:
                # an attending thread may have found the end of the connection while this thread waited
                if self._fault is None and not self._is_attended():
                    self._turn(waker, math.inf)

    def attend(self, until: float, *, reads: bool = True) -> bool:
        """Sleep until monotonic time ``until``, a wake-up or, with ``reads``, mail; send and receive meanwhile."""
        self._attendant, self._attended = threading.get_ident(), time.monotonic()
        waker = self._waker
        if not self._ready or waker is None:
            with self._changed:
                if not self._ready:
                    self._changed.wait(min(max(0.0, until - self._attended), ALONE_SLICE))
            return True
        talking = self._talking
        if not talking.acquire(blocking=False):
            waker.wake()
            talking.acquire()
        try:
            while self._turn(waker, until, HEARTBEAT_GRACE, reads):
                pass
        except (TransportError, RemoteProtocolError, OSError) as error:
            with self._changed:
                self._sock, self._fault = None, error
                self._ready = False
                self._changed.notify_all()
        finally:
            talking.release()
        return True

    def wake(self) -> None:
        """End ``attend``; safe in any thread and in signal handlers."""
        waker = self._waker
        if waker is not None:
            waker.wake()

    def _turn(self, waker: Waker, until: float, grace: float = 0.0, reads: bool = True) -> bool:
        """Send what is due, wait for bytes, a wake-up or ``until`` (monotonic s), and receive.

        ``grace`` (s): how late a packet with only a heartbeat may be. Without ``reads`` received bytes wait for
        ``until``. Returns whether there is time left and neither mail nor a wake-up came.
        """
        sock, core = self._sock, self._core
        if sock is None or self._closing or self._refused_reason:
            return False
        now = time.monotonic()
        if now >= self._limit:
            if now - self._limit < HELD_UP:
                raise TransportError(f"{self._where} was silent for too long")
            # this process was late, stopped or busy: what the MOOSDB has sent since then has not been looked at
            self._limit = now + self._receive_timeout
        due = core.due(grace)
        if not self._out and now + EARLY >= due:
            with self._lock:
                self._out = memoryview(core.next_packet(max(now, due), self._local()))
            due = core.due(grace)
        if self._out:
            self._send(sock)
            # what the socket does not accept now is sent when it is writable, not at a given time
            due = math.inf if self._out else due
        if bool(self._out) is not bool(self._watched & EVENT_WRITE):
            self._watch(waker)
        end = min(until, self._limit, due)
        events = waker.wait(end, reads=reads) if reads or end > now else 0
        if events & EVENT_READ or (not reads and time.monotonic() >= until):
            data = receive(sock)
            if data == b"":
                raise TransportError(f"{self._where} closed the connection")
            if data:
                something = self._received(data)
                # only now: the time that callbacks took must not count as silence of the MOOSDB
                self._limit = time.monotonic() + self._receive_timeout
                return not something and time.monotonic() < until
        return not events & EVENT_WAKE and time.monotonic() < until

    def _watch(self, waker: Waker) -> None:
        self._watched = EVENT_READ | (EVENT_WRITE if self._out else 0)
        waker.watch(self._sock, self._watched)

    def _send(self, sock: socket.socket) -> None:
        if self._out:
            with contextlib.suppress(BlockingIOError, InterruptedError):
                self._out = self._out[sock.send(self._out) :]

    def _leave(self, waker: Waker, sock: socket.socket) -> None:
        """Send queued posts, then wait until the MOOSDB closes the connection: the name is free afterwards."""
        if not self._connected:
            return
        deadline = time.monotonic() + LEAVE_TIMEOUT
        waker.watch(sock, EVENT_READ | EVENT_WRITE)
        with contextlib.suppress(OSError):
            while time.monotonic() < deadline:
                if not self._out:
                    with self._changed:
                        self._out = memoryview(self._core.next_packet(time.monotonic(), self._local(), hurry=True))
                    if not self._out:
                        break
                self._send(sock)
                if waker.wait(deadline) & EVENT_READ and receive(sock) == b"":
                    return
            waker.watch(sock)
            # closing with unread bytes would reset the connection and could lose what was just sent
            sock.shutdown(socket.SHUT_WR)
            while time.monotonic() < deadline:
                if waker.wait(deadline) & EVENT_READ and receive(sock) == b"":
                    return

    def _received(self, data: bytes) -> bool:
        """Process received bytes; True if they held mail or an event."""
        events = self._core.receive(data, self._local())
        for event in events:
            if isinstance(event, Received):
                self._inbox.put(event.messages)
                self._call(self._on_mail)
            elif isinstance(event, Welcomed):
                self._welcomed()
            else:
                self._refused(event)
        if self._core.correcting and isinstance(self._clock, RealClock):
            self._clock.skew = self._core.skew
        return bool(events)

    def _welcomed(self) -> None:
        if isinstance(self._clock, RealClock):
            self._clock.skew = self._core.skew
        self._moosdb_warp = warp_of(self._core.welcomed_at, time.time())
        with self._changed:
            self._connections += 1
            self._refused_since = None
            self._problem = ""
            self._connected = True
            running = self._running
        if running:
            self._begin()

    def _begin(self) -> None:
        """Report the connection and register, once connected and once the callbacks are set."""
        self._call(self._on_connect)
        with self._changed:
            self._core.renew(self._now())
            self._ready = self._connected
            self._wake()
            self._changed.notify_all()

    def _refused(self, refusal: Refused) -> None:
        now = time.monotonic()
        if self._refused_since is None:
            self._refused_since = now
        # after a broken connection the name may still be held by our own previous connection
        self._problem = f"{self._where} refused the name {self.name}: {refusal.reason}"
        if self._connections == 0 or now - self._refused_since > REFUSAL_GRACE:
            with self._changed:
                self._refused_reason = refusal.reason or "no reason given"
                self._changed.notify_all()
        raise TransportError(self._problem)

    def _lost(self) -> None:
        with self._changed:
            was = self._connected
            self._connected = self._ready = False
            self._core.lost()
        if was and not self._closing:
            self._call(self._on_disconnect)
