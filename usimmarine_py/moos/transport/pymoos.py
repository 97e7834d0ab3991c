"""Adapter for pymoos (libMOOS), CPython 3.10 only. Only this module imports pymoos, and only on use.

Where libMOOS differs from ``Comms``, and how the adapter handles it:

* An exception that leaves a callback ends the whole process: every callback is wrapped.
* It has no callback for a lost connection, does not report that a name was refused, waits for ever for a silent
  MOOSDB, and stops trying after any error in a handshake: a watcher thread of the adapter detects all four. It finds
  the reason with a short-lived native client that asks the MOOSDB for its clients.
* Registrations made while it cleans up an old connection may never be sent: an answer of the MOOSDB proves that they
  were.
* It keeps a thread as long as its object exists: no callback may hold a reference to it.
* ``close`` waits for the next received byte: a registration that the MOOSDB answers immediately provides it.
* A post cannot carry another source: ``source`` goes into the auxiliary source instead.
* Text ends at a NUL (binary values do not), and a binary value has no auxiliary source.
* The time warp applies to the whole process; that of the MOOSDB is computed from DB_TIME.
"""

from __future__ import annotations

import contextlib
import importlib
import threading
import time as real_time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from usimmarine_py.errors import LocalProtocolError, MissingExtraError, NameRefusedError, TransportError
from usimmarine_py.moos.clock import Clock, RealClock
from usimmarine_py.moos.transport.comms import BaseComms, CommsStatistics
from usimmarine_py.moos.transport.inquiry import PROBE_AFTER, Inquiry
from usimmarine_py.moos.transport.warp import warp_of
from usimmarine_py.values import Message, Value
from usimmarine_py.values.rows import Row
from usimmarine_py.wire.codec import decode_text, encode_text
from usimmarine_py.wire.limits import (
    MAX_MESSAGE_LENGTH,
    MAX_WARP_DELAY_FACTOR,
    RECEIVE_TIMEOUT,
    REFUSAL_GRACE,
    WARP_DELAY_FACTOR,
)
from usimmarine_py.wire.patterns import matches

#: Interval of the watcher, real s; and after a while without a MOOSDB.
WATCH_PERIOD = 0.05
IDLE_PERIOD, IDLE_AFTER = 0.25, 5.0
#: Real s during which the MOOSDB answers and does not list this client before libMOOS is restarted (its own attempts
#: are at most 1 s apart): where its threads cannot be seen, and where they can be seen and are all running.
RESTART_AFTER = 1.0
STUCK_AFTER = 5.0
#: The variable of the MOOSDB's clock, and an interval (MOOS s) so long that it is delivered once.
CLOCK_VARIABLE = "DB_TIME"
ONCE = 1e9
#: A variable that the MOOSDB has posted for this connection and therefore sends immediately after a registration.
#: Time (real s) after which unanswered registrations count as lost and are repeated, and the most repetitions.
PROOF_VARIABLE = "DB_EVENT"
ANSWER_AFTER, MOST_RENEWALS = 0.6, 5
#: Longest wait for libMOOS to close, real s, when it waits for a byte: SIGTERM has to be answered within 1 s.
CLOSE_TIMEOUT = 0.7
#: Time that the writing thread gets for the last posts before it is stopped, s.
SENDING_TIME = 0.05
#: One libMOOS client at a time starts its threads, so that each thread can be attributed.
_STARTING = threading.Lock()


