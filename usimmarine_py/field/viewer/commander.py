"""uCommand without a screen: its commands, as buttons for ``usim run``, ``usim watch`` and a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, special
from usimmarine_py.field.viewer.buttons import Button, NamedPost, read_named_post, together
from usimmarine_py.finding import Finding
from usimmarine_py.texts.pairs import pairs_of
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, read_block
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

#: The program whose block it is.
COMMANDER = "uCommand"
_FIELDS = ("label", "var", "sval", "dval", "receivers")
#: Receivers that stand for all vehicles, and one without buttons.
_ALL, _NO_BUTTONS = "all", "each"


@dataclass(slots=True)
class CommanderOptions:
    """What the block says."""

    commands: list[NamedPost] = field(default_factory=list)
    limited: set[str] = field(default_factory=set)  #: vehicles that are shown; empty: all

    def buttons(self) -> list[Button]:
        """Return what can be pressed: a label, which goes to all its receivers, and a label with one receiver."""
        found = []
        several: dict[str, set[str]] = {}
        for one in self.commands:
            several[one.label] = several.get(one.label, set()) | set(self._shown(one))
        for one in self.commands:
            names = list(self._shown(one))
            everyone = [name for name in names if name == _ALL] or names
            found.append(Button(one.label, self._pairs(one, everyone), COMMANDER))
        for name in sorted(set().union(*several.values()), key=lambda name: (name not in (_ALL, "shore"), name)):
            found += [
                Button(f"{one.label} {name}", self._pairs(one, [name]), COMMANDER)
                for one in self.commands
                if name in self._shown(one) and len(several[one.label]) > 1
            ]
        return [one for one in together(found) if one.pairs]

    def _shown(self, command: NamedPost) -> Iterator[str]:
        """Yield the receivers with buttons."""
        for name in command.receivers:
            if name != _NO_BUTTONS and (not self.limited or name in self.limited or name == _ALL):
                yield name

    def _pairs(self, command: NamedPost, names: Sequence[str]) -> tuple[tuple[str, float | str], ...]:
        """Return the posts; ``all`` of a limited commander is each of its vehicles, so that others get nothing."""
        if self.limited and _ALL in names:
            names = sorted(self.limited)
        return command.pairs(names)


def _command(options: CommanderOptions, value: str) -> Finding | None:
    keys = [key.lower() for key, _ in pairs_of(value)]
    wrong = [key for place, key in enumerate(keys) if key not in _FIELDS or key in keys[:place]]
    command = read_named_post(value)
    if wrong:
        return Finding(f"has {', '.join(_FIELDS)}, each once; found {wrong[0] or 'nothing'}")
    if command is None or not command.label or ("sval" in keys) == ("dval" in keys):
        return Finding("needs label, var, and one of sval and dval")
    options.commands.append(command)
    return None if command.receivers else Finding("has no receivers: there is no button for it")


def _limited(options: CommanderOptions, value: str) -> None:
    options.limited |= {name for name in value.split(",") if name}


#: The keys of its block.
KEYS = field_table(
    CommanderOptions,
    special(
        "cmd", "list", _command, "A command: label=, var=, sval= or dval=, receivers=A:B; all and shore, too.",
        repeatable=True, example="label=loiter, var=LOITER, sval=true, receivers=all:abe:ben",
    ),
    special("limited_vnames", "list", _limited, "The vehicles that have buttons; without it all.", repeatable=True),
    file_order=True,
)  # fmt: skip


def read_commander_block(lines: Sequence[ConfigLine]) -> tuple[CommanderOptions, list[Finding]]:
    """Return the options of a block, and what is wrong."""
    options = CommanderOptions()
    return options, read_block(lines, KEYS, options)


class CommanderApp(FieldApp):
    """Posts what is pressed."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = COMMANDER) -> None:
        super().__init__(lines, home, name)
        self.options = CommanderOptions()
        self.read_block(lines, self.options)
        self._pressed: list[Button] = []

    def press(self, label: str) -> bool:
        """Press a button, without case, in the next iteration; False: there is none."""
        found = next((button for button in self.options.buttons() if button.answers(label)), None)
        if found is not None:
            self._pressed.append(found)
        return found is not None

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """There is none."""
        del mail
        return ()

    def iterate(self, now: float) -> list[Row]:
        """Post what was pressed."""
        pressed, self._pressed = self._pressed, []
        return [single(name, value) for button in pressed for name, value in button.posts(self.written(now))]

    def report(self) -> str:
        """Return the buttons and what they post."""
        return "".join(f"{button.label}: {button.title}\n" for button in self.options.buttons())
