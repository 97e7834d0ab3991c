"""Resistance of a displacement hull, or of two side by side, by their sizes alone (laws/hydrodynamics 9.4).

Friction by ITTC-57 with a form factor, waves by Michell's integral for a hull with parabolic waterlines.

>>> hull = SlenderHull(2.0, 0.25, 0.14, 0.027, hulls=2, spacing=0.8)
>>> 20.0 < hull.resistance(2.0) < 40.0
True
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log10, pi, sqrt

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle.hull_formulas import denny_mumford_surface

MIDSHIP = 0.85  #: C_M of the hulls of a catamaran, 0.75 to 0.95
FORM = 1.25  #: 1 + k with appendages, 1.1 to 1.4
_SLOWEST = 0.2  # m/s, of the Reynolds number
_DRY = 2.5  # Froude number by the draft from which a transom is dry
_POINTS = 400  # of Michell's integral


@dataclass(frozen=True)
class SlenderHull:
    """A hull afloat; ``hulls`` = 2: two of these sizes, ``spacing`` m between their middles. Metres, m3 of one hull."""

    length: float
    beam: float
    draft: float
    volume: float
    hulls: int = 1
    spacing: float = 0.0
    transom: float = 0.0  #: of the midship section that stands in the water at the stern
    rho: float = 1025.0
    viscosity: float = 1.19e-6
    g: float = 9.81

    @property
    def fastest(self) -> float:
        """The speed (m/s) up to which this holds: Froude number 1 for slender hulls (L/V^(1/3) of 5 and more), 0.5."""
        slender = self.length >= 5.0 * self.volume ** (1.0 / 3.0)
        return (1.0 if slender else 0.5) * sqrt(self.g * self.length)

    @property
    def block(self) -> float:
        """Block coefficient."""
        return self.volume / (self.length * self.beam * self.draft)

    @property
    def waterplane(self) -> float:
        """Waterplane coefficient: (1 + 2 C_B)/3 of one hull, C_B over ``MIDSHIP`` of two; 0.6 to 0.95."""
        found = (1.0 + 2.0 * self.block) / 3.0 if self.hulls == 1 else self.block / MIDSHIP
        return min(max(found, 0.6), 0.95)

    @property
    def midship(self) -> float:
        """Midship section coefficient, C_B over the waterplane's; at most 0.98."""
        return min(self.block / self.waterplane, 0.98)

    @cached_property
    def surface(self) -> float:
        """Wetted surface of all hulls, m2, by Denny and Mumford. Raises ``ConfigError`` outside C_B 0.4 to 0.9."""
        return self.hulls * denny_mumford_surface(self.length, self.beam, self.draft, self.volume)

    def friction(self, speed: float) -> float:
        """C_F at ``speed`` m/s (ITTC-57)."""
        return 0.075 / (log10(max(speed, _SLOWEST) * self.length / self.viscosity) - 2.0) ** 2

    def froude(self, speed: float) -> float:
        """Froude number at ``speed`` m/s."""
        return speed / sqrt(self.g * self.length)

    def waves(self, speed: float) -> float:
        """Wave resistance (N) of all hulls at ``speed`` m/s, by Michell's integral."""
        if self.froude(speed) < 0.12:  # less than rounding of the rest
            return 0.0
        share = _michell(
            self.froude(speed), self.draft / self.length, self.waterplane, self.midship, self.spacing / self.length,
            self.hulls,
        )  # fmt: skip
        return share * self.rho * self.g * self.beam**2 * self.length

    def resistance(self, speed: float) -> float:
        """Resistance (N) at ``speed`` m/s."""
        wet = 0.5 * self.rho * self.surface * FORM * self.friction(speed) * speed**2
        return wet + self.waves(speed) + self.behind(speed)

    def behind(self, speed: float) -> float:
        """What the immersed transoms add (N): the lost hydrostatic pressure, in full from V = 2.5 sqrt(g T) on."""
        area = self.hulls * self.transom * self.midship * self.beam * self.draft
        dry = min(1.0, speed**2 / (_DRY**2 * self.g * self.draft))
        return 0.5 * self.rho * self.g * area * self.draft * dry


@dataclass(frozen=True, slots=True)
class SlenderBody:
    """A submerged body of revolution with fins and instruments. Metres."""

    length: float
    diameter: float
    rho: float = 1025.0
    viscosity: float = 1.19e-6
    appendages: float = 1.8  #: drag over that of the bare hull, 1.3 to 2.5

    @property
    def fastest(self) -> float:
        """The speed (m/s) up to which this holds: 10 lengths of a small vehicle a second, at most 10 m/s."""
        return min(10.0, 10.0 * self.length)

    @property
    def drag(self) -> float:
        """C_D on the frontal area at 1.5 m/s."""
        return self.resistance(1.5) / (0.5 * self.rho * 0.25 * pi * self.diameter**2 * 1.5**2)

    def resistance(self, speed: float) -> float:
        """Drag (N): ITTC-57 on the wall, Hoerner's form factor 1 + 1.5 (d/l)^1.5 + 7 (d/l)^3, appendages."""
        ratio = self.diameter / self.length
        wall = 0.95 * pi * self.diameter * self.length
        friction = 0.075 / (log10(max(speed, _SLOWEST) * self.length / self.viscosity) - 2.0) ** 2
        form = 1.0 + 1.5 * ratio**1.5 + 7.0 * ratio**3
        return float(0.5 * self.rho * wall * friction * form * self.appendages * speed**2)


