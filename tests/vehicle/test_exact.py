"""Exact derivatives by dual numbers: against differences, side by side at kinks, complex numbers through all terms."""

from __future__ import annotations

from collections.abc import Callable
from math import acos, atan2, cos, exp, isnan, log10, sin, sqrt, tan
from typing import Any

import numpy as np
import pytest

from tests.support.trials import CASES, INDOORS, trial
from tests.support.vehicles import EVERY
from tests.vehicle.test_linear import apart
from tests.vehicle.test_terms import poses, velocities
from usimmarine_py.errors import ConfigError, NotFiniteError
from usimmarine_py.fit.identify.free import VehicleFile, read_free
from usimmarine_py.fit.identify.pieces import Options, make_problem
from usimmarine_py.fit.identify.prediction import PiecePredictor
from usimmarine_py.kernels.duals import Dual, on_duals
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.arrays.linear import linear
from usimmarine_py.vehicle.arrays.linear.exact import slopes

STEP = 1e-20


def moving(vehicle: Vehicle) -> tuple[np.ndarray, np.ndarray]:
    """A state under way with all actuators at work, and inputs with a current and a wind: no law is at its kink."""
    rng = np.random.default_rng(3)
    state = vehicle.state(poses(vehicle, 1)[0], abs(velocities(vehicle, 2, 4)[1]) + 0.1)
    low, high = vehicle.setpoint_limits
    head, lags = vehicle.model.head, len(vehicle.model.lags)
    state[head : head + lags] = low + (high - low) * rng.uniform(0.55, 0.8, lags)
    current = [0.11, -0.07] if vehicle.dof == 3 else [0.11, -0.07, 0.02]
    points = state[head : head + lags] + 1e-3 * (high - low)
    return state, vehicle.inputs(points, current=current, wind=[4.0, 0.7], surface=0.01)


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_jacobians_are_exact(name: str, variant: str, figure: Callable[[str], None]) -> None:
    """Beside extrapolated differences, entry by entry, to 1e-8; no column needs them."""
    vehicle = Vehicle.load(name, variant)
    state, table = moving(vehicle)
    joint, n = np.concatenate([state, table]), len(state)
    # the rates of a current that does not change are compared with 0: those columns have kinks as they are written
    places = [k for k in range(len(joint)) if k not in (n + 9, n + 13, *range(n + 16, n + 19))]

    def never(place: int) -> tuple[np.ndarray, np.ndarray]:
        raise AssertionError(f"{place} has no exact derivative")

    ours = [left for left, _ in slopes(vehicle.model, joint, places, never)]
    sizes = [*linear._sizes(vehicle.model), *(linear._size_of_input(vehicle.model, k) for k in range(len(table)))]

    def rates(x: list[float]) -> list[float]:
        return vehicle.model.derivative(0.0, x[:n], x[n:])

    near = [linear.mean(*linear.differences(rates, joint, place, sizes[place])) for place in places]
    worst = apart(np.stack(ours, axis=-1), np.stack(near, axis=-1))
    figure(f"{name} {variant}: derivatives within {worst:.0e} of extrapolated differences, tolerance 1e-8")
    assert worst <= 1e-8
    by_state, by_inputs = vehicle.jacobian(state, table)
    assert np.array_equal(np.hstack([by_state, by_inputs])[:, places], np.stack(ours, axis=-1))


def test_where_no_derivative_is_written_differences_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    vehicle = Vehicle.load("remus100", "base")
    asked: list[int] = []
    original = linear.differences

    def watched(rates: Any, x: np.ndarray, place: int, size: float) -> tuple[np.ndarray, np.ndarray]:
        asked.append(place)
        return original(rates, x, place, size)

    monkeypatch.setattr(linear, "differences", watched)
    straight = vehicle.state([0, 0, 20.0, 0, 0, 0], [1.5, 0, 0, 0, 0, 0])
    before = vehicle.jacobian(straight)
    assert set(asked) <= {vehicle.names.index(name) for name in ("v", "w", "q", "r")} | {len(straight) + 6, 26}
    # beside a run that hardly turns, whose derivatives are exact
    turning = straight + 1e-7 * np.eye(len(straight))[vehicle.names.index("r")]
    assert np.allclose(before[0], vehicle.jacobian(turning)[0], rtol=1e-5, atol=1e-5)


def test_complex_numbers_are_values_with_slopes_in_every_term() -> None:
    vehicle = Vehicle.load("remus100")
    state, table = moving(vehicle)
    nu, eta = vehicle.nu(state), vehicle.eta(state)
    wind, psi = np.array([5.0, 0.3]), np.array(0.4)

    def check(function: Callable[[Any], Any], x: np.ndarray) -> None:
        for i in range(x.size):
            along = np.zeros(x.shape)
            along[np.unravel_index(i, x.shape)] = 1.0
            h = 1e-6 * max(1.0, abs(x.flat[i]))
            near = (function(x + h * along) - function(x - h * along)) / (2.0 * h)
            found = function(x + 1j * STEP * along)
            assert np.allclose(found.real, function(x), rtol=1e-14, atol=1e-14)
            assert np.allclose(found.imag / STEP, near, rtol=1e-6, atol=1e-6 * max(1.0, abs(near).max()))

    check(vehicle.coriolis, nu)
    check(vehicle.damping, nu)
    check(vehicle.damping_force, nu)
    check(vehicle.restoring, eta)
    check(lambda x: vehicle.wind_force(x, psi, wind), nu)
    check(lambda x: vehicle.wind_force(nu, psi, x), wind)
    check(lambda x: vehicle.actuator_force(x, [0.1, 0.2, 0.0]), state)
    check(lambda x: vehicle.relative_velocity(nu, eta, x), np.array([0.1, 0.2, 0.05]))
    check(lambda x: vehicle.relative_velocity(nu, x, [0.1, 0.2, 0.05]), eta)
    check(lambda x: vehicle.acceleration(x, 0.0, eta, [0.1, 0.2, 0.0]), nu)
    check(lambda x: vehicle.acceleration(nu, x, eta), np.ones(6))
    check(lambda x: vehicle.derivative(x, table), state)
    check(lambda x: vehicle.derivative(state, vehicle.inputs(tau=x, current=[0.1, 0.2, 0.0])), np.ones(6))
    check(lambda x: vehicle.advance(x, table, steps=3), state)
    ship = Vehicle.load("kvlcc2")
    check(ship.damping_force, ship.nu(moving(ship)[0]))
    check(ship.damping, Vehicle.load("cybership2").nu(moving(Vehicle.load("cybership2"))[0]))


