"""Vehicles with hydrodynamics for scripts of one's own: docs/hydrodynamics.md.

Names are imported when they are first used.

    >>> from usimmarine_py.vehicle import Vehicle
    >>> Vehicle.load("otter").mass_matrix().shape
    (6, 6)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from usimmarine_py.vehicle.arrays.fleet import (
        Fleet,
    )
    from usimmarine_py.vehicle.arrays.linear import (
        Kink,
        Linear,
    )
    from usimmarine_py.vehicle.arrays.sea import (
        SPECTRA,
        CurrentField,
        OceanCurrent,
        Sea,
        beaufort,
        beaufort_number,
        current_share,
        encounter_frequency,
        peak_frequency,
        wave_spectrum,
    )
    from usimmarine_py.vehicle.arrays.thrust import (
        ThrustMap,
        immersed_share,
        shaft_force,
        shaft_speed,
    )
    from usimmarine_py.vehicle.arrays.trim import (
        Steady,
    )
    from usimmarine_py.vehicle.arrays.vehicle import (
        Orders,
        Vehicle,
    )
    from usimmarine_py.vehicle.arrays.wind import (
        GUSTS,
        VESSELS,
        WindCoefficients,
        gust_spectrum,
        relative_wind,
        wind_coefficients,
        wind_profile,
    )

__all__ = [
    "GUSTS",
    "SPECTRA",
    "VESSELS",
    "CurrentField",
    "Fleet",
    "Kink",
    "Linear",
    "OceanCurrent",
    "Orders",
    "Sea",
    "Steady",
    "ThrustMap",
    "Vehicle",
    "WindCoefficients",
    "beaufort",
    "beaufort_number",
    "current_share",
    "encounter_frequency",
    "gust_spectrum",
    "immersed_share",
    "peak_frequency",
    "relative_wind",
    "shaft_force",
    "shaft_speed",
    "wave_spectrum",
    "wind_coefficients",
    "wind_profile",
]

_WHERE = {
    "fleet": "Fleet",
    "linear": "Kink Linear",
    "sea": "SPECTRA CurrentField OceanCurrent Sea beaufort beaufort_number current_share encounter_frequency "
    "peak_frequency wave_spectrum",
    "thrust": "ThrustMap immersed_share shaft_force shaft_speed",
    "trim": "Steady",
    "vehicle": "Orders Vehicle",
    "wind": "GUSTS VESSELS WindCoefficients gust_spectrum relative_wind wind_coefficients wind_profile",
}


def __getattr__(name: str) -> Any:
    module = next((m for m, names in _WHERE.items() if name in names.split()), "")
    if not module:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.arrays.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
