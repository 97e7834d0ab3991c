"""The core of the built-in MOOSDB: messages and times in, mail out (laws/wire 6 to 9).

``DbCore`` knows clients by name and never sees a connection. All times are the database's local time,
``unix * warp``, in MOOS seconds. ``process`` returns the mail to send immediately, by client; all other mail is held
until one of the triggers of laws/wire 6.1. One rule differs from the original: a heartbeat of a client also releases
its held mail, so that DB_TIME and DB_CLIENTS arrive in a community without other posts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

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
    MAX_CLIENT_NAME_LENGTH,
    MAX_COMMUNITY_LENGTH,
    MAX_PATTERNS,
    MAX_QUEUE_BYTES,
    MAX_REMEMBERED_CLIENTS,
    MAX_STORED_BYTES,
    MAX_VARIABLE_NAME_LENGTH,
    MAX_VARIABLES,
)
from usimmarine_py.wire.patterns import Wildcard, matches, parse_wildcard
from usimmarine_py.wire.routes import Route, Routes
from usimmarine_py.wire.summaries import clip, process_summary, read_write_summary, variable_table
from usimmarine_py.wire.variables import Client, ClientSubscription, StoredVariable

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
#: Shown as the writer of those that have not been written yet, in any community.
FIRST_WRITER = "MOOSDB#1"

_SUBSCRIBING = frozenset((REGISTER, UNREGISTER, WILDCARD_REGISTER, WILDCARD_UNREGISTER))
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
        self._stored_bytes = 0
        self._table_stale = False
        self._routes = Routes(community)
        #: Clients whose held mail exceeds MAX_QUEUE_BYTES; the owner of their connections disconnects them.
        self.overflowed: set[str] = set()
        self._variables = {
            key: StoredVariable(key, data_type, FIRST_WRITER, start) for key, data_type in DB_VARIABLES.items()
        }

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
            NameRefusedError: the name is in use, empty or too long.
        """
        if not name:
            raise NameRefusedError(name, "A client needs a name")
        if len(encode_text(name)) > MAX_CLIENT_NAME_LENGTH:
            raise NameRefusedError(name, f"A client name has at most {MAX_CLIENT_NAME_LENGTH} bytes")
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
            NO_ID,
            WELCOME,
            DOUBLE,
            "",
            f"hostname={self.host_name}",
            self.community,
            "",
            now,
            skew if math.isfinite(skew) else 0.0,
            UNUSED,
            b"asynchronous",
        )

    def leave(self, name: str, now: float) -> None:
        """Remove a client with its subscriptions, patterns and held mail; its name is free immediately."""
        client = self._clients.pop(name, None)
        if client is None:
            return
        self.overflowed.discard(name)
        for key in client.subscribed:
            self._variables[key].unsubscribe(name)
        self._post("DB_EVENT", f"disconnected={name}", now)

    # --- packets --------------------------------------------------------------------------------------

    def process(self, name: str, messages: Sequence[Part], now: float, *, last: bool = True) -> Deliveries:
        """Process one packet of client ``name``; return the mail to send now, that of the sender first.

        A huge packet may be passed in portions, with ``last`` False for all but the last one.
        """
        client = self._clients[name]
        if not messages and last:
            self._complain(client, "a packet without a message, ignored")
        timing: WireMessage | None = None
        replies: list[bytes] = []
        notified = False
        routes = self._routes
        for part in messages:
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
                replies += self._answer(client, build_message(part), now)
            elif kind == DATA:
                self._complain(client, "a second handshake, ignored")
            elif kind in _SUBSCRIBING:
                self._subscribing(client, build_message(part), now)
            elif kind not in _SILENT:
                self._complain(client, f"unknown message type {kind!r}, ignored")
        if now - self._last_batch > DB_PERIOD_MOOS or now < self._last_batch:
            self._publish_batch(now)

        out: list[bytes] = []
        if client.asynchronous:
            if timing is not None:
                out.append(self._echo(client, timing, now))
            if len(messages) > 1 or (messages and (timing is None or self._release_on_heartbeat)):
                out += client.release()
            out += replies
        elif last:
            out.append(encode_message(WireMessage(double_val=now)))
            out += client.release()
            out += replies
        else:
            # the synchronous mode sends exactly one answer per packet
            client.held += replies
        deliveries = [(name, out)] if out else []
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

    # --- posts ----------------------------------------------------------------------------------------

    def _notify(self, client: Client, route: Route, ident: int, body: bytes, now: float) -> None:
        envelope = route.envelope
        variable = route.variable or self._destination(client, route)
        if variable is None:
            return
        if envelope.data_type != variable.data_type and variable.data_type != NOT_SET:
            was, now_is = variable.data_type.decode("latin-1"), envelope.data_type.decode("latin-1")
            self._complain(
                client, f"{shorten(variable.key)}: post of type {now_is} dropped, the variable has type {was}"
            )
            return
        growth = len(body) - BODY_LENGTH - variable.size
        if growth > 0 and self._stored_bytes + growth > MAX_STORED_BYTES:
            self._complain(
                client, f"{shorten(variable.key)}: post dropped, all values together exceed {MAX_STORED_BYTES} bytes"
            )
            return
        self._stored_bytes += growth
        if envelope.src in self._clients:
            self._published[envelope.src].add(variable.key)
        self._distribute(variable, route, ident, body, now)

    def _distribute(self, variable: StoredVariable, route: Route, ident: int, body: bytes, now: float) -> None:
        if variable.writes == 0:
            # a pattern is tested once, at the first write, and its owner still gets that message
            for client in self._clients.values():
                for wildcard in client.patterns:
                    if matches(wildcard.variables, variable.key) and matches(wildcard.sources, route.envelope.src):
                        self._subscribe(client, variable, wildcard.interval)
        variable.store(route.envelope, body, now)
        if variable.subscribers:
            message = join_parts(ident, route.encoded, body)
            for hold in variable.at_once:
                hold(message)
            for subscription, hold in variable.now_and_then:
                if subscription.due(now):
                    subscription.last = now
                    hold(message)

    def _hold(self, client: Client, mail: bytes) -> None:
        client.hold(mail)
        if client.held_bytes() > MAX_QUEUE_BYTES:
            self.overflowed.add(client.name)

    def _destination(self, client: Client, route: Route) -> StoredVariable | None:
        """Return the variable of a route, created if necessary; None if its posts are invalid."""
        key, data_type = route.envelope.key, route.envelope.data_type
        if data_type not in VALUE_TYPES:
            self._complain(client, f"{shorten(key)}: unknown data type {data_type!r}, post ignored")
            return None
        route.variable = self._variables.get(key) or self._create(client, key)
        return route.variable

    def _create(self, client: Client, key: str) -> StoredVariable | None:
        if not key:
            self._complain(client, "a variable without a name, ignored")
        elif len(key) > MAX_VARIABLE_NAME_LENGTH:
            self._complain(client, f"a variable name longer than {MAX_VARIABLE_NAME_LENGTH} characters, ignored")
        elif len(self._variables) >= MAX_VARIABLES:
            self._complain(client, f"{shorten(key)}: ignored, there are {MAX_VARIABLES} variables already")
        else:
            variable = self._variables[key] = StoredVariable(key)
            return variable
        return None

    def _post(self, key: str, value: float | str, now: float) -> None:
        number, text = (value, b"") if isinstance(value, float) else (UNUSED, encode_text(value))
        data_type = DB_VARIABLES[key]
        variable = self._variables[key]
        self._stored_bytes += len(text) - variable.size
        message = WireMessage(NO_ID, NOTIFY, data_type, self.name, "", self.community, key, now, number, UNUSED, text)
        ident, envelope, body = split_message(encode_message(message))
        self._distribute(variable, self._routes[envelope], ident, body, now)

    # --- subscriptions --------------------------------------------------------------------------------

    def _subscribing(self, client: Client, message: WireMessage, now: float) -> None:
        kind = message.msg_type
        if kind == REGISTER:
            self._register_message(client, message, now)
        elif kind == UNREGISTER:
            self._unregister(message.src, message.key)
        elif kind == WILDCARD_REGISTER:
            self._wildcard_register(client, message, now)
        else:
            self._wildcard_unregister(message)

    def _register_message(self, client: Client, message: WireMessage, now: float) -> None:
        owner = self._clients.get(message.src)
        if owner is None:
            self._complain(client, f"a registration for {shorten(message.src)!r}, which is not connected, ignored")
            return
        variable = self._variables.get(message.key) or self._create(client, message.key)
        if variable is not None:
            self._register(owner, variable, message.double_val, now)

    def _register(self, owner: Client, variable: StoredVariable, interval: float, now: float) -> None:
        self._refresh(variable, now)
        subscription = self._subscribe(owner, variable, interval)
        if variable.writes:
            subscription.last = now
            if owner.name not in self.overflowed:
                self._hold(owner, variable.current())

    @staticmethod
    def _subscribe(owner: Client, variable: StoredVariable, interval: float) -> ClientSubscription:
        owner.subscribed.add(variable.key)
        return variable.subscribe(owner.name, interval, owner.hold)

    def _unregister(self, name: str, key: str) -> None:
        variable, owner = self._variables.get(key), self._clients.get(name)
        if variable is not None and owner is not None:
            variable.unsubscribe(name)
            owner.subscribed.discard(key)

    def _wildcard_register(self, client: Client, message: WireMessage, now: float) -> None:
        wildcard = parse_wildcard(message.text)
        # the key holds the name of the client, as does src
        owner = self._clients.get(message.src)
        if wildcard is None or owner is None:
            self._complain(client, f"a wildcard registration that cannot be read: {shorten(message.text)}")
            return
        if max(len(wildcard.sources), len(wildcard.variables)) > MAX_VARIABLE_NAME_LENGTH:
            self._complain(client, f"a pattern longer than {MAX_VARIABLE_NAME_LENGTH} characters, ignored")
            return
        if not any(w[:2] == wildcard[:2] for w in owner.patterns):
            if len(owner.patterns) >= MAX_PATTERNS:
                self._complain(client, f"more than {MAX_PATTERNS} wildcard registrations, ignored")
                return
            owner.patterns.append(wildcard)
        for variable in self._matching(wildcard):
            self._register(owner, variable, wildcard.interval, now)

    def _wildcard_unregister(self, message: WireMessage) -> None:
        wildcard = parse_wildcard(message.text)
        if wildcard is not None:
            for variable in self._matching(wildcard):
                self._unregister(message.src, variable.key)

    def _matching(self, wildcard: Wildcard) -> list[StoredVariable]:
        return [
            v
            for key, v in sorted(self._variables.items())
            if matches(wildcard.variables, key) and matches(wildcard.sources, v.src if v.writes else "")
        ]

    # --- requests and the database's own variables ------------------------------------------------------

    def _answer(self, client: Client, request: WireMessage, now: float) -> list[bytes]:
        key, ident = request.key, request.ident
        uptime = now - self._start
        if key == "ALL" and self._stored_bytes > MAX_QUEUE_BYTES:
            self.overflowed.add(client.name)  # without collecting the reply first
        elif key == "ALL":
            self._refresh(self._variables["DB_VARSUMMARY"], now)
            return [
                variable.answer(
                    ident, variable.written - self._start if variable.writes else UNUSED, variable.frequency
                )
                for _, variable in sorted(self._variables.items(), reverse=True)
            ]
        if "PROC_SUMMARY" in key:
            return [
                self._summary(
                    ident,
                    "PROC_SUMMARY",
                    uptime,
                    process_summary(name, self._clients[name].subscribed, self._published[name]),
                )
                for name in self.clients
            ]
        if "VAR_SUMMARY" in key:
            return [self._summary(ident, "VAR_SUMMARY", now, clip(",".join(sorted(self._variables))))]
        if "DB_CLEAR" in key:
            self._clear(now)
        return []

    def _summary(self, ident: int, key: str, time: float, text: str) -> bytes:
        return encode_message(
            WireMessage(ident, NOTIFY, STRING, self.name, "", "", key, time, UNUSED, UNUSED, encode_text(text))
        )

    def _clear(self, now: float) -> None:
        self._start = now
        self._stored_bytes = 0
        self._table_stale = False
        for key, variable in self._variables.items():
            # the database's own variables keep their type, or a client could take DB_TIME away from all others
            variable.clear(DB_VARIABLES.get(key, NOT_SET))
        for published in self._published.values():
            published.clear()
        for client in self._clients.values():
            client.release()

    def _publish_batch(self, now: float) -> None:
        self._last_batch = now
        self._post("DB_TIME", now, now)
        self._post("DB_UPTIME", now - self._start, now)
        self._post("DB_CLIENTS", "".join(f"{name}," for name in self.clients), now)
        table = self._variables["DB_VARSUMMARY"]
        if table.subscribers or not table.writes:
            self._post("DB_VARSUMMARY", self._table(), now)
        else:
            # made only on request, because it is the one expensive text
            self._table_stale = True
        latencies = (f"{name}={client.latency.text()}," for name, client in sorted(self._clients.items()))
        self._post("DB_QOS", clip("".join(latencies)), now)
        summary = read_write_summary([(n, self._clients[n].subscribed, self._published[n]) for n in self.clients])
        self._post("DB_RWSUMMARY", summary, now)

    def _table(self) -> str:
        self._table_stale = False
        return variable_table([v for _, v in sorted(self._variables.items())], self.warp, self._utc_offset)

    def _refresh(self, variable: StoredVariable, now: float) -> None:
        if self._table_stale and variable.key == "DB_VARSUMMARY" and variable.writes:
            self._post("DB_VARSUMMARY", self._table(), now)
