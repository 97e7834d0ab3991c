"""What a person presses in pMarineViewer: buttons, entries of the action menu, commands; and what that posts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from usimmarine_py.text import plain_number, read_number
from usimmarine_py.texts.pairs import pairs_of
from usimmarine_py.values.frozen import dataclass

Flag = tuple[str, "float | str"]


@dataclass(frozen=True, slots=True)
class Button:
    """A label, and variables with the texts of their values as a block writes them; a number stands for itself."""

    label: str
    pairs: tuple[Flag, ...]
    source: str = ""  #: the program whose button it is; empty: pMarineViewer

    def posts(self, now: float, count: int = 0, vehicle: str = "") -> tuple[Flag, ...]:
        """Return what a press posts, in order.

        Args:
            now: MOOS time, s, of ``$[UTC]``.
            count: pairs posted before, the first ``$[BIX]``.
            vehicle: name of the active one, for variables that end in ``_$[VNAME]``; empty: the text stays.
        """
        return tuple(_posted(pair, now, count + place, vehicle) for place, pair in enumerate(self.pairs))

    @property
    def title(self) -> str:
        """The posts as text."""
        return posted(
            (name, value[1:-1] if isinstance(value, str) and _quoted(value) else value) for name, value in self.pairs
        )

    def answers(self, label: str) -> bool:
        """Whether this is its label, without case and blanks, which blocks of applications lose."""
        return "".join(self.label.split()).lower() == "".join(label.split()).lower()


def posted(posts: Iterable[Flag]) -> str:
    """Format posts as text."""
    return ", ".join(f"{name} = {value if isinstance(value, str) else f'{value:g}'}" for name, value in posts)


@dataclass(frozen=True, slots=True)
class NamedPost:
    """A ``cmd`` line: what is posted, and to whom; an empty text of a receiver stays here."""

    label: str
    variable: str
    value: float | str
    receivers: tuple[str, ...]

    def pairs(self, names: Iterable[str]) -> tuple[Flag, ...]:
        """Return the posts to receivers: ``VAR_ABE``, and ``VAR`` for ``shore`` and ``local``."""
        return tuple(
            (
                self.variable if name.lower() in ("", "shore", "local") else f"{self.variable}_{name.upper()}",
                self.value if not isinstance(self.value, str) else _as_text(self.value.replace("$[targ]", name)),
            )
            for name in names
        )


def read_named_post(value: str) -> NamedPost | None:
    """Read ``label=, var=, sval= or dval=, receivers=abe:shore:all``; None without a variable or a value."""
    given: dict[str, str] = {}
    for key, text in pairs_of(value):
        given.setdefault(key.lower(), text)
    variable, number = given.get("var", ""), read_number(given.get("dval", ""))
    text = given.get("sval", given.get("svalq", ""))
    if not variable or (number is None and not text):
        return None
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    receivers = tuple(name for name in given.get("receivers", "").split(":") if name)
    return NamedPost(given.get("label", ""), variable, text if number is None else number, receivers)


def command_of(value: str) -> Button | None:
    """Return the button of a ``cmd`` line of pMarineViewer; None without a variable or a value.

    It goes to ``VAR_ABE`` for each receiver, with ``all`` to ``VAR_ALL`` alone, and to ``VAR`` on the shore.
    """
    command = read_named_post(value)
    if command is None:
        return None
    targets = command.receivers
    if "all" in (name.lower() for name in targets):
        targets = tuple(name for name in targets if name.lower() in ("all", "shore", "local"))
    return Button(command.label or command.variable, command.pairs(targets or [""]))


def together(buttons: Sequence[Button]) -> list[Button]:
    """Join those of one label, which are sent together, each post once."""
    found: dict[str, Button] = {}
    for button in buttons:
        known = found.get(button.label)
        pairs = (*known.pairs, *button.pairs) if known is not None else button.pairs
        found[button.label] = Button(button.label, tuple(dict.fromkeys(pairs)), button.source)
    return list(found.values())


def _quoted(text: str) -> bool:
    return len(text) >= 2 and text[0] == text[-1] == '"'


def _as_text(text: str) -> str:
    """The text in quotes, so that it is posted as one also if it looks like a number."""
    return text if _quoted(text) else f'"{text}"'


def _posted(pair: Flag, now: float, index: int, vehicle: str) -> Flag:
    variable, value = pair
    if vehicle and variable.endswith("_$[VNAME]"):
        variable = variable.replace("$[VNAME]", vehicle.upper())
    if not isinstance(value, str):
        return variable, value
    if _quoted(value):
        return variable, value[1:-1]
    if value == "$[UTC]":
        return variable, now
    if value == "$[BIX]":
        return variable, float(index)
    number = read_number(value)
    if number is not None:
        return variable, number
    return variable, value.replace("$[UTC]", plain_number(now, 3)).replace("$[BIX]", str(index))
