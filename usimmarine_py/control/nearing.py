"""Tells whether a vehicle still comes nearer to where it is to go (laws/guidance 1.5). Pure."""

from __future__ import annotations

#: Limit of the time (s) between two checks: in a longer gap the vehicle was not steered.
LONGEST_STEP = 5.0


class Nearing:
    """Watches what is left (m) to one goal after the other."""

    def __init__(self, patience: float, least: float) -> None:
        """``patience`` (s): longest time without progress, 0 = unlimited. ``least`` (m): smallest progress."""
        self._patience = patience
        self._least = least
        self.restart()

    def restart(self) -> None:
        """Forget everything."""
        self._goal: object = None
        self._best = 0.0
        self._waited = 0.0
        self._last: float | None = None

    def look(self, now: float, goal: object, left: float | None, *, counts: bool = True) -> bool:
        """Return whether it has come no nearer to ``goal`` for too long; ``left`` None: what ends by itself.

        Without ``counts`` the time since the last look is no failure of the vehicle.
        """
        last, self._last = self._last, now
        if left is None or goal != self._goal or left <= self._best - self._least:
            self._goal, self._best, self._waited = goal, left or 0.0, 0.0
            return False
        if counts and last is not None:
            self._waited += min(max(now - last, 0.0), LONGEST_STEP)
        return 0.0 < self._patience <= self._waited
