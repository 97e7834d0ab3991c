"""Everything that a lock-step run leaves behind, to be compared to the bit with that of another."""

from __future__ import annotations

from usimmarine_py.logs.tables import ArrayRows
from usimmarine_py.run.run import PlannedRun, execute


def outcome_of(plan: PlannedRun, *, listened: bool, stretches: bool) -> dict[str, object]:
    """Do the run; with ``listened`` somebody hears every post, without ``stretches`` every tick is gone through."""
    heard: list[str] = []
    rows = ArrayRows(plan.columns)
    # repr tells -0.0 from 0.0 and finds nan equal to nan
    listeners = [lambda *post: heard.append(repr(post))] if listened else []
    summary = execute(plan, listeners=listeners, rows=[rows], every=0.35, stretches=stretches)
    found = summary.as_dict()
    del found["timing"]
    apps = plan.applications.apps
    return {
        "posts": heard,
        "rows": repr({name: column.tolist() for name, column in rows.arrays().items()}),
        "summary": repr(found),
        "state": repr(plan.applications.simulator.internal),
        "reports": [app.application.report() for app in apps],
        "events": [repr((app.caster.iteration, list(app.caster.events))) for app in apps],
    }
