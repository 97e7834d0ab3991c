"""The envelope of the shipped vehicles on a small grid, and that it finds what is wrong."""

from __future__ import annotations

from math import hypot, log10
from typing import Any

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.integrators import DP5
from usimmarine_py.simulator import Simulator
from usimmarine_py.trials.envelope import CommandGrid, calm, envelope_of, is_symmetric, table, weather
from usimmarine_py.vehicle.description.energy import EnergyLaw, memory_storage
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.files import names, read
from usimmarine_py.vehicle.model import Forcing, Model

pytestmark = pytest.mark.timeout(300)  # the first one compiles
pytest.importorskip("numba", reason="a fleet of vehicles for minutes needs the compiled equations")

#: Some seconds a vehicle.
QUICK = CommandGrid((-100.0, 0.0, 60.0, 100.0), (-100.0, 0.0, 100.0), (-100.0, 0.0), 60.0, 3)
STILL = CommandGrid((0.0,), (0.0,), (0.0,), 300.0, 1)


def model(name: str, variant: str = "", **overrides: Any) -> Model:
    return Model(load_vehicle(*read(name), variant, {k.replace("__", "."): x for k, x in overrides.items()}))


@pytest.mark.parametrize("name", names())
def test_every_shipped_vehicle_holds_the_envelope_in_calm_water(name: str) -> None:
    row = calm(model(name), QUICK)
    assert row.passed, row.faults


@pytest.mark.parametrize("name", names())
def test_no_vehicle_moves_by_itself(name: str) -> None:
    assert calm(model(name), STILL, step=0.1).rest <= 1e-3


@pytest.mark.parametrize(
    "name",
    [
        "odin",
        "heron",
        *(pytest.param(name, marks=pytest.mark.nightly) for name in ("jolner", "otter", "wamv16", "blueboat")),
    ],
)
def test_surface_craft_hold_it_in_weather(name: str) -> None:
    few = CommandGrid((-100.0, 100.0), (0.0, 100.0), (0.0,), 40.0)
    row = weather({"dynamics": "fossen6", "vehicle": name}, model(name).vehicle, few, compiled=True)
    assert row.passed and row.cases == 4 and row.speed > 1.0, row.faults
    assert row.peak > row.speed  # crests carry it


def test_sway_heave_and_fins_anywhere_are_tried() -> None:
    cases = QUICK.cases(model("bluerov2").vehicle)
    assert {(0.0, 0.0, 0.0, -100.0, 100.0), (100.0, -100.0, 0.0, 100.0, 0.0)} <= set(cases)
    assert len(set(cases)) == len(cases)
    assert all(case[3:] == (0.0, 0.0) for case in QUICK.cases(model("otter").vehicle))
    fins = [
        {"name": f"fin{i}", "type": "fin", "position": [-0.9, 0.0, 0.0], "span_angle": angle, "area": 0.01, "CL": 3.0,
         "delta_max": 20.0}
        for i, angle in enumerate((-135.0, -45.0, 45.0, 135.0))
    ]  # fmt: skip
    crossed = load_vehicle(*read("torpedo_auv"), "base", {"actuator": fins, "command": {"type": "auv"}})
    assert any(case[2] for case in QUICK.cases(crossed))


def test_what_is_wrong_is_found() -> None:
    printed = calm(model("jolner", "base"), QUICK)
    assert printed.diverged >= 1 and any("diverged" in fault for fault in printed.faults)
    pushed = calm(model("otter", "base"), STILL)
    assert pushed.rest == pytest.approx(0.083, abs=1e-3)
    assert any("moves without command" in fault for fault in pushed.faults)
    assert calm(model("torpedo_auv", "base"), QUICK).growth > 1e-4  # its printed fins push astern
    assert "moves without command" in table([pushed]) and "passed" in table([calm(model("otter"), STILL)])


def test_only_files_that_are_symmetric_are_mirrored() -> None:
    assert not is_symmetric(model("odin", "base").vehicle)  # Ixy
    assert not is_symmetric(model("remus100").vehicle)  # the propeller's torque
    assert is_symmetric(model("odin").vehicle)


def test_a_vehicle_without_commands_is_refused(tmp_path: Any) -> None:
    file = tmp_path / "hull.toml"
    file.write_text(
        '[vehicle]\nname = "hull"\nlength_pp = 2.0\n[rigid_body]\nmass = 10.0\n'
        "inertia_co = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]\n[added_mass]\n"
        "matrix_diag = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]\n",
        encoding="utf-8",
    )
    with pytest.raises(ConfigError, match="command"):
        envelope_of(str(file))


