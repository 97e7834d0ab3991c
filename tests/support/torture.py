"""What tests of `tests/fault` are told: the tier, the seed, where figures go."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Torture:
    """How hard a test tries, and the seed that repeats it."""

    nightly: bool
    seed: int
    say: Callable[[str], None]

    def amount(self, change: int, nightly: int) -> int:
        """Of something countable or of seconds: the first with every change, the second by night."""
        return nightly if self.nightly else change

    def rng(self) -> random.Random:
        """A generator that starts anew at the seed."""
        return random.Random(self.seed)
