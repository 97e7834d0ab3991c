"""The channel: the sonar equation, travel time, the chance of a packet (laws/sensors 7).

Plain functions of floats. Frequencies in kHz, distances in m, levels in dB re 1 uPa (of a source: at 1 m).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist, erf, log10, sqrt

from usimmarine_py.maths.water.column import PLAIN_COLUMN, WaterColumn
from usimmarine_py.maths.water.sound import absorption, noise_density
from usimmarine_py.values.frozen import dataclass, field

Place = tuple[float, float, float]  #: x east, y north, depth, m


def normal_share(z: float) -> float:
    """Return the share of a standard normal distribution below ``z``."""
    return 0.5 * (1.0 + erf(z / sqrt(2.0)))


@dataclass(slots=True)
class SoundChannel:
    """What decides whether a packet gets through, and when it comes."""

    column: WaterColumn = PLAIN_COLUMN
    frequency: float = 25.0  #: kHz
    bandwidth: float = 5.0  #: kHz
    source_level: float = 170.0  #: dB re 1 uPa at 1 m
    spreading: float = 1.5  #: 2 spherical, 1 cylindrical
    wind: float = 5.0  #: m/s
    shipping: float = 0.5  #: 0 to 1
    noise: float | None = None  #: dB re 1 uPa^2/Hz; None: by wind and shipping
    threshold: float = 10.0  #: dB of signal over noise that half of the packets need
    fading: float = 4.0  #: dB, standard deviation of the level from packet to packet
    delivery: Sequence[tuple[float, float]] = field(default_factory=list)  #: (m, chance), in place of the levels

    def travel(self, one: Place, other: Place) -> tuple[float, float]:
        """Return the time (s) of sound along the straight line between two places, and its length, m."""
        length = dist(one, other)
        return length / self.column.mean_speed(one[2], other[2]), length

    def level(self, length: float, depth: float) -> float:
        """Return the mean level of a signal over the noise, dB, ``length`` m away; ``depth``: of the water between."""
        temperature, salinity, _ = self.column.at(depth)
        loss = 10.0 * self.spreading * log10(max(length, 1.0))
        loss += absorption(self.frequency, temperature, salinity, depth) * length / 1000.0
        density = noise_density(self.frequency, self.wind, self.shipping) if self.noise is None else self.noise
        return self.source_level - loss - density - 10.0 * log10(1000.0 * self.bandwidth)

    def chance(self, length: float, level: float) -> float:
        """Return the probability that a packet is understood where nothing else is heard."""
        if self.delivery:
            return _between(self.delivery, length)
        if self.fading <= 0.0:
            return float(level >= self.threshold)
        return normal_share((level - self.threshold) / self.fading)


def _between(table: Sequence[tuple[float, float]], length: float) -> float:
    """Return the chance of a table at a length: linear between rows, that of the first before it, 0 beyond the last."""
    if length <= table[0][0]:
        return table[0][1]
    for (a, p), (b, q) in pairwise(table):
        if length <= b:
            return p + (q - p) * (length - a) / (b - a)
    return 0.0
