"""The time warp of a MOOSDB, computed from the time that it posts."""

from __future__ import annotations

import math

from usimmarine_py.moos.clock import valid_warp

#: Relative difference above which two warps differ; clocks of two machines do not differ that much.
_APART = 1e-3


def warp_of(moos_time: float, unix_time: float) -> float | None:
    """Return the warp at which a clock shows ``moos_time`` at ``unix_time`` (s); None if it does not count from 1970.

    MOOS multiplies the whole epoch (laws/wire 10), so that clocks of two machines may be hours apart.
    """
    if not unix_time > 0.0 or not math.isfinite(moos_time):
        return None
    warp = round(moos_time / unix_time, 3)
    return warp if valid_warp(warp) else None


def differs(warp: float, found: float | None) -> bool:
    """Whether a warp was found and it differs from ``warp``."""
    return found is not None and abs(found - warp) > _APART * max(found, warp)
