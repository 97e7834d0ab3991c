"""The wind of a mission: its mean, its slow variation and the gusts of a seed (laws/environment 3)."""

from __future__ import annotations

from functools import lru_cache
from math import cos, exp, log, pi, sin, sqrt, tan

from usimmarine_py.kernels import wind as kernels
from usimmarine_py.maths.gauss_markov import GaussMarkov
from usimmarine_py.maths.streams import child_generator
from usimmarine_py.sea.waves import COUNT
from usimmarine_py.values.frozen import dataclass

GUST_SPECTRA = ("harris", "norsok", "davenport")
#: Gusts range from ten minutes (slower changes belong to the slow variation) to half a second [choice].
GUST_LOWEST_HZ = 1.0 / 600.0
GUST_HIGHEST_HZ = 2.0
#: Decay of a gust's coherence exp(-c f d/U) along and across the wind (Davenport 1961, Panofsky 1973).
DECAY = (3.0, 10.0)
#: A slow variation that is switched off.
STEADY = GaussMarkov()


@dataclass(frozen=True, slots=True)
class WindModel:
    """The wind as configured; without ``speed`` and ``u10`` there is none at all, not even still air."""

    speed: float | None = None  #: m/s, mean, used as it is
    u10: float | None = None  #: m/s, mean at 10 m; goes through the height profile
    towards: float = pi  #: rad
    kappa: float = kernels.KAPPA  #: surface drag coefficient
    height: float | None = None  #: m, where U10 is evaluated; None = the vehicle's sensor height
    speed_variation: GaussMarkov = STEADY  #: m/s
    direction_variation: GaussMarkov = STEADY  #: rad
    gust: str = ""  #: one of ``GUST_SPECTRA``, or empty
    gust_components: int = COUNT

    @property
    def given(self) -> bool:
        """Whether there is any wind, be it 0 m/s."""
        return self.speed is not None or self.u10 is not None

    def mean(self, height: float) -> float:
        """Return the mean speed in m/s at ``height`` m; ``height`` counts only for U10."""
        if self.speed is not None:
            return self.speed
        if self.u10 is not None:
            return kernels.profile(self.u10, self.kappa, self.height if self.height is not None else height)
        return 0.0

    def gust_at(self, time: float, seed: int, height: float, north: float = 0.0, east: float = 0.0) -> float:
        """Return the gust speed in m/s at ``time`` s and a place (m)."""
        if not self.gust:
            return 0.0
        u10 = self.u10 if self.u10 is not None else (self.speed or 0.0)
        level = 10.0 if self.speed is not None else (self.height if self.height is not None else height)
        level = max(level, kernels.LOWEST_HEIGHT)
        rows = gust_rows(self.gust, u10, self.kappa, level, seed, self.gust_components, self.towards)
        return kernels.gust(rows, time, north, east)


def gust_spectrum(kind: str, frequency: float, u10: float, kappa: float = kernels.KAPPA, height: float = 10.0) -> float:
    """Return S(f) of the spectrum ``kind`` (one of ``GUST_SPECTRA``), m2/s2/Hz; zero without wind."""
    if u10 <= 0.0:
        return 0.0
    if kind == "harris":
        return kernels.harris(frequency, u10, kappa)
    if kind == "norsok":
        return kernels.norsok(frequency, u10, height)
    return kernels.davenport(frequency, u10, kappa)


def _cauchy(share: float) -> float:
    """Return the Cauchy variate at a share of its distribution, cut at +-20: E cos(x d) = exp(-|d|)."""
    return max(-20.0, min(20.0, tan(pi * (share - 0.5))))


@lru_cache(maxsize=32)
def gust_rows(
    kind: str, u10: float, kappa: float, height: float, seed: int, count: int = COUNT, towards: float = 0.0
) -> tuple[tuple[float, ...], ...]:
    """Return frequencies (Hz), amplitudes (m/s), phases (rad) and wave numbers towards north and east (rad/m) of
    ``count`` cosines that add up to gusts; the wind blows ``towards`` (rad).

    They lie in cells of the spectrum ``kind``, even in log f: a_i = sqrt(2 S(f_i) df_i). Frequencies are jittered
    inside their cells and phases are uniform, both from (``seed``, "wind.gust"): a change of the mean wind keeps them,
    so that gusts grow and do not jump. The sum does not repeat. Wave numbers are drawn from (``seed``,
    "wind.gust.place"), so that the gusts of two places are as coherent as their distance lets them be.
    """
    if u10 <= 0.0 or kind not in GUST_SPECTRA:
        return (), (), (), (), ()
    turns = child_generator(seed, "wind.gust.place").random((2, count)).tolist()
    c, s = cos(towards), sin(towards)
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
        along, across = (frequency * decay / u10 * _cauchy(turn[i]) for decay, turn in zip(DECAY, turns, strict=True))
        along += 2.0 * pi * frequency / u10
        parts.append(
            (frequency, sqrt(2.0 * energy), 2.0 * pi * phases[i], along * c - across * s, along * s + across * c)
        )
    return tuple(zip(*parts, strict=True))