def test_a_run_of_complex_numbers_has_the_derivative_of_its_end() -> None:
    vehicle = Vehicle.load("cybership2")
    state, table = moving(vehicle)
    rows = np.tile(table, (5, 1))
    found = vehicle.simulate(state + 1j * STEP * np.eye(len(state))[3], rows, step=0.05, steps=4, solver="rk4")
    h = 1e-5 * np.eye(len(state))[3]
    near = vehicle.simulate(state + h, rows, steps=4, solver="rk4") - vehicle.simulate(
        state - h, rows, steps=4, solver="rk4"
    )
    assert np.allclose(found.imag / STEP, near / 2e-5, rtol=1e-8, atol=1e-8)
    with pytest.raises(NotFiniteError):
        vehicle.advance(state.astype(complex), table, step=1e3, steps=50, solver="euler")
    with pytest.raises(ConfigError, match="above 0"):
        vehicle.advance(state.astype(complex), table, step=0.0)


def test_the_differences_of_a_fit_are_within_1e_8_of_exact_ones(figure: Callable[[str], None]) -> None:
    """By start states and by the current, of positions and headings that a piece of a trial predicts."""
    pytest.importorskip("numba")
    file = VehicleFile.open("cybership2")
    vehicle = file.build({})
    record = trial(vehicle, "a", CASES["cybership2"][1][0], 20.0, (0.03, -0.02), 1, INDOORS)
    problem = make_problem(vehicle, read_free(file, ["manoeuvring.N_r"]), [record], Options(horizon=20.0))
    predictor = PiecePredictor(file, problem)
    problem.starts[0, 4] = 0.01  # the slope by the sway at 0 has two sides: |v| r
    piece, shared = problem.pieces[0], problem.first.copy()
    found = predictor.predict(shared, problem.starts, numbers=False)[0]
    channels = [problem.channels[k] for k in found.channel]
    inputs, lags = predictor._inputs(vehicle, 0)
    head = vehicle.model.head
    start = problem.starts[0].copy()
    start[head : head + lags.shape[1]] = lags[piece.first]
    rows = inputs[piece.first : piece.first + piece.rows]
    worst = 0.0
    for k, place in enumerate(problem.places):
        moved = start + 1j * STEP * np.eye(len(start))[place]
        steps = round(problem.row / problem.options.step)
        run = vehicle.simulate(moved, rows, step=problem.options.step, steps=steps, solver=problem.options.solver)
        slope = run.imag / STEP
        turns = np.degrees(slope)
        at = {"x": slope[:, 1], "y": slope[:, 0], "heading": turns[:, 2], "yaw_rate": turns[:, 5]}
        exact = np.concatenate([
            np.interp(piece.observed[name][0], np.arange(len(slope)), at[name]) for name in dict.fromkeys(channels)
        ])  # fmt: skip
        worst = max(worst, float(abs(found.starts[:, k] - exact).max() / max(1.0, abs(exact).max())))
    figure(f"a fit's differences by start states within {worst:.0e} of exact derivatives, tolerance 1e-8")
    assert worst <= 1e-8


@pytest.mark.parametrize(
    "law",
    [
        lambda x: x * abs(x) - 3.0 / x + (2.0 - x) ** 2,
        lambda x: sin(x) * cos(x) + tan(x) - exp(x),
        lambda x: atan2(x, 1.3) + atan2(0.4, x) + atan2(x, x * x - 2.0),
        lambda x: sqrt(x * x) + x**1.258 + log10(x) + acos(0.5 * x),
        lambda x: x if x > 2.0 else (-x if x <= 0.5 else 2.0 * x),
    ],
)
def test_the_rules_of_duals(law: Callable[[float], float]) -> None:
    exact = on_duals(law)(Dual(0.7, 2.0))
    assert exact.value == law(0.7)
    assert exact.slope == pytest.approx(2.0 * (law(0.7 + 1e-6) - law(0.7 - 1e-6)) / 2e-6, rel=1e-8)


def test_the_side_of_a_kink_is_that_of_the_slope() -> None:
    assert abs(Dual(0.0, -2.0)).slope == 2.0
    assert Dual(1.0, 1.0) > 1.0 and Dual(1.0, -1.0) < 1.0 and Dual(1.0, 0.0) == 1.0
    ties: list[Any] = []
    assert not Dual(0.0, np.array([0.0, 1.0]), ties) < 0.0
    assert abs(Dual(0.0, np.array([3.0, 0.0]), ties)).slope.tolist() == [0.0, 0.0]
    assert [(apart != 0.0).tolist() for apart in ties] == [[False, True], [True, False]]
    root = on_duals(lambda x: sqrt(x))(Dual(0.0, 1.0))
    assert root.value == 0.0 and isnan(root.slope)
