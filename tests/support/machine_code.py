"""Compile what is on the disk then for all processes: several workers would each compile it at the same time.

python -m tests.support.machine_code
"""

from __future__ import annotations

from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.compiled import Compiled
from usimmarine_py.vehicle.solver import tableau

if __name__ == "__main__":
    otter = Vehicle.load("otter")
    table = otter.inputs(otter.orders(50.0).setpoints)
    otter.advance(otter.state(), table, steps=1)
    otter.derivative(otter.state()[None], table, compiled=True)
    one = Compiled(otter.model, otter.model.solver(tableau("dp5"), 0.05))
    one.advance(otter.state(), table)
