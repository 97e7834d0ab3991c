"""The registry of dynamics backends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.simulator import ConfigLine, Simulator, backends, list_backends, register_backend
from usimmarine_py.values import ActuatorCommand, Backend, Environment, Parameter, VehicleState


class Raft:
    """Goes with the water, at a share of its speed."""

    name = "raft"

    def __init__(self, share: float) -> None:
        self.share = share

    def initial_state(self, start: VehicleState) -> VehicleState:
        return replace(start, internal=(0.0,))

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        x = state.x + self.share * environment.drift_x * dt
        return replace(state, time=state.time + dt, x=x, internal=(state.internal[0] + 1,))


class RaftFactory:
    """Reads ``raft_share``."""

    parameters = (Parameter("raft_share", "number", "1", "Share of the drift."),)

    def __call__(self, parameters: Mapping[str, str], read_file: Callable[[str], str] | None) -> Backend:
        return Raft(float(parameters.get("raft_share", "1")))


RAFT = RaftFactory()


def test_a_registered_backend_moves_the_vehicle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "_REGISTERED", {})
    register_backend("raft", RAFT)
    simulator = Simulator(dynamics="raft", raft_share=0.5, drift_x=2, start_x=1)
    assert simulator.dynamics == "raft"
    assert simulator.state.internal == (0.0,)
    simulator.iterate(3.0)
    assert (simulator.state.x, simulator.state.internal) == (4.0, (1.0,))
    simulator.post("USM_RESET", "x=9")
    assert (simulator.state.x, simulator.state.internal) == (9.0, (0.0,))
    assert any(info.name == "raft" for info in list_backends())
    with pytest.raises(ConfigError, match="raft_shar: unknown parameter; did you mean raft_share"):
        Simulator(dynamics="raft", raft_shar=1)


def test_a_parameter_of_another_backend_is_unknown_to_the_kinematic_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "_REGISTERED", {"raft": RAFT})
    with pytest.raises(ConfigError, match="raft_share: unknown parameter"):
        Simulator(raft_share=1)


def test_an_unknown_backend_lists_what_there_is() -> None:
    lines = [ConfigLine("dynamics", "kinematik", "alpha.moos", 5)]
    with pytest.raises(ConfigError, match=r"alpha\.moos:5: dynamics: unknown backend.*did you mean kinematic"):
        Simulator.from_lines(lines)


def test_plug_ins_are_found_and_a_broken_one_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("raft", f"{__name__}:RAFT", backends.GROUP),
        EntryPoint("broken", f"{__name__}:no_such_thing", backends.GROUP),
        EntryPoint("odd", f"{__name__}:RAFT.parameters", backends.GROUP),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == backends.GROUP else [])
    monkeypatch.setattr(backends, "_REGISTERED", {})
    found = {info.name: info for info in list_backends()}
    assert found["raft"].problem == ""
    assert "AttributeError" in found["broken"].problem
    assert found["odd"].problem == "is no backend factory"
    assert Simulator(dynamics="raft", drift_x=1).step(ActuatorCommand(), dt=1.0).x == 1.0
    with pytest.raises(ConfigError, match=r"the plug-in 'broken' failed to load: AttributeError"):
        Simulator(dynamics="broken")


def test_the_kinematic_backend_is_a_backend() -> None:
    assert isinstance(SimEngine(), Backend)
    with pytest.raises(ConfigError, match="cannot be replaced"):
        register_backend("kinematic", RAFT)
