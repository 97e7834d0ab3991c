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

from typing import TYPE_CHECKING

from usimmarine_py.lazy import lazy
from usimmarine_py.version import __version__ as __version__

if TYPE_CHECKING:
    from usimmarine_py.apps.own.app import App as App
    from usimmarine_py.apps.setup import MissionSimulator
    from usimmarine_py.fit.fit import FitResult as FitResult
    from usimmarine_py.fit.fit import fit_run as fit_run
    from usimmarine_py.logs.alog import Series as Series
    from usimmarine_py.logs.fleet.difference import RunDifference as RunDifference
    from usimmarine_py.logs.fleet.difference import compare_runs as compare_runs
    from usimmarine_py.logs.fleet.read import FleetLog as FleetLog
    from usimmarine_py.logs.fleet.read import read_fleet as read_fleet
    from usimmarine_py.logs.runs import RecordedRun as RecordedRun
    from usimmarine_py.logs.runs import read_run as read_run
    from usimmarine_py.mission import Block as Block
    from usimmarine_py.mission import Mission as Mission
    from usimmarine_py.mission import read_mission
    from usimmarine_py.moos.db import MoosDb as MoosDb
    from usimmarine_py.moos.transport.comms import Comms as Comms
    from usimmarine_py.moos.transport.open import connect as connect
    from usimmarine_py.plots.fleet.compared import difference_figure as difference_figure
    from usimmarine_py.plots.fleet.figure import fleet_figure as fleet_figure
    from usimmarine_py.run.live.own import run_app as run_app
    from usimmarine_py.run.mission import FieldLog as FieldLog
    from usimmarine_py.run.mission import RunLog as RunLog
    from usimmarine_py.run.mission import Texts as Texts
    from usimmarine_py.run.mission import run_mission as run_mission
    from usimmarine_py.run.summary import RunSummary as RunSummary
    from usimmarine_py.simulator.backends import register_backend as register_backend
    from usimmarine_py.simulator.integrated import IntegratedBackend as IntegratedBackend
    from usimmarine_py.simulator.plugins.check import check_backend as check_backend
    from usimmarine_py.sweep.sweep import SweepResult as SweepResult
    from usimmarine_py.sweep.sweep import sweep
    from usimmarine_py.trials.subject import Subject as Subject
    from usimmarine_py.trials.subject import mission_subject as mission_subject
    from usimmarine_py.trials.subject import vehicle_subject as vehicle_subject
    from usimmarine_py.trials.trials import TrialReport as TrialReport
    from usimmarine_py.trials.trials import run_trials as run_trials
    from usimmarine_py.values import ActuatorCommand as ActuatorCommand
    from usimmarine_py.values import Backend as Backend
    from usimmarine_py.values import BackendFactory as BackendFactory
    from usimmarine_py.values import Continuous as Continuous
    from usimmarine_py.values import Environment as Environment
    from usimmarine_py.values import Key as Key
    from usimmarine_py.values import Limits as Limits
    from usimmarine_py.values import Message as Message
    from usimmarine_py.values import Parameter as Parameter
    from usimmarine_py.values import Post as Post
    from usimmarine_py.values import SetPoint as SetPoint
    from usimmarine_py.values import VehicleState as VehicleState

    Simulator = MissionSimulator
    load_mission, sweep_mission = read_mission, sweep

__all__, __getattr__, __dir__ = lazy(
    __name__,
    {
        "apps.own.app": "App",
        "apps.setup": "MissionSimulator=Simulator",
        "fit.fit": "FitResult fit_run",
        "logs.alog": "Series",
        "logs.fleet.difference": "RunDifference compare_runs",
        "logs.fleet.read": "FleetLog read_fleet",
        "logs.runs": "RecordedRun read_run",
        "mission": "Block Mission read_mission=load_mission",
        "moos.db": "MoosDb",
        "moos.transport.comms": "Comms",
        "moos.transport.open": "connect",
        "plots.fleet.compared": "difference_figure",
        "plots.fleet.figure": "fleet_figure",
        "run.live.own": "run_app",
        "run.mission": "FieldLog RunLog Texts run_mission",
        "run.summary": "RunSummary",
        "simulator.backends": "register_backend",
        "simulator.integrated": "IntegratedBackend",
        "simulator.plugins.check": "check_backend",
        "sweep.sweep": "SweepResult sweep=sweep_mission",
        "trials.subject": "Subject mission_subject vehicle_subject",
        "trials.trials": "TrialReport run_trials",
        "values": "ActuatorCommand Backend BackendFactory Continuous Environment Key Limits Message Parameter Post "
        "SetPoint VehicleState",
        "version": "__version__",
    },
)
