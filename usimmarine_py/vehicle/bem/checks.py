"""What potential theory says of its own results: reciprocity, energy, Haskind, Kramers and Kronig (laws/bem 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import degrees, pi

import numpy as np

from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.bem.data import Complex, HydroData, wave_numbers
from usimmarine_py.vehicle.bem.headings import WIDEST, around, widest_gap

AXES = ("surge", "sway", "heave", "roll", "pitch", "yaw")
#: Deviations above these shares are worth a warning.
RECIPROCITY, ENERGY, HASKIND, KRONIG = 0.05, 0.02, 0.10, 0.10
#: Half of the headings must give the integral over all within this share.
_SETTLED = 0.03


@dataclass(frozen=True)
class Check:
    """A relation that must hold: the largest deviation found, as a share, and where."""

    name: str
    deviation: float
    limit: float
    where: str

    @property
    def good(self) -> bool:
        """Whether it holds within what panels usually leave."""
        return self.deviation <= self.limit

    def __str__(self) -> str:
        return f"{self.name}: {100.0 * self.deviation:.2g} % {self.where}"


def checks(data: HydroData) -> list[Check]:
    """All relations that the data allow."""
    return [*_reciprocity(data), _energy(data), *_haskind(data), *_kronig(data)]


def _reciprocity(data: HydroData) -> Iterator[Check]:
    for name, table in (("added mass", data.added_mass), ("damping", data.damping)):
        size = sizes(table)
        apart = np.abs(table - np.swapaxes(table, 1, 2)) / np.sqrt(np.outer(size, size))
        f, i, j = np.unravel_index(int(np.argmax(apart)), apart.shape)
        where = f"between {AXES[i]} and {AXES[j]} at {data.omega[f]:.3g} rad/s"
        yield Check(f"reciprocity of {name}", float(apart[f, i, j]), RECIPROCITY, where)


def _energy(data: HydroData) -> Check:
    """No motion may take energy out of the waves that it makes."""
    root = np.sqrt(sizes(data.damping))
    even = (data.damping + np.swapaxes(data.damping, 1, 2)) / (2.0 * np.outer(root, root))
    lowest = np.linalg.eigvalsh(even)[:, 0]
    f = int(np.argmin(lowest))
    return Check("damping that feeds energy", max(0.0, -float(lowest[f])), ENERGY, f"at {data.omega[f]:.3g} rad/s")


def _haskind(data: HydroData) -> Iterator[Check]:
    """B = k/(8 pi rho g c_g) times the integral of F F* over the headings (Newman 1962)."""
    if data.force is None:
        return
    chi, values = around(data.force.chi, data.force.values)
    if widest_gap(chi) > WIDEST:
        return
    known = np.isin(np.round(data.omega, 9), np.round(data.force.omega, 9))
    omega, damping = data.omega[known], data.damping[known]
    values = values[np.isin(np.round(data.force.omega, 9), np.round(omega, 9))]
    k = wave_numbers(omega, data.g, data.depth)
    group = 0.5 * omega / k
    if data.depth > 0.0:
        x = np.minimum(2.0 * k * data.depth, 500.0)
        group = group * (1.0 + x / np.sinh(x))
    unit = (k / (4.0 * data.rho * data.g * group))[:, None]
    found, coarse = (unit * _mean_square(chi[::n], values[:, ::n]) for n in (1, 2))
    own = np.diagonal(damping, axis1=1, axis2=2)
    size = np.abs(own).max(axis=0)
    for i in range(6):
        if size[i] > 1e-3 * sizes(data.damping)[i] and size[i] > 0.0:
            # short waves turn faster with the heading than the headings tell: they are no test
            settled = np.abs(found[:, i] - coarse[:, i]) < _SETTLED * size[i]
            if settled.sum() < 3:
                continue
            apart = np.where(settled, np.abs(found[:, i] - own[:, i]), 0.0) / size[i]
            f = int(np.argmax(apart))
            where = f"at {omega[f]:.3g} rad/s (of {omega[settled][0]:.3g} to {omega[settled][-1]:.3g})"
            yield Check(f"Haskind's relation, {AXES[i]}", float(apart[f]), HASKIND, where)


def _mean_square(chi: Array, values: Complex) -> Array:
    """The mean of |F|^2 over the circle (f, 6), by trapezia."""
    gaps = np.diff(np.append(chi, chi[0] + 2.0 * pi))
    return np.asarray(np.tensordot(0.5 * (gaps + np.roll(gaps, 1)), np.abs(values) ** 2, axes=(0, 1)) / (2.0 * pi))


def _kronig(data: HydroData) -> Iterator[Check]:
    """A(w) - A_inf of the damping against that of the file (Ogilvie 1964)."""
    if data.infinite is None:
        return
    found = _ogilvie(data)
    middle = (data.omega > data.omega[0]) & (data.omega < 0.7 * data.omega[-1])
    if middle.sum() < 4:
        return
    for i in range(6):
        own = data.added_mass[:, i, i] - data.infinite[i, i]
        size = np.abs(own).max()
        if size > 1e-2 * sizes(data.added_mass)[i]:
            apart = np.abs(found[:, i, i] - own)[middle] / size
            f = int(np.argmax(apart))
            yield Check(
                f"Kramers and Kronig, {AXES[i]}", float(apart[f]), KRONIG, f"at {data.omega[middle][f]:.3g} rad/s"
            )


def infinite_added_mass(data: HydroData) -> Array:
    """(6, 6): that of the file, else the mean of A(w) less Ogilvie's integral of the damping, weighed by w2."""
    if data.infinite is not None:
        return data.infinite
    weight = data.omega**2
    return np.asarray(np.tensordot(weight, data.added_mass - _ogilvie(data), axes=1) / weight.sum())


