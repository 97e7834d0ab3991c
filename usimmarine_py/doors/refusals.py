"""What a door refuses: each kind is said once, all are counted."""

from __future__ import annotations

import re
from collections.abc import Callable

#: Kinds that are said: who makes up ever new faults fills no screen.
MOST_KINDS = 20
#: Two reasons that differ by a number are one kind.
_NUMBER = re.compile(r"[-+]?(\d[\d.]*(e[-+]?\d+)?|\binf\b|\bnan\b)", re.IGNORECASE)


class Refusals:
    """Counts refusals, and says the first one of each kind."""

    def __init__(self, say: Callable[[str], None], most: int = MOST_KINDS) -> None:
        self.count = 0
        self._say, self._most = say, most
        self._kinds: set[str] = set()
        self._last = ""

    def add(self, reason: str, where: str = "", what: str = "further ones are counted only") -> bool:
        """Count one; return whether it was said. ``where``: of this one, such as who sent it."""
        self.count += 1
        if len(self._kinds) >= self._most or reason == self._last:
            return False  # a flood costs little
        self._last = reason
        if (kind := _NUMBER.sub("", reason)) in self._kinds:
            return False
        self._kinds.add(kind)
        self._say(f"{reason}{f', {where}' if where else ''}; {what}")
        return True
