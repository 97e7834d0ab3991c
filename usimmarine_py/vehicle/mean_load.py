"""Coefficients of the mean force of waves on a surface craft by frequency, heading and speed (laws/environment 4.9).

What the law wants (``wanted``: at rest the waves that it turns back and makes, Ursell 1947 and Maruo 1960, with way on
Gerritsma and Beukelman 1972) less what the forces of first order leave over by themselves (``StraightRun.left_over``).
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
#: Share of a parabola's length in which it comes to 95 % of the beam.
TAPERED = 1.0 - sqrt(0.05)
#: Directions of the waves that a hull makes.
_ROUND = np.linspace(0.0, 2.0 * pi, 73)[:-1]


def table(vehicle: VehicleDescription, load: Box, begun: float, stride: float) -> tuple[Array, Array]:
    """Frequencies (rad/s, ascending (f,)) and ``PUSHES`` at ``SPEEDS`` over ``long_waves`` (f, SPEEDS, PUSHES).

    ``load`` is of first order; ``begun`` and ``stride`` as of ``kernels.wave_load.HULL``.
    """
    omega = 2.0 * pi / (_PERIODS * sqrt(vehicle.length_pp))
    waves, chi = (part.ravel() for part in np.meshgrid(omega, _CHI, indexing="ij"))
    found = np.zeros((len(omega), SPEEDS, PUSHES))
    speeds = (0.0, 0.5 * begun, *(begun + i * stride for i in range(SPEEDS - 2)))
    still = np.zeros((0, 2))
    for i, speed in enumerate(speeds):
        run = StraightRun(vehicle, load, speed)
        still = at_rest(run, load, waves, chi) if i == 0 else still
        share = min(max(2.0 * speed / begun - 1.0, 0.0), 1.0)
        lacking = wanted(run, load, waves, chi, share, still) - run.left_over(waves, chi)
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


def wanted(run: StraightRun, box: Box, omega: Array, chi: Array, way: float, still: Array) -> Array:
    """X, Y (N/m2), N (N m/m2) per square of the amplitude, (m, 3), of a hull with the share ``way`` of its way on, on
    which ``still`` (m, 2) acts at rest."""
    vehicle, c, s = run.vehicle, np.cos(chi), np.sin(chi)
    along, across, turning = still[:, 0], still[:, 1], np.zeros_like(c)
    waves = vehicle.weather.waves
    if waves is not None and waves["drift"] is not None:
        given = waves["drift"]
        own = [np.interp(omega, given.omega, column) for column in (given.surge, given.sway, given.yaw)]
        along, across, turning = own[0] * c, own[1] * s, own[2] * np.sin(2.0 * chi)
    against = np.minimum(c, 0.0) * _resistance(run, box, omega, chi) if way > 0.0 else 0.0
    return np.stack(((1.0 - way) * along + way * against, across, turning), axis=-1)


def at_rest(run: StraightRun, box: Box, omega: Array, chi: Array) -> Array:
    """X, Y over the square of the amplitude (N/m2), (m, 2), on a hull at rest: what a wall of its draft turns back
    (Ursell 1947), and the momentum of the waves that it makes as it moves in the water (Maruo 1960)."""
    vehicle, n = run.vehicle, box.numbers
    size, c, s = vehicle.size, np.cos(chi), np.sin(chi)
    rho, g, k = vehicle.medium.rho, vehicle.g, omega**2 / vehicle.g
    breadth = size.hulls * (size.hull_beam if size.hulls == 2 else size.beam)
    walled = 0.5 * rho * g * turned_back(k * size.draft)
    restoring = vehicle.forces.hydrostatics.G
    length = 2.0 * n[HULL.half_x]
    x = length * ((np.arange(_STRIPS) + 0.5) / _STRIPS - 0.5)
    made = np.zeros((len(omega), len(_ROUND)), dtype=complex)
    # by reciprocity (Haskind) a strip makes waves towards a direction as those from there lift it; 1/(1 + q) stands for
    # the 1 - q of long waves, as hulls go on making waves where that is 0 [choice]
    q = omega**2 * vehicle.body.M_A[2, 2] / restoring[2, 2]
    lifted = restoring[2, 2] / (1.0 + q) * np.exp(-k * box.depth) / _STRIPS
    relative = _relative(run, box, omega, chi, x)
    for i, at in enumerate(_ROUND):
        across = k * np.sin(at)
        strip = np.sinc(across * n[HULL.half_y] / pi) * np.cos(across * n[HULL.apart]) * lifted
        made[:, i] = strip * np.sum(relative * np.exp(1j * np.outer(k * np.cos(at), x)), axis=1)
    power = (omega**3 / (8.0 * pi * rho * g**3))[:, None] * np.abs(made) ** 2 * (2.0 * pi / len(_ROUND))
    faces = (walled * breadth * c, walled * vehicle.length_pp * s)
    if vehicle.weather.bow_length > 0.0:
        x, y = wall(vehicle, k, c, s)
        faces = (walled * x, walled * y)
    pushed = [
        k / omega * np.sum(power * (own[:, None] - other), axis=1) + face
        for own, other, face in zip((c, s), (np.cos(_ROUND), np.sin(_ROUND)), faces, strict=True)
    ]
    return np.stack(pushed, axis=-1)


def wall(vehicle: VehicleDescription, k: Array, c: Array, s: Array) -> tuple[Array, Array]:
    """Integrals (m, each (m,)) of n (d n)^2 along what waves towards d = (c, s) meet of a waterline whose bow is a
    parabola, and blunt elsewhere; in waves of numbers ``k`` (rad/m) that are long to the bow it is blunt, too."""
    size, taper = vehicle.size, vehicle.weather.bow_length / TAPERED
    if taper <= 0.0:
        taper = 1e-6 * vehicle.length_pp
    beam, hulls = (size.hull_beam, 2) if size.hulls == 2 else (size.beam, 1)
    stern, flank = np.maximum(c, 0.0) ** 2 * beam, s * np.abs(s)
    blunt_x, blunt_y = c * np.abs(c) * beam, flank * vehicle.length_pp
    along, across = stern, flank * (vehicle.length_pp - taper)
    behind = (np.arange(_STRIPS) + 0.5) / _STRIPS
    slope = beam / taper * (1.0 - behind)
    for side in (-1.0, 1.0):
        # what of the flank's normal, 1/sqrt(1 + slope^2) long in y, meets the waves; a strip is taper/n ahead
        met = np.minimum(np.outer(c, slope) + side * s[:, None], 0.0) ** 2 / (1.0 + slope**2)
        along = along - (met * slope).sum(axis=1) * taper / _STRIPS
        across = across - side * met.sum(axis=1) * taper / _STRIPS
    # waves from along a bow that is not long to them come back together: the square of their sum over the beam
    together = np.abs(np.exp(2j * np.outer(k * taper, behind)) @ (2.0 * (1.0 - behind) / _STRIPS)) ** 2
    return hulls * (along + (blunt_x - along) * together), across + (blunt_y - across) * together


def turned_back(depth: Array) -> Array:
    """Share of a wave's energy that a thin upright wall turns back, of its draft times the wave number (Ursell 1947):
    (pi I1)^2/((pi I1)^2 + K1^2)."""
    # beyond 20 it is 1; both integrals are smooth, so that sums of trapezoids are exact
    found, of = np.unique(np.clip(depth, 1e-9, 20.0), return_inverse=True)
    z = found[:, None]
    theta, t = np.linspace(0.0, pi, 65), np.linspace(0.0, 30.0, 1201)
    ends = np.ones(65)
    ends[[0, -1]] = 0.5
    first = (np.exp(z * (np.cos(theta) - 1.0)) * np.cos(theta) * ends).sum(axis=1) / 64.0
    falling = np.exp(z * (1.0 - np.cosh(t))) * np.cosh(t)
    falling[:, 0] *= 0.5
    second = falling.sum(axis=1) * (t[1] - t[0])
    ratio = second / (pi * first) * np.exp(-2.0 * z[:, 0])
    return np.asarray(1.0 / (1.0 + ratio**2))[of]


def _resistance(run: StraightRun, box: Box, omega: Array, chi: Array) -> Array:
    """Added resistance over the square of the amplitude (N/m2), along the waves: k/(2 w_e) integral of b' |V|^2 dx."""
    vehicle = run.vehicle
    k, met = omega**2 / vehicle.g, run.met(omega, chi)
    x = vehicle.length_pp * ((np.arange(_STRIPS) + 0.5) / _STRIPS - 0.5)
    relative = _relative(run, box, omega, chi, x)
    return np.asarray(k / (2.0 * met) * _damping(vehicle, met) * np.mean(np.abs(relative) ** 2, axis=1))


