"""How mail that is read is declared, and how the values of messages are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isfinite, nan
from typing import Any

from usimmarine_py.errors import MailError
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.text import loose_boolean, read_number
from usimmarine_py.values import MailEntry, Message
from usimmarine_py.values.frozen import dataclass, field, replace

KEPT = "the last good value stays"
UNCHANGED = "nothing is changed"
#: A number beyond this speed (m/s) is a mistake: no water and no vehicle moves faster.
FASTEST = 1000.0
V22_V23 = ("v22", "v23")


@dataclass(frozen=True, slots=True)
class Incoming(MailEntry):
    """A variable that is read, and the method of its part that takes it.

    ``dialects`` are those whose original reads it. The other dialects read it, too, unless quirks are asked for or it
    is ``exclusive``.
    """

    handler: Callable[[Any, Message], str] = field(kw_only=True, compare=False)
    exclusive: bool = field(default=False, kw_only=True)  #: only the dialects named above read it
    ours: bool = field(default=False, kw_only=True)  #: an addition of ours: not read with quirks
    #: the method that says why a message that was taken has no effect on this vehicle; each reason is said once
    idle: Callable[[Any, Message], Iterable[str]] | None = field(default=None, kw_only=True, compare=False)

    def known(self, dialect: Dialect) -> bool:
        """Return whether a dialect reads it."""
        if dialect.quirks or self.exclusive:
            return not self.ours and (not self.dialects or dialect.name in self.dialects)
        return True


def reads(
    name: str,
    kind: str,
    handler: Callable[[Any, Message], str],
    help: str,
    unit: str = "",
    *,
    group: str,
    section: str = "usimmarine 4",
    aliases: tuple[str, ...] = (),
    dialects: tuple[str, ...] = (),
    exclusive: bool = False,
    idle: Callable[[Any, Message], Iterable[str]] | None = None,
) -> Incoming:
    """Return the declaration of a variable that uSimMarine reads; ``section``: page and heading in docs/laws."""
    return Incoming(
        name, "in", kind, help, unit, when="at any time", aliases=aliases, dialects=dialects, group=group,
        source=f"laws/{section}", handler=handler, exclusive=exclusive, idle=idle,
    )  # fmt: skip


def also_as_usm(entry: Incoming) -> tuple[Incoming, Incoming]:
    """Return a variable, and the same with USM_ in front, which the documented dialect alone knows."""
    name, help = f"USM_{entry.name}", f"As {entry.name}."
    return entry, replace(entry, name=name, help=help, dialects=("documented",), exclusive=True)


def refusal(message: Message, problem: str) -> MailError:
    """Return the error that says what is wrong with a message."""
    return MailError(message.variable, message.source, message.value, problem)


class MailReader:
    """Reads the values of messages by the rules of a dialect. Each method returns the value and a remark."""

    __slots__ = ("_as_recorded", "exponent")

    def __init__(self, dialect: Dialect) -> None:
        self._as_recorded = dialect.has("string_for_number")
        self.exponent = not dialect.recorded  #: numbers in texts may carry one

    def number(self, message: Message) -> tuple[float, str]:
        """Return a finite number; a text counts where the dialect allows it."""
        value = message.value
        if type(value) is float and isfinite(value):
            return value, ""
        if isinstance(value, str):
            if self._as_recorded:
                return -1.0, "text where a number is expected; the recorded version reads it as -1"
            found = read_number(value, exponent=self.exponent)
            if found is None:
                raise refusal(message, f"must be a finite number; {KEPT}")
            return found, "a number sent as text; send it as a number"
        try:
            # float() would read the digits of a binary value
            found = nan if isinstance(value, bytes) else float(value)
        except (TypeError, ValueError, OverflowError):
            found = nan
        if not isfinite(found):
            raise refusal(message, f"must be a finite number; {KEPT}")
        return found, ""

    def within(self, message: Message, most: float, unit: str) -> tuple[float, str]:
        """Return a number of at most ``most`` either way."""
        value, remark = self.number(message)
        if abs(value) > most:
            raise refusal(message, f"must lie within +-{most:g} {unit}; {KEPT}")
        return value, remark

    def text(self, message: Message) -> tuple[str, str]:
        """Return a text; a number reads as the empty text where the dialect does so."""
        if isinstance(message.value, str):
            return message.value, ""
        if self._as_recorded:
            return "", "not a text; the recorded version reads it as an empty one"
        raise refusal(message, f"must be a text; {UNCHANGED}")

    def boolean(self, message: Message, current: bool) -> tuple[bool, str]:
        """Return a loose boolean; ``toggle`` changes the ``current`` value."""
        word, remark = self.text(message)
        found = loose_boolean(word, current)
        if found is None:
            raise refusal(message, f"must be true or false; {UNCHANGED}")
        return found, remark
