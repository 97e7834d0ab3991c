"""Currents of ocean models and reanalyses: CF NetCDF by time, depth, latitude and longitude (laws/environment 8.1).

Between the nodes linear along each axis; files may be far larger than memory: windows are read on demand.
Components are kept as complex numbers, east + i north: one multiplication serves both.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import inf, isfinite, nan
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.data.coordinates.placing import Place, Shifted, geographic
from usimmarine_py.sea.data.coordinates.systems import System
from usimmarine_py.sea.data.flows import Flow
from usimmarine_py.sea.data.grid import end_of
from usimmarine_py.sea.data.netcdf import Axis, Contents, Variable
from usimmarine_py.sea.data.staggered import Centred, centred

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Standard names of the east and the north component, then usual names.
_STANDARD = (
    ("eastward_sea_water_velocity", "northward_sea_water_velocity"),
    ("surface_eastward_sea_water_velocity", "surface_northward_sea_water_velocity"),
    ("barotropic_eastward_sea_water_velocity", "barotropic_northward_sea_water_velocity"),
    ("surface_geostrophic_eastward_sea_water_velocity", "surface_geostrophic_northward_sea_water_velocity"),
    ("sea_water_x_velocity", "sea_water_y_velocity"),
    ("x_sea_water_velocity", "y_sea_water_velocity"),
    ("surface_sea_water_x_velocity", "surface_sea_water_y_velocity"),
    ("barotropic_sea_water_x_velocity", "barotropic_sea_water_y_velocity"),
)
_NAMES = (("u_eastward", "v_northward"), ("uo", "vo"), ("u", "v"), ("water_u", "water_v"), ("ugos", "vgos"),
          ("u_east", "v_north"), ("vozocrtx", "vomecrty"), ("ubar", "vbar"))  # fmt: skip
#: What shows in a component's standard name or long name that it points to the east or north, not along the grid.
_COMPASS = ("eastward", "northward")
_GRID = ("x_velocity", "x_sea_water", "xi", "i-axis", "i axis", "grid")
#: Names of components that point along the grid of NEMO, whatever their long names say.
_ALONG = ("vozocrtx", "ubar", "u")
_UNITS = {"m s-1": 1.0, "m/s": 1.0, "m s^-1": 1.0, "m.s-1": 1.0, "meter second-1": 1.0, "meters/second": 1.0,
          "ms-1": 1.0, "": 1.0, "cm s-1": 0.01, "cm/s": 0.01}  # fmt: skip
_METRES = ("", "m", "meter", "meters", "metre", "metres")
#: Nodes of a window: layers, rows and columns; it holds one more of each.
_LAYERS, _SIDE = 8, 16
_MOST_WINDOWS = 64
#: A grid of longitudes that ends within this share of a step of its beginning goes round the globe.
_CLOSES = 1.01

#: What is missing.
OUTSIDE, BEFORE, AFTER, LAND = "outside", "before", "after", "land"


class OceanFlow(Flow):
    """The current of a file. Beyond its sides and over land there is none; above, below, before and after it, the
    nearest is held.
    """

    def __init__(
        self,
        path: str,
        *,
        variables: str = "",
        geodesy: Geodesy | None = None,
        start: Sequence[int] = (),
        crs: str = "",
    ) -> None:
        """``variables`` are east and north, ``start`` (year ... second) is the file's date at time 0, ``crs`` a
        coordinate system that counts instead of the file's own (EPSG:3413).

        Raises ``ConfigError``, ``MissingExtraError`` or ``OSError``.
        """
        self._contents = Contents(path, crs)
        east, north = self._chosen(variables)
        self._pair = east, north
        x, y, z, self._time = (east.axis(kind) for kind in "XYZT")
        if x is None or y is None or min(len(x.values), len(y.values)) < 2:
            raise ConfigError(f"{east.name} needs two axes of two and more: east and north", file=path)
        units = self._contents.attribute(east.name, "units")
        if units not in _UNITS:
            raise ConfigError(f"{east.name} is in {units!r}, not in m s-1", file=path)
        others = self._contents.attribute(north.name, "units") or units
        if _UNITS.get(others) != _UNITS[units]:
            raise ConfigError(f"{east.name} is in {units!r}, {north.name} in {others!r}", file=path)
        self._scale = _UNITS[units]
        self._u, self._v, self._wrap = list(x.values), list(y.values), False
        if x.geographic and self._u[-1] - self._u[0] + _CLOSES * (self._u[1] - self._u[0]) >= 360.0:
            self._wrap = True
            self._u = [self._u[-1] - 360.0, *self._u, self._u[0] + 360.0]
        self.remarks: list[str] = []  #: what was assumed of the file, a sentence each
        self._system = self._contents.system(east.name) if east.mesh is None else ""
        self._place = self._placed(geodesy, x.geographic)
        self._turned = self._along_grid()
        self._depths, self._down = self._layers(z)
        self._times = [0.0] if self._time is None else list(self._contents.seconds(self._time))
        self._offset = 0.0
        if start:
            if self._time is None:
                raise ConfigError("has no times, so that a start means nothing", file=path, key="current_field_start")
            self._offset = self._contents.seconds_of(self._time, start)
        self._windows: dict[tuple[int, int, int, int], NDArray[np.complex128]] = {}
        # the cell of the last look-up: first and last of u, v, depth, time; then what interpolates in it
        self._cell = (inf, -inf, inf, -inf, inf, -inf, inf, -inf)
        self._values: tuple[complex, ...] = ()
        self._patchy: tuple[complex, ...] | None = None

    def at(self, x: float, y: float, depth: float, time: float) -> tuple[float, float]:
        """Return the east and north component, m/s."""
        u, v = self._place.at(x, y)
        z, t = depth, time + self._offset
        u0, u1, v0, v1, z0, z1, t0, t1 = self._cell
        if not (u0 <= u < u1 and v0 <= v < v1 and z0 <= z < z1 and t0 <= t < t1):
            if not self._enter(u, v, z, t):
                return 0.0, 0.0
            u0, u1, v0, v1, z0, z1, t0, t1 = self._cell
        # a layer or moment that is held has no width
        p, q = u - u0, v - v0
        r = (z - z0) / (z1 - z0) if z1 - z0 < inf else 0.0
        s = (t - t0) / (t1 - t0) if t1 - t0 < inf else 0.0
        found = _linear(self._values, p, q, r, s)
        if self._patchy is not None:
            share = _linear(self._patchy, p, q, r, s).real
            found = found / share if share > 1e-9 else 0j
        return found.real, found.imag

    def lacks(self, x: float, y: float, depth: float, time: float) -> tuple[str, str]:
        """Return what is missing there."""
        t = time + self._offset
        file = f"current_field: at x={x:.0f}, y={y:.0f} m"
        u, v = self._place.at(x, y)
        if not (self._u[0] <= u <= self._u[-1] and self._v[0] <= v <= self._v[-1]):
            return OUTSIDE, f"{file} the vehicle is outside the file; no current there"
        if self._time is not None and len(self._times) > 1:
            if t < self._times[0]:
                return BEFORE, f"current_field: begins at {self._date(0)} only; until then that current acts"
            if t > self._times[-1]:
                return AFTER, f"current_field: ends at {self._date(-1)}; its last current goes on"
        self.at(x, y, depth, time)
        if self._patchy is not None and not any(self._patchy):
            return LAND, f"{file}, {depth:.0f} m deep, there is land in the file; no current there"
        return "", ""

    def summary(self) -> str:
        """Return a few words for the report."""
        axes = ", ".join(f"{len(axis.values)} {axis.kind.lower()}" for axis in self._pair[0].axes if axis.kind)
        return f"{self._pair[0].name}, {self._pair[1].name} by {axes}"

    def _placed(self, geodesy: Geodesy | None, degrees: bool) -> Place:
        """Return where the local plane lies in the file."""
        mesh, path, middle = self._pair[0].mesh, self._contents.path, 0.5 * (self._u[0] + self._u[-1])
        if mesh is not None:
            return mesh.place(geodesy)
        if isinstance(self._system, System):
            place = self._system.place(geodesy, middle, in_metres=True)
            remark = self._system.remark(geodesy)
            self.remarks += [remark] if remark else []
            return place
        if not degrees:
            assumed = "does not say its coordinate system: taken for local x and y"
            if geodesy is not None:  # without a datum there is nothing else that it could be
                self.remarks.append(f"{assumed}; crs = EPSG:CODE says otherwise")
            return Shifted()
        if geodesy is None:
            hint = "LatOrigin and LongOrigin must say where the local plane does"
            raise ConfigError(f"lies on the globe: {hint}", file=path)
        return geographic(geodesy, middle)

    def _along_grid(self) -> bool:
        """Return whether the components point along a grid whose axes are not east and north."""
        east = self._pair[0]
        if east.mesh is None and not (isinstance(self._system, System) and self._system.turned):
            return False
        if isinstance(east, Centred):
            return True
        standard = self._contents.attribute(east.name, "standard_name")
        if standard:
            return not any(word in standard for word in _COMPASS)
        described = f"{east.name.lower()} {self._contents.attribute(east.name, 'long_name')}"
        if any(word in described for word in _COMPASS):
            return False
        if east.name.lower() not in _ALONG and not any(word in described for word in _GRID):
            names = ", ".join(one.name for one in self._pair)
            self.remarks.append(f"{names}: east and north, or along the grid? The file does not say: along the grid")
        return True

    def _turn(self, i0: int, i1: int, j0: int, j1: int) -> NDArray[np.float64]:
        """Return by how much (rad, counter-clockwise) columns point away from east at nodes of the file."""
        import numpy as np

        mesh = self._pair[0].mesh
        if mesh is not None:
            return mesh.turn(i0, i1, j0, j1)
        assert isinstance(self._system, System)
        return self._system.turn(*np.meshgrid(self._u[j0:j1], self._v[i0:i1]))

    def _date(self, k: int) -> str:
        assert self._time is not None
        return self._contents.date(self._time, self._time.values[k])

    def _chosen(self, variables: str) -> tuple[Variable | Centred, Variable | Centred]:
        contents = self._contents
        names = [name.strip() for name in variables.split(",") if name.strip()]
        if not names:
            tried = [[contents.named((word,), ()) for word in pair] for pair in _STANDARD]
            tried += [[contents.named((), (word,)) for word in pair] for pair in _NAMES]
            names = next((pair for pair in tried if all(pair)), [])
            if not names:
                has = ", ".join(contents.fields()) or "none of two dimensions"
                problem = f"which variables are the current? current_field_variables says; it has {has}"
                raise ConfigError(problem, file=contents.path)
        if len(names) != 2:
            raise ConfigError("must be two variables, east and north", key="current_field_variables")
        east, north = (contents.variable(name) for name in names)
        if east.mesh is not None and north.mesh is not None and east.mesh.shape != north.mesh.shape:
            return centred(east, north, contents.path)
        if [(a.kind, a.values) for a in east.axes] != [(a.kind, a.values) for a in north.axes]:
            raise ConfigError(f"{east.name} and {north.name} lie on different grids", file=contents.path)
        return east, north

    def _layers(self, axis: Axis | None) -> tuple[list[float], bool]:
        """Return the depths of the layers, ascending, and whether the file counts downwards."""
        if axis is None:
            return [0.0], True
        if axis.units.lower() not in _METRES:
            raise ConfigError(
                f"layers in {axis.units!r}, not in m; level surfaces are needed", file=self._contents.path
            )
        upwards = axis.positive == "up" or (not axis.positive and axis.values[0] < 0.0 and axis.values[-1] <= 0.0)
        return ([-z for z in reversed(axis.values)] if upwards else list(axis.values)), not upwards

    def _enter(self, u: float, v: float, z: float, t: float) -> bool:
        us, vs = self._u, self._v
        if not (us[0] <= u <= us[-1] and vs[0] <= v <= vs[-1] and isfinite(z) and isfinite(t)):
            return False
        j, i = min(bisect_right(us, u), len(us) - 1) - 1, min(bisect_right(vs, v), len(vs) - 1) - 1
        k, z0, z1 = _between(self._depths, z)
        n, t0, t1 = _between(self._times, t)
        later, deeper = n + (t1 - t0 < inf), k + (z1 - z0 < inf)
        corners = []
        for m in (n, later):
            window = self._window(m, k // _LAYERS, i // _SIDE, j // _SIDE)
            here = window[:, i % _SIDE : i % _SIDE + 2, j % _SIDE : j % _SIDE + 2]
            corners += [here[layer - k // _LAYERS * _LAYERS].ravel().tolist() for layer in (k, deeper)]
        flat = [value for corner in corners for value in corner]
        width, height = us[j + 1] - us[j], vs[i + 1] - vs[i]
        self._patchy = None
        if any(value != value for value in flat):
            known = [0j if value != value else 1 + 0j for value in flat]
            self._patchy = _bilinear(known, width, height)
            flat = [0j if value != value else value for value in flat]
        self._values = _bilinear(flat, width, height)
        self._cell = us[j], end_of(us, j), vs[i], end_of(vs, i), z0, z1, t0, t1
        return True

    def _window(self, n: int, kb: int, ib: int, jb: int) -> NDArray[np.complex128]:
        key = n, kb, ib, jb
        found = self._windows.get(key)
        if found is None:
            while len(self._windows) >= _MOST_WINDOWS:
                del self._windows[next(iter(self._windows))]
            found = self._windows[key] = self._read(n, kb * _LAYERS, ib * _SIDE, jb * _SIDE)
        return found

    def _read(self, n: int, k0: int, i0: int, j0: int) -> NDArray[np.complex128]:
        """Read layers, rows and columns from these on, at one moment."""
        import numpy as np

        layers, columns = len(self._depths), len(self._u)
        k1, i1, j1 = min(k0 + _LAYERS + 1, layers), min(i0 + _SIDE + 1, len(self._v)), min(j0 + _SIDE + 1, columns)
        spans = {"Y": (i0, i1)}
        if self._time is not None:
            spans = {"T": (n, n + 1), **spans}
        if self._pair[0].axis("Z") is not None:
            spans["Z"] = (k0, k1) if self._down else (layers - k1, layers - k0)
        order = [kind for kind in "TZY" if kind in spans]
        parts = []
        for first, behind in self._columns(j0, j1):
            window = {kind: spans[kind] for kind in order} | {"X": (first, behind)}
            east, north = (variable.window(**window) for variable in self._pair)
            shape = (1 if "Z" not in spans else k1 - k0, i1 - i0, behind - first)
            parts.append((east + 1j * north).reshape(shape))
        values: NDArray[np.complex128] = self._scale * np.concatenate(parts, axis=2).astype(np.complex128)
        if self._turned:
            values *= np.exp(1j * self._turn(i0, i1, j0, j1))
        # one part that is missing leaves no current
        values[np.isnan(values)] = complex(nan, nan)
        if "Z" in spans and not self._down:
            values = values[::-1]
        return values

    def _columns(self, j0: int, j1: int) -> list[tuple[int, int]]:
        """Return columns of the file that make up columns of ours, round the globe."""
        if not self._wrap:
            return [(j0, j1)]
        n = len(self._u) - 2
        inner = max(j0 - 1, 0), min(j1 - 1, n)
        spans = [(n - 1, n)] if j0 == 0 else []
        if inner[0] < inner[1]:
            spans.append(inner)
        return [*spans, (0, 1)] if j1 == n + 2 else spans


def _between(nodes: list[float], value: float) -> tuple[int, float, float]:
    """Return the node below a value and the two around it; where one is held, an interval without end."""
    if value < nodes[0]:
        return 0, -inf, nodes[0]
    k = bisect_right(nodes, value) - 1
    if k == len(nodes) - 1:
        return k, nodes[-1], inf
    return k, nodes[k], nodes[k + 1]


def _bilinear(corners: Sequence[complex], width: float, height: float) -> tuple[complex, ...]:
    """Return a, b, c, d of a + b p + (c + d p) q for each four corners: here, east, north, north-east."""
    found: list[complex] = []
    for k in range(0, 16, 4):
        here, east, north, both = corners[k : k + 4]
        found += [here, (east - here) / width, (north - here) / height]
        found.append((both - east - north + here) / (width * height))
    return tuple(found)


def _linear(c: tuple[complex, ...], p: float, q: float, r: float, s: float) -> complex:
    """Interpolate over p and q at two depths and two times, between them by r and s."""
    a0, b0, c0, d0, a1, b1, c1, d1, a2, b2, c2, d2, a3, b3, c3, d3 = c
    early = a0 + b0 * p + (c0 + d0 * p) * q
    late = a2 + b2 * p + (c2 + d2 * p) * q
    if r:
        early += r * (a1 + b1 * p + (c1 + d1 * p) * q - early)
        late += r * (a3 + b3 * p + (c3 + d3 * p) * q - late)
    return early + s * (late - early)
