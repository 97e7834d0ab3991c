"""Communities of a live launch over several processes: each part is a ``usim launch`` of its own.

Between the parts the pShares send datagrams, as between hosts; within one they stay in memory.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from usimmarine_py.kernels.threads import processors
from usimmarine_py.launch.plan import Child, Community, plays_inside
from usimmarine_py.launch.programs import Program, our_command

#: Processors that a community takes at warp 1, and for each other whose reports it gets: two vehicles and a shore play
#: 180, ten 22, twenty 9.5 times as fast as real time (docs/performance.md).
_ALONE, _EACH_OTHER = 0.0013, 0.00018
#: Load of one processor above which communities are spread, and what each part then has at most.
_TOO_MUCH, _COMFORTABLE = 0.8, 0.6
#: Hidden option of a part: its lines begin with names of communities, and it is spread no further.
PART = "--part"


def load(communities: Sequence[Community]) -> float:
    """Return how many processors these communities are estimated to take, at their warp."""
    several = len(communities)
    return sum(community.warp * (_ALONE + _EACH_OTHER * several) for community in communities)


def process_count(communities: Sequence[Community], asked: int | None) -> int:
    """Return over how many processes communities are spread; ``asked``: None for what the machine needs and has."""
    if asked is not None:
        return min(asked, len(communities))
    needed = load(communities)
    if needed <= _TOO_MUCH:
        return 1
    return max(1, min(math.ceil(needed / _COMFORTABLE), processors(), len(communities)))


def spread(
    communities: Sequence[Community], count: int, apart: Collection[str], options: Sequence[str]
) -> tuple[list[Community], list[Child]]:
    """Return the communities that stay in this process, and a child for each other part.

    ``count``: processes. ``apart``, and ``options`` of ``usim launch``, are handed on. Communities of which no program
    could play in this process stay.
    """
    movable = [community for community in communities if plays_inside(community)]
    each = max(1, math.ceil(len(movable) / count))
    parts = [movable[begin : begin + each] for begin in range(0, len(movable), each)]
    gone = [community for part in parts[1:] for community in part]
    stays = [community for community in communities if community not in gone]
    return stays, [_child(part, apart, options) for part in parts[1:]]


def _child(part: Sequence[Community], apart: Collection[str], options: Sequence[str]) -> Child:
    children = [child for community in part for child in community.children]
    known = {name for child in children for name in (child.name, f"{child.community}/{child.name}")}
    files = (str(community.file.resolve()) for community in part)
    words = ("usim", "launch", *files, PART, *(f"--apart={one}" for one in apart if one in known), *options)
    name = f"{part[0].name} to {part[-1].name}" if len(part) > 1 else part[0].name
    program = Program(our_command(*words), True, f"usim launch of {name}", words)
    first = children[0]
    return replace(
        first, name=name, community="", program=program, arguments=(), argv0="usim", folder=Path.cwd(),
        is_database=False, ends_all=any(child.ends_all for child in children), is_part=True,
    )  # fmt: skip
