"""Gust sums against the spectra they come from, and wind loads' symmetries."""

from __future__ import annotations

import json
import math
from collections.abc import Callable

import numpy as np
import pytest

from tests.support.paths import REFERENCE
from usimmarine_py.kernels import wind as kernels
from usimmarine_py.kernels.body import wind_load
from usimmarine_py.sea import wind

Figure = Callable[[str], None]

TARGETS = json.loads((REFERENCE / "environment" / "targets.json").read_text())


def integral(kind: str, u10: float, low: float, high: float) -> float:
    f = np.geomspace(low, high, 20001)
    s = np.array([wind.gust_spectrum(kind, x, u10) for x in f.tolist()])
    return float(np.sum(0.5 * (s[1:] + s[:-1]) * np.diff(f)))


def test_harris_variance_is_the_closed_form() -> None:
    u10 = 20.0
    expected = 4.0 * kernels.KAPPA * u10**2 * TARGETS["harris_integral_closed"]
    # the tail above 1e4 Hz and the piece below 1e-7 Hz are of relative size 1e-5 at most
    assert integral("harris", u10, 1e-7, 1e4) == pytest.approx(expected, rel=2e-4)
    assert math.sqrt(expected) / u10 == pytest.approx(TARGETS["harris_sigma_over_U10_kappa_0026"], rel=1e-12)


def test_davenport_variance_is_six_kappa_u_squared() -> None:
    # integral of 4 x / (1 + x^2)^(4/3) over x from 0 to infinity is 6
    assert integral("davenport", 15.0, 1e-7, 1e6) == pytest.approx(6.0 * kernels.KAPPA * 15.0**2, rel=2e-3)


@pytest.mark.parametrize("kind", wind.GUST_SPECTRA)
@pytest.mark.parametrize("u10", [3.0, 12.0, 30.0])
def test_gust_has_the_energy_of_its_band(kind: str, u10: float) -> None:
    _, amplitudes, *_ = wind.gust_rows(kind, u10, kernels.KAPPA, 10.0, 5, 60)
    expected = integral(kind, u10, wind.GUST_LOWEST_HZ, wind.GUST_HIGHEST_HZ)
    assert 0.5 * sum(a * a for a in amplitudes) == pytest.approx(expected, rel=0.01)


def test_gust_in_time_has_the_spectrum(figure: Figure) -> None:
    """The periodogram of a long record, smoothed over octaves, follows S(f); errors from the number of components."""
    rows = wind.gust_rows("harris", 15.0, kernels.KAPPA, 10.0, 3, 400)
    dt, count = 0.2, 1 << 17
    t = dt * np.arange(count)
    record = np.zeros(count)
    for f, a, p in zip(*rows[:3], strict=True):
        record += a * np.cos(2.0 * math.pi * f * t + p)
    assert record[1234] == pytest.approx(kernels.gust(rows, t[1234]), abs=1e-9)
    power = np.abs(np.fft.rfft(record)) ** 2 * 2.0 * dt / count
    frequency = np.fft.rfftfreq(count, dt)
    worst = 0.0
    for low in (0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512):
        inside = (frequency >= low) & (frequency < 2.0 * low)
        energy = float(power[inside].sum() * (frequency[1] - frequency[0]))
        worst = max(worst, abs(energy / integral("harris", 15.0, low, 2.0 * low) - 1.0))
    figure(f"worst octave energy error {worst:.2%}")
    # about 49 components an octave: the two at its edges fall in or out, 2/49 at most
    assert worst < 0.045


def test_gust_keeps_its_phases_when_the_wind_changes() -> None:
    weak, strong = (wind.gust_rows("harris", u, kernels.KAPPA, 10.0, 9, 30) for u in (5.0, 6.0))
    assert (weak[0], weak[2]) == (strong[0], strong[2])
    assert wind.gust_rows("harris", 5.0, kernels.KAPPA, 10.0, 10, 30) != weak
    assert kernels.gust(wind.gust_rows("harris", 0.0, kernels.KAPPA, 10.0, 9, 30), 3.0) == 0.0


