"""Wind over a hull and over the sea, for floats and arrays (laws/environment 3)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.kernels.arrays import on_arrays
from usimmarine_py.kernels.body.wind_load import BLENDERMANN, blendermann_shape
from usimmarine_py.kernels.body.wind_load import relative_wind as _of_one
from usimmarine_py.kernels.wind import KAPPA, profile
from usimmarine_py.sea import wind as laws
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.inputs import at_least, real

_shape, _relative_wind = on_arrays(blendermann_shape), on_arrays(_of_one)

#: Types of vessels with Blendermann's coefficients C_D,t, C_D,lAF(0), C_D,lAF(pi), delta, kappa.
VESSELS: dict[str, tuple[float, float, float, float, float]] = BLENDERMANN
#: Names of the spectra of gusts.
GUSTS: tuple[str, ...] = laws.GUST_SPECTRA


class WindCoefficients(NamedTuple):
    """Of a hull in a wind at an angle; each an array (...)."""

    X: Array  #: times q A_F is a force, N
    Y: Array  #: times q A_L
    K: Array  #: times q A_L s_H is a moment, N m
    N: Array  #: times q A_L L


def wind_coefficients(
    angle: ArrayLike,
    vessel: str | tuple[float, float, float, float, float],
    A_F: float,
    A_L: float,
    s_L: float = 0.0,
    length: float = 1.0,
) -> WindCoefficients:
    """Blendermann's C_X, C_Y, C_K, C_N at angles (rad, (...)) of the relative wind: 0 from ahead, positive from port.

    ``vessel`` is one of ``VESSELS`` or five numbers like theirs; ``A_F``, ``A_L`` frontal and lateral area (m2),
    ``s_L`` (m) how far forward of CO the centroid of A_L lies, ``length`` in m. Forces: q = rho V^2/2. ConfigError
    for another vessel. Source: Blendermann (1994); laws/environment 3.5.

    >>> wind_coefficients([0.0, np.pi / 2], "ferry", A_F=160.0, A_L=325.0, length=50.0).Y.round(3).tolist()
    [0.0, 0.9]
    """
    if isinstance(vessel, str):
        if vessel not in VESSELS:
            known = ", ".join(VESSELS)
            raise ConfigError(
                f"there is no {vessel!r} (known: {known})", key="vessel", suggestion=suggest(vessel, VESSELS)
            )
        vessel = VESSELS[vessel]
    if not (A_F >= 0.0 and A_L > 0.0 and length > 0.0):
        raise ConfigError(f"must be above 0: A_L {A_L!r}, length {length!r}; A_F {A_F!r} from 0", key="A_L")
    across, bow, stern, delta, kappa = vessel
    gamma = np.asarray(angle, dtype=float)
    size = abs(gamma)
    along = np.where(size <= 0.5 * np.pi, bow, stern)
    den, c_y, lever = _shape(gamma, size, along, across, delta, A_F, A_L, s_L, length)
    return WindCoefficients(-along * np.cos(gamma) / den, c_y, kappa * c_y, lever * c_y)


def relative_wind(
    u: ArrayLike, v: ArrayLike, psi: ArrayLike, speed: ArrayLike, towards: ArrayLike
) -> tuple[Array, Array]:
    """Speed (m/s) and angle (rad, [-pi, pi], 0 from ahead, positive from port) of the wind that a hull feels.

    ``u``, ``v`` over ground (m/s, BODY), heading ``psi`` (rad), wind ``speed`` (m/s) ``towards`` (rad from north); all
    broadcast. Source: laws/environment 3.4.

    >>> [x.round(3).item() for x in relative_wind(2.0, 0.0, 0.0, 5.0, np.pi)]
    [7.0, 0.0]
    """
    given = (real(x, "u, v, psi, speed, towards") for x in (u, v, psi, speed, towards))
    _, _, felt, angle = _relative_wind(*given)
    return np.asarray(felt), np.asarray(angle)


def wind_profile(u10: ArrayLike, height: ArrayLike, kappa: float = KAPPA) -> Array:
    """Mean wind (m/s, (...)) at a ``height`` > 0 (m) from that at 10 m; ``kappa`` is the surface drag coefficient.

    Source: laws/environment 3.2.

    >>> wind_profile(10.0, [1.0, 10.0, 19.5]).round(2).tolist()
    [7.06, 10.0, 10.85]
    """
    z = at_least(height, 0.0, "height", above=True)
    return np.asarray(np.vectorize(profile, otypes=[float])(real(u10, "u10"), kappa, z))


def gust_spectrum(
    frequency: ArrayLike, u10: ArrayLike, kind: str = "harris", kappa: float = KAPPA, height: float = 10.0
) -> Array:
    """S(f) (m2/s2/Hz, (...)) of the gusts of a wind ``u10`` (m/s at 10 m) at frequencies in Hz; ``kind`` of ``GUSTS``.

    ConfigError for another kind. Source: laws/environment 3.3.

    >>> gust_spectrum([0.001, 0.1], 10.0, "norsok").round(2).tolist()
    [87.6, 1.21]
    """
    if kind not in GUSTS:
        raise ConfigError(
            f"must be one of {', '.join(GUSTS)}, not {kind!r}", key="kind", suggestion=suggest(kind, GUSTS)
        )
    law = np.vectorize(lambda f, u: laws.gust_spectrum(kind, f, u, kappa, height), otypes=[float])
    return np.asarray(law(at_least(frequency, 0.0, "frequency"), at_least(u10, 0.0, "u10")))
