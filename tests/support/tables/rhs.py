"""Tables of right-hand sides and of the kernels inside them (``data/reference/rhs``)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tests.support.coriolis import coriolis_matrix
from tests.support.tables.csv_table import CsvTable
from tests.support.tables.recipe import Recipe, Values, by_row
from usimmarine_py.kernels.body.damping import cross_flow_exact, cross_flow_strips
from usimmarine_py.kernels.body.restoring import submerged_wrench
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.model import Forcing, Model

_SIX = ("u", "v", "w", "p", "q", "r")


def _matrix(prefix: str) -> list[str]:
    return [f"{prefix}{i}{j}" for i in range(1, 7) for j in range(1, 7)]


def kernel_recipes() -> list[Recipe]:
    """Coriolis products, submerged restoring and cross-flow integrals."""
    return [
        by_row(
            "coriolis_kernel",
            [*_matrix("M"), *_matrix("Mns"), *_SIX],
            [*_matrix("C"), *(f"Cnu{i}" for i in range(1, 7)), *_matrix("Crows")],
            _coriolis,
        ),
        by_row(
            "restoring_submerged",
            ["W", "B", "xg", "yg", "zg", "xb", "yb", "zb", "phi", "theta"],
            [f"g{i}" for i in range(1, 7)],
            _restoring,
        ),
        by_row(
            "cross_flow_integrals",
            ["v", "r", "x1", "x2", "L_strips"],
            ["I_sway", "I_yaw", "I_sway_strips20", "I_yaw_strips20"],
            _cross_flow,
        ),
    ]


def _coriolis(*numbers: float) -> list[float]:
    m, mns, nu = np.array(numbers[:36]).reshape(6, 6), np.array(numbers[36:72]).reshape(6, 6), numbers[72:]
    c = coriolis_matrix(m, nu)
    return [*c.ravel().tolist(), *(c @ np.array(nu)).tolist(), *coriolis_matrix(mns, nu).ravel().tolist()]


def _restoring(
    w: float, b: float, xg: float, yg: float, zg: float, xb: float, yb: float, zb: float, phi: float, theta: float
) -> list[float]:
    rot = rzyx(phi, theta, 0.0)
    return [-x for x in submerged_wrench(rot[6], rot[7], rot[8], w, b, xg, yg, zg, xb, yb, zb)]


def _cross_flow(v: float, r: float, x1: float, x2: float, length: float) -> Sequence[float]:
    return (*cross_flow_exact(v, r, x1, x2), *cross_flow_strips(v, r, -0.5 * length, 0.5 * length))


def vehicle_recipe(spec: str, table: CsvTable) -> Recipe:
    """The right-hand side of ``VEHICLE[:VARIANT]``; fluid memory is on when the table has columns m0, m1, ..."""
    name, _, variant = spec.partition(":")
    text, file = read(name, Path(table.file).parent)
    overrides = {} if "m0" in table.columns else {"fluid_memory.enabled": False}
    vehicle = load_vehicle(text, file, variant or "base", overrides)
    model = Model(vehicle, "quaternion" if "eps1" in table.columns else "euler")
    head = model.names[: model.head]
    lags = [lag.name for lag in model.lags]

    def compute(rows: CsvTable) -> list[Values]:
        result = []
        for i in range(len(rows.rows)):
            state = [rows.number(i, n) for n in model.names]
            wind = None
            if "windV" in rows.columns:
                wind = (rows.number(i, "windV"), rows.number(i, "windBeta", 0.0))
            forcing = Forcing(
                [rows.number(i, f"tau{a}", 0.0) for a in "XYZKMN"],
                (rows.number(i, "curN", 0.0), rows.number(i, "curE", 0.0), rows.number(i, "curD", 0.0)),
                wind,
            )
            inputs = model.inputs(forcing, [rows.number(i, f"c_{n}", 0.0) for n in lags])
            rates = model.derivative(0.0, state, inputs)
            result.append({f"d_{n}": x for n, x in zip(model.names, rates, strict=True)})
        return result

    memory = [n for n in model.names[model.head + len(lags) :]]
    inputs = (*head, *lags, *memory)
    return Recipe(f"right-hand side of {spec}", inputs, tuple(f"d_{n}" for n in model.names), compute)
