"""Surface elevation, first-order motion and orbital velocity of a sum of regular waves (laws/environment 4.2).

zeta(x, y, t) = sum A_i sin(w_i t - k_i (x cos b_i + y sin b_i) + eps_i), positive up, x north, y east, deep water
(k = w^2/g), b_i the direction TOWARDS which the component runs, rad.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, exp, pi, sin, sqrt

from usimmarine_py.maths.streams import child_generator
from usimmarine_py.sea.spectra import GRAVITY, spectrum
from usimmarine_py.values.frozen import dataclass

#: The spectrum is cut at these multiples of the peak frequency; 0.2 % of the ITTC energy lies outside.
LOWEST_RATIO, HIGHEST_RATIO = 0.4, 5.0
#: Seas that are kept, some 35 kB each with what a hull makes of them: many vehicles may each have their own.
SEAS = 1024
#: Nodes and weights of the three-point Gauss rule on [0, 1], for the energy of one cell.
GAUSS = ((0.5 - sqrt(0.15), 5.0 / 18.0), (0.5, 8.0 / 18.0), (0.5 + sqrt(0.15), 5.0 / 18.0))


@dataclass(frozen=True, slots=True)
class Component:
    """One regular wave."""

    omega: float  #: rad/s
    amplitude: float  #: m
    phase: float  #: rad
    number_north: float  #: rad/m, k cos b
    number_east: float  #: rad/m, k sin b

    @property
    def number(self) -> float:
        """Wave number k, rad/m."""
        return self.omega * self.omega / GRAVITY


Vector = tuple[float, float, float]
_STILL = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class WaveMotion:
    """What the waves add to a vessel's outputs, with its first and second rates.

    Rates are those of heave, roll and pitch along the vessel's path with the heading held; what a turn adds to them is
    the business of whoever knows the turn (``sensors.truth``).
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

    @property
    def variance(self) -> float:
        """Variance of the elevation over a long time, m2."""
        return 0.5 * sum(c.amplitude * c.amplitude for c in self.components)

    def elevation(self, time: float, north: float, east: float) -> float:
        """Surface elevation in m, positive up."""
        total = 0.0
        for c in self.components:
            total += c.amplitude * sin(c.omega * time - c.number_north * north - c.number_east * east + c.phase)
        return total

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
        """Heave, roll and pitch of a vessel that follows the long waves (laws/environment 4.3).

        theta_w = d zeta/d x_b and phi_w = -d zeta/d y_b [choice]; each component is scaled by exp(-k depth) and, when
        ``length`` > 0, by 1/sqrt(1 + (w/w_L)^4), w_L = 2 pi sqrt(g/(2 pi L)): waves shorter than the hull average out.
        ``velocity`` is (north, east) over ground in m/s: what meets the vessel passes at w_e = w - k . v.
        """
        # elevation and slopes to north and east, each with its two rates
        zeta = zeta1 = zeta2 = 0.0
        north0 = north1 = north2 = east0 = east1 = east2 = 0.0
        cut = 2.0 * pi * GRAVITY / length if length > 0.0 else 0.0  # w_L squared
        v_n, v_e = velocity
        for c in self.components:
            amplitude = c.amplitude
            if depth > 0.0:
                amplitude *= exp(-c.number * depth)
            if cut > 0.0:
                ratio = c.omega * c.omega / cut
                amplitude /= sqrt(1.0 + ratio * ratio)
            angle = c.omega * time - c.number_north * north - c.number_east * east + c.phase
            passing = c.omega - c.number_north * v_n - c.number_east * v_e
            up, slope = amplitude * sin(angle), -amplitude * cos(angle)
            zeta += up
            zeta1 -= passing * slope
            zeta2 -= passing * passing * up
            north0 += slope * c.number_north
            east0 += slope * c.number_east
            rise, bend = passing * up, -passing * passing * slope
            north1 += rise * c.number_north
            east1 += rise * c.number_east
            north2 += bend * c.number_north
            east2 += bend * c.number_east
        cp, sp = cos(psi), sin(psi)
        return WaveMotion(
            -zeta,
            north0 * sp - east0 * cp,
            north0 * cp + east0 * sp,
            (-zeta1, north1 * sp - east1 * cp, north1 * cp + east1 * sp),
            (-zeta2, north2 * sp - east2 * cp, north2 * cp + east2 * sp),
        )

    def orbital_velocity(self, time: float, north: float, east: float, depth: float) -> tuple[float, float, float]:
        """(north, east, down) velocity in m/s of the water at ``depth`` >= 0 m: sum A w exp(-k z) [sin, sin, -cos]."""
        v_n = v_e = v_d = 0.0
        for c in self.components:
            k = c.number
            if k <= 0.0:
                continue
            speed = c.amplitude * c.omega * exp(-k * (depth if depth > 0.0 else 0.0))
            angle = c.omega * time - c.number_north * north - c.number_east * east + c.phase
            along = speed * sin(angle) / k
            v_n += along * c.number_north
            v_e += along * c.number_east
            v_d -= speed * cos(angle)
        return v_n, v_e, v_d


CALM = WaveField()


def component(omega: float, amplitude: float, phase: float, towards: float) -> Component:
    """A regular wave running ``towards`` (rad clockwise from north)."""
    k = omega * omega / GRAVITY
    return Component(omega, amplitude, phase, k * cos(towards), k * sin(towards))


@lru_cache(maxsize=SEAS)
def wave_field(
    kind: str, hs: float, omega_p: float, peak: float, towards: float, spread: float, seed: int, count: int = 60
) -> WaveField:
    """``count`` components of a sea with significant height ``hs``; calm for ``hs`` = 0.

    The band is cut in cells that grow with frequency, a frequency is drawn inside each cell (equal spacing would repeat
    after 2 pi/dw), and A_i = sqrt(2 S dw) with S averaged over the cell by a three-point Gauss rule, so that
    the variance stays Hs^2/16 also with few components. ``spread`` (rad) is the standard deviation of the components'
    directions, limited to +-90 degrees; 0 = long-crested. Draws come from (``seed``, "wave.elevation").
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
        energy = sum(w * spectrum(kind, low + p * (high - low), hs, omega_p, peak) for p, w in GAUSS) * (high - low)
        turn = max(-0.5 * pi, min(0.5 * pi, spread * angles[i]))
        omega = low + jitter[i] * (high - low)
        parts.append(component(omega, sqrt(2.0 * energy), 2.0 * pi * phases[i], towards + turn))
        low = high
    return WaveField(tuple(parts))
