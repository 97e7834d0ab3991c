"""The time warp of a MOOSDB, found by what it says the time is."""

from __future__ import annotations

import time

from usimmarine_py.moos.clock import valid_warp
from usimmarine_py.moos.transport.comms import Comms

#: What a MOOSDB posts of its own clock.
CLOCK_VARIABLE = "DB_TIME"
#: A MOOSDB tells its time to whoever asks; real s to wait for it.
PATIENCE = 1.5
#: Warps further apart than this share are told apart; clocks of two machines are not so far apart.
_APART = 1e-3


def warp_of(moos_time: float, unix_time: float) -> float | None:
    """The warp at which a clock shows ``moos_time`` at ``unix_time`` (s); None for one that does not count from 1970.

    MOOS multiplies the whole epoch (laws/wire 10), so that clocks of two machines may be hours apart.
    """
    if not unix_time > 0.0:
        return None
    warp = round(moos_time / unix_time, 3)
    return warp if valid_warp(warp) else None


def differs(warp: float, found: float | None) -> bool:
    """Whether a warp was found that is another one."""
    return found is not None and abs(found - warp) > _APART * max(found, warp)


def ask_for_warp(comms: Comms, patience: float = PATIENCE) -> float | None:
    """The warp of the MOOSDB behind a connected client that has registered nothing else; None if it does not tell."""
    comms.register(CLOCK_VARIABLE)
    end = time.monotonic() + patience
    found: float | None = None
    while found is None and time.monotonic() < end:
        for message in comms.fetch():
            if message.variable == CLOCK_VARIABLE and isinstance(message.value, float):
                found = warp_of(message.value, time.time())
        time.sleep(0.005)
    comms.unregister(CLOCK_VARIABLE)
    return found
