"""What a step of a simulator has posted, by variable."""

from __future__ import annotations

from collections.abc import Iterable

from usimmarine_py.values.mail import Value


class Posts(dict[str, Value]):
    """The last value of each variable; a variable that was posted more than once, as the readings of a fast sensor
    are, has all of them by ``all``.
    """

    def __init__(self, pairs: Iterable[tuple[str, Value]] = ()) -> None:
        super().__init__()
        self._several: dict[str, list[Value]] = {}
        for name, value in pairs:
            if name in self:
                self._several.setdefault(name, [self[name]]).append(value)
            self[name] = value

    def all(self, name: str) -> tuple[Value, ...]:
        """Every value of a variable, in the order of the posts; none for one that was not posted."""
        if name in self._several:
            return tuple(self._several[name])
        return (self[name],) if name in self else ()
