"""Iteration gap and length on request."""

from __future__ import annotations

import pytest

from usimmarine_py.moos.app.status import LoadMeter


@pytest.mark.parametrize(
    ("text", "concerns"),
    [
        ("app=all,duration=10,thresh=0", True),
        ("app=any,duration=10", True),
        ("APP=pMe, duration = 10", True),
        ("app=pYou,duration=10", False),
        ("duration=10", False),
        ("", False),
    ],
)
def test_who_is_asked(text, concerns):
    meter = LoadMeter("pMe", "pMe_client", 4.0)
    assert meter.on_request(text, 0.0) is concerns


def test_gap_and_length_in_parts_of_a_period():
    meter = LoadMeter("pMe", "pMe_client", 4.0)
    assert (meter.gap_variable, meter.length_variable) == ("PME_CLIENT_ITER_GAP", "PME_CLIENT_ITER_LEN")
    assert meter.begin(10.0) is None
    assert meter.end(10.01) is None
    meter.on_request("app=all,duration=1,thresh=0", 10.1)
    assert meter.begin(10.25) == 1.0
    assert meter.end(10.375) == 0.5
    assert meter.begin(10.75) == 2.0
    assert meter.begin(11.25) is None
    assert meter.end(11.3) is None


def test_the_first_iteration_has_no_gap_and_durations_are_limited():
    meter = LoadMeter("pMe", "pMe", 4.0)
    meter.on_request("app=all,duration=1e9", 0.0)
    assert meter.begin(1.0) is None
    assert meter.end(1.0) == 0.0
    assert meter.begin(29.0) == 112.0
    assert meter.begin(31.0) is None
