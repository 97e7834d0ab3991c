"""pEchoVar: posts variables again under other names."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, line_problem
from usimmarine_py.text import strict_boolean
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
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
        for part in value.split(self.source_separator):
            name, _, content = part.partition("=")
            name, content = name.strip(), content.strip()
            wanted = self.filters.get(name)
            if wanted is not None and wanted.lower() != content.lower():
                return ""
            if name in self.components:  # with or without a value, as in the original
                found.append(f"{self.components[name]}={content}")
        return self.destination_separator.join(found)


class EchoVarApp(FieldApp):
    """Posts held mail under other names in each iteration."""

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pEchoVar") -> None:
        super().__init__(lines, home, name)
        self.echoes: list[Echo] = []
        self.flips: dict[str, Flip] = {}
        self._holds, self._latest_only = True, False
        self._held: list[Message] = []
        for line in lines:
            key = line.key.strip().lower()
            problem = "" if key in APP_KEYS else self._read(key, line.value.strip())
            if problem:
                self.config_warnings += (line_problem(line, problem),)
        self._cyclic = has_cycle(self.echoes)
        if self._cyclic:
            names = ", ".join(f"{echo.source} -> {echo.destination}" for echo in self.echoes)
            self.config_warnings += (f"the echoes form a cycle, and nothing is posted: {names}",)

    def _read(self, key: str, value: str) -> str:
        if key == "echo":
            return self._read_echo(value)
        if key.startswith("flip:"):
            return self._read_flip(self.flips.setdefault(key[5:], Flip()), value)
        if key == "condition":
            return ""  # has no effect in the original either
        truth = strict_boolean(value)
        if key not in ("hold_messages", "echo_latest_only"):
            return "is not known here"
        if truth is None:
            return "must be true or false"
        if key == "hold_messages":
            self._holds = truth
        else:
            self._latest_only = truth
        return ""

    def _read_echo(self, value: str) -> str:
        left, arrow, right = value.partition(">")
        opposite = left.rstrip("- \t").endswith("!") if "!" in left else False
        source, destination = left.rstrip("-! \t").strip(), right.strip()
        if not arrow or not source or not destination or " " in source or " " in destination:
            return "must be SOURCE -> DESTINATION"
        echo = Echo(source, destination, opposite)
        if echo not in self.echoes:
            self.echoes.append(echo)
        return ""

    def _read_flip(self, flip: Flip, value: str) -> str:
        word, equals, rest = value.partition("=")
        word, rest = word.strip().lower(), rest.strip()
        if word == "filter" or "==" in value:
            name, double, wanted = (rest if word == "filter" else value).partition("==")
            if not double:
                return "filter must be NAME == VALUE"
            flip.filters[name.strip()] = wanted.strip()
        elif word == "component" or ("->" in value and not equals):
            old, arrow, new = (rest if word == "component" else value).partition("->")
            if not arrow:
                return "component must be OLD -> NEW"
            flip.components[old.strip()] = new.strip()
        elif word == "source_variable":
            flip.source = rest
        elif word == "dest_variable":
            flip.destination = rest
        elif word == "source_separator":
            flip.source_separator = rest
        elif word == "dest_separator":
            flip.destination_separator = rest
        else:
            return "is no part of a flip"
        return ""

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The sources."""
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
        if self._cyclic:
            return []
        if self._latest_only:
            newest = {message.variable: index for index, message in enumerate(held)}
            held = [message for index, message in enumerate(held) if newest[message.variable] == index]
        rows: list[Row] = []
        for message in held:
            rows += [
                single(echo.destination, echo.value(message.value))
                for echo in self.echoes
                if echo.source == message.variable
            ]
            for flip in self.flips.values():
                if flip.destination in ("", flip.source):
                    continue  # one that feeds itself is none
                if flip.source == message.variable and isinstance(message.value, str):
                    text = flip.text(message.value)
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
