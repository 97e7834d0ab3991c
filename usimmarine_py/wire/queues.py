"""Queues with two bounds and a counter: the one way in which this package ever loses mail."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class BoundedQueue(Generic[T]):
    """First in, first out; beyond either bound the oldest entries go, and are counted."""

    def __init__(self, max_count: int, max_bytes: int) -> None:
        self.max_count = max_count
        self.max_bytes = max_bytes
        self.size = 0  #: bytes in the queue
        self.dropped = 0  #: entries lost since the beginning
        self._items: deque[tuple[T, int]] = deque()

    def __len__(self) -> int:
        return len(self._items)

    def push(self, item: T, size: int) -> None:
        """Append ``item`` of ``size`` bytes. A single entry above the byte bound stays alone."""
        self._items.append((item, size))
        self.size += size
        while len(self._items) > self.max_count or (self.size > self.max_bytes and len(self._items) > 1):
            self.size -= self._items.popleft()[1]
            self.dropped += 1

    def pop_all(self) -> list[T]:
        """Take everything, oldest first. Of two threads that push and take, only one may be here at a time."""
        items, self._items = self._items, deque()
        self.size = 0
        return [item for item, _ in items]


class Outbox:
    """Encoded messages in order: posts, the oldest of which go beyond either bound, and others, which never do.

    Several messages that were pushed as one go as one, be it onto the wire or over board.
    """

    def __init__(self, max_posts: int, max_bytes: int) -> None:
        self.max_posts = max_posts
        self.max_bytes = max_bytes  #: of the posts
        self.dropped = 0  #: posts lost since the beginning
        self._items: deque[tuple[bytes, int]] = deque()  # with how many posts they are
        self._posts = self._size = 0

    def __len__(self) -> int:
        return len(self._items)

    def push(self, messages: bytes, *, posts: int) -> None:
        """Append ``posts`` messages that are posts, or with 0 one that is none. A single entry above a bound stays."""
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
        """The oldest messages, as many as ``room`` bytes hold: how many, and their bytes."""
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
        """Throw everything away, uncounted."""
        self._items.clear()
        self._posts = self._size = 0
