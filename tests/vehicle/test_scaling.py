"""Vehicles from a parent, and formulas for hulls of which little is known (laws/hydrodynamics 9.1 and 9.2)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from usimmarine_py.cli.missions.new import new
from usimmarine_py.errors import ConfigError
from usimmarine_py.values.toml_table import read_toml
from usimmarine_py.vehicle.description.loader import build_vehicle, effective_tree, load_vehicle
from usimmarine_py.vehicle.description.scaling import Scale, scaled, toml
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.files import load, names, read
from usimmarine_py.vehicle.hull_formulas import (
    cross_flow_drag,
    denny_mumford_surface,
    holtrop_form_factor,
    holtrop_surface,
)
from usimmarine_py.vehicle.model import Forcing, Model

#: Skin friction by the Reynolds number does not scale with the Froude number.
ROUGH = {"odin": 0.02, "jolner": 0.02}


def family(name: str, scale: Scale) -> tuple[VehicleDescription, VehicleDescription]:
    text, file = read(name)
    tree = effective_tree(read_toml(text), file)[0]
    tree.pop("default_variant", None)
    child, _ = scaled(tree, scale, file)
    return build_vehicle(tree, file), load_vehicle(toml(child), file)


def rates(v: VehicleDescription, scale: float, seed: int) -> list[np.ndarray]:  # type: ignore[type-arg]
    """nu_dot of states that are alike, as seen at the parent's size."""
    model, rng, found = Model(v, "" if v.dof == 3 else "euler"), np.random.default_rng(seed), []
    wide, linear = (3, [0, 1]) if v.dof == 3 else (6, [0, 1, 2])
    deep = 50.0 * scale if v.submerged else 0.0
    for _ in range(5):
        nu = rng.normal(size=6) * np.array([0.6, 0.2, 0.1, 0.06, 0.06, 0.06])
        own = [x * scale ** (0.5 if i < 3 else -0.5) for i, x in enumerate(nu)]
        state = model.state((0.0, 0.0, deep, 0.05, 0.03, 0.4), own)  # type: ignore[arg-type]
        for i, lag in enumerate(model.lags):
            state[model.head + i] = lag.low + (lag.high - lag.low) * rng.uniform(0.2, 1.0)
        rate = model.derivative(0.0, state, model.inputs(Forcing(), [0.0] * len(model.lags)))
        part = np.array(rate[model.head - wide : model.head])
        part[[i for i in range(wide) if i not in linear]] *= scale
        found.append(part)
    return found


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize(("length", "mass"), [(2.0, 8.0), (1.7, 4.0)])
def test_a_child_moves_as_its_parent_at_its_own_time(name: str, length: float, mass: float) -> None:
    if mass != length**3 and name in ("cybership2", "kvlcc2"):
        with pytest.raises(ConfigError, match="Froude's law only"):
            family(name, Scale(length, mass))
        return
    parent, child = family(name, Scale(length, mass))
    assert child.mass == pytest.approx(mass * parent.mass) and child.length_pp == pytest.approx(
        length * parent.length_pp
    )
    for own, other in zip(rates(parent, 1.0, 4), rates(child, length, 4), strict=True):
        assert np.abs(own - other).max() < ROUGH.get(name, 1e-9) * np.abs(own).max()


def test_the_command_writes_a_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(new, ["vehicle", "big", "--like", "odin", "--length", "14"], catch_exceptions=False)
    assert found.exit_code == 0 and "Reynolds" in found.output
    child, parent = load("./big.toml"), load("odin")
    ratio = 14.0 / parent.length_pp
    assert child.name == "big" and child.mass == pytest.approx(parent.mass * ratio**3)
    assert child.forces.memory and child.forces.memory_scaling == "bis"
    heavy = CliRunner().invoke(new, ["vehicle", "heavy", "--like", "otter", "--length", "2.5", "--bis", "120"])
    assert heavy.exit_code == 0 and load("./heavy.toml").mass == pytest.approx(120.0)
    for wrong in (["--like", "odin"], ["--like", "odin", "--length", "3", "--kind", "auv"]):
        assert CliRunner().invoke(new, ["vehicle", "no", *wrong]).exit_code == 2
    with pytest.raises(ConfigError, match="--beam: is needed"):  # a data sheet, then
        CliRunner().invoke(new, ["vehicle", "no", "--length", "3"], catch_exceptions=False)
    with pytest.raises(ConfigError, match="above 0"):
        CliRunner().invoke(new, ["vehicle", "no", "--like", "odin", "--length", "-3"], catch_exceptions=False)


def test_formulas_against_known_hulls() -> None:
    # KVLCC2: 320 x 58 x 20.8 m, 312622 m3, wetted 27194 m2 (SIMMAN); C_M 0.998, C_WP 0.907
    assert denny_mumford_surface(320.0, 58.0, 20.8, 312622.0) == pytest.approx(27194.0, rel=0.04)
    assert holtrop_surface(320.0, 58.0, 20.8, 312622.0, 0.998, 0.907) == pytest.approx(27194.0, rel=0.03)
    # Holtrop and Mennen's own example: 205 x 32 x 10 m, 37500 m3, C_M 0.98, lcb -0.75 %: 1 + k = 1.156 with C_stern 10
    assert holtrop_form_factor(205.0, 32.0, 10.0, 37500.0, 0.98, -0.75) == pytest.approx(1.156, abs=0.02)
    # Otter's pontoons in PythonVehicleSimulator
    assert cross_flow_drag(0.25, 0.19512195121951217) == pytest.approx(1.004184470989761, rel=1e-9)
    with pytest.raises(ConfigError, match="L/B"):
        holtrop_surface(30.0, 10.0, 4.0, 700.0, 0.9, 0.8)
    with pytest.raises(ConfigError, match="B/2T"):
        cross_flow_drag(10.0, 1.0)
