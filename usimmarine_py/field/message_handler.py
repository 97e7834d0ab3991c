"""uFldMessageHandler: posts what other vehicles' messages say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.messages import read_node_message
from usimmarine_py.field.settings import HomeCommunity, LineReader, flag_into, number_of, read_lines, truth_of
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


def _aux(options: HandlerOptions, value: str) -> str:
    if value.lower() not in ("node", "node+app"):
        return "must be node or node+app"
    options.with_app = value.lower() == "node+app"
    return ""


_READERS: Mapping[str, LineReader[HandlerOptions]] = {
    "strict_addressing": truth_of("strict"), "msg_flag": flag_into("flags"), "bad_msg_flag": flag_into("bad_flags"),
    "aux_info": _aux, "appcast_trunc_msg": number_of("truncate", 0.0),
}  # fmt: skip


class MessageHandlerApp(FieldApp):
    """Posts the variable of every message that is for this vehicle."""

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldMessageHandler") -> None:
        super().__init__(lines, home, name)
        self.options = HandlerOptions()
        self.config_warnings = read_lines(lines, _READERS, self.options, file_order=True)
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
