"""pEchoVar: posts variables again under other names."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, idle, special, truth
from usimmarine_py.finding import Finding
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, KeyTable
from usimmarine_py.values.mail import Message, Value
from usimmarine_py.values.rows import Row, single

_OPPOSITES = {"TRUE": "FALSE", "FALSE": "TRUE", "True": "False", "False": "True"}


@dataclass(frozen=True, slots=True)
class Echo:
    """A variable under another name; ``opposite``: true becomes false and back."""

    source: str
    destination: str
    opposite: bool = False

    def value(self, value: Value) -> Value:
        """Return what is posted for a value."""
        if not self.opposite or not isinstance(value, str):
            return value
        if value in _OPPOSITES:
            return _OPPOSITES[value]
        return {"true": "false", "false": "true"}.get(value.lower(), value)


@dataclass(slots=True)
class Flip:
    """A list of ``key=value`` under another name, with other keys."""

    source: str = ""
    destination: str = ""
    source_separator: str = ","
    destination_separator: str = ","
    components: dict[str, str] = field(default_factory=dict)
    filters: dict[str, str] = field(default_factory=dict)

    def text(self, value: str) -> str:
        """Return what is posted for a text; empty: nothing."""
        found = []
        for part in value.split(self.source_separator) if self.source_separator else [value]:
            name, _, content = part.partition("=")
            name, content = name.strip(), content.strip()
            wanted = self.filters.get(name.lower())
            if wanted and wanted != content.lower():
                return ""
            if self.components.get(name):  # with or without a value, as in the original
                found.append(f"{self.components[name]}={content}")
        return self.destination_separator.join(found)


@dataclass(slots=True)
class EchoOptions:
    """What the block says."""

    echoes: list[Echo] = field(default_factory=list)
    flips: dict[str, Flip] = field(default_factory=dict)
    holds: bool = True
    ended: bool = False  #: by an echo that is none: the original reads no further, and posts nothing
    latest_only: bool = False


def _echo(options: EchoOptions, value: str) -> Finding | None:
    parts = value.replace("!->", ">").replace("->", ">").removesuffix(">").split(">")
    if len(parts) != 2:
        options.ended = True
        return Finding("must be SOURCE -> DESTINATION; as in the original, nothing is posted with such a line")
    source, destination = (part.strip() for part in parts)
    if not source or not destination:
        return Finding("must be SOURCE -> DESTINATION")
    if not any((one.source, one.destination) == (source, destination) for one in options.echoes):
        options.echoes.append(Echo(source, destination, "!->" in value))
    return None


def _flip(options: EchoOptions, text: str) -> Finding | None:
    if options.ended:
        return None
    name, _, value = text.partition("=")
    if not name.strip():
        return Finding("needs a name behind flip:")
    flip, value = options.flips.setdefault(name.strip().lower(), Flip()), value.strip()
    rest = value.partition("=")[2].strip()
    word = next((one for one in _FLIP_PARTS if value.startswith(one)), "")
    if word in ("source_variable", "dest_variable"):
        other = flip.destination if word == "source_variable" else flip.source
        if rest == other:
            return Finding("must be another variable: a flip that feeds itself is none")
    if _FLIP_PARTS.get(word):
        setattr(flip, _FLIP_PARTS[word], rest)
    elif word == "filter" or "==" in value:
        names = (rest if word == "filter" else value).removesuffix("==").split("==")
        if len(names) != 2:
            return Finding("filter must be NAME == VALUE")
        flip.filters[names[0].strip().lower()] = names[1].strip().lower()
    elif word == "component" or "->" in value:
        names = (rest if word == "component" else value).removesuffix("->").split("->")
        if len(names) != 2:
            return Finding("component must be OLD -> NEW")
        flip.components[names[0].strip()] = names[1].strip()
    else:
        return Finding("is no part of a flip")
    return None


#: Words that a line of a flip begins with, and where their values go; these two are read otherwise.
_FLIP_PARTS = {
    "source_variable": "source", "dest_variable": "destination", "source_separator": "source_separator",
    "dest_separator": "destination_separator", "filter": "", "component": "",
}  # fmt: skip
#: The keys of its block.
KEYS = KeyTable(
    (
        special(
            "echo", "list", _echo, "A variable under another name: SOURCE -> DESTINATION; !-> makes true of false and "
            "back.", repeatable=True, example="NAV_X -> OWN_X",
        ),
        special(
            "flip:*", "list", _flip, "A list KEY=VALUE under another name and with other keys; any name stands "
            "behind flip:. source_variable = V, dest_variable = V, source_separator = , dest_separator = , component "
            "= OLD -> NEW, filter = KEY == VALUE.", repeatable=True,
        ),
        idle("condition", "A condition of all posts"),
        truth("hold_messages", "holds", "Mail is held until the next iteration."),
        truth("echo_latest_only", "latest_only", "Of several messages only the last is posted."),
    ),
    EchoOptions,
    shows_values=True,
)  # fmt: skip


class EchoVarApp(FieldApp):
    """Posts held mail under other names in each iteration."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pEchoVar") -> None:
        super().__init__(lines, home, name)
        options = EchoOptions()
        self.read_block(lines, options)
        self.echoes, self.flips = options.echoes, options.flips
        self._holds, self._latest_only = options.holds, options.latest_only
        self._held: list[Message] = []
        self._cyclic = has_cycle(self.echoes)
        self._silent = self._cyclic or options.ended
        if self._cyclic:
            names = ", ".join(f"{echo.source} -> {echo.destination}" for echo in self.echoes)
            self.find(Finding(f"the echoes form a cycle, and nothing is posted: {names}"))

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The sources."""
        if self._silent:
            return []
        names = [echo.source for echo in self.echoes] + [flip.source for flip in self.flips.values() if flip.source]
        return list(dict.fromkeys(names))

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Hold mail until the next iteration."""
        self._held += mail
        return ()

    def iterate(self, now: float) -> list[Row]:
        """Post what was held."""
        del now
        held, self._held = self._held, []
        if self._silent:
            return []
        if self._latest_only:
            newest = {message.variable: index for index, message in enumerate(held)}
            held = [message for index, message in enumerate(held) if newest[message.variable] == index]
        rows: list[Row] = []
        for message in held:
            value = message.value
            for echo in self.echoes:
                if echo.source == message.variable:
                    value = echo.value(value)  # one made opposite stays so for those behind it, as in the original
                    rows.append(single(echo.destination, value))
            for flip in self.flips.values():
                if flip.destination and flip.source == message.variable and isinstance(value, str):
                    text = flip.text(value)
                    rows += [single(flip.destination, text)] if text else []
        return rows

    def report(self) -> str:
        """Return the echoes and flips."""
        echoes = "".join(f"  {echo.source} -> {echo.destination}\n" for echo in self.echoes)
        flips = "".join(f"  {flip.source} -> {flip.destination}\n" for flip in self.flips.values())
        return f"Echoes:\n{echoes}Flips:\n{flips}"


def has_cycle(echoes: Sequence[Echo]) -> bool:
    """Whether an echo leads back to its source."""
    following: dict[str, set[str]] = {}
    for echo in echoes:
        following.setdefault(echo.source, set()).add(echo.destination)
    done: set[str] = set()
    for start in following:
        if start in done:
            continue
        # depth first, without recursion: a chain may be long
        path: set[str] = {start}
        stack = [(start, iter(following[start]))]
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target in path:
                    return True
                if target in following and target not in done:
                    path.add(target)
                    stack.append((target, iter(following[target])))
                    break
            else:
                stack.pop()
                path.discard(node)
                done.add(node)
    return False
