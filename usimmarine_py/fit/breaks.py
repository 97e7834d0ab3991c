"""Where a recorded run leaves the law of motion: resets, pauses, jumps. Nothing is predicted across such a place."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.logs.alog import AlogRow
from usimmarine_py.values.arrays import Array

#: Mail that puts the vehicle somewhere else.
RESETS = ("USM_RESET", "USM_RESET_NAV")
#: Mail that holds it, with the value that does.
HOLDS = {"USM_SIM_PAUSED": True, "USM_ENABLED": False, "OBSTACLE_HIT": True}
#: Mail that changes the law itself in the course of a run.
CHANGES = ("USM_TURN_RATE", "USM_TURN_RADIUS", "ROTATE_SPEED", "BUOYANCY_RATE", "BUOYANCY_CONTROL", "TRIM_CONTROL")
_JUMP = 5.0  # m, besides what the speed explains: smaller ones are noise of the navigation
_SAID = 3  # times that are named in a note


@dataclass
class OtherMail:
    """The mail of a log that is no motion and no command."""

    resets: list[float] = field(default_factory=list)  #: s
    holds: dict[str, list[tuple[float, bool]]] = field(default_factory=dict)  #: (s, held from here on)
    reverse: bool = False
    changes: set[str] = field(default_factory=set)
    _differential: list[bool] = field(default_factory=list)

    def take(self, row: AlogRow) -> None:
        """Look at one entry of the log."""
        name = row.variable
        if name in RESETS:
            self.resets.append(row.time)
        elif name in HOLDS:
            self.holds.setdefault(name, []).append((row.time, _truth(row) is HOLDS[name]))
        elif name == "THRUST_MODE_REVERSE":
            self.reverse = self.reverse or _truth(row)
        elif name == "THRUST_MODE_DIFFERENTIAL":
            self._differential.append(_truth(row))
        elif name in CHANGES:
            self.changes.add(name)

    @property
    def differential(self) -> bool:
        """Whether all mail about it commanded differential thrust."""
        return bool(self._differential) and all(self._differential)


def find_breaks(
    mail: OtherMail, t: Array, speed: Array, x: Array | None, y: Array | None
) -> tuple[NDArray[np.bool_], tuple[str, ...]]:
    """Return whether no law leads from the tick before to each tick ``t`` (s), shape (n,); and what to say about it."""
    breaks = np.zeros(len(t), dtype=bool)
    notes = []
    for moment in mail.resets:
        k = int(np.searchsorted(t, moment, side="right"))
        breaks[k : k + 2] = True  # taken at the next tick, published there or at the one after
    if mail.resets:
        notes.append(f"the vehicle was reset at {_times(mail.resets)}: nothing is predicted across it")
    for name, changes in mail.holds.items():
        stood = np.zeros(len(t), dtype=bool)
        for (begin, held), end in zip(changes, [*[time for time, _ in changes[1:]], np.inf], strict=True):
            if held:
                first, last = np.searchsorted(t, begin, side="right"), np.searchsorted(t, end, side="right")
                stood[int(first) : int(last) + 2] = True
        breaks |= stood
        if np.any(stood):
            notes.append(f"held by {name} at {_times([time for time, held in changes if held])}: left out")
    if x is not None and y is not None and len(t) > 1:
        jumps = _jumps(t, speed, x, y) & ~breaks
        breaks |= jumps
        if np.any(jumps):
            notes.append(f"the position jumps at {_times(t[jumps].tolist())}: nothing is predicted across it")
    if mail.reverse:
        notes.append("THRUST_MODE_REVERSE was on: its time is fitted as if it were not")
    if mail.changes:
        notes.append(f"{', '.join(sorted(mail.changes))} came by mail: what it changed is fitted as one value")
    return breaks, tuple(notes)


def _jumps(t: Array, speed: Array, x: Array, y: Array) -> NDArray[np.bool_]:
    moved = np.hypot(np.diff(x, prepend=x[0]), np.diff(y, prepend=y[0]))
    reach = float(np.max(np.abs(speed))) * np.diff(t, prepend=t[0])
    excess = np.abs(moved - reach)
    found: NDArray[np.bool_] = moved > 2.0 * reach + _JUMP + 10.0 * float(np.median(excess))
    return found


def _truth(row: AlogRow) -> bool:
    number = row.number
    if number is not None:
        return number != 0.0
    return str(row.value).strip().lower() == "true"


def _times(times: list[float]) -> str:
    said = ", ".join(f"{time:.1f} s" for time in times[:_SAID])
    return said + (f" and {len(times) - _SAID} more times" if len(times) > _SAID else "")
