"""Wind: height profile, gust spectra and gusts (laws/environment 3; S004 2.43-2.48).

Speeds in m/s, heights in m, frequencies in Hz. Plain functions of floats.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, exp, log, pi, sin, sqrt

from usimmarine_py.maths.streams import child_generator
from usimmarine_py.values.frozen import dataclass

TWO_PI = 2.0 * pi
#: Default surface drag coefficient; the usual range is 0.0015 to 0.0030.
KAPPA = 0.0026
HARRIS_LENGTH = 1800.0  #: m
DAVENPORT_LENGTH = 1200.0  #: m
GUST_SPECTRA = ("harris", "norsok", "davenport")
#: Gusts range from ten minutes (slower changes belong to the slow variation) to half a second [choice].
GUST_LOWEST_HZ = 1.0 / 600.0
GUST_HIGHEST_HZ = 2.0
#: Below this height the logarithmic profile is evaluated here: it would turn negative near the surface.
LOWEST_HEIGHT = 0.01


def profile(u10: float, kappa: float, height: float) -> float:
    """Mean wind speed at ``height`` > 0 m from the one at 10 m (S004 2.43), never negative."""
    root = sqrt(kappa)
    z = height if height > LOWEST_HEIGHT else LOWEST_HEIGHT
    speed = u10 * 2.5 * root * log(z / (10.0 * exp(-2.0 / (5.0 * root))))
    return speed if speed > 0.0 else 0.0


def harris(frequency: float, u10: float, kappa: float = KAPPA) -> float:
    """Harris gust spectrum S(f) in m2/s2/Hz (S004 2.46); needs ``u10`` > 0."""
    x = HARRIS_LENGTH * frequency / u10
    return float(4.0 * kappa * HARRIS_LENGTH * u10 / (2.0 + x * x) ** (5.0 / 6.0))


def norsok(frequency: float, u10: float, height: float = 10.0) -> float:
    """NORSOK N-003 gust spectrum S(f) in m2/s2/Hz at ``height``; needs ``u10`` > 0."""
    n = 0.468
    x = 172.0 * frequency * (height / 10.0) ** (2.0 / 3.0) * (u10 / 10.0) ** -0.75
    return float(320.0 * (u10 / 10.0) ** 2 * (height / 10.0) ** 0.45 / (1.0 + x**n) ** (5.0 / (3.0 * n)))


def davenport(frequency: float, u10: float, kappa: float = KAPPA) -> float:
    """Davenport gust spectrum S(f) = 4 kappa U10^2 x^2 / (f (1 + x^2)^(4/3)), x = 1200 f / U10, in m2/s2/Hz."""
    x = DAVENPORT_LENGTH * frequency / u10
    # x^2 / f written as x * length / u10, so that f = 0 gives 0
    return float(4.0 * kappa * u10 * DAVENPORT_LENGTH * x / (1.0 + x * x) ** (4.0 / 3.0))


def gust_spectrum(kind: str, frequency: float, u10: float, kappa: float = KAPPA, height: float = 10.0) -> float:
    """S(f) of the spectrum ``kind`` (one of ``GUST_SPECTRA``), m2/s2/Hz; zero without wind."""
    if u10 <= 0.0:
        return 0.0
    if kind == "harris":
        return harris(frequency, u10, kappa)
    if kind == "norsok":
        return norsok(frequency, u10, height)
    return davenport(frequency, u10, kappa)


@dataclass(frozen=True, slots=True)
class Gust:
    """A gust as a sum of cosines: U_g(t) = sum a_i cos(2 pi f_i t + phi_i)."""

    components: tuple[tuple[float, float, float], ...] = ()  #: (f in Hz, amplitude in m/s, phase in rad)

    def __call__(self, time: float) -> float:
        """Gust speed in m/s at ``time`` s."""
        angle = TWO_PI * time
        total = 0.0
        for frequency, amplitude, phase in self.components:
            total += amplitude * cos(angle * frequency + phase)
        return total

    @property
    def variance(self) -> float:
        """Variance of the sum over a long time, m2/s2."""
        return 0.5 * sum(a * a for _, a, _ in self.components)


NO_GUST = Gust()


@lru_cache(maxsize=32)
def gust(kind: str, u10: float, kappa: float, height: float, seed: int, count: int = 60) -> Gust:
    """``count`` components of the spectrum ``kind`` in logarithmic frequency cells, a_i = sqrt(2 S(f_i) df_i).

    Frequencies are jittered inside their cells and phases are uniform, both from (``seed``, "wind.gust"): a change
    of the mean wind keeps them, so that gusts grow and don't jump elsewhere. The sum doesn't repeat.
    """
    if u10 <= 0.0 or kind not in GUST_SPECTRA:
        return NO_GUST
    generator = child_generator(seed, "wind.gust")
    jitter = generator.random(count).tolist()
    phases = generator.random(count).tolist()
    ratio = log(GUST_HIGHEST_HZ / GUST_LOWEST_HZ) / count
    parts = []
    for i in range(count):
        low = GUST_LOWEST_HZ * exp(ratio * i)
        high = GUST_LOWEST_HZ * exp(ratio * (i + 1))
        frequency = low + (high - low) * (0.25 + 0.5 * jitter[i])
        energy = gust_spectrum(kind, 0.5 * (low + high), u10, kappa, height) * (high - low)
        parts.append((frequency, sqrt(2.0 * energy), TWO_PI * phases[i]))
    return Gust(tuple(parts))


def leeway_velocity(wind_speed: float, wind_towards: float, fraction: float) -> tuple[float, float]:
    """(east, north) drift in m/s of a hull that the wind pushes at ``fraction`` of its speed.

    It stands in for wind forces on the kinematic backend, which has no mass; 0.01 to 0.05 is usual.
    """
    return fraction * wind_speed * sin(wind_towards), fraction * wind_speed * cos(wind_towards)
