"""Entries in order of time, within a window."""

from __future__ import annotations

from bisect import insort_right


class Sorter:
    """The last entries of a log, in order of time; equal times keep their order.

    ``unique``: entries that are equal to the byte leave it once.
    """

    def __init__(self, most: int = 1000, *, unique: bool = False) -> None:
        self.sorted_again = 0  #: entries that came with a time before the last one's
        self._most = most
        self._unique = unique
        self._entries: list[tuple[float, str]] = []

    @property
    def filled(self) -> bool:
        """Whether there are entries."""
        return bool(self._entries)

    @property
    def overfull(self) -> bool:
        """Whether an entry must leave."""
        return len(self._entries) > self._most

    def add(self, time: float, line: str) -> None:
        """Take an entry."""
        entries = self._entries
        if entries and time < entries[-1][0]:
            self.sorted_again += 1
            insort_right(entries, (time, line), key=_time)
        else:
            entries.append((time, line))

    def pop(self) -> str:
        """Return the earliest line."""
        time, line = first = self._entries.pop(0)
        if self._unique:
            count = 0
            while count < len(self._entries) and self._entries[count][0] == time:
                count += 1
            self._entries[:count] = [entry for entry in self._entries[:count] if entry != first]
        return line


def _time(entry: tuple[float, str]) -> float:
    return entry[0]
