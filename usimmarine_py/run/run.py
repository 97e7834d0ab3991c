"""A mission in lock step, as fast as the machine allows: the same applications as live, on a clock that jumps."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from usimmarine_py.apps.grading.mission_eval import MissionEvalApp
from usimmarine_py.apps.grading.pokes import NODES, AutoPokeApp
from usimmarine_py.apps.grading.verdict import RunEnding
from usimmarine_py.apps.helm import why_it_stood
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.apps.viewer import never_pressed
from usimmarine_py.check.depth import unfollowed_depth
from usimmarine_py.logs.tables import RowSink
from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.fields.encounters import EncounterMeter, counted
from usimmarine_py.run.fields.hulls import HullWatch, sized_hull
from usimmarine_py.run.followers import Follower, StateRows, SummaryMeter
from usimmarine_py.run.plan import LONGEST_HELM_RUN, PlayedCommunity, RunPlan
from usimmarine_py.run.stop import INTERRUPTED, Stop, TickEnded
from usimmarine_py.run.summary import FieldSummary, RunResult, RunSummary
from usimmarine_py.script.grading.evaluation import PASS
from usimmarine_py.script.grading.expected import BLOCK as EXPECTED
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.motion import Motion
from usimmarine_py.simulator.parts.steering.commands import CommandPart
from usimmarine_py.simulator.parts.steering.direct import Direct
from usimmarine_py.simulator.table import KNOWN
from usimmarine_py.values.app import Application

#: Between two looks at progress and size of the files, simulated s.
_SLICE = 1.0
#: New objects after which the garbage collector looks at them.
_NEW_OBJECTS = 50_000

RunProgress = Callable[[float, float], None]


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
) -> RunResult:
    """Do the run. A plan can be executed once.

    By community, ``listeners`` get every post, ``rows`` the state after each tick of its simulator (at most one each
    ``every`` s). ``stopped`` is asked before each tick why the run is to end (empty: it is not), ``full`` now and then
    whether its files must not grow further.

    Returns the ``RunSummary`` of the only community, the ``FieldSummary`` of several.
    """
    for one in plan.communities:
        one.community.bus.listeners += (listeners or {}).get(one.name, ())
    follow = _Following(plan, rows or {}, every)
    end = _RunEnd(plan)
    began = time.perf_counter()
    with _fewer_collections():
        _drive(plan, end, progress, stopped, full)
    whole = follow.summed(end)
    whole.real_time = time.perf_counter() - began
    return whole


def _drive(
    plan: RunPlan,
    end: _RunEnd,
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
            loop.run(min(max(clock.now() + _SLICE, loop.next_time()), last))
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


@contextmanager
def _fewer_collections() -> Iterator[None]:
    """Let the garbage collector look seldom: mail on its way is no garbage, and takes a tenth of a run else."""
    gc.freeze()  # what is there by now need not be looked through time and again
    thresholds = gc.get_threshold()
    gc.set_threshold(_NEW_OBJECTS, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


class _RunEnd:
    """Looks after each tick of an application that may end the run, and now and then, whether it is at its end."""

    def __init__(self, plan: RunPlan) -> None:
        self._ending, self._loop = plan.ending, plan.loop
        self._looks = plan.duration is None
        self.stuck = ""  #: why the run will not come to its end
        self.role = ""  #: of the application that ended it
        self._watched = [*plan.ending.each.values()] if self._looks else []
        if not self._looks:
            return
        places = [(one.community, app) for one in plan.communities for app in one.applications]
        for index, one in plan.ending.each.items():
            community, app = places[index]
            community.followers.setdefault(app, []).append(lambda now, one=one: self._ticked(one))  # type: ignore[misc]

    @property
    def progress(self) -> float:
        """How far the run is by what ends it, 0 to 1."""
        return max((one.progress for one in self._watched), default=0.0)

    def _ticked(self, one: RunEnding) -> None:
        if one.finished or one.stuck:
            self.look()

    def look(self) -> None:
        """End the loop where the run has come to its end."""
        if not self._looks:
            return
        name, self.role = self._ending.finished
        if name:
            self._loop.over = name
        elif stuck := self._ending.stuck:
            self._loop.over, self.stuck = "stuck", stuck


class _Following:
    """The figures of a run: those of its vehicles, their encounters, and what is said of all of it at the end."""

    def __init__(self, plan: RunPlan, rows: Mapping[str, Sequence[RowSink]], every: float) -> None:
        self._plan = plan
        start = plan.loop.start
        found = [(one, one.simulator, app) for one in plan.communities if (app := one.vehicle) and one.simulator]
        applications = [[app.application for app in one.applications] for one, _, _ in found]
        hulls = [
            sized_hull(one.name, simulator, some) for (one, simulator, _), some in zip(found, applications, strict=True)
        ]
        self._hulls = HullWatch(hulls, start)
        vehicles = [(one.name, simulator, app) for one, simulator, app in found]
        self._encounters = EncounterMeter(vehicles, start, self._hulls.look if self._hulls.asked else None)
        self._meters: dict[str, SummaryMeter] = {}
        for index, (one, simulator, app) in enumerate(found):
            meter = self._meters[one.name] = SummaryMeter(simulator, start)
            followers: list[Follower] = [meter]
            if sinks := rows.get(one.name):
                followers.append(StateRows(simulator, start, sinks, every))
            met = self._encounters if len(found) > 1 else None
            one.community.followers.setdefault(app, []).insert(0, _Followed(index, simulator, followers, met))

    def summed(self, end: _RunEnd) -> RunResult:
        """Return the summary of the run, which is over."""
        plan = self._plan
        each = {one.name: self._summary(one) for one in plan.communities}
        whole: RunResult
        if plan.alone is not None:
            (whole,) = each.values()
        else:
            missions = ", ".join(Path(one.mission.file).name for one in plan.communities)
            field = FieldSummary(missions, plan.seed, plan.loop.over, plan.clock.now() - plan.loop.start)
            field.join(each, [one.name for one in plan.communities if one.simulator is not None])
            field.encounters = self._encounters.found()
            events, field.detected = counted([app.application for app in plan.apps], plan.loop.start)
            field.events = sorted([*events, *self._hulls.events], key=lambda event: event.time)
            field.touching = self._hulls.asked
            whole = field
        whole.config_warnings = list(dict.fromkeys([*plan.warnings, *whole.config_warnings]))
        whole.ended_by, whole.stuck = end.role, end.stuck
        whole.notes += self._notes()
        return whole

    def _summary(self, one: PlayedCommunity) -> RunSummary:
        plan = self._plan
        name = Path(one.mission.file).name
        summary = RunSummary(name, plan.seed, plan.loop.over, plan.clock.now() - plan.loop.start)
        applications = [app.application for app in one.applications]
        ticks = [(app.settings.name, app.schedule.ticks) for app in one.applications]
        if (meter := self._meters.get(one.name)) is not None:
            meter.fill(summary, one.guidance, ticks)
        summary.ticks = dict(ticks)
        summary.left_out = [found.name for found in one.left_out]
        _add_warnings(summary, one)
        _add_verdicts(summary, applications, plan.loop.start)
        _add_driven(summary, one)
        return summary

    def _notes(self) -> Iterator[str]:
        """Yield what is worth a line: of each community with its name before it, where there are several."""
        plan, ended = self._plan, self._plan.loop.over
        alone = plan.alone is not None

        def said(one: PlayedCommunity, texts: Iterable[str]) -> Iterator[str]:
            return (text if alone else f"{one.name}: {text}" for text in texts)

        yield from plan.notes
        for one in plan.communities:
            yield from said(one, (*why_it_stood(one.helms), *_never_posted(one)))
        yield from never_pressed(app.application for app in plan.apps)
        yield from plan.loop.misdirected()
        if plan.duration is None and plan.ending.by_helms:
            if plan.ending.finished[0]:
                for one in plan.communities:
                    yield from said(one, [helm.how_it_ended for helm in one.helms])
            elif ended == "duration" and plan.limit == LONGEST_HELM_RUN:
                what = "helm" if alone else "field"
                yield f"the {what} came to no end within an hour; --duration S gives another time"
        for one in plan.communities:
            if one.guidance and not one.own:  # own applications may well steer the depth
                yield from said(one, [finding.text for finding in unfollowed_depth(one.mission)])
            if one.mission.block(EXPECTED) is not None:
                yield from said(one, [f"what its block {EXPECTED} expects is judged by usim grade, not here"])
        yield from self._hulls.notes


class _Followed:
    """What is done after each tick of a vehicle."""

    __slots__ = ("_command", "_encounters", "_followers", "_index", "_own")

    def __init__(
        self, index: int, simulator: Simulator, followers: Sequence[Follower], encounters: EncounterMeter | None
    ) -> None:
        self._index, self._followers, self._encounters = index, followers, encounters
        part = simulator.vehicle.part
        self._own, self._command = part(Motion).own, part(CommandPart).command

    def __call__(self, now: float) -> None:
        for follow in self._followers:
            follow(now, self._own, self._command)
        if self._encounters is not None:
            self._encounters.ticked(self._index, now)


def _add_warnings(summary: RunSummary, one: PlayedCommunity) -> None:
    """The warnings of applications and of the bus, and of mail that the vehicle does not use."""
    apps = one.applications
    summary.config_warnings = list(dict.fromkeys(text for app in apps for text in app.caster.config_warnings))
    for app in apps:
        for text, count in sorted(app.caster.all_run_warnings.items()):
            summary.run_warnings[f"{app.settings.name}: {text}"] = count
    summary.run_warnings |= dict.fromkeys(one.problems, 1)
    if one.simulator is None or one.vehicle is None:
        return
    own, direct, bus = one.vehicle.settings.name, one.simulator.vehicle.part(Direct), one.community.bus
    for name, author in (*bus.unread("DESIRED_"), *bus.unread("USM_")):
        # under what name the controller's own command is posted is the mission's affair
        if author != own and (reason := direct.unread(name, KNOWN)):
            summary.run_warnings[f"{own}: {name} from {author}: {reason}"] = 1


def _add_driven(summary: RunSummary, one: PlayedCommunity) -> None:
    """Whether anything drove the vehicle."""
    if one.vehicle is None:
        return
    own, bus = one.vehicle.settings.name, one.community.bus
    commanded = any(author != own for name in ("DESIRED_", "USM_FORCE") for author in bus.authors(name))
    # a controller without a helm posts zeros
    if summary.waypoints is None and summary.energy == 0.0 and not commanded:
        summary.driven = False


def _add_verdicts(summary: RunSummary, applications: Sequence[Application], start: float) -> None:
    """Verdicts and reports into the summary, and what kept a grader waiting among the warnings."""
    for application in applications:
        if isinstance(application, MissionEvalApp):
            evaluation = application.evaluation
            summary.verdicts[application.name] = evaluation.result
            if evaluation.result != PASS:
                end = start + summary.time if application.judged_at is None else application.judged_at
                found = f"; at {end - start:g} s {', '.join(evaluation.found)}" if evaluation.found else ""
                summary.stopped_at[application.name] = (evaluation.status or "not begun") + found
            file = evaluation.config.report_file
            if file and evaluation.written:
                summary.reports[file] = summary.reports.get(file, "") + evaluation.written
        elif isinstance(application, AutoPokeApp) and not application.posted:
            text = f"{application.name}: waits for {NODES} of at least {application.config.nodes}, nothing is posted"
            summary.run_warnings[text] = 1


def _never_posted(one: PlayedCommunity) -> list[str]:
    """Warnings of variables that users' applications read but no one posts: mostly misspelt names."""
    found = []
    for app in one.applications:
        if isinstance(app.application, OwnApp):
            names = [s.variable for s in app.application.on_connect_subscriptions() if s.sources is None]
            for name, near in one.community.bus.never_written(names):
                hint = f"; did you mean {near}?" if near else ""
                found.append(f"{app.settings.name} reads {name}, which was never posted{hint}")
    return found
