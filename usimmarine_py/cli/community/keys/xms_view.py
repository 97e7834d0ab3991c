"""What uXMS shows: which variables, which of their columns, and the history of one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from math import isfinite

from usimmarine_py.errors import printable
from usimmarine_py.text import compact_number, finite_number, strict_boolean, whole_number
from usimmarine_py.values import Message
from usimmarine_py.values.frozen import dataclass, field

REFRESH, CONTENT = ("events", "paused", "streaming"), ("scoping", "history", "help")
#: Colours by name as a terminal takes them, in the order in which ``--colorany`` gives them.
COLOURS = {"blue": "34", "green": "32", "magenta": "35", "cyan": "36", "red": "31"}
_NONE = "n/a"
_HEAD_WIDTH, _SOURCE_WIDTH, _COMMUNITY_WIDTH = 25, 16, 14
#: Not shown by ``--all``, but by ``--alll``.
_NOISE = ("APPCAST", "DB_RWSUMMARY", "DB_VARSUMMARY")
#: More characters of a value where a column is not shown.
_ROOM = {"community": 8, "time": 5, "source": 10}
_KEYS = {"s": "source", "t": "time", "c": "community", "x": "aux"}
_HELP = """KeyStroke    Function
---------    ---------------------------
    s        Toggle show source of variables
    t        Toggle show time of variables
    c        Toggle show community of variables
    v        Toggle show virgin variables
    x        Toggle show auxiliary source if there is one
    d        Content Mode: Scoping Normal
    h        Content Mode: Help. Hit 'h' to resume
    z        Content Mode: Variable History
  > or <     Show more or less of the history
  } or {     Show more or less of values that are cut
    `        Toggle cutting of values
    ?        Clear the filter
    A or a   Show all variables, or those of the start
   u/SPC     Refresh Mode: Update then Pause
    r        Refresh Mode: Streaming
    e        Refresh Mode: Events
    w        Wrap values
    q        Quit"""


@dataclass(slots=True)
class XmsView:
    """The state of a scope; times s since the start of the MOOSDB."""

    refresh: str = "events"
    content: str = "scoping"
    columns: set[str] = field(default_factory=set)  #: of source, time, community, aux
    virgins: bool = True
    everything: bool = False
    noise: bool = False
    cut: float = 0.0  #: characters of a value, 0: all
    wrap: int = 0  #: characters of a line of a value, 0: one line
    filter: str = ""
    history: str = ""  #: the variable
    length: int = 40  #: of the history
    colours: dict[str, str] = field(default_factory=dict)  #: by variable, source or community
    started: float = 0.0  #: MOOS time of the start of the MOOSDB
    due: bool = True  #: whether a report is due
    warnings: tuple[str, ...] = ()  #: about the block
    values: dict[str, Message | None] = field(default_factory=dict)
    _chosen: dict[str, Message | None] = field(default_factory=dict)
    _before: deque[tuple[str, Message, int]] = field(default_factory=lambda: deque(maxlen=100))
    _cut_last: float = 20.0
    _wrap_last: int = 45

    # -- settings

    def take_setting(self, name: str, value: str) -> bool:
        """Take a key of the block, or a switch of the same name; False for one that is none or has a bad value."""
        truth = strict_boolean(value.lower())
        if name == "refresh_mode" and value.lower() in REFRESH:
            self.refresh = value.lower()
        elif name == "content_mode" and value.lower() in CONTENT:
            self.content = value.lower()
        elif name == "var":
            self.add(*(one.strip() for one in value.split(",")))
        elif name == "history_var" and value:
            if not self.history:
                self.history = value
                self.content = self.content if self.values else "history"
            self.add(value)
        elif name == "filter" and value:
            self.filter, self.everything = value, True
        elif name == "trunc" and whole_number(value) is not None:
            self.cut = self._cut_last = float(min(max(whole_number(value) or 0, 10), 1000))
        elif name == "wrap_data_len" and (length := finite_number(value)) is not None:
            self._wrap_last = int(min(max(length, 10), 120))
            self.wrap = self._wrap_last if self.wrap else 0
        elif name in ("colormap", "color_map"):
            words = [*(one.strip() for one in value.split(",")), ""]
            return all([self._colour(*pair) for pair in zip(words[::2], words[1::2], strict=False)])
        else:
            return truth is not None and self._switch(name, truth)
        return True

    def _switch(self, name: str, truth: bool) -> bool:
        if name.startswith("display_") and (what := name[8:]) in ("source", "time", "community"):
            (self.columns.add if truth else self.columns.discard)(what)
        elif name == "display_aux_source":
            self.columns = self.columns | {"source", "aux"} if truth else self.columns - {"source", "aux"}
        elif name == "display_virgins":
            self.virgins = truth
        elif name == "paused":
            self.refresh = "paused" if truth else "events"
            self.warnings += ("PAUSED parameter deprecated, use REFRESH_MODE instead",)
        elif name in ("display_all", "display_alll"):
            self.everything, self.noise = truth, truth and name.endswith("lll")
        elif name == "trunc_data":
            self.cut = self._cut_last if truth else 0.0
        elif name == "wrap_data":
            self.wrap = self._wrap_last if truth else 0
        else:
            return name == "display_history_var"  # the column is always there
        return True

    def _colour(self, what: str, colour: str) -> bool:
        free = [name for name in COLOURS if name not in self.colours.values()]
        chosen = colour.lower() or "any"
        if chosen == "any":
            chosen = free[0] if free else ""
        if chosen in COLOURS:
            self.colours[what] = chosen
        return not chosen or chosen in COLOURS

    def add(self, *names: str) -> None:
        """Show variables."""
        for name in names:
            if name and not any(sign.isspace() for sign in name):
                self.values.setdefault(name, None)

    def key(self, key: str) -> None:
        """Take a key of the keyboard."""
        self.due = self.due or key not in ("r", "R")
        low = key.lower()
        if low in _KEYS:
            self.columns ^= {_KEYS[low]}
        elif low == "v":
            self.virgins = not self.virgins
        elif low in "re " and key:
            self.refresh = {"r": "streaming", "e": "events", " ": "paused"}[low]
        elif low in "dhz" and key:
            wanted = {"d": "scoping", "h": "help", "z": "history"}[low]
            self.content = "scoping" if wanted in ("history" if not self.history else "", self.content) else wanted
        elif low == "w":
            self.wrap = 0 if self.wrap else self._wrap_last
        elif key == "`":
            self.cut = 0.0 if self.cut else self._cut_last
        elif key in ("{", "}"):
            self.cut = max(self.cut * (0.8 if key == "{" else 1.2), 15.0) if self.cut else 0.0
        elif key in ("<", ">"):
            self.length = min(max(self.length + (-5 if key == "<" else 5), 5), 100)
        elif key == "?":
            self.filter = ""
        elif key == "A":
            self._chosen, self.everything = dict(self.values), True
        elif key == "a" and self.everything:
            self.values, self.everything = {name: self.values[name] for name in self._chosen}, False

    # -- mail

    def take(self, message: Message) -> None:
        """Take a message in."""
        name = message.variable
        if self.everything and (self.noise or not (name.endswith("_STATUS") or name in _NOISE)):
            self.values.setdefault(name, None)
        if name not in self.values:
            return
        before, self.values[name] = self.values[name], message
        if name == self.history:
            self._remember(message)
        # a value, or its source, that is another one is an event
        if self.refresh == "events" and (before is None or self._shown(before) != self._shown(message)):
            self.due = True

    def _remember(self, message: Message) -> None:
        value, count = f'"{message.value}"' if isinstance(message.value, str) else plain(message), 1
        if self._before and self._before[-1][0] == value and self._before[-1][1].source == message.source:
            count += self._before.pop()[2]
        self._before.append((value, message, count))

    def _shown(self, message: Message) -> tuple[object, ...]:
        times = (message.time,) if "time" in self.columns else ()
        return message.value, message.source, message.community, *times

    # -- the report

    def report(self) -> str:
        """Return the lines of the report, and note that none is due."""
        self.due = False
        if self.content == "help":
            return f"{_HELP}\n"
        rows = self._history() if self.content == "history" else self._scoping()
        lines = [*_table([*rows])]
        if self.content == "scoping" and self.filter:
            lines.append(f"  -- filter: {self.filter} -- ")
        if self.content == "scoping" and self.everything:
            lines.append("  -- displaying all variables --")
        return "\n".join(lines) + "\n"

    def _head(self, what: str) -> list[tuple[str, str]]:
        inverse = "7;31" if self.refresh == "paused" else "7;32"
        words = [f"({name[0].upper()}){name[1:] if name in self.columns else ''}" for name in what.split()]
        mode = "HISTORY" if self.content == "history" else "SCOPING"
        shown = f"VarValue ({mode}:\x1b[{inverse}m{self.refresh.upper()}\x1b[0m)"
        return [*((word, "") for word in words), (shown, "")]

    def _scoping(self) -> Iterator[list[tuple[str, str]]]:
        yield [("VarName", ""), *self._head("source time community")]
        for name in sorted(self.values):
            message = self.values[name]
            if (message is None and not self.virgins) or not name.lower().startswith(self.filter.lower()):
                continue
            source, time, community, value = " n/a", " n/a", "", _NONE
            if message is not None:
                source = f"[{message.source_aux}]" if "aux" in self.columns and message.source_aux else message.source
                time, community, value = f"{message.time - self.started:.2f}", message.community, self._value(message)
            shown = {"source": middle(source, _SOURCE_WIDTH), "time": time}
            shown["community"] = middle(community, _COMMUNITY_WIDTH)
            cells = [shown[one] if one in self.columns else "" for one in ("source", "time", "community")]
            colour = _colour_of((name, source, community), self.colours)
            pieces = [value[k : k + self.wrap] for k in range(0, len(value), self.wrap)] if self.wrap else [value]
            yield [(name, colour), *((cell, colour if cell else "") for cell in cells), (pieces[0], colour)]
            yield from ([("", "")] * 4 + [(piece, "")] for piece in pieces[1:])

    def _value(self, message: Message) -> str:
        if not isinstance(message.value, str):
            return plain(message)
        text = message.value.partition("!")[0] if message.variable == "APPCAST" else message.value
        if self.cut:
            room = int(self.cut) + sum(more for name, more in _ROOM.items() if name not in self.columns)
            text = text if len(text) <= room else f"{text[:room]}..."
        return f'"{text}"'

    def _history(self) -> Iterator[list[tuple[str, str]]]:
        yield [("(J)VarName", ""), *self._head("source time")]
        for value, message, count in list(self._before)[-self.length :]:
            shown = value if not self.cut or len(value) <= self.cut else f"{value[: int(self.cut)]}..."
            source = message.source if "source" in self.columns else ""
            time = f"{message.time - self.started:.2f}" if "time" in self.columns else ""
            yield [(self.history, ""), (source, ""), (time, ""), (f"({count}) {shown}", "")]


def plain(message: Message) -> str:
    """Return a value that is no text, as scopes show it."""
    if isinstance(message.value, float):
        return compact_number(message.value, 6) if isfinite(message.value) else str(message.value)
    return f"({len(message.value)} bytes)"


def middle(text: str, width: int) -> str:
    """Return a text cut in its middle."""
    end = (width - 2) // 2
    return text if len(text) <= width else f"{text[: width - 2 - end]}..{text[-end:]}"


def _colour_of(names: tuple[str, ...], colours: Mapping[str, str]) -> str:
    return next((colour for name in names for what, colour in colours.items() if what in name), "")


def _table(rows: list[list[tuple[str, str]]]) -> list[str]:
    """Return lines of cells and their colours; the last column is as wide as each of its cells."""
    widths = [max(len(row[at][0]) for row in rows) for at in range(len(rows[0]))]
    rule = [("-" * min(width, _HEAD_WIDTH), "") for width in widths]
    lines = []
    for row in (rows[0], rule, *rows[1:]):
        cells = []
        for (raw, colour), width in zip(row, [*widths[:-1], 0], strict=True):
            text = raw if row is rows[0] else printable(raw).replace("\n", " ")
            shown = f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if colour else text
            cells.append(shown + " " * (width - len(text)))
        lines.append("  ".join(cells).rstrip())
    return lines
