"""Vehicles with hydrodynamics for scripts of one's own: docs/hydrodynamics.md.

Names are imported when they are first used.

    >>> from usimmarine_py.vehicle import Vehicle
    >>> Vehicle.load("otter").mass_matrix().shape
    (6, 6)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from usimmarine_py.lazy import lazy

if TYPE_CHECKING:
    from usimmarine_py.vehicle.arrays.fleet import Fleet as Fleet
    from usimmarine_py.vehicle.arrays.held import Trim as Trim
    from usimmarine_py.vehicle.arrays.linear.discrete import Discrete as Discrete
    from usimmarine_py.vehicle.arrays.linear.linear import Kink as Kink
    from usimmarine_py.vehicle.arrays.linear.linear import Linear as Linear
    from usimmarine_py.vehicle.arrays.linear.trim import Steady as Steady
    from usimmarine_py.vehicle.arrays.reachable import Reachable as Reachable
    from usimmarine_py.vehicle.arrays.sea import SPECTRA as SPECTRA
    from usimmarine_py.vehicle.arrays.sea import CurrentField as CurrentField
    from usimmarine_py.vehicle.arrays.sea import OceanCurrent as OceanCurrent
    from usimmarine_py.vehicle.arrays.sea import Sea as Sea
    from usimmarine_py.vehicle.arrays.sea import beaufort as beaufort
    from usimmarine_py.vehicle.arrays.sea import beaufort_number as beaufort_number
    from usimmarine_py.vehicle.arrays.sea import current_share as current_share
    from usimmarine_py.vehicle.arrays.sea import encounter_frequency as encounter_frequency
    from usimmarine_py.vehicle.arrays.sea import peak_frequency as peak_frequency
    from usimmarine_py.vehicle.arrays.sea import wave_spectrum as wave_spectrum
    from usimmarine_py.vehicle.arrays.thrust import ThrustMap as ThrustMap
    from usimmarine_py.vehicle.arrays.thrust import immersed_share as immersed_share
    from usimmarine_py.vehicle.arrays.thrust import shaft_force as shaft_force
    from usimmarine_py.vehicle.arrays.thrust import shaft_speed as shaft_speed
    from usimmarine_py.vehicle.arrays.vehicle import Orders as Orders
    from usimmarine_py.vehicle.arrays.vehicle import Vehicle as Vehicle
    from usimmarine_py.vehicle.arrays.wind import GUSTS as GUSTS
    from usimmarine_py.vehicle.arrays.wind import VESSELS as VESSELS
    from usimmarine_py.vehicle.arrays.wind import WindCoefficients as WindCoefficients
    from usimmarine_py.vehicle.arrays.wind import gust_spectrum as gust_spectrum
    from usimmarine_py.vehicle.arrays.wind import relative_wind as relative_wind
    from usimmarine_py.vehicle.arrays.wind import wind_coefficients as wind_coefficients
    from usimmarine_py.vehicle.arrays.wind import wind_profile as wind_profile

__all__, __getattr__, __dir__ = lazy(
    __name__,
    {
        "arrays.linear.discrete": "Discrete",
        "arrays.fleet": "Fleet",
        "arrays.held": "Trim",
        "arrays.linear.linear": "Kink Linear",
        "arrays.reachable": "Reachable",
        "arrays.sea": "CurrentField OceanCurrent SPECTRA Sea beaufort beaufort_number current_share "
        "encounter_frequency peak_frequency wave_spectrum",
        "arrays.thrust": "ThrustMap immersed_share shaft_force shaft_speed",
        "arrays.linear.trim": "Steady",
        "arrays.vehicle": "Orders Vehicle",
        "arrays.wind": "GUSTS VESSELS WindCoefficients gust_spectrum relative_wind wind_coefficients wind_profile",
    },
)
