"""pRealm: shows viewers what the applications of its community read and write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, idle, number
from usimmarine_py.limits import MOST_REALM_REQUESTS
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.columns import in_columns
from usimmarine_py.texts.pairs import pairs_of
from usimmarine_py.values.app import Subscription, passed
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

#: Between two lists of channels that are equal, real s.
_CHANNELS_GAP = 5.0
#: Its own posts, which it does not show.
_OWN = ("REALMCAST", "WATCHCAST", "REALMCAST_CHANNELS")
_LINE = "=" * 39
_HEAD = ("Variable", "Source", "Time", "Comm", "Value")


@dataclass(slots=True)
class RealmOptions:
    """What the block says."""

    interval: float = 0.8  #: between two reports, real s
    wrap: float = 90.0  #: characters of a line of a value
    longest: float = 270.0  #: characters of a value that is cut


#: The keys of its block.
KEYS = field_table(
    RealmOptions,
    number("relcast_interval", "interval", "Time between two reports, real time.", "s", minimum=0.4, maximum=15.0),
    number("wrap_length", "wrap", "Characters of a line of a value, where a viewer asks for wrapping.", minimum=1.0),
    number("trunc_length", "longest", "Characters of a value, where a viewer asks for cutting.", minimum=1.0),
    idle("summary_interval", "Arranges what a viewer asks for"),
    idle("msg_max_hist", "Arranges what a viewer asks for", aliases=("msg_max_history",)),
    idle("hist_var", "Arranges what a viewer asks for"),
    idle("scope_set", "Arranges what a viewer asks for"),
)


@dataclass(slots=True)
class RealmRequest:
    """What a viewer wants to see."""

    end: float  #: MOOS s
    channel: str  #: an application
    variables: tuple[str, ...]  #: or single variables
    words: frozenset[str]  #: nosrc, nocom, nosubs, mask, wrap, trunc, utc
    shown: dict[str, Message] = field(default_factory=dict)  #: the last of each single variable


class RealmApp(FieldApp):
    """Posts the applications that there are, and for each request what one of them reads and writes."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pRealm") -> None:
        super().__init__(lines, home, name)
        self.options = RealmOptions()
        self.read_block(lines, self.options)
        self._reads: dict[str, list[str]] = {}
        self._writes: dict[str, list[str]] = {}
        self._values: dict[str, Message] = {}
        self._requests: dict[str, RealmRequest] = {}  # by client
        self._new: set[str] = set()  # clients whose request waits for its first report
        self._subscribed = {"REALMCAST_REQ", "DB_RWSUMMARY", *_OWN}
        self._began = 0.0
        self._last_report = self._last_channels = -inf
        self._shown = ""

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Requests, and what the MOOSDB says of its clients."""
        return ["REALMCAST_REQ", "DB_RWSUMMARY"]

    def started(self, now: float) -> Sequence[Row]:
        """Note when it started."""
        self._began = now
        return ()

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Note values, clients and requests."""
        for message in mail:
            if message.variable == "DB_RWSUMMARY":
                self._take_summary(message)
            elif message.variable == "REALMCAST_REQ":
                self._take_request(message)
            else:
                self._values[message.variable] = message
        return ()

    def _take_summary(self, message: Message) -> None:
        text = self.text(message)
        if text is None:
            return
        self._reads, self._writes = {}, {f"MOOSDB_{self.home.name}": ["DB_CLIENTS", "DB_UPTIME"]}
        for entry in text.split(","):
            name, _, names = entry.partition("=")
            if name:
                reads, _, writes = names.partition("&")
                self._reads[name] = sorted(filter(None, reads.split(":")))
                self._writes[name] = sorted(one for one in writes.split(":") if one and not _is_routine(one))
        self._subscribe(name for names in (*self._reads.values(), *self._writes.values()) for name in names)

    def _subscribe(self, names: Iterable[str]) -> None:
        new = sorted({name for name in names if "*" not in name} - self._subscribed)
        self._subscribed.update(new)
        if new:
            self.host.subscribe([Subscription(name) for name in new])

    def _take_request(self, message: Message) -> None:
        text = self.text(message)
        if text is None:
            return
        pairs = pairs_of(text)
        found = {key: value for key, value in pairs if value}
        duration = read_number(found.get("duration", ""))
        client, channel = found.get("client", ""), found.get("channel", "")
        variables = tuple(filter(None, found.get("vars", "").split(":")))
        if not client or duration is None or not (channel or variables):
            self.refuse(message, "must be client=NAME,duration=S and channel=APPLICATION or vars=A:B")
            return
        if client not in self._requests and len(self._requests) >= MOST_REALM_REQUESTS:
            self.refuse(message, f"there are {MOST_REALM_REQUESTS} requests already")
            return
        words = frozenset(key for key, value in pairs if not value)
        self._requests[client] = RealmRequest(self.host.now + min(duration, 30.0), channel, variables, words)
        self._new.add(client)

    def iterate(self, now: float) -> list[Row]:
        """Post the channels, and the reports that are due."""
        rows: list[Row] = []
        names = sorted([f"MOOSDB_{self.home.name}", *self._reads], key=str.lower)
        shown = f"node={self.home.name}#channels={','.join(names)},"
        warp, slack = self.home.warp, self.home.slack
        if self._reads and (shown != self._shown or passed(now, self._last_channels, _CHANNELS_GAP * warp, slack)):
            self._shown, self._last_channels = shown, now
            rows.append(single("REALMCAST_CHANNELS", shown))
        self._requests = {name: one for name, one in self._requests.items() if now <= one.end}
        due = passed(now, self._last_report, self.options.interval * warp, slack)
        for client, request in self._requests.items():
            if due or client in self._new:
                rows += self._report(request)
        if due:
            self._last_report = now
        self._new.clear()
        return rows

    def _report(self, request: RealmRequest) -> Iterator[Row]:
        if request.channel:
            text = "".join(f"{line}!Z!" for line in self._lines(request))
            yield single("REALMCAST", f"node={self.home.name}!Q!proc={request.channel}!Q!messages={text}")
        self._subscribe(request.variables)
        for name in request.variables:
            message = self._values.get(name)
            if message is not None and request.shown.get(name) is not message:
                request.shown[name] = message
                yield single("WATCHCAST", self._watch(message))

    def _watch(self, message: Message) -> str:
        kind = "dval" if isinstance(message.value, float) else "sval"
        pairs = (
            ("node", self.home.name), ("var", message.variable), ("src", message.source), ("comm", message.community),
            ("loc_time", compact_number(round(message.time - self._began, 2), 6)),
            ("utc_time", f"{self.written(message.time):.2f}"),
            (kind, _plain(message)),
        )  # fmt: skip
        return "!X!".join(f"{key}={value}" for key, value in pairs)

    def _lines(self, request: RealmRequest) -> Iterator[str]:
        if "nosubs" not in request.words and request.channel in self._reads:
            yield from ("Subscriptions", _LINE, *self._table(self._reads[request.channel], request), "")
        if "nosubs" not in request.words:
            yield _LINE
        yield from ("Publications", _LINE, *self._table(self._writes.get(request.channel, []), request))

    def _table(self, names: Sequence[str], request: RealmRequest) -> list[str]:
        words = request.words
        shown = [
            place
            for place in range(len(_HEAD))
            if not (place == 1 and "nosrc" in words) and not (place == 3 and "nocom" in words)
        ]
        rows: list[Sequence[str]] = [_HEAD]
        for name in names:
            message = self._values.get(name)
            if message is None:
                if "mask" not in words:
                    rows.append((name, "-", "never", "-", "-"))
                continue
            time = f"{self.written(message.time) if 'utc' in words else message.time - self._began:.2f}"
            pieces = self._pieces(_plain(message), words)
            rows.append((name, message.source, time, message.community, pieces[0]))
            rows += [("", "", "", "", piece) for piece in pieces[1:]]
        return in_columns([[row[place] for place in shown] for row in rows])

    def _pieces(self, value: str, words: frozenset[str]) -> list[str]:
        if "trunc" in words:
            value = value[: int(min(self.options.longest, 1e9))]
        length = int(min(self.options.wrap, 1e9))
        if "wrap" not in words or not value:
            return [value]
        return [value[begin : begin + length] for begin in range(0, len(value), length)]

    def report(self) -> str:
        """Return clients and requests."""
        return f"Applications: {len(self._reads)}, requests: {len(self._requests)}\n"


def _is_routine(name: str) -> bool:
    """Whether every application posts a variable of this kind: the original shows none of them."""
    return name == "APPCAST" or name.endswith("_STATUS")


def _plain(message: Message) -> str:
    value = message.value
    if isinstance(value, float):
        return compact_number(value, 6)
    return value if isinstance(value, str) else f"({len(value)} bytes)"
