"""Local x, y to latitude and longitude and back (laws/frames 7.4).

Positions are offsets (x east, y north, metres) from the datum in the UTM plane of the datum's zone, on WGS84.
"""

from __future__ import annotations

import math
from math import degrees

from usimmarine_py.maths.utm import from_grid, to_grid
from usimmarine_py.values.frozen import dataclass

#: pi in the geodesy of the reference programs; the documented dialect uses the true value.
REFERENCE_PI = 3.14159265

_FALSE_EASTING = 500_000.0  #: m
_FALSE_NORTHING = 10_000_000.0  #: m, in the southern hemisphere
_HALF_TURN = math.pi + 1e-12  #: rad; rounding must not move a longitude of 180 deg to the other side


def is_usable_datum(latitude: float, longitude: float) -> bool:
    """Whether a datum (deg) lies where UTM is defined: -80 <= lat <= 84, -180 <= lon <= 180 (laws/frames 7.4)."""
    return -80 <= latitude <= 84 and -180 <= longitude <= 180


def utm_zone(latitude: float, longitude: float) -> int:
    """UTM zone, 1 to 60, of a position (deg), with the exceptions around Norway and Svalbard (laws/frames 7.4)."""
    wrapped = longitude - 360 if longitude >= 180 else longitude
    if 56 <= latitude < 64 and 3 <= wrapped < 12:
        return 32
    if 72 <= latitude < 84:
        for west, east, zone in ((0, 9, 31), (9, 21, 33), (21, 33, 35), (33, 42, 37)):
            if west <= wrapped < east:
                return zone
    return math.trunc((wrapped + 180) / 6) + 1


@dataclass(frozen=True, slots=True)
class Geodesy:
    """The UTM plane around a datum; made by ``Geodesy.at``. The run stays in the datum's zone and hemisphere."""

    latitude: float  #: deg, of the datum
    longitude: float  #: deg, of the datum
    zone: int  #: 1 to 60
    scale: float  #: pi of the conversions between deg and rad, relative to the true value
    meridian: float  #: rad, longitude of the middle of the zone
    false_northing: float  #: m, of the hemisphere
    origin_easting: float  #: m, of the datum in its zone
    origin_northing: float  #: m

    @staticmethod
    def at(latitude: float, longitude: float, *, true_pi: bool = False) -> Geodesy | None:
        """The plane around a datum (deg), or None when the datum is not usable.

        ``true_pi`` is for the documented dialect; otherwise pi is 3.14159265 as in the reference programs, which
        differs by up to 9e-10 deg.
        """
        if not is_usable_datum(latitude, longitude):
            return None
        zone, pi = utm_zone(latitude, longitude), math.pi if true_pi else REFERENCE_PI
        meridian = (zone - 0.5) * math.pi / 30 - math.pi
        origin = to_grid(math.radians(latitude * pi / math.pi), math.radians(longitude * pi / math.pi) - meridian)
        if origin is None:
            return None
        northing = _FALSE_NORTHING if latitude < 0 else 0.0
        east, north = origin[0] + _FALSE_EASTING, origin[1] + northing
        return Geodesy(latitude, longitude, zone, pi / math.pi, meridian, northing, east, north)

    def to_latlon(self, x: float, y: float) -> tuple[float, float] | None:
        """Latitude and longitude (deg) of a local position (m); None where the plane has no such point."""
        found = from_grid(x + self.origin_easting - _FALSE_EASTING, y + self.origin_northing - self.false_northing)
        if found is None:
            return None
        phi, lam = found
        lam += self.meridian
        if not -_HALF_TURN < lam < _HALF_TURN:
            lam -= math.copysign(math.tau, lam)
        scale = self.scale
        return degrees(phi) / scale, degrees(lam) / scale

    def to_local(self, latitude: float, longitude: float) -> tuple[float, float] | None:
        """Local x, y (m) of a position (deg); None where the plane has no such point."""
        found = to_grid(math.radians(latitude * self.scale), math.radians(longitude * self.scale) - self.meridian)
        if found is None:
            return None
        east, north = found
        x = east + _FALSE_EASTING - self.origin_easting
        return x, north + self.false_northing - self.origin_northing
