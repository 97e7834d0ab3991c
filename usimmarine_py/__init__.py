"""usimmarine: a marine vehicle simulator for MOOS-IvP communities.

The names below are the public interface; each is imported when it is first used, so that ``import usimmarine_py``
costs nothing.

    from usimmarine_py import ActuatorCommand, Simulator
    sim = Simulator(thrust_map="20:1, 40:2, 60:3, 80:4, 100:5", turn_rate=70, start_heading=90)
    for _ in range(600):
        state = sim.step(ActuatorCommand(thrust=60, rudder=15), dt=0.1)
    print(state.x, state.y, state.heading, state.speed)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from usimmarine_py.version import __version__

if TYPE_CHECKING:
    from usimmarine_py.apps.setup import Simulator
    from usimmarine_py.mission import read_mission as load_mission
    from usimmarine_py.model import ActuatorCommand, Backend, Environment, Parameter, VehicleState
    from usimmarine_py.moos.db import MoosDb
    from usimmarine_py.moos.transport.open import connect
    from usimmarine_py.run.mission import run_mission
    from usimmarine_py.simulator.backends import register_backend
    from usimmarine_py.simulator.plugins.check import check_backend

__all__ = [
    "ActuatorCommand",
    "Backend",
    "Environment",
    "MoosDb",
    "Parameter",
    "Simulator",
    "VehicleState",
    "__version__",
    "check_backend",
    "connect",
    "load_mission",
    "register_backend",
    "run_mission",
]

_WHERE = {
    "ActuatorCommand": ("usimmarine_py.model", "ActuatorCommand"),
    "Backend": ("usimmarine_py.model", "Backend"),
    "Environment": ("usimmarine_py.model", "Environment"),
    "MoosDb": ("usimmarine_py.moos.db", "MoosDb"),
    "Parameter": ("usimmarine_py.model", "Parameter"),
    "Simulator": ("usimmarine_py.apps.setup", "Simulator"),
    "VehicleState": ("usimmarine_py.model", "VehicleState"),
    "check_backend": ("usimmarine_py.simulator.plugins.check", "check_backend"),
    "connect": ("usimmarine_py.moos.transport.open", "connect"),
    "load_mission": ("usimmarine_py.mission", "read_mission"),
    "register_backend": ("usimmarine_py.simulator.backends", "register_backend"),
    "run_mission": ("usimmarine_py.run.mission", "run_mission"),
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _WHERE[name]
    value = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
