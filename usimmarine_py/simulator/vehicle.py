"""A vehicle: a row of parts, run in the order that its dialect gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from types import MethodType
from typing import Any, TypeVar

from usimmarine_py.simulator.mail import Incoming, refusal
from usimmarine_py.simulator.part import Handler, Output, Part, Share
from usimmarine_py.values import Message
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.rows import Row

_P = TypeVar("_P", bound=Part)
#: The values of all records of a vehicle, in their order.
Saved = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """A variable that the vehicle reads."""

    entry: Incoming
    part: Part
    handler: Handler
    idle: Callable[[Message], Any] | None


class SimulatedVehicle:
    """A row of parts. There is no other function that advances a vehicle than ``tick``."""

    def __init__(
        self, parts: Mapping[str, Part], order: Sequence[str], mail: Mapping[str, tuple[Incoming, Part]],
        output: Output, *, shows: bool,
    ) -> None:  # fmt: skip
        """``order`` lists all shares that there may be as ``part.share``; ``mail`` gives each variable its part.

        It warns about mail without effect if ``shows``; the original does not.
        """
        self.parts = parts
        self.output = output
        self.mail: dict[str, Taken] = {
            name: Taken(
                entry,
                part,
                MethodType(entry.handler, part),
                MethodType(entry.idle, part) if shows and entry.idle is not None else None,
            )
            for name, (entry, part) in mail.items()
        }
        self._order = tuple(name.split(".") for name in order)
        self._shares: tuple[Share, ...] = ()
        records = {id(record): record for part in parts.values() for record in part.records}
        self._records = [(record, _values(record)) for record in records.values()]
        self._reasons: set[tuple[str, str]] = set()
        self.arrange()

    def part(self, kind: type[_P]) -> _P:
        """Return the part of a class; raises ``KeyError``."""
        found = self.find(kind)
        if found is None:
            raise KeyError(kind.__name__)
        return found

    def find(self, kind: type[_P]) -> _P | None:
        """Return the part of a class, None where the vehicle has none."""
        return next((part for part in self.parts.values() if isinstance(part, kind)), None)

    def arrange(self) -> None:
        """Put the shares in order again, when mail has made a part active or idle."""
        found = {name: part.shares() for name, part in self.parts.items()}
        self._shares = tuple(
            found[part][share] for part, share in self._order if part in found and share in found[part]
        )

    def tick(self, now: float) -> list[Row]:
        """Make one tick at clock ``now`` (s) and return the rows that it posts, those of mail first."""
        for share in self._shares:
            if share(now):
                break
        output = self.output
        rows, output.rows = output.rows, []
        return rows

    def take(self, taken: Taken, message: Message) -> None:
        """Let a message have its effect. Raises ``MailError`` and changes nothing if it cannot be used."""
        remark = taken.handler(message)
        if remark:
            self.output.warnings.append(str(refusal(message, remark)))
        elif taken.idle is not None:
            for reason in taken.idle(message):
                self.warn_once(message, reason)

    def warn_once(self, message: Message, reason: str) -> None:
        """Warn about a message unless its variable had this warning before."""
        if (message.variable, reason) not in self._reasons:
            self._reasons.add((message.variable, reason))
            self.output.warnings.append(str(refusal(message, reason)))

    def warn_of_unread(self, message: Message, reason: str) -> None:
        """Warn once about a variable that is not read."""
        if (message.variable, "") not in self._reasons:
            self._reasons.add((message.variable, ""))
            self.output.warnings.append(str(refusal(message, reason)))

    def save(self) -> Saved:
        """Return the values of all records."""
        return tuple(values(record) for record, values in self._records)

    def restore(self, saved: Saved) -> None:
        """Give all records the values of an earlier ``save``; what waits to be posted is dropped."""
        for (record, _), values in zip(self._records, saved, strict=True):
            for name, value in zip(record.__slots__, values, strict=True):
                setattr(record, name, value)
        self.output.clear()
        self._reasons.clear()
        self.arrange()

    def report(self) -> Iterator[str]:
        """Return the lines of the parts' reports."""
        for part in self.parts.values():
            yield from part.report()


def _values(record: Any) -> Callable[[Any], tuple[Any, ...]]:
    names = record.__slots__
    if len(names) > 1:
        return attrgetter(*names)
    return lambda one: (getattr(one, names[0]),)
