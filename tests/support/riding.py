"""A vehicle at rest or towed through waves, heading held: what it does beside what the water does."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.sea.waves import WaveField
from usimmarine_py.vehicle.compiled import compiled_advance
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.solver import tableau
from usimmarine_py.vehicle.wave_load import box_load

STEP = 0.1  #: s


def ride(v: VehicleDescription, sea: WaveField, psi: float, seconds: float, speed: float = 0.0) -> NDArray[np.float64]:
    """Rows of time, elevation, heave up, roll, pitch, the slopes' roll and pitch; heading and speed are held.

    Positions are the vehicle's own; all propulsion stands still.
    """
    model, load = Model(v), box_load(v, STEP)
    assert load is not None
    table, advance = model.solver(tableau("rk4"), STEP), compiled_advance(model)
    state = model.state((0.0, 0.0, 0.0, 0.0, 0.0, psi), (speed, 0.0, 0.0, 0.0, 0.0, 0.0))
    still = [0.0] * len(model.lags)
    for i in range(len(model.lags)):
        state[model.head + i] = 0.0
    rows = []
    c, s = math.cos(psi), math.sin(psi)
    for k in range(int(seconds / STEP)):
        velocity = (c * state[6] - s * state[7], s * state[6] + c * state[7], state[8])
        attitude, turning = (state[3], state[4], psi), (state[9], state[10], 0.0)
        force, water, _ = load.meet(sea, k * STEP, (state[0], state[1], state[2]), attitude, velocity, turning)
        state = advance(state, model.inputs(Forcing(force, water), still), table, 1)
        state[5], state[11] = psi, 0.0
        t = (k + 1) * STEP
        if speed:
            state[0], state[1], state[6], state[7] = c * speed * t, s * speed * t, speed, 0.0
        slopes = sea.motion(t, state[0], state[1], 0.0, psi)
        up = sea.elevation(t, state[0], state[1])
        rows.append((t, up, -state[2], state[3], state[4], slopes.roll, slopes.pitch))
    return np.array(rows[len(rows) // 3 :])
