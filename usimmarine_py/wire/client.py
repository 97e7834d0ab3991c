"""The client side of a connection (laws/wire 5, 6.1, 6.3, 10.3, 15.1), over any number of reconnections.

Three times are passed in, never read: ``real`` (monotonic real seconds, for time-outs and pacing), ``local``
(unix time times warp) and, with each post, its MOOS time (local time plus ``skew``).
"""

from __future__ import annotations

import enum
import math
import struct
from collections.abc import Collection, Sequence
from typing import NamedTuple

from usimmarine_py.errors import LocalProtocolError, RemoteProtocolError
from usimmarine_py.wire.codec import (
    BINARY,
    DATA,
    DOUBLE,
    NOTIFY,
    POISON,
    PROTOCOL_STRING,
    REGISTER,
    REQUEST_ID,
    SERVER_REQUEST,
    STRING,
    TIMING,
    UNREGISTER,
    UNUSED,
    VALUE_TYPES,
    WILDCARD_REGISTER,
    WILDCARD_UNREGISTER,
    Envelope,
    PacketReader,
    WireMessage,
    build_message,
    encode_envelope,
    encode_message,
    encode_packet,
    encode_text,
    join_packet,
)
from usimmarine_py.wire.limits import (
    MAX_CLIENT_NAME_LENGTH,
    MAX_CONSOLIDATION,
    MAX_MESSAGE_LENGTH,
    MAX_OUTBOX_BYTES,
    MAX_OUTBOX_MESSAGES,
    MAX_PACKET_LENGTH,
    MAX_WARP_DELAY_FACTOR,
    PACKET_HEADER_LENGTH,
    TIMING_PERIOD,
    WARP_DELAY_FACTOR,
)
from usimmarine_py.wire.patterns import Wildcard, format_wildcard
from usimmarine_py.wire.queues import Outbox
from usimmarine_py.wire.rows import RowEncoder

#: Largest id (32 bit); the counter restarts at 0 after it.
_LAST_ID = 0x7FFFFFFF
_TIMING_KEY = "_async_timing"
#: Sets of variables whose layout is kept; a vehicle has one or two.
MAX_KNOWN_ROWS = 32


class LinkState(enum.Enum):
    """The state of the connection."""

    DOWN = "not connected"
    GREETING = "shaking hands"
    UP = "connected"
    REFUSED = "name refused"


class Welcomed(NamedTuple):
    """Event: the handshake succeeded; register now."""

    community: str
    asynchronous: bool


class Refused(NamedTuple):
    """Event: the database refused the name and is closing the connection."""

    reason: str


class Received(NamedTuple):
    """Event: mail and replies to server requests, in order."""

    messages: list[WireMessage]


Event = Welcomed | Refused | Received


