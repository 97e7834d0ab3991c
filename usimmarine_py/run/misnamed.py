"""Variables of a community that are likely misspelt, after its run: what a judge or a script reads and nothing posts,
and what a script posts and nothing reads, by a name that differs from a right one in a few letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from usimmarine_py.apps.grading.mission_eval import MissionEvalApp
from usimmarine_py.apps.grading.pokes import AutoPokeApp
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.conditions.terms import ConditionTerm
from usimmarine_py.errors import is_slip, suggest
from usimmarine_py.run.plan import PlayedCommunity

#: By these words they are known among the warnings of a run.
NEVER_POSTED, NEVER_READ = "which was never posted", "which nothing reads"


def misnamed(one: PlayedCommunity) -> Iterator[str]:
    """Yield a line for each."""
    bus = one.community.bus
    posters = set()
    for app in (app.application for app in one.applications):
        conditions: Iterable[ConditionTerm] = ()
        if isinstance(app, MissionEvalApp):
            conditions = app.evaluation.config.conditions
        elif isinstance(app, ScriptApp):
            conditions = app.script.config.conditions
        if isinstance(app, ScriptApp | AutoPokeApp):
            posters.add(app.name)
        names = {name for term in conditions for name in term.variables}
        for name in bus.never_written(sorted(names)):
            if is_slip(name, near := suggest(name, bus.variables)):
                yield f"{app.name}: reads {name}, {NEVER_POSTED}; did you mean {near}?"
    missing = bus.never_written(bus.subscribed) if posters else []
    for name, author in bus.unread("") if posters else ():
        if author in posters and (near := next((other for other in missing if is_slip(name, other)), "")):
            yield f"{author}: posts {name}, {NEVER_READ}; did you mean {near}?"
