"""The garbage collector in a run: mail on its way is no garbage, and looking at it takes a tenth of a run else."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

#: New objects after which they are looked at.
NEW_OBJECTS = 50_000
#: By how much memory must have grown before what lies aside is looked at again: as the collector's own measure, which
#: does not count what once lay aside.
_GROWN = 1.25
_looked_at = 0  # blocks of memory in use after the last look; counting them is quick, counting objects is not


@contextmanager
def fewer_collections(*others: int) -> Iterator[None]:
    """Let the garbage collector look seldom; ``others``: thresholds of older generations, if they are to be others.

    What is there by now is set aside, but for what earlier runs of this process have left.
    """
    thresholds = gc.get_threshold()
    _set_aside()
    gc.set_threshold(NEW_OBJECTS, *(others or thresholds[1:]))
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


def _set_aside() -> None:
    global _looked_at
    gc.freeze()
    if _looked_at and sys.getallocatedblocks() > _GROWN * _looked_at:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        _looked_at = 0
    _looked_at = _looked_at or sys.getallocatedblocks()
