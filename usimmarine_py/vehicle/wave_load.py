"""Forces on a hull of the very waves that are seen round it (laws/environment 4.8 and 4.9).

The pressure of the undisturbed wave and the long-wave added mass, integrated over a waterplane taken for a box of
length x beam, or for two of them: closed forms of the kind of Jensen, Mansour and Olsen (2004). In waves much longer
than the hull they are what makes it ride with the water, M nu_dot + G eta = M a_w + G eta_w. Encounter comes from the
moving place. The law is ``kernels.wave_load``; here it is summed over a sea by numpy.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, sin, sqrt

import numpy as np

from usimmarine_py.kernels.arrays import on_arrays
from usimmarine_py.kernels.wave_load import (
    COLUMNS,
    HULL,
    PUSHES,
    REACH,
    WAVE,
    contribution,
    drift,
    speed_place,
    stretched,
    wave_force,
)
from usimmarine_py.kernels.waves import rise
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.sea.waves import SEAS, WaveField
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass, field, replace
from usimmarine_py.vehicle.bem.load import BemLoad, first_order
from usimmarine_py.vehicle.bem.second import SecondOrder
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.wave_box import Box, box_of, regular, way_on

_contributions, _drifts, _rises = on_arrays(contribution), on_arrays(drift), on_arrays(rise)


@dataclass(frozen=True, eq=False)
class BoxLoad(Box):
    """First-order forces and, on the surface, the mean and slow drift force of a sea on one vehicle."""

    vehicle: VehicleDescription | None  #: for the mean force; None = without

    def meet(
        self,
        sea: WaveField,
        time: float,
        place: tuple[float, float, float],
        attitude: tuple[float, float, float],
        velocity: tuple[float, float, float],
        turning: tuple[float, float, float] = (0.0, 0.0, 0.0),
        stream: tuple[float, float] = (0.0, 0.0),
        gained: tuple[float, float] = (0.0, 0.0),
    ) -> tuple[tuple[float, ...], tuple[float, float, float], tuple[float, float]]:
        """X, Y, Z, K, M, N in N and N m (BODY), the water's own velocity, and elevations; see ``sea.hull``."""
        waves, numbers = met(self, sea)
        lead = numbers[HULL.lead]
        north, east, depth = (x + lead * v for x, v in zip(place, velocity, strict=True))
        phi, theta, psi = (angle + lead * rate for angle, rate in zip(attitude, turning, strict=True))
        when = time + lead
        here, ahead = (
            float(_rises(*waves[: WAVE.number], *at).sum()) for at in ((time, *place[:2]), (when, north, east))
        )
        radius = numbers[HULL.radius]
        if radius > 0.0 and depth < REACH * radius + 4.0 * sqrt(sea.variance):
            # at the surface a hull rides on what stands above it over its length, and the waves decay from there
            ahead = self.risen(sea, when, (north, east), psi)
            sums = self._sums(sea, when, (north, east, stretched(depth, ahead, radius)), psi)
        else:
            sums = self._sums(sea, when, (north, east, depth), psi)
        if numbers[HULL.begun] > 0.0:
            c, s = cos(psi), sin(psi)
            # half a step ahead as it gained in the last one, less what the waves make of it while they pass
            to_north, to_east = (v + 0.5 * more for v, more in zip(velocity, gained, strict=False))
            way = c * (to_north - stream[0] - sums[7]) + s * (to_east - stream[1] - sums[8])
            first, share = speed_place(way, numbers)
            at = WAVE.push + first * PUSHES
            slow, fast = waves[at : at + PUSHES], waves[at + PUSHES : at + 2 * PUSHES]
            pushes = _drifts(waves, slow + share * (fast - slow), c, s, when, north, east)
            sums[10:] = np.array(pushes).sum(axis=1).tolist()
        force = wave_force(
            sums, self.rows, numbers, rzyx(phi, theta, psi), cos(psi), sin(psi), phi, theta, depth + ahead
        )
        return force, (sums[7], sums[8], sums[9]), (here, ahead)

    def risen(self, sea: WaveField, time: float, place: tuple[float, float], psi: float) -> float:
        """The elevation averaged over the hull; see ``sea.hull``."""
        return -self._sums(sea, time, (*place, 0.0), psi)[3]

    def water(
        self, sea: WaveField, time: float, place: tuple[float, float, float], psi: float
    ) -> tuple[float, float, float]:
        """The water's own velocity; see ``sea.hull``."""
        sums = self._sums(sea, time, place, psi)
        return sums[7], sums[8], sums[9]

    def _sums(self, sea: WaveField, time: float, place: tuple[float, float, float], psi: float) -> list[float]:
        waves, numbers = met(self, sea)
        north, east, depth = place
        below = max(depth, 0.0) if sea.bed <= 0.0 else min(max(depth, 0.0), sea.bed)
        parts = _contributions(waves, numbers, cos(psi), sin(psi), time, north, east, below)
        found: list[float] = np.array(parts).sum(axis=1).tolist()
        return found


