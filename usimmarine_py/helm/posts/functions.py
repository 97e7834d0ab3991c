"""Objective functions as mail (BHV_IPF), as the original posts them: pieces over the axes, in packets.

The original posts those of every iteration; this helm only when it is asked for, by ``IVPHELM_REJOURNAL``.
``logs/functions.py`` reads them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf

from usimmarine_py.helm.functions.axis import DomainAxis, Function, Utility
from usimmarine_py.text import compact_number, finite_number

#: The mail. What asks for it: ``functions`` those of the next iteration, ``functions=10`` those of 10 s.
FUNCTION = "BHV_IPF"
#: Characters of a function in one post.
_PACKET = 1900
_ASKED = re.compile(r"\s*functions\s*(?:=\s*(\S{1,40})\s*)?")


class FunctionPosts:
    """When functions are wanted, and their posts."""

    def __init__(self, axes: Sequence[DomainAxis], post: Callable[..., None]) -> None:
        self._axes, self._post = {axis.name: axis for axis in axes}, post
        self._next = False
        self._until = -inf

    def ask(self, text: str, now: float) -> bool:
        """Take a text of ``IVPHELM_REJOURNAL`` at ``now`` (s); False if it does not ask for functions."""
        found = _ASKED.fullmatch(text)
        if found is None:
            return False
        seconds = 0.0 if found[1] is None else finite_number(found[1])
        if seconds is None:
            return False
        self._next = self._next or found[1] is None
        if found[1] is not None:
            self._until = now + seconds  # of 0: no more
        return True

    def say(self, iteration: int, functions: Mapping[str, tuple[float, Utility]], now: float) -> None:
        """Post the functions (name -> weight, function) of an iteration at ``now`` (s), if they are wanted."""
        if not self._next and now >= self._until:
            return
        self._next = False
        for name, (weight, function) in functions.items():
            for text in _packets(iteration, name, self._whole(iteration, name, weight, function)):
                self._post(FUNCTION, text, name)

    def _whole(self, iteration: int, name: str, weight: float, function: Utility) -> str:
        axes = [self._axes[axis] for axis in function.axes]
        pieces = list(_pieces(function))
        context = f"{iteration}:{name}"
        domain = ":".join(f"{a.name};{compact_number(a.low)};{compact_number(a.high)};{a.count}" for a in axes)
        grid = ",".join(str(axis.count - 1) for axis in axes)
        head = (
            f"H,{len(context)},{context},{len(axes)},{len(pieces)},1,{compact_number(weight)},"
            f"D,{domain},G,{grid},F,"
        )  # fmt: skip
        return head + "".join(pieces)


def _packets(iteration: int, name: str, whole: str) -> Iterator[str]:
    """Part the text of a function into posts."""
    count = -(-len(whole) // _PACKET)
    for number in range(count):
        yield f"P,{name}^{iteration},{count},{number + 1},{whole[number * _PACKET : (number + 1) * _PACKET]}"


def _pieces(function: Utility) -> Iterator[str]:
    """First and last index on each axis, the slope along each, and the value at index 0 of all."""
    if isinstance(function, Function):
        for parts in itertools.product(*function.parts.values()):
            base = 0.0
            for part in parts:
                base += part[3]
            ranges = "".join(f"{first},{last}," for first, last, _, _ in parts)
            yield ranges + "".join(f"{part[2]:.7g}," for part in parts) + f"{base:.7g},"
        return
    from usimmarine_py.helm.functions.surface import Surface  # numpy is imported for coupled functions only

    if isinstance(function, Surface):
        for bounds, numbers in function.planes():
            yield "".join(f"{index}," for index in bounds) + "".join(f"{number:.7g}," for number in numbers)
