"""Vehicles with hydrodynamics for scripts of one's own: docs/hydrodynamics.md.

Names are imported when they are first used.

    >>> from usimmarine_py.hydrodynamics import Vehicle
    >>> Vehicle.load("otter").mass_matrix().shape
    (6, 6)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from usimmarine_py.hydrodynamics.fleet import Fleet
    from usimmarine_py.hydrodynamics.linear import Kink, Linear
    from usimmarine_py.hydrodynamics.trim import Steady
    from usimmarine_py.hydrodynamics.vehicle import Orders, Vehicle

__all__ = ["Fleet", "Kink", "Linear", "Orders", "Steady", "Vehicle"]

_WHERE = {
    "Fleet": "fleet",
    "Kink": "linear",
    "Linear": "linear",
    "Orders": "vehicle",
    "Steady": "trim",
    "Vehicle": "vehicle",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