class PymoosComms(BaseComms):
    """A client of a MOOSDB through pymoos; see ``Comms`` for the methods, ``NativeComms`` for the arguments.

    Raises:
        MissingExtraError: pymoos is not installed.
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
    ) -> None:
        super().__init__(name)
        if not 0.0 <= delay_factor <= MAX_WARP_DELAY_FACTOR:
            raise LocalProtocolError(f"time warp delay factor {delay_factor!r} is outside 0 to {MAX_WARP_DELAY_FACTOR}")
        try:
            self._pymoos: Any = importlib.import_module("pymoos")
        except ImportError:
            raise MissingExtraError("the transport pymoos", "pymoos (CPython 3.10)", "pymoos") from None
        self._host = host
        self._port = port
        self._clock: Clock = clock if clock is not None else RealClock()
        # on one machine there is one clock; libMOOS would add the MOOSDB's pause in the handshake to it
        self._correct_clock = correct_clock and host not in ("localhost", "LOCALHOST") and not host.startswith("127.")
        self._delay_factor = delay_factor
        self._pymoos.set_moos_timewarp(self._clock.warp)
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._stop = threading.Event()
        self._comms: Any = None
        self._starts, self._started_at = 0, 0.0  # of libMOOS, real s
        self._threads: set[int] = set()  # its own
        self._heard, self._heard_at = -1, 0.0  # bytes from the MOOSDB, and when there were more of them, real s
        self._calling: set[int] = set()  # threads in a callback
        self._watcher: threading.Thread | None = None
        self._registrations: dict[str, float] = {}
        self._wildcards: dict[tuple[str, str], float] = {}
        self._renewed: set[str | tuple[str, str]] = set()
        self._muted: set[str] = set()
        self._up = self._ready = False
        self._answered, self._asked_at, self._renewals = True, 0.0, 0
        self._community = ""
        self._problem = ""
        self._closed = f"the MOOSDB at {host}:{port} closed the connection"

    # --- state ----------------------------------------------------------------------------------------

    @property
    def community(self) -> str:
        """Community of the MOOSDB, empty before the first connection."""
        return self._community

    @property
    def problem(self) -> str:
        """Why there is no connection, one line; empty while connected."""
        if not self._up:
            return self._problem
        return "" if self.is_connected() else self._closed

    @property
    def statistics(self) -> CommsStatistics:
        """Counters since the beginning; libMOOS does not report its own losses."""
        return CommsStatistics(self._connections, 0, 0, self._callback_errors, self._last_error)

    def is_connected(self) -> bool:
        """True between a successful handshake and the loss of the connection."""
        comms = self._comms
        return self._up and comms is not None and bool(comms.is_connected())

    def wait_until_connected(self, timeout: float) -> bool:
        """Wait at most ``timeout`` real s. Raises ``NameRefusedError`` when the name was refused."""
        with self._changed:
            self._changed.wait_for(lambda: self._ready or bool(self._refused_reason) or self._stop.is_set(), timeout)
            if self._refused_reason:
                raise NameRefusedError(self._name, self._refused_reason, f"{self._host}:{self._port}")
            return self._ready

    # --- life -----------------------------------------------------------------------------------------

    def run(
        self,
        on_connect: Callable[[], None] | None = None,
        on_disconnect: Callable[[], None] | None = None,
        on_mail: Callable[[], None] | None = None,
    ) -> None:
        """Start to connect. Raises ``TransportError`` after ``close``; a second call does nothing."""
        with self._lock:
            if self._stop.is_set():
                raise TransportError(f"the connection of {self._name} was closed; make a new one")
            if self._watcher is not None:
                return
            self._on_connect, self._on_disconnect, self._on_mail = on_connect, on_disconnect, on_mail
            self._watcher = threading.Thread(target=self._watch, name=f"pymoos-{self._name}", daemon=True)
        self._start()
        self._watcher.start()

    def close(self) -> None:
        """Send queued posts, disconnect, stop all threads. Idempotent."""
        if self._stop.is_set():
            return
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
        watcher = self._watcher
        if watcher is not None and watcher is not threading.current_thread():
            watcher.join(CLOSE_TIMEOUT)
        with self._lock:
            comms, self._comms = self._comms, None
            self._up = self._ready = False
        if comms is not None:
            self._shut(comms)

    # --- mail -----------------------------------------------------------------------------------------

    def register(self, variable: str, interval: float = 0.0) -> bool:
        """Subscribe, kept over reconnections. False for an empty name."""
        if not variable:
            return False
        with self._lock:
            self._registrations[variable] = interval
            self._muted.discard(variable)
            if self._up:
                self._renewed.add(variable)
        self._do("register", encode_text(variable), float(interval))
        return True

    def register_wildcard(self, variables: str, sources: str = "*", interval: float = 0.0) -> bool:
        """Subscribe by pattern, kept over reconnections. False for an empty pattern or one with a comma."""
        if not variables or not sources or "," in variables or "," in sources:
            return False
        with self._lock:
            self._wildcards[variables, sources] = interval
            if self._up:
                self._renewed.add((variables, sources))
        self._do("register", encode_text(variables), encode_text(sources), float(interval))
        return True

    def unregister(self, variable: str) -> bool:
        """Drop a subscription. pymoos has no call for it: ``fetch`` discards later mail of ``variable``."""
        if not variable:
            return False
        with self._lock:
            self._registrations.pop(variable, None)
            self._muted.add(variable)
        return True

    def post_rows(self, rows: Iterable[Row], default: float | None = None) -> int:
        """Post rows; return how many values were dropped. A source goes into the auxiliary source, if that is empty."""
        return sum(
            not self._notify(name, value, default if time is None else time, aux, shape.source)
            for shape, values, time, aux in rows
            for name, value in zip(shape.names, values, strict=True)
        )

    def _notify(self, variable: str, value: Value, time: float | None, source_aux: str, source: str) -> bool:
        if not self.is_connected() or not variable:
            return False
        stamp = self._clock.now() if time is None or time == -1.0 else time
        if source and source != self._name:
            source_aux = source_aux or source
        key, aux = encode_text(variable), encode_text(source_aux)
        if isinstance(value, str):
            raw, nul, _ = encode_text(value).partition(b"\0")
            if nul:
                self._last_error = f"{variable}: pymoos cannot post text behind a NUL; post bytes instead"
            return self._fits(variable, raw) and self._do("notify", key, raw, aux, stamp)
        if isinstance(value, bytes | bytearray | memoryview):
            raw = bytes(value)
            return self._fits(variable, raw) and self._do("notify_binary", key, raw, stamp)
        return self._do("notify", key, float(value), aux, stamp)

    def fetch(self) -> list[Message]:
        """All mail since the last call, in order of arrival."""
        comms = self._comms
        mail: list[Message] = []
        if comms is not None:
            for raw in comms.fetch():
                try:
                    message = self._message(raw)
                except UnicodeDecodeError as error:
                    # libMOOS's names come as str only; values of any bytes are fine
                    self._last_error = f"mail with a name that is not UTF-8 was thrown away: {error}"
                    continue
                if message.variable == CLOCK_VARIABLE and isinstance(message.value, float):
                    self._moosdb_warp = warp_of(message.value, real_time.time())
                if message.variable == PROOF_VARIABLE:
                    self._answered = True
                if message.variable not in self._muted and not self._is_ours_alone(message.variable):
                    mail.append(message)
            if not self._answered and real_time.monotonic() - self._asked_at > ANSWER_AFTER:
                self._register_again()
        return mail

    def _is_ours_alone(self, variable: str) -> bool:
        """Whether only this adapter subscribed to ``variable``."""
        if variable not in (CLOCK_VARIABLE, PROOF_VARIABLE) or variable in self._registrations:
            return False
        return not any(matches(variables, variable) for variables, _ in list(self._wildcards))

    def _register_again(self) -> None:
        """Repeat registrations: libMOOS may drop them while it cleans up the old connection beside a new one."""
        if not self._up or self._renewals >= MOST_RENEWALS:
            return
        self._renewals += 1
        self._asked_at = real_time.monotonic()
        self._do("register", CLOCK_VARIABLE, ONCE)
        self._do("register", PROOF_VARIABLE, ONCE)
        for variable, interval in list(self._registrations.items()):
            self.register(variable, interval)
        for (variables, sources), interval in list(self._wildcards.items()):
            self.register_wildcard(variables, sources, interval)

    # --- libMOOS --------------------------------------------------------------------------------------

    @staticmethod
    def _message(raw: Any) -> Message:
        value: Value
        if raw.is_double():
            value = raw.double()
        elif raw.is_binary():
            value = bytes(raw.binary_data())
        else:
            value = decode_text(bytes(raw.binary_data()))
        return Message(raw.key(), value, raw.time(), raw.source(), raw.source_aux(), raw.community())

    def _fits(self, variable: str, raw: bytes) -> bool:
        if len(raw) <= MAX_MESSAGE_LENGTH:
            return True
        self._last_error = f"{variable}: {len(raw)} bytes are more than the {MAX_MESSAGE_LENGTH} of a message"
        return False

    def _do(self, method: str, *arguments: object) -> bool:
        comms = self._comms
        if comms is None or not self._up:
            return False
        try:
            return bool(getattr(comms, method)(*arguments))
        except Exception as error:
            self._last_error = f"{method}: {error}"
            return False

    def _start(self) -> None:
        with _STARTING:
            others = _threads()
            comms = self._pymoos.comms()
            comms.set_quiet(True)
            comms.set_comms_control_timewarp_scale_factor(self._delay_factor)
            comms.do_local_time_correction(self._correct_clock)
            self._starts = start = self._starts + 1
            comms.set_on_connect_callback(self._guarded(lambda: self._connected(start)))
            comms.set_on_mail_callback(self._guarded(lambda: self._call(self._on_mail)))
            self._comms = comms
            comms.run(self._host, self._port, self._name)
            self._threads = _threads() - others
            self._started_at = real_time.monotonic()

    def _shut(self, comms: Any) -> None:
        closer = threading.Thread(target=comms.close, args=(True,), name=f"pymoos-close-{self._name}", daemon=True)
        began = real_time.monotonic()
        # queued behind the last posts; its answer ends the wait of libMOOS's reading thread
        with contextlib.suppress(Exception):
            comms.register("DB_EVENT", 0.0)
        # libMOOS's writing thread drops what it has not sent when it is stopped, and does not tell when it has
        real_time.sleep(SENDING_TIME)
        closer.start()
        while closer.is_alive() and real_time.monotonic() - began < CLOSE_TIMEOUT:
            with contextlib.suppress(Exception):
                comms.register("DB_EVENT", 0.0)
            closer.join(0.02)

    def _guarded(self, work: Callable[[], None]) -> Callable[[], bool]:
        def safe() -> bool:
            # an exception that leaves this function would end the process
            self._calling.add(threading.get_ident())
            try:
                work()
            except BaseException as error:
                self._callback_errors += 1
                self._last_error = f"{type(error).__name__}: {error}"
            finally:
                self._calling.discard(threading.get_ident())
            return True

        return safe

    def _call(self, callback: Callable[[], None] | None) -> None:
        if callback is None or self._stop.is_set():
            return
        try:
            callback()
        except BaseException as error:
            self._failed(callback, error)

    def _connected(self, start: int) -> None:
        comms = self._comms
        if start != self._starts or comms is None or self._stop.is_set():
            return
        self._disconnected()  # when the watcher has not seen the loss
        with self._lock:
            self._community = comms.get_community_name()
            self._connections += 1
            self._problem = ""
            self._renewed.clear()
            self._heard = -1
            self._up = True
            self._answered, self._asked_at, self._renewals = False, real_time.monotonic(), 0
        self._correct(comms)
        # what the application registers comes later, and counts
        self._do("register", CLOCK_VARIABLE, ONCE)
        self._do("register", PROOF_VARIABLE, ONCE)
        self._call(self._on_connect)
        with self._changed:
            registrations = [(k, i) for k, i in self._registrations.items() if k not in self._renewed]
            wildcards = [(k, i) for k, i in self._wildcards.items() if k not in self._renewed]
        for variable, interval in registrations:
            self.register(variable, interval)
        for (variables, sources), interval in wildcards:
            self.register_wildcard(variables, sources, interval)
        with self._changed:
            self._ready = self._up
            self._changed.notify_all()

    def _disconnected(self, connection: int | None = None) -> None:
        """``connection``: its number; nothing happens if there is a newer one already."""
        with self._lock:
            if connection is not None and connection != self._connections:
                return
            was = self._up
            if was:
                self._problem = self._closed
            self._up = self._ready = False
        if was:
            self._call(self._on_disconnect)

    def _correct(self, comms: Any) -> None:
        if self._correct_clock and isinstance(self._clock, RealClock):
            self._clock.skew = self._pymoos.time() - self._pymoos.local_time()

    # --- the watcher ----------------------------------------------------------------------------------

    def _watch(self) -> None:
        inquiry: Inquiry | None = None
        try:
            while not self._refused_reason:
                if self._stop.wait(IDLE_PERIOD if inquiry and inquiry.age > IDLE_AFTER else WATCH_PERIOD):
                    return
                connection = self._connections
                if self._comms.is_connected():
                    if inquiry is not None:
                        inquiry.close()
                        inquiry = None
                    self._correct(self._comms)
                    self._listen()
                    continue
                self._disconnected(connection)
                if inquiry is None:
                    inquiry = Inquiry(self._name, self._host, self._port, self._clock)
                self._judge(inquiry)
        except Exception as error:
            self._problem = f"the watcher of {self._name} failed: {error}"
        finally:
            if inquiry is not None:
                inquiry.close()

    def _listen(self) -> None:
        """Check a connection: the MOOSDB answers a heartbeat each second. libMOOS does not read during a callback."""
        heard, now = self._comms.get_number_bytes_read(), real_time.monotonic()
        if heard != self._heard or not self._up or self._calling:
            self._heard, self._heard_at = heard, now
        elif now - self._heard_at > RECEIVE_TIMEOUT:
            self._disconnected()
            self._problem = f"the MOOSDB at {self._host}:{self._port} was silent for too long"
            self._restart()

    def _restart(self) -> None:
        old, self._comms = self._comms, None
        self._shut(old)
        del old
        with self._lock:
            if not self._stop.is_set():
                self._start()

    def _judge(self, inquiry: Inquiry) -> None:
        """Without a connection: find out why and what to do."""
        inquiry.ask()
        self._problem = inquiry.problem or self._problem
        if inquiry.name_taken and not self._comms.is_connected():
            reason = f'A client of this name ("{self._name}") already exists'
            self._problem = f"the MOOSDB refused the name {self._name}: {reason}"
            # after a broken connection the name may still be held by our own previous connection
            if self._connections == 0 or inquiry.age > REFUSAL_GRACE:
                with self._changed:
                    self._refused_reason = reason
                    self._changed.notify_all()
        # libMOOS stops trying by ending its sending thread; closing a client that is about to connect may end the
        # process
        gave_up = not self._threads <= _threads() if self._threads else inquiry.answered_for > RESTART_AFTER
        rested = real_time.monotonic() - self._started_at > PROBE_AFTER
        if rested and (gave_up or inquiry.answered_for > STUCK_AFTER) and not self._comms.is_connected():
            inquiry.restart()
            self._restart()


def _threads() -> set[int]:
    """Threads of this process that are not Python's; none where the system does not list them."""
    with contextlib.suppress(OSError):
        everybody = {int(entry.name) for entry in Path("/proc/self/task").iterdir()}
        return everybody - {thread.native_id or 0 for thread in threading.enumerate()}
    return set()
