"""uFldDelve: counts what vehicles and shore send to each other (shore)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, field_table, number
from usimmarine_py.sums import plain_sum
from usimmarine_py.text import compact_number
from usimmarine_py.texts.columns import in_columns
from usimmarine_py.texts.ledger import in_bytes
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

_SHORE, _NODES = "UFSB_BRIDGE_VARS", "NODE_PSHARE_VARS"
_COUNT = "UFSB_NODE_COUNT"
#: What a shoreside is called; what it posts itself is not from a vehicle.
_SHORESIDE = "shoreside"
#: Characters that a number counts as.
_NUMBER = 4
_RULE = "-" * 47
#: Above the columns of a report.
_HEADS: Sequence[tuple[str, ...]] = (
    ("", "Latest", "Total", "Total", "Msg", "Chars"), ("Variable", "Source", "Msgs", "Chars", "Rate", "Rate"),
)  # fmt: skip
#: Variables that are followed at most; their names come by mail.
MOST_VARIABLES = 10_000


@dataclass(slots=True)
class DelveOptions:
    """What the block says; s."""

    rate_frame: float = 10.0


#: The keys of its block.
KEYS = field_table(DelveOptions, number("rate_frame", "rate_frame", "Time over which rates are taken.", "s", above=0.0))


@dataclass(slots=True)
class VariableTraffic:
    """Messages of a variable: counts, and the times (MOOS s) and characters of the recent ones, oldest first."""

    source: str = ""
    messages: int = 0
    characters: int = 0
    recent: deque[tuple[float, int]] = field(default_factory=deque)

    def add(self, time: float, source: str, characters: int) -> None:
        """Count a message."""
        self.source = source
        self.messages += 1
        self.characters += characters
        self.recent.append((time, characters))

    def rates(self, now: float, frame: float) -> tuple[float, float]:
        """Return messages and characters per second of the last ``frame`` s."""
        while self.recent and now - self.recent[0][0] > frame:
            self.recent.popleft()
        return len(self.recent) / frame, plain_sum(characters for _, characters in self.recent) / frame


class Delver(PostingApp):
    """Follows the variables that brokers bridge; it posts nothing but its report."""

    keys = KEYS

    subscriptions = (_NODES, _SHORE, "UFSB_QBRIDGE_VARS", _COUNT)

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldDelve") -> None:
        super().__init__(lines, home, name)
        self.options = DelveOptions()
        self.read_block(lines, self.options)
        self.traffic: dict[str, dict[str, VariableTraffic]] = {_NODES: {}, _SHORE: {}}
        self._node_count = 0

    def take(self, message: Message) -> None:
        """Take in one message: what a broker bridges, or one that is bridged."""
        name = message.variable
        if name == _COUNT:
            if (value := self.number(message)) is not None:
                self._node_count = int(value)
        elif name in self.traffic:
            if (text := self.text(message)) is not None:
                self._follow(message, self.traffic[name], text)
        elif name in self.traffic[_SHORE]:
            self._count(self.traffic[_SHORE][name], message)
        elif name in self.traffic[_NODES] and message.community != _SHORESIDE:
            self._count(self.traffic[_NODES][name], message)

    def _follow(self, message: Message, known: dict[str, VariableTraffic], text: str) -> None:
        new = [name for part in text.split(",") if (name := part.strip()) and name not in known]
        if len(known) + len(new) > MOST_VARIABLES:
            self.refuse(message, f"more than {MOST_VARIABLES} variables cannot be followed")
            return
        known.update((name, VariableTraffic()) for name in new)
        own = set(self.subscriptions)
        self.host.subscribe([name for name in new if name not in own])

    def _count(self, traffic: VariableTraffic, message: Message) -> None:
        characters = len(message.variable) + len(message.source) + len(message.community)
        characters += _NUMBER if isinstance(message.value, float) else len(message.value)
        if message.variable.endswith("_ALL"):
            characters *= self._node_count  # it goes to every vehicle
        traffic.add(message.time, message.source, characters)

    def tick(self) -> None:
        """Forget what is older than the frame."""
        for name in self.traffic:
            self.total(name)

    def total(self, which: str) -> tuple[float, float]:
        """Return messages and characters per second of all that vehicles or the shore send."""
        rates = [one.rates(self.now, self.options.rate_frame) for one in self.traffic[which].values()]
        return plain_sum(messages for messages, _ in rates), plain_sum(characters for _, characters in rates)

    def report(self) -> str:
        """Rates in both directions, and each variable that was sent, as the original's report, spelling included."""
        nodes, shore = self.total(_NODES), self.total(_SHORE)
        lines = [
            f"Rate Frame: {compact_number(self.options.rate_frame, 1)}",
            f"Current Bi-Dictional Rate: {_rate((nodes[0] + shore[0], nodes[1] + shore[1]))}",
            "", f"Node To Shore:  Rate: {_rate(nodes)}", "", _RULE, *self._table(_NODES),
            "", f"Shore To Nodes:  Rate: {_rate(shore)}", _RULE, *self._table(_SHORE),
        ]  # fmt: skip
        return "\n".join(lines) + "\n"

    def _table(self, which: str) -> list[str]:
        rows = list(_HEADS)
        for name in sorted(self.traffic[which], key=in_bytes):
            one = self.traffic[which][name]
            if one.messages:
                rates = (compact_number(rate, 2) for rate in one.rates(self.now, self.options.rate_frame))
                rows.append((name, one.source, str(one.messages), str(one.characters), *rates))
        return in_columns(rows, heads=2)


def _rate(both: tuple[float, float]) -> str:
    return f"{compact_number(both[0], 0)}({compact_number(both[1], 0)})"
