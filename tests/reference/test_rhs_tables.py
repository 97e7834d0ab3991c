"""Right-hand sides, matrices and kernels against the independent model (README: 1e-12 achievable)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.files import read

TOLERANCE = 1e-12
TABLES = [
    ("odin", "odin"),
    ("odin", "odin_memory"),
    ("odin:hilsim", "odin_hilsim"),
    ("odin:hilsim", "odin_hilsim_memory"),
    ("jolner", "jolner"),
    ("jolner", "jolner_memory"),
    ("jolner:hilsim", "jolner_hilsim"),
    ("jolner:hilsim", "jolner_hilsim_memory"),
    ("cybership2", "cybership2"),
    ("mssjl_example", "mssjl_example"),
    ("otter", "otter"),
    ("otter:pvs", "otter_pvs"),
    ("remus100", "remus100"),
    ("torpedo_auv", "torpedo_auv"),
]


@pytest.mark.parametrize(("vehicle", "table"), TABLES)
def test_right_hand_side(compare: Callable[..., None], reference: Path, vehicle: str, table: str) -> None:
    compare(f"rhs:{vehicle}", reference / "rhs" / f"{table}.csv.gz", TOLERANCE)


@pytest.mark.parametrize("table", ["coriolis_kernel", "restoring_submerged", "cross_flow_integrals"])
def test_kernels(compare: Callable[..., None], reference: Path, table: str) -> None:
    compare("rhs", reference / "rhs" / f"{table}.csv.gz", TOLERANCE)


def test_every_table_is_compared(reference: Path) -> None:
    names = {f.name.removesuffix(".csv.gz") for f in (reference / "rhs").glob("*.csv.gz")}
    assert names == {t for _, t in TABLES} | {"coriolis_kernel", "restoring_submerged", "cross_flow_integrals"}


def test_matrices(reference: Path, figure: Callable[[str], None]) -> None:
    stored = json.loads((reference / "rhs" / "matrices.json").read_text())
    worst = 0.0
    for name, matrices in stored.items():
        vehicle_name, _, variant = (
            name.partition("_") if name not in ("torpedo_auv", "mssjl_example") else (name, "", "")
        )
        vehicle = load_vehicle(*read(vehicle_name), variant or "base")
        ours = {"M_RB": vehicle.body.M_RB, "M_A": vehicle.body.M_A, "M": vehicle.M}
        used = [0, 1, 5] if vehicle.dof == 3 else list(range(6))
        block = np.ix_(used, used)
        for key in matrices:
            mine = np.linalg.inv(vehicle.M[block]) if key == "M_inv" else ours[key][block]
            theirs = np.array(matrices[key])
            worst = max(worst, float((np.abs(mine - theirs) / np.maximum(1.0, np.abs(theirs))).max()))
    figure(f"reference matrices.json: {sum(map(len, stored.values()))} matrices, worst {worst:.1e}, tolerance 1e-12")
    assert worst <= TOLERANCE
