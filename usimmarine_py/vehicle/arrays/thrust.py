"""Thrust to speed and shaft speed to force, both ways, for floats and arrays (laws/kinematics 2, laws/actuators 1)."""

from __future__ import annotations

from collections.abc import Callable
from warnings import warn

import numpy as np
from numpy.typing import ArrayLike

from usimmarine_py.errors import ConfigError, ParameterWarning
from usimmarine_py.kernels.body.actuators import immersed_share as share_law
from usimmarine_py.kinematic.thrust_map import DOCUMENTED_RULE, read_thrust_map
from usimmarine_py.kinematic.thrust_map import KinematicThrustMap as Map
from usimmarine_py.values.arrays import Array


class ThrustMap:
    """A thrust map of uSimMarine: commanded thrust (per cent) to steady speed (m/s), linear between pairs, and back.

    ``pairs`` is the text of a mission, "20:1, 60:3", or pairs of numbers; ``reflect`` mirrors positive thrust where no
    negative pair is given; ``factor`` (per cent per m/s) stands in for positive pairs. The rules are those of a mission
    (laws/kinematics 2): a pair that cannot be (-120:-5, or 90:4 after 80:5) is left out with a ``ParameterWarning``;
    ConfigError where no pair is left.

    >>> m = ThrustMap("20:1, 60:3, 100:5", reflect=True)
    >>> m.speed([10, 60, -60]).tolist(), m.thrust([1.0, 4.0]).tolist()
    ([0.5, 3.0, -3.0], [20.0, 80.0])
    """

    def __init__(self, pairs: str | ArrayLike = "", *, reflect: bool = False, factor: float = 0.0) -> None:
        if not isinstance(pairs, str):
            rows = np.asarray(pairs, dtype=float)
            if rows.ndim != 2 or rows.shape[1] != 2:
                raise ConfigError(f"must be pairs (n, 2) of thrust and speed, not {rows.shape}", key="pairs")
            pairs = ", ".join(f"{thrust!r}:{speed!r}" for thrust, speed in rows.tolist())
        reading = read_thrust_map(pairs, Map(), DOCUMENTED_RULE)
        if reading.wrong:
            if reading.map == Map():
                raise ConfigError(reading.left_out, key="pairs")
            warn(reading.left_out, ParameterWarning, stacklevel=2)
        if not 0.0 <= factor < np.inf:
            raise ConfigError(f"must be a finite number from 0, not {factor!r}", key="factor")
        self.map = reading.map.with_factor(factor).with_reflect(reflect)

    def speed(self, thrust: ArrayLike) -> Array:
        """Steady speeds (m/s, (...)) at thrusts (per cent)."""
        return _mapped(self.map.speed, thrust)

    def thrust(self, speed: ArrayLike) -> Array:
        """The thrusts (per cent, (...)) of least size that give speeds (m/s); the end's where a speed is beyond it."""
        return _mapped(self.map.smallest_thrust, speed)


def _mapped(law: Callable[[float], float], values: ArrayLike) -> Array:
    """A law of numbers over an array; what is not a number stays so."""
    given = np.asarray(values, dtype=float)
    known = np.where(np.isnan(given), 0.0, given)
    return np.where(np.isnan(given), np.nan, np.vectorize(law, otypes=[float])(known))


def shaft_force(n: ArrayLike, K_pos: float, K_neg: float | None = None) -> Array:
    """K n |n| (N, (...)) of shaft speeds ``n``, with a K of its own astern; K in N per square of the unit of ``n``.

    >>> shaft_force([100.0, -100.0], 1e-2, 5e-3).tolist()
    [100.0, -50.0]
    """
    speed = np.asarray(n, dtype=float)
    return np.asarray(np.where(speed > 0.0, K_pos, K_pos if K_neg is None else K_neg) * speed * abs(speed))


def shaft_speed(force: ArrayLike, K_pos: float, K_neg: float | None = None) -> Array:
    """The shaft speeds (...) that make forces (N): the inverse of ``shaft_force``; ConfigError unless K is above 0.

    >>> shaft_speed(shaft_force([30.0, -20.0], 1e-2, 5e-3), 1e-2, 5e-3).round(9).tolist()
    [30.0, -20.0]
    """
    push = np.asarray(force, dtype=float)
    if not (K_pos > 0.0 and (K_neg is None or K_neg > 0.0)):
        raise ConfigError(f"must be above 0, not {K_pos!r}, {K_neg!r}", key="K_pos, K_neg")
    gain = np.where(push > 0.0, K_pos, K_pos if K_neg is None else K_neg)
    return np.asarray(np.sign(push) * np.sqrt(abs(push) / gain))


def immersed_share(depth: ArrayLike, radius: float) -> Array:
    """The share (0 to 1, (...)) of its thrust that a propeller keeps whose centre is ``depth`` m below the surface.

    ``radius`` in m. Source: Minsaas, Thon and Kauczynski (1987); laws/actuators 1.6.

    >>> immersed_share([1.0, 0.0, -1.0], 0.2).round(3).tolist()
    [1.0, 0.325, 0.0]
    """
    if not radius > 0.0:
        raise ConfigError(f"must be a number of metres above 0, not {radius!r}", key="radius")
    return np.asarray(np.vectorize(share_law, otypes=[float])(depth, radius))
