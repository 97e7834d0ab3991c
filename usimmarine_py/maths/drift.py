"""The external drift: set, add, multiply, and the summary text (laws/kinematics 13, laws/usimmarine 1.8).

Drift is given by the direction it pushes TOWARDS (deg clockwise from north) and a magnitude (m/s), or by its
components to the east and to the north (m/s).
"""

from __future__ import annotations

import math

from usimmarine_py.maths.angles import angle_360, bearing, heading_to_radians
from usimmarine_py.text import bite, compact_number, read_number
from usimmarine_py.values.frozen import dataclass


def components(heading: float, magnitude: float) -> tuple[float, float]:
    """Return the east and north component (m/s) for a heading in deg, as the references do (laws/kinematics 13)."""
    angle = heading_to_radians(angle_360(heading))
    return math.cos(angle) * magnitude, math.sin(angle) * magnitude


def documented_components(heading: float, magnitude: float) -> tuple[float, float]:
    """Return the same by the documented law: magnitude times sine and cosine of the heading (deg)."""
    angle = math.radians(angle_360(heading))
    return magnitude * math.sin(angle), magnitude * math.cos(angle)


def read_vector(text: str, *, exponent: bool = False) -> tuple[float, float] | None:
    """Return heading (deg) and magnitude (m/s) of a text ``heading,magnitude``; None when either is no number."""
    left, right = bite(text, ",")
    heading = read_number(left, exponent=exponent)
    magnitude = read_number(right, exponent=exponent)
    return None if heading is None or magnitude is None else (heading, magnitude)


@dataclass(frozen=True, slots=True)
class Drift:
    """The drift in force. ``documented`` selects the plain formulas of the documented law for vectors."""

    x: float = 0.0  #: m/s to the east
    y: float = 0.0  #: m/s to the north
    documented: bool = False

    def with_x(self, x: float) -> Drift:
        """Return the drift with another east component (m/s)."""
        return Drift(x, self.y, self.documented)

    def with_y(self, y: float) -> Drift:
        """Return the drift with another north component (m/s)."""
        return Drift(self.x, y, self.documented)

    def with_vector(self, heading: float, magnitude: float) -> Drift:
        """Return a drift towards ``heading`` (deg) of ``magnitude`` (m/s), which may be negative (DRIFT_VECTOR, 7)."""
        return Drift(*self._components(heading, magnitude), self.documented)

    def plus_vector(self, heading: float, magnitude: float) -> Drift:
        """Return the drift with a vector (deg, m/s) added (DRIFT_VECTOR_ADD, 7)."""
        x, y = self._components(heading, magnitude)
        return Drift(self.x + x, self.y + y, self.documented)

    def times(self, factor: float) -> Drift:
        """Return the drift scaled (DRIFT_VECTOR_MULT, 7).

        The references go through angle and length and rebuild both components, so that repeated use accumulates
        rounding and a factor of 0 forgets the direction; the documented law scales the components.
        """
        if self.documented:
            return Drift(self.x * factor, self.y * factor, True)
        angle = heading_to_radians(bearing(0, 0, self.x, self.y))
        length = self.magnitude * factor
        return Drift(math.cos(angle) * length, math.sin(angle) * length)

    @property
    def magnitude(self) -> float:
        """Length of the vector, m/s."""
        return math.hypot(self.x, self.y)

    @property
    def direction(self) -> float:
        """Where the drift pushes to, deg in [0, 360); 0 without a drift."""
        return bearing(0, 0, self.x, self.y)

    def summary(self) -> str:
        """Return the text of USM_DRIFT_SUMMARY (laws/usimmarine 1.8)."""
        magnitude = math.sqrt(self.x * self.x + self.y * self.y)
        return (
            f"ang={compact_number(self.direction, 2)}, mag={compact_number(magnitude, 2)}, "
            f"xmag={compact_number(self.x, 3)}, ymag={compact_number(self.y, 3)}"
        )

    def _components(self, heading: float, magnitude: float) -> tuple[float, float]:
        if self.documented:
            return documented_components(heading, magnitude)
        return components(heading, magnitude)
