"""PythonVehicleSimulator and MSS: derivative tables and runs, with the conventions of the README (peers 1e-9)."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, sin
from pathlib import Path

import numpy as np
import pytest

from tests.support.tables.csv_table import CsvTable, read_csv
from usimmarine_py.maths.attitude import euler_rates, rzyx
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.model import Forcing, Model

TOLERANCE = 1e-9
ETA = ("x", "y", "z", "phi", "theta", "psi")
NU = ("u", "v", "w", "p", "q", "r")
# the printed tables carry 13 digits: a run adds up their rounding
RUN_TOLERANCE = 1e-8


def peer(vehicle: str, variant: str, rule: str) -> Model:
    """The peers use form A, turn the current by the yaw angle only, and keep their buoyancy at the surface."""
    parity: dict[str, object] = {"medium.current": rule, "coriolis.form": "A"}
    if vehicle == "remus100":
        parity |= {"hydrostatics.surfacing_radius": 0.0, "damping.lift_drag.fold": False}
    return Model(load_vehicle(*read(vehicle), variant or "base", parity), "euler")


def clipped(model: Model, states: list[float]) -> list[float]:
    return [lag.clip(x) for lag, x in zip(model.lags, states, strict=True)]


def inputs_of(model: Model, forcing: Forcing, references: list[float]) -> list[float]:
    """The table of inputs with set-points as they come: the peers clip states, not commands."""
    table = model.inputs(forcing, [lag.rest for lag in model.lags])
    table[len(table) - len(references) :] = references
    return table


def at(table: CsvTable, row: int, names: tuple[str, ...]) -> list[float]:
    return [table.number(row, n) for n in names]


def current(table: CsvTable, row: int) -> tuple[float, float, float]:
    speed, towards = table.number(row, "V_c"), table.number(row, "beta_c")
    return speed * cos(towards), speed * sin(towards), table.number(row, "w_c", 0.0)


def eta_dot(eta: list[float], nu: list[float]) -> list[float]:
    rot = np.array(rzyx(*eta[3:])).reshape(3, 3)
    return [*(rot @ np.array(nu[:3])), *euler_rates(eta[3], eta[4], *nu[3:])]


@pytest.mark.parametrize(
    ("file", "vehicle", "variant", "lags"),
    [
        ("otter_rhs", "otter", "pvs", ("n_port", "n_stbd")),
        ("remus100_rhs", "remus100", "", ("n", "rudder", "stern_plane")),
    ],
)
def test_pvs_derivatives(
    reference: Path, figure: Callable[[str], None], file: str, vehicle: str, variant: str, lags: tuple[str, ...]
) -> None:
    table = read_csv(reference / "peer_pvs" / f"{file}.csv.gz")
    model = peer(vehicle, variant, "pvs")
    worst = 0.0
    for i in range(len(table.rows)):
        actual = clipped(model, at(table, i, tuple(f"a_{n}" for n in lags)))
        state = [*at(table, i, ETA), *at(table, i, NU), *actual]
        inputs = inputs_of(model, Forcing(current=current(table, i)), at(table, i, tuple(f"c_{n}" for n in lags)))
        ours = model.derivative(0.0, state, inputs)[6:]
        theirs = at(table, i, (*(f"d_{n}" for n in NU), *(f"d_a_{n}" for n in lags)))
        worst = max(worst, *(abs(a - b) / max(1.0, abs(b)) for a, b in zip(ours, theirs, strict=True)))
    figure(f"peer PVS {file}: {len(table.rows)} rows, worst {worst:.1e}, tolerance {TOLERANCE:g}")
    assert worst <= TOLERANCE


@pytest.mark.parametrize(
    ("file", "vehicle", "variant", "lags"),
    [
        ("otter_const", "otter", "pvs", ("n_port", "n_stbd")),
        ("otter_default_step", "otter", "pvs", ("n_port", "n_stbd")),
        ("remus100_default_step", "remus100", "", ("n", "rudder", "stern_plane")),
    ],
)
def test_pvs_runs(
    reference: Path, figure: Callable[[str], None], file: str, vehicle: str, variant: str, lags: tuple[str, ...]
) -> None:
    """Forward Euler with h = 0.02 s; eta moves with the new nu, and the clipped actuator state is stored back."""
    table = read_csv(reference / "peer_pvs" / f"{file}.csv.gz")
    model, h = peer(vehicle, variant, "pvs"), 0.02
    state = [*at(table, 0, ETA), *at(table, 0, NU), *at(table, 0, tuple(f"a_{n}" for n in lags))]
    worst = 0.0
    step = 0
    for i in range(1, len(table.rows)):
        while step < round(table.number(i, "t") / h):
            t = step * h
            if file == "otter_default_step":
                wanted = [80.0, 120.0] if 30.0 < t < 100.0 else [0.0, 0.0]
            elif file == "otter_const":
                wanted = [80.0, 100.0]
            else:
                five = 0.08726646259971647
                wanted = [1525.0, 0.0 if t > 100.0 else five, 0.0 if t > 50.0 else -five]
            state[12:] = clipped(model, state[12:])
            slope = model.derivative(t, state, inputs_of(model, Forcing(), wanted))
            nu = [x + h * d for x, d in zip(state[6:12], slope[6:12], strict=True)]
            eta = [x + h * d for x, d in zip(state[:6], eta_dot(state[:6], nu), strict=True)]
            state = [*eta, *nu, *(x + h * d for x, d in zip(state[12:], slope[12:], strict=True))]
            step += 1
        theirs = [*at(table, i, ETA), *at(table, i, NU)]
        worst = max(worst, *(abs(a - b) for a, b in zip(state, theirs, strict=False)))
    figure(f"peer PVS {file}: {step} steps, worst {worst:.1e}, tolerance {RUN_TOLERANCE:g}")
    assert worst <= RUN_TOLERANCE


def shown_attitude(model: Model, eta: list[float]) -> list[float]:
    """MSS's Otter turns its velocities with eta - G^-1 times the payload's wrench."""
    payload, g = model.vehicle.forces.payload, model.vehicle.forces.hydrostatics.G
    assert payload.on
    down = np.array(rzyx(*eta[3:])).reshape(3, 3)[2] * payload.weight
    moment = np.cross([payload.x, payload.y, payload.z], down)
    rows = np.ix_([2, 3, 4], [2, 3, 4])
    offset = np.linalg.solve(g[rows], np.array([down[2], moment[0], moment[1]]))
    return [eta[0], eta[1], eta[2] - offset[0], eta[3] - offset[1], eta[4] - offset[2], eta[5]]


def test_mss_otter_derivatives(reference: Path, figure: Callable[[str], None]) -> None:
    table = read_csv(reference / "peer_mss" / "otter_rhs.csv.gz")
    model = peer("otter", "mss", "mss")
    worst = 0.0
    for i in range(len(table.rows)):
        eta, nu, n = at(table, i, ETA), at(table, i, NU), clipped(model, at(table, i, ("n_port", "n_stbd")))
        slope = model.derivative(0.0, [*eta, *nu, *n], model.inputs(Forcing(current=current(table, i)), n))
        ours = [*slope[6:12], *eta_dot(shown_attitude(model, eta), nu)]
        theirs = at(table, i, tuple(f"d_{n}" for n in (*NU, *ETA)))
        worst = max(worst, *(abs(a - b) / max(1.0, abs(b)) for a, b in zip(ours, theirs, strict=True)))
    figure(f"peer MSS otter_rhs: {len(table.rows)} rows, worst {worst:.1e}, tolerance {TOLERANCE:g}")
    assert worst <= TOLERANCE


@pytest.mark.parametrize("method", ["euler", "rk4"])
def test_mss_otter_runs(reference: Path, figure: Callable[[str], None], method: str) -> None:
    """n = [80, 100] rad/s without lag, h = 0.02 s."""
    table = read_csv(reference / "peer_mss" / f"otter_{method}.csv.gz")
    model, h = peer("otter", "mss", "mss"), 0.02
    n = [80.0, 100.0]
    inputs = model.inputs(Forcing(), n)

    def slope(x: np.ndarray) -> np.ndarray:
        eta, nu = x[:6].tolist(), x[6:].tolist()
        return np.array(
            [*eta_dot(shown_attitude(model, eta), nu), *model.derivative(0.0, [*eta, *nu, *n], inputs)[6:12]]
        )

    x = np.array([*at(table, 0, ETA), *at(table, 0, NU)])
    worst, step = 0.0, 0
    for i in range(1, len(table.rows)):
        while step < round(table.number(i, "t") / h):
            k1 = slope(x)
            if method == "euler":
                x = x + h * k1
            else:
                k2 = slope(x + 0.5 * h * k1)
                k3 = slope(x + 0.5 * h * k2)
                x = x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + slope(x + h * k3))
            step += 1
        theirs = np.array([*at(table, i, ETA), *at(table, i, NU)])
        worst = max(worst, float(np.abs(x - theirs).max()))
    figure(f"peer MSS otter_{method}: {step} steps, worst {worst:.1e}, tolerance {RUN_TOLERANCE:g}")
    assert worst <= RUN_TOLERANCE
