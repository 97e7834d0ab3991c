"""Forces of a sea on a surface craft by its excitation of frequency and heading (laws/bem 6).

In place of the box of ``vehicle.wave_load``: the same waves, the same grid of steps.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

import numpy as np

from usimmarine_py.kernels.arrays import on_arrays
from usimmarine_py.kernels.body.restoring import vertical_restoring
from usimmarine_py.kernels.wave_load import speed_place
from usimmarine_py.kernels.waves import pulse, rise
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.sea.waves import WaveField
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.vehicle.bem.data import Complex, HydroData, Places, WaveResponse
from usimmarine_py.vehicle.bem.headings import along, around, between
from usimmarine_py.vehicle.bem.second import BINS as SLOW_BINS
from usimmarine_py.vehicle.bem.second import SecondOrder, mean_coefficients, pair_coefficients
from usimmarine_py.vehicle.description.vehicle import VehicleDescription

#: Headings of the table of a sea, between which forces are linear.
BINS = 120
_KEPT = 64
_rises, _rotation, _restored = on_arrays(rise), on_arrays(rzyx), on_arrays(vertical_restoring)


@dataclass(frozen=True, eq=False)
class BemLoad:
    """First-order forces of a sea on one vehicle by its data of frequency and heading."""

    force: WaveResponse  #: excitation about CO, round the circle, from frequency 0 on
    lead: float  #: s, from the time asked for to that of the forces
    vertical: bool  #: heave, roll and pitch act along the axes of vertical restoring forces
    second: Callable[[], SecondOrder] | None = None  #: makes what pushes in the mean; None = first order alone

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
        """X, Y, Z, K, M, N in N and N m (BODY), no motion of the water, and elevations; see ``sea.hull``.

        The excitation is that of a hull held in the waves: damping and memory act on its own motion alone.
        """
        lead = self.lead
        north, east = (x + lead * v for x, v in zip(place[:2], velocity[:2], strict=True))
        phi, theta, psi = (angle + lead * rate for angle, rate in zip(attitude, turning, strict=True))
        when = time + lead
        rows, table, towards = met(self, sea)
        here = float(_rises(*rows, time, *place[:2]).sum())
        ahead = float(_rises(*rows, when, north, east).sum())
        wheel = np.exp(1j * (rows[0] * when - rows[3] * north - rows[4] * east + rows[2]))
        x, y, z, k, m, n = _summed(table, towards - psi, wheel).tolist()
        if self.second is not None:
            to_north, to_east = (v + 0.5 * more for v, more in zip(velocity, gained, strict=False))
            way = cos(psi) * (to_north - stream[0]) + sin(psi) * (to_east - stream[1])
            more = slow(self.second(), self, sea, way, psi, towards, rows[1] * wheel)
            x, y, n = x + more[0], y + more[1], n + more[2]
        if not self.vertical:
            return (x, y, z, k, m, n), (0.0, 0.0, 0.0), (here, ahead)
        gx, gy, gz, gk, gm, gn = vertical_restoring(rzyx(phi, theta, psi), phi, theta, z, k, m)
        return (x + gx, y + gy, gz, gk, gm, n + gn), (0.0, 0.0, 0.0), (here, ahead)

    def pushed(
        self, omega: Array, chi: Array, gravity: float, pose: Array, angle: Array | float, amplitude: Array | float
    ) -> Array:
        """First-order force, no velocity, elevation (m, 10) of single waves; see ``wave_box.Box``."""
        k = omega**2 / gravity
        x, y, _, phi, theta, psi = pose.T
        at = angle - k * (np.cos(chi) * x + np.sin(chi) * y)
        n, (i, share) = np.arange(len(omega)), _slots(chi - psi, BINS)
        table = _table(self, omega.tobytes())
        force = (1.0 - share)[:, None] * table[n, i] + share[:, None] * table[n, i + 1]
        x, y, z, k, m, yaw = amplitude * (force * np.exp(1j * at)[:, None]).imag.T
        if self.vertical:
            gx, gy, z, k, m, gn = _restored(_rotation(phi, theta, psi), phi, theta, z, k, m)
            x, y, yaw = x + gx, y + gy, yaw + gn
        none = np.zeros_like(x)
        return np.stack((x, y, z, k, m, yaw, none, none, none, amplitude * np.sin(at)), axis=-1)

    def risen(self, sea: WaveField, time: float, place: tuple[float, float], psi: float) -> float:
        """The elevation; see ``sea.hull``."""
        return sea.elevation(time, *place)

    def water(
        self, sea: WaveField, time: float, place: tuple[float, float, float], psi: float
    ) -> tuple[float, float, float]:
        """None: the excitation has what the water's motion does."""
        return 0.0, 0.0, 0.0


def first_order(vehicle: VehicleDescription, step: float = 0.0) -> BemLoad | None:
    """The first-order load of a surface craft whose data tell what waves do; None without."""
    if vehicle.hydro is None or vehicle.forces.hydrostatics.model != "linear":
        return None
    waves = excitation(vehicle.hydro, vehicle.body.M_RB, vehicle.forces.hydrostatics.G)
    if waves is None:
        return None
    return BemLoad(waves, 0.5 * step, vehicle.forces.hydrostatics.vertical)


