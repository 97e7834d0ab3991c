"""The records of the database for one variable and for one client (laws/wire 8)."""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable, Iterator

from usimmarine_py.errors import NameRefusedError
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
    encode_text,
    split_message,
)
from usimmarine_py.wire.limits import MAX_CLIENT_NAME_LENGTH, MAX_REPORTS
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
    """A variable. ``data_type`` is ``~`` until it is written."""

    __slots__ = (
        "_body",
        "_burst",
        "_burst_start",
        "_envelope",
        "at_once",
        "creator",
        "data_type",
        "frequency",
        "key",
        "now_and_then",
        "removed",
        "row",
        "size",
        "writer",
        "writes",
        "written",
    )

    def __init__(self, key: str, data_type: bytes = NOT_SET, src: str = "", written: float = UNUSED) -> None:
        self.key = key
        self.creator: Client | None = None  #: whose first post or subscription made it; None: the database itself
        self.writer: Client | None = None  #: the connection of the last post
        self.removed = False
        #: Of subscribers without an interval, what takes each post.
        self.at_once: dict[Client, Callable[[bytes], None]] = {}
        #: The other subscriptions.
        self.now_and_then: dict[Client, ClientSubscription] = {}
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

    def subscribe(self, client: Client, interval: float) -> ClientSubscription | None:
        """Subscribe a client with a minimum gap of ``interval`` (MOOS s); None if it gets every post."""
        subscription = ClientSubscription(interval)
        if subscription.interval > 0.0:
            self.at_once.pop(client, None)
            self.now_and_then[client] = subscription
            return subscription
        self.now_and_then.pop(client, None)
        self.at_once[client] = client.hold
        return None

    def unsubscribe(self, client: Client) -> None:
        """Remove the subscription of a client."""
        if self.at_once.pop(client, None) is None:
            self.now_and_then.pop(client, None)

    @property
    def subscribers(self) -> dict[str, float]:
        """The interval (MOOS s) of each subscription by the name of its client."""
        every = dict.fromkeys((client.name for client in self.at_once if not client.gone), 0.0)
        return every | {client.name: one.interval for client, one in self.now_and_then.items() if not client.gone}

    @property
    def is_read(self) -> bool:
        """Whether there is a subscription."""
        return bool(self.at_once or self.now_and_then)

    @property
    def is_abandoned(self) -> bool:
        """Whether no client reads it and the one that wrote it last, or made it, has left."""
        owner = self.writer or self.creator
        return owner is not None and owner.gone and not self.is_read

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


#: What no name has: it would be shown as another one, or as two.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def check_client_name(name: str) -> None:
    """Raise ``NameRefusedError`` for a name that no client can have."""
    if not name:
        raise NameRefusedError(name, "A client needs a name")
    if _CONTROL.search(name):
        raise NameRefusedError(name, "A client name has no control characters and marks of writing direction")
    if len(encode_text(name)) > MAX_CLIENT_NAME_LENGTH:
        raise NameRefusedError(name, f"A client name has at most {MAX_CLIENT_NAME_LENGTH} bytes")


class Client:
    """A connected client: its mode, its held mail, its subscriptions, what it takes of the database's memory."""

    __slots__ = (
        "_reported", "_weighed", "_weight", "address", "asynchronous", "consolidation", "created", "current", "gone",
        "held", "hold", "latency", "name", "patterns", "replies", "stored", "subscribed", "work",
    )  # fmt: skip

    def __init__(self, name: str, asynchronous: bool, consolidation: float, address: str = "") -> None:
        self.name = name
        self.address = address  #: address that it connects from; empty if unknown
        self.asynchronous = asynchronous
        self.consolidation = consolidation  #: s, sent to the client with each heartbeat
        #: Mail held until it is released, in posting order; always the same list.
        self.held: list[bytes] = []
        self.hold = self.held.append  #: the same for all subscriptions, of which there are thousands
        #: Variables of which it gets every post and whose newest value is in the held mail.
        self.current: set[str] = set()
        self.replies: list[bytes] = []  #: to requests, sent behind the held mail
        self._weighed = self._weight = 0
        self.patterns: list[Wildcard] = []
        self.subscribed: set[str] = set()
        self.latency = Latency()
        self.gone = False  #: it has left
        self.created = 0  #: variables that it made
        self.stored = 0  #: bytes of the values that it wrote last
        #: What was begun for it and is continued later: each step yields after a portion.
        self.work: deque[Iterator[None]] = deque()
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
        self.current.clear()
        self._weighed = self._weight = 0
        return mail

    def first_time(self, incident: str) -> bool:
        """True when ``incident`` should be reported: it is new, and there were not too many before it."""
        if incident in self._reported or len(self._reported) >= MAX_REPORTS:
            return False
        self._reported.add(incident)
        return True
