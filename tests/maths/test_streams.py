"""Draws depend on (seed, name, index) only."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from usimmarine_py.maths.gauss_markov import GaussMarkov
from usimmarine_py.maths.streams import BLOCK, NoiseStream, child_generator

Figure = Callable[[str], None]


def test_order_of_asking_changes_nothing() -> None:
    forward, backward = NoiseStream(7, "wind.speed", 3), NoiseStream(7, "wind.speed", 3)
    indices = range(0, 6 * BLOCK, 37)
    ahead = [forward.normals(k) for k in indices]
    assert ahead == [backward.normals(k) for k in reversed(indices)][::-1]
    assert all(len(row) == 3 for row in ahead)


def test_normals_and_uniforms_do_not_disturb_each_other() -> None:
    plain, mixed = NoiseStream(7, "a"), NoiseStream(7, "a")
    for k in range(0, 4 * BLOCK, 11):
        mixed.uniforms(4 * BLOCK - k)
        assert plain.normals(k) == mixed.normals(k)


def test_seed_name_and_index_all_count() -> None:
    draws = {child_generator(*key).random() for key in ((1, "a"), (2, "a"), (1, "b"), (1, "a", 0), (1, "a", 1))}
    assert len(draws) == 5
    assert child_generator(1, "a").random() == child_generator(1, "a").random()


def test_values_are_recorded() -> None:
    # a change of the derivation would silently change every seeded mission
    assert NoiseStream(1, "wind.speed").normals(5) == pytest.approx((0.3351291383128172,), abs=1e-15)
    assert NoiseStream(1, "wind.speed").uniforms(5) == pytest.approx((0.33956640090390355,), abs=1e-15)


def test_negative_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="seed"):
        NoiseStream(-1, "a")


@pytest.mark.parametrize(("mu", "sigma", "h"), [(0.1, 0.5, 0.05), (1.0, 0.2, 0.1), (0.01, 2.0, 0.5)])
def test_variance_and_autocorrelation_of_a_path(mu: float, sigma: float, h: float, figure: Figure) -> None:
    """Correlated samples: the standard error of the variance is var * sqrt(2 (1 + a^2) / ((1 - a^2) n))."""
    process, stream = GaussMarkov(mu, sigma), NoiseStream(11, "test", 64)
    steps = 4000
    paths = [sigma * n for n in stream.normals(0)]
    a, _ = process.coefficients(h)
    samples = np.empty((steps, 64))
    for k in range(steps):
        paths = [process.step(d, h, n) for d, n in zip(paths, stream.normals(1 + k), strict=True)]
        samples[k] = paths
    variance = float((samples**2).mean())
    error = sigma**2 * math.sqrt(2.0 * (1 + a * a) / ((1 - a * a) * samples.size))
    # the autocovariance at lag 1 s lies between those of lag 0 and 10 s; the same error bounds it
    lag = round(1.0 / h)
    covariance = float((samples[lag:] * samples[:-lag]).mean())
    z = (variance - sigma**2) / error
    figure(f"mu {mu}: variance {variance:.5g} of {sigma**2:.5g} (z = {z:.2f}), 1 s {covariance:.5g}")
    assert abs(variance - sigma**2) < 3.5 * error
    assert abs(covariance - sigma**2 * math.exp(-mu * lag * h)) < 3.5 * error


def test_step_size_does_not_change_the_law() -> None:
    """Two half steps with independent draws have the mean and variance of one step."""
    process = GaussMarkov(0.7, 1.3)
    a, s = process.coefficients(0.2)
    a2, s2 = process.coefficients(0.1)
    assert a2 * a2 == pytest.approx(a, rel=1e-15)
    assert (a2 * s2) ** 2 + s2 * s2 == pytest.approx(s * s, rel=1e-14)


def test_limits_hold_and_off_stays_off() -> None:
    process = GaussMarkov(1.0, 5.0, 0.3)
    stream, d = NoiseStream(3, "limit"), 0.0
    met = set()
    for k in range(500):
        d = process.step(d, 0.1, stream.normals(k)[0])
        assert -0.3 <= d <= 0.3
        met.add(d)
    assert {-0.3, 0.3} <= met
    assert not GaussMarkov(1.0, 0.0).active
