"""Files that keywords name, and numbers that would lose a part."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from usimmarine_py import Simulator
from usimmarine_py.errors import ConfigError
from usimmarine_py.maths import Tomega, Tquat, ssa, ssa_deg
from usimmarine_py.vehicle import Vehicle


def test_a_bed_is_found_without_a_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = "ncols 2\nnrows 2\nxllcorner -100\nyllcorner -100\ncellsize 100\n"
    (tmp_path / "bed.asc").write_text(head + "-7 -7\n-7 -7\n")
    monkeypatch.chdir(tmp_path)
    for name in ("bed.asc", str(tmp_path / "bed.asc")):
        posts = {post.variable: post.value for post in Simulator(bathymetry=name).iterate(1.0)}
        assert posts["USM_WATER_DEPTH_HERE"] == pytest.approx(7.0)
    with pytest.raises(ConfigError, match=r"no file none\.asc"):
        Simulator(bathymetry="none.asc")


def test_imaginary_parts_are_not_dropped() -> None:
    vehicle = Vehicle.load("otter")
    slopes = vehicle.derivative(np.full(len(vehicle.names), 1e-20j), vehicle.inputs())
    assert np.iscomplexobj(slopes) and np.abs(slopes.imag).max() > 0.0


def test_spellings_of_mss() -> None:
    assert ssa(190.0, "deg") == ssa_deg(190.0) == -170.0
    assert np.array_equal(Tquat([0.1, 0.2, 0.3]), Tomega([0.1, 0.2, 0.3]))
    with pytest.raises(ValueError, match="unit must be rad or deg"):
        ssa(1.0, "grad")
