"""Objective functions: axes, builders of utilities over them, and the choice of the best point."""

from usimmarine_py.helm.functions.axis import DomainAxis, Function, Utility
from usimmarine_py.helm.functions.builders import Peak, at_most, brought, couple, heading_peak, peak, speed_band, vector
from usimmarine_py.helm.functions.decision import decide

__all__ = [
    "DomainAxis", "Function", "Peak", "Utility", "at_most", "brought", "couple", "decide", "heading_peak", "peak",
    "speed_band", "vector",
]  # fmt: skip
