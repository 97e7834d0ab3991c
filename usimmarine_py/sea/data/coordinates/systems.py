"""Coordinate systems of files, by PROJ: where the local plane lies in one, and how its axes and heights point.

The only module that uses pyproj.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError, ProjError

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.data.coordinates.placing import Curved, Place, Shifted, geographic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: Units of lengths, and what they are in metres.
METRES = {
    "": 1.0, "1": 1.0, "m": 1.0, "metre": 1.0, "metres": 1.0, "meter": 1.0, "meters": 1.0,
    "km": 1000.0, "kilometre": 1000.0, "kilometres": 1000.0, "kilometer": 1000.0, "kilometers": 1000.0,
    "cm": 0.01, "dm": 0.1, "mm": 0.001, "ft": 0.3048, "feet": 0.3048, "foot": 0.3048,
    "us": 1200.0 / 3937.0, "us-ft": 1200.0 / 3937.0, "us_survey_foot": 1200.0 / 3937.0, "ftus": 1200.0 / 3937.0,
    "fathom": 1.8288, "fathoms": 1.8288,
}  # fmt: skip
#: A system that differs less (m) from the local plane's own, moved, is that one: a look-up costs an addition.
_SAME = 1e-3
#: A shift of datum that PROJ knows less well (m) is remarked upon.
_ROUGH = 5.0
_REMEDY = "crs = EPSG:CODE says which it is"


def metres_of(units: str) -> float | None:
    """Return what a unit of length is in metres; None for one that is not known."""
    return METRES.get((units.lower().split() or [""])[0])


class System:
    """The coordinate system of a file: longitude and latitude on a datum, or a projection; heights where it has some.

    u and v are its coordinates, to the east and to the north on most maps: degrees, or its own unit of length.
    """

    def __init__(self, crs: CRS, file: str) -> None:
        """Raises ``ConfigError`` for a system that has no place on the globe."""
        parts = crs.sub_crs_list if crs.is_compound else [crs]
        flat = parts[0].to_2d() if len(parts[0].axis_info) == 3 else parts[0]
        self.name, self._file, self._flat = flat.name, file, flat
        if not (flat.is_geographic or flat.is_projected):
            raise ConfigError(f"{self.name}: neither longitude and latitude nor a projection; {_REMEDY}", file=file)
        self.geographic: bool = flat.is_geographic  #: u and v are angles
        self.turned = not self.geographic or flat.is_derived  #: u need not point to the east
        #: m, of u and v; 1 for angles
        self.unit = 1.0 if self.geographic else float(flat.axis_info[0].unit_conversion_factor)
        heights = [axis for axis in parts[1].axis_info] if len(parts) > 1 else []
        #: m, of heights; None = the system has none
        self.vertical = float(heights[0].unit_conversion_factor) if heights else None
        self.heights: str = parts[1].name if heights else ""  #: name of the vertical system
        #: heights grow upwards; None = the system has none
        self.upwards = heights[0].direction.lower() == "up" if heights else None
        self._towards = Transformer.from_crs("EPSG:4326", flat, always_xy=True)

    @classmethod
    def named(cls, text: str, file: str = "") -> System:
        """Return the system of a name such as EPSG:25833 or EPSG:2264+6360, of WKT or of a PROJ string.

        Raises ``ConfigError``.
        """
        try:
            return cls(CRS.from_user_input(text), file)
        except CRSError:
            shown = shorten(" ".join(text.split()), 40)
            raise ConfigError(f"PROJ knows no coordinate system {shown!r}; {_REMEDY}", file=file) from None

    @classmethod
    def given(cls, crs: str, file: str) -> System:
        """Return the system of the parameter ``crs``. Raises ``ConfigError`` about that parameter."""
        try:
            return cls.named(crs, file)
        except ConfigError as error:
            error.key = "crs"
            raise

    @classmethod
    def of_file(cls, path: str) -> System | None:
        """Return the system of the file ``.prj`` beside a grid, None without one. Raises ``ConfigError``."""
        for ending in (".prj", ".PRJ"):
            file = Path(path).with_suffix(ending)
            if file.is_file():
                return cls.named(file.read_text(encoding="utf-8", errors="replace").strip(), str(file))
        return None

    @classmethod
    def of_mapping(cls, attributes: Mapping[str, Any], name: str, file: str) -> System:
        """Return the system of a CF grid mapping ``name``. Raises ``ConfigError``."""
        given = {key: value for key, value in attributes.items() if not (isinstance(value, str) and not value)}
        try:
            if not ({"crs_wkt", "spatial_ref", "grid_mapping_name"} & set(given)):
                for key in ("proj4", "proj4_params", "proj4text", "epsg_code"):
                    if key in given:
                        return cls(CRS.from_user_input(given[key]), file)
            return cls(CRS.from_cf(given), file)
        except (CRSError, KeyError, TypeError, ValueError) as error:
            what = f"it lacks {error}" if isinstance(error, KeyError) else "PROJ does not know it"
            raise ConfigError(f"grid mapping {name}: {what}; {_REMEDY}", file=file) from None

    def place(self, geodesy: Geodesy | None, middle: float, in_metres: bool) -> Place:
        """Return where the local plane lies in u and v: degrees, longitudes within half a turn of ``middle``, or the
        system's unit of length, or m.

        Raises ``ConfigError``.
        """
        if geodesy is None:
            hint = "LatOrigin and LongOrigin must say where the local plane does"
            raise ConfigError(f"lies on the globe ({self.name}): {hint}", file=self._file)
        if self.geographic and self._flat.equals(CRS.from_epsg(4326), ignore_axis_order=True):
            return geographic(geodesy, middle)
        towards, unit, whole = self._towards, self.unit if in_metres else 1.0, 360.0 if self.geographic else inf

        def project(x: float, y: float) -> tuple[float, float]:
            found = geodesy.to_latlon(x, y)
            if found is None:
                return nan, nan
            u, v = towards.transform(found[1], found[0])
            if not (isfinite(u) and isfinite(v)):
                return nan, nan
            if whole < inf:
                return middle + (u - middle + 180.0) % whole - 180.0, v
            return unit * u, unit * v

        u, v = project(0.0, 0.0)
        if u != u:
            where = f"{geodesy.latitude:g}, {geodesy.longitude:g}"
            raise ConfigError(f"{self.name} does not reach LatOrigin, LongOrigin {where}", file=self._file)
        if not self.geographic and (in_metres or self.unit == 1.0):
            far = [(x, y, *project(x, y)) for x, y in ((2e4, 0.0), (0.0, 2e4), (-2e4, -2e4))]
            if all(abs(a - u - x) < _SAME and abs(b - v - y) < _SAME for x, y, a, b in far):
                return Shifted(u, v)
        return Curved(project)

    def globe(self, u: float, v: float) -> tuple[float, float]:
        """Return latitude and longitude (deg, WGS 84) of a place in the system's own unit."""
        longitude, latitude = self._towards.transform(u, v, direction="INVERSE")
        return float(latitude), float(longitude)

    def remark(self, geodesy: Geodesy | None) -> str:
        """Return how well the shift from the file's datum is known, where that is badly; else an empty text."""
        if geodesy is None:
            return ""
        self._towards.transform(geodesy.longitude, geodesy.latitude)
        try:
            used = self._towards.get_last_used_operation()
        except ProjError:
            return ""  # WGS 84 itself
        body = self._flat.ellipsoid
        if "ballpark" in used.description.lower() and (body is None or body.inverse_flattening != 0.0):
            return f"{self.name}: how its datum lies to WGS 84 is not known, none is assumed"
        if used.accuracy > _ROUGH:
            return f"{self.name}: the shift of its datum is known to {used.accuracy:g} m only"
        return ""

    def turn(self, u: Array, v: Array) -> Array:
        """Return by how much (rad, counter-clockwise seen from above) u points away from east at places u, v (m, deg).

        The convergence of the grid, taken from places some metres apart.
        """
        import numpy as np

        from usimmarine_py.maths.earth import way_east

        step = 1e-4 if self.geographic else 10.0
        lon0, lat0 = self._towards.transform((u - step) / self.unit, v / self.unit, direction="INVERSE")
        lon1, lat1 = self._towards.transform((u + step) / self.unit, v / self.unit, direction="INVERSE")
        east = (np.asarray(lon1) - np.asarray(lon0) + 180.0) % 360.0 - 180.0
        found: Array = way_east(np.asarray(lat1) - lat0, east, np.radians(0.5 * (np.asarray(lat0) + lat1)))
        return found
