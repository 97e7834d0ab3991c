"""The sea bed behind the track: a picture of the depths around the tracks."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.sea.data.picture import sampled
from usimmarine_py.sea.data.seabed import Seabed
from usimmarine_py.watch.contours import contours

#: From shallow to deep, and land; transparent for light and dark pages.
PALETTE = tuple((round(190 - 7 * k), round(222 - 5 * k), round(240 - 3 * k)) for k in range(16))
LAND = (0xD9, 0xC5, 0x8F)
ALPHA = 0.55
#: Samples along a side.
_SAMPLES = 120
#: Minimum distance (m) drawn beyond the track.
_AROUND = 150.0
#: Relative distance to the edge below which a new picture is drawn.
_NEAR = 0.1


@dataclass(frozen=True, slots=True)
class Image:
    """A picture with its corners, m."""

    x: tuple[float, float]
    y: tuple[float, float]
    data: bytes
    media: str = "image/png"
    contours: Sequence[dict[str, Any]] = ()  #: lines of equal depth


class BedPicture:
    """The picture of a sea bed, redrawn when a vehicle comes near its edge."""

    def __init__(self, bed: Seabed) -> None:
        self._bed = bed
        self._x, self._y = (0.0, 0.0), (0.0, 0.0)

    @property
    def corners(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """West and east, south and north of the last samples, m."""
        return self._x, self._y

    def serves(self, x: float, y: float) -> bool:
        """Whether the last picture covers a vehicle at this position."""
        return _inside(x, self._x) and _inside(y, self._y)

    def depths(self, xs: Sequence[float], ys: Sequence[float]) -> NDArray[np.float64]:
        """Depths (m, rows from south to north) around a track (m); nan where unknown."""
        half = 0.75 * max(max(xs) - min(xs), max(ys) - min(ys)) + _AROUND
        self._x, self._y = ((0.5 * (min(v) + max(v)) - half, 0.5 * (min(v) + max(v)) + half) for v in (xs, ys))
        return sampled(self._bed, self._x, self._y, _SAMPLES)[2]

    def around(self, xs: Sequence[float], ys: Sequence[float]) -> Image:
        """The picture around a track (m)."""
        depths = self.depths(xs, ys)
        pixels = coloured(depths)
        # samples are in the middle of their pixels
        spare = 0.5 * (self._x[1] - self._x[0]) / (_SAMPLES - 1)
        x, y = ((low - spare, high + spare) for low, high in (self._x, self._y))
        return Image(x, y, png(pixels[::-1]), contours=contours(depths, self._x, self._y))


def depths_json(bed: Seabed, xs: Sequence[float], ys: Sequence[float]) -> dict[str, Any]:
    """Depths around a track (m): the corners, samples along a side, and a list from the south-western corner on."""
    picture = BedPicture(bed)
    depths = picture.depths(xs, ys)
    flat = [None if value != value else round(value, 2) for value in depths.ravel().tolist()]
    return {"x": picture.corners[0], "y": picture.corners[1], "across": _SAMPLES, "depths": flat}


def coloured(depths: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Red, green, blue and alpha of depths (m): land in sand, unknown clear."""
    known, water = np.isfinite(depths), depths > 0.0
    low, high = (float(depths[water].min()), float(depths[water].max())) if water.any() else (0.0, 1.0)
    share = np.clip((np.nan_to_num(depths) - low) / max(high - low, 0.1), 0.0, 1.0)
    colours = np.array(PALETTE, dtype=np.uint8)[np.minimum((share * len(PALETTE)).astype(int), len(PALETTE) - 1)]
    colours[known & ~water] = LAND
    alpha = np.where(known, round(255 * ALPHA), 0).astype(np.uint8)
    return np.dstack([colours, alpha])


def png(pixels: NDArray[np.uint8]) -> bytes:
    """A PNG of pixels (rows from the top, columns, red green blue alpha)."""
    rows, columns = pixels.shape[:2]
    lines = np.hstack([np.zeros((rows, 1), np.uint8), pixels.reshape(rows, columns * 4)])

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", columns, rows, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(kind, data) for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(lines.tobytes())), (b"IEND", b""))
    )


def _inside(value: float, limits: tuple[float, float]) -> bool:
    margin = _NEAR * (limits[1] - limits[0])
    return limits[0] + margin < value < limits[1] - margin
