"""When which application ticks: a run's ticks in order, worked out some thousands at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from usimmarine_py.model.frozen import dataclass
from usimmarine_py.moos.clock import Schedule

#: Ticks nearer together than this (s) count as simultaneous and run in file order: 0.1 added up three times and 0.05
#: six times differ in the last bit only.
SAME_TIME = 1e-7
#: Ticks of one application that are worked out at once.
AHEAD = 4096


@dataclass(frozen=True, slots=True)
class Ticks:
    """Some ticks in order: the index of the application, and the reading of the stepped clock (MOOS s)."""

    who: list[int]
    times: list[float]


def ticks_of(schedules: Sequence[Schedule], start: float, end: float) -> Iterator[Ticks]:
    """All ticks up to ``end``, from clock ``start`` (MOOS s). They have to be gone through before the next."""
    now = start
    while schedules:
        numbers = [np.arange(s.number, s.number + AHEAD, dtype=np.float64) for s in schedules]
        deadlines = [s.start + number * s.period for s, number in zip(schedules, numbers, strict=True)]
        keys = [np.rint(found / SAME_TIME) for found in deadlines]
        # up to where the first of them would have to be worked out further
        known = min(key[-1] for key in keys)
        kept = [found[key < known] for found, key in zip(deadlines, keys, strict=True)]
        kept_keys = [key[key < known] for key in keys]
        who = np.repeat(np.arange(len(kept)), [len(found) for found in kept])
        order = np.lexsort((who, np.concatenate(kept_keys)))
        moments = np.concatenate(kept)[order]
        over = np.flatnonzero(moments > end)
        count = int(over[0]) if len(over) else len(moments)
        # the clock never goes back: of simultaneous ticks a later one may be due a rounding error earlier
        times = np.maximum(np.maximum.accumulate(moments), now)[:count].tolist()
        yield Ticks(who[order][:count].tolist(), times)
        if len(over):
            return
        now = times[-1] if times else now
