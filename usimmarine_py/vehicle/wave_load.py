"""Forces on a hull of the very waves that are seen round it (laws/environment 4.8 and 4.9).

The pressure of the undisturbed wave and the long-wave added mass, integrated over a waterplane taken for a box of
length x beam: closed forms of the kind of Jensen, Mansour and Olsen (2004). In waves much longer than the hull they are
what makes it ride with the water, M nu_dot + G eta = M a_w + G eta_w. Encounter comes from the moving place.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, floor, pi, sin
from typing import NamedTuple

import numpy as np

from usimmarine_py.kernels.arrays import on_arrays
from usimmarine_py.kernels.wave_load import response
from usimmarine_py.sea.waves import SEAS, WaveField
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.vehicle.description.vehicle import VehicleDescription

_factors = on_arrays(response)
#: Headings of the table of responses, and how many there are in a rad: between them the response is taken for linear.
_CIRCLE = 720
HEADINGS = _CIRCLE / (2.0 * pi)
_SURFACE, _SUBMERGED = "linear", "submerged"


class _Sea(NamedTuple):
    """The components of a sea as arrays, and what a hull makes of each of them."""

    turning: Array  #: (7, 3 n): from (t, x, y), those a lead later, 1 to the phase now, then to it, then to it + pi/2
    amplitude: Array  #: m
    numbers: Array  #: (2, n): k cos b, k sin b
    omega: Array  #: rad/s
    k: Array
    fade: Array  #: (2 n): -k twice, for what sine and cosine lose over a depth
    size: Array  #: A, times the share of the surface pressure that acts on the hull
    bend: (
        Array  #: what roll and pitch go by: 1, the slope; submerged k, the change of the vertical acceleration along it
    )
    push: Array  #: (2, n): A_j sqrt(T_jj / k) of the drift force for waves along and across


@dataclass(frozen=True, eq=False)
class BoxLoad:
    """First-order forces and, on the surface, the mean and slow drift force of a sea on one vehicle."""

    half: Array  #: m, (2, 1): half the length, half the beam
    rows: Array  #: (6, 7): force per a_x, a_y, a_z (m/s2), heave, roll, pitch of the water, and yaw
    turn: tuple[float, float]  #: kg m2, (m + a22) L2/12 and (m + a11) B2/12
    gravity: float  #: m/s2
    depth: float  #: m, T_e = V/A_wp of a surface craft
    draft: float  #: m
    density: float  #: kg/m3
    submerged: bool  #: kappa = exp(-k z), no drift force
    lead: float = 0.0  #: s, from the time asked for to that of the forces: half a step where they are held for a step

    def meet(
        self,
        sea: WaveField,
        time: float,
        place: tuple[float, float, float],
        psi: float,
        velocity: tuple[float, float],
    ) -> tuple[tuple[float, ...], tuple[float, float, float], float]:
        """X, Y, Z, K, M, N in N and N m (BODY), the water's own velocity, and elevation; see ``environment.hull``."""
        s = sea_arrays(self, sea)
        north, east, depth = place
        lead = self.lead
        moment = (time, north, east, time + lead, north + lead * velocity[0], east + lead * velocity[1], 1.0)
        sines = np.sin(np.array(moment).dot(s.turning))
        size = s.amplitude.size
        waves = sines[size:]
        if self.submerged and depth > 0.0:
            waves *= np.exp(depth * s.fade)
        turns = psi * HEADINGS
        heading = floor(turns)
        before = _at_heading(self, sea, heading % _CIRCLE).dot(waves)
        after = _at_heading(self, sea, (heading + 1) % _CIRCLE).dot(waves)
        x, y, z, k, m, n, *rest = (before + (turns - heading) * (after - before)).tolist()
        if not self.submerged:
            c0, s0, c1, s1, c2, s2, c3, s3 = rest[3:]
            x += c0 * c0 + s0 * s0 - c1 * c1 - s1 * s1
            y += c2 * c2 + s2 * s2 - c3 * c3 - s3 * s3
        return (x, y, z, k, m, n), (rest[0], rest[1], rest[2]), float(sines[:size].dot(s.amplitude))


