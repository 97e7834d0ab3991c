"""Flags: variables that a behaviour posts when its state changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from usimmarine_py.helm.buffer import Buffer
from usimmarine_py.helm.condition import HelmCondition
from usimmarine_py.limits import MOST_FLAGS, admit
from usimmarine_py.text import compact_number, literal, read_number
from usimmarine_py.values.key import Key

#: Flags of every kind, in the order of the reference.
COMMON_FLAGS = ("run", "idle", "active", "inactive", "end", "spawn", "config", "runx", "spawnx")

#: When flags of each kind are posted.
_WHEN = {
    "run": "when it begins to run", "idle": "when it becomes idle", "active": "when it begins to make functions",
    "inactive": "when it makes no more functions", "end": "when it completes", "spawn": "when it was made on request",
    "config": "in its first iteration and after each update", "runx": "in each iteration in which it runs",
    "spawnx": "at the end of its first iteration", "wpt": "with each point that is reached",
    "cycle": "when all points were reached",
    "leg_end": "at the end of each leg", "leg1_end": "at the end of the leg to the second end",
    "leg2_end": "at the end of the leg to the first end", "turn_end": "at the end of each turn",
    "turn1_end": "at the end of the turn at the second end", "turn2_end": "at the end of the turn at the first end",
    "midleg": "after `mid_leg_pct` of each leg", "midturn": "after `mid_turn_pct` of each turn",
    "zig": "with each leg to port", "zag": "with each leg to starboard", "port": "when it turns to port",
    "star": "when it turns to starboard", "pursue": "when the pursuit begins",
    "giveup": "when the pursuit ends", "save": "when it leaves the save polygon",
    "savex": "in each iteration outside the save polygon", "breached_poly": "outside the polygon",
    "breached_time": "after its longest time", "breached_altitude": "below the least altitude",
    "breached_depth": "below the deepest depth", "mark": "for `mark_duration` since it began to run",
    "unmark": "after that",
}  # fmt: skip

#: A flag that begins with one of these has a tag before it.
_TAGS = ("@", "<", ">")
_DESTINATIONS = ("", "all", "all+", "group", "group+")
_IF = re.compile(r"\s*\[if\]\s*")
_MACRO = re.compile(r"\$(?:\[(\w+)\]|\((\w+)\))")
_ALONE = re.compile(r"\$\[\w+\]")
#: Value of a name; the second argument: whether it stands in square brackets.
Macro = Callable[[str, bool], float | str | None]


class BehaviorFlag:
    """``[#all | #group[+]] VARIABLE = VALUE [[if] CONDITION]``."""

    __slots__ = ("condition", "destination", "has_macro", "local", "slip", "value", "variable")

    def __init__(self, text: str) -> None:
        """Raises ``ValueError`` or ``ExpectationError``."""
        text = text.strip()
        if text.startswith(_TAGS):  # of contact flags; for any other one it says nothing
            text = text.partition(" ")[2].strip()
        destination = ""
        if text.startswith("#"):
            destination, _, text = text[1:].partition(" ")
            destination = destination.lower()
        #: Whether it is posted on board; one for a destination that there is not is posted nowhere.
        self.local = not destination or (destination in _DESTINATIONS and destination.endswith("+"))
        self.destination = destination.rstrip("+") if destination in _DESTINATIONS else ""
        text, *conditions = _IF.split(text, maxsplit=1)
        name, equals, value = text.partition("=")
        self.variable = name.strip()
        if not equals or not self.variable or not value.strip():
            raise ValueError(f"VARIABLE = VALUE expected, found {text}")
        #: What the original passes over; empty for a flag that does what it says.
        self.slip = ""
        if " " in self.variable:
            self.slip = f"{self.variable} is no name of a variable; a condition stands behind the value: [if] CONDITION"
        elif destination not in _DESTINATIONS:
            self.slip = f"#{destination} is no destination: #all, #all+, #group or #group+"
        self.value: float | str = literal(value)
        self.has_macro = isinstance(self.value, str) and "$" in self.value
        self.condition = HelmCondition(conditions[0]) if conditions else None

    def filled(self, buffer: Buffer, macro: Macro) -> float | str | None:
        """Return the value with its macros filled in; None where the condition does not hold."""
        if self.condition is not None and not self.condition.holds(buffer):
            return None
        return expand(self.value, macro) if self.has_macro and isinstance(self.value, str) else self.value


#: Kinds of flags that the original knows in one spelling only; any other spelling is MALCONFIG there.
_JOINED = frozenset({"wpt", "cycle", "midleg", "midturn", "zig", "zag", "port", "star", "pursue", "giveup"})
_APART = frozenset(
    {"save", "savex", "breached_poly", "breached_time", "breached_altitude", "breached_depth", "mark", "unmark"}
)


def flag_key(kind: str) -> Key:
    """Return the key of a kind of flags, with the spellings that the original takes."""
    when = _WHEN.get(kind, f"with the event {kind}")
    help = f"`[#all | #group[+]] VARIABLE = VALUE [[if] CONDITION]`, posted {when}; `clearall` removes those above."
    joined, apart = f"{kind}flag", f"{kind}_flag"
    name, aliases = (apart, ()) if kind in _APART else (joined, () if kind in _JOINED else (apart,))
    return Key(name, "flag", help=help, aliases=aliases, repeatable=True)


class Flags:
    """The flags of one behaviour by their kind (``run``, ``end`` ...)."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self.lists: dict[str, list[BehaviorFlag]] = {kind: [] for kind in kinds}
        #: Conditions behind ``[if]`` in the order of their lines, also of flags that were removed; without those whose
        #: variables all have one already.
        self.conditions: list[HelmCondition] = []
        self._known: set[str] = set()

    def kind(self, key: str) -> str | None:
        """Return the kind that a key such as ``runflag`` or ``run_flag`` stands for."""
        if not key.endswith("flag"):
            return None
        name = key[: -len("flag")].rstrip("_")
        return name if name in self.lists and key in flag_key(name).names else None

    def add(self, kind: str, text: str) -> None:
        """Add a flag; ``clearall`` removes those that there are. Raises ``ValueError``."""
        if text.strip() == "clearall":
            self.lists[kind].clear()
            return
        admit(sum(len(flags) for flags in self.lists.values()) + 1, MOST_FLAGS, "flags")
        flag = BehaviorFlag(text)
        if flag.condition is not None and not self._known.issuperset(flag.condition.names):
            admit(len(self.conditions) + 1, MOST_FLAGS, "conditions of flags")
            self.conditions.append(flag.condition)
            self._known.update(flag.condition.names)
        self.lists[kind].append(flag)

    def slip(self, key: str) -> str:
        """Return what is odd about the flag that a key added last; empty for nothing."""
        flags = self.lists.get(self.kind(key) or "")
        return flags[-1].slip if flags else ""

    def variables(self, *kinds: str) -> Iterator[str]:
        """Variables that flags of some kinds post."""
        for kind in kinds:
            for flag in self.lists[kind]:
                yield flag.variable


def expand(text: str, macro: Macro) -> float | str:
    """Replace ``$[NAME]`` and ``$(NAME)`` in a text.

    ``macro(name, square)`` gives a value, None for an unknown name, which stays; it is asked once for each macro, so
    that a counter that stands twice counts once. A text that is nothing but one ``$[NAME]`` becomes a number if its
    expansion is one; empty, it becomes 0.
    """
    values: dict[str, float | str | None] = {}

    def one(found: re.Match[str]) -> str:
        if found[0] not in values:
            values[found[0]] = macro(found[1] or found[2], found[1] is not None)
        value = values[found[0]]
        if value is None:
            return found[0]
        return value if isinstance(value, str) else compact_number(value, 3)

    expanded = _MACRO.sub(one, text)
    if not expanded:
        return 0.0
    if _ALONE.fullmatch(text):
        number = read_number(expanded)
        if number is not None:
            return number
    return expanded


def square_macros(text: str) -> list[str]:
    """Return the names of ``$[NAME]`` in a text."""
    return [found[1] for found in _MACRO.finditer(text) if found[1] is not None]
