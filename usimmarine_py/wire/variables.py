"""The records of the database for one variable and for one client (laws/wire 8)."""

from __future__ import annotations

import math
from collections.abc import Callable

from usimmarine_py.wire.codec import (
    BODY_LENGTH,
    DOUBLE,
    NO_ID,
    NOT_SET,
    NOTIFY,
    UNUSED,
    Envelope,
    WireMessage,
    decode_numbers,
    encode_message,
    split_message,
)
from usimmarine_py.wire.limits import MAX_REPORTS
from usimmarine_py.wire.patterns import Wildcard

#: The write frequency is updated at most this often, MOOS s, and forgotten after a pause of ten seconds.
FREQUENCY_PERIOD = 0.5
FREQUENCY_PAUSE = 10.0
#: The last part of a message without a value.
_NO_VALUE = split_message(encode_message(WireMessage()))[2]


class ClientSubscription:
    """The subscription of one client to one variable."""

    __slots__ = ("interval", "last")

    def __init__(self, interval: float) -> None:
        #: Minimum gap between two deliveries, MOOS s by the database's clock.
        self.interval = 0.0 if math.isnan(interval) else interval
        #: Database time of the last delivery.
        self.last = -math.inf

    def due(self, now: float) -> bool:
        """Whether a post shall be delivered now (also after the clock was set back)."""
        return self.interval <= 0.0 or now - self.last >= self.interval or now < self.last


class StoredVariable:
    """A variable: never deleted, at most cleared. ``data_type`` is ``~`` until it is written."""

    __slots__ = (
        "_body",
        "_burst",
        "_burst_start",
        "_envelope",
        "_holds",
        "at_once",
        "data_type",
        "frequency",
        "key",
        "now_and_then",
        "row",
        "size",
        "subscribers",
        "writes",
        "written",
    )

    def __init__(self, key: str, data_type: bytes = NOT_SET, src: str = "", written: float = UNUSED) -> None:
        self.key = key
        self.subscribers: dict[str, ClientSubscription] = {}
        self._holds: dict[str, Callable[[bytes], None]] = {}
        #: Receivers of each post for subscribers without an interval.
        self.at_once: list[Callable[[bytes], None]] = []
        #: The other subscriptions, with their receivers.
        self.now_and_then: list[tuple[ClientSubscription, Callable[[bytes], None]]] = []
        self._forget(data_type, src, written)

    def _forget(self, data_type: bytes, src: str, written: float) -> None:
        self.data_type = data_type
        self.written = written  #: database time of the last write
        self.writes = 0
        self.frequency = 0.0  #: Hz, exponential average
        self.size = 0  #: bytes of the text of the last write
        self.row: str | None = None  #: its line of DB_VARSUMMARY; None when it must be rebuilt
        self._envelope = Envelope(NOTIFY, data_type, src, "", "", self.key)
        self._body = _NO_VALUE
        self._burst = 0
        self._burst_start = written

    def store(self, envelope: Envelope, body: bytes, now: float) -> None:
        """Store the value and the origin of a post."""
        self._envelope = envelope
        self._body = body
        self.data_type = envelope.data_type
        self.size = len(body) - BODY_LENGTH
        self.written = now
        self.row = None
        self.writes += 1
        self._burst += 1
        gap = now - self._burst_start
        if gap > FREQUENCY_PERIOD or gap < 0.0:
            self.frequency = 0.5 * self.frequency + 0.5 * self._burst / gap if 0.0 < gap <= FREQUENCY_PAUSE else 0.0
            self._burst, self._burst_start = 0, now

    def clear(self, data_type: bytes) -> None:
        """Clear value and origin, keep the subscribers."""
        self._forget(data_type, "", UNUSED)

    def subscribe(self, name: str, interval: float, hold: Callable[[bytes], None]) -> ClientSubscription:
        """Subscribe client ``name`` with a minimum gap of ``interval`` (MOOS s); ``hold`` receives the posts."""
        known = name in self.subscribers
        subscription = self.subscribers[name] = ClientSubscription(interval)
        self._holds[name] = hold
        if known:
            self._sort()
        elif subscription.interval <= 0.0:
            self.at_once.append(hold)
        else:
            self.now_and_then.append((subscription, hold))
        return subscription

    def unsubscribe(self, name: str) -> None:
        """Remove the subscription of client ``name``."""
        subscription = self.subscribers.pop(name, None)
        if subscription is None:
            return
        hold = self._holds.pop(name)
        if subscription.interval <= 0.0:
            self.at_once.remove(hold)
        else:
            self._sort()

    def _sort(self) -> None:
        found = [(subscription, self._holds[name]) for name, subscription in self.subscribers.items()]
        self.at_once = [hold for subscription, hold in found if subscription.interval <= 0.0]
        self.now_and_then = [pair for pair in found if pair[0].interval > 0.0]

    @property
    def src(self) -> str:
        """The last writer; empty if there is none."""
        return self._envelope.src

    @property
    def number(self) -> float:
        """The value of a variable of type D."""
        return decode_numbers(self._body)[1] if self.data_type == DOUBLE else UNUSED

    @property
    def text(self) -> bytes:
        """The value of a variable of another type."""
        return b"" if self.data_type == DOUBLE else self._body[BODY_LENGTH:]

    def current(self) -> bytes:
        """The message with the current value for a new subscriber."""
        return self.answer(NO_ID, decode_numbers(self._body)[0], UNUSED)

    def answer(self, ident: int, time: float, aux: float) -> bytes:
        """The message with the current value, with this id, time and auxiliary number."""
        envelope = self._envelope
        return encode_message(
            WireMessage(
                ident,
                NOTIFY,
                self.data_type,
                envelope.src,
                envelope.src_aux,
                envelope.community,
                self.key,
                time,
                self.number,
                aux,
                self.text,
            )
        )


