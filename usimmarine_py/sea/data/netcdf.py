"""CF NetCDF by xarray: variables and axes by their standard names, values in windows, missing ones as nan.

The only module that uses xarray, netCDF4 and cftime (extra ``ocean``).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from usimmarine_py.errors import ConfigError, MissingExtraError, suggest
from usimmarine_py.sea.data.coordinates.mesh import Mesh
from usimmarine_py.sea.data.coordinates.systems import System, metres_of
from usimmarine_py.sea.data.grid import GridFile
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Kinds of axes by their standard names, and by usual names.
_STANDARD = {
    "longitude": "X", "projection_x_coordinate": "X", "latitude": "Y", "projection_y_coordinate": "Y",
    "grid_longitude": "X", "grid_latitude": "Y",
    "depth": "Z", "height": "Z", "altitude": "Z", "time": "T",
}  # fmt: skip
#: Longitudes and latitudes by name.
_GLOBE = {"lon": "X", "longitude": "X", "nav_lon": "X", "glamt": "X", "lon_rho": "X", "lat": "Y", "latitude": "Y",
          "nav_lat": "Y", "gphit": "Y", "lat_rho": "Y"}  # fmt: skip
_NAMES = {
    "lon": "X", "longitude": "X", "x": "X", "easting": "X", "lat": "Y", "latitude": "Y", "y": "Y", "northing": "Y",
    "depth": "Z", "lev": "Z", "level": "Z", "z": "Z", "deptht": "Z", "depthu": "Z", "height": "Z",
    "time": "T", "t": "T", "time_counter": "T", "ocean_time": "T",
}  # fmt: skip
_DOWN = frozenset({"depth", "model_sea_floor_depth_below_geoid", "model_sea_floor_depth_below_sea_level"})
_UP = frozenset({"altitude", "surface_altitude", "bedrock_altitude", "height"})
_BED_NAMES = ("elevation", "z", "topo", "bathymetry", "bathy", "band1", "depth", "deptho", "h", "altitude")
_DOWN_NAMES = frozenset({"depth", "deptho", "h"})
#: Coordinates of layers that follow the bed.
_FOLLOWING = ("ocean_s_coordinate", "ocean_sigma")
#: Axes of a grid whose poles lie elsewhere.
_ROTATED = ("grid_longitude", "grid_latitude")
#: Bytes of decompressed chunks that the library may keep of one variable.
_CHUNK_CACHE = 8_000_000


@dataclass(frozen=True)
class Axis:
    """One dimension of a variable."""

    kind: str  #: X, Y, Z or T; empty = of no meaning to us
    values: tuple[float, ...]  #: ascending
    reverse: bool = False  #: the file has them descending
    units: str = ""
    calendar: str = "standard"
    positive: str = ""  #: of a vertical axis: up or down; empty = the file does not say
    standard: str = ""  #: its standard name

    @property
    def geographic(self) -> bool:
        """Degrees of longitude or latitude."""
        return self.units.lower().startswith("degree")


class Variable:
    """A variable of a file, its dimensions named by the kinds of its axes and ascending."""

    def __init__(self, contents: Contents, name: str, data: Any, axes: Sequence[Axis], mesh: Mesh | None) -> None:
        self.name, self.axes, self._contents = name, tuple(axes), contents
        self.mesh = mesh  #: of a curvilinear grid, whose columns and rows are counted
        self._valid = _valid(data)
        order = {dimension: slice(None, None, -1) if axis.reverse else slice(None) if axis.kind else 0
                 for dimension, axis in zip(data.dims, axes, strict=True)}  # fmt: skip
        kinds = {dimension: axis.kind for dimension, axis in zip(data.dims, axes, strict=True) if axis.kind}
        self._data = data.isel(order).rename(kinds)

    def axis(self, kind: str) -> Axis | None:
        """Return the axis of a kind."""
        return next((axis for axis in self.axes if axis.kind == kind), None)

    def window(self, **spans: tuple[int, int]) -> NDArray[np.float64]:
        """Return values with the axes in the order of ``spans`` (first, behind the last), the first of all other axes.

        nan where the file has none.
        """
        import numpy as np

        index = {kind: slice(*spans[kind]) if kind in spans else 0 for kind in self._data.dims}
        try:
            found: NDArray[np.float64] = self._data.isel(index).transpose(*spans).values.astype(np.float64)
        except (OSError, RuntimeError):
            problem = f"{self.name} is damaged or cut short: cannot be read here"
            raise ConfigError(problem, file=self._contents.path) from None
        low, high, unwritten = self._valid
        found[(found < low) | (found > high) | (found == unwritten)] = np.nan
        return found


class Contents:
    """An open file."""

    def __init__(self, path: str, crs: str = "") -> None:
        """``crs``: a coordinate system that counts instead of those that the file names."""
        try:
            import netCDF4
            import xarray
        except ImportError as error:
            raise MissingExtraError("a NetCDF file", error.name or "xarray", "ocean") from error
        self.path = path
        self._crs = System.given(crs, path) if crs else None
        with Path(path).open("rb"):
            pass  # a file of this machine: the library would fetch an address, too
        usual = netCDF4.get_chunk_cache()
        netCDF4.set_chunk_cache(_CHUNK_CACHE)
        try:
            self._file = xarray.open_dataset(
                path, engine="netcdf4", cache=False, decode_times=False, decode_coords=False
            )
        except ValueError as error:
            raise ConfigError(f"cannot be read: {error}", file=path) from None
        finally:
            netCDF4.set_chunk_cache(*usual)
        self._variables: dict[str, Any] = {str(name): raw for name, raw in self._file.variables.items()}

    def named(self, standard: Sequence[str], names: Sequence[str]) -> str:
        """Return the variable with one of these standard names, else one of these names (any case); empty if none."""
        fields = self.fields()
        for word in standard:
            for name in fields:
                if self.attribute(name, "standard_name") == word:
                    return name
        lower = {name.lower(): name for name in fields}
        return next((lower[name] for name in names if name in lower), "")

    def fields(self) -> list[str]:
        """Return the variables of two dimensions and more."""
        return [name for name, raw in self._variables.items() if raw.ndim >= 2]

    def attribute(self, name: str, attribute: str) -> str:
        """Return an attribute of a variable in lower case; empty if it has none."""
        return _text(self._variables[name], attribute).lower()

    def variable(self, name: str) -> Variable:
        """Return a variable of a name. Raises ``ConfigError``."""
        if name not in self._variables:
            guess = suggest(name, self.fields())
            raise ConfigError(f"has no variable {name}", file=self.path, suggestion=guess)
        data = self._file[name].drop_vars(list(self._file[name].coords))
        system = self.system(name)
        # rows and columns of a projection are its own; else longitudes and latitudes of each node count
        counted = None if isinstance(system, System) and self._measured(data, system) else self._counted(name, data)
        on_mesh = {} if counted is None else dict(zip(counted[1], "YX", strict=True))
        unit = system.unit if isinstance(system, System) else 1.0
        axes = [
            Axis(on_mesh[str(dimension)], tuple(map(float, range(size))))
            if str(dimension) in on_mesh
            else self._axis(str(dimension), size, name, unit)
            for dimension, size in data.sizes.items()
        ]
        for axis, dimension in zip(axes, data.dims, strict=True):
            if not axis.kind and len(axis.values) > 1:
                raise ConfigError(f"{name}: nothing says what its axis {dimension} is", file=self.path)
        for axis in axes:
            if axis.standard in _ROTATED and not isinstance(system, System):
                problem = f"{name}: a rotated grid, but no grid_mapping says where its pole is; crs = may say"
                raise ConfigError(problem, file=self.path)
            plane = axis.kind in ("X", "Y") and axis.units and counted is None
            if plane and isinstance(system, System) and axis.geographic != system.geographic:
                problem = f"{name}: an axis is in {axis.units}, which {system.name} has not"
                raise ConfigError(problem, file=self.path, key="crs" if self._crs is not None else "")
        return Variable(self, name, data, axes, None if counted is None else counted[0])

    def system(self, name: str) -> System | str:
        """Return the coordinate system of a variable's grid: that given, or that of its grid mapping (CF 5.6).

        An empty text if there is neither.

        Raises ``ConfigError``.
        """
        if self._crs is not None:
            return self._crs
        words = _text(self._variables[name], "grid_mapping").replace(":", " ").split()
        if not words:
            return ""
        if words[0] not in self._variables:
            raise ConfigError(f"{name}: grid mapping {words[0]} is not in the file", file=self.path)
        attributes = self._variables[words[0]].attrs
        return System.of_mapping({str(key): _plain(value) for key, value in attributes.items()}, words[0], self.path)

    def _measured(self, data: Any, system: System) -> bool:
        """Return whether a variable's rows and columns have coordinates in a system."""
        raws = [self._variables.get(str(dimension)) for dimension in data.dims[-2:]]
        if any(raw is None for raw in raws):
            return False
        return not system.geographic or any(_text(raw, "units").lower().startswith("degree") for raw in raws)

    def _counted(self, name: str, data: Any) -> tuple[Mesh, tuple[str, str]] | None:
        """Return the mesh of a variable on two axes that have no coordinates alone, but longitudes and latitudes
        together, and the names of these axes: rows, columns.
        """
        import numpy as np

        own = (self._variables[str(dimension)] for dimension in data.dims if str(dimension) in self._variables)
        if any(_on_globe("", raw) for raw in own):
            return None
        found: dict[str, Any] = {}
        named = _text(self._variables[name], "coordinates").split()
        for key in (*named, *self._variables):
            raw = self._variables.get(key)
            if raw is None or raw.ndim != 2 or not set(raw.dims) <= set(data.dims):
                continue
            kind = _on_globe(key, raw)
            if kind:
                found.setdefault(kind, raw)
        if set(found) != {"X", "Y"} or found["X"].dims != found["Y"].dims:
            return None
        longitude, latitude = (np.where(np.abs(found[kind].values) < 1e4, found[kind].values, np.nan) for kind in "XY")
        dims = tuple(str(dimension) for dimension in found["X"].dims)
        return Mesh(longitude.astype(np.float64), latitude.astype(np.float64), self.path), (dims[0], dims[1])

    def metres(self, name: str, units: str) -> float:
        """Return what a unit of length is in metres. Raises ``ConfigError``."""
        found = metres_of(units)
        if found is None:
            raise ConfigError(f"{name} is in {units!r}, which is no length known here, such as m", file=self.path)
        return found

    def seconds(self, axis: Axis) -> tuple[float, ...]:
        """Return the times of an axis in s since the first of them. Raises ``ConfigError``."""
        dates = self._dates(axis, axis.values)
        return tuple((date - dates[0]).total_seconds() for date in dates)

    def seconds_of(self, axis: Axis, year_to_second: Sequence[int]) -> float:
        """Return a date (UTC: year, month, day, hour, minute, second) in s since the first time of an axis."""
        import cftime

        moment = cftime.datetime(*year_to_second, calendar=axis.calendar)
        return float((moment - self._dates(axis, axis.values[:1])[0]).total_seconds())

    def date(self, axis: Axis, value: float) -> str:
        """Return a time of an axis as a date."""
        return str(self._dates(axis, [value])[0])

    def _dates(self, axis: Axis, values: Sequence[float]) -> Any:
        import cftime

        try:
            return cftime.num2date(list(values), axis.units, axis.calendar, only_use_cftime_datetimes=True)
        except ValueError as error:
            raise ConfigError(f"time in {axis.units!r}: {error}", file=self.path) from None

    def _axis(self, dimension: str, size: int, owner: str, unit: float = 1.0) -> Axis:
        """Return a dimension's coordinates; ``unit`` (m) is that of lengths that have none."""
        import numpy as np

        # an auxiliary coordinate along this dimension alone serves, too
        names = (dimension, *_text(self._variables[owner], "coordinates").split())
        known = (self._variables[name] for name in names if name in self._variables)
        raw = next((one for one in known if one.dims == (dimension,)), None)
        if raw is None:
            if size > 1:
                raise ConfigError(f"{owner}: axis {dimension} has no coordinates", file=self.path)
            return Axis("", (0.0,))
        if _text(raw, "standard_name").lower().startswith(_FOLLOWING):
            layers = f"{owner}: its layers follow the bed ({dimension})"
            remedy = "take a file with levels of depth, or its depth mean (current_field_variables = ubar,vbar in ROMS)"
            raise ConfigError(f"{layers}; {remedy}", file=self.path)
        values = raw.values.astype(np.float64)
        steps = np.diff(values)
        reverse = bool(len(steps) and steps[0] < 0.0)
        if len(values) == 0 or not np.isfinite(values).all() or not (np.all(steps > 0) or np.all(steps < 0)):
            raise ConfigError(f"{dimension}: coordinates must rise or fall all the way", file=self.path)
        units, standard = _text(raw, "units"), _text(raw, "standard_name").lower()
        kind = _kind(dimension, standard, units, _text(raw, "axis").upper())
        if kind in ("X", "Y") and not units.lower().startswith("degree"):
            values = (self.metres(dimension, units) if units else unit) * values
        ordered = tuple((values[::-1] if reverse else values).tolist())
        calendar = _text(raw, "calendar").lower() or "standard"
        return Axis(kind, ordered, reverse, units, calendar, _text(raw, "positive").lower(), standard)


