"""Rules of a game beside its kernel: collisions, and vehicles that are put somewhere."""

from __future__ import annotations

from itertools import combinations
from math import hypot

from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.teams import capture_rules as flags
from usimmarine_py.values.arrays import Array


class AfterPlay:
    """Which of these rules hold."""

    def __init__(self, collision: float, *, teleports: bool, resets: bool) -> None:
        """``collision`` (m): two that are nearer are tagged; 0: none are."""
        self.collision, self.teleports, self.resets = collision, bool(teleports), bool(resets)

    @property
    def applies(self) -> bool:
        """Whether any does."""
        return self.collision > 0.0 or self.teleports or self.resets

    def collided(self, seen: Array, status: Array) -> list[int]:
        """Return the rows of vehicles in play that touch another one in play."""
        if self.collision <= 0.0:
            return []
        found = set()
        in_play = [row for row in range(len(seen)) if status[row, flags.TAGGED] == 0.0]
        for i, j in combinations(in_play, 2):
            if hypot(seen[i, of.X] - seen[j, of.X], seen[i, of.Y] - seen[j, of.Y]) < self.collision:
                found |= {i, j}
        return sorted(found)
