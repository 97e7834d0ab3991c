"""The core of the built-in MOOSDB: messages and times in, mail out (laws/wire 6 to 9).

``DbCore`` knows clients by name and never sees a connection. All times are the database's local time,
``unix * warp``, in MOOS seconds. ``process`` returns the mail to send immediately, by client; all other mail is held
until one of the triggers of laws/wire 6.1. One rule differs from the original: a heartbeat of a client also releases
its held mail, so that DB_TIME and DB_CLIENTS arrive in a community without other posts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence

from usimmarine_py.errors import NameRefusedError, shorten
from usimmarine_py.wire.codec import (
    ANONYMOUS,
    BODY_LENGTH,
    COMMAND,
    DATA,
    DOUBLE,
    NO_ID,
    NOT_SET,
    NOTIFY,
    NULL,
    REGISTER,
    SERVER_REQUEST,
    STRING,
    TIMING,
    UNREGISTER,
    UNUSED,
    VALUE_TYPES,
    WELCOME,
    WILDCARD_REGISTER,
    WILDCARD_UNREGISTER,
    Part,
    WireMessage,
    build_message,
    encode_message,
    encode_text,
    join_parts,
    split_message,
)
from usimmarine_py.wire.limits import (
    DB_PERIOD_MOOS,
    MAX_COMMUNITY_LENGTH,
    MAX_QUEUE_BYTES,
    MAX_REMEMBERED_CLIENTS,
    MAX_REPEATED_BYTES,
)
from usimmarine_py.wire.patterns import Wildcard, matches, parse_wildcard
from usimmarine_py.wire.routes import Route, Routes
from usimmarine_py.wire.store import NoSpace, Store
from usimmarine_py.wire.subscriptions import MOST_WORK, Subscriptions
from usimmarine_py.wire.summaries import clip, process_summary, read_write_summary, variable_table
from usimmarine_py.wire.variables import Client, StoredVariable, check_client_name

#: Mail to send, in order: (client name, its mail, as encoded messages).
Deliveries = list[tuple[str, list[bytes]]]

#: The variables that exist from the start, with their types; the first six come every two MOOS seconds.
DB_VARIABLES = {
    "DB_TIME": DOUBLE,
    "DB_UPTIME": DOUBLE,
    "DB_CLIENTS": STRING,
    "DB_VARSUMMARY": STRING,
    "DB_QOS": STRING,
    "DB_RWSUMMARY": STRING,
    "DB_EVENT": STRING,
}

_SUBSCRIBING = frozenset((REGISTER, UNREGISTER, WILDCARD_REGISTER, WILDCARD_UNREGISTER))
#: First bytes of the types of messages that concern all variables.
COSTLY = SERVER_REQUEST + WILDCARD_REGISTER + WILDCARD_UNREGISTER
#: Of these, what a subscription and a reply take, and at least a request or registration by patterns.
SUBSCRIBING, REPLYING, REQUESTING = 10, 5, MOST_WORK // 8
#: More names of a client than these are not remembered after it has left.
MOST_REMEMBERED = 1000
_SILENT = frozenset((NULL, COMMAND, ANONYMOUS, NOT_SET))


class DbCore:
    """A MOOSDB without its sockets.

    Args:
        community: its name; posts without one get it, and the database posts as ``MOOSDB_<community>``.
        start: local time now, MOOS s.
        warp: time warp, only used to show times of day and to scale latencies.
        host_name: sent to clients, which correct their clocks only when it differs from their own.
        utc_offset: s to add for times of day in DB_VARSUMMARY.
        consolidation: (pattern of client names, s) sent to clients as the pause after each packet.
        release_on_heartbeat: False for the exact rules of the original.
        report: called with (client name, one line) when a client does something that is refused.
    """

    def __init__(
        self,
        community: str = "#1",
        *,
        start: float,
        warp: float = 1.0,
        host_name: str = "",
        utc_offset: float = 0.0,
        consolidation: Sequence[tuple[str, float]] = (),
        release_on_heartbeat: bool = True,
        report: Callable[[str, str], None] | None = None,
    ) -> None:
        if len(encode_text(community)) > MAX_COMMUNITY_LENGTH:
            raise ValueError(f"community name longer than {MAX_COMMUNITY_LENGTH} bytes")
        self.community = community
        self.name = f"MOOSDB_{community}"
        self.warp = warp
        self.host_name = host_name
        self._utc_offset = utc_offset
        self._consolidation = tuple(consolidation)
        self._release_on_heartbeat = release_on_heartbeat
        self._report = report
        self._start = start
        self._last_batch = start
        self._clients: dict[str, Client] = {}
        self._published: dict[str, set[str]] = {}
        self._stale: set[str] = set()  #: summaries that are made when they are read
        self._routes = Routes(community)
        #: Clients whose held mail exceeds MAX_QUEUE_BYTES; the owner of their connections disconnects them.
        self.overflowed: set[str] = set()
        self._store = Store(DB_VARIABLES, start)
        self._variables = self._store.variables
        self.subscriptions = Subscriptions(self._store, self._refuse)

    # --- clients --------------------------------------------------------------------------------------

    @property
    def clients(self) -> list[str]:
        """Names of the connected clients, newest first."""
        return list(reversed(self._clients))

    @property
    def variables(self) -> dict[str, StoredVariable]:
        """All variables by name; read-only."""
        return self._variables

    def admit(self, name: str, asynchronous: bool, stamp: float, now: float, address: str = "") -> WireMessage:
        """Admit a client and return the WELCOME to send to it. ``stamp`` is the time of its handshake message.

        ``address`` is named in the refusal of a later client with the same name.

        Raises:
            NameRefusedError: the name is in use, empty, too long, or has control characters.
        """
        check_client_name(name)
        if name in self._clients:
            where = self._clients[name].address
            at = f", at {where}" if where else ""
            raise NameRefusedError(name, f'A client of this name ("{name}") already exists{at}')
        pause = next((seconds for pattern, seconds in self._consolidation if matches(pattern, name)), 0.0)
        self._clients[name] = Client(name, asynchronous, pause, address)
        published = self._published.pop(name, set())
        if len(self._published) >= MAX_REMEMBERED_CLIENTS:
            del self._published[next(n for n in self._published if n not in self._clients)]
        self._published[name] = published
        self._post("DB_EVENT", f"connected={name}", now)
        skew = now - stamp
        return WireMessage(
            NO_ID, WELCOME, DOUBLE, "", f"hostname={self.host_name}", self.community, "", now,
            skew if math.isfinite(skew) else 0.0, UNUSED, b"asynchronous",
        )  # fmt: skip

    def leave(self, name: str, now: float) -> None:
        """Remove a client with its patterns and held mail; its name is free immediately.

        Of its subscriptions a portion; ``subscriptions.tidy`` removes the others.
        """
        client = self._clients.pop(name, None)
        if client is None:
            return
        self.overflowed.discard(name)
        client.gone = True
        client.work.clear()
        if len(self._published[name]) > MOST_REMEMBERED:
            del self._published[name]
        self.subscriptions.leave(client)
        self._post("DB_EVENT", f"disconnected={name}", now)

    # --- packets --------------------------------------------------------------------------------------

    def cost(self, part: Part) -> int:
        """The work that a message is, in looks at a variable; 0 for the usual post."""
        envelope = part[1]
        if envelope[0] in COSTLY:
            return max(REQUESTING, len(self._variables))
        return 0 if envelope[:1] != NOTIFY or envelope in self._routes else 1 + self.subscriptions.pattern_cost

    def is_busy(self, name: str) -> bool:
        """Whether a request of a client is not carried out in full; ``proceed`` comes before its next messages."""
        return bool(self._clients[name].work)

    def process(self, name: str, messages: Sequence[Part], now: float, *, last: bool = True) -> Deliveries:
        """Process one packet of client ``name``; return the mail to send now, that of the sender first.

        A huge packet may be passed in portions, with ``last`` False for all but the last one.
        """
        client = self._clients[name]
        if not messages and last:
            self._complain(client, "a packet without a message, ignored")
        timing: WireMessage | None = None
        notified = False
        routes = self._routes
        for part in messages:
            while client.work:
                self._work_on(client)
            ident, envelope, body = part
            route = routes[envelope]
            kind = route.kind
            if kind == NOTIFY:
                notified = True
                self._notify(client, route, ident, body, now)
            elif kind == TIMING:
                if part is not messages[0]:
                    self._complain(client, "a heartbeat that is not first in its packet")
                timing = timing or build_message(part)
            elif kind == SERVER_REQUEST:
                client.work.append(self._answer(client, build_message(part), now))
                self._work_on(client)
            elif kind == DATA:
                self._complain(client, "a second handshake, ignored")
            elif kind in _SUBSCRIBING:
                self._subscribing(client, build_message(part), now)
            elif kind not in _SILENT:
                self._complain(client, f"unknown message type {kind!r}, ignored")
        if now - self._last_batch > DB_PERIOD_MOOS or now < self._last_batch:
            self._publish_batch(now)

        first = [] if timing is None or not client.asynchronous else [self._echo(client, timing, now)]
        released = len(messages) > 1 or (len(messages) == 1 and (timing is None or self._release_on_heartbeat))
        return self._deliveries(client, now, first=first, released=released, notified=notified, last=last)

    def proceed(self, name: str, now: float, *, last: bool = True) -> Deliveries:
        """Carry out the next portion of what a client asked for; return the mail to send now."""
        client = self._clients[name]
        self._work_on(client)
        return self._deliveries(client, now, first=[], released=True, notified=False, last=last)

    @staticmethod
    def _work_on(client: Client) -> None:
        for _ in client.work[0]:
            return
        client.work.popleft()

    def _deliveries(
        self, client: Client, now: float, *, first: list[bytes], released: bool, notified: bool, last: bool
    ) -> Deliveries:
        out = first
        if client.asynchronous:
            if released:
                out += client.release()
            out += client.replies
            client.replies.clear()
        else:
            if last and not client.work:
                # the synchronous mode sends exactly one answer per packet
                out = [encode_message(WireMessage(double_val=now)), *client.release(), *client.replies]
            else:
                client.held += client.replies
            client.replies.clear()
        deliveries = [(client.name, out)] if out else []
        for reader in self._clients.values():
            if reader.held:
                if notified and reader.asynchronous:
                    deliveries.append((reader.name, reader.release()))
                elif reader.held_bytes() > MAX_QUEUE_BYTES:
                    self.overflowed.add(reader.name)
        return deliveries

    def _echo(self, client: Client, timing: WireMessage, now: float) -> bytes:
        client.latency.add((now - timing.time) * 1000.0)
        return encode_message(timing._replace(double_val=now, double_aux=client.consolidation))

    def _complain(self, client: Client, text: str) -> None:
        if client.first_time(text) and self._report is not None:
            self._report(client.name, text)

    def _refuse(self, client: Client, key: str, reason: str, now: float) -> None:
        """Report what there is no room for, and send it to the client; the first time only."""
        if not client.first_time(reason):
            return
        text = f"{shorten(key)}: {reason}" if key else reason
        if self._report is not None:
            self._report(client.name, text)
        said = encode_text(f"refused={client.name}: {text}")
        client.hold(
            encode_message(
                WireMessage(NO_ID, NOTIFY, STRING, self.name, "", self.community, "DB_EVENT", now, UNUSED, UNUSED, said)
            )
        )

    # --- posts ----------------------------------------------------------------------------------------

    def _notify(self, client: Client, route: Route, ident: int, body: bytes, now: float) -> None:
        envelope = route.envelope
        variable = route.variable
        if variable is None or variable.removed:
            variable = self._destination(client, route, now)
            if variable is None:
                return
        if envelope.data_type != variable.data_type and variable.data_type != NOT_SET:
            was, now_is = variable.data_type.decode("latin-1"), envelope.data_type.decode("latin-1")
            self._complain(
                client, f"{shorten(variable.key)}: post of type {now_is} dropped, the variable has type {was}"
            )
            return
        size = len(body) - BODY_LENGTH
        if size != variable.size or variable.writer is not client:
            try:
                self._store.charge(variable, client, size, now)
            except NoSpace as refusal:
                self._refuse(client, variable.key, str(refusal), now)
                return
        if envelope.src in self._clients:
            self._published[envelope.src].add(variable.key)
        self._distribute(variable, route, ident, body, now)

    def _distribute(self, variable: StoredVariable, route: Route, ident: int, body: bytes, now: float) -> None:
        if variable.writes == 0:
            # a pattern is tested once, at the first write, and its owner still gets that message
            for client in self._clients.values():
                for wildcard in client.patterns:
                    if wildcard.matches(variable.key, route.envelope.src):
                        self.subscriptions.subscribe(client, variable, wildcard.interval, now)
        variable.store(route.envelope, body, now)
        if variable.is_read:
            message = join_parts(ident, route.encoded, body)
            for hold in variable.at_once.values():
                hold(message)
            for client, subscription in variable.now_and_then.items():
                if subscription.due(now):
                    subscription.last = now
                    client.hold(message)

    def _hold(self, client: Client, mail: bytes) -> None:
        client.hold(mail)
        if client.held_bytes() > MAX_QUEUE_BYTES:
            self.overflowed.add(client.name)

    def _destination(self, client: Client, route: Route, now: float) -> StoredVariable | None:
        """Return the variable of a route, created if necessary; None if its posts are refused."""
        key, data_type = route.envelope.key, route.envelope.data_type
        if data_type not in VALUE_TYPES:
            self._complain(client, f"{shorten(key)}: unknown data type {data_type!r}, post ignored")
            return None
        route.variable = self._find(client, key, now)
        return route.variable

    def _find(self, client: Client, key: str, now: float) -> StoredVariable | None:
        try:
            return self._store.find(key, client, now)
        except NoSpace as refusal:
            self._refuse(client, key, str(refusal), now)
            return None

    def _post(self, key: str, value: float | str, now: float) -> None:
        number, text = (value, b"") if isinstance(value, float) else (UNUSED, encode_text(value))
        data_type = DB_VARIABLES[key]
        variable = self._variables[key]
        self._store.charge(variable, None, len(text), now)
        message = WireMessage(NO_ID, NOTIFY, data_type, self.name, "", self.community, key, now, number, UNUSED, text)
        ident, envelope, body = split_message(encode_message(message))
        self._distribute(variable, self._routes[envelope], ident, body, now)

    # --- subscriptions --------------------------------------------------------------------------------

    def _subscribing(self, client: Client, message: WireMessage, now: float) -> None:
        """Carry out a registration. It counts for the connection that sent it, whatever name it bears."""
        if message.src != client.name:
            self._complain(client, f"registrations in the name of {shorten(message.src)!r} count for itself")
        kind = message.msg_type
        if kind == REGISTER:
            variable = self._find(client, message.key, now)
            if variable is not None:
                self._register(client, variable, message.double_val, now)
        elif kind == UNREGISTER:
            self.subscriptions.unsubscribe(client, message.key)
        else:
            wildcard = parse_wildcard(message.text)
            if wildcard is None:
                self._complain(client, f"a wildcard registration that cannot be read: {shorten(message.text)}")
            elif kind == WILDCARD_UNREGISTER:
                client.work.append(self._unregister_all(client, wildcard))
                self._work_on(client)
            elif self.subscriptions.keep_pattern(client, wildcard, now):
                client.work.append(self._register_all(client, wildcard, now))
                self._work_on(client)

    def _register(self, client: Client, variable: StoredVariable, interval: float, now: float) -> None:
        self._refresh(variable, now)
        taken = self.subscriptions.subscribe(client, variable, interval, now)
        if not taken or not variable.writes or client.name in self.overflowed:
            return
        # the original repeats the current value at each registration; we do not where that becomes much
        if variable.key in client.current and client.held_bytes() > MAX_REPEATED_BYTES:
            return
        if client in variable.at_once:
            client.current.add(variable.key)
        self._hold(client, variable.current())

    def _register_all(self, client: Client, wildcard: Wildcard, now: float) -> Iterator[None]:
        """Register a client for the existing variables that match; yields after each portion."""
        for variable in self.subscriptions.matching(wildcard, SUBSCRIBING):
            if variable is None:
                yield
            else:
                self._register(client, variable, wildcard.interval, now)

    def _unregister_all(self, client: Client, wildcard: Wildcard) -> Iterator[None]:
        for variable in self.subscriptions.matching(wildcard, SUBSCRIBING):
            if variable is None:
                yield
            else:
                self.subscriptions.unsubscribe(client, variable.key)

    # --- requests and the database's own variables ------------------------------------------------------

    def _answer(self, client: Client, request: WireMessage, now: float) -> Iterator[None]:
        """Answer a request by mail; yields after each portion."""
        key, ident = request.key, request.ident
        replies: list[bytes] = []
        if key == "ALL" and self._store.bytes > MAX_QUEUE_BYTES:
            self.overflowed.add(client.name)  # without collecting the reply first
        elif key == "ALL":
            self._refresh(self._variables["DB_VARSUMMARY"], now)
            for number, name in enumerate(reversed(self._store.names()), 1):
                variable = self._variables.get(name)
                if variable is not None:
                    time = variable.written - self._start if variable.writes else UNUSED
                    replies.append(variable.answer(ident, time, variable.frequency))
                if number * REPLYING % MOST_WORK == 0:
                    yield
        elif "PROC_SUMMARY" in key:
            for name in self.clients:
                text = process_summary(name, *self._of(name))
                replies.append(self._summary(ident, "PROC_SUMMARY", now - self._start, text))
        elif "VAR_SUMMARY" in key:
            replies.append(self._summary(ident, "VAR_SUMMARY", now, clip(",".join(self._store.names()))))
        elif "DB_CLEAR" in key:
            self._clear(now)
        # in one packet: the library's own request takes what comes first for the whole answer
        client.replies += replies

    def _of(self, name: str) -> tuple[Collection[str], Collection[str]]:
        return self._clients[name].subscribed, self._published[name]

    def _summary(self, ident: int, key: str, time: float, text: str) -> bytes:
        return encode_message(
            WireMessage(ident, NOTIFY, STRING, self.name, "", "", key, time, UNUSED, UNUSED, encode_text(text))
        )

    def _clear(self, now: float) -> None:
        self._start = now
        self._stale.clear()
        self._store.clear()
        for published in self._published.values():
            published.clear()
        for client in self._clients.values():
            client.release()

    def _publish_batch(self, now: float) -> None:
        self._last_batch = now
        self._post("DB_TIME", now, now)
        self._post("DB_UPTIME", now - self._start, now)
        self._post("DB_CLIENTS", "".join(f"{name}," for name in self.clients), now)
        self._summarise("DB_VARSUMMARY", now)
        self._post_latencies(now)
        self._summarise("DB_RWSUMMARY", now)

    def _post_latencies(self, now: float) -> None:
        texts = (f"{name}={client.latency.text()}," for name, client in sorted(self._clients.items()))
        self._post("DB_QOS", clip("".join(texts)), now)

    def _summarise(self, key: str, now: float) -> None:
        """Post a summary, or note that it is due: it is expensive, and made for readers only."""
        variable = self._variables[key]
        if variable.is_read or not variable.writes:
            self._post_summary(key, now)
        else:
            self._stale.add(key)

    def _post_summary(self, key: str, now: float) -> None:
        self._stale.discard(key)
        if key == "DB_VARSUMMARY":
            text = variable_table(self._store.in_order(), self.warp, self._utc_offset)
        else:
            text = read_write_summary([(name, *self._of(name)) for name in self.clients])
        self._post(key, text, now)

    def _refresh(self, variable: StoredVariable, now: float) -> None:
        """Bring a summary up to date before it is read."""
        if variable.key in self._stale and variable.writes:
            self._post_summary(variable.key, now)