def _text(raw: Any, attribute: str) -> str:
    value = raw.attrs.get(attribute, "")
    return value.strip() if isinstance(value, str) else ""


def _plain(value: Any) -> Any:
    """Return an attribute as Python's own types."""
    return value.tolist() if hasattr(value, "tolist") else value


def _on_globe(name: str, raw: Any) -> str:
    """Return X for longitudes, Y for latitudes of the globe, else an empty text."""
    units, standard = _text(raw, "units").lower(), _text(raw, "standard_name").lower()
    if standard in ("longitude", "latitude"):
        return _STANDARD[standard]
    if standard or not units:
        return "" if standard else _GLOBE.get(name.lower(), "")
    return {"degrees_e": "X", "degree_ea": "X", "degrees_n": "Y", "degree_no": "Y"}.get(units[:9], "")


def _kind(dimension: str, standard: str, units: str, axis: str) -> str:
    if standard in _STANDARD:
        return _STANDARD[standard]
    if " since " in units:
        return "T"
    if units.lower().startswith(("degrees_east", "degree_east", "degrees_e")):
        return "X"
    if units.lower().startswith(("degrees_north", "degree_north", "degrees_n")):
        return "Y"
    return axis if axis in ("X", "Y", "Z", "T") else _NAMES.get(dimension.lower(), "")


