"""Local x, y to latitude and longitude and back (section 17 of the behaviour specification).

Positions are offsets (x east, y north, metres) from the datum in the UTM plane of the datum's zone, on WGS84.
``LocalGrid`` is the flat alternative that the references know as a build option.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyproj import Proj

#: pi as the references' geodesy has it; the documented dialect takes the true one.
REFERENCE_PI = 3.14159265

_SEMI_MAJOR = 6378137.0
_SEMI_MINOR = 6356752.0  # as the local grid of the references has it
_BANDS = "CDEFGHJKLMNPQRSTUVWX"


def is_usable_datum(latitude: float, longitude: float) -> bool:
    """Whether a datum (deg) lies where UTM is defined: -80 <= lat <= 84, -180 <= lon <= 180 (17)."""
    return -80 <= latitude <= 84 and -180 <= longitude <= 180


def utm_zone(latitude: float, longitude: float) -> int:
    """UTM zone, 1 to 60, of a position (deg), with the exceptions around Norway and Svalbard (17)."""
    wrapped = longitude - 360 if longitude >= 180 else longitude
    if 56 <= latitude < 64 and 3 <= wrapped < 12:
        return 32
    if 72 <= latitude < 84:
        for west, east, zone in ((0, 9, 31), (9, 21, 33), (21, 33, 35), (33, 42, 37)):
            if west <= wrapped < east:
                return zone
    return math.trunc((wrapped + 180) / 6) + 1


def utm_band(latitude: float) -> str:
    """The letter of the UTM latitude band, C to X, of a latitude in [-80, 84] (deg)."""
    return _BANDS[min(int((latitude + 80) // 8), len(_BANDS) - 1)]


@dataclass(frozen=True, slots=True)
class Geodesy:
    """The UTM plane around a datum; made by ``Geodesy.at``. The run stays in the datum's zone and hemisphere."""

    latitude: float  #: deg, of the datum
    longitude: float  #: deg, of the datum
    zone: int  #: 1 to 60
    south: bool  #: false northing of 10 000 km in force
    pi: float
    origin_easting: float  #: m, of the datum in its zone
    origin_northing: float  #: m
    _projection: Proj = field(repr=False, compare=False)

    @staticmethod
    def at(latitude: float, longitude: float, *, true_pi: bool = False) -> Geodesy | None:
        """The plane around a datum (deg), or None when the datum is not usable.

        ``true_pi`` is the documented dialect; otherwise 3.14159265 as in the references, up to 9e-10 deg beside it.
        """
        if not is_usable_datum(latitude, longitude):
            return None
        from pyproj import Proj  # a fifth of a second that a mission without datum need not spend

        zone, south = utm_zone(latitude, longitude), latitude < 0
        pi = math.pi if true_pi else REFERENCE_PI
        projection = Proj(proj="utm", zone=zone, south=south, ellps="WGS84")
        easting, northing = projection(longitude * pi / math.pi, latitude * pi / math.pi)
        return Geodesy(latitude, longitude, zone, south, pi, easting, northing, projection)

    @property
    def zone_name(self) -> str:
        """Zone and band of the datum, such as ``19T``."""
        return f"{self.zone}{utm_band(self.latitude)}"

    def to_latlon(self, x: float, y: float) -> tuple[float, float] | None:
        """Latitude and longitude (deg) of a local position (m); None where the plane has no such point."""
        longitude, latitude = self._projection(x + self.origin_easting, y + self.origin_northing, inverse=True)
        return _finite(latitude / (self.pi / math.pi), longitude / (self.pi / math.pi))

    def to_latlons(self, x: Sequence[float], y: Sequence[float]) -> list[tuple[float, float] | None]:
        """``to_latlon`` of many positions, the same to the last bit."""
        if len(x) == 1:
            return [self.to_latlon(x[0], y[0])]
        east, north = [value + self.origin_easting for value in x], [value + self.origin_northing for value in y]
        longitudes, latitudes = self._projection(east, north, inverse=True)
        scale = self.pi / math.pi
        return [_finite(lat / scale, lon / scale) for lat, lon in zip(latitudes, longitudes, strict=True)]

    def to_local(self, latitude: float, longitude: float) -> tuple[float, float] | None:
        """Local x, y (m) of a position (deg); None where the plane has no such point."""
        scale = self.pi / math.pi
        easting, northing = self._projection(longitude * scale, latitude * scale)
        return _finite(easting - self.origin_easting, northing - self.origin_northing)


@dataclass(frozen=True, slots=True)
class LocalGrid:
    """The local grid around a datum (17, local-grid alternative): x and y by sines of small angles."""

    latitude: float  #: deg, of the datum
    longitude: float  #: deg, of the datum
    pi: float = REFERENCE_PI

    def radius(self, latitude: float) -> float:
        """Distance (m) from the earth's centre to its surface at a latitude (deg)."""
        tangent = math.tan(latitude * self.pi / 180)
        ratio = _SEMI_MINOR**2 / _SEMI_MAJOR**2
        return _SEMI_MINOR * math.sqrt(1 + tangent**2) / math.sqrt(ratio + tangent**2)

    def to_latlon(self, x: float, y: float) -> tuple[float, float] | None:
        """Latitude and longitude (deg) of a local position (m); None when it is farther than the radius."""
        radius = self.radius(self.latitude)
        north, east = y / radius, x / (radius * math.cos(self.latitude * self.pi / 180))
        if not (abs(north) <= 1 and abs(east) <= 1):
            return None
        per_radian = 180 / self.pi
        return self.latitude + math.asin(north) * per_radian, self.longitude + math.asin(east) * per_radian

    def to_local(self, latitude: float, longitude: float) -> tuple[float, float]:
        """Local x, y (m) of a position (deg).

        Radius and cosine are those of the position, not of the datum (so the recorded vectors show), which makes
        this the inverse of ``to_latlon`` only to first order.
        """
        per_degree = self.pi / 180
        radius = self.radius(latitude)
        x = radius * math.cos(latitude * per_degree) * math.sin((longitude - self.longitude) * per_degree)
        return x, radius * math.sin((latitude - self.latitude) * per_degree)


def _finite(one: float, other: float) -> tuple[float, float] | None:
    return (one, other) if math.isfinite(one) and math.isfinite(other) else None
