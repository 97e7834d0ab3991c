"""Fluid memory of data by frequency: a state-space model of the retardation of each coupling (laws/bem 5).

K(jw) = B(w) + jw (A(w) - A_inf) is fitted by rational functions of the kind that ``MemorySystem`` has, of up to two
parallel systems, by Sanathanan's and Koerner's iteration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.bem.checks import AXES, infinite_added_mass, sizes
from usimmarine_py.vehicle.bem.data import Complex, HydroData
from usimmarine_py.vehicle.description.memory import SURGE, MemorySystem

#: Orders that are tried; the lowest within ``_ENOUGH`` counts, else the best. A system has at most four states.
_ORDERS = (2, 3, 4, 5, 6)
_ENOUGH = 0.02
#: Couplings smaller than this share of the geometric mean of their own axes are left out.
SMALLEST = 0.005
#: Errors and negative damping above these shares are worth a warning.
POOR, ACTIVE = 0.10, 0.02
_ROUNDS = 12


@dataclass(frozen=True)
class Coupling:
    """What became of one coupling."""

    row: int  #: 0 surge ... 5 yaw
    column: int
    order: int
    error: float  #: root mean square of the deviation over that of K


@dataclass(frozen=True)
class Memory:
    """The fluid memory of a hull."""

    systems: tuple[MemorySystem, ...]
    infinite: Array  #: (6, 6), symmetric, kg, kg m, kg m2
    couplings: tuple[Coupling, ...]
    active: float  #: the most negative eigenvalue of the fitted damping, as a share of its axes' own largest
    where: float  #: rad/s, of that

    @property
    def passive(self) -> bool:
        """Whether no motion takes energy out of the memory, at any frequency."""
        return self.active <= 1e-9

    def report(self) -> Iterator[str]:
        """Errors and passivity in words."""
        for c in self.couplings:
            if c.row <= c.column:
                yield f"{AXES[c.row]}-{AXES[c.column]}: order {c.order}, error {100.0 * c.error:.2g} %"
        if self.passive:
            yield "passive: no motion takes energy out of the memory"
        else:
            yield f"not passive: damping of {-100.0 * self.active:.2g} % of the axes' own at {self.where:.3g} rad/s"

    def warnings(self) -> Iterator[str]:
        """What is worth saying at every start."""
        for c in self.couplings:
            if c.error > POOR and c.row == c.column:
                yield f"fluid memory of {AXES[c.row]} is fitted with an error of {100.0 * c.error:.2g} %"
        if self.active > ACTIVE:
            yield (
                f"fluid memory is not passive: at {self.where:.3g} rad/s a motion takes out energy "
                f"({100.0 * self.active:.2g} % of the damping)"
            )


@lru_cache(maxsize=16)
def fitted_memory(data: HydroData) -> Memory:
    """``memory_of``, made once for data (which are equal only to themselves)."""
    return memory_of(data)


def memory_of(data: HydroData) -> Memory:
    """Fit every coupling of ``data``, made reciprocal."""
    infinite = infinite_added_mass(data)
    infinite = 0.5 * (infinite + infinite.T)
    mass, damping = (0.5 * (t + np.swapaxes(t, 1, 2)) for t in (data.added_mass, data.damping))
    kernel = damping + 1j * data.omega[:, None, None] * (mass - infinite)
    size = np.sqrt(np.outer(sizes(damping), sizes(damping)))
    largest = np.abs(kernel).max(axis=0)
    systems, couplings = [], []
    for i in range(6):
        for j in range(i, 6):
            if largest[i, j] <= SMALLEST * size[i, j]:
                continue
            made, error = fitted(data.omega, kernel[:, i, j], diagonal=i == j)
            for row, column in {(i, j), (j, i)}:
                couplings.append(Coupling(row, column, sum(len(a) for a, _ in made), error))
                for a, c in made:
                    systems.append(MemorySystem(row + 1, column + 1 if column else SURGE, a, c))
    order = sorted(range(len(systems)), key=lambda n: (systems[n].row, systems[n].column % SURGE))
    found = tuple(systems[n] for n in order)
    active, where = activity(found, data.omega, size)
    couplings.sort(key=lambda c: (c.row, c.column))
    return Memory(found, infinite, tuple(couplings), active, where)


def response(systems: tuple[MemorySystem, ...], omega: Array) -> Complex:
    """K(jw) of the systems, (f, 6, 6)."""
    s = 1j * np.asarray(omega)
    found = np.zeros((len(s), 6, 6), dtype=complex)
    for one in systems:
        found[:, one.row - 1, one.source] += np.polyval(one.c, s) / np.polyval((1.0, *one.a), s)
    return found


def activity(systems: tuple[MemorySystem, ...], omega: Array, size: Array) -> tuple[float, float]:
    """The most negative eigenvalue of Re K as a positive share of the axes' ``size`` (6, 6), and its frequency."""
    top = float(omega[-1])
    fine = np.concatenate((np.geomspace(1e-3 * omega[0], omega[0], 40), np.linspace(omega[0], top, 400),
                           np.geomspace(top, 100.0 * top, 60)))  # fmt: skip
    real = response(systems, fine).real / size
    lowest = np.linalg.eigvalsh(0.5 * (real + np.swapaxes(real, 1, 2)))[:, 0]
    f = int(np.argmin(lowest))
    return max(0.0, -float(lowest[f])), float(fine[f])


