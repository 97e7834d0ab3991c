"""Waves, wind and current: the same lines interpreted, compiled and on arrays, and each the derivative of the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from usimmarine_py.kernels import current, wave_filter, waves, wind
from usimmarine_py.kernels.arrays import on_arrays
from usimmarine_py.sea.waves import wave_field
from usimmarine_py.sea.wind import gust_rows

SEA = wave_field("jonswap", 1.5, 0.9, 3.3, 0.7, 0.3, 11, 20).rows
GUST = gust_rows("harris", 12.0, wind.KAPPA, 10.0, 5, 20)
PLACE = (33.3, -12.0, 45.0)

CALLS = [
    (waves.elevation, (SEA, *PLACE)),
    (waves.surface, (SEA, *PLACE, 1.5, -2.0, 3.0, 8.0)),
    (waves.surface, (SEA, *PLACE, 0.0, 0.0, 0.0, 0.0)),
    (waves.orbital_velocity, (SEA, *PLACE, 2.5)),
    (waves.orbital_acceleration, (SEA, *PLACE, 2.5)),
    (waves.jonswap, (0.8, 1.5, 0.9, 3.3)),
    (waves.encounter_frequency, (0.9, 3.0, 2.0)),
    (wind.gust, (GUST, 17.0)),
    (wind.profile, (12.0, wind.KAPPA, 3.0)),
    (wind.norsok, (0.05, 12.0, 8.0)),
    (current.depth_factor, (3.0, 20.0)),
    (current.current_ned, (0.5, 0.3, 0.1)),
    (wave_filter.filter_step, (0.1, -0.2, 0.1, 0.9, 0.02, 0.1, 1.3, -0.4)),
]


@pytest.mark.parametrize(("kernel", "given"), CALLS, ids=lambda part: getattr(part, "__name__", ""))
def test_compiled_kernels_give_the_same_numbers(kernel: Callable[..., Any], given: tuple[Any, ...]) -> None:
    numba = pytest.importorskip("numba")
    helpers = (waves.ittc, waves.ittc_parameters, wave_filter.transition, wave_filter.covariance, wave_filter._kernels)
    if kernel in (waves.jonswap, wave_filter.filter_step):
        for helper in (*helpers, wave_filter.stationary_variance):
            numba.extending.register_jitable(helper)
    for helper in (waves.rise, waves.pulse):
        numba.extending.register_jitable(helper)
    arrays = [np.array(part) if isinstance(part, tuple) else part for part in given]
    # a compiler may take another sine of the same precision
    assert numba.njit(kernel)(*arrays) == pytest.approx(kernel(*given), rel=1e-14)


@pytest.mark.parametrize("kernel", [waves.elevation, waves.orbital_velocity, waves.orbital_acceleration])
def test_kernels_on_arrays_give_the_same_numbers(kernel: Callable[..., Any]) -> None:
    time, north, east = np.random.default_rng(4).uniform(-100.0, 100.0, (3, 5, 1))
    depth = () if kernel is waves.elevation else (np.array([0.0, 7.0]),)
    found = np.array(on_arrays(kernel)(SEA, time, north, east, *depth))
    for i, where in enumerate(zip(time.flat, north.flat, east.flat, strict=True)):
        for j, below in enumerate(depth[0] if depth else [0.0]):
            expected = kernel(SEA, *where, *([below] if depth else []))
            assert found[..., i, j] == pytest.approx(expected, rel=1e-12, abs=1e-14)


def test_surface_and_orbits_are_derivatives_of_each_other() -> None:
    time, north, east = PLACE
    v_north, v_east, h = 1.5, -2.0, 1e-4

    def along(step: float) -> np.ndarray:
        place = time + step, north + step * v_north, east + step * v_east
        return np.array(waves.surface(SEA, *place, v_north, v_east, 3.0, 8.0))

    here, rates = along(0.0), (along(h) - along(-h)) / (2 * h)
    assert here[3:] == pytest.approx(rates[:6], abs=1e-7)
    flat = waves.surface(SEA, *PLACE, 0.0, 0.0, 0.0, 0.0)
    assert flat[0] == waves.elevation(SEA, *PLACE)
    by_north, by_east = (
        (waves.elevation(SEA, time, north + a, east + b) - waves.elevation(SEA, time, north - a, east - b)) / (2 * h)
        for a, b in ((h, 0.0), (0.0, h))
    )
    assert flat[1:3] == pytest.approx((by_north, by_east), abs=1e-8)
    late, early = (np.array(waves.orbital_velocity(SEA, time + s, north, east, 2.5)) for s in (h, -h))
    assert waves.orbital_acceleration(SEA, *PLACE, 2.5) == pytest.approx((late - early) / (2 * h), abs=1e-7)
    assert flat[3] == pytest.approx(-waves.orbital_velocity(SEA, *PLACE, 0.0)[2], rel=1e-12)
