"""uFldMessageHandler: posts what other vehicles' messages say."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, flags, number, special, truth
from usimmarine_py.finding import Finding
from usimmarine_py.texts.node_message import read_node_message
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

#: Iterations between two summaries without mail.
EVERY = 100
Flag = tuple[str, "float | str"]


@dataclass(slots=True)
class HandlerOptions:
    """What the block says."""

    strict: bool = False
    flags: list[Flag] = field(default_factory=list)
    bad_flags: list[Flag] = field(default_factory=list)
    with_app: bool = False
    truncate: float = 75.0


def _aux(options: HandlerOptions, value: str) -> Finding | None:
    if value not in ("node", "node+app"):
        return Finding("must be node or node+app")
    options.with_app = value == "node+app"
    return None


#: The keys of its block.
KEYS = field_table(
    HandlerOptions,
    truth("strict_addressing", "strict", "Messages to all and to groups are refused, too."),
    flags("msg_flag", "flags", "Posted with each message that is taken.", example="MESSAGE_CAME = true"),
    flags("bad_msg_flag", "bad_flags", "Posted with each message that is refused."),
    special(
        "aux_info", "text", _aux, "Source aux of the posts: the vehicle, or the vehicle and its application.",
        default="node", choices=("node", "node+app"),
    ),
    number("appcast_trunc_msg", "truncate", "Characters of a message in the report; 0: all.", minimum=0.0),
    file_order=True,
)  # fmt: skip


class MessageHandlerApp(FieldApp):
    """Posts the variable of every message that is for this vehicle."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldMessageHandler") -> None:
        super().__init__(lines, home, name)
        self.options = HandlerOptions()
        self.read_block(lines, self.options)
        self.total = self.valid = self.rejected = 0
        self._iteration = 0
        self._fresh = False
        self._last = ""

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Messages from the shore."""
        return ["NODE_MESSAGE"]

    def on_mail(self, mail: list[Message]) -> list[Row]:
        """Post what the messages say."""
        rows: list[Row] = []
        for message in mail:
            if (text := self.text(message)) is not None:
                rows += self._handle(text)
        return rows

    def _handle(self, text: str) -> list[Row]:
        self.total += 1
        self._fresh, self._last = True, text
        message = read_node_message(text)
        if not message.valid:
            return []
        self.valid += 1
        own, to = self.home.name, message.dest_node
        if to != own and (self.options.strict or to not in ("", "all", "ALL")):
            self.rejected += 1
            return self._flags(self.options.bad_flags)
        aux = message.src_node
        if self.options.with_app and message.src_app:
            aux += f"+{message.src_app}"
        return [single(message.var_name, message.content, None, aux), *self._flags(self.options.flags)]

    def _flags(self, flags: Sequence[Flag]) -> list[Row]:
        counts = {"$[CTR]": self.total, "$[GOOD_CTR]": self.valid, "$[BAD_CTR]": self.rejected}
        rows = []
        for variable, value in flags:
            if isinstance(value, str):
                for macro, count in counts.items():
                    value = value.replace(macro, str(count))
            rows.append(single(variable, value))
        return rows

    def iterate(self, now: float) -> list[Row]:
        """Post the summary."""
        del now
        self._iteration += 1
        if not self._fresh and self._iteration % EVERY != 1:
            return []
        self._fresh = False
        return [single("UMH_SUMMARY_MSGS", f"total={self.total},valid={self.valid},rejected={self.rejected}")]

    def report(self) -> str:
        """Return the counts and the last message."""
        last = self._last[: int(self.options.truncate)]
        return f"Messages: {self.total}, valid {self.valid}, rejected {self.rejected}\nLast: {last}\n"
