"""Rotations, quaternions, the Earth, flow angles and a filter, for floats and NumPy arrays alike: docs/maths.md.

Names are imported on first use, because a kinematic vehicle does not need NumPy. Vectors, quaternions
and matrices lie along the last axes; everything in front of them broadcasts. Angles are in rad unless a name says deg.

    >>> from usimmarine_py.maths import Rzyx, ssa_deg
    >>> ssa_deg(181)
    -179.0
    >>> Rzyx(0.0, 0.0, [0.0, 1.0]).shape
    (2, 3, 3)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from usimmarine_py.maths.earth import (
        E2,
        FLATTENING,
        OMEGA_IE,
        R_E,
        R_P,
        R_ll,
        earth_rate,
        ecef2llh,
        ecef2ned,
        flat2llh,
        llh2ecef,
        llh2flat,
        ned2ecef,
        radii,
    )
    from usimmarine_py.maths.filters import low_pass, low_passed
    from usimmarine_py.maths.flow import (
        R_flow,
        attack,
        course,
        crab,
        flight_path,
        relative_velocity,
        sideslip_2d,
        sideslip_3d,
        speed,
        vertical_crab,
    )
    from usimmarine_py.maths.integrators import DP5, EULER, HEUN, RK4
    from usimmarine_py.maths.quaternions import J_quaternion, Rquat, Tomega, Tquat, euler2q, q2euler
    from usimmarine_py.maths.quaternions import conjugate as quaternion_conjugate
    from usimmarine_py.maths.quaternions import multiply as quaternion_product
    from usimmarine_py.maths.quaternions import normalise as quaternion_normalise
    from usimmarine_py.maths.quaternions import rate as quaternion_rate
    from usimmarine_py.maths.quaternions import step_euler as quaternion_step_euler
    from usimmarine_py.maths.quaternions import step_exact as quaternion_step
    from usimmarine_py.maths.rotations import (
        Hmtrx,
        J_euler,
        R2euler,
        R_axis_angle,
        R_dot,
        R_small,
        Rx,
        Ry,
        Rz,
        Rzyx,
        Smtrx,
        T_small,
        Tzyx,
        Tzyx_inv,
        euler_rates,
        ssa,
        ssa_deg,
        vex,
    )

__all__ = [
    "DP5",
    "E2",
    "EULER",
    "FLATTENING",
    "HEUN",
    "OMEGA_IE",
    "RK4",
    "R_E",
    "R_P",
    "Hmtrx",
    "J_euler",
    "J_quaternion",
    "R2euler",
    "R_axis_angle",
    "R_dot",
    "R_flow",
    "R_ll",
    "R_small",
    "Rquat",
    "Rx",
    "Ry",
    "Rz",
    "Rzyx",
    "Smtrx",
    "T_small",
    "Tomega",
    "Tquat",
    "Tzyx",
    "Tzyx_inv",
    "attack",
    "course",
    "crab",
    "earth_rate",
    "ecef2llh",
    "ecef2ned",
    "euler2q",
    "euler_rates",
    "flat2llh",
    "flight_path",
    "llh2ecef",
    "llh2flat",
    "low_pass",
    "low_passed",
    "ned2ecef",
    "q2euler",
    "quaternion_conjugate",
    "quaternion_normalise",
    "quaternion_product",
    "quaternion_rate",
    "quaternion_step",
    "quaternion_step_euler",
    "radii",
    "relative_velocity",
    "sideslip_2d",
    "sideslip_3d",
    "speed",
    "ssa",
    "ssa_deg",
    "vertical_crab",
    "vex",
]

_WHERE = {
    "earth": "E2 FLATTENING OMEGA_IE R_E R_P R_ll earth_rate ecef2llh ecef2ned flat2llh llh2ecef llh2flat ned2ecef "
    "radii",
    "filters": "low_pass low_passed",
    "flow": "R_flow attack course crab flight_path relative_velocity sideslip_2d sideslip_3d speed vertical_crab",
    "integrators": "DP5 EULER HEUN RK4",
    "quaternions": "J_quaternion Rquat Tomega Tquat euler2q q2euler",
    "rotations": "Hmtrx J_euler R2euler R_axis_angle R_dot R_small Rx Ry Rz Rzyx "
    "Smtrx T_small Tzyx Tzyx_inv euler_rates ssa ssa_deg vex",
}
#: Names that are ambiguous outside their module.
_RENAMED = {
    "quaternion_product": "multiply",
    "quaternion_conjugate": "conjugate",
    "quaternion_normalise": "normalise",
    "quaternion_rate": "rate",
    "quaternion_step": "step_exact",
    "quaternion_step_euler": "step_euler",
}


def __getattr__(name: str) -> Any:
    if name in _RENAMED:
        module, own = "quaternions", _RENAMED[name]
    else:
        module, own = next((m for m, names in _WHERE.items() if name in names.split()), ""), name
    if not module:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), own)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
