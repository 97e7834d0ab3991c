"""Acoustic Doppler current profiler: the water in cells, and the ground below (laws/sensors 4.6).

Imported on use. A missing channel of a sample is NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, isfinite, nan, radians, sin
from typing import Any

from usimmarine_py.sensors.kinds import Output, ToLatLon, Values, body_velocity, position
from usimmarine_py.sensors.truth import Truth, Vector, cross, plus, to_body, to_ned
from usimmarine_py.sensors.water import Surroundings
from usimmarine_py.sums import plain_sum
from usimmarine_py.values.frozen import dataclass

#: Most cells of an instrument.
MOST_CELLS = 30
#: An instrument counts as wet up to this height (m) above the surface, as all under water.
_SPLASH = 0.5


@dataclass(frozen=True, slots=True)
class AdcpSettings:
    """Cells, beams and reach of a profiler."""

    cells: int = 15  #: number of them, one behind the other
    cell_size: float = 2.0  #: m, along the axis
    blank: float = 1.0  #: m, from the instrument to the first cell
    range: float = 50.0  #: m along the axis, farthest end of a cell
    bottom_range: float = 80.0  #: m, highest altitude with bottom track
    beam_angle: float = 20.0  #: deg, of the four beams from its axis
    up: bool = False  #: looks up, to the surface


def adcp(t: Truth, arm: Vector, own: Any, around: Surroundings) -> Values | None:
    """Measure velocities of water in cells, relative to the instrument, then its own over ground, and altitude."""
    place = position(t, arm)
    if place[2] + t.surface <= -_SPLASH:
        return None
    lean, s = cos(radians(own.beam_angle)), sin(radians(own.beam_angle))
    side = -1.0 if own.up else 1.0
    # ahead, astern, to starboard, to port; a janus
    beams = ((s, 0.0, side * lean), (-s, 0.0, side * lean), (0.0, s, side * lean), (0.0, -s, side * lean))
    ways = [to_ned(*t.attitude, beam) for beam in beams]
    reach = min(own.range, _clear(t, place, ways, own, around, lean))
    through = plus(t.water, cross(t.rates, arm))
    here = around.flow(t.time, position(t, (0.0, 0.0, 0.0)))
    found: list[float] = []
    for k in range(own.cells):
        end = own.blank + (k + 1) * own.cell_size
        if end > reach:
            break
        slant = (end - 0.5 * own.cell_size) / lean
        along = []
        for beam, way in zip(beams, ways, strict=True):
            spot = place[0] + slant * way[0], place[1] + slant * way[1], place[2] + slant * way[2]
            there = around.flow(t.time, spot)
            more = to_body(*t.attitude, (there[0] - here[0], there[1] - here[1], there[2] - here[2]))
            # the water goes past the instrument
            along.append(plain_sum(b * (m - v) for b, m, v in zip(beam, more, through, strict=True)))
        ahead, astern, right, left = along
        found += [(ahead - astern) / (2.0 * s), (right - left) / (2.0 * s), side * plain_sum(along) / (4.0 * lean)]
    found += [nan] * (3 * MOST_CELLS - len(found))
    ground = (nan,) * 4
    altitude = around.bottom(place[1], place[0]) - place[2]
    most = own.bottom_range / lean * (1.0 + 1e-12)
    if not own.up and altitude > own.blank and sum(isfinite(around.ray(place, way, most)) for way in ways) >= 3:
        ground = (*body_velocity(t, arm), altitude)
    return *found, *ground


def _clear(t: Truth, place: Vector, ways: Sequence[Vector], own: Any, around: Surroundings, lean: float) -> float:
    """Distance (m) along the axis up to which no side lobe meets bed or surface: that to it times cos(beam_angle)."""
    axis = to_ned(*t.attitude, (0.0, 0.0, -1.0 if own.up else 1.0))
    if own.up:
        return lean * (place[2] + t.surface) / max(-axis[2], 1e-3)
    far = 4.0 * own.range
    return lean * min(around.ray(place, axis, far), *(lean * around.ray(place, way, far) for way in ways))


def adcp_report(y: Values, _: ToLatLon | None, own: Any) -> list[Output]:
    """Return what is posted: profiles as lists, one number a cell."""
    cells = [(y[3 * k], y[3 * k + 1], y[3 * k + 2]) for k in range(own.cells) if y[3 * k] == y[3 * k]]
    u, v, w, altitude = y[3 * MOST_CELLS :]
    out: list[Output] = [("LOCK", "bottom" if u == u else "none"), ("CELLS", float(len(cells)))]
    if cells:
        middles = [own.blank + (k + 0.5) * own.cell_size for k in range(len(cells))]
        out.append(("CELL_RANGES", _list(middles)))
        out += [(f"{name}_CELLS", _list([cell[i] for cell in cells])) for i, name in enumerate("UVW")]
    if u == u:
        out += [("U", u), ("V", v), ("W", w), ("ALTITUDE", max(altitude, 0.0))]
    return out


def _list(numbers: Sequence[float]) -> str:
    return ",".join(f"{x:.4g}" for x in numbers)
