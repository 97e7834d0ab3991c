"""CF NetCDF: variables and axes by their standard names, values in windows, missing ones as nan.

The only module that uses netCDF4 (extra ``ocean``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from usimmarine_py.errors import ConfigError, MissingExtraError, suggest
from usimmarine_py.sea.data.grid import GridFile
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: What tells an axis: standard_name, beginning of the units, usual names; in lower case.
_TELLS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "X": (
        ("longitude", "projection_x_coordinate"),
        ("degrees_east", "degree_east", "degrees_e"),
        ("lon", "longitude", "x", "easting"),
    ),
    "Y": (
        ("latitude", "projection_y_coordinate"),
        ("degrees_north", "degree_north", "degrees_n"),
        ("lat", "latitude", "y", "northing"),
    ),
    "Z": (("depth", "height", "altitude"), (), ("depth", "lev", "level", "z", "deptht", "depthu", "height")),
    "T": (("time",), (), ("time", "t", "time_counter", "ocean_time")),
}
_DOWN = frozenset({"depth", "model_sea_floor_depth_below_geoid", "model_sea_floor_depth_below_sea_level"})
_UP = frozenset({"altitude", "surface_altitude", "bedrock_altitude", "height"})
_BED_NAMES = ("elevation", "z", "topo", "bathymetry", "bathy", "band1", "depth", "deptho", "h", "altitude")
_DOWN_NAMES = frozenset({"depth", "deptho", "h"})
#: Units of lengths, and what they are in metres.
_METRES = {
    "": 1.0, "1": 1.0, "m": 1.0, "metre": 1.0, "metres": 1.0, "meter": 1.0, "meters": 1.0,
    "km": 1000.0, "kilometre": 1000.0, "kilometres": 1000.0, "kilometer": 1000.0, "kilometers": 1000.0,
    "cm": 0.01, "dm": 0.1, "mm": 0.001, "ft": 0.3048, "feet": 0.3048, "foot": 0.3048,
}  # fmt: skip
#: Axes of a grid whose poles lie elsewhere.
_ROTATED = ("grid_longitude", "grid_latitude")
#: Bytes of decompressed chunks that the library may keep of one variable.
_CHUNK_CACHE = 8_000_000


@dataclass(frozen=True)
class Axis:
    """One dimension of a variable: ascending coordinates, and how they lie in the file."""

    kind: str  #: X, Y, Z or T; empty = of no meaning to us
    values: tuple[float, ...]
    reverse: bool = False  #: the file has them descending
    units: str = ""
    calendar: str = "standard"
    positive: str = ""  #: of a vertical axis: up or down; empty = the file does not say

    @property
    def geographic(self) -> bool:
        """Degrees of longitude or latitude."""
        return self.units.lower().startswith("degree")


class Variable:
    """A variable of a file as its axes describe it."""

    def __init__(self, raw: Any, axes: Sequence[Axis]) -> None:
        self._raw, self.axes = raw, tuple(axes)
        self.name: str = raw.name
        if hasattr(raw, "set_var_chunk_cache") and raw.chunking() not in (None, "contiguous"):
            raw.set_var_chunk_cache(size=_CHUNK_CACHE)

    def axis(self, kind: str) -> Axis | None:
        """The axis of a kind."""
        return next((axis for axis in self.axes if axis.kind == kind), None)

    def window(self, **spans: tuple[int, int]) -> NDArray[np.float64]:
        """Values with the axes in the order of ``spans`` (first, behind the last; indices of ascending coordinates).

        Axes that are not named, of one value each, are left out. nan where the file has none.
        """
        import numpy as np

        index: list[slice | int] = []
        for axis in self.axes:
            if axis.kind not in spans:
                index.append(0)
                continue
            first, behind = spans[axis.kind]
            n = len(axis.values)
            index.append(slice(n - behind, n - first) if axis.reverse else slice(first, behind))
        try:
            masked = np.ma.asarray(self._raw[tuple(index)])
        except (OSError, RuntimeError):
            where = self._raw.group().filepath()
            raise ConfigError(f"{self.name} is damaged or cut short: cannot be read here", file=where) from None
        found: NDArray[np.float64] = np.ma.filled(masked.astype(np.float64), np.nan)
        named = [axis for axis in self.axes if axis.kind in spans]
        found = found[tuple(slice(None, None, -1) if axis.reverse else slice(None) for axis in named)]
        kinds = [axis.kind for axis in named]
        ordered: NDArray[np.float64] = found.transpose([kinds.index(kind) for kind in spans])
        return ordered


class Contents:
    """An open file."""

    def __init__(self, path: str) -> None:
        try:
            import netCDF4
        except ImportError as error:
            raise MissingExtraError("a NetCDF file", "netCDF4", "ocean") from error
        self.path = path
        with Path(path).open("rb"):
            pass  # a file of this machine: the library would fetch an address, too
        self._file = netCDF4.Dataset(path)
        self._num2date: Any = netCDF4.num2date

    def named(self, standard: Sequence[str], names: Sequence[str]) -> str:
        """The variable with one of these standard names, else with one of these names (any case); empty if none."""
        for word in standard:
            for name, raw in self._file.variables.items():
                if _text(raw, "standard_name") == word and len(raw.dimensions) >= 2:
                    return str(name)
        lower = {name.lower(): str(name) for name in self._file.variables}
        return next((lower[n] for n in names if n in lower and len(self._file.variables[lower[n]].dimensions) >= 2), "")

    def fields(self) -> list[str]:
        """Variables of two dimensions and more."""
        return [str(name) for name, raw in self._file.variables.items() if len(raw.dimensions) >= 2]

    def attribute(self, name: str, attribute: str) -> str:
        """An attribute of a variable in lower case; empty if it has none."""
        return _text(self._file.variables[name], attribute)

    def variable(self, name: str) -> Variable:
        """A variable with its axes. Raises ``ConfigError``."""
        if name not in self._file.variables:
            guess = suggest(name, self.fields())
            raise ConfigError(f"has no variable {name}", file=self.path, suggestion=guess)
        raw = self._file.variables[name]
        axes = [self._axis(dimension, raw) for dimension in raw.dimensions]
        for axis, dimension in zip(axes, raw.dimensions, strict=True):
            if not axis.kind and len(axis.values) > 1:
                raise ConfigError(f"{name}: nothing says what its axis {dimension} is", file=self.path)
        return Variable(raw, axes)

    def metres(self, name: str, units: str) -> float:
        """What a unit of length is in metres. Raises ``ConfigError``."""
        found = _METRES.get((units.lower().split() or [""])[0])
        if found is None:
            raise ConfigError(f"{name} is in {units!r}, which is no length known here, such as m", file=self.path)
        return found

    def seconds(self, axis: Axis) -> tuple[float, ...]:
        """The times of an axis in s since the first of them. Raises ``ConfigError``."""
        first = self._calendar(axis, axis.values[0])
        found = [(self._calendar(axis, value) - first).total_seconds() for value in axis.values]
        return tuple(found)

    def seconds_of(self, axis: Axis, year_to_second: Sequence[int]) -> float:
        """A date (UTC: year, month, day, hour, minute, second) in s since the first time of an axis."""
        import cftime

        moment = cftime.datetime(*year_to_second, calendar=axis.calendar)
        return float((moment - self._calendar(axis, axis.values[0])).total_seconds())

    def date(self, axis: Axis, value: float) -> str:
        """A time of an axis in words."""
        return str(self._calendar(axis, value))

    def _calendar(self, axis: Axis, value: float) -> Any:
        try:
            return self._num2date([value], axis.units, axis.calendar, only_use_cftime_datetimes=True)[0]
        except ValueError as error:
            raise ConfigError(f"time in {axis.units!r}: {error}", file=self.path) from None

    def _axis(self, dimension: str, owner: Any) -> Axis:
        import numpy as np

        raw = self._file.variables.get(dimension)
        if raw is None or len(raw.dimensions) != 1:
            # an auxiliary coordinate along this dimension alone serves, too
            others = [self._file.variables.get(word) for word in _text(owner, "coordinates", lower=False).split()]
            raw = next((one for one in others if one is not None and one.dimensions == (dimension,)), None)
        size = len(self._file.dimensions[dimension])
        if raw is None:
            if size > 1:
                hint = "; a curvilinear grid has to be put on a rectangular one first"
                raise ConfigError(f"{owner.name}: axis {dimension} has no coordinates{hint}", file=self.path)
            return Axis("", (0.0,))
        values = np.ma.filled(np.ma.asarray(raw[:]).astype(np.float64), np.nan)
        steps = np.diff(values)
        reverse = bool(len(steps) and steps[0] < 0.0)
        if len(values) == 0 or not np.isfinite(values).all() or not (np.all(steps > 0) or np.all(steps < 0)):
            raise ConfigError(f"{dimension}: coordinates must rise or fall all the way", file=self.path)
        units, positive = _text(raw, "units", lower=False), _text(raw, "positive")
        if _text(raw, "standard_name") in _ROTATED:
            hint = "has to be put on latitudes and longitudes first"
            raise ConfigError(f"{owner.name}: axis {dimension} is of a rotated grid, which {hint}", file=self.path)
        kind = _kind(dimension, raw, units)
        if kind in ("X", "Y") and not units.lower().startswith("degree"):
            values = self.metres(dimension, units) * values
        ordered = tuple((values[::-1] if reverse else values).tolist())
        calendar = _text(raw, "calendar") or "standard"
        return Axis(kind, ordered, reverse, units, calendar, positive)


def _text(raw: Any, attribute: str, *, lower: bool = True) -> str:
    value = getattr(raw, attribute, "")
    text = value.strip() if isinstance(value, str) else ""
    return text.lower() if lower else text


def _kind(dimension: str, raw: Any, units: str) -> str:
    standard, axis = _text(raw, "standard_name"), _text(raw, "axis").upper()
    for kind, (standards, _, _) in _TELLS.items():
        if standard in standards:
            return kind
    if " since " in units:
        return "T"
    for kind, (_, beginnings, _) in _TELLS.items():
        if any(units.lower().startswith(word) for word in beginnings):
            return kind
    if axis in _TELLS:
        return axis
    return next((kind for kind, (_, _, names) in _TELLS.items() if dimension.lower() in names), "")


class _Field:
    """Two axes of a variable as the source of a grid."""

    def __init__(self, variable: Variable, path: str, scale: float) -> None:
        self._scale = scale
        x, y = variable.axis("X"), variable.axis("Y")
        if x is None or y is None or len(x.values) < 2 or len(y.values) < 2:
            raise ConfigError(f"{variable.name} needs two axes of two and more: east and north", file=path)
        if any(axis.kind in "ZT" and len(axis.values) > 1 for axis in variable.axes if axis.kind):
            raise ConfigError(f"{variable.name} changes with time or depth; a sea bed must not", file=path)
        self.columns, self.rows, self._variable = x.values, y.values, variable
        self.system = "latlon" if x.geographic and y.geographic else ""

    def block(self, i0: int, i1: int, j0: int, j1: int) -> NDArray[np.float64]:
        """Values of rows from the south and columns."""
        return self._scale * self._variable.window(Y=(i0, i1), X=(j0, j1))


def open_netcdf(path: str, variable: str) -> GridFile:
    """The sea bed of a file: ``variable``, or the one whose standard name or name tells. Raises ``ConfigError``."""
    contents = Contents(path)
    name = variable or _bed_name(contents)
    found = contents.variable(name)
    source = _Field(found, path, contents.metres(name, contents.attribute(name, "units")))
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
    return GridFile(source, source.system, upwards)


def _bed_name(contents: Contents) -> str:
    fields = contents.fields()
    tells = [contents.attribute(name, "standard_name") for name in fields]
    for name, standard in zip(fields, tells, strict=True):
        if standard in _DOWN | _UP or standard.startswith(("sea_floor_depth", "height_above")):
            return name
    found = contents.named((), _BED_NAMES)
    if not found and len(fields) == 1:
        return fields[0]
    if not found:
        has = f"it has {', '.join(fields)}" if fields else "it has none of two dimensions"
        raise ConfigError(f"which variable is the sea bed? bathymetry_variable says; {has}", file=contents.path)
    return found
