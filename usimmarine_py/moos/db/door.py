"""The door of a community that plays on an in-memory bus: its MOOSDB for everybody else.

The bus is the one truth. What is posted on it is encoded only where a client of the door subscribes; what a client
posts goes to the bus, which delivers it to the programs inside and, through the same reader, to the other clients.
``Door`` has no thread: the loop of the community serves it between two ticks, with ``serve`` when its ``fileno`` is
readable and ``flush`` after ticks. The clock of the bus is the time of everything that enters.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable, Collection, Iterator, Sequence

from usimmarine_py.errors import NameRefusedError
from usimmarine_py.moos.db.options import DbOptions
from usimmarine_py.moos.db.server import MoosDb
from usimmarine_py.moos.transport.lockstep import LockstepBus, LockstepComms, Mail
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape
from usimmarine_py.wire.codec import (
    BINARY,
    BODY_LENGTH,
    DOUBLE,
    NO_ID,
    NOT_SET,
    NOTIFY,
    STRING,
    UNUSED,
    WILDCARD_REGISTER,
    WILDCARD_UNREGISTER,
    Envelope,
    WireMessage,
    decode_numbers,
    encode_envelope,
    encode_text,
    packet_pieces,
)
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.limits import DB_PERIOD_MOOS, MAX_QUEUE_BYTES
from usimmarine_py.wire.patterns import Wildcard
from usimmarine_py.wire.routes import MAX_ROUTES, Route
from usimmarine_py.wire.store import NoSpace
from usimmarine_py.wire.variables import Client, StoredVariable

#: Everything of a message behind its envelope and before its text: time, number, auxiliary number, length of the text.
_BODY = struct.Struct("<dddi")
#: Values that are taken from the bus at a time where a client asks for all, some milliseconds.
SYNCED = 500
#: Summaries for display, of which the bus knows nothing: they stay at the door.
_SUMMARIES = ("DB_VARSUMMARY", "DB_RWSUMMARY", "DB_QOS")


class DoorCore(DbCore):
    """The rules of a MOOSDB for the clients of a door; the values are those of the bus.

    ``quiet``: variables whose posts steer nothing, such as requests for reports.
    """

    def __init__(
        self,
        bus: LockstepBus,
        *,
        start: float,
        warp: float,
        host_name: str = "",
        utc_offset: float = 0.0,
        consolidation: Sequence[tuple[str, float]] = (),
        report: Callable[[str, str], None] | None = None,
        quiet: Collection[str] = (),
    ) -> None:
        self._bus = bus
        self._quiet = quiet
        self.steered = 0  #: posts from outside that a program inside has read
        self._on_its_way: tuple[StoredVariable, Route, int, bytes] | None = None  # a post from outside, through the bus
        self._envelopes: dict[tuple[str, bytes, str, str, str], bytes] = {}
        self._members: dict[str, LockstepComms] = {}
        self._watched: dict[str, int] = {}  # variables that are read here; the bus's row that was seen last
        self._synced: dict[str, int] = {}  # all others; the bus's row that was looked up last
        self._synced_at = -1.0  #: the time (s) of the last request for all, whose values are those of the bus
        self._local = Client("", True, 0.0)  # who makes the variables of the programs inside
        self._reader = bus.listen_in(self)
        super().__init__(
            bus.community, start=start, warp=warp, host_name=host_name, utc_offset=utc_offset,
            consolidation=consolidation, report=report,
        )  # fmt: skip

    # -- clients

    @property
    def clients(self) -> list[str]:
        """Names of all clients, of the door and of the bus, newest first."""
        return self._bus.clients

    def admit(self, name: str, asynchronous: bool, stamp: float, now: float, address: str = "") -> WireMessage:
        """Admit a client, which becomes one of the bus, too. Raises ``NameRefusedError``."""
        if name in self._bus.clients and name not in self._clients:
            raise NameRefusedError(name, f'A client of this name ("{name}") already exists, in the community itself')
        welcome = super().admit(name, asynchronous, stamp, now, address)
        self._members[name] = self._bus.client(name)
        self._bus.join_from_outside(self._members[name])
        return welcome

    def leave(self, name: str, now: float) -> None:
        """Remove a client."""
        if (member := self._members.get(name)) is not None:
            self._bus.leave_from_outside(member)
            del self._members[name]
        super().leave(name, now)
        self._copy_patterns()

    def tell(self, event: str, now: float) -> None:
        """Tell those outside who read DB_EVENT what a program inside does: ``connected=NAME`` and the like."""
        variable = self._variables["DB_EVENT"]
        if variable.is_read:
            route, ident, body = self._encoded("DB_EVENT", event, now, self.name, "", self.community)
            super()._distribute(variable, route, ident, body, now)

    # -- from the bus: what its reader gets

    def append(self, mail: Mail) -> None:
        """Distribute a row of the bus among the clients that read it."""
        stamp, names, values, source, aux, community = mail
        now = self._bus.clock.now()
        on_its_way, self._on_its_way = self._on_its_way, None
        if on_its_way is not None and names == (on_its_way[0].key,):
            super()._distribute(*on_its_way, now)  # the bytes that came in go out again
            return
        for name, value in zip(names, values, strict=True):
            variable = self._variable(name, now)
            if variable is None:
                continue
            super()._distribute(variable, *self._encoded(name, value, stamp, source, aux, community), now)
            if not variable.is_read:
                self._watched.pop(name, None)
                self._bus.unregister(self._reader, name)

    def mail(self) -> Iterator[tuple[str, list[bytes]]]:
        """Yield what posts inside have left for each client; for others than these the next packet fetches it."""
        for client in list(self._clients.values()):  # what is written may end a connection
            if client.held:
                if client.asynchronous:
                    yield client.name, client.release()
                elif client.held_bytes() > MAX_QUEUE_BYTES:
                    self.overflowed.add(client.name)

    def _variable(self, name: str, now: float) -> StoredVariable | None:
        found = self._variables.get(name)
        if found is None:
            try:
                found = self._store.find(name, self._local, now)
            except NoSpace:  # inside there is room for it
                return None
        return found

    def _encoded(
        self, name: str, value: Value, stamp: float, source: str, aux: str, community: str
    ) -> tuple[Route, int, bytes]:
        kind = _kind(type(value))
        key = name, kind, source, aux, community
        envelope = self._envelopes.get(key)
        if envelope is None:
            if len(self._envelopes) >= MAX_ROUTES:
                self._envelopes.clear()
            envelope = self._envelopes[key] = encode_envelope(Envelope(NOTIFY, kind, source, aux, community, name))
        if isinstance(value, (str, bytes)):
            text = value if isinstance(value, bytes) else encode_text(value)
            return self._routes[envelope], NO_ID, _BODY.pack(stamp, UNUSED, UNUSED, len(text)) + text
        return self._routes[envelope], NO_ID, _BODY.pack(stamp, value, UNUSED, 0)

    # -- from outside to the bus

    def _distribute(self, variable: StoredVariable, route: Route, ident: int, body: bytes, now: float) -> None:
        envelope, bus = route.envelope, self._bus
        if envelope.key in _SUMMARIES and envelope.src == self.name:
            super()._distribute(variable, route, ident, body, now)
            return
        stamp, number, _ = decode_numbers(body)
        value: Value = number
        if envelope.data_type != DOUBLE:
            text = body[BODY_LENGTH:]
            value = text if envelope.data_type == BINARY else text.decode("utf-8", "surrogateescape")
        community = "" if envelope.community == bus.community else envelope.community
        shape = Shape((envelope.key,), envelope.src, community)
        at = bus.clock.now()
        self._on_its_way = variable, route, ident, body
        # a loop that is behind: no mail bears a time that is still to come
        bus.post_from_outside(shape, value, min(stamp, at), envelope.src_aux, at)
        self._on_its_way = None
        variable.size = len(body) - BODY_LENGTH  # as it was charged, though only the bus may keep the value
        if envelope.key not in self._quiet and bus.is_read_inside(envelope.key, self._reader):
            self.steered += 1

    def _find(self, client: Client, key: str, now: float) -> StoredVariable | None:
        variable = super()._find(client, key, now)
        if variable is not None and variable.data_type == NOT_SET and (known := self._bus.type_of(key)) is not None:
            variable.data_type = _kind(known)
        return variable

    # -- what is asked for: the current values are those of the bus

    def _sync(self, variable: StoredVariable, now: float) -> None:
        """Take the current value of a variable that no client here reads."""
        key = variable.key
        if key in self._watched or (found := self._bus.current(key)) is None:
            return
        number, (stamp, (name,), (value,), source, aux, community) = found
        if self._synced.get(key) != number:
            self._synced[key] = number
            route, _, body = self._encoded(name, value, stamp, source, aux, community)
            variable.store(route.envelope, body, now)

    def _sync_all(self, now: float) -> None:
        for key in self._bus.variables:
            if (variable := self._variable(key, now)) is not None:
                self._sync(variable, now)

    def _register(self, client: Client, variable: StoredVariable, interval: float, now: float) -> None:
        self._sync(variable, now)
        super()._register(client, variable, interval, now)
        if variable.is_read and variable.key not in self._watched:
            self._watched[variable.key] = 0
            self._synced.pop(variable.key, None)
            self._bus.follow(self._reader, variable.key)

    def _sync_in_portions(self, now: float) -> Iterator[None]:
        """Take all current values; yields after each portion, as 20,000 of them take half a second."""
        for count, key in enumerate([*self._bus.variables], 1):
            if (variable := self._variable(key, now)) is not None:
                self._sync(variable, now)
            if count % SYNCED == 0:
                yield
        self._synced_at = now

    def _subscribing(self, client: Client, message: WireMessage, now: float) -> None:
        super()._subscribing(client, message, now)
        if message.msg_type in (WILDCARD_REGISTER, WILDCARD_UNREGISTER):
            self._copy_patterns()

    def _register_all(self, client: Client, wildcard: Wildcard, now: float) -> Iterator[None]:
        yield from self._sync_in_portions(now)
        yield from super()._register_all(client, wildcard, now)

    def _copy_patterns(self) -> None:
        """Let the reader get what is new and fits a pattern of a client."""
        self._reader.patterns = {
            (one.variables, one.sources): 0.0 for client in self._clients.values() for one in client.patterns
        }

    def _answer(self, client: Client, request: WireMessage, now: float) -> Iterator[None]:
        yield from self._sync_in_portions(now)
        yield from super()._answer(client, request, now)

    def _publish_batch(self, now: float) -> None:
        """The bus posts the times and the clients; summaries are made where they are read."""
        self._last_batch = now
        if not self._bus.last_batch <= now <= self._bus.last_batch + 2.0 * DB_PERIOD_MOOS:  # nothing is posted there
            self._bus.post_from_outside(None, now, now, "", now)
        for key in _SUMMARIES:
            if self._variables[key].is_read:
                self._sync_all(now)
                if key == "DB_QOS":
                    self._post_latencies(now)
                else:
                    self._post_summary(key, now)

    def _refresh(self, variable: StoredVariable, now: float) -> None:
        if variable.key in ("DB_VARSUMMARY", "DB_RWSUMMARY"):
            if now != self._synced_at:
                self._sync_all(now)
            self._post_summary(variable.key, now)

    def _of(self, name: str) -> tuple[Collection[str], Collection[str]]:
        if name in self._clients:
            return super()._of(name)
        return self._bus.read_by(name), self._bus.posted_by(name)

    def _clear(self, now: float) -> None:
        """DB_CLEAR: forget the counts of the door; the values inside stay, where programs rely on them."""
        self._synced.clear()
        super()._clear(now)
        self._sync_all(now)


def _kind(of: type) -> bytes:
    return STRING if issubclass(of, str) else BINARY if issubclass(of, bytes) else DOUBLE


class Door(MoosDb):
    """The sockets of a ``DoorCore``, served by the loop that plays the bus. Raises in ``bind`` as ``MoosDb.start``."""

    _core: DoorCore

    def __init__(
        self, bus: LockstepBus, options: DbOptions, log: Callable[[str], None] | None = None,
        *, quiet: Collection[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(
            options.host, options.port, bus.community, options.warp, options.client_timeout, log,
            consolidation=options.consolidation,
        )  # fmt: skip
        self.bus = bus
        self._quiet = quiet
        self._is_open = False

    def bind(self) -> None:
        """Listen."""
        super().bind()
        self._is_open = True
        self.bus.on_member = self._member

    def close(self) -> None:
        """Send what is left, cut every connection and stop listening. Idempotent."""
        if self._is_open:
            self.flush()
            self._is_open = False
            self.bus.on_member = None
            self.shut()
            self._wake_out.close()

    def fileno(self) -> int:
        """Becomes readable when there is something to serve; -1 where the system has no such thing (Windows)."""
        number: Callable[[], int] = getattr(self._selector, "fileno", lambda: -1)
        return number()

    @property
    def busy(self) -> bool:
        """Whether received packets wait to be carried out."""
        return bool(self._backlog)

    @property
    def steered(self) -> int:
        """How many posts from outside a program inside has read."""
        return self._core.steered

    @property
    def members(self) -> list[str]:
        """Names of the clients of the door."""
        return list(self._peers)

    def flush(self) -> None:
        """Send what posts inside have left for clients."""
        if not self._peers:
            return
        core = self._core
        for name, mail in core.mail():
            peer = self._peers.get(name)
            if peer is None:
                continue
            if not peer.queue(packet_pieces(mail)):
                self._drop(peer, f"too slow: more than {MAX_QUEUE_BYTES} bytes are waiting to be read")
            elif not peer.writing:
                self._flush(peer)
        for name in list(core.overflowed):
            core.overflowed.discard(name)
            if (slow := self._peers.get(name)) is not None:
                self._drop(slow, f"too slow: more than {MAX_QUEUE_BYTES} bytes of mail are waiting")

    def _member(self, name: str, joined: bool) -> None:
        if name not in self._core._members:
            self._core.tell(f"{'connected' if joined else 'disconnected'}={name}", self._now())

    def _now(self) -> float:
        return self.bus.clock.now()

    def _make_core(self, now: float) -> DoorCore:
        return DoorCore(
            self.bus, start=now, warp=self._clock.warp, host_name=socket.gethostname(),
            utc_offset=float(time.localtime().tm_gmtoff), consolidation=self._consolidation, report=self._report,
            quiet=self._quiet,
        )  # fmt: skip
