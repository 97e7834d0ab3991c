"""First-order lags solved exactly, with limits and rates."""

from __future__ import annotations

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.kernels.lag import decay, lag_rate, lagged, lagged_limited

small = st.floats(-100.0, 100.0)


def test_exponential() -> None:
    assert lagged(0.0, 10.0, decay(0.5, 0.5)) == pytest.approx(10.0 * (1.0 - exp(-1.0)), rel=1e-15)
    assert lagged(3.0, 10.0, decay(0.5, 0.0)) == 10.0  # no lag follows at once


@given(
    x=small, ref=small, t=st.floats(0.05, 5.0), a=st.floats(0.0, 3.0), b=st.floats(0.0, 3.0), rate=st.floats(0.1, 50)
)
def test_two_pieces_make_one(x: float, ref: float, t: float, a: float, b: float, rate: float) -> None:
    """The solution is a semigroup: going a, then b seconds is going a + b seconds."""
    once = lagged_limited(x, ref, a + b, t, rate)
    twice = lagged_limited(lagged_limited(x, ref, a, t, rate), ref, b, t, rate)
    assert twice == pytest.approx(once, rel=1e-9, abs=1e-9)


@given(x=small, ref=small, t=st.floats(0.05, 5.0), s=st.floats(0.0, 5.0), rate=st.floats(0.1, 50.0))
def test_never_faster_than_the_rate_and_never_past_the_set_point(
    x: float, ref: float, t: float, s: float, rate: float
) -> None:
    end = lagged_limited(x, ref, s, t, rate)
    assert abs(end - x) <= rate * s + 1e-9
    assert min(x, ref) - 1e-9 <= end <= max(x, ref) + 1e-9


def test_limited_solution_obeys_its_equation() -> None:
    x, ref, t, rate, h = 0.0, 10.0, 0.5, 4.0, 1e-6
    for s in (0.1, 1.0, 1.9, 2.1, 3.0):
        slope = (lagged_limited(x, ref, s + h, t, rate) - lagged_limited(x, ref, s - h, t, rate)) / (2.0 * h)
        assert slope == pytest.approx(lag_rate(lagged_limited(x, ref, s, t, rate), ref, t, rate), rel=1e-4)


def test_rate_of_change() -> None:
    assert lag_rate(0.0, 10.0, 0.5, 0.0) == 20.0
    assert lag_rate(0.0, 10.0, 0.5, 4.0) == 4.0
    assert lag_rate(0.0, -10.0, 0.5, 4.0) == -4.0
    assert lag_rate(0.0, 10.0, 0.0, 0.0) == 0.0
    assert lag_rate(0.0, -10.0, 0.0, 3.0) == -3.0
