"""Closest approach to a contact for courses and speeds of the domain. Needs numpy."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.functions.surface import AxisPoints, Layout
from usimmarine_py.maths.encounters.sides import StraightMotion

Array = npt.NDArray[np.float64]
_ROUNDING = 1e-9


@lru_cache(maxsize=4)
def _grid_velocities(grid: AxisPoints) -> tuple[Array, Array]:
    """Return the velocities (m/s) of all courses and speeds of the axes; courses count in whole degrees."""
    angles = np.radians(np.trunc(grid.a))
    return np.sin(angles) * grid.b, np.cos(angles) * grid.b


@lru_cache(maxsize=128)  # regions of a refinery come and go
def _velocities(boxes: Layout) -> tuple[Array, Array]:
    """Return the same of samples."""
    east, north = _grid_velocities(boxes.grid)
    return boxes.sample(east), boxes.sample(north)


def _nearest(
    velocities: tuple[Array, Array], own: StraightMotion, other: StraightMotion, horizon: float
) -> tuple[Array, Array]:
    """Return where own ship is relative to ``other`` (east, north, m) at the closest approach, by its velocity."""
    vx, vy = velocities
    heading = radians(other.heading)
    rx, ry = own.x - other.x, own.y - other.y
    wx, wy = vx - other.speed * sin(heading), vy - other.speed * cos(heading)
    square = wx * wx
    square += wy * wy
    time = -rx * wx
    time -= ry * wy
    if not np.minimum.reduce(square, axis=None):  # as fast as the contact
        np.putmask(square, square == 0, 1.0)
    time /= square
    np.maximum(time, 0.0, out=time)
    np.minimum(time, horizon, out=time)
    wx *= time
    wx += rx
    wy *= time
    wy += ry
    return wx, wy


def closest_approaches(boxes: Layout, own: StraightMotion, other: StraightMotion, horizon: float) -> Array:
    """Return samples, over course and speed, of the least distance (m) to ``other`` within ``horizon`` s."""
    found: Array = np.hypot(*_nearest(_velocities(boxes), own, other, horizon))
    return found


def keeps_clear(
    grid: AxisPoints, own: StraightMotion, other: StraightMotion, horizon: float, clear: float, first: int
) -> npt.NDArray[np.bool_]:
    """Return where the closest approach is not below ``clear`` (m), for each course and speed of the axes from the
    speed of index ``first`` on.

    The shape is (courses, speeds).
    """
    east, north = _grid_velocities(grid)
    x, y = _nearest((east[:, first:], north[:, first:]), own, other, horizon)
    square, limit = x * x, max(clear, 0.0) ** 2
    square += y * y
    found: npt.NDArray[np.bool_] = square > limit
    # roots are slow: they are needed where rounding could matter
    near = square >= limit * (1 - _ROUNDING)
    near &= square <= limit * (1 + _ROUNDING)
    (places,) = near.ravel().nonzero()
    if len(places):
        found.put(places, np.hypot(x.take(places), y.take(places)) >= clear)
    return found


def graded_approaches(
    boxes: Layout,
    own: StraightMotion,
    other: StraightMotion,
    horizon: float,
    least: float,
    most: float,
    at_least: float,
) -> Array:
    """Return ``graded`` of ``closest_approaches``; ``least`` is at most ``most``."""
    x, y = _nearest(_velocities(boxes), own, other, horizon)
    square = x * x
    square += y * y
    found: Array = np.multiply(square > most * most, 100.0)
    # roots are slow: they are needed between the distances only, and where rounding could matter
    between = square >= least * least * (1 - _ROUNDING)
    between &= square <= most * most * (1 + _ROUNDING)
    (places,) = between.ravel().nonzero()
    if len(places):
        found.put(places, graded(np.hypot(x.take(places), y.take(places)), least, most, at_least))
    return found


def graded(distances: Array, least: float, most: float, at_least: float) -> Array:
    """Return 0 below ``least`` (m), 100 above ``most``, from ``at_least`` to 100 between."""
    span = most - least
    found: Array = at_least + (100 - at_least) * (distances - least) / (span if span > 0 else 1.0)
    np.putmask(found, distances > most, 100.0)
    np.putmask(found, distances < least, 0.0)
    return found
