"""Trials with a known truth, as instruments would log them, for tests and benchmarks of ``usim fit --vehicle``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from usimmarine_py.fit.identify.free import VehicleFile, read_free
from usimmarine_py.fit.identify.identify import Identified, identify
from usimmarine_py.fit.identify.pieces import Options
from usimmarine_py.fit.identify.record import Record
from usimmarine_py.vehicle import Vehicle

Orders = Sequence[tuple[float, float, float]]  # s, thrust and rudder in per cent

#: Vehicle: its free numbers, the orders of two trials, seconds of each, and the time scale of the orders.
CASES: dict[str, tuple[tuple[str, ...], Sequence[Orders], float]] = {
    "otter": (
        ("damping.linear_diag.0", "damping.linear_diag.5", "damping.quadratic_diag.5", "rigid_body.mass"),
        (
            ((0, 0, 0), (4, 70, 0), (20, 70, 40), (35, 70, -40), (50, 100, 0), (62, 20, 0), (75, 80, 70), (85, 0, 0)),
            ((0, 40, 0), (15, 40, 60), (30, 90, -20), (45, 90, 30), (60, 50, -80), (75, 100, 0)),
        ),
        90.0,
    ),
    "remus100": (
        ("damping.quadratic_diag.0", "actuator.rudder.CL", "damping.body_lift.N_ur"),
        (
            ((0, 0, 0), (3, 70, 0), (20, 70, 60), (35, 70, -60), (50, 100, 0), (65, 40, 0), (75, 80, 40)),
            ((0, 50, 0), (15, 50, 40), (30, 100, -30), (45, 100, 50), (60, 60, -80), (75, 100, 0)),
        ),
        90.0,
    ),
    "cybership2": (
        ("manoeuvring.X_uu", "manoeuvring.Y_r", "manoeuvring.N_r"),
        (
            ((0, 0, 0), (3, 40, 0), (20, 40, 40), (35, 40, -40), (50, 70, 0), (65, 20, 0), (75, 60, 60)),
            ((0, 30, 0), (15, 30, 60), (30, 60, -20), (45, 60, 30), (60, 40, -70), (75, 70, 0)),
        ),
        90.0,
    ),
}
#: Standard deviations: of a GPS in m, deg, deg/s; indoors for the model ship.
NOISE = {"x": 0.5, "y": 0.5, "heading": 1.0, "yaw_rate": 0.5}
INDOORS = {"x": 0.02, "y": 0.02, "heading": 0.5, "yaw_rate": 0.5}


def trial(
    vehicle: Vehicle, name: str, orders: Orders, seconds: float, current: Sequence[float], seed: int,
    noise: dict[str, float] | None = None, rate: float = 2.0,
) -> Record:  # fmt: skip
    """What a GPS, a compass and a gyro log of a trial from rest, ``rate`` times a second, with white noise."""
    random = np.random.default_rng(seed)
    t = np.arange(round(seconds / 0.1)) * 0.1
    columns = [np.array([order[k] for order in orders], dtype=float) for k in range(3)]
    place = np.searchsorted(columns[0], t, side="right") - 1
    inputs = vehicle.inputs(vehicle.orders(columns[1][place], columns[2][place]), current=[*current, 0.0])
    diving = vehicle.description.submerged
    start = (
        vehicle.state([0, 0, 20, 0, 0, 0])
        if diving
        else vehicle.steady().state
        if vehicle.dof == 6
        else vehicle.state()
    )
    states = vehicle.simulate(start, inputs, step=0.025, steps=4)[:: round(10 / rate)]
    times = np.arange(len(states)) / rate
    at = {state: states[:, vehicle.names.index(state)] for state in ("x", "y", "psi", "u", "v", "r")}
    shown = {
        "x": at["y"], "y": at["x"], "heading": np.degrees(at["psi"]), "yaw_rate": np.degrees(at["r"]),
        "u": at["u"], "sog": np.hypot(at["u"], at["v"]),
    }  # fmt: skip
    if diving:
        shown |= {
            "depth": states[:, vehicle.names.index("z")],
            "pitch": np.degrees(states[:, vehicle.names.index("theta")]),
        }
    wanted = noise or ({**NOISE, "depth": 0.05, "pitch": 0.5} if diving else NOISE)
    channels = {key: (times, shown[key] + s * random.standard_normal(len(times))) for key, s in wanted.items()}
    return Record(name, channels, {"thrust": (columns[0], columns[1]), "rudder": (columns[0], columns[2])})


def recovered(case: str, seed: int) -> dict[str, tuple[float, float, float]]:
    """Estimate, standard error and truth of each number of a case."""
    names, orders, seconds = CASES[case]
    random = np.random.default_rng([seed, 1])
    file = VehicleFile.open(case)
    free = read_free(file, names)
    truth = {f.name: f.start * random.uniform(0.8, 1.25) for f in free}
    changes: dict[str, float] = {}
    for f in free:
        changes |= f.overrides(truth[f.name])
    real = file.build(changes)
    indoors = real.description.size.length_oa < 1.3
    noise, reach = (INDOORS, 0.3) if indoors else (None, 1.0)
    records = [
        trial(real, f"trial {i}", one, seconds, reach * random.uniform(-0.3, 0.3, 2), 100 * seed + i, noise)
        for i, one in enumerate(orders)
    ]
    # another start than the truth
    free = [replace(f, start=f.start * random.uniform(0.8, 1.25)) for f in free]
    found = identify(file, free, records, Options(leave_out=False))
    return {e.name: (e.value, e.error or np.inf, truth[e.name]) for e in found.estimates}


__all__ = ["CASES", "Identified", "recovered", "trial"]
