"""Sailing: wind, polar plot and the speed limit they make (laws/usimmarine 10).

Directions are degrees clockwise from north, where the wind comes FROM; plot angles run from the wind, 0 to 180.
"""

from __future__ import annotations

import math
from functools import lru_cache

from usimmarine_py.kernels.kinematic import polar_share
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.text import bite, compact_number, read_number, split
from usimmarine_py.values.frozen import dataclass, replace


@dataclass(frozen=True, slots=True)
class Wind:
    """The wind of ``wind_conditions``; ``is_set`` tells a wind of 0 from none."""

    speed: float = 0.0  #: m/s
    direction: float = 0.0  #: deg, where it comes from, [0, 360)
    is_set: bool = False
    arrow_angle: float = 0.0  #: deg, where it blows to, once a direction was given

    def summary(self) -> str:
        """Return the line ``WindModel`` of the report (laws/usimmarine 6)."""
        return f"spd={compact_number(self.speed, 3)}, dir={compact_number(self.direction)}"

    def arrow(self) -> str:
        """Return the text of VIEW_ARROW (laws/usimmarine 10)."""
        return (
            f"ctrx=0,ctry=0,ang={compact_number(self.arrow_angle, 1)},bwid=5,blen=20,hwid=10,hlen=10,label=windmod,"
            "edge_color=invisible,vertex_color=invisible,fill_color=green,fill_transparency=0.2"
        )


def read_wind(text: str, wind: Wind, *, exponent: bool = False) -> tuple[Wind, bool]:
    """Return the wind after a text ``spd=m/s, dir=deg``, and whether the text was accepted (laws/usimmarine 10).

    Parts are applied one by one: an unknown name, a part that is no number or a negative direction ends the reading
    and leaves earlier parts applied. A negative speed is ignored in silence, an empty text sets the wind as it is.
    """
    for piece in split(text, ","):
        name, value = bite(piece, "=")
        number = read_number(value, exponent=exponent)
        if number is None or name not in ("spd", "dir") or (name == "dir" and number < 0):
            return wind, False
        if name == "dir":
            wind = Wind(wind.speed, angle_360(number), True, angle_360(angle_360(number) + 180))
        elif number >= 0:
            wind = replace(wind, speed=number, is_set=True)
    return replace(wind, is_set=True), True


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PolarPlot:
    """Speed in per cent of the wind speed by angle off the wind; points in the order of growing angle."""

    points: tuple[Point, ...] = ()  #: (deg in [0, 180], %)

    def text(self) -> str:
        """Return the line ``PolarPlot`` of the report (laws/usimmarine 6)."""
        return ":".join(f"{compact_number(angle, 1)},{compact_number(value, 2)}" for angle, value in self.points)

    def value(self, angle: float) -> float:
        """Per cent of the wind speed at an angle (deg, [0, 180]) off the wind; 0 at both ends unless given."""
        left, right = (0.0, 0.0), (180.0, 0.0)
        for point in self.points:
            if point[0] == angle:
                return point[1]
            if point[0] < angle:
                left = point
            else:
                right = point
                break
        return left[1] + (angle - left[0]) / (right[0] - left[0]) * (right[1] - left[1])


def read_polar_plot(text: str, plot: PolarPlot, *, exponent: bool = False) -> tuple[PolarPlot, bool]:
    """Return the plot after a text ``angle,value: angle,value...``, and whether it was accepted (laws/usimmarine 10).

    Refused as a whole, the plot as it was: an angle outside [0, 180] or set by an earlier line, a negative value, a
    pair that is not two numbers, no pair at all. Of equal angles in one line the first counts.
    """
    found: dict[float, float] = {}
    known = {angle for angle, _ in plot.points}
    for piece in split(text, ":"):
        left, right = bite(piece, ",")
        angle, value = read_number(left, exponent=exponent), read_number(right, exponent=exponent)
        if angle is None or value is None or not 0 <= angle <= 180 or value < 0 or angle in known:
            return plot, False
        found.setdefault(angle, value)
    if not found:
        return plot, False
    return PolarPlot(tuple(sorted((*plot.points, *found.items())))), True


@lru_cache(maxsize=64)
def _by_heading(plot: PolarPlot, wind_direction: float) -> tuple[float, ...]:
    """Return the 360 whole-degree entries of laws/usimmarine 10, by heading."""
    table = [0.0] * 360
    for off in range(360):
        entry = math.trunc(angle_360(off + wind_direction + 0.5))
        table[entry] = plot.value(float(off) if off <= 180 else 360.0 - off)
    return tuple(table)


@dataclass(frozen=True, slots=True)
class Sailing:
    """Wind and polar plot together. ``plot_direction`` is the wind angle that the plot knows: it follows the wind
    only when a wind text was accepted whole.
    """

    wind: Wind = Wind()
    plot: PolarPlot = PolarPlot()
    plot_direction: float = 0.0  #: deg

    @property
    def is_set(self) -> bool:
        """Whether both wind and polar plot were given."""
        return self.wind.is_set and bool(self.plot.points)

    def with_wind(self, text: str, *, exponent: bool = False) -> tuple[Sailing, bool]:
        """After ``wind_conditions`` or WIND_CONDITIONS, and whether the text was accepted."""
        wind, accepted = read_wind(text, self.wind, exponent=exponent)
        direction = wind.direction if accepted else self.plot_direction
        return Sailing(wind, self.plot, direction), accepted

    def with_polar_plot(self, text: str, *, exponent: bool = False) -> tuple[Sailing, bool]:
        """After ``polar_plot``, and whether the text was accepted."""
        plot, accepted = read_polar_plot(text, self.plot, exponent=exponent)
        return replace(self, plot=plot), accepted

    def fraction(self, heading: float, *, wrap: bool = True) -> float:
        """Return the share of the wind speed, 0 to 1, that a heading (deg) allows.

        ``wrap`` False reproduces the references from 359.5 deg up: they look up an entry that does not exist and
        read 0 (quirk ``polar_360``).
        """
        if not self.plot.points:
            return 0.0
        return polar_share(_by_heading(self.plot, self.plot_direction), heading, wrap)

    def speed_limit(self, heading: float, *, wrap: bool = True) -> float:
        """Return the highest speed (m/s) at a heading (deg)."""
        return self.fraction(heading, wrap=wrap) * self.wind.speed
