"""uFldShoreBroker: answers the vehicles' pings, and bridges the shore's variables to them."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.brokers.bridges import Bridge, is_known, read_bridge, share_command
from usimmarine_py.field.hosts import HostRecord, is_host, read_host
from usimmarine_py.field.settings import HomeCommunity, field_table, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.text import compact_number, is_number
from usimmarine_py.texts.pairs import pairs_of
from usimmarine_py.values.app import exceeded, passed
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

#: Between two rounds of commands, s: first, and what is added after each.
FIRST_ROUND, ROUND_GROWTH = 5.0, 3.0
#: A vehicle is answered, and not stale, for this long after its ping, s.
ANSWERED = 10.0
_COUNT_GAP, _VNODE_GAP, _TRY_GAP = 30.0, 30.0, 10.0
_PLAIN_PORT = "9200"


@dataclass(slots=True)
class ShoreBrokerOptions:
    """What the block says."""

    bridges: list[Bridge] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  #: sources of plain bridges
    both: list[str] = field(default_factory=list)  #: variables bridged for all and for each vehicle
    keyword: str = ""
    realmcast: bool = True
    appcast: bool = True
    mission_hash: bool = True
    stale_warning: bool = False
    vnodes: list[str] = field(default_factory=list)


def _add(options: ShoreBrokerOptions, bridge: Bridge) -> None:
    if not is_known(bridge, options.bridges):
        options.bridges.append(bridge)


def _plain(options: ShoreBrokerOptions, value: str) -> Finding | None:
    found = read_bridge(value)
    if isinstance(found, str):
        return Finding(found)
    options.names.append(found.source)
    _add(options, found)
    return found.of_others(value)


def _both(options: ShoreBrokerOptions, value: str) -> Finding | None:
    names = [name.strip() for name in value.removesuffix(",").split(",")] if value else []
    for variable in names:
        if "=" not in variable and variable not in options.both:
            options.both.append(variable)
            _add(options, Bridge(f"{variable}_ALL", variable))
            _add(options, Bridge(f"{variable}_$V", variable))
    return Finding("must be names of variables") if any("=" in name for name in names) else None


def _vnode(options: ShoreBrokerOptions, value: str) -> Finding | None:
    found = dict(pairs_of(value))
    host, _, port = found.get("route", "").partition(":")
    if set(found) != {"route"} or not is_host(host) or not is_number(port or _PLAIN_PORT):
        return Finding("must be route=IP:PORT")
    route = f"{host}:{port or _PLAIN_PORT}"
    if route in options.vnodes:
        return Finding("is a route that another line has already; it counts once")
    options.vnodes.append(route)
    return None


#: The keys of its block.
KEYS = field_table(
    ShoreBrokerOptions,
    special(
        "bridge", "list", _plain, "A variable that is bridged to every vehicle; $V, $v and $N stand for the vehicle's "
        "name in capitals, as it is, and its number.", repeatable=True, example="src=DEPLOY_$V, alias=DEPLOY",
    ),
    special(
        "qbridge", "list", _both, "Variables VAR that are bridged as VAR from VAR_ALL and from VAR_$V.",
        repeatable=True, example="DEPLOY, RETURN, NODE_REPORT, NODE_MESSAGE",
    ),
    text("keyword", "keyword", "Word that vehicles are expected to send; only the status tells of another."),
    truth("auto_bridge_realmcast", "realmcast", "Bridges REALMCAST_REQ as qbridge does."),
    truth("auto_bridge_appcast", "appcast", "Bridges APPCAST_REQ as qbridge does."),
    truth("auto_bridge_mhash", "mission_hash", "Bridges MISSION_HASH."),
    truth("warning_on_stale", "stale_warning", "A vehicle whose pings stop gives a run warning."),
    special(
        "try_vnode", "list", _vnode, "A vehicle that is asked to ping: its address and port (9200).", repeatable=True,
        example="route=192.168.1.12:9200",
    ),
)  # fmt: skip


@dataclass(slots=True)
class Node:
    """A vehicle that pinged."""

    record: HostRecord
    number: int  #: in the order of discovery, 1 first
    time: float  #: MOOS s, of its last ping


def expanded(name: str, node: Node) -> str:
    """Return a name with the first kind of its macros replaced."""
    community = node.record.community
    for macro, value in (("$V", community.upper()), ("$v", community), ("$N", str(node.number))):
        if macro in name:
            return name.replace(macro, value)
    return name


class ShoreBrokerApp(FieldApp):
    """Answers pings, and makes pShare send the bridged variables to every vehicle."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldShoreBroker") -> None:
        super().__init__(lines, home, name)
        self.options = options = ShoreBrokerOptions()
        self.read_block(lines, options)
        if options.realmcast:
            _both(options, "REALMCAST_REQ")
        if options.appcast:
            _both(options, "APPCAST_REQ")
        if options.mission_hash:
            _plain(options, "src=MISSION_HASH")
        self._shore = HostRecord(home.name)
        self._nodes: dict[str, Node] = {}
        self._names = set(options.names)
        self._made: set[str] = set()  # as pShare's summary shows them
        self._last_round = self._last_count = self._last_vnode = self._last_try = -inf
        self._round_gap = FIRST_ROUND
        self._tests = self._answers = 0
        self._count = -1
        self._stale: set[str] = set()

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The own host, pings, and what pShare sends already."""
        return ["PHI_HOST_INFO", "NODE_BROKER_PING", "PSHARE_OUTPUT_SUMMARY"]

    def started(self, now: float) -> list[Row]:
        """Post which variables go to all vehicles."""
        del now
        return [single("UFSB_QBRIDGE_VARS", ",".join(sorted(filter(None, self.options.both))))]

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Take the own host, pings and what pShare sends."""
        for message in mail:
            text = self.text(message)
            if text is None:
                continue
            local = (message.community or self.home.name) == self._shore.community
            if message.variable == "PSHARE_OUTPUT_SUMMARY":
                for entry in text.split(","):
                    source, _, routes = entry.strip().partition("->")
                    self._made.update(f"{source}->{route.strip()}" for route in routes.split("&"))
            elif message.variable == "PHI_HOST_INFO" and local:
                self._shore = read_host(text)
            elif message.variable == "NODE_BROKER_PING" and not local:
                self._take_ping(message, read_host(text))
        return ()

    def _take_ping(self, message: Message, record: HostRecord) -> None:
        if not record.valid:
            self.refuse(message, "a ping needs community, hostip and port_db")
            return
        record.status = "ok"
        if record.timewarp != (warp := compact_number(self.home.warp)):
            record.status = f"timewarp ({warp}!={record.timewarp})"
            self.host.run_warning(record.status)
        if self.options.keyword not in ("", record.keyword):
            record.status = "keyword_mismatch"
        if record.hostip != self._shore.hostip:
            record.pshare_iroutes = record.pshare_iroutes.replace("localhost", record.hostip)
        known = self._nodes.get(record.community)
        if known is not None:
            old, new = known.record.pshare_iroutes, record.pshare_iroutes
            if new and old != new:  # the first counts, as for the original, which says nothing
                self.host.run_warning(
                    f"{record.community} pings from {new}, but is connected at {old or 'no port'}: two "
                    "communities have this name, or it was started again elsewhere, which needs a restart of "
                    f"{self.name}"
                )
            known.time = self.host.now
            known.record.status = record.status
            return
        self._nodes[record.community] = Node(record, len(self._nodes) + 1, self.host.now)
        self._round_gap = FIRST_ROUND
        _plain(self.options, "src=NODE_BROKER_ACK_$V,alias=NODE_BROKER_ACK")
        self._names.add("NODE_BROKER_ACK_$V")

    def iterate(self, now: float) -> list[Row]:
        """Bridge, answer and count."""
        rows: list[Row] = []
        slack = self.home.slack
        if passed(now, self._last_round, self._round_gap, slack):
            self._last_round = now
            self._round_gap += ROUND_GROWTH
            for node in self._nodes.values():
                for bridge in self.options.bridges:
                    rows += self._bridge(bridge, node)
        rows += self._answer(now)
        if self._count != len(self._nodes) or exceeded(now, self._last_count, _COUNT_GAP, slack):
            self._count, self._last_count = len(self._nodes), now
            rows.append(single("UFSB_NODE_COUNT", float(self._count)))
        rows += self._try_vnodes(now)
        self._warn_of_stale(now)
        return rows

    def _bridge(self, bridge: Bridge, node: Node) -> list[Row]:
        source, alias, routes = expanded(bridge.source, node), bridge.alias, node.record.pshare_iroutes
        wanted = f"{source}->{alias}:{routes}"
        needed = wanted not in self._made
        found = [
            single("PSHARE_TEST", text)
            for text in (str(self._tests), wanted, f"needed={'true' if needed else 'false'}")
        ]
        self._tests += 1
        if needed:
            found.append(single("PSHARE_CMD", share_command(source, alias, routes)))
        if source not in self._names:
            self._names.add(source)
            found.append(single("UFSB_BRIDGE_VARS", ",".join(sorted(self._names))))
        return found

    def _answer(self, now: float) -> list[Row]:
        if not self._shore.valid:
            return []
        number = self._answers
        self._answers += 1
        rows = []
        for community, node in self._nodes.items():
            if now - node.time < ANSWERED - self.home.slack:
                key = f",key={node.record.key}" if node.record.key else ""
                answer = f"{self._shore.text()},status={node.record.status}{key},id={number}"
                rows += [
                    single(f"NODE_BROKER_ACK_{community.upper()}", answer),
                    single("NODE_BROKER_VACK", community),
                ]
        return rows

    def _try_vnodes(self, now: float) -> list[Row]:
        rows: list[Row] = []
        slack = self.home.slack
        if self.options.vnodes and exceeded(now, self._last_vnode, _VNODE_GAP, slack):
            self._last_vnode = now
            name = "TRY_SHORE_HOST"
            rows += [single("PSHARE_CMD", share_command(name, name, route)) for route in self.options.vnodes]
        shore = self._shore
        if self.options.vnodes and exceeded(now, self._last_try, _TRY_GAP, slack):
            self._last_try = now  # also while the own host is not known
            text = f"pshare_route={shore.hostip}:{shore.port_udp}"
            rows += [single("TRY_SHORE_HOST", text) for _ in self.options.vnodes if shore.hostip and shore.port_udp]
        return rows

    def _warn_of_stale(self, now: float) -> None:
        if not self.options.stale_warning:
            return
        for community, node in self._nodes.items():
            text = f"Node {community} is stale."
            stale = now - node.time > ANSWERED
            if stale and community not in self._stale:
                self._stale.add(community)
                self.host.run_warning(text)
            elif not stale and community in self._stale:
                self._stale.discard(community)
                self.host.retract_run_warning(text)

    def report(self) -> str:
        """Return vehicles and bridges."""
        nodes = "".join(f"  {c}: {n.record.pshare_iroutes} {n.record.status}\n" for c, n in self._nodes.items())
        bridges = "".join(f"  {bridge.source} -> {bridge.alias}\n" for bridge in self.options.bridges)
        return f"Vehicles: {len(self._nodes)}\n{nodes}Bridges:\n{bridges}"