def _valid(data: Any) -> tuple[float, float, float]:
    """Return the least and the greatest valid value, and that of nodes that were never written (nan = nothing).

    xarray knows the marks of missing values that a file names, not these (CF 2.5.1).
    """
    import netCDF4

    given, packing = data.attrs, data.encoding
    low, high = given.get("valid_range", (given.get("valid_min", -inf), given.get("valid_max", inf)))
    kind = packing.get("dtype", data.dtype).str[1:]
    marked = "_FillValue" in packing or kind in ("i1", "u1")
    unwritten = nan if marked else netCDF4.default_fillvals.get(kind, nan)
    scale, offset = float(packing.get("scale_factor", 1.0)), float(packing.get("add_offset", 0.0))
    one, other, fill = (scale * float(value) + offset for value in (low, high, unwritten))
    return min(one, other), max(one, other), fill


class _Field:
    """Two axes of a variable as the source of a grid."""

    def __init__(self, variable: Variable, path: str) -> None:
        x, y = variable.axis("X"), variable.axis("Y")
        if x is None or y is None or len(x.values) < 2 or len(y.values) < 2:
            raise ConfigError(f"{variable.name} needs two axes of two and more: east and north", file=path)
        if any(axis.kind in "ZT" and len(axis.values) > 1 for axis in variable.axes if axis.kind):
            raise ConfigError(f"{variable.name} changes with time or depth; a sea bed must not", file=path)
        self.columns, self.rows, self._variable = x.values, y.values, variable
        self.system = "latlon" if x.geographic and y.geographic else ""

    def block(self, i0: int, i1: int, j0: int, j1: int) -> NDArray[np.float64]:
        """Return values of rows from the south and columns."""
        return self._variable.window(Y=(i0, i1), X=(j0, j1))