@lru_cache(maxsize=4096)
def _michell(froude: float, draft: float, waterplane: float, midship: float, spacing: float, hulls: int) -> float:
    """Michell's wave resistance over rho g B^2 L, of a hull whose half-breadth is B/2 (1 - |2x/L|^n) (1 - (z/T)^m).

    R = 4 rho g^2/(pi V^2) int_1^inf |H|^2 l^2/sqrt(l^2 - 1) dl, k = g/V^2,
    H = iint dy/dx exp(l^2 k z + i l k x) dx dz.
    With l = cosh u the root is gone. Two hulls: times 2 (1 + cos(k l sqrt(l^2 - 1) s)). Lengths over L.
    """
    power = waterplane / (1.0 - waterplane)
    fullness = midship / (1.0 - midship)
    k = 1.0 / froude**2
    u = np.linspace(0.0, _far(k, draft), _POINTS * 4)
    wave = np.cosh(u)
    x = np.linspace(0.0, 0.5, _POINTS + 1)
    slope = -power * (2.0 * x) ** (power - 1.0)  # of 1 - |2x|^n, over x/L, halved by the half-breadth
    along = 2.0 * np.trapezoid(slope[None, :] * np.sin(k * wave[:, None] * x[None, :]), x, axis=1)
    # tanh spacing: fine at the surface, where short waves live
    z = draft * (np.linspace(0.0, 1.0, 201) ** 2)
    section = 1.0 - (z / draft) ** fullness
    down = np.trapezoid(section[None, :] * np.exp(-k * wave[:, None] ** 2 * z[None, :]), z, axis=1)
    apart = 2.0 * (1.0 + np.cos(k * wave * np.sinh(u) * spacing)) if hulls == 2 else 1.0
    total = np.trapezoid((along * down * wave) ** 2 * apart, u)
    return float(4.0 / pi * k * total)


def _far(k: float, draft: float) -> float:
    """Where exp(-2 l^2 k T) has left nothing, in u = arcosh l, not less than 2."""
    most = sqrt(max(20.0 / (2.0 * k * draft), 1.0))
    return float(np.arccosh(max(most, 3.8)))


@dataclass(frozen=True, slots=True)
class Propulsion:
    """All propellers together at full power: ``bollard`` N of thrust at rest, discs of ``area`` m2 in all.

    An engine of ``rated`` power keeps its power at speed. Of an electric motor of which only the thrust is known the
    thrust at speed is the mean of two: by constant power, and by constant rate of turns.
    """

    bollard: float
    area: float
    rated: bool = False
    rho: float = 1025.0

    @property
    def jet(self) -> float:
        """m/s behind the propeller at rest, sqrt(2 T/(rho A))."""
        return sqrt(2.0 * self.bollard / (self.rho * self.area))

    @property
    def ideal(self) -> float:
        """W that an actuator disc needs for that thrust: T jet/2."""
        return 0.5 * self.bollard * self.jet

    def thrust(self, speed: float) -> float:
        """Thrust (N) at ``speed`` m/s."""
        power = self.by_power(speed)
        return power if self.rated else 0.5 * (power + self.by_turns(speed))

    def by_power(self, speed: float) -> float:
        """Thrust (N) of an actuator disc with the same power: T (V/2 + sqrt(V^2/4 + T/(2 rho A))) stays."""
        low, high = 0.0, self.bollard
        for _ in range(60):
            middle = 0.5 * (low + high)
            takes = middle * (0.5 * speed + sqrt(0.25 * speed**2 + middle / (2.0 * self.rho * self.area)))
            low, high = (middle, high) if takes < self.ideal else (low, middle)
        return low

    def by_turns(self, speed: float) -> float:
        """Thrust (N) at the same rate of turns: K_T falls in a line to 0 at 1.06 of the jet (K_T0 0.35, J_0 1)."""
        return max(0.0, self.bollard * (1.0 - speed / (1.06 * self.jet)))


def balance(hull: SlenderHull | SlenderBody, drive: Propulsion) -> float:
    """The speed (m/s) at which thrust is resistance. Raises ``ConfigError`` where that is beyond the formulas."""
    fastest = hull.fastest
    if drive.thrust(fastest) > hull.resistance(fastest):
        raise ConfigError(
            f"the thrust of {drive.bollard:.4g} N drives these sizes beyond {fastest:.3g} m/s, where no "
            f"formula here holds "
            "(a planing hull)", key="--bollard", remedy="give --top-speed, too",
        )  # fmt: skip
    low, high = 0.0, fastest
    for _ in range(50):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if drive.thrust(middle) > hull.resistance(middle) else (low, middle)
    return low
