"""pShare: forwards mail to other communities and posts what comes from them.

It hands out pairs of address and message and takes messages with the address they came in at; datagrams are made and
read around it, or it is connected to others directly in a lock-step run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, text, truth
from usimmarine_py.limits import MOST_ROUTES, MOST_SHARED_PATTERNS, TooMuchError, admit, too_long
from usimmarine_py.texts.shares import (
    MulticastBase,
    RouteError,
    ShareAddress,
    ShareInput,
    SharePattern,
    ShareRoute,
    fits,
    has_wildcard,
    inputs_of,
    long_form,
    pattern_of,
    routes_of,
    short_form,
)
from usimmarine_py.values.app import Subscription, passed
from usimmarine_py.values.frozen import maker, replace
from usimmarine_py.values.key import ConfigLine, Key, KeyTable, read_block
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

#: Iterations per MOOS second, whatever the block says: mail is forwarded as it comes, and only the summaries wait for
#: one, which are 1.0 to 1.03 s apart in runs of the original.
SHARE_TICK = 1.0 / 1.02
#: Between two summaries, MOOS s.
SUMMARY_GAP = 1.0
#: Longest datagram, bytes, and how much of it is neither names nor text.
LONGEST, FIXED = 49152, 54
#: Most bytes of a character.
_WIDEST = 4
#: Names that brokers cannot do without: a list of names that may pass does not stop them.
BROKER_NAMES = ("NODE_BROKER_PING*", "NODE_BROKER_ACK*")
#: What vehicles know of each other by: a list that stops it is worth a warning.
_OF_OTHERS = ("NODE_REPORT", "NODE_MESSAGE")

Packet = tuple[ShareAddress, Message]
_message = maker(Message)


def _host(app: ShareApp, value: str) -> None:
    app.base = app.base._replace(host=value)


def _port(app: ShareApp, value: int) -> None:
    app.base = app.base._replace(port=value)


#: The keys of its block.
KEYS = field_table(
    lambda: None,
    text(
        "output", lambda app, value: app.take_output(value), "A variable that is sent: VAR -> [DEST:]HOST:PORT[@RATE], "
        "or src_name=, dest_name=, route=, frequency=, duration=, max_shares=.", repeatable=True,
        example="NODE_REPORT_LOCAL -> NODE_REPORT:localhost:9200",
    ),
    text(
        "input", lambda app, value: app.take_input(value), "Where it listens: route=HOST:PORT or route=multicast_N, "
        "white_list= with names that may pass.", repeatable=True, example="route=localhost:9200",
    ),
    text("multicast_address", _host, "Group of all multicast channels.", default="224.1.1.11"),
    Key(
        "multicast_base_port", "integer", "24460", "Port of multicast channel 0.", minimum=1, maximum=65535, into=_port,
        by_moos=True,
    ),
    truth("loopback", "loopback", "Its ports are open to this machine alone; of ours.", default="false"),
)  # fmt: skip
_PLAIN = KeyTable((KEYS[n] for n in ("multicast_address", "multicast_base_port", "loopback")), shows_values=True)
_OUTPUTS, _INPUTS = (KeyTable((KEYS[n],), backwards=True, shows_values=True) for n in ("output", "input"))


class ShareApp(FieldApp):
    """Forwards the variables of its routes; ``take_packets`` and ``receive`` are its connection to others."""

    keys = KEYS

    def __init__(
        self,
        lines: Sequence[ConfigLine],
        home: HomeCommunity,
        name: str = "pShare",
        *,
        outputs: Sequence[str] = (),
        inputs: Sequence[str] = (),
    ) -> None:
        """``outputs``, ``inputs``: those of the command line."""
        super().__init__(lines, home, name)
        self.base = MulticastBase()
        self.loopback = False  #: live ports are open to this machine alone
        self._lost = False  # an input line was wrong
        self.inputs: list[ShareInput] = []
        self.on_input: Callable[[], object] = _nothing  #: called when there is a new one
        #: whether its ports are open to this machine alone
        self.loopback = any(line.key.lower() == "loopback" and line.value.lower() == "true" for line in lines)
        self.packets_sent = self.packets_received = self.packets_dropped = 0
        self._routes: dict[str, list[ShareRoute]] = {}
        self._patterns: list[SharePattern] = []
        self._summary = ""  #: of the routes, empty when they have changed
        self._known: dict[str, Message] = {}  # the newest of each variable
        self.packets: list[Packet] = []  #: to be sent
        self._started = self._last_summary = 0.0
        self.command = f"{name.upper()}_CMD"  #: the variable that it obeys
        self._read(lines, outputs, inputs)

    def _read(self, lines: Sequence[ConfigLine], outputs: Sequence[str], inputs: Sequence[str]) -> None:
        """Read the block: addresses, then from its end outputs and inputs, after the routes of the command line."""
        self.find(*read_block(lines, _PLAIN, self))
        for given in outputs:
            self._add_output(given)
        for given in inputs:
            self._add_input(given if "route" in given else f"route={given}")
        for table in (_OUTPUTS, _INPUTS):
            self.find(*read_block(lines, table, self))

    def take_output(self, text: str) -> None:
        """Add the routes of a line. Raises ``RouteError``."""
        self._add_output(text)

    def take_input(self, text: str) -> None:
        """Add the inputs of a line, unless one below it was wrong. Raises ``RouteError``."""
        if self._lost:
            raise RouteError("not read, because an input line below it is wrong")
        self._lost = True
        self._add_input(text)
        self._lost = False

    def _add_output(self, text: str) -> None:
        form = long_form(text)
        made = routes_of(form, self.base, 0.0) if "route" in text else short_form(text, self.base, 0.0)
        for route in made:
            self._add_route(route)

    def _add_input(self, text: str) -> None:
        if "route" not in text:
            raise RouteError("an input is route=HOST:PORT or route=multicast_N")
        for found in inputs_of(long_form(text), self.base):
            if any(one.address == found.address for one in self.inputs):
                raise RouteError(f"there is another input for {found.address}")
            self.inputs.append(found)
            self.on_input()

    def _add_route(self, route: ShareRoute) -> bool:
        """Add a route; False if it took the place of an equal one."""
        if has_wildcard(route.source):
            equal = [one.route.key == route.key for one in self._patterns]
            self._patterns = [one for one, same in zip(self._patterns, equal, strict=True) if not same]
            self._patterns.append(pattern_of(route))
            return not any(equal)
        self._summary = ""
        others = self._routes.setdefault(route.source, [])
        for place, other in enumerate(others):
            if other.key == route.key:
                others[place] = route
                return False
        if route.duration == 0:
            route.duration = -1.0  # a limit of 0 counts from the second time on
        others.append(route)
        return True

    # -- the application

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """Commands, and what the routes forward."""
        patterns = [Subscription(one.variables, 0.0, one.applications) for one in self._patterns]
        return [self.command, *self._routes, *patterns]

    def started(self, now: float) -> Sequence[Row]:
        """Note when it started."""
        self._started = self._last_summary = now
        for routes in self._routes.values():
            for route in routes:
                route.made = now
        for pattern in self._patterns:
            pattern.route.made = now
        for one in self.inputs:
            if stops_brokers(one):
                self.host.say(
                    f"the white_list of {one.address} lacks NODE_BROKER_PING or NODE_BROKER_ACK, without which nothing "
                    "connects: both pass"
                )
        return ()

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Forward mail; obey commands."""
        now = self.host.now
        for message in mail:
            if message.variable == self.command:
                self._obey(message, now)
            self._forward(message, now)
        return ()

    def iterate(self, now: float) -> Sequence[Row]:
        """Post the summaries when they are due."""
        if not passed(now, self._last_summary, SUMMARY_GAP):
            return ()
        self._last_summary = now
        return [
            single("PSHARE_OUTPUT_SUMMARY", self.output_summary()),
            single("PSHARE_INPUT_SUMMARY", self.input_summary()),
        ]

    def output_summary(self) -> str:
        """Return all routes by variable."""
        if not self._summary:
            self._summary = ", ".join(
                f"{source}->" + " & ".join(f"{route.destination}:{route.address}" for route in self._routes[source])
                for source in sorted(self._routes)
                if self._routes[source]
            )
        return self._summary

    def input_summary(self) -> str:
        """Return the addresses of all inputs."""
        places = sorted((one.address.host, one.address.port, str(one.address)) for one in self.inputs)
        return ",".join(text for _, _, text in places)

    def report(self) -> str:
        """Return routes and counts."""
        return (
            f"Sent {self.packets_sent}, received {self.packets_received}, dropped {self.packets_dropped}\n"
            f"Outputs: {self.output_summary() or 'none'}\nInputs:  {self.input_summary() or 'none'}\n"
        )

    @property
    def forwarded(self) -> Collection[str] | None:
        """Names of the variables that it forwards; None: there are patterns."""
        return None if self._patterns else self._routes.keys()

    # -- to others

    def take_packets(self) -> list[Packet]:
        """Return what is to be sent since the last call."""
        packets, self.packets = self.packets, []
        return packets

    def _forward(self, message: Message, now: float) -> None:
        name = message.variable
        for pattern in self._patterns:
            if fits(pattern.variables, name) and fits(pattern.applications, message.source):
                destination = pattern.name(name)
                route = replace(pattern.route, source=name, destination=destination, derived=True)
                if all(other.key != route.key for other in self._routes.get(name, ())):
                    if len(self._routes) >= MOST_ROUTES:
                        self.host.run_warning(f"more than {MOST_ROUTES:,} variables cannot be shared by patterns")
                        break
                    self._add_route(route)
        routes = self._routes.get(name)
        if not routes:
            return
        self._known[name] = message
        for route in routes:
            if route.admits(now):
                self._send(route, message)

    def _send(self, route: ShareRoute, message: Message) -> None:
        _, value, time, source, aux, community = message
        shared = _message((route.destination, value, time, source, aux, community))
        if not _fits_datagram(shared):
            self.packets_dropped += 1
            return
        self.packets.append((route.address, shared))
        self.packets_sent += 1

    # -- commands

    def _obey(self, message: Message, now: float) -> None:
        if message.time < self._started:
            return
        if not isinstance(message.value, str):
            self.refuse(message, "must be text")
            return
        if problem := too_long(message.variable, message.value):
            self.refuse(message, problem)
            return
        found = long_form(message.value)
        kind = found.get("cmd", "").lower()
        try:
            if kind == "output":
                for route in routes_of(found, self.base, now):
                    self._check_room(route)
                    self._make_route(route, now)
            elif kind == "input":
                admit(len(self.inputs) + 1, MOST_SHARED_PATTERNS, "inputs")
                self._add_input(message.value)
            else:
                raise RouteError("needs cmd=output or cmd=input")
        except (RouteError, TooMuchError) as error:
            self.refuse(message, str(error))

    def _check_room(self, route: ShareRoute) -> None:
        """Raise ``TooMuchError`` where a command makes one route too many."""
        if has_wildcard(route.source):
            if all(one.route.key != route.key for one in self._patterns):
                admit(len(self._patterns) + 1, MOST_SHARED_PATTERNS, "patterns")
        elif route.source not in self._routes:
            admit(len(self._routes) + 1, MOST_ROUTES, "variables")
        elif all(other.key != route.key for other in self._routes[route.source]):
            admit(len(self._routes[route.source]) + 1, MOST_SHARED_PATTERNS, "routes of one variable")

    def _make_route(self, route: ShareRoute, now: float) -> None:
        """Make a route while running: the current value goes out at once where it is new."""
        once = route.duration == 0
        subscribed = route.source in self._routes
        new = self._add_route(route)
        if has_wildcard(route.source):
            one = self._patterns[-1]
            if new:  # with a subscription the command itself comes again, where it matches
                self.host.subscribe([Subscription(one.variables, 0.0, one.applications)])
        elif not subscribed:
            self.host.subscribe([route.source])
        elif (new or once) and (known := self._known.get(route.source)) is not None:
            if once:
                route.duration, route.most = -1.0, 1
            for other in self._routes[route.source]:
                if other.admits(now):
                    self._send(other, known)

    # -- from others

    def receive(self, address: ShareAddress, message: Message) -> list[Row]:
        """Return the posts for a message that came in at ``address``."""
        patterns: Sequence[str] = ()
        for one in self.inputs:
            if one.address == address:
                patterns = one.patterns
                break
        name = message.variable
        allowed = not patterns or any(fits(pattern, name) for pattern in (*patterns, *BROKER_NAMES))
        looping = name in self._routes and any(not route.derived for route in self._routes[name])
        if not allowed and name in _OF_OTHERS:
            why = "by which vehicles know of each other; add it to the list, or take the list out"
            self.host.run_warning(f"the white_list of {address} stops {name}, {why}")
        if not name or not allowed or looping:
            self.packets_dropped += 1
            return []
        self.packets_received += 1
        return [single(name, message.value, message.time, message.source_aux, message.source, message.community)]


def stops_brokers(one: ShareInput) -> bool:
    """Whether the names that an input lets pass lack one that brokers need."""
    return bool(one.patterns) and not all(any(fits(p, name[:-1]) for p in one.patterns) for name in BROKER_NAMES)


def _fits_datagram(message: Message) -> bool:
    """Whether a message is not longer than a datagram."""
    variable, value, _, source, aux, community = message
    length = FIXED + _WIDEST * (len(variable) + len(source) + len(aux) + len(community))
    if not isinstance(value, float):
        length += len(value) if isinstance(value, bytes) else _WIDEST * len(value)
    if length <= LONGEST:
        return True
    texts = [variable, source, aux, community, *([value] if isinstance(value, str) else [])]
    length = FIXED + (len(value) if isinstance(value, bytes) else 0)
    return length + sum(len(text.encode("utf-8", "surrogatepass")) for text in texts) <= LONGEST


def _nothing() -> None:
    """Do nothing."""
