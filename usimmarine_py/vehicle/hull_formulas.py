"""Formulas for a hull of which little is known: wetted surface, form factor, cross-flow drag (laws/hydrodynamics 9.2).

>>> round(cross_flow_drag(1.08, 0.19512195), 3)
0.592
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from usimmarine_py.errors import ConfigError

__all__ = ["cross_flow_drag", "denny_mumford_surface", "holtrop_form_factor", "holtrop_surface"]

#: Hoerner's curve: B/2T and the drag coefficient of the section across the flow.
_RATIO = (
    0.0109, 0.1766, 0.3530, 0.4519, 0.4728, 0.4929, 0.4933, 0.5585, 0.6464, 0.8336,
    0.9880, 1.3081, 1.6392, 1.8600, 2.3129, 2.6000, 3.0088, 3.4508, 3.7379, 4.0031,
)  # fmt: skip
_DRAG = (
    1.9661, 1.9657, 1.8976, 1.7872, 1.5837, 1.2786, 1.2108, 1.0836, 0.9986, 0.8796,
    0.8284, 0.7599, 0.6914, 0.6571, 0.6307, 0.5962, 0.5868, 0.5859, 0.5599, 0.5593,
)  # fmt: skip


def denny_mumford_surface(length: float, beam: float, draft: float, volume: float) -> float:
    """Wetted surface (m2) of a displacement hull, 1.7 L T + V/T; metres and m3.

    Raises ``ConfigError`` for a block coefficient outside 0.4 to 0.9. Source: laws/hydrodynamics 9.2.
    """
    _within("block coefficient", volume / (length * beam * draft), 0.4, 0.9)
    return 1.7 * length * draft + volume / draft


def holtrop_surface(length: float, beam: float, draft: float, volume: float, c_m: float, c_wp: float) -> float:
    """Wetted surface (m2) of a ship without bulb; metres, m3, midship section and waterplane coefficients.

    Raises ``ConfigError`` outside C_P 0.55 to 0.85, L/B 3.9 to 15, B/T 2.1 to 4. Source: Holtrop and Mennen 1982.
    """
    c_b = volume / (length * beam * draft)
    _ship(length, beam, draft, c_b / c_m)
    share = 0.453 + 0.4425 * c_b - 0.2862 * c_m - 0.003467 * beam / draft + 0.3696 * c_wp
    return length * (2.0 * draft + beam) * sqrt(c_m) * share


def holtrop_form_factor(
    length: float, beam: float, draft: float, volume: float, c_m: float, lcb: float = 0.0
) -> float:  # fmt: skip
    """1 + k of a ship with a stern of ordinary shape; ``lcb`` in per cent of the length forward of amidships.

    Raises ``ConfigError`` outside the range of ``holtrop_surface``. Source: Holtrop and Mennen 1982.
    """
    c_p = volume / (length * beam * draft * c_m)
    _ship(length, beam, draft, c_p)
    run = 1.0 - c_p + 0.06 * c_p * lcb / (4.0 * c_p - 1.0)
    slender = (beam / length) ** 1.06806 * (draft / length) ** 0.46106 * run**-0.121563
    return float(0.93 + 0.487118 * slender * (length**3 / volume) ** 0.36486 * (1.0 - c_p) ** -0.604247)


def cross_flow_drag(beam: float, draft: float) -> float:
    """Two-dimensional drag coefficient of a section ``beam`` x ``draft`` (m) across the flow, by B/2T.

    Raises ``ConfigError`` for B/2T outside 0.0109 to 4.0031. Source: Hoerner 1965, laws/hydrodynamics 9.2.
    """
    ratio = beam / (2.0 * draft)
    _within("B/2T", ratio, _RATIO[0], _RATIO[-1])
    return float(np.interp(ratio, _RATIO, _DRAG))


def _ship(length: float, beam: float, draft: float, c_p: float) -> None:
    _within("C_P", c_p, 0.55, 0.85)
    _within("L/B", length / beam, 3.9, 15.0)
    _within("B/T", beam / draft, 2.1, 4.0)


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise ConfigError(f"{name} = {value:.4g} is outside {low:g} to {high:g}, for which the formula holds", key=name)
