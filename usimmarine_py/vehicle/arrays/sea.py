"""Waves and currents for floats and arrays (laws/environment 1, 2, 4, 6). Directions TOWARDS, rad from north."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.kernels import waves as kernels
from usimmarine_py.kernels.arrays import on_arrays
from usimmarine_py.kernels.current import depth_factor
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.maths.plane.current_field import CurrentVector, read_current_field
from usimmarine_py.maths.plane.current_field import CurrentVectorField as Field
from usimmarine_py.sea import beaufort as table
from usimmarine_py.sea.waves import SPECTRUM_NAMES, spectrum, wave_field
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.inputs import at_least, finite, real

#: Names of wave spectra; ittc, issc, bretschneider and pm are one.
SPECTRA: tuple[str, ...] = tuple(SPECTRUM_NAMES)
_encounter, _elevation = on_arrays(kernels.encounter_frequency), on_arrays(kernels.elevation)
_velocity, _acceleration = on_arrays(kernels.orbital_velocity), on_arrays(kernels.orbital_acceleration)


def wave_spectrum(omega: ArrayLike, hs: float, omega_p: float, kind: str = "ittc", gamma: float = 3.3) -> Array:
    """S(omega) (m2 s, (...)), one-sided, of the elevation; Hs = 4 sqrt(integral of S).

    ``omega`` and its peak ``omega_p`` > 0 in rad/s, ``hs`` in m, ``gamma`` the peak enhancement of jonswap (whose
    published factor keeps Hs within 0.2 % for 1 to 5, 1 % at 7); ``kind`` of ``SPECTRA``. ConfigError for numbers
    that cannot be. 0 for frequencies up to 0. Source: laws/environment 4.1.

    >>> w = np.linspace(0.01, 12.0, 20000)
    >>> round(4.0 * np.sqrt(wave_spectrum(w, 2.0, 0.8).sum() * (w[1] - w[0])).item(), 3)
    2.0
    """
    name = _kind(kind)
    at_least(hs, 0.0, "hs")
    at_least(omega_p, 0.0, "omega_p", above=True)
    at_least(gamma, 1.0, "gamma")
    frequency = finite(real(omega, "omega"), "omega")
    law = np.vectorize(lambda w: spectrum(name, w, hs, omega_p, gamma), otypes=[float])
    return np.asarray(law(frequency))


def _kind(kind: str) -> str:
    if kind.lower() not in SPECTRUM_NAMES:
        raise ConfigError(
            f"must be one of {', '.join(SPECTRA)}, not {kind!r}", key="kind", suggestion=suggest(kind, SPECTRA)
        )
    return SPECTRUM_NAMES[kind.lower()]


def peak_frequency(hs: ArrayLike) -> Array:
    """Peak (rad/s) of a fully developed sea of significant height ``hs`` > 0 (m): (0.622/Hs^2)^(1/4).

    >>> peak_frequency([0.5, 2.0]).round(3).tolist()
    [1.256, 0.628]
    """
    height = np.asarray(hs, dtype=float)
    if not (height > 0.0).all():
        raise ConfigError("must be above 0: a calm sea has no peak", key="hs")
    return np.asarray(on_arrays(kernels.peak_frequency)(height))


def encounter_frequency(omega: ArrayLike, speed: ArrayLike, beta: ArrayLike) -> Array:
    """|omega - omega^2/g U cos(beta)| (rad/s) met at ``speed`` (m/s); ``beta`` (rad) is 0 in a following sea.

    >>> encounter_frequency(1.0, 3.0, [0.0, np.pi]).round(3).tolist()
    [0.694, 1.306]
    """
    return np.asarray(_encounter(*(np.asarray(a, dtype=float) for a in (omega, speed, beta))))


def beaufort(number: int, sea: str = "developed") -> tuple[float, float]:
    """Wind (m/s) and significant wave height (m) of a Beaufort number 0 to 12: mid-range, and the sea that it develops.

    ``sea`` = "table": the middle of the scale's heights instead (S004 table 2.4). ConfigError for another number or
    word. Source: laws/environment 6.

    >>> [round(x, 2) for x in (*beaufort(3), *beaufort(3, "table"))]
    [4.4, 0.4, 4.4, 0.75]
    """
    given = finite(real(number, "number"), "number")
    if given.ndim or given not in range(len(table.TABLE)):
        raise ConfigError(f"must be a whole number from 0 to 12, not {number!r}", key="number")
    if sea not in table.SEAS:
        raise ConfigError(
            f"must be {' or '.join(table.SEAS)}, not {sea!r}", key="sea", suggestion=suggest(sea, table.SEAS)
        )
    return table.beaufort(int(given), sea)


def beaufort_number(wind: ArrayLike) -> NDArray[np.intp]:
    """Beaufort numbers (...) of winds (m/s), which are at least 0.

    >>> beaufort_number([0.0, 9.0, 40.0]).tolist()
    [0, 5, 12]
    """
    return np.asarray(np.vectorize(table.beaufort_of, otypes=[np.intp])(at_least(wind, 0.0, "wind")))


class Sea:
    """A frozen irregular sea in deep water, a sum of regular waves: zeta, orbital velocity and acceleration anywhere.

    ``hs`` (m) significant height, ``omega_p`` (rad/s) peak (of a developed sea when not given), ``towards`` (rad from
    north) where it runs, ``spread`` (rad) standard deviation of the directions, ``kind`` of ``SPECTRA``, ``gamma`` of
    jonswap. The same ``seed`` gives the sea of a mission with that seed. Source: laws/environment 4.2.

    >>> sea = Sea(2.0, towards=0.5, seed=1)
    >>> sea.elevation(np.linspace(0.0, 3600.0, 40000), 0.0, 0.0).std().round(2).item()
    0.5
    """

    def __init__(
        self,
        hs: float,
        omega_p: float | None = None,
        towards: float = 0.0,
        *,
        spread: float = 0.0,
        kind: str = "ittc",
        gamma: float = 3.3,
        seed: int = 0,
        count: int = 60,
    ) -> None:
        if not hs >= 0.0:
            raise ConfigError(f"must be a number of metres from 0, not {hs!r}", key="hs")
        peak = (kernels.peak_frequency(hs) if hs > 0.0 else 1.0) if omega_p is None else omega_p
        if not 0.0 < peak < np.inf:
            raise ConfigError(f"must be a number of rad/s above 0, not {omega_p!r}", key="omega_p")
        if count < 1 or not np.isfinite([hs, towards, spread, gamma]).all():
            raise ConfigError("must be finite, with at least one component", key="hs, towards, spread, gamma, count")
        self.field = wave_field(_kind(kind), hs, peak, gamma, towards, spread, seed, count)
        self.omega, self.amplitude, self.phase, self.k_north, self.k_east = np.array(self.field.rows)

    @property
    def variance(self) -> float:
        """Of the elevation over a long time, m2; Hs^2/16."""
        return self.field.variance

    def _places(self, *where: ArrayLike) -> Sequence[Array]:
        return np.broadcast_arrays(*(real(a, "time, north, east") for a in where))

    def elevation(self, time: ArrayLike, north: ArrayLike, east: ArrayLike) -> Array:
        """Height of the surface (m, positive up, (...)) at times (s) and places (m), which broadcast.

        >>> Sea(1.0).elevation(0.0, np.zeros((4, 1)), np.zeros(5)).shape
        (4, 5)
        """
        places = self._places(time, north, east)
        return np.array(np.broadcast_to(_elevation(self.field.rows, *places), places[0].shape))

    def velocity(self, time: ArrayLike, north: ArrayLike, east: ArrayLike, depth: ArrayLike = 0.0) -> Array:
        """North, east, down velocity of the water (m/s, (..., 3)) at ``depth`` >= 0 (m): A omega exp(-k z).

        >>> Sea(1.0, seed=2).velocity(0.0, 0.0, 0.0, [0.0, 50.0]).shape
        (2, 3)
        """
        return self._orbit(_velocity, (time, north, east), depth)

    def acceleration(self, time: ArrayLike, north: ArrayLike, east: ArrayLike, depth: ArrayLike = 0.0) -> Array:
        """North, east, down acceleration of the water (m/s2, (..., 3)) at ``depth`` >= 0 (m), at a fixed place.

        >>> Sea(1.0, seed=2).acceleration(0.0, [0.0, 10.0], 0.0).shape
        (2, 3)
        """
        return self._orbit(_acceleration, (time, north, east), depth)

    def _orbit(self, law: Callable[..., Any], where: tuple[ArrayLike, ...], depth: ArrayLike) -> Array:
        places = self._places(*where, np.maximum(np.asarray(depth, dtype=float), 0.0))
        return np.stack([np.broadcast_to(part, places[0].shape) for part in law(self.field.rows, *places)], axis=-1)


def current_share(depth: ArrayLike, water_depth: float) -> Array:
    """(1 - z/d)^(1/7): the share of the surface current at a ``depth`` (m) in water ``water_depth`` (m) deep.

    >>> current_share([0.0, 10.0, 20.0], 20.0).round(3).tolist()
    [1.0, 0.906, 0.0]
    """
    return np.asarray(np.vectorize(depth_factor, otypes=[float])(depth, water_depth))


class CurrentField:
    """A current by place, from vectors x, y (m, east and north), speed (m/s) and direction TOWARDS (rad from north).

    ``radius`` (m) is the reach of every vector. Between them: "reference" (the mean of those in reach, weighted by
    (1 - d/R)^2), "nearest", or "idw" (inverse distance). Source: laws/environment 2.

    >>> field = CurrentField([[0.0, 0.0, 0.5, np.pi / 2]], radius=50.0)
    >>> field.velocity([0.0, 25.0, 80.0], 0.0).round(3).tolist()
    [[0.0, 0.5, 0.0], [0.0, 0.125, 0.0], [0.0, 0.0, 0.0]]
    """

    def __init__(self, vectors: ArrayLike, radius: float = 20.0, interpolation: str = "reference") -> None:
        rows = np.asarray(vectors, dtype=float)
        if rows.ndim != 2 or rows.shape[1] != 4 or not np.isfinite(rows).all():
            raise ConfigError(f"must be finite numbers (n, 4), not {rows.shape}", key="vectors")
        if not 1.0 <= radius < np.inf:
            raise ConfigError(f"must be a number of metres from 1, not {radius!r}", key="radius")
        made = [CurrentVector(x, y, speed, float(np.degrees(towards))) for x, y, speed, towards in rows.tolist()]
        self._set(Field(tuple(made), radius), interpolation)

    @classmethod
    def load(cls, path: str | Path, interpolation: str = "reference") -> CurrentField:
        """The field of a ``.cfd`` file of uSimCurrent. ConfigError for what cannot be read, with file and line."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"cannot be read: {error}", file=str(path)) from None
        reading = read_current_field(text, str(path))
        if reading.field is None or reading.problems:
            raise reading.problems[0]
        made = cls.__new__(cls)
        made._set(reading.field, interpolation)
        return made

    def _set(self, field: Field, interpolation: str) -> None:
        if interpolation not in ("reference", "nearest", "idw"):
            raise ConfigError(f"must be reference, nearest or idw, not {interpolation!r}", key="interpolation")
        self.field = field
        self.interpolation = interpolation

    def velocity(self, x: ArrayLike, y: ArrayLike) -> Array:
        """North, east, down velocity of the water (m/s, (..., 3)) at places ``x`` east, ``y`` north (m)."""
        east_of, north_of = np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
        found = np.zeros((*east_of.shape, 3))
        for i in np.ndindex(east_of.shape):
            found[i][1], found[i][0] = self.field.current(east_of[i].item(), north_of[i].item(), self.interpolation)
        return found


