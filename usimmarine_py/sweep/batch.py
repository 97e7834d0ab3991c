"""Many open-loop runs at once: the equations of all vehicles advance together, compiled and in threads.

A run is played twice. The first time nothing moves, and what would drive the equations is written down: in an
open-loop run that does not depend on where the vehicle is. Then all vehicles advance step by step as one fleet. The
second time every run takes its states from the fleet, so that rows and tracks come from the same code as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from usimmarine_py.apps.roles import SCRIPT
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.check.table import BY_NAME
from usimmarine_py.fossen.backend import FossenBackend
from usimmarine_py.run.cast import VEHICLE
from usimmarine_py.run.run import Plan as RunPlan
from usimmarine_py.run.run import execute, plan_run
from usimmarine_py.run.state import ArrayRows
from usimmarine_py.sweep.mission import make
from usimmarine_py.sweep.run import Job, Outcome, first_columns, outcome_of, run_one

#: Vehicles that advance together.
FLEET = 256
#: Mail that an open-loop script may send: it acts on the vehicle and asks nothing about it.
_ACTS = frozenset(
    {
        *("DESIRED_THRUST", "DESIRED_RUDDER", "DESIRED_ELEVATOR", "DESIRED_THRUST_L", "DESIRED_THRUST_R"),
        *("THRUST_MODE_DIFFERENTIAL", "THRUST_MODE_REVERSE", "DRIFT_X", "DRIFT_Y", "DRIFT_VECTOR"),
        *("DRIFT_VECTOR_ADD", "DRIFT_VECTOR_MULT", "CURRENT_X", "CURRENT_Y", "ROTATE_SPEED"),
    }
)
#: Groups of parameters that make what acts on a vehicle depend on where it is.
_FEEDBACK_GROUPS = frozenset({"weather", "sensors", "faults", "controller", "wormholes"})
_FEEDBACK_KEYS = frozenset({"current_field", "default_water_depth", "dual_state"})


def why_not(job: Job, plan: RunPlan) -> str:
    """Why the runs of a sweep cannot advance together; empty when they can."""
    backend = plan.troupe.simulator.backend
    if not isinstance(backend, FossenBackend):
        return "only Fossen vehicles have equations that advance together"
    if job.digest or job.keep:
        return "each run writes its log (give --no-digest)"
    if any(v.key.startswith("vehicle.") or v.key.lower() in _shared() for v in job.plan.variations):
        return "the vehicles differ"
    if environment := next((v.key for v in job.plan.variations if v.key.startswith("env.")), ""):
        return f"{environment} may make another vehicle"
    others = sorted({p.kind for p in plan.troupe.players} - {VEHICLE, SCRIPT})
    if others:
        return f"the mission has a {others[0]}, which steers by where the vehicle is"
    keys = {entry.key.lower() for entry in plan.cast.vehicle.entries} | {v.key.lower() for v in job.plan.variations}
    for key in sorted(keys):
        parameter = BY_NAME.get(key)
        name = parameter.name if parameter is not None else key
        if name in _FEEDBACK_KEYS or (parameter is not None and parameter.group in _FEEDBACK_GROUPS):
            return f"{name} acts by where the vehicle is"
    for player in plan.troupe.players:
        if isinstance(player.application, ScriptApp):
            config = player.application.script.config
            if config.conditional or config.conditions:
                return f"script {player.application.name} has conditions"
            asking = sorted({event.variable for event in config.events} - _ACTS)
            if asking:
                return f"script {player.application.name} posts {asking[0]}"
            if any("NAV_" in event.value.text for event in config.events):
                return f"script {player.application.name} uses the vehicle's position"
    return ""


def _shared() -> frozenset[str]:
    """Parameters that make another vehicle or another solver."""
    return frozenset({"dynamics", "vehicle", "variant", "solver", "sim_step", "attitude", "fluid_memory"})


class _Recorder:
    """Stands in for the equations: nothing moves, everything is written down."""

    def __init__(self) -> None:
        self.first: list[float] | None = None
        self.calls: list[tuple[list[float], int]] = []

    def __call__(self, s: Sequence[float], inputs: Sequence[float], solver: Sequence[float], steps: int) -> list[float]:
        if self.first is None:
            self.first = list(s)
        self.calls.append((list(inputs), steps))
        return list(s)


class _Player:
    """Stands in for the equations: hands out the states of one vehicle of the fleet, call by call."""

    def __init__(self, states: Any) -> None:
        self._states = states
        self._call = 0

    def __call__(self, s: Sequence[float], inputs: Sequence[float], solver: Sequence[float], steps: int) -> list[float]:
        found: list[float] = self._states[self._call].tolist()
        self._call += 1
        return found


def run_fleet(job: Job, indices: Sequence[int]) -> list[Outcome]:
    """Do up to ``FLEET`` runs together. A run whose rhythm differs from the first one's is done by itself."""
    from usimmarine_py.fossen.compiled import Compiled

    recorders: dict[int, _Recorder] = {}
    outcomes: list[Outcome] = []
    rhythm: list[int] = []
    shared: FossenBackend | None = None
    alone: list[int] = []
    for index in indices:
        try:
            plan, backend = _plan(job, index)
            recorder = _Recorder()
            plan.troupe.simulator.use_backend(replace(backend, advance=recorder))
            execute(plan, summarise=False)
        except Exception:
            # by itself it says in its row what went wrong
            alone.append(index)
            continue
        steps = [n for _, n in recorder.calls]
        if recorder.first is None or (rhythm and steps != rhythm):
            alone.append(index)
            continue
        rhythm, shared = steps, shared or backend
        recorders[index] = recorder
    if shared is not None and recorders:
        fleet = np.array([r.first for r in recorders.values()], dtype=np.float64)
        played = np.empty((len(rhythm), *fleet.shape))
        machine = Compiled(shared.model, shared.solver)
        for call, steps_now in enumerate(rhythm):
            inputs = np.array([r.calls[call][0] for r in recorders.values()], dtype=np.float64)
            machine.advance_fleet_in_place(fleet, inputs, steps_now)
            played[call] = fleet
        for place, index in enumerate(recorders):
            if np.all(np.isfinite(fleet[place])):
                outcomes.append(_play(job, index, played[:, place]))
            else:
                # the run by itself says what went wrong, and when
                alone.append(index)
    single = replace(job, compiled=True)
    outcomes += [run_one(single, index) for index in alone]
    return sorted(outcomes, key=lambda outcome: outcome.index)


def _plan(job: Job, index: int) -> tuple[RunPlan, FossenBackend]:
    row, values = first_columns(job, index)
    made = make(job.template, job.plan.texts(values))
    mission = job.template.mission(made.environment, made.lines)
    plan = plan_run(mission, duration=job.duration, seed=row["seed"], block=job.template.block)
    backend = plan.troupe.simulator.backend
    if not isinstance(backend, FossenBackend):
        raise AssertionError("why_not keeps other backends away")
    return plan, backend


def _play(job: Job, index: int, states: Any) -> Outcome:
    plan, backend = _plan(job, index)
    plan.troupe.simulator.use_backend(replace(backend, advance=_Player(states)))
    rows = ArrayRows(plan.columns) if index < job.tracks else None
    summary = execute(plan, rows=[rows] if rows is not None else [], every=job.track_every)
    row, _ = first_columns(job, index)
    return outcome_of(index, row, plan, summary, rows, None)
