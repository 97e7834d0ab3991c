"""A run of one community, its listeners and sinks given without its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from usimmarine_py.logs.tables import RowSink
from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.plan import RunPlan
from usimmarine_py.run.run import execute as execute_run
from usimmarine_py.run.summary import RunSummary


def execute(
    plan: RunPlan, *, listeners: Sequence[Listener] = (), rows: Sequence[RowSink] = (), **options: Any
) -> RunSummary:
    """Do the run of the only community of a plan."""
    (one,) = plan.communities
    summary = execute_run(plan, listeners={one.name: listeners}, rows={one.name: rows}, **options)
    assert isinstance(summary, RunSummary)
    return summary