@pytest.mark.parametrize("kappa", [0.0015, 0.0026, 0.003])
def test_profile_is_u10_at_ten_metres_and_never_negative(kappa: float) -> None:
    assert kernels.profile(17.0, kappa, 10.0) == pytest.approx(17.0, rel=1e-14)
    speeds = [kernels.profile(17.0, kappa, z) for z in (-1.0, 0.0, 1e-6, 0.01, 0.1, 1.0, 3.0, 10.0, 50.0)]
    assert speeds == sorted(speeds)
    assert speeds[0] >= 0.0


def test_blendermann_is_mirror_symmetric() -> None:
    hull = (6.4, 11.31, 0.4, 1.2, 10.5, 0.9, 0.55, 0.6, 0.6, 1.1, 1.204)
    for u, v in ((3.0, 4.0), (-5.0, 2.0), (0.5, 9.0), (-7.0, 0.1)):
        x, y, z, k, m, n = wind_load.blendermann_force(u, v, *hull)
        assert wind_load.blendermann_force(u, -v, *hull) == pytest.approx((x, -y, z, -k, m, -n), rel=1e-13)
        assert x * u < 0.0  # the force opposes the relative motion
        assert y * v < 0.0


def test_no_lateral_area_no_force() -> None:
    assert wind_load.blendermann_force(3.0, 4.0, 1.0, 0.0, 0, 0, 2.0, 0.9, 0.5, 0.5, 0.6, 1.1, 1.2) == (0.0,) * 6


def test_simple_force_pushes_downwind() -> None:
    for psi in (0.0, 1.0, 2.5, 4.0):
        u, v, speed, gamma = wind_load.relative_wind(0.0, 0.0, psi, 10.0, 0.3)
        assert speed == pytest.approx(10.0)
        assert math.remainder(gamma - (psi - 0.3 - math.pi), 2.0 * math.pi) == pytest.approx(0.0, abs=1e-12)
        x, y, *_ = wind_load.simple_force(u, v, 2.0, 5.0, 4.0, 0.7, 0.8, 0.1, 1.2)
        north = x * math.cos(psi) - y * math.sin(psi)
        east = x * math.sin(psi) + y * math.cos(psi)
        assert north * math.cos(0.3) + east * math.sin(0.3) > 0.0


def test_leeway_goes_with_the_wind() -> None:
    assert kernels.leeway_velocity(10.0, math.radians(90.0), 0.03) == pytest.approx((0.3, 0.0), abs=1e-15)


def test_blendermann_coefficients_of_a_speed_boat_are_the_printed_ones() -> None:
    assert wind_load.BLENDERMANN["speed boat"] == (0.90, 0.55, 0.60, 0.60, 1.1)


def test_gusts_are_as_coherent_as_their_distance_lets_them_be(figure: Figure) -> None:
    """Correlation across the wind beside the integral of S(f) exp(-10 f d/U), the coherence of Davenport."""
    f = np.geomspace(wind.GUST_LOWEST_HZ, wind.GUST_HIGHEST_HZ, 4001)
    # Harris, S004 2.46, in numbers of its own
    density = 1.0 / (2.0 + (1800.0 * f / 12.0) ** 2) ** (5.0 / 6.0)
    rng = np.random.default_rng(1)
    for distance in (0.0, 30.0, 150.0, 5000.0):
        pairs = []
        for seed in range(150):
            rows = wind.gust_rows("harris", 12.0, kernels.KAPPA, 10.0, seed, 60, 0.4)
            side = (-distance * math.sin(0.4), distance * math.cos(0.4))
            for t in rng.uniform(0.0, 5000.0, 8).tolist():
                pairs.append((kernels.gust(rows, t), kernels.gust(rows, t, *side)))
        found = float(np.corrcoef(np.array(pairs).T)[0, 1])
        faded = density * np.exp(-10.0 * f * distance / 12.0)
        expected = float((faded * f).sum() / (density * f).sum())
        figure(f"gusts {distance:g} m apart: correlation {found:.3f}, expected {expected:.3f}")
        assert found == pytest.approx(expected, abs=0.1)
