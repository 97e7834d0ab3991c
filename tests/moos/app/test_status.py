"""The status string against the recorded layout, and the figures in it."""

from __future__ import annotations

import math

from usimmarine_py.moos.app.status import (
    ProcessFigures,
    ProcessMeter,
    peak_memory_kb,
    resident_memory_kb,
    status_string,
)


def test_the_example_of_the_specification():
    figures = ProcessFigures(0.14041, 5592.0, 5276.0)
    text = status_string(
        "uSimMarineV22", 8.913214, figures, {"NAV_HEADING", "APPCAST", "NAV_DEPTH"}, ["NAV_X", "APPCAST_REQ"]
    )
    assert text == (
        "AppErrorFlag=false,Uptime=8.91321,cpuload=0.1404,memory_kb=5592,memory_max_kb=5276,MOOSName=uSimMarineV22,"
        'Publishing="APPCAST,NAV_DEPTH,NAV_HEADING,",Subscribing="APPCAST_REQ,NAV_X,"'
    )


def test_large_figures_and_an_error():
    text = status_string("a", 1234567.0, ProcessFigures(100.0, 12340.0, 123456.0), [], [], 'bad, "worse"\nend')
    assert text.startswith("AppErrorFlag=true,AppErrorReason=bad;  worse  end,Uptime=1.23457e+06,cpuload=100,")
    assert "memory_kb=1.234e+04,memory_max_kb=1.235e+05," in text
    assert text.endswith('Publishing="",Subscribing=""')


def test_the_load_is_taken_over_half_a_second():
    real = iter([0.0, 0.2, 1.0, 1.1, 2.0])
    cpu = iter([0.0, 0.2, 0.5, 0.6, 0.5])
    meter = ProcessMeter(lambda: next(real), lambda: next(cpu))
    assert [meter().cpu_percent for _ in range(4)] == [0.0, 50.0, 50.0, 0.0]


def test_memory_figures_are_plausible():
    peak, now = peak_memory_kb(), resident_memory_kb()
    assert 1e3 < peak < 1e8
    assert math.isnan(now) or 1e3 < now < 1e8
