"""The water column: temperature, salinity and the speed of sound by depth (laws/sensors 4.4)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from math import log

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.maths.water.density import PRESSURE, sea_water_density
from usimmarine_py.sums import plain_sum
from usimmarine_py.text import finite_number
from usimmarine_py.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class WaterColumn:
    """Temperature (deg C), salinity (g/kg), speed of sound (m/s) by depth (m, ascending); linear, constant outside."""

    depths: tuple[float, ...] = (0.0,)
    temperatures: tuple[float, ...] = (10.0,)
    salinities: tuple[float, ...] = (35.0,)
    speeds: tuple[float, ...] = (1490.0,)

    def at(self, depth: float) -> tuple[float, float, float]:
        """Temperature, salinity and speed of sound."""
        i = bisect_right(self.depths, depth)
        if i == 0 or i == len(self.depths):
            k = 0 if i == 0 else -1
            return self.temperatures[k], self.salinities[k], self.speeds[k]
        share = (depth - self.depths[i - 1]) / (self.depths[i] - self.depths[i - 1])
        t, s, c = (
            row[i - 1] + share * (row[i] - row[i - 1]) for row in (self.temperatures, self.salinities, self.speeds)
        )
        return t, s, c

    def water_at(self, depth: float) -> tuple[float, float, float]:
        """Density (kg/m3), temperature (deg C) and pressure of the water alone (Pa); laws/hydrodynamics 6.1."""
        temperature, salinity, _ = self.at(depth)
        pressure = PRESSURE * max(depth, 0.0)
        return sea_water_density(salinity, temperature, pressure), temperature, pressure

    def mean_speed(self, a: float, b: float) -> float:
        """Return the speed of sound (m/s) from depth ``a`` to ``b`` along a straight line: length over time."""
        low, high = min(a, b), max(a, b)
        if high - low < 1e-9:
            return self.at(low)[2]
        stops = [low, *(depth for depth in self.depths if low < depth < high), high]
        speeds = [self.at(stop)[2] for stop in stops]
        return (high - low) / plain_sum(
            (stops[k + 1] - stops[k]) * _mean_slowness(speeds[k], speeds[k + 1]) for k in range(len(stops) - 1)
        )


def _mean_slowness(one: float, other: float) -> float:
    """Return the mean of 1/c where c goes linearly from one speed to another."""
    part = other / one - 1.0
    # the logarithm loses its digits at nearly equal speeds
    return (log(other / one) / part if abs(part) > 1e-6 else 1.0 - 0.5 * part) / one


def is_profile(text: str) -> bool:
    """Whether a text is a profile itself (``read_column``); else it names a file (``read_column_file``)."""
    return ":" in text and not text[0].isalpha()


def sound_speed(temperature: float, salinity: float, depth: float) -> float:
    """m/s by Mackenzie's nine terms (laws/sensors 4.4); deg C, g/kg, m."""
    t, s, d = temperature, salinity - 35.0, max(depth, 0.0)
    return (
        1448.96 + 4.591 * t - 5.304e-2 * t * t + 2.374e-4 * t * t * t
        + 1.340 * s + 1.630e-2 * d + 1.675e-7 * d * d - 1.025e-2 * t * s - 7.139e-13 * t * d * d * d
    )  # fmt: skip


#: The water without a profile.
PLAIN_COLUMN = WaterColumn(speeds=(sound_speed(10.0, 35.0, 0.0),))


def read_column(text: str) -> WaterColumn:
    """``DEPTH:TEMPERATURE[:SALINITY[:SOUND_SPEED]], ...``, depths rising. Raises ``ConfigError``."""
    rows = [piece.split(":") for piece in text.split(",") if piece.strip()]
    return _column(rows, "DEPTH:TEMPERATURE[:SALINITY[:SOUND_SPEED]]")


def read_column_file(content: str) -> WaterColumn:
    """Read a table: a row per line, separated by commas, semicolons or blanks; text lines and # are skipped."""
    rows = []
    for line in content.splitlines():
        cells = line.partition("#")[0].replace(",", " ").replace(";", " ").split()
        if cells and finite_number(cells[0]) is not None:
            rows.append(cells)
    return _column(rows, "depth, temperature[, salinity[, sound speed]] in each row")


def _column(rows: Iterable[list[str]], form: str) -> WaterColumn:
    found: list[tuple[float, float, float, float]] = []
    for row in rows:
        cells = [finite_number(cell.strip()) for cell in row]
        shown = shorten(":".join(row))
        if not 2 <= len(cells) <= 4 or any(cell is None for cell in cells):
            raise ConfigError(f"must be {form}, found {shown!r}")
        depth, temperature, *more = [cell or 0.0 for cell in cells]
        salinity = more[0] if more else 35.0
        speed = more[1] if len(more) > 1 else sound_speed(temperature, salinity, depth)
        if not (0.0 <= depth <= 12000.0 and -3.0 <= temperature <= 60.0 and 0.0 <= salinity <= 300.0):
            raise ConfigError(f"has depth, temperature or salinity that no water has, found {shown!r}")
        if not 1000.0 <= speed <= 2500.0:
            raise ConfigError(f"has a speed of sound that no water has, found {shown!r}")
        if found and depth <= found[-1][0]:
            raise ConfigError(f"must have depths that rise, found {shown!r} after {found[-1][0]:g}")
        found.append((depth, temperature, salinity, speed))
    if not found:
        raise ConfigError(f"must be {form}, found nothing")
    depths, temperatures, salinities, speeds = zip(*found, strict=True)
    return WaterColumn(depths, temperatures, salinities, speeds)
