"""usimmarine: a marine vehicle simulator for MOOS-IvP communities.

The names below and the packages listed in docs/python.md are the public interface. Each name is imported on first use,
so that ``import usimmarine_py`` is fast.

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
    from usimmarine_py.apps.own.app import App
    from usimmarine_py.apps.own.live import run_app
    from usimmarine_py.apps.setup import Simulator
    from usimmarine_py.fit.fit import FitResult, fit_run
    from usimmarine_py.logs.alog import Series
    from usimmarine_py.logs.runs import RecordedRun, read_run
    from usimmarine_py.mission import Block, Mission
    from usimmarine_py.mission import read_mission as load_mission
    from usimmarine_py.moos.db import MoosDb
    from usimmarine_py.moos.transport.comms import Comms
    from usimmarine_py.moos.transport.open import connect
    from usimmarine_py.run.mission import RunLog, Texts, run_mission
    from usimmarine_py.run.summary import RunSummary
    from usimmarine_py.simulator.backends import register_backend
    from usimmarine_py.simulator.integrated import IntegratedBackend
    from usimmarine_py.simulator.plugins.check import check_backend
    from usimmarine_py.sweep.sweep import SweepResult
    from usimmarine_py.sweep.sweep import sweep as sweep_mission
    from usimmarine_py.trials.subject import Subject, mission_subject, vehicle_subject
    from usimmarine_py.trials.trials import TrialReport, run_trials
    from usimmarine_py.values import (
        ActuatorCommand,
        Backend,
        BackendFactory,
        Continuous,
        Environment,
        Limits,
        Message,
        Parameter,
        Post,
        SetPoint,
        VehicleState,
    )

__all__ = [
    "ActuatorCommand",
    "App",
    "Backend",
    "BackendFactory",
    "Block",
    "Comms",
    "Continuous",
    "Environment",
    "FitResult",
    "IntegratedBackend",
    "Limits",
    "Message",
    "Mission",
    "MoosDb",
    "Parameter",
    "Post",
    "RecordedRun",
    "RunLog",
    "RunSummary",
    "Series",
    "SetPoint",
    "Simulator",
    "Subject",
    "SweepResult",
    "Texts",
    "TrialReport",
    "VehicleState",
    "__version__",
    "check_backend",
    "connect",
    "fit_run",
    "load_mission",
    "mission_subject",
    "read_run",
    "register_backend",
    "run_app",
    "run_mission",
    "run_trials",
    "sweep_mission",
    "vehicle_subject",
]

#: Names by the module that has them.
_WHERE = {
    "apps.own.app": "App",
    "apps.own.live": "run_app",
    "apps.setup": "Simulator",
    "fit.fit": "FitResult fit_run",
    "logs.alog": "Series",
    "logs.runs": "RecordedRun read_run",
    "mission": "Block Mission load_mission",
    "values": "ActuatorCommand Backend BackendFactory Continuous Environment Limits Message Parameter Post SetPoint "
    "VehicleState",
    "moos.db": "MoosDb",
    "moos.transport.comms": "Comms",
    "moos.transport.open": "connect",
    "run.mission": "RunLog Texts run_mission",
    "run.summary": "RunSummary",
    "simulator.backends": "register_backend",
    "simulator.integrated": "IntegratedBackend",
    "simulator.plugins.check": "check_backend",
    "sweep.sweep": "SweepResult sweep_mission",
    "trials.subject": "Subject mission_subject vehicle_subject",
    "trials.trials": "TrialReport run_trials",
}
#: Names that are ambiguous outside their module.
_RENAMED = {"load_mission": "read_mission", "sweep_mission": "sweep"}


def __getattr__(name: str) -> Any:
    module = next((module for module, names in _WHERE.items() if name in names.split()), "")
    if not module:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), _RENAMED.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
