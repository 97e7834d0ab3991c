"""The history of all variables of a log, so that a page can show any time."""

from __future__ import annotations

from bisect import bisect_right

#: A variable with more values is thinned to half: a log of days stays in memory.
MAX_VALUES = 6000

Value = float | str


class History:
    """Values of variables over time, in order of time."""

    def __init__(self) -> None:
        self._times: dict[str, list[float]] = {}
        self._values: dict[str, list[Value]] = {}
        self._gaps: dict[str, float] = {}

    def add(self, name: str, value: Value, time: float) -> None:
        """Store a value at ``time`` (s), unless it is unchanged or earlier than the last one."""
        times = self._times.setdefault(name, [])
        values = self._values.setdefault(name, [])
        if times and (values[-1] == value or time < times[-1] + self._gaps.get(name, 0.0)):
            if values[-1] == value or time < times[-1]:
                return
            # within the gap the last value is used
            values[-1] = value
            return
        times.append(time)
        values.append(value)
        if len(times) > MAX_VALUES:
            self._gaps[name] = 2.0 * (times[-1] - times[0]) / len(times)
            self._times[name], self._values[name] = times[::2], values[::2]

    def at(self, time: float) -> dict[str, Value]:
        """The latest value of each variable at ``time`` (s)."""
        found: dict[str, Value] = {}
        for name, times in self._times.items():
            place = bisect_right(times, time)
            if place:
                found[name] = self._values[name][place - 1]
        return found

    def clear(self) -> None:
        """Forget everything."""
        self._times, self._values, self._gaps = {}, {}, {}
