"""Tables of the kinematics library (``data/reference/kinematics``)."""

from __future__ import annotations

import re
from math import atan2, degrees, radians

from tests.support.tables.csv_table import CsvTable
from tests.support.tables.recipe import Recipe, Values, by_row
from usimmarine_py.maths import earth, flow, moos_frame, quaternions, rotations

_EULER = ("phi", "theta", "psi")
_Q = ("eta", "eps1", "eps2", "eps3")


def _names(prefix: str, rows: int, columns: int) -> list[str]:
    return [f"{prefix}{i}{j}" for i in range(1, rows + 1) for j in range(1, columns + 1)]


def _four(prefix: str) -> list[str]:
    return [f"{prefix}{i}" for i in range(4)]


def recipes() -> list[Recipe]:
    """One recipe per file of the folder."""
    return [
        by_row("euler", _EULER, [*_names("R", 3, 3), *_names("T", 3, 3), *_Q], _euler),
        by_row(
            "quaternion",
            [*_Q, "p", "q", "r", "h", *(f"b{i}" for i in range(4))],
            [
                *_names("T", 4, 3), *_four("qdot"), *_four("q_euler_norm"), *_four("q_exact"),
                "phi_exact", "theta_exact", "psi_exact", *_four("q_times_b"), *_four("qdot_feedback"),
            ],
            _quaternion,
        ),
        by_row("geodesy", ["lon", "lat", "h"], ["x_e", "y_e", "z_e", *_names("R", 3, 3)], _geodesy),
        by_row(
            "flat_earth",
            ["lon0", "lat0", "h_ref", "x_n", "y_n", "z_n"],
            ["lon", "lat", "h", "R_N", "R_M"],
            lambda lon, lat, h, x, y, z: (*earth.flat2llh(x, y, z, lon, lat, h), *earth.radii(lat)),
        ),
        by_row(
            "flow_axes",
            ["u", "v", "w", "u_c", "v_c", "w_c", "psi", "theta"],
            [
                "U", "U_r", "alpha", "beta_2d", "beta_3d", "beta_crab", "alpha_crab", "chi", "chi_r", "gamma",
                "gamma_r", *_names("Rflow", 3, 3),
            ],
            _flow,
        ),
        by_row("ssa_deg", ["angle_deg"], ["ssa_deg"], lambda a: (rotations.ssa_deg(a),)),
        by_row(
            "moos_mapping",
            ["x_N", "y_E", "z_D", *_EULER, "u", "v", "w"],
            [
                "NAV_X", "NAV_Y", "NAV_HEADING", "NAV_DEPTH", "NAV_Z", "USM_YAW", "USM_PITCH", "SPEED_OVER_GROUND",
                "HEADING_OVER_GROUND", "vel_x", "vel_y",
            ],
            _moos,
        ),
        Recipe("seed001_printed", ("quantity", "index"), ("exact",), _printed),
    ]  # fmt: skip


def _euler(phi: float, theta: float, psi: float) -> list[float]:
    r, t = rotations.Rzyx(phi, theta, psi), rotations.Tzyx(phi, theta)
    return [*r.ravel().tolist(), *t.ravel().tolist(), *quaternions.euler2q(phi, theta, psi)]


def _quaternion(*x: float) -> list[float]:
    q, omega, h, b = x[:4], x[4:7], x[7], x[8:]
    exact = quaternions.step_exact(q, omega, h)
    return [
        *quaternions.Tquat(q).ravel().tolist(),
        *quaternions.rate(q, omega),
        *quaternions.step_euler(q, omega, h),
        *exact,
        *quaternions.q2euler(exact),
        *quaternions.multiply(q, b),
        # the table scales q by 1.02 to have something to pull back
        *quaternions.rate([1.02 * e for e in q], omega, gamma=100.0),
    ]


def _geodesy(lon: float, lat: float, h: float) -> list[float]:
    return [*earth.llh2ecef(lon, lat, h), *earth.R_ll(lon, lat).ravel().tolist()]


def _flow(u: float, v: float, w: float, u_c: float, v_c: float, w_c: float, psi: float, theta: float) -> list[float]:
    u_r, v_r, w_r = flow.relative_velocity(u, v, w, u_c, v_c, w_c)
    alpha, beta = flow.attack(u_r, w_r), flow.sideslip_3d(u_r, v_r, w_r)
    return [
        flow.speed(u, v, w),
        flow.speed(u_r, v_r, w_r),
        alpha,
        flow.sideslip_2d(u_r, v_r),
        beta,
        flow.crab(u, v),
        flow.vertical_crab(u, w),
        flow.course(psi, u, v),
        flow.course(psi, u_r, v_r),
        flow.flight_path(theta, u, w),
        flow.flight_path(theta, u_r, w_r),
        *flow.R_flow(alpha, beta).ravel().tolist(),
    ]


def _moos(
    x: float, y: float, z: float, phi: float, theta: float, psi: float, u: float, v: float, w: float
) -> list[float]:
    heading = moos_frame.heading_deg(psi)
    north, east, _down = moos_frame.ned_velocity(phi, theta, psi, u, v, w)
    sog, hog = moos_frame.over_ground(north, east, degrees(atan2(east, north)) % 360.0)
    return [y, x, heading, z, -z, moos_frame.moos_yaw(heading), theta, sog, hog, east, north]


_QUANTITY = re.compile(r"\s*([A-Za-z0-9 ]+?)\s*\(([^)]*)\)\s*")


def _printed(table: CsvTable) -> list[Values]:
    """The lecture's printed examples: the quantity is written as a call, e.g. ``Rzyx(10;20;30 deg)``."""
    result = []
    for row in table.rows:
        found = _QUANTITY.fullmatch(row["quantity"])
        assert found is not None, row["quantity"]
        numbers = [float(re.sub(r"[^-+.0-9eE]", "", x.replace("deg", ""))) for x in found[2].split(";")]
        index = row["index"]
        place = [int(k) - 1 for k in index.split(";")] if re.fullmatch(r"\d+;\d+", index) else []
        angles = [radians(x) for x in numbers]
        word = found[1]
        if word == "Rzyx":
            value = rotations.Rzyx(*angles)[tuple(place)]
        elif word == "Tzyx":
            value = rotations.Tzyx(*angles)[tuple(place)]
        elif word == "euler2q":
            value = quaternions.euler2q(*angles)[int(index)]
        elif word == "Tquat of euler2q":
            value = quaternions.Tquat(quaternions.euler2q(*angles))[tuple(place)]
        elif word == "llh2ecef":
            value = earth.llh2ecef(angles[0], angles[1], numbers[2])["xyz".index(index)]
        else:
            assert word == "ssa", word
            value = rotations.ssa_deg(numbers[0])
        result.append({"exact": float(value)})
    return result