def excitation(data: HydroData, mass: Array, stiffness: Array) -> WaveResponse | None:
    """Forces (N/m, N m/m) round the circle, with those of endless waves at frequency 0; by the motions where a file has
    these alone, F = (G - w2 (M_RB + A) + i w B) X.
    """
    waves = data.force
    if waves is None and data.motion is not None:
        at = data.motion.omega
        added = along(data.omega, data.added_mass, at)
        damping = along(data.omega, data.damping, at)
        s = 1j * at[:, None, None]
        whole = stiffness + s * s * (mass + added) + s * damping
        waves = WaveResponse(at, data.motion.chi, np.einsum("fij,fhj->fhi", whole, data.motion.values))
    if waves is None:
        return None
    chi, values = around(waves.chi, waves.values)
    # endless waves lift the hull as the surface of still water does
    still = np.broadcast_to(-stiffness[:, 2].astype(complex), (1, len(chi), 6))
    return WaveResponse(np.concatenate(([0.0], waves.omega)), chi, np.concatenate((still, values)))


def at_frequencies(waves: WaveResponse, omega: Array) -> Complex:
    """Forces (a, h, 6) at frequencies (a,); beyond the data they fade as 1/w2."""
    found = along(waves.omega, waves.values, omega)
    fade = np.minimum(1.0, waves.omega[-1] / np.maximum(omega, 1e-9)) ** 2
    return np.asarray(found * fade[:, None, None])


@lru_cache(maxsize=_KEPT)
def met(load: BemLoad, sea: WaveField) -> tuple[Array, Complex, Array]:
    """The waves of a sea (5, n) as ``kernels.waves``, their forces by heading (n, BINS + 1, 6), and directions (n,)."""
    rows = np.array(sea.rows).reshape(5, -1)
    own = np.array([pulse(k, sea.bed) for k in np.hypot(rows[3], rows[4]).tolist()])
    forces = at_frequencies(load.force, own) * rows[1][:, None, None]
    table = between(load.force.chi, forces, np.linspace(0.0, 2.0 * pi, BINS, endpoint=False))
    return rows, np.concatenate((table, table[:, :1]), axis=1), np.arctan2(rows[4], rows[3])


@lru_cache(maxsize=4)
def _table(load: BemLoad, omega: bytes) -> Complex:
    forces = at_frequencies(load.force, np.frombuffer(omega))
    table = between(load.force.chi, forces, np.linspace(0.0, 2.0 * pi, BINS, endpoint=False))
    return np.concatenate((table, table[:, :1]), axis=1)


def _slots(chi: Array, bins: int) -> tuple[Places, Array]:
    """Places of headings in a table of ``bins``, and their shares of the way to the next one."""
    x = np.mod(chi, 2.0 * pi) * (bins / (2.0 * pi))
    i = np.minimum(x.astype(int), bins - 1)
    return i, x - i


def _summed(table: Complex, chi: Array, wheel: Complex) -> Array:
    """The sum over the waves of Im(F exp(i angle)), linear between headings."""
    i, share = _slots(chi, BINS)
    n = np.arange(len(chi))
    found = ((1.0 - share) * wheel) @ table[n, i] + (share * wheel) @ table[n, i + 1]
    return np.asarray(found.imag)


@lru_cache(maxsize=_KEPT)
def _slow_tables(second: SecondOrder, load: BemLoad, sea: WaveField) -> tuple[Array, Complex | None]:
    rows = np.array(sea.rows).reshape(5, -1)
    own = np.array([pulse(k, sea.bed) for k in np.hypot(rows[3], rows[4]).tolist()])
    pairs = None if second.pairs is None else pair_coefficients(second.pairs, own)
    return mean_coefficients(second, own), pairs


def slow(
    second: SecondOrder, load: BemLoad, sea: WaveField, way: float, psi: float, towards: Array, wheel: Complex
) -> Array:
    """X, Y, N (3,) of waves whose complex elevations (m) are ``wheel`` at a hull with ``way`` m/s (laws/bem 7)."""
    mean, pairs = _slow_tables(second, load, sea)
    first, share = speed_place(way, second.numbers)
    n, (i, next_) = np.arange(len(towards)), _slots(towards - psi, SLOW_BINS)
    own = np.zeros((len(n), 3))
    for speed, part in ((first, 1.0 - share), (first + 1, share)):
        table = mean[speed]
        own += part * ((1.0 - next_)[:, None] * table[n, i] + next_[:, None] * table[n, i + 1])
    found = np.real((wheel @ own) * np.conj(wheel.sum()))
    if pairs is not None:
        beside = np.conj(wheel)
        for place, weight in ((i, 1.0 - next_), (i + 1, next_)):
            if np.ptp(towards) < 1e-9:
                beyond = weight[0] * (wheel @ pairs[place[0]])
            else:  # each pair by the mean of its two headings' values: the real part is even in j and k
                beyond = ((weight * wheel)[:, None, None] * pairs[place, :, n]).sum(axis=0)
            found = found + (beyond @ beside).real
    return np.asarray(found)
