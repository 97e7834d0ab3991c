"""Queues with two bounds and a counter of losses; no other part of the package drops mail."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class BoundedQueue(Generic[T]):
    """A first in, first out queue; beyond either bound the oldest entries are dropped and counted."""

    def __init__(self, max_count: int, max_bytes: int) -> None:
        self.max_count = max_count
        self.max_bytes = max_bytes
        self.size = 0  #: bytes in the queue
        self.dropped = 0  #: entries lost since the beginning
        self._items: deque[tuple[T, int]] = deque()

    def __len__(self) -> int:
        return len(self._items)

    def push(self, item: T, size: int) -> None:
        """Append ``item`` of ``size`` bytes. A single entry above the byte bound is kept as the only one."""
        self._items.append((item, size))
        self.size += size
        while len(self._items) > self.max_count or (self.size > self.max_bytes and len(self._items) > 1):
            self.size -= self._items.popleft()[1]
            self.dropped += 1

    def pop_all(self) -> list[T]:
        """Take all entries, oldest first. Not thread-safe: the caller holds a lock."""
        items, self._items = self._items, deque()
        self.size = 0
        return [item for item, _ in items]


class Outbox:
    """Encoded messages in order: posts, of which the oldest are dropped beyond either bound, and others, never dropped.

    Messages that were pushed together are sent together or dropped together.
    """

    def __init__(self, max_posts: int, max_bytes: int) -> None:
        self.max_posts = max_posts
        self.max_bytes = max_bytes  #: of the posts
        self.dropped = 0  #: posts lost since the beginning
        self._items: deque[tuple[bytes, int]] = deque()  # with the number of posts
        self._posts = self._size = 0

    def __len__(self) -> int:
        return len(self._items)

    def push(self, messages: bytes, *, posts: int) -> None:
        """Append ``posts`` posts, or with 0 a message that is not a post. A single entry above a bound is kept."""
        self._items.append((messages, posts))
        if not posts:
            return
        self._posts += posts
        self._size += len(messages)
        while (self._posts > self.max_posts or self._size > self.max_bytes) and self._posts > posts:
            place = next(i for i, (_, lossy) in enumerate(self._items) if lossy)
            oldest, count = self._items[place]
            self._size -= len(oldest)
            self._posts -= count
            self.dropped += count
            del self._items[place]

    def take(self, room: int) -> tuple[int, list[bytes]]:
        """Take the oldest messages that fit into ``room`` bytes: their number, and their bytes."""
        count, taken = 0, []
        while self._items and len(self._items[0][0]) <= room:
            messages, posts = self._items.popleft()
            if posts:
                self._posts -= posts
                self._size -= len(messages)
            taken.append(messages)
            count += posts or 1
            room -= len(messages)
        return count, taken

    def clear(self) -> None:
        """Drop everything, uncounted."""
        self._items.clear()
        self._posts = self._size = 0
