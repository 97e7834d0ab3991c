"""Seeds of many runs from one: run i of a sweep and a run on its own agree by this rule alone."""

from __future__ import annotations

import numpy as np

#: Seeds have at most 18 digits, as the key ``seed`` of a mission takes them.
_SEEDS = 10**18


def run_seed(seed: int, index: int) -> int:
    """The seed of run ``index`` (>= 0) of a series with ``seed`` (>= 0); ``usim run --seed`` repeats that run."""
    state = np.random.SeedSequence([seed, index]).generate_state(2, np.uint64)
    return (int(state[0]) << 64 | int(state[1])) % _SEEDS
