"""The bus of lock-step runs: a post is in the inboxes of its readers when the call returns.

It keeps the rules of a MOOSDB that one thread with friendly clients can see: types fixed by the first write,
intervals, stored values for late subscribers, patterns, the MOOSDB's own posts every two MOOS seconds. It leaves out
bytes, limits, statistics and DB_VARSUMMARY, DB_QOS and DB_RWSUMMARY, which only people read. No message object is made
where nobody listens. The tests run whole missions on this and on a bus with the whole MOOSDB behind it, and compare the
logs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from usimmarine_py.errors import suggest
from usimmarine_py.moos.clock import Clock
from usimmarine_py.moos.transport.comms import BaseComms, CommsStatistics
from usimmarine_py.values import Message, Post, Value
from usimmarine_py.values.frozen import maker
from usimmarine_py.values.mail import RowShape
from usimmarine_py.wire.limits import DB_PERIOD_MOOS
from usimmarine_py.wire.patterns import matches
from usimmarine_py.wire.variables import ClientSubscription

_message = maker(Message)

#: What the MOOSDB posts by itself.
OWN_VARIABLES = ("DB_TIME", "DB_UPTIME", "DB_CLIENTS")
#: Takes every post that counts, in order: time (MOOS s), variable, source, auxiliary source, value. It may have a
#: method ``many``, which takes rows, if it can do that quicker.
Listener = Callable[[float, str, str, str, Value], None]


class LockstepBus:
    """A MOOS community of one thread. ``report`` takes one line for every kind of post that is refused."""

    def __init__(self, clock: Clock, community: str = "alpha", report: Callable[[str], None] | None = None) -> None:
        self.clock = clock
        self.community = community or "#1"
        self.listeners: list[Listener] = []
        self._name = f"MOOSDB_{self.community}"
        self._report = report
        self._clients: dict[str, LockstepComms] = {}
        self._types: dict[str, type] = {}
        self._latest: dict[str, tuple[float, str, str, Value]] = {}
        self._subscribers: dict[str, dict[str, tuple[LockstepComms, ClientSubscription]]] = {}
        self._start = self._last_batch = clock.now()
        self._complaints: set[str] = set()
        self._patterned = False
        self._cuts: dict[RowShape, tuple[RowShape, RowShape]] = {}

    @property
    def clients(self) -> list[str]:
        """Names of the connected clients, newest first."""
        return list(reversed(self._clients))

    def client(self, name: str) -> LockstepComms:
        """A new client, not yet connected."""
        return LockstepComms(self, name)

    def post(self, posts: Iterable[Post], source: str) -> int:
        """Post for the client ``source``; how many were dropped, for want of a name."""
        now, dropped = self.clock.now(), 0
        types, latest, subscribers, listeners = self._types, self._latest, self._subscribers, self.listeners
        for variable, value, stamp, source_aux, other_source in posts:
            if not variable:
                dropped += 1
                continue
            author = source if other_source is None else other_source
            known = types.get(variable)
            if known is not type(value):
                if known is not None:
                    self._complain(f"{author}: {variable}: post of another type than the variable has, dropped")
                    continue
                types[variable] = type(value)
                self._first_write(variable, author)
            if stamp is None or stamp == -1.0:
                stamp = now
            latest[variable] = (stamp, author, source_aux, value)
            for listener in listeners:
                listener(stamp, variable, author, source_aux, value)
            if variable in subscribers:
                self._distribute(variable, now)
            if now - self._last_batch > DB_PERIOD_MOOS:
                self._batch(now)
        return dropped

    def unread(self, prefix: str) -> list[tuple[str, str]]:
        """Variables that begin so and that nobody ever subscribed to, and who wrote them last."""
        found = self._latest.items()
        return [(name, post[1]) for name, post in found if name.startswith(prefix) and name not in self._subscribers]

    def authors(self, prefix: str) -> set[str]:
        """Who wrote, last of all, variables that begin so."""
        return {post[1] for name, post in self._latest.items() if name.startswith(prefix)}

    def never_written(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Those of ``names`` that nobody posted, and the posted variable that is nearest, if one is."""
        return [(name, suggest(name, self._latest)) for name in names if name not in self._latest]

    # -- clients

    def register(self, comms: LockstepComms, variable: str, interval: float) -> None:
        """A subscription, with the present value as its first mail."""
        now = self.clock.now()
        subscription = ClientSubscription(interval)
        self._subscribers.setdefault(variable, {})[comms.name] = (comms, subscription)
        if variable in self._latest:
            subscription.last = now
            comms.inbox.append(self._message(variable))
        if now - self._last_batch > DB_PERIOD_MOOS:
            self._batch(now)

    def unregister(self, comms: LockstepComms, variable: str) -> None:
        """Drop a subscription."""
        self._subscribers.get(variable, {}).pop(comms.name, None)

    def join(self, comms: LockstepComms) -> bool:
        """Take in a client; False if the name is in use."""
        return self._clients.setdefault(comms.name, comms) is comms

    def leave(self, comms: LockstepComms) -> None:
        """Forget a client."""
        if self._clients.get(comms.name) is comms:
            del self._clients[comms.name]
            for subscribers in self._subscribers.values():
                subscribers.pop(comms.name, None)

    def present(self, variables: str, sources: str) -> list[str]:
        """The variables written so far that fit the patterns of a new subscription: of name and of last writer."""
        self._patterned = True
        found = self._latest.items()
        return [name for name, post in found if matches(variables, name) and matches(sources, post[1])]

    def _first_write(self, variable: str, source: str) -> None:
        for comms in self._clients.values():
            for (variables, sources), interval in comms.patterns.items():
                if matches(variables, variable) and matches(sources, source):
                    self._subscribers.setdefault(variable, {})[comms.name] = (comms, ClientSubscription(interval))

    def _distribute(self, variable: str, now: float) -> None:
        message: Message | None = None
        for comms, subscription in self._subscribers[variable].values():
            if subscription.interval <= 0.0 or subscription.due(now):
                subscription.last = now
                message = message or self._message(variable)
                comms.inbox.append(message)

    def _message(self, variable: str) -> Message:
        stamp, source, source_aux, value = self._latest[variable]
        return _message((variable, value, stamp, source, source_aux, self.community))

    def _batch(self, now: float) -> None:
        self._last_batch = now
        clients = "".join(f"{name}," for name in self.clients)
        values: tuple[Value, ...] = (now, now - self._start, clients)
        self.post(map(Post, OWN_VARIABLES, values), self._name)

    def _complain(self, text: str) -> None:
        if self._report is not None and text not in self._complaints:
            self._complaints.add(text)
            self._report(text)


