"""What the helm knows: the last values of variables, and the mail of this tick."""

from __future__ import annotations

from usimmarine_py.text import read_number


class Buffer:
    """The last number, the last text and the times of each variable; both kinds are kept side by side."""

    __slots__ = ("now", "numbers", "posted", "received", "senders", "texts", "tick", "version")

    def __init__(self, now: float) -> None:
        self.now = now  #: s, the helm's clock
        self.numbers: dict[str, float] = {}
        self.texts: dict[str, str] = {}
        self.received: dict[str, float] = {}  #: s, when a value arrived
        self.posted: dict[str, float] = {}  #: s, stamp of the message
        self.senders: dict[str, str] = {}  #: of the last mail of a variable
        self.tick: dict[str, list[float | str]] = {}  #: values that arrived by mail since the last iteration
        self.version = 0  #: rises with every change

    def put(self, name: str, value: float | str) -> None:
        """Store a value that is known at once, such as one of the helm's own posts."""
        if isinstance(value, str):
            self.texts[name] = value
        else:
            self.numbers[name] = value
        self.received[name] = self.posted[name] = self.now
        self.version += 1

    def mail(self, name: str, value: float | str, stamp: float) -> None:
        """Store a value that arrived by mail with a stamp (s)."""
        if isinstance(value, str):
            self.texts[name] = value
        else:
            self.numbers[name] = value
        self.received[name] = self.now
        self.posted[name] = stamp
        self.version += 1
        self.tick.setdefault(name, []).append(value)

    def number(self, name: str, default: float = 0.0) -> float:
        """Return the last number of a variable."""
        return self.numbers.get(name, default)

    def text(self, name: str, default: str = "") -> str:
        """Return the last text of a variable."""
        return self.texts.get(name, default)

    def equals(self, name: str, wanted: str) -> bool:
        """Whether the last text of a variable, or its last number, is what is ``wanted``."""
        if self.texts.get(name) == wanted:
            return True
        number = read_number(wanted)
        return number is not None and self.numbers.get(name) == number