def load_of(vehicle: VehicleDescription, step: float = 0.0) -> BoxLoad | BemLoad | None:
    """The load of a vehicle that holds its forces for ``step`` s: by its data of a panel code, else as a box.

    None without hydrostatics, which waves act by.
    """
    first = first_order(vehicle, step)
    return box_load(vehicle, step) if first is None else replace(first, second=_Second(vehicle, step))


def box_load(vehicle: VehicleDescription, step: float = 0.0, mean: bool = True) -> BoxLoad | None:
    """The load of a vehicle taken for a box; see ``load_of``. Without ``mean`` it is of first order."""
    box = box_of(vehicle, step)
    if box is None:
        return None
    numbers = list(box.numbers)
    pushed = mean and numbers[HULL.submerged] == 0.0
    if pushed:
        numbers[HULL.begun], numbers[HULL.stride] = way_on(vehicle)
    return BoxLoad(box.rows, tuple(numbers), box.depth, vehicle if pushed else None)


@lru_cache(maxsize=SEAS)
def met(load: BoxLoad, sea: WaveField) -> tuple[Array, tuple[float, ...]]:
    """Return the waves of a sea, a column each (``kernels.wave_load.WAVE``), and the hull in water of its depth."""
    omega, amplitude, phase, north, east = np.array(sea.rows).reshape(5, -1)
    waves = np.zeros((COLUMNS, len(omega)))
    waves[: WAVE.push] = regular(load, omega, amplitude, north, east, phase, sea.bed)
    if load.vehicle is not None and len(omega):
        from usimmarine_py.vehicle.mean_load import between, long_waves

        known, table = mean_forces(load.vehicle, 2.0 * load.numbers[HULL.lead])
        own, flat = waves[WAVE.pulse], table.reshape(len(known), -1)
        waves[WAVE.push :] = long_waves(own, load.vehicle) * between(known, flat, own)
    numbers = list(load.numbers)
    numbers[HULL.bed] = sea.bed
    return waves, tuple(numbers)


@dataclass(frozen=True)
class _ByContent:
    """A vehicle that equals another one whose file says the same."""

    vehicle: VehicleDescription = field(compare=False)
    content: object


def mean_forces(vehicle: VehicleDescription, step: float) -> tuple[Array, Array]:
    """Frequencies (rad/s, (f,)) and ``PUSHES`` at ``SPEEDS`` (f, SPEEDS, PUSHES) of a vehicle, made once."""
    return _mean_forces(_ByContent(vehicle, _content(vehicle)), step)


def _content(value: object) -> object:
    """Return records, arrays and tables as what can be compared and looked up."""
    from dataclasses import fields, is_dataclass  # missions without waves start without

    if isinstance(value, np.ndarray):
        return value.shape, value.dtype.str, value.tobytes()
    if isinstance(value, Mapping):
        return tuple((name, _content(one)) for name, one in value.items())
    if isinstance(value, (tuple, list)):
        return tuple(map(_content, value))
    if is_dataclass(value):
        return value.__class__, tuple(_content(getattr(value, one.name)) for one in fields(value))
    return value


@lru_cache(maxsize=32)
def _mean_forces(given: _ByContent, step: float) -> tuple[Array, Array]:
    from usimmarine_py.vehicle.mean_load import table  # missions without waves start without

    vehicle = given.vehicle
    box = box_of(vehicle, step)
    assert box is not None
    return table(vehicle, box, *way_on(vehicle))


@lru_cache(maxsize=32)
def _second_order(given: _ByContent, step: float) -> SecondOrder:
    from usimmarine_py.vehicle.bem.drift import second_order  # missions without waves start without

    first = first_order(given.vehicle, step)
    assert first is not None
    return second_order(given.vehicle, first, step)


class _Second:
    """Makes the mean forces of a vehicle with data when they are first asked for."""

    def __init__(self, vehicle: VehicleDescription, step: float) -> None:
        self._given = vehicle, step
        self._made: SecondOrder | None = None

    def __call__(self) -> SecondOrder:
        if self._made is None:
            vehicle, step = self._given
            self._made = _second_order(_ByContent(vehicle, _content(vehicle)), step)
        return self._made