def steady(name: str, thrust: float, seconds: float = 200.0) -> float:
    """Surge speed (m/s) after ``seconds`` of a straight run, by the simulator."""
    simulator = Simulator(dynamics="fossen6", vehicle=name, compiled=True)
    simulator.post("DESIRED_THRUST", thrust)
    for k in range(int(seconds)):
        simulator.iterate(1.0 + k)
    return simulator.state.nu[0]


def test_jolner_meets_the_published_points() -> None:
    """S004 3.10.1: 1.2 m/s at 35 % with 25 N, 3.0 m/s at 100 % with 250 N."""
    assert steady("jolner", 35.0) == pytest.approx(1.2, rel=0.05)
    assert steady("jolner", 100.0) == pytest.approx(3.0, rel=0.05)
    for rpm, speed, newton in ((1050.0, 1.2, 25.0), (3000.0, 3.0, 250.0)):
        assert 2.0 * (3.174603e-5 * rpm * rpm - 0.01785714 * rpm * speed) == pytest.approx(newton, rel=1e-4)


@pytest.mark.parametrize("thrust", [10.0, 20.0, 40.0, 60.0])
def test_odin_keeps_the_published_speeds(thrust: float) -> None:
    """2 x 0.0025 n^2 against 266.26 u + 21487.33 (C_f + 0.014) u^2, solved here."""
    n = 400.0 + 16.0 * thrust
    low, high = 0.3, 8.0
    for _ in range(60):
        u = 0.5 * (low + high)
        friction = 0.075 / (log10(u * 10.5 / 1e-6) - 2.0) ** 2
        drag = 266.26 * u + 21487.33 * (friction + 0.014) * u * u
        low, high = (u, high) if drag < 0.005 * n * n else (low, u)
    assert low < 5.0
    assert steady("odin", thrust) == pytest.approx(low, rel=0.05)


def test_odin_neither_races_astern_nor_stops_at_once() -> None:
    assert -3.5 < steady("odin", -100.0) < -1.5
    simulator = Simulator(dynamics="fossen6", vehicle="odin", compiled=True)
    simulator.post("DESIRED_THRUST", 62.0)
    for k in range(200):
        simulator.iterate(1.0 + k)
    assert simulator.state.nu[0] == pytest.approx(4.85, abs=0.15)
    simulator.post("DESIRED_THRUST", -100.0)
    stop = next(
        k for k in range(1, 400) if simulator.iterate(200.0 + 0.05 * k) is not None and simulator.state.nu[0] < 0
    )
    assert 2.5 < 0.05 * stop < 8.0


def test_remus_sails_astern_with_about_the_drag_ahead() -> None:
    remus = model("remus100")
    ahead, astern = (
        remus.derivative(
            0.0, remus.state((0, 0, 20, 0, 0, 0), (u, 0, 0.02, 0, 0, 0)), remus.inputs(Forcing(), [0, 0, 0])
        )[7]
        for u in (1.5, -1.5)
    )
    assert astern == pytest.approx(-ahead, rel=0.05)


def test_the_memory_gives_back_at_most_what_it_took() -> None:
    """Without restoring forces and surge the mechanical energy alone does grow; with the storage it never does."""
    odin = model("odin")
    law = EnergyLaw(odin)
    storage = memory_storage(odin.vehicle)
    assert law.complete and storage is not None and np.linalg.eigvalsh(storage).min() > -1e-6 * np.abs(storage).max()
    # positive-real lemma, by the matrix inequality itself
    state = odin.state((0, 0, 0.1, 0.2, 0.05, 0.0), (0.5, 0.3, 0.2, 0.1, 0.1, 0.2))
    solver, last = odin.solver(DP5, 0.05), np.inf
    for _ in range(400):
        now = float(law.of(np.array([state]))[0])
        assert now <= last + 1e-9 * abs(last)
        last, state = now, odin.advance(state, odin.inputs(Forcing(), [lag.rest for lag in odin.lags]), solver)


def test_the_skeg_holds_the_course() -> None:
    ahead = {"damping__skeg": {"x": -4.0, "area": 0.0, "lift_slope": 2.0}}
    without, with_it = model("odin", **ahead), model("odin")
    ends = []
    for one in (without, with_it):
        state = one.state(nu=(4.0, 0.05, 0.0, 0.0, 0.0, 0.01))
        state = one.advance(state, one.inputs(Forcing(), [lag.rest for lag in one.lags]), one.solver(DP5, 0.05), 200)
        ends.append(hypot(one.nu(state)[1], one.nu(state)[5]))
    assert ends[1] < 0.5 * ends[0]