def _response(load: BoxLoad, s: _Sea, psi: float) -> Array:
    """What sines and cosines of the components' phases (2 n columns) become at a heading.

    Rows: X to N; the water's velocity north, east, down; on the surface the eight sums of the drift force by Newman's
    T_jk = sqrt(T_jj T_kk) (laws/environment 4.9): components that run ahead, astern, to starboard and to port push for
    themselves, each a sum over cosines and one over sines.
    """
    size = s.k.size
    *factors, k_x, k_y = _factors(
        cos(psi), sin(psi), s.omega, *s.numbers, s.k, s.size, s.bend, *load.half[:, 0], *load.turn, load.gravity
    )
    water = np.zeros((7, 2 * size))  # a_x, a_y, a_z, heave, roll, pitch, yaw
    sines, cosines = water[:, :size], water[:, size:]
    cosines[:2], cosines[4:6] = factors[:2], factors[4:6]
    sines[2:4], sines[6] = factors[2:4], factors[6]
    rows = np.zeros((9 if load.submerged else 17, 2 * size))
    rows[:6] = load.rows @ water
    rows[6:8, :size], rows[8, size:] = factors[7:9], factors[9]
    if not load.submerged:
        k_xy = np.array((k_x, k_y))
        share = s.push * np.sqrt(np.abs(k_xy))
        ahead = share * (k_xy > 0.0)
        rows[9::4, size:] = rows[10::4, :size] = ahead
        rows[11::4, size:] = rows[12::4, :size] = share - ahead
    return rows


@lru_cache(maxsize=4096)
def _at_heading(load: BoxLoad, sea: WaveField, index: int) -> Array:
    return _response(load, sea_arrays(load, sea), index / HEADINGS)


def box_load(vehicle: VehicleDescription, step: float = 0.0) -> BoxLoad | None:
    """The load of a vehicle that holds its forces for ``step`` s; None without hydrostatics, which waves act by."""
    hydrostatics = vehicle.forces.hydrostatics
    if vehicle.dof != 6 or hydrostatics.model not in (_SURFACE, _SUBMERGED):
        return None
    submerged = hydrostatics.model == _SUBMERGED
    rows = np.zeros((6, 7))
    depth = 0.0
    if submerged:
        # the displaced water's share, at the centre of buoyancy
        displaced = hydrostatics.buoyancy / vehicle.g
        x_b, y_b, z_b = hydrostatics.r_b
        arm = np.array(((0.0, -z_b, y_b), (z_b, 0.0, -x_b), (-y_b, x_b, 0.0)))
        rows[:, :3] = vehicle.body.M_A[:, :3] + displaced * np.vstack((np.eye(3), arm))
        inertia = displaced + np.diag(vehicle.body.M_A)[:3]
        # a slender body: the vertical acceleration over its length turns it as the horizontal one does in yaw
        rows[4, 5] = -inertia[2] * vehicle.g * vehicle.length_pp**2 / 12.0
    else:
        stiffness = hydrostatics.G[2, 2]
        if stiffness <= 0.0:
            return None
        depth = vehicle.mass * vehicle.g / stiffness
        rows[:, :3] = vehicle.M[:, :3]
        rows[2, 2] = 0.0  # the share of m is in kappa; that of a33 is left out
        rows[2:5, 3:6] = hydrostatics.G[2:5, 2:5]
        if vehicle.forces.payload.on:
            # a weight of its own takes part in what rights the hull
            rows[3, 4] += vehicle.forces.payload.z * vehicle.forces.payload.weight
            rows[4, 5] += vehicle.forces.payload.z * vehicle.forces.payload.weight
        inertia = np.diag(vehicle.M)[:3]
    rows[5, 6] = 1.0
    return BoxLoad(
        np.array(((0.5 * vehicle.length_pp,), (0.5 * vehicle.size.beam,))),
        rows,
        (float(inertia[1]) * vehicle.length_pp**2 / 12.0, float(inertia[0]) * vehicle.size.beam**2 / 12.0),
        vehicle.g,
        depth,
        vehicle.size.draft,
        vehicle.medium.rho,
        submerged,
        0.5 * step,
    )


@lru_cache(maxsize=SEAS)
def sea_arrays(load: BoxLoad, sea: WaveField) -> _Sea:
    """The components of a sea as arrays, and what a hull makes of them."""
    parts = sea.components
    omega, amplitude, phase, north, east = np.array(sea.rows)
    k = np.array([c.number for c in parts])
    size = amplitude * np.exp(-load.depth * k)
    reflected = amplitude * (1.0 - np.exp(-2.0 * load.draft * k)) * np.sqrt(0.5 * load.density * load.gravity)
    # waves along the hull push at its beam, waves across at its length
    push = reflected * np.sqrt(2.0 * load.half[::-1] / k)
    bend = k if load.submerged else np.ones_like(k)
    turn, none = np.vstack((omega, -north, -east)), np.zeros((3, len(parts)))
    turning = np.vstack((np.hstack((turn, none, none)), np.hstack((none, turn, turn))))
    # a cosine is a sine a quarter later: all in one go
    turning = np.vstack((turning, np.hstack((phase, phase, phase + 0.5 * pi))))
    return _Sea(turning, amplitude, np.vstack((north, east)), omega, k, -np.hstack((k, k)), size, bend, push)
