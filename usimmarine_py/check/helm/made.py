"""What a .bhv file says, with the behaviours that were made of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from usimmarine_py.helm import Behavior
from usimmarine_py.helm.files.reader import BehaviorBlock, BehaviorFile

#: Text that nsplug would replace: such a line may be valid.
MACRO = "$("


class MadeBehavior(NamedTuple):
    """A behaviour and the block that it was made of."""

    behavior: Behavior
    block: BehaviorBlock


class BehaviorText(NamedTuple):
    """One .bhv file."""

    path: str
    read: BehaviorFile
    behaviors: Sequence[MadeBehavior]
    macros: Collection[int]  #: lines with macros of nsplug
