"""The speeds of the legs of BHV_LegRun."""

from __future__ import annotations

from usimmarine_py.limits import MOST_SCHEDULED, admit
from usimmarine_py.text import read_number


class LegSpeeds:
    """A schedule of speeds (m/s): each leg behind a turn takes the next one; without one left, none."""

    def __init__(self) -> None:
        self._speeds: list[float] = []
        self._next = 0

    def change(self, text: str, top: float) -> None:
        """Add ``[replace,]SPEED,...``; ``COUNT:SPEED`` is for several legs. ``clear`` empties, ``reset`` begins anew.

        Raises ``ValueError`` for a text that holds no speeds from 0 to ``top``.
        """
        first, comma, rest = text.strip().partition(",")
        word = first.strip().lower()
        if not comma and word in ("clear", "reset"):
            self._next = 0
            if word == "clear":
                self._speeds.clear()
            return
        replaces = bool(comma) and word == "replace"
        found = _speeds(rest if replaces else text, top)
        admit(len(found) + (0 if replaces else len(self._speeds)), MOST_SCHEDULED, "speeds of legs")
        if replaces:
            self._speeds.clear()
            self._next = 0
        self._speeds += found

    def advance(self, *, repeat: bool) -> float | None:
        """Return the speed of the next leg; ``repeat``: the schedule begins again after its end."""
        if self._next >= len(self._speeds):
            if not repeat or not self._speeds:
                self._speeds.clear()  # those that are added later come too late, as in the original
                return None
            # the original begins again with the first one, and takes it once more
            self._next = 0
            return self._speeds[0]
        self._next += 1
        return self._speeds[self._next - 1]


def _speeds(text: str, top: float) -> list[float]:
    found: list[float] = []
    for part in text.split(","):
        count, colon, word = part.rpartition(":")
        times = read_number(count) if colon else 1.0
        speed = read_number(word)
        if times is None or times < 1 or speed is None or not 0 <= speed <= top:
            raise ValueError(f"speeds from 0 to {top:g} expected, or COUNT:SPEED, found {text}")
        admit(len(found) + times, MOST_SCHEDULED, "speeds of legs")
        found += [speed] * int(times)
    return found
