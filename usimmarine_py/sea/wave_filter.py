"""The wave forces of the thesis, ``waves = thesis``: filtered noise and slow drift (laws/environment 4.5, 4.6).

All forces have the same filter but for their gain, so one unit filter (K = 1) is kept, or six of them when the noise is
independent for each degree of freedom. It is a random process on the grid of the weather, kept in its state.
"""

from __future__ import annotations

from bisect import bisect_right
from math import cos, sin

from usimmarine_py.kernels import wave_filter as kernels
from usimmarine_py.kernels.waves import encounter_frequency
from usimmarine_py.maths.streams import GRID_STEP, noise_stream, owned
from usimmarine_py.sea.waves import WaveField, Waves
from usimmarine_py.values.frozen import dataclass

#: The thesis's noise is N(0, Hs) per step of 0.01 s; as an intensity that is Hs^2 * 0.01 s.
NOISE_TIME = 0.01
#: A following sea can be met at w_e = 0, where the variance has no bound; HIL's remedy.
LOWEST_ENCOUNTER_RATIO = 0.1


@dataclass(frozen=True, slots=True)
class DriftTable:
    """Mean drift force coefficients T_jj over frequency, for Newman's slow drift.

    Surge is multiplied by cos(gamma), sway by sin(gamma) and yaw by sin(2 gamma), gamma = direction of the
    waves minus heading [choice]: surge is given for a following, sway for a beam sea.
    """

    omega: tuple[float, ...]  #: rad/s, ascending
    surge: tuple[float, ...]  #: N/m2
    sway: tuple[float, ...]  #: N/m2
    yaw: tuple[float, ...]  #: N m/m2


@dataclass(frozen=True, slots=True)
class WaveGains:
    """What a vehicle file says for the thesis's wave forces."""

    gains: tuple[float, float, float, float, float, float]  #: K of X, Y, Z, K, M, N in N and N m
    damping: float = 0.1017  #: lambda, relative bandwidth (0.2573 suits an ITTC spectrum)
    drift: DriftTable | None = None  #: second-order drift, when the vehicle file gives it


def advanced(
    gains: WaveGains,
    waves: Waves,
    x: tuple[float, ...],
    k: int,
    seed: int,
    psi: float,
    surge: float,
    owner: str = "",
) -> tuple[float, ...]:
    """Return the filters' state at grid point ``k``, from ``x`` at the one before it (empty = at rest)."""
    filters = 6 if waves.independent_noise else 1
    if len(x) != 2 * filters:
        x = (0.0,) * (2 * filters)
    met = encounter_frequency(waves.omega_p, surge, waves.towards - psi)
    omega = max(met, LOWEST_ENCOUNTER_RATIO * waves.omega_p)
    q = waves.hs * waves.hs * NOISE_TIME
    n = noise_stream(seed, owned(owner, "wave.load"), 2 * filters).normals(k)
    out: list[float] = []
    for i in range(0, 2 * filters, 2):
        out += kernels.filter_step(x[i], x[i + 1], gains.damping, omega, q, GRID_STEP, n[i], n[i + 1])
    return tuple(out)


def forces(
    gains: WaveGains,
    waves: Waves,
    load: tuple[tuple[float, ...], tuple[float, ...], float],
    surface: WaveField,
    time: float,
    place: tuple[float, float, float],
    psi: float,
) -> tuple[float, ...]:
    """Return X, Y, Z, K, M, N in N and N m at a place (north, east, down in m) for a heading of ``psi`` rad.

    ``load`` is the filters' state at the grid points before and after, and the share (0 to 1) of the step between
    them; ``time`` (s) is that of the sea.
    """
    before, after, share = load
    outputs = []
    for i in range(6):
        at = 2 * i + 1 if len(after) == 12 else 1
        low = before[at] if len(before) > at else 0.0
        high = after[at] if len(after) > at else 0.0
        outputs.append(gains.gains[i] * (low + share * (high - low)))
    gamma = waves.towards - psi
    surge, sway, heave, roll, pitch, yaw = kernels.project(outputs, gamma)
    if gains.drift is not None:
        drift = _slow_drift(gains.drift, surface, time, place, gamma)
        surge, sway, yaw = surge + drift[0], sway + drift[1], yaw + drift[2]
    factor = kernels.depth_attenuation(waves.omega_p, place[2]) if place[2] > 0.0 else 1.0
    return tuple(factor * f for f in (surge, sway, heave, roll, pitch, yaw))


def _slow_drift(
    table: DriftTable, surface: WaveField, time: float, place: tuple[float, float, float], gamma: float
) -> tuple[float, float, float]:
    omegas, amplitudes = surface.rows[:2]
    phases = [c.phase - c.number_north * place[0] - c.number_east * place[1] for c in surface.components]
    surge, sway, yaw = (
        kernels.newman_drift(time, amplitudes, omegas, phases, [_interpolated(table.omega, t, w) for w in omegas])
        if any(t)
        else 0.0
        for t in (table.surge, table.sway, table.yaw)
    )
    return surge * cos(gamma), sway * sin(gamma), yaw * sin(2.0 * gamma)


def _interpolated(grid: tuple[float, ...], values: tuple[float, ...], x: float) -> float:
    """Return the linear interpolation in an ascending ``grid``, held at its ends."""
    i = bisect_right(grid, x)
    if i == 0:
        return values[0]
    if i == len(grid):
        return values[-1]
    share = (x - grid[i - 1]) / (grid[i] - grid[i - 1])
    return values[i - 1] + share * (values[i] - values[i - 1])
