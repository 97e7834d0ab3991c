"""pRealm: shows viewers what the applications of its community read and write."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from math import inf

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, count, field_table, number, special
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_REALM_NAMES, MOST_REALM_REQUESTS
from usimmarine_py.text import bite, compact_number, read_number, strip_white
from usimmarine_py.texts.columns import in_columns
from usimmarine_py.texts.ledger import in_bytes
from usimmarine_py.texts.pairs import parts
from usimmarine_py.values.app import Subscription, passed
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

#: For so long after the start channels are listed this often; an unchanged list ten times as seldom. Real s.
_BEGIN, _OFTEN, _UNCHANGED = 60.0, 0.5, 10.0
#: A request that ended is kept for so long, MOOS s.
_KEPT = 30.0
_LINE = "=" * 39
_HEAD = ("Variable", "Source", "Time", "Comm", "Value")
_SOURCE, _COMMUNITY = 1, 3
#: Words of a request.
_WORDS = frozenset(("nosrc", "nocom", "nosubs", "mask", "wrap", "trunc", "utc", "force"))
#: Their texts are long: only that there is one is shown.
_LONG = frozenset(("APPCAST", "REALMCAST", "BHV_IPF", "DB_RWSUMMARY", "DB_VARSUMMARY"))
#: Programs that come and go are no channels.
_PASSING = ("uQueryDB", "uPokeDB", "uXMS", "uMAC")
#: Most messages of a variable that are kept.
_MOST_HISTORY = 1000


@dataclass(slots=True)
class RealmOptions:
    """What the block says."""

    interval: float = 0.8  #: between two reports, real s
    channels_interval: float = 5.0  #: between two lists of channels, real s
    wrap: int = 90  #: characters of a line of a value
    longest: int = 270  #: characters of a value that is cut
    history: int = 10  #: messages of a variable that are kept
    #: channels of variables with their history: name -> variables
    sets: dict[str, set[str]] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)  #: the variables of all of them


def _history(options: RealmOptions, value: str) -> Finding | None:
    if value not in options.kept:  # one of a set of a later line is no channel of its own, as in the original
        options.kept.add(value)
        options.sets[value] = {value}
    return None


def _scope_set(options: RealmOptions, value: str) -> Finding | None:
    name, variables = "", set[str]()
    for key, text in _pairs(value):
        if key == "name":
            name = text
        elif key == "vars":
            variables.update(parts(text, ":"))
        else:
            return Finding("needs name= and vars=, such as name=life, vars=DEPLOY:RETURN: the line is left out")
    if not name or not variables:
        return Finding("needs name= and vars=, such as name=life, vars=DEPLOY:RETURN: the line is left out")
    options.kept |= variables
    options.sets.setdefault(name, set()).update(variables)
    return None


#: The keys of its block.
KEYS = field_table(
    RealmOptions,
    number("relcast_interval", "interval", "Time between two reports, real time.", "s", minimum=0.4, maximum=15.0,
           clamped=True),
    number("summary_interval", "channels_interval", "Time between two lists of channels, real time; 0.5 s in the first "
           "minute, ten times as long while nothing changes.", "s", minimum=1.0, maximum=10.0, clamped=True),
    count("wrap_length", "wrap", "Characters of a line of a value, where a viewer asks for wrapping.", minimum=1),
    count("trunc_length", "longest", "Characters of a value, where a viewer asks for cutting.", minimum=1),
    count("msg_max_hist", "history", "Messages of a variable that are kept: of numbers, and of the variables below.",
          minimum=1, maximum=_MOST_HISTORY, aliases=("msg_max_history",)),
    special("hist_var", "text", _history, "A variable that is a channel: its last messages.", repeatable=True,
            example="DEPLOY"),
    special("scope_set", "list", _scope_set, "A channel of several variables with their last messages.",
            repeatable=True, example="name=life, vars=DEPLOY:RETURN"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RealmRequest:
    """What a viewer wants to see."""

    end: float  #: MOOS s
    channel: str  #: an application, or a set of variables
    variables: tuple[str, ...]  #: or single variables
    words: frozenset[str]


class RealmApp(FieldApp):
    """Posts the channels that there are, and for each request what an application reads and writes.

    As in the original it knows the variables that some application reads: others are not shown.
    """

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pRealm") -> None:
        super().__init__(lines, home, name)
        self.options = RealmOptions()
        self.read_block(lines, self.options)
        self._database = f"MOOSDB_{home.name}"
        self._applications = {self._database}
        self._reads: dict[str, set[str]] = {}
        self._writes: dict[str, set[str]] = {}
        self._names = 0  #: of all these, with the applications
        self._kept: dict[str, deque[Message]] = {}  #: by variable, the newest first
        self._requests: dict[str, RealmRequest] = {}  #: by client
        self._shown: dict[str, float] = {}  #: when a single variable was shown last, MOOS s
        self._subscribed = {"REALMCAST_REQ", "DB_RWSUMMARY"}
        self._began = 0.0
        self._clock = 0.0  #: of the last iteration, by which requests begin as in the original, MOOS s
        self._last_report = self._last_channels = -inf
        self._channels = ""
        self._new_one = False  #: an application came

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Requests, what the MOOSDB says of its clients, and the variables of the block."""
        self._subscribed |= self.options.kept
        return ["REALMCAST_REQ", "DB_RWSUMMARY", *sorted(self.options.kept - {"REALMCAST_REQ", "DB_RWSUMMARY"})]

    def started(self, now: float) -> Sequence[Row]:
        """Note when it started."""
        self._began = self._clock = now
        return ()

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Note values, clients and requests."""
        for message in mail:
            if message.variable == "DB_RWSUMMARY":
                self._take_summary(message)
            elif message.variable == "REALMCAST_REQ":
                self._take_request(message)
            if message.source == self._database:
                self._writes.setdefault(self._database, set()).add(message.variable)
            self._keep(message)
        return ()

    def _keep(self, message: Message) -> None:
        kept = self._kept.setdefault(message.variable, deque())
        kept.appendleft(message)
        whole = isinstance(message.value, float) or message.variable in self.options.kept
        if len(kept) > (self.options.history if whole else 1):
            kept.pop()

    def _take_summary(self, message: Message) -> None:
        text = self.text(message)
        if text is None:
            return
        for entry in parts(text, ","):
            name, names = bite(entry, "=")
            reads, writes = bite(names, "&")
            self._learn(message, name, parts(reads, ":"), parts(writes, ":"))

    def _learn(self, message: Message, name: str, reads: list[str], writes: list[str]) -> None:
        known, written = self._reads.get(name, set()), self._writes.get(name, set())
        more = len(set(reads) - known) + len(set(writes) - written) + (name not in self._applications)
        if self._names + more > MOST_REALM_NAMES:
            self.refuse(message, f"there are {MOST_REALM_NAMES} names of applications and variables already")
            return
        self._names += more
        if name not in self._applications:
            self._applications.add(name)
            self._new_one = True
        if reads:
            self._reads.setdefault(name, set()).update(reads)
            self._subscribe(reads)
        if writes:
            self._writes.setdefault(name, set()).update(writes)

    def _subscribe(self, names: Iterable[str]) -> None:
        new = [name for name in dict.fromkeys(names) if name and "*" not in name and name not in self._subscribed]
        self._subscribed.update(new)
        if new:
            self.host.subscribe([Subscription(name) for name in new])

    def _take_request(self, message: Message) -> None:
        text = self.text(message)
        if text is None:
            return
        try:
            client, duration, request = _request(text)
        except ValueError as error:
            self.refuse(message, str(error))
            return
        if client not in self._requests and len(self._requests) >= MOST_REALM_REQUESTS:
            self.refuse(message, f"there are {MOST_REALM_REQUESTS} requests already")
            return
        end = self._clock + duration * self.home.warp
        self._requests[client] = RealmRequest(end, request.channel, request.variables, request.words)

    def iterate(self, now: float) -> list[Row]:
        """Post the reports that are due, and the channels."""
        self._clock = now
        rows: list[Row] = []
        if passed(now, self._last_report, self.options.interval * self.home.warp, self.home.slack):
            for client in sorted(self._requests, key=in_bytes):
                request = self._requests[client]
                if now < request.end:
                    found = self._report(request, now)
                    if found:
                        self._last_report = now
                    rows += found
                elif now - request.end > _KEPT:
                    del self._requests[client]
        rows += self._list_channels(now)
        return rows

    def _list_channels(self, now: float) -> Iterator[Row]:
        interval = _OFTEN if now - self._began < _BEGIN else self.options.channels_interval
        if self._new_one:
            self._new_one, interval = False, 0.0
        warp, slack = self.home.warp, self.home.slack
        if not passed(now, self._last_channels, interval * warp, slack):
            return
        names = [
            name
            for name in sorted(self._applications, key=in_bytes)
            if name and not any(passing in name for passing in _PASSING)
        ]
        sets = ",".join(sorted(self.options.sets, key=in_bytes))
        text = f"node={self.home.name}#channels={','.join(names)},{sets}"
        if text == self._channels and not passed(now, self._last_channels, _UNCHANGED * interval * warp, slack):
            return
        self._channels, self._last_channels = text, now
        yield single("REALMCAST_CHANNELS", text)

    # -- reports

    def _report(self, request: RealmRequest, now: float) -> list[Row]:
        if not request.channel:
            return [*self._watch(request, now)]
        lines = "".join(f"{line}!Z!" for line in "\n".join(self._lines(request)).split("\n"))
        name = "uQueryDB" if "uQueryDB" in request.channel else request.channel
        return [single("REALMCAST", f"node={self.home.name}!Q!proc={name}!Q!messages={lines}")]

    def _watch(self, request: RealmRequest, now: float) -> Iterator[Row]:
        forced = "force" in request.words
        for name in request.variables:
            message = self._newest(name)
            if not forced and (message is None or message.time < self._shown.get(name, 0.0)):
                continue
            pairs = [("node", self.home.name), ("var", name)]
            if message is None:
                pairs += [("src", "n/a"), ("comm", "n/a"), ("loc_time", "-1"), ("utc_time", "0"), ("sval", "n/a")]
            else:
                self._shown[name] = now
                pairs += [(key, text) for key, text in (("src", message.source), ("comm", message.community)) if text]
                pairs += [
                    ("loc_time", compact_number(message.time - self._began, 2)),
                    ("utc_time", compact_number(self.written(message.time), 2)),
                ]
                if isinstance(message.value, float):
                    pairs.append(("dval", compact_number(message.value, 3)))
                else:
                    pairs.append(("sval", message.value if isinstance(message.value, str) else ""))
            yield single("WATCHCAST", "!X!".join(f"{key}={value}" for key, value in pairs))

    def _newest(self, name: str) -> Message | None:
        kept = self._kept.get(name)
        return kept[0] if kept else None

    def _lines(self, request: RealmRequest) -> Iterator[str]:
        channel, words = request.channel, request.words
        sets = self.options.sets.get(channel)
        if sets is not None:
            names = sorted(sets, key=in_bytes)
            messages = _by_time([self._kept.get(name, deque()) for name in names])
            rows = [self._row(message, words, _shown(message, long=True)) for message in messages]
            yield from (f"History Channel [{channel}]: {','.join(names)}", _LINE, *self._table(rows, words), "")
        subscriptions = "nosubs" not in words
        if subscriptions and channel in self._reads:
            yield from ("Subscriptions", _LINE, *self._table(self._rows(self._reads[channel], words, True), words), "")
        if sets is None:
            if subscriptions:
                yield _LINE
            written = self._writes.get(channel, set())
            yield from ("Publications", _LINE, *self._table(self._rows(written, words, False), words))

    def _rows(self, names: set[str], words: frozenset[str], missing: bool) -> Iterator[list[str]]:
        for name in sorted(names, key=in_bytes):
            message = self._newest(name)
            if message is not None:
                yield self._row(message, words, _shown(message, long=name not in _LONG))
            elif missing and "mask" not in words:
                yield [name, "-", "never", "-", "-"]

    def _row(self, message: Message, words: frozenset[str], value: str) -> list[str]:
        time = self.written(message.time) if "utc" in words else message.time - self._began
        return [message.variable, message.source, f"{time:.2f}", message.community, value]

    def _table(self, rows: Iterable[Sequence[str]], words: frozenset[str]) -> list[str]:
        """Return the lines of a table. As in the original a ``|`` in a value begins another cell, and a row that ends
        before its last column is left out.
        """
        places = [
            place
            for place in range(len(_HEAD))
            if (place != _SOURCE or "nosrc" not in words) and (place != _COMMUNITY or "nocom" not in words)
        ]
        cells: list[str] = []
        for name, source, time, community, value in rows:
            for k, piece in enumerate(self._pieces(name, value, words)):
                row = (name, source, time, community, piece) if not k else ("", "", "", "", piece)
                for place in places:
                    word = row[place]
                    cells += [strip_white(part) for part in parts(word, "|")] if word else [""]
        count_, head = len(places), [_HEAD[place] for place in places]
        rest = len(cells) % count_
        whole = [head, *(cells[k : k + count_] for k in range(0, len(cells) - rest, count_))]
        last = [*cells[len(cells) - rest :], *[""] * (count_ - rest)]  # counts for the widths alone
        return in_columns([*whole, last])[:-1]

    def _pieces(self, name: str, value: str, words: frozenset[str]) -> list[str]:
        if "trunc" in words:
            value = value[: self.options.longest]
        if name.endswith("_STATUS") and "MOOSName" in value:
            value = value.replace("MOOSName", "$").partition("$")[0]
        length = self.options.wrap
        if "wrap" not in words or not value:
            return [value]
        return [value[begin : begin + length] for begin in range(0, len(value), length)]

    def report(self) -> str:
        """Return clients and requests."""
        return f"Applications: {len(self._applications)}, requests: {len(self._requests)}\n"


def _request(text: str) -> tuple[str, float, RealmRequest]:
    """Read a request: its client, how long it holds (real s), and what is wanted. Raises ``ValueError``."""
    client = channel = ""
    duration = 0.0
    variables, words = set[str](), set[str]()
    for key, value in _pairs(text):
        if key == "client":
            client = value
        elif key == "channel":
            channel = value
        elif key == "duration" and (found := read_number(value)) is not None:
            duration = found
        elif key == "vars":
            variables.update(parts(value, ":"))
        elif key in _WORDS:
            words.add(key)
        else:
            raise ValueError(f"Bad RealmCastReq: {key} is not understood")
    if not client or not duration or not (channel or variables):
        raise ValueError("must be client=NAME,duration=S and channel=APPLICATION or vars=A:B")
    return client, duration, RealmRequest(0.0, channel, tuple(sorted(variables, key=in_bytes)), frozenset(words))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts ``key=value`` or ``word`` of a text."""
    for part in parts(text, ","):
        key, value = bite(part, "=")
        yield key.lower(), value


def _by_time(lists: Sequence[Iterable[Message]]) -> list[Message]:
    """Return messages, the newest first; of equal times in the order in which the original merges its lists."""
    merged: list[Message] = []
    for other in lists:
        merged = _merged(merged, [*other])
    return sorted(merged, key=lambda message: message.time)[::-1]


def _merged(ours: Sequence[Message], others: Sequence[Message]) -> list[Message]:
    found: list[Message] = []
    i = k = 0
    while i < len(ours) and k < len(others):
        if others[k].time < ours[i].time:
            found.append(others[k])
            k += 1
        else:
            found.append(ours[i])
            i += 1
    return [*found, *ours[i:], *others[k:]]


def _shown(message: Message, *, long: bool) -> str:
    """Return a value as a table shows it; ``long``: texts as they are."""
    value = message.value
    if isinstance(value, float):
        return compact_number(value, 6)
    if not isinstance(value, str):
        return "binary"
    return value if long else "formatted report"
