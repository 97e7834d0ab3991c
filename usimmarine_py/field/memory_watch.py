"""uMemWatch: how much memory the processes of a community take."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, special
from usimmarine_py.finding import Finding
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.columns import in_columns
from usimmarine_py.values.app import Subscription
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

_CLIENTS, _PID = "DB_CLIENTS", "_PID"
#: Shortest time between two looks, real s.
_LEAST_GAP = 1.0


@dataclass(slots=True)
class MemoryOptions:
    """What the block says."""

    gap: float = 5.0  #: between two looks, real s
    watched: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)


def _gap(options: MemoryOptions, value: str) -> Finding | None:
    number = read_number(value)
    if number is None:
        return Finding("must be a number")
    options.gap = max(number, _LEAST_GAP)
    return None if number >= _LEAST_GAP else Finding(f"must be at least {_LEAST_GAP:g} s; it is {_LEAST_GAP:g}")


def _names(own: list[str], others: list[str], value: str, key: str) -> Finding | None:
    bad = []
    for name in value.split(","):
        if not name or name in own or name in others:
            bad.append(name or "an empty name")
        else:
            own.append(name)
    return Finding(f"{', '.join(bad)}: empty, given twice, or in {key}, too") if bad else None


#: The keys of its block.
KEYS = field_table(
    MemoryOptions,
    special(
        "absolute_time_gap", "number", _gap, "Time between two looks, real time; each is at one application.",
        into="gap", unit="s", minimum=_LEAST_GAP,
    ),
    special(
        "watch_only", "list", lambda o, text: _names(o.watched, o.ignored, text, "ignore"),
        "Applications that are looked at; without it all that post <APP>_PID.", repeatable=True, example="pHelmIvP",
    ),
    special(
        "ignore", "list", lambda o, text: _names(o.ignored, o.watched, text, "watch_only"),
        "Applications that are not looked at; without effect beside watch_only.", repeatable=True,
    ),
)  # fmt: skip


@dataclass(slots=True)
class MemoryUse:
    """An application, the number of its process, and its memory, MB."""

    name: str
    process: int
    memory: float = 0.0
    change: float = 0.0

    def row(self) -> tuple[str, str, str, str]:
        """Return its row of the report."""
        return self.name, f"{self.process}", f"{self.memory:.3f}", f"{self.change:.3f}" if self.change else "-"


class MemoryWatchApp(FieldApp):
    """Looks at one application after the other; offline there are no processes to look at."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uMemWatch") -> None:
        super().__init__(lines, home, name)
        self.options = MemoryOptions()
        self.read_block(lines, self.options)
        self._clients: dict[str, str] = {}  # by their names in capitals, as is what follows
        self._processes: dict[str, int] = {}
        self._apps: list[MemoryUse] = []
        self._place = 0
        self._last: float | None = None

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """The clients, and the numbers of their processes."""
        return [_CLIENTS, Subscription(f"*{_PID}", sources="*")]

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Take clients, and the numbers of their processes, in any order."""
        for message in mail:
            if message.variable == _CLIENTS:
                names = map(str.strip, (self.text(message) or "").split(","))
                self._clients |= {name.upper(): name for name in names if name and self._is_wanted(name)}
            elif message.variable.endswith(_PID) and (process := self.number(message)) is not None:
                self._processes[message.variable.removesuffix(_PID)] = int(process)
        for key, process in self._processes.items():
            if key in self._clients:
                self._take_process(self._clients[key], process)
        return ()

    def _is_wanted(self, name: str) -> bool:
        return name in self.options.watched if self.options.watched else name not in self.options.ignored

    def _take_process(self, name: str, process: int) -> None:
        known = next((one for one in self._apps if one.name == name), None)
        if known is None:
            self._apps.append(MemoryUse(name, process))
        elif known.process != process:  # it was started again
            known.process, known.memory, known.change = process, 0.0, 0.0

    def iterate(self, now: float) -> list[Row]:
        """Look at the next application when it is time."""
        if self._last is not None and (now - self._last) / self.home.warp <= self.options.gap:
            return []
        self._last = now
        if not self._apps:
            return []
        place = (self._place + 1) % len(self._apps)
        one = self._apps[place]
        kilobytes = self.home.memory_of(one.process)
        if kilobytes is None:
            return []
        self._place = place
        memory = kilobytes / 1000.0
        if one.memory > 0.0:
            one.change = memory - one.memory
        one.memory = memory
        return [single(f"{one.name.upper()}_MEM", memory)]

    def report(self) -> str:
        """Return the settings and a table."""
        options = self.options
        lines = [
            "Configuration:     ", f"  Watch Only Apps: {','.join(options.watched) or 'None'}",
            f"      Ignore Apps: {','.join(options.ignored) or 'None'}",
            f"Absolute Time Gap: {compact_number(options.gap, 2)}", "",
            *in_columns([("App", "PID", "Memory", "Delta"), *(one.row() for one in self._apps)]),
        ]  # fmt: skip
        return "\n".join(lines) + "\n"
