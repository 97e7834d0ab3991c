"""The commands of a vehicle that is stepped from Python: those of the call, and those of mail between the calls."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from usimmarine_py.simulator.records import Command
from usimmarine_py.values import ActuatorCommand
from usimmarine_py.values.frozen import replace

#: Fields of ``ActuatorCommand`` that mail can set.
FIELDS = (
    "thrust", "rudder", "elevator", "thrust_left", "thrust_right", "fan", "sway", "heave", "reverse", "set_points",
    "force", "differential",
)  # fmt: skip


_values = attrgetter(*("rudder_wanted" if name == "rudder" else name for name in FIELDS))


def in_force(own: Command) -> tuple[Any, ...]:
    """Return the values of ``FIELDS`` in force; of the rudder where it was sent."""
    found: tuple[Any, ...] = _values(own)
    return found


class Stepping:
    """Which commands hold in a step: the last that was given counts, by mail or by a command that differs from that
    of the step before.
    """

    __slots__ = ("_before", "_by_mail", "left")

    def __init__(self, left: tuple[Any, ...]) -> None:
        self.left = left  #: what was in force after the last step
        self._before: ActuatorCommand | None = None
        self._by_mail: frozenset[str] = frozenset()

    def merged(self, command: ActuatorCommand, own: Command) -> ActuatorCommand:
        """Return the command with what mail has set; mail since the last step counts over a change of the command."""
        before, self._before = self._before, command
        now = in_force(own)
        if now == self.left and not self._by_mail:
            return command
        found = {
            name: value
            for name, value, left in zip(FIELDS, now, self.left, strict=True)
            if value != left
            or (name in self._by_mail and before is not None and getattr(command, name) == getattr(before, name))
        }
        self._by_mail = frozenset(found)
        return replace(command, **found) if found else command
