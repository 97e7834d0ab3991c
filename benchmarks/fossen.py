"""Steps a second of the Fossen models: interpreted and compiled, one vehicle and a fleet, beside scipy's solve_ivp.

    python -m benchmarks.fossen

The vehicle is Odin without fluid memory (12 states, 6 actuator states). Speeds depend on the machine, so each line
also gives its ratio to the interpreted RK4 step of the same run. What needs numba or scipy says so when it is missing.
Then the derivatives by all states and inputs: exact ones by dual numbers beside extrapolated differences.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from usimmarine_py.errors import MissingExtraError
from usimmarine_py.maths.integrators import DP5, RK4, Tableau
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.arrays.linear.linear import differences
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.model import Forcing, Model

FLEET = 10_000
STEP = 0.05
#: us a step (a vehicle-step for the fleet), from the issue
AIMS = {
    "interpreted rk4": 100.0,
    "compiled rk4, called from Python": 5.0,
    "compiled rk4, in a loop": 1.0,
    "fleet rk4, one thread": 1.0 / 1.5,
}


def best_us(work: Callable[[], object], units: int, repeat: int = 7) -> float:
    """Best of ``repeat``, us per unit; the first call, which may compile, is not counted."""
    work()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times) / units * 1e6


def interpreted(model: Model, state: list[float], inputs: list[float], method: Tableau) -> float:
    """One step of the interpreted path."""
    solver = model.solver(method, STEP)
    return best_us(lambda: model.advance(state, inputs, solver, 200), 200)


def compiled(model: Model, state: list[float], inputs: list[float], method: Tableau) -> dict[str, float]:
    """The compiled path: called from Python, in a loop, and a fleet on one and on all threads."""
    from usimmarine_py.kernels.threads import processors
    from usimmarine_py.vehicle.compiled import Compiled

    machine = Compiled(model, model.solver(method, STEP))
    s, inp = np.array(state), np.array(inputs)

    def calls() -> None:
        for _ in range(1000):
            machine.advance_in_place(s, inp)

    states, orders = np.tile(state, (FLEET, 1)), np.tile(inputs, (FLEET, 1))
    results = {
        f"compiled {method.name}, called from Python": best_us(calls, 1000),
        f"compiled {method.name}, in a loop": best_us(lambda: machine.advance_in_place(s, inp, 20_000), 20_000),
    }
    for count in sorted({1, processors()}):
        name = "one thread" if count == 1 else f"{count} threads"
        fleet = Compiled(model, model.solver(method, STEP), count)
        work = best_us(lambda fleet=fleet: fleet.advance_fleet_in_place(states, orders, 10), FLEET * 10, 5)
        results[f"fleet {method.name}, {name}"] = work
    return results


def solve_ivp_us(model: Model, state: list[float], inputs: list[float]) -> tuple[float, int]:
    """us per accepted step of scipy's RK45 on the same derivative over 20 s, and the number of steps."""
    from scipy.integrate import solve_ivp

    steps = 0

    def run() -> None:
        nonlocal steps
        result = solve_ivp(
            lambda t, y: model.derivative(t, y.tolist(), inputs), (0.0, 20.0), state, rtol=1e-6, atol=1e-9
        )
        steps = len(result.t) - 1

    total = best_us(run, 1, 3)
    return total / steps, steps


def derivatives(name: str) -> str:
    """us of ``Vehicle.jacobian``, beside one evaluation of the rates and beside differences on both sides."""
    vehicle = Vehicle.load(name)
    state = vehicle.state(nu=np.linspace(1.5, 0.1, vehicle.dof))
    low, high = vehicle.setpoint_limits
    table = vehicle.inputs(low + 0.7 * (high - low))
    joint, n = np.concatenate([state, table]), len(state)

    def rates(x: list[float]) -> list[float]:
        return vehicle.model.derivative(0.0, x[:n], x[n:])

    def cpu(work: Callable[[], object], repeat: int) -> float:
        times = []
        for _ in range(repeat):
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
        return min(times)

    exact = cpu(lambda: vehicle.jacobian(state, table), 8)
    one = cpu(lambda: rates(joint.tolist()), 30)
    near = cpu(lambda: [differences(rates, joint, k, 1.0) for k in range(len(joint))], 2)
    shown = f"{exact / one:6.0f} evaluations  1/{near / exact:.0f} of differences"
    return f"{name:12} {len(joint):3} directions {1e6 * exact:9.0f} us of CPU {shown}"


def main() -> None:
    """Print every figure with its aim."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    vehicle = load_vehicle(*read("odin"), "", {"fluid_memory.enabled": False})
    model = Model(vehicle)
    state = model.state(nu=(2.0, 0.1, 0.0, 0.0, 0.0, 0.1))
    inputs = model.inputs(Forcing(), [1200.0, 0.1, 1.0] * 2)
    figures = {f"interpreted {m.name}": interpreted(model, state, inputs, m) for m in (RK4, DP5)}
    try:
        for method in (RK4, DP5):
            figures |= compiled(model, state, inputs, method)
    except MissingExtraError as error:
        print(error)
    try:
        per_step, steps = solve_ivp_us(model, state, inputs)
        figures[f"scipy solve_ivp RK45 (rtol 1e-6, {steps} steps in 20 s)"] = per_step
    except ImportError:
        print("scipy is not installed: no comparison with solve_ivp")
    base = figures["interpreted rk4"]
    print(f"Odin, no fluid memory, h = {STEP:g} s, fleet of {FLEET}; us a (vehicle-)step")
    for name, value in figures.items():
        aim = f"   aim {AIMS[name]:.3g}" if name in AIMS else ""
        print(f"{name:58} {value:9.3f} us  {1e6 / value:12,.0f} /s  x{base / value:7.1f}{aim}")
    print("derivatives by all states and inputs, exact")
    for name in ("otter", "remus100", "odin", "kvlcc2", "cybership2"):
        print(derivatives(name))


if __name__ == "__main__":
    main()
