"""The time warp of a MOOSDB, found by what it says the time is."""

from __future__ import annotations

import math

from usimmarine_py.moos.clock import valid_warp

#: Warps further apart than this share are told apart; clocks of two machines are not so far apart.
_APART = 1e-3


def warp_of(moos_time: float, unix_time: float) -> float | None:
    """The warp at which a clock shows ``moos_time`` at ``unix_time`` (s); None for one that does not count from 1970.

    MOOS multiplies the whole epoch (laws/wire 10), so that clocks of two machines may be hours apart.
    """
    if not unix_time > 0.0 or not math.isfinite(moos_time):
        return None
    warp = round(moos_time / unix_time, 3)
    return warp if valid_warp(warp) else None


def differs(warp: float, found: float | None) -> bool:
    """Whether a warp was found that is another one."""
    return found is not None and abs(found - warp) > _APART * max(found, warp)
