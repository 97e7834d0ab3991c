"""pXRelay: counts the posts of a variable, and posts the count for each of them."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, text
from usimmarine_py.finding import Finding
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single


@dataclass(slots=True)
class RelayOptions:
    """What the block says."""

    incoming: str = ""
    outgoing: str = ""


#: The keys of its block.
KEYS = field_table(
    RelayOptions,
    text("incoming_var", "incoming", "The variable whose posts are counted; needed.", example="PEARS"),
    text("outgoing_var", "outgoing", "The variable that gets the count; needed.", example="APPLES"),
    file_order=True,
)


class RelayApp(FieldApp):
    """Posts the next number for each message, and how often it iterates and posts (1/s)."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pXRelay") -> None:
        super().__init__(lines, home, name)
        self.options = RelayOptions()
        self.read_block(lines, self.options)
        for key, value in (("incoming_var", self.options.incoming), ("outgoing_var", self.options.outgoing)):
            if not value:
                self.find(Finding(f"{key} is missing: name a variable"))
        self._waiting = 0
        self._sent = 0
        self._iterations = 0
        self._first_iteration: float | None = None
        self._first_post: float | None = None

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The incoming variable."""
        return [self.options.incoming] if self.options.incoming else []

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Count."""
        self._waiting += sum(message.variable == self.options.incoming for message in mail)
        return ()

    def iterate(self, now: float) -> list[Row]:
        """Post a number for each message; rates from the second iteration, and the second with posts, on."""
        name = self.options.outgoing
        if not name:
            return []
        self._iterations += 1
        waiting, self._waiting = self._waiting, 0
        rows = [single(name, float(self._sent + place)) for place in range(1, waiting + 1)]
        self._sent += waiting
        if self._first_iteration is None:
            self._first_iteration = now
        else:
            rows.append(single(f"{name}_ITER_HZ", _rate(self._iterations, now - self._first_iteration)))
        if waiting and self._first_post is None:
            self._first_post = now
        elif waiting and self._first_post is not None:
            rows.append(single(f"{name}_POST_HZ", _rate(self._sent, now - self._first_post)))
        return rows

    def report(self) -> str:
        """Return the count."""
        return f"{self.options.incoming} -> {self.options.outgoing}: {self._sent} posts\n"


def _rate(count: int, seconds: float) -> float:
    return count / seconds if seconds > 0 else 0.0
