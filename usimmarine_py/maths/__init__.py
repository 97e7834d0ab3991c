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

from typing import TYPE_CHECKING

from usimmarine_py.lazy import lazy

if TYPE_CHECKING:
    from usimmarine_py.maths import quaternions
    from usimmarine_py.maths.earth import E2 as E2
    from usimmarine_py.maths.earth import FLATTENING as FLATTENING
    from usimmarine_py.maths.earth import OMEGA_IE as OMEGA_IE
    from usimmarine_py.maths.earth import R_E as R_E
    from usimmarine_py.maths.earth import R_P as R_P
    from usimmarine_py.maths.earth import R_ll as R_ll
    from usimmarine_py.maths.earth import Rll as Rll
    from usimmarine_py.maths.earth import earth_rate as earth_rate
    from usimmarine_py.maths.earth import ecef2llh as ecef2llh
    from usimmarine_py.maths.earth import ecef2ned as ecef2ned
    from usimmarine_py.maths.earth import flat2llh as flat2llh
    from usimmarine_py.maths.earth import llh2ecef as llh2ecef
    from usimmarine_py.maths.earth import llh2flat as llh2flat
    from usimmarine_py.maths.earth import ned2ecef as ned2ecef
    from usimmarine_py.maths.earth import radii as radii
    from usimmarine_py.maths.filters import low_pass as low_pass
    from usimmarine_py.maths.filters import low_passed as low_passed
    from usimmarine_py.maths.flow import R_flow as R_flow
    from usimmarine_py.maths.flow import attack as attack
    from usimmarine_py.maths.flow import course as course
    from usimmarine_py.maths.flow import crab as crab
    from usimmarine_py.maths.flow import flight_path as flight_path
    from usimmarine_py.maths.flow import relative_velocity as relative_velocity
    from usimmarine_py.maths.flow import sideslip_2d as sideslip_2d
    from usimmarine_py.maths.flow import sideslip_3d as sideslip_3d
    from usimmarine_py.maths.flow import speed as speed
    from usimmarine_py.maths.flow import vertical_crab as vertical_crab
    from usimmarine_py.maths.integrators import DP5 as DP5
    from usimmarine_py.maths.integrators import EULER as EULER
    from usimmarine_py.maths.integrators import HEUN as HEUN
    from usimmarine_py.maths.integrators import RK4 as RK4
    from usimmarine_py.maths.quaternions import J_quaternion as J_quaternion
    from usimmarine_py.maths.quaternions import Rquat as Rquat
    from usimmarine_py.maths.quaternions import Tomega as Tomega
    from usimmarine_py.maths.quaternions import Tquat as Tquat
    from usimmarine_py.maths.quaternions import euler2q as euler2q
    from usimmarine_py.maths.quaternions import q2euler as q2euler
    from usimmarine_py.maths.rotations import Hmtrx as Hmtrx
    from usimmarine_py.maths.rotations import J_euler as J_euler
    from usimmarine_py.maths.rotations import R2euler as R2euler
    from usimmarine_py.maths.rotations import R_axis_angle as R_axis_angle
    from usimmarine_py.maths.rotations import R_dot as R_dot
    from usimmarine_py.maths.rotations import R_small as R_small
    from usimmarine_py.maths.rotations import Rx as Rx
    from usimmarine_py.maths.rotations import Ry as Ry
    from usimmarine_py.maths.rotations import Rz as Rz
    from usimmarine_py.maths.rotations import Rzyx as Rzyx
    from usimmarine_py.maths.rotations import Smtrx as Smtrx
    from usimmarine_py.maths.rotations import T_small as T_small
    from usimmarine_py.maths.rotations import Tzyx as Tzyx
    from usimmarine_py.maths.rotations import Tzyx_inv as Tzyx_inv
    from usimmarine_py.maths.rotations import euler_rates as euler_rates
    from usimmarine_py.maths.rotations import ssa as ssa
    from usimmarine_py.maths.rotations import ssa_deg as ssa_deg
    from usimmarine_py.maths.rotations import vex as vex

    quaternion_conjugate = quaternions.conjugate
    quaternion_product = quaternions.multiply
    quaternion_normalise = quaternions.normalise
    quaternion_rate = quaternions.rate
    quaternion_step_euler = quaternions.step_euler
    quaternion_step = quaternions.step_exact

__all__, __getattr__, __dir__ = lazy(
    __name__,
    {
        "earth": "E2 FLATTENING OMEGA_IE R_E R_P R_ll Rll earth_rate ecef2llh ecef2ned flat2llh llh2ecef llh2flat "
        "ned2ecef radii",
        "filters": "low_pass low_passed",
        "flow": "R_flow attack course crab flight_path relative_velocity sideslip_2d sideslip_3d speed vertical_crab",
        "integrators": "DP5 EULER HEUN RK4",
        "quaternions": "J_quaternion Rquat Tomega Tquat conjugate=quaternion_conjugate euler2q "
        "multiply=quaternion_product "
        "normalise=quaternion_normalise q2euler rate=quaternion_rate step_euler=quaternion_step_euler "
        "step_exact=quaternion_step",
        "rotations": "Hmtrx J_euler R2euler R_axis_angle R_dot R_small Rx Ry Rz Rzyx Smtrx T_small Tzyx Tzyx_inv "
        "euler_rates ssa ssa_deg vex",
    },
)
