"""Tables of the environment folder that belong to hydrodynamics and solvers."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin, sqrt

from tests.support.tables.csv_table import CsvTable
from tests.support.tables.recipe import Recipe, Values, by_row
from usimmarine_py.kernels.body.actuators import propeller
from usimmarine_py.kernels.body.damping import friction_line
from usimmarine_py.kernels.body.drives import LinearScrew
from usimmarine_py.maths.integrators import DP5, EULER, RK4, RightHandSide, Tableau, step
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.description.memory import MemorySystem, scaled_systems
from usimmarine_py.vehicle.files import read

FLOOR = 0.2  #: m/s, of the friction table's Reynolds number


def recipes() -> list[Recipe]:
    """One recipe per table."""
    return [
        by_row("ittc57_friction", ["L", "nu_kin", "u"], ["Rn_with_floor_0.2", "C_f", "Fn"], _friction),
        by_row("remus_propeller", ["n_rpm", "U"], ["thrust", "torque", "surge_force", "roll_moment"], _propeller),
        Recipe(
            "solver_steps",
            ("problem", "t0", "h", "y0_1", "y0_2"),
            tuple(f"{m}_{i}" for m in ("euler", "rk4", "dp5", "dp4") for i in (1, 2)),
            _solver_steps,
        ),
        Recipe("fluid_memory_response", ("vehicle", "scaling", "kernel", "omega"), ("Re", "Im"), _memory_response),
    ]


def _friction(length: float, nu_kin: float, u: float) -> Sequence[float]:
    reynolds = max(abs(u), FLOOR) * length / nu_kin
    return reynolds, friction_line(reynolds), u / sqrt(9.81 * length)


def _propeller(n_rpm: float, speed: float) -> Sequence[float]:
    vehicle = load_vehicle(*read("remus100"))
    (k,) = (a.law for a in vehicle.actuators if isinstance(a.law, LinearScrew))
    thrust, torque = propeller(
        n_rpm / 60.0, (1.0 - k.w) * speed, k.rho, k.D, k.KT_0, k.KT_max, k.KQ_0, k.KQ_max, k.J_max
    )
    return thrust, torque, (1.0 - k.t) * thrust, k.roll_factor * torque


def _pendulum(t: float, y: Sequence[float]) -> Sequence[float]:
    return y[1], -sin(y[0]) - 0.1 * y[1] + 0.5 * cos(t)


def _drag(t: float, y: Sequence[float]) -> Sequence[float]:
    return y[1], 1.0 - 0.3 * abs(y[1]) * y[1] - 0.2 * y[1]


#: The embedded solution of order 4: its seventh stage stands at the end of the step of order 5.
_DP4 = Tableau(
    "dp4", 4, (*DP5.c, 1.0), (*DP5.a, DP5.b),
    (5179 / 57600, 0.0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40),
)  # fmt: skip
_METHODS = {"euler": EULER, "rk4": RK4, "dp5": DP5, "dp4": _DP4}
_PROBLEMS: dict[str, RightHandSide] = {"pendulum": _pendulum, "drag": _drag}


def _solver_steps(table: CsvTable) -> list[Values]:
    result = []
    for i, row in enumerate(table.rows):
        f = _PROBLEMS[row["problem"]]
        t, h = table.number(i, "t0"), table.number(i, "h")
        y = (table.number(i, "y0_1"), table.number(i, "y0_2"))
        ends = {name: step(f, t, y, h, method) for name, method in _METHODS.items()}
        result.append({f"{m}_{j}": end[j - 1] for m, end in ends.items() for j in (1, 2)})
    return result


def _memory_response(table: CsvTable) -> list[Values]:
    result = []
    for i, row in enumerate(table.rows):
        kernel = "".join(c for c in row["kernel"] if c.isdigit())
        vehicle = load_vehicle(*read(row["vehicle"]))
        systems = scaled_systems(row["scaling"], vehicle.mass, vehicle.length_pp)
        value = frequency_response(systems, int(kernel[0]), int(kernel[1]), table.number(i, "omega"))
        result.append({"Re": value.real, "Im": value.imag})
    return result


def frequency_response(systems: Sequence[MemorySystem], row: int, column: int, omega: float) -> complex:
    """K_ij(j omega) of the given systems (N s/m and alike), ``omega`` in rad/s."""
    total = 0j
    for s in systems:
        if s.row == row and s.column == column:
            jw, num, den = 1j * omega, 0j, 1.0 + 0j
            for ak, ck in zip(s.a, s.c, strict=True):
                num = num * jw + ck
                den = den * jw + ak
            total += num / den
    return total
