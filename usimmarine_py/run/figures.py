"""The figures of a run: those of each community, their encounters, and what is said of all of it at the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from usimmarine_py.apps.grading.mission_eval import MissionEvalApp
from usimmarine_py.apps.grading.pokes import NODES, AutoPokeApp
from usimmarine_py.apps.helm import stopped_by_errors, why_it_stood
from usimmarine_py.apps.operator import never_pressed
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.check.depth import unfollowed_depth
from usimmarine_py.errors import suggest
from usimmarine_py.logs.tables import RowSink
from usimmarine_py.run.fields.encounters import ClosestApproach, EncounterEvent, EncounterMeter, TrackedVehicle, counted
from usimmarine_py.run.fields.hulls import HullWatch, sized_hull
from usimmarine_py.run.followers import Follower, StateRows, SummaryMeter
from usimmarine_py.run.misnamed import NEVER_POSTED, misnamed
from usimmarine_py.run.plan import LONGEST_HELM_RUN, PlayedCommunity, RunPlan
from usimmarine_py.run.summary import FieldSummary, RunResult, RunSummary
from usimmarine_py.script.grading.evaluation import PASS
from usimmarine_py.script.grading.expected import BLOCK as EXPECTED
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.motion import Motion
from usimmarine_py.simulator.parts.steering.commands import CommandPart
from usimmarine_py.simulator.parts.steering.direct import Direct
from usimmarine_py.simulator.table import KNOWN


class Met(Protocol):
    """Follows where vehicles are."""

    def ticked(self, index: int, now: float) -> None:
        """Take in the tick of vehicle ``index`` at MOOS time ``now``."""
        ...


@dataclass(slots=True)
class CommunityFigures:
    """What is known of a community at the end of its run; pickles."""

    summary: RunSummary
    stood: list[str]  #: what its helms did instead of driving, and what its own applications waited for
    not_pressed: list[str]  #: what was to be pressed later
    helms: list[str]  #: how its helms ended
    remarks: list[str]  #: on its mission
    events: list[EncounterEvent]  #: of its detectors
    detects: bool  #: whether it has one


@dataclass(slots=True)
class Ended:
    """How a run ended."""

    role: str = ""  #: of the application that ended it
    stuck: str = ""  #: why it would not have come to its end
    misdirected: Sequence[str] = ()  #: routes that led to no community
    encounters: list[ClosestApproach] = field(default_factory=list)


def vehicles(plan: RunPlan) -> list[tuple[PlayedCommunity, TrackedVehicle]]:
    """Return the communities that have a vehicle, with it."""
    return [
        (one, TrackedVehicle(one.name, one.simulator, app))
        for one in plan.communities
        if (app := one.vehicle) is not None and one.simulator is not None
    ]


class RunFigures:
    """Follows the vehicles of a run, all of them or those of some communities."""

    def __init__(
        self,
        plan: RunPlan,
        rows: Mapping[str, Sequence[RowSink]],
        every: float,
        *,
        played: Collection[str] | None = None,
        met: Met | None = None,
    ) -> None:
        """``played``: names of the communities that play here, None: all; ``met`` follows the encounters then."""
        self._plan = plan
        start = plan.loop.start
        found = vehicles(plan)
        self.hulls = HullWatch(
            [sized_hull(one.name, of.simulator, [app.application for app in one.applications]) for one, of in found],
            start,
        )
        self._encounters: EncounterMeter | None = None
        if met is None and len(found) > 1:
            look = self.hulls.look if self.hulls.asked else None
            met = self._encounters = EncounterMeter([of for _, of in found], start, look)
        self._meters: dict[str, SummaryMeter] = {}
        for index, (one, of) in enumerate(found):
            if played is not None and one.name not in played:
                continue
            meter = self._meters[one.name] = SummaryMeter(of.simulator, start)
            followers: list[Follower] = [meter]
            if sinks := rows.get(one.name):
                followers.append(StateRows(of.simulator, start, sinks, every))
            one.community.followers.setdefault(of.app, []).insert(0, _Followed(index, of.simulator, followers, met))

    @property
    def encounters(self) -> list[ClosestApproach]:
        """The closest approach of each pair, nearest first."""
        return [] if self._encounters is None else self._encounters.found()

    def of(self, one: PlayedCommunity) -> CommunityFigures:
        """Return the figures of a community, whose run is over."""
        plan = self._plan
        alone = plan.alone is not None
        applications = [app.application for app in one.applications]
        events, detects = counted(applications, plan.loop.start)
        remarks = []
        if one.guidance and not one.own:  # own applications may well steer the depth
            remarks += [finding.text for finding in unfollowed_depth(one.mission)]
        if one.mission.block(EXPECTED) is not None:
            remarks.append(f"what its block {EXPECTED} expects is judged by usim grade, not here")

        def said(texts: Iterable[str]) -> list[str]:
            return [text if alone else f"{one.name}: {text}" for text in texts]

        return CommunityFigures(
            self._summary(one),
            said((*why_it_stood(one.helms), *_never_posted(one))),
            never_pressed(applications),
            said(helm.how_it_ended for helm in one.helms),
            said(remarks),
            events,
            detects,
        )

    def _summary(self, one: PlayedCommunity) -> RunSummary:
        plan = self._plan
        name = Path(one.mission.file).name
        summary = RunSummary(name, plan.seed, plan.loop.over, plan.clock.now() - plan.loop.start)
        ticks = [(app.settings.name, app.schedule.ticks) for app in one.applications]
        if (meter := self._meters.get(one.name)) is not None:
            meter.fill(summary, one.guidance, ticks)
        summary.ticks = dict(ticks)
        summary.left_out = [found.name for found in one.left_out]
        summary.stopped = stopped_by_errors(one.helms)
        _add_warnings(summary, one)
        _add_verdicts(summary, one, plan.loop.start)
        _add_driven(summary, one)
        return summary


def summed(plan: RunPlan, each: Mapping[str, CommunityFigures], ended: Ended, hulls: HullWatch) -> RunResult:
    """Return the summary of a run, which is over."""
    whole: RunResult
    if plan.alone is not None:
        whole = each[plan.alone.name].summary
    else:
        missions = ", ".join(Path(one.mission.file).name for one in plan.communities)
        whole = FieldSummary(missions, plan.seed, plan.loop.over, plan.clock.now() - plan.loop.start)
        driven = [one.name for one in plan.communities if one.simulator is not None]
        whole.join({name: figures.summary for name, figures in each.items()}, driven)
        whole.encounters = ended.encounters
        events = sorted((event for one in each.values() for event in one.events), key=lambda event: event.time)
        whole.events = sorted([*events, *hulls.events], key=lambda event: event.time)
        whole.detected = any(one.detects for one in each.values())
        whole.touching = hulls.asked
    whole.config_warnings = list(dict.fromkeys([*plan.warnings, *whole.config_warnings]))
    whole.ended_by, whole.stuck = ended.role, ended.stuck
    whole.notes += _notes(plan, [*each.values()], ended, hulls)
    return whole


def _notes(plan: RunPlan, each: Sequence[CommunityFigures], ended: Ended, hulls: HullWatch) -> Iterator[str]:
    """Yield what is worth a line."""
    yield from plan.notes
    for one in each:
        yield from one.stood
    for one in each:
        yield from one.not_pressed
    yield from ended.misdirected
    if plan.duration is None and plan.ending.by_helms:
        if plan.ending.finished[0]:
            for one in each:
                yield from one.helms
        elif plan.loop.over == "duration" and plan.limit == LONGEST_HELM_RUN:
            what = "helm" if plan.alone is not None else "field"
            yield f"the {what} came to no end within an hour; --duration S gives another time"
    for one in each:
        yield from one.remarks
    yield from hulls.notes


class _Followed:
    """What is done after each tick of a vehicle."""

    __slots__ = ("_command", "_followers", "_index", "_met", "_own")

    def __init__(self, index: int, simulator: Simulator, followers: Sequence[Follower], met: Met | None) -> None:
        self._index, self._followers, self._met = index, followers, met
        part = simulator.vehicle.part
        self._own, self._command = part(Motion).own, part(CommandPart).command

    def __call__(self, now: float) -> None:
        for follow in self._followers:
            follow(now, self._own, self._command)
        if self._met is not None:
            self._met.ticked(self._index, now)


def _add_warnings(summary: RunSummary, one: PlayedCommunity) -> None:
    """The warnings of applications and of the bus, and of mail that the vehicle does not use."""
    apps = one.applications
    summary.config_warnings = list(dict.fromkeys(text for app in apps for text in app.caster.config_warnings))
    for app in apps:
        for text, count in sorted(app.caster.all_run_warnings.items()):
            summary.run_warnings[f"{app.settings.name}: {text}"] = count
    summary.run_warnings |= dict.fromkeys((*one.problems, *misnamed(one)), 1)
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
        summary.driven = False
        return
    own, bus = one.vehicle.settings.name, one.community.bus
    commanded = any(author != own for name in ("DESIRED_", "USM_FORCE") for author in bus.authors(name))
    # a controller without a helm posts zeros
    if summary.waypoints is None and summary.energy == 0.0 and not commanded:
        summary.driven = False


def _add_verdicts(summary: RunSummary, one: PlayedCommunity, start: float) -> None:
    """Verdicts and reports into the summary, and what kept a grader waiting among the warnings."""
    for application in (app.application for app in one.applications):
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
            bus = one.community.bus
            for name in bus.never_written(names):
                hint = f"; did you mean {near}?" if (near := suggest(name, bus.variables)) else ""
                found.append(f"{app.settings.name} reads {name}, {NEVER_POSTED}{hint}")
    return found
