"""Sums of waves against their spectra; loads against their variances; slow drift against its double sum."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from usimmarine_py.kernels import wave_filter
from usimmarine_py.kernels import waves as spectra
from usimmarine_py.maths.streams import NoiseStream
from usimmarine_py.sea import beaufort, waves

Figure = Callable[[str], None]


def record(field: waves.WaveField, t: np.ndarray) -> np.ndarray:
    out = np.zeros(len(t))
    for c in field.components:
        out += c.amplitude * np.sin(c.omega * t + c.phase)
    return out


@pytest.mark.parametrize("kind", ("ittc", "jonswap"))
@pytest.mark.parametrize(("hs", "tp"), [(0.5, 3.2), (2.5, 9.0), (9.0, 15.0)])
def test_significant_height_from_a_long_record(kind: str, hs: float, tp: float, figure: Figure) -> None:
    """200 components over 2000 peak periods: Hs = 4 sqrt(var) within 2 %."""
    field = waves.wave_field(kind, hs, 2.0 * math.pi / tp, 3.3, 0.7, 0.0, 17, 200)
    t = np.arange(0.0, 2000.0 * tp, tp / 20.0)
    measured = 4.0 * float(record(field, t).std())
    figure(f"{kind} Hs {hs}: {measured:.4f} measured, {4.0 * math.sqrt(field.variance):.4f} from the amplitudes")
    assert measured == pytest.approx(hs, rel=0.02)
    assert field.elevation(float(t[99]), 0.0, 0.0) == pytest.approx(float(record(field, t)[99]), abs=1e-9)


@pytest.mark.parametrize("count", [20, 60, 500])
def test_few_components_keep_the_variance(count: int) -> None:
    field = waves.wave_field("ittc", 2.5, 0.7, 3.3, 0.0, 0.0, 1, count)
    # exp(-1.25 r^-4) is the share of the ITTC energy below r times the peak frequency
    share = math.exp(-1.25 / waves.HIGHEST_RATIO**4) - math.exp(-1.25 / waves.LOWEST_RATIO**4)
    assert field.variance == pytest.approx(2.5**2 / 16.0 * share, rel=3e-3)


def test_record_has_the_spectrum(figure: Figure) -> None:
    hs, wp = 3.0, 0.6
    field = waves.wave_field("jonswap", hs, wp, 3.3, 0.0, 0.0, 23, 600)
    dt, count = 0.5, 1 << 17
    power = np.abs(np.fft.rfft(record(field, dt * np.arange(count)))) ** 2 * 2.0 * dt / count / (2.0 * math.pi)
    omega = 2.0 * math.pi * np.fft.rfftfreq(count, dt)
    worst = 0.0
    edges = np.geomspace(0.7 * wp, 3.5 * wp, 9)
    for low, high in pairwise(edges):
        inside = (omega >= low) & (omega < high)
        grid = np.linspace(low, high, 400)
        target = float(np.mean([spectra.jonswap(w, hs, wp) for w in grid.tolist()]) * (high - low))
        worst = max(worst, abs(float(power[inside].sum() * (omega[1] - omega[0])) / target - 1.0))
    figure(f"worst band energy error {worst:.2%}")
    # 48 components a band: those at its two edges fall in or out
    assert worst < 2.0 / 48.0 + 0.01


def test_elevation_does_not_repeat() -> None:
    field = waves.wave_field("ittc", 1.0, 0.9, 3.3, 0.0, 0.0, 2, 40)
    steps = np.diff([c.omega for c in field.components])
    assert steps.min() > 0.0
    assert len({round(float(s), 9) for s in steps}) == 39


def test_jonswap_moment_stays_near_hs() -> None:
    for peak in (1.0, 2.0, 3.3, 5.0):
        w = np.linspace(0.05, 12.0, 60001)
        m0 = float(np.sum([spectra.jonswap(x, 2.0, 0.8, peak) for x in w.tolist()]) * (w[1] - w[0]))
        # 1 - 0.287 ln gamma is a fit: good to 1.5 % in Hs up to gamma = 5
        assert 4.0 * math.sqrt(m0) == pytest.approx(2.0, rel=0.015)
    assert spectra.jonswap(0.9, 2.0, 0.8, 1.0) == pytest.approx(spectra.ittc(0.9, 2.0, 0.8), rel=1e-15)


def test_motion_is_the_slope_of_the_surface() -> None:
    field = waves.wave_field("ittc", 2.0, 0.7, 3.3, 0.9, 0.3, 4, 60)
    north, east, psi, t, e = 12.0, -30.0, 0.8, 77.7, 1e-4
    motion = field.motion(t, north, east, 0.0, psi)

    def ahead(d: float, angle: float) -> float:
        return field.elevation(t, north + d * math.cos(angle), east + d * math.sin(angle))

    assert motion.heave == pytest.approx(-field.elevation(t, north, east), rel=1e-12)
    assert motion.pitch == pytest.approx((ahead(e, psi) - ahead(-e, psi)) / (2 * e), abs=1e-8)
    side = psi + 0.5 * math.pi
    assert motion.roll == pytest.approx(-(ahead(e, side) - ahead(-e, side)) / (2 * e), abs=1e-8)


def test_motion_fades_with_depth_and_hull_length() -> None:
    wave = waves.WaveField((waves.component(0.9, 1.3, 0.4, 0.0),))
    surface = wave.motion(5.0, 2.0, 0.0, 0.0, 0.0)
    assert wave.motion(5.0, 2.0, 0.0, 7.0, 0.0).heave / surface.heave == pytest.approx(math.exp(-0.81 / 9.81 * 7.0))
    # a hull as long as the wave halves its energy
    length = 2.0 * math.pi * 9.81 / 0.81
    assert wave.motion(5.0, 2.0, 0.0, 0.0, 0.0, length).pitch / surface.pitch == pytest.approx(math.sqrt(0.5))
    assert wave.motion(5.0, 2.0, 0.0, 0.0, 0.0, 0.1 * length).pitch == pytest.approx(surface.pitch, rel=0.01)


def test_peak_frequency_matches_the_beaufort_table() -> None:
    for row in beaufort.TABLE[1:11]:
        assert spectra.peak_frequency(row.height[1]) == pytest.approx(row.omega, rel=2e-3)


def test_beaufort_numbers() -> None:
    # half way up the wind's range, 0.0206 U^2, at most the row's upper height (laws/environment 6.1)
    assert beaufort.beaufort(0) == pytest.approx((0.15, 0.0))
    assert beaufort.beaufort(5) == pytest.approx((9.35, 0.0206 * 9.35**2))
    assert beaufort.beaufort(12) == (34.0, 16.0)
    assert all(beaufort.beaufort(row.number)[1] <= row.height[1] for row in beaufort.TABLE)
    assert [beaufort.beaufort_of(v) for v in (0.0, 0.3, 1.55, 5.4, 5.45, 20.0, 32.7, 60.0)] == [
        0,
        1,
        2,
        3,
        4,
        8,
        12,
        12,
    ]
    for number in (-1, 13):
        with pytest.raises(ValueError, match="0 to 12"):
            beaufort.beaufort(number)


@pytest.mark.parametrize(("damping", "omega", "h"), [(0.1017, 0.8, 0.1), (0.2573, 2.3, 0.1), (0.5, 20.0, 0.1)])
def test_load_filter_has_its_variance(damping: float, omega: float, h: float, figure: Figure) -> None:
    """64 independent filters; correlation time 1/(lambda w), so n_eff = samples * h * lambda w for the squares."""
    q, width, steps = 0.02, 64, 3000
    stream = NoiseStream(31, "filter", 2 * width)
    states = [(0.0, 0.0)] * width
    burn = int(8.0 / (damping * omega * h))
    squares = np.zeros((steps, width, 2))
    for k in range(burn + steps):
        n = stream.normals(k)
        states = [
            wave_filter.filter_step(*x, damping, omega, q, h, n[2 * i], n[2 * i + 1]) for i, x in enumerate(states)
        ]
        if k >= burn:
            squares[k - burn] = np.square(states)
    var1, var2 = wave_filter.stationary_variance(1.0, damping, omega, q)
    effective = min(steps * h * damping * omega, steps) * width
    error = math.sqrt(2.0 / effective)
    measured = squares.mean(axis=(0, 1)) / (var1, var2)
    figure(f"w {omega}: variance ratios {measured[0]:.4f} {measured[1]:.4f}, standard error {error:.4f}")
    assert abs(measured[0] - 1.0) < 3.5 * error
    assert abs(measured[1] - 1.0) < 3.5 * error


@pytest.mark.parametrize("omega", [0.3, 3.0, 9.99, 10.01, 60.0])
def test_filter_noise_is_what_the_stationary_law_loses(omega: float) -> None:
    """P = Phi P Phi^T + Q, across the change of formula at w h = 1."""
    damping, h = 0.1017, 0.1
    p1, p2 = wave_filter.stationary_variance(2.0, damping, omega, 0.5)
    a, b, c, d = wave_filter.transition(damping, omega, h)
    q11, q12, q22 = wave_filter.covariance(2.0, damping, omega, 0.5, h)
    assert a * a * p1 + b * b * p2 + q11 == pytest.approx(p1, rel=1e-13)
    assert a * c * p1 + b * d * p2 + q12 == pytest.approx(0.0, abs=1e-13 * math.sqrt(p1 * p2))
    assert c * c * p1 + d * d * p2 + q22 == pytest.approx(p2, rel=1e-13)


def test_two_half_steps_are_one_step() -> None:
    for damping in (0.1, 1.0, 1.7):
        half, whole = wave_filter.transition(damping, 1.3, 0.25), wave_filter.transition(damping, 1.3, 0.5)
        square = np.array(half).reshape(2, 2) @ np.array(half).reshape(2, 2)
        assert square.ravel().tolist() == pytest.approx(list(whole), rel=1e-13)


def test_newman_is_the_full_sum_with_its_own_table() -> None:
    rng = np.random.default_rng(8)
    a, w, e = rng.random(12).tolist(), (0.3 + rng.random(12)).tolist(), (6.0 * rng.random(12)).tolist()
    diagonal = (1000.0 * rng.random(12)).tolist()
    table = np.sqrt(np.outer(diagonal, diagonal))
    for t in (0.0, 3.3, 250.0):
        angle = np.multiply(w, t) + e
        full = (np.outer(a, a) * table * np.cos(angle - angle[:, None])).sum()
        assert wave_filter.newman_drift(t, a, w, e, diagonal) == pytest.approx(full, rel=1e-11)
    negative = [-x for x in diagonal]
    assert wave_filter.newman_drift(3.3, a, w, e, negative) == pytest.approx(
        -wave_filter.newman_drift(3.3, a, w, e, diagonal)
    )


def test_mean_drift_is_the_diagonal() -> None:
    a, w, e, diagonal = [0.5, 0.3, 0.2], [0.6, 0.75, 0.91], [1.0, 2.0, 3.0], [100.0, 250.0, 80.0]
    expected = sum(x * x * t for x, t in zip(a, diagonal, strict=True))
    times = np.arange(0.0, 2000.0 * 2.0 * math.pi / 0.01, 7.3)
    mean = np.mean([wave_filter.newman_drift(float(t), a, w, e, diagonal) for t in times[:20000]])
    assert mean == pytest.approx(expected, rel=0.01)


def test_projection_signs() -> None:
    assert wave_filter.project((1, 2, 3, 4, 5, 6), 0.0) == pytest.approx((-1, 0, 3, 0, 5, 6))
    assert wave_filter.project((1, 2, 3, 4, 5, 6), -0.5 * math.pi) == pytest.approx((0, -2, 3, -4, 0, 6), abs=1e-12)