def _ogilvie(data: HydroData) -> Array:
    """A(w) - A_inf (f, 6, 6) = 2/pi PV integral of B(s)/(s2 - w2) ds, the damping falling as 1/s3 beyond the data."""
    top = data.omega[-1]
    s = np.concatenate((np.linspace(0.0, top, 4001), top * np.geomspace(1.0, 30.0, 800)[1:]))
    known = np.concatenate((np.zeros((1, 36)), data.damping.reshape(-1, 36)))
    x = np.concatenate(([0.0], data.omega))
    damping = np.stack([np.interp(s, x, column) for column in known.T], axis=1)
    damping *= (np.minimum(top / np.maximum(s, top), 1.0) ** 3)[:, None]
    step = np.gradient(s)
    found = np.empty((len(data.omega), 36))
    for f, w in enumerate(data.omega):
        own = np.stack([np.interp(w, x, column) for column in known.T])
        apart = s * s - w * w
        apart[np.abs(apart) < 1e-9 * top * top] = np.inf
        # less B(w), whose own principal value is nought but for what lies beyond the end
        rest = own * np.log((s[-1] + w) / (s[-1] - w)) / (2.0 * w)
        found[f] = 2.0 / pi * (step @ ((damping - own) / apart[:, None]) + rest)
    return found.reshape(-1, 6, 6)


def sizes(table: Array) -> Array:
    """How large the entries of a diagonal get (6,); one that is 0 counts as a thousandth of the others of its kind."""
    size = np.abs(np.diagonal(table, axis1=1, axis2=2)).max(axis=0)
    for part in (slice(0, 3), slice(3, 6)):
        size[part] = np.maximum(size[part], 1e-3 * size[part].max())
    return np.asarray(np.maximum(size, 1e-300))


def report(data: HydroData) -> Iterator[str]:
    """What a file has and how well it keeps the relations, in words."""
    yield (
        f"{data.source}: {len(data)} frequencies from {data.omega[0]:.3g} to {data.omega[-1]:.3g} rad/s, "
        + (f"water {data.depth:g} m deep" if data.depth > 0.0 else "deep water")
    )
    yield "added mass at infinite frequency: " + (
        "of the file" if data.infinite is not None else "of the damping (Ogilvie)"
    )
    for name, part in (("excitation", data.force), ("motions (RAO)", data.motion), ("mean drift", data.drift)):
        if part is not None:
            chi = np.degrees(np.sort(np.mod(part.chi, 2.0 * pi)))
            yield f"{name}: {len(part.omega)} frequencies, {len(chi)} headings from {chi[0]:g} to {chi[-1]:g} deg"
    if data.transfer is not None:
        pairs = int(np.isfinite(data.transfer.values).any(axis=-1).sum())
        unused = data.transfer.crossing
        yield f"second-order transfer functions: {pairs} pairs, {unused} entries of crossing waves unused"
    yield from (str(check) + ("" if check.good else ", more than panels usually leave") for check in checks(data))


def gaps(data: HydroData) -> float:
    """The widest gap (deg) between headings of the excitation."""
    return 0.0 if data.force is None else degrees(widest_gap(around(data.force.chi, data.force.values)[0]))
