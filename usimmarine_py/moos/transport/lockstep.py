"""The bus of lock-step runs: a row that is posted is in the inboxes of its readers when the call returns.

It keeps the rules of a MOOSDB that a single thread with well-behaved clients can observe: types fixed by the first
write, intervals, stored values for late subscribers, patterns, and the MOOSDB's own posts every two MOOS seconds. It
leaves out bytes, limits, statistics and DB_VARSUMMARY, DB_QOS and DB_RWSUMMARY, which are only for display; where a
community has a door (``moos/db/door.py``), that has them. Messages are made when their reader fetches them. The tests
run whole missions on this bus and on one with the whole MOOSDB behind it, and compare the logs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from operator import itemgetter
from typing import Protocol

from usimmarine_py.moos.clock import Clock
from usimmarine_py.moos.transport.comms import BaseComms, CommsStatistics
from usimmarine_py.values import Message, Value
from usimmarine_py.values.frozen import maker
from usimmarine_py.values.rows import Row, Shape
from usimmarine_py.wire.limits import DB_PERIOD_MOOS
from usimmarine_py.wire.patterns import matches
from usimmarine_py.wire.variables import ClientSubscription

_message = maker(Message)

#: What the MOOSDB posts by itself.
OWN_VARIABLES = ("DB_TIME", "DB_UPTIME", "DB_CLIENTS")
#: Shapes of a client that are known; the values of rows of further shapes are posted one by one.
MOST_SHAPES = 2048
#: Mail that one handler gets at a time where it comes from outside: characters of texts, and so many for each value.
MUCH_MAIL, _EACH_VALUE = 32_000, 64
#: What a client reads of a row: time, variables, values, source, auxiliary source, community.
Mail = tuple[float, tuple[str, ...], tuple[Value, ...], str, str, str]
#: Gets every row that is accepted, in order: time (MOOS s), source and variables, values, auxiliary source.
Listener = Callable[[float, Shape, tuple[Value, ...], str], object]


def weight_of(value: Value) -> int:
    """Return what a value counts in ``MUCH_MAIL``, where nothing is known of its work but its length."""
    return _EACH_VALUE if isinstance(value, float) else _EACH_VALUE + len(value)


class MailTaker(Protocol):
    """Takes mail in order: a list, or what does something with it at once."""

    def append(self, mail: Mail, /) -> object:
        """Take what was posted."""
        ...


#: What picks the values that a client reads of a row.
Pick = Callable[[tuple[Value, ...]], tuple[Value, ...]]
#: What picks names and values of those that are due at a MOOS time, where there are intervals.
PickDue = Callable[[tuple[Value, ...], float], tuple[tuple[str, ...], tuple[Value, ...]]]
#: A client that reads rows of a shape: its inbox, the variables that it reads, and one of both, which picks values.
BusReader = tuple[MailTaker, tuple[str, ...], Pick, PickDue | None]


def _reader(
    inbox: MailTaker, shape: Shape, places: tuple[int, ...], limits: tuple[ClientSubscription, ...]
) -> BusReader:
    """Return a reader of the values at these ``places``, each of which has one of ``limits``."""
    names = tuple([shape.names[place] for place in places])
    pick: Pick = itemgetter(*(places if len(places) > 1 else (slice(places[0], places[0] + 1),)))
    if not any(one.interval > 0.0 for one in limits):
        return inbox, names, pick, None

    def due(values: tuple[Value, ...], now: float) -> tuple[tuple[str, ...], tuple[Value, ...]]:
        found, picked = [], []
        for name, value, subscription in zip(names, pick(values), limits, strict=True):
            if subscription.interval <= 0.0 or subscription.due(now):
                subscription.last = now
                found.append(name)
                picked.append(value)
        return tuple(found), tuple(picked)

    return inbox, names, pick, due


class BusRoute:
    """What the bus knows of rows of one shape."""

    __slots__ = ("community", "last", "number", "readers", "shape", "types")

    def __init__(self, shape: Shape, types: tuple[type, ...], community: str) -> None:
        self.shape = shape  #: with its source
        self.community = shape.community or community
        self.types = types
        self.last: tuple[float, tuple[Value, ...], str] | None = None  #: of the newest row: time, values, source aux
        self.number = 0  #: of the newest row among all rows
        self.readers: list[BusReader] | None = None  #: None: not known any more


class LockstepBus:
    """A MOOS community of one thread. ``report`` gets one line for every kind of post that is refused."""

    def __init__(self, clock: Clock, community: str = "alpha", report: Callable[[str], None] | None = None) -> None:
        self.clock = clock
        self.community = community or "#1"
        self.listeners: list[Listener] = []
        self._report = report
        self._clients: dict[str, LockstepComms] = {}
        self._types: dict[str, type] = {}
        self._routes: dict[Shape, BusRoute] = {}
        self._writers: dict[str, list[BusRoute]] = {}  # by variable
        self._subscribers: dict[str, dict[str, tuple[LockstepComms, ClientSubscription]]] = {}
        self._start = self.last_batch = clock.now()  #: of what the MOOSDB posts by itself
        self._complaints: set[str] = set()
        self._rows = 0
        self._own = LockstepComms(self, f"MOOSDB_{self.community}", connected=True)
        self._listeners: list[LockstepComms] = []  # read, but are no clients
        #: Gets the name of each client that joins (True) or leaves (False).
        self.on_member: Callable[[str, bool], object] | None = None
        #: Gets what comes from outside, before it has an effect: ``post``, ``join`` or ``leave``, and its details.
        self.on_outside: Callable[[str, tuple[object, ...]], object] | None = None
        #: Called when much has come from outside since the last call: who reads it should not wait for its tick.
        self.on_crowd: Callable[[], object] | None = None
        #: Return what a value counts in ``MUCH_MAIL``.
        self.weigh: Callable[[Value], int] = weight_of
        self._came = 0  # from outside since then, as ``MUCH_MAIL`` counts

    @property
    def variables(self) -> list[str]:
        """Names of all variables that were posted, in the order of their first posts."""
        return list(self._writers)

    @property
    def clients(self) -> list[str]:
        """Names of the connected clients, newest first."""
        return list(reversed(self._clients))

    def client(self, name: str) -> LockstepComms:
        """Return a new client, not yet connected."""
        return LockstepComms(self, name)

    def post_one(self, shape: Shape, value: Value, stamp: float, aux: str, now: float) -> int:
        """Post one value; return 1 if it was dropped for want of a name."""
        (name,), source = shape.names, shape.source
        if not name:
            return 1
        if type(value) is not float and not isinstance(value, (str, bytes)):
            value = float(value)
        known = self._types.get(name)
        if known is None:
            self._types[name] = type(value)
            self._first_write(name, source)
        elif known is not type(value):
            self._complain(f"{source}: {name}: post of another type than the variable has, dropped")
            return 0
        self.deliver(self.route(shape), (value,), stamp, aux, now)
        if now - self.last_batch > DB_PERIOD_MOOS:
            self._batch(now)
        return 0

    def deliver(self, route: BusRoute, values: tuple[Value, ...], stamp: float, aux: str, now: float) -> None:
        """Remember a row and hand it to listeners and readers."""
        self._rows = route.number = self._rows + 1
        route.last = stamp, values, aux
        shape = route.shape
        for listener in self.listeners:
            listener(stamp, shape, values, aux)
        if route.readers is None:
            route.readers = self._readers(shape)
        source, community = shape.source, route.community
        for inbox, names, pick, limited in route.readers:
            if limited is None:
                inbox.append((stamp, names, pick(values), source, aux, community))
            else:
                inbox.append((stamp, *limited(values, now), source, aux, community))

    # -- what a door needs

    def listen_in(self, inbox: MailTaker) -> LockstepComms:
        """Return a reader that is no client; ``inbox`` takes what it follows at once."""
        reader = LockstepComms(self, f"\0{len(self._listeners)}", connected=True, inbox=inbox)
        self._listeners.append(reader)
        return reader

    def follow(self, reader: LockstepComms, variable: str) -> None:
        """Let a reader get each post of a variable from now on."""
        self._subscribe(reader, variable, ClientSubscription(0.0))

    def post_from_outside(self, shape: Shape | None, value: Value, stamp: float, aux: str, now: float) -> None:
        """Post what a client of a door posts; without a shape, let the MOOSDB post its times."""
        if self.on_outside is not None:
            self.on_outside("post", (shape, value, stamp, aux))
        if shape is None:
            self._batch(now)
        else:
            self.post_one(shape, value, stamp, aux, now)
            self.count(value)

    def count(self, value: Value) -> None:
        """Count what has come from outside."""
        self._came += self.weigh(value)
        if self._came > MUCH_MAIL:
            self._came = 0
            if self.on_crowd is not None:
                self.on_crowd()

    def join_from_outside(self, comms: LockstepComms) -> None:
        """Let a client of a door join."""
        if self.on_outside is not None:
            self.on_outside("join", (comms.name,))
        comms.run()

    def leave_from_outside(self, comms: LockstepComms) -> None:
        """Let a client of a door leave."""
        if self.on_outside is not None:
            self.on_outside("leave", (comms.name,))
        comms.close()

    def is_read_inside(self, variable: str, other_than: LockstepComms) -> bool:
        """Whether a client of the bus, or a reader other than this, reads a variable."""
        readers = self._subscribers.get(variable)
        return readers is not None and any(one is not other_than for one, _ in readers.values())

    def type_of(self, variable: str) -> type | None:
        """Return the type of a variable, None before its first post."""
        return self._types.get(variable)

    def current(self, variable: str) -> tuple[int, Mail] | None:
        """Return the number of the newest row with a variable, and its value as mail; None if there is none."""
        if variable not in self._writers:
            return None
        newest = self._newest(variable)
        if newest.last is None:
            return None
        stamp, values, aux = newest.last
        place = max(place for place, name in enumerate(newest.shape.names) if name == variable)
        return newest.number, (stamp, (variable,), (values[place],), newest.shape.source, aux, newest.community)

    def read_by(self, client: str) -> set[str]:
        """Return the variables that a client reads."""
        return {variable for variable, readers in self._subscribers.items() if client in readers}

    def posted_by(self, client: str) -> set[str]:
        """Return the variables that a client has posted."""
        return {name for route in self._routes.values() if route.shape.source == client for name in route.shape.names}

    def unread(self, prefix: str) -> list[tuple[str, str]]:
        """Return the variables with this prefix that have never had a subscriber, and their last writers."""
        return [(name, author) for name, author in self._authors(prefix) if name not in self._subscribers]

    @property
    def subscribed(self) -> list[str]:
        """The variables that have a subscriber, patterns left out."""
        return sorted(self._subscribers)

    def authors(self, prefix: str) -> set[str]:
        """Return the last writers of the variables with this prefix."""
        return {author for _, author in self._authors(prefix)}

    def never_written(self, names: Iterable[str]) -> list[str]:
        """Return those of ``names`` that were never posted."""
        return [name for name in names if name not in self._writers]

    # -- clients

    def register(self, comms: LockstepComms, variable: str, interval: float) -> None:
        """Add a subscription; the current value is its first mail."""
        now = self.clock.now()
        subscription = ClientSubscription(interval)
        self._subscribe(comms, variable, subscription)
        if (current := self.current(variable)) is not None:
            subscription.last = now
            comms.inbox.append(current[1])
        if now - self.last_batch > DB_PERIOD_MOOS:
            self._batch(now)

    def unregister(self, comms: LockstepComms, variable: str) -> None:
        """Remove a subscription."""
        self._subscribers.get(variable, {}).pop(comms.name, None)
        self.forget_readers(variable)

    def forget_readers(self, variable: str) -> None:
        """Look up again, at the next post, which clients read a variable."""
        for route in self._writers.get(variable, ()):
            route.readers = None

    def join(self, comms: LockstepComms) -> bool:
        """Connect a client; False if the name is in use."""
        if self._clients.setdefault(comms.name, comms) is not comms:
            return False
        if self.on_member is not None:
            self.on_member(comms.name, True)
        return True

    def leave(self, comms: LockstepComms) -> None:
        """Remove a client."""
        if self._clients.get(comms.name) is comms:
            del self._clients[comms.name]
            for variable in self.read_by(comms.name):
                self.unregister(comms, variable)
            if self.on_member is not None:
                self.on_member(comms.name, False)

    def present(self, variables: str, sources: str) -> list[str]:
        """Return the variables written so far that match the patterns of a new subscription: name and last writer."""
        found = [name for name, author in self._authors("") if matches(variables, name) and matches(sources, author)]
        return sorted(found)

    def announce(self) -> None:
        """Post what the MOOSDB posts by itself, as one that ran before its clients did."""
        self._batch(self.clock.now())

    def clock_was_set(self, change: float) -> None:
        """MOOS time went on by ``change`` s within no time."""
        self._start += change
        self.last_batch += change

    # -- inside

    def learn(self, client: LockstepComms, shape: Shape, values: tuple[Value, ...]) -> None:
        """Let rows of a client's shape go together from now on, if their types are those of the variables."""
        if [self._types.get(name) for name in shape.names] == [*map(type, values)]:
            client.routes[shape] = self.route(Shape(shape.names, shape.source or client.name, shape.community))

    def route(self, shape: Shape) -> BusRoute:
        """Return the route of a shape whose variables are known."""
        found = self._routes.get(shape)
        if found is None:
            found = self._routes[shape] = BusRoute(
                shape, tuple(self._types[name] for name in shape.names), self.community
            )
            for name in dict.fromkeys(shape.names):
                self._writers.setdefault(name, []).append(found)
        return found

    def _readers(self, shape: Shape) -> list[BusReader]:
        found: dict[str, tuple[LockstepComms, list[int], list[ClientSubscription]]] = {}
        for place, name in enumerate(shape.names):
            for comms, subscription in self._subscribers.get(name, {}).values():
                if name in comms.skipped and comms.name == shape.source:
                    continue
                _, places, limits = found.setdefault(comms.name, (comms, [], []))
                places.append(place)
                limits.append(subscription)
        return [_reader(comms.reader, shape, tuple(places), tuple(limits)) for comms, places, limits in found.values()]

    def _subscribe(self, comms: LockstepComms, variable: str, subscription: ClientSubscription) -> None:
        self._subscribers.setdefault(variable, {})[comms.name] = (comms, subscription)
        self.forget_readers(variable)

    def _newest(self, variable: str) -> BusRoute:
        """Return the route of the newest row with a variable that was posted."""
        return max(self._writers[variable], key=lambda route: route.number)

    def _authors(self, prefix: str) -> list[tuple[str, str]]:
        """Return the variables with a prefix in the order of their first posts, and their last writers."""
        return [(name, self._newest(name).shape.source) for name in self._writers if name.startswith(prefix)]

    def _first_write(self, variable: str, source: str) -> None:
        for comms in (*self._clients.values(), *self._listeners):
            for (variables, sources), interval in comms.patterns.items():
                if matches(variables, variable) and matches(sources, source):
                    self._subscribe(comms, variable, ClientSubscription(interval))

    def _batch(self, now: float) -> None:
        self.last_batch = now
        clients = "".join(f"{name}," for name in self.clients)
        self._own.post_rows([Row(Shape(OWN_VARIABLES), (now, now - self._start, clients))])

    def _complain(self, text: str) -> None:
        if self._report is not None and text not in self._complaints:
            self._complaints.add(text)
            self._report(text)


