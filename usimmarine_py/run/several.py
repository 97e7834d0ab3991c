"""Several communities in lock step: shoreside and vehicles on one clock, each with its own log and summary."""

from __future__ import annotations

import gc
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from usimmarine_py.apps.grading.pokes import MayFinishApp
from usimmarine_py.apps.guidance import GuidanceApp
from usimmarine_py.apps.helm import HelmApp, why_it_stood
from usimmarine_py.apps.own.behaviors import BehaviorLike
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.apps.vehicle import VehicleApp
from usimmarine_py.apps.viewer import ViewerApp, never_pressed
from usimmarine_py.errors import ConfigError, LocalProtocolError, MissionFileError
from usimmarine_py.field.brokers.shore import ShoreBrokerApp
from usimmarine_py.field.host_info import HostInfoApp
from usimmarine_py.field.share.share import ShareApp
from usimmarine_py.logs.tables import RowSink
from usimmarine_py.mission import EVALUATION, Block, Mission, launches
from usimmarine_py.mission.unplayed import Unplayed
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.status import no_figures
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.lockstep import Listener, LockstepBus
from usimmarine_py.run.applications import (
    VEHICLE,
    PlayedBlocks,
    block_settings,
    effective_seed,
    hold_helms,
    make_apps,
    names_of,
    played_blocks,
)
from usimmarine_py.run.asked import NOTHING_MORE, Operator
from usimmarine_py.run.context import OFFLINE, RunContext
from usimmarine_py.run.ending import Endings
from usimmarine_py.run.field import SHARE_DELAY, FieldCommunity, FieldRun
from usimmarine_py.run.fields.changes import community_name
from usimmarine_py.run.fields.encounters import EncounterMeter, counted
from usimmarine_py.run.fields.hulls import HullWatch, sized_hull
from usimmarine_py.run.fields.summary import FieldSummary
from usimmarine_py.run.followers import Follower, StateRows, SummaryMeter
from usimmarine_py.run.presses import Aboard, presses_of
from usimmarine_py.run.run import LONGEST_HELM_RUN, RunProgress, add_verdicts, add_warnings, check_times, header
from usimmarine_py.run.stop import INTERRUPTED, Stop, TickEnded
from usimmarine_py.run.summary import RunSummary
from usimmarine_py.script.grading.expected import read_expected
from usimmarine_py.script.grading.pokes import FinishConfig
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.motion import Motion
from usimmarine_py.simulator.parts.steering.commands import CommandPart
from usimmarine_py.text import atof

#: Name of the uMayFinish that ``plan_field`` adds.
FINISHER = "uMayFinish"
#: When the shoreside starts, s: launch scripts start it last, when its vehicles already ping. Its broker hears all of
#: them before, so that it numbers them in the order of the communities, and bridges them all in one round at this time.
SHORE_START = 6.0
#: When its scripts start, s: pAntler starts applications one after another, and shoresides name pMissionEval and
#: pAutoPoke last; the first posts of scripts set back what vehicles set once they are deployed.
SCRIPT_START = 4.0
#: The least delay of what communities share, s: less would let two of them answer each other without end at one time.
LEAST_DELAY = 1e-3
LOCALHOST = "localhost"
#: Between two looks at whether the run has come to its end, s.
_SLICE = 1.0
#: New objects after which the garbage collector looks at them.
_NEW_OBJECTS = 50_000


@dataclass(slots=True)
class PlayedCommunity:
    """A community of the run."""

    mission: Mission
    community: FieldCommunity
    simulator: Simulator | None
    applications: list[MoosApp]
    left_out: tuple[Unplayed, ...]
    problems: list[str]
    stem: str  #: of the names of its files
    meter: SummaryMeter | None = None

    @property
    def vehicle(self) -> MoosApp | None:
        """The application that drives the simulator."""
        return next((app for app in self.applications if isinstance(app.application, VehicleApp)), None)


@dataclass(slots=True)
class PlannedField:
    """A field that is set up, not yet begun. Made by ``plan_field``."""

    communities: list[PlayedCommunity]
    run: FieldRun
    ending: Endings
    seed: int
    duration: float | None
    limit: float  #: simulated s after which a field that ends by itself is given up
    cut: str  #: how a run that reaches the limit is said to have ended: ``limit`` or ``duration``
    notes: list[str] = field(default_factory=list)

    @property
    def clock(self) -> SteppedClock:
        """The one clock."""
        return self.run.clock

    @property
    def apps(self) -> tuple[MoosApp, ...]:
        """All applications of all communities."""
        return tuple(app for one in self.communities for app in one.applications)

    @property
    def left_out(self) -> tuple[Unplayed, ...]:
        """The applications that the missions start and the run does not play."""
        return tuple(found for one in self.communities for found in one.left_out)

    def header(self, one: PlayedCommunity) -> list[str]:
        """Lines at the head of a community's log: all that is needed to repeat the run."""
        names = ", ".join(other.community.name for other in self.communities)
        what = f"community {one.community.name} of {names}"
        return header(one.mission, what, one.applications, self.seed, self.duration)