class LockstepComms(BaseComms):
    """A client of a ``LockstepBus``; see ``Comms`` for the methods. Made by ``LockstepBus.client``."""

    def __init__(self, bus: LockstepBus, name: str) -> None:
        super().__init__(name)
        self._bus = bus
        self._connected = False
        self._statistics = CommsStatistics()
        self.inbox: list[Message] = []
        self.patterns: dict[tuple[str, str], float] = {}

    @property
    def community(self) -> str:
        """Community of the bus, empty before the connection."""
        return self._bus.community if self._connections else ""

    @property
    def problem(self) -> str:
        """Why there is no connection; empty while connected."""
        return self._refused_reason

    @property
    def statistics(self) -> CommsStatistics:
        """Nothing is ever lost here."""
        return self._statistics

    def run(
        self,
        on_connect: Callable[[], None] | None = None,
        on_disconnect: Callable[[], None] | None = None,
        on_mail: Callable[[], None] | None = None,
    ) -> None:
        """Connect at once. The bus never goes down, so ``on_disconnect`` is never called.

        Nor is ``on_mail``: who runs in lock step looks for mail in each of its ticks, and nowhere else.
        """
        del on_disconnect, on_mail
        if self._connected:
            return
        if not self._bus.join(self):
            self._refused_reason = f'A client of this name ("{self._name}") already exists'
            return
        self._connected = True
        self._connections += 1
        self._call(on_connect)
        self._statistics = CommsStatistics(
            self._connections, callback_errors=self._callback_errors, last_error=self._last_error
        )

    def is_connected(self) -> bool:
        """True between ``run`` and ``close``."""
        return self._connected

    def wait_until_connected(self, timeout: float) -> bool:
        """There is nothing to wait for."""
        del timeout
        return self._connected

    def register(self, variable: str, interval: float = 0.0) -> bool:
        """Subscribe. False for an empty name or while not connected."""
        if not variable or not self._connected:
            return False
        self._bus.register(self, variable, interval)
        return True

    def register_wildcard(self, variables: str, sources: str = "*", interval: float = 0.0) -> bool:
        """Subscribe by pattern; stored values that fit come as the first mail."""
        if not variables or not sources or not self._connected:
            return False
        self.patterns[variables, sources] = interval
        for name in self._bus.present(variables, sources):
            self._bus.register(self, name, interval)
        return True

    def unregister(self, variable: str) -> bool:
        """Drop a subscription."""
        self._bus.unregister(self, variable)
        return bool(variable)

    def post(self, posts: Iterable[Post]) -> int:
        """Post several, and deliver to every subscriber before this returns; how many were dropped."""
        return self._bus.post(posts, self._name) if self._connected else len(list(posts))

    def fetch(self) -> list[Message]:
        """All mail since the last call, in order of arrival."""
        if not self.inbox:
            return []
        mail, self.inbox = self.inbox, []
        return mail

    def close(self) -> None:
        """Leave. Idempotent."""
        if self._connected:
            self._connected = False
            self._bus.leave(self)