class LockstepComms(BaseComms):
    """A client of a ``LockstepBus``; see ``Comms`` for the methods. Made by ``LockstepBus.client``."""

    def __init__(self, bus: LockstepBus, name: str, *, connected: bool = False, inbox: MailTaker | None = None) -> None:
        super().__init__(name)
        self.bus = bus  #: that it is a client of
        self._connected = connected
        self._statistics = CommsStatistics()
        #: ``fetch`` takes from the list; that of a reader which is no client stays empty
        self.inbox: list[Mail] = []
        self.reader: MailTaker = self.inbox if inbox is None else inbox
        self.routes: dict[Shape, BusRoute] = {}  #: of the rows that it posts
        self.patterns: dict[tuple[str, str], float] = {}
        self.skipped: Collection[str] = ()  #: its own posts of these are not wanted

    @property
    def community(self) -> str:
        """Community of the bus, empty before the connection."""
        return self.bus.community if self._connections else ""

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
        if not self.bus.join(self):
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
        self.bus.register(self, variable, interval)
        return True

    def register_wildcard(self, variables: str, sources: str = "*", interval: float = 0.0) -> bool:
        """Subscribe by pattern; stored values that fit come as the first mail."""
        if not variables or not sources or not self._connected:
            return False
        self.patterns[variables, sources] = interval
        for name in self.bus.present(variables, sources):
            self.bus.register(self, name, interval)
        return True

    def unregister(self, variable: str) -> bool:
        """Drop a subscription."""
        self.bus.unregister(self, variable)
        return bool(variable)

    def skip_own(self, variables: Collection[str]) -> None:
        """Leave out of ``fetch`` what this client posts of these variables from now on."""
        before, self.skipped = self.skipped, variables
        for name in {*before, *variables}:
            self.bus.forget_readers(name)

    def post_rows(self, rows: Iterable[Row], default: float | None = None) -> int:
        """Post rows, and deliver to every subscriber before this returns; return how many values were dropped."""
        if not self._connected:
            return sum(len(row.values) for row in rows)
        bus, routes, dropped = self.bus, self.routes, 0
        now = bus.clock.now()
        if default is None:
            default = now
        for shape, values, time, aux in rows:
            stamp = default if time is None or time == -1.0 else time
            route = routes.get(shape)
            if route is not None and tuple(map(type, values)) == route.types:
                if now - bus.last_batch <= DB_PERIOD_MOOS:
                    bus.deliver(route, values, stamp, aux, now)
                    continue
                # the MOOSDB posts behind the first value
                source = shape.source or self._name
                bus.post_one(Shape(shape.names[:1], source, shape.community), values[0], stamp, aux, now)
                if values[1:]:
                    rest = Shape(shape.names[1:], source, shape.community)
                    bus.deliver(bus.route(rest), values[1:], stamp, aux, now)
            else:
                # new variables, or new types
                for name, value in zip(shape.names, values, strict=True):
                    one = Shape((name,), shape.source or self._name, shape.community)
                    dropped += bus.post_one(one, value, stamp, aux, now)
                if route is None and len(routes) < MOST_SHAPES:
                    bus.learn(self, shape, values)
        return dropped

    def fetch(self) -> list[Message]:
        """Return all mail since the last call, in order of arrival."""
        if not self.inbox:
            return []
        mail = [
            _message((name, value, stamp, source, aux, community))
            for stamp, names, values, source, aux, community in self.inbox
            for name, value in zip(names, values)  # noqa: B905  # as many of both, by ``_reader``
        ]
        self.inbox.clear()
        return mail

    def is_crowded(self) -> bool:
        """Whether so much mail waits that its reader should not wait for its tick."""
        weight, weigh = 0, self.bus.weigh
        for mail in self.inbox:  # not to its end: under a flood it is long, and this is asked time and again
            weight += sum(map(weigh, mail[2]))
            if weight > MUCH_MAIL // 4:
                return True
        return False

    def set_aside(self) -> list[Mail]:
        """Take what is beyond ``MUCH_MAIL`` out of the inbox, and return it."""
        weight, weigh = 0, self.bus.weigh
        for place, mail in enumerate(self.inbox):
            weight += sum(map(weigh, mail[2]))
            if weight > MUCH_MAIL and place:
                rest = self.inbox[place:]
                del self.inbox[place:]
                return rest
        return []

    def close(self) -> None:
        """Leave. Idempotent."""
        if self._connected:
            self._connected = False
            self.bus.leave(self)