def plan_field(
    missions: Sequence[Mission],
    *,
    duration: float | None = None,
    seed: int | None = None,
    limit: float | None = None,
    cut: str = "limit",
    behaviors: Sequence[BehaviorLike] = (),
    operator: Operator = NOTHING_MORE,
    share_loss: float = 0.0,
    share_delay: float = SHARE_DELAY,
    finish: Mapping[int, FinishConfig] | None = None,
    context: RunContext = OFFLINE,
    loop: type[FieldRun] = FieldRun,
) -> PlannedField:
    """Set up the communities of several mission files, in this order, on one clock.

    Args:
        missions: as read by ``read_mission``.
        duration: simulated s; None: until a verdict, a plan, a script or all helms end the run.
        seed: of every random number; None: that of a block usim_grade, else of the first simulator's block, else 0.
        limit: simulated s after which a field that should end by itself has failed to; where it can, it takes the
            place of ``duration``. None: an hour.
        cut: how a run that reaches ``limit`` is said to have ended.
        behaviors: behaviours of one's own for the helms: files, modules or classes.
        operator: what is pressed and posted besides.
        share_loss: share of the messages between communities that are lost, 0 to 1.
        share_delay: MOOS s from a post to its arrival in another community, at least 0.001.
        finish: by place of a mission, a uMayFinish that runs beside its applications.
        context: the surroundings of the run.
        loop: what drives it.

    Raises ``ConfigError`` and ``MissionFileError``.
    """
    check_times(duration, limit)
    if not 0.0 <= share_loss <= 1.0:
        raise ConfigError(f"must be from 0 to 1, found {share_loss:g}", key="share-loss")
    if not LEAST_DELAY <= share_delay < float("inf"):
        raise ConfigError(f"must be at least {LEAST_DELAY:g} seconds, found {share_delay:g}", key="share-delay")
    names = _names(missions)
    clock = SteppedClock(context.start_time, context.warp)
    played = [played_blocks(mission, own=context.own(mission), shore=True, context=context) for mission in missions]
    used = _seed(missions, played, seed)
    aboard = [Aboard(*one) for one in zip(names, missions, played, strict=True)]
    pressed, notes = presses_of(aboard, operator)
    notes += [*_same_ports(missions, names), *_other_datums(missions, names)]
    judged = any(block.kind == EVALUATION for one in played for block in one.blocks)
    communities = []
    stems = Counter(Path(mission.file).stem for mission in missions)
    for index, (mission, blocks, name, wanted) in enumerate(zip(missions, played, names, pressed, strict=True)):
        mission.refuse_strays()  # it would be another mission
        if not mission.blocks and mission.value("Community") is None:
            raise MissionFileError("is no mission file: no ProcessConfig block, no Community", file=mission.file)
        if mission.expansion is not None:
            mission.expansion.require(
                (one.block.file, e.line, e.value) for one in blocks.blocks for e in one.block.entries
            )
        problems: list[str] = []
        with names_of(mission):
            bus = LockstepBus(clock, name, problems.append)
            apps, simulator = make_apps(
                mission,
                blocks,
                used,
                clock,
                bus.client,
                wanted,
                behaviors,
                refuse_helms=not (judged or context.live),
                context=context,
            )
        if finish is not None and index in finish:
            apps.append(_finisher(mission, finish[index], clock, bus.client))
        community = FieldCommunity(name, bus)
        shore = any(isinstance(app.application, ShoreBrokerApp) for app in apps)
        for app in apps:
            late = shore and not isinstance(app.application, ShareApp | ViewerApp | ShoreBrokerApp | HostInfoApp)
            delay = SCRIPT_START if isinstance(app.application, ScriptApp) else SHORE_START
            community.add(app, clock.now() + delay if late else 0.0)
        started = {app.settings.name for app in apps}
        for launch in launches(mission):
            if launch.alias in started or launch.program == "MOOSDB":
                continue
            if context.stands_for(mission, launch.alias):
                # it is there for others, such as uProcessWatch, but has no effect
                try:
                    bus.client(launch.alias).run(_nothing)
                except LocalProtocolError as error:
                    raise ConfigError(str(error), key="Run", file=mission.file, line=launch.line) from None
        stem = Path(mission.file).stem
        stem = stem if stems[stem] == 1 else f"{name}_{stem}"
        communities.append(PlayedCommunity(mission, community, simulator, apps, blocks.left_out, problems, stem))
    hold_helms([app for one in communities for app in one.applications])
    lost = None
    if share_loss:
        draw = random.Random(f"{used} share-loss").random
        lost = partial(_lost, draw, share_loss)
    run = loop(clock, [one.community for one in communities], share_delay=share_delay, lost=lost)
    ending = Endings([app.application for one in communities for app in one.applications], clock.now)
    if limit is not None and ending:
        duration = None
    if duration is None and not ending:
        limit, cut = LONGEST_HELM_RUN if limit is None else limit, "duration"
    if ending.by_helms and limit is None:
        limit, cut = LONGEST_HELM_RUN, "duration"
    return PlannedField(communities, run, ending, used, duration, limit or LONGEST_HELM_RUN, cut, notes)


