"""The boxes of a surface as the original's search finds them: by fields of several points. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.functions.axis import ALL, Box

Array = npt.NDArray[np.float64]
#: Numbers of boxes, or their first and last index on the one axis, first and last on the other.
Boxes = npt.NDArray[np.int64]


class SurfacePart:
    """The weighted planes of a surface, for ``settle``: it finds them by fields of several points on each axis."""

    def __init__(
        self, axes: tuple[str, str], ranges: Boxes, places: Boxes, gels: tuple[int, int], names: Sequence[str],
        planes: Array, order: Sequence[int],
    ) -> None:  # fmt: skip
        """``planes``: slopes and intercepts of the boxes ``ranges``; ``places``: the box of each point; ``order``: the
        numbers of those that count.
        """
        self._planes, self._ranges, self._places = planes, ranges, places
        self._rank = {k: rank for rank, k in enumerate(order)}
        self._gels = [max(gel, 2) for gel in gels]
        self._axes = [names.index(name) for name in axes]
        self._bounds: dict[tuple[int, ...], float] = {}
        #: The boxes that count, in the original's order.
        self.held: list[Box] = []
        for k in order:
            first, last, lowest, highest = ranges[k].tolist()
            a, b, base = planes[:, k].tolist()
            at = {axes[0]: ((first, last), a), axes[1]: ((lowest, highest), b)}
            spans, slopes = zip(*[at.get(name, (ALL, 0.0)) for name in names], strict=True)
            self.held.append((spans, (*slopes, base)))

    def meeting(self, box: Box) -> Sequence[Box]:
        """Return the boxes that another one meets, by fields from the last one on, those of each in their order."""
        fields = sorted(zip(self._axes, self._gels, strict=True))  # those of the first axis go slowest
        (low_a, high_a), (low_b, high_b) = (box[0][axis] for axis in self._axes)
        met = sorted(set(self._places[low_a : high_a + 1, low_b : high_b + 1].ravel().tolist()))
        near = [self.held[rank] for rank in sorted(self._rank[k] for k in met if k in self._rank)]

        def place(one: Box) -> list[int]:
            return [-(min(one[0][axis][1], box[0][axis][1]) // gel) for axis, gel in fields]

        return sorted(near, key=place)

    def bound(self, box: Box) -> float:
        """Return the largest value of those boxes that share a field with a box."""
        key = tuple(end // gel for axis, gel in zip(self._axes, self._gels, strict=True) for end in box[0][axis])
        found = self._bounds.get(key)
        if found is None:
            (ga, gb), (low_a, high_a, low_b, high_b) = self._gels, self._ranges.T
            near = (low_a // ga <= key[1]) & (high_a // ga >= key[0])
            near &= (low_b // gb <= key[3]) & (high_b // gb >= key[2])
            a, b, base = self._planes[:, near]
            ends = np.where(a < 0, low_a[near], high_a[near]), np.where(b < 0, low_b[near], high_b[near])
            by_axis = [a * ends[0], b * ends[1]]
            first, second = by_axis if self._axes[0] < self._axes[1] else by_axis[::-1]
            with np.errstate(invalid="ignore"):  # of an infinite weight
                found = self._bounds[key] = float(((base + first) + second).max())
        return found
