"""Compile what is on the disk then for all processes: several workers would each compile it at the same time.

python -m tests.support.machine_code
"""

from __future__ import annotations

from usimmarine_py.vehicle import Fleet, Vehicle

if __name__ == "__main__":
    otter = Vehicle.load("otter")
    table = otter.inputs(otter.orders(50.0).setpoints)
    otter.advance(otter.state(), table, steps=1)
    otter.derivative(otter.state()[None], table, compiled=True)
    fleet = Fleet(otter, 2)
    fleet.advance(fleet.inputs(), 1)
