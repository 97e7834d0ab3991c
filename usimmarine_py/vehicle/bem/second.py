"""Mean and slow second-order forces of a sea by the transfer functions of a file (laws/bem 7)."""

from __future__ import annotations

from math import pi

import numpy as np

from usimmarine_py.kernels.wave_load import SPEEDS
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.vehicle.bem.data import Complex, HydroData, MeanDrift, Transfer
from usimmarine_py.vehicle.bem.headings import along, around, between

#: Headings of the tables of a sea, between which forces are linear.
BINS = 48
#: Of the mean force that first-order forces leave over by themselves: frequencies and headings.
_FREQUENCIES, _HEADINGS = 32, 12
#: X, Y, N: the others are taken up by how a hull floats.
LEVEL = [0, 1, 5]


@dataclass(frozen=True, eq=False)
class SecondOrder:
    """Coefficients of the mean force at speeds, and what is between two waves beyond them."""

    omega: Array  #: rad/s (f,)
    chi: Array  #: rad, round the circle (h,)
    mean: Array  #: (SPEEDS, f, h, 3) N/m2, N m/m2
    numbers: tuple[float, ...]  #: of the hull, by ``kernels.wave_load.HULL``: those of speed count
    pairs: Pairs | None


@dataclass(frozen=True, eq=False)
class Pairs:
    """T_jk less the mean of T_jj and T_kk."""

    omega: Array  #: rad/s (f,)
    chi: Array  #: rad, round the circle (h,)
    values: Complex  #: (f, f, h, 3)


def mean_of(data: HydroData) -> MeanDrift | None:
    """The mean drift of a file, or the diagonal of its transfer functions."""
    if data.drift is not None:
        return data.drift
    if data.transfer is None:
        return None
    n = np.arange(len(data.transfer.omega))
    return MeanDrift(data.transfer.omega, data.transfer.chi, data.transfer.values[n, n].real)


def pairs_of(transfer: Transfer | None) -> Pairs | None:
    """What Newman's approximation leaves out; pairs that a file lacks are left to it."""
    if transfer is None or len(transfer.omega) < 2:
        return None
    n = np.arange(len(transfer.omega))
    own = transfer.values[n, n]
    rest = transfer.values - 0.5 * (own[:, None] + own[None, :])
    chi, values = around(transfer.chi, np.where(np.isnan(rest), 0.0, rest))
    return Pairs(transfer.omega, chi, values[..., LEVEL])


def level(drift: MeanDrift) -> tuple[Array, Array]:
    """Headings round the circle (h,), and X, Y, N there (f, h, 3), 0 where a file has none."""
    chi, values = around(drift.chi, np.nan_to_num(drift.values))
    return chi, values[..., LEVEL]


def mean_coefficients(second: SecondOrder, omega: Array) -> Array:
    """(SPEEDS, a, BINS + 1, 3) at frequencies (a,): held above those of the file, with w2 down to 0 below."""
    low = np.minimum(1.0, omega / second.omega[0]) ** 2
    at = np.linspace(0.0, 2.0 * pi, BINS, endpoint=False)
    found = np.empty((SPEEDS, len(omega), BINS + 1, 3))
    for i in range(SPEEDS):
        table = between(second.chi, along(second.omega, second.mean[i], omega) * low[:, None, None], at)
        found[i, :, :-1], found[i, :, -1] = table, table[:, 0]
    return found


def pair_coefficients(pairs: Pairs, omega: Array) -> Complex:
    """(BINS + 1, 3, a, a) at frequencies (a,), 0 beyond those of the file."""
    f, h = len(pairs.omega), len(pairs.chi)
    first = along(pairs.omega, pairs.values.reshape(f, f * h, 3), omega).reshape(len(omega), f, h, 3)
    both = along(pairs.omega, np.swapaxes(first, 0, 1).reshape(f, len(omega) * h, 3), omega)
    whole = np.swapaxes(both.reshape(len(omega), len(omega), h, 3), 0, 1)
    inside = (omega >= pairs.omega[0]) & (omega <= pairs.omega[-1])
    whole = whole * (inside[:, None] & inside[None, :])[..., None, None]
    at = np.linspace(0.0, 2.0 * pi, BINS, endpoint=False)
    table = np.moveaxis(between(pairs.chi, whole, at), (2, 3), (0, 1))
    return np.ascontiguousarray(np.concatenate((table, table[:1])))


def grid(omega: Array) -> tuple[Array, Array]:
    """Frequencies and headings of the table of what first-order forces leave over by themselves."""
    return np.linspace(omega[0], omega[-1], _FREQUENCIES), np.linspace(0.0, 2.0 * pi, _HEADINGS, endpoint=False)
