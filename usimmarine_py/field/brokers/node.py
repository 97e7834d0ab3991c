"""uFldNodeBroker: finds the shore, and bridges a vehicle's variables to it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.brokers.bridges import Bridge, is_known, read_bridge, share_command
from usimmarine_py.field.hosts import HostRecord, read_host
from usimmarine_py.field.settings import HomeCommunity, field_table, special, truth
from usimmarine_py.finding import Finding
from usimmarine_py.text import atof, is_number, plain_number
from usimmarine_py.texts.pairs import pairs_of
from usimmarine_py.texts.shares import MulticastBase, RouteError, read_address
from usimmarine_py.values.app import exceeded
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

#: Between pings with and without a recent acknowledgement, and how long one is recent, s.
PING_GAP, PING_GAP_ALONE, RECENT = 20.0, 5.0, 5.0
#: After so long without a route to the own pShare nothing will come, s.
UNHEARD = 15.0
_POLICIES = (
    Bridge("NODE_MESSAGE_LOCAL", "NODE_MESSAGE"), Bridge("MEDIATED_MESSAGE_LOCAL", "MEDIATED_MESSAGE"),
)  # fmt: skip


@dataclass(slots=True)
class NodeBrokerOptions:
    """What the block says."""

    shores: list[str] = field(default_factory=list)
    bridges: list[Bridge] = field(default_factory=list)
    realmcast: bool = True
    appcast: bool = True
    pshare_vars: bool = True


def read_shore_route(text: str) -> str:
    """Return the route of ``pshare_route=HOST:PORT``. Raises ``RouteError``."""
    route = ""
    for key, value in pairs_of(text):
        if key != "pshare_route":
            raise RouteError("must be pshare_route=HOST:PORT")
        route = value
    read_address(route, MulticastBase())
    return route


def _shore(options: NodeBrokerOptions, value: str) -> Finding | None:
    try:
        route = read_shore_route(value)
    except RouteError as error:
        return Finding(str(error))
    if route in options.shores:
        return Finding("the same route stands in another line")
    options.shores.append(route)
    return None


def _bridge(options: NodeBrokerOptions, value: str) -> Finding | None:
    found = read_bridge(value)
    if isinstance(found, str):
        return Finding(found)
    if is_known(found, options.bridges):
        return found.of_others(value)
    if found in _POLICIES and any(one in _POLICIES and one != found for one in options.bridges):
        return Finding("Conflicted messaging policy: messages are mediated or not")
    options.bridges.append(found)
    return found.of_others(value)


#: The keys of its block.
KEYS = field_table(
    NodeBrokerOptions,
    special(
        "try_shore_host", "list", _shore, "Where the shore's pShare listens.", repeatable=True,
        example="pshare_route=localhost:9200",
    ),
    special(
        "bridge", "list", _bridge, "A variable that is bridged to the shore; $V and $v stand for the vehicle's name.",
        repeatable=True, example="src=VIEW_POINT",
    ),
    truth("auto_bridge_realmcast", "realmcast", "Bridges REALMCAST, WATCHCAST and REALMCAST_CHANNELS."),
    truth("auto_bridge_appcast", "appcast", "Bridges APPCAST."),
    truth("auto_bridge_pshare_vars", "pshare_vars", "Bridges NODE_PSHARE_VARS."),
)  # fmt: skip


class NodeBrokerApp(FieldApp):
    """Pings the shore, and when it answers makes pShare send the bridged variables there."""

    keys = KEYS
    process_variable = "UFLDNODEBROKER_PID"

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldNodeBroker") -> None:
        super().__init__(lines, home, name)
        self.options = options = NodeBrokerOptions()
        self.read_block(lines, options)
        self.bridges = list(options.bridges)
        automatic = ["REALMCAST", "WATCHCAST", "REALMCAST_CHANNELS"] if options.realmcast else []
        automatic += ["APPCAST"] if options.appcast else []
        automatic += ["NODE_PSHARE_VARS"] if options.pshare_vars else []
        for variable in automatic:
            bridge = Bridge(variable, variable)
            if not is_known(bridge, self.bridges):
                self.bridges.append(bridge)
        self._record = HostRecord(home.name)
        self._bridged: set[int] = set()
        self._last_ping = self._last_ack = -inf
        self._acks = 0
        self._began = inf
        self._warned = False

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The own host, acknowledgements, and further shores."""
        return ["PHI_HOST_INFO", "NODE_BROKER_ACK", "TRY_SHORE_HOST"]

    def started(self, now: float) -> list[Row]:
        """Ask pShare to send the pings."""
        self._began = now
        return self._ping_routes()

    def _ping_routes(self) -> list[Row]:
        return [self._ping_route(index) for index in range(len(self.options.shores))]

    def _ping_route(self, index: int) -> Row:
        source = f"NODE_BROKER_PING_{index}"
        return single("PSHARE_CMD", share_command(source, "NODE_BROKER_PING", self.options.shores[index]))

    def on_mail(self, mail: list[Message]) -> list[Row]:
        """Take the own host, answers of the shore, and further shores."""
        rows: list[Row] = []
        for message in mail:
            text = self.text(message)
            if text is None:
                continue
            local = (message.community or self.home.name) == self._record.community
            if message.variable == "PHI_HOST_INFO" and local:
                found = read_host(text)
                self._record = found if found.valid else self._record
            elif message.variable == "NODE_BROKER_ACK" and not local:
                rows += self._acknowledged(read_host(text))
            elif message.variable == "TRY_SHORE_HOST":
                rows += self._further(message, text)
        return rows

    def _further(self, message: Message, text: str) -> list[Row]:
        shores = self.options.shores
        try:
            route = read_shore_route(text)
        except RouteError as error:
            self.refuse(message, str(error))
            return []
        if route not in shores:
            shores.append(route)
        return [self._ping_route(len(shores) - 1)]

    @property
    def _bridges_used(self) -> list[Bridge]:
        """All but those of messages that the policy, if one is set, does not take."""
        idle = {policy.source for policy in _POLICIES if policy not in self.bridges}
        return [bridge for bridge in self.bridges if bridge.source not in idle]

    def _acknowledged(self, record: HostRecord) -> list[Row]:
        index = int(atof(record.key)) if is_number(record.key) else -1
        if not 0 <= index < len(self.options.shores):
            self.host.run_warning("NODE_BROKER_ACK recvd from IP w/ null or bad key, for now.")
            return []
        self._last_ack = self.host.now
        self._acks += 1
        rows = [single("NODE_PSHARE_VARS", ",".join(bridge.alias for bridge in self.bridges))]
        if index not in self._bridged:
            self._bridged.add(index)
            route = self.options.shores[index]
            rows += [single("PSHARE_CMD", share_command(*bridge, route)) for bridge in self._bridges_used]
        return rows

    def iterate(self, now: float) -> list[Row]:
        """Ping the shore when it is due."""
        rows = [] if self._acks else self._ping_routes()
        record = self._record
        gap = PING_GAP if now - self._last_ack <= RECENT + self.home.slack else PING_GAP_ALONE
        complete = record.pshare_iroutes and record.timewarp
        if not complete and now - self._began > UNHEARD and not self._warned:
            self._warned = True
            self.host.run_warning("no ping is sent: give pShare an input = route = HOST:PORT, and start pHostInfo")
        if complete and self.options.shores and exceeded(now, self._last_ping, gap, self.home.slack):
            self._last_ping = now
            record.time = plain_number(self.written(now), 2)
            # one timer for all routes: only the first is ever pinged
            rows.append(single("NODE_BROKER_PING_0", f"{record.text()},key=0"))
        return rows

    def report(self) -> str:
        """Return shores and bridges."""
        shores = "".join(f"  {i}: {route}\n" for i, route in enumerate(self.options.shores))
        bridges = "".join(f"  {bridge.source} -> {bridge.alias}\n" for bridge in self.bridges)
        return f"Acknowledgements: {self._acks}\nShores:\n{shores}Bridges:\n{bridges}"
