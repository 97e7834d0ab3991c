"""Coefficients of the mean force of waves on a surface craft by frequency, heading and speed (laws/environment 4.9).

What the law wants (``wanted``: reflection at rest, Gerritsma and Beukelman 1972 with way on) less what the forces of
first order leave over by themselves (``StraightRun.left_over``).
"""

from __future__ import annotations

from math import pi, sqrt

import numpy as np

from usimmarine_py.kernels.wave_load import HULL, PUSHES, SPEEDS
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.straight_run import StraightRun
from usimmarine_py.vehicle.wave_box import Box

#: Periods over sqrt(L) (s/m^0.5) of the table.
_PERIODS = np.concatenate((np.geomspace(12.0, 3.0, 9)[:-1], np.geomspace(3.0, 0.5, 20)))
#: Headings (rad): the nodes at which a polynomial in cos chi fits best.
_CHI = np.linspace(0.0, pi, 7)
_STRIPS = 40


def table(vehicle: VehicleDescription, load: Box, begun: float, stride: float) -> tuple[Array, Array]:
    """Frequencies (rad/s, ascending (f,)) and ``PUSHES`` at ``SPEEDS`` over ``long_waves`` (f, SPEEDS, PUSHES).

    ``load`` is of first order; ``begun`` and ``stride`` as of ``kernels.wave_load.HULL``.
    """
    omega = 2.0 * pi / (_PERIODS * sqrt(vehicle.length_pp))
    waves, chi = (part.ravel() for part in np.meshgrid(omega, _CHI, indexing="ij"))
    found = np.zeros((len(omega), SPEEDS, PUSHES))
    speeds = (0.0, 0.5 * begun, *(begun + i * stride for i in range(SPEEDS - 2)))
    for i, speed in enumerate(speeds):
        run = StraightRun(vehicle, load, speed)
        share = min(max(2.0 * speed / begun - 1.0, 0.0), 1.0)
        lacking = wanted(run, load, waves, chi, share) - run.left_over(waves, chi)
        found[:, i] = _powers(lacking.reshape(len(omega), len(_CHI), 3))
    return omega, found / long_waves(omega, vehicle)[:, None, None]


def between(known: Array, table: Array, omega: Array) -> Array:
    """Columns of a table (f, n) at frequencies, (n, m): cubic in log w, with slopes by central differences."""
    x, flat = np.log(known), table
    slopes = np.gradient(flat, x, axis=0)
    at = np.log(np.clip(omega, known[0], known[-1]))
    i = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)
    step = (x[i + 1] - x[i])[:, None]
    t = (at - x[i])[:, None] / step
    rise, first, last = flat[i + 1] - flat[i], step * slopes[i], step * slopes[i + 1]
    return np.asarray(flat[i] + t * (first + t * (3.0 * rise - 2.0 * first - last + t * (first + last - 2.0 * rise)))).T


def long_waves(omega: Array, vehicle: VehicleDescription) -> Array:
    """How the mean force fades towards long waves, by which its table is divided: (kL)^2/(1 + (kL)^2)."""
    ratio = (omega**2 / vehicle.g * vehicle.length_pp) ** 2
    return ratio / (1.0 + ratio)


def _powers(forces: Array) -> Array:
    """Coefficients (..., PUSHES) of powers of cos chi that give X, Y, N (..., headings, 3) at the headings."""
    c, s = np.cos(_CHI), np.sin(_CHI[1:-1])
    inner = np.linalg.inv(np.vander(c[1:-1], increasing=True))
    x = forces[..., 0] @ np.linalg.inv(np.vander(c, increasing=True)).T
    y, n = (forces[..., 1:-1, i] / s @ inner.T for i in (1, 2))
    return np.concatenate((x, y, n), axis=-1)


def wanted(run: StraightRun, box: Box, omega: Array, chi: Array, way: float) -> Array:
    """X, Y (N/m2), N (N m/m2) per square of the amplitude, (m, 3), of a hull with the share ``way`` of its way on."""
    vehicle = run.vehicle
    size, c, s = vehicle.size, np.cos(chi), np.sin(chi)
    breadth = size.hulls * (size.hull_beam if size.hulls == 2 else size.beam)
    reflected = 0.5 * vehicle.medium.rho * vehicle.g * (1.0 - np.exp(-2.0 * omega**2 / vehicle.g * size.draft)) ** 2
    along, across, turning = reflected * breadth * c, reflected * vehicle.length_pp * s, np.zeros_like(c)
    waves = vehicle.weather.waves
    if waves is not None and waves["drift"] is not None:
        given = waves["drift"]
        own = [np.interp(omega, given.omega, column) for column in (given.surge, given.sway, given.yaw)]
        along, across, turning = own[0] * c, own[1] * s, own[2] * np.sin(2.0 * chi)
    against = np.minimum(c, 0.0) * _resistance(run, box, omega, chi) if way > 0.0 else 0.0
    return np.stack(((1.0 - way) * along + way * against, across, turning), axis=-1)


def _resistance(run: StraightRun, box: Box, omega: Array, chi: Array) -> Array:
    """Added resistance over the square of the amplitude (N/m2), along the waves: k/(2 w_e) integral of b' |V|^2 dx."""
    vehicle, n = run.vehicle, box.numbers
    k, met, motion = omega**2 / vehicle.g, run.met(omega, chi), run.motion(omega, chi)
    x = vehicle.length_pp * ((np.arange(_STRIPS) + 0.5) / _STRIPS - 0.5)
    mean = np.sinc(k * np.sin(chi) * n[HULL.half_y] / pi) * np.cos(k * np.sin(chi) * n[HULL.apart])
    down = -(omega * np.exp(-k * box.depth) * mean)[:, None] * np.exp(-1j * np.outer(k * np.cos(chi), x))
    heave, pitch = motion[:, 2, None], motion[:, 4, None]
    relative = 1j * met[:, None] * (heave - x * pitch) + run.speed * pitch - down
    return np.asarray(k / (2.0 * met) * _damping(vehicle, met) * np.mean(np.abs(relative) ** 2, axis=1))


def _damping(vehicle: VehicleDescription, omega: Array) -> Array:
    """Linear damping of heave (kg/s) at frequencies (rad/s), that of the fluid memory included."""
    found = np.full(len(omega), vehicle.forces.damping.plain.linear.w)
    for system in vehicle.forces.memory:
        if (system.row, system.column) == (3, 3):
            found += (np.polyval(system.c, 1j * omega) / np.polyval((1.0, *system.a), 1j * omega)).real
    return found
