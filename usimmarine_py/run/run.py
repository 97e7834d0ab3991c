"""A mission in lock step, as fast as the machine allows: the same applications as live, on a clock that jumps."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from usimmarine_py.apps.grading.verdict import RunEnding
from usimmarine_py.logs.tables import RowSink
from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.collecting import fewer_collections
from usimmarine_py.run.ending import Endings
from usimmarine_py.run.figures import Ended, RunFigures, summed
from usimmarine_py.run.plan import RunPlan
from usimmarine_py.run.stop import INTERRUPTED, Stop, TickEnded
from usimmarine_py.run.summary import RunResult

#: Between two looks at progress and size of the files, simulated s.
SLICE = 1.0

RunProgress = Callable[[float, float], None]


#: Lets the loop of a plan run to its end, which it notes in ``loop.over``; the last argument is asked why it is to end.
Drive = Callable[[RunPlan, "RunEnd", "Callable[[], str] | None"], None]


def start_warnings(plan: RunPlan) -> list[str]:
    """Every configuration warning at the start of a run, each once. The plan cannot be executed after that."""
    for app in plan.apps:
        app.connect()
        app.begin()
    found = [*plan.warnings, *(text for app in plan.apps for text in app.caster.config_warnings)]
    for app in plan.apps:
        app.close()
    return list(dict.fromkeys(found))


def execute(
    plan: RunPlan,
    *,
    listeners: Mapping[str, Sequence[Listener]] | None = None,
    rows: Mapping[str, Sequence[RowSink]] | None = None,
    every: float = 0.0,
    progress: RunProgress | None = None,
    stopped: Callable[[], str] | None = None,
    full: Callable[[], bool] | None = None,
    drive: Drive | None = None,
) -> RunResult:
    """Do the run. A plan can be executed once. ``drive``: what lets its loop run, another than offline.

    By community, ``listeners`` get every post, ``rows`` the state after each tick of its simulator (at most one each
    ``every`` s). ``stopped`` is asked before each tick why the run is to end (empty: it is not), ``full`` now and then
    whether its files must not grow further.

    Returns the ``RunSummary`` of the only community, the ``FieldSummary`` of several.
    """
    for one in plan.communities:
        one.community.bus.listeners += (listeners or {}).get(one.name, ())
    figures = RunFigures(plan, rows or {}, every)
    end = RunEnd(plan)
    end.follow(plan)
    began = time.perf_counter()
    with fewer_collections():
        if drive is not None:
            drive(plan, end, stopped)
        else:
            _drive(plan, end, progress, stopped, full)
    each = {one.name: figures.of(one) for one in plan.communities}
    ended = Ended(end.role, end.stuck, plan.loop.misdirected(), figures.encounters)
    whole = summed(plan, each, ended, figures.hulls)
    whole.real_time = time.perf_counter() - began
    return whole


def _drive(
    plan: RunPlan,
    end: RunEnd,
    progress: RunProgress | None,
    stopped: Callable[[], str] | None,
    full: Callable[[], bool] | None,
) -> None:
    """Let the loop run to the end of the run; ``end`` then says why it ended."""
    loop, clock = plan.loop, plan.loop.clock
    loop.stopped = stopped
    if isinstance(stopped, Stop):
        stopped.ticking = lambda: loop.ticking
    longest = plan.limit if plan.duration is None else plan.duration
    last = loop.start + longest
    try:
        loop.connect()
        while not loop.over:
            loop.run(min(max(clock.now() + SLICE, loop.next_time()), last))
            if not loop.over:
                end.look()
            if not loop.over and clock.now() >= last - 1e-9:
                loop.over = plan.cut if plan.duration is None else "duration"
            elif not loop.over and full is not None and full():
                loop.over = "full"
            if progress is not None:
                elapsed = clock.now() - loop.start
                progress(elapsed, max(elapsed / longest, end.progress))
    except TickEnded:
        end.stuck = f"a tick of {loop.ticking} did not end"
        loop.over = INTERRUPTED if stopped is None else stopped()
    finally:
        if isinstance(stopped, Stop):
            stopped.over()
        loop.close()


class RunEnd:
    """Looks after each tick of an application that may end the run, and now and then, whether it is at its end."""

    def __init__(self, plan: RunPlan, ending: Endings | None = None) -> None:
        """``ending``: what is looked at; None: that of the plan."""
        self._ending, self._loop = ending or plan.ending, plan.loop
        self.looks = plan.duration is None
        self.stuck = ""  #: why the run will not come to its end
        self.role = ""  #: of the application that ended it
        self._watched: list[RunEnding] = [*self._ending.each.values()] if self.looks else []

    def follow(self, plan: RunPlan) -> None:
        """Look after the ticks of all that may end the run."""
        places = [(one.community, app) for one in plan.communities for app in one.applications]
        for index in self._ending.each if self.looks else ():
            community, app = places[index]
            community.followers.setdefault(app, []).append(lambda _, index=index: self.ticked(index))  # type: ignore[misc]

    @property
    def progress(self) -> float:
        """How far the run is by what ends it, 0 to 1."""
        return max((one.progress for one in self._watched), default=0.0)

    def ticked(self, index: int) -> None:
        """Look whether the tick of the application at this place has ended the run."""
        one = self._ending.each[index]
        if one.finished or one.stuck:
            self.look()

    def look(self) -> None:
        """End the loop where the run has come to its end."""
        if not self.looks:
            return
        name, self.role = self._ending.finished
        if name:
            self._loop.over = name
        elif stuck := self._ending.stuck:
            self._loop.over, self.stuck = "stuck", stuck