def _relative(run: StraightRun, box: Box, omega: Array, chi: Array, x: Array) -> Array:
    """Complex velocity down of strips at ``x`` (m) relative to the water, per metre of wave (1/s), (m, strips)."""
    k, n, motion = omega**2 / run.vehicle.g, box.numbers, run.motion(omega, chi)
    mean = np.sinc(k * np.sin(chi) * n[HULL.half_y] / pi) * np.cos(k * np.sin(chi) * n[HULL.apart])
    down = -(omega * np.exp(-k * box.depth) * mean)[:, None] * np.exp(-1j * np.outer(k * np.cos(chi), x))
    heave, pitch = motion[:, 2, None], motion[:, 4, None]
    return np.asarray(1j * run.met(omega, chi)[:, None] * (heave - x * pitch) + run.speed * pitch - down)


def _damping(vehicle: VehicleDescription, omega: Array) -> Array:
    """Linear damping of heave (kg/s) at frequencies (rad/s), that of the fluid memory included."""
    found = np.full(len(omega), vehicle.forces.damping.plain.linear.w)
    for system in vehicle.forces.memory:
        if (system.row, system.column) == (3, 3):
            found += (np.polyval(system.c, 1j * omega) / np.polyval((1.0, *system.a), 1j * omega)).real
    return found
