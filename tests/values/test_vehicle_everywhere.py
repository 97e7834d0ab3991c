"""A vehicle is spelt alike at every door: NAME[:VARIANT][,KEY=VALUE ...]."""

from __future__ import annotations

import pytest

from usimmarine_py import Simulator
from usimmarine_py.cli.usim import entry
from usimmarine_py.mission import parse_mission
from usimmarine_py.run.plan import plan_run
from usimmarine_py.trials.subject import vehicle_subject
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.description.vehicle import VehicleDescription

SPELT = "odin:hilsim,rigid_body.mass=7000"


def described(simulator: Simulator) -> VehicleDescription:
    return simulator.backend.model.vehicle  # type: ignore[union-attr]


def test_in_python_missions_and_trials() -> None:
    block = f"ProcessConfig = usimmarine\n{{\n  dynamics = fossen6\n  vehicle = {SPELT}\n}}\n"
    mission = parse_mission(f"ServerPort = 9000\nCommunity = a\n{block}", "a.moos")
    found = [
        described(Simulator(dynamics="fossen6", vehicle=SPELT)),
        described(plan_run(mission, duration=1.0).simulators[0]),
        Vehicle.load(SPELT).description,
    ]
    assert [(one.variant, one.mass) for one in found] == [("hilsim", 7000.0)] * 3
    assert "hilsim" in vehicle_subject(SPELT, engine="python", step=0.05).label


def test_in_environments() -> None:
    pytest.importorskip("numba")
    pytest.importorskip("gymnasium")
    from usimmarine_py.gym import MarineEnv

    env = MarineEnv("Waypoint", vehicle=SPELT, arena=500.0)
    env.reset(seed=1)
    assert (described(env.simulator()).variant, described(env.simulator()).mass) == ("hilsim", 7000.0)


def test_in_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["vehicles", SPELT]) == 0
    assert "variant hilsim" in capsys.readouterr().out
