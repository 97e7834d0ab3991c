"""Two vehicles of one process whose sensors have the same noise, since nothing tells them apart."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakValueDictionary


class Unnamed:
    """A vehicle with sensors and without ``own_name``: its seed, and where it started."""

    def __init__(self, parameters: Mapping[str, object]) -> None:
        self._seed = str(parameters.get("seed", 0))
        self._start = repr(sorted((name, str(value)) for name, value in parameters.items() if name.startswith("start")))
        self._begun = False

    def meets_another(self) -> bool:
        """Whether this tick is between those of another such vehicle: same seed, another start.

        One after the other they are runs that are compared, and from one start, repetitions.
        """
        last = _LAST.get(self._seed)
        if last is self:
            return False
        _LAST[self._seed] = self
        begun, self._begun = self._begun, True
        return begun and last is not None and last._start != self._start


#: The vehicle that made the latest tick, by its seed.
_LAST: WeakValueDictionary[str, Unnamed] = WeakValueDictionary()
