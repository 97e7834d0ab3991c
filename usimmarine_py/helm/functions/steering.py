"""The function of a behaviour that steers to a point."""

from __future__ import annotations

from usimmarine_py.helm.functions.axis import DomainAxis, Function, Utility
from usimmarine_py.helm.functions.builders import Peak, couple, heading_peak, peak


def steering(
    course: DomainAxis, speed: DomainAxis, towards: float, heading: float, wanted: float, ratio: float = 50.0,
    band: Function | None = None,
) -> Utility:  # fmt: skip
    """Return a wish for the course ``towards`` (deg), little turned from ``heading`` (deg), and a speed (m/s).

    ``ratio`` is the share of the course, %; ``band`` takes the place of the peak at the speed.
    """
    turn = heading_peak(course, Peak(towards, 0.0, 180.0, 50.0), Peak(heading, 30.0, 180.0, 5.0, 0.0, 20.0))
    fast = peak(speed, Peak(wanted, wanted / 2, 1.6, 20.0)) if band is None else band
    return couple(turn, fast, ratio, 100 - ratio)
