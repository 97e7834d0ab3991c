"""What the applications of a live run measure of the machine, such as their processor time: no two runs agree on it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Measures:
    """Takes what is measured, and notes it where it has changed."""

    def __init__(self) -> None:
        #: gets who measures what, how often it was asked by then, and the value
        self.note: Callable[[str, int, Any], object] | None = None

    def of(self, key: str, read: Callable[[], T]) -> Callable[[], T]:
        """Return what is called in place of ``read``; ``key`` says who measures what."""
        count, last = 0, None

        def taken() -> T:
            nonlocal count, last
            count += 1
            value = read()
            if value != last and self.note is not None:
                last = value
                self.note(key, count, value)
            return value

        return taken


class PastMeasures(Measures):
    """Gives what was noted in another run, at the same places."""

    def __init__(self) -> None:
        super().__init__()
        self._values: dict[str, deque[tuple[int, Any]]] = defaultdict(deque)

    def learn(self, key: str, count: int, value: Any) -> None:
        """Take what was noted, in order; before the place is reached."""
        self._values[key].append((count, value))

    def of(self, key: str, read: Callable[[], T]) -> Callable[[], T]:
        """Return what is called in place of ``read``; it gives None where nothing was noted yet."""
        del read
        values, count = self._values[key], 0
        last: Any = None

        def taken() -> T:
            nonlocal count, last
            count += 1
            if values and values[0][0] <= count:
                last = values.popleft()[1]
            return last  # type: ignore[no-any-return]

        return taken
