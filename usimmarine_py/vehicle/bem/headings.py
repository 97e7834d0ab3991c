"""Headings round the circle: mirrored where a file has one side only, and values between them (laws/bem 3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.values.arrays import Array

#: How a hull's port side mirrors its starboard side: components of forces and motions.
MIRROR = np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])
#: The widest gap between two headings that is interpolated over (rad); wider is said.
WIDEST = np.radians(50.0)
_SAME = 1e-6
_TURN = 2.0 * np.pi


def around(chi: Array, values: NDArray[Any]) -> tuple[Array, NDArray[Any]]:
    """Headings (h,) within [0, 2 pi), ascending, and values (..., h, 6) there; one side only is mirrored."""
    own = np.mod(chi, _TURN)
    own[own > _TURN - _SAME] = 0.0
    inside = np.sin(own)
    if len(own) > 1 and ((inside > -_SAME).all() or (inside < _SAME).all()):
        other = np.mod(-own, _TURN)
        new = np.abs(inside) > _SAME
        own = np.concatenate((own, other[new]))
        values = np.concatenate((values, values[..., new, :] * MIRROR), axis=-2)
    order = np.argsort(own, kind="stable")
    own, values = own[order], values[..., order, :]
    single = np.concatenate(([True], np.diff(own) > _SAME))
    return own[single], values[..., single, :]


def widest_gap(chi: Array) -> float:
    """The widest gap (rad) between headings of ``around``."""
    return float(np.diff(np.append(chi, chi[0] + _TURN)).max())


def between(chi: Array, values: NDArray[Any], at: Array) -> NDArray[Any]:
    """Values (..., h, 6) of ``around`` at headings (a,): cubic, with slopes by central differences, periodic."""
    if len(chi) == 1:
        return np.repeat(values, len(at), axis=-2)
    x = np.concatenate((chi[-2:] - _TURN, chi, chi[:2] + _TURN))
    y = np.concatenate((values[..., -2:, :], values, values[..., :2, :]), axis=-2)
    slopes = np.gradient(y, x, axis=-2)
    return cubic(x, y, slopes, np.mod(at, _TURN))


def cubic(x: Array, y: NDArray[Any], slopes: NDArray[Any], at: Array) -> NDArray[Any]:
    """Hermite's cubic through nodes ``x`` (n,) along the last but one axis of ``y``, at places (a,) within them."""
    i = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)
    step = x[i + 1] - x[i]
    t = (at - x[i]) / step
    t, step = t[:, None], step[:, None]
    first, last = step * slopes[..., i, :], step * slopes[..., i + 1, :]
    rise = y[..., i + 1, :] - y[..., i, :]
    return np.asarray(
        y[..., i, :] + t * (first + t * (3.0 * rise - 2.0 * first - last + t * (first + last - 2.0 * rise)))
    )


def along(omega: Array, values: NDArray[Any], at: Array) -> NDArray[Any]:
    """Values (f, h, 6) at frequencies (a,) within ``omega`` (f,): cubic likewise."""
    if len(omega) < 3:
        return np.stack([_line(omega, values[:, i], at) for i in range(values.shape[1])], axis=1)
    turned = np.moveaxis(values, 0, -2)
    found = cubic(omega, turned, np.gradient(turned, omega, axis=-2), np.clip(at, omega[0], omega[-1]))
    return np.moveaxis(found, -2, 0)


def _line(x: Array, y: NDArray[Any], at: Array) -> NDArray[Any]:
    share = np.clip((at - x[0]) / (x[-1] - x[0]), 0.0, 1.0)[:, None] if len(x) > 1 else np.zeros((len(at), 1))
    return np.asarray(y[0] + share * (y[-1] - y[0]))