class OceanCurrent:
    """The current of an ocean model or reanalysis: a CF NetCDF file by place, depth and time (extra ``ocean``).

    ``origin`` (latitude, longitude in deg) is where x = y = 0, of a file on the globe; ``start`` (year, ... second) the
    file's date at time 0, else its first; ``variables`` "EAST, NORTH" where the file does not say which they are.
    ConfigError for a file that cannot be read, MissingExtraError without xarray. Source: laws/environment 8.1.
    """

    def __init__(
        self,
        path: str | Path,
        origin: tuple[float, float] | None = None,
        *,
        start: Sequence[int] = (),
        variables: str = "",
    ) -> None:
        from usimmarine_py.sea.data.ocean import OceanFlow  # netCDF4 is an extra

        geodesy = None if origin is None else Geodesy.at(*origin)
        if origin is not None and geodesy is None:
            raise ConfigError(f"must be latitude and longitude in deg, not {origin!r}", key="origin")
        try:
            self.flow = OceanFlow(str(path), variables=variables, geodesy=geodesy, start=start)
        except OSError as error:
            raise ConfigError(f"cannot be read: {error}", file=str(path)) from None

    def velocity(self, x: ArrayLike, y: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Array:
        """Water north, east, down (m/s, (..., 3)) by ``x`` east, ``y`` north, ``depth`` (m) and ``time`` (s).

        Linear between the nodes. 0 beyond the file's sides and on land; the nearest layer and time are held.
        """
        parts = np.broadcast_arrays(*(np.asarray(a, dtype=float) for a in (x, y, depth, time)))
        found = np.zeros((*parts[0].shape, 3))
        for i in np.ndindex(parts[0].shape):
            found[i][1], found[i][0] = self.flow.at(*(float(part[i]) for part in parts))
        return found
