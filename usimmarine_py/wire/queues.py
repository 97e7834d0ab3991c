"""A queue with two bounds and a counter: the one way in which this package ever loses mail."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class BoundedQueue(Generic[T]):
    """First in, first out; beyond either bound the oldest entries go, and are counted."""

    def __init__(self, max_count: int, max_bytes: int) -> None:
        self._max_count = max_count
        self._max_bytes = max_bytes
        self._items: deque[tuple[T, int]] = deque()
        self.size = 0  #: bytes in the queue
        self.dropped = 0  #: entries lost since the beginning

    def __len__(self) -> int:
        return len(self._items)

    def push(self, item: T, size: int) -> None:
        """Append ``item`` of ``size`` bytes. A single entry above the byte bound stays alone."""
        self._items.append((item, size))
        self.size += size
        while len(self._items) > self._max_count or (self.size > self._max_bytes and len(self._items) > 1):
            self.size -= self._items.popleft()[1]
            self.dropped += 1

    def first(self) -> T | None:
        """The oldest entry, left where it is."""
        return self._items[0][0] if self._items else None

    def pop(self) -> T:
        """Take the oldest entry; IndexError when empty."""
        item, size = self._items.popleft()
        self.size -= size
        return item

    def pop_all(self) -> list[T]:
        """Take everything, oldest first."""
        # entry by entry, so that a push of another thread meanwhile is neither lost nor counted twice
        return [self.pop() for _ in range(len(self._items))]

    def clear(self) -> None:
        """Throw everything away, uncounted."""
        self._items.clear()
        self.size = 0