class ClientCore:
    """An asynchronous client without its socket.

    Args:
        name: the client name.
        warp: time warp, for the pause after each packet.
        host_name: of this machine, to be compared with the database's; empty leaves the clock correction on.
        correct_clock: False switches the clock correction off.
        delay_factor: ``--moos_tw_delay_factor``, 0 to 10.

    Raises:
        LocalProtocolError: a name that the built-in MOOSDB would refuse.
    """

    def __init__(
        self,
        name: str,
        *,
        warp: float = 1.0,
        host_name: str = "",
        correct_clock: bool = True,
        delay_factor: float = WARP_DELAY_FACTOR,
    ) -> None:
        if not name or len(encode_text(name)) > MAX_CLIENT_NAME_LENGTH:
            raise LocalProtocolError(f"a client name has 1 to {MAX_CLIENT_NAME_LENGTH} bytes, not {len(name)}")
        if not 0.0 <= delay_factor <= MAX_WARP_DELAY_FACTOR:
            raise LocalProtocolError(f"time warp delay factor {delay_factor!r} is outside 0 to {MAX_WARP_DELAY_FACTOR}")
        self.name = name
        self._warp_delay = warp * delay_factor / 1000.0 if warp > 1.0 else 0.0
        self._host_name = host_name
        self._correct_clock = correct_clock
        self.link = LinkState.DOWN
        self.community = ""
        self.welcomed_at = math.nan  #: the database's local time at the last welcome, MOOS s
        #: MOOS s to add to the local time.
        self.skew = 0.0
        self.registrations: dict[str, float] = {}
        self.wildcards: dict[tuple[str, str], float] = {}
        self.outbox = Outbox(MAX_OUTBOX_MESSAGES, MAX_OUTBOX_BYTES)
        self._ids = 0
        self._renewed: set[str | tuple[str, str]] = set()
        self._reader = PacketReader()
        self.correcting = False  #: the database runs on another host, so its clock is used
        self._first_packet = True
        self._last_timing = -math.inf
        self._next_packet_at = -math.inf
        self._consolidation = 0.0
        self._rows: dict[tuple[tuple[str, ...], str], RowEncoder] = {}
        self._own: Collection[str] = ()  # variables whose own numbers are skipped
        self._skipped: frozenset[bytes] = frozenset()  # the same as envelopes

    # --- the connection -------------------------------------------------------------------------------

    def begin(self, local: float) -> bytes:
        """Begin a connection; return the bytes to send first (protocol string and handshake in one write)."""
        self.link = LinkState.GREETING
        self.skew = 0.0
        self._reader = PacketReader()
        self._first_packet = True
        self._last_timing = self._next_packet_at = -math.inf
        self._consolidation = 0.0
        self._renewed.clear()
        greeting = WireMessage(
            msg_type=DATA, data_type=STRING, key="asynchronous", time=local, string_val=encode_text(self.name)
        )
        return PROTOCOL_STRING + encode_packet([greeting])

    def lost(self) -> None:
        """End the connection: unsent posts are dropped; registrations are repeated after the next welcome."""
        if self.link is not LinkState.REFUSED:
            self.link = LinkState.DOWN
        self.outbox.clear()

    def receive(self, data: bytes, local: float) -> list[Event]:
        """Process received bytes and return their events.

        Raises:
            RemoteProtocolError: the other end is no MOOSDB; close the connection.
        """
        self._reader.feed(data)
        events: list[Event] = []
        while self.link is not LinkState.REFUSED and (parts := self._reader.next_parts()) is not None:
            skipped = self._skipped
            messages = [build_message(part) for part in parts if part[1] not in skipped]
            if self.link is LinkState.GREETING:
                events.append(self._greeted(messages))
                del messages[:1]
            elif messages and messages[0].msg_type == TIMING:
                self._timing(messages[0], local)
                self._first_packet = False
            else:
                self._first_packet = False
            mail = [
                m for m in messages if m.msg_type == NOTIFY and (m.data_type in VALUE_TYPES or m.ident == REQUEST_ID)
            ]
            if mail:
                events.append(Received(mail))
        return events

    def _greeted(self, messages: list[WireMessage]) -> Event:
        if not messages:
            raise RemoteProtocolError("the MOOSDB answered the handshake with an empty packet")
        answer = messages[0]
        if answer.msg_type == POISON:
            self.link = LinkState.REFUSED
            return Refused(answer.text)
        self.link = LinkState.UP
        self.community = answer.community
        self.skip_own(self._own)
        self.welcomed_at = answer.time
        fields = dict(part.strip().partition("=")[::2] for part in answer.src_aux.split(","))
        host = fields.get("hostname", "")
        self.correcting = self._correct_clock and (not host or host != self._host_name)
        if self.correcting and math.isfinite(answer.double_val):
            self.skew = answer.double_val
        return Welcomed(answer.community, answer.text.lower() == "asynchronous")

    def _timing(self, echo: WireMessage, local: float) -> None:
        pause = echo.double_aux
        self._consolidation = min(pause, MAX_CONSOLIDATION) if pause > 0.0 else 0.0
        if not self.correcting or self._first_packet:
            return
        offset = ((echo.double_val - local) + (echo.double_val - echo.time)) / 2.0
        if math.isfinite(offset):
            self.skew = offset if self.skew == 0.0 else 0.9 * self.skew + 0.1 * offset

    def skip_own(self, variables: Collection[str]) -> None:
        """Leave the client's own numbers of these variables out of what ``receive`` returns, from now on."""
        self._own = variables
        self._skipped = frozenset(
            encode_envelope(Envelope(NOTIFY, DOUBLE, self.name, "", self.community, name)) for name in variables
        )

    # --- output ---------------------------------------------------------------------------------------

    def notify(
        self,
        key: str,
        value: float | str | bytes,
        time: float,
        source_aux: str = "",
        source: str | None = None,
        community: str = "",
    ) -> bool:
        """Queue a post. Return False, and drop it, while not connected or for an empty name.

        ``community``: of the post, where it was forwarded; empty: the MOOSDB's.

        Raises:
            LocalProtocolError: longer than a message may be.
        """
        if self.link is not LinkState.UP or not key:
            return False
        number, text, data_type = UNUSED, b"", DOUBLE
        if isinstance(value, str):
            text, data_type = encode_text(value), STRING
        elif isinstance(value, bytes | bytearray | memoryview):
            text, data_type = bytes(value), BINARY
        else:
            number = float(value)
        src = self.name if source is None else source
        message = WireMessage(
            self._next_id(), NOTIFY, data_type, src, source_aux, community, key, time, number, UNUSED, text
        )  # fmt: skip
        raw = encode_message(message)
        if len(raw) > MAX_MESSAGE_LENGTH:
            raise LocalProtocolError(f"{key}: {len(raw)} bytes are more than the {MAX_MESSAGE_LENGTH} of a message")
        self.outbox.push(raw, posts=1)
        return True

    def notify_together(
        self, keys: tuple[str, ...], time: float, values: Sequence[float | str | bytes], source: str = ""
    ) -> bool:
        """Queue posts that bear the same time and leave together; False, and nothing done, where it takes ``notify``
        for each."""
        first, following = self._ids, self._ids + len(keys)
        if self.link is not LinkState.UP or following > _LAST_ID:
            return False
        row = self._rows.get((keys, source))
        if row is None:
            if not all(keys):
                return False
            if len(self._rows) >= MAX_KNOWN_ROWS:
                self._rows.clear()
            row = self._rows[keys, source] = RowEncoder(source or self.name, keys)
        try:
            raw = row.encode(first, time, values)
        except struct.error:  # bytes among them
            return False
        if len(raw) > MAX_MESSAGE_LENGTH:
            return False
        self._ids = following
        self.outbox.push(raw, posts=len(keys))
        return True

    def register(self, key: str, interval: float, time: float) -> bool:
        """Subscribe, now or after the next welcome; False for an empty name."""
        if not key:
            return False
        self.registrations[key] = interval
        if self.link is LinkState.UP:
            self._renewed.add(key)
            self._control(
                WireMessage(self._next_id(), REGISTER, DOUBLE, self.name, key=key, time=time, double_val=interval)
            )
        return True

    def unregister(self, key: str, time: float) -> bool:
        """Drop a subscription; False for an empty name."""
        if not key:
            return False
        self.registrations.pop(key, None)
        if self.link is LinkState.UP:
            self._control(
                WireMessage(self._next_id(), UNREGISTER, DOUBLE, self.name, key=key, time=time, double_val=0.0)
            )
        return True

    def register_wildcard(self, variables: str, sources: str, interval: float, time: float) -> bool:
        """Subscribe by pattern; False for an empty pattern or one with a comma, which the format cannot carry."""
        if not self._sound(variables, sources):
            return False
        self.wildcards[variables, sources] = interval
        if self.link is LinkState.UP:
            self._renewed.add((variables, sources))
            self._wildcard(WILDCARD_REGISTER, Wildcard(sources, variables, interval), time)
        return True

    def unregister_wildcard(self, variables: str, sources: str, time: float) -> bool:
        """Drop the subscriptions to all variables that match; the MOOSDB keeps the pattern for new ones."""
        if not self._sound(variables, sources):
            return False
        self.wildcards.pop((variables, sources), None)
        if self.link is LinkState.UP:
            self._wildcard(WILDCARD_UNREGISTER, Wildcard(sources, variables), time)
        return True

    def request(self, what: str, time: float) -> bool:
        """Queue a server request (ALL, VAR_SUMMARY, PROC_SUMMARY, DB_CLEAR); replies are mail with id -2."""
        if self.link is not LinkState.UP:
            return False
        self._control(WireMessage(REQUEST_ID, SERVER_REQUEST, STRING, self.name, key=what, time=time))
        return True

    def renew(self, time: float) -> None:
        """Queue, after a welcome, every kept registration that has not been made since."""
        for key, interval in list(self.registrations.items()):
            if key not in self._renewed:
                self.register(key, interval, time)
        for (variables, sources), interval in list(self.wildcards.items()):
            if (variables, sources) not in self._renewed:
                self.register_wildcard(variables, sources, interval, time)

    @staticmethod
    def _sound(variables: str, sources: str) -> bool:
        return bool(variables) and bool(sources) and "," not in variables and "," not in sources

    def _wildcard(self, msg_type: bytes, wildcard: Wildcard, time: float) -> None:
        text = encode_text(format_wildcard(wildcard))
        self._control(
            WireMessage(self._next_id(), msg_type, STRING, self.name, key=self.name, time=time, string_val=text)
        )

    def _control(self, message: WireMessage) -> None:
        self.outbox.push(encode_message(message), posts=0)

    def _next_id(self) -> int:
        # the first id is 0; reconnections do not reset the counter
        ident = self._ids
        self._ids = 0 if ident == _LAST_ID else ident + 1
        return ident

    # --- pacing ---------------------------------------------------------------------------------------

    @property
    def _pause(self) -> float:
        return max(self._consolidation, self._warp_delay)

    def due(self, grace: float = 0.0) -> float:
        """Real time at which ``next_packet`` should be called; infinite while not connected.

        ``grace`` (s): how late a packet with only a heartbeat may be.
        """
        if self.link is not LinkState.UP:
            return math.inf
        if self.outbox:
            return self._next_packet_at
        return max(self._next_packet_at, self._last_timing + TIMING_PERIOD + grace)

    def next_packet(self, real: float, local: float, *, hurry: bool = False) -> bytes:
        """The packet to send at this time; empty when there is none. ``hurry`` skips the pause."""
        if self.link is not LinkState.UP or (real < self._next_packet_at and not hurry):
            return b""
        heartbeat = b""
        if real - self._last_timing >= TIMING_PERIOD:
            self._last_timing = real
            heartbeat = encode_message(WireMessage(msg_type=TIMING, key=_TIMING_KEY, time=local, double_val=0.0))
        count, parts = self.outbox.take(MAX_PACKET_LENGTH - PACKET_HEADER_LENGTH - len(heartbeat))
        if heartbeat:
            count, parts = count + 1, [heartbeat, *parts]
        if not parts:
            return b""
        self._next_packet_at = real + self._pause
        return join_packet(parts, count)
