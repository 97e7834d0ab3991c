"""Compiles every form of the equations that numba keeps on the disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from usimmarine_py.vehicle.arrays.vehicle import Vehicle
from usimmarine_py.vehicle.compiled import CompiledFleet, code_folder, compiled_advance
from usimmarine_py.vehicle.model import Model
from usimmarine_py.vehicle.solver import tableau

_STEP = 0.05


def compile_all() -> Path:
    """Compile the steps and the rates of vehicles; return the folder of the code.

    Says what takes long as every first use does. Raises ``MissingExtraError`` without numba.
    """
    folder = code_folder()
    vehicle = Vehicle.load("otter")
    model: Model = vehicle.model
    state, inputs = vehicle.state(), vehicle.inputs(vehicle.orders(thrust=50.0))
    solver = model.solver(tableau("dp5"), _STEP)
    compiled_advance(model)(state.tolist(), inputs.tolist(), solver, 1)
    out = np.zeros((1, len(state)))
    CompiledFleet([model], [solver]).rates_in_place(
        state[None].copy(), inputs[None].copy(), np.zeros(1, dtype=np.intp), out
    )
    return folder