Parts = list[tuple[tuple[float, ...], tuple[float, ...]]]


def fitted(omega: Array, kernel: Complex, diagonal: bool) -> tuple[Parts, float]:
    """Denominators and numerators (``MemorySystem``) whose sum fits K (f,), and the error of the fit.

    Of one axis with itself a fit whose damping gets negative counts only where there is no other.
    """
    best: tuple[float, Array, Array] | None = None
    for order in _ORDERS:
        if 2 * order - 1 >= 2 * len(omega):
            break
        a, c = _rational(omega, kernel, order)
        error = _error(omega, kernel, a, c)
        if not np.isfinite(error):
            continue
        own = error + (_negative(omega, a, c) if diagonal else 0.0)
        if best is None or own < 0.8 * best[0]:
            best = own, a, c
        if best[0] < _ENOUGH:
            break
    assert best is not None
    _, a, c = best
    error = _error(omega, kernel, a, c)
    return (_split(a, c) if len(a) > 4 else [(tuple(a.tolist()), tuple(c.tolist()))]), error


def _rational(omega: Array, kernel: Complex, order: int) -> tuple[Array, Array]:
    """Denominator (1, a1 ... an) without the 1, and numerator (c1 ... c_n-1, 0), stable."""
    pulse = float(np.sqrt(omega[0] * omega[-1]))
    s = 1j * omega / pulse
    weight: Array = np.sqrt(np.gradient(omega))
    powers = s[:, None] ** np.arange(order, -1, -1)
    last: Array = np.ones(len(omega))
    scale = float(np.abs(kernel).max())
    own = kernel / scale
    a: Array = np.ones(order)
    for _ in range(_ROUNDS):
        by = (weight / last)[:, None]
        columns = np.concatenate((-own[:, None] * powers[:, 1:], powers[:, 1:-1]), axis=1) * by
        wanted = own * powers[:, 0] * by[:, 0]
        found = _least(columns, wanted)
        a = _stable(found[:order])
        new = np.abs(np.polyval(np.concatenate(([1.0], a)), s))
        if np.allclose(new, last, rtol=1e-5):
            break
        last = np.maximum(new, 1e-12)
    by = (weight / np.abs(np.polyval(np.concatenate(([1.0], a)), s)))[:, None]
    denominator = np.polyval(np.concatenate(([1.0], a)), s)[:, None]
    columns = powers[:, 1:-1] / denominator * weight[:, None]
    c = _least(columns, own * weight)
    n = np.arange(1, order + 1)
    return a * pulse**n, np.append(c, 0.0) * scale * pulse**n


def _least(columns: NDArray[Any], wanted: NDArray[Any]) -> Array:
    """Real numbers that solve complex equations at best."""
    left, right = (np.concatenate((x.real, x.imag)) for x in (columns, wanted))
    return np.asarray(np.linalg.lstsq(left, right, rcond=None)[0], dtype=float)


def _stable(a: Array) -> Array:
    """The same polynomial with its roots on the left."""
    roots = np.roots(np.concatenate(([1.0], a)))
    moved = -np.abs(roots.real) + 1j * roots.imag
    return np.asarray(np.real(np.poly(np.where(np.abs(moved.real) < 1e-3, moved - 1e-3, moved)))[1:])


def _value(omega: Array, a: Array, c: Array) -> Complex:
    s = 1j * omega
    return np.asarray(np.polyval(c, s) / np.polyval(np.concatenate(([1.0], a)), s))


def _error(omega: Array, kernel: Complex, a: Array, c: Array) -> float:
    apart = np.abs(_value(omega, a, c) - kernel)
    return float(np.sqrt(np.mean(apart**2) / np.mean(np.abs(kernel) ** 2)))


def _negative(omega: Array, a: Array, c: Array) -> float:
    """The most negative damping as a positive share of the largest."""
    fine = np.geomspace(1e-2 * omega[0], 100.0 * omega[-1], 500)
    real = _value(fine, a, c).real
    return max(0.0, -float(real.min())) / float(np.abs(real).max())


def _split(a: Array, c: Array) -> Parts:
    """A function of an order above 4 as a sum of two, by partial fractions."""
    roots = np.roots(np.concatenate(([1.0], a)))
    slope = np.polyder(np.concatenate(([1.0], a)))
    residues = np.polyval(c, roots) / np.polyval(slope, roots)
    real = np.abs(roots.imag) <= 1e-12 * np.abs(roots)
    upper = [n for n in range(len(roots)) if not real[n] and roots[n].imag > 0.0]
    units = [[n, int(np.argmin(np.abs(roots - np.conj(roots[n]))))] for n in upper]
    units += [[int(n)] for n in np.nonzero(real)[0]]
    groups: list[list[int]] = [[], []]
    for unit in units:
        groups[0 if len(groups[0]) + len(unit) <= 4 else 1].extend(unit)
    parts: Parts = []
    for group in groups:
        if not group:
            continue
        denominator = np.real(np.poly(roots[group]))
        numerator = np.zeros(len(group))
        for n in group:
            others = [m for m in group if m != n]
            numerator = numerator + np.real(residues[n] * np.poly(roots[others])) if others else np.real([residues[n]])
        parts.append((tuple(denominator[1:].tolist()), tuple(np.asarray(numerator).tolist())))
    return parts
