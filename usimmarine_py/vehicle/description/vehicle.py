"""A vehicle: everything its file says, checked, in SI units (laws/hydrodynamics 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.kernels.body.records import DampingTerms, Load, MmgShip, Windage
from usimmarine_py.kernels.body.wind_load import AIR_DENSITY
from usimmarine_py.vehicle.actuators.actuator import Actuator, ActuatorState
from usimmarine_py.vehicle.actuators.commands import CommandRule
from usimmarine_py.vehicle.bem.data import HydroData
from usimmarine_py.vehicle.description.memory import MemorySystem

Matrix = NDArray[np.float64]


def axes_of(dof: int) -> list[int]:
    """Which rows of a 6 x 6 matrix a vehicle of 3 or 6 degrees of freedom uses."""
    return [0, 1, 5] if dof == 3 else [0, 1, 2, 3, 4, 5]


@dataclass(frozen=True, slots=True)
class Hydrostatics:
    """Restoring forces (laws/hydrodynamics 6): ``model`` is none, linear or submerged."""

    model: str
    G: Matrix
    buoyancy: float = 0.0
    r_b: tuple[float, ...] = (0.0, 0.0, 0.0)
    surfacing_radius: float = 0.0
    vertical: bool = False  #: a surface craft's restoring forces act along the vertical, so that energy is kept
    compressibility: float = 0.0  #: 1/Pa, by which the displaced volume shrinks under pressure
    expansion: float = 0.0  #: 1/K, by which it grows with the temperature of the water
    temperature: float = 10.0  #: deg C, at which ``buoyancy`` holds


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
class About:
    """Where a vehicle comes from."""

    file: str
    title: str
    kind: str
    variants: tuple[str, ...]
    default_variant: str  #: of the file: where no variant is asked for
    sources: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()  #: what the loader did on its own, in words


@dataclass(frozen=True, slots=True)
class Size:
    """Dimensions of a hull, m."""

    length_oa: float
    length_pp: float
    beam: float
    draft: float
    hulls: int = 1  #: 2 = a catamaran
    hull_beam: float = 0.0  #: of each of two hulls in the waterline
    hull_spacing: float = 0.0  #: between the middles of two hulls


@dataclass(frozen=True, slots=True)
class Medium:
    """Water and air."""

    rho: float = 1025.0  #: kg/m3
    g: float = 9.81  #: m/s2
    nu_kin: float = 1.0e-6  #: m2/s
    rho_air: float = AIR_DENSITY  #: kg/m3
    current: str = "full"  #: or a peer's parity switch: pvs, mss


@dataclass(frozen=True, slots=True)
class Inertia:
    """Mass and added mass. Matrices are 6 x 6 about CO, 3-DOF vehicles included: their other rows are zero."""

    mass: float
    r_g: tuple[float, ...]
    inertia: Matrix  #: about CO, (3, 3)
    M_RB: Matrix
    M_A: Matrix
    symmetrise: bool


@dataclass(frozen=True, slots=True)
class HullForces:
    """What water does to the hull."""

    damping: DampingTerms
    mmg: MmgShip  #: the hull alone of a ship by the MMG standard method
    coriolis: Coriolis
    hydrostatics: Hydrostatics
    payload: Load
    memory: tuple[MemorySystem, ...]
    memory_scaling: str


@dataclass(frozen=True, slots=True)
class WeatherLoads:
    """What wind and the filter of ``waves = thesis`` need."""

    wind: Windage
    sensor_height: float  #: m, at which wind is measured
    waves: Mapping[str, Any] | None
    bow_length: float = 0.0  #: m, on the waterline from the bow to 95 % of the beam; 0 = not given: blunt


@dataclass(frozen=True, slots=True)
class VehicleDescription:
    """A checked vehicle."""

    name: str
    variant: str
    about: About
    dof: int
    attitude: str  #: euler or quaternion; submerged vehicles use quaternions
    size: Size
    medium: Medium
    body: Inertia
    forces: HullForces
    weather: WeatherLoads
    actuators: tuple[Actuator, ...]
    command: CommandRule | None
    froude_max: float  #: up to which its numbers hold
    speed_max: float  #: m/s, likewise
    hydro: HydroData | None = None  #: of [hydrodynamics], about CO

    @property
    def mass(self) -> float:
        """kg."""
        return self.body.mass

    @property
    def r_g(self) -> tuple[float, ...]:
        """Centre of gravity from CO, m, BODY."""
        return self.body.r_g

    @property
    def g(self) -> float:
        """m/s2."""
        return self.medium.g

    @property
    def length_pp(self) -> float:
        """Length between perpendiculars, m."""
        return self.size.length_pp

    @property
    def M(self) -> Matrix:
        """M_RB + M_A."""
        return np.asarray(self.body.M_RB + self.body.M_A)

    @property
    def actuator_states(self) -> tuple[ActuatorState, ...]:
        """The lagged quantities of all actuators in file order."""
        return tuple(s for a in self.actuators for s in a.states)

    @property
    def submerged(self) -> bool:
        """Whether weight and buoyancy, not a waterplane, carry it."""
        return self.forces.hydrostatics.model == "submerged"

    def buoyancy_in(self, water: tuple[float, float, float]) -> float:
        """Buoyancy (N) of a submerged vehicle in water of a density (kg/m3), temperature (deg C), pressure (Pa).

        Source: laws/hydrodynamics 6.1.
        """
        rho, temperature, pressure = water
        h = self.forces.hydrostatics
        volume = 1.0 - h.compressibility * pressure + h.expansion * (temperature - h.temperature)
        return h.buoyancy * volume * rho / self.medium.rho

    @property
    def added_resistance(self) -> tuple[float, float] | None:
        """Of waves by STAWAVE-1: N per m2 of A^2, and the sum of A^2 (m2) up to which it holds, Hs^2/8; or None."""
        bow, beam = self.weather.bow_length, self.size.beam
        if bow <= 0.0 or self.dof != 3:
            return None
        highest = 2.25 * np.sqrt(self.length_pp / 100.0)
        per_square = 0.5 * self.medium.rho * self.g * beam * np.sqrt(beam / bow)
        return float(per_square), float(highest * highest / 8.0)

    def froude(self, speed: float) -> float:
        """Froude number at a speed through the water (m/s)."""
        return float(abs(speed) / np.sqrt(self.g * self.length_pp))
