"""The sea bed behind the track: a picture of depths around where the vehicle has been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from usimmarine_py.environment.sea.picture import sampled
from usimmarine_py.environment.sea.seabed import Seabed

#: From shallow to deep, and land; they show through to the page, light or dark.
PALETTE = tuple(f"#{round(190 - 7 * k):02x}{round(222 - 5 * k):02x}{round(240 - 3 * k):02x}" for k in range(16))
LAND = "#d9c58f"
ALPHA = 0.55
#: Samples along a side.
_SAMPLES = 120
#: Least distance (m) that is drawn beyond the track.
_AROUND = 150.0
#: A vehicle nearer to the edge than this share of a side gets a new picture.
_NEAR = 0.1


class BedPicture:
    """The picture for one page, made anew when the vehicle comes near its edge."""

    def __init__(self, bed: Seabed) -> None:
        self._bed = bed
        self._x, self._y = (0.0, 0.0), (0.0, 0.0)

    def serves(self, x: float, y: float) -> bool:
        """Whether the last picture does for a vehicle there."""
        return _inside(x, self._x) and _inside(y, self._y)

    def around(self, xs: Sequence[float], ys: Sequence[float]) -> dict[str, list[Any]]:
        """Columns of an image around a track (m)."""
        half = 0.75 * max(max(xs) - min(xs), max(ys) - min(ys)) + _AROUND
        self._x, self._y = ((0.5 * (min(v) + max(v)) - half, 0.5 * (min(v) + max(v)) + half) for v in (xs, ys))
        depths = sampled(self._bed, self._x, self._y, _SAMPLES)[2].astype(np.float32)
        # land is below all depths, and shown as such
        depths[depths <= 0.0] = -1.0
        side = self._x[1] - self._x[0]
        return {"image": [depths], "x": [self._x[0]], "y": [self._y[0]], "dw": [side], "dh": [side]}


def span(image: dict[str, list[Any]]) -> tuple[float, float]:
    """Least and greatest water depth (m) of a picture."""
    water = image["image"][0]
    water = water[water > 0.0]
    return (float(water.min()), float(water.max())) if len(water) else (0.0, 1.0)


def _inside(value: float, limits: tuple[float, float]) -> bool:
    margin = _NEAR * (limits[1] - limits[0])
    return limits[0] + margin < value < limits[1] - margin
