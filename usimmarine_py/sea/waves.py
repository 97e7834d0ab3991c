"""The sea surface of a seed: regular waves drawn from a spectrum (laws/environment 4.2), and how a vessel follows them.

Elevation is positive up, x north, y east; a component runs TOWARDS its direction. The sums are in ``kernels.waves``.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple

from usimmarine_py.kernels import waves as kernels
from usimmarine_py.kernels.waves import GRAVITY
from usimmarine_py.maths.streams import child_generator
from usimmarine_py.sums import plain_sum
from usimmarine_py.values.frozen import dataclass, field

#: The spectra that are known, and the names they go by; those of the two-parameter spectrum mean the same formula.
SPECTRUM_NAMES = {
    "ittc": "ittc",
    "issc": "ittc",
    "bretschneider": "ittc",
    "pm": "ittc",
    "pierson-moskowitz": "ittc",
    "jonswap": "jonswap",
}
#: The spectrum is cut at these multiples of the peak frequency; 0.2 % of the ITTC energy lies outside.
LOWEST_RATIO, HIGHEST_RATIO = 0.4, 5.0
#: Seas that are kept, some 35 kB each with what a hull makes of them: many vehicles may each have their own.
SEAS = 1024
#: Nodes and weights of the three-point Gauss rule on [0, 1], for the energy of one cell.
GAUSS = ((0.5 - sqrt(0.15), 5.0 / 18.0), (0.5, 8.0 / 18.0), (0.5 + sqrt(0.15), 5.0 / 18.0))

#: Largest height of a sea over the length of its peak's waves, and over the depth of the water.
STEEPEST, SHALLOWEST = 0.14, 0.6
#: Components of a sea and of gusts.
COUNT = 60

Vector = tuple[float, float, float]
_STILL = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Waves:
    """The sea state as configured; ``hs`` = 0 is a calm sea."""

    hs: float = 0.0  #: m, significant height
    omega_p: float = 0.0  #: rad/s, peak frequency; > 0 when ``hs`` > 0
    spectrum: str = "ittc"  #: ittc or jonswap
    peak: float = 3.3  #: JONSWAP's gamma
    towards: float = 0.0  #: rad
    spread: float = 0.0  #: rad, standard deviation of the components' directions
    components: int = COUNT
    act: str = "auto"  #: forces | thesis | motion | none; auto = forces if the vehicle can have them, else motion
    orbital: bool = False  #: the orbital velocity joins the current
    independent_noise: bool = False  #: one noise per degree of freedom instead of one for all

    def surface(self, seed: int, bed: float = 0.0, current: tuple[float, float] = (0.0, 0.0)) -> WaveField:
        """Return the sea surface of a seed (cached) in water ``bed`` m deep (0 = deep) and a current north, east."""
        if self.hs <= 0.0:
            return CALM
        return wave_field(
            self.spectrum, self.hs, self.omega_p, self.peak, self.towards, self.spread, seed, self.components, bed,
            current,
        )  # fmt: skip


class Component(NamedTuple):
    """One regular wave; its numbers in the order of the rows of ``kernels.waves``."""

    omega: float  #: rad/s
    amplitude: float  #: m
    phase: float  #: rad
    number_north: float  #: rad/m, k cos b
    number_east: float  #: rad/m, k sin b

    @property
    def number(self) -> float:
        """Wave number k, rad/m."""
        return hypot(self.number_north, self.number_east)


@dataclass(frozen=True, slots=True)
class WaveMotion:
    """What the waves add to a vessel's outputs, with its first and second rates.

    Rates are those of heave, roll and pitch along the vessel's path with the heading held; ``sensors.truth`` adds what
    a turn makes of them.
    """

    heave: float = 0.0  #: m, positive down (z_w = -zeta)
    roll: float = 0.0  #: rad
    pitch: float = 0.0  #: rad
    rates: Vector = _STILL  #: m/s, rad/s, rad/s
    accelerations: Vector = _STILL  #: m/s2, rad/s2, rad/s2

    @property
    def still(self) -> bool:
        """Whether nothing is added."""
        return self.heave == 0.0 and self.roll == 0.0 and self.pitch == 0.0


@dataclass(frozen=True, eq=False)  # as a key of caches it is itself, not its sixty components
class WaveField:
    """A frozen sea surface; every value is a pure function of time and place."""

    components: tuple[Component, ...] = ()
    bed: float = 0.0  #: m, depth of the water; 0 = deep
    blocked: int = 0  #: components that the current does not let through, which are left out
    rows: tuple[tuple[float, ...], ...] = field(init=False, repr=False)  #: the components for ``kernels.waves``

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(zip(*self.components, strict=True)) or ((),) * 5)

    @property
    def variance(self) -> float:
        """Variance of the elevation over a long time, m2."""
        return 0.5 * plain_sum(c.amplitude * c.amplitude for c in self.components)

    def elevation(self, time: float, north: float, east: float) -> float:
        """Return the surface elevation in m, positive up."""
        return kernels.elevation(self.rows, time, north, east)

    def head(self, time: float, north: float, east: float, depth: float) -> float:
        """Return the head (m of water) by which the waves raise the pressure at ``depth`` m (laws/sensors 2.6)."""
        below = min(max(depth, 0.0), self.bed) if self.bed > 0.0 else max(depth, 0.0)
        return kernels.head(self.rows, time, north, east, below, self.bed)

    def motion(
        self,
        time: float,
        north: float,
        east: float,
        depth: float,
        psi: float,
        length: float = 0.0,
        velocity: tuple[float, float] = (0.0, 0.0),
    ) -> WaveMotion:
        """Return heave, roll and pitch of a vessel that follows the long waves (laws/environment 4.3).

        theta_w = d zeta/d x_b and phi_w = -d zeta/d y_b [choice]; each component is scaled by exp(-k depth) and, when
        ``length`` > 0, by 1/sqrt(1 + (w/w_L)^4), w_L = 2 pi sqrt(g/(2 pi L)): waves shorter than the hull average out.
        ``velocity`` is (north, east) over ground in m/s: waves pass the vessel at w_e = w - k . v.
        """
        cut = 2.0 * pi * GRAVITY / length if length > 0.0 else 0.0  # w_L squared
        z0, n0, e0, z1, n1, e1, z2, n2, e2 = kernels.surface(self.rows, time, north, east, *velocity, depth, cut)
        c, s = cos(psi), sin(psi)
        rates = -z1, n1 * s - e1 * c, n1 * c + e1 * s
        return WaveMotion(-z0, n0 * s - e0 * c, n0 * c + e0 * s, rates, (-z2, n2 * s - e2 * c, n2 * c + e2 * s))

    def orbital_velocity(self, time: float, north: float, east: float, depth: float) -> Vector:
        """Return the velocity (north, east, down) in m/s of the water at ``depth`` m; above the surface that there."""
        below = min(max(depth, 0.0), self.bed) if self.bed > 0.0 else max(depth, 0.0)
        return kernels.orbital_velocity(self.rows, time, north, east, below, self.bed)


CALM = WaveField()


def spectrum(kind: str, omega: float, hs: float, omega_p: float, peak: float = 3.3) -> float:
    """Return S(w) of ``kind`` (ittc or jonswap), m2 s, one-sided, of the elevation: Hs = 4 sqrt(m0)."""
    if kind == "jonswap":
        return kernels.jonswap(omega, hs, omega_p, peak)
    return kernels.ittc(omega, hs, omega_p)


def component(
    omega: float, amplitude: float, phase: float, towards: float, bed: float = 0.0, along: float = 0.0
) -> Component:
    """Return a regular wave that runs ``towards`` (rad clockwise from north) in water ``bed`` m deep, 0 = deep.

    ``along`` is the current (m/s) that runs with it; a wave that it blocks has the number 0.
    """
    k = kernels.wave_number(omega, bed, along)
    return Component(omega, amplitude, phase, k * cos(towards), k * sin(towards))


@lru_cache(maxsize=SEAS)
def wave_field(
    kind: str,
    hs: float,
    omega_p: float,
    peak: float,
    towards: float,
    spread: float,
    seed: int,
    count: int = COUNT,
    bed: float = 0.0,
    current: tuple[float, float] = (0.0, 0.0),
) -> WaveField:
    """Return ``count`` components of a sea with significant height ``hs``; calm for ``hs`` = 0.

    The band is cut in cells that grow with frequency, a frequency is drawn inside each cell (equal spacing would repeat
    after 2 pi/dw), and A_i = sqrt(2 S dw) with S averaged over the cell by a three-point Gauss rule, so that
    the variance stays Hs^2/16 also with few components. ``spread`` (rad) is the standard deviation of the components'
    directions, limited to +-90 degrees; 0 = long-crested. Draws come from (``seed``, "wave.elevation").

    ``bed`` (m, 0 = deep) and ``current`` (north, east, m/s) make the waves' lengths; the spectrum is that of the place.
    """
    if hs <= 0.0 or omega_p <= 0.0:
        return CALM
    generator = child_generator(seed, "wave.elevation")
    jitter = generator.random(count).tolist()
    phases = generator.random(count).tolist()
    angles = generator.standard_normal(count).tolist()
    ratio = (HIGHEST_RATIO / LOWEST_RATIO) ** (1.0 / count)
    parts = []
    low = LOWEST_RATIO * omega_p
    for i in range(count):
        high = low * ratio
        density = plain_sum(w * spectrum(kind, low + p * (high - low), hs, omega_p, peak) for p, w in GAUSS)
        energy = density * (high - low)
        heading = towards + max(-0.5 * pi, min(0.5 * pi, spread * angles[i]))
        omega = low + jitter[i] * (high - low)
        along = current[0] * cos(heading) + current[1] * sin(heading)
        parts.append(component(omega, sqrt(2.0 * energy), 2.0 * pi * phases[i], heading, bed, along))
        low = high
    passing = tuple(part for part in parts if part.number > 0.0)
    return WaveField(passing, bed, count - len(passing))


def largest_height(omega_p: float, bed: float = 0.0) -> float:
    """Return the largest significant height (m) of waves of that peak (rad/s) that do not break (laws/environment 4.2).

    A steepness Hs / lambda_p of 0.14 (Michell), and 0.6 of the depth of the water where that is known.
    """
    steepest = STEEPEST * 2.0 * pi / kernels.wave_number(omega_p, bed, 0.0)
    return min(steepest, SHALLOWEST * bed) if bed > 0.0 else steepest