class Latency:
    """Latencies of one client's heartbeats, ms (the content of DB_QOS)."""

    __slots__ = ("count", "maximum", "mean", "minimum", "recent")

    #: Before this many heartbeats the recent and the mean value are shown as 0.
    SHOWN_FROM = 5

    def __init__(self) -> None:
        self.count = 0
        self.recent = self.maximum = self.mean = 0.0
        self.minimum = 1e9

    def add(self, milliseconds: float) -> None:
        """Add one measurement; a value that is not finite comes from a faulty client and is ignored."""
        if not math.isfinite(milliseconds):
            return
        self.count += 1
        self.recent = milliseconds
        self.maximum = max(self.maximum, milliseconds)
        self.minimum = min(self.minimum, milliseconds)
        self.mean += (milliseconds - self.mean) / self.count

    def text(self) -> str:
        """``recent:max:min:avg``."""
        shown = self.count >= self.SHOWN_FROM
        recent, mean = (self.recent, self.mean) if shown else (0.0, 0.0)
        return f"{recent:g}:{self.maximum:g}:{self.minimum:g}:{mean:g}"


class Client:
    """A connected client: its mode, its held mail, its subscriptions."""

    __slots__ = ("_reported", "_weighed", "_weight", "address", "asynchronous", "consolidation", "held", "hold",
                 "latency", "name", "patterns", "subscribed", "suppressed")  # fmt: skip

    def __init__(self, name: str, asynchronous: bool, consolidation: float, address: str = "") -> None:
        self.name = name
        self.address = address  #: address that it connects from; empty if unknown
        self.asynchronous = asynchronous
        self.consolidation = consolidation  #: s, sent to the client with each heartbeat
        #: Mail held until it is released, in posting order; always the same list.
        self.held: list[bytes] = []
        self.hold = self.held.append  #: the same for all subscriptions, of which there are thousands
        self._weighed = self._weight = 0
        self.patterns: list[Wildcard] = []
        self.subscribed: set[str] = set()
        self.latency = Latency()
        self._reported: set[str] = set()

    def held_bytes(self) -> int:
        """Bytes of the held mail; each message is measured only once."""
        self._weight += sum(map(len, self.held[self._weighed :]))
        self._weighed = len(self.held)
        return self._weight

    def release(self) -> list[bytes]:
        """Take all held mail, in posting order."""
        mail = self.held.copy()
        self.held.clear()
        self._weighed = self._weight = 0
        return mail

    def first_time(self, incident: str) -> bool:
        """True when ``incident`` should be reported: it is new, and there were not too many before it."""
        if incident in self._reported or len(self._reported) >= MAX_REPORTS:
            return False
        self._reported.add(incident)
        return True
