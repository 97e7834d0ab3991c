"""A vehicle: everything its file says, checked, in SI units (laws/hydrodynamics 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.kernels.body.records import DampingTerms, Load, MmgShip, Windage
from usimmarine_py.vehicle.actuators.actuator import Actuator, ActuatorState
from usimmarine_py.vehicle.actuators.commands import CommandRule
from usimmarine_py.vehicle.description.memory import MemorySystem

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Hydrostatics:
    """Restoring forces (laws/hydrodynamics 6): ``model`` is none, linear or submerged."""

    model: str
    G: Matrix
    buoyancy: float = 0.0
    r_b: tuple[float, ...] = (0.0, 0.0, 0.0)
    surfacing_radius: float = 0.0
    vertical: bool = False  #: a surface craft's restoring forces act along the vertical, so that energy is kept


@dataclass(frozen=True, slots=True)
class Coriolis:
    """Coriolis forces (laws/hydrodynamics 3): ``model`` is full or linear_surge (then ``matrix`` is Cbar); ``dropped``
    1-based entries of C_A.
    """

    model: str = "full"
    form: str = "B"
    matrix: Matrix = field(default_factory=lambda: np.zeros((6, 6)))
    dropped: tuple[tuple[int, int], ...] = ()
    munk: float = 1.0  #: share of the Munk moments that acts


@dataclass(frozen=True, slots=True)
class VehicleDescription:
    """A checked vehicle. Matrices are 6 x 6 about CO, 3-DOF vehicles included (their other rows are zero)."""

    name: str
    variant: str
    file: str
    title: str
    kind: str
    dof: int
    length_oa: float
    length_pp: float
    beam: float
    draft: float
    rho: float
    g: float
    nu_kin: float
    rho_air: float
    current: str  #: full, or a peer's parity switch: pvs, mss
    mass: float
    r_g: tuple[float, ...]
    inertia: Matrix  #: about CO, (3, 3)
    M_RB: Matrix
    M_A: Matrix
    symmetrise: bool
    damping: DampingTerms
    mmg: MmgShip  #: the hull alone of a ship by the MMG standard method
    coriolis: Coriolis
    hydrostatics: Hydrostatics
    payload: Load
    memory: tuple[MemorySystem, ...]
    memory_scaling: str
    wind: Windage
    sensor_height: float  #: m, at which wind is measured
    waves: Mapping[str, Any] | None
    actuators: tuple[Actuator, ...]
    command: CommandRule | None
    froude_max: float
    speed_max: float
    variants: tuple[str, ...]
    sources: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()  #: what the loader did on its own, in words
    attitude: str = "euler"  #: euler or quaternion; submerged vehicles use quaternions
    default_variant: str = ""  #: of the file: where no variant is asked for

    @property
    def M(self) -> Matrix:
        """M_RB + M_A."""
        return np.asarray(self.M_RB + self.M_A)

    @property
    def actuator_states(self) -> tuple[ActuatorState, ...]:
        """The lagged quantities of all actuators in file order."""
        return tuple(s for a in self.actuators for s in a.states)

    @property
    def submerged(self) -> bool:
        """Whether weight and buoyancy, not a waterplane, carry it."""
        return self.hydrostatics.model == "submerged"

    def froude(self, speed: float) -> float:
        """Froude number at a speed through the water (m/s)."""
        return float(abs(speed) / np.sqrt(self.g * self.length_pp))
