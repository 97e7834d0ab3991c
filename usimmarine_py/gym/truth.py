"""What functions of a user's own are given: the true state of all rows as arrays, and what they return, checked.

Reward, observation and the end of an episode can be functions of it, written for one row and many alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import kernels as of
from usimmarine_py.values.arrays import Array

#: Of what is seen: m east and north, m down, m/s over ground and through the water, rad/s, rad.
_SEEN = {
    "x": of.X, "y": of.Y, "depth": of.DEPTH, "roll": of.ROLL, "pitch": of.PITCH, "psi": of.PSI, "surge": of.SURGE,
    "sway": of.SWAY, "heave": of.HEAVE, "yaw_rate": of.YAW_RATE, "roll_rate": of.ROLL_RATE,
    "pitch_rate": of.PITCH_RATE, "speed": of.SPEED, "wind_ahead": of.WIND_AHEAD, "wind_aside": of.WIND_ASIDE,
}  # fmt: skip


class EpisodeTruth(Mapping[str, Array]):
    """The true state of N rows by name, arrays of shape (N,) that may not be written to.

    ``x``, ``y`` (m, east and north), ``depth`` (m), ``psi``, ``roll``, ``pitch`` (rad, NED), ``heading`` (deg, MOOS),
    ``surge``, ``sway``, ``heave`` (m/s over ground, BODY), ``yaw_rate``, ``roll_rate``, ``pitch_rate`` (rad/s),
    ``speed`` (m/s through the water, ahead), ``wind_ahead``, ``wind_aside`` (m/s, apparent), ``time`` (s of the
    episode), ``reward`` (the task's own of this step); of shape (N, n) ``actions`` (shares, the step before: as an
    episode begins 0), ``goal`` (of waypoints x, y, depth one after the other, else x, y in m, heading in rad, depth)
    and ``observation`` (the task's own).
    """

    def __init__(self, rows: Any, which: slice) -> None:
        """``which`` of ``rows``, which are ``EpisodeRows``."""
        self._rows, self._which = rows, which

    def __getitem__(self, name: str) -> Array:
        """Raises ``KeyError`` with the names that there are."""
        rows, which = self._rows, self._which
        if name in _SEEN:
            found: Any = rows.fleet.seen[which, _SEEN[name]]
        elif name == "heading":
            found = np.degrees(rows.fleet.seen[which, of.PSI]) % 360.0
        elif name == "time":
            found = rows.fleet.ticks[which] * rows.craft.tick
        elif name in _MADE:
            found = getattr(rows, _MADE[name])[which]
        else:
            raise KeyError(f"no {name!r}; there are {', '.join(self)}")
        shown: Array = found.view()
        shown.flags.writeable = False
        return shown

    def __iter__(self) -> Any:
        """Names."""
        return iter((*_SEEN, "heading", "time", *_MADE))

    def __len__(self) -> int:
        """How many names there are."""
        return len(_SEEN) + 2 + len(_MADE)


#: By name the array of ``EpisodeRows``.
_MADE = {"reward": "rewards", "actions": "actions", "goal": "goals", "observation": "seen_by_task"}

Function = Callable[[EpisodeTruth], Any]


def returned(key: str, function: Function, truth: EpisodeTruth, before: Any, lost: Any) -> Any:
    """Return what a user's function makes of ``truth``: an array as ``before``, whose rows stay where ``lost``.

    Raises ``ConfigError``, which names the keyword, for another shape and for what is no finite number.
    """
    found = found_by(key, function, truth)
    if found.shape != before.shape:
        raise ConfigError(
            f"must return an array of shape {before.shape}, one row a vehicle, not {found.shape}", key=key
        )
    if before.dtype.kind == "b" and found.dtype.kind != "b":
        raise ConfigError(f"must return truth values (a comparison, say), not {found.dtype}", key=key)
    found = found.astype(before.dtype)
    found[lost] = before[lost]
    if not np.isfinite(found).all():
        raise ConfigError("returned what is no finite number", key=key)
    return found


def found_by(key: str, function: Function, truth: EpisodeTruth) -> Any:
    """Return what a user's function makes of ``truth`` as an array of numbers. Raises ``ConfigError``."""
    try:
        found = np.asarray(function(truth))
    except KeyError as error:
        raise ConfigError(str(error.args[0]), key=key) from None
    if found.dtype.kind not in "fiub":
        raise ConfigError(f"must return numbers, not {found.dtype}", key=key)
    return found