def open_netcdf(path: str, variable: str, crs: str = "") -> GridFile:
    """Open the sea bed of a file: ``variable``, or the one that its standard name or name tells.

    Raises ``ConfigError``.
    """
    contents = Contents(path, crs)
    name = variable or _bed_name(contents)
    found = contents.variable(name)
    units = contents.attribute(name, "units")
    source = _Field(found, path)
    standard, positive = contents.attribute(name, "standard_name"), contents.attribute(name, "positive")
    upwards: bool | None = None
    if positive in ("up", "down"):
        upwards = positive == "up"
    elif standard in _DOWN or standard.startswith("sea_floor_depth"):
        upwards = False
    elif standard in _UP or standard.startswith("height_above"):
        upwards = True
    elif not standard and name.lower() in _DOWN_NAMES:
        upwards = False
    system = contents.system(name) or source.system
    metres = contents.metres(name, units) if units else None
    return GridFile(source, system, upwards, metres, in_metres=True, mesh=found.mesh)


def _bed_name(contents: Contents) -> str:
    fields = contents.fields()
    for name in fields:
        standard = contents.attribute(name, "standard_name")
        if standard in _DOWN | _UP or standard.startswith(("sea_floor_depth", "height_above")):
            return name
    found = contents.named((), _BED_NAMES)
    if not found and len(fields) == 1:
        return fields[0]
    if not found:
        has = f"it has {', '.join(fields)}" if fields else "it has none of two dimensions"
        raise ConfigError(f"which variable is the sea bed? bathymetry_variable says; {has}", file=contents.path)
    return found
