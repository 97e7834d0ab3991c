"""Sensors in the place of the truth: what is seen of vehicles with the errors of the package's sensors.

The error models and their numbers are those of ``sensors.kinds`` at its usual rates; the last sample before each step
counts. Latency, drop-outs and lever arms are not played.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, expm1, radians, sqrt

import numpy as np

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.gym import kernels as of
from usimmarine_py.sensors.kinds import KINDS, ErrorModel
from usimmarine_py.values.arrays import Array

#: Of each sensor the columns of what is seen, the group of errors, and its unit in theirs.
_COLUMNS: dict[str, tuple[tuple[tuple[int, ...], str, float], ...]] = {
    "gps": (((of.X, of.Y), "position", 1.0), ((of.SURGE, of.SWAY), "speed", 1.0)),
    "compass": (((of.PSI,), "heading", radians(1.0)),),
    "log": (((of.SPEED,), "speed", 1.0),),
    "imu": (((of.YAW_RATE, of.ROLL_RATE, of.PITCH_RATE), "gyro", radians(1.0)),),
    "wind": (((of.WIND_AHEAD, of.WIND_ASIDE), "speed", 1.0),),
    "depth": (((of.DEPTH,), "depth", 1.0),),
}
LIDAR, CONTACTS = "lidar", "contacts"
NAMES = (*_COLUMNS, LIDAR, CONTACTS)


def sensor_names(given: object, *, encounter: bool) -> tuple[str, ...]:
    """Return the sensors that ``sensors`` names. Raises ``ConfigError``."""
    if given is None:
        return (CONTACTS,) if encounter else ()
    found = (given,) if isinstance(given, str) else given
    if not isinstance(found, Sequence) or not all(isinstance(one, str) for one in found):
        raise ConfigError(f"must be a list of {', '.join(NAMES)}, not {given!r}", key="sensors")
    for one in found:
        if one not in NAMES:
            raise ConfigError(f"there is no sensor {one!r}", key="sensors", suggestion=suggest(one, NAMES))
        if one in (LIDAR, CONTACTS) and not encounter:
            raise ConfigError(f"{one} sees other vehicles, which are in the task Encounter", key="sensors")
    return tuple(dict.fromkeys(found))


class SensedRows:
    """The errors of the sensors of all rows."""

    def __init__(self, names: Sequence[str], count: int, time_step: float) -> None:
        self._columns: list[int] = []
        models: list[tuple[ErrorModel, float, float]] = []
        for name in names:
            for columns, group, unit in _COLUMNS.get(name, ()):
                self._columns += columns
                models += [(KINDS[name].errors[group], KINDS[name].rate, unit)] * len(columns)
        self._white = np.array([model.white(rate) * unit for model, rate, unit in models])
        self._fixed = np.array([model.bias * unit for model, _, unit in models])
        self._turn_on = np.array([model.turn_on * unit for model, _, unit in models])
        self._factor = np.array([1.0 + model.scale for model, _, _ in models])
        self._drift = np.array([model.drift * unit for model, _, unit in models])
        self._keep = np.array([exp(-time_step / model.tau) for model, _, _ in models])
        self._gain = np.array([sqrt(-expm1(-2.0 * time_step / model.tau)) for model, _, _ in models])
        size = len(self._columns)
        self._bias, self._walk = np.zeros((count, size)), np.zeros((count, size))
        self._times = np.ones((count, 1))
        self._random = [np.random.default_rng(0) for _ in range(count)]

    def __bool__(self) -> bool:
        """Whether anything is measured."""
        return bool(self._columns)

    def begin(self, row: int, random: np.random.Generator, times: float = 1.0) -> None:
        """Switch on the sensors of a row with ``times`` their usual errors; what is random comes from ``random``."""
        self._times[row] = times
        own = self._random[row] = np.random.default_rng(int(random.integers(1 << 31)))
        size = len(self._columns)
        self._bias[row] = self._fixed + self._turn_on * own.standard_normal(size)
        self._walk[row] = self._drift * own.standard_normal(size)

    def measure(self, seen: Array, which: range, *, again: bool) -> Array:
        """Return ``seen`` (rows of ``which``) as it is measured now, or with ``again`` a step after the last time."""
        found, size = seen.copy(), len(self._columns)
        normals = np.array([self._random[i].standard_normal((2, size)) for i in which])
        rows = slice(which.start, which.stop)
        if again:
            self._walk[rows] = self._keep * self._walk[rows] + self._gain * self._drift * normals[:, 0]
        noise = self._bias[rows] + self._walk[rows] + self._white * normals[:, 1]
        # 1 + times (factor - 1) of a sensor whose errors are as usual is its factor to the bit
        times = self._times[rows]
        factor = np.where(times == 1.0, self._factor, 1.0 + times * (self._factor - 1.0))
        found[:, self._columns] = factor * found[:, self._columns] + times * noise
        return found
