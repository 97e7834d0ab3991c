"""A hull taken for a box, or for two of them, as waves meet it (laws/environment 4.8)."""

from __future__ import annotations

from math import sqrt
from typing import Protocol

import numpy as np

from usimmarine_py.kernels.arrays import on_arrays
from usimmarine_py.kernels.wave_load import HULL, SPEEDS, WAVE, HullPlaces, contribution, wave_force
from usimmarine_py.kernels.waves import pulse
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.vehicle.description.vehicle import VehicleDescription

#: Froude number from which on a hull has way on [choice].
BEGUN = 0.1
_SURFACE, _SUBMERGED = "linear", "submerged"
_contributions, _force, _rotation = on_arrays(contribution), on_arrays(wave_force), on_arrays(rzyx)


@dataclass(frozen=True, eq=False)
class Box:
    """What waves of first order need of a vehicle."""

    rows: tuple[float, ...]  #: 6 x 7: force per a_x, a_y, a_z (m/s2), heave, roll, pitch of the water, and yaw
    numbers: tuple[float, ...]  #: of the hull, by ``kernels.wave_load.HULL``; the bed is that of the sea
    depth: float  #: m, T_e = V/A_wp of a surface craft

    @property
    def lead(self) -> float:
        """s, from the time asked for to that of the forces."""
        return self.numbers[HULL.lead]

    def pushed(
        self, omega: Array, chi: Array, gravity: float, pose: Array, angle: Array | float, amplitude: Array | float
    ) -> Array:
        """Force, water's velocity and elevation (m, 10) at poses (m, 6) of single waves towards ``chi`` (rad), each at
        ``angle`` at the origin.
        """
        k = omega**2 / gravity
        w = regular(self, omega, amplitude, k * np.cos(chi), k * np.sin(chi))
        x, y, _, phi, theta, psi = pose.T
        c, s = np.cos(psi), np.sin(psi)
        sums = _contributions(w, self.numbers, c, s, angle / omega, x, y, 0.0)
        force = _force(sums, self.rows, self.numbers, _rotation(phi, theta, psi), c, s, phi, theta, 0.0)
        up = w[WAVE.amplitude] * np.sin(angle - k * (np.cos(chi) * x + np.sin(chi) * y))
        return np.stack(np.broadcast_arrays(*force, *sums[7:10], up), axis=-1)


class RegularLoad(Protocol):
    """What pushes a hull in single waves; see ``Box``."""

    @property
    def lead(self) -> float: ...

    def pushed(
        self, omega: Array, chi: Array, gravity: float, pose: Array, angle: Array | float, amplitude: Array | float
    ) -> Array: ...


def box_of(vehicle: VehicleDescription, step: float = 0.0) -> Box | None:
    """The box of a vehicle that holds its forces for ``step`` s; None without hydrostatics, which waves act by."""
    hydrostatics = vehicle.forces.hydrostatics
    if vehicle.dof != 6 or hydrostatics.model not in (_SURFACE, _SUBMERGED):
        return None
    submerged = hydrostatics.model == _SUBMERGED
    rows = np.zeros((6, 7))
    depth = heaving = rolling = pitching = 0.0
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
        rows[2, 2] = 0.0  # the share of m is in kappa; that of a33 acts along the vertical, as the restoring force
        rows[2:5, 3:6] = hydrostatics.G[2:5, 2:5]
        if vehicle.forces.payload.on:
            # a weight of its own takes part in what rights the hull
            rows[3, 4] += vehicle.forces.payload.z * vehicle.forces.payload.weight
            rows[4, 5] += vehicle.forces.payload.z * vehicle.forces.payload.weight
        inertia = np.diag(vehicle.M)[:3]
        heaving, rolling, pitching = _relative(vehicle, depth)
    rows[5, 6] = 1.0
    size, added = vehicle.size, vehicle.body.M_A
    length = vehicle.length_pp if submerged else length_of(vehicle)
    width, apart = size.beam, 0.0
    if size.hulls == 2:
        width, apart = size.hull_beam, 0.5 * size.hull_spacing
    numbers = {
        "half_x": 0.5 * length,
        "half_y": 0.5 * width,
        "apart": apart,
        "turn_x": float(inertia[1]) * length**2 / 12.0,
        "turn_y": float(inertia[0]) * (width**2 / 12.0 + apart**2),
        "gravity": vehicle.g,
        "lead": 0.5 * step,
        "submerged": float(submerged),
        "vertical": float(hydrostatics.vertical),
        "radius": hydrostatics.surfacing_radius,
        "bed": 0.0,
        "over_x": float(added[2, 2] - added[0, 0]),
        "over_y": float(added[2, 2] - added[1, 1]),
        "begun": 0.0,
        "stride": 0.0,
        "heaving": float(heaving),
        "rolling": float(rolling),
        "pitching": float(pitching),
    }
    return Box(tuple(rows.ravel().tolist()), tuple([numbers[name] for name in HullPlaces._fields]), depth)


def length_of(vehicle: VehicleDescription) -> float:
    """Length (m) of a box with the radius of gyration of a surface craft's waterplane, which G33 and G55 tell.

    It is less than the length of a hull with pointed ends.
    """
    stiffness = vehicle.forces.hydrostatics.G
    if stiffness[4, 4] <= 0.0 or stiffness[2, 2] <= 0.0:
        return vehicle.length_pp
    return min(sqrt(12.0 * float(stiffness[4, 4] / stiffness[2, 2])), vehicle.length_pp)


def _relative(vehicle: VehicleDescription, depth: float) -> list[float]:
    """What the added mass makes of the water's own acceleration in heave, roll and pitch, over G33, G44, G55 (m)."""
    added = np.diag(vehicle.body.M_A)[2:5].tolist()
    if vehicle.size.hulls == 1:
        # a half ellipse in the flow (y, z) -> (z, y): its own potential of roll times (a2 + b2)/(a2 - b2)
        beam = vehicle.size.beam
        added[1] = added[0] * beam**2 / 32.0 * (1.0 - (2.0 * depth / beam) ** 4) if beam > 0.0 else 0.0
    restoring = np.diag(vehicle.forces.hydrostatics.G)[2:5].tolist()
    return [vehicle.g * a / g if g > 0.0 else 0.0 for a, g in zip(added, restoring, strict=True)]


def way_on(vehicle: VehicleDescription) -> tuple[float, float]:
    """Speed (m/s) from which on the formula for a hull with way on is whole, and the step of those above it."""
    begun = min(BEGUN * sqrt(vehicle.g * vehicle.length_pp), 0.5 * vehicle.speed_max)
    return begun, (vehicle.speed_max - begun) / (SPEEDS - 3)


def regular(
    load: Box, omega: Array, amplitude: Array | float, north: Array, east: Array, phase: Array | float = 0.0,
    bed: float = 0.0,
) -> Array:  # fmt: skip
    """Waves as a hull meets them, a column each, without ``WAVE.push`` and what follows; wave numbers in rad/m."""
    k = np.hypot(north, east)
    fade, deep = np.exp(-k * load.depth), np.exp(-2.0 * k * bed) if bed > 0.0 else np.zeros_like(k)
    own = np.array([pulse(number, bed) for number in k.tolist()])
    level = amplitude * (fade + deep / fade) / (1.0 + deep)
    sink = amplitude * (fade - deep / fade) / (1.0 + deep)
    return np.stack(np.broadcast_arrays(omega, amplitude, phase, north, east, k, own, level, sink))
