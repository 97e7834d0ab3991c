"""What the database knows of one variable and of one client (laws/wire 8)."""

from __future__ import annotations

import math

from usimmarine_py.wire.codec import (
    DOUBLE,
    NO_ID,
    NOT_SET,
    NOTIFY,
    UNUSED,
    WireMessage,
    encode_message,
)
from usimmarine_py.wire.limits import MAX_REPORTS, MIN_MESSAGE_LENGTH
from usimmarine_py.wire.patterns import Wildcard

#: The write frequency is updated at most this often, MOOS s, and forgotten after a pause of ten seconds.
FREQUENCY_PERIOD = 0.5
FREQUENCY_PAUSE = 10.0


class Held:
    """A message on its way to clients; encoded at most once however many there are."""

    __slots__ = ("_raw", "message", "size")

    def __init__(self, message: WireMessage) -> None:
        self.message = message
        self._raw: bytes | None = None
        #: About the bytes it will take; names are counted in characters.
        self.size = (
            MIN_MESSAGE_LENGTH
            + len(message.src)
            + len(message.src_aux)
            + len(message.community)
            + len(message.key)
            + len(message.string_val)
        )

    def encoded(self) -> bytes:
        """The bytes of the message."""
        if self._raw is None:
            self._raw = encode_message(self.message)
        return self._raw


class Subscription:
    """One client's interest in one variable."""

    __slots__ = ("interval", "last")

    def __init__(self, interval: float) -> None:
        #: Minimum gap between two deliveries, MOOS s by the database's clock.
        self.interval = 0.0 if math.isnan(interval) else interval
        #: Database time of the last delivery.
        self.last = -math.inf

    def due(self, now: float) -> bool:
        """Whether a post is to be delivered now (also after the clock was set back)."""
        return self.interval <= 0.0 or now - self.last >= self.interval or now < self.last


class Variable:
    """A variable: never deleted, at most cleared. ``data_type`` is ``~`` until it is written."""

    __slots__ = (
        "_burst",
        "_burst_start",
        "community",
        "data_type",
        "frequency",
        "key",
        "number",
        "row",
        "src",
        "src_aux",
        "subscribers",
        "text",
        "time",
        "writes",
        "written",
    )

    def __init__(self, key: str, data_type: bytes = NOT_SET, src: str = "", written: float = UNUSED) -> None:
        self.key = key
        self.data_type = data_type
        self.number = UNUSED
        self.text = b""
        self.time = UNUSED
        self.written = written  #: database time of the last write
        self.src = src
        self.src_aux = ""
        self.community = ""
        self.writes = 0
        self.frequency = 0.0  #: Hz, exponential average
        self.subscribers: dict[str, Subscription] = {}
        self.row: str | None = None  #: its line of DB_VARSUMMARY, None when it has to be made anew
        self._burst = 0
        self._burst_start = written

    def store(self, message: WireMessage, now: float) -> None:
        """Take the value and the origin of a post."""
        if message.data_type == DOUBLE:
            self.number = message.double_val
        else:
            self.text = message.string_val
        self.data_type = message.data_type
        self.time = message.time
        self.written = now
        self.src = message.src
        self.src_aux = message.src_aux
        self.community = message.community
        self.row = None
        self.writes += 1
        self._burst += 1
        gap = now - self._burst_start
        if gap > FREQUENCY_PERIOD or gap < 0.0:
            self.frequency = 0.5 * self.frequency + 0.5 * self._burst / gap if 0.0 < gap <= FREQUENCY_PAUSE else 0.0
            self._burst, self._burst_start = 0, now

    def clear(self, data_type: bytes) -> None:
        """Forget value and origin, keep the subscribers."""
        subscribers = self.subscribers
        self.__init__(self.key, data_type)  # type: ignore[misc]
        self.subscribers = subscribers

    def current(self, ident: int = NO_ID, time: float | None = None, aux: float = UNUSED) -> WireMessage:
        """The value as the message that a new subscriber gets."""
        return WireMessage(
            ident,
            NOTIFY,
            self.data_type,
            self.src,
            self.src_aux,
            self.community,
            self.key,
            self.time if time is None else time,
            self.number if self.data_type == DOUBLE else UNUSED,
            aux,
            b"" if self.data_type == DOUBLE else self.text,
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
        """Take one measurement; one that is not finite is a client's nonsense and left out."""
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
    """A connected client: its mode, its held mail, what it is subscribed to."""

    __slots__ = ("_reported", "asynchronous", "consolidation", "held", "held_bytes", "latency", "name", "patterns",
                 "subscribed", "suppressed")  # fmt: skip

    def __init__(self, name: str, asynchronous: bool, consolidation: float) -> None:
        self.name = name
        self.asynchronous = asynchronous
        self.consolidation = consolidation  #: s, told to the client with each heartbeat
        self.held: list[Held] = []
        self.held_bytes = 0
        self.patterns: list[Wildcard] = []
        self.subscribed: set[str] = set()
        self.latency = Latency()
        self.suppressed = 0  #: incidents not reported
        self._reported: set[str] = set()

    def hold(self, mail: Held) -> None:
        """Keep mail until something releases it."""
        self.held.append(mail)
        self.held_bytes += mail.size

    def release(self) -> list[Held]:
        """All held mail, in posting order; none is left."""
        mail, self.held, self.held_bytes = self.held, [], 0
        return mail

    def first_time(self, incident: str) -> bool:
        """True when ``incident`` should be reported: not yet reported, and not too many before it."""
        if incident in self._reported or len(self._reported) >= MAX_REPORTS:
            self.suppressed += 1
            return False
        self._reported.add(incident)
        return True
