"""The compiled path: the same functions, the same numbers (1e-12 a step), one vehicle and a fleet."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.paths import MISSIONS, REFERENCE
from tests.support.runs import execute
from tests.support.vehicles import EVERY, vehicle
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import MissingExtraError, NotFiniteError
from usimmarine_py.maths.integrators import DP5, EULER, RK4
from usimmarine_py.mission import read_mission
from usimmarine_py.run.engine import use_engine_for_run
from usimmarine_py.run.plan import plan_run
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState
from usimmarine_py.vehicle.backend import FossenBackend
from usimmarine_py.vehicle.factory import FOSSEN6
from usimmarine_py.vehicle.model import Forcing, Model


def scene(name: str, variant: str, **overrides: Any) -> tuple[Model, list[float], list[float]]:
    model = Model(vehicle(name, variant, **overrides))
    depth = 10.0 if model.vehicle.submerged else 0.01
    state = model.state((1.0, 2.0, depth, 0.1, 0.1, 0.3), (1.0, 0.2, 0.1, 0.05, 0.04, 0.1))
    forcing = Forcing((1.0, 2.0, 3.0, 4.0, 5.0, 6.0), (0.1, 0.2, 0.05), (5.0, 1.0), 0.01)
    return model, state, model.inputs(forcing, [0.5 * lag.high for lag in model.lags])


@pytest.fixture(scope="module")
def compiled() -> Any:
    pytest.importorskip("numba", reason="needs the fast extra")
    from usimmarine_py.vehicle import compiled

    return compiled


# machine code is made in the first test that needs it: half a minute on a slow machine, then it is cached
@pytest.mark.timeout(240)
@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_a_compiled_step_is_the_interpreted_step(
    compiled: Any, name: str, variant: str, figure: Callable[[str], None]
) -> None:
    model, state, inputs = scene(name, variant)
    worst = 0.0
    for method in (RK4, DP5):
        solver = model.solver(method, 0.02)
        machine = compiled.Compiled(model, solver)
        for _ in range(20):
            ours, theirs = model.advance(state, inputs, solver), machine.advance(state, inputs)
            worst = max(worst, max(abs(a - b) / max(1.0, abs(a)) for a, b in zip(ours, theirs, strict=True)))
            state = ours
    figure(f"compiled step of {name} {variant}: worst {worst:.1e} of the interpreted one, tolerance 1e-12")
    assert worst <= 1e-12


@pytest.mark.timeout(240)
@pytest.mark.slow
def test_every_force_compiles_to_the_same_numbers(compiled: Any) -> None:
    """What no shipped vehicle has at once: full damping matrix, G with other entries, sections, azimuths, tunnels."""
    azimuth = {
        "name": "az", "type": "azimuth", "position": [-0.8, 0.1, 0.1], "K_pos": 1e-5, "K_neg": 2e-5, "n_min": -3000.0,
        "n_max": 3000.0, "alpha_max": 40.0, "T_alpha": 0.5, "alpha_rate": 5.0, "T_n": 0.1,
    }  # fmt: skip
    tunnel = {"name": "bow", "type": "tunnel", "position": [0.6, 0, 0.1], "K": 1e-6, "n_min": -3000.0, "n_max": 3000.0}
    full = (np.diag([9.0, 30, 40, 2, 8, 9]) + 0.1).tolist()
    stiff = (np.diag([5.0, 5, 14000, 250, 2200, 3]) + 0.5).tolist()
    section = {"length": 1.65, "radius": 0.2}
    for overrides in (
        {
            "actuator": [azimuth, tunnel],
            "command.type": "azimuth",
            "damping": {"linear": full},
            "hydrostatics.G": stiff,
        },
        {"coriolis.form": "A", "damping.cross_flow.method": "strips", "damping.cross_flow.vertical": True},
        {"medium.current": "pvs", "damping.cross_flow.vertical": "mss"},
        {"geometry": {"shape": "cylinder", **section}, "added_mass.coriolis_zero": [[4, 2], [5, 6]]},
    ):
        model, state, inputs = scene("jolner", "", **{k.replace(".", "__"): v for k, v in overrides.items()})
        solver = model.solver(RK4, 0.02)
        machine = compiled.Compiled(model, solver)
        for _ in range(10):
            ours, theirs = model.advance(state, inputs, solver), machine.advance(state, inputs)
            assert np.allclose(ours, theirs, rtol=1e-12, atol=1e-12)
            state = ours


@pytest.mark.timeout(240)
@pytest.mark.slow
def test_run_i_of_a_fleet_is_the_single_run_i(compiled: Any) -> None:
    model, state, inputs = scene("odin", "hilsim", fluid_memory__enabled=False)
    machine = compiled.Compiled(model, model.solver(RK4, 0.05))
    rng = np.random.default_rng(1)
    states = np.array(state) + rng.uniform(-0.1, 0.1, (150, len(state)))
    orders = np.tile(inputs, (150, 1))
    ends = states.copy()
    machine.advance_fleet_in_place(ends, orders, 30)
    for i in (0, 63, 64, 149):
        assert ends[i].tolist() == machine.advance(states[i], orders[i], 30)


def test_rows_that_may_not_be_written_to_take_the_same_machine_code(compiled: Any) -> None:
    model, state, inputs = scene("otter", "")
    ends, made = [], []
    for writeable in (True, False):
        states, held = np.array([state]), np.array([[inputs]])
        held.flags.writeable = writeable
        fleet = compiled.CompiledFleet([model], [model.solver(RK4, 0.05)])
        fleet.advance_in_place(states, held, np.zeros(1, dtype=np.intp), 3)
        ends.append(states.tolist())
        made.append(len(compiled._compiled().advance.signatures))
    assert ends[0] == ends[1] != [state]
    assert made[0] == made[1]


@pytest.mark.timeout(240)
@pytest.mark.slow
def test_the_backend_runs_compiled(compiled: Any) -> None:
    ends = []
    for word in ("true", "false"):
        backend = FOSSEN6({"vehicle": "torpedo_auv", "compiled": word}, None)
        state = backend.initial_state(VehicleState(depth=20.0))
        ends.append(backend.step(state, ActuatorCommand(thrust=50.0, rudder=10.0), Environment(), 5.0))
    assert np.allclose(ends[0].internal, ends[1].internal, rtol=1e-10, atol=1e-10)


@pytest.mark.timeout(240)
@pytest.mark.slow
def test_usim_simulate_runs_compiled(compiled: Any, tmp_path: Path) -> None:
    scenarios = REFERENCE / "scenarios.toml"
    for option, name in (("--fast", "a.csv"), ("--dt=0.01", "b.csv")):
        assert entry(["simulate", str(scenarios), "--id", "odin_tau_rows", option, "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()


@pytest.mark.timeout(240)
@pytest.mark.slow
def test_divergence_is_reported(compiled: Any) -> None:
    model, state, inputs = scene("jolner", "", fluid_memory__enabled=False)
    with pytest.raises(NotFiniteError, match="reduce the step"):
        compiled.Compiled(model, model.solver(EULER, 1.0)).advance(state, inputs, 3000)


def test_without_numba_one_line_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from usimmarine_py.vehicle import compiled

    monkeypatch.setitem(sys.modules, "numba", None)
    compiled._compiled.cache_clear()
    try:
        with pytest.raises(MissingExtraError, match=r"needs numba: pip install 'usimmarine\[fast\]'"):
            compiled.compiled_advance(scene("odin", "hilsim")[0])
    finally:
        compiled._compiled.cache_clear()


@pytest.mark.timeout(240)
def test_a_single_run_is_compiled_where_it_pays(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def chosen(engine: str, duration: float | None, **more: Any) -> bool:
        simulator = Simulator(dynamics="fossen6", vehicle="odin", **more)
        use_engine_for_run(simulator, engine, duration)
        assert isinstance(simulator.backend, FossenBackend)
        return simulator.backend.advance is not None

    model, state, inputs = scene("odin", "hilsim")
    compiled.compiled_advance(model)(state, inputs, model.solver(DP5, 0.05), 1)
    assert compiled.is_ready()
    assert [chosen("auto", duration) for duration in (None, 200.0, 199.0)] == [True, True, False]
    assert [chosen("auto", 500.0, compiled=asked) for asked in (True, False)] == [True, False]
    assert [chosen(engine, 1.0) for engine in ("compiled", "python")] == [True, False]
    monkeypatch.setattr(compiled, "is_ready", lambda: False)
    assert [chosen("auto", duration) for duration in (None, 500.0, 6000.0)] == [False, False, True]
    monkeypatch.setattr("usimmarine_py.run.engine.find_spec", lambda name: None)
    assert not chosen("auto", 6000.0)


@pytest.mark.timeout(240)
def test_logs_are_equal_to_the_last_bit(compiled: Any) -> None:
    del compiled
    heard: list[list[str]] = []
    values = 0
    for engine in ("python", "compiled"):
        plan = plan_run(
            read_mission(MISSIONS / "odin_waypoints" / "odin_waypoints_guidance.moos"), duration=60.0, seed=1
        )
        use_engine_for_run(plan.simulators[0], engine, 60.0)
        rows: list[tuple[Any, ...]] = []
        execute(plan, listeners=[lambda *row, to=rows: to.append(row)])
        heard.append([repr(row) for row in rows])
        values = sum(len(row[2]) for row in rows)
    assert heard[0] == heard[1]
    assert values > 10_000
