"""Hydrodynamic data of one hull by frequency and heading, whatever program computed them (laws/bem 1).

Kept in the axes of the package: BODY (x forward, y to starboard, z down), SI units, radians, headings chi TOWARDS which
waves run, clockwise from the bow. Complex amplitudes belong to exp(+i w t) and a wave A cos(w t) at the reference
point: a force is Re(F A exp(i w t)).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.values.arrays import Array

Complex: TypeAlias = NDArray[np.complex128]
Places: TypeAlias = NDArray[np.int_]

#: From axes x forward, y to port, z up to BODY: components of forces and motions change their signs so.
FLIP = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])
#: Powers of a length in forces per amplitude, motions per amplitude, and (as a sum over row and column) added mass.
ARM = np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])


@dataclass(frozen=True, eq=False)
class WaveResponse:
    """Amplitudes by frequency and heading per metre of wave: forces (N/m, N m/m), motions (m/m, rad/m)."""

    omega: Array  #: rad/s, ascending (f,)
    chi: Array  #: rad, ascending (h,)
    values: Complex  #: (f, h, 6)


@dataclass(frozen=True, eq=False)
class MeanDrift:
    """Mean second-order forces of regular waves over the square of their amplitude (N/m2, N m/m2)."""

    omega: Array  #: rad/s, ascending (f,)
    chi: Array  #: rad, ascending (h,)
    values: Array  #: (f, h, 6), nan where the file has none


@dataclass(frozen=True, eq=False)
class Transfer:
    """Second-order transfer functions of the difference frequency (N/m2, N m/m2), both waves of one heading.

    The force of A_j, A_k at w_j, w_k is Re(A_j A_k T_jk exp(i (w_j - w_k) t)); T_kj is the conjugate of T_jk.
    """

    omega: Array  #: rad/s, ascending (f,)
    chi: Array  #: rad, ascending (h,)
    values: Complex  #: (f, f, h, 6), nan where the file has none
    crossing: int = 0  #: entries of two different headings that were left out


@dataclass(frozen=True, eq=False)
class HydroData:
    """Added mass and damping of radiation, and what waves do. What a file does not have is None or empty."""

    source: str  #: program or format
    rho: float  #: kg/m3
    g: float  #: m/s2
    depth: float  #: m, of the water, 0 = deep
    omega: Array  #: rad/s, ascending (f,)
    added_mass: Array  #: (f, 6, 6) kg, kg m, kg m2
    damping: Array  #: (f, 6, 6) kg/s, ...
    infinite: Array | None = None  #: (6, 6), added mass at infinite frequency
    zero: Array | None = None  #: (6, 6), and at zero frequency
    force: WaveResponse | None = None  #: excitation
    motion: WaveResponse | None = None  #: response amplitude operators of the free hull
    drift: MeanDrift | None = None
    transfer: Transfer | None = None
    stiffness: Array | None = None  #: (6, 6) N/m, N, N m
    mass: Array | None = None  #: (6, 6) of the hull

    def __len__(self) -> int:
        return len(self.omega)

    def in_body(self) -> HydroData:
        """The same data, read in axes x forward, y to port, z up with headings counter-clockwise, in BODY."""
        sign = np.outer(FLIP, FLIP)
        return replace(
            self, added_mass=self.added_mass * sign, damping=self.damping * sign, infinite=_times(self.infinite, sign),
            zero=_times(self.zero, sign), force=_turned(self.force), motion=_turned(self.motion),
            drift=_turned_drift(self.drift), transfer=_turned_transfer(self.transfer),
            stiffness=_times(self.stiffness, sign), mass=_times(self.mass, sign),
        )  # fmt: skip

    def moved(self, moments: tuple[float, ...], phases: tuple[float, ...]) -> HydroData:
        """About another point, in BODY: old reference points of moments and of phases, seen from it (m)."""
        if not any((*moments, *phases)):
            return self
        turn = lever(moments)
        about = np.linalg.inv(turn)

        def square(matrix: Array) -> Array:
            return np.asarray(turn.T @ matrix @ turn)

        def waves(given: WaveResponse | None, by: Any) -> WaveResponse | None:
            if given is None:
                return None
            lag = np.exp(-1j * self._steps(given.omega, given.chi, phases))
            return replace(given, values=given.values * lag[..., None] @ by)

        drift, transfer = self.drift, self.transfer
        if drift is not None:
            drift = replace(drift, values=drift.values @ turn)
        if transfer is not None:
            steps = self._steps(transfer.omega, transfer.chi, phases)
            lag = np.exp(-1j * (steps[:, None] - steps[None, :]))
            transfer = replace(transfer, values=transfer.values * lag[..., None] @ turn)
        return replace(
            self, added_mass=square(self.added_mass), damping=square(self.damping),
            infinite=None if self.infinite is None else square(self.infinite),
            zero=None if self.zero is None else square(self.zero),
            force=waves(self.force, turn), motion=waves(self.motion, about.T), drift=drift, transfer=transfer,
            stiffness=None if self.stiffness is None else square(self.stiffness),
            mass=None if self.mass is None else square(self.mass),
        )  # fmt: skip

    def _steps(self, omega: Array, chi: Array, place: tuple[float, ...]) -> Array:
        """Phases (f, h) by which waves reach ``place`` later than the reference point."""
        return np.outer(wave_numbers(omega, self.g, self.depth), place[0] * np.cos(chi) + place[1] * np.sin(chi))

    def scaled(self, length: float, rho: float) -> HydroData:
        """Of a hull ``length`` times as long by Froude's law, in water of density ``rho`` (kg/m3)."""
        if length == 1.0 and rho == self.rho:
            return self
        dense, slow = rho / self.rho, sqrt(length)
        arms = length ** np.add.outer(ARM, ARM) * dense
        mass, rate, spring = arms * length**3, arms * length**3 / slow, arms * length**2
        force = dense * length ** (2.0 + ARM)
        second = dense * length ** (1.0 + ARM)

        def waves(given: WaveResponse | None, by: Any) -> WaveResponse | None:
            return None if given is None else replace(given, omega=given.omega / slow, values=given.values * by)

        drift, transfer = self.drift, self.transfer
        if drift is not None:
            drift = replace(drift, omega=drift.omega / slow, values=drift.values * second)
        if transfer is not None:
            transfer = replace(transfer, omega=transfer.omega / slow, values=transfer.values * second)
        return replace(
            self, rho=rho, depth=self.depth * length, omega=self.omega / slow, added_mass=self.added_mass * mass,
            damping=self.damping * rate, infinite=_times(self.infinite, mass), zero=_times(self.zero, mass),
            force=waves(self.force, force), motion=waves(self.motion, length**-ARM), drift=drift, transfer=transfer,
            stiffness=_times(self.stiffness, spring), mass=_times(self.mass, mass),
        )  # fmt: skip