def _names(missions: Sequence[Mission]) -> list[str]:
    """The names of the communities. Raises ``ConfigError`` where two have the same, but for upper and lower case."""
    names = [community_name(mission) for mission in missions]
    lower = [name.lower() for name in names]
    if twice := {name for name in lower if lower.count(name) > 1}:
        files = ", ".join(m.file for m, name in zip(missions, lower, strict=True) if name in twice)
        raise ConfigError(f"two communities have the name {min(twice)!r}: {files}; give each its own", key="Community")
    return names


def _same_ports(missions: Sequence[Mission], names: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the ports of the MOOSDBs, which only live runs use."""
    users: dict[tuple[str, str], list[str]] = {}
    for mission, name in zip(missions, names, strict=True):
        if port := mission.value("ServerPort"):
            host = (mission.value("ServerHost") or LOCALHOST).lower()
            users.setdefault((LOCALHOST if host == "127.0.0.1" else host, port), []).append(name)
    for (_, port), some in users.items():
        if len(some) > 1:
            yield f"{' and '.join(some)} have the same ServerPort {port}: live, their MOOSDBs need one each"


def _other_datums(missions: Sequence[Mission], names: Sequence[str]) -> Iterator[str]:
    """Yield a line if the local coordinates of two communities do not have one origin."""
    users: dict[tuple[float, float], list[str]] = {}
    for mission, name in zip(missions, names, strict=True):
        latitude, longitude = mission.value("LatOrigin"), mission.value("LongOrigin")
        if latitude is not None and longitude is not None:
            users.setdefault((atof(latitude), atof(longitude)), []).append(name)
    if len(users) > 1:
        listed = "; ".join(f"{', '.join(some)}: {where[0]:.8g}, {where[1]:.8g}" for where, some in users.items())
        yield f"LatOrigin and LongOrigin differ ({listed}): x and y of node reports do not mean one place"


def _seed(missions: Sequence[Mission], played: Sequence[PlayedBlocks], seed: int | None) -> int:
    if seed is None:
        seed = next((found for m in missions if (found := read_expected(m).seed) is not None), None)
    with_vehicle = [one.vehicle for one in played if any(block.kind == VEHICLE for block in one.blocks)]
    return effective_seed(with_vehicle[0], seed) if with_vehicle else seed or 0


def _lost(draw: Callable[[], float], share: float) -> bool:
    return draw() < share


def _nothing() -> None:
    """Nothing to register."""


def _finisher(mission: Mission, config: FinishConfig, clock: SteppedClock, client: Callable[[str], Comms]) -> MoosApp:
    """A uMayFinish of its own, which no block asks for."""
    settings = block_settings(mission, Block(FINISHER, mission.file, 0, (), (), True, True))
    application = MayFinishApp(config, name=FINISHER)
    return MoosApp(application, settings, client(FINISHER), clock, meter=no_figures, terminal=False)


def execute_field(
    plan: PlannedField,
    *,
    listeners: Mapping[str, Sequence[Listener]] | None = None,
    rows: Mapping[str, Sequence[RowSink]] | None = None,
    every: float = 0.0,
    progress: RunProgress | None = None,
    stopped: Callable[[], str] | None = None,
    full: Callable[[], bool] | None = None,
) -> FieldSummary:
    """Do the run. A plan can be executed once.

    By community, ``listeners`` get every post, ``rows`` the state after each tick of its simulator (at most one each
    ``every`` s). ``stopped`` is asked once a simulated second why the run is to end (empty: it is not), ``full``
    whether its files must not grow further.
    """
    run, clock = plan.run, plan.clock
    for name, some in (listeners or {}).items():
        next(one for one in plan.communities if one.community.name == name).community.bus.listeners += some
    encounters, hulls = _follow(plan, rows or {}, every)
    began = time.perf_counter()
    ended = role = stuck = ""
    gc.freeze()  # what is there by now need not be looked through time and again
    thresholds = gc.get_threshold()
    # mail on its way is no garbage: with the usual 700 objects it takes up to a tenth of a run of 20 vehicles
    gc.set_threshold(_NEW_OBJECTS, *thresholds[1:])
    if isinstance(stopped, Stop):
        stopped.ticking = lambda: run.ticking
    try:
        run.connect()
        limit = plan.limit if plan.duration is None else plan.duration
        end = run.start + limit
        while not ended:
            run.run(min(clock.now() + _SLICE, end))
            if stopped is not None and (why := stopped()):
                ended = why
            elif plan.duration is None and any(found := plan.ending.finished):
                ended, role = found
            elif plan.duration is None and (stuck := plan.ending.stuck):
                ended = "stuck"
            elif clock.now() >= end - 1e-9:
                ended = plan.cut if plan.duration is None else "duration"
            elif full is not None and full():
                ended = "full"
            if progress is not None:
                progress(clock.now() - run.start, (clock.now() - run.start) / limit)
    except TickEnded:
        stuck = f"a tick of {run.ticking} did not end"
        ended = INTERRUPTED if stopped is None else stopped()
    finally:
        if isinstance(stopped, Stop):
            stopped.over()
        run.close()
        gc.set_threshold(*thresholds)
        gc.unfreeze()
    elapsed = clock.now() - run.start
    summary = FieldSummary(
        ", ".join(Path(one.mission.file).name for one in plan.communities), plan.seed, ended, elapsed
    )
    summary.real_time, summary.ended_by, summary.stuck = time.perf_counter() - began, role, stuck
    helms = {
        one.community.name: [app.application for app in one.applications if isinstance(app.application, HelmApp)]
        for one in plan.communities
    }
    stood = [f"{name}: {why}" for name, some in helms.items() for why in why_it_stood(some)]
    summary.notes = [*plan.notes, *stood, *never_pressed(app.application for app in plan.apps), *run.misdirected()]
    if plan.duration is None and ended == "duration" and plan.limit == LONGEST_HELM_RUN:
        summary.notes.append("the field came to no end within an hour; --duration S gives another time")
    communities = {one.community.name: _summary(one, plan, ended) for one in plan.communities}
    summary.join(communities, [one.community.name for one in plan.communities if one.simulator is not None])
    summary.encounters = encounters.found()
    events, summary.detected = counted([app.application for app in plan.apps], run.start)
    summary.events = sorted([*events, *hulls.events], key=lambda event: event.time)
    summary.touching = hulls.asked
    summary.notes += hulls.notes
    return summary


def _follow(
    plan: PlannedField, rows: Mapping[str, Sequence[RowSink]], every: float
) -> tuple[EncounterMeter, HullWatch]:
    """Gather the figures of the vehicles, their encounters, and contacts of their hulls."""
    start = plan.run.start
    found = [(one, one.simulator, app) for one in plan.communities if (app := one.vehicle) and one.simulator]
    hulls = HullWatch(
        [
            sized_hull(one.community.name, simulator, [app.application for app in one.applications])
            for one, simulator, _ in found
        ],
        start,
    )
    encounters = EncounterMeter(
        [(one.community.name, simulator, app) for one, simulator, app in found],
        start,
        hulls.look if hulls.asked else None,
    )
    for index, (one, simulator, app) in enumerate(found):
        one.meter = SummaryMeter(simulator, start)
        followers: list[Follower] = [one.meter]
        if sinks := rows.get(one.community.name):
            followers.append(StateRows(simulator, start, sinks, every))
        one.community.followers[app] = _Followed(index, simulator, followers, encounters if len(found) > 1 else None)
    return encounters, hulls


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


def _summary(one: PlayedCommunity, plan: PlannedField, ended: str) -> RunSummary:
    summary = RunSummary(Path(one.mission.file).name, plan.seed, ended, plan.clock.now() - plan.run.start)
    applications = [app.application for app in one.applications]
    guidance = next((found for found in applications if isinstance(found, GuidanceApp)), None)
    ticks = [(app.settings.name, app.schedule.ticks) for app in one.applications]
    if one.meter is not None:
        one.meter.fill(summary, guidance, ticks)
    summary.ticks = dict(ticks)
    summary.left_out = [found.name for found in one.left_out]
    add_warnings(summary, one.applications, one.problems)
    add_verdicts(summary, applications)
    return summary