def lever(place: tuple[float, ...]) -> Array:
    """The matrix (6, 6) from velocities at a point to those at ``place`` (m, from it); its transpose returns forces."""
    x, y, z = place
    found = np.eye(6)
    found[:3, 3:] = -np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    return found


def wave_numbers(omega: Array, g: float, depth: float) -> Array:
    """Wave numbers (rad/m) of frequencies (rad/s) in water ``depth`` m deep (0 = deep)."""
    deep = np.asarray(omega, dtype=float) ** 2 / g
    if depth <= 0.0:
        return deep
    x = np.where(deep * depth > 1.0, deep * depth, np.sqrt(deep * depth))
    for _ in range(30):  # Newton's method for x tanh x = w2 h/g
        tanh = np.tanh(x)
        x = x - (x * tanh - deep * depth) / np.maximum(tanh + x * (1.0 - tanh * tanh), 1e-300)
    return np.asarray(x / depth)


def turned_headings(chi: Array) -> tuple[Array, Places]:
    """Headings the other way round, within (-pi, pi] and ascending, and which of the old ones each is."""
    own = -np.asarray(chi, dtype=float)
    own = np.round(np.pi - np.mod(np.pi - own, 2.0 * np.pi), 12)
    order = np.argsort(own, kind="stable")
    return own[order], order


def _times(matrix: Array | None, by: Array) -> Array | None:
    return None if matrix is None else np.asarray(matrix * by)


def _turned(waves: WaveResponse | None) -> WaveResponse | None:
    if waves is None:
        return None
    chi, order = turned_headings(waves.chi)
    return WaveResponse(waves.omega, chi, waves.values[:, order] * FLIP)


def _turned_drift(drift: MeanDrift | None) -> MeanDrift | None:
    if drift is None:
        return None
    chi, order = turned_headings(drift.chi)
    return MeanDrift(drift.omega, chi, drift.values[:, order] * FLIP)


def _turned_transfer(transfer: Transfer | None) -> Transfer | None:
    if transfer is None:
        return None
    chi, order = turned_headings(transfer.chi)
    return Transfer(transfer.omega, chi, transfer.values[:, :, order] * FLIP, transfer.crossing)
